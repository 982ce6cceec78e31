//! The tokens of rejected text as objects and arrays, with the diagnostics of their structure.
//!
//! Brackets match here. After a mistake in a property or element, nothing is reported until the
//! next comma, closing bracket, or line that begins a property.

use super::bare;
use super::token::{Bracket, Kind, Token};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::MAX_PROBLEMS;
use crate::words::shortened;

/// Returns the diagnostics of the structure of tokens.
pub(super) fn check(text: &str, tokens: &[Token], has_mistakes: bool) -> Vec<Diagnostic> {
    let mut checker = Checker {
        text,
        tokens,
        at: 0,
        open: Vec::new(),
        is_broken: false,
        has_mistakes,
        diagnostics: Vec::new(),
    };
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
    bracket: Bracket,
    open: Span,
    /// The last comma, if nothing follows it so far.
    pub(super) comma: Option<Span>,
    /// Whether it was reported that the elements of this array have names, or the properties of
    /// this object no values.
    pub(super) is_other_kind: bool,
}

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
            if self.token().kind == Kind::End {
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
        let index = (self.at + count).min(self.tokens.len() - 1);
        self.tokens[index]
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Returns the offset after the token before this.
    pub(super) fn gap(&self) -> Span {
        let before = self.at.checked_sub(1).map_or(0, |at| self.tokens[at].span.end);
        Span::at(before)
    }

    /// Returns the current token, or the offset before it if the token is in another line.
    pub(super) fn here(&self) -> Span {
        let token = self.token();
        if token.starts_line() || token.kind == Kind::End { self.gap() } else { token.span }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.is_broken = true;
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn error(&mut self, code: Code, span: Span, detail: &'static str, help: &'static str) {
        self.report(Diagnostic::new(code, detail).at(span).with_help(help));
    }

    pub(super) fn frame(&mut self) -> Option<&mut Frame> {
        self.open.last_mut()
    }

    fn is_in_object(&self) -> bool {
        self.open.last().is_some_and(|frame| frame.bracket == Bracket::Brace)
    }

    /// Returns whether a token separates a name from its value, as a colon does here or an equals
    /// sign in other languages.
    pub(super) fn is_colon(&self, token: Token) -> bool {
        match token.kind {
            Kind::Colon => true,
            Kind::Symbol => matches!(self.slice(token.span), "=" | "=>" | "->" | "==" | ">"),
            _ => false,
        }
    }

    /// Returns whether a property begins here: a name and a colon.
    pub(super) fn is_at_property(&self) -> bool {
        self.token().is_scalar() && self.is_colon(self.peek(1))
    }

    fn open(&mut self, bracket: Bracket) -> Expected {
        let open = self.token().span;
        self.open.push(Frame { bracket, open, comma: None, is_other_kind: false });
        self.at += 1;
        self.is_broken = false;
        if bracket == Bracket::Brace { Expected::Name } else { Expected::Value }
    }

    fn close(&mut self) -> Expected {
        self.open.pop();
        // If a bracket was added, the comma after it may be missing too.
        self.is_broken = self.token().is_added;
        self.at += 1;
        Expected::Separator
    }

    fn comma(&mut self) -> Expected {
        let span = self.token().span;
        self.at += 1;
        self.is_broken = false;
        let Some(frame) = self.frame() else { return Expected::Value };
        frame.comma = Some(span);
        if frame.bracket == Bracket::Brace { Expected::Name } else { Expected::Value }
    }

    /// Closes an object or array in which a property or element could follow.
    pub(super) fn close_early(&mut self) -> Expected {
        let token = self.token();
        let comma = self.frame().and_then(|frame| frame.comma);
        if let Some(comma) = comma.filter(|_| !token.is_added) {
            let after = if self.is_in_object() { "property" } else { "element" };
            let detail =
                format!("No {after} follows this comma. JSON does not allow a comma after the last one.");
            self.report(
                Diagnostic::new(Code::TrailingComma, detail)
                    .at(comma)
                    .with_help("Remove the comma.")
                    .with_replacement(comma, ""),
            );
        }
        self.close()
    }

    /// Reports commas without a property or an element before them.
    pub(super) fn extra_commas(&mut self) {
        let first = self.token().span;
        let mut last = first;
        while self.token().kind == Kind::Comma {
            last = self.token().span;
            self.at += 1;
        }
        let what = if self.is_in_object() { "A property" } else { "A value" };
        let detail = format!("{what} is expected before this comma.");
        self.report(
            Diagnostic::new(Code::ExtraComma, detail)
                .at(first)
                .with_help("Remove the comma.")
                .with_replacement(first.to(last), ""),
        );
        self.is_broken = false;
        if let Some(frame) = self.frame() {
            frame.comma = None;
        }
    }

    fn value(&mut self) -> Expected {
        let token = self.token();
        let is_in_object = self.is_in_object();
        match token.kind {
            Kind::Close(Bracket::Square) if !is_in_object => return self.close_early(),
            Kind::Comma if !is_in_object => {
                self.extra_commas();
                return Expected::Value;
            }
            _ => {}
        }
        if let Some(frame) = self.frame() {
            frame.comma = None;
        }
        match token.kind {
            Kind::Open(bracket) => self.open(bracket),
            Kind::String => {
                self.at += 1;
                self.is_broken |= token.is_guess;
                Expected::Separator
            }
            Kind::Bare | Kind::Symbol => self.bare(),
            Kind::Colon if !self.open.is_empty() && !is_in_object => {
                self.names_in_array();
                self.at += 1;
                Expected::Value
            }
            Kind::Close(_) | Kind::Comma | Kind::Colon | Kind::End => {
                if !token.is_added && !self.is_broken {
                    let detail = "A value is expected here.";
                    let help = "Write a string in double quotes, a number, true, false, null, an array or an object.";
                    self.error(Code::MissingValue, self.here(), detail, help);
                }
                self.is_broken = true;
                Expected::Separator
            }
        }
    }

    /// Reads a number or a word, or reports other text.
    fn bare(&mut self) -> Expected {
        let start = self.at;
        let first = self.token();
        if first.kind == Kind::Bare && bare::is_literal(self.slice(first.span)) {
            self.at += 1;
            let next = self.token();
            let goes_on = !next.starts_line()
                && matches!(next.kind, Kind::Bare | Kind::Symbol)
                && !matches!(self.slice(next.span), ";")
                && !self.is_at_property()
                && (self.is_in_object() || next.kind == Kind::Symbol)
                && !self.is_broken;
            if !goes_on {
                // The text is a valid number, which can still be out of range.
                let diagnostic = bare::out_of_range(self.slice(first.span), first.span);
                self.diagnostics.extend(diagnostic);
                return Expected::Separator;
            }
        }
        self.at = self.bare_end(start);
        let span = first.span.to(self.gap());
        if !self.is_broken {
            let diagnostic = bare::mistake(self.slice(span), span);
            self.report(diagnostic);
        }
        // The text counts as one value, followed by a comma or a bracket.
        self.is_broken = self.tokens[self.at - 1].is_guess;
        Expected::Separator
    }

    /// Returns the index of the token after the text without quotes that begins with a token.
    fn bare_end(&self, start: usize) -> usize {
        /// The maximum number of tokens of such a text.
        const MAX: usize = 200;
        let (mut parentheses, mut brackets) = (0_u32, 0_u32);
        // The end of the tokens up to which all brackets are closed.
        let mut end = start + 1;
        let mut has_colon = self.slice(self.tokens[start].span) == "for";
        for (index, token) in self.tokens.iter().enumerate().skip(start).take(MAX) {
            let written = self.slice(token.span);
            let is_first = index == start;
            if !is_first && token.starts_line() || token.kind == Kind::End || token.is_added {
                break;
            }
            let depth = parentheses + brackets;
            let is_name = |next: Option<&Token>| next.is_some_and(|next| self.is_colon(*next));
            match (token.kind, written) {
                (_, "(") => parentheses += 1,
                (_, ")") => parentheses = parentheses.saturating_sub(1),
                (Kind::Open(_), _) => brackets += 1,
                (Kind::Close(_), _) if brackets == 0 => break,
                (Kind::Close(_), _) => brackets -= 1,
                (Kind::Bare, "?") => has_colon = true,
                (Kind::Colon, _) if depth == 0 && has_colon => {}
                (Kind::Comma | Kind::Colon, _) if depth == 0 => break,
                (_, ";") if depth == 0 && !is_first => break,
                (Kind::Bare | Kind::String, _)
                    if depth == 0
                        && !is_first
                        && !has_colon
                        && is_name(self.tokens.get(index + 1).filter(|next| next.kind == Kind::Colon)) =>
                {
                    break;
                }
                _ => {}
            }
            if parentheses + brackets == 0 {
                end = index + 1;
            }
        }
        end
    }

    /// Reads the text after a value.
    fn separator(&mut self) -> Expected {
        let token = self.token();
        match token.kind {
            Kind::Comma => return self.comma(),
            Kind::Close(_) => return self.close(),
            Kind::End => return Expected::Separator,
            _ => {}
        }
        let next = if self.is_in_object() { Expected::Name } else { Expected::Value };
        if self.is_broken {
            return if token.starts_line() && (self.is_at_property() || next == Expected::Value) {
                self.is_broken = false;
                next
            } else {
                self.skip()
            };
        }
        match token.kind {
            Kind::Colon if next == Expected::Value => {
                self.names_in_array();
                self.at += 1;
                Expected::Value
            }
            Kind::Colon => {
                let detail =
                    "A comma or \"}\" is expected after the value of a property, but a colon was found.";
                let help = "Remove the colon and what follows it, or make it a property of its own.";
                self.error(Code::UnexpectedColon, token.span, detail, help);
                self.at += 1;
                self.skip()
            }
            Kind::Symbol if self.slice(token.span) == ";" => {
                let detail = "Found a semicolon, but JSON separates by commas.";
                self.report(
                    Diagnostic::new(Code::MissingComma, detail)
                        .at(token.span)
                        .with_help("Write \",\".")
                        .with_replacement(token.span, ","),
                );
                self.at += 1;
                self.is_broken = false;
                next
            }
            Kind::Symbol => self.expression(),
            Kind::Bare if next == Expected::Name && !self.is_at_property() && !token.starts_line() => {
                self.expression()
            }
            _ => {
                let (detail, help) = if next == Expected::Name {
                    (
                        "A comma (\",\") is expected between two properties of an object.",
                        "Write a comma after this.",
                    )
                } else {
                    (
                        "A comma (\",\") is expected between two elements of an array.",
                        "Write a comma after this.",
                    )
                };
                let gap = self.gap();
                let diagnostic = Diagnostic::new(Code::MissingComma, detail).at(gap);
                self.report(diagnostic.with_help(help).with_replacement(gap, ","));
                if next == Expected::Value || self.is_at_property() {
                    self.is_broken = false;
                    return next;
                }
                self.skip()
            }
        }
    }

    /// Reports text after a value on its line, such as an operator.
    fn expression(&mut self) -> Expected {
        let start = self.at;
        self.at = self.bare_end(start);
        let span = self.tokens[start].span.to(self.gap());
        let shown = shortened(self.slice(span));
        let detail = format!(
            "A comma or a closing bracket is expected after a value, but {shown} was found. JSON has no operators."
        );
        let help =
            "An expression is a string with a template: \"${a + b}\". Quotes in a string are written \\\".";
        self.report(Diagnostic::new(Code::UnexpectedText, detail).at(span).with_help(help));
        self.skip()
    }

    /// Reports a colon in an array, once for each array.
    fn names_in_array(&mut self) {
        let colon = self.token().span;
        let Some(frame) = self.frame().filter(|frame| !frame.is_other_kind) else { return };
        frame.is_other_kind = true;
        let open = frame.open;
        let detail = "Elements of an array have no names, but a colon was found.";
        self.report(
            Diagnostic::new(Code::UnexpectedColon, detail)
                .at(colon)
                .with_label(open, "the array begins here")
                .with_help("For names and values use an object, in braces: {\"name\": …}"),
        );
        self.is_broken = false;
    }

    /// Skips the rest of a property or element.
    pub(super) fn skip(&mut self) -> Expected {
        let mut depth = 0_u32;
        loop {
            let token = self.token();
            match token.kind {
                Kind::End => break,
                Kind::Open(_) => depth += 1,
                Kind::Close(_) if depth == 0 => break,
                Kind::Close(_) => depth -= 1,
                Kind::Comma if depth == 0 => break,
                _ if depth == 0 && token.starts_line() && self.is_at_property() => {
                    self.is_broken = false;
                    return if self.is_in_object() { Expected::Name } else { Expected::Value };
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
        if token.kind == Kind::End || self.has_mistakes || !self.diagnostics.is_empty() {
            return;
        }
        if self.is_colon(token) {
            let first = self.tokens[0].span;
            let detail = "A configuration in JSON is an object, in braces. Both braces are missing.";
            return self.error(
                Code::MissingBraces,
                first,
                detail,
                "Write \"{\" at the start and \"}\" at the end.",
            );
        }
        let detail = "The value of the file ends before this. A file holds one value.";
        let help =
            if token.kind == Kind::Comma { "Remove the comma." } else { "Remove the text after the value." };
        self.error(Code::TextAfterValue, token.span, detail, help);
    }

    /// Reports a text that is native syntax, or another format, and not JSON.
    fn is_other_format(&mut self) -> bool {
        let (first, second) = (self.peek(0), self.peek(1));
        if !matches!(first.kind, Kind::Bare | Kind::Symbol) || bare::is_literal(self.slice(first.span)) {
            return false;
        }
        let is_value = |token: Token| token.is_scalar() || matches!(token.kind, Kind::Open(_));
        let (detail, help) = match second.kind {
            Kind::Symbol if self.slice(second.span) == "=" => (NATIVE, NATIVE_HELP),
            Kind::Open(Bracket::Brace) | Kind::String if !second.starts_line() => (NATIVE, NATIVE_HELP),
            Kind::Colon if is_value(self.peek(2)) => (
                "The file is not JSON: it has a name and a colon without braces and quotes.",
                "Write {\"name\": …}.",
            ),
            Kind::End => return false,
            _ => (
                "The file is not JSON. A configuration in JSON is an object, in braces.",
                "Write {\"name\": …}.",
            ),
        };
        self.error(Code::OtherFormat, first.span, detail, help);
        true
    }
}

const NATIVE: &str =
    "The file is not JSON, but native syntax of HCL. A configuration in JSON is an object, in braces.";
const NATIVE_HELP: &str = "Give the file a name without .json, or read it as native syntax.";
