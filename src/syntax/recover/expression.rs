//! Expressions. Each function tells where the expression stands.

use super::Walk;
use crate::source::Span;
use crate::syntax::token::{Kind, Token};

impl Walk<'_> {
    /// An expression; the last arm of a conditional goes on in the loop.
    pub(super) fn expression(&mut self) -> Span {
        let start = self.peek().span;
        let mut whole = start;
        loop {
            let mark = self.mark();
            whole = whole.to(self.operation());
            if self.lost_since(mark) || self.peek_kind() != Kind::Question {
                return whole;
            }
            let question = self.read();
            if !self.descend(question.span) {
                return whole;
            }
            let mark = self.mark();
            self.expression();
            self.ascend();
            if self.lost_since(mark) {
                return whole;
            }
            let colon = self.peek();
            if colon.kind != Kind::Colon {
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

    /// Operands with binary operators between them.
    fn operation(&mut self) -> Span {
        let start = self.peek().span;
        let mut whole = start;
        loop {
            let mark = self.mark();
            whole = whole.to(self.operand());
            if self.lost_since(mark) || !self.peek_kind().is_binary_operator() {
                return whole;
            }
            self.read();
        }
    }

    /// Signs, a term, and what is taken from it.
    fn operand(&mut self) -> Span {
        let start = self.peek().span;
        while matches!(self.peek_kind(), Kind::Minus | Kind::Bang) {
            self.read();
        }
        let term = self.term();
        start.to(self.steps(term))
    }

    fn term(&mut self) -> Span {
        let start = self.peek();
        match start.kind {
            Kind::OpenParen => self.bracketed(start, Self::parentheses),
            Kind::OpenBracket => self.bracketed(start, Self::tuple),
            Kind::OpenBrace => self.bracketed(start, Self::object),
            Kind::Number => {
                self.read();
                self.number(start);
                start.span
            }
            Kind::Identifier => {
                self.read();
                match self.peek_kind() {
                    Kind::OpenParen | Kind::DoubleColon => self.bracketed(start, Self::function_call),
                    _ => start.span,
                }
            }
            Kind::OpenQuote | Kind::OpenHeredoc => self.bracketed(start, |walk, open| {
                walk.read();
                let end = open.kind.opposite().unwrap_or(Kind::End);
                walk.template(end);
                open.span.to(walk.previous())
            }),
            _ => {
                self.no_term(start);
                self.lose_way();
                start.span
            }
        }
    }

    /// Walks what nests, a level deeper.
    fn bracketed(&mut self, open: Token, walk: impl FnOnce(&mut Self, Token) -> Span) -> Span {
        if !self.descend(open.span) {
            return open.span;
        }
        let depth = self.newlines.len();
        let span = walk(self, open);
        self.newlines.truncate(depth);
        self.ascend();
        span
    }

    fn no_term(&mut self, token: Token) {
        if self.recovering {
            return;
        }
        if token.kind == Kind::End {
            let detail = "Expected the start of an expression, but found the end of the file.";
            return self.error(token.span, "Missing expression", detail);
        }
        let text = self.slice(token.span);
        let detail = match token.kind {
            Kind::Newline => "A value is expected before the end of the line.".to_owned(),
            _ if text == "<" && self.text[token.span.end as usize..].starts_with('<') => {
                "A heredoc begins with << and a name, right before the end of the line: <<EOT".to_owned()
            }
            Kind::Star if self.text[..token.span.start as usize].ends_with('*') => {
                "There is no operator \"**\". Use multiplication, or a function if there is one for powers."
                    .to_owned()
            }
            Kind::Comma | Kind::CloseBracket | Kind::CloseBrace | Kind::CloseParen | Kind::SequenceEnd => {
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
        }
    }

    fn parentheses(&mut self, open: Token) -> Span {
        self.read();
        self.newlines.push(false);
        let mark = self.mark();
        let inner = self.expression();
        if self.failed_since(mark) {
            self.recover(Kind::CloseParen);
            return inner;
        }
        let close = self.peek();
        if close.kind != Kind::CloseParen {
            let detail =
                format!("The \")\" that closes the \"(\" is missing before this{}.", end_of_text(close.kind));
            self.error_within(close.span, open.span.to(close.span), "Unbalanced parentheses", detail);
            self.lose_way();
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
            if self.peek_kind() == Kind::CloseBracket {
                break self.read();
            }
            let mark = self.mark();
            self.expression();
            if self.lost_since(mark) {
                break self.recover(Kind::CloseBracket);
            }
            let next = self.peek();
            match next.kind {
                Kind::CloseBracket => break self.read(),
                Kind::Comma => {
                    self.read();
                }
                _ => {
                    if !self.recovering {
                        self.unseparated_element(open, next);
                    }
                    break self.recover(Kind::CloseBracket);
                }
            }
        };
        open.span.to(close.span)
    }

    fn unseparated_element(&mut self, open: Token, next: Token) {
        if next.kind == Kind::End {
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
                Kind::Newline => {
                    self.read();
                    continue;
                }
                Kind::CloseBrace => break self.read(),
                _ => {}
            }
            match self.object_item(open) {
                Some(close) => break close,
                None => continue,
            }
        };
        open.span.to(close.span)
    }

    /// A key and a value with what ends them; gives the closing brace, or what was taken for it, at the end.
    fn object_item(&mut self, open: Token) -> Option<Token> {
        let mark = self.mark();
        self.expression();
        if self.lost_since(mark) {
            return Some(self.recover(Kind::CloseBrace));
        }
        let next = self.peek();
        if !matches!(next.kind, Kind::Equals | Kind::Colon) {
            if !self.recovering {
                self.missing_value(open, next);
            }
            return Some(self.recover(Kind::CloseBrace));
        }
        self.read();
        let mark = self.mark();
        self.expression();
        if self.lost_since(mark) {
            return Some(self.recover(Kind::CloseBrace));
        }
        let next = self.peek();
        match next.kind {
            Kind::CloseBrace => Some(self.read()),
            Kind::Comma | Kind::Newline => {
                self.read();
                None
            }
            _ => {
                if !self.recovering {
                    if next.kind == Kind::End {
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
                Some(self.recover(Kind::CloseBrace))
            }
        }
    }

    fn missing_value(&mut self, open: Token, next: Token) {
        let context = open.span.to(next.span);
        match next.kind {
            Kind::End => self.unterminated_object(open),
            Kind::Newline | Kind::Comma => {
                let detail = "An equals sign and a value are expected after the key.";
                self.error_within(next.span, context, "Missing attribute value", detail);
            }
            kind => {
                let hint = if kind == Kind::Identifier {
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

    /// The arguments of a function, after its name.
    fn function_call(&mut self, name: Token) -> Span {
        let mut open = self.read();
        while open.kind == Kind::DoubleColon {
            let part = self.read();
            if part.kind != Kind::Identifier {
                let detail = "The name of a function is expected after \"::\".";
                self.error_within(part.span, name.span.to(part.span), "Missing function name", detail);
                self.recover_over(Kind::OpenParen);
                return name.span.to(part.span);
            }
            open = self.read();
        }
        if open.kind != Kind::OpenParen {
            let detail = "The arguments of the function are expected here, in parentheses.";
            self.error_within(open.span, name.span.to(open.span), "Missing open parenthesis", detail);
            self.recover_over(Kind::OpenParen);
            return name.span.to(open.span);
        }
        self.newlines.push(false);
        let close = loop {
            if self.peek_kind() == Kind::CloseParen {
                break self.read();
            }
            let mark = self.mark();
            self.expression();
            if self.lost_since(mark) {
                break self.recover(Kind::CloseParen);
            }
            let separator = self.read();
            let context = name.span.to(separator.span);
            match separator.kind {
                Kind::CloseParen => break separator,
                Kind::Comma => {}
                Kind::Ellipsis => {
                    if self.peek_kind() == Kind::CloseParen {
                        break self.read();
                    }
                    if !self.recovering {
                        let detail = "The argument that is expanded (\"...\") must be the last one: \")\" is expected after it.";
                        self.error_within(separator.span, context, "Missing closing parenthesis", detail);
                    }
                    break self.recover(Kind::CloseParen);
                }
                Kind::End => {
                    let detail = "The arguments of this function are not closed before the end of the text. Add the missing \")\".";
                    self.error(name.span.to(open.span), "Unterminated function call", detail);
                    break self.recover(Kind::CloseParen);
                }
                _ => {
                    let detail = "A comma is expected between the arguments, or the closing \")\".";
                    self.error_within(separator.span, context, "Missing argument separator", detail);
                    break self.recover(Kind::CloseParen);
                }
            }
        };
        name.span.to(close.span)
    }
}

fn end_of_text(kind: Kind) -> &'static str {
    if kind == Kind::End { ", the end of the text" } else { "" }
}
