//! Pairs of parts that have not been compared yet.

use std::collections::HashSet;

/// The number of pairs after which pairs are remembered.
const SMALL: u32 = 1 << 12;

/// Pairs that have not been compared yet. Parts can be shared, so a pair can occur many times.
/// Pairs are remembered after the first [`SMALL`] ones, which makes comparison linear in the size
/// in memory.
pub(super) struct Pending<'a, T> {
    pub(super) pairs: Vec<(&'a T, &'a T)>,
    taken: u32,
    seen: HashSet<(*const T, *const T), foldhash::fast::RandomState>,
}

impl<T> Default for Pending<'_, T> {
    fn default() -> Self {
        Self { pairs: Vec::new(), taken: 0, seen: HashSet::default() }
    }
}

impl<'a, T> Pending<'a, T> {
    pub(super) fn next(&mut self) -> Option<(&'a T, &'a T)> {
        loop {
            let (left, right) = self.pairs.pop()?;
            self.taken = self.taken.saturating_add(1);
            if self.taken < SMALL || self.seen.insert((left, right)) {
                return Some((left, right));
            }
        }
    }
}
