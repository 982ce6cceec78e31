//! The numbers of opening and closing brackets, which show that one is missing, superfluous or
//! another one.

use crate::syntax::token::{Token, TokenKind};

/// How many more opening than closing brackets of each kind a text has.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) struct Surplus {
    pub(super) parens: i32,
    pub(super) brackets: i32,
    pub(super) braces: i32,
}

impl Surplus {
    pub(super) fn count(tokens: &[Token]) -> Self {
        let mut surplus = Self::default();
        for token in tokens {
            match token.kind {
                TokenKind::OpenParen => surplus.parens += 1,
                TokenKind::CloseParen => surplus.parens -= 1,
                TokenKind::OpenBracket => surplus.brackets += 1,
                TokenKind::CloseBracket => surplus.brackets -= 1,
                TokenKind::OpenBrace => surplus.braces += 1,
                TokenKind::CloseBrace => surplus.braces -= 1,
                _ => {}
            }
        }
        surplus
    }

    /// Returns whether one bracket is missing or superfluous.
    pub(super) fn is_one(self) -> bool {
        self.parens.abs() + self.brackets.abs() + self.braces.abs() == 1
    }

    /// Returns the surplus of the kind of a bracket.
    pub(super) fn of_kind(self, kind: TokenKind) -> i32 {
        match kind {
            TokenKind::OpenParen | TokenKind::CloseParen => self.parens,
            TokenKind::OpenBracket | TokenKind::CloseBracket => self.brackets,
            _ => self.braces,
        }
    }

    /// Returns whether one bracket is probably written in place of another one, so that a closing
    /// one of the first kind stands where one of the second kind is missing.
    pub(super) fn is_exchanged(self, found: TokenKind, wanted: TokenKind) -> bool {
        self.of_kind(found) == -1
            && self.of_kind(wanted) == 1
            && self.parens + self.brackets + self.braces == 0
            && self.parens.abs() + self.brackets.abs() + self.braces.abs() == 2
    }
}
