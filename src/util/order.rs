//! Sorting by position or by name.
//!
//! The standard library compiles its sorting code for each type of item. These functions sort the
//! positions or names instead, each with the index of its item, which have the same type for all
//! items.

use std::mem;

/// Sorts items by a pair of numbers, such as a rank and a position. Items with equal numbers keep
/// their order.
pub(crate) fn sort_by_position<T>(items: &mut [T], position: impl Fn(&T) -> (usize, usize)) {
    let positions = items.iter().map(position).collect();
    sort_by_positions(items, positions);
}

/// Sorts items like [`sort_by_position`]. `positions` has the numbers of each item, in the order of
/// the items.
pub(crate) fn sort_by_positions<T>(items: &mut [T], positions: Vec<(usize, usize)>) {
    if positions.is_sorted() {
        return;
    }
    let mut order: Vec<_> = positions.into_iter().zip(0_usize..).collect();
    order.sort_unstable();
    reorder(items, order.into_iter().map(|(_, index)| index).collect());
}

/// Sorts items by names, bytewise. Items of one name keep their order.
pub(crate) fn sort_by_name<T>(items: &mut [T], name: impl Fn(&T) -> &[u8]) {
    if !items.is_sorted_by(|one, next| name(one) <= name(next)) {
        let order = order_by_name(items.iter().map(name));
        reorder(items, order);
    }
}

/// Returns the indexes of names in the order of the names, bytewise. Equal names keep their order.
/// `b a c` gives `1 0 2`.
pub(crate) fn order_by_name<'n>(names: impl Iterator<Item = &'n [u8]>) -> Vec<usize> {
    let mut order: Vec<_> = names.zip(0_usize..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, index)| index).collect()
}

/// Reorders items. `order` has, for each new index, the old index of the item.
fn reorder<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let from = mem::replace(&mut order[place], place);
            if from == start || from == place {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_at_one_position_keep_their_order() {
        let mut items = vec![("b", 1, 0), ("d", 2, 3), ("a", 0, 5), ("c", 1, 0), ("e", 2, 3)];
        sort_by_position(&mut items, |(_, first, second)| (*first, *second));
        let names: String = items.iter().map(|(name, ..)| *name).collect();
        assert_eq!(names, "abcde");
    }

    #[test]
    fn items_are_sorted_by_name_as_by_the_standard_library() {
        for length in 0..40_usize {
            for step in 1..20 {
                let name = |index: usize| format!("{}", index * step % 17);
                let mut items: Vec<_> = (0..length).map(|index| (name(index), index)).collect();
                let mut expected = items.clone();
                expected.sort_by(|(one, _), (other, _)| one.cmp(other));
                sort_by_name(&mut items, |(name, _)| name.as_bytes());
                assert_eq!(items, expected);
            }
        }
    }
}
