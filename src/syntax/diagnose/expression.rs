//! Expressions. Each function returns the span of the expression it checked.

use super::Checker;
use crate::diag::{Category, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::value::Number;

impl Checker<'_> {
    /// Checks an expression. The loop continues with the last result of a conditional.
    pub(super) fn expression(&mut self) -> Span {
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
        let depth = self.newlines.len();
        let span = check(self, open);
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
        let mark = self.mark();
        let inner = self.expression();
        if self.failed_since(mark) {
            self.skip_past(TokenKind::CloseParen);
            return inner;
        }
        let close = self.peek();
        if close.kind != TokenKind::CloseParen {
            let detail =
                format!("The \")\" that closes the \"(\" is missing before this{}.", end_of_text(close.kind));
            self.error_within(close.span, open.span.to(close.span), "Unbalanced parentheses", detail);
            self.start_recovery();
        }
        open.span.to(self.read().span)
    }

    fn tuple(&mut self, open: Token) -> Span {
        self.read();
        self.newlines.push(false);
        if self.at_keyword("for") {
            return self.for_expr(open);
        }
        let close = loop {
            if self.peek_kind() == TokenKind::CloseBracket {
                break self.read();
            }
            if self.valid_expression().is_none() {
                break self.skip_past(TokenKind::CloseBracket);
            }
            let next = self.peek();
            match next.kind {
                TokenKind::CloseBracket => break self.read(),
                TokenKind::Comma => {
                    self.read();
                }
                _ => {
                    if !self.recovering {
                        self.unseparated_element(open, next);
                    }
                    break self.skip_past(TokenKind::CloseBracket);
                }
            }
        };
        open.span.to(close.span)
    }

    fn unseparated_element(&mut self, open: Token, next: Token) {
        if next.kind == TokenKind::End {
            let detail = "This \"[\" is not closed before the end of the text. Add the missing \"]\".";
            self.error(open.span, "Unterminated tuple constructor expression", detail);
        } else {
            let detail = "A comma is expected between the elements, or the closing \"]\".";
            self.error_within(next.span, open.span.to(next.span), "Missing item separator", detail);
        }
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
        let close = loop {
            match self.peek_kind() {
                TokenKind::Newline => {
                    self.read();
                    continue;
                }
                TokenKind::CloseBrace => break self.read(),
                _ => {}
            }
            match self.object_item(open) {
                Some(close) => break close,
                None => continue,
            }
        };
        open.span.to(close.span)
    }

    /// Checks a key, a value and the separator after them. Returns the closing brace, or the token
    /// that is taken for it, after the last item.
    fn object_item(&mut self, open: Token) -> Option<Token> {
        if self.valid_expression().is_none() {
            return Some(self.skip_past(TokenKind::CloseBrace));
        }
        let next = self.peek();
        if !matches!(next.kind, TokenKind::Equals | TokenKind::Colon) {
            if !self.recovering {
                self.missing_value(open, next);
            }
            return Some(self.skip_past(TokenKind::CloseBrace));
        }
        self.read();
        if self.valid_expression().is_none() {
            return Some(self.skip_past(TokenKind::CloseBrace));
        }
        let next = self.peek();
        match next.kind {
            TokenKind::CloseBrace => Some(self.read()),
            TokenKind::Comma | TokenKind::Newline => {
                self.read();
                None
            }
            _ => {
                if !self.recovering {
                    if next.kind == TokenKind::End {
                        self.unterminated_object(open);
                    } else {
                        let detail = "A newline or a comma is expected between the items of an object, or the closing \"}\".";
                        self.error_within(
                            next.span,
                            open.span.to(next.span),
                            "Missing attribute separator",
                            detail,
                        );
                    }
                }
                Some(self.skip_past(TokenKind::CloseBrace))
            }
        }
    }

    fn missing_value(&mut self, open: Token, next: Token) {
        let context = open.span.to(next.span);
        match next.kind {
            TokenKind::End => self.unterminated_object(open),
            TokenKind::Newline | TokenKind::Comma => {
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

    fn unterminated_object(&mut self, open: Token) {
        let detail = "This \"{\" is not closed before the end of the text. Add the missing \"}\".";
        self.error(open.span, "Unterminated object constructor expression", detail);
    }

    /// Checks the arguments of a function, after its name.
    fn function_call(&mut self, name: Token) -> Span {
        let mut open = self.read();
        while open.kind == TokenKind::DoubleColon {
            let part = self.read();
            if part.kind != TokenKind::Identifier {
                let detail = "The name of a function is expected after \"::\".";
                self.error_within(part.span, name.span.to(part.span), "Missing function name", detail);
                self.skip_brackets(TokenKind::OpenParen);
                return name.span.to(part.span);
            }
            open = self.read();
        }
        if open.kind != TokenKind::OpenParen {
            let detail = "The arguments of the function are expected here, in parentheses.";
            self.error_within(open.span, name.span.to(open.span), "Missing open parenthesis", detail);
            self.skip_brackets(TokenKind::OpenParen);
            return name.span.to(open.span);
        }
        self.newlines.push(false);
        let close = loop {
            if self.peek_kind() == TokenKind::CloseParen {
                break self.read();
            }
            if self.valid_expression().is_none() {
                break self.skip_past(TokenKind::CloseParen);
            }
            let separator = self.read();
            let context = name.span.to(separator.span);
            match separator.kind {
                TokenKind::CloseParen => break separator,
                TokenKind::Comma => {}
                TokenKind::Ellipsis => {
                    if self.peek_kind() == TokenKind::CloseParen {
                        break self.read();
                    }
                    if !self.recovering {
                        let detail = "The argument that is expanded (\"...\") must be the last one: \")\" is expected after it.";
                        self.error_within(separator.span, context, "Missing closing parenthesis", detail);
                    }
                    break self.skip_past(TokenKind::CloseParen);
                }
                TokenKind::End => {
                    let detail = "The arguments of this function are not closed before the end of the text. Add the missing \")\".";
                    self.error(name.span.to(open.span), "Unterminated function call", detail);
                    break self.skip_past(TokenKind::CloseParen);
                }
                _ => {
                    let detail = "A comma is expected between the arguments, or the closing \")\".";
                    self.error_within(separator.span, context, "Missing argument separator", detail);
                    break self.skip_past(TokenKind::CloseParen);
                }
            }
        };
        name.span.to(close.span)
    }
}

fn end_of_text(kind: TokenKind) -> &'static str {
    if kind == TokenKind::End { ", the end of the text" } else { "" }
}
