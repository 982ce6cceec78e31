//! Marked values are in no message, no path and no debug output, for every type that is decoded and
//! for every expression, function and extension.

#[cfg(feature = "stdlib")]
#[path = "../support/arguments.rs"]
mod arguments;
#[cfg(feature = "stdlib")]
#[path = "../support/contents.rs"]
mod check_contents;
#[cfg(feature = "stdlib")]
mod contents;
mod decode;
mod evaluate;
#[cfg(feature = "stdlib")]
#[allow(dead_code, reason = "other tests check the law of unknown values")]
#[path = "../support/expressions.rs"]
mod expressions;
mod ext;
#[cfg(feature = "stdlib")]
mod functions;
#[cfg(all(feature = "figment", feature = "config"))]
mod layers;
mod messages;
#[cfg(feature = "stdlib")]
#[path = "../support/random.rs"]
mod random;
#[path = "../support/rows.rs"]
mod rows;
#[cfg(feature = "stdlib")]
#[allow(dead_code, reason = "other tests check the law of unknown values")]
#[path = "../support/soundness.rs"]
mod soundness;
mod support;
mod visible;
