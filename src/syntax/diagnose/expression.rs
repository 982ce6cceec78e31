//! Expressions.

use super::expected::role;
use super::{Checker, extent, number, other_languages};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::value::{Number, NumberError};

impl Checker<'_> {
    /// Checks an expression, and returns its span. After a mistake, the next token is not in its
    /// brackets.
    pub(super) fn expression(&mut self) -> Span {
        let (level, mark, start) = (self.level(), self.out.len(), self.peek().span.start);
        let outer = std::mem::take(&mut self.is_broken);
        self.conditionals();
        self.leave(level);
        if self.is_broken {
            self.patch(mark, start);
        }
        self.is_broken = outer;
        self.since(start)
    }

    /// Returns the span from an offset to the last token that was read or skipped.
    pub(super) fn since(&self, start: u32) -> Span {
        Span::new(start, self.previous().end.max(start))
    }

    /// Checks operations and conditionals. The loop continues with the last result of a
    /// conditional.
    fn conditionals(&mut self) {
        loop {
            let mark = self.failures;
            self.operation();
            if self.recovering_since(mark) || self.peek_kind() != TokenKind::Question {
                return;
            }
            let question = self.read();
            if !self.descend(question.span) {
                return;
            }
            let result = self.valid_expression();
            self.depth -= 1;
            let colon = self.peek();
            let is_line_end = colon.kind == TokenKind::Newline;
            if result.is_some() {
                if colon.kind == TokenKind::Colon {
                    self.read();
                    continue;
                }
                let at = if is_line_end { Span::at(colon.span.start) } else { colon.span };
                let found = self.no_end(role::BRANCH, colon, "").at(at);
                self.push(found.with_label(question.span, "the conditional is here"));
                self.recovering |= !is_line_end && colon.kind != TokenKind::End;
            }
            self.add(TokenKind::Colon);
            return self.add_broken();
        }
    }

    /// Checks an expression. Returns nothing if tokens may have been skipped because of a mistake
    /// in it.
    pub(super) fn valid_expression(&mut self) -> Option<Span> {
        let mark = self.failures;
        let span = self.expression();
        (!self.recovering_since(mark)).then_some(span)
    }

    /// Checks operands with binary operators between them.
    fn operation(&mut self) {
        let start = self.peek().span.start;
        loop {
            let mark = self.failures;
            self.operand();
            if self.recovering_since(mark) {
                return;
            }
            if self.foreign_operator(start) {
                self.is_broken = true;
                let next = self.peek_kind();
                if !matches!(next, TokenKind::Minus | TokenKind::Bang) && !next.begins_term() {
                    return;
                }
            } else if self.peek_kind().is_binary_operator() {
                self.read();
            } else {
                return;
            }
        }
    }

    /// Reports an operator of another language after an operand, and reads it. Returns whether
    /// there was one.
    fn foreign_operator(&mut self, start: u32) -> bool {
        let next = self.peek();
        let may_be_foreign = match next.kind {
            TokenKind::Identifier => {
                let after = extent::rest_of_line(self.text, next.span.end as usize);
                !extent::is_rest_of_item(after) && !self.is_prose(start)
            }
            // `${name^^}`
            TokenKind::Bitwise => self.role != role::INTERPOLATION || self.previous().end < next.span.start,
            // `${name%%.*}`
            TokenKind::Operator if self.role == role::INTERPOLATION => {
                let start = next.span.start as usize;
                self.previous().end < next.span.start || !self.text[start..].starts_with("%%")
            }
            TokenKind::Question | TokenKind::Equals | TokenKind::Colon | TokenKind::Bang => true,
            kind => kind.is_binary_operator(),
        };
        // A sign of the length of its token is an operator.
        let is_word = matches!(next.kind, TokenKind::Identifier | TokenKind::Bitwise);
        let found = self.recognize(&other_languages::OPERATOR, next, "").filter(|_| may_be_foreign);
        let span = found.as_ref().and_then(Diagnostic::span).unwrap_or_default();
        let Some(found) = found.filter(|_| is_word || span != next.span) else { return false };
        self.skip_text(span.end);
        self.push(found);
        true
    }

    /// Reports `not` before an operand. Returns whether the word is `not`.
    fn foreign_negation(&mut self, word: Token) -> bool {
        let next = self.peek();
        // A call or an index of something called "not" is valid.
        let is_valid = matches!(next.kind, TokenKind::OpenParen | TokenKind::OpenBracket);
        if self.slice(word.span) != "not" || !next.kind.begins_term() || is_valid {
            return false;
        }
        let found = self.unexpected(&other_languages::NEGATION, word, "");
        let span = Span::new(word.span.start, next.span.start);
        self.push(if self.is_single_operand() { found.with_replacement(span, "!") } else { found });
        true
    }

    /// Returns whether the next operand is not that of an operator that binds more closely than the
    /// negation of other languages.
    fn is_single_operand(&self) -> bool {
        let mut at = self.next;
        while let Some(token) = self.tokens.get(at) {
            at = match token.kind {
                TokenKind::Identifier | TokenKind::Number | TokenKind::Dot => at + 1,
                kind if kind.opens() => self.pairs[at] as usize + 1,
                TokenKind::Operator => return matches!(self.slice(token.span), "&&" | "||"),
                kind => return !kind.is_binary_operator(),
            };
            let word = self.tokens.get(at).filter(|next| next.kind == TokenKind::Identifier);
            if word.is_some_and(|word| token.kind != TokenKind::Dot && word.span.start > token.span.end) {
                return false;
            }
        }
        true
    }

    /// Checks signs, a term, and the attributes, indexes and splats after it.
    fn operand(&mut self) {
        while matches!(self.peek_kind(), TokenKind::Minus | TokenKind::Bang) {
            self.read();
        }
        let start = self.peek().span.start;
        self.term();
        self.steps(start);
    }

    pub(super) fn term(&mut self) {
        let start = self.peek();
        match start.kind {
            TokenKind::OpenParen => self.bracketed(start, Self::parentheses),
            TokenKind::OpenBracket => self.bracketed(start, Self::tuple),
            TokenKind::OpenBrace => self.bracketed(start, Self::object),
            TokenKind::OpenQuote | TokenKind::OpenHeredoc => self.bracketed(start, Self::string),
            TokenKind::Broken => _ = self.read(),
            TokenKind::Number => {
                self.read();
                if !self.number(start) {
                    self.patch(self.out.len() - 1, start.span.start);
                }
            }
            TokenKind::Identifier => {
                self.read();
                if self.foreign_negation(start) {
                    self.is_broken = true;
                    self.term();
                } else if matches!(self.peek_kind(), TokenKind::OpenParen | TokenKind::DoubleColon) {
                    self.bracketed(start, Self::function_call);
                }
            }
            _ if self.no_value(start) => {}
            _ => {
                self.start_recovery();
                self.add_broken();
            }
        }
    }

    fn string(&mut self, open: Token) {
        self.read();
        self.template(open.kind.opposite().unwrap_or(TokenKind::End));
    }

    /// Checks the content of brackets, one nesting level deeper.
    fn bracketed(&mut self, open: Token, check: fn(&mut Self, Token)) {
        if !self.descend(open.span) {
            return;
        }
        let level = self.level();
        // The opening token may already be in the output.
        let mark = self.out.len() - usize::from(self.out.last() == Some(&open));
        let outer = (std::mem::take(&mut self.is_broken), std::mem::take(&mut self.added));
        check(self, open);
        self.leave(level);
        let is_unclosed = self.out.last().is_some_and(|last| last.kind.closes() && last.span.is_empty());
        if self.is_broken {
            self.patch(mark, open.span.start);
            self.recovering = false;
        } else if self.added > 0 || is_unclosed {
            self.add_broken();
        }
        (self.is_broken, self.added) = outer;
        self.depth -= 1;
    }

    /// Checks a number, and returns whether it is valid.
    pub(super) fn number(&mut self, token: Token) -> bool {
        match Number::parse(self.slice(token.span)) {
            Ok(_) => return true,
            Err(NumberError::Syntax) => {}
            Err(error) => {
                let detail = format!("This number cannot be read: {error}.");
                self.report(Code::NumberOutOfRange, token.span, detail);
                return false;
            }
        }
        let end = extent::word_end(self.text, token.span.start as usize) as u32;
        let word = Span::new(token.span.start, end.max(token.span.end));
        self.push(number::not_a_number(self.slice(word), word));
        self.skip_text(word.end);
        false
    }

    fn parentheses(&mut self, open: Token) {
        self.read();
        if let Some(found) = self.expression_until(role::PARENTHESES, TokenKind::CloseParen, "") {
            self.push(found.with_label(open.span, "the parentheses begin here"));
        }
        self.close_past();
    }
}
