//! Ranges of counts.

use std::ops::{Bound, RangeBounds};

/// Returns the least and the greatest number in a range, or two numbers that exclude each other for
/// an empty range.
pub(crate) fn least_and_most(range: &impl RangeBounds<usize>) -> (usize, Option<usize>) {
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    match range.end_bound() {
        Bound::Included(most) => (least, Some(*most)),
        // No count is below zero, so this range is empty.
        Bound::Excluded(0) => (1, Some(0)),
        Bound::Excluded(above) => (least, Some(above.saturating_sub(1))),
        Bound::Unbounded => (least, None),
    }
}
