//! The names of the items that were taken out of a body.

use std::sync::Arc;

use crate::util::ordered::OrderedMap;

/// Names, which are shared with the attributes and blocks that have them.
#[derive(Clone, Default, Debug)]
pub(super) struct Names(OrderedMap<Arc<str>, ()>);

impl Names {
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn insert(&mut self, name: Arc<str>) {
        self.0.insert(name, ());
    }

    pub(super) fn extend(&mut self, names: impl IntoIterator<Item = Arc<str>>) {
        names.into_iter().for_each(|name| self.insert(name));
    }
}

/// The names that are no longer in the rest of a body.
#[derive(Clone, Default, Debug)]
pub(super) struct Consumed {
    pub(super) attributes: Names,
    pub(super) blocks: Names,
}

impl Consumed {
    pub(super) fn is_empty(&self) -> bool {
        self.attributes.0.is_empty() && self.blocks.0.is_empty()
    }

    /// Adds the names of others.
    pub(super) fn extend(&mut self, others: &Self) {
        self.attributes.extend(others.attributes.0.keys().cloned());
        self.blocks.extend(others.blocks.0.keys().cloned());
    }

    /// Hides attributes and blocks of a name.
    pub(super) fn insert(&mut self, name: &str) {
        let name = Arc::<str>::from(name);
        self.attributes.insert(name.clone());
        self.blocks.insert(name);
    }

    /// Shows attributes and blocks of a name again.
    pub(super) fn remove(&mut self, name: &str) {
        self.attributes.0.remove(name);
        self.blocks.0.remove(name);
    }
}
