//! The definitions of a context by name, in the order in which they were made.

use std::sync::Arc;

use crate::util::ordered::OrderedMap;
use crate::value::Name;

type Layer<T> = OrderedMap<String, T>;

/// The maximum number of definitions that are copied when a copy changes. More are shared.
const COPIED: usize = 32;

/// Definitions by name. Copies share all of them until one of the copies changes, and then all but
/// the last few.
#[derive(Clone)]
pub(super) struct Names<T> {
    /// Definitions that other copies may share, and that no longer change.
    shared: Option<Arc<Layer<T>>>,
    /// The later definitions, which replace those of the same name.
    last: Arc<Layer<T>>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { shared: None, last: Arc::default() }
    }
}

impl<T> Names<T> {
    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        let (mut layer, mut other) = (&self.last, self.shared.as_ref());
        // A loop contains the search only once, which lets the compiler inline it.
        loop {
            match (layer.get(name), other.take()) {
                (None, Some(shared)) => layer = shared,
                (definition, _) => return definition,
            }
        }
    }

    /// Returns the names in the order of their first definition.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let shared = self.shared.iter().flat_map(|layer| layer.keys());
        let is_new = |name: &&String| self.shared.as_ref().is_none_or(|layer| !layer.contains_key(*name));
        shared.chain(self.last.keys().filter(is_new)).map(String::as_str)
    }
}

impl<T: Clone> Names<T> {
    /// Adds a definition, or replaces the one of the same name without an allocation. The benchmark
    /// `rule` measures that.
    pub(super) fn insert(&mut self, name: impl Name, definition: T) {
        if self.last.len() > COPIED && Arc::get_mut(&mut self.last).is_none() {
            self.share();
        }
        let last = Arc::make_mut(&mut self.last);
        match last.get_mut(name.as_ref()) {
            Some(known) => *known = definition,
            None => _ = last.insert(name.into_string(), definition),
        }
    }

    /// Moves all definitions to those that are shared.
    fn share(&mut self) {
        let last = std::mem::take(&mut self.last);
        match &mut self.shared {
            None => self.shared = Some(last),
            Some(shared) => {
                let shared = Arc::make_mut(shared);
                for (name, definition) in last.iter() {
                    shared.insert(name.clone(), definition.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(number: usize) -> String {
        format!("name{number}")
    }

    #[test]
    fn copies_of_copies_have_all_definitions() {
        let mut copies = vec![Names::default()];
        for number in 0..500 {
            let mut copy = copies[number].clone();
            copy.insert(named(number % 300), number);
            copies.push(copy);
        }
        for (count, copy) in copies.iter().enumerate() {
            let names: Vec<_> = (0..count.min(300)).map(named).collect();
            assert_eq!(copy.iter().collect::<Vec<_>>(), names);
            for number in 0..count.min(300) {
                let last = if number + 300 < count { number + 300 } else { number };
                assert_eq!(copy.get(&named(number)), Some(&last));
            }
            assert!(copy.last.len() <= COPIED + 1);
        }
    }
}
