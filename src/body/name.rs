//! Names and labels in the source.

use crate::json_syntax;
use crate::source::Span;
use crate::syntax::ast::tree::{StringRef, Tree};

/// The property of a body that is a comment.
pub(super) const COMMENT: &str = "//";

/// A name in the source: of an attribute, of a block's type, or a label.
#[derive(Clone, Copy)]
pub(crate) struct NameView<'b> {
    pub(crate) text: &'b str,
    /// The location, for messages.
    pub(crate) span: Span,
    pub(crate) spelling: Spelling,
}

/// The spelling of a name.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Spelling {
    /// As in the source, from this offset.
    Verbatim(u32),
    /// With escape sequences, or not in the source.
    Other,
    /// Not in the source, since it was computed from a marked value. It is not shown.
    Secret,
    /// The name of a JSON property with `${` or `%{` in it, which is a template if it is a key.
    Template,
}

impl Spelling {
    #[inline]
    pub(super) fn new(verbatim: Option<Span>) -> Self {
        verbatim.map_or(Self::Other, |span| Self::Verbatim(span.start))
    }
}

impl<'b> NameView<'b> {
    /// Returns a name that is written without quotes.
    #[inline]
    pub(super) fn identifier(text: &'b str, span: Span) -> Self {
        Self { text, span, spelling: Spelling::Verbatim(span.start) }
    }

    /// Returns a label, a string or a name, in the native syntax.
    pub(super) fn native(tree: &'b Tree, text: StringRef, span: Span) -> Self {
        Self { text: tree.text(text), span, spelling: Spelling::new(text.verbatim_span()) }
    }

    /// Creates a string or a label in HCL JSON, which is its own value.
    #[inline]
    pub(super) fn json(name: json_syntax::Str<'b>) -> Self {
        Self { text: name.text(), span: name.span(), spelling: Spelling::new(name.verbatim()) }
    }

    /// Returns the name of a property in HCL JSON that is not a label.
    #[inline]
    pub(super) fn json_key(name: json_syntax::Str<'b>) -> Self {
        let spelling = if name.has_template() { Spelling::Template } else { Spelling::new(name.verbatim()) };
        Self { text: name.text(), span: name.span(), spelling }
    }

    /// Creates the name of a field that has no name in the source.
    #[inline]
    pub(crate) fn of_field(text: &'b str) -> Self {
        Self { text, span: Span::default(), spelling: Spelling::Other }
    }

    /// Creates a name that is computed from the text of a span.
    pub(crate) fn computed(text: &'b str, span: Span) -> Self {
        Self { span, ..Self::of_field(text) }
    }

    /// Returns whether it was computed from a marked value.
    #[inline]
    pub(crate) fn is_secret(self) -> bool {
        self.spelling == Spelling::Secret
    }

    /// Returns the text as part of the input that is being decoded, or on its own.
    #[inline]
    pub(crate) fn in_input<'de>(self, input: Option<&'de str>) -> Result<&'de str, &'b str> {
        match (input, self.spelling) {
            (Some(input), Spelling::Verbatim(start)) => {
                let start = start as usize;
                input.get(start..start + self.text.len()).ok_or(self.text)
            }
            _ => Err(self.text),
        }
    }
}
