//! The names of the items that were taken out of a body.

use std::collections::HashSet;

/// The names that are no longer in the rest of a body.
#[derive(Clone, Default)]
pub(super) struct Consumed {
    pub(super) attributes: HashSet<String>,
    pub(super) blocks: HashSet<String>,
}

impl Consumed {
    pub(super) fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.blocks.is_empty()
    }

    /// Hides attributes and blocks of a name.
    pub(super) fn insert(&mut self, name: &str) {
        self.attributes.insert(name.to_owned());
        self.blocks.insert(name.to_owned());
    }

    /// Shows attributes and blocks of a name again.
    pub(super) fn remove(&mut self, name: &str) {
        self.attributes.remove(name);
        self.blocks.remove(name);
    }
}
