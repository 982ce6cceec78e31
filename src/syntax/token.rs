//! Tokens. There are more kinds than terminals of the grammar because diagnostics distinguish more.

use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    OpenParen,
    CloseParen,
    OpenQuote,
    CloseQuote,
    OpenHeredoc,
    CloseHeredoc,
    /// `${` or `${~`
    Interpolation,
    /// `%{` or `%{~`
    Control,
    /// The `}` or `~}` that ends a sequence.
    SequenceEnd,
    QuotedLiteral,
    StringLiteral,
    Identifier,
    Number,
    /// A comment. A line comment includes its newline.
    Comment,
    Newline,
    Equals,
    FatArrow,
    Comma,
    Dot,
    Ellipsis,
    Question,
    Colon,
    DoubleColon,
    Star,
    Minus,
    Bang,
    /// A binary operator other than `-` and `*`.
    Operator,
    /// `&`, `|`, `^`, `~`, which are not operators of the language.
    Bitwise,
    Apostrophe,
    Backtick,
    Semicolon,
    /// Text in other quotes than straight double quotes, with the quotes. The lexer has none.
    WrongString,
    /// A line ending between quotes.
    QuotedNewline,
    BadUtf8,
    Invalid,
    /// Text that was reported. It stands for an operand or a label, or makes the operand before it
    /// invalid. The lexer has none.
    Broken,
    End,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// The marks that open and close something.
const PAIRS: [(TokenKind, TokenKind); 7] = [
    (TokenKind::OpenBrace, TokenKind::CloseBrace),
    (TokenKind::OpenBracket, TokenKind::CloseBracket),
    (TokenKind::OpenParen, TokenKind::CloseParen),
    (TokenKind::OpenQuote, TokenKind::CloseQuote),
    (TokenKind::OpenHeredoc, TokenKind::CloseHeredoc),
    (TokenKind::Interpolation, TokenKind::SequenceEnd),
    (TokenKind::Control, TokenKind::SequenceEnd),
];

impl TokenKind {
    /// Returns the text of a bracket or of a closing quote.
    pub(super) fn written(self) -> &'static str {
        match self {
            Self::OpenParen => "(",
            Self::CloseParen => ")",
            Self::OpenBracket => "[",
            Self::CloseBracket => "]",
            Self::OpenBrace => "{",
            Self::CloseQuote => "\"",
            _ => "}",
        }
    }

    /// Returns the other mark of a pair of brackets. `${` and `%{` have the same closing mark.
    pub(super) fn opposite(self) -> Option<Self> {
        let (open, close) = *PAIRS.iter().find(|(open, close)| [*open, *close].contains(&self))?;
        Some(if self == open { close } else { open })
    }

    pub(crate) fn opens(self) -> bool {
        PAIRS.iter().any(|(open, _)| *open == self)
    }

    pub(crate) fn closes(self) -> bool {
        PAIRS.iter().any(|(_, close)| *close == self)
    }

    /// Returns whether it begins a template or a sequence in one.
    pub(super) fn opens_template(self) -> bool {
        matches!(self, Self::OpenQuote | Self::OpenHeredoc | Self::Interpolation | Self::Control)
    }

    /// Returns whether it ends a template or a sequence in one.
    pub(super) fn closes_template(self) -> bool {
        matches!(self, Self::CloseQuote | Self::CloseHeredoc | Self::SequenceEnd)
    }

    /// Returns whether a term can begin with it. A value can begin with a sign too.
    pub(super) fn begins_term(self) -> bool {
        matches!(
            self,
            Self::Identifier
                | Self::Number
                | Self::OpenQuote
                | Self::OpenHeredoc
                | Self::OpenParen
                | Self::OpenBracket
                | Self::OpenBrace
                | Self::Broken
        )
    }

    /// Returns whether a line that begins with it is meant to continue a value.
    pub(super) fn continues_value(self) -> bool {
        self.is_binary_operator() || matches!(self, Self::Question | Self::Colon | Self::Dot | Self::Bang)
    }

    /// Returns whether it continues text without quotes that is adjacent to it.
    pub(super) fn is_text(self) -> bool {
        matches!(
            self,
            Self::Identifier
                | Self::Number
                | Self::Dot
                | Self::Minus
                | Self::Bang
                | Self::Bitwise
                | Self::Apostrophe
                | Self::Backtick
                | Self::Broken
        )
    }

    /// Returns whether it separates elements, or the parts of one.
    pub(super) fn separates(self) -> bool {
        matches!(
            self,
            Self::Equals | Self::Comma | Self::Colon | Self::Semicolon | Self::Question | Self::FatArrow
        )
    }

    /// Returns whether no valid text contains it outside of literals.
    pub(super) fn is_invalid(self) -> bool {
        matches!(
            self,
            Self::Bitwise
                | Self::Apostrophe
                | Self::Backtick
                | Self::Semicolon
                | Self::BadUtf8
                | Self::Invalid
        )
    }

    pub(super) fn is_binary_operator(self) -> bool {
        matches!(self, Self::Operator | Self::Minus | Self::Star)
    }
}
