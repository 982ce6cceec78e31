//! Traversals: attributes, indexes and splats.

use std::borrow::Cow;
use std::mem;

use super::{Evaluator, Locals};
use crate::diag::Code;
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, Postfix, Step, StepKind};
use crate::syntax::nesting_too_deep;
use crate::value::{Marks, Type, Value, ValueError, ValueKind, ops};

/// Steps that are applied to a value at a location.
#[derive(Clone, Copy)]
struct Steps<'a> {
    span: Span,
    steps: Postfix<'a>,
    scope: &'a Locals<'a>,
}

impl Evaluator<'_> {
    pub(super) fn traversal<'v>(&mut self, postfix: Postfix<'_>, scope: &'v Locals<'_>) -> Cow<'v, Value> {
        let mark = self.mark();
        let operand = postfix.operand();
        let value = match operand.kind() {
            ExpressionKind::Variable(name) if self.step(operand.span()) => {
                self.variable(name, (operand, Some(postfix)), scope)
            }
            ExpressionKind::Variable(_) => Cow::Owned(Value::UNKNOWN),
            _ => Cow::Owned(self.evaluate(operand, scope)),
        };
        self.steps(value, mark, Steps { span: operand.span(), steps: postfix, scope })
    }

    /// Applies steps to a value. The diagnostics since `mark` are those of the value.
    fn steps<'v>(&mut self, mut value: Cow<'v, Value>, mark: usize, applied: Steps<'_>) -> Cow<'v, Value> {
        let Steps { mut span, steps, scope } = applied;
        let mut at = 0;
        while let Some(step) = steps.step(at) {
            if !self.step(step.span()) {
                return Cow::Owned(Value::UNKNOWN);
            }
            at += 1;
            value = match step.kind() {
                StepKind::GetAttr(name) => {
                    self.count_text(name, step.span());
                    self.doubt_attribute(&value, name);
                    ops::attribute_of(&value, name).unwrap_or_else(|error| {
                        Cow::Owned(self.no_step(&value, Some(name), step.span(), &error))
                    })
                }
                StepKind::Index(key) | StepKind::LegacyIndex(key) => {
                    let key = self.evaluate(key, scope);
                    self.count_values([&key], step.span());
                    self.doubt(&value);
                    self.doubt(&key);
                    if key.is_unknown()
                        && value.contains_marks()
                        && !self.count_values([&*value], step.span())
                    {
                        return Cow::Owned(Value::UNKNOWN);
                    }
                    ops::element_of(&value, &key).unwrap_or_else(|error| {
                        let _scope = redaction::scope(key.is_marked());
                        Cow::Owned(self.no_step(&value, key.as_str(), step.span(), &error))
                    })
                }
                splat @ (StepKind::AttrSplat | StepKind::FullSplat) => {
                    let mut applied = steps.part(at..steps.len());
                    if let StepKind::AttrSplat = splat {
                        let attributes = applied.steps().take_while(is_attribute_step).count();
                        applied = applied.part(0..attributes);
                    }
                    at += applied.len();
                    // A splat that follows another is applied to each of its elements.
                    let limit = self.budget.limits().depth;
                    if self.splats >= limit {
                        self.stop(|| nesting_too_deep(step.span(), limit));
                        return Cow::Owned(Value::UNKNOWN);
                    }
                    self.splats += 1;
                    let applied = Steps { span: step.span(), steps: applied, scope };
                    let result = self.splat(value.into_owned(), mark, span, applied);
                    self.splats -= 1;
                    Cow::Owned(result)
                }
            };
            span = span.to(steps.step(at - 1).unwrap_or(step).span());
        }
        value
    }

    /// Reports a step that does not exist, with a suggestion.
    fn no_step(&mut self, value: &Value, name: Option<&str>, span: Span, error: &ValueError) -> Value {
        let at = (span, error.code());
        // The content of a marked value must not be shown.
        let hint = match (value.kind(), name) {
            _ if value.is_marked() || redaction::in_scope() => String::new(),
            (ValueKind::Map(map) | ValueKind::Object(map), Some(name)) => {
                self.hint(name, &mut map.keys(), true, at)
            }
            (ValueKind::Unknown(Type::Object(object)), Some(name)) => {
                self.hint(name, &mut object.iter().map(|(name, _)| name), true, at)
            }
            _ => String::new(),
        };
        let detail = format!("{}{hint}", error.detail());
        self.error(span, error.code(), detail);
        Value::UNKNOWN
    }

    /// Applies steps to each element of a list, set or tuple, or to any other value as the only
    /// element. For `a[*].b[0]` the steps are `.b` and `[0]`.
    fn splat(&mut self, source: Value, mark: usize, source_span: Span, applied: Steps<'_>) -> Value {
        if self.failed_since(mark) {
            return Value::UNKNOWN;
        }
        let (source, marks) = source.countable().unmark();
        self.failure_marks.add(&marks);
        // The elements and their type carry no marks of their own.
        let _scope = redaction::scope(!marks.is_empty());
        let is_sequence = matches!(source.ty(), Type::Tuple(_) | Type::List(_) | Type::Set(_));
        let source = if is_sequence { self.spread(source, source_span) } else { source };
        let before = self.mark();
        if let Some(elements) = source.elements().filter(|elements| !elements.are_named) {
            let result = self.steps(Cow::Borrowed(&elements.element), before, applied);
            self.weaken_since(before);
            return Value::unknown_of(result.into_owned(), false).with_marks(&marks);
        }
        match source.kind() {
            ValueKind::Null(_) if !is_sequence => Value::tuple(Vec::<Value>::new()).with_marks(&marks),
            ValueKind::Null(_) => {
                let detail = "A splat (*) needs a list or set, but this is null.";
                self.error(source_span, Code::SplatOfNull, detail);
                Value::UNKNOWN
            }
            ValueKind::Unknown(ty) if is_sequence => {
                let (result_type, own) = self.splat_type(ty, applied);
                self.weaken_since(before);
                let refinement = source.refinement().converted(ty, &result_type);
                let result = Value::refined(result_type, refinement).not_null();
                result.with_marks(&marks).with_marks(&own)
            }
            ValueKind::Unknown(_) if !source.is_never_null() => {
                // If the source turns out to be null, the result is an empty tuple, and no step is
                // applied. As in the Go implementation, errors count if the source has a type.
                let is_typed = !source.is_dynamic();
                let attempt = self.attempt(applied.span, |evaluator| {
                    evaluator.steps(Cow::Owned(source), before, applied).into_owned()
                });
                self.keep(attempt.findings, self.is_check() || !is_typed);
                if self.is_check() && is_typed {
                    return Value::unknown_of(attempt.value, false).with_marks(&marks);
                }
                let own = attempt.value.all_marks();
                Value::UNKNOWN.with_marks(&marks).with_marks(&own).with_marks(&attempt.failure_marks)
            }
            ValueKind::List(elements) | ValueKind::Set(elements) | ValueKind::Tuple(elements) => {
                let result = self.splat_elements(source.ty(), elements, applied);
                result.with_marks(&marks)
            }
            _ => {
                let ty = source.ty().clone();
                let element = source.with_marks(&marks);
                let result = self.splat_elements(&ty, &[element], applied);
                result.with_marks(&marks)
            }
        }
    }

    /// Makes the diagnostics since a mark possible ones in a static check.
    fn weaken_since(&mut self, mark: usize) {
        if self.is_check() {
            self.only_possible_since(mark);
        }
    }

    /// Applies steps to the elements of a source of a type.
    fn splat_elements(&mut self, ty: &Type, elements: &[Value], applied: Steps<'_>) -> Value {
        let span = applied.span;
        if !self.produce(span, self.budget.take_sequence(elements.len())) {
            return Value::UNKNOWN;
        }
        let before = self.mark();
        let mut results = Vec::with_capacity(elements.len());
        self.begin_loop();
        for element in elements {
            let mark = self.mark();
            if !self.step(span) {
                break;
            }
            results.push(self.steps(Cow::Borrowed(element), mark, applied).into_owned());
            self.end_round(mark, false);
        }
        self.end_loop();
        if self.failed_since(before) {
            Value::unknown(self.type_after_failure(ty, applied))
        } else if matches!(ty, Type::List(_) | Type::Set(_)) {
            self.list_of(results, ty, applied)
        } else {
            Value::tuple(results)
        }
    }

    /// Returns the type that a splat would have had. A splat inside of it that fails too is not
    /// tried again.
    fn type_after_failure(&mut self, ty: &Type, applied: Steps<'_>) -> Type {
        if mem::replace(&mut self.after_failure, true) {
            return Type::Dynamic;
        }
        let mark = self.mark();
        let (ty, _) = self.splat_type(ty, applied);
        self.take_since(mark);
        self.after_failure = false;
        ty
    }

    /// Returns a list of results. The results in one list have one type, except where another splat
    /// makes tuples of them.
    fn list_of(&mut self, results: Vec<Value>, ty: &Type, applied: Steps<'_>) -> Value {
        // The type of the results of another splat depends on whether they are null.
        let is_splat = |step: Step<'_>| matches!(step.kind(), StepKind::AttrSplat | StepKind::FullSplat);
        let mut marks = Marks::NONE;
        if applied.steps.steps().any(is_splat) {
            results.iter().for_each(|result| marks.add(result.marks()));
        }
        self.failure_marks.add(&marks);
        // Results of unknown type get the type of the others.
        let element = match results.iter().find(|result| !result.is_dynamic()).or(results.first()) {
            Some(typed) => typed.ty().clone(),
            None => match self.splat_type(ty, applied).0 {
                Type::List(element) => Type::clone(&element),
                _ => Type::Dynamic,
            },
        };
        let list = Value::list(element, results).unwrap_or_else(|_| {
            let last = applied.steps.steps().last();
            let whole = last.map_or(applied.span, |last| applied.span.to(last.span()));
            let detail = "The second splat gives elements of different types, which cannot be in one list. Use a 'for' \
                          expression instead: its result is a tuple.";
            self.error(whole, Code::InvalidNestedSplat, detail);
            Value::UNKNOWN
        });
        list.with_marks(&marks)
    }

    /// Returns the type of a splat over an unknown source of a type, and the marks that its
    /// elements have.
    fn splat_type(&mut self, ty: &Type, applied: Steps<'_>) -> (Type, Marks) {
        let mut marks = Marks::NONE;
        let mut of = |element: &Type| {
            let mark = self.mark();
            let result = self.steps(Cow::Owned(Value::unknown(element.clone())), mark, applied);
            marks.add(&result.all_marks());
            result.ty().clone()
        };
        let ty = match ty {
            Type::List(element) | Type::Set(element) => Type::list(of(element)),
            Type::Tuple(elements) => Type::tuple(elements.iter().map(of).collect::<Vec<_>>()),
            lone => Type::tuple([of(lone)]),
        };
        (ty, marks)
    }
}

/// Returns whether a step may follow `.*` and still apply to each element.
fn is_attribute_step(step: &Step<'_>) -> bool {
    matches!(step.kind(), StepKind::GetAttr(_) | StepKind::LegacyIndex(_))
}

/// Returns whether an expression refers to a variable through attributes and literal indexes alone.
pub(super) fn is_reference(expression: Expression<'_>) -> bool {
    let ExpressionKind::Postfix(postfix) = expression.kind() else { return false };
    matches!(postfix.operand().kind(), ExpressionKind::Variable(_))
        && postfix.steps().all(|step| match step.kind() {
            StepKind::GetAttr(_) | StepKind::LegacyIndex(_) => true,
            StepKind::Index(key) => matches!(
                key.kind(),
                ExpressionKind::String(_)
                    | ExpressionKind::Number(_)
                    | ExpressionKind::Bool(_)
                    | ExpressionKind::Null
            ),
            StepKind::AttrSplat | StepKind::FullSplat => false,
        })
}
