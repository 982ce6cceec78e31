//! Look-ups of attributes and blocks by their names.

use std::ops::Range;

use super::structure::{Attribute, Body, BodyItem};
use crate::util::name_index::{FEW, range_of};

/// The items of a body in an order, from which some are selected.
#[derive(Clone, Debug)]
pub(crate) struct ItemRange {
    /// Whether they are in the order of their names, and not of the source.
    is_by_name: bool,
    positions: Range<usize>,
}

impl Iterator for ItemRange {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        Some(Place { is_by_name: self.is_by_name, position: self.positions.next()? })
    }
}

impl DoubleEndedIterator for ItemRange {
    fn next_back(&mut self) -> Option<Place> {
        Some(Place { is_by_name: self.is_by_name, position: self.positions.next_back()? })
    }
}

/// The place of an item in an order of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    is_by_name: bool,
    position: usize,
}

impl<'t> Body<'t> {
    /// Returns the attribute of a name. The first look-up in a body of more than 32 items makes an
    /// index of the names, so that many look-ups do not compare all of them.
    pub fn attribute(self, name: &str) -> Option<Attribute<'t>> {
        self.candidates(name).find_map(|place| match self.item_at(place) {
            BodyItem::Attribute(attribute) => Some(attribute).filter(|it| it.name() == name),
            BodyItem::Block(_) => None,
        })
    }

    /// Returns all items.
    pub(crate) fn all(self) -> ItemRange {
        ItemRange { is_by_name: false, positions: 0..self.nodes().len() }
    }

    /// Returns the items that may have a name: all in a small body, else those that have it.
    pub(crate) fn candidates(self, name: &str) -> ItemRange {
        if self.nodes().len() <= FEW {
            return self.all();
        }
        let positions = range_of(self.order(), |position| self.name_at(position), name);
        ItemRange { is_by_name: true, positions }
    }

    /// Returns the item at a place.
    pub(crate) fn item_at(self, Place { is_by_name, position }: Place) -> BodyItem<'t> {
        let position = if is_by_name { self.order()[position] as usize } else { position };
        BodyItem::new(self.tree(), &self.nodes()[position])
    }

    /// Returns the positions of the items in the order of their names.
    fn order(self) -> &'t [u32] {
        self.tree().names.order(self.id().0, self.nodes().len(), |position| self.name_at(position))
    }

    fn name_at(self, position: usize) -> &'t str {
        self.tree().source.slice(self.nodes()[position].name)
    }
}
