//! The lexer. It accepts any text. Specification: native syntax, "Lexical Elements" and "Template
//! Expressions".

use super::token::{Token, TokenKind};
use crate::source::{INVALID, Span};
use crate::value::{NAME_BYTES, begins_identifier, continues_identifier};

/// The kind of a text to parse.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum SourceKind {
    /// Attributes and blocks.
    Body,
    Expression,
    Template,
    /// A template that is a string of HCL JSON, where even a byte order mark is text.
    TemplateString,
}

#[derive(Clone, Copy)]
enum LexerMode {
    /// Inside `${ }` or `%{ }`, with the number of open braces in it.
    Sequence { braces: u32 },
    /// Between quotes.
    Quoted,
    /// In a heredoc, with the name in its closing marker.
    Heredoc { marker: Span, at_line_start: bool },
    /// A single template.
    File,
}

/// An iterator over the tokens of a text.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    modes: Vec<LexerMode>,
    has_bad_utf8: bool,
    /// Whether an inline comment without an end was found. Later ones have no end either, and are
    /// not searched.
    has_unclosed_comment: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, form: SourceKind, has_bad_utf8: bool) -> Self {
        let is_template = matches!(form, SourceKind::Template | SourceKind::TemplateString);
        let modes = if is_template { vec![LexerMode::File] } else { Vec::new() };
        let at = match text.strip_prefix('\u{feff}') {
            Some(rest) if form != SourceKind::TemplateString => text.len() - rest.len(),
            _ => 0,
        };
        Self { text, at, modes, has_bad_utf8, has_unclosed_comment: false }
    }

    /// Creates a lexer for the rest of a string, or of a sequence, after its opening mark.
    pub(super) fn after(text: &'t str, open: Token, has_bad_utf8: bool) -> Self {
        let mode = match open.kind {
            TokenKind::OpenQuote => LexerMode::Quoted,
            _ => LexerMode::Sequence { braces: 0 },
        };
        let at = open.span.end as usize;
        Self { text, at, modes: vec![mode], has_bad_utf8, has_unclosed_comment: false }
    }

    /// Returns the offset of the next token, or of the space before it.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the number of open strings, heredocs and sequences.
    pub(super) fn depth(&self) -> usize {
        self.modes.len()
    }

    /// Returns whether the next token is in a quoted string, outside of its sequences.
    pub(super) fn is_in_quotes(&self) -> bool {
        matches!(self.modes.last(), Some(LexerMode::Quoted))
    }

    /// Continues at an offset, after the innermost strings, heredocs and sequences were left.
    pub(super) fn resume(&mut self, offset: usize, depth: usize) {
        self.at = offset;
        self.modes.truncate(depth);
    }

    /// Returns whether the next token is outside of literals.
    pub(super) fn is_in_code(&self) -> bool {
        matches!(self.modes.last(), None | Some(LexerMode::Sequence { .. }))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Returns the bytes that come next.
    fn bytes(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn token(&mut self, kind: TokenKind, length: usize) -> Token {
        let start = self.at as u32;
        self.at += length;
        Token { kind, span: Span::new(start, self.at as u32) }
    }

    fn invalid(&mut self) -> Token {
        let length = self.rest().chars().next().map_or(1, char::len_utf8);
        let bad = self.has_bad_utf8 && self.rest().starts_with(INVALID);
        self.token(if bad { TokenKind::BadUtf8 } else { TokenKind::Invalid }, length)
    }

    /// Returns a token outside of literals.
    #[inline(always)]
    fn code(&mut self, first: u8) -> Token {
        match LEADS[usize::from(first)] {
            Lead::Name => self.token(TokenKind::Identifier, continuation_length(self.rest())),
            Lead::Digit => self.token(TokenKind::Number, number_length(self.bytes())),
            Lead::Quote => {
                self.modes.push(LexerMode::Quoted);
                self.token(TokenKind::OpenQuote, 1)
            }
            Lead::Newline => self.token(TokenKind::Newline, 1),
            Lead::Whole(kind) => self.token(kind, 1),
            Lead::Prefix(kind) if is_whole(self.bytes()) => self.token(kind, 1),
            Lead::Blank | Lead::Prefix(_) | Lead::Brace(_) | Lead::Other => self.other_code(),
        }
    }

    /// Returns a token outside of literals that is not among the frequent ones.
    #[inline(never)]
    fn other_code(&mut self) -> Token {
        match self.bytes() {
            [b'\r', b'\n', ..] => self.token(TokenKind::Newline, 2),
            [b'{', ..] => {
                if let Some(LexerMode::Sequence { braces }) = self.modes.last_mut() {
                    *braces += 1;
                }
                self.token(TokenKind::OpenBrace, 1)
            }
            [b'}', ..] => self.close_brace(1),
            [b'~', b'}', ..] if matches!(self.modes.last(), Some(LexerMode::Sequence { braces: 0 })) => {
                self.close_brace(2)
            }
            [b'#', ..] | [b'/', b'/', ..] => self.line_comment(),
            [b'/', b'*', ..] => self.inline_comment(),
            [b'<', b'<', ..] => self.open_heredoc(),
            [0x80..=0xff, ..] => match identifier_length(self.rest()) {
                0 => self.invalid(),
                length => self.token(TokenKind::Identifier, length),
            },
            _ => self.symbol(),
        }
    }

    fn symbol(&mut self) -> Token {
        match symbol(self.bytes()) {
            Some((kind, length)) => self.token(kind, length),
            None => self.invalid(),
        }
    }

    /// Returns a line comment, with its newline.
    fn line_comment(&mut self) -> Token {
        let rest = self.rest();
        self.token(TokenKind::Comment, rest.find('\n').map_or(rest.len(), |at| at + 1))
    }

    fn inline_comment(&mut self) -> Token {
        if !self.has_unclosed_comment {
            if let Some(inside) = self.rest()[2..].find("*/") {
                return self.token(TokenKind::Comment, inside + 4);
            }
            self.has_unclosed_comment = true;
        }
        self.symbol()
    }

    fn close_brace(&mut self, length: usize) -> Token {
        if let Some(LexerMode::Sequence { braces }) = self.modes.last_mut() {
            if *braces == 0 {
                self.modes.pop();
                return self.token(TokenKind::SequenceEnd, length);
            }
            *braces -= 1;
        }
        self.token(TokenKind::CloseBrace, length)
    }

    /// Returns the first line of a heredoc, with its newline, or an operator.
    fn open_heredoc(&mut self) -> Token {
        let inner = &self.rest()[2..];
        let name = inner.strip_prefix('-').unwrap_or(inner);
        let length = identifier_length(name);
        let after = &name[length..];
        let newline = match after.as_bytes() {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => 0,
        };
        if length == 0 || newline == 0 {
            return self.symbol();
        }
        let start = self.text.len() - name.len();
        let marker = Span::new(start as u32, (start + length) as u32);
        self.modes.push(LexerMode::Heredoc { marker, at_line_start: true });
        self.token(TokenKind::OpenHeredoc, start + length + newline - self.at)
    }

    /// Returns `${` or `%{`, if it comes next.
    fn open_sequence(&mut self) -> Option<Token> {
        let kind = match self.bytes() {
            [b'$', b'{', ..] => TokenKind::Interpolation,
            [b'%', b'{', ..] => TokenKind::Control,
            _ => return None,
        };
        let length = if self.bytes().get(2) == Some(&b'~') { 3 } else { 2 };
        self.modes.push(LexerMode::Sequence { braces: 0 });
        Some(self.token(kind, length))
    }

    /// Returns the length of the literal text that comes next. It ends at a sequence, a closing
    /// quote, a line ending or an invalid character.
    fn literal_length(&self, quoted: bool) -> usize {
        let bytes = self.bytes();
        let mut length = 0;
        loop {
            length += plain_length(&bytes[length..], if quoted { &IN_QUOTES } else { &IN_LINES });
            match self.special_text_length(length, quoted) {
                Some(more) => length += more,
                None => return length,
            }
        }
    }

    /// Returns the length of the text that a special byte begins, or `None` if the literal ends
    /// before it.
    fn special_text_length(&self, offset: usize, quoted: bool) -> Option<usize> {
        match &self.bytes()[offset..] {
            [first @ (b'$' | b'%'), second, b'{', ..] if first == second => Some(3),
            [b'$' | b'%', b'{', ..] => None,
            // After a single sign, a carriage return in a heredoc is valid before a line ending.
            [b'$' | b'%', b'\r', b'\r', b'\n', ..]
                if !quoted && !self.text[..self.at + offset].ends_with(['$', '%']) =>
            {
                Some(2)
            }
            [b'$' | b'%', ..] => Some(1),
            [b'\\', ..] => match self.rest()[offset + 1..].chars().next() {
                None | Some('\n' | '\r') => None,
                Some(escaped) => Some(1 + escaped.len_utf8()),
            },
            [b'\r', b'\n', ..] if !quoted => Some(1),
            // In the text of a template file, a carriage return without a newline is valid.
            [b'\r', ..] if matches!(self.modes.last(), Some(LexerMode::File)) => Some(1),
            // Invalid UTF-8 was replaced by this character.
            [0x1a, ..] if !self.has_bad_utf8 => Some(1),
            _ => None,
        }
    }

    /// Returns the span up to the closing quote, if only valid literal text comes before it.
    pub(super) fn rest_of_string(&mut self) -> Option<Span> {
        let length = self.literal_length(true) + 1;
        if self.bytes().get(length - 1) != Some(&b'"') {
            return None;
        }
        self.modes.pop();
        Some(self.token(TokenKind::CloseQuote, length).span)
    }

    /// Returns a token between quotes.
    fn quoted(&mut self, first: u8) -> Token {
        if first == b'"' {
            self.modes.pop();
            return self.token(TokenKind::CloseQuote, 1);
        }
        let length = self.literal_length(true);
        if length > 0 {
            return self.token(TokenKind::QuotedLiteral, length);
        }
        match self.bytes() {
            [b'\r', b'\n', ..] => self.token(TokenKind::QuotedNewline, 2),
            [b'\n' | b'\r', ..] => self.token(TokenKind::QuotedNewline, 1),
            _ => self.open_sequence().unwrap_or_else(|| self.invalid()),
        }
    }

    /// Returns a token of a heredoc or of a single template. Literals end with their line.
    fn lines(&mut self) -> Token {
        let length = self.literal_length(false);
        let rest = self.rest();
        let newline = rest[length..].starts_with('\n');
        if let Some(LexerMode::Heredoc { marker, at_line_start }) = self.modes.last_mut() {
            let is_line = std::mem::replace(at_line_start, newline);
            if is_line && newline && rest[..length].trim() == &self.text[marker.range()] {
                self.modes.pop();
                // The carriage return is part of the newline.
                return self
                    .token(TokenKind::CloseHeredoc, length - usize::from(rest[..length].ends_with('\r')));
            }
        }
        let length = length + usize::from(newline);
        if length > 0 {
            return self.token(TokenKind::StringLiteral, length);
        }
        match self.open_sequence() {
            Some(token) => token,
            // A lone carriage return makes the rest of a heredoc invalid.
            None if rest.starts_with('\r') => self.token(TokenKind::Invalid, rest.len()),
            None => self.invalid(),
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    // Without inlining, the call takes a fifth of the time for a token.
    #[inline(always)]
    fn next(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        match self.modes.last() {
            None | Some(LexerMode::Sequence { .. }) => {
                let mut at = self.at;
                while let Some(b' ' | b'\t') = bytes.get(at) {
                    at += 1;
                }
                self.at = at;
                bytes.get(at).map(|first| self.code(*first))
            }
            Some(LexerMode::Quoted) => bytes.get(self.at).map(|first| self.quoted(*first)),
            Some(LexerMode::Heredoc { .. } | LexerMode::File) => {
                (self.at < bytes.len()).then(|| self.lines())
            }
        }
    }
}

/// Returns the length of the text up to the first byte that can end the literal.
#[inline(always)]
pub(super) fn plain_length(bytes: &[u8], ends: &[bool; 256]) -> usize {
    bytes.iter().position(|byte| ends[usize::from(*byte)]).unwrap_or(bytes.len())
}

/// The bytes between quotes, and in other literals, that can end the literal.
pub(super) static IN_QUOTES: [bool; 256] = table(b"\"\\$%\r\n\x1a");
static IN_LINES: [bool; 256] = table(b"$%\r\n\x1a");

const fn table(members: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < members.len() {
        table[members[index] as usize] = true;
        index += 1;
    }
    table
}

/// The token that a byte outside of literals begins.
#[derive(Clone, Copy)]
pub(super) enum Lead {
    /// A space or a tab, no token.
    Blank,
    Newline,
    Name,
    Digit,
    Quote,
    /// The byte is a token.
    Whole(TokenKind),
    /// The byte is a token, or begins a longer one, see [`is_whole`].
    Prefix(TokenKind),
    /// A brace, which has another meaning in a sequence.
    Brace(TokenKind),
    Other,
}

/// The token that each byte begins. One lookup for the frequent tokens saves a tenth of a parse
/// (bench `parse_service`).
pub(super) static LEADS: [Lead; 256] = {
    let mut table = [Lead::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        let first = byte as u8;
        table[byte] = match (first, symbol(&[first])) {
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) => Lead::Name,
            (b'0'..=b'9', _) => Lead::Digit,
            (b'"', _) => Lead::Quote,
            (b' ' | b'\t', _) => Lead::Blank,
            (b'{', _) => Lead::Brace(TokenKind::OpenBrace),
            (b'}', _) => Lead::Brace(TokenKind::CloseBrace),
            (b'\n', _) => Lead::Newline,
            (b'[' | b']' | b'(' | b')' | b',' | b'?' | b'*' | b'-' | b'+', Some((kind, _))) => {
                Lead::Whole(kind)
            }
            (b'=' | b'.' | b':' | b'!', Some((kind, _))) => Lead::Prefix(kind),
            _ => Lead::Other,
        };
        byte += 1;
    }
    table
};

/// Returns whether a byte that may begin a longer token is one itself.
#[inline(always)]
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    !matches!(bytes.get(1), Some(b'.' | b':' | b'=' | b'>'))
}

/// Returns the length of the identifier at the start of a text.
fn identifier_length(text: &str) -> usize {
    let Some(first) = text.chars().next().filter(|first| begins_identifier(*first)) else { return 0 };
    first.len_utf8() + continuation_length(&text[first.len_utf8()..])
}

/// Returns the length of the rest of an identifier at the start of a text.
#[inline(always)]
fn continuation_length(text: &str) -> usize {
    name_end(text.as_bytes(), 0).unwrap_or_else(|| unicode_continuation_length(text))
}

/// Returns the end of a name whose rest begins at an offset, unless it has characters beyond ASCII.
#[inline(always)]
pub(super) fn name_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(byte) = bytes.get(at)
        && NAME_BYTES[usize::from(*byte)]
    {
        at += 1;
    }
    if let Some(0x80..) = bytes.get(at) { None } else { Some(at) }
}

#[cold]
fn unicode_continuation_length(text: &str) -> usize {
    text.find(|character| !continues_identifier(character)).unwrap_or(text.len())
}

/// Returns the length of digits, points and exponents. They do not end with a point; `1.2.3` is one
/// invalid number.
pub(super) fn number_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    loop {
        let points = bytes[at..].iter().take_while(|byte| **byte == b'.').count();
        let after = &bytes[at + points..];
        let part = match after {
            [b'0'..=b'9', ..] => 1,
            [b'e' | b'E', b'+' | b'-', b'0'..=b'9', ..] => 3,
            [b'e' | b'E', b'0'..=b'9', ..] => 2,
            _ => return at,
        };
        at += points + part;
    }
}

/// Returns the kind and the length of the sign at the start of a text.
pub(super) const fn symbol(bytes: &[u8]) -> Option<(TokenKind, usize)> {
    Some(match bytes {
        [b'.', b'.', b'.', ..] => (TokenKind::Ellipsis, 3),
        [b'=', b'>', ..] => (TokenKind::FatArrow, 2),
        [b':', b':', ..] => (TokenKind::DoubleColon, 2),
        [b'=' | b'!' | b'<' | b'>', b'=', ..] | [b'&', b'&', ..] | [b'|', b'|', ..] => {
            (TokenKind::Operator, 2)
        }
        [b'[', ..] => (TokenKind::OpenBracket, 1),
        [b']', ..] => (TokenKind::CloseBracket, 1),
        [b'(', ..] => (TokenKind::OpenParen, 1),
        [b')', ..] => (TokenKind::CloseParen, 1),
        [b'=', ..] => (TokenKind::Equals, 1),
        [b',', ..] => (TokenKind::Comma, 1),
        [b'.', ..] => (TokenKind::Dot, 1),
        [b'?', ..] => (TokenKind::Question, 1),
        [b':', ..] => (TokenKind::Colon, 1),
        [b'*', ..] => (TokenKind::Star, 1),
        [b'-', ..] => (TokenKind::Minus, 1),
        [b'!', ..] => (TokenKind::Bang, 1),
        [b'+' | b'/' | b'%' | b'<' | b'>', ..] => (TokenKind::Operator, 1),
        [b'&' | b'|' | b'^' | b'~', ..] => (TokenKind::Bitwise, 1),
        [b'\'', ..] => (TokenKind::Apostrophe, 1),
        [b'`', ..] => (TokenKind::Backtick, 1),
        [b';', ..] => (TokenKind::Semicolon, 1),
        _ => return None,
    })
}
