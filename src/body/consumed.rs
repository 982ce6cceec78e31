//! The names of the items that were taken out of a body.

use std::collections::HashSet;
use std::sync::Arc;

/// Names, which are shared with the attributes that have them.
type Names = HashSet<Arc<str>, foldhash::fast::RandomState>;

/// The names that are no longer in the rest of a body.
#[derive(Clone, Default)]
pub(super) struct Consumed {
    pub(super) attributes: Names,
    pub(super) blocks: Names,
}

impl Consumed {
    pub(super) fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.blocks.is_empty()
    }

    /// Hides attributes and blocks of a name.
    pub(super) fn insert(&mut self, name: &str) {
        let name = Arc::<str>::from(name);
        self.attributes.insert(name.clone());
        self.blocks.insert(name);
    }

    /// Shows attributes and blocks of a name again.
    pub(super) fn remove(&mut self, name: &str) {
        self.attributes.remove(name);
        self.blocks.remove(name);
    }
}
