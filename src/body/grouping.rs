//! Items by name: those of one name are one group, which nearly always has one item.

use std::mem;
use std::ops::Deref;

use crate::util::distinct::{FEW, NameFilter, are_distinct};
use crate::util::order::sort_by_position;
use crate::util::ordered::OrderedMap;

/// A vector that holds a single value without an allocation.
#[derive(Clone)]
pub(crate) enum OneOrMany<T> {
    One(T),
    /// Any number.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    pub(crate) const fn new() -> Self {
        Self::Many(Vec::new())
    }

    pub(crate) fn push(&mut self, value: T) {
        match self {
            Self::Many(all) if !all.is_empty() => all.push(value),
            _ => {
                *self = match mem::replace(self, Self::new()) {
                    Self::One(first) => Self::Many(vec![first, value]),
                    Self::Many(_) => Self::One(value),
                }
            }
        }
    }
}

impl<T> Deref for OneOrMany<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(all) => all,
        }
    }
}

/// Moves items of one name next to each other, in the order in which the names first appear. Calls
/// `on_repeated` with the first item of a name and each later one. `a,b,a,c` becomes `a,a,b,c`.
pub(crate) fn group_by_name<'b, T, E>(
    items: &mut [T],
    name: impl Fn(&T) -> &'b str,
    mut on_repeated: impl FnMut(&T, &T) -> Result<(), E>,
) -> Result<(), E> {
    if items.len() > FEW && are_distinct(items.iter().map(|item| name(item).as_bytes())) {
        return Ok(());
    }
    let mut first_indexes = OrderedMap::new();
    let mut seen = NameFilter::default();
    let mut is_grouped = true;
    // The index of the first item with the same name as the previous item.
    let mut previous = 0;
    for (index, item) in items.iter().enumerate() {
        let wanted = name(item);
        let first = if seen.insert(wanted.as_bytes()) && items.len() <= FEW {
            index
        } else if wanted == name(&items[previous]) {
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
        let first_indexes: OrderedMap<&str, usize> =
            items.iter().enumerate().rev().map(|(index, item)| (name(item), index)).collect();
        sort_by_position(items, |item| (first_indexes.get(name(item)).copied().unwrap_or_default(), 0));
    }
    Ok(())
}

/// Takes the first group of grouped items: its first item, and the others.
#[inline]
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
