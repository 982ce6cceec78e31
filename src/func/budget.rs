//! The budget of an evaluation, or of a whole decode.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::Limits;
use crate::value::{ErrorKind, SharedNames, Value, ValueError, ValueKind};

/// The number of parts of values, types or numbers that count as one step. Steps are counted in
/// parts, so that small amounts add up.
const PARTS_IN_A_STEP: u64 = 16;

/// The number of elements that a list, set or tuple counts as, besides those that it contains.
const SEQUENCE: u64 = 2;

/// The number of elements a map or object counts as, besides its entries.
const TABLE: u64 = 4;

/// The number of elements an entry of a map or object counts as: its key and its value.
const ENTRY: u64 = 2;

thread_local! {
    /// The depth of the evaluation that waits for other evaluations of this thread, see
    /// [`Budget::around`].
    static DEPTH_AROUND: Cell<u32> = const { Cell::new(0) };
}

/// The remaining [`Limits::steps`], [`Limits::bytes`] and [`Limits::elements`], and the depth of an
/// evaluation.
///
/// All evaluations of one decode use one budget. Other evaluations have one each, unless their
/// context [shares](crate::EvalContext::share_limits) one, or one is passed to
/// [`Expression::evaluate_within`](crate::Expression::evaluate_within).
///
/// A function whose result can be much larger than its arguments charges the size of the result to
/// the budget before it allocates. A function whose time is not proportional to the size of its
/// arguments charges steps. See [`implement_within`](super::FunctionBuilder::implement_within).
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
    own: RemainingLimits,
    /// Used in place of its own, if there is one.
    shared: Option<Arc<RemainingLimits>>,
    /// The number of expressions that are in evaluation inside each other.
    depth: Cell<u32>,
    /// How many of them belong to the evaluations that wait for those of this budget.
    depth_around: u32,
    /// Whether the current evaluation exceeded a limit, and is at its end.
    is_stopped: Cell<bool>,
    /// The text about the call that exceeded a limit.
    stopped_by: RefCell<Option<String>>,
    /// The names of the objects that are evaluated.
    names: SharedNames,
    /// An empty text, whose allocation each template uses again (`benches/peers`).
    buffer: RefCell<String>,
    /// Texts that were prepared for repeated use, the most recent one last.
    #[cfg(feature = "stdlib")]
    prepared: RefCell<Vec<Box<str>>>,
}

/// The remaining limits. They are counted without locks, so threads that use them at the same time
/// may take a little more than there is.
#[derive(Debug)]
pub(crate) struct RemainingLimits {
    limits: Limits,
    /// Sixteen for each step.
    parts: PartsLeft,
    bytes: PartsLeft,
    elements: PartsLeft,
}

impl RemainingLimits {
    /// Returns limits of which nothing is used.
    #[inline]
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            parts: PartsLeft(AtomicU64::new(limits.steps.saturating_mul(PARTS_IN_A_STEP))),
            bytes: PartsLeft(AtomicU64::new(limits.bytes)),
            elements: PartsLeft(AtomicU64::new(limits.elements)),
        }
    }
}

/// The rest of one limit. Each expression that is evaluated takes some parts of values, so their
/// counter is looked up once for an evaluation.
#[derive(Debug)]
pub(crate) struct PartsLeft(AtomicU64);

impl PartsLeft {
    /// Returns zero parts.
    #[inline]
    pub(crate) fn none() -> &'static Self {
        static NONE: PartsLeft = PartsLeft(AtomicU64::new(0));
        &NONE
    }

    /// Counts one step. Returns `false` if there is none left.
    #[inline]
    pub(crate) fn step(&self) -> bool {
        self.count(PARTS_IN_A_STEP)
    }

    /// Counts parts that are processed. Returns `false` if fewer are left.
    #[inline]
    pub(crate) fn count(&self, parts: u64) -> bool {
        let rest = self.get().checked_sub(parts);
        if let Some(rest) = rest {
            self.0.store(rest, Ordering::Relaxed);
        }
        rest.is_some()
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts the needed amount, in units of several parts for the error about too few.
    #[inline]
    fn take(&self, count: Option<u64>, in_a_unit: u64, unit: &str, limit: u64) -> Result<(), ValueError> {
        if count.is_some_and(|count| self.count(count)) {
            return Ok(());
        }
        let count = count.map(|count| count.div_ceil(in_a_unit));
        Err(too_few(self.get() / in_a_unit, count, unit, limit))
    }
}

impl Budget {
    /// Creates a budget with the full limits.
    #[inline]
    pub fn new(limits: &Limits) -> Self {
        let depth_around = DEPTH_AROUND.get();
        Self {
            own: RemainingLimits::new(limits),
            shared: None,
            depth: Cell::new(depth_around),
            depth_around,
            is_stopped: Cell::new(false),
            stopped_by: RefCell::default(),
            names: SharedNames::default(),
            buffer: RefCell::default(),
            #[cfg(feature = "stdlib")]
            prepared: RefCell::default(),
        }
    }

    /// Creates a budget that shares remaining limits with others.
    pub(crate) fn sharing(remaining: &Arc<RemainingLimits>) -> Self {
        Self { shared: Some(remaining.clone()), ..Self::new(&remaining.limits) }
    }

    #[inline]
    fn remaining(&self) -> &RemainingLimits {
        self.shared.as_deref().unwrap_or(&self.own)
    }

    /// Returns the limits with which the budget was created.
    #[inline]
    pub fn limits(&self) -> &Limits {
        &self.own.limits
    }

    /// Returns the remaining limits.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression};
    ///
    /// let context = EvalContext::new();
    /// let budget = context.budget();
    /// let expression = parse_expression("[1, 2, 3]").into_result()?;
    /// expression.evaluate_within(&context, &budget).into_result()?;
    /// assert_eq!(budget.limits().steps - budget.left().steps, 4);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn left(&self) -> Limits {
        let RemainingLimits { limits, parts, bytes, elements } = self.remaining();
        Limits {
            steps: parts.get() / PARTS_IN_A_STEP,
            bytes: bytes.get(),
            elements: elements.get(),
            ..*limits
        }
    }

    /// Takes bytes of text.
    ///
    /// # Errors
    /// Returns an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) if fewer are left.
    /// The budget does not change then.
    pub fn take_bytes(&self, count: impl TryInto<u64>) -> Result<(), ValueError> {
        self.remaining().bytes.take(count.try_into().ok(), 1, "bytes", self.limits().bytes)
    }

    /// Takes elements of collections.
    ///
    /// # Errors
    /// Returns an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) if fewer are left.
    /// The budget does not change then.
    pub fn take_elements(&self, count: impl TryInto<u64>) -> Result<(), ValueError> {
        self.remaining().elements.take(count.try_into().ok(), 1, "elements", self.limits().elements)
    }

    /// Takes the elements of a list, set or tuple.
    pub(crate) fn take_sequence(&self, length: usize) -> Result<(), ValueError> {
        self.take_elements((length as u64).saturating_add(SEQUENCE))
    }

    /// Takes the elements of a map or object.
    pub(crate) fn take_table(&self, length: usize) -> Result<(), ValueError> {
        self.take_elements((length as u64).saturating_mul(ENTRY).saturating_add(TABLE))
    }

    /// Takes the elements of one more entry of a map or object.
    pub(crate) fn take_entry(&self) -> Result<(), ValueError> {
        self.take_elements(ENTRY)
    }

    /// Takes steps, for work that is not proportional to the size of the arguments. A step is at
    /// most a few hundred nanoseconds of work.
    ///
    /// ```
    /// use serde_hcl::Limits;
    /// use serde_hcl::func::Budget;
    ///
    /// let mut limits = Limits::default();
    /// limits.steps = 10;
    /// let error = Budget::new(&limits).take_steps(11).unwrap_err();
    /// assert_eq!(error.to_string(), "this needs 11 steps, but only 10 of the limit of 10 are left");
    /// ```
    ///
    /// # Errors
    /// Returns an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) if fewer are left.
    /// The budget does not change then.
    pub fn take_steps(&self, count: impl TryInto<u64>) -> Result<(), ValueError> {
        let count = count.try_into().ok();
        self.take_parts(count.map_or(u64::MAX, |count| count.saturating_mul(PARTS_IN_A_STEP)))
    }

    /// Takes steps for parts of values, of which sixteen are a step: an element, an attribute, some
    /// bytes of text.
    ///
    /// # Errors
    /// Returns an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) if less is left.
    /// The budget does not change then.
    #[inline]
    pub fn take_parts(&self, count: impl TryInto<u64>) -> Result<(), ValueError> {
        let count = count.try_into().ok().filter(|count| *count < u64::MAX);
        self.remaining().parts.take(count, PARTS_IN_A_STEP, "steps", self.limits().steps)
    }

    /// Returns the remaining parts that may be visited.
    #[inline]
    pub(crate) fn parts_left(&self) -> &PartsLeft {
        &self.remaining().parts
    }

    /// Returns the number of elements that may still be produced.
    pub(super) fn elements_left(&self) -> u64 {
        self.remaining().elements.get()
    }

    /// Takes all steps that are left.
    pub(crate) fn exhaust(&self) {
        self.remaining().parts.0.store(0, Ordering::Relaxed);
    }

    /// Begins an expression inside of others. Returns `false` if there are too many.
    #[inline]
    pub(crate) fn enter(&self, limit: u32) -> bool {
        let depth = self.depth.get();
        let is_allowed = depth < limit;
        self.depth.set(depth + u32::from(is_allowed));
        is_allowed
    }

    /// Ends an expression.
    #[inline]
    pub(crate) fn leave(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
    }

    /// Returns whether an expression is in evaluation within this budget.
    #[inline]
    pub(crate) fn is_in_use(&self) -> bool {
        self.depth.get() > self.depth_around
    }

    /// Returns whether an expression is in evaluation that waits for those of this budget.
    #[inline]
    pub(crate) fn is_nested(&self) -> bool {
        self.depth.get() > 0
    }

    /// Runs code of the application that may evaluate other expressions, with budgets of their own.
    /// Their depth adds to that of this evaluation.
    pub(crate) fn around<T>(&self, work: impl FnOnce() -> T) -> T {
        /// Restores the depth also when the code panics.
        struct Restored(u32);
        impl Drop for Restored {
            fn drop(&mut self) {
                DEPTH_AROUND.set(self.0);
            }
        }
        let _restored = Restored(DEPTH_AROUND.replace(self.depth.get()));
        work()
    }

    /// Returns the limits, with the depth that is left.
    pub(crate) fn limits_left(&self) -> Limits {
        Limits { depth: self.limits().depth.saturating_sub(self.depth.get()), ..*self.limits() }
    }

    /// Begins an evaluation that is not part of another one.
    #[inline]
    pub(crate) fn begin(&self) {
        if self.is_stopped.replace(false) {
            self.stopped_by.take();
        }
    }

    /// Ends the evaluation, since a limit was exceeded: there are no more steps. Returns whether
    /// that is new.
    pub(crate) fn stop(&self) -> bool {
        !self.is_stopped.replace(true)
    }

    /// Returns whether a limit was exceeded, so that the evaluation is at its end.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }

    /// Returns the reason why the evaluation stopped, as the innermost call that it stopped
    /// describes it.
    pub(crate) fn stopped_by(&self, describe: impl FnOnce() -> String) -> String {
        self.stopped_by.borrow_mut().get_or_insert_with(describe).clone()
    }

    /// Returns whether a name is not one of the last few that were used within this budget, and
    /// records its use.
    #[cfg(feature = "stdlib")]
    pub(crate) fn is_first_use(&self, name: &str) -> bool {
        const KEPT: usize = 8;
        let mut prepared = self.prepared.borrow_mut();
        let known = prepared.iter().position(|known| **known == *name);
        if let Some(at) = known {
            prepared[at..].rotate_left(1);
        } else {
            if prepared.len() == KEPT {
                prepared.remove(0);
            }
            prepared.push(name.into());
        }
        known.is_none()
    }

    /// Returns an empty text, which has an allocation if the last one was
    /// [kept](Self::keep_buffer).
    pub(crate) fn take_buffer(&self) -> String {
        self.buffer.take()
    }

    /// Keeps the allocation of a text for the next one, unless it is long.
    pub(crate) fn keep_buffer(&self, mut buffer: String) {
        const KEPT: usize = 4096;
        if buffer.capacity() <= KEPT {
            buffer.clear();
            self.buffer.replace(buffer);
        }
    }

    /// Returns the names that the evaluated objects share.
    #[inline]
    pub(crate) fn names(&self) -> &SharedNames {
        &self.names
    }

    /// Takes an element for each part of a value, whether the part is shared or not.
    pub(crate) fn take_all_of(&self, value: &Value) -> Result<(), ValueError> {
        match value.size() {
            0 | 1 => Ok(()),
            parts => self.take_elements(parts),
        }
    }

    /// Takes the size of a value itself: the bytes of a string, the elements of a collection.
    ///
    /// # Errors
    /// Returns an error of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) if less is left.
    pub fn take_value(&self, value: &Value) -> Result<(), ValueError> {
        match value.kind() {
            ValueKind::String(text) => self.take_bytes(text.len() as u64),
            ValueKind::Number(number) => self.take_bytes(8 * number.words()),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                self.take_sequence(items.len())
            }
            ValueKind::Map(map) | ValueKind::Object(map) => self.take_table(map.len()),
            _ => Ok(()),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(&Limits::DEFAULT)
    }
}

#[cold]
fn too_few(left: u64, count: Option<u64>, unit: &str, limit: u64) -> ValueError {
    let count = count.map_or_else(|| "too many".to_owned(), |count| count.to_string());
    let message = format!("this needs {count} {unit}, but only {left} of the limit of {limit} are left");
    ValueError::with_value(ErrorKind::Limit, "this needs more than is left of the limit", message)
}
