//! Tuples, objects, and the arguments of functions.

use super::{Checker, words};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// A list of expressions with commas between them.
#[derive(Clone, Copy)]
struct List {
    open: Token,
    /// The kind of the closing bracket.
    close: TokenKind,
    /// The text for a missing comma.
    separator: &'static str,
}

impl Checker<'_> {
    pub(super) fn tuple(&mut self, open: Token) -> Span {
        self.read();
        self.newlines.push(false);
        if self.at_keyword("for") {
            return self.for_expr(open);
        }
        let separator = "A comma is expected between the elements of a tuple.";
        let close = self.elements(List { open, close: TokenKind::CloseBracket, separator });
        open.span.to(close.span)
    }

    /// Checks the arguments of a function, after its name.
    pub(super) fn function_call(&mut self, name: Token) -> Span {
        let invalid =
            |detail: &'static str, at: Token| Diagnostic::new(Code::InvalidFunctionCall, detail).at(at.span);
        let mut open = self.read();
        while open.kind == TokenKind::DoubleColon {
            let part = self.peek();
            if part.kind != TokenKind::Identifier {
                self.push(invalid("The name of a function is expected after \"::\".", part));
                self.start_recovery();
                return name.span.to(part.span);
            }
            self.read();
            open = self.peek();
            if open.kind == TokenKind::OpenParen || open.kind == TokenKind::DoubleColon {
                self.read();
            }
        }
        if open.kind != TokenKind::OpenParen {
            self.push(invalid("The arguments of the function are expected here, in parentheses.", open));
            self.start_recovery();
            return name.span.to(self.previous());
        }
        self.newlines.push(false);
        let separator = "A comma is expected between the arguments of a function.";
        let close = self.elements(List { open, close: TokenKind::CloseParen, separator });
        name.span.to(close.span)
    }

    /// Checks the elements of a list up to its closing bracket, and returns that.
    fn elements(&mut self, list: List) -> Token {
        let mut ends = vec![list.close, TokenKind::Comma, TokenKind::Semicolon];
        if list.close == TokenKind::CloseParen {
            ends.push(TokenKind::Ellipsis);
        }
        // A wrong separator is often repeated, so it is reported once for each list.
        let mut has_separators = true;
        loop {
            if self.peek_kind() == list.close {
                return self.read();
            }
            if self.expression_before(&ends).is_none() {
                self.skip_element();
            }
            let next = self.peek();
            match next.kind {
                kind if kind == list.close => return self.read(),
                TokenKind::Comma => _ = self.read(),
                kind if kind.closes() || kind == TokenKind::End => return next,
                TokenKind::Ellipsis if list.close == TokenKind::CloseParen => {
                    self.read();
                    if self.peek_kind() != list.close {
                        let detail = "Only the last argument of a function can be expanded by three points.";
                        self.push(Diagnostic::new(Code::InvalidFunctionCall, detail).at(next.span));
                        return self.skip_past(list.close);
                    }
                }
                _ => {
                    if std::mem::take(&mut has_separators) {
                        let found = missing_separator(list.separator, self.previous(), next);
                        self.push(found.with_label(list.open.span, "the list begins here"));
                    }
                    self.next_element(next);
                }
            }
        }
    }

    /// Moves to the next element after a separator is missing, unless the next token begins one.
    fn next_element(&mut self, next: Token) {
        if next.kind == TokenKind::Semicolon {
            self.read();
            self.out.pop();
        } else if !next.kind.begins_term() {
            return self.skip_element();
        }
        self.add(TokenKind::Comma);
    }

    pub(super) fn object(&mut self, open: Token) -> Span {
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
                kind if kind.closes() || kind == TokenKind::End => break self.peek(),
                _ => self.object_item(open, &mut has_separators),
            }
        };
        open.span.to(close.span)
    }

    /// Checks a key, a value and the separator after them.
    fn object_item(&mut self, open: Token, has_separators: &mut bool) {
        let mark = self.mark();
        if let Some(key) = self.valid_expression() {
            let next = self.peek();
            if matches!(next.kind, TokenKind::Equals | TokenKind::Colon) {
                self.read();
                let ends =
                    [TokenKind::Comma, TokenKind::Newline, TokenKind::CloseBrace, TokenKind::Semicolon];
                if self.expression_before(&ends).is_none() {
                    self.recovering = true;
                }
            } else {
                let is_cut = next.kind.closes() && next.span.is_empty();
                if !self.failed_since(mark) && !is_cut {
                    let found = self.missing_value(key, next);
                    self.push(found);
                }
                self.recovering = true;
                self.add(TokenKind::Equals);
                self.add_broken();
            }
        } else {
            self.skip_to(|kind| matches!(kind, TokenKind::Comma | TokenKind::Newline));
            self.add(TokenKind::Equals);
            self.add_broken();
        }
        if self.recovering {
            self.skip_element();
        }
        let next = self.peek();
        match next.kind {
            TokenKind::Comma | TokenKind::Newline => _ = self.read(),
            kind if kind.closes() || kind == TokenKind::End => {}
            _ => {
                if std::mem::take(has_separators) {
                    let detail = "A comma or a line break is expected between the items of an object.";
                    let found = missing_separator(detail, self.previous(), next);
                    self.push(found.with_label(open.span, "the object begins here"));
                }
                self.next_element(next);
            }
        }
    }

    /// Returns the diagnostic for a key without an equals sign and a value.
    fn missing_value(&self, key: Span, next: Token) -> Diagnostic {
        let name = self.slice(key);
        let invalid = |detail: &'static str| Diagnostic::new(Code::InvalidObjectItem, detail);
        match next.kind {
            TokenKind::FatArrow => invalid("The value of a key follows \"=\" or \":\", not \"=>\".")
                .at(next.span)
                .with_replacement(next.span, "="),
            TokenKind::Newline | TokenKind::Comma | TokenKind::Semicolon | TokenKind::CloseBrace | TokenKind::End => {
                // `a == 1` is a valid expression, so the operator is found in the key.
                if let Some((before, _)) = name.split_once("==") {
                    let start = key.start + before.len() as u32;
                    let span = Span::new(start, start + 2);
                    return invalid("The value of a key follows one equals sign, not two.")
                        .at(span)
                        .with_replacement(span, "=");
                }
                let found = invalid("An equals sign and a value are expected after the key of an object.");
                found.at(key).with_help("Write key = value. Values without keys are written in square brackets: [a, b]")
            }
            _ if next.span.start == key.end && next.kind != TokenKind::OpenBrace => {
                let end = words::word_end(self.text, key.start as usize) as u32;
                let word = Span::new(key.start, end.max(next.span.end));
                invalid("A key with other characters than letters, digits, \"_\" and \"-\" is written in double quotes.")
                    .at(word)
                    .with_replacement(word, words::quoted(self.slice(word)))
            }
            TokenKind::Identifier | TokenKind::Number => {
                invalid("An equals sign is expected after the key. A key with a space in it is written in double quotes.")
                    .at(next.span)
            }
            TokenKind::OpenBrace => invalid("An equals sign is expected after the key: an object has no blocks.")
                .at(next.span)
                .with_replacement(Span::at(next.span.start), "= "),
            kind if kind.begins_term() => invalid("An equals sign is expected between a key and its value.")
                .at(next.span)
                .with_replacement(Span::at(next.span.start), "= "),
            _ => invalid("An equals sign is expected after the key of an object.").at(next.span),
        }
    }
}

/// Returns the diagnostic for a token in the place of a separator.
fn missing_separator(detail: &'static str, previous: Span, next: Token) -> Diagnostic {
    let found = Diagnostic::new(Code::MissingSeparator, detail).at(next.span);
    match next.kind {
        TokenKind::Semicolon => found.with_replacement(next.span, ","),
        kind if kind.begins_term() => found.with_replacement(Span::at(previous.end), ","),
        _ => found,
    }
}
