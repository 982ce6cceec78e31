//! Object constructors: `{ key = value }`.

use std::sync::Arc;

use super::traversal::is_reference;
use super::{Evaluator, Locals};
use crate::diag::{Category, Code, Diagnostic};
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Binary, Expression, ExpressionKind, Object, ObjectKey};
use crate::value::{Map, Marks, Spellings, Type, Value, equal_in_normal_form};

impl Evaluator<'_> {
    pub(super) fn object(&mut self, object: Object<'_>, span: Span, scope: &Locals<'_>) -> Value {
        let items = object.items();
        if !self.produce(span, self.budget.take_table(items.len())) {
            return Value::UNKNOWN;
        }
        let mut attributes = Map::with_capacity(items.len());
        let mut spellings = Spellings::default();
        let mut marks = Marks::NONE;
        let mut is_known = true;
        for item in items {
            let mark = self.mark();
            let (key, written) = self.object_key(item.key, scope);
            let failed = self.failed_since(mark);
            let value = self.evaluate(item.value, scope);
            if failed {
                is_known = false;
                continue;
            }
            let (scope, mark) = (redaction::scope(!marks.is_empty()), self.mark());
            let Some(name) = self.key_text(key, item.key.span(), true, &mut marks) else {
                is_known = false;
                if !self.failed_since(mark) {
                    marks.add(&value.all_marks());
                }
                continue;
            };
            drop(scope);
            let _scope = redaction::scope(!marks.is_empty());
            let other = spellings.clash(&attributes, &name, written.unwrap_or(&name));
            if let Some(name) = attributes.replace_shared(name, value) {
                let written = written.unwrap_or(&name);
                let detail = match other {
                    Some(first) if !redaction::in_scope() => format!(
                        "In this object {}; the later value replaces the earlier one.",
                        equal_in_normal_form(&first, written)
                    ),
                    _ => format!(
                        "The {} was set before in this object; this later value replaces it.",
                        redaction::repeated_key(&name)
                    ),
                };
                let warning = Diagnostic::public_warning(Category::Eval, "Repeated object key", detail);
                self.push(warning.with_code(Code::DuplicateKey).at(item.key.span()));
            }
        }
        if is_known {
            return Value::object(attributes).with_marks(&marks);
        }
        attributes.values().for_each(|value| marks.add(&value.all_marks()));
        Value::UNKNOWN.with_marks(&marks)
    }

    /// Returns the text of a key, and adds its marks. Returns `None` if it is unknown, or invalid,
    /// which can be reported.
    pub(super) fn key_text(
        &mut self,
        key: Value,
        span: Span,
        is_reported: bool,
        marks: &mut Marks,
    ) -> Option<Arc<str>> {
        let (key, own) = key.unmark();
        self.failure_marks.add(&own);
        marks.add(&own);
        let _scope = redaction::scope(!own.is_empty());
        // Nearly all keys are names or strings.
        if key.shared_str().is_some() {
            return key.into_shared_str();
        }
        if key.is_null() {
            if is_reported {
                let detail = "The key of an object must be a string, but this is null.";
                self.error(span, Code::InvalidKey, detail);
            }
            return None;
        }
        match self.convert(key, &Type::String) {
            Ok(key) => return key.into_shared_str(),
            Err(error) if is_reported => {
                self.refused(span, Code::InvalidKey, "This value cannot be a key", &error);
            }
            Err(_) => {}
        }
        None
    }

    /// Evaluates a key, and returns its spelling too if it is a name or a string. The value of a
    /// bare name is the name; anything else is evaluated.
    pub(super) fn object_key<'t>(
        &mut self,
        key: ObjectKey<'t>,
        scope: &Locals<'_>,
    ) -> (Value, Option<&'t str>) {
        let key = match key {
            ObjectKey::Name(name) => return (self.name(name.text, name.span), Some(name.text)),
            ObjectKey::Expression(key) => key,
        };
        match key.kind() {
            ExpressionKind::String(text) => (self.evaluate(key, scope), Some(text)),
            _ if is_reference(key) => {
                let detail = "A key with dots or brackets could be a reference or a name. Put it in parentheses to \
                              refer to a value, or in quotes to write a name.";
                (self.ambiguous_key(key.span(), detail), None)
            }
            ExpressionKind::Binary(names) if !self.has_variables(scope) && are_words(names) => {
                let detail =
                    "A key with other characters than letters, digits, \"_\" and \"-\" is written in quotes.";
                (self.ambiguous_key(key.span(), detail), None)
            }
            _ => (self.evaluate(key, scope), None),
        }
    }

    fn ambiguous_key(&mut self, span: Span, detail: &'static str) -> Value {
        self.error(span, Code::AmbiguousKey, detail);
        Value::UNKNOWN
    }
}

/// Returns whether the operands of an operation are words, as in `app.example.org/name`.
fn are_words(names: Binary<'_>) -> bool {
    let is_word = |operand: Expression<'_>| {
        matches!(operand.kind(), ExpressionKind::Variable(_)) || is_reference(operand)
    };
    is_word(names.first()) && names.rest().all(|(_, operand)| is_word(operand))
}
