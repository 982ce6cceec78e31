//! Small collections for what decoding looks at: there is nearly always one value, and names are few.

use std::collections::HashMap;
use std::mem;
use std::ops::Deref;

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

/// Things by name, in the order in which the names come first. A few are looked through, which is faster than to hash them.
pub(crate) struct Named<'b, T> {
    entries: Vec<(&'b str, T)>,
    /// Where the entries are, when they are many.
    places: HashMap<&'b str, usize, foldhash::fast::RandomState>,
}

/// How many entries are looked through.
const FEW: usize = 12;

impl<'b, T> Named<'b, T> {
    pub(crate) fn new() -> Self {
        Self::for_up_to(0)
    }

    /// With room for so many entries, if they are few.
    pub(crate) fn for_up_to(length: usize) -> Self {
        Self { entries: Vec::with_capacity(length.min(FEW)), places: HashMap::default() }
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let place = if self.places.is_empty() {
            // Blocks of one type come after one another.
            self.entries.iter().rposition(|(known, _)| *known == name)
        } else {
            self.places.get(name).copied()
        };
        place.map(|place| &mut self.entries[place].1)
    }

    /// Adds what has a new name.
    pub(crate) fn insert(&mut self, name: &'b str, thing: T) {
        self.entries.push((name, thing));
        if self.entries.len() > FEW {
            let begin = self.places.len();
            let unplaced = self.entries[begin..].iter().zip(begin..);
            self.places.extend(unplaced.map(|((name, _), place)| (*name, place)));
        }
    }
}

impl<'b, T> IntoIterator for Named<'b, T> {
    type Item = (&'b str, T);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_among_few_and_among_many() {
        let names: Vec<String> = (0..3 * FEW).map(|n| format!("name{n}")).collect();
        let mut named = Named::new();
        for (round, name) in names.iter().chain(&names).enumerate() {
            match named.get_mut(name) {
                Some(rounds) => Few::push(rounds, round),
                None => named.insert(name, Few::One(round)),
            }
        }
        for (index, (name, rounds)) in named.into_iter().enumerate() {
            assert_eq!((name, &rounds[..]), (names[index].as_str(), &[index, index + names.len()][..]));
        }
    }
}
