//! Items by name: those of one name are one group, which nearly always has one item.

use std::collections::HashMap;
use std::mem;
use std::ops::{Deref, DerefMut};

use crate::distinct::{FEW, are_distinct};

/// A vector that holds a single value without an allocation.
#[derive(Clone)]
pub(crate) enum Few<T> {
    One(T),
    /// None, or several.
    More(Vec<T>),
}

impl<T> Few<T> {
    pub(crate) const fn new() -> Self {
        Self::More(Vec::new())
    }

    pub(crate) fn push(&mut self, value: T) {
        match self {
            Self::More(all) if !all.is_empty() => all.push(value),
            _ => {
                *self = match mem::replace(self, Self::new()) {
                    Self::One(first) => Self::More(vec![first, value]),
                    Self::More(_) => Self::One(value),
                }
            }
        }
    }
}

impl<T> From<Vec<T>> for Few<T> {
    fn from(mut all: Vec<T>) -> Self {
        match (all.pop(), all.is_empty()) {
            (Some(only), true) => Self::One(only),
            (last, _) => {
                all.extend(last);
                Self::More(all)
            }
        }
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::More(all) => all,
        }
    }
}

impl<T> DerefMut for Few<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::One(one) => std::slice::from_mut(one),
            Self::More(all) => all,
        }
    }
}

type FirstIndexes<'b> = HashMap<&'b str, usize, foldhash::fast::RandomState>;

/// Moves items of one name next to each other, in the order in which the names first appear. Calls
/// `on_repeated` with the first item of a name and each later one.
pub(crate) fn group_by_name<'b, T, E>(
    items: &mut [T],
    name: impl Fn(&T) -> &'b str,
    mut on_repeated: impl FnMut(&T, &T) -> Result<(), E>,
) -> Result<(), E> {
    if items.len() > FEW && are_distinct(items.iter().map(&name)) {
        return Ok(());
    }
    let mut first_indexes = FirstIndexes::default();
    let mut is_grouped = true;
    // The index of the first item with the same name as the previous item.
    let mut previous = 0;
    for (index, item) in items.iter().enumerate().skip(1) {
        let wanted = name(item);
        let first = if wanted == name(&items[previous]) {
            previous
        } else if items.len() <= FEW {
            items[..index].iter().position(|item| name(item) == wanted).unwrap_or(index)
        } else {
            if first_indexes.is_empty() {
                first_indexes.insert(name(&items[0]), 0);
            }
            *first_indexes.entry(wanted).or_insert(index)
        };
        if first < index {
            is_grouped &= first == previous;
            on_repeated(&items[first], item)?;
        }
        previous = first;
    }
    if !is_grouped {
        let first_indexes: FirstIndexes<'b> =
            items.iter().enumerate().rev().map(|(index, item)| (name(item), index)).collect();
        items.sort_by_cached_key(|item| first_indexes[name(item)]);
    }
    Ok(())
}

/// Takes the first group of grouped items: its first item, and the others.
pub(crate) fn take_group<'a, 'b, T>(
    items: &mut &'a [T],
    name: impl Fn(&T) -> &'b str,
) -> Option<(&'a T, &'a [T])> {
    let (first, rest) = items.split_first()?;
    if rest.first().is_none_or(|next| name(next) != name(first)) {
        *items = rest;
        return Some((first, &[]));
    }
    let others = rest.iter().take_while(|it| name(it) == name(first)).count();
    let (others, rest) = rest.split_at(others);
    *items = rest;
    Some((first, others))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_grouped_among_few_and_among_many() {
        for count in [1, 2, FEW, FEW + 1, 3 * FEW] {
            let names: Vec<String> = (0..count).map(|n| format!("name{n}")).collect();
            let mut items: Vec<_> = names.iter().chain(&names).zip(0..).collect();
            let mut met = Vec::new();
            let result: Result<(), ()> = group_by_name(
                &mut items,
                |it| it.0,
                |first, again| {
                    met.push((first.1, again.1));
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            assert_eq!(met, (0..count).map(|n| (n, n + count)).collect::<Vec<_>>());
            let order: Vec<_> = items.iter().map(|it| it.1).collect();
            assert_eq!(order, (0..count).flat_map(|n| [n, n + count]).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_of_a_run_is_paired_with_each_later_one() {
        let mut items = vec![("a", 0), ("b", 1), ("b", 2), ("a", 3), ("a", 4), ("b", 5)];
        let mut met = Vec::new();
        let refuse_the_last = |first: &(&str, i32), again: &(&str, i32)| {
            met.push((first.1, again.1));
            if again.1 == 5 { Err("the last") } else { Ok(()) }
        };
        assert_eq!(group_by_name(&mut items, |it| it.0, refuse_the_last), Err("the last"));
        assert_eq!(met, [(1, 2), (0, 3), (0, 4), (1, 5)]);
    }
}
