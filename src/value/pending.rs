//! Comparison of values and types, which can have any depth.

use std::sync::Arc;

use crate::util::ordered::OrderedMap;

/// The number of pairs after which pairs are remembered.
const SMALL: u64 = 1 << 12;

/// Pairs of parts that have not been compared yet.
pub(super) type Pairs<'a, T> = Vec<(&'a T, &'a T)>;

/// The entries of a map or object, or the attributes of an object type.
pub(super) type Entries<T> = OrderedMap<Arc<str>, T>;

/// Compares two values or types without recursion. `same_kind` compares them except for their
/// parts, and adds pairs of those. Returns whether they are the same, and the number of pairs.
///
/// Parts can be shared, so a pair can occur many times. Pairs are remembered after the first
/// [`SMALL`] ones, which makes comparison linear in the size in memory.
pub(super) fn compare<'a, T>(
    left: &'a T,
    right: &'a T,
    same_kind: impl Fn(&'a T, &'a T, &mut Pairs<'a, T>) -> bool,
) -> (bool, u64) {
    let mut pending = Vec::new();
    let mut first = Some((left, right));
    let mut seen = OrderedMap::<(*const T, *const T), ()>::new();
    let mut count = 0;
    while let Some((left, right)) = first.take().or_else(|| pending.pop()) {
        if count < SMALL || seen.insert((left, right), ()).is_none() {
            count += 1;
            if !same_kind(left, right, &mut pending) {
                return (false, count + pending.len() as u64);
            }
        }
    }
    (true, count)
}

/// Adds the pairs of values under the same keys. Returns whether all keys are the same.
pub(super) fn pair_entries<'a, T>(a: &'a Entries<T>, b: &'a Entries<T>, next: &mut Pairs<'a, T>) -> bool {
    for (index, (key, value)) in a.iter().enumerate() {
        // Most often both have the same order.
        let found = match b.get_index(index) {
            Some((other_key, other)) if other_key == key => Some(other),
            _ => b.get(key),
        };
        let Some(found) = found else { return false };
        next.push((value, found));
    }
    a.len() == b.len()
}
