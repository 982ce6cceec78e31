//! Escape sequences in literals between quotes.

use super::Checker;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Reports the invalid escape sequences of a literal.
    pub(super) fn escapes(&mut self, literal: Token) {
        let text = self.slice(literal.span);
        let mut at = 0;
        while self.next < self.tokens.len()
            && let Some(found) = text[at..].find('\\')
        {
            at += found;
            let escape = &text[at..];
            let (length, problem) = check(escape);
            if let Some(detail) = problem {
                let start = literal.span.start + at as u32;
                self.error(Span::new(start, start + length as u32), "Invalid escape sequence", detail);
            }
            at += length;
        }
    }

    /// Checks a string without interpolations and directives. `what` is its name in messages.
    pub(super) fn string_literal(&mut self, what: &str) -> Span {
        let open = self.read();
        loop {
            let token = self.read();
            let context = open.span.to(token.span);
            match token.kind {
                TokenKind::CloseQuote => return context,
                TokenKind::QuotedLiteral => self.escapes(token),
                TokenKind::Interpolation | TokenKind::Control => {
                    let mark = if token.kind == TokenKind::Interpolation { "$" } else { "%" };
                    let detail = format!(
                        "{what} is fixed text, without template sequences. For a literal \"{mark}{{\" double its first \
                         character (\"{mark}{mark}{{\")."
                    );
                    self.error_within(token.span, context, "Invalid string literal", detail);
                    self.skip_past(TokenKind::SequenceEnd);
                }
                TokenKind::End => {
                    let detail = "The closing quote is missing before the end of the file.";
                    self.error_within(token.span, context, "Unterminated string literal", detail);
                    return context;
                }
                _ => {
                    let detail = "This is not valid in a string. The closing quote may be missing.";
                    self.error_within(token.span, context, "Invalid string literal", detail);
                    self.skip_past(TokenKind::CloseQuote);
                    return context;
                }
            }
        }
    }
}

/// Returns the length of the escape sequence at the start of a text, and why it is invalid.
fn check(escape: &str) -> (usize, Option<String>) {
    let Some(selector) = escape[1..].chars().next() else {
        let detail = "A backslash must be followed by n, r, t, u, U, a quote or another backslash. Write \\\\ for a backslash.";
        return (1, Some(detail.to_owned()));
    };
    let length = 1 + selector.len_utf8();
    let wanted = match selector {
        'n' | 'r' | 't' | '"' | '\\' => return (length, None),
        'u' => 4,
        'U' => 8,
        _ => {
            let detail = format!(
                "There is no escape sequence \\{selector}. Write \\\\ for a backslash; the others are \\n, \\r, \\t, \\\", \\uNNNN \
                 and \\UNNNNNNNN."
            );
            return (length, Some(detail));
        }
    };
    let digits = &escape[length..];
    let have = digits.bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
    if have < wanted {
        let detail =
            format!("\\{selector} must be followed by {wanted} hexadecimal digits; here are {have}.");
        return (length + have, Some(detail));
    }
    let is_character =
        u32::from_str_radix(&digits[..wanted], 16).is_ok_and(|code| char::from_u32(code).is_some());
    let problem = (!is_character).then(|| format!("There is no character U+{}.", &digits[..wanted]));
    (length + wanted, problem)
}
