//! The surroundings of a module that is evaluated.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_hcl::EvalContext;

/// The maximum number of modules that an evaluation evaluates: two calls in each module double
/// their number at each level.
const MAX_EVALUATIONS: usize = 10_000;

/// The maximum number of attributes that are unknown, in all instances of resources.
const MAX_UNKNOWN: usize = 1_000_000;

/// The state that the evaluation of a module shares with those of the modules that it calls.
#[derive(Default)]
pub(super) struct Shared {
    evaluations: AtomicUsize,
    unknown: AtomicUsize,
}

/// The surroundings of a module that is evaluated.
#[derive(Clone)]
pub(super) struct Around {
    /// The path of the module.
    pub(super) path: String,
    /// The context of the application.
    pub(super) base: Arc<EvalContext>,
    pub(super) shared: Arc<Shared>,
}

impl Shared {
    /// Counts the evaluation of a module. Returns whether the limit is exceeded.
    pub(super) fn is_exceeded(&self) -> bool {
        self.evaluations.fetch_add(1, Ordering::Relaxed) >= MAX_EVALUATIONS
    }

    /// Counts unknown attributes. Returns whether so many are possible.
    pub(super) fn takes_unknown(&self, count: usize) -> bool {
        self.unknown.fetch_add(count, Ordering::Relaxed) <= MAX_UNKNOWN
    }
}
