//! HCL 2 for Rust.

mod diag;
mod error;
mod limits;
mod source;
mod syntax;
mod value;

pub use diag::{Category, Diagnostic, Diagnostics, Severity};
pub use error::{Error, Result};
pub use limits::Limits;
pub use source::{Pos, Range, Source, Span};
