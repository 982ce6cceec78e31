//! Attributes, indexes and splats.

use super::{Checker, unquoted, words};
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
        let missing = |detail: &'static str| Diagnostic::new(Code::InvalidTraversal, detail).at(next.span);
        let is_number = self.slice(value).ends_with(|last: char| last.is_ascii_digit())
            && !self.slice(value).starts_with(|first: char| first.is_alphabetic());
        match next.kind {
            TokenKind::OpenQuote if next.span.start > dot.span.end => {
                Diagnostic::new(Code::UnsupportedOperator, "Strings are not joined by a point.")
                    .at(dot.span)
                    .with_help("Join them in a template: \"${a}${b}\"")
            }
            TokenKind::OpenQuote => missing("The name of an attribute after a point has no quotes.")
                .with_help("Write a name that needs quotes as an index: a[\"b c\"]"),
            TokenKind::OpenBracket => missing("An index has no point before it.")
                .with_help("Write a[0].")
                .with_replacement(dot.span, ""),
            TokenKind::OpenParen => missing("The name of an attribute is expected after a point."),
            TokenKind::Dot if is_number => missing("There are no ranges of numbers."),
            TokenKind::Dot => missing("The name of an attribute is expected between two points.")
                .with_help("Write one point before the name of an attribute."),
            TokenKind::Newline | TokenKind::End if is_number => {
                missing("Digits are expected after the point of a number.").with_replacement(dot.span, "")
            }
            _ => missing("The name of an attribute is expected after a point."),
        }
    }

    /// Checks the number of `.0`. `.0.1` is invalid because `0.1` is one number.
    fn legacy_index(&mut self, value: Span, number: Token) {
        let text = self.slice(number.span);
        let Some((first, second)) = text.split_once('.') else { return self.legacy_number(number) };
        let start = words::word_start(self.text, number.span.start as usize, value.start as usize);
        let is_digit = |character: char| character.is_ascii_digit();
        // `v1.2.3` is a version, `a.0.1` is not.
        let is_version = value.start as usize == start
            && self.slice(value).trim_start_matches(char::is_alphabetic).starts_with(is_digit)
            && self.slice(value).trim_matches(is_digit).len() <= 1;
        if is_version {
            let end = words::word_end(self.text, start).max(number.span.end as usize);
            let span = Span::new(start as u32, end as u32);
            self.push(unquoted::unquoted(self.slice(span), span));
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
            let detail = format!("{text:?} is not a number.");
            self.push(Diagnostic::new(Code::InvalidNumber, detail).at(number.span));
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
                    self.invalid_splat_attribute(next);
                    return last;
                }
            }
            last = next.span;
        }
        last
    }

    fn invalid_splat_attribute(&mut self, next: Token) {
        if !self.recovering {
            let found = if next.kind == TokenKind::Star {
                let detail = "A splat of attributes (.*) cannot contain another one.";
                Diagnostic::new(Code::InvalidTraversal, detail).with_help("Write [*] for both.")
            } else {
                Diagnostic::new(Code::InvalidTraversal, "The name of an attribute is expected after a point.")
            };
            self.push(found.at(next.span));
        }
        self.start_recovery();
    }

    fn index(&mut self, value: Span) -> Span {
        let open = self.read();
        if self.peek_kind() == TokenKind::Star {
            self.read();
            let next = self.peek();
            if next.kind == TokenKind::CloseBracket {
                return self.read().span;
            }
            return self
                .unclosed(next, "The closing \"]\" is expected right after the star of a splat.")
                .span;
        }
        if !self.descend(open.span) {
            return open.span;
        }
        self.newlines.push(false);
        let close = if self.peek_kind() == TokenKind::CloseBracket {
            let found = Diagnostic::new(Code::InvalidTraversal, "An index is expected between the brackets.");
            self.push(
                found
                    .at(self.peek().span)
                    .with_help("Write the number of an element or a key: [0], [\"key\"]"),
            );
            self.add_broken();
            self.read()
        } else if self
            .expression_before(&[TokenKind::CloseBracket, TokenKind::Comma, TokenKind::Colon])
            .is_none()
        {
            self.close_past()
        } else {
            let close = self.peek();
            let between = self.text.get(value.end as usize..open.span.start as usize);
            let begins_line = between.is_some_and(|between| between.contains('\n'));
            if close.kind == TokenKind::Comma && begins_line && !self.recovering {
                // A list of lists with a missing comma between two of them.
                let detail = "A comma is expected between the elements of a tuple.";
                let found = Diagnostic::new(Code::MissingSeparator, detail).at(open.span);
                self.push(found.with_replacement(Span::at(value.end), ","));
                self.close_past()
            } else if close.kind != TokenKind::CloseBracket && !self.recovering {
                let detail = match close.kind {
                    TokenKind::Comma => "An index is one value. Use one pair of brackets for each: a[0][1]",
                    TokenKind::Colon => {
                        "There are no slices. Use a function such as slice, if the application has one."
                    }
                    _ => "An index is one expression. The closing \"]\" is expected after it.",
                };
                self.push(Diagnostic::new(Code::InvalidTraversal, detail).at(close.span));
                self.close_past()
            } else {
                self.close_past()
            }
        };
        if close.span.is_empty() {
            self.add_broken();
        }
        self.newlines.pop();
        self.ascend();
        close.span
    }

    /// Reports a token in the place of the closing bracket of an index, and skips to the bracket.
    fn unclosed(&mut self, found: Token, detail: &'static str) -> Token {
        self.push(Diagnostic::new(Code::InvalidTraversal, detail).at(found.span));
        self.skip_past(TokenKind::CloseBracket)
    }
}
