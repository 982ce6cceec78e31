//! Labels of blocks.

use std::fmt;

use crate::source::Span;
use crate::syntax::ast;
use crate::value::{Marks, Type, Value};

/// A label of a block.
///
/// ```
/// let file = serde_hcl::parse_file("service \"web\" {}\n").into_result()?;
/// let block = file.body().blocks().next().expect("it exists");
/// let label = &block.labels()[0];
/// assert_eq!(label, "web");
/// assert_eq!(block.source().slice(label.span()), "\"web\"");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Label {
    pub(super) text: Box<str>,
    pub(super) span: Span,
    /// The text is a stand-in for one that a static check does not know.
    pub(super) is_unknown: bool,
    pub(super) marks: Marks,
}

impl Label {
    /// Returns the text, with escapes resolved.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the span, quotes included.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the marks of the collection that it was computed from, if a [dynamic
    /// block](crate::ext::expand_dynamic_blocks) generated the block. Messages do not show a label
    /// with marks.
    ///
    /// ```
    /// use serde_hcl::value::Mark;
    /// use serde_hcl::{
    ///     EvalContext,
    ///     body::{BlockSchema, BodySchema},
    ///     ext, parse_file, value,
    /// };
    ///
    /// let mut context = EvalContext::new();
    /// context.set("users", value!(["eve"]).mark(Mark::new("sensitive")));
    /// let file = parse_file(
    ///     r#"
    /// dynamic "user" {
    ///   for_each = users
    ///   labels   = [user.value]
    ///   content {}
    /// }
    /// "#,
    /// )
    /// .into_result()?;
    /// let body = ext::expand_dynamic_blocks(file.body(), &context);
    /// let content =
    ///     body.content(&BodySchema::new([], [BlockSchema::new("user", ["name"])])?).into_result()?;
    /// let label = &content.blocks()[0].labels()[0];
    /// assert_eq!(label.text(), "eve");
    /// assert!(label.marks().contains("sensitive"));
    /// assert!(format!("{label:?}").contains("(marked sensitive)"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    pub(super) fn new(text: &str, span: Span) -> Self {
        Self { text: text.into(), span, is_unknown: false, marks: Marks::NONE }
    }

    /// Returns its text with its marks.
    pub(crate) fn value(&self) -> Value {
        let text = if self.is_unknown { Value::unknown(Type::String) } else { Value::from(&*self.text) };
        text.with_marks(&self.marks)
    }
}

impl From<ast::Label<'_>> for Label {
    fn from(label: ast::Label<'_>) -> Self {
        Self::new(label.text(), label.span())
    }
}

impl AsRef<str> for Label {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl PartialEq<str> for Label {
    fn eq(&self, text: &str) -> bool {
        *self.text == *text
    }
}

impl PartialEq<&str> for Label {
    fn eq(&self, text: &&str) -> bool {
        *self.text == **text
    }
}

/// Writes the marks in place of a marked text.
impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Label").field("text", &self.value()).field("span", &self.span).finish()
    }
}
