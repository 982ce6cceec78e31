//! The text between the quotes of a string: escape sequences and control characters.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::escape_sequence;

/// Returns the diagnostic for the first mistake in a string, if there is one.
pub(super) fn mistake(text: &str, inner: Span) -> Option<Diagnostic> {
    let mut at = inner.start;
    while at < inner.end {
        let (length, found) = match text.as_bytes()[at as usize] {
            b'\\' => escape_sequence(text, Span::new(at, inner.end), true),
            control @ 0..0x20 => (1, Some(control_character(control, Span::new(at, at + 1)))),
            _ => (1, None),
        };
        if found.is_some() {
            return found;
        }
        at += length;
    }
    None
}

fn control_character(control: u8, span: Span) -> Diagnostic {
    let (name, escape) = match control {
        b'\t' => ("a tab".to_owned(), "\\t".to_owned()),
        b'\r' => ("a carriage return".to_owned(), "\\r".to_owned()),
        b'\n' => ("a line break".to_owned(), "\\n".to_owned()),
        _ => (format!("the control character U+{control:04X}"), format!("\\u{control:04x}")),
    };
    let detail = format!("A string cannot contain {name} itself. Write the escape sequence {escape}.");
    Diagnostic::new(Code::InvalidCharacter, detail).at(span).with_correction(span, escape)
}
