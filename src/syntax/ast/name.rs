//! Names that are not references.

use crate::source::Span;

/// A name that is not a reference: it is a key or defines a variable.
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, ObjectKey};
///
/// let expression = serde_hcl::parse_expression("{ port = 80 }").into_result()?;
/// let Some(ExpressionKind::Object(object)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let Some(ObjectKey::Name(name)) = object.items().next().map(|item| item.key) else {
///     unreachable!()
/// };
/// assert_eq!((name.text, name.span.range()), ("port", 2..6));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Name<'t> {
    /// Its text.
    pub text: &'t str,
    /// The bytes it covers.
    pub span: Span,
}
