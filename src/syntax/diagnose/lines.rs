//! The shape of lines, from which recovery concludes where an attribute or a block begins.

use std::ops::Range;

use super::extent;
use crate::syntax::token::{Token, TokenKind};

/// The meaning that a line has if it begins an item of a body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum LineShape {
    /// `name =`
    Attribute,
    /// `name {`, `name "label" {`
    Block,
    /// `name`, `name "label"`: the header of a block without its brace.
    Header,
    /// A name before something that cannot follow a name in an expression.
    Word,
    /// Anything else.
    Other,
}

impl LineShape {
    /// Returns the shape of the line whose first token has the index.
    pub(super) fn of(text: &str, tokens: &[Token], first: usize) -> Self {
        let mut at = first;
        let mut kind_at = || loop {
            let Some(token) = tokens.get(at) else { return TokenKind::End };
            at += 1;
            if ends_line(text, *token) {
                return TokenKind::Newline;
            }
            if token.kind != TokenKind::Comment {
                return token.kind;
            }
        };
        match kind_at() {
            TokenKind::Identifier => {}
            TokenKind::OpenQuote => {
                while !matches!(kind_at(), TokenKind::CloseQuote | TokenKind::Newline | TokenKind::End) {}
                return if kind_at() == TokenKind::Equals { Self::Attribute } else { Self::Other };
            }
            // A property of JSON.
            TokenKind::StringLiteral | TokenKind::QuotedLiteral | TokenKind::Number
                if kind_at() == TokenKind::Colon =>
            {
                return Self::Attribute;
            }
            _ => return Self::Other,
        }
        let mut is_word = false;
        loop {
            match kind_at() {
                TokenKind::Equals if !is_word => return Self::Attribute,
                TokenKind::OpenBrace => return Self::Block,
                TokenKind::Newline | TokenKind::End => return Self::Header,
                TokenKind::Identifier | TokenKind::Broken => is_word = true,
                TokenKind::OpenQuote => {
                    is_word = true;
                    loop {
                        match kind_at() {
                            TokenKind::CloseQuote => break,
                            TokenKind::Newline | TokenKind::End => return Self::Word,
                            _ => {}
                        }
                    }
                }
                TokenKind::Number | TokenKind::Colon | TokenKind::OpenHeredoc => return Self::Word,
                _ => return if is_word { Self::Word } else { Self::Other },
            }
        }
    }
}

/// Returns whether a token is a newline, or a comment with one.
pub(super) fn ends_line(text: &str, token: Token) -> bool {
    match token.kind {
        TokenKind::Newline => true,
        TokenKind::Comment => text[token.span.range()].ends_with('\n'),
        _ => false,
    }
}

/// Returns whether a line of text begins an item, or closes a block, in any context.
pub(super) fn begins_item(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with('}') {
        return line.trim_start_matches(['}', ']', ')', ',', ' ']).is_empty();
    }
    let rest = &line[extent::name_length(line)..];
    if rest.len() == line.len() {
        return false;
    }
    match rest.trim_start().strip_prefix('=') {
        Some(value) => rest.starts_with([' ', '\t']) && value.starts_with([' ', '\t']),
        None => rest.strip_suffix('{').is_some_and(|labels| {
            labels.chars().all(|label| label.is_alphanumeric() || "_-\" .".contains(label))
        }),
    }
}

/// Returns the number of bytes of white space before an offset, if nothing else comes before it on
/// its line.
pub(crate) fn indentation(text: &str, offset: u32) -> Option<u32> {
    let before = &text.as_bytes()[..offset as usize];
    let spaces = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match before.len() - spaces {
        0 => Some(spaces as u32),
        start if before[start - 1] == b'\n' => Some(spaces as u32),
        3 if text.starts_with('\u{feff}') => Some(spaces as u32),
        _ => None,
    }
}

/// Returns the offset of the end of the line, before its newline.
pub(super) fn end_of_line(text: &str, offset: usize) -> usize {
    let rest = &text[offset..];
    let line = rest.find('\n').map_or(rest, |length| &rest[..length]);
    offset + line.strip_suffix('\r').unwrap_or(line).len()
}

/// Does the same. `known` is the line whose end was searched last: a line can be as long as the
/// text, so each is searched once.
pub(crate) fn end_of_known_line(known: &mut Range<usize>, text: &str, offset: usize) -> usize {
    if !(known.start <= offset && offset <= known.end) {
        *known = offset..end_of_line(text, offset);
    }
    known.end
}

/// Returns the offset of the next line, or the end of the text.
pub(super) fn next_line(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |length| offset + length + 1)
}
