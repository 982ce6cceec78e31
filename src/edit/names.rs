//! Finding the items of a body by their names, and those of an object by their keys.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;

use super::document::Document;
use super::node::{Found, Kind, NodeId};
use crate::body::{Expression, File, parse_expression, parse_file};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::{ExpressionKind, ObjectItem};
use crate::value::is_identifier;

/// The number of children up to which they are searched one by one.
const FEW: usize = 16;

/// Returns the name by which an attribute is found. That of an item of an object is its key.
pub(super) fn attribute_name(name: &str) -> String {
    ["=", name].concat()
}

/// Returns the name by which a block with labels is found. Its type is another name of it.
pub(super) fn block_name(block_type: &str, labels: &[String]) -> String {
    let labels = labels.iter().map(|label| format!("{}:{label}", label.len()));
    format!("{block_type} {}", labels.collect::<String>())
}

/// Returns the hash by which a name is found.
fn hash_of(name: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(name)
}

impl Document {
    /// Returns the first item of a name in a body, or the last one of a key in an object.
    pub(super) fn find(&mut self, parent: NodeId, name: &str) -> Option<NodeId> {
        self.split(parent);
        let count = self.count(parent);
        if !self.names.contains_key(&parent.index) {
            if count <= FEW {
                return self.search(parent, 0..count, |it| it == name);
            }
            self.names.insert(parent.index, HashMap::new());
            for index in 0..count {
                self.add_names(self.child(parent, index)?);
            }
        }
        let found = self.names.get(&parent.index)?.get(&hash_of(name))?;
        let found = Some(self.id(found.node)).filter(|id| self.names_of(*id).iter().any(|it| it == name));
        // Another name can have the same hash.
        found.or_else(|| self.search(parent, 0..count, |it| it == name))
    }

    /// Returns the first item of a name in a range of a body, or the last one of a key in one of an
    /// object.
    fn search(&self, parent: NodeId, range: Range<usize>, is_name: impl Fn(&str) -> bool) -> Option<NodeId> {
        let mut siblings = self.range(parent, range);
        let has_name = |id: &NodeId| self.names_of(*id).iter().any(|name| is_name(name));
        if self.kind(parent).is_body() { siblings.find(has_name) } else { siblings.rfind(has_name) }
    }

    /// Adds the names of a child to those of its parent, if they are known.
    pub(super) fn add_names(&mut self, id: NodeId) {
        let parent = self.parent(id);
        let Some(mut names) = self.names.remove(&parent.index) else { return };
        for name in self.names_of(id) {
            let found = names.entry(hash_of(&name)).or_insert(Found { node: id.index, count: 0 });
            found.count += 1;
            let is_other = found.node != id.index;
            let is_before = is_other && self.find_index(id) < self.find_index(self.id(found.node));
            if is_other && is_before == self.kind(parent).is_body() {
                found.node = id.index;
            }
        }
        self.names.insert(parent.index, names);
    }

    /// Removes the names of a child from those of its parent.
    pub(super) fn remove_names(&mut self, id: NodeId) {
        let (parent, index) = (self.parent(id), self.find_index(id));
        let Some(mut names) = self.names.remove(&parent.index) else { return };
        let others = if self.kind(parent).is_body() { index + 1..self.count(parent) } else { 0..index };
        for name in self.names_of(id) {
            let hash = hash_of(&name);
            let Entry::Occupied(mut entry) = names.entry(hash) else { continue };
            entry.get_mut().count -= 1;
            if entry.get().count == 0 {
                entry.remove();
            } else if entry.get().node == id.index {
                let next = self.search(parent, others.clone(), |name| hash_of(name) == hash);
                entry.get_mut().node = next.unwrap_or(id).index;
            }
        }
        self.names.insert(parent.index, names);
    }

    /// Returns the names of a node for the search.
    fn names_of(&self, id: NodeId) -> Vec<String> {
        match self.kind(id) {
            Kind::Attribute => vec![attribute_name(self.name(id))],
            Kind::Block => {
                let name = self.name(id);
                vec![name.to_owned(), block_name(name, &self.labels(id))]
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
        let detail = if self.find(body, &attribute_name(name)).is_some() {
            let help = if kind == Kind::Block { "type for the block" } else { "name, or set its value" };
            format!("The body has an attribute {name:?} already. Choose another {help}.")
        } else if kind == Kind::Attribute && self.find(body, name).is_some() {
            format!(
                "The body has blocks of the type {name:?} already. Choose another name for the attribute."
            )
        } else {
            return Ok(());
        };
        Err(Error::coded(Code::RepeatedEntry, detail))
    }

    /// Checks that an object has no item of a key.
    pub(super) fn check_key(&mut self, object: NodeId, key: &str, help: &str) -> Result<()> {
        let detail = || format!("The object has a key {key:?} already. {help}");
        let found = self.find(object, key);
        found.map_or(Ok(()), |_| Err(Error::coded(Code::RepeatedEntry, detail())))
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
