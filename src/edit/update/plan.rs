//! The changes of a document that an update makes.

use std::collections::HashSet;
use std::ops::Range;

use super::super::insert::{Content, Position};
use super::super::layout::Edit;
use super::super::part::Part;
use super::super::path::Path;
use super::super::value::{Collection, value_in};
use super::batch::{Batch, Removed};
use super::changes::Change;
use crate::error::Result;
use crate::order::sort_by_position;
use crate::syntax::format::ends_in_heredoc;

/// The planned changes to a document.
#[derive(Default)]
pub(super) struct Plan {
    /// Blocks to move, before all other changes.
    pub(super) moves: Vec<Edit>,
    pub(super) moved: Vec<Change>,
    /// Ranges to replace without formatting: literal parts of templates, and labels.
    pub(super) parts: Vec<Edit>,
    /// New values for expressions.
    pub(super) values: Vec<NewValue>,
    pub(super) removals: Vec<Removal>,
    pub(super) insertions: Vec<Insertion>,
    pub(super) changes: Vec<Change>,
}

/// The place of an attribute, of a block, or of an element in the value of an attribute.
///
/// It stays the same as long as no items or elements before it are inserted or removed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Site {
    /// The body of the item, and the index of the item in it.
    pub(in super::super) path: Path,
    pub(in super::super) index: usize,
    /// The indexes of the elements from the value of the attribute on.
    pub(in super::super) steps: Vec<usize>,
}

impl Site {
    /// Returns the tuple or the object that an element is in, and its index.
    pub(super) fn parent(&self) -> Option<(Self, usize)> {
        let (index, steps) = self.steps.split_last()?;
        Some((Self { path: self.path.clone(), index: self.index, steps: steps.to_vec() }, *index))
    }

    pub(super) fn element(&self, index: usize) -> Self {
        let steps = self.steps.iter().copied().chain([index]).collect();
        Self { path: self.path.clone(), index: self.index, steps }
    }

    pub(super) fn collection<'d>(&self, document: &'d Part<'_>) -> Option<Collection<'d>> {
        Collection::of(value_in(document.item(&self.path, self.index), &self.steps)?)
    }
}

pub(super) struct NewValue {
    pub(super) site: Site,
    pub(super) span: Range<usize>,
    pub(super) text: String,
}

impl NewValue {
    /// Returns whether its line has to end after it.
    fn ends_line(&self) -> bool {
        self.site.steps.is_empty() && ends_in_heredoc(&self.text)
    }

    fn edit(self, document: &Part<'_>) -> Edit {
        let indent = document.text().indent(self.span.start);
        Edit::new(self.span, document.expression(&self.text, indent))
    }
}

/// The removal of an item of a body, or of an element of a collection.
pub(super) struct Removal {
    pub(super) from: Parent,
    pub(super) index: usize,
}

/// A body, or a tuple or an object in the value of an attribute.
#[derive(Clone, PartialEq)]
pub(super) enum Parent {
    Body(Path),
    Collection(Site),
}

impl Parent {
    /// Returns the indexes of items and elements that lead to it from the body of the file.
    pub(super) fn indexes(&self) -> Vec<usize> {
        match self {
            Self::Body(path) => path.0.clone(),
            Self::Collection(site) => {
                site.path.0.iter().chain([&site.index]).chain(&site.steps).copied().collect()
            }
        }
    }
}

pub(super) enum Insertion {
    Item {
        path: Path,
        position: Position,
        text: String,
        content: Content,
    },
    /// With the index that the element will have, and its key in an object.
    Element {
        site: Site,
        index: usize,
        key: Option<String>,
        text: String,
    },
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
        self.moves.is_empty()
            && self.parts.is_empty()
            && self.values.is_empty()
            && self.removals.is_empty()
            && self.insertions.is_empty()
    }

    pub(super) fn remove_item(&mut self, path: &Path, index: usize) {
        self.removals.push(Removal { from: Parent::Body(path.clone()), index });
    }

    pub(super) fn remove_element(&mut self, site: &Site, index: usize) {
        self.removals.push(Removal { from: Parent::Collection(site.clone()), index });
    }

    /// Executes the plan in a few steps, since the document is parsed after each.
    pub(super) fn execute(self, document: &mut Part<'_>) -> Result<()> {
        if !self.moves.is_empty() {
            return document.apply(outermost(self.moves));
        }
        let (apart, values): (Vec<_>, Vec<_>) = self.values.into_iter().partition(NewValue::ends_line);
        let values = values.into_iter().map(|value| value.edit(document));
        let edits = self.parts.into_iter().chain(values).collect();
        document.apply(outermost(edits))?;
        // A body that is written in one line gets several lines if items are inserted. The indexes
        // of its items do not change.
        let inserted = self.insertions.iter().filter_map(|insertion| match insertion {
            Insertion::Item { path, .. } => Some(path),
            Insertion::Element { .. } => None,
        });
        let paths: HashSet<&Path> = apart.iter().map(|value| &value.site.path).chain(inserted).collect();
        let edits = paths.into_iter().filter_map(|path| document.spreading(path)).collect();
        document.apply(edits)?;
        let edits = apart
            .iter()
            .flat_map(|value| document.expression_edits(&value.site.path, value.site.index, &value.text));
        let edits = edits.collect();
        document.apply(edits)?;
        let removed = Removed::by(&self.removals);
        Batch::new(document).remove(self.removals)?;
        let insertions = self.insertions.into_iter().map(|insertion| removed.adapt(insertion));
        Batch::new(document).insert(insertions.collect())
    }
}
