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
pub mod expressions;
pub mod meaning;
pub mod probes;
pub mod random;
pub mod rows;
#[cfg(feature = "full")]
pub mod simplified;
pub mod soundness;
pub mod texts;
pub mod types;

use std::path::Path;

/// Returns the folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in a folder of the project")
}
