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
                return self.push(found);
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
                    self.report(
                        Code::UnclosedString,
                        open.span,
                        "The closing quote of this string is missing.",
                    );
                    self.skip_past(TokenKind::CloseQuote);
                    return span;
                }
            }
        }
    }
}

/// The control characters with an escape sequence in other languages.
const CONTROLS: [(char, u32); 6] =
    [('0', 0), ('a', 0x07), ('b', 0x08), ('e', 0x1B), ('f', 0x0C), ('v', 0x0B)];

/// Returns the length of the escape sequence at the start of a part of a text, and its mistake.
pub(crate) fn escape_sequence(text: &str, part: Span, is_json: bool) -> (u32, Option<Diagnostic>) {
    let (valid, in_digits, forms) = if is_json {
        ("\"\\/bfnrt", "", "\\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t and \\uNNNN")
    } else {
        ("nrt\"\\", ", or \\U and eight", "\\n, \\r, \\t, \\\", \\\\, \\uNNNN and \\UNNNNNNNN")
    };
    let invalid = |length: usize, detail: String, help: String, correction: Option<String>| {
        let span = Span::new(part.start, part.start + length as u32);
        let mut found = Diagnostic::new(Code::InvalidEscape, detail).at(span);
        if !help.is_empty() {
            found = found.with_help(help);
        }
        if let Some(correction) = correction {
            found = found.with_replacement(span, correction);
        }
        (length as u32, Some(found))
    };
    let escapes = || format!("Write \\\\ for a backslash. The escape sequences are {forms}.");
    let literal = |mark: char| format!("For the text \"{mark}{{\" itself, write \"{mark}{mark}{{\".");
    let content = &text[part.range()];
    let Some(selector) = content[1..].chars().next() else {
        let detail = "A backslash begins an escape sequence, but nothing follows it.".to_owned();
        let is_literal = text[part.end as usize..].starts_with("${");
        return invalid(1, detail, if is_literal { literal('$') } else { escapes() }, None);
    };
    let length = 1 + selector.len_utf8();
    let digits = &content[length..];
    let code_point = |digits: &str| {
        let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).map(u32::from)?;
        match character > 0xffff {
            true => (!is_json).then(|| format!("\\U{character:08X}")),
            false => Some(format!("\\u{character:04X}")),
        }
    };
    let in_code = || format!("A character is written as \\u and four digits{in_digits}.");
    let unknown = format!("There is no escape sequence \\{selector}.");
    let wanted = match selector {
        _ if valid.contains(selector) => return (length as u32, None),
        'u' => 4,
        'U' if !is_json => 8,
        'x' if digits.len() >= 2 && digits.bytes().take(2).all(|digit| digit.is_ascii_hexdigit()) => {
            return invalid(length + 2, unknown, in_code(), code_point(&digits[..2]));
        }
        '\'' => {
            let detail = "A single quote needs no backslash in a string.".to_owned();
            return invalid(length, detail, String::new(), Some("'".to_owned()));
        }
        // `C:\bin\${name}`
        '$' | '%' if digits.starts_with('{') && !is_json && is_in_path(&text[..part.start as usize]) => {
            let help = "Write \\\\ for each backslash of a path.".to_owned();
            return invalid(length, unknown, help, Some(format!("\\\\{selector}")));
        }
        '$' | '%' if digits.starts_with('{') => {
            return invalid(length, unknown, literal(selector), Some(format!("{selector}{selector}")));
        }
        // A sign that has a meaning in patterns had its backslash for a reason: `\.`
        _ if !selector.is_alphanumeric() && !selector.is_control() && !".[](){}*+?|^-".contains(selector) => {
            let name =
                if selector == ' ' { "A space".to_owned() } else { format!("The character \"{selector}\"") };
            let help = format!("{name} needs no backslash: remove it, or write \\\\ for a backslash.");
            return invalid(length, unknown, help, Some(selector.to_string()));
        }
        _ => {
            let control = CONTROLS.iter().find(|(letter, _)| *letter == selector);
            let character = control.map(|(_, code)| format!(", or \\u{code:04X} for the control character"));
            let help = format!("Write \\\\ for a backslash{}.", character.as_deref().unwrap_or_default());
            let correction = character.is_none().then(|| format!("\\\\{selector}"));
            return invalid(length, unknown, help, correction);
        }
    };
    let in_braces = digits.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(inner, _)| inner);
    if let Some(inner) = in_braces {
        let detail = format!("The digits of \\{selector} are not in braces.");
        return invalid(length + inner.len() + 2, detail, in_code(), code_point(inner));
    }
    let have = digits.bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
    let detail = if have < wanted {
        format!("\\{selector} is followed by {wanted} hexadecimal digits, but there are {have}.")
    } else if !is_json && code_point(&digits[..wanted]).is_none() {
        format!("There is no character U+{}.", &digits[..wanted])
    } else {
        return ((length + wanted) as u32, None);
    };
    let is_short = (1..wanted).contains(&have) && !digits[have..].starts_with(char::is_alphanumeric);
    let padded = || format!("Write zeros in front: \\{selector}{:0>wanted$}", &digits[..have]);
    invalid(length + have, detail, if is_short { padded() } else { escapes() }, None)
}

/// The maximum number of characters of a string that are searched for other backslashes.
const NEAR: usize = 200;

/// Returns whether the text of a string before a backslash is that of a path with backslashes.
fn is_in_path(before: &str) -> bool {
    let inside = |(_, character): &(usize, char)| !matches!(character, '"' | '\n');
    let start = before.char_indices().rev().take(NEAR).take_while(inside).last();
    let text = start.map_or("", |(start, _)| &before[start..]);
    let is_folder =
        |part: &str| part.starts_with(|first: char| first.is_alphabetic() && !"nrt".contains(first));
    text.ends_with(|last: char| last.is_alphanumeric() || last == ':')
        && (text.contains(":\\") || text.split('\\').skip(1).any(is_folder))
}
