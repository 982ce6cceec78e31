//! Diagnostics as text: on one line, or with the source line and a caret under the span.

use std::fmt::{self, Display};

use unicode_segmentation::UnicodeSegmentation;

use super::{Diagnostic, Severity};
use crate::source::{Escaped, Source, Span, is_disruptive};

/// The widest piece of a source line that is shown, in characters.
const WIDTH: usize = 160;

pub(super) fn one_line(diagnostic: &Diagnostic, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(place) = place(diagnostic) {
        write!(f, "{place}: ")?;
    }
    if diagnostic.severity == Severity::Warning {
        f.write_str("warning: ")?;
    }
    Escaped(&diagnostic.summary).fmt(f)?;
    if !diagnostic.detail.is_empty() {
        f.write_str(": ")?;
        // Details may have paragraphs; a line is a line.
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
fn place(diagnostic: &Diagnostic) -> Option<String> {
    let source = diagnostic.source.as_ref()?;
    match diagnostic.subject {
        Some(subject) => Some(source.place(subject)),
        None => Some(Escaped(source.name()).to_string()).filter(|name| !name.is_empty()),
    }
}

pub(super) fn with_snippet(diagnostic: &Diagnostic, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let word = if diagnostic.severity == Severity::Warning { "warning" } else { "error" };
    write!(f, "{word}: {}", Escaped(&diagnostic.summary))?;
    if let (Some(source), Some(subject)) = (&diagnostic.source, diagnostic.subject) {
        snippet(source, subject, diagnostic.context, f)?;
    } else if let Some(place) = place(diagnostic) {
        write!(f, "\n --> {place}")?;
    }
    for line in diagnostic.detail.lines() {
        if line.is_empty() { f.write_str("\n")? } else { write!(f, "\n  {}", Escaped(line))? }
    }
    match diagnostic.path() {
        "" => Ok(()),
        path => write!(f, "\n  in field {}", Escaped(path)),
    }
}

/// Returns the first line of the context, where that is an earlier one, then the line of the
/// subject with carets.
fn snippet(source: &Source, subject: Span, context: Option<Span>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let range = source.range(subject);
    let margin = range.start.line.to_string().len();
    write!(f, "\n{:margin$}--> {}\n{:margin$} |", "", source.place(subject), "")?;
    if let Some(first) =
        context.map(|span| source.pos(span.start).line).filter(|line| *line < range.start.line)
    {
        write!(f, "\n{first:margin$} | {}", cut(source, first, 0).0)?;
        if first + 1 < range.start.line {
            write!(f, "\n{:margin$} | …", "")?;
        }
    }
    let before = range.start.column as usize - 1;
    let (shown, dropped) = cut(source, range.start.line, before);
    let end = if range.end.line == range.start.line {
        range.end.column as usize - 1
    } else {
        dropped + shown.graphemes(true).count()
    };
    let carets = end.saturating_sub(before).clamp(1, WIDTH);
    let indent: String =
        shown.graphemes(true).take(before - dropped).map(|g| if g == "\t" { '\t' } else { ' ' }).collect();
    let pad = " ".repeat((before - dropped).saturating_sub(indent.chars().count()));
    write!(f, "\n{} | {shown}\n{:margin$} | {indent}{pad}{}", range.start.line, "", "^".repeat(carets))
}

/// The number of bytes that are looked at for it, at most.
const NEAR: usize = 4096;

/// Returns a window of a long line that contains `column`, and the number of columns that were
/// dropped in front. Text far from it is not processed, since there may be many windows into one
/// long line.
fn cut(source: &Source, line: u32, column: usize) -> (String, usize) {
    let dropped = if column < WIDTH * 3 / 4 { 0 } else { column - WIDTH / 4 };
    let (line, from) = source.line_from(line, u32::try_from(dropped).unwrap_or(u32::MAX).saturating_add(1));
    let end = (line.len().min(NEAR)..line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(line.len());
    let line = line[..end].trim_start_matches('\u{feff}');
    let mut graphemes = line.graphemes(true).skip((dropped + 1).saturating_sub(from as usize));
    let mut shown: String = graphemes.by_ref().take(WIDTH).map(printable).collect();
    if graphemes.next().is_some() {
        shown.push('…');
    }
    (shown, dropped)
}

/// Returns the printed form of a grapheme. Control characters would disturb the terminal,
/// characters that change the direction of text would reorder the line, and clusters of thousands
/// of marks would fill it.
fn printable(grapheme: &str) -> &str {
    let is_plain = grapheme.len() <= 64 && !grapheme.chars().any(is_disruptive);
    if is_plain { grapheme } else { "\u{fffd}" }
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, Source, diag::Category};

    fn sample(text: &str, at: &str) -> Diagnostic {
        let start = text.find(at).expect("the subject is there") as u32;
        Diagnostic::error(
            Category::Data,
            "Unsupported argument",
            "An argument named \"x\" is not expected here.",
        )
        .at(crate::Span::new(start, start + at.len() as u32))
        .in_source(&Source::new("main.hcl", text))
    }

    #[test]
    fn one_line_has_file_line_and_column() {
        assert_eq!(
            sample("a = 1\n  color = 2\n", "color").to_string(),
            "main.hcl:2:3: Unsupported argument: An argument named \"x\" is not expected here."
        );
    }

    #[test]
    fn the_alternate_form_shows_the_line_with_carets() {
        assert_eq!(
            format!("{:#}", sample("a = 1\n\té👍🏽 = color\n", "color")),
            "error: Unsupported argument\n --> main.hcl:2:7\n  |\n2 | \té👍🏽 = color\n  | \t     ^^^^^\n  \
             An argument named \"x\" is not expected here."
        );
    }

    #[test]
    fn the_context_adds_its_first_line() {
        let text = "b \"x\" {\n  a = 1\n  c = 2\n";
        let diagnostic = sample(text, "c").within(crate::Span::new(0, text.len() as u32));
        assert_eq!(
            format!("{diagnostic:#}"),
            "error: Unsupported argument\n --> main.hcl:3:3\n  |\n1 | b \"x\" {\n  | …\n3 |   c = 2\n  |   ^\n  \
             An argument named \"x\" is not expected here."
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("a = [{} here {}]\n", "1, ".repeat(5000), "2, ".repeat(5000));
        let shown = format!("{:#}", sample(&text, "here"));
        assert!(shown.len() < 600, "{shown}");
        assert!(shown.contains("here") && shown.contains("^^^^"), "{shown}");
    }
}
