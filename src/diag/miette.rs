//! Errors and diagnostics for applications that report with miette.

use std::fmt;

use miette::{
    Diagnostic as Report, LabeledSpan, MietteError, MietteSpanContents, Severity as Level, SourceCode,
    SourceSpan, SpanContents,
};

use super::{Diagnostic, Severity};
use crate::error::Error;
use crate::source::{Escaped, Source, Span};

impl From<Span> for SourceSpan {
    fn from(span: Span) -> Self {
        (span.start as usize, span.len() as usize).into()
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.text().read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            Escaped(self.name()).to_string(),
            contents.data(),
            *contents.span(),
            contents.line(),
            contents.column(),
            contents.line_count(),
        )))
    }
}

/// The message is the line that `{}` prints. The labels mark the subject and all labels in the same
/// source; help, notes and the labels in other sources are the help.
///
/// ```
/// use miette::Diagnostic as _;
///
/// let parsed = serde_hcl::parse_file("port = 80\nport = 443\n");
/// let diagnostic = parsed.diagnostics.iter().next().expect("the file is invalid");
/// let labels: Vec<_> = miette::Diagnostic::labels(diagnostic).into_iter().flatten().collect();
/// assert_eq!((labels[0].offset(), labels[0].len()), (10, 4));
/// assert_eq!((labels[1].offset(), labels[1].len()), (0, 4));
/// ```
impl Report for Diagnostic {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.rule()?))
    }

    fn severity(&self) -> Option<Level> {
        Some(match Diagnostic::severity(self) {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let mut lines: Vec<String> = Diagnostic::help(self).map(|help| Escaped(help).to_string()).collect();
        lines.extend(self.notes().map(|note| format!("note: {}", Escaped(note))));
        for label in Diagnostic::labels(self) {
            if let Some(source) = label.source().filter(|source| Some(*source) != self.source()) {
                lines.push(format!("{}: {}", source.location(label.span()), Escaped(label.text())));
            }
        }
        if lines.is_empty() { None } else { Some(Box::new(lines.join("\n"))) }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let subject = LabeledSpan::new_primary_with_span(None, self.span()?);
        let labels = Diagnostic::labels(self).iter().filter(|label| label.source() == self.source());
        let labels = labels.map(|label| {
            let text = Some(label.text()).filter(|text| !text.is_empty());
            LabeledSpan::new_with_span(text.map(|text| Escaped(text).to_string()), label.span())
        });
        Some(Box::new(std::iter::once(subject).chain(labels)))
    }
}

/// The first error, with the others related to it.
///
/// ```
/// use miette::Diagnostic as _;
///
/// let error = serde_hcl::parse_file("a = \nb = \n").into_result().unwrap_err();
/// assert!(error.code().is_some());
/// assert_eq!(error.related().map(Iterator::count), Some(1));
/// ```
impl Report for Error {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Report::code(self.first()?)
    }

    fn severity(&self) -> Option<Level> {
        Report::severity(self.first()?)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Report::help(self.first()?)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Report::source_code(self.first()?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Report::labels(self.first()?)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Report> + 'a>> {
        let rest = self.diagnostics().errors().skip(1).map(|diagnostic| diagnostic as &dyn Report);
        Some(Box::new(rest))
    }
}
