//! Attributes, indexes and splats, and texts that are a single traversal.

use super::expected::role;
use super::{Checker, extent, foreign, number};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    pub(super) fn steps(&mut self, from: Span) -> Span {
        let mut whole = from;
        loop {
            match self.peek_kind() {
                TokenKind::Dot => whole = whole.to(self.after_dot(whole)),
                TokenKind::OpenBracket => whole = whole.to(self.index(whole)),
                _ => return whole,
            }
        }
    }

    fn after_dot(&mut self, value: Span) -> Span {
        let dot = self.read();
        let next = self.peek();
        match next.kind {
            TokenKind::Identifier => {
                self.read();
                next.span
            }
            TokenKind::Number => {
                self.read();
                let mark = self.mark();
                self.legacy_index(value, next);
                self.torn |= self.failed_since(mark);
                next.span
            }
            TokenKind::Star => {
                self.read();
                self.attr_splat(next)
            }
            _ => {
                if !self.recovering {
                    let found = self.no_attribute(value, dot, next);
                    self.push(found);
                }
                self.start_recovery();
                self.add_broken();
                dot.span
            }
        }
    }

    /// Returns the diagnostic for a point without a name after it.
    fn no_attribute(&self, value: Span, dot: Token, next: Token) -> Diagnostic {
        let is_number = self.slice(value).ends_with(|last: char| last.is_ascii_digit())
            && !self.slice(value).starts_with(|first: char| first.is_alphabetic());
        if next.kind == TokenKind::OpenQuote && next.span.start > dot.span.end {
            return Diagnostic::new(Code::UnsupportedOperator, "Strings are not joined by a point.")
                .at(dot.span)
                .with_help("Join them in a template: \"${a}${b}\"");
        }
        let expected = if is_number { &foreign::FRACTION } else { &foreign::ATTRIBUTE_NAME };
        self.unexpected(expected, next, "")
    }

    /// Checks the number of `.0`. `.0.1` is invalid because `0.1` is one number.
    fn legacy_index(&mut self, value: Span, number: Token) {
        let text = self.slice(number.span);
        let Some((first, second)) = text.split_once('.') else { return self.legacy_number(number) };
        let start = extent::word_start(self.text, number.span.start as usize, value.start as usize);
        let is_digit = |character: char| character.is_ascii_digit();
        // `v1.2.3` is a version, `a.0.1` is not.
        let is_version = value.start as usize == start
            && self.slice(value).trim_start_matches(char::is_alphabetic).starts_with(is_digit)
            && self.slice(value).trim_matches(is_digit).len() <= 1;
        if is_version {
            let end = extent::word_end(self.text, start).max(number.span.end as usize);
            let span = Span::new(start as u32, end as u32);
            self.push(number::unquoted(self.slice(span), span));
            self.skip_text(span.end);
            return;
        }
        let detail = "Two indexes in a row cannot be written with points, since they are read as one number.";
        let plain = format!("[{first}][{second}]");
        let found = Diagnostic::new(Code::InvalidTraversal, detail).at(number.span);
        self.push(if second.contains('.') { found } else { found.with_help(format!("Write {plain}.")) });
    }

    fn legacy_number(&mut self, number: Token) {
        let text = self.slice(number.span);
        if !text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<f64>().is_err() {
            self.invalid(number.span, format!("{text:?} is not a number."));
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
                    self.legacy_index(star.span, next);
                }
                _ => {
                    if !self.recovering {
                        let found = self.unexpected(&foreign::SPLAT_NAME, next, "");
                        self.push(found);
                    }
                    self.start_recovery();
                    return last;
                }
            }
            last = next.span;
        }
        last
    }

    fn index(&mut self, value: Span) -> Span {
        let open = self.read();
        if self.peek_kind() == TokenKind::Star {
            self.read();
            let next = self.peek();
            if next.kind == TokenKind::CloseBracket {
                return self.read().span;
            }
            self.invalid(next.span, "The closing \"]\" is expected right after the star of a splat.");
            return self.skip_past(TokenKind::CloseBracket).span;
        }
        if !self.descend(open.span) {
            return open.span;
        }
        self.newlines.push(false);
        if self.peek_kind() == TokenKind::CloseBracket {
            let detail = "An index is expected between the brackets.";
            let found = Diagnostic::new(Code::InvalidTraversal, detail).at(self.peek().span);
            self.push(found.with_help("Write the number of an element or a key: [0], [\"key\"]"));
            self.add_broken();
        } else if self.expression_in(role::INDEX).is_some() && !self.recovering {
            self.end_of_index(value, open);
        }
        let close = self.close_past();
        if close.span.is_empty() {
            self.add_broken();
        }
        self.newlines.pop();
        self.ascend();
        close.span
    }

    fn end_of_index(&mut self, value: Span, open: Token) {
        let close = self.peek();
        let between = self.text.get(value.end as usize..open.span.start as usize).unwrap_or_default();
        if close.kind == TokenKind::Comma && between.contains('\n') {
            // A list of lists with a missing comma between two of them.
            let detail = "A comma is expected between the elements of a tuple.";
            let found = Diagnostic::new(Code::MissingSeparator, detail).at(open.span);
            self.push(found.with_replacement(Span::at(value.end), ","));
        } else if close.kind != TokenKind::CloseBracket {
            let found = self.no_end(role::INDEX, close, "");
            self.push(found);
        }
    }

    /// Checks a text that is a single traversal up to the first mistake.
    pub(super) fn lone_traversal(&mut self, allow_splats: bool) {
        let root = self.read();
        if root.kind != TokenKind::Identifier {
            return self.invalid(root.span, "The name of a variable is expected first.");
        }
        let mark = self.mark();
        while !self.failed_since(mark) {
            let step = self.peek();
            match step.kind {
                TokenKind::End => return,
                TokenKind::Dot => {
                    self.read();
                    let name = self.read();
                    let detail = match name.kind {
                        TokenKind::Identifier => continue,
                        TokenKind::Star => {
                            "A splat (.*) cannot be part of this. The name of an attribute is expected after the point."
                        }
                        _ => {
                            "The name of an attribute is expected after the point. An index is written in brackets."
                        }
                    };
                    self.invalid(name.span, detail);
                }
                TokenKind::OpenBracket => {
                    self.read();
                    let key = self.peek();
                    match key.kind {
                        TokenKind::OpenQuote => _ = self.string_literal("A key"),
                        TokenKind::Number => _ = self.read(),
                        TokenKind::Star if allow_splats => _ = self.read(),
                        TokenKind::Star => {
                            let detail = "A splat ([*]) cannot be part of this. A number or a string is expected as the key.";
                            return self.invalid(key.span, detail);
                        }
                        _ => {
                            let detail =
                                "The key between the brackets must be a number or a string in double quotes.";
                            return self.invalid(key.span, detail);
                        }
                    }
                    let close = self.read();
                    if close.kind != TokenKind::CloseBracket {
                        self.invalid(close.span, "The closing \"]\" is expected right after the key.");
                    }
                }
                _ => {
                    let detail = "An attribute (.name) or an index ([0], [\"key\"]) is expected here.";
                    self.invalid(step.span, detail);
                }
            }
        }
    }

    fn invalid(&mut self, span: Span, detail: impl Into<std::borrow::Cow<'static, str>>) {
        self.push(Diagnostic::new(Code::InvalidTraversal, detail).at(span));
    }
}
