//! Labels, help, notes and replacements of diagnostics.

use std::borrow::Cow;

use super::label::Extras;
use super::{Diagnostic, LabeledSpan, Replacement};
use crate::redaction;
use crate::source::{Source, Span};

/// Returns the text, unless it may contain marked values: it was put together while they were in
/// use.
fn public(text: Cow<'static, str>) -> Option<Cow<'static, str>> {
    match text {
        Cow::Owned(_) if redaction::in_scope() => None,
        text => Some(text),
    }
}

impl Diagnostic {
    fn extras_mut(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// Adds a label in the source of the diagnostic.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, Source, Span, diag::Category};
    ///
    /// let source = Source::new("main.hcl", "min = 5\nmax = 3\n");
    /// let diagnostic = Diagnostic::error(Category::Data, "Empty range", "max must be at least min.")
    ///     .at(Span::new(14, 15))
    ///     .with_label(Span::new(6, 7), "min is set here")
    ///     .in_source(&source);
    /// let label = diagnostic.labels().first().expect("it has a label");
    /// assert_eq!((label.span().start, label.text()), (6, "min is set here"));
    /// ```
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        let text = public(text.into()).unwrap_or_default();
        let source = self.source.clone();
        self.extras_mut().labels.push(LabeledSpan { span, source, text });
        self
    }

    /// Adds a label in a source, which may be another one than that of the diagnostic.
    #[must_use]
    pub fn with_label_in(mut self, source: &Source, span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        if source.is_secret() {
            return self;
        }
        let text = public(text.into()).unwrap_or_default();
        let (source, span) = source.outer(span);
        self.extras_mut().labels.push(LabeledSpan { span, source: Some(source.clone()), text });
        self
    }

    /// Adds a help text: one or more sentences about how to correct the mistake.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, diag::Category};
    ///
    /// let problem = Diagnostic::error(Category::Data, "Port in use", "").with_help("Use port 8080.");
    /// assert_eq!(format!("{problem:#}"), "error: Port in use\n  = help: Use port 8080.");
    /// ```
    #[must_use]
    pub fn with_help(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        if let Some(text) = public(text.into()) {
            self.extras_mut().help.push(text);
        }
        self
    }

    /// Adds a note for the developers of the application, which it can leave out for its users.
    #[must_use]
    pub fn with_note(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        if let Some(text) = public(text.into()) {
            self.extras_mut().notes.push(text);
        }
        self
    }

    /// Adds an edit of the source that probably corrects the mistake, or is a part of the
    /// correction.
    #[must_use]
    pub fn with_replacement(mut self, span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        if let Some(text) = public(text.into()) {
            let extras = self.extras_mut();
            extras.replacements.push(Replacement { span, text });
            extras.is_machine_applicable = false;
        }
        self
    }

    /// Declares that a program can apply the edits that were added so far: they remove the mistake
    /// and cause no other one. By default, they are guesses, which a person should read first.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, Span, diag::Category};
    ///
    /// let diagnostic = Diagnostic::error(Category::Data, "Old name", "\"host\" is called \"server\".")
    ///     .with_replacement(Span::new(0, 4), "server")
    ///     .machine_applicable();
    /// assert!(diagnostic.is_machine_applicable());
    /// ```
    #[must_use]
    pub fn machine_applicable(mut self) -> Self {
        self.set_machine_applicable(true);
        self
    }

    pub(crate) fn set_machine_applicable(&mut self, is_machine_applicable: bool) {
        if let Some(extras) = &mut self.extras {
            extras.is_machine_applicable = is_machine_applicable;
        }
    }

    /// Adds a further mistake of the same kind: its edits, and a label for the first few.
    pub(crate) fn add_repeated(&mut self, other: &Self) {
        const TEXT: &str = "and here";
        const MAX_LABELS: usize = 3;
        const MAX_EDITS: usize = 1_000;
        let shown = self.labels().iter().filter(|label| label.text == TEXT).count();
        let extras = self.extras_mut();
        if shown < MAX_LABELS
            && let Some(span) = other.subject
        {
            extras.labels.push(LabeledSpan { span, source: None, text: Cow::Borrowed(TEXT) });
        }
        if extras.replacements.len() < MAX_EDITS {
            extras.replacements.extend_from_slice(other.replacements());
            extras.is_machine_applicable &= other.replacements().is_empty() || other.is_machine_applicable();
        }
    }

    /// Adds a correction that a program can apply.
    pub(crate) fn with_correction(self, span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        self.with_replacement(span, text).machine_applicable()
    }

    /// Puts a step in front of the path: a name, or `[2]` and the like.
    pub(crate) fn under(mut self, step: &str) -> Self {
        let path = &mut self.extras_mut().path;
        if !path.is_empty() && !path.starts_with('[') {
            path.insert(0, '.');
        }
        path.insert_str(0, step);
        self
    }

    /// Returns the path from the outermost type to the field that the diagnostic is about, as in
    /// `service.web.ports[2]`. It is empty if the diagnostic is not about decoding or writing.
    pub fn path(&self) -> &str {
        self.extras.as_ref().map_or("", |extras| &extras.path)
    }

    /// Returns the further locations, in the order in which they were added.
    pub fn labels(&self) -> &[LabeledSpan] {
        self.extras.as_ref().map_or(&[], |extras| &extras.labels)
    }

    /// Returns the help texts.
    pub fn help(&self) -> impl ExactSizeIterator<Item = &str> {
        self.extras.as_ref().map_or(&[][..], |extras| &extras.help).iter().map(|text| &**text)
    }

    /// Returns the notes for developers.
    pub fn notes(&self) -> impl ExactSizeIterator<Item = &str> {
        self.extras.as_ref().map_or(&[][..], |extras| &extras.notes).iter().map(|text| &**text)
    }

    /// Returns the edits that correct the mistake. All of them together are one correction.
    pub fn replacements(&self) -> &[Replacement] {
        self.extras.as_ref().map_or(&[], |extras| &extras.replacements)
    }

    /// Returns whether it has edits, and all of them can be applied by a program.
    ///
    /// ```
    /// let found = serde_hcl::parse_file("hosts = [\"a\" \"b\"]\n").diagnostics;
    /// let missing_comma = found.first().expect("a comma is missing");
    /// assert!(missing_comma.is_machine_applicable());
    /// assert_eq!(missing_comma.replacements()[0].text, ",");
    /// ```
    pub fn is_machine_applicable(&self) -> bool {
        self.extras.as_ref().is_some_and(|it| it.is_machine_applicable && !it.replacements.is_empty())
    }
}
