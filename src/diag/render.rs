//! Diagnostics as text: on one line, or with the source lines and all spans underlined.

use std::fmt::{self, Display};

use super::excerpt::{Excerpt, correction, excerpts};
use super::snippet::Snippet;
use super::style::{EMPHASIS, ERROR, Painter, WARNING};
use super::{Diagnostic, Diagnostics, Severity};
use crate::source::Escaped;

pub(super) fn one_line(diagnostic: &Diagnostic, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(location) = location(diagnostic) {
        write!(f, "{location}: ")?;
    }
    if diagnostic.severity == Severity::Warning {
        f.write_str("warning: ")?;
    }
    Escaped(&diagnostic.summary).fmt(f)?;
    if !diagnostic.detail.is_empty() {
        f.write_str(": ")?;
        // The paragraphs of a detail are joined into one line.
        for (index, line) in diagnostic.detail.lines().filter(|line| !line.is_empty()).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            Escaped(line).fmt(f)?;
        }
    }
    match diagnostic.path() {
        "" => Ok(()),
        path => write!(f, " (in {})", Escaped(path)),
    }
}

/// Returns the location: file, line and column, or the file alone.
fn location(diagnostic: &Diagnostic) -> Option<String> {
    let source = diagnostic.source.as_ref()?;
    match diagnostic.subject {
        Some(subject) => Some(source.location(subject)),
        None => Some(Escaped(source.name()).to_string()).filter(|name| !name.is_empty()),
    }
}

/// Formats diagnostics for people: each with its source lines, labels, help and notes.
///
/// `{:#}` of [`Diagnostic`], [`Diagnostics`] and [`Error`](crate::Error) is the text of a new
/// renderer.
///
/// ```
/// use serde_hcl::{Renderer, parse_file};
///
/// let diagnostics = parse_file("port = 80\nport = 443\n").diagnostics;
/// assert_eq!(Renderer::new().render(&diagnostics), format!("{diagnostics:#}"));
///
/// let colored = Renderer::new().color(true).max_diagnostics(10).render(&diagnostics);
/// assert!(colored.contains("\u{1b}["));
/// ```
#[derive(Clone, Debug)]
pub struct Renderer {
    is_colored: bool,
    max_diagnostics: usize,
    shows_notes: bool,
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl Renderer {
    /// Returns a renderer that writes plain text, at most 50 diagnostics, and notes.
    pub const fn new() -> Self {
        Self { is_colored: false, max_diagnostics: 50, shows_notes: true }
    }

    /// Sets whether the text has escape sequences for the colors of a terminal.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.is_colored = color;
        self
    }

    /// Sets the maximum number of diagnostics that are shown. Further ones are only counted.
    #[must_use]
    pub const fn max_diagnostics(mut self, max: usize) -> Self {
        self.max_diagnostics = max;
        self
    }

    /// Sets whether notes are shown, which are for the developers of the application.
    #[must_use]
    pub const fn notes(mut self, notes: bool) -> Self {
        self.shows_notes = notes;
        self
    }

    /// Returns the text for diagnostics, with empty lines between them and without a newline at the
    /// end.
    pub fn render<'d>(&self, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> String {
        let mut painter = Painter { text: String::new(), is_colored: self.is_colored };
        let mut diagnostics = diagnostics.into_iter();
        for diagnostic in diagnostics.by_ref().take(self.max_diagnostics) {
            painter.paragraph();
            self.write(diagnostic, &mut painter);
        }
        let (mut errors, mut warnings) = (0, 0);
        for diagnostic in diagnostics {
            *(if diagnostic.severity == Severity::Error { &mut errors } else { &mut warnings }) += 1;
        }
        if errors + warnings > 0 {
            painter.paragraph();
            painter.text.push_str(&left_out(errors, warnings));
        }
        painter.text
    }

    fn write(&self, diagnostic: &Diagnostic, painter: &mut Painter) {
        let (primary, word) = match diagnostic.severity {
            Severity::Error => (ERROR, "error"),
            Severity::Warning => (WARNING, "warning"),
        };
        let excerpts = excerpts(diagnostic);
        let margin = excerpts.iter().map(Excerpt::margin).max().unwrap_or(1);
        let code = diagnostic.code().map(|code| format!("[{}]", code.as_str()));
        painter.push(primary, &format!("{word}{}", code.unwrap_or_default()));
        painter.push(EMPHASIS, &format!(": {}", Escaped(&diagnostic.summary)));
        let mut snippet = Snippet { painter, margin, primary };
        for (index, excerpt) in excerpts.iter().enumerate() {
            if index > 0 {
                snippet.separator();
            }
            let is_first = index == 0 && diagnostic.subject.is_some();
            snippet.line(if is_first { "--> " } else { "::: " }, &excerpt.location());
            snippet.underlined(excerpt);
        }
        match location(diagnostic) {
            Some(location) if excerpts.is_empty() => snippet.line("--> ", &location),
            Some(_) if !excerpts.is_empty() => snippet.separator(),
            _ => {}
        }
        snippet.message("", &diagnostic.detail);
        for help in diagnostic.help() {
            snippet.message("help: ", help);
        }
        for note in diagnostic.notes().filter(|_| self.shows_notes) {
            snippet.message("note: ", note);
        }
        if !diagnostic.path().is_empty() {
            snippet.message("", &format!("in {}", diagnostic.path()));
        }
        if let Some(excerpt) = correction(diagnostic) {
            snippet.separator();
            snippet.replaced(&excerpt);
        }
    }
}

/// Returns the line about diagnostics that are not shown.
fn left_out(errors: usize, warnings: usize) -> String {
    let count = |number: usize, what| match number {
        1 => format!("1 more {what}"),
        _ => format!("{number} more {what}s"),
    };
    let counts = match (errors, warnings) {
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!("{} and {}", count(errors, "error"), count(warnings, "warning")),
    };
    format!("{counts} not shown")
}

/// One line, `file:line:column: summary: detail`; `{:#}` is the text of a [`Renderer`].
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { f.write_str(&Renderer::new().render([self])) } else { one_line(self, f) }
    }
}

impl fmt::Debug for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_line(self, f)
    }
}

/// One diagnostic a line; `{:#}` is the text of a [`Renderer`].
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&Renderer::new().render(self));
        }
        for (index, diagnostic) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            one_line(diagnostic, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
