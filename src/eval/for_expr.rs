//! `for` expressions: tuples and objects made from the elements of a collection.

use std::mem;
use std::sync::Arc;

use super::{Evaluator, Locals};
use crate::diag::Code;
use crate::func::Budget;
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Expression, For};
use crate::util::ordered::OrderedMap;
use crate::value::{Map, Marks, Type, Value, ValueKind, convert};

/// The condition of a loop, in messages.
const AFTER_IF: &str = "The condition after 'if'";

/// A loop over a collection.
pub(super) struct Loop<'t> {
    /// The names of the value and of the key of each element. The one of the value comes first, so
    /// it wins if both are the same.
    names: [Option<&'t str>; 2],
    /// The collection without its marks.
    pub(super) collection: Value,
    /// The location of the loop.
    span: Span,
    scope: &'t Locals<'t>,
}

impl Loop<'_> {
    /// Returns the scope of one element.
    fn bind<'s>(&'s self, key: &'s Value, value: &'s Value) -> Locals<'s> {
        let [value_name, key_name] = self.names;
        let names = [value_name.map(|name| (name, value)), key_name.map(|name| (name, key))];
        Locals { parent: Some(self.scope), names, ..*self.scope }
    }
}

impl Evaluator<'_> {
    pub(super) fn for_expr(&mut self, node: For<'_>, scope: &Locals<'_>) -> Value {
        let names = [Some(node.value_name()), node.key_name()];
        let each = self.each("expression", names, node.collection(), node.span(), scope);
        let Some((each, mut marks)) = each else { return Value::UNKNOWN };
        // If this `for` is part of a condition that is checked, its rounds are enough of a check.
        // Evaluating each condition twice at every level would take exponential time.
        let has_rounds = each.collection.len().map_or(self.is_check(), |length| length > 0);
        if let Some(condition) = node.condition()
            && !(self.checks_condition && has_rounds)
        {
            match self.check_condition(&each, condition) {
                Some(of_condition) => marks.add(&of_condition),
                None => return Value::UNKNOWN,
            }
        }
        // The elements carry no marks of their own.
        let _scope = redaction::scope(!marks.is_empty());
        let value = if each.collection.is_known() {
            self.for_elements(node, &each, &mut marks)
        } else {
            self.for_unknown_element(&each, |evaluator, child| {
                if evaluator.is_check() {
                    return evaluator.result_for_any(node, child);
                }
                let parts = [Some(node.value()), node.key()].into_iter().flatten();
                parts.fold(Value::UNKNOWN, |value, part| {
                    value.with_marks(&evaluator.evaluate(part, child).all_marks())
                })
            })
        };
        value.with_marks(&marks)
    }

    /// Evaluates a loop once for an element that is unknown, to find the marks of its results for
    /// any element. The collection can turn out to be empty, so errors are only possible. In a
    /// static check, the element has the type that the collection gives it.
    pub(super) fn for_unknown_element(
        &mut self,
        each: &Loop<'_>,
        evaluate: impl FnOnce(&mut Self, &Locals<'_>) -> Value,
    ) -> Value {
        let mark = self.mark();
        let unknown = || (Value::UNKNOWN, Value::UNKNOWN);
        let (key, element) = if self.is_check() { each.collection.unknown_entry() } else { unknown() };
        let result = evaluate(self, &each.bind(&key, &element));
        self.only_possible_since(mark);
        result
    }

    /// Evaluates the parts of a loop for one element, and returns the known part of the result for
    /// any number of such elements.
    fn result_for_any(&mut self, node: For<'_>, scope: &Locals<'_>) -> Value {
        let mut marks = Marks::NONE;
        if self.is_taken(node, true, &mut marks, scope) == Some(false) {
            return Value::UNKNOWN.with_marks(&marks);
        }
        if let Some(key) = node.key() {
            self.for_key(key, true, &mut marks, scope);
        }
        let value = self.evaluate(node.value(), scope);
        let element = if node.groups() { Value::unknown_of(value, false) } else { value };
        Value::unknown_of(element, node.key().is_some()).with_marks(&marks)
    }

    /// Evaluates the collection of a loop, and returns the loop and the marks of the collection.
    /// Returns `None` and reports an error if the value cannot be iterated over.
    pub(super) fn each<'t>(
        &mut self,
        construct: &str,
        names: [Option<&'t str>; 2],
        collection: Expression<'_>,
        whole: Span,
        scope: &'t Locals<'t>,
    ) -> Option<(Loop<'t>, Marks)> {
        let span = collection.span();
        let (collection, marks) = self.evaluate(collection, scope).countable().unmark();
        self.failure_marks.add(&marks);
        let collection = self.spread(collection, span);
        let (code, found) = match collection.kind() {
            ValueKind::Null(_) => (Code::IterationOverNull, "null".to_owned()),
            ValueKind::List(_)
            | ValueKind::Set(_)
            | ValueKind::Map(_)
            | ValueKind::Tuple(_)
            | ValueKind::Object(_)
            | ValueKind::Unknown(
                Type::Dynamic
                | Type::List(_)
                | Type::Set(_)
                | Type::Map(_)
                | Type::Tuple(_)
                | Type::Object(_),
            ) => {
                // The entries of a map are sorted first.
                let entries = collection.as_object().map_or(0, |map| map.len() / 16);
                let is_allowed = self.produce(span, self.budget.take_elements(entries));
                return is_allowed.then_some((Loop { names, collection, span: whole, scope }, marks));
            }
            _ => (Code::NotIterable, collection.ty().with_article()),
        };
        let detail =
            format!("A 'for' {construct} iterates over a list, set, map or object, but this is {found}.");
        self.error(span, code, detail);
        None
    }

    /// Evaluates a round of a loop for each element of a known collection. A round returns whether
    /// the condition of the loop skips it.
    pub(super) fn for_each(
        &mut self,
        each: &Loop<'_>,
        round: &mut dyn FnMut(&mut Self, &Locals<'_>) -> bool,
    ) {
        self.begin_loop();
        for (key, value) in each.collection.iter() {
            let mark = self.mark();
            if !self.step(each.span) {
                break;
            }
            let is_skipped = round(self, &each.bind(&key, value));
            self.end_round(mark, is_skipped);
        }
        self.end_loop();
    }

    /// Returns an unknown tuple or object with its elements, in a static check. Null is an error
    /// for all callers.
    pub(super) fn spread(&mut self, value: Value, span: Span) -> Value {
        if !self.is_check() || !self.count_parts(value.ty().size(), span) {
            return value;
        }
        match value.kind() {
            ValueKind::Unknown(Type::Tuple(elements)) => {
                Value::tuple(elements.iter().map(|ty| Value::unknown(ty.clone())))
            }
            ValueKind::Unknown(Type::Object(attributes)) => {
                let attributes = attributes.iter().map(|(name, ty)| (name, Value::unknown(ty.clone())));
                Value::object(attributes.collect())
            }
            _ => value,
        }
    }

    /// Checks the condition once with an unknown element, so that errors are reported for empty
    /// collections too. Returns its marks, or `None` if it is invalid.
    fn check_condition(&mut self, each: &Loop<'_>, condition: Expression<'_>) -> Option<Marks> {
        let mark = self.mark();
        let outer = mem::replace(&mut self.checks_condition, true);
        let result = self.evaluate(condition, &each.bind(&Value::UNKNOWN, &Value::UNKNOWN));
        self.checks_condition = outer;
        self.doubt(&result);
        self.truth(&result, condition.span(), [Code::InvalidForCondition; 2], AFTER_IF);
        (!self.failed_since(mark)).then(|| result.all_marks())
    }

    fn for_elements(&mut self, node: For<'_>, each: &Loop<'_>, marks: &mut Marks) -> Value {
        let (mut tuple, mut object) = (Vec::new(), Map::new());
        let mut groups: OrderedMap<Arc<str>, Vec<Value>> = OrderedMap::new();
        let mut is_known = true;
        self.for_each(each, &mut |evaluator, child| {
            let is_taken = evaluator.is_taken(node, is_known, marks, child);
            if is_taken == Some(false) {
                return true;
            }
            let key = match node.key() {
                Some(key) if is_taken.is_some() => evaluator.for_key(key, is_known, marks, child),
                Some(key) => {
                    marks.add(&evaluator.marks_of(key, child));
                    None
                }
                None => None,
            };
            if is_taken.is_none() || node.key().is_some() && key.is_none() {
                is_known = false;
                marks.add(&evaluator.marks_of(node.value(), child));
                return false;
            }
            let Some(key) = key else {
                evaluator.produce(each.span, evaluator.budget.take_elements(1_u64));
                tuple.push(evaluator.evaluate(node.value(), child));
                return false;
            };
            evaluator.produce(each.span, evaluator.budget.take_entry());
            let value = evaluator.evaluate(node.value(), child);
            if node.groups() {
                let group = groups.entry(key).or_default();
                if group.is_empty() {
                    evaluator.produce(each.span, evaluator.budget.take_sequence(0));
                }
                group.push(value);
            } else if let (Err(name), Some(key)) = (object.insert_new(key, value), node.key()) {
                let _scope = redaction::scope(!marks.is_empty());
                let name = redaction::repeated_key(&name);
                let detail = format!(
                    "Two different items produced the {name} in this 'for' expression. If duplicates are expected, \
                     write an ellipsis (...) after the value to group the values by key."
                );
                evaluator.error(key.span(), Code::DuplicateKey, detail);
            }
            false
        });
        let is_object = node.key().is_some();
        let take = if is_object { Budget::take_table } else { Budget::take_sequence };
        is_known &= self.produce(each.span, take(self.budget, 0));
        for (key, values) in groups {
            object.insert_shared(key, Value::tuple(values));
        }
        if is_known {
            return if is_object { Value::object(object) } else { Value::tuple(tuple) };
        }
        tuple.iter().chain(object.values()).for_each(|result| marks.add(&result.all_marks()));
        Value::UNKNOWN
    }

    /// Returns the marks that an expression's value has, if it is not known whether that is part of
    /// a result.
    fn marks_of(&mut self, expression: Expression<'_>, scope: &Locals<'_>) -> Marks {
        let mark = self.mark();
        let marks = self.evaluate(expression, scope).all_marks();
        self.only_possible_since(mark);
        marks
    }

    /// Evaluates the key of a result. Returns `None` if it is unknown, or invalid, which is
    /// reported once.
    fn for_key(
        &mut self,
        key: Expression<'_>,
        is_reported: bool,
        marks: &mut Marks,
        scope: &Locals<'_>,
    ) -> Option<Arc<str>> {
        let value = self.evaluate(key, scope);
        if value.is_unknown() && !self.is_check() {
            self.doubt(&value);
            marks.add(value.marks());
            return None;
        }
        self.key_text(value, key.span(), is_reported, marks)
    }

    /// Returns whether the condition of a loop is true for an element. If that is not known,
    /// nothing is known of the result.
    fn is_taken(
        &mut self,
        node: For<'_>,
        is_reported: bool,
        marks: &mut Marks,
        scope: &Locals<'_>,
    ) -> Option<bool> {
        let Some(condition) = node.condition() else { return Some(true) };
        let value = self.evaluate(condition, scope);
        marks.add(value.marks());
        self.doubt(&value);
        if is_reported {
            return self.truth(&value, condition.span(), [Code::InvalidForCondition; 2], AFTER_IF);
        }
        convert(&value, &Type::Bool).ok()?.as_bool()
    }
}
