//! Finding the items of a body by their names, and those of an object by their keys.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::document::Document;
use super::node::{Found, Kind, NodeId};
use crate::body::{Expression, File, parse_expression, parse_file};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::{ExpressionKind, ObjectItem};
use crate::value::is_identifier;

/// What identifies the node that is looked for.
#[derive(Clone, Copy)]
pub(super) enum Name<'n> {
    Attribute(&'n str),
    /// The type of a block.
    Type(&'n str),
    /// The type and the labels of a block.
    Block(&'n str, &'n [&'n str]),
    /// The key of an item of an object.
    Key(&'n str),
}

impl Name<'_> {
    fn key(self) -> String {
        match self {
            Self::Attribute(name) => ["=", name].concat(),
            Self::Type(name) | Self::Key(name) => name.to_owned(),
            Self::Block(name, labels) => {
                let labels: String = labels.iter().map(|label| format!("{}:{label}", label.len())).collect();
                format!("{name} {labels}")
            }
        }
    }
}

impl Document {
    /// Returns the first item of a name in a body, or the last one of a key in an object.
    pub(super) fn find(&mut self, parent: NodeId, name: Name<'_>) -> Option<NodeId> {
        let count = self.children(parent).len();
        if self.inner(parent).names.is_none() {
            let mut names = HashMap::with_capacity(count);
            for index in 0..count {
                self.add_names_to(&mut names, self.inner(parent).children[index]);
            }
            self.inner_mut(parent).names = Some(names);
        }
        self.inner(parent).names.as_ref()?.get(&name.key()).map(|found| found.node)
    }

    fn add_names_to(&mut self, names: &mut HashMap<String, Found>, id: NodeId) {
        let is_body = self.kind(self.node(id).parent).is_body();
        for name in self.names_of(id) {
            let found = names.entry(name).or_insert(Found { node: id, count: 0 });
            found.count += 1;
            // Of items with equal keys, the last counts.
            if found.node != id && (self.find_index(id) < self.find_index(found.node)) == is_body {
                found.node = id;
            }
        }
    }

    /// Adds the names of a child to those of its parent, if they are known.
    pub(super) fn add_names(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        if let Some(mut names) = self.inner_mut(parent).names.take() {
            self.add_names_to(&mut names, id);
            self.inner_mut(parent).names = Some(names);
        }
    }

    /// Removes the names of a child from those of its parent.
    pub(super) fn remove_names(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        let Some(mut names) = self.inner_mut(parent).names.take() else { return };
        for name in self.names_of(id) {
            let Entry::Occupied(mut entry) = names.entry(name) else { continue };
            entry.get_mut().count -= 1;
            if entry.get().count == 0 {
                entry.remove();
            } else if entry.get().node == id {
                entry.get_mut().node = self.next_of_name(id, entry.key());
            }
        }
        self.inner_mut(parent).names = Some(names);
    }

    /// Returns the next item with a name in a body, or the one before in an object.
    fn next_of_name(&mut self, id: NodeId, name: &str) -> NodeId {
        let (parent, index) = (self.node(id).parent, self.find_index(id));
        let has_name = |sibling: &NodeId| self.names_of(*sibling).iter().any(|it| it == name);
        let siblings = &self.inner(parent).children;
        let found = match self.kind(parent).is_body() {
            true => siblings.range(index + 1..).find(|it| has_name(it)),
            false => siblings.range(..index).rev().find(|it| has_name(it)),
        };
        found.copied().unwrap_or(id)
    }

    /// Returns the names of a node for the search.
    fn names_of(&self, id: NodeId) -> Vec<String> {
        match self.kind(id) {
            Kind::Attribute => vec![Name::Attribute(self.name(id)).key()],
            Kind::Block => {
                let labels = self.labels(id);
                let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
                let name = self.name(id);
                vec![Name::Type(name).key(), Name::Block(name, &labels).key()]
            }
            Kind::Entry => self.keys(id),
            _ => Vec::new(),
        }
    }

    /// Returns the name of an attribute or the type of a block.
    pub(super) fn name(&self, id: NodeId) -> &str {
        let head = self.head(id);
        let end = head.find(|it: char| it.is_whitespace() || matches!(it, '=' | '{' | '"' | '/' | '#'));
        &head[..end.unwrap_or(head.len())]
    }

    /// Returns the labels of a block.
    pub(super) fn labels(&self, id: NodeId) -> Vec<String> {
        let head = self.head(id);
        let labels = &head[self.name(id).len()..head.len() - 1];
        if !labels.contains(['\\', '/', '#', '$', '%']) {
            let parts = labels.split('"').enumerate();
            let label = |(index, part): (usize, &'_ str)| match index % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            };
            return parts.flat_map(label).collect();
        }
        let block = header(head);
        let block = block.ast().and_then(|body| body.block_at(0));
        block.into_iter().flat_map(|block| block.labels()).map(|label| label.text().to_owned()).collect()
    }

    /// Returns the key of an item of an object, if that is a name or a string.
    fn keys(&self, id: NodeId) -> Vec<String> {
        let key = self.head(id).trim_end_matches(['=', ':', ' ']);
        if is_identifier(key) {
            return vec![key.to_owned()];
        }
        let object = entry(self.head(id), "0");
        first_item(&object).and_then(|item| item.key.as_str()).map(str::to_owned).into_iter().collect()
    }

    /// Checks that a body can have another item of a name.
    pub(super) fn check_item(&mut self, body: NodeId, kind: Kind, name: &str) -> Result<()> {
        let has_attribute = self.find(body, Name::Attribute(name)).is_some();
        let detail = match kind {
            Kind::Attribute if has_attribute => {
                format!("The body has an attribute {name:?} already. Choose another name, or set its value.")
            }
            Kind::Attribute if self.find(body, Name::Type(name)).is_some() => format!(
                "The body has blocks of the type {name:?} already. Choose another name for the attribute."
            ),
            Kind::Block if has_attribute => {
                format!("The body has an attribute {name:?} already. Choose another type for the block.")
            }
            _ => return Ok(()),
        };
        Err(Error::coded(Code::RepeatedEntry, detail))
    }

    /// Returns the item of an object with a key.
    pub(super) fn check_key(&mut self, object: NodeId, key: &str) -> Result<NodeId> {
        let found = self.find(object, Name::Key(key));
        found.ok_or_else(|| Error::coded(Code::MissingItem, format!("The object has no key {key:?}.")))
    }

    /// Checks that an object has no item of a key, except for a given one.
    pub(super) fn check_new_key(
        &mut self,
        object: NodeId,
        key: &str,
        own: Option<NodeId>,
        help: &str,
    ) -> Result<()> {
        match self.find(object, Name::Key(key)) {
            Some(other) if Some(other) != own => {
                let detail = format!("The object has a key {key:?} already. {help}");
                Err(Error::coded(Code::RepeatedEntry, detail))
            }
            _ => Ok(()),
        }
    }
}

/// Parses the head of a block.
pub(super) fn header(head: &str) -> File {
    parse_file(format!("{head}}}")).value
}

/// Parses an item of an object, whose offsets are larger by one.
pub(super) fn entry(head: &str, value: &str) -> Expression {
    parse_expression(format!("{{{head}{value}\n}}")).value
}

/// Returns the item that [`entry`] parses.
pub(super) fn first_item(object: &Expression) -> Option<ObjectItem<'_>> {
    match object.ast()?.kind() {
        ExpressionKind::Object(object) => object.items().next(),
        _ => None,
    }
}
