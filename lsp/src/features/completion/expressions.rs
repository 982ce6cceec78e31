//! Values, references, functions and keywords.

use std::sync::Arc;

use lsp_types::CompletionItemKind;
use serde_hcl::Type;

use super::snippet::Snippet;
use super::{List, MANY, Shown};
use crate::features::bindings::{Part, bindings};
use crate::features::cursor::{ForPart, Kind};
use crate::features::definitions::Member;
use crate::features::expect::Expected;
use crate::features::text::fits;
use crate::features::{describe, values};
use crate::files;

impl List<'_, '_> {
    /// Adds the possible beginnings of an expression.
    pub(super) fn expression(&mut self, expected: &Expected<'_>) {
        if self.is_in_quote() {
            return self.possible_values(expected);
        }
        let for_part = self.cursor.frames.last().and_then(|top| top.for_part);
        let Some(steps) = &self.cursor.steps else { return };
        if self.cursor.is_after_operand {
            match for_part {
                Some(ForPart::Names) => self.keyword("in", 0),
                Some(ForPart::Result) => self.keyword("if", 0),
                _ => {}
            }
            return;
        }
        if for_part == Some(ForPart::Names) {
            return;
        }
        // The values of variables are constants.
        let is_constant = files::is_of_variables(self.view.document.source.name());
        if steps.is_empty() {
            self.possible_values(expected);
            let rank = if matches!(expected, Expected::Value { ty: Type::Bool, .. }) { 0 } else { 3 };
            ["true", "false"].into_iter().for_each(|name| self.keyword(name, rank));
            self.keyword("null", 3);
            if is_constant {
                return;
            }
            if self.cursor.is_first && matches!(self.cursor.top(), Kind::Tuple | Kind::Object) {
                self.for_keyword();
            }
            self.functions();
        }
        if is_constant {
            return;
        }
        let is_terraform = files::is_terraform(self.view.document.source.name());
        let bindings = bindings(self.text, self.cursor, is_terraform);
        // `each` is among the names that Terraform gives.
        let named = bindings.iter().filter(|it| steps.is_empty() && it.name != "each");
        for binding in named {
            let detail = match binding.part {
                Part::Both => "element of a dynamic block",
                Part::Key | Part::Value => "element of a for expression",
            };
            let (label, detail) = (binding.name.to_owned(), detail.to_owned());
            let shown = Shown { label, detail, rank: 1, ..Default::default() };
            self.push(CompletionItemKind::VARIABLE, shown, Snippet::default().text(binding.name));
        }
        let kind = if steps.is_empty() { CompletionItemKind::VARIABLE } else { CompletionItemKind::FIELD };
        let mut members = values::members(self.view, steps, &bindings);
        if members.len() > MANY {
            self.is_incomplete = true;
            members.retain(|member| fits(&member.name, self.cursor.typed));
            members.truncate(MANY);
        }
        for member in members {
            let text = Snippet::default().text(member.name.as_str());
            let Member { name, detail, description } = Arc::unwrap_or_clone(member);
            self.push(kind, Shown { label: name, detail, description, rank: 1 }, text);
        }
    }

    /// Returns whether the type of a variable of Terraform is at the offset.
    pub(super) fn is_of_type(&self) -> bool {
        let is_terraform = self.view.language().is_terraform(self.view.document.source.name());
        let body = self.cursor.frames.iter().rfind(|frame| frame.kind == Kind::Body);
        is_terraform
            && !self.is_in_quote()
            && body.is_some_and(|body| {
                body.name() == Some("type") && body.block.first().is_some_and(|it| it.text == "variable")
            })
    }

    /// Adds the types of variables.
    pub(super) fn types(&mut self) {
        if self.cursor.is_after_operand
            || self.is_at_name()
            || self.cursor.steps.as_ref().is_none_or(|it| !it.is_empty())
        {
            return;
        }
        for name in ["any", "bool", "number", "string"] {
            self.keyword(name, 0);
        }
        for (name, open, close) in [
            ("list", "(", ")"),
            ("map", "(", ")"),
            ("object", "({", "})"),
            ("optional", "(", ")"),
            ("set", "(", ")"),
            ("tuple", "([", "])"),
        ] {
            let snippet = match self.rest().starts_with('(') {
                true => Snippet::default().text(name),
                false => Snippet::default().text(format!("{name}{open}")).stop("").text(close),
            };
            let shown = Shown { label: name.to_owned(), rank: 1, ..Default::default() };
            self.push(CompletionItemKind::KEYWORD, shown, snippet);
        }
    }

    /// Adds the values of an enumeration.
    fn possible_values(&mut self, expected: &Expected<'_>) {
        let Expected::Value { ty, values } = expected else { return };
        // Those of a collection are those of its elements.
        if !matches!(ty, Type::String | Type::Number | Type::Bool) {
            return;
        }
        for value in values.iter().filter(|value| !value.contains_marks()) {
            let text = match (value.as_str(), self.is_in_quote()) {
                (Some(text), true) if text.contains(['"', '\\', '$', '%', '\n']) => continue,
                (Some(text), true) => text.to_owned(),
                (None, true) => continue,
                (_, false) => value.to_string(),
            };
            let shown = Shown { label: text.clone(), detail: describe::ty(ty), ..Default::default() };
            self.push(CompletionItemKind::ENUM_MEMBER, shown, Snippet::default().text(text));
        }
    }

    /// Adds the values of HCL JSON.
    pub(super) fn json_value(&mut self, expected: &Expected<'_>) {
        let is_after = self.cursor.is_after_operand;
        if is_after && !self.is_in_quote() {
            return;
        }
        self.possible_values(expected);
        if matches!(expected, Expected::Value { ty: Type::Bool, .. }) && !self.is_in_quote() {
            ["true", "false"].into_iter().for_each(|name| self.keyword(name, 0));
        }
    }

    fn keyword(&mut self, name: &str, rank: u8) {
        let shown = Shown { label: name.to_owned(), rank, ..Default::default() };
        self.push(CompletionItemKind::KEYWORD, shown, Snippet::default().text(name));
    }

    /// Adds a `for` expression.
    pub(super) fn for_keyword(&mut self) {
        if !self.cursor.is_first {
            return;
        }
        let is_object = self.cursor.top() == Kind::Object;
        let snippet = Snippet::default().text("for ");
        let snippet = match is_object {
            true => snippet.stop("key").text(", ").stop("value"),
            false => snippet.stop("value"),
        };
        let snippet = snippet.text(" in ").stop("collection").text(" : ");
        let snippet = if is_object { snippet.stop("key").text(" => ") } else { snippet };
        let shown = Shown {
            label: "for".to_owned(),
            detail: "a value for each element of a collection".to_owned(),
            rank: 2,
            ..Default::default()
        };
        self.push(CompletionItemKind::KEYWORD, shown, snippet.stop("value"));
    }

    fn functions(&mut self) {
        let view = self.view;
        let is_called = self.rest().starts_with('(');
        let signatures = view.language().signatures();
        for (name, signature) in signatures.iter().filter(|(name, _)| !name.contains(':')) {
            let snippet = match (is_called, signature.parameters.is_empty()) {
                (true, _) => Snippet::default().text(name.as_str()),
                (false, true) => Snippet::default().text(format!("{name}()")),
                (false, false) => Snippet::default().text(format!("{name}(")).stop("").text(")"),
            };
            let shown = Shown {
                label: name.to_owned(),
                detail: signature.label.clone(),
                description: signature.description.clone(),
                rank: 2,
            };
            self.push(CompletionItemKind::FUNCTION, shown, snippet);
        }
    }
}
