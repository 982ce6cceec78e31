//! Variables of bodies: iterators of dynamic blocks, and those that an application adds.

use std::sync::Arc;

use crate::diag::Category;
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::redaction;
use crate::value::{Marks, Value};

/// The cost of defining an iterator, in parts of values.
const PARTS_OF_AN_ITERATOR: u64 = 8;

/// A variable of the expressions in a body: the element of the collection of a dynamic block, in
/// the block that is generated from it, or one of [`Body::with_variables`](super::Body).
#[derive(Clone, PartialEq)]
pub(crate) struct Iteration {
    pub(super) parent: Option<Arc<Iteration>>,
    pub(super) name: String,
    /// Of an iterator, an object with key and value.
    pub(super) value: Value,
    /// The collection is unknown, so all values in the block are unknown too.
    pub(super) is_unknown: bool,
    /// The marks of the collection, which all values in the generated blocks have.
    pub(super) marks: Marks,
    /// The product of the numbers of elements at this level and at all enclosing levels.
    pub(super) weight: u64,
}

impl Iteration {
    /// Returns a variable that is added to others.
    pub(super) fn variable(parent: Option<Arc<Self>>, name: String, value: Value) -> Self {
        let is_unknown = parent.as_ref().is_some_and(|parent| parent.is_unknown);
        let marks = parent.as_ref().map_or(Marks::NONE, |parent| parent.marks.clone());
        let weight = parent.as_ref().map_or(1, |parent| parent.weight);
        Self { parent, name, value, is_unknown, marks, weight }
    }

    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |iteration| iteration.parent.as_deref())
    }

    /// Returns whether an expression in the block depends on a variable outside of it.
    pub(super) fn needs(&self, variable: Option<&str>) -> bool {
        !self.is_unknown && !self.chain().any(|iteration| Some(&*iteration.name) == variable)
    }

    /// Returns whether only the variables differ from evaluation outside of the block.
    pub(super) fn is_plain(&self) -> bool {
        !self.is_unknown && self.marks.is_empty()
    }

    pub(super) fn context(&self, outer: &EvalContext) -> EvalContext {
        let mut context = outer.child();
        let mut outermost_first: Vec<_> = self.chain().collect();
        outermost_first.reverse();
        for iteration in outermost_first {
            context.set(iteration.name.clone(), iteration.value.clone());
        }
        context
    }

    /// Returns the value of an expression with the iterators in its scope.
    pub(super) fn evaluate(
        &self,
        context: &EvalContext,
        budget: &Budget,
        evaluate: impl FnOnce(&EvalContext) -> Outcome<Value>,
    ) -> Outcome<Value> {
        // Each iterator is defined again for this evaluation. If the budget does not suffice for
        // that, it does not suffice for the evaluation either.
        let iterators = self.chain().count() as u64;
        if !budget.parts_left().count(PARTS_OF_AN_ITERATOR * iterators) {
            budget.exhaust();
        }
        // The values of iterators carry no marks of their own.
        let _scope = redaction::scope(!self.marks.is_empty());
        let mut outcome = evaluate(&self.context(context));
        if self.is_unknown && !context.is_for_check() {
            // The block may not exist, so only errors that stop evaluation are reported, and the
            // value is unknown. It keeps all marks of the value that was computed.
            let exceeded = outcome.diagnostics.errors().filter(|error| error.category() == Category::Limit);
            outcome = Outcome {
                diagnostics: exceeded.cloned().collect::<Vec<_>>().into(),
                value: Value::UNKNOWN.with_marks(&outcome.value.all_marks()),
            };
        }
        outcome.map(|value| value.with_marks(&self.marks))
    }
}
