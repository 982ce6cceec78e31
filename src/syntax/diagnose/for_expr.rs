//! `for` expressions, after their opening bracket.

use super::Checker;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

const SUMMARY: &str = "Invalid 'for' expression";

impl Checker<'_> {
    pub(super) fn for_expr(&mut self, open: Token) -> Span {
        self.newlines.push(false);
        let end = open.kind.opposite().unwrap_or(TokenKind::End);
        let close = match self.for_parts(open, end) {
            Some(close) => close,
            None => self.skip_past(end),
        };
        self.newlines.pop();
        open.span.to(close.span)
    }

    /// Gives the closing bracket, or what was taken for it; nothing where the rest has to be skipped.
    fn for_parts(&mut self, open: Token, end: TokenKind) -> Option<Token> {
        self.read();
        self.for_name(open, "The name of a variable is expected after 'for'.")?;
        if self.peek_kind() == TokenKind::Comma {
            self.read();
            self.for_name(
                open,
                "The name of a second variable, for the value, is expected after the comma.",
            )?;
        }
        if !self.at_keyword("in") {
            return self.for_mistake(open, "The keyword 'in' and a collection are expected after the names.");
        }
        self.read();
        self.for_operand()?;
        if self.peek_kind() != TokenKind::Colon {
            return self.for_mistake(open, "A colon is expected after the collection.");
        }
        self.read();
        let mark = self.mark();
        let first = self.expression();
        let mut value = first;
        let mut key = None;
        if self.peek_kind() == TokenKind::FatArrow {
            self.read();
            key = Some(first);
            value = self.expression();
        }
        if self.recovering_since(mark) {
            return None;
        }
        let ellipsis = (self.peek_kind() == TokenKind::Ellipsis).then(|| self.read());
        if self.at_keyword("if") {
            self.read();
            self.for_operand()?;
        }
        let close = if self.peek_kind() == end {
            self.read()
        } else {
            self.for_mistake(
                open,
                "The 'for' expression ends before this. Its closing bracket is expected here.",
            );
            self.skip_past(end)
        };
        let whole = open.span.to(close.span);
        if open.kind == TokenKind::OpenBracket {
            if let Some(key) = key {
                let detail =
                    "A tuple has no keys. Remove the key and \"=>\", or use braces to build an object.";
                self.error_within(key, whole, SUMMARY, detail);
            }
            if let Some(ellipsis) = ellipsis {
                let detail = "A tuple has no groups. Remove the \"...\", or use braces to build an object.";
                self.error_within(ellipsis.span, whole, SUMMARY, detail);
            }
        } else if key.is_none() {
            let detail =
                "An object needs a key for each value: key => value. Use square brackets to build a tuple.";
            self.error_within(value, whole, SUMMARY, detail);
        }
        Some(close)
    }

    fn for_name(&mut self, open: Token, detail: &str) -> Option<Token> {
        if self.peek_kind() == TokenKind::Identifier {
            Some(self.read())
        } else {
            self.for_mistake(open, detail)
        }
    }

    /// An expression in a `for` expression; nothing when it is so wrong that the rest has to be skipped.
    fn for_operand(&mut self) -> Option<Span> {
        let mark = self.mark();
        let span = self.expression();
        (!self.recovering_since(mark)).then_some(span)
    }

    fn for_mistake(&mut self, open: Token, detail: &str) -> Option<Token> {
        if !self.recovering {
            let next = self.peek();
            self.error_within(next.span, open.span.to(next.span), SUMMARY, detail);
        }
        None
    }
}
