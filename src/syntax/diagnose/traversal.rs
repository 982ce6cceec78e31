//! Attributes, indexes and splats.

use super::Checker;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    pub(super) fn steps(&mut self, from: Span) -> Span {
        let mut whole = from;
        loop {
            match self.peek_kind() {
                TokenKind::Dot => whole = whole.to(self.after_dot()),
                TokenKind::OpenBracket => whole = whole.to(self.index()),
                _ => return whole,
            }
        }
    }

    fn after_dot(&mut self) -> Span {
        let dot = self.read();
        let next = self.peek();
        match next.kind {
            TokenKind::Identifier => {
                self.read();
                next.span
            }
            TokenKind::Number => {
                self.read();
                self.legacy_index(next, next);
                next.span
            }
            TokenKind::Star => {
                self.read();
                self.attr_splat(next)
            }
            _ => {
                self.error(next.span, "Invalid attribute name", self.no_attribute(next));
                self.start_recovery();
                dot.span
            }
        }
    }

    fn no_attribute(&self, next: Token) -> String {
        match next.kind {
            TokenKind::OpenBracket => "The name of an attribute is expected after the point. An index in brackets has none before it.".to_owned(),
            _ => "The name of an attribute is expected after the point.".to_owned(),
        }
    }

    /// Checks the number of `.0`. `.0.1` is invalid because `0.1` is one number.
    fn legacy_index(&mut self, number: Token, subject: Token) {
        let text = self.slice(number.span);
        match text.split_once('.') {
            Some((first, second)) => {
                let detail =
                    format!("Two indexes in a row cannot be written with points. Write [{first}][{second}].");
                self.error(subject.span, "Invalid legacy index syntax", detail);
            }
            None => self.legacy_number(number),
        }
    }

    fn legacy_number(&mut self, number: Token) {
        let text = self.slice(number.span);
        if !text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<f64>().is_err() {
            let detail = format!("{text:?} is not a number.");
            self.error(number.span, "Invalid number literal", detail);
        } else {
            self.number_limits(number);
        }
    }

    /// Checks the attributes after `.*`.
    fn attr_splat(&mut self, star: Token) -> Span {
        let mut last = star.span;
        while self.peek_kind() == TokenKind::Dot {
            self.read();
            let next = self.peek();
            match next.kind {
                TokenKind::Identifier => _ = self.read(),
                TokenKind::Number => {
                    self.read();
                    self.legacy_index(next, star);
                }
                _ => {
                    self.invalid_splat_attribute(star, next);
                    return last;
                }
            }
            last = next.span;
        }
        last
    }

    fn invalid_splat_attribute(&mut self, star: Token, next: Token) {
        if !self.recovering && next.kind == TokenKind::Star {
            let detail = "A splat (*) cannot follow in an attribute-only splat. Write [*] for both.";
            self.error(next.span, "Nested splat expression not allowed", detail);
        } else if !self.recovering {
            self.error(star.span, "Invalid attribute name", self.no_attribute(next));
        }
        self.start_recovery();
    }

    fn index(&mut self) -> Span {
        let open = self.read();
        if self.peek_kind() == TokenKind::Star {
            self.read();
            let close = self.read();
            if close.kind != TokenKind::CloseBracket && !self.recovering {
                let detail = "The closing \"]\" is expected right after the star of a splat.";
                return self.unclosed("Missing close bracket on splat index", detail).span;
            }
            return close.span;
        }
        if !self.descend(open.span) {
            return open.span;
        }
        self.newlines.push(false);
        let close = if self.valid_expression().is_none() {
            self.skip_past(TokenKind::CloseBracket)
        } else {
            let close = self.read();
            if close.kind != TokenKind::CloseBracket && !self.recovering {
                let detail = "An index is one expression. The closing \"]\" is expected right after it.";
                self.unclosed("Missing close bracket on index", detail)
            } else {
                close
            }
        };
        self.newlines.pop();
        self.ascend();
        close.span
    }

    /// Skips to the closing bracket, and reports an error at it or at the end of the text.
    fn unclosed(&mut self, summary: &'static str, detail: &str) -> Token {
        let close = self.skip_past(TokenKind::CloseBracket);
        self.error(close.span, summary, detail);
        close
    }
}
