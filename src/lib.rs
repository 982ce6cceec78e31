//! HCL 2 for Rust.

mod diag;
mod error;
pub mod func;
mod limits;
mod source;
mod syntax;
pub mod value;

pub use diag::{Category, Diagnostic, Diagnostics, Severity};
pub use error::{Error, Result};
pub use func::{Function, Parameter};
pub use limits::Limits;
pub use source::{Pos, Range, Source, Span};
pub use value::{Map, Number, Type, Value};

#[doc(hidden)]
pub mod __private {
    pub use crate::value::literal;
}
