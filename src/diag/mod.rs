//! Diagnostics: the problem, its location, and the fix.

mod code;
mod excerpt;
mod fix;
mod label;
#[cfg(feature = "miette")]
mod miette;
mod render;
mod serialize;
mod snippet;
mod style;
mod suggest;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::order::sort_by_positions;
use crate::redaction;
use crate::source::{PosRange, Source, Span};

pub use code::Code;
pub(crate) use fix::{apply, are_disjoint, sorted_edits};
use label::Extras;
pub use label::{Applicability, LabeledSpan, Replacement};
pub use render::Renderer;
pub use serialize::Utf16;
pub(crate) use suggest::{did_you_mean, name_hint, name_suggestion};

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// The configuration cannot be used without a change.
    Error,
    /// It can be used, but something in it deserves a look.
    Warning,
}

/// The category of an error or a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Category {
    /// Reading or writing failed.
    Io,
    /// The text does not follow the syntax.
    Syntax,
    /// An expression has no value: an unknown variable, a type that does not fit, a failed
    /// function.
    Eval,
    /// The content does not match the expected content: a missing argument, a number out of range.
    Data,
    /// A limit was exceeded, see [`Limits`](crate::Limits).
    Limit,
}

/// One problem: a short summary, a detail with the fix, and the location.
///
/// `{}` prints one line with file, line and column; `{:#}` adds the source lines, labels, help and
/// notes, see [`Renderer`].
///
/// ```
/// let parsed = serde_hcl::parse_file("port 80\n");
/// let diagnostic = parsed.diagnostics.iter().next().expect("it is broken");
/// assert_eq!(diagnostic.summary(), "Missing equals sign");
/// ```
#[derive(Clone, PartialEq)]
pub struct Diagnostic {
    severity: Severity,
    category: Category,
    code: Option<Code>,
    summary: Cow<'static, str>,
    detail: Cow<'static, str>,
    subject: Option<Span>,
    source: Option<Source>,
    extras: Option<Box<Extras>>,
}

impl Diagnostic {
    /// Returns an error without a location.
    ///
    /// While a function or another callback of an application works on marked values, a summary or
    /// detail that is not static is replaced by a general one, since it may contain them.
    ///
    /// ```
    /// use serde_hcl::{Category, Diagnostic};
    ///
    /// let problem = Diagnostic::error(Category::Data, "Port in use", "Another server listens on it.");
    /// assert_eq!(problem.to_string(), "Port in use: Another server listens on it.");
    /// ```
    pub fn error(
        category: Category,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::public(category, redaction::summary(summary.into()), redaction::detail(detail.into()))
    }

    /// Returns an error whose text contains no value, such as a name from the source.
    pub(crate) fn public(
        category: Category,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            severity: Severity::Error,
            category,
            code: None,
            summary: summary.into(),
            detail: detail.into(),
            subject: None,
            source: None,
            extras: None,
        }
    }

    /// Returns an error with the category and the summary of its code.
    pub(crate) fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::error(code.category(), code.summary(), detail).with_code(code)
    }

    /// Returns an error with the category and the summary of its code, and a detail that contains
    /// no value.
    pub(crate) fn new_public(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::public(code.category(), code.summary(), detail).with_code(code)
    }

    /// Returns a warning without a location, see [`error`](Self::error).
    ///
    /// ```
    /// use serde_hcl::{Category, Diagnostic, Severity};
    ///
    /// let warning = Diagnostic::warning(Category::Data, "Old name", "Use \"port\".");
    /// assert_eq!(warning.severity(), Severity::Warning);
    /// ```
    pub fn warning(
        category: Category,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(category, summary, detail) }
    }

    /// Returns a warning whose text contains no value.
    pub(crate) fn public_warning(
        category: Category,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::public(category, summary, detail) }
    }

    /// Sets the code.
    pub(crate) fn with_code(self, code: Code) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Returns the kind of mistake. Diagnostics of an application have none.
    ///
    /// ```
    /// use serde_hcl::{Code, parse_file};
    ///
    /// let diagnostics = parse_file("a = 1\na = 2\n").diagnostics;
    /// assert_eq!(diagnostics.iter().next().and_then(|it| it.code()), Some(Code::DuplicateAttribute));
    /// ```
    pub fn code(&self) -> Option<Code> {
        self.code
    }

    /// Adds a sentence to the detail.
    pub(crate) fn with_hint(mut self, hint: &str) -> Self {
        self.detail.to_mut().push_str(hint);
        self
    }

    /// Removes the detail.
    pub(crate) fn without_detail(self) -> Self {
        Self { detail: Cow::Borrowed(""), ..self }
    }

    /// Replaces words in the detail.
    pub(crate) fn with_words(mut self, words: &str, others: &str) -> Self {
        self.detail = self.detail.replacen(words, others, 1).into();
        self
    }

    /// Sets the span of the diagnostic.
    ///
    /// ```
    /// use serde_hcl::{Category, Diagnostic, Source, Span};
    ///
    /// let source = Source::new("main.hcl", "port = 80\n");
    /// let problem = Diagnostic::error(Category::Data, "Port in use", "Use another one.")
    ///     .at(Span::new(7, 9))
    ///     .in_source(&source);
    /// assert_eq!(problem.to_string(), "main.hcl:1:8: Port in use: Use another one.");
    /// ```
    #[must_use]
    pub fn at(mut self, subject: Span) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Sets the source, unless it has one already.
    #[must_use]
    pub fn in_source(mut self, source: &Source) -> Self {
        self.place_in(source);
        self
    }

    /// Sets its source, and converts its spans to that source.
    pub(crate) fn place_in(&mut self, source: &Source) {
        if self.source.is_none() {
            if source.is_secret() {
                // A location in a secret source is never shown.
                self.subject = None;
                if let Some(extras) = &mut self.extras {
                    extras.labels.retain(|label| label.source.is_some());
                    extras.replacements.clear();
                }
                return;
            }
            self.subject = self.subject.map(|span| source.outer(span).1);
            if let Some(extras) = &mut self.extras {
                for label in extras.labels.iter_mut().filter(|label| label.source.is_none()) {
                    let (outer, span) = source.outer(label.span);
                    (label.span, label.source) = (span, Some(outer.clone()));
                }
                for replacement in &mut extras.replacements {
                    replacement.span = source.outer(replacement.span).1;
                    if source.is_embedded() {
                        // The text of the outer source may be written in another way.
                        replacement.applicability = Applicability::MaybeIncorrect;
                    }
                }
            }
            self.source = Some(source.outer(Span::default()).0.clone());
        }
    }

    /// Returns whether it is an error or a warning.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns the category of the problem.
    pub fn category(&self) -> Category {
        self.category
    }

    /// Returns a few words that name the problem, without details.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Returns one or more sentences that describe the problem and the fix.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Returns a number that orders diagnostics by the start of their subject. It is 0 without one.
    pub(crate) fn position(&self) -> usize {
        self.subject.map_or(0, |subject| subject.start as usize + 1)
    }

    /// Returns the span of the diagnostic.
    pub fn subject(&self) -> Option<Span> {
        self.subject
    }

    /// Returns the source that the [`subject`](Self::subject) points into.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Returns the subject as lines and columns.
    ///
    /// ```
    /// use serde_hcl::parse_file;
    ///
    /// let diagnostics = parse_file("a = 1\nb = \n").diagnostics;
    /// let range = diagnostics.iter().next().and_then(|it| it.range()).expect("it has a location");
    /// assert_eq!((range.start.line, range.start.column), (2, 5));
    /// ```
    pub fn range(&self) -> Option<PosRange> {
        Some(self.source.as_ref()?.range(self.subject?))
    }
}

impl std::error::Error for Diagnostic {}

/// The diagnostics of an operation, in the order in which they were found.
#[derive(Clone, PartialEq, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Creates an empty collection.
    pub const fn new() -> Self {
        Self { list: Vec::new() }
    }

    /// Appends a diagnostic.
    ///
    /// ```
    /// use serde_hcl::{Category, Diagnostic, Diagnostics};
    ///
    /// let mut problems = Diagnostics::new();
    /// problems.push(Diagnostic::error(Category::Data, "Port in use", "Use another one."));
    /// assert_eq!(problems.len(), 1);
    /// assert!(problems.has_errors());
    /// ```
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Returns whether at least one is an error.
    ///
    /// ```
    /// assert!(!serde_hcl::parse_file("a = 1\n").diagnostics.has_errors());
    /// assert!(serde_hcl::parse_file("a = \n").diagnostics.has_errors());
    /// ```
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns an iterator over the errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns an iterator over all diagnostics, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether the collection is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Sorts the diagnostics by source and start. Sources are in the order of their first
    /// diagnostic, and diagnostics without a subject come first.
    ///
    /// ```
    /// use serde_hcl::{Category, Diagnostic, Diagnostics, Span};
    ///
    /// let at = |start| Diagnostic::error(Category::Data, "Error", "").at(Span::new(start, start + 1));
    /// let mut diagnostics = Diagnostics::from(vec![at(5), at(2)]);
    /// diagnostics.sort_by_position();
    /// assert_eq!(diagnostics, Diagnostics::from(vec![at(2), at(5)]));
    /// ```
    pub fn sort_by_position(&mut self) {
        if self.list.len() < 2 {
            return;
        }
        let mut ranks = BTreeMap::new();
        let positions = self.list.iter().map(|diagnostic| {
            let next = ranks.len();
            let rank = *ranks.entry(diagnostic.source().map_or("", Source::name)).or_insert(next);
            (rank, diagnostic.position())
        });
        let positions = positions.collect();
        sort_by_positions(&mut self.list, positions);
    }

    /// Sets the source of all diagnostics that have none.
    #[must_use]
    pub fn in_source(mut self, source: &Source) -> Self {
        for diagnostic in &mut self.list {
            diagnostic.place_in(source);
        }
        self
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { list: vec![diagnostic] }
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(list: Vec<Diagnostic>) -> Self {
        Self { list }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
