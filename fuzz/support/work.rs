//! Checks that memory is in proportion to the input and to the amounts charged to the limits. The
//! allocated bytes are a measure of time that does not depend on the machine.
//! `tests/hostile/oracle.rs` counts instructions.
//!
//! All that is allocated is a measure of time that does not depend on the machine.
//! `tests/hostile/oracle.rs` counts instructions.

use allocation_counter::measure;
use test_support::costs::{self, ALLOCATED, ALLOCATED_PER_BYTE, PEAK, PEAK_PER_BYTE, RETAINED, SHORTEST};
use serde_hcl::func::Budget;

/// Runs a function that parses a text, and drops its result.
#[allow(dead_code, reason = "some targets parse nothing")]
#[track_caller]
pub fn of_a_text(length: usize, work: impl FnOnce()) {
    let work = measure(work);
    let length = length as u64 + SHORTEST;
    assert!(work.bytes_total < ALLOCATED_PER_BYTE * length, "too much is allocated: {work:?}");
    assert!(work.bytes_max < PEAK_PER_BYTE * length, "too much is allocated at the same time: {work:?}");
}

/// Runs a function that uses a budget, and returns its result.
#[allow(dead_code, reason = "some targets evaluate nothing")]
#[track_caller]
pub fn of_a_budget<R>(budget: &Budget, work: impl FnOnce() -> R) -> R {
    let mut result = None;
    let work = measure(|| result = Some(work()));
    let used = costs::used(budget);
    let retained = u64::try_from(work.bytes_current).unwrap_or(0);
    assert!(retained <= RETAINED.most(&used), "too much is retained for {used:?}: {work:?}");
    assert!(work.bytes_total <= ALLOCATED.most(&used), "too much is allocated in all for {used:?}: {work:?}");
    assert!(work.bytes_max <= PEAK.most(&used), "too much is allocated for {used:?}: {work:?}");
    result.expect("the work was done")
}
