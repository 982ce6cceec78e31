//! `for` expressions.

use super::expected::{Expected, role};
use super::{Checker, other_languages};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The key, the value and the ellipsis of the result of a `for` expression.
type ForResult = (Option<Span>, Span, Option<Token>);

impl Checker<'_> {
    /// Checks a `for` expression after its opening bracket.
    pub(super) fn for_expr(&mut self, open: Token) {
        self.set_newlines(false);
        let start = self.failures;
        let end = open.kind.opposite().unwrap_or(TokenKind::End);
        let result = self.for_intro().and_then(|()| self.for_result());
        let mark = self.failures;
        let close = match &result {
            Some(_) => self.for_end(open, end),
            None => self.skip_past(end),
        };
        if let Some(result) = result.filter(|_| self.failures == start) {
            self.for_fits_brackets(open, result, close);
        }
        self.is_broken |= self.failures > mark;
    }

    /// Checks `for k, v in collection :`. Returns `None` if the rest of the expression has to be
    /// skipped.
    fn for_intro(&mut self) -> Option<()> {
        self.read();
        self.for_names(&other_languages::FOR_IN)?;
        self.expression_in(role::COLLECTION)?;
        let next = self.peek();
        if next.kind == TokenKind::Colon {
            self.read();
            return Some(());
        }
        self.push_first(self.no_end(role::COLLECTION, next, ""));
        // The result follows in most cases, even after a wrong separator.
        if matches!(next.kind, TokenKind::FatArrow | TokenKind::Equals | TokenKind::Semicolon) {
            self.read();
            return Some(());
        }
        (next.kind.begins_term() && next.kind != TokenKind::OpenBrace).then(|| self.add(TokenKind::Colon))
    }

    /// Checks `key => value... if condition`. Returns `None` if the rest has to be skipped.
    fn for_result(&mut self) -> Option<ForResult> {
        let mark = self.failures;
        let outer = std::mem::replace(&mut self.role, role::RESULT);
        let (mut key, mut value, mut ellipsis) = (None, self.expression(), None);
        if self.peek_kind() == TokenKind::FatArrow {
            self.read();
            (key, value) = (Some(value), self.expression());
        }
        if !self.recovering_since(mark) {
            ellipsis = (self.peek_kind() == TokenKind::Ellipsis).then(|| self.read());
            if self.at_keyword("if") {
                self.read();
                self.expression();
            }
        }
        self.role = outer;
        (!self.recovering_since(mark)).then_some((key, value, ellipsis))
    }

    /// Reads the closing bracket, or skips past the bracket that probably replaces it.
    fn for_end(&mut self, open: Token, end: TokenKind) -> Token {
        let next = self.peek();
        if next.kind == end {
            return self.read();
        }
        let is_object = end == TokenKind::CloseBrace;
        let found = self.no_end(role::RESULT, next, if is_object { "}" } else { "]" });
        let found = found.with_label(open.span, "the expression begins here");
        self.push_first(match next.kind {
            TokenKind::Equals | TokenKind::Colon if is_object => found.with_correction(next.span, "=>"),
            _ => found,
        });
        self.skip_past(end)
    }

    /// Checks that an object has keys, and that a tuple has neither keys nor groups.
    fn for_fits_brackets(&mut self, open: Token, (key, value, ellipsis): ForResult, close: Token) {
        let (at, detail, help) = match (open.kind, key, ellipsis) {
            (TokenKind::OpenBracket, Some(key), _) => {
                let detail = "A for expression in square brackets has no keys: it makes a tuple.";
                (key, detail, "Write braces for an object, or remove the key and \"=>\".")
            }
            (TokenKind::OpenBracket, None, Some(ellipsis)) => {
                let detail = "A for expression in square brackets has no groups.";
                (ellipsis.span, detail, "Remove the \"...\", or write braces and a key for an object.")
            }
            (TokenKind::OpenBrace, None, _) => {
                let detail = "A for expression in braces makes an object, which needs a key for each value.";
                let help = "Write key => value, or square brackets for a tuple: [for a in list : a]";
                (value, detail, help)
            }
            _ => return,
        };
        let mut found = Diagnostic::new(Code::InvalidFor, detail)
            .at(at)
            .with_label(open.span, "the expression begins here")
            .with_help(help);
        if open.kind == TokenKind::OpenBracket && key.is_some() {
            found = found.with_correction(open.span, "{").with_correction(close.span, "}");
        }
        self.push(found);
    }

    /// Checks the names of the variables and the word `in`.
    pub(super) fn for_names(&mut self, word: &Expected) -> Option<()> {
        self.for_name(word.code, "The name of a variable is expected after \"for\".")?;
        if self.peek_kind() == TokenKind::Comma {
            self.read();
            self.for_name(word.code, "The name of a second variable is expected after the comma.")?;
        }
        if !self.at_keyword("in") {
            let found = self.unexpected(word, self.peek(), "");
            let is_replaced = !found.replacements().is_empty();
            self.push_first(found);
            is_replaced.then_some(())?;
        }
        self.read();
        Some(())
    }

    fn for_name(&mut self, code: Code, detail: &'static str) -> Option<()> {
        let name = self.peek();
        if name.kind == TokenKind::Identifier {
            let is_in = self.at_keyword("in");
            self.read();
            if !is_in || self.peek_kind() == TokenKind::Comma || self.at_keyword("in") {
                return Some(());
            }
        }
        self.push_first(Diagnostic::new(code, detail).at(name.span));
        None
    }
}
