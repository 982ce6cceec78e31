//! `for` expressions.

use super::Checker;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

const SUMMARY: &str = "Invalid 'for' expression";

/// The result of a `for` expression for each element.
struct ForResult {
    key: Option<Span>,
    value: Span,
    ellipsis: Option<Token>,
}

impl Checker<'_> {
    /// Checks a `for` expression after its opening bracket.
    pub(super) fn for_expr(&mut self, open: Token) -> Span {
        self.newlines.push(false);
        let end = open.kind.opposite().unwrap_or(TokenKind::End);
        let result = self.for_intro(open).and_then(|()| self.for_result());
        let close = match &result {
            Some(_) => self.for_end(open, end),
            None => self.skip_past(end),
        };
        self.newlines.pop();
        let whole = open.span.to(close.span);
        if let Some(result) = result {
            self.for_fits_brackets(open, &result, whole);
        }
        whole
    }

    /// Checks `for k, v in collection :`. Returns `None` if the rest of the expression has to be
    /// skipped.
    fn for_intro(&mut self, open: Token) -> Option<()> {
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
        self.valid_expression()?;
        if self.peek_kind() != TokenKind::Colon {
            return self.for_mistake(open, "A colon is expected after the collection.");
        }
        self.read();
        Some(())
    }

    /// Checks `key => value... if condition`. Returns `None` if the rest has to be skipped.
    fn for_result(&mut self) -> Option<ForResult> {
        let mark = self.mark();
        let mut result = ForResult { key: None, value: self.expression(), ellipsis: None };
        if self.peek_kind() == TokenKind::FatArrow {
            self.read();
            result.key = Some(result.value);
            result.value = self.expression();
        }
        if self.recovering_since(mark) {
            return None;
        }
        result.ellipsis = (self.peek_kind() == TokenKind::Ellipsis).then(|| self.read());
        if self.at_keyword("if") {
            self.read();
            self.valid_expression()?;
        }
        Some(result)
    }

    /// Reads the closing bracket, or skips past the one that is taken for it.
    fn for_end(&mut self, open: Token, end: TokenKind) -> Token {
        if self.peek_kind() == end {
            return self.read();
        }
        let detail = "The 'for' expression ends before this. Its closing bracket is expected here.";
        let _: Option<()> = self.for_mistake(open, detail);
        self.skip_past(end)
    }

    /// Checks that an object has keys, and that a tuple has neither keys nor groups.
    fn for_fits_brackets(&mut self, open: Token, result: &ForResult, whole: Span) {
        if open.kind == TokenKind::OpenBracket {
            if let Some(key) = result.key {
                let detail =
                    "A tuple has no keys. Remove the key and \"=>\", or use braces to build an object.";
                self.error_within(key, whole, SUMMARY, detail);
            }
            if let Some(ellipsis) = result.ellipsis {
                let detail = "A tuple has no groups. Remove the \"...\", or use braces to build an object.";
                self.error_within(ellipsis.span, whole, SUMMARY, detail);
            }
        } else if result.key.is_none() {
            let detail =
                "An object needs a key for each value: key => value. Use square brackets to build a tuple.";
            self.error_within(result.value, whole, SUMMARY, detail);
        }
    }

    fn for_name(&mut self, open: Token, detail: &str) -> Option<Token> {
        if self.peek_kind() == TokenKind::Identifier {
            Some(self.read())
        } else {
            self.for_mistake(open, detail)
        }
    }

    /// Reports the next token, and returns nothing.
    fn for_mistake<T>(&mut self, open: Token, detail: &str) -> Option<T> {
        if !self.recovering {
            let next = self.peek();
            self.error_within(next.span, open.span.to(next.span), SUMMARY, detail);
        }
        None
    }
}
