//! A map that keeps the order of insertion.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::mem;
use std::slice;
use std::vec;

use foldhash::fast::RandomState;

use super::distinct::FEW;
use super::order::sort_by_name;

/// A map that keeps the order of insertion: a vector of entries, with an index if there are many.
/// Most bodies and objects have few, so their maps are a single allocation (`benches/peers`,
/// decoding to a value).
#[derive(Clone)]
pub(crate) struct OrderedMap<K, V> {
    entries: Vec<(K, V)>,
    /// Present if there are more than [`FEW`] entries.
    index: Option<Box<Index>>,
}

/// The positions of keys by their hashes.
#[derive(Clone, Default)]
struct Index {
    hasher: RandomState,
    /// For each slot 0, or one more than the position of an entry. An entry is in the slot of its
    /// hash, or in the next free one. The number of slots is a power of two.
    slots: Vec<usize>,
}

impl Index {
    /// Returns the position that a predicate accepts, beginning with the slot of a hash.
    fn find(&self, hash: u64, mut is_found: impl FnMut(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(position) = self.slots[slot].checked_sub(1) {
            if is_found(position) {
                return Some(position);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    fn insert(&mut self, hash: u64, position: usize) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] > 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = position + 1;
    }

    /// Enters this many keys in place of those before.
    fn fill(&mut self, entries: usize, hash_at: &dyn Fn(&RandomState, usize) -> u64) {
        self.slots.clear();
        self.slots.resize(entries.next_power_of_two() * 2, 0);
        for position in 0..entries {
            self.insert(hash_at(&self.hasher, position), position);
        }
    }

    /// Returns whether another entry needs more slots. At least a fourth of them stays free.
    fn is_full(&self, entries: usize) -> bool {
        entries >= self.slots.len() / 4 * 3
    }
}

impl<K, V> OrderedMap<K, V> {
    pub(crate) const fn new() -> Self {
        Self { entries: Vec::new(), index: None }
    }

    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { entries: Vec::with_capacity(capacity), index: None }
    }

    pub(crate) fn reserve(&mut self, additional: usize) {
        self.entries.reserve(additional);
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn get_index(&self, index: usize) -> Option<(&K, &V)> {
        self.entries.get(index).map(|(key, value)| (key, value))
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> + DoubleEndedIterator + Clone {
        self.entries().map(|(key, value)| (key, value))
    }

    /// Returns the iterator over the entries by its type.
    pub(crate) fn entries(&self) -> slice::Iter<'_, (K, V)> {
        self.entries.iter()
    }

    /// Returns the iterator over the entries by its type. The keys must not be changed.
    pub(crate) fn entries_mut(&mut self) -> slice::IterMut<'_, (K, V)> {
        self.entries.iter_mut()
    }

    pub(crate) fn keys(&self) -> impl ExactSizeIterator<Item = &K> + DoubleEndedIterator + Clone {
        self.entries().map(|(key, _)| key)
    }

    pub(crate) fn values(&self) -> impl ExactSizeIterator<Item = &V> + DoubleEndedIterator + Clone {
        self.entries().map(|(_, value)| value)
    }

    pub(crate) fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut V> + DoubleEndedIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    pub(crate) fn into_values(self) -> impl ExactSizeIterator<Item = V> + DoubleEndedIterator {
        self.entries.into_iter().map(|(_, value)| value)
    }

    pub(crate) fn into_keys(self) -> impl ExactSizeIterator<Item = K> + DoubleEndedIterator {
        self.entries.into_iter().map(|(key, _)| key)
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.index = None;
    }
}

impl<K: Hash + Eq, V> OrderedMap<K, V> {
    /// Returns the position of a key.
    pub(crate) fn get_index_of<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.get_index_by(key, |other| other.borrow() == key)
    }

    /// Returns the position of a key that a predicate accepts, which may be faster than equality.
    pub(crate) fn get_index_by<Q: Hash + ?Sized>(
        &self,
        key: &Q,
        is_equal: impl Fn(&K) -> bool,
    ) -> Option<usize> {
        match &self.index {
            None => self.entries.iter().position(|(other, _)| is_equal(other)),
            Some(index) => index.find(index.hasher.hash_one(key), |at| is_equal(&self.entries[at].0)),
        }
    }

    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.get_index_of(key).map(|index| &self.entries[index].1)
    }

    pub(crate) fn get_mut<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.get_index_of(key).map(|index| &mut self.entries[index].1)
    }

    pub(crate) fn get_key_value<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        self.get_index_of(key).and_then(|index| self.get_index(index))
    }

    pub(crate) fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get_index_of(key).is_some()
    }

    /// Inserts an entry, or replaces the value of its key, which keeps its position. Returns the
    /// previous value.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.get_index_of(&key) {
            Some(index) => Some(mem::replace(&mut self.entries[index].1, value)),
            None => {
                self.push(key, value);
                None
            }
        }
    }

    /// Returns the entry of a key, to insert or change its value with one search.
    pub(crate) fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let place = self.get_index_of(&key).ok_or(key);
        Entry { map: self, place }
    }

    /// Removes an entry. The order of the others is kept.
    pub(crate) fn remove<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let index = self.get_index_of(key)?;
        let (_, value) = self.entries.remove(index);
        self.find_again();
        Some(value)
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(key, value)| keep(key, value));
        self.find_again();
    }

    /// Sorts the entries by their keys, bytewise.
    pub(crate) fn sort_by_name(&mut self)
    where
        K: Borrow<str>,
    {
        sort_by_name(&mut self.entries, |(key, _)| key.borrow().as_bytes());
        self.find_again();
    }

    /// Adds an entry whose key is new.
    pub(crate) fn push(&mut self, key: K, value: V) {
        self.entries.push((key, value));
        if self.entries.len() > FEW {
            self.enter_last();
        }
    }

    /// Enters the last key in the index.
    #[inline(never)]
    fn enter_last(&mut self) {
        let position = self.entries.len() - 1;
        match &mut self.index {
            Some(index) if !index.is_full(position) => {
                index.insert(index.hasher.hash_one(&self.entries[position].0), position);
            }
            _ => self.find_again(),
        }
    }

    /// Enters all keys in the index, if there are many.
    #[inline(never)]
    fn find_again(&mut self) {
        if self.entries.len() <= FEW {
            self.index = None;
            return;
        }
        let hash_at = |hasher: &RandomState, position: usize| hasher.hash_one(&self.entries[position].0);
        self.index.get_or_insert_default().fill(self.entries.len(), &hash_at);
    }
}

/// As a set.
impl<K: Hash + Eq> OrderedMap<K, ()> {
    /// Inserts a key, or replaces an equal one, which keeps its position.
    pub(crate) fn replace(&mut self, key: K) {
        match self.get_index_of(&key) {
            Some(index) => self.entries[index].0 = key,
            None => self.push(key, ()),
        }
    }
}

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for OrderedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Maps are equal if their entries are equal, in any order.
impl<K: Hash + Eq, V: PartialEq> PartialEq for OrderedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl<K: Hash + Eq, V: Eq> Eq for OrderedMap<K, V> {}

/// Of entries with equal keys the last one counts.
impl<K: Hash + Eq, V> FromIterator<(K, V)> for OrderedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        let mut map = Self::with_capacity(entries.size_hint().0);
        entries.for_each(|(key, value)| _ = map.insert(key, value));
        map
    }
}

impl<K, V> IntoIterator for OrderedMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// The entry of a key, see [`OrderedMap::entry`].
pub(crate) struct Entry<'m, K, V> {
    map: &'m mut OrderedMap<K, V>,
    /// The position of the key, or the key if it is new.
    place: Result<usize, K>,
}

impl<'m, K: Hash + Eq, V> Entry<'m, K, V> {
    pub(crate) fn key(&self) -> &K {
        match &self.place {
            Ok(index) => &self.map.entries[*index].0,
            Err(key) => key,
        }
    }

    /// Returns whether there is a value.
    pub(crate) fn is_occupied(&self) -> bool {
        self.place.is_ok()
    }

    pub(crate) fn or_insert_with(self, value: impl FnOnce() -> V) -> &'m mut V {
        let index = match self.place {
            Ok(index) => index,
            Err(key) => {
                self.map.push(key, value());
                self.map.entries.len() - 1
            }
        };
        &mut self.map.entries[index].1
    }

    pub(crate) fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with(|| value)
    }

    pub(crate) fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    pub(crate) fn and_modify(self, change: impl FnOnce(&mut V)) -> Self {
        if let Ok(index) = self.place {
            change(&mut self.map.entries[index].1);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_the_entries_of_a_list() {
        let (mut map, mut list) = (OrderedMap::new(), Vec::<(String, usize)>::new());
        for round in 0..2000 {
            // The keys repeat, and the number of entries goes up and down.
            let name = |number: usize| format!("{number:02}");
            let key = name(round * round % 977 % 90);
            let known = list.iter().position(|(other, _)| *other == key);
            if round / 100 % 4 == 3 || round % 7 == 0 {
                assert_eq!(map.remove(&key), known.map(|at| list.remove(at).1));
            } else if let Some(at) = known {
                assert_eq!(map.insert(key.clone(), round), Some(mem::replace(&mut list[at].1, round)));
            } else if round % 2 == 0 {
                assert_eq!(*map.entry(key.clone()).and_modify(|_| unreachable!()).or_insert(round), round);
                list.push((key, round));
            } else {
                assert_eq!(map.insert(key.clone(), round), None);
                list.push((key, round));
            }
            if round % 500 == 499 {
                map.retain(|key, _| !key.ends_with('3'));
                list.retain(|(key, _)| !key.ends_with('3'));
                map.sort_by_name();
                list.sort_unstable();
            }
            assert!(map.entries().eq(&list));
            for key in (0..90).map(name) {
                let expected = list.iter().find(|(other, _)| *other == key);
                assert_eq!(map.get(&key), expected.map(|(_, value)| value), "{key} in round {round}");
            }
            let reversed: OrderedMap<_, _> = list.iter().rev().cloned().collect();
            assert_eq!(map, reversed);
        }
    }
}
