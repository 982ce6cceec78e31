//! Strings in other quotes than straight double quotes.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Returns the diagnostic for text in wrong quotes.
pub(super) fn wrong_string(written: &str, span: Span) -> Diagnostic {
    let wrong = |detail: String| Diagnostic::new(Code::WrongQuotes, detail).at(span);
    if let Some(inner) = written.strip_prefix("\\\"") {
        let inner = inner.strip_suffix("\\\"").unwrap_or(inner);
        let detail = "Quotes have no backslash before them in an expression, even inside of a string.";
        return wrong(detail.to_owned()).with_replacement(span, format!("\"{inner}\""));
    }
    let mut inner = written.chars();
    let (open, _) = (inner.next().unwrap_or_default(), inner.next_back());
    let name = match open {
        '\'' => "single quotes",
        '`' => "backquotes",
        _ => "typographic quotes",
    };
    wrong(format!("Text is written in straight double quotes (\"), not in {name}."))
        .with_replacement(span, in_double_quotes(inner.as_str()))
}

/// Returns the text between quotes of another form in double quotes. Its escape sequences are kept.
fn in_double_quotes(inner: &str) -> String {
    let mut quoted = String::with_capacity(inner.len() + 2);
    quoted.push('"');
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => match characters.next() {
                Some('\'') => quoted.push('\''),
                Some(escaped) => quoted.extend(['\\', escaped]),
                None => quoted.push_str("\\\\"),
            },
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns the end of text in triple quotes at the start of a text, and its diagnostic.
pub(super) fn triple_quotes(text: &str, start: usize) -> Option<(usize, Diagnostic)> {
    const MARK: &str = "\"\"\"";
    let inner = text[start..].strip_prefix(MARK)?;
    let length = inner.find(MARK)?;
    let end = start + length + 2 * MARK.len();
    let span = Span::new(start as u32, (start + MARK.len()) as u32);
    let found = Diagnostic::new(
        Code::TripleQuotes,
        "A string is in one pair of double quotes, not in triple quotes.",
    )
    .at(span);
    let found = match inner[..length].contains('\n') {
        true => found.with_help(
            "For several lines write a heredoc: \"<<EOT\", the lines, and \"EOT\" on a line of its own.",
        ),
        false => found
            .with_replacement(span, "\"")
            .with_replacement(Span::new((end - MARK.len()) as u32, end as u32), "\""),
    };
    Some((end, found))
}
