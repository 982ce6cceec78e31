//! Maps from strings to values, as map and object values hold them.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;

use super::{Value, text};

/// A map from strings to values that remembers the order of insertion.
///
/// HCL iterates maps and objects in the order of their keys, see [`sorted`](Self::sorted). The
/// order of insertion is kept for the authors of configurations, and does not affect equality. Keys
/// are in Unicode's normal form C, like all strings of values.
///
/// ```
/// use serde_hcl::{Map, Value};
///
/// let map: Map = [("b", Value::from(1)), ("a", Value::from(2))].into_iter().collect();
/// assert_eq!(map.keys().collect::<Vec<_>>(), ["b", "a"]);
/// assert_eq!(map.sorted()[0], ("a", &Value::from(2)));
/// ```
#[derive(Clone, Default)]
pub struct Map(IndexMap<Arc<str>, Value, foldhash::fast::RandomState>);

impl Map {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty map with capacity for a number of entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(IndexMap::with_capacity_and_hasher(capacity, Default::default()))
    }

    /// Puts a value under a key and returns the one that was there; that one's place in the order
    /// is kept.
    pub fn insert<K: AsRef<str> + Into<Arc<str>>>(&mut self, key: K, value: Value) -> Option<Value> {
        self.0.insert(text::shared(key), value)
    }

    /// Inserts a value under a key that is in normal form already.
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
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Takes the value under a key out; the order of the others is kept.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.0.shift_remove(&*text::normalize(key))
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries in the order of insertion.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> + DoubleEndedIterator + Clone {
        self.0.iter().map(|(key, value)| (&**key, value))
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
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Value> {
        self.0.values_mut()
    }

    /// Returns the entries in the order in which HCL iterates them: by key, bytewise.
    pub fn sorted(&self) -> Vec<(&str, &Value)> {
        self.sorted_shared().into_iter().map(|(key, value)| (&**key, value)).collect()
    }

    pub(crate) fn sorted_shared(&self) -> Vec<(&Arc<str>, &Value)> {
        let mut entries: Vec<_> = self.0.iter().collect();
        if !entries.is_sorted_by_key(|(key, _)| *key) {
            entries.sort_unstable_by_key(|(key, _)| *key);
        }
        entries
    }

    pub(crate) fn iter_shared(&self) -> impl ExactSizeIterator<Item = (&Arc<str>, &Value)> {
        self.0.iter()
    }

    /// Returns the entry at an index in the order of insertion.
    pub(crate) fn get_index(&self, index: usize) -> Option<(&Arc<str>, &Value)> {
        self.0.get_index(index)
    }

    pub(crate) fn into_values(self) -> impl Iterator<Item = Value> {
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
pub(crate) struct Spellings(Option<HashMap<Arc<str>, Box<str>>>);

impl Spellings {
    /// Notes how a key is written that is about to be put into a map. Returns how it is written in
    /// the map already, if that is different.
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

/// Equal when the entries are; their order is of no matter.
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::object(self.clone()).fmt(f)
    }
}

/// Of entries with equal keys the last one counts.
impl<K: AsRef<str> + Into<Arc<str>>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: AsRef<str> + Into<Arc<str>>, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.0.reserve(entries.size_hint().0);
        for (key, value) in entries {
            self.insert(key, value.into());
        }
    }
}

/// The entries in the order of insertion.
impl IntoIterator for Map {
    type Item = (Arc<str>, Value);
    type IntoIter = indexmap::map::IntoIter<Arc<str>, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
