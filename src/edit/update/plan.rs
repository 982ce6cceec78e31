//! The changes of a document that an update makes.

use std::collections::HashMap;

use super::super::document::Document;
use super::super::items::{Content, NewLines};
use super::super::node::NodeId;
use super::super::position::Position;
use super::super::rewrite::Part;
use super::changes::Change;
use crate::error::Result;

/// The planned changes to a document.
#[derive(Default)]
pub(super) struct Plan {
    /// Bodies, and the indexes of items in their new order, before all other changes.
    pub(super) moves: Vec<(NodeId, Vec<usize>)>,
    pub(super) moved: Vec<Change>,
    /// Literal parts of templates to replace.
    pub(super) parts: Vec<(NodeId, Part)>,
    /// Blocks, the indexes of their labels, and the new labels.
    pub(super) labels: Vec<(NodeId, usize, String)>,
    /// New values of attributes and elements.
    pub(super) values: Vec<(NodeId, String)>,
    /// Items, elements of tuples, and items of objects.
    pub(super) removals: Vec<NodeId>,
    pub(super) insertions: Vec<Insertion>,
    pub(super) changes: Vec<Change>,
}

/// A new item of a body, or a new element of a tuple or an object.
pub(super) struct Insertion {
    pub(super) into: NodeId,
    /// The position among the children before all changes.
    pub(super) position: Position,
    /// With the name or the key.
    pub(super) text: String,
    /// Nothing for an element.
    pub(super) content: Option<Content>,
}

impl Insertion {
    /// Creates the insertion of an element that will have an index.
    pub(super) fn element(into: NodeId, index: usize, text: String) -> Self {
        let position = index.checked_sub(1).map_or(Position::First, Position::After);
        Self { into, position, text, content: None }
    }
}

impl Plan {
    pub(super) fn is_empty(&self) -> bool {
        self.moved.is_empty() && self.changes.is_empty()
    }

    /// Executes the plan.
    pub(super) fn execute(self, document: &mut Document) -> Result<()> {
        if !self.moves.is_empty() {
            self.moves.iter().for_each(|(body, order)| document.reorder(*body, order));
            return Ok(());
        }
        let mut children: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for Insertion { into, .. } in &self.insertions {
            children.entry(*into).or_insert_with(|| document.children(*into).iter().copied().collect());
        }
        for (value, part) in self.parts {
            document.replace_parts(value, &[part]);
        }
        for (block, index, label) in self.labels {
            document.set_label(block, index, &label);
        }
        for (value, text) in self.values {
            document.set_text(value, &text)?;
        }
        for id in self.removals {
            match document.node(id).kind.is_item() {
                true => document.remove_item(id),
                false => document.remove_element(id),
            }
        }
        // The node that was inserted last at each position.
        let mut last: HashMap<(NodeId, usize), NodeId> = HashMap::new();
        for Insertion { into, position, text, content } in self.insertions {
            let old = &children[&into];
            // The child that the new one comes after, and whether it has to be right after it.
            let (before, next) = match position {
                Position::Before(index) => (index, document.has(old[index]).then(|| old[index])),
                Position::After(index) => (index + 1, None),
                Position::First => (0, None),
                Position::Last => (usize::MAX, None),
            };
            let place = (into, 2 * before.min(old.len()) + usize::from(next.is_some()));
            let earlier = last.get(&place).copied();
            let earlier = earlier
                .or_else(|| old[..before.min(old.len())].iter().rev().find(|id| document.has(**id)).copied());
            let position = match (position, next, earlier) {
                (Position::Last, ..) => Position::Last,
                (_, Some(next), _) => Position::Before(document.find_index(next)),
                (.., Some(earlier)) => Position::After(document.find_index(earlier)),
                (.., None) => Position::First,
            };
            let index = match content {
                Some(content) => {
                    document.change();
                    let lines = document.body_lines(into, &text);
                    document.insert_lines(into, position, NewLines::new(&lines, content))?
                }
                None => {
                    let index = position.index(document.node(into).children.len());
                    document.insert_element(into, index, &text)?;
                    index
                }
            };
            last.insert(place, document.children(into)[index]);
        }
        Ok(())
    }
}
