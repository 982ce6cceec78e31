//! A text as the grammar is to see it: one character for each token, and where that stands in the source.

use std::ops::Range;

use super::token::TokenKind;
use crate::source::Span;

// What `grammar/lexical.pest` says, once more.
const ELSE: char = 'e';
pub(super) const FOR: char = 'f';
pub(super) const ENDFOR: char = 'g';
pub(super) const ENDIF: char = 'h';
const NAME: char = 'i';
pub(super) const IF: char = 'j';
const IN: char = 'k';
const PATH: char = 'l';
const NUMBER: char = 'n';
const STRING: char = 'q';
const LITERAL: char = 't';
const FAT_ARROW: char = 'A';
const ELLIPSIS: char = 'E';
const DOUBLE_COLON: char = 'N';
const HEREDOC_START: char = '<';
const HEREDOC_END: char = '>';

/// The terminal of a name.
pub(super) fn name(name: &[u8]) -> char {
    match name {
        b"else" => ELSE,
        b"for" => FOR,
        b"endfor" => ENDFOR,
        b"endif" => ENDIF,
        b"if" => IF,
        b"in" => IN,
        _ => NAME,
    }
}

/// The terminal of a token, if it has a place in the language. Names have several: see [`name`].
pub(super) fn of(kind: TokenKind) -> Option<char> {
    Some(match kind {
        TokenKind::OpenBrace => '{',
        TokenKind::CloseBrace | TokenKind::SequenceEnd => '}',
        TokenKind::OpenBracket => '[',
        TokenKind::CloseBracket => ']',
        TokenKind::OpenParen => '(',
        TokenKind::CloseParen => ')',
        TokenKind::OpenQuote | TokenKind::CloseQuote => '"',
        TokenKind::OpenHeredoc => HEREDOC_START,
        TokenKind::CloseHeredoc => HEREDOC_END,
        TokenKind::Interpolation => '$',
        TokenKind::Control => '%',
        TokenKind::QuotedLiteral | TokenKind::StringLiteral => LITERAL,
        TokenKind::Identifier => NAME,
        TokenKind::Number => NUMBER,
        TokenKind::Newline => '\n',
        TokenKind::Equals => '=',
        TokenKind::FatArrow => FAT_ARROW,
        TokenKind::Comma => ',',
        TokenKind::Dot => '.',
        TokenKind::Ellipsis => ELLIPSIS,
        TokenKind::Question => '?',
        TokenKind::Colon => ':',
        TokenKind::DoubleColon => DOUBLE_COLON,
        TokenKind::Star => '*',
        TokenKind::Minus => '-',
        TokenKind::Bang => '!',
        TokenKind::Operator => '+',
        TokenKind::Comment
        | TokenKind::Bitwise
        | TokenKind::Apostrophe
        | TokenKind::Backtick
        | TokenKind::Semicolon
        | TokenKind::QuotedNewline
        | TokenKind::BadUtf8
        | TokenKind::Invalid
        | TokenKind::End => return None,
    })
}

/// The terminals of a text.
#[derive(Default)]
pub(super) struct Terminals {
    text: String,
    spans: Vec<Span>,
    /// Indexes between two items of the outermost body.
    cuts: Vec<usize>,
}

impl Terminals {
    /// Terminals with room for those of a text.
    pub(super) fn with_room_for(text: &str) -> Self {
        let expected = text.len() / 4;
        Self { text: String::with_capacity(expected), spans: Vec::with_capacity(expected), cuts: Vec::new() }
    }

    pub(super) fn last(&self) -> Option<char> {
        self.text.as_bytes().last().map(|last| char::from(*last))
    }

    pub(super) fn push(&mut self, terminal: char, span: Span) {
        self.text.push(terminal);
        self.spans.push(span);
    }

    /// A name, which goes on a path that it follows without a gap.
    pub(super) fn push_name(&mut self, letter: char, span: Span) {
        if let [.., b'e'..=b'l', b'.'] = self.text.as_bytes()
            && let [.., path, point] = self.spans.as_mut_slice()
            && path.end == point.start
            && point.end == span.start
        {
            path.end = span.end;
            self.spans.pop();
            self.text.truncate(self.text.len() - 2);
            self.text.push(PATH);
        } else {
            self.push(letter, span);
        }
    }

    /// Literal text, which goes on the one before it.
    pub(super) fn push_literal(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if self.text.ends_with(LITERAL) => last.end = span.end,
            _ => self.push(LITERAL, span),
        }
    }

    /// A quoted template without sequences.
    pub(super) fn push_string(&mut self, span: Span) {
        self.push(STRING, span);
    }

    /// Remembers that the text can be cut here, once so much came since it could be cut last.
    pub(super) fn cut(&mut self, at_least: usize) {
        if self.text.len() - self.cuts.last().unwrap_or(&0) >= at_least {
            self.cuts.push(self.text.len());
        }
    }

    /// Pieces of the terminals, each of which holds whole attributes and blocks.
    pub(super) fn chunks(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = [0].into_iter().chain(self.cuts.iter().copied());
        starts.zip(self.cuts.iter().copied().chain([self.text.len()])).map(|(start, end)| start..end)
    }

    /// The text for the grammar.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where the terminals stand in the source.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }
}
