//! Sorting by position.

/// Sorts items by a pair of numbers, such as a rank and a position. Items with equal numbers keep
/// their order.
///
/// The standard library compiles its sorting code for each type of item. This sorts the numbers
/// instead, which have the same type for all items.
pub(crate) fn sort_by_position<T>(items: &mut Vec<T>, position: impl Fn(&T) -> (usize, usize)) {
    let positions = items.iter().map(position).collect();
    sort_by_positions(items, positions);
}

/// Sorts items like [`sort_by_position`]. `positions` has the numbers of each item, in the order of
/// the items.
pub(crate) fn sort_by_positions<T>(items: &mut Vec<T>, positions: Vec<(usize, usize)>) {
    if positions.is_sorted() {
        return;
    }
    let mut order: Vec<_> = positions.into_iter().zip(0_usize..).collect();
    order.sort_unstable();
    let mut unsorted: Vec<_> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|(_, index)| unsorted[index].take()));
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
}
