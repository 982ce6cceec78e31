//! Iterators of dynamic blocks while the feature `ext` is off: there are none.

use crate::eval::EvalContext;
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::value::Value;

pub(crate) enum Iteration {}

impl Iteration {
    pub(super) fn is_plain(&self) -> bool {
        match *self {}
    }

    pub(super) fn needs(&self, _: Option<&str>) -> bool {
        match *self {}
    }

    pub(super) fn evaluate(
        &self,
        _: &EvalContext,
        _: &Budget,
        _: impl FnOnce(&EvalContext) -> Outcome<Value>,
    ) -> Outcome<Value> {
        match *self {}
    }
}
