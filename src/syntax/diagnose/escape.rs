//! Escape sequences, and strings without template sequences.

use super::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Reports the invalid escape sequences of a literal. Those of one string are one mistake.
    pub(super) fn escapes(&mut self, literal: Token) {
        let text = self.slice(literal.span);
        let mut at = 0;
        while let Some(found) = text[at..].find('\\') {
            at += found;
            let (length, mistake) = check(&text[at..]);
            if let Some((detail, mut help, replacement)) = mistake {
                let start = literal.span.start + at as u32;
                let span = Span::new(start, start + length as u32);
                if text.len() == at + length && self.peek_kind() == TokenKind::Interpolation {
                    help = "For the text \"${\" itself, write \"$${\".".to_owned();
                }
                let mut found = Diagnostic::new(Code::InvalidEscape, detail).at(span);
                if !help.is_empty() {
                    found = found.with_help(help);
                }
                if let Some(replacement) = replacement {
                    found = found.with_replacement(span, replacement);
                }
                return self.push(found);
            }
            at += length;
        }
    }

    /// Checks a string without interpolations and directives. `what` is its name in messages.
    pub(super) fn string_literal(&mut self, what: &str) -> Span {
        let open = self.read();
        loop {
            let token = self.read();
            let span = open.span.to(token.span);
            match token.kind {
                TokenKind::CloseQuote => return span,
                TokenKind::QuotedLiteral => self.escapes(token),
                TokenKind::Interpolation | TokenKind::Control => {
                    let mark = if token.kind == TokenKind::Interpolation { "$" } else { "%" };
                    let detail = format!("{what} is fixed text, without template sequences.");
                    let help = format!("For the text \"{mark}{{\" itself, write \"{mark}{mark}{{\".");
                    self.push(
                        Diagnostic::new(Code::TemplateNotAllowed, detail).at(token.span).with_help(help),
                    );
                    self.skip_past(TokenKind::SequenceEnd);
                }
                _ => {
                    let detail = "This string has no closing quote.";
                    self.push(Diagnostic::new(Code::UnclosedString, detail).at(open.span));
                    self.skip_past(TokenKind::CloseQuote);
                    return span;
                }
            }
        }
    }
}

const ESCAPES: &str = "Write \\\\ for a backslash. The escape sequences are \\n, \\r, \\t, \\\", \\\\, \\uNNNN and \\UNNNNNNNN.";

/// The mistake of an escape sequence: the message, the help, and the correction, if it is certain.
type Mistake = (String, String, Option<String>);

/// Returns the length of the escape sequence at the start of a text, and its mistake.
fn check(text: &str) -> (usize, Option<Mistake>) {
    let Some(selector) = text[1..].chars().next() else {
        let detail = "A backslash begins an escape sequence, but nothing follows it.".to_owned();
        return (1, Some((detail, ESCAPES.to_owned(), None)));
    };
    let length = 1 + selector.len_utf8();
    let digits = &text[length..];
    let code_point = |digits: &str| {
        let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).map(u32::from)?;
        Some(if character > 0xffff { format!("\\U{character:08X}") } else { format!("\\u{character:04X}") })
    };
    let code_point_help = || "A character is written as \\u and four digits, or \\U and eight.".to_owned();
    let unknown = format!("There is no escape sequence \\{selector}.");
    let wanted = match selector {
        'n' | 'r' | 't' | '"' | '\\' => return (length, None),
        'u' => 4,
        'U' => 8,
        'x' if digits.len() >= 2 && digits.bytes().take(2).all(|digit| digit.is_ascii_hexdigit()) => {
            return (length + 2, Some((unknown, code_point_help(), code_point(&digits[..2]))));
        }
        '\'' => {
            let detail = "A single quote needs no backslash in a string.".to_owned();
            return (length, Some((detail, String::new(), Some("'".to_owned()))));
        }
        '0' | 'a' | 'b' | 'e' | 'f' | 'v' => return (length, Some((unknown, ESCAPES.to_owned(), None))),
        '$' | '%' if digits.starts_with('{') => {
            let help = format!("For the text \"{selector}{{\" itself, write \"{selector}{selector}{{\".");
            return (length, Some((unknown, help, Some(format!("{selector}{selector}")))));
        }
        _ => {
            let help = "Write \\\\ for a backslash.".to_owned();
            return (length, Some((unknown, help, Some(format!("\\\\{selector}")))));
        }
    };
    let in_braces = digits.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(inner, _)| inner);
    if let Some(inner) = in_braces {
        let detail = format!("The digits of \\{selector} are not in braces. \\u has four, \\U has eight.");
        return (length + inner.len() + 2, Some((detail, code_point_help(), code_point(inner))));
    }
    let have = digits.bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
    let detail = if have < wanted {
        format!("\\{selector} is followed by {wanted} hexadecimal digits, but there are {have}.")
    } else if code_point(&digits[..wanted]).is_none() {
        format!("There is no character U+{}.", &digits[..wanted])
    } else {
        return (length + wanted, None);
    };
    (length + have, Some((detail, ESCAPES.to_owned(), None)))
}
