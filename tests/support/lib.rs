//! What the tests of several areas share.
#![allow(missing_docs, missing_debug_implementations, reason = "only the tests use them")]

#[cfg(feature = "full")]
pub mod arguments;
pub mod cases;
pub mod codec;
#[cfg(feature = "full")]
pub mod contents;
pub mod conversion;
pub mod costs;
pub mod editors;
pub mod expressions;
#[cfg(feature = "full")]
pub mod functions;
#[cfg(feature = "full")]
pub mod growth;
pub mod meaning;
pub mod picture;
pub mod probes;
pub mod random;
pub mod rows;
#[cfg(feature = "full")]
pub mod simplified;
pub mod soundness;
pub mod texts;
pub mod types;
pub mod types2;
pub mod written;

use std::path::Path;

#[cfg(feature = "full")]
use serde_hcl::{
    EvalContext,
    ext::{tryfunc, typeexpr},
};

/// Returns the folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in a folder of the project")
}

/// Returns a context with the standard functions and all special forms.
#[cfg(feature = "full")]
pub fn functions() -> EvalContext {
    let mut context = EvalContext::new();
    functions::register(&mut context);
    context
        .set_special_form("try", tryfunc::try_form())
        .set_special_form("can", tryfunc::can_form())
        .set_special_form("convert", typeexpr::convert_form());
    context
}
