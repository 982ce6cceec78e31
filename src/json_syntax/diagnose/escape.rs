//! The text between the quotes of a string: escape sequences and control characters.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Returns the diagnostic for the first mistake in a string, if there is one.
pub(super) fn mistake(text: &str, inner: Span) -> Option<Diagnostic> {
    let end = inner.end as usize;
    let bytes = text.as_bytes();
    let mut at = inner.start as usize;
    while at < end {
        match bytes[at] {
            b'\\' => {
                let Some(selector) = text[at + 1..].chars().next() else { return Some(lone_backslash(at)) };
                let length = match selector {
                    '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => 2,
                    'u' => {
                        let digits = bytes[at + 2..]
                            .iter()
                            .take(4)
                            .take_while(|byte| byte.is_ascii_hexdigit())
                            .count();
                        if digits < 4 {
                            return Some(short_unicode(text, at, digits));
                        }
                        6
                    }
                    _ => return Some(unknown_escape(text, at, selector, end)),
                };
                at += length;
            }
            control @ 0..0x20 => return Some(control_character(control, at)),
            _ => at += 1,
        }
    }
    None
}

fn lone_backslash(at: usize) -> Diagnostic {
    let detail = "A backslash at the end of a string escapes nothing.";
    Diagnostic::new(Code::InvalidEscape, detail)
        .at(Span::new(at as u32, at as u32 + 1))
        .with_help("Write \\\\ for a backslash.")
}

fn short_unicode(text: &str, at: usize, digits: usize) -> Diagnostic {
    let span = Span::new(at as u32, (at + 2 + digits) as u32);
    let found = match digits {
        0 => "none".to_owned(),
        _ => digits.to_string(),
    };
    let detail = format!("\\u must be followed by four hexadecimal digits, but {found} was found.");
    let detail = if digits > 1 { detail.replace(" was ", " were ") } else { detail };
    let diagnostic = Diagnostic::new(Code::InvalidEscape, detail).at(span);
    if text[at + 2..].starts_with('{') {
        return diagnostic.with_help("Write \\u and four digits, without braces, or the character itself.");
    }
    if digits == 0 {
        return diagnostic.with_help("For a backslash, as in a path, write \\\\.");
    }
    let end = at + 2 + digits;
    if text[end..].starts_with(char::is_alphanumeric) {
        return diagnostic;
    }
    diagnostic.with_help(format!("Write zeros in front: \\u{:0>4}", &text[at + 2..end]))
}

fn unknown_escape(text: &str, at: usize, selector: char, end: usize) -> Diagnostic {
    let span = Span::new(at as u32, (at + 1 + selector.len_utf8()).min(end.max(at + 1)) as u32);
    let hexadecimal =
        text.get(at + 2..at + 4).filter(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()));
    let shown = if selector.is_control() { String::new() } else { format!(" \\{selector}") };
    let diagnostic =
        Diagnostic::new(Code::InvalidEscape, format!("There is no escape sequence{shown}.")).at(span);
    match (selector, hexadecimal) {
        ('\'' | '`', _) => diagnostic
            .with_help("This quote needs no backslash. For a backslash itself write \\\\.")
            .with_replacement(Span::new(span.start, span.start + 1), ""),
        ('x', Some(digits)) => diagnostic
            .with_help(format!("Write \\u00{digits}."))
            .with_replacement(Span::new(span.start, span.end + 2), format!("\\u00{digits}")),
        ('$' | '%', _) if text[at + 2..].starts_with('{') => diagnostic.with_help(format!(
            "For the text {selector}{{ write {selector}{selector}{{. For a backslash itself write \\\\."
        )),
        ('0', _) => diagnostic.with_help("Write \\u0000 for the character with the code 0."),
        ('e', _) => diagnostic.with_help("Write \\u001b for the escape character. For a backslash itself write \\\\."),
        (' ' | '\n' | '\r', _) => diagnostic.with_help("For a backslash write \\\\. A string is on one line."),
        _ => diagnostic.with_help(
            "For a backslash write \\\\. The others are \\\", \\/, \\b, \\f, \\n, \\r, \\t and \\u with four digits.",
        ),
    }
}

fn control_character(control: u8, at: usize) -> Diagnostic {
    let (name, escape) = match control {
        b'\t' => ("a tab".to_owned(), "\\t".to_owned()),
        b'\r' => ("a carriage return".to_owned(), "\\r".to_owned()),
        b'\n' => ("a line break".to_owned(), "\\n".to_owned()),
        _ => (format!("the control character U+{control:04X}"), format!("\\u{control:04x}")),
    };
    let span = Span::new(at as u32, at as u32 + 1);
    let detail = format!("A string cannot contain {name} itself. Write the escape sequence {escape}.");
    Diagnostic::new(Code::InvalidCharacter, detail).at(span).with_replacement(span, escape)
}
