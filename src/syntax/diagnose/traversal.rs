//! Attributes, indexes and splats, and texts that are a single traversal.

use super::expected::role;
use super::{Checker, extent, number, other_languages};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Checks the attributes, indexes and splats after a term that begins at an offset.
    pub(super) fn steps(&mut self, start: u32) {
        loop {
            let value = self.since(start);
            match self.peek_kind() {
                TokenKind::Dot => self.after_dot(value, false),
                TokenKind::OpenBracket => self.index(value),
                _ => return,
            }
        }
    }

    /// Checks the name, the number or the star after a dot. A splat cannot contain another one.
    fn after_dot(&mut self, value: Span, is_in_splat: bool) {
        let dot = self.read();
        let next = self.peek();
        match next.kind {
            TokenKind::Identifier => _ = self.read(),
            TokenKind::Number => self.legacy_index(value),
            TokenKind::Star if !is_in_splat => {
                self.read();
                while self.peek_kind() == TokenKind::Dot {
                    self.after_dot(next.span, true);
                }
            }
            _ => {
                self.push_first(self.no_attribute(value, dot, next));
                self.start_recovery();
                self.add_broken();
            }
        }
    }

    /// Returns the diagnostic for a point without a name after it.
    fn no_attribute(&self, value: Span, dot: Token, next: Token) -> Diagnostic {
        let is_number = self.slice(value).ends_with(|last: char| last.is_ascii_digit())
            && !self.slice(value).starts_with(|first: char| first.is_alphabetic());
        if next.kind == TokenKind::OpenQuote && next.span.start > dot.span.end {
            return Diagnostic::new(Code::UnsupportedOperator, "Strings are not joined by a dot.")
                .at(dot.span)
                .with_help("Join them in a template: \"${a}${b}\"");
        }
        let expected = if is_number { &other_languages::FRACTION } else { &other_languages::ATTRIBUTE_NAME };
        self.unexpected(expected, next, "")
    }

    /// Checks the number of `.0`. `.0.1` is invalid because `0.1` is one number.
    fn legacy_index(&mut self, value: Span) {
        let number = self.read();
        let text = self.slice(number.span);
        let Some((first, second)) = text.split_once('.') else {
            self.is_broken |= !self.number(number);
            return;
        };
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
        let detail = "Two indexes in a row cannot be written with dots, since they are read as one number.";
        let help = format!("Write [{first}][{second}].");
        let found = Diagnostic::new(Code::InvalidTraversal, detail).at(number.span);
        self.push(if second.contains('.') { found } else { found.with_help(help) });
        self.is_broken = true;
    }

    fn index(&mut self, value: Span) {
        let open = self.read();
        if self.peek_kind() == TokenKind::Star {
            self.read();
            let next = self.peek();
            if next.kind == TokenKind::CloseBracket {
                self.read();
            } else {
                let detail = "The closing \"]\" is expected right after the star of a splat.";
                self.report(Code::InvalidTraversal, next.span, detail);
                self.skip_past(TokenKind::CloseBracket);
            }
            return;
        }
        if !self.descend(open.span) {
            return;
        }
        if self.peek_kind() == TokenKind::CloseBracket {
            let detail = "An index is expected between the brackets.";
            let found = Diagnostic::new(Code::InvalidTraversal, detail).at(self.peek().span);
            self.push(found.with_help("Write the number of an element or a key: [0], [\"key\"]"));
            self.add_broken();
        } else if let Some(found) = self.expression_until(role::INDEX, TokenKind::CloseBracket, "") {
            let between = &self.text[value.end as usize..open.span.start as usize];
            let is_element = self.peek_kind() == TokenKind::Comma && between.contains('\n');
            // A list of lists with a missing comma between two of them.
            let detail = "A comma is expected between the elements of a list.";
            let missing = Diagnostic::new(Code::MissingSeparator, detail).at(open.span);
            self.push(if is_element { missing.with_correction(Span::at(value.end), ",") } else { found });
        }
        if self.close_past().span.is_empty() {
            self.add_broken();
        }
        self.depth -= 1;
    }

    /// Checks a text that is a single traversal up to the first mistake.
    pub(super) fn lone_traversal(&mut self, allow_splats: bool) {
        const ROOT: &str = "The name of a variable is expected first.";
        const STEP: &str = "An attribute (.name) or an index ([0], [\"key\"]) is expected here.";
        const NAME: &str =
            "The name of an attribute is expected after the dot. An index is written in brackets.";
        const KEY: &str = "The key between the brackets must be a number or a string in double quotes.";
        const CLOSE: &str = "The closing \"]\" is expected right after the key.";
        let mut expected = ROOT;
        loop {
            let token = self.peek();
            expected = match (expected, token.kind) {
                (STEP, TokenKind::End) => return,
                (ROOT | NAME, TokenKind::Identifier) | (CLOSE, TokenKind::CloseBracket) => STEP,
                (STEP, TokenKind::Dot) => NAME,
                (STEP, TokenKind::OpenBracket) => KEY,
                (KEY, TokenKind::Number) => CLOSE,
                (KEY, TokenKind::Star) if allow_splats => CLOSE,
                (KEY, TokenKind::OpenQuote) => {
                    let mark = self.failures;
                    self.string_literal("A key");
                    if self.failures > mark {
                        return;
                    }
                    expected = CLOSE;
                    continue;
                }
                (NAME | KEY, TokenKind::Star) => {
                    let detail = format!("A splat cannot be part of this. {expected}");
                    return self.report(Code::InvalidTraversal, token.span, detail);
                }
                _ => return self.report(Code::InvalidTraversal, token.span, expected),
            };
            self.read();
        }
    }
}
