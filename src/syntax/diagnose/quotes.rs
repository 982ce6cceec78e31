//! Text in other quotes than one pair of straight double quotes.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Quotes of other forms, each with those that can close it. A straight quote can close a
/// typographic one, since editors often replace only one of a pair.
const PAIRS: &[(&str, &str)] = &[
    ("\'", "\'"),
    ("`", "`"),
    ("“”„‟″〝〞〟＂«»「」", "“”„‟″〝〞〟＂«»「」\""),
    ("‘’‚‛′＇‹›´", "‘’‛′＇‹›´\'"),
];

/// The maximum length of text that is searched for a closing quote. The limit bounds the time for
/// each quote.
const MAX_LENGTH: usize = 1000;

/// Returns the quotes that can close a quote of another form.
pub(crate) fn closing_quotes(open: char) -> Option<&'static str> {
    PAIRS.iter().find(|(opening, _)| opening.contains(open)).map(|(_, closing)| *closing)
}

/// Returns the name of quotes of another form.
fn name_of_quotes(open: char) -> &'static str {
    match open {
        '\'' => "single quotes",
        '`' => "backquotes",
        _ => "typographic quotes",
    }
}

/// Returns the offset of the first double quote that no backslash escapes. In `a \" b" c` it is 6.
pub(crate) fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let found = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        found
    })
}

/// Returns the length of the text in wrong quotes at the start of a text, with the quotes. Both are
/// on one line. Quotes with a backslash before them are among the wrong ones.
pub(super) fn length(text: &str) -> Option<usize> {
    let open = text.chars().next()?;
    // A Markdown code fence.
    if text.starts_with("```") {
        return None;
    }
    if open == '\\' {
        let inner = text.strip_prefix("\\\"")?;
        let length = inner.find("\\\"").filter(|length| !inner[..*length].contains('\n'))?;
        return Some(length + 4);
    }
    let closing = closing_quotes(open)?;
    let (mut is_escaped, mut is_doubled) = (false, false);
    for (offset, character) in text.char_indices().skip(1).take(MAX_LENGTH) {
        match character {
            _ if std::mem::take(&mut is_doubled) => {}
            '\n' => return None,
            // `'it''s'`, `'''a'''`
            '\'' if open == '\'' && !is_escaped && text[offset + 1..].starts_with('\'') => is_doubled = true,
            '\\' => is_escaped = !is_escaped,
            _ if closing.contains(character) && !is_escaped => return Some(offset + character.len_utf8()),
            _ => is_escaped = false,
        }
    }
    None
}

/// Returns the diagnostic for text in wrong quotes, or for a lone quote.
pub(crate) fn wrong_string(written: &str, span: Span) -> Diagnostic {
    let wrong = |detail: String| Diagnostic::new(Code::WrongQuotes, detail).at(span);
    if let Some(inner) = written.strip_prefix("\\\"") {
        let inner = inner.strip_suffix("\\\"").unwrap_or(inner);
        let detail = "Quotes have no backslash before them in an expression, even inside of a string.";
        return wrong(detail.to_owned()).with_correction(span, format!("\"{inner}\""));
    }
    let mut inner = written.chars();
    let name = name_of_quotes(inner.next().unwrap_or_default());
    let found = wrong(format!("Text is written in straight double quotes, not in {name}."));
    match inner.next_back() {
        Some(_) if inner.as_str().contains("''") => {
            let inner = inner.as_str();
            let inner = inner.strip_prefix("''").and_then(|it| it.strip_suffix("''")).unwrap_or(inner);
            found.with_replacement(span, in_double_quotes(&inner.replace("''", "'")))
        }
        Some(_) if inner.as_str().replace("\\'", "").contains('\\') => found
            .with_help("In double quotes, write \\\\ for a backslash.")
            .with_replacement(span, in_double_quotes(inner.as_str())),
        // Other languages have no templates and escape sequences in such quotes.
        Some(_) if inner.as_str().contains(['\\', '{']) => {
            found.with_replacement(span, in_double_quotes(inner.as_str()))
        }
        Some(_) => found.with_correction(span, in_double_quotes(inner.as_str())),
        None => found,
    }
}

/// Returns the text between quotes of another form in double quotes. Its escape sequences are kept,
/// and other backslashes are escaped.
fn in_double_quotes(inner: &str) -> String {
    let mut quoted = String::with_capacity(inner.len() + 2);
    quoted.push('"');
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => match characters.next() {
                Some('\'') => quoted.push('\''),
                Some(escaped @ ('"' | '\\' | 'n' | 'r' | 't' | 'u' | 'U')) => quoted.extend(['\\', escaped]),
                Some(other) => quoted.extend(['\\', '\\', other]),
                None => quoted.push_str("\\\\"),
            },
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// The help for a string of several lines.
pub(super) const HEREDOC: &str =
    "For several lines write a heredoc: \"<<EOT\", the lines, and \"EOT\" on a line of its own.";

/// Returns the end of text in triple quotes at an offset, and its diagnostic. `help` is that for
/// several lines.
pub(crate) fn triple_quotes(text: &str, start: usize, help: &'static str) -> Option<(usize, Diagnostic)> {
    let inner = text[start..].strip_prefix("\"\"\"")?;
    let length = inner.find("\"\"\"")?;
    // Quotes before the closing ones belong to the text: `"""a "b""""`.
    let length = length + inner[length + 3..].bytes().take_while(|byte| *byte == b'"').count();
    let end = start + length + 6;
    let span = Span::new(start as u32, start as u32 + 3);
    let detail = "A string is in one pair of double quotes, not in triple quotes.";
    let found = Diagnostic::new(Code::TripleQuotes, detail).at(span);
    let close = Span::new(end as u32 - 3, end as u32);
    Some((
        end,
        match inner[..length].contains('\n') {
            true => found.with_help(help),
            false if inner[..length].contains('"') => found
                .with_help("Write a backslash before a quote inside of a string: \\\"")
                .with_replacement(Span::new(start as u32, end as u32), in_double_quotes(&inner[..length])),
            false => found.with_correction(span, "\"").with_correction(close, "\""),
        },
    ))
}
