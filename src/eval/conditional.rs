//! Conditionals: `predicate ? result : result`.

use super::recovery::Attempt;
use super::{Evaluator, Locals, SHORT_TEXT};
use crate::diag::{Code, Diagnostic};
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Conditional, Expression, ExpressionKind};
use crate::value::{Conversion, ErrorKind, Marks, Refinement, Type, Unified, Value, ValueKind, convert};

impl Evaluator<'_> {
    /// Evaluates the arms of a chain. They are taken from the last to the first, so that each is a
    /// conditional of two results.
    pub(super) fn conditional(
        &mut self,
        conditional: Conditional<'_>,
        whole: Span,
        scope: &Locals<'_>,
    ) -> Value {
        if let Some(value) = self.plain_conditional(conditional, whole, scope) {
            return value;
        }
        let mut otherwise = self.attempt_at(conditional.otherwise(), scope);
        for (predicate, result) in conditional.arms().rev() {
            let span = Span::new(predicate.span().start, whole.end);
            if !self.step(span) {
                return Value::UNKNOWN;
            }
            let failure_marks = otherwise.failure_marks.clone();
            otherwise = self.attempt(span, |evaluator| {
                let then = evaluator.attempt_at(result, scope);
                evaluator.select(predicate, [then, otherwise], span, scope)
            });
            otherwise.failure_marks.add(&failure_marks);
        }
        self.keep(otherwise.findings, false);
        otherwise.value
    }

    /// Returns the value of a conditional of two results that need no evaluation and have the same
    /// simple type, of which only the selected one becomes a value (bench `evaluate_short`).
    #[inline]
    fn plain_conditional(
        &mut self,
        conditional: Conditional<'_>,
        whole: Span,
        scope: &Locals<'_>,
    ) -> Option<Value> {
        let mut arms = conditional.arms();
        let (Some((predicate, then)), None) = (arms.next(), arms.next()) else { return None };
        let otherwise = conditional.otherwise();
        let primitive = self.primitive(then, scope)?;
        if self.primitive(otherwise, scope) != Some(primitive) {
            return None;
        }
        let span = Span::new(predicate.span().start, whole.end);
        if !(self.step(otherwise.span()) && self.step(span) && self.step(then.span())) {
            return Some(Value::UNKNOWN);
        }
        let condition = self.evaluate_to_read(predicate, scope);
        Some(match condition.plain_bool() {
            Some(selected) => self.content(if selected { then } else { otherwise }, scope),
            None => {
                let plain =
                    |it: Expression<'_>| self.attempt(it.span(), |evaluator| evaluator.content(it, scope));
                let arms = [then, otherwise].map(plain);
                let results = Unified::exactly(arms[0].value.ty());
                self.select_by(condition.into_owned(), predicate.span(), arms, &results, span)
            }
        })
    }

    /// Returns the type of a number, a bool or a variable, if it is a simple one.
    #[inline]
    fn primitive(&self, expression: Expression<'_>, scope: &Locals<'_>) -> Option<&'static Type> {
        match expression.kind() {
            ExpressionKind::Bool(_) => Some(&Type::Bool),
            ExpressionKind::Number(_) => Some(&Type::Number),
            ExpressionKind::Variable(name) if name.len() <= SHORT_TEXT => scope.definition(name)?.primitive(),
            _ => None,
        }
    }

    /// Returns the result that a predicate selects.
    #[inline]
    fn select(
        &mut self,
        predicate: Expression<'_>,
        mut arms: [Attempt; 2],
        span: Span,
        scope: &Locals<'_>,
    ) -> Value {
        let [then, otherwise] = &arms;
        let mark = self.mark();
        // Most results have one simple type, and most conditions are known.
        let is_plain = then.value.primitive().is_some_and(|ty| otherwise.value.primitive() == Some(ty));
        let exact = if is_plain { Some(Unified::exactly(then.value.ty())) } else { None };
        let Some(results) = exact.or_else(|| self.results(&then.value, &otherwise.value, span)) else {
            if !self.is_stopped() && !self.failed_since(mark) {
                self.inconsistent(&arms);
            }
            if self.is_check() {
                self.evaluate(predicate, scope);
                self.report_arms(None, &mut arms, &mut Marks::default());
            }
            return Value::UNKNOWN;
        };
        let condition = self.evaluate(predicate, scope);
        if is_plain && let Some(selected) = condition.plain_bool() {
            let [then, otherwise] = arms;
            let (arm, other) = if selected { (then, otherwise) } else { (otherwise, then) };
            self.keep(arm.findings, false);
            return arm.value.with_marks(&other.failure_marks);
        }
        self.select_by(condition, predicate.span(), arms, &results, span)
    }

    /// Returns the result that a condition selects, in the common form of both results.
    #[inline(never)]
    fn select_by(
        &mut self,
        condition: Value,
        condition_span: Span,
        mut arms: [Attempt; 2],
        results: &Unified,
        span: Span,
    ) -> Value {
        let (condition, mut marks) = condition.unmark_deep();
        self.failure_marks.add(&marks);
        let scope = redaction::scope(!marks.is_empty());
        let selected = self.condition(&condition, condition_span);
        if selected.is_none() {
            let marked = arms.iter().map(|arm| &arm.value).filter(|it| it.contains_marks());
            if !self.count_values(marked, span)
                || !self.produce(span, self.budget.take_all_of(&arms[0].value))
            {
                return Value::UNKNOWN;
            }
        }
        self.report_arms(selected, &mut arms, &mut marks);
        let [then, otherwise] = arms;
        // The type of the result depends on both values, and can reveal the other one.
        let (mut arm, other, which) = match selected {
            None => {
                let result = either(then.value, otherwise.value, results.ty());
                self.failure_marks.add(result.marks());
                return result.with_marks(&marks);
            }
            Some(true) => (then, otherwise, "true"),
            Some(false) => (otherwise, then, "false"),
        };
        drop(scope);
        if arm.value.contains_marks() || other.value.contains_marks() {
            if !self.count_values([&arm.value, &other.value], span)
                || !self.produce(span, self.budget.take_all_of(&arm.value))
            {
                return Value::UNKNOWN;
            }
            arm.value = match arm.value.check_size().and_then(|()| other.value.check_size()) {
                Ok(()) => with_marks_of_type(arm.value, &other.value),
                Err(_) => arm.value.with_marks(&other.value.all_marks()),
            };
            self.failure_marks.add(&arm.value.all_marks());
        }
        if arm.value.ty() == results.ty() {
            return arm.value.with_marks(&marks);
        }
        if !self.count_values([&arm.value], arm.span) {
            return Value::UNKNOWN;
        }
        let value = self.budget.convert_unified(arm.value, results).unwrap_or_else(|error| {
            let intro = format!("The result if {which} does not have the type of the other one");
            self.refused(arm.span, Code::InconsistentResults, &intro, &error);
            Value::unknown(results.ty().clone())
        });
        value.with_marks(&marks)
    }

    /// Reports results without a common type.
    #[cold]
    fn inconsistent(&mut self, [then, otherwise]: &[Attempt; 2]) {
        // The names of attributes in the type of a marked value are as secret as the value.
        let is_secret = |arm: &Attempt| arm.value.contains_marks() || !arm.failure_marks.is_empty();
        let difference = if is_secret(then) || is_secret(otherwise) || redaction::in_scope() {
            "One of them is sensitive, so their types are not shown".to_owned()
        } else {
            mismatch(then.value.ty(), otherwise.value.ty())
        };
        let detail = format!("Both results of a conditional must have the same type. {difference}.");
        self.push(
            Diagnostic::new_public(Code::InconsistentResults, detail)
                .at(then.span.to(otherwise.span))
                .with_label(then.span, "the result if true")
                .with_label(otherwise.span, "the result if false"),
        );
    }

    /// Converts a condition to a boolean. Returns `None` if it is unknown, or invalid, which is
    /// reported.
    pub(super) fn condition(&mut self, value: &Value, span: Span) -> Option<bool> {
        if value.is_unknown() && !self.is_check() {
            return None;
        }
        self.truth(value, span, [Code::NullCondition, Code::InvalidCondition], "A condition")
    }

    /// Converts a value to a boolean. Returns `None` if it is unknown, or null or another value,
    /// which is reported with these codes.
    pub(super) fn truth(
        &mut self,
        value: &Value,
        span: Span,
        [null, invalid]: [Code; 2],
        what: &str,
    ) -> Option<bool> {
        match value.kind() {
            ValueKind::Bool(value) => return Some(value),
            ValueKind::Null(_) => {
                self.error(span, null, format!("{what} must be true or false, but this is null."));
            }
            _ => match convert(value, &Type::Bool) {
                Ok(value) => return value.as_bool(),
                Err(error) => self.refused(span, invalid, "This cannot be a condition", &error),
            },
        }
        None
    }

    /// Returns the common type of the results, if there is one. An untyped null takes the type of
    /// the other result, and an untyped unknown value leaves the type open.
    fn results(&mut self, then: &Value, otherwise: &Value, span: Span) -> Option<Unified> {
        let is_null = |value: &Value| value.is_dynamic() && value.is_null();
        if is_null(then) {
            return Some(Unified::exactly(otherwise.ty()));
        }
        if is_null(otherwise) {
            return Some(Unified::exactly(then.ty()));
        }
        let same = self.budget.same_types(then.ty(), otherwise.ty());
        let unified = same.and_then(|same| match (then.ty(), otherwise.ty()) {
            (_, ty) if same => Ok(Unified::exactly(ty)),
            (Type::Dynamic, _) | (_, Type::Dynamic) => Ok(Unified::exactly(&Type::Dynamic)),
            (then, otherwise) => self.budget.unify(&[then.clone(), otherwise.clone()], Conversion::Lossy),
        });
        match unified {
            Err(error) if error.kind() == ErrorKind::Limit => {
                match then.check_size().and_then(|()| otherwise.check_size()) {
                    Ok(()) => _ = self.too_long(span),
                    Err(error) => self.refused(span, Code::InconsistentResults, "", &error),
                }
                None
            }
            // The results may turn out to have a common type.
            Err(_) if self.is_check() && (then.facts().dynamic || otherwise.facts().dynamic) => {
                Some(Unified::exactly(&Type::Dynamic))
            }
            Err(_) => {
                // The message compares the types again.
                self.count_values([then, otherwise], span);
                None
            }
            Ok(results) => Some(results),
        }
    }
}

/// Returns the selected result with the marks of the other one, since both determine its type. If
/// both are tuples or objects of the same form, each part determines the type of one part.
fn with_marks_of_type(selected: Value, other: &Value) -> Value {
    let selected = selected.with_marks(other.marks());
    let counterparts: Option<Vec<&Value>> = match (selected.kind(), other.kind()) {
        // The type of a collection that has no marks itself is not secret, and null adds nothing.
        _ if !selected.contains_marks() && !other.contains_marks() => return selected,
        (ValueKind::List(_), ValueKind::List(_))
        | (ValueKind::Set(_), ValueKind::Set(_))
        | (ValueKind::Map(_), ValueKind::Map(_))
        | (ValueKind::Null(Type::Dynamic), _)
        | (_, ValueKind::Null(Type::Dynamic)) => return selected,
        // An unknown value may turn out to have any form.
        (ValueKind::Tuple(parts), ValueKind::Tuple(others)) if parts.len() == others.len() => {
            Some(others.iter().collect())
        }
        (ValueKind::Object(parts), ValueKind::Object(others)) if parts.len() == others.len() => {
            parts.keys().map(|name| others.get(name)).collect()
        }
        _ => None,
    };
    let Some(counterparts) = counterparts else {
        let marks = selected.all_marks().union(&other.all_marks());
        return selected.with_marks(&marks);
    };
    let plain = selected.unmarked();
    let part = |(index, other)| Some(with_marks_of_type(plain.part(index)?.clone(), other));
    let parts = counterparts.into_iter().enumerate().map_while(part).collect();
    plain.clone().with_parts(parts).with_marks(selected.marks())
}

/// Returns an unknown value for the result when the selected value is not known. It has the marks
/// of both, and the refinements that both have in common.
fn either(then: Value, otherwise: Value, ty: &Type) -> Value {
    let (then, then_marks) = then.unmark_deep();
    let (otherwise, otherwise_marks) = otherwise.unmark_deep();
    let result = if then.is_null() && otherwise.is_null() {
        Value::null(ty.clone())
    } else {
        let refinement = Refinement::from_value(&then).or(&Refinement::from_value(&otherwise));
        let same_type = then.ty() == ty && otherwise.ty() == ty;
        Value::refined(ty.clone(), if same_type { refinement } else { refinement.nullness() })
    };
    result.with_marks(&then_marks).with_marks(&otherwise_marks)
}

/// Describes the first difference between two types.
fn mismatch(then: &Type, otherwise: &Type) -> String {
    let lone = |name: &str, has, has_none| {
        format!(
            "The result if {has} has an attribute {name:?}, but the result if {has_none} has none of this name"
        )
    };
    match (then, otherwise) {
        (Type::Object(a), Type::Object(b)) => {
            for (name, ty) in a.iter() {
                match b.get(name) {
                    None => return lone(name, "true", "false"),
                    Some(other) if other != ty => {
                        return format!("They differ in the attribute {name:?}: {}", mismatch(ty, other));
                    }
                    Some(_) => {}
                }
            }
            if let Some((name, _)) = b.iter().find(|(name, _)| a.get(name).is_none()) {
                return lone(name, "false", "true");
            }
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() != b.len() => {
            let (a, b) = (a.len(), b.len());
            return format!("The result if true has {a} elements, but the result if false has {b}");
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            if let Some(at) = a.iter().zip(b.iter()).position(|(a, b)| a != b) {
                return format!("They differ in element {at}: {}", mismatch(&a[at], &b[at]));
            }
        }
        (Type::List(a), Type::List(b)) | (Type::Set(a), Type::Set(b)) | (Type::Map(a), Type::Map(b)) => {
            return format!("Their elements differ: {}", mismatch(a, b));
        }
        _ => {}
    }
    let (then, otherwise) = (then.with_article(), otherwise.with_article());
    format!("The result if true is {then}, but the result if false is {otherwise}")
}
