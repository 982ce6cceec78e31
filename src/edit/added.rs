//! What the text of an item that was inserted does not show.

use super::path::Path;

/// What an insertion put around an item, and what was there before.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Added {
    /// The number of comments right above the item that were there before it. They do not belong to
    /// it.
    pub(super) foreign: usize,
    /// Whether a blank line was added before the item.
    pub(super) before: bool,
    /// Whether one was added after it.
    pub(super) after: bool,
}

/// The items that were inserted into a document, where removing them would otherwise remove too
/// much or too little.
#[derive(Clone, Default)]
pub(super) struct Additions(Vec<(Path, usize, Added)>);

impl Additions {
    /// Returns what was added with an item. For all other items, this is nothing.
    pub(super) fn of(&self, path: &Path, index: usize) -> Option<Added> {
        let found = self.0.iter().find(|(other, at, _)| at == &index && other == path);
        found.map(|(.., added)| *added)
    }

    /// Records that an item was inserted.
    pub(super) fn insert(&mut self, path: &Path, index: usize, added: Option<Added>) {
        self.renumber(path, |other| Some(if other >= index { other + 1 } else { other }));
        self.0.extend(added.map(|added| (path.clone(), index, added)));
    }

    /// Records that an item was removed.
    pub(super) fn remove(&mut self, path: &Path, index: usize) {
        self.renumber(path, |other| match other.cmp(&index) {
            std::cmp::Ordering::Less => Some(other),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(other - 1),
        });
    }

    /// Records that all items of a body were removed.
    pub(super) fn clear(&mut self, path: &Path) {
        self.renumber(path, |_| None);
    }

    /// Changes the indexes of the items of a body.
    fn renumber(&mut self, path: &Path, new: impl Fn(usize) -> Option<usize>) {
        let depth = path.0.len();
        self.0.retain_mut(|(other, index, _)| {
            if !other.0.starts_with(&path.0) {
                return true;
            }
            let index = other.0.get_mut(depth).unwrap_or(index);
            new(*index).map(|new| *index = new).is_some()
        });
    }
}
