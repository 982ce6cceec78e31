//! Many removals, or many insertions, in as few steps as possible.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use super::super::insert::{BlankLines, InsertedKind};
use super::super::layout::Edit;
use super::super::part::Excerpt;
use super::super::path::{Path, Position};
use crate::error::Result;

/// A new item of a body, or a new element of a tuple or an object.
pub(super) struct Insertion {
    pub(super) into: Path,
    pub(super) position: Position,
    /// With the name or the key.
    pub(super) text: String,
    pub(super) content: InsertedKind,
}

/// Edits that are collected from the end of a document to its start, so that none changes the
/// indexes of those that follow, and applied together.
pub(super) struct Batch<'d, 'p> {
    document: &'d mut Excerpt<'p>,
    edits: Vec<Edit>,
    /// The start of the text that the collected edits depend on.
    start: usize,
}

impl<'d, 'p> Batch<'d, 'p> {
    pub(super) fn new(document: &'d mut Excerpt<'p>) -> Self {
        Self { document, edits: Vec::new(), start: usize::MAX }
    }

    /// Removes items and elements. Adjacent ones are removed together.
    pub(super) fn remove(mut self, mut removals: Vec<Path>) -> Result<()> {
        removals.sort_unstable_by(|one, other| other.0.cmp(&one.0));
        removals.dedup();
        let mut rest = removals.into_iter().peekable();
        while let Some((parent, index)) = rest.next().and_then(|last| last.parent()) {
            let mut items = index..index + 1;
            while items.start > 0
                && self.document.is_next_to_following(&parent, items.start - 1)
                && rest.next_if_eq(&parent.child(items.start - 1)).is_some()
            {
                items.start -= 1;
            }
            self.add(&parent, items.clone(), |document| {
                Ok(document.removal(&parent, items, None).into_iter().collect())
            })?;
        }
        self.apply()
    }

    /// Executes insertions. Those at one position follow each other in their order.
    pub(super) fn insert(mut self, mut insertions: Vec<Insertion>) -> Result<()> {
        // The sort is stable: insertions at the same position keep their order.
        insertions.sort_by_cached_key(|insertion| Reverse(insertion.place()));
        let mut separates: HashMap<&Path, bool> = HashMap::new();
        let is_together =
            |one: &Insertion, other: &Insertion| one.into == other.into && one.position == other.position;
        for together in insertions.chunk_by(is_together) {
            let Insertion { into, position, content, .. } = &together[0];
            if *content == InsertedKind::Element {
                let index = position.index(self.document.collection(into).map_or(0, |it| it.len));
                self.add(into, index..index, |document| {
                    let new = together.iter().map(|insertion| &insertion.text);
                    Ok(document
                        .collection(into)
                        .map_or_else(Vec::new, |it| document.element_insertion(&it, index, new)))
                })?;
                continue;
            }
            let separates = *separates.entry(into).or_insert_with(|| self.document.separates_blocks(into));
            let body = into.body(self.document.ast());
            let index = position.index(body.map_or(0, |body| body.items().len()));
            self.add(into, index..index, |document| {
                let indent = document.item_indent(into);
                let lines = together.iter().map(|new| (document.lines(&new.text, &indent), new.content));
                let lines: Vec<_> = lines.collect();
                Ok(vec![document.insertion(into, *position, &lines, separates, BlankLines::default())?.0])
            })?;
        }
        self.apply()
    }

    /// Adds edits that read and change some items or elements and the text around them.
    fn add(
        &mut self,
        parent: &Path,
        items: Range<usize>,
        edits: impl FnOnce(&Excerpt<'_>) -> Result<Vec<Edit>>,
    ) -> Result<()> {
        let mut depends_on = self.document.between(parent, &items);
        if depends_on.end > self.start {
            self.apply()?;
            depends_on = self.document.between(parent, &items);
        }
        self.edits.extend(edits(self.document)?);
        self.start = depends_on.start;
        Ok(())
    }

    fn apply(&mut self) -> Result<()> {
        self.start = usize::MAX;
        self.document.apply(std::mem::take(&mut self.edits))
    }
}

impl Insertion {
    /// Creates the insertion of an element that will have an index.
    pub(super) fn element(collection: &Path, index: usize, text: String) -> Self {
        let position = index.checked_sub(1).map_or(Position::First, Position::After);
        Self { into: collection.clone(), position, text, content: InsertedKind::Element }
    }

    /// Returns numbers by which insertions are sorted: those of the items and elements that lead
    /// to it, which are odd, and that of the new one.
    fn place(&self) -> Vec<usize> {
        let (index, order) = match self.position {
            Position::First => (0, 1),
            Position::Before(index) => (index, 1),
            Position::After(index) => (index + 1, 0),
            Position::Last => (usize::MAX / 2, 2),
        };
        self.into.0.iter().map(|index| 2 * index + 1).chain([2 * index, order]).collect()
    }
}

/// The indexes of the items and elements that are removed, by the path of their body or collection.
#[derive(Default)]
pub(super) struct Removed(HashMap<Vec<usize>, Vec<usize>>);

impl Removed {
    pub(super) fn by(removals: &[Path]) -> Self {
        let mut removed = Self::default();
        for (parent, index) in removals.iter().filter_map(Path::parent) {
            removed.0.entry(parent.0).or_default().push(index);
        }
        removed.0.values_mut().for_each(|indexes| indexes.sort_unstable());
        removed
    }

    /// Returns the index that a child of a body or collection has after the removals, or that the
    /// next one has if it is removed.
    fn kept(&self, parent: &[usize], index: usize) -> usize {
        index - self.0.get(parent).map_or(0, |removed| removed.partition_point(|other| *other < index))
    }

    /// Returns an insertion with the indexes that are right after the removals.
    pub(super) fn adapt(&self, insertion: Insertion) -> Insertion {
        let into = insertion.into.0.as_slice();
        let kept = |index| self.kept(into, index);
        let position = match insertion.position {
            Position::After(index) | Position::Before(index) if kept(index + 1) == kept(index) => {
                kept(index).checked_sub(1).map_or(Position::First, Position::After)
            }
            position => position.map(kept),
        };
        let levels = into.iter().enumerate().map(|(level, index)| self.kept(&into[..level], *index));
        Insertion { into: Path(levels.collect()), position, ..insertion }
    }
}
