//! The maximum cost of a byte of a text and of a unit of a limit. SECURITY.md derives its figures
//! from these.

use serde_hcl::Limits;
use serde_hcl::func::Budget;

/// The cost of each unit of a limit that an evaluation takes.
pub struct Cost {
    pub step: u64,
    pub element: u64,
    pub byte: u64,
    /// Of one evaluation, before it does anything.
    pub start: u64,
}

/// Bytes that stay on the heap as long as the result does.
pub const RETAINED: Cost = Cost { step: 0, element: 128, byte: 3, start: 4_000 };

/// Bytes on the heap at the same time.
pub const PEAK: Cost = Cost { step: 1_024, element: 256, byte: 8, start: 400_000 };

/// Bytes that are allocated in all, which is work that can be counted everywhere.
pub const ALLOCATED: Cost = Cost { step: 4_096, element: 1_024, byte: 32, start: 400_000 };

impl Cost {
    /// The most that an evaluation may cost that took so much.
    pub fn most(&self, used: &Limits) -> u64 {
        self.start + self.step * used.steps + self.element * used.elements + self.byte * used.bytes
    }
}

/// The resources that were taken off a budget.
pub fn used(budget: &Budget) -> Limits {
    let (all, left) = (budget.limits(), budget.left());
    let mut used = *all;
    // A fraction of a step counts as a step.
    (used.steps, used.bytes, used.elements) =
        (all.steps - left.steps, all.bytes - left.bytes, all.elements - left.elements);
    used
}

/// The bytes that are allocated in all, and that are on the heap at the same time, for each byte of
/// a text that is parsed and whose diagnostics and tree are printed.
pub const ALLOCATED_PER_BYTE: u64 = 6_000;
pub const PEAK_PER_BYTE: u64 = 300;

/// The number of bytes that a text counts at least. The diagnostics of up to fifty mistakes are
/// rendered at a cost that does not depend on the length of the text.
pub const SHORTEST: u64 = 10_000;
