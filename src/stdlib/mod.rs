//! The standard functions: text, numbers, collections, encoding, dates, formatting, regular
//! expressions.
//!
//! Requires the feature `stdlib`. [`register`] defines all functions in a context under their usual
//! names, and [`function`] returns one of them.
//!
//! ```
//! use serde_hcl::{EvalContext, parse_expression, stdlib, value};
//!
//! let mut context = EvalContext::new();
//! stdlib::register(&mut context);
//! let expression = parse_expression("upper(\"web\")").into_result()?;
//! assert_eq!(expression.evaluate(&context)?, value!("WEB"));
//!
//! // Or one by one.
//! let mut context = EvalContext::new();
//! context.set_function("shout", stdlib::function("upper").expect("a function"));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! A result that depends on an unknown argument is unknown. Its
//! [refinements](crate::value::Refinement) hold for every value that it can turn out to be: most
//! functions never return null, and a few define a range or a prefix of their result.
#![doc = include_str!("functions.md")]

/// Returns the functions of a file under their names, with their descriptions.
macro_rules! table {
    ($($name:ident: $description:literal,)*) => {
        &[$((stringify!($name), || $name().describe($description))),*]
    };
}

mod bytes;
mod collection;
mod conversion;
mod datetime;
mod encoding;
mod format;
mod mapping;
mod number;
mod operator;
mod regex;
mod sequence;
mod set;
mod string;
mod support;

pub use bytes::{as_bytes, bytes};
pub use conversion::converter;

use crate::eval::EvalContext;
use crate::func::Function;

/// The functions of a file under their usual names.
type Table = [(&'static str, fn() -> Function)];

const TABLES: [&Table; 13] = [
    bytes::TABLE,
    collection::TABLE,
    conversion::TABLE,
    datetime::TABLE,
    encoding::TABLE,
    format::TABLE,
    mapping::TABLE,
    number::TABLE,
    operator::TABLE,
    regex::TABLE,
    sequence::TABLE,
    set::TABLE,
    string::TABLE,
];

/// Returns all functions under their usual names, which are those of go-cty. Terraform has other
/// ones under some of the names: those of the package `serde_hcl_terraform`.
pub fn functions() -> impl Iterator<Item = (&'static str, Function)> {
    TABLES.into_iter().flatten().map(|(name, function)| (*name, function()))
}

/// Returns the function of a usual name.
pub fn function(name: &str) -> Option<Function> {
    TABLES.into_iter().flatten().find(|(known, _)| *known == name).map(|(_, function)| function())
}

/// Defines all functions in a context.
pub fn register(context: &mut EvalContext) {
    for (name, function) in functions() {
        context.set_function(name, function);
    }
}
