//! Names that are not references.

use crate::source::Span;

/// A name that is not a reference: it is a key or defines a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Name<'t> {
    /// Its text.
    pub text: &'t str,
    /// The bytes it covers.
    pub span: Span,
}
