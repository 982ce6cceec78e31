//! Small collections for what decoding looks at: there is nearly always one value, and names are few.

use std::collections::HashMap;
use std::mem;
use std::ops::{Deref, DerefMut};

/// A few things; a single one needs no allocation.
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

    pub(crate) fn push(&mut self, thing: T) {
        match self {
            Self::More(all) if !all.is_empty() => all.push(thing),
            _ => {
                *self = match mem::replace(self, Self::new()) {
                    Self::One(first) => Self::More(vec![first, thing]),
                    Self::More(_) => Self::One(thing),
                }
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

/// How many things are looked through for a name, which is faster than to hash them.
const FEW: usize = 12;

type Places<'b> = HashMap<&'b str, usize, foldhash::fast::RandomState>;

/// Puts things of one name side by side, in the order in which the names come first. Whatever has the name of an earlier
/// thing is shown to `meet`, behind the first that has it.
pub(crate) fn group_by_name<'b, T, E>(
    things: &mut [T],
    name: impl Fn(&T) -> &'b str,
    mut meet: impl FnMut(&T, &T) -> Result<(), E>,
) -> Result<(), E> {
    let is_new = |at: usize| things[..at].iter().all(|it| name(it) != name(&things[at]));
    if things.len() <= FEW && (1..things.len()).all(is_new) {
        return Ok(());
    }
    let mut places = Places::default();
    let mut previous = (0, "");
    let mut is_grouped = true;
    for (at, thing) in things.iter().enumerate() {
        let wanted = name(thing);
        let first = if wanted == previous.1 && at > 0 {
            previous.0
        } else if at <= FEW {
            things[..at].iter().position(|it| name(it) == wanted).unwrap_or(at)
        } else {
            if places.is_empty() {
                add_places(&things[..at], &name, &mut places);
            }
            *places.entry(wanted).or_insert(at)
        };
        if first != at {
            is_grouped &= first == previous.0;
            meet(&things[first], thing)?;
        }
        previous = (first, wanted);
    }
    if !is_grouped {
        if places.is_empty() {
            add_places(things, &name, &mut places);
        }
        things.sort_by_cached_key(|thing| places.get(name(thing)).copied());
    }
    Ok(())
}

/// Adds where each name comes first.
fn add_places<'b, T>(things: &[T], name: impl Fn(&T) -> &'b str, places: &mut Places<'b>) {
    for (at, thing) in things.iter().enumerate() {
        places.entry(name(thing)).or_insert(at);
    }
}

/// Takes the first of things that are grouped, and the others of its name.
pub(crate) fn take_group<'a, 'b, T>(
    things: &mut &'a [T],
    name: impl Fn(&T) -> &'b str,
) -> Option<(&'a T, &'a [T])> {
    let (first, rest) = things.split_first()?;
    let others = rest.iter().take_while(|it| name(it) == name(first)).count();
    let (others, rest) = rest.split_at(others);
    *things = rest;
    Some((first, others))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_things_are_kept_in_order() {
        let mut few = Few::new();
        for count in 0..3 {
            assert_eq!(few[..], (0..count).collect::<Vec<_>>());
            few.push(count);
        }
    }

    #[test]
    fn names_are_grouped_among_few_and_among_many() {
        for count in [1, 2, FEW, FEW + 1, 3 * FEW] {
            let names: Vec<String> = (0..count).map(|n| format!("name{n}")).collect();
            let mut things: Vec<_> = names.iter().chain(&names).zip(0..).collect();
            let mut met = Vec::new();
            let result: Result<(), ()> = group_by_name(
                &mut things,
                |it| it.0,
                |first, again| {
                    met.push((first.1, again.1));
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            assert_eq!(met, (0..count).map(|n| (n, n + count)).collect::<Vec<_>>());
            let order: Vec<_> = things.iter().map(|it| it.1).collect();
            assert_eq!(order, (0..count).flat_map(|n| [n, n + count]).collect::<Vec<_>>());
        }
    }

    #[test]
    fn groups_are_taken_one_by_one() {
        let mut things = &[("a", 0), ("a", 1), ("b", 2)][..];
        assert_eq!(take_group(&mut things, |it| it.0), Some((&("a", 0), &[("a", 1)][..])));
        assert_eq!(take_group(&mut things, |it| it.0), Some((&("b", 2), &[][..])));
        assert_eq!(take_group(&mut things, |it| it.0), None);
    }

    #[test]
    fn the_first_of_a_run_is_met_by_all_that_follow() {
        let mut things = vec![("a", 0), ("b", 1), ("b", 2), ("a", 3), ("a", 4), ("b", 5)];
        let mut met = Vec::new();
        let refuse_the_last = |first: &(&str, i32), again: &(&str, i32)| {
            met.push((first.1, again.1));
            if again.1 == 5 { Err("the last") } else { Ok(()) }
        };
        assert_eq!(group_by_name(&mut things, |it| it.0, refuse_the_last), Err("the last"));
        assert_eq!(met, [(1, 2), (0, 3), (0, 4), (1, 5)]);
    }
}
