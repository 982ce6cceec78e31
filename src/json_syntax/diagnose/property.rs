//! The names of properties, and the colon after them.

use super::bare;
use super::grammar::{Checker, Expected, Frame};
use super::token::{BARE, GUESS, STRING, Token, is_added};
use crate::diag::{Code, Diagnostic};
use crate::syntax::{TokenKind, with_commas};
use crate::util::words::shortened;

impl Checker<'_> {
    /// Reads the name of a property, and the colon after it.
    pub(super) fn name(&mut self) -> Expected {
        let token = self.token();
        if let Some(next) = self.no_entry() {
            return next;
        }
        if token.kind.opens() {
            if !self.is_broken {
                let detail = "A property has a name in double quotes and a colon before its value.";
                self.error(Code::InvalidPropertyName, token.span, detail, "Write a name: \"name\": …");
            }
            return Expected::Value;
        }
        self.at += 1;
        match token.kind {
            STRING | GUESS => self.colon(token),
            BARE => self.unquoted_name(token),
            TokenKind::Colon => {
                let detail = "The name of the property is missing before this colon.";
                self.error(Code::InvalidPropertyName, token.span, detail, "Write a name in double quotes.");
                Expected::Value
            }
            _ => {
                let shown = shortened(self.slice(token.span));
                let detail =
                    format!("Found {shown}, but the name of a property is expected, in double quotes.");
                self.report(Diagnostic::new(Code::UnexpectedCharacter, detail).at(token.span));
                self.skip()
            }
        }
    }

    /// Reports a name without quotes, together with a mistake in the colon after it.
    fn unquoted_name(&mut self, name: Token) -> Expected {
        let quoted = bare::quoted(self.slice(name.span));
        let shown = shortened(&quoted).into_owned();
        let diagnostic =
            Diagnostic::new(Code::InvalidPropertyName, "The name of a property is in double quotes.")
                .at(name.span)
                .with_correction(name.span, quoted);
        let next = self.token();
        if self.is_colon(next) {
            let diagnostic = diagnostic.with_help(format!("Write {shown}:"));
            let is_colon = next.kind == TokenKind::Colon;
            self.report(if is_colon { diagnostic } else { diagnostic.with_correction(next.span, ":") });
            self.is_broken = false;
            self.at += 1;
            return Expected::Value;
        }
        if let Some(grouped) = self.grouped_number(name) {
            self.report(grouped);
            return self.skip();
        }
        let is_block = next.kind.opens() || matches!(next.kind, STRING | GUESS);
        if is_block || !self.frame().is_some_and(|frame| frame.is_other_kind) {
            self.report(diagnostic.with_help(format!("Write {shown}, a colon and a value.")));
        }
        self.is_broken = true;
        // A block in native syntax: skip its labels, and read its body as the value.
        while matches!(self.token().kind, STRING | GUESS) && !self.starts_line(self.token()) {
            self.at += 1;
        }
        if self.token().kind.opens() { Expected::Value } else { self.skip() }
    }

    /// Returns the diagnostic for the digits after a comma that belong to the number before it, as
    /// in `1,000`.
    fn grouped_number(&self, digits: Token) -> Option<Diagnostic> {
        let index = self.at.checked_sub(3)?;
        let span = self.tokens[index].span.to(digits.span);
        let written = self.slice(span);
        let is_group = digits.span.len() == 3 && written.bytes().all(|it| it.is_ascii_digit() || it == b',');
        is_group.then(|| with_commas(written, span))
    }

    /// Reads the colon after the name of a property.
    fn colon(&mut self, name: Token) -> Expected {
        let token = self.token();
        let is_colon = self.is_colon(token);
        let is_end = token.kind.closes() || matches!(token.kind, TokenKind::Comma | TokenKind::End);
        if name.kind == GUESS && !is_colon {
            self.is_broken = true;
            return Expected::Separator;
        }
        if is_end || self.starts_line(token) && self.is_at_property() {
            let is_reported = |it: &mut Frame| std::mem::replace(&mut it.is_other_kind, true);
            if !is_added(token) && !self.frame().is_some_and(is_reported) {
                let detail = "This property has a name, but no colon and no value.";
                let help = "Write a colon and a value after the name.";
                let found = Diagnostic::new(Code::MissingValue, detail).at(self.here());
                self.report(found.with_label(name.span, "the name").with_help(help));
            }
            self.is_broken = true;
            return Expected::Separator;
        }
        if !is_colon {
            let detail = "A colon (\":\") is expected between the name of a property and its value.";
            let mistake = (Code::MissingColon, self.here());
            self.correct(mistake, detail, "Write a colon after the name.", (self.gap(), ":"));
            return Expected::Value;
        }
        self.at += 1;
        if token.kind != TokenKind::Colon {
            let shown = self.slice(token.span);
            let detail = format!("Found {shown:?} between a name and its value, but JSON has a colon there.");
            self.correct((Code::MissingColon, token.span), detail, "Write \":\".", (token.span, ":"));
            self.is_broken = false;
        }
        let extra = self.token();
        while self.is_colon(self.token()) {
            self.at += 1;
        }
        if self.is_colon(extra) {
            let detail = "Only one colon stands between the name of a property and its value.";
            let removed = extra.span.to(self.gap());
            self.correct((Code::UnexpectedColon, extra.span), detail, "Remove this.", (removed, ""));
            self.is_broken = false;
        }
        Expected::Value
    }
}
