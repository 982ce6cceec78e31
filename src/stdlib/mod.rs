//! The standard functions: text, numbers, collections, encoding, dates, formatting, regular
//! expressions.
//!
//! Requires the feature `stdlib`. Each function is a Rust function that returns a [`Function`];
//! [`register`] defines all of them in a context under their usual names.
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
//! context.set_function("shout", stdlib::string::upper());
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! A result that depends on an unknown argument is unknown. Its
//! [refinements](crate::value::Refinement) hold for every value that it can turn out to be: most
//! functions never return null, and a few define a range or a prefix of their result.
#![doc = include_str!("functions.md")]

/// Returns the functions of a file under their names.
macro_rules! table {
    ($($name:ident)*) => { &[$((stringify!($name), $name)),*] };
}

pub mod bytes;
pub mod collection;
pub mod conversion;
pub mod datetime;
pub mod encoding;
pub mod format;
pub mod mapping;
pub mod number;
pub mod operator;
pub mod regex;
pub mod sequence;
pub mod set;
pub mod string;
mod support;
#[cfg(feature = "terraform-functions")]
pub mod terraform;

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
/// ones under some of the names, see `stdlib::terraform`.
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
