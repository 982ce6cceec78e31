//! The tokens of rejected text as objects and arrays, with the diagnostics of their structure.
//!
//! Brackets match here. After a mistake in a property or element, nothing is reported until the
//! next comma, closing bracket, or line that begins a property.

use std::borrow::Cow;

use super::bare;
use super::token::{BARE, GUESS, STRING, SYMBOL, Token, is_added};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{MAX_PROBLEMS, TokenKind, indentation, words_end};
use crate::util::words::shortened;

/// Returns the diagnostics of the structure of tokens.
pub(super) fn check(text: &str, tokens: &[Token], has_mistakes: bool) -> Vec<Diagnostic> {
    let mut checker = Checker { text, tokens, has_mistakes, ..Checker::default() };
    checker.document();
    checker.diagnostics
}

/// The expected kind of the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Name,
    Value,
    /// The text after a value: a comma, or the end of the enclosing container.
    Separator,
}

/// An object or array that is open.
pub(super) struct Frame {
    open: Token,
    /// The last comma, if nothing follows it so far.
    pub(super) comma: Option<Span>,
    /// Whether it was reported that the elements of this array have names, or the properties of
    /// this object no values.
    pub(super) is_other_kind: bool,
}

#[derive(Default)]
pub(super) struct Checker<'t> {
    text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) at: usize,
    open: Vec<Frame>,
    /// Whether the current property or element has a mistake, so that the text after it is
    /// uncertain.
    pub(super) is_broken: bool,
    /// Whether the tokens had mistakes.
    has_mistakes: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn document(&mut self) {
        if self.is_other_format() {
            return;
        }
        let mut expected = Expected::Value;
        while self.diagnostics.len() < MAX_PROBLEMS {
            if expected == Expected::Separator && self.open.is_empty() {
                return self.end();
            }
            if self.token().kind == TokenKind::End {
                let detail = "The file is empty or has no value. A configuration in JSON is an object.";
                if !self.has_mistakes && self.open.is_empty() {
                    self.error(Code::MissingValue, self.token().span, detail, "Write an object: {}");
                }
                return;
            }
            expected = match expected {
                Expected::Name => self.name(),
                Expected::Value => self.value(),
                Expected::Separator => self.separator(),
            };
        }
    }

    pub(super) fn token(&self) -> Token {
        self.peek(0)
    }

    /// Returns the token that comes some tokens later.
    fn peek(&self, count: usize) -> Token {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Returns the offset after the token before this.
    pub(super) fn gap(&self) -> Span {
        Span::at(self.at.checked_sub(1).map_or(0, |at| self.tokens[at].span.end))
    }

    pub(super) fn starts_line(&self, token: Token) -> bool {
        indentation(self.text, token.span.start).is_some()
    }

    /// Returns the current token, or the offset before it if the token is in another line.
    pub(super) fn here(&self) -> Span {
        let token = self.token();
        if self.starts_line(token) || token.kind == TokenKind::End { self.gap() } else { token.span }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.is_broken = true;
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn error(&mut self, code: Code, at: Span, detail: &'static str, help: &'static str) {
        self.report(Diagnostic::new(code, detail).at(at).with_help(help));
    }

    /// Reports a mistake with its correction: the text that replaces a part of the text.
    pub(super) fn correct(
        &mut self,
        (code, at): (Code, Span),
        detail: impl Into<Cow<'static, str>>,
        help: &'static str,
        (replaced, by): (Span, &'static str),
    ) {
        self.report(Diagnostic::new(code, detail).at(at).with_help(help).with_correction(replaced, by));
    }

    pub(super) fn frame(&mut self) -> Option<&mut Frame> {
        self.open.last_mut()
    }

    /// Returns the start of a property or an element.
    fn entry(&self) -> Expected {
        let is_in_object = self.open.last().is_some_and(|it| it.open.kind == TokenKind::OpenBrace);
        if is_in_object { Expected::Name } else { Expected::Value }
    }

    /// Returns whether a token separates a name from its value, as a colon does here or an equals
    /// sign in other languages.
    pub(super) fn is_colon(&self, token: Token) -> bool {
        let is_sign = || matches!(self.slice(token.span), "=" | "=>" | "->" | "==" | ">");
        token.kind == TokenKind::Colon || token.kind == SYMBOL && is_sign()
    }

    /// Returns whether a property begins here: a name and a colon.
    pub(super) fn is_at_property(&self) -> bool {
        matches!(self.token().kind, STRING | GUESS | BARE) && self.is_colon(self.peek(1))
    }

    fn close(&mut self) -> Expected {
        self.open.pop();
        // If a bracket was added, the comma after it may be missing too.
        self.is_broken = is_added(self.token());
        self.at += 1;
        Expected::Separator
    }

    /// Reads the closing bracket of an object or array in which a property or element could follow,
    /// or commas without one before them.
    pub(super) fn no_entry(&mut self) -> Option<Expected> {
        let (first, entry) = (self.token(), self.entry());
        let comma = self.frame().and_then(|frame| frame.comma.take());
        match first.kind {
            TokenKind::Comma => {
                while self.token().kind == TokenKind::Comma {
                    self.at += 1;
                }
                let what = if entry == Expected::Name { "A property" } else { "A value" };
                let detail = format!("{what} is expected before this comma.");
                let mistake = (Code::ExtraComma, first.span);
                self.correct(mistake, detail, "Remove the comma.", (first.span.to(self.gap()), ""));
                self.is_broken = false;
                Some(entry)
            }
            TokenKind::CloseBrace | TokenKind::CloseBracket => {
                if let Some(comma) = comma.filter(|_| !is_added(first)) {
                    let after = if entry == Expected::Name { "property" } else { "element" };
                    let detail = format!(
                        "No {after} follows this comma. JSON does not allow a comma after the last one."
                    );
                    self.correct((Code::TrailingComma, comma), detail, "Remove the comma.", (comma, ""));
                }
                Some(self.close())
            }
            _ => None,
        }
    }

    fn value(&mut self) -> Expected {
        let token = self.token();
        let is_in_object = self.entry() == Expected::Name;
        if !is_in_object
            && token.kind != TokenKind::CloseBrace
            && let Some(next) = self.no_entry()
        {
            return next;
        }
        if let Some(frame) = self.frame() {
            frame.comma = None;
        }
        match token.kind {
            TokenKind::OpenBrace | TokenKind::OpenBracket => {
                self.open.push(Frame { open: token, comma: None, is_other_kind: false });
                self.at += 1;
                self.is_broken = false;
                return self.entry();
            }
            STRING | GUESS => {
                self.at += 1;
                self.is_broken |= token.kind == GUESS;
            }
            BARE | SYMBOL => self.bare(),
            TokenKind::Colon if !self.open.is_empty() && !is_in_object => return self.names_in_array(),
            _ => {
                if !is_added(token) && !self.is_broken {
                    self.error(Code::MissingValue, self.here(), "A value is expected here.", bare::VALUES);
                }
                self.is_broken = true;
            }
        }
        Expected::Separator
    }

    /// Reads a number or a word, or reports other text.
    fn bare(&mut self) {
        let first = self.token();
        if first.kind == BARE && bare::is_literal(self.slice(first.span)) {
            self.at += 1;
            return self.diagnostics.extend(bare::out_of_range(self.slice(first.span), first.span));
        }
        let span = self.words();
        if !self.is_broken {
            self.report(bare::mistake(self.slice(span), span));
        }
        // The text counts as one value, followed by a comma or a bracket.
        self.is_broken = self.tokens[self.at - 1].kind == GUESS;
    }

    /// Moves past the text without quotes that begins here, and returns its span.
    fn words(&mut self) -> Span {
        let first = self.token().span;
        let end = words_end(self.text, first.start as usize) as u32;
        self.at += 1;
        while self.token().span.start < end && !self.token().span.is_empty() {
            self.at += 1;
        }
        first.to(self.gap())
    }

    /// Reads the text after a value.
    fn separator(&mut self) -> Expected {
        let token = self.token();
        let next = self.entry();
        match token.kind {
            TokenKind::Comma => {
                self.at += 1;
                self.is_broken = false;
                self.frame().into_iter().for_each(|frame| frame.comma = Some(token.span));
                return next;
            }
            TokenKind::End => return Expected::Separator,
            kind if kind.closes() => return self.close(),
            _ if !self.is_broken => {}
            _ if self.starts_line(token) && (self.is_at_property() || next == Expected::Value) => {
                self.is_broken = false;
                return next;
            }
            _ => return self.skip(),
        }
        match token.kind {
            TokenKind::Colon if next == Expected::Value => return self.names_in_array(),
            TokenKind::Colon => {
                let detail =
                    "A comma or \"}\" is expected after the value of a property, but a colon was found.";
                let help = "Remove the colon and what follows it, or make it a property of its own.";
                self.error(Code::UnexpectedColon, token.span, detail, help);
                self.at += 1;
            }
            SYMBOL if self.slice(token.span) == ";" => {
                let detail = "Found a semicolon, but JSON uses commas.";
                self.correct((Code::MissingComma, token.span), detail, "Write \",\".", (token.span, ","));
                self.at += 1;
                self.is_broken = false;
                return next;
            }
            BARE if next == Expected::Name && !self.is_at_property() && !self.starts_line(token) => {
                self.expression();
            }
            SYMBOL => self.expression(),
            _ => {
                let detail = match next {
                    Expected::Name => "A comma (\",\") is expected between two properties of an object.",
                    _ => "A comma (\",\") is expected between two elements of an array.",
                };
                let gap = self.gap();
                self.correct((Code::MissingComma, gap), detail, "Write a comma after this.", (gap, ","));
                if next == Expected::Value || self.is_at_property() {
                    self.is_broken = false;
                    return next;
                }
            }
        }
        self.skip()
    }

    /// Reports text after a value on its line, such as an operator.
    fn expression(&mut self) {
        let span = self.words();
        let shown = shortened(self.slice(span));
        let detail = format!(
            "A comma or a closing bracket is expected after a value, but {shown} was found. JSON has no operators."
        );
        let help =
            "An expression is a string with a template: \"${a + b}\". Quotes in a string are written \\\".";
        self.report(Diagnostic::new(Code::UnexpectedText, detail).at(span).with_help(help));
    }

    /// Reads a colon in an array, and reports the first one of the array.
    fn names_in_array(&mut self) -> Expected {
        let colon = self.token().span;
        self.at += 1;
        if let Some(frame) = self.frame().filter(|frame| !frame.is_other_kind) {
            frame.is_other_kind = true;
            let open = frame.open.span;
            let detail = "Elements of an array have no names, but a colon was found.";
            let found = Diagnostic::new(Code::UnexpectedColon, detail)
                .at(colon)
                .with_label(open, "the array begins here")
                .with_help("For names and values use an object, in braces: {\"name\": …}");
            self.report(found);
            self.is_broken = false;
        }
        Expected::Value
    }

    /// Skips the rest of a property or element.
    pub(super) fn skip(&mut self) -> Expected {
        let mut depth = 0_u32;
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::End => break,
                kind if kind.opens() => depth += 1,
                TokenKind::Comma if depth == 0 => break,
                kind if kind.closes() && depth == 0 => break,
                kind if kind.closes() => depth -= 1,
                _ if depth == 0 && self.starts_line(token) && self.is_at_property() => {
                    self.is_broken = false;
                    return self.entry();
                }
                _ => {}
            }
            self.at += 1;
        }
        self.is_broken = true;
        Expected::Separator
    }

    /// Checks that nothing follows the value of the document.
    fn end(&mut self) {
        let token = self.token();
        if token.kind == TokenKind::End || self.has_mistakes || !self.diagnostics.is_empty() {
            return;
        }
        if self.is_colon(token) {
            let detail = "A configuration in JSON is an object, in braces. Both braces are missing.";
            let help = "Write \"{\" at the start and \"}\" at the end.";
            return self.error(Code::MissingBraces, self.tokens[0].span, detail, help);
        }
        let is_comma = token.kind == TokenKind::Comma;
        let help = if is_comma { "Remove the comma." } else { "Remove the text after the value." };
        let detail = "The value of the file ends before this. A file holds one value.";
        self.error(Code::TextAfterValue, token.span, detail, help);
    }

    /// Reports a text that is native syntax, or another format, and not JSON.
    fn is_other_format(&mut self) -> bool {
        const NATIVE: &str = "The file is not JSON, but native syntax of HCL. A configuration in JSON is an object, in braces.";
        let (first, second, third) = (self.peek(0), self.peek(1), self.peek(2).kind);
        if !matches!(first.kind, BARE | SYMBOL) || bare::is_literal(self.slice(first.span)) {
            return false;
        }
        let is_native = match second.kind {
            TokenKind::End => return false,
            SYMBOL => self.slice(second.span) == "=",
            TokenKind::OpenBrace | STRING | GUESS => !self.starts_line(second),
            _ => false,
        };
        let has_value = third.opens() || matches!(third, STRING | GUESS | BARE);
        let (detail, help) = if is_native {
            (NATIVE, "Give the file a name without .json, or read it as native syntax.")
        } else if second.kind == TokenKind::Colon && has_value {
            let detail = "The file is not JSON: it has a name and a colon without braces and quotes.";
            (detail, "Write {\"name\": …}.")
        } else {
            let detail = "The file is not JSON. A configuration in JSON is an object, in braces.";
            (detail, "Write {\"name\": …}.")
        };
        self.error(Code::OtherFormat, first.span, detail, help);
        true
    }
}
