//! Recovery from errors: `try`, `can`, and constructs that drop the errors of a part, such as
//! `&&`, `||` and conditionals.
//!
//! The result of such a construct depends on whether the part fails. If a marked value determines
//! that, the result has its marks. An evaluation therefore records the marks of all operands whose
//! content can make an operation fail, and it does so also where the operation succeeds: then, the
//! result is marked for any content of the values.

use std::cell::RefCell;

use super::report::Finding;
use super::{Evaluator, Locals};
use crate::source::Span;
use crate::syntax::ast::Expression;
use crate::value::{Marks, Type, Value};

thread_local! {
    /// The marks that evaluations record while their sum is collected.
    static COLLECTED: RefCell<Option<Marks>> = const { RefCell::new(None) };
}

/// Runs code that evaluates expressions, such as a resolver, and returns the marks of the values
/// that determine whether these evaluations fail.
pub(crate) fn collect_failure_marks<T>(work: impl FnOnce() -> T) -> (T, Marks) {
    let outer = COLLECTED.replace(Some(Marks::NONE));
    let result = work();
    let own = COLLECTED.replace(outer);
    (result, own.unwrap_or_default())
}

/// Adds marks to those that are being collected.
pub(crate) fn share_failure_marks(failure_marks: &Marks) {
    if !failure_marks.is_empty() {
        COLLECTED
            .with_borrow_mut(|collected| collected.iter_mut().for_each(|marks| marks.add(failure_marks)));
    }
}

/// A part whose errors may be dropped.
pub(super) struct Attempt {
    pub(super) value: Value,
    pub(super) span: Span,
    pub(super) findings: Vec<Finding>,
    /// The marks of the values that determine whether it fails.
    pub(super) failure_marks: Marks,
}

impl Evaluator<'_> {
    /// Records the marks of an operand of an operation that can fail.
    #[inline]
    pub(super) fn doubt(&mut self, operand: &Value) {
        if operand.is_marked() {
            self.failure_marks.add(operand.marks());
        }
    }

    /// Records the marks of an operand and of its parts.
    #[inline]
    pub(super) fn doubt_all(&mut self, operand: &Value, span: Span) {
        if operand.contains_marks() && self.count_values([operand], span) {
            self.failure_marks.add(&operand.all_marks());
        }
    }

    /// Records the marks of the value to which a step to an attribute is applied. A value of a type
    /// that has no attributes, or not this one, fails for any content.
    #[inline]
    pub(super) fn doubt_attribute(&mut self, value: &Value, name: &str) {
        if value.is_marked() {
            let can_have = match value.ty() {
                Type::Map(_) | Type::Dynamic => true,
                Type::Object(object) => object.get(name).is_some(),
                _ => false,
            };
            if can_have {
                self.failure_marks.add(value.marks());
            }
        }
    }

    /// Evaluates a part, and removes its diagnostics.
    #[inline]
    pub(super) fn attempt(&mut self, span: Span, part: impl FnOnce(&mut Self) -> Value) -> Attempt {
        let mark = self.mark();
        let outer = std::mem::take(&mut self.failure_marks);
        let value = part(self);
        let failure_marks = self.failure_marks.clone();
        self.failure_marks.add(&outer);
        Attempt { value, span, findings: self.take_since(mark), failure_marks }
    }

    #[inline]
    pub(super) fn attempt_at(&mut self, expression: Expression<'_>, scope: &Locals<'_>) -> Attempt {
        self.attempt(expression.span(), |evaluator| evaluator.evaluate(expression, scope))
    }

    /// Reports the diagnostics of the part that a condition selects. If the condition is unknown,
    /// those of both parts are possible. Adds the marks that determine whether another part fails.
    pub(super) fn report_arms(&mut self, selected: Option<bool>, arms: &mut [Attempt; 2], marks: &mut Marks) {
        for (attempt, is_true) in arms.iter_mut().zip([true, false]) {
            let findings = std::mem::take(&mut attempt.findings);
            if selected == Some(is_true) {
                self.keep(findings, false);
                continue;
            }
            marks.add(&attempt.failure_marks);
            if selected.is_none() {
                self.keep(findings, true);
            }
        }
    }
}
