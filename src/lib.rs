//! HCL 2 for Rust.

// The code that pest derives names `alloc`.
extern crate alloc;

mod body;
mod diag;
mod error;
mod limits;
mod outcome;
mod source;
mod syntax;
pub mod value;

pub use body::{Body, Expression, File, parse_expression, parse_file, parse_template};
pub use diag::{Category, Diagnostic, Diagnostics, Severity};
pub use error::{Error, Result};
pub use limits::Limits;
pub use outcome::Outcome;
pub use source::{Pos, Range, Source, Span};
pub use value::{Map, Number, Type, Value};

#[doc(hidden)]
pub mod __private {
    pub use crate::value::literal;
}
