//! Brackets that are written twice, and those without their other half at a place that shows it,
//! where the numbers of brackets agree with that.

use super::lone_brackets::{
    Finder, Frame, doubled_brace, doubled_brace_of_block, missing_brace_of_block, unopened, wrong_brace,
};
use super::surplus::Surplus;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Finder<'_> {
    /// Reports the second of two braces or brackets at the start of an object or an index, one of
    /// which is not closed.
    pub(super) fn is_doubled(&mut self, at: usize) -> bool {
        let [Some(before), Some(outer)] = [2, 1].map(|distance| at.checked_sub(distance)) else {
            return false;
        };
        let (span, kind) = (self.tokens[at].span, self.kind(at));
        let is_adjacent =
            |one: usize, other: usize| self.tokens[one].span.end == self.tokens[other].span.start;
        let is_block = kind == TokenKind::OpenBrace
            && self.kind(outer) == kind
            && !self.ends_line(at + 1)
            && self.is_header(self.line, outer);
        let is_doubled = self.surplus.of_kind(kind) > 0
            && self.kind(outer) == kind
            && is_adjacent(outer, at)
            && match kind {
                TokenKind::OpenBrace => {
                    use TokenKind::{Colon, Comma, Equals, OpenBracket, OpenParen, Question};
                    let is_value = [Colon, Comma, Equals, OpenBracket, OpenParen, Question];
                    is_block || is_value.contains(&self.kind(before))
                }
                TokenKind::OpenBracket => {
                    use TokenKind::{CloseBracket, CloseParen, Identifier};
                    matches!(self.kind(before), Identifier | CloseBracket | CloseParen)
                        && is_adjacent(before, outer)
                }
                _ => false,
            };
        if is_doubled {
            self.removed.push(at);
            let found = match kind {
                TokenKind::OpenBrace if is_block => doubled_brace_of_block(span),
                TokenKind::OpenBrace => doubled_brace(span),
                _ => Diagnostic::new(Code::InvalidTraversal, "An index begins with one \"[\".").at(span),
            };
            self.out.diagnostics.push(found.with_replacement(span, ""));
        }
        is_doubled
    }

    /// Reports two parentheses at the start of the arguments of a function, if one closes both.
    pub(super) fn is_doubled_call(&mut self, at: usize) -> bool {
        let [.., (TokenKind::OpenParen, outer), (TokenKind::OpenParen, inner)] = self.open[..] else {
            return false;
        };
        let is_doubled = self.kind(at) == TokenKind::CloseParen
            && self.surplus.parens > 0
            && (inner.has_comma || inner.at + 1 == at)
            && outer.at + 1 == inner.at
            && outer.at.checked_sub(1).is_some_and(|before| self.kind(before) == TokenKind::Identifier);
        if is_doubled {
            let span = self.tokens[inner.at].span;
            let detail = "The arguments of a function are in one pair of parentheses.";
            let found = Diagnostic::new(Code::UnclosedBracket, detail).at(span);
            self.out.diagnostics.push(found.with_replacement(span, ""));
            self.removed.push(inner.at);
            self.pop(self.open.len() - 2, at);
        }
        is_doubled
    }

    /// Reports the second of two equal closing brackets, if it is the only superfluous one.
    pub(super) fn is_repeated(&mut self, at: usize) -> bool {
        let kind = self.kind(at);
        let doubled = self.doubled.filter(|doubled| self.kind(*doubled) == kind);
        let is_repeated = self.surplus.of_kind(kind) == -1 && self.surplus.is_one();
        if is_repeated && let Some(at) = doubled {
            self.remove_closing(at);
        }
        is_repeated && doubled.is_some()
    }

    /// Reports a closing bracket in another one, if it is the only superfluous one: `[f(1)}]`.
    pub(super) fn is_superfluous(&mut self, at: usize, opening: TokenKind, outer: &Frame) -> bool {
        let kind = self.kind(at);
        let is_superfluous = self.surplus.of_kind(kind) == -1
            && self.surplus.is_one()
            && opening != TokenKind::OpenBrace
            && outer.line == self.line
            && [opening.opposite(), Some(TokenKind::Comma)].contains(&Some(self.kind(at + 1)));
        if is_superfluous {
            self.remove_closing(at);
        }
        is_superfluous
    }

    /// Reports the only superfluous bracket.
    fn remove_closing(&mut self, at: usize) {
        self.out.diagnostics.push(unopened(self.text, self.tokens[at].span));
        self.removed.push(at);
        self.surplus = Surplus::default();
    }

    /// Reports a parenthesis around a key that is not closed: `(a = 1`.
    pub(super) fn is_unclosed_key(&mut self, at: usize) -> bool {
        let Some((TokenKind::OpenParen, frame)) = self.open.last().copied() else { return false };
        let begins_item = frame.at.checked_sub(1).is_some_and(|before| {
            self.ends_line(before) || matches!(self.kind(before), TokenKind::OpenBrace | TokenKind::Comma)
        });
        let is_unclosed = self.kind(at) == TokenKind::Equals && self.surplus.parens > 0 && begins_item;
        if is_unclosed {
            let expected = Span::at(self.tokens[at - 1].span.end);
            let found = Diagnostic::new(Code::UnclosedBracket, "This \"(\" has no closing \")\".")
                .at(self.tokens[frame.at].span)
                .with_label(expected, "\")\" is expected here");
            self.out.diagnostics.push(found.with_replacement(expected, ")"));
            self.added.push((at, Token { kind: TokenKind::CloseParen, span: expected }));
            self.surplus.parens -= 1;
            self.open.pop();
        }
        is_unclosed
    }

    /// Reports the arguments of a function without their opening parenthesis: `f[for a in b : a])`.
    pub(super) fn is_call_without_opening(&mut self, at: usize) -> bool {
        let span = self.tokens[at].span;
        let first = (at + 1..self.tokens.len()).find(|at| !self.ends_line(*at)).unwrap_or(at);
        let is_missing = self.surplus.parens < 0
            && self.kind(at) == TokenKind::OpenBracket
            && at.checked_sub(1).is_some_and(|before| {
                self.kind(before) == TokenKind::Identifier && self.tokens[before].span.end == span.start
            })
            && self.is_for(first);
        if is_missing {
            let expected = Span::at(span.start);
            let detail = "The opening \"(\" of the arguments of the function is missing here.";
            let found = Diagnostic::new(Code::UnopenedBracket, detail).at(expected);
            self.out.diagnostics.push(found.with_replacement(expected, "("));
            self.added.push((at, Token { kind: TokenKind::OpenParen, span: expected }));
            self.surplus.parens += 1;
            self.open(TokenKind::OpenParen, at, at);
        }
        is_missing
    }

    /// Reports a closing brace at the end of the header of a block.
    pub(super) fn is_opening_brace(&mut self, at: usize, outer: TokenKind) -> bool {
        let is_header = self.surplus.braces < 0
            && self.kind(at) == TokenKind::CloseBrace
            && outer == TokenKind::OpenBrace
            && self.ends_line(at + 1)
            && self.is_header(self.line, at);
        let span = self.tokens[at].span;
        if is_header && self.surplus.braces == -1 {
            // `name }`
            if self.open.is_empty() {
                let expected = Span::at(span.start);
                let found = missing_brace_of_block(expected).with_replacement(expected, "{");
                self.out.diagnostics.push(found);
                self.added.push((at, Token { kind: TokenKind::OpenBrace, span: expected }));
                self.surplus.braces = 0;
            }
            return self.open.is_empty();
        }
        if is_header {
            self.out.diagnostics.push(wrong_brace(self.text, span).with_replacement(span, "{"));
            self.replaced.push((at, TokenKind::OpenBrace));
            self.surplus.braces += 2;
            self.open(TokenKind::OpenBrace, at, at + 1);
        }
        is_header
    }
}
