//! `for` expressions: tuples and objects made from the elements of a collection.

use std::mem;
use std::sync::Arc;

use indexmap::IndexMap;

use super::{Evaluator, Scope};
use crate::diag::Code;
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Expression, For};
use crate::value::{Map, Marks, Type, Value, ValueKind, convert};

/// An element after the condition of the loop.
enum Filtered {
    Taken,
    Skipped,
    /// It is not known whether it is taken, so nothing is known of the whole.
    Undecided,
}

impl Evaluator<'_> {
    pub(super) fn for_expr(&mut self, node: For<'_>, scope: &Scope<'_>) -> Value {
        let collection = self.evaluate(node.collection(), scope);
        let Some((collection, mut marks)) = self.iterable(collection, node.collection().span(), "expression")
        else {
            return Value::UNKNOWN;
        };
        // If this `for` is part of a condition that is checked, its rounds are enough of a check.
        // Evaluating each condition twice at every level would take exponential time.
        let has_rounds = collection.len().map_or(self.is_check(), |length| length > 0);
        if let Some(condition) = node.condition()
            && !(self.checks_condition && has_rounds)
        {
            match self.check_condition(node, condition, scope) {
                Some(of_condition) => marks.add(&of_condition),
                None => return Value::UNKNOWN,
            }
        }
        // The elements carry no marks of their own.
        let _scope = redaction::scope(!marks.is_empty());
        let value = if collection.is_unknown() && self.is_check() {
            self.for_any_element(Names::of(node), &collection, scope, |evaluator, child| {
                evaluator.result_for_any(node, child)
            })
        } else if collection.is_unknown() {
            let results = self.for_unknown_element(Names::of(node), scope, |evaluator, child| {
                let mut marks = evaluator.evaluate(node.value(), child).all_marks();
                if let Some(key) = node.key() {
                    marks.add(&evaluator.evaluate(key, child).all_marks());
                }
                marks
            });
            marks.add(&results);
            Value::UNKNOWN
        } else {
            match node.key() {
                Some(key) => self.for_object(node, key, &collection, &mut marks, scope),
                None => self.for_tuple(node, &collection, &mut marks, scope),
            }
        };
        value.with_marks(&marks)
    }

    /// Evaluates a loop for an element that is unknown, to find the marks of its results for any
    /// element. Errors are not reported.
    pub(super) fn for_unknown_element(
        &mut self,
        names: Names<'_>,
        scope: &Scope<'_>,
        marks: impl FnOnce(&mut Self, &Scope<'_>) -> Marks,
    ) -> Marks {
        let mark = self.mark();
        let marks = marks(self, &names.bind(&Value::UNKNOWN, &Value::UNKNOWN, scope));
        self.take_since(mark);
        marks
    }

    /// Evaluates a loop once, for an unknown element with the type that the collection gives it.
    /// The collection can turn out to be empty, so errors are only possible.
    pub(super) fn for_any_element(
        &mut self,
        names: Names<'_>,
        collection: &Value,
        scope: &Scope<'_>,
        evaluate: impl FnOnce(&mut Self, &Scope<'_>) -> Value,
    ) -> Value {
        let mark = self.mark();
        let (key, element) = collection.unknown_entry();
        let result = evaluate(self, &names.bind(&key, &element, scope));
        self.only_possible_since(mark);
        result
    }

    /// Evaluates the parts of a loop for one element, and returns the known part of the result for
    /// any number of such elements.
    fn result_for_any(&mut self, node: For<'_>, scope: &Scope<'_>) -> Value {
        let mut marks = Marks::NONE;
        if let Filtered::Skipped = self.filter(node, true, &mut marks, scope) {
            return Value::UNKNOWN.with_marks(&marks);
        }
        if let Some(key_expression) = node.key() {
            let key = self.evaluate(key_expression, scope);
            self.for_key(key, key_expression.span(), true, &mut marks);
        }
        let value = self.evaluate(node.value(), scope);
        let element = if node.groups() { Value::unknown_of(value, false) } else { value };
        Value::unknown_of(element, node.key().is_some()).with_marks(&marks)
    }

    /// Evaluates the collection of a loop, and returns it with its marks. Returns `None` and
    /// reports an error if the value cannot be iterated over.
    pub(super) fn iterable(
        &mut self,
        collection: Value,
        span: Span,
        construct: &str,
    ) -> Option<(Value, Marks)> {
        let (collection, marks) = collection.countable().unmark();
        self.doubt_marks(&marks);
        let collection = self.spread(collection, span);
        if collection.is_null() {
            let detail = format!(
                "A 'for' {construct} iterates over a list, set, map, tuple or object, but this is null."
            );
            self.public_error(span, Code::IterationOverNull, detail);
            return None;
        }
        match collection.kind() {
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
                let is_allowed = self.produce(span, |budget| budget.take_elements(entries));
                is_allowed.then_some((collection, marks))
            }
            _ => {
                let detail = format!(
                    "A 'for' {construct} iterates over a list, set, map, tuple or object, but this is {}.",
                    collection.ty().with_article()
                );
                self.public_error(span, Code::NotIterable, detail);
                None
            }
        }
    }

    /// Returns an unknown tuple or object with its elements, in a static check. Null is an error
    /// for all callers.
    pub(super) fn spread(&mut self, value: Value, span: Span) -> Value {
        if !self.is_check() || !self.look_at_parts(value.ty().size(), span) {
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
    fn check_condition(
        &mut self,
        node: For<'_>,
        condition: Expression<'_>,
        scope: &Scope<'_>,
    ) -> Option<Marks> {
        let unknown = Value::UNKNOWN;
        let child = Names::of(node).bind(&unknown, &unknown, scope);
        let mark = self.mark();
        let outer = mem::replace(&mut self.checks_condition, true);
        let result = self.evaluate(condition, &child);
        self.checks_condition = outer;
        self.doubt(&result);
        if result.is_null() {
            let detail = "The condition after 'if' must be true or false, but this is null.";
            self.error(condition.span(), Code::InvalidForCondition, detail);
        } else if let Err(error) = convert(&result, &Type::Bool) {
            let intro = "This cannot be a condition";
            self.refused(condition.span(), Code::InvalidForCondition, intro, &error);
        }
        (!self.failed_since(mark)).then(|| result.all_marks())
    }

    fn for_tuple(
        &mut self,
        node: For<'_>,
        collection: &Value,
        marks: &mut Marks,
        scope: &Scope<'_>,
    ) -> Value {
        let names = Names::of(node);
        let mut results = Vec::new();
        let mut is_known = true;
        self.begin_loop();
        for (key, value) in collection.iter() {
            let mark = self.mark();
            if !self.step(node.span()) {
                break;
            }
            let child = names.bind(&key, value, scope);
            match self.filter(node, is_known, marks, &child) {
                Filtered::Taken => {
                    self.produce(node.span(), |budget| budget.take_elements(1_u64));
                    results.push(self.evaluate(node.value(), &child));
                }
                Filtered::Skipped => {
                    self.skip_round(mark);
                    continue;
                }
                Filtered::Undecided => {
                    is_known = false;
                    marks.add(&self.marks_of(node.value(), &child));
                }
            }
            self.end_round(mark);
            if self.is_stopped() {
                break;
            }
        }
        self.end_loop();
        is_known &= !self.is_stopped() && self.produce(node.span(), |budget| budget.take_sequence(0));
        if is_known {
            return Value::tuple(results);
        }
        results.iter().for_each(|result| marks.add(&result.all_marks()));
        Value::UNKNOWN
    }

    /// Returns the marks that an expression's value has, if it is not known whether that is part of
    /// a result.
    pub(super) fn marks_of(&mut self, expression: Expression<'_>, scope: &Scope<'_>) -> Marks {
        let mark = self.mark();
        let marks = self.evaluate(expression, scope).all_marks();
        self.only_possible_since(mark);
        marks
    }

    fn for_object(
        &mut self,
        node: For<'_>,
        key_expression: Expression<'_>,
        collection: &Value,
        marks: &mut Marks,
        scope: &Scope<'_>,
    ) -> Value {
        let names = Names::of(node);
        let mut results = Map::new();
        let mut groups: IndexMap<Arc<str>, Vec<Value>, foldhash::fast::RandomState> = IndexMap::default();
        let mut is_known = true;
        self.begin_loop();
        for (key, value) in collection.iter() {
            let mark = self.mark();
            if !self.step(node.span()) {
                break;
            }
            let child = names.bind(&key, value, scope);
            match self.filter(node, is_known, marks, &child) {
                Filtered::Taken => {}
                Filtered::Skipped => {
                    self.skip_round(mark);
                    continue;
                }
                Filtered::Undecided => {
                    is_known = false;
                    marks.add(&self.marks_of(key_expression, &child));
                    marks.add(&self.marks_of(node.value(), &child));
                    self.end_round(mark);
                    continue;
                }
            }
            let key = self.evaluate(key_expression, &child);
            let Some(key) = self.for_key(key, key_expression.span(), is_known, marks) else {
                is_known = false;
                marks.add(&self.marks_of(node.value(), &child));
                self.end_round(mark);
                continue;
            };
            self.produce(node.span(), |budget| budget.take_entry());
            let value = self.evaluate(node.value(), &child);
            if node.groups() {
                let group = groups.entry(key).or_default();
                if group.is_empty() {
                    self.produce(node.span(), |budget| budget.take_sequence(0));
                }
                group.push(value);
            } else if let Err(key) = results.insert_new(key, value) {
                let _scope = redaction::scope(!marks.is_empty());
                let key = redaction::repeated_key(&key);
                let detail = format!(
                    "Two different items produced the {key} in this 'for' expression. If duplicates are expected, \
                     write an ellipsis (...) after the value to group the values by key."
                );
                self.public_error(key_expression.span(), Code::DuplicateKey, detail);
            }
            self.end_round(mark);
        }
        self.end_loop();
        is_known &= self.produce(node.span(), |budget| budget.take_table(0));
        for (key, values) in groups {
            results.insert_shared(key, Value::tuple(values));
        }
        if is_known {
            return Value::object(results);
        }
        results.values().for_each(|result| marks.add(&result.all_marks()));
        Value::UNKNOWN
    }

    /// Evaluates the key of a result. Returns `None` if it is unknown, or invalid, which is
    /// reported once.
    fn for_key(&mut self, key: Value, span: Span, report: bool, marks: &mut Marks) -> Option<Arc<str>> {
        let (key, key_marks) = key.unmark();
        self.doubt_marks(&key_marks);
        let _scope = redaction::scope(!key_marks.is_empty());
        if key.is_null() {
            if report {
                let detail = "The key of an object must be a string, but this is null.";
                self.error(span, Code::InvalidKey, detail);
            }
            return None;
        }
        marks.add(&key_marks);
        if key.is_unknown() && !self.is_check() {
            return None;
        }
        match self.convert(key, &Type::String) {
            Ok(key) => key.shared_str().cloned(),
            Err(error) => {
                if report {
                    self.refused(span, Code::InvalidKey, "This value cannot be a key", &error);
                }
                None
            }
        }
    }

    fn filter(&mut self, node: For<'_>, report: bool, marks: &mut Marks, scope: &Scope<'_>) -> Filtered {
        let Some(condition) = node.condition() else { return Filtered::Taken };
        let value = self.evaluate(condition, scope);
        marks.add(value.marks());
        self.doubt(&value);
        if value.is_null() {
            if report {
                let detail = "The condition after 'if' must be true or false, but this is null.";
                self.error(condition.span(), Code::InvalidForCondition, detail);
            }
            return Filtered::Undecided;
        }
        match Self::boolean(&value) {
            Ok(Some(true)) => Filtered::Taken,
            Ok(Some(false)) => Filtered::Skipped,
            Ok(None) => Filtered::Undecided,
            Err(error) => {
                if report {
                    let intro = "This cannot be a condition";
                    self.refused(condition.span(), Code::InvalidForCondition, intro, &error);
                }
                Filtered::Undecided
            }
        }
    }
}

/// The names of the key and the value of each element.
#[derive(Clone, Copy)]
pub(super) struct Names<'t> {
    pub(super) key: Option<&'t str>,
    pub(super) value: &'t str,
}

impl<'t> Names<'t> {
    fn of(node: For<'t>) -> Self {
        Self { key: node.key_name(), value: node.value_name() }
    }

    /// Returns the scope of one element.
    pub(super) fn bind<'s>(self, key: &'s Value, value: &'s Value, parent: &'s Scope<'s>) -> Scope<'s>
    where
        't: 's,
    {
        // The name of the value comes first, so it wins if both names are the same.
        Scope { parent: Some(parent), names: [Some((self.value, value)), self.key.map(|name| (name, key))] }
    }
}
