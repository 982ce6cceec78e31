//! What one evaluation may still produce.

use std::cell::{Cell, OnceCell};

use crate::limits::Limits;
use crate::value::{Value, ValueError, ValueKind};

/// How many parts of a value, a type or a number can be looked at in the time of a step.
pub(crate) const PARTS_IN_A_STEP: u64 = 16;

/// What is left of [`Limits::steps`], [`Limits::bytes`] and [`Limits::elements`] during one evaluation, and how deep it is.
///
/// A function whose result can be much larger than its arguments takes what the result needs off the budget before it
/// allocates anything; see [`implement_within`](super::FunctionBuilder::implement_within). One that evaluates expressions
/// hands it on, see [`Expression::evaluate_within`](crate::Expression::evaluate_within).
///
/// ```
/// use serde_hcl::Limits;
/// use serde_hcl::func::Budget;
///
/// let mut limits = Limits::default();
/// limits.bytes = 10;
/// let budget = Budget::new(&limits);
/// assert!(budget.take_bytes(8).is_ok());
/// let error = budget.take_bytes(8).unwrap_err();
/// assert_eq!(error.to_string(), "this needs 8 bytes, but only 2 of the limit of 10 are left");
/// ```
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    elements: Cell<u64>,
    /// How many expressions are in evaluation inside each other.
    depth: Cell<u32>,
    is_stopped: Cell<bool>,
    stopped_by: OnceCell<String>,
}

impl Budget {
    /// The whole of what limits allow.
    pub fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            steps: Cell::new(limits.steps),
            bytes: Cell::new(limits.bytes),
            elements: Cell::new(limits.elements),
            depth: Cell::new(0),
            is_stopped: Cell::new(false),
            stopped_by: OnceCell::new(),
        }
    }

    /// The limits it began with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Takes bytes of text.
    ///
    /// # Errors
    /// Where fewer are left, an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit); nothing is taken then.
    pub fn take_bytes(&self, count: impl TryInto<u64>) -> Result<(), ValueError> {
        take(&self.bytes, count.try_into().ok(), "bytes", self.limits.bytes)
    }

    /// Takes elements of collections.
    ///
    /// # Errors
    /// Where fewer are left, an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit); nothing is taken then.
    pub fn take_elements(&self, count: impl TryInto<u64>) -> Result<(), ValueError> {
        take(&self.elements, count.try_into().ok(), "elements", self.limits.elements)
    }

    /// Takes time to look at parts of values, of which sixteen are a step: an element, an attribute, some bytes of text.
    ///
    /// # Errors
    /// Where less is left, an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit).
    pub fn take_parts(&self, count: impl TryInto<u64>) -> Result<(), ValueError> {
        let count = count.try_into().unwrap_or(u64::MAX);
        if self.take_steps(count / PARTS_IN_A_STEP) {
            return Ok(());
        }
        Err(ValueError::limit(format!("this takes more than the limit of {} steps", self.limits.steps)))
    }

    /// How many parts may still be looked at.
    pub(super) fn parts_left(&self) -> u64 {
        self.steps.get().saturating_mul(PARTS_IN_A_STEP)
    }

    /// Takes steps; false where fewer are left, or where a limit was exceeded before.
    pub(crate) fn take_steps(&self, count: u64) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(count));
        left >= count
    }

    /// One more expression is evaluated inside of the others, unless that are as many as may be; false then.
    pub(crate) fn enter(&self, limit: u32) -> bool {
        let depth = self.depth.get();
        let is_allowed = depth < limit;
        self.depth.set(depth + u32::from(is_allowed));
        is_allowed
    }

    /// One expression less is in evaluation.
    pub(crate) fn leave(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
    }

    /// Whether an expression is in evaluation.
    pub(crate) fn is_nested(&self) -> bool {
        self.depth.get() > 0
    }

    /// The limits, with the depth that is left.
    pub(crate) fn limits_left(&self) -> Limits {
        Limits { depth: self.limits.depth.saturating_sub(self.depth.get()), ..self.limits }
    }

    /// Ends the evaluation: there are no more steps.
    pub(crate) fn stop(&self) {
        self.steps.set(0);
        self.is_stopped.set(true);
    }

    /// Whether a limit was exceeded, so that the evaluation is at its end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }

    /// What ended the evaluation, as the innermost of the calls that it ended describes it.
    pub(crate) fn stopped_by(&self, describe: impl FnOnce() -> String) -> String {
        self.stopped_by.get_or_init(describe).clone()
    }

    /// Takes what a value holds itself: the bytes of a string, the elements of a collection.
    pub(crate) fn take_value(&self, value: &Value) -> Result<(), ValueError> {
        match value.kind() {
            ValueKind::String(text) => self.take_bytes(text.len() as u64),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                self.take_elements(items.len() as u64)
            }
            ValueKind::Map(map) | ValueKind::Object(map) => self.take_elements(map.len() as u64),
            _ => Ok(()),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(&Limits::DEFAULT)
    }
}

fn take(left: &Cell<u64>, count: Option<u64>, unit: &str, limit: u64) -> Result<(), ValueError> {
    let rest = count.and_then(|count| left.get().checked_sub(count));
    left.set(rest.ok_or_else(|| too_few(left.get(), count, unit, limit))?);
    Ok(())
}

#[cold]
fn too_few(left: u64, count: Option<u64>, unit: &str, limit: u64) -> ValueError {
    let count = count.map_or_else(|| "too many".to_owned(), |count| count.to_string());
    ValueError::limit(format!("this needs {count} {unit}, but only {left} of the limit of {limit} are left"))
}
