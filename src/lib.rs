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
mod value;

pub use body::{Body, Expression, File, parse_expression, parse_file, parse_template};
pub use diag::{Category, Diagnostic, Diagnostics, Severity};
pub use error::{Error, Result};
pub use limits::Limits;
pub use outcome::Outcome;
pub use source::{Pos, Range, Source, Span};
pub use syntax::ast;
pub use syntax::traversal::{LiteralKey, Traversal, TraversalStep};
pub use syntax::variables::FunctionName;
