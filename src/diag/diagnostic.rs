//! One diagnostic.

use std::borrow::Cow;

use super::label::Extras;
use super::{Category, Code, Severity};
use crate::redaction;
use crate::source::{PosRange, Source, Span};

/// One problem: a short summary, a detail with the fix, and the location.
///
/// `{}` prints one line with file, line and column; `{:#}` adds the source lines, labels, help and
/// notes, see [`Renderer`](crate::diag::Renderer).
///
/// ```
/// let parsed = serde_hcl::parse_file("port 80\n");
/// let diagnostic = parsed.diagnostics.iter().next().expect("it is broken");
/// assert_eq!(diagnostic.summary(), "Missing equals sign");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub(super) severity: Severity,
    pub(super) category: Category,
    pub(super) code: Option<Code>,
    pub(super) summary: Cow<'static, str>,
    pub(super) detail: Cow<'static, str>,
    pub(super) subject: Option<Span>,
    pub(super) source: Option<Source>,
    pub(super) extras: Option<Box<Extras>>,
}

impl Diagnostic {
    /// Returns an error without a location.
    ///
    /// While a function or another callback of an application works on marked values, a summary or
    /// detail that is not static is replaced by a general one, since it may contain them.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, diag::Category};
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
    /// use serde_hcl::{Diagnostic, diag::{Category, Severity}};
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

    /// Sets the code: an application can report a kind of mistake that this crate reports, too.
    ///
    /// ```
    /// use serde_hcl::{
    ///     Diagnostic,
    ///     diag::{Category, Code},
    /// };
    ///
    /// let detail = "Two outputs are named \"url\". Remove or rename one of the two.";
    /// let problem = Diagnostic::error(Category::Data, "Duplicate output", detail);
    /// assert_eq!(
    ///     problem.with_code(Code::DuplicateDefinition).code(),
    ///     Some(Code::DuplicateDefinition)
    /// );
    /// ```
    #[must_use]
    pub fn with_code(self, code: Code) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Returns the kind of mistake. Diagnostics of an application have none, unless it
    /// [sets](Self::with_code) one.
    ///
    /// ```
    /// use serde_hcl::{diag::Code, parse_file};
    ///
    /// let diagnostics = parse_file("a = 1\na = 2\n").diagnostics;
    /// assert_eq!(diagnostics.iter().next().and_then(|it| it.code()), Some(Code::DuplicateAttribute));
    /// ```
    pub fn code(&self) -> Option<Code> {
        self.code
    }

    /// Sets the name of a rule of the application, which takes the place of the code in brackets
    /// and in all serialized forms.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, diag::Category};
    ///
    /// let problem = Diagnostic::error(Category::Data, "Bucket without encryption", "Add \"sse\".");
    /// let problem = problem.with_rule("S3-SSE");
    /// assert_eq!(
    ///     format!("{problem:#}").lines().next(),
    ///     Some("error[S3-SSE]: Bucket without encryption")
    /// );
    /// ```
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<Cow<'static, str>>) -> Self {
        self.extras.get_or_insert_default().rule = Some(rule.into());
        self
    }

    /// Returns the name of the [rule](Self::with_rule) of the application, or else the code.
    pub fn rule(&self) -> Option<&str> {
        let rule = self.extras.as_ref().and_then(|extras| extras.rule.as_deref());
        rule.or_else(|| self.code.map(Code::as_str))
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
    /// use serde_hcl::{Diagnostic, Source, Span, diag::Category};
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

    /// Removes the location, and those of the labels and replacements.
    pub(crate) fn without_location(mut self) -> Self {
        (self.subject, self.source) = (None, None);
        if let Some(extras) = &mut self.extras {
            extras.labels.clear();
            extras.replacements.clear();
        }
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
            let shown = source.outer(self.subject.unwrap_or_default()).0;
            self.subject = self.subject.map(|span| source.outer(span).1);
            if let Some(extras) = &mut self.extras {
                for label in extras.labels.iter_mut().filter(|label| label.source.is_none()) {
                    let (outer, span) = source.outer(label.span);
                    (label.span, label.source) = (span, Some(outer.clone()));
                }
                // A correction is one of a single text.
                extras.replacements.retain(|replacement| source.outer(replacement.span).0 == shown);
                // The text of the outer source may be written in another way.
                extras.is_machine_applicable &= !source.is_embedded();
                for replacement in &mut extras.replacements {
                    replacement.span = source.outer(replacement.span).1;
                    if source.is_in_json() && replacement.text.contains(['"', '\\', '\n']) {
                        let text = replacement.text.replace('\\', "\\\\").replace('"', "\\\"");
                        replacement.text = text.replace('\n', "\\n").into();
                        extras.help.push("In a string of JSON, a quote is written \\\".".into());
                    }
                }
            }
            self.source = Some(shown.clone());
        }
    }

    /// Returns it as a warning.
    #[cfg(feature = "analysis")]
    pub(crate) fn into_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// Returns the severity: error or warning.
    ///
    /// ```
    /// use serde_hcl::diag::{Category, Severity};
    /// use serde_hcl::Diagnostic;
    ///
    /// let problem = Diagnostic::warning(Category::Data, "Old name", "Write \"port\".");
    /// assert_eq!(problem.severity(), Severity::Warning);
    /// ```
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
    pub fn span(&self) -> Option<Span> {
        self.subject
    }

    /// Returns the source that the [`span`](Self::span) points into.
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
