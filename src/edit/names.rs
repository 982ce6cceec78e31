//! Finding the items of a body by their names, and those of an object by their keys.

use super::document::Document;
use super::node::{Found, Kind, NodeId};
use super::text::{attribute_of_name, block_of_name, key_of_object};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax::ast::{Body, Expression, ExpressionKind};
use crate::syntax::{parse_body, parse_expression};

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
            Self::Attribute(name) => format!("={name}"),
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
        self.split(parent);
        if self.node(parent).names.is_none() {
            self.nodes[parent.at()].names = Some(Box::default());
            for index in 0..self.node(parent).children.len() {
                self.add_names(self.node(parent).children[index]);
            }
        }
        self.node(parent).names.as_ref()?.0.get(&name.key()).map(|found| found.node)
    }

    /// Adds the names of a child to those of its parent, if they are known.
    pub(super) fn add_names(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        let is_body = self.node(parent).kind.is_body();
        if self.node(parent).names.is_none() {
            return;
        }
        for name in self.names_of(id) {
            let names = self.nodes[parent.at()].names.as_ref();
            let found = names.and_then(|names| names.0.get(&name).copied());
            let node = match found {
                // Of items with equal keys, the last counts.
                Some(found) if (self.find_index(id) < self.find_index(found.node)) != is_body => found.node,
                _ => id,
            };
            let count = found.map_or(0, |found| found.count) + 1;
            let names = self.nodes[parent.at()].names.get_or_insert_default();
            names.0.insert(name, Found { node, count });
        }
    }

    /// Removes the names of a child from those of its parent.
    pub(super) fn remove_names(&mut self, id: NodeId) {
        let parent = self.node(id).parent;
        if self.node(parent).names.is_none() {
            return;
        }
        for name in self.names_of(id) {
            let Some(names) = &mut self.nodes[parent.at()].names else { return };
            let Some(found) = names.0.get_mut(&name) else { continue };
            found.count -= 1;
            let (count, is_found) = (found.count, found.node == id);
            if count == 0 {
                names.0.remove(&name);
            } else if is_found {
                let node = self.next_of_name(id, &name);
                let names = self.nodes[parent.at()].names.get_or_insert_default();
                names.0.insert(name, Found { node, count });
            }
        }
    }

    /// Returns the next item with a name in a body, or the one before in an object.
    fn next_of_name(&mut self, id: NodeId, name: &str) -> NodeId {
        let (parent, index) = (self.node(id).parent, self.find_index(id));
        let has_name = |sibling: &NodeId| self.names_of(*sibling).iter().any(|it| it == name);
        let siblings = &self.node(parent).children;
        let found = match self.node(parent).kind.is_body() {
            true => siblings.range(index + 1..).find(|it| has_name(it)),
            false => siblings.range(..index).rev().find(|it| has_name(it)),
        };
        found.copied().unwrap_or(id)
    }

    /// Returns the names of a node for the search.
    fn names_of(&self, id: NodeId) -> Vec<String> {
        match self.node(id).kind {
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
        let header = format!("{}}}", self.head(id));
        let parsed = parse_body(Source::from(header), &Limits::PARSING);
        let block = Body::new(&parsed.tree, parsed.root).block_at(0);
        block.into_iter().flat_map(|block| block.labels()).map(|label| label.text().to_owned()).collect()
    }

    /// Returns the key of an item of an object, if that is a name or a string.
    fn keys(&self, id: NodeId) -> Vec<String> {
        let object = format!("{{{} 0\n}}", self.head(id));
        let parsed = parse_expression(Source::from(object), &Limits::PARSING);
        let expression = parsed.root.map(|root| Expression::new(&parsed.tree, root));
        let Some(ExpressionKind::Object(object)) = expression.map(Expression::kind) else {
            return Vec::new();
        };
        object.items().next().and_then(|item| item.key.as_str()).map(str::to_owned).into_iter().collect()
    }

    /// Checks that no item of a body has the name of a new attribute.
    pub(super) fn check_attribute(&mut self, body: NodeId, name: &str) -> Result<()> {
        if self.find(body, Name::Attribute(name)).is_some() {
            return Err(attribute_of_name(name, "Choose another name, or set its value."));
        }
        match self.find(body, Name::Type(name)) {
            Some(_) => Err(block_of_name(name)),
            None => Ok(()),
        }
    }

    /// Checks that no attribute of a body has the name of the type of a new block.
    pub(super) fn check_block(&mut self, body: NodeId, block_type: &str) -> Result<()> {
        match self.find(body, Name::Attribute(block_type)) {
            Some(_) => Err(attribute_of_name(block_type, "Choose another type for the block.")),
            None => Ok(()),
        }
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
            Some(other) if Some(other) != own => Err(key_of_object(key, help)),
            _ => Ok(()),
        }
    }
}
