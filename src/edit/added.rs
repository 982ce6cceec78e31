//! Facts about an inserted item that its text does not show.

use super::path::Path;

/// The lines that an insertion added around an item, and the comments that were there before.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Added {
    /// The number of comments right above the item that were there before it. They do not belong to
    /// it.
    pub(super) foreign: usize,
    /// The number of blank lines that were added before the item.
    pub(super) before: usize,
    /// The number of those that were added after it.
    pub(super) after: usize,
}

/// The items that were inserted into a document, where removing them would otherwise remove too
/// much or too little.
#[derive(Clone, Default)]
pub(super) struct Additions(Vec<(Path, Added)>);

impl Additions {
    /// Returns the lines that were added with an item, or `None` for an item that was not inserted.
    pub(super) fn of(&self, item: &Path) -> Option<Added> {
        self.0.iter().find(|(other, _)| other == item).map(|(_, added)| *added)
    }

    /// Records that an item was inserted.
    pub(super) fn insert(&mut self, item: Path, added: Option<Added>) {
        if let [body @ .., index] = item.0.as_slice() {
            self.renumber(body, |other| Some(if other >= *index { other + 1 } else { other }));
        }
        self.0.extend(added.map(|added| (item, added)));
    }

    /// Records that an item was removed.
    pub(super) fn remove(&mut self, item: &Path) {
        if let [body @ .., index] = item.0.as_slice() {
            self.renumber(body, |other| {
                if other > *index { Some(other - 1) } else { Some(other).filter(|other| other < index) }
            });
        }
    }

    /// Records that all items of a body were removed.
    pub(super) fn clear(&mut self, body: &Path) {
        self.renumber(&body.0, |_| None);
    }

    /// Changes the indexes of the items of a body.
    fn renumber(&mut self, body: &[usize], new: impl Fn(usize) -> Option<usize>) {
        self.0.retain_mut(|(item, _)| match item.0.strip_prefix(body) {
            Some([index, ..]) => new(*index).map(|new| item.0[body.len()] = new).is_some(),
            _ => true,
        });
    }
}
