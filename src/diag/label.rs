//! The parts of a diagnostic in addition to its message: labels, help, notes, replacements.

use std::borrow::Cow;

use crate::source::{Source, Span};

/// A further location that a diagnostic shows, with a short text: for example an opening bracket,
/// the first definition, or a conflicting one. It may be in another source.
///
/// ```
/// let diagnostics = serde_hcl::parse_file("a = 1\na = 2\n").diagnostics;
/// let label = &diagnostics.first().expect("a is set twice").labels()[0];
/// assert_eq!(label.span().range(), 0..1);
/// assert!(!label.text().is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabeledSpan {
    pub(super) span: Span,
    pub(super) source: Option<Source>,
    pub(super) text: Cow<'static, str>,
}

impl LabeledSpan {
    /// Returns the span.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the source that the span points into.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Returns the text, a few words without a period.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// An edit that corrects a mistake: the text of a span of the diagnostic's source is replaced by
/// another one. An empty span is an insertion, an empty text a removal.
///
/// ```
/// let outcome = serde_hcl::parse_file("ports = [80 443]\n");
/// let diagnostic = outcome.diagnostics.iter().next().expect("a comma is missing");
/// let replacement = &diagnostic.replacements()[0];
/// assert_eq!((replacement.span.start, &*replacement.text), (11, ","));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Replacement {
    /// The bytes that are replaced.
    pub span: Span,
    /// The text that replaces them.
    pub text: Cow<'static, str>,
}

/// Most diagnostics have none of these, so they are boxed together.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Extras {
    pub(super) labels: Vec<LabeledSpan>,
    pub(super) help: Vec<Cow<'static, str>>,
    pub(super) notes: Vec<Cow<'static, str>>,
    pub(super) replacements: Vec<Replacement>,
    /// Whether a program can apply the replacements.
    pub(super) is_machine_applicable: bool,
    pub(super) path: String,
    pub(super) rule: Option<Cow<'static, str>>,
}
