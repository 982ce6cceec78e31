//! Expressions. Each function returns the span of the expression it checked.

use super::Checker;
use crate::diag::{Category, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::value::Number;

impl Checker<'_> {
    /// Checks an expression. After a mistake, the next token is not in its brackets.
    pub(super) fn expression(&mut self) -> Span {
        let level = self.level();
        let span = self.conditionals();
        self.leave(level);
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
                return whole;
            }
            let colon = self.peek();
            if colon.kind != TokenKind::Colon {
                let detail = "A conditional has two results: condition ? result if true : result if false. The colon and the \
                              second result are missing.";
                self.error_within(
                    colon.span,
                    start.to(colon.span),
                    "Missing false expression in conditional",
                    detail,
                );
                return whole;
            }
            self.read();
        }
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
            if self.recovering_since(mark) || !self.peek_kind().is_binary_operator() {
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

    fn term(&mut self) -> Span {
        let start = self.peek();
        match start.kind {
            TokenKind::OpenParen => self.bracketed(start, Self::parentheses),
            TokenKind::OpenBracket => self.bracketed(start, Self::tuple),
            TokenKind::OpenBrace => self.bracketed(start, Self::object),
            TokenKind::Number => {
                self.read();
                self.number(start);
                start.span
            }
            TokenKind::Identifier => {
                self.read();
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
                self.start_recovery();
                self.recovering = false;
                start.span
            }
            _ => {
                self.no_term(start);
                self.start_recovery();
                start.span
            }
        }
    }

    /// Checks the content of brackets, one nesting level deeper.
    fn bracketed(&mut self, open: Token, check: impl FnOnce(&mut Self, Token) -> Span) -> Span {
        if !self.descend(open.span) {
            return open.span;
        }
        let (depth, level) = (self.newlines.len(), self.level());
        let span = check(self, open);
        self.leave(level);
        self.newlines.truncate(depth);
        self.ascend();
        span
    }

    fn no_term(&mut self, token: Token) {
        if self.recovering {
            return;
        }
        if token.kind == TokenKind::End {
            let detail = "Expected the start of an expression, but found the end of the file.";
            return self.error(token.span, "Missing expression", detail);
        }
        let text = self.slice(token.span);
        let detail = match token.kind {
            TokenKind::Newline => "A value is expected before the end of the line.".to_owned(),
            _ if text == "<" && self.text[token.span.end as usize..].starts_with('<') => {
                "A heredoc begins with << and a name, right before the end of the line: <<EOT".to_owned()
            }
            TokenKind::Star if self.text[..token.span.start as usize].ends_with('*') => {
                "There is no operator \"**\". Use multiplication, or a function if there is one for powers."
                    .to_owned()
            }
            TokenKind::Comma
            | TokenKind::CloseBracket
            | TokenKind::CloseBrace
            | TokenKind::CloseParen
            | TokenKind::SequenceEnd => {
                format!("A value is expected before {text:?}.")
            }
            _ => format!("A value is expected here, but {text:?} does not begin one."),
        };
        self.error(token.span, "Invalid expression", detail);
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
        if !rest.is_empty() {
            let detail = format!(
                "{text:?} is not a number. A number is digits, at most one point with digits after it, and at most one exponent."
            );
            self.error(token.span, "Invalid number literal", detail);
        } else {
            self.number_limits(token);
        }
    }

    /// Reports a number that is written correctly, but has too many digits or too large an
    /// exponent.
    pub(super) fn number_limits(&mut self, token: Token) {
        if let Err(error) = Number::parse(self.slice(token.span)) {
            let detail = format!("This number cannot be read: {error}.");
            self.push(Diagnostic::error(Category::Limit, "Invalid number literal", detail).at(token.span));
        }
    }

    fn parentheses(&mut self, open: Token) -> Span {
        self.read();
        self.newlines.push(false);
        if self.valid_expression().is_none() {
            return open.span.to(self.skip_past(TokenKind::CloseParen).span);
        }
        let close = self.peek();
        if close.kind != TokenKind::CloseParen {
            if !self.recovering {
                let detail = "The \")\" that closes the \"(\" is missing before this.";
                self.error_within(close.span, open.span.to(close.span), "Unbalanced parentheses", detail);
            }
            return open.span.to(self.skip_past(TokenKind::CloseParen).span);
        }
        open.span.to(self.read().span)
    }

    fn tuple(&mut self, open: Token) -> Span {
        self.read();
        self.newlines.push(false);
        if self.at_keyword("for") {
            return self.for_expr(open);
        }
        let mut has_separators = true;
        let close = loop {
            if self.peek_kind() == TokenKind::CloseBracket {
                break self.read();
            }
            if self.valid_expression().is_none() {
                self.skip_element();
            }
            let next = self.peek();
            match next.kind {
                TokenKind::CloseBracket => break self.read(),
                TokenKind::Comma => {
                    self.read();
                }
                TokenKind::End => break next,
                _ => {
                    if std::mem::take(&mut has_separators) {
                        self.unseparated_element(open, next);
                    }
                    self.next_element(next);
                }
            }
        };
        open.span.to(close.span)
    }

    /// Moves to the next element after a separator is missing, unless the next token begins one.
    fn next_element(&mut self, next: Token) {
        let begins = matches!(
            next.kind,
            TokenKind::Identifier
                | TokenKind::Number
                | TokenKind::OpenQuote
                | TokenKind::OpenHeredoc
                | TokenKind::OpenBracket
                | TokenKind::OpenBrace
                | TokenKind::OpenParen
                | TokenKind::Broken
        );
        if begins {
            self.start_recovery();
            self.recovering = false;
        } else {
            self.skip_element();
        }
    }

    fn unseparated_element(&mut self, open: Token, next: Token) {
        let detail = "A comma is expected between the elements, or the closing \"]\".";
        self.error_within(next.span, open.span.to(next.span), "Missing item separator", detail);
    }

    fn object(&mut self, open: Token) -> Span {
        self.read();
        self.newlines.push(false);
        let is_for = self.at_keyword("for");
        self.newlines.pop();
        if is_for {
            return self.for_expr(open);
        }
        self.newlines.push(true);
        let mut has_separators = true;
        let close = loop {
            match self.peek_kind() {
                TokenKind::Newline => _ = self.read(),
                TokenKind::CloseBrace => break self.read(),
                TokenKind::End => break self.peek(),
                _ => self.object_item(open, &mut has_separators),
            }
        };
        open.span.to(close.span)
    }

    /// Checks a key, a value and the separator after them.
    fn object_item(&mut self, open: Token, has_separators: &mut bool) {
        if self.valid_expression().is_some() {
            let next = self.peek();
            if matches!(next.kind, TokenKind::Equals | TokenKind::Colon) {
                self.read();
                self.expression();
            } else {
                self.missing_value(open, next);
                self.start_recovery();
            }
        }
        if self.recovering {
            self.skip_element();
        }
        let next = self.peek();
        match next.kind {
            TokenKind::Comma | TokenKind::Newline => _ = self.read(),
            TokenKind::CloseBrace | TokenKind::End => {}
            _ => {
                if std::mem::take(has_separators) {
                    let detail = "A newline or a comma is expected between the items of an object, or the closing \"}\".";
                    self.error_within(
                        next.span,
                        open.span.to(next.span),
                        "Missing attribute separator",
                        detail,
                    );
                }
                self.next_element(next);
            }
        }
    }

    fn missing_value(&mut self, open: Token, next: Token) {
        let context = open.span.to(next.span);
        match next.kind {
            TokenKind::Newline | TokenKind::Comma | TokenKind::End => {
                let detail = "An equals sign and a value are expected after the key.";
                self.error_within(next.span, context, "Missing attribute value", detail);
            }
            kind => {
                let hint = if kind == TokenKind::Identifier {
                    " A key with points or spaces in it must be in quotes."
                } else {
                    ""
                };
                let detail = format!(
                    "An equals sign (\"=\") or a colon is expected between a key and its value.{hint}"
                );
                self.error_within(next.span, context, "Missing key/value separator", detail);
            }
        }
    }

    /// Checks the arguments of a function, after its name.
    fn function_call(&mut self, name: Token) -> Span {
        let mut open = self.read();
        while open.kind == TokenKind::DoubleColon {
            let part = self.read();
            if part.kind != TokenKind::Identifier {
                let detail = "The name of a function is expected after \"::\".";
                self.error_within(part.span, name.span.to(part.span), "Missing function name", detail);
                self.start_recovery();
                return name.span.to(part.span);
            }
            open = self.read();
        }
        if open.kind != TokenKind::OpenParen {
            let detail = "The arguments of the function are expected here, in parentheses.";
            self.error_within(open.span, name.span.to(open.span), "Missing open parenthesis", detail);
            self.start_recovery();
            return name.span.to(open.span);
        }
        self.newlines.push(false);
        let mut has_separators = true;
        let close = loop {
            if self.peek_kind() == TokenKind::CloseParen {
                break self.read();
            }
            if self.valid_expression().is_none() {
                self.skip_element();
            }
            let separator = self.peek();
            let context = name.span.to(separator.span);
            match separator.kind {
                TokenKind::CloseParen => break self.read(),
                TokenKind::Comma => {
                    self.read();
                }
                TokenKind::Ellipsis => {
                    self.read();
                    if self.peek_kind() == TokenKind::CloseParen {
                        break self.read();
                    }
                    let detail = "The argument that is expanded (\"...\") must be the last one: \")\" is expected after it.";
                    self.error_within(separator.span, context, "Missing closing parenthesis", detail);
                    break self.skip_past(TokenKind::CloseParen);
                }
                TokenKind::End => break separator,
                _ => {
                    if std::mem::take(&mut has_separators) {
                        let detail = "A comma is expected between the arguments, or the closing \")\".";
                        self.error_within(separator.span, context, "Missing argument separator", detail);
                    }
                    self.next_element(separator);
                }
            }
        };
        name.span.to(close.span)
    }
}
