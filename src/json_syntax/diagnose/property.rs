//! The names of properties, and the colon after them.

use super::bare;
use super::grammar::{Checker, Expected};
use super::token::{Kind, Token};
use crate::diag::{Code, Diagnostic};
use crate::syntax::with_commas;
use crate::words::shortened;

impl Checker<'_> {
    /// Reads the name of a property, and the colon after it.
    pub(super) fn name(&mut self) -> Expected {
        let token = self.token();
        match token.kind {
            Kind::Close(_) => return self.close_early(),
            Kind::Comma => {
                self.extra_commas();
                return Expected::Name;
            }
            _ => {}
        }
        if let Some(frame) = self.frame() {
            frame.comma = None;
        }
        match token.kind {
            Kind::String => {
                self.at += 1;
                self.colon(token)
            }
            Kind::Bare => {
                self.at += 1;
                self.unquoted_name(token)
            }
            Kind::Open(_) => {
                if !self.is_broken {
                    let detail = "A property has a name in double quotes and a colon before its value.";
                    self.error(Code::InvalidPropertyName, token.span, detail, "Write a name: \"name\": …");
                }
                Expected::Value
            }
            Kind::Colon => {
                let detail = "The name of the property is missing before this colon.";
                self.error(Code::InvalidPropertyName, token.span, detail, "Write a name in double quotes.");
                self.at += 1;
                Expected::Value
            }
            _ => {
                let shown = shortened(self.slice(token.span));
                let detail =
                    format!("Found {shown}, but the name of a property is expected, in double quotes.");
                self.report(Diagnostic::new(Code::UnexpectedCharacter, detail).at(token.span));
                self.at += 1;
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
                .with_replacement(name.span, quoted);
        let next = self.token();
        if self.is_colon(next) {
            let mut diagnostic = diagnostic.with_help(format!("Write {shown}:"));
            if next.kind != Kind::Colon {
                diagnostic = diagnostic.with_replacement(next.span, ":");
            }
            self.report(diagnostic);
            self.is_broken = false;
            self.at += 1;
            return Expected::Value;
        }
        if let Some(grouped) = self.grouped_number(name) {
            self.report(grouped);
            return self.skip();
        }
        let is_block = matches!(next.kind, Kind::Open(_) | Kind::String);
        let has_values = !self.frame().is_some_and(|frame| frame.is_other_kind && !is_block);
        if has_values {
            self.report(diagnostic.with_help(format!("Write {shown}, a colon and a value.")));
        }
        self.is_broken = true;
        // A block in native syntax: skip its labels, and read its body as the value.
        while self.token().kind == Kind::String && !self.token().starts_line() {
            self.at += 1;
        }
        if matches!(self.token().kind, Kind::Open(_)) { Expected::Value } else { self.skip() }
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
        if name.is_guess && !self.is_colon(token) {
            self.is_broken = true;
            return Expected::Separator;
        }
        match token.kind {
            Kind::Colon => self.at += 1,
            Kind::Symbol if self.is_colon(token) => {
                let shown = self.slice(token.span).to_owned();
                let detail =
                    format!("Found {shown:?} between a name and its value, but JSON has a colon there.");
                self.report(
                    Diagnostic::new(Code::MissingColon, detail)
                        .at(token.span)
                        .with_help("Write \":\".")
                        .with_replacement(token.span, ":"),
                );
                self.is_broken = false;
                self.at += 1;
            }
            Kind::Close(_) | Kind::Comma | Kind::End => {
                if !token.is_added {
                    self.no_value_of(name);
                }
                self.is_broken = true;
                return Expected::Separator;
            }
            Kind::String | Kind::Bare if token.starts_line() && self.is_at_property() => {
                self.no_value_of(name);
                return Expected::Separator;
            }
            _ => {
                let at = self.gap();
                let detail = "A colon (\":\") is expected between the name of a property and its value.";
                self.report(
                    Diagnostic::new(Code::MissingColon, detail)
                        .at(self.here())
                        .with_help("Write a colon after the name.")
                        .with_replacement(at, ":"),
                );
                return Expected::Value;
            }
        }
        let extra = self.token();
        if self.is_colon(extra) {
            while self.is_colon(self.token()) {
                self.at += 1;
            }
            let detail = "Only one colon stands between the name of a property and its value.";
            self.report(
                Diagnostic::new(Code::UnexpectedColon, detail)
                    .at(extra.span)
                    .with_help("Remove this.")
                    .with_replacement(extra.span.to(self.gap()), ""),
            );
            self.is_broken = false;
        }
        Expected::Value
    }

    fn no_value_of(&mut self, name: Token) {
        self.is_broken = true;
        if self.frame().is_some_and(|frame| std::mem::replace(&mut frame.is_other_kind, true)) {
            return;
        }
        let detail = "This property has a name, but no colon and no value.";
        self.report(
            Diagnostic::new(Code::MissingValue, detail)
                .at(self.here())
                .with_label(name.span, "the name")
                .with_help("Write a colon and a value after the name."),
        );
    }
}
