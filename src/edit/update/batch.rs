//! Many removals, or many insertions, in as few steps as possible.

use std::collections::HashMap;
use std::ops::Range;

use super::super::insert::{Content, Position, separates};
use super::super::layout::Edit;
use super::super::part::Part;
use super::super::path::Path;
use super::plan::{Insertion, Parent, Removal, Site};
use crate::error::Result;

/// Edits that are collected from the end of a document to its start, so that none changes the
/// indexes of those that follow, and applied together.
pub(super) struct Batch<'d, 'p> {
    document: &'d mut Part<'p>,
    edits: Vec<Edit>,
    /// The start of the text that the collected edits depend on.
    start: usize,
    /// [`gap_votes`](Part::gap_votes) of bodies, before the first insertion.
    votes: HashMap<Path, isize>,
}

impl<'d, 'p> Batch<'d, 'p> {
    pub(super) fn new(document: &'d mut Part<'p>) -> Self {
        Self { document, edits: Vec::new(), start: usize::MAX, votes: HashMap::new() }
    }

    /// Executes removals. Adjacent items and elements are removed together.
    pub(super) fn remove(mut self, mut removals: Vec<Removal>) -> Result<()> {
        removals.sort_by_cached_key(|removal| {
            let mut place = removal.from.indexes();
            place.push(removal.index);
            std::cmp::Reverse(place)
        });
        removals.dedup_by(|one, other| one.index == other.index && one.from == other.from);
        let mut last: Option<(Parent, Range<usize>)> = None;
        for Removal { from, index } in removals {
            match &mut last {
                Some((parent, range))
                    if *parent == from
                        && index + 1 == range.start
                        && self.is_next_to_following(&from, index) =>
                {
                    range.start = index;
                }
                _ => {
                    let removed = last.replace((from, index..index + 1));
                    removed.map_or(Ok(()), |(parent, range)| self.removal(&parent, range))?;
                }
            }
        }
        last.map_or(Ok(()), |(parent, range)| self.removal(&parent, range))?;
        self.apply()
    }

    fn is_next_to_following(&self, parent: &Parent, index: usize) -> bool {
        match parent {
            Parent::Body(path) => self.document.is_next_to_following(path, index),
            Parent::Collection(site) => site
                .collection(self.document)
                .is_some_and(|collection| collection.is_next_to_following(self.document.text(), index)),
        }
    }

    fn removal(&mut self, parent: &Parent, range: Range<usize>) -> Result<()> {
        self.add(
            |document| match parent {
                Parent::Body(path) => document.between(path, range.clone()),
                Parent::Collection(site) => {
                    site.collection(document).map_or(0..0, |collection| collection.between(&range))
                }
            },
            |document| {
                let edit = match parent {
                    Parent::Body(path) => document.removal_of(path, range.clone(), None),
                    Parent::Collection(site) => {
                        let collection = site.collection(document).filter(|it| range.end <= it.len);
                        collection.map(|collection| collection.removal(document.text(), range.clone()))
                    }
                };
                Ok(edit.into_iter().collect())
            },
        )
    }

    /// Executes insertions. Those at one position follow each other in their order.
    pub(super) fn insert(mut self, mut insertions: Vec<Insertion>) -> Result<()> {
        insertions.sort_by_cached_key(|insertion| std::cmp::Reverse(insertion.place()));
        // The sort is stable: insertions at the same position keep their order.
        let mut rest = insertions.as_slice();
        while let [first, ..] = rest {
            let count = rest.iter().take_while(|other| other.is_at(first)).count();
            let (together, after) = rest.split_at(count);
            self.insertion(first, together)?;
            rest = after;
        }
        self.apply()
    }

    fn insertion(&mut self, first: &Insertion, all: &[Insertion]) -> Result<()> {
        match first {
            Insertion::Item { path, position, .. } => {
                let items = all.iter().filter_map(|insertion| match insertion {
                    Insertion::Item { text, content, .. } => Some((text, *content)),
                    Insertion::Element { .. } => None,
                });
                let items: Vec<_> = items.collect();
                let separates = self.separates_blocks(path);
                self.add(
                    |document| {
                        let count = path.body(document.ast()).map_or(0, |body| body.items().len());
                        let index = position.index(count);
                        document.between(path, index..index)
                    },
                    |document| {
                        let indent = document.item_indent(path);
                        let lines =
                            items.iter().map(|(text, content)| (document.lines(text, &indent), *content));
                        let lines: Vec<(String, Content)> = lines.collect();
                        Ok(vec![document.insertion(path, *position, &lines, separates)?.0])
                    },
                )
            }
            Insertion::Element { site, index, .. } => {
                let elements = all.iter().filter_map(|insertion| match insertion {
                    Insertion::Element { key, text, .. } => Some((key.as_deref(), text.as_str())),
                    Insertion::Item { .. } => None,
                });
                let elements: Vec<_> = elements.collect();
                self.add(
                    |document| {
                        let collection = site.collection(document);
                        collection.map_or(0..0, |collection| collection.between(&(*index..*index)))
                    },
                    |document| {
                        let collection = site.collection(document);
                        Ok(collection.map_or_else(Vec::new, |it| it.insertion(document, *index, &elements)))
                    },
                )
            }
        }
    }

    fn separates_blocks(&mut self, path: &Path) -> bool {
        separates(path, |path| match self.votes.get(path) {
            Some(votes) => *votes,
            None => {
                let votes = self.document.gap_votes(path);
                self.votes.insert(path.clone(), votes);
                votes
            }
        })
    }

    /// Adds edits that read and change a range of the document.
    fn add(
        &mut self,
        range: impl Fn(&Part<'_>) -> Range<usize>,
        edits: impl FnOnce(&Part<'_>) -> Result<Vec<Edit>>,
    ) -> Result<()> {
        let mut depends_on = range(self.document);
        if depends_on.end > self.start {
            self.apply()?;
            depends_on = range(self.document);
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
    /// Returns the place of the insertion in the document: the indexes of items and elements that
    /// lead there, each with a 1, and the index that the new one will have.
    fn place(&self) -> (Vec<(usize, u8)>, u8) {
        let within = |path: &Path| path.0.iter().map(|index| (*index, 1)).collect::<Vec<_>>();
        match self {
            Self::Item { path, position, .. } => {
                let (index, order) = match position {
                    Position::First => (0, 1),
                    Position::Before(index) => (*index, 1),
                    Position::After(index) => (index + 1, 0),
                    Position::Last => (usize::MAX, 2),
                };
                let mut place = within(path);
                place.push((index, 0));
                (place, order)
            }
            Self::Element { site, index, .. } => {
                let mut place = within(&site.path);
                place.extend([site.index].iter().chain(&site.steps).map(|index| (*index, 1)));
                place.push((*index, 0));
                (place, 0)
            }
        }
    }

    /// Returns whether two insertions have the same position.
    fn is_at(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Item { path, position, .. }, Self::Item { path: other, position: at, .. }) => {
                path == other && position == at
            }
            (Self::Element { site, index, .. }, Self::Element { site: other, index: at, .. }) => {
                site == other && index == at
            }
            _ => false,
        }
    }
}

/// The indexes of the items and elements that are removed, by the indexes that lead to their body
/// or collection.
pub(super) struct Removed(HashMap<Vec<usize>, Vec<usize>>);

impl Removed {
    pub(super) fn by(removals: &[Removal]) -> Self {
        let mut removed: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
        for removal in removals {
            removed.entry(removal.from.indexes()).or_default().push(removal.index);
        }
        removed.values_mut().for_each(|indexes| indexes.sort_unstable());
        Self(removed)
    }

    /// Returns how many of the children of a body or collection before an index are removed.
    fn count_before(&self, parent: &[usize], index: usize) -> usize {
        self.0.get(parent).map_or(0, |removed| removed.partition_point(|other| *other < index))
    }

    fn is_removed(&self, parent: &[usize], index: usize) -> bool {
        self.0.get(parent).is_some_and(|removed| removed.binary_search(&index).is_ok())
    }

    /// Returns an insertion with the indexes that are right after the removals.
    pub(super) fn adapt(&self, insertion: Insertion) -> Insertion {
        if self.0.is_empty() {
            return insertion;
        }
        match insertion {
            Insertion::Item { path, position, text, content } => {
                let kept = |index| index - self.count_before(&path.0, index);
                let position = match position {
                    Position::After(index) | Position::Before(index) if self.is_removed(&path.0, index) => {
                        kept(index).checked_sub(1).map_or(Position::First, Position::After)
                    }
                    Position::After(index) => Position::After(kept(index)),
                    Position::Before(index) => Position::Before(kept(index)),
                    position => position,
                };
                Insertion::Item { path: Path(self.after(&path.0)), position, text, content }
            }
            Insertion::Element { site, index, key, text } => {
                let own = Parent::Collection(site.clone()).indexes();
                let mut new = self.after(&own);
                let steps = new.split_off(site.path.0.len() + 1);
                let attribute = new.pop().unwrap_or_default();
                let index = index - self.count_before(&own, index);
                Insertion::Element {
                    site: Site { path: Path(new), index: attribute, steps },
                    index,
                    key,
                    text,
                }
            }
        }
    }

    /// Returns the indexes that lead to a body or collection after the removals.
    fn after(&self, indexes: &[usize]) -> Vec<usize> {
        let levels = indexes.iter().enumerate();
        levels.map(|(level, index)| index - self.count_before(&indexes[..level], *index)).collect()
    }
}
