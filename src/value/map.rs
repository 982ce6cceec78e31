//! Maps from strings to values, as map and object values hold them.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::{slice, vec};

use super::pending::Entries;
use super::{Name, Value, text};
use crate::util::order::sort_by_name;
use crate::util::ordered::{Entry, OrderedMap};

/// A map from strings to values that remembers the order of insertion.
///
/// HCL iterates maps and objects in the order of their keys, see [`sorted`](Self::sorted). The
/// order of insertion is kept for the authors of configurations, and does not affect equality. Keys
/// are in Unicode's normal form C, like all strings of values.
///
/// ```
/// use serde_hcl::{Map, Value};
///
/// let mut map = Map::from([("b", 1), ("a", 2)]);
/// assert_eq!(map.keys().collect::<Vec<_>>(), ["b", "a"]);
/// assert_eq!(map.sorted()[0], ("a", &Value::from(2)));
///
/// map["a"] = "two".into();
/// assert_eq!(map.to_string(), r#"{ b = 1, a = "two" }"#);
/// ```
#[derive(Clone, Default)]
pub struct Map(pub(super) Entries<Value>);

impl Map {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty map with capacity for a number of entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Entries::with_capacity(capacity))
    }

    /// Inserts a value under a key and returns the previous one, whose index in the order is kept.
    ///
    /// ```
    /// use serde_hcl::Map;
    ///
    /// let mut map = Map::new();
    /// map.insert("port", 80);
    /// map.insert(String::from("host"), "localhost");
    /// assert_eq!(map.insert("port", 8080), Some(80.into()));
    /// ```
    pub fn insert<K: Name>(&mut self, key: K, value: impl Into<Value>) -> Option<Value> {
        self.0.insert(text::shared(key), value.into())
    }

    /// Returns the entry of a key, to insert or change its value with one lookup.
    ///
    /// ```
    /// use serde_hcl::{Map, value};
    ///
    /// let mut map = Map::new();
    /// map.entry("port").or_insert(80);
    /// *map.entry("port").or_insert(0) = 443.into();
    /// assert_eq!(map["port"], value!(443));
    /// ```
    pub fn entry<K: Name>(&mut self, key: K) -> MapEntry<'_> {
        MapEntry(self.0.entry(text::shared(key)))
    }

    /// Inserts an entry whose key is in normal form already. Returns the key if there was an entry
    /// with it.
    pub(crate) fn replace_shared(&mut self, key: Arc<str>, value: Value) -> Option<Arc<str>> {
        let entry = self.0.entry(key);
        let known = entry.is_occupied().then(|| entry.key().clone());
        *entry.or_default() = value;
        known
    }

    /// Inserts an entry whose key is in normal form already. The error is the key if there is an
    /// entry with it, which stays.
    pub(crate) fn insert_new(&mut self, key: Arc<str>, value: Value) -> Result<(), Arc<str>> {
        let entry = self.0.entry(key);
        if entry.is_occupied() {
            return Err(entry.key().clone());
        }
        entry.or_insert(value);
        Ok(())
    }

    /// Inserts an entry whose key is in normal form already, and returns the previous value.
    pub(crate) fn insert_shared(&mut self, key: Arc<str>, value: Value) -> Option<Value> {
        self.0.insert(key, value)
    }

    /// Returns the value under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(&*text::normalize(key))
    }

    /// Returns the value under a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.get_mut(&*text::normalize(key))
    }

    /// Returns whether there is a value under a key.
    ///
    /// ```
    /// let map = serde_hcl::Map::from([("port", 80)]);
    /// assert!(map.contains_key("port") && !map.contains_key("host"));
    /// ```
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Keeps the entries for which a function returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &mut Value) -> bool) {
        self.0.retain(|key, value| keep(key, value));
    }

    /// Removes the value under a key and returns it. The order of the others is kept.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.0.remove(&*text::normalize(key))
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Sorts the entries by their keys, bytewise.
    pub fn sort_keys(&mut self) {
        self.0.sort_by_name();
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries in the order of insertion.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> + DoubleEndedIterator + Clone {
        self.into_iter()
    }

    /// Returns the entries in the order of insertion, with values that can be changed.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut Value)> + DoubleEndedIterator {
        self.into_iter()
    }

    /// Returns the keys in the order of insertion.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> + DoubleEndedIterator + Clone {
        self.0.keys().map(|key| &**key)
    }

    /// Returns the values in the order of insertion.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> + DoubleEndedIterator + Clone {
        self.0.values()
    }

    /// Returns the values in the order of insertion, to be changed.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Value> + DoubleEndedIterator {
        self.0.values_mut()
    }

    /// Returns the entries in the order in which HCL iterates them: by key, bytewise.
    pub fn sorted(&self) -> Vec<(&str, &Value)> {
        self.sorted_shared().into_iter().map(|(key, value)| (&**key, value)).collect()
    }

    pub(crate) fn sorted_shared(&self) -> Vec<(&Arc<str>, &Value)> {
        let mut entries: Vec<_> = self.0.iter().collect();
        sort_by_name(&mut entries, |(key, _)| key.as_bytes());
        entries
    }

    pub(crate) fn iter_shared(&self) -> impl ExactSizeIterator<Item = (&Arc<str>, &Value)> {
        self.0.iter()
    }

    /// Returns the entry at an index in the order of insertion.
    pub(crate) fn get_index(&self, index: usize) -> Option<(&Arc<str>, &Value)> {
        self.0.get_index(index)
    }

    /// Returns the values of the map, which is consumed, in the order of insertion.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator {
        self.0.into_values()
    }

    /// Returns a map of the same keys with other values.
    pub(crate) fn try_map<E>(
        &self,
        mut change: impl FnMut(&Arc<str>, &Value) -> Result<Value, E>,
    ) -> Result<Self, E> {
        let entries = self.0.iter().map(|(key, value)| Ok((key.clone(), change(key, value)?)));
        entries.collect::<Result<_, E>>().map(Self)
    }
}

/// The spelling of the keys of a map that are not in normal form. It distinguishes two keys that
/// become equal from a repeated key.
#[derive(Default)]
pub(crate) struct Spellings(Option<OrderedMap<Arc<str>, Box<str>>>);

impl Spellings {
    /// Records the spelling of a key that is about to be inserted. Returns the spelling that the
    /// key already has in the map, if that is different.
    #[inline]
    pub(crate) fn clash(&mut self, map: &Map, key: &Arc<str>, written: &str) -> Option<String> {
        // Nearly all keys are in normal form.
        if self.0.is_none() && **key == *written { None } else { self.clash_of_others(map, key, written) }
    }

    fn clash_of_others(&mut self, map: &Map, key: &Arc<str>, written: &str) -> Option<String> {
        let others = self.0.get_or_insert_default();
        if !map.0.contains_key(key) {
            if **key != *written {
                others.insert(key.clone(), written.into());
            }
            return None;
        }
        let first = others.get(key).map_or(&**key, |first| first);
        (first != written).then(|| first.to_owned())
    }
}

/// Returns the message about two keys that are equal in normal form.
pub(crate) fn equal_in_normal_form(first: &str, second: &str) -> String {
    format!("the keys {first:?} and {second:?} are the same text in Unicode's normal form C")
}

/// Maps are equal if their entries are equal, in any order.
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Map {}

/// Returns the value under a key.
///
/// # Panics
/// Panics if there is none.
impl Index<&str> for Map {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or_else(|| panic!("there is no key {key:?} in the map"))
    }
}

/// Returns the value under a key.
///
/// # Panics
/// Panics if there is none. [`Map::entry`] inserts one.
impl IndexMut<&str> for Map {
    fn index_mut(&mut self, key: &str) -> &mut Value {
        self.get_mut(key).unwrap_or_else(|| panic!("there is no key {key:?} in the map"))
    }
}

/// The entries in any order: equal maps have equal hashes.
impl Hash for Map {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}

/// Of entries with equal keys the last one counts.
impl<K: Name, V: Into<Value>, const N: usize> From<[(K, V); N]> for Map {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Name, V: Into<Value>> From<BTreeMap<K, V>> for Map {
    fn from(map: BTreeMap<K, V>) -> Self {
        map.into_iter().collect()
    }
}

/// Writes the map as an object, see [`Value`].
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Value::object(self.clone()), f)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&Value::object(self.clone()), f)
    }
}

/// Of entries with equal keys the last one counts.
impl<K: Name, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Name, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.0.reserve(entries.size_hint().0);
        for (key, value) in entries {
            self.insert(key, value.into());
        }
    }
}

/// The entry of a key in a [`Map`], see [`Map::entry`].
///
/// ```
/// let mut map = serde_hcl::Map::from([("a", 1)]);
/// map.entry("a").or_insert(5);
/// map.entry("b").or_insert(2);
/// assert_eq!(map.to_string(), "{ a = 1, b = 2 }");
/// ```
pub struct MapEntry<'m>(Entry<'m, Arc<str>, Value>);

impl<'m> MapEntry<'m> {
    /// Returns the key.
    pub fn key(&self) -> &str {
        self.0.key()
    }

    /// Returns the value, after inserting one if there is none.
    pub fn or_insert(self, value: impl Into<Value>) -> &'m mut Value {
        self.0.or_insert_with(|| value.into())
    }

    /// Returns the value, after inserting null if there is none.
    pub fn or_default(self) -> &'m mut Value {
        self.0.or_default()
    }

    /// Returns the value, after inserting the result of a function if there is none.
    pub fn or_insert_with<V: Into<Value>>(self, value: impl FnOnce() -> V) -> &'m mut Value {
        self.0.or_insert_with(|| value().into())
    }

    /// Changes the value, if there is one.
    #[must_use]
    pub fn and_modify(self, change: impl FnOnce(&mut Value)) -> Self {
        Self(self.0.and_modify(change))
    }
}

impl fmt::Debug for MapEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MapEntry").field(&self.key()).finish()
    }
}

/// Iterator over the entries of a [`Map`] in the order of insertion.
///
/// ```
/// let map = serde_hcl::Map::from([("a", serde_hcl::Value::from(1))]);
/// let (name, value) = map.iter().next().expect("it has one entry");
/// assert_eq!((name, value), ("a", &serde_hcl::Value::from(1)));
/// ```
#[derive(Clone)]
pub struct MapIter<'m>(slice::Iter<'m, (Arc<str>, Value)>);

impl fmt::Debug for MapIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// Iterator over the keys and values of a [`Map`] that is consumed, in the order of insertion.
///
/// ```
/// use serde_hcl::{Map, Value};
///
/// let map = Map::from([("b", 1), ("a", 2)]);
/// let entries: Vec<(String, Value)> = map.into_iter().collect();
/// assert_eq!(entries[0], ("b".to_owned(), Value::from(1)));
/// ```
#[derive(Debug)]
pub struct MapIntoIter(vec::IntoIter<(Arc<str>, Value)>);

macro_rules! iterator {
    ($iterator:ty, $item:ty, $entry:expr) => {
        impl<'m> Iterator for $iterator {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                self.0.next().map($entry)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<'m> DoubleEndedIterator for $iterator {
            fn next_back(&mut self) -> Option<$item> {
                self.0.next_back().map($entry)
            }
        }

        impl<'m> ExactSizeIterator for $iterator {}
    };
}

iterator!(MapIter<'m>, (&'m str, &'m Value), |(key, value)| (&**key, value));
iterator!(MapIntoIter, (String, Value), |(key, value)| (key.as_ref().to_owned(), value));

/// The entries in the order of insertion.
impl<'m> IntoIterator for &'m Map {
    type Item = (&'m str, &'m Value);
    type IntoIter = MapIter<'m>;

    fn into_iter(self) -> MapIter<'m> {
        MapIter(self.0.entries())
    }
}

/// Iterator over the entries of a [`Map`] in the order of insertion, whose values can be changed.
///
/// ```
/// use serde_hcl::{Map, Value};
///
/// let mut map = Map::from([("a", "x"), ("b", "y")]);
/// for (name, value) in &mut map {
///     *value = Value::from(format!("{name}-{value}"));
/// }
/// assert_eq!(map["b"], "b-\"y\"");
/// ```
#[derive(Debug)]
pub struct MapIterMut<'m>(slice::IterMut<'m, (Arc<str>, Value)>);

iterator!(MapIterMut<'m>, (&'m str, &'m mut Value), |(key, value)| (&**key, value));

/// The entries in the order of insertion.
impl<'m> IntoIterator for &'m mut Map {
    type Item = (&'m str, &'m mut Value);
    type IntoIter = MapIterMut<'m>;

    fn into_iter(self) -> MapIterMut<'m> {
        MapIterMut(self.0.entries_mut())
    }
}

/// The entries in the order of insertion.
impl IntoIterator for Map {
    type Item = (String, Value);
    type IntoIter = MapIntoIter;

    fn into_iter(self) -> MapIntoIter {
        MapIntoIter(self.0.into_iter())
    }
}
