//! What the tests of several areas share.
#![allow(missing_docs, missing_debug_implementations, reason = "only the tests use them")]

#[cfg(feature = "full")]
pub mod arguments;
#[cfg(feature = "full")]
pub mod calls;
pub mod cases;
pub mod codec;
#[cfg(feature = "full")]
pub mod contents;
pub mod conversion;
pub mod costs;
pub mod editors;
#[cfg(feature = "full")]
pub mod expressions;
#[cfg(feature = "full")]
pub mod functions;
#[cfg(feature = "full")]
pub mod growth;
pub mod meaning;
pub mod nested_types;
pub mod picture;
pub mod probes;
pub mod random;
pub mod rows;
#[cfg(feature = "full")]
pub mod simplified;
#[cfg(feature = "full")]
pub mod soundness;
pub mod texts;
pub mod types;
pub mod written;

use std::path::Path;
#[cfg(feature = "full")]
use std::sync::LazyLock;

#[cfg(feature = "full")]
use serde_hcl::{EvalContext, ext};

/// Returns the folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in a folder of the project")
}

/// Returns whether tests use their full sizes: in optimized builds, and if the variable
/// `FULL_TESTS` is set.
pub fn is_full() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("FULL_TESTS").is_some()
}

/// Returns the number of generated cases: a small one for a quick test, or the full one.
pub fn number_of_cases(small: u64, full: u64) -> u64 {
    if is_full() { full } else { small }
}

/// Returns the step between the cases of a table that are tested: one of so many in a quick test,
/// or all.
pub fn step(quick: usize) -> usize {
    if is_full() { 1 } else { quick }
}

/// Returns a context with the standard functions and all special forms.
#[cfg(feature = "full")]
pub fn functions() -> EvalContext {
    static CONTEXT: LazyLock<EvalContext> = LazyLock::new(|| {
        let mut context = EvalContext::new();
        functions::register(&mut context);
        context
            .set_special_form("try", ext::try_form())
            .set_special_form("can", ext::can_form())
            .set_special_form("convert", ext::convert_form());
        context
    });
    CONTEXT.clone()
}
