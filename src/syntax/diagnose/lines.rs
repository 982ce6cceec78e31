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
    /// Anything else.
    Other,
}

impl LineShape {
    /// Returns the shape of the line whose first token has the index.
    pub(super) fn from_tokens(text: &str, tokens: &[Token], first: usize) -> Self {
        let line = tokens[first..].iter().take_while(|token| !ends_line(text, **token));
        let mut kinds = line.map(|token| token.kind).filter(|kind| *kind != TokenKind::Comment);
        match kinds.next() {
            Some(TokenKind::Identifier) => {}
            Some(TokenKind::OpenQuote) => {
                kinds.find(|kind| *kind == TokenKind::CloseQuote);
                return if kinds.next() == Some(TokenKind::Equals) { Self::Attribute } else { Self::Other };
            }
            // A property of JSON.
            Some(TokenKind::StringLiteral | TokenKind::QuotedLiteral | TokenKind::Number)
                if kinds.next() == Some(TokenKind::Colon) =>
            {
                return Self::Attribute;
            }
            _ => return Self::Other,
        }
        let mut is_word = false;
        loop {
            match kinds.next() {
                Some(TokenKind::Equals) if !is_word => return Self::Attribute,
                Some(TokenKind::OpenBrace) => return Self::Block,
                None => return Self::Header,
                Some(TokenKind::Identifier | TokenKind::Broken) => {}
                Some(TokenKind::OpenQuote) if kinds.any(|kind| kind == TokenKind::CloseQuote) => {}
                _ => return Self::Other,
            }
            is_word = true;
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
    let before = &text[..offset as usize];
    let line = before.trim_end_matches([' ', '\t']);
    let begins_line = line.is_empty() || line.ends_with('\n') || line == "\u{feff}";
    begins_line.then_some((before.len() - line.len()) as u32)
}

/// Returns the offset of the end of the line, before its newline.
pub(super) fn end_of_line(text: &str, offset: usize) -> usize {
    let rest = &text[offset..];
    let line = rest.find('\n').map_or(rest, |length| &rest[..length]);
    offset + line.strip_suffix('\r').unwrap_or(line).len()
}

/// Returns the end of the line like [`end_of_line`]. `known` is the line whose end was searched
/// last: a line can be as long as the text, so each is searched once.
pub(crate) fn end_of_known_line(known: &mut Range<usize>, text: &str, offset: usize) -> usize {
    if !(known.start <= offset && offset <= known.end) {
        *known = offset..end_of_line(text, offset);
    }
    known.end
}

/// Returns the end of the last line after an offset that has more indentation than its line.
pub(super) fn end_of_indented(text: &str, offset: usize) -> usize {
    let spaces = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let (indentation, mut end) = (spaces(&text[start..]), end_of_line(text, offset));
    let mut at = next_line(text, offset);
    while at < text.len() {
        let line = line_at(text, at);
        let is_blank = line.trim().is_empty();
        if !is_blank && spaces(line) <= indentation {
            break;
        } else if !is_blank {
            end = end_of_line(text, at);
        }
        at += line.len();
    }
    end
}

/// Returns the rest of the line at an offset, with its end.
pub(super) fn line_at(text: &str, offset: usize) -> &str {
    &text[offset..next_line(text, offset)]
}

/// Returns the offset of the next line, or the end of the text.
pub(super) fn next_line(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |length| offset + length + 1)
}

/// Returns the offset of the first character that is not white space in the line of an offset, or
/// the offset itself in a long line.
pub(super) fn first_in_line(text: &str, offset: usize) -> usize {
    let before = text[..offset].bytes().rev().take(MAX_LENGTH);
    let start = offset - before.take_while(|byte| *byte != b'\n').count();
    let line = text.get(start..offset).unwrap_or_default();
    offset - line.trim_start().len()
}

/// The maximum length of a line that is searched for its start.
const MAX_LENGTH: usize = 2000;
