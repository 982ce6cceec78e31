//! `for` expressions.

use super::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The result of a `for` expression for each element.
struct ForResult {
    key: Option<Span>,
    value: Span,
    ellipsis: Option<Token>,
}

impl Checker<'_> {
    /// Checks a `for` expression after its opening bracket.
    pub(super) fn for_expr(&mut self, open: Token) -> Span {
        self.newlines.push(false);
        let end = open.kind.opposite().unwrap_or(TokenKind::End);
        let result = self.for_intro().and_then(|()| self.for_result());
        let mark = self.mark();
        let close = match &result {
            Some(_) => self.for_end(open, end),
            None => self.skip_past(end),
        };
        self.newlines.pop();
        let whole = open.span.to(close.span);
        if let Some(result) = result.filter(|_| !self.failed_since(mark)) {
            self.for_fits_brackets(open, &result, whole);
        }
        self.torn |= self.failed_since(mark);
        whole
    }

    /// Checks `for k, v in collection :`. Returns `None` if the rest of the expression has to be
    /// skipped.
    fn for_intro(&mut self) -> Option<()> {
        self.read();
        self.for_names(Code::InvalidFor)?;
        self.expression_before(&[TokenKind::Colon, TokenKind::FatArrow, TokenKind::Equals])?;
        let next = self.peek();
        if next.kind == TokenKind::Colon {
            self.read();
            return Some(());
        }
        let found =
            Diagnostic::new(Code::InvalidFor, "A colon is expected between the collection and the result.")
                .at(next.span)
                .with_help("Write [for a in list : a]");
        // The result follows in most cases, even after a wrong separator.
        if matches!(next.kind, TokenKind::FatArrow | TokenKind::Equals) {
            self.for_mistake::<()>(found.with_replacement(next.span, ":"));
            self.read();
            return Some(());
        }
        if !next.kind.begins_term() {
            return self.for_mistake(found);
        }
        self.for_mistake::<()>(found.with_replacement(Span::at(next.span.start), ": "));
        self.add(TokenKind::Colon);
        Some(())
    }

    /// Checks `key => value... if condition`. Returns `None` if the rest has to be skipped.
    fn for_result(&mut self) -> Option<ForResult> {
        let mark = self.mark();
        let mut result = ForResult { key: None, value: self.expression(), ellipsis: None };
        if self.peek_kind() == TokenKind::FatArrow {
            self.read();
            result.key = Some(result.value);
            result.value = self.expression();
        }
        if self.recovering_since(mark) {
            return None;
        }
        result.ellipsis = (self.peek_kind() == TokenKind::Ellipsis).then(|| self.read());
        if self.at_keyword("if") {
            self.read();
            self.valid_expression()?;
        }
        Some(result)
    }

    /// Reads the closing bracket, or skips past the bracket that probably replaces it.
    fn for_end(&mut self, open: Token, end: TokenKind) -> Token {
        let next = self.peek();
        if next.kind == end {
            return self.read();
        }
        let mark = if end == TokenKind::CloseBracket { "]" } else { "}" };
        let found = Diagnostic::new(Code::InvalidFor, format!("A {mark:?} is expected after the result."))
            .at(next.span)
            .with_label(open.span, "the expression begins here");
        let word = self.slice(next.span);
        let found = match next.kind {
            TokenKind::Identifier if matches!(word, "where" | "when" | "unless" | "and") => {
                found.with_help("A condition begins with \"if\".").with_replacement(next.span, "if")
            }
            TokenKind::Identifier if matches!(word, "for" | "else") => found.with_help(
                "Write a for expression, or a conditional, in the result: [for a in list : [for b in a : b]]",
            ),
            TokenKind::Comma => found.with_help("Write several results of one element in brackets: [a, b]"),
            TokenKind::Equals | TokenKind::Colon if end == TokenKind::CloseBrace => found
                .with_help("Write \"=>\" between the key and the value.")
                .with_replacement(next.span, "=>"),
            _ => found,
        };
        self.for_mistake::<()>(found);
        self.skip_past(end)
    }

    /// Checks that an object has keys, and that a tuple has neither keys nor groups.
    fn for_fits_brackets(&mut self, open: Token, result: &ForResult, whole: Span) {
        let invalid = |detail: &'static str| Diagnostic::new(Code::InvalidFor, detail);
        let braces = |found: Diagnostic| {
            found
                .with_label(open.span, "the expression begins here")
                .with_replacement(open.span, "{")
                .with_replacement(Span::new(whole.end.saturating_sub(1), whole.end), "}")
        };
        if open.kind == TokenKind::OpenBracket {
            if let Some(key) = result.key {
                let found =
                    invalid("A for expression in square brackets has no keys: it makes a tuple.").at(key);
                self.push(braces(
                    found.with_help("Write braces for an object, or remove the key and \"=>\"."),
                ));
            } else if let Some(ellipsis) = result.ellipsis {
                let found = invalid("A for expression in square brackets has no groups.").at(ellipsis.span);
                self.push(found.with_help("Remove the \"...\", or write braces and a key for an object."));
            }
        } else if result.key.is_none() {
            let found =
                invalid("A for expression in braces makes an object, which needs a key for each value.");
            let found = found.at(result.value).with_label(open.span, "the expression begins here");
            self.push(
                found.with_help("Write key => value, or square brackets for a tuple: [for a in list : a]"),
            );
        }
    }

    /// Checks the names of the variables and the word `in`.
    pub(super) fn for_names(&mut self, code: Code) -> Option<()> {
        self.for_name(code, "The name of a variable is expected after \"for\".")?;
        if self.peek_kind() == TokenKind::Comma {
            self.read();
            self.for_name(code, "The name of a second variable is expected after the comma.")?;
        }
        let next = self.peek();
        if self.at_keyword("in") {
            self.read();
            return Some(());
        }
        let detail = if next.kind == TokenKind::Comma {
            "The word \"in\" is expected: there are at most two variables, one for the key and one for the value."
        } else {
            "The word \"in\" is expected between the variables and the collection."
        };
        let found = Diagnostic::new(code, detail).at(next.span);
        let is_word = next.kind == TokenKind::Identifier
            && matches!(self.slice(next.span), "of" | "from" | "on" | "over");
        if !(is_word || matches!(next.kind, TokenKind::Equals | TokenKind::Colon)) {
            return self.for_mistake(found);
        }
        self.for_mistake::<()>(found.with_replacement(next.span, "in"));
        self.read();
        Some(())
    }

    fn for_name(&mut self, code: Code, detail: &'static str) -> Option<Token> {
        if self.peek_kind() == TokenKind::Identifier {
            Some(self.read())
        } else {
            self.for_mistake(Diagnostic::new(code, detail).at(self.peek().span))
        }
    }

    /// Reports a mistake, and returns nothing.
    fn for_mistake<T>(&mut self, found: Diagnostic) -> Option<T> {
        if !self.recovering {
            self.push(found);
        }
        None
    }
}
