//! Diagnostics as text: on one line, or with the source lines and all spans underlined.

use std::fmt::{self, Display};
use std::iter;

use super::excerpt::{Excerpt, correction, excerpts};
use super::snippet::Snippet;
use super::style::{EMPHASIS, ERROR, Painter, WARNING};
use super::{Diagnostic, Diagnostics, Severity};
use crate::source::{Escaped, Span};

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
/// use serde_hcl::{diag::Renderer, parse_file};
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
    width: Option<usize>,
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl Renderer {
    /// Returns a renderer that writes plain text and at most 50 diagnostics, without notes and
    /// without a limit for the length of lines.
    pub const fn new() -> Self {
        Self { is_colored: false, max_diagnostics: 50, shows_notes: false, width: None }
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

    /// Sets the number of columns after which messages continue on the next line, such as the width
    /// of a terminal. Lines of the source and words are not divided.
    ///
    /// ```
    /// use serde_hcl::{Diagnostic, diag::{Category, Renderer}};
    ///
    /// let diagnostic = Diagnostic::error(Category::Data, "Port in use", "")
    ///     .with_help("Use port 8080 or 8081.");
    /// assert_eq!(
    ///     Renderer::new().width(24).render([&diagnostic]),
    ///     "error: Port in use\n  = help: Use port 8080\n          or 8081."
    /// );
    /// ```
    #[must_use]
    pub const fn width(mut self, columns: usize) -> Self {
        self.width = Some(columns);
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
        let word = diagnostic.severity.name();
        let primary = match diagnostic.severity {
            Severity::Error => ERROR,
            Severity::Warning => WARNING,
        };
        // Beside a label in the subject, two texts would be at one place.
        let is_in_subject = |subject: Span| {
            let mut labels = diagnostic.labels().iter().filter(|label| label.source == diagnostic.source);
            labels.any(|label| label.span.start >= subject.start && label.span.start < subject.end)
        };
        let has_text = diagnostic.source.is_some() && diagnostic.subject.is_some_and(|it| !is_in_subject(it));
        let (text, mut detail) =
            if has_text { at_caret(&diagnostic.detail) } else { (String::new(), &*diagnostic.detail) };
        let mut excerpts = excerpts(diagnostic, text);
        let margin = excerpts.iter().map(Excerpt::margin).max().unwrap_or(1);
        let columns = self.width.map_or(usize::MAX, |width| width.saturating_sub(margin + 3));
        if has_text && !excerpts.iter_mut().take(1).all(|excerpt| excerpt.fit_subject(columns)) {
            detail = &diagnostic.detail;
        }
        let code = diagnostic.rule().map(|rule| format!("[{}]", Escaped(rule)));
        painter.push(primary, &format!("{word}{}", code.unwrap_or_default()));
        painter.push(EMPHASIS, &format!(": {}", Escaped(&diagnostic.summary)));
        let mut snippet = Snippet { painter, margin, primary, width: self.width };
        for (index, excerpt) in excerpts.iter().enumerate() {
            if index > 0 {
                snippet.separator();
            }
            let is_first = index == 0 && diagnostic.subject.is_some();
            snippet.line(if is_first { "--> " } else { "::: " }, &excerpt.location());
            snippet.underlined(excerpt);
        }
        if excerpts.is_empty()
            && let Some(location) = location(diagnostic)
        {
            snippet.line("--> ", &location);
        }
        let path = Some(diagnostic.path()).filter(|path| !path.is_empty()).map(|path| format!("in {path}"));
        let help = diagnostic.help().map(|help| ("help: ", help));
        let notes = diagnostic.notes().filter(|_| self.shows_notes).map(|note| ("note: ", note));
        let messages = iter::once(("", detail)).filter(|it| !it.1.is_empty()).chain(help).chain(notes);
        for (index, (kind, text)) in messages.chain(path.iter().map(|path| ("", &**path))).enumerate() {
            if index == 0 && !excerpts.is_empty() {
                snippet.separator();
            }
            snippet.message(kind, text);
        }
        if let Some(excerpt) = correction(diagnostic).filter(|excerpt| !excerpt.spans.is_empty()) {
            let is_certain = diagnostic.is_machine_applicable();
            snippet.title(if is_certain { "fix:" } else { "possible fix:" });
            snippet.replaced(&excerpt);
        }
    }
}

/// Returns the text beside the marks of the subject, and the rest of a detail. The former is the
/// first sentence if that is short, with a suggestion after it.
fn at_caret(detail: &str) -> (String, &str) {
    const MAX: usize = 100;
    let (first, mut rest) = sentence(detail);
    if first.len() > MAX || first.contains('\n') {
        return (String::new(), detail);
    }
    let mut text = first.to_owned();
    // A word such as JSON or NaN is a name.
    let word = first.split([' ', ',']).next().unwrap_or_default();
    if word.starts_with(char::is_uppercase) && !word.chars().skip(1).any(char::is_uppercase) {
        text = first.chars().take(1).flat_map(char::to_lowercase).collect();
        text.extend(first.chars().skip(1));
    }
    let (suggestion, after) = sentence(rest);
    if suggestion.starts_with("Did you mean") && text.len() + suggestion.len() <= MAX {
        text.push_str("; d");
        text.push_str(&suggestion[1..]);
        rest = after;
    }
    (text, rest)
}

/// Returns the first sentence of a text without its period, and the text after it.
fn sentence(text: &str) -> (&str, &str) {
    let (mut is_quoted, mut before) = (false, ' ');
    for (at, letter) in text.char_indices() {
        is_quoted ^= letter == '"' && before != '\\';
        before = letter;
        let rest = &text[at + letter.len_utf8()..];
        if !is_quoted && matches!(letter, '.' | '?') && (rest.is_empty() || rest.starts_with([' ', '\n'])) {
            let end = if letter == '.' { at } else { at + 1 };
            return (&text[..end], rest.trim_start());
        }
    }
    (text, "")
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
