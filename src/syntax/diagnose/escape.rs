//! Escape sequences, and strings without template sequences.

use super::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Reports the invalid escape sequences of a literal. Those of one string are one mistake.
    pub(super) fn escapes(&mut self, literal: Token) {
        let mut rest = literal.span;
        while let Some(found) = self.slice(rest).find('\\') {
            rest.start += found as u32;
            let (length, found) = escape_sequence(self.text, rest, false);
            rest.start += length;
            if let Some(found) = found {
                let is_literal = rest.is_empty() && self.peek_kind() == TokenKind::Interpolation;
                let plain = || {
                    Diagnostic::new(Code::InvalidEscape, found.detail().to_owned())
                        .at(found.subject().unwrap_or_default())
                };
                return self.push(if is_literal { plain().with_help(DOLLAR) } else { found });
            }
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
                    let found = Diagnostic::new(Code::TemplateNotAllowed, detail).at(token.span);
                    self.push(found.with_help(help));
                    self.skip_past(TokenKind::SequenceEnd);
                }
                _ => {
                    self.report(Code::UnclosedString, open.span, "This string has no closing quote.");
                    self.skip_past(TokenKind::CloseQuote);
                    return span;
                }
            }
        }
    }
}

const DOLLAR: &str = "For the text \"${\" itself, write \"$${\".";

/// Returns the length of the escape sequence at the start of a part of a text, and its mistake.
pub(crate) fn escape_sequence(text: &str, part: Span, is_json: bool) -> (u32, Option<Diagnostic>) {
    let (length, mistake) = mistake(&text[part.range()], is_json);
    let found = mistake.map(|(detail, help, replacement)| {
        let span = Span::new(part.start, part.start + length as u32);
        let mut found = Diagnostic::new(Code::InvalidEscape, detail).at(span);
        if !help.is_empty() {
            found = found.with_help(help);
        }
        match replacement {
            Some(replacement) => found.with_replacement(span, replacement),
            None => found,
        }
    });
    (length as u32, found)
}

/// The mistake of an escape sequence: the message, the help, and the correction, if it is certain.
type Mistake = (String, String, Option<String>);

/// Returns the length of the escape sequence at the start of a text, and its mistake.
fn mistake(text: &str, is_json: bool) -> (usize, Option<Mistake>) {
    let (valid, in_digits, forms) = if is_json {
        ("\"\\/bfnrt", "", "\\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t and \\uNNNN")
    } else {
        ("nrt\"\\", ", or \\U and eight", "\\n, \\r, \\t, \\\", \\\\, \\uNNNN and \\UNNNNNNNN")
    };
    let escapes = || format!("Write \\\\ for a backslash. The escape sequences are {forms}.");
    let Some(selector) = text[1..].chars().next() else {
        let detail = "A backslash begins an escape sequence, but nothing follows it.".to_owned();
        return (1, Some((detail, escapes(), None)));
    };
    let length = 1 + selector.len_utf8();
    let digits = &text[length..];
    let code_point = |digits: &str| {
        let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).map(u32::from)?;
        let is_long = character > 0xffff;
        (!is_long || !is_json)
            .then(|| if is_long { format!("\\U{character:08X}") } else { format!("\\u{character:04X}") })
    };
    let in_code = || format!("A character is written as \\u and four digits{in_digits}.");
    let unknown = format!("There is no escape sequence \\{selector}.");
    let wanted = match selector {
        _ if valid.contains(selector) => return (length, None),
        'u' => 4,
        'U' if !is_json => 8,
        'x' if digits.len() >= 2 && digits.bytes().take(2).all(|digit| digit.is_ascii_hexdigit()) => {
            return (length + 2, Some((unknown, in_code(), code_point(&digits[..2]))));
        }
        '\'' => {
            let detail = "A single quote needs no backslash in a string.".to_owned();
            return (length, Some((detail, String::new(), Some("'".to_owned()))));
        }
        '0' | 'a' | 'b' | 'e' | 'f' | 'v' => return (length, Some((unknown, escapes(), None))),
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
        let detail = format!("The digits of \\{selector} are not in braces.");
        return (length + inner.len() + 2, Some((detail, in_code(), code_point(inner))));
    }
    let have = digits.bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
    let detail = if have < wanted {
        format!("\\{selector} is followed by {wanted} hexadecimal digits, but there are {have}.")
    } else if !is_json && code_point(&digits[..wanted]).is_none() {
        format!("There is no character U+{}.", &digits[..wanted])
    } else {
        return (length + wanted, None);
    };
    let is_short = (1..wanted).contains(&have) && !digits[have..].starts_with(char::is_alphanumeric);
    let padded = || format!("Write zeros in front: \\{selector}{:0>wanted$}", &digits[..have]);
    (length + have, Some((detail, if is_short { padded() } else { escapes() }, None)))
}
