//! Expressions. Each function returns the span of the expression it checked.

use super::{Checker, number, words};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::value::Number;

impl Checker<'_> {
    /// Checks an expression. After a mistake, the next token is not in its brackets.
    pub(super) fn expression(&mut self) -> Span {
        let (level, mark, start) = (self.level(), self.out.len(), self.peek().span);
        let outer = std::mem::take(&mut self.torn);
        let span = self.conditionals();
        self.leave(level);
        if self.torn {
            self.patch(mark, start.start);
        }
        self.torn = outer;
        span
    }

    /// Checks operations and conditionals. The loop continues with the last result of a
    /// conditional.
    fn conditionals(&mut self) -> Span {
        let start = self.peek().span;
        let mut whole = start;
        loop {
            let mark = self.mark();
            whole = whole.to(self.operation());
            if self.recovering_since(mark) || self.peek_kind() != TokenKind::Question {
                return whole;
            }
            let question = self.read();
            if !self.descend(question.span) {
                return whole;
            }
            let result = self.valid_expression();
            self.ascend();
            if result.is_none() {
                self.add_result();
                return whole;
            }
            let colon = self.peek();
            if colon.kind != TokenKind::Colon {
                let found = self.incomplete_conditional(question, colon);
                self.push(found);
                self.add_result();
                if !matches!(colon.kind, TokenKind::Newline | TokenKind::End) {
                    self.recovering = true;
                }
                return whole;
            }
            self.read();
        }
    }

    /// Writes the missing result of a conditional.
    fn add_result(&mut self) {
        self.add(TokenKind::Colon);
        self.add_broken();
    }

    /// Checks an expression. Returns nothing if tokens may have been skipped because of a mistake
    /// in it.
    pub(super) fn valid_expression(&mut self) -> Option<Span> {
        let mark = self.mark();
        let span = self.expression();
        (!self.recovering_since(mark)).then_some(span)
    }

    /// Checks operands with binary operators between them.
    fn operation(&mut self) -> Span {
        let start = self.peek().span;
        let mut whole = start;
        loop {
            let mark = self.mark();
            whole = whole.to(self.operand());
            if self.recovering_since(mark) {
                return whole;
            }
            if self.foreign_operator() {
                self.torn = true;
                match self.peek_kind() {
                    TokenKind::Minus | TokenKind::Bang => {}
                    kind if kind.begins_term() => {}
                    _ => return whole,
                }
                continue;
            }
            if !self.peek_kind().is_binary_operator() {
                return whole;
            }
            self.read();
        }
    }

    /// Checks signs, a term, and the attributes, indexes and splats after it.
    fn operand(&mut self) -> Span {
        let start = self.peek().span;
        while matches!(self.peek_kind(), TokenKind::Minus | TokenKind::Bang) {
            self.read();
        }
        let term = self.term();
        start.to(self.steps(term))
    }

    pub(super) fn term(&mut self) -> Span {
        let start = self.peek();
        match start.kind {
            TokenKind::OpenParen => self.bracketed(start, Self::parentheses),
            TokenKind::OpenBracket => self.bracketed(start, Self::tuple),
            TokenKind::OpenBrace => self.bracketed(start, Self::object),
            TokenKind::Number => {
                self.read();
                let mark = self.mark();
                self.number(start);
                if self.failed_since(mark) {
                    self.patch(self.out.len() - 1, start.span.start);
                }
                start.span
            }
            TokenKind::Identifier => {
                self.read();
                if self.foreign_negation(start) {
                    self.torn = true;
                    return self.term();
                }
                match self.peek_kind() {
                    TokenKind::OpenParen | TokenKind::DoubleColon => {
                        self.bracketed(start, Self::function_call)
                    }
                    _ => start.span,
                }
            }
            TokenKind::OpenQuote | TokenKind::OpenHeredoc => self.bracketed(start, |checker, open| {
                checker.read();
                let end = open.kind.opposite().unwrap_or(TokenKind::End);
                checker.template(end);
                open.span.to(checker.previous())
            }),
            TokenKind::Broken => {
                self.read();
                start.span
            }
            _ => self.no_value(start).unwrap_or_else(|| {
                self.start_recovery();
                self.add_broken();
                start.span
            }),
        }
    }

    /// Checks the content of brackets, one nesting level deeper.
    fn bracketed(&mut self, open: Token, check: impl FnOnce(&mut Self, Token) -> Span) -> Span {
        if !self.descend(open.span) {
            return open.span;
        }
        let (depth, level) = (self.newlines.len(), self.level());
        // The opening token may already be in the output.
        let mark = self.out.len() - usize::from(self.out.last() == Some(&open));
        let outer = (std::mem::take(&mut self.torn), std::mem::take(&mut self.added));
        let span = check(self, open);
        self.leave(level);
        self.newlines.truncate(depth);
        let is_unclosed = self.out.last().is_some_and(|last| last.kind.closes() && last.span.is_empty());
        if self.torn {
            self.patch(mark, open.span.start);
            self.recovering = false;
        } else if self.added > 0 || is_unclosed {
            self.add_broken();
        }
        (self.torn, self.added) = outer;
        self.ascend();
        span
    }

    fn number(&mut self, token: Token) {
        let text = self.slice(token.span);
        let mut rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
        rest =
            rest.strip_prefix('.').unwrap_or(rest).trim_start_matches(|digit: char| digit.is_ascii_digit());
        if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
            rest = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        }
        if rest.is_empty() {
            return self.number_limits(token);
        }
        let end = words::word_end(self.text, token.span.start as usize) as u32;
        let word = Span::new(token.span.start, end.max(token.span.end));
        self.push(number::not_a_number(self.slice(word), word));
        self.skip_text(word.end);
    }

    /// Reports a number that is written correctly, but has too many digits or too large an
    /// exponent.
    pub(super) fn number_limits(&mut self, token: Token) {
        if let Err(error) = Number::parse(self.slice(token.span)) {
            let detail = format!("This number cannot be read: {error}.");
            self.push(Diagnostic::new(Code::NumberOutOfRange, detail).at(token.span));
        }
    }

    fn parentheses(&mut self, open: Token) -> Span {
        self.read();
        self.newlines.push(false);
        let is_valid = self.expression_before(&[TokenKind::CloseParen]).is_some();
        let close = self.peek();
        if is_valid && close.kind != TokenKind::CloseParen && !self.recovering {
            let detail = "Parentheses contain one expression. A \")\" or an operator is expected after it.";
            let mut found = Diagnostic::new(Code::UnexpectedText, detail)
                .at(close.span)
                .with_label(open.span, "the parentheses begin here");
            if close.kind == TokenKind::Comma {
                found = found.with_help("Write several values in square brackets: [a, b]");
            }
            self.push(found);
        }
        open.span.to(self.close_past().span)
    }

    /// Returns the diagnostic for a token in the place of the colon of a conditional.
    fn incomplete_conditional(&self, question: Token, next: Token) -> Diagnostic {
        let at = if next.kind == TokenKind::Newline { Span::at(next.span.start) } else { next.span };
        let detail = "A conditional has two results. The colon and the result for false are expected here.";
        let found = Diagnostic::new(Code::IncompleteConditional, detail)
            .at(at)
            .with_label(question.span, "the conditional is here")
            .with_help("Write condition ? value if true : value if false");
        if self.at_keyword("else") { found.with_replacement(next.span, ":") } else { found }
    }
}
