//! What is marked is in no message, no path and no debug output, whatever it is decoded into, and
//! wherever an expression, a function or an extension works on it.

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
