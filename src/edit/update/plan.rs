//! The changes of a document that an update makes.

use std::collections::{HashMap, HashSet};

use super::super::insert::InsertedKind;
use super::super::layout::Edit;
use super::super::part::Excerpt;
use super::super::path::Path;
use super::batch::{Batch, Insertion, Removed};
use super::changes::Change;
use crate::error::Result;
use crate::order::sort_by_position;

/// The planned changes to a document.
#[derive(Default)]
pub(super) struct Plan {
    /// Blocks to move, before all other changes.
    pub(super) moves: Vec<Edit>,
    pub(super) moved: Vec<Change>,
    /// Ranges to replace: literal parts of templates, and labels.
    pub(super) ranges: Vec<Edit>,
    /// New values of attributes and elements.
    pub(super) values: HashMap<Path, String>,
    /// Items, and elements of tuples and objects.
    pub(super) removals: Vec<Path>,
    pub(super) insertions: Vec<Insertion>,
    pub(super) changes: Vec<Change>,
}

/// Returns the edits that are not within another.
fn outermost(mut edits: Vec<Edit>) -> Vec<Edit> {
    // The longest edit at a position is first.
    sort_by_position(&mut edits, |edit| (edit.span.start, usize::MAX - edit.span.end));
    let mut end = 0;
    edits.retain(|edit| {
        let is_outer = edit.span.start >= end;
        end = end.max(edit.span.end);
        is_outer
    });
    edits
}

impl Plan {
    pub(super) fn is_empty(&self) -> bool {
        self.moved.is_empty() && self.changes.is_empty()
    }

    /// Executes the plan in a few steps, since the document is parsed after each.
    pub(super) fn execute(self, document: &mut Excerpt<'_>) -> Result<()> {
        if !self.moves.is_empty() {
            return document.apply(outermost(self.moves));
        }
        let (last_in_line, others): (Vec<_>, Vec<_>) =
            self.values.iter().partition(|(site, text)| document.is_last_in_line(site, text));
        let values = others.into_iter().flat_map(|(site, text)| document.value_edits(site, text));
        let edits = self.ranges.into_iter().chain(values).collect();
        document.apply(outermost(edits))?;
        // A body that is written in one line gets several lines if items are inserted. The indexes
        // of its items do not change.
        let items = self.insertions.iter().filter(|insertion| insertion.content != InsertedKind::Element);
        let mut paths: HashSet<Path> = items.map(|insertion| insertion.into.clone()).collect();
        paths.extend(last_in_line.iter().filter_map(|(site, _)| Some(site.parent()?.0)));
        let edits = paths.iter().filter_map(|path| document.spreading(path)).collect();
        document.apply(edits)?;
        let edits = last_in_line.into_iter().flat_map(|(site, text)| document.value_edits(site, text));
        let edits = edits.collect();
        document.apply(edits)?;
        let removed = Removed::by(&self.removals);
        Batch::new(document).remove(self.removals)?;
        let insertions = self.insertions.into_iter().map(|insertion| removed.adapt(insertion));
        Batch::new(document).insert(insertions.collect())
    }
}
