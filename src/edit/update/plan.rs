//! The operations of an update, and their order.

use std::ops::Range;

use super::super::document::Document;
use super::super::insert::{Content, Position};
use super::super::layout::Edit;
use super::super::path::Path;
use super::super::value::ValueMut;
use super::changes::Change;
use crate::error::Result;
use crate::syntax::format::ends_in_heredoc;

/// What is to be done in a document.
#[derive(Default)]
pub(super) struct Plan {
    /// Blocks that change places, before anything else.
    pub(super) moves: Vec<Edit>,
    pub(super) moved: Vec<Change>,
    /// New values for expressions.
    pub(super) values: Vec<NewValue>,
    /// Items and elements that are inserted and removed.
    pub(super) operations: Vec<Operation>,
    pub(super) changes: Vec<Change>,
}

/// The position of an expression: an attribute, and indexes of elements in its value.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) path: Path,
    pub(super) index: usize,
    pub(super) steps: Vec<usize>,
}

impl Site {
    pub(super) fn element(&self, index: usize) -> Self {
        let steps = self.steps.iter().copied().chain([index]).collect();
        Self { path: self.path.clone(), index: self.index, steps }
    }
}

pub(super) struct NewValue {
    pub(super) site: Site,
    pub(super) span: Range<usize>,
    pub(super) text: String,
    /// Whether it is a literal part of a template, which has no layout.
    pub(super) is_part: bool,
}

pub(super) enum Operation {
    InsertItem {
        path: Path,
        position: Position,
        text: String,
        content: Content,
    },
    RemoveItem {
        path: Path,
        index: usize,
    },
    /// With the index that the element will have, and its key in an object.
    InsertElement {
        site: Site,
        index: usize,
        key: Option<String>,
        text: String,
    },
    RemoveElement {
        site: Site,
        index: usize,
    },
}

impl Operation {
    /// Returns the place of the operation in the document: an index for each level, twice as large
    /// as that of the item or element, so that there is one before each; and the order of
    /// insertions there.
    fn place(&self) -> (Vec<usize>, u8) {
        let within = |path: &Path| path.0.iter().map(|index| 2 * index + 1).collect::<Vec<_>>();
        let within_value = |site: &Site| {
            let mut place = within(&site.path);
            place.extend([site.index].iter().chain(&site.steps).map(|index| 2 * index + 1));
            place
        };
        let (mut place, last, order) = match self {
            Self::InsertItem { path, position, .. } => {
                let (last, order) = match position {
                    Position::First => (0, 1),
                    Position::Before(index) => (2 * index, 1),
                    Position::After(index) => (2 * index + 2, 0),
                    Position::Last => (usize::MAX, 2),
                };
                (within(path), last, order)
            }
            Self::RemoveItem { path, index } => (within(path), 2 * index + 1, 0),
            Self::InsertElement { site, index, .. } => (within_value(site), 2 * index, 0),
            Self::RemoveElement { site, index } => (within_value(site), 2 * index + 1, 0),
        };
        place.push(last);
        (place, order)
    }

    fn is_last(&self) -> bool {
        matches!(self, Self::InsertItem { position: Position::Last, .. })
    }

    fn execute(self, document: &mut Document) -> Result<()> {
        match self {
            Self::InsertItem { path, position, text, content } => {
                let lines = document.lines(&text, &document.item_indent(&path));
                document.insert(&path, position, &lines, content)
            }
            Self::RemoveItem { path, index } => match document.removal(&path, index) {
                Some(edit) => document.apply(vec![edit]),
                None => Ok(()),
            },
            Self::InsertElement { site, index, key, text } => ValueMut::at(
                document, site.path, site.index, site.steps,
            )
            .insert_text(index, key.as_deref(), &text),
            Self::RemoveElement { site, index } => {
                ValueMut::at(document, site.path, site.index, site.steps).remove_at(index)
            }
        }
    }
}

/// Returns the edits that are not within another.
fn outermost(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.span.start, std::cmp::Reverse(edit.span.end)));
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
        self.moves.is_empty() && self.values.is_empty() && self.operations.is_empty()
    }

    /// Executes the plan, from the end of the document to its start, so that an operation does not
    /// change the position of those after it.
    pub(super) fn execute(self, document: &mut Document) -> Result<()> {
        if !self.moves.is_empty() {
            return document.apply(outermost(self.moves));
        }
        let is_apart =
            |value: &NewValue| !value.is_part && value.site.steps.is_empty() && ends_in_heredoc(&value.text);
        let (apart, values): (Vec<_>, Vec<_>) = self.values.into_iter().partition(is_apart);
        let edits = values.into_iter().map(|value| {
            if value.is_part {
                return Edit::new(value.span, value.text);
            }
            let indent = document.text().indent(value.span.start);
            Edit::new(value.span, document.expression(&value.text, indent))
        });
        document.apply(edits.collect())?;
        for value in apart {
            document.set_expression(&value.site.path, value.site.index, &value.text)?;
        }
        let mut operations: Vec<_> = self
            .operations
            .into_iter()
            .enumerate()
            .map(|(number, operation)| {
                // Insertions at one place are executed from the last to the first, those at the end
                // of a body from the first to the last.
                let number = number as isize;
                let number = if operation.is_last() { -number } else { number };
                ((operation.place(), number), operation)
            })
            .collect();
        operations.sort_by(|(place, _), (other, _)| other.cmp(place));
        operations.into_iter().try_for_each(|(_, operation)| operation.execute(document))
    }
}
