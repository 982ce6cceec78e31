//! Finding the items of a body by their names.

use std::collections::HashMap;

use super::path::Path;
use super::text::{attribute_of_name, block_of_name};
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
    pub(super) fn is_of(self, item: BodyItem<'_>) -> bool {
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

    pub(super) fn key(self) -> Vec<String> {
        let (name, labels): (_, &[&str]) = match self {
            Self::Attribute(name) => return vec![String::new(), name.to_owned()],
            Self::Type(name) => return vec![name.to_owned()],
            Self::Block(name, labels) => (name, labels),
        };
        // The empty text at the end distinguishes a block without labels from its type.
        [name].iter().chain(labels).chain(&[""]).map(|text| (*text).to_owned()).collect()
    }
}

/// The indexes of the items of a large body by their names, or of the items of a large object by
/// their keys. They are collected when it is searched for the second time without a change of the
/// items.
#[derive(Clone, Default)]
pub(super) struct Names {
    place: Path,
    is_searched: bool,
    indexes: Option<Indexes>,
}

pub(super) type Indexes = HashMap<Vec<String>, usize>;

impl Names {
    /// Returns the indexes of a place, if they were collected.
    pub(super) fn of(&self, place: &Path) -> Option<&Indexes> {
        self.indexes.as_ref().filter(|_| self.place == *place)
    }

    /// Returns what is known after items of the file, of which the first has an index, were
    /// replaced by others. The known indexes stay if the old names do, and only the names of items
    /// at the end of the file are new.
    pub(super) fn replaced<'t>(
        mut self,
        first: usize,
        mut old: impl Iterator<Item = BodyItem<'t>>,
        new: impl Iterator<Item = BodyItem<'t>>,
        is_at_end: bool,
    ) -> Self {
        let mut new = new.enumerate();
        let have_old_names = old.all(|old| new.next().is_some_and(|(_, new)| have_same_name(old, new)));
        let mut added = new.peekable();
        if !self.place.0.is_empty() || !have_old_names || !(is_at_end || added.peek().is_none()) {
            return Self::default();
        }
        if let Some(indexes) = &mut self.indexes {
            added.for_each(|(index, item)| add_names(indexes, first + index, item));
        }
        self
    }

    /// Returns whether the place is another one, or in it.
    pub(super) fn is_within(&self, other: &Path) -> bool {
        self.place.0.starts_with(&other.0)
    }

    /// Records a search at a place with a number of items. Returns the new state.
    pub(super) fn searched(self, place: &Path, count: usize, collect: impl FnOnce() -> Indexes) -> Self {
        if count < MANY {
            return self;
        }
        if self.place != *place || !self.is_searched {
            return Self { place: place.clone(), is_searched: true, indexes: None };
        }
        let indexes = self.indexes.or_else(|| Some(collect()));
        Self { indexes, ..self }
    }
}

/// Collects the indexes of items by their names.
pub(super) fn names_of<'t>(items: impl Iterator<Item = BodyItem<'t>>) -> Indexes {
    let mut indexes = HashMap::new();
    items.enumerate().for_each(|(index, item)| add_names(&mut indexes, index, item));
    indexes
}

fn add_names(indexes: &mut Indexes, index: usize, item: BodyItem<'_>) {
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

fn have_same_name(one: BodyItem<'_>, other: BodyItem<'_>) -> bool {
    match (one, other) {
        (BodyItem::Attribute(one), BodyItem::Attribute(other)) => one.name() == other.name(),
        (BodyItem::Block(one), BodyItem::Block(other)) => {
            one.block_type() == other.block_type()
                && one.labels().map(|label| label.text()).eq(other.labels().map(|label| label.text()))
        }
        _ => false,
    }
}

/// Returns an error if a body has an attribute or blocks with the name of a new attribute. The
/// function finds items of the body.
pub(super) fn attribute_conflict(name: &str, mut find: impl FnMut(Name<'_>) -> Option<usize>) -> Result<()> {
    if find(Name::Attribute(name)).is_some() {
        return Err(attribute_of_name(name, "Choose another name, or set its value."));
    }
    match find(Name::Type(name)) {
        Some(_) => Err(block_of_name(name)),
        None => Ok(()),
    }
}
