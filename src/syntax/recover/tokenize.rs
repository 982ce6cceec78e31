//! The lexer with its modes (spec: lexer modes), for texts that the grammar refused. It takes any text.

use pest::unicode::{ID_CONTINUE, ID_START};

use super::token::{Kind, Token};
use crate::source::Span;

/// What the text is, which decides the first mode.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Start {
    Code,
    Template,
}

pub(super) fn tokenize(text: &str, start: Start, has_bad_utf8: bool) -> Vec<Token> {
    let modes = match start {
        Start::Code => Vec::new(),
        Start::Template => vec![Mode::File],
    };
    let last_comment_end = text.rfind("*/").unwrap_or(0);
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), modes, has_bad_utf8, last_comment_end };
    lexer.at = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    while lexer.at < text.len() {
        match lexer.modes.last() {
            None | Some(Mode::Sequence { .. }) => lexer.code(),
            Some(Mode::Quoted) => lexer.quoted(),
            Some(Mode::Heredoc { .. } | Mode::File) => lexer.lines(),
        }
    }
    let end = text.len() as u32;
    lexer.tokens.push(Token { kind: Kind::End, span: Span::at(end) });
    lexer.tokens
}

#[derive(Clone, Copy)]
enum Mode {
    /// Inside of `${ }` or `%{ }`, with how many braces are open in it.
    Sequence {
        braces: u32,
    },
    Quoted,
    Heredoc {
        marker: Span,
        at_line_start: bool,
    },
    File,
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    modes: Vec<Mode>,
    has_bad_utf8: bool,
    /// Where the last end of a comment stands: without it, every unclosed one would be looked through to the end.
    last_comment_end: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let span = Span::new(self.at as u32, (self.at + length) as u32);
        self.tokens.push(Token { kind, span });
        self.at += length;
    }

    fn invalid(&mut self) {
        let length = self.rest().chars().next().map_or(1, char::len_utf8);
        let bad = self.has_bad_utf8 && self.rest().starts_with('\u{1a}');
        self.push(if bad { Kind::BadUtf8 } else { Kind::Invalid }, length);
    }

    /// One token outside of literals.
    fn code(&mut self) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let spaces = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if spaces > 0 {
            self.at += spaces;
            return;
        }
        let first = rest.chars().next().unwrap_or_default();
        if first.is_ascii_digit() {
            return self.push(Kind::Number, number_length(bytes));
        }
        if first == '_' || ID_START(first) {
            return self.push(Kind::Identifier, identifier_length(rest));
        }
        if first == '#' || rest.starts_with("//") {
            return self.push(Kind::Comment, rest.find('\n').map_or(rest.len(), |at| at + 1));
        }
        if self.at + 2 <= self.last_comment_end
            && let Some(end) = rest.strip_prefix("/*").and_then(|inner| inner.find("*/"))
        {
            return self.push(Kind::Comment, end + 4);
        }
        if let Some((marker, length)) = self.heredoc_header() {
            self.push(Kind::OpenHeredoc, length);
            return self.modes.push(Mode::Heredoc { marker, at_line_start: true });
        }
        match bytes {
            [b'\n', ..] => self.push(Kind::Newline, 1),
            [b'\r', b'\n', ..] => self.push(Kind::Newline, 2),
            [b'"', ..] => {
                self.push(Kind::OpenQuote, 1);
                self.modes.push(Mode::Quoted);
            }
            [b'{', ..] => {
                self.push(Kind::OpenBrace, 1);
                if let Some(Mode::Sequence { braces }) = self.modes.last_mut() {
                    *braces += 1;
                }
            }
            [b'}', ..] => self.close_brace(1),
            [b'~', b'}', ..] if matches!(self.modes.last(), Some(Mode::Sequence { braces: 0 })) => {
                self.close_brace(2);
            }
            _ => match symbol(bytes) {
                Some((kind, length)) => self.push(kind, length),
                None => self.invalid(),
            },
        }
    }

    fn close_brace(&mut self, length: usize) {
        match self.modes.last_mut() {
            Some(Mode::Sequence { braces: 0 }) => {
                self.modes.pop();
                return self.push(Kind::SequenceEnd, length);
            }
            Some(Mode::Sequence { braces }) => *braces -= 1,
            _ => {}
        }
        self.push(Kind::CloseBrace, length);
    }

    /// The marker and the length of a heredoc's header, which ends with its newline.
    fn heredoc_header(&self) -> Option<(Span, usize)> {
        let inner = self.rest().strip_prefix("<<")?;
        let name = inner.strip_prefix('-').unwrap_or(inner);
        let length = identifier_length(name);
        let after = &name[length..];
        let newline = if after.starts_with('\n') {
            1
        } else if after.starts_with("\r\n") {
            2
        } else {
            return None;
        };
        if length == 0 {
            return None;
        }
        let start = self.text.len() - name.len();
        let marker = Span::new(start as u32, (start + length) as u32);
        Some((marker, start + length + newline - self.at))
    }

    /// Opens `${` or `%{`, if one is here.
    fn open_sequence(&mut self) -> bool {
        let kind = match self.rest().as_bytes() {
            [b'$', b'{', ..] => Kind::Interpolation,
            [b'%', b'{', ..] => Kind::Control,
            _ => return false,
        };
        let length = if self.rest()[2..].starts_with('~') { 3 } else { 2 };
        self.push(kind, length);
        self.modes.push(Mode::Sequence { braces: 0 });
        true
    }

    /// How long the text is up to what is not literal text; `quoted` decides about escapes and line endings.
    fn literal_length(&self, quoted: bool) -> usize {
        let bytes = self.rest().as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += match byte {
                b'$' | b'%' if bytes.get(at + 1) == Some(&byte) && bytes.get(at + 2) == Some(&b'{') => 3,
                b'$' | b'%' if bytes.get(at + 1) == Some(&b'{') => break,
                b'\n' => break,
                b'\r' if quoted || bytes.get(at + 1) != Some(&b'\n') => break,
                b'"' if quoted => break,
                0x1a if self.has_bad_utf8 => break,
                b'\\' if quoted => match self.rest()[at + 1..].chars().next() {
                    None | Some('\n' | '\r') => break,
                    Some(escaped) => 1 + escaped.len_utf8(),
                },
                _ => 1,
            };
        }
        at
    }

    /// One token between quotes.
    fn quoted(&mut self) {
        let length = self.literal_length(true);
        if length > 0 {
            return self.push(Kind::QuotedLiteral, length);
        }
        match self.rest().as_bytes() {
            [b'"', ..] => {
                self.push(Kind::CloseQuote, 1);
                self.modes.pop();
            }
            [b'\r', b'\n', ..] => self.push(Kind::QuotedNewline, 2),
            [b'\n' | b'\r', ..] => self.push(Kind::QuotedNewline, 1),
            _ if self.open_sequence() => {}
            _ => self.invalid(),
        }
    }

    /// One token of a heredoc or of a template file: literals end with their line.
    fn lines(&mut self) {
        let length = self.literal_length(false);
        let rest = self.rest();
        let newline = rest[length..].starts_with('\n');
        if let Some(Mode::Heredoc { marker, at_line_start }) = self.modes.last_mut() {
            let is_line = std::mem::replace(at_line_start, newline);
            if is_line && newline && rest[..length].trim() == &self.text[marker.range()] {
                let carriage_return = rest[..length].ends_with('\r');
                self.modes.pop();
                self.push(Kind::CloseHeredoc, length - usize::from(carriage_return));
                return self.push(Kind::Newline, 1 + usize::from(carriage_return));
            }
        }
        let length = length + usize::from(newline);
        if length > 0 {
            self.push(Kind::StringLiteral, length);
        } else if !self.open_sequence() {
            if rest.starts_with('\r') {
                // A lone carriage return ends all understanding of a template.
                self.push(Kind::Invalid, rest.len());
            } else {
                self.invalid();
            }
        }
    }
}

fn identifier_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    match characters.next() {
        Some((_, first)) if first == '_' || ID_START(first) => {}
        _ => return 0,
    }
    characters.find(|(_, next)| *next != '-' && !ID_CONTINUE(*next)).map_or(text.len(), |(at, _)| at)
}

/// Digits, points and exponents, as far as they do not end with a point: `1.2.3` is one broken number.
fn number_length(bytes: &[u8]) -> usize {
    let mut at = 1;
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

fn symbol(bytes: &[u8]) -> Option<(Kind, usize)> {
    Some(match bytes {
        [b'.', b'.', b'.', ..] => (Kind::Ellipsis, 3),
        [b'=', b'>', ..] => (Kind::FatArrow, 2),
        [b':', b':', ..] => (Kind::DoubleColon, 2),
        [b'=' | b'!' | b'<' | b'>', b'=', ..] | [b'&', b'&', ..] | [b'|', b'|', ..] => (Kind::Operator, 2),
        [b'[', ..] => (Kind::OpenBracket, 1),
        [b']', ..] => (Kind::CloseBracket, 1),
        [b'(', ..] => (Kind::OpenParen, 1),
        [b')', ..] => (Kind::CloseParen, 1),
        [b'=', ..] => (Kind::Equals, 1),
        [b',', ..] => (Kind::Comma, 1),
        [b'.', ..] => (Kind::Dot, 1),
        [b'?', ..] => (Kind::Question, 1),
        [b':', ..] => (Kind::Colon, 1),
        [b'*', ..] => (Kind::Star, 1),
        [b'-', ..] => (Kind::Minus, 1),
        [b'!', ..] => (Kind::Bang, 1),
        [b'+' | b'/' | b'%' | b'<' | b'>', ..] => (Kind::Operator, 1),
        [b'&' | b'|' | b'^' | b'~', ..] => (Kind::Bitwise, 1),
        [b'\'', ..] => (Kind::Apostrophe, 1),
        [b'`', ..] => (Kind::Backtick, 1),
        [b';', ..] => (Kind::Semicolon, 1),
        _ => return None,
    })
}
