//! Marked values are in no message, no path and no debug output, for every type that is decoded and
//! for every expression, function and extension.

mod decode;
mod evaluate;
mod ext;
#[cfg(feature = "stdlib")]
mod functions;
#[cfg(all(feature = "figment", feature = "config"))]
mod layers;
mod messages;
#[path = "../support/rows.rs"]
mod rows;
mod support;
mod visible;
