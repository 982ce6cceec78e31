//! Marked values are in no message, no path and no debug output, for every type that is decoded and
//! for every expression, function and extension.
mod contents;
mod decode;
mod evaluate;
mod ext;
mod functions;
mod layers;
mod messages;
mod support;
mod visible;
