//! Errors and diagnostics for those who report with miette.

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

/// Writes the summary as the code, and the detail as the label of the subject.
///
/// ```
/// let parsed = serde_hcl::parse_file("port 80\n");
/// let diagnostic = parsed.diagnostics.iter().next().expect("it is broken");
/// let labels = miette::Diagnostic::labels(diagnostic);
/// let label = labels.and_then(|mut labels| labels.next()).expect("it has a label");
/// assert_eq!((label.offset(), label.len()), (0, 4));
/// ```
impl Report for Diagnostic {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.summary()))
    }

    fn severity(&self) -> Option<Level> {
        Some(match Diagnostic::severity(self) {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.subject()?;
        let label = LabeledSpan::new_primary_with_span(Some(self.detail().to_owned()), span);
        Some(Box::new(std::iter::once(label)))
    }
}

/// The first error, with the others related to it.
///
/// ```
/// use miette::Diagnostic as _;
///
/// let error = serde_hcl::parse_file("a = \nb = \n").into_result().unwrap_err();
/// assert_eq!(error.code().map(|code| code.to_string()).as_deref(), Some("Missing value"));
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
        let path = self.path();
        (!path.is_empty()).then(|| Box::new(format!("in field {}", Escaped(path))) as Box<dyn fmt::Display>)
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
