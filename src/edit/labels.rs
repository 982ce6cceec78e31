//! The labels of new blocks.

use crate::value::Name;

/// The labels of a block: `()` for none, or anything that iterates over texts.
///
/// The type parameter distinguishes these two, and is always inferred.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document = Document::new();
/// let mut root = document.root();
/// root.append_block("terraform", ())?;
/// root.append_block("resource", ["aws_s3_bucket", "logs"])?;
/// root.append_block("module", vec![format!("app_{}", 1)])?;
/// assert_eq!(document.to_string(), "\
/// terraform {
/// }
///
/// resource \"aws_s3_bucket\" \"logs\" {
/// }
///
/// module \"app_1\" {
/// }
/// ");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// The trait is sealed: other crates cannot implement it.
pub trait Labels<Kind>: Texts<Kind> {}

/// The method of [`Labels`]. Other crates cannot implement it, since its path is private.
pub trait Texts<Kind> {
    /// Returns the texts of the labels.
    fn texts(self) -> Vec<String>;
}

impl Labels<()> for () {}

impl Texts<()> for () {
    fn texts(self) -> Vec<String> {
        Vec::new()
    }
}

impl<S: Name, L: IntoIterator<Item = S>> Labels<(S,)> for L {}

impl<S: Name, L: IntoIterator<Item = S>> Texts<(S,)> for L {
    fn texts(self) -> Vec<String> {
        self.into_iter().map(|label| label.into_string()).collect()
    }
}
