//! Finding the items of a body by their names.

use std::collections::HashMap;

use super::document::Document;
use super::path::Path;
use super::text::{attribute_of_type, block_of_name, repeated};
use crate::error::Result;
use crate::syntax::ast::BodyItem;

/// A body with fewer items is searched each time.
const MANY: usize = 64;

/// What identifies the item that is looked for, which is the first of several.
#[derive(Clone, Copy)]
pub(super) enum Name<'n> {
    Attribute(&'n str),
    /// The type of a block.
    Type(&'n str),
    /// The type and the labels of a block.
    Block(&'n str, &'n [&'n str]),
}

impl Name<'_> {
    fn is_of(self, item: BodyItem<'_>) -> bool {
        match (self, item) {
            (Self::Attribute(name), BodyItem::Attribute(attribute)) => attribute.name() == name,
            (Self::Type(name), BodyItem::Block(block)) => block.block_type() == name,
            (Self::Block(name, labels), BodyItem::Block(block)) => {
                block.block_type() == name
                    && block.labels().map(|label| label.text()).eq(labels.iter().copied())
            }
            _ => false,
        }
    }

    fn key(self) -> Vec<String> {
        let (name, labels): (_, &[&str]) = match self {
            Self::Attribute(name) => return vec![String::new(), name.to_owned()],
            Self::Type(name) => return vec![name.to_owned()],
            Self::Block(name, labels) => (name, labels),
        };
        // The empty text at the end tells a block without labels from its type.
        [name].iter().chain(labels).chain(&[""]).map(|text| (*text).to_owned()).collect()
    }
}

/// The indexes of the items of a large body by their names. They are collected when the body is
/// searched for the second time without a change of its items.
#[derive(Clone, Default)]
pub(super) struct Names {
    path: Path,
    is_searched: bool,
    indexes: Option<HashMap<Vec<String>, usize>>,
}

impl Names {
    fn of<'t>(items: impl Iterator<Item = BodyItem<'t>>) -> HashMap<Vec<String>, usize> {
        let mut indexes = HashMap::new();
        for (index, item) in items.enumerate() {
            let mut add = |name: Name<'_>| _ = indexes.entry(name.key()).or_insert(index);
            match item {
                BodyItem::Attribute(attribute) => add(Name::Attribute(attribute.name())),
                BodyItem::Block(block) => {
                    let labels: Vec<&str> = block.labels().map(|label| label.text()).collect();
                    add(Name::Type(block.block_type()));
                    add(Name::Block(block.block_type(), &labels));
                }
            }
        }
        indexes
    }
}

impl Document {
    /// Returns the index of the first item of a name in the body at a path.
    pub(super) fn find(&self, path: &Path, name: Name<'_>) -> Option<usize> {
        match &self.names.indexes {
            Some(indexes) if self.names.path == *path => indexes.get(&name.key()).copied(),
            _ => self.items(path).position(|item| name.is_of(item)),
        }
    }

    /// Returns the same as [`find`](Self::find), and prepares for more searches in the body.
    pub(super) fn find_again(&mut self, path: &Path, name: Name<'_>) -> Option<usize> {
        if self.names.indexes.is_none() || self.names.path != *path {
            if self.item_count(path) < MANY {
                return self.find(path, name);
            }
            let is_searched = self.names.is_searched && self.names.path == *path;
            let indexes = is_searched.then(|| Names::of(self.items(path)));
            self.names = Names { path: path.clone(), is_searched: true, indexes };
        }
        self.find(path, name)
    }

    /// Checks that no item of a body has the name of a new attribute.
    pub(super) fn check_attribute(&mut self, path: &Path, name: &str) -> Result<()> {
        if self.find_again(path, Name::Attribute(name)).is_some() {
            return Err(repeated(name));
        }
        match self.find_again(path, Name::Type(name)) {
            Some(_) => Err(block_of_name(name)),
            None => Ok(()),
        }
    }

    /// Checks that no attribute of a body has the name of the type of a new block.
    pub(super) fn check_block(&mut self, path: &Path, block_type: &str) -> Result<()> {
        match self.find_again(path, Name::Attribute(block_type)) {
            Some(_) => Err(attribute_of_type(block_type)),
            None => Ok(()),
        }
    }
}
