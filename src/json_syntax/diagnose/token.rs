//! The tokens of rejected text.

use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bracket {
    Brace,
    Square,
}

impl Bracket {
    pub(super) fn closing(self) -> &'static str {
        if self == Self::Brace { "}" } else { "]" }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Open(Bracket),
    Close(Bracket),
    Colon,
    Comma,
    /// A string, in any quotes.
    String,
    /// A number, a word, or other text without quotes.
    Bare,
    /// Characters that are not part of JSON, such as `=` and `;`.
    Symbol,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// The columns in front of the first token of a line.
    pub(super) indent: Option<u32>,
    /// The extent of a string is a guess, since one of its quotes is missing. The text after it is
    /// not reported.
    pub(super) is_guess: bool,
    /// The text does not contain it: it was added where a bracket is missing.
    pub(super) is_added: bool,
}

impl Token {
    pub(super) fn starts_line(self) -> bool {
        self.indent.is_some()
    }

    /// Returns a bracket to add at an offset.
    pub(super) fn added(kind: Kind, offset: u32) -> Self {
        Self { kind, span: Span::at(offset), indent: None, is_guess: false, is_added: true }
    }

    /// Returns whether it is a string, number or word.
    pub(super) fn is_scalar(self) -> bool {
        matches!(self.kind, Kind::String | Kind::Bare)
    }
}
