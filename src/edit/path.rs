//! The positions of bodies, items and elements in a document.

use super::collection::Collection;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::{self, BodyItem, Expression};

/// The position of a body in a [`Document`](super::Document): the index of an item for each level.
///
/// A path leads to the same body as long as no items before it are inserted or removed.
// Internally, it can also lead to an item, or with further indexes to an element in the value of an
// attribute.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Path(pub(super) Vec<usize>);

/// The place of an attribute, of a block, or of an element in the value of an attribute.
///
/// It stays the same as long as no items or elements before it are inserted or removed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Site(pub(super) Path);

/// An item of a body, or an element of a tuple or an object.
#[derive(Clone, Copy)]
pub(super) enum Target<'t> {
    Item(BodyItem<'t>),
    Element(Expression<'t>),
}

impl Path {
    /// Returns the path of the body of the block at an index among the items.
    #[must_use]
    pub fn child(&self, index: usize) -> Self {
        Self(self.0.iter().copied().chain([index]).collect())
    }

    /// Returns the path of the body, the tuple or the object that an item or element is in, and its
    /// index there.
    pub(super) fn parent(&self) -> Option<(Self, usize)> {
        let (index, parent) = self.0.split_last()?;
        Some((Self(parent.to_vec()), *index))
    }

    /// Returns the body at the path.
    pub(super) fn body<'t>(&self, root: ast::Body<'t>) -> Option<ast::Body<'t>> {
        if self.0.is_empty() { Some(root) } else { self.target(root)?.body() }
    }

    /// Returns the item or element at the path.
    pub(super) fn target<'t>(&self, root: ast::Body<'t>) -> Option<Target<'t>> {
        let (first, rest) = self.0.split_first()?;
        Target::Item(root.item(*first)?).inner(rest)
    }
}

impl<'t> Target<'t> {
    /// Returns the target to which indexes lead from here.
    pub(super) fn inner(self, indexes: &[usize]) -> Option<Self> {
        indexes.iter().try_fold(self, |target, index| match target.body() {
            Some(body) => body.item(*index).map(Self::Item),
            None => target.collection()?.value(*index).map(Self::Element),
        })
    }

    pub(super) fn item(self) -> Option<BodyItem<'t>> {
        if let Self::Item(item) = self { Some(item) } else { None }
    }

    /// Returns the body of a block.
    pub(super) fn body(self) -> Option<ast::Body<'t>> {
        if let Self::Item(BodyItem::Block(block)) = self { Some(block.body()) } else { None }
    }

    /// Returns the value of an attribute or an element.
    pub(super) fn value(self) -> Option<Expression<'t>> {
        match self {
            Self::Item(BodyItem::Attribute(attribute)) => Some(attribute.expression()),
            Self::Item(BodyItem::Block(_)) => None,
            Self::Element(value) => Some(value),
        }
    }

    /// Returns the value if it is a tuple or an object that is written out.
    pub(super) fn collection(self) -> Option<Collection<'t>> {
        Collection::of(self.value()?)
    }
}

/// A position among the items of a body.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Position {
    /// Before the first item and its comments.
    First,
    /// At the end of the body, after comments that belong to no item.
    #[default]
    Last,
    /// Before the item of an index, and its comments.
    Before(usize),
    /// After the item of an index.
    After(usize),
}

impl Position {
    /// Returns the index that a new item will have.
    pub(super) fn index(self, count: usize) -> usize {
        match self {
            Self::First => 0,
            Self::Last => count,
            Self::Before(index) => index,
            Self::After(index) => index + 1,
        }
    }

    /// Returns the position of a new attribute: at the end of a body, but before blocks at its end.
    pub(super) fn of_new_attribute<'t>(
        items: impl DoubleEndedIterator<Item = BodyItem<'t>>,
        count: usize,
    ) -> Self {
        let blocks = items.rev().position(|item| matches!(item, BodyItem::Attribute(_)));
        match blocks {
            None if count > 0 => Self::Before(0),
            None | Some(0) => Self::Last,
            Some(blocks) => Self::After(count - blocks - 1),
        }
    }

    /// Returns the position with another index.
    pub(super) fn map(self, new: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Before(index) => Self::Before(new(index)),
            Self::After(index) => Self::After(new(index)),
            Self::First | Self::Last => self,
        }
    }

    pub(super) fn check_in_body(self, count: usize) -> Result<()> {
        self.check(count, "body", "attributes and blocks")
    }

    pub(super) fn check(self, count: usize, parent: &str, items: &str) -> Result<()> {
        match self {
            Self::Before(index) | Self::After(index) if index >= count => Err(Error::coded(
                Code::InvalidValue,
                format!("There is no item {index}: the {parent} has {count} {items}."),
            )),
            _ => Ok(()),
        }
    }
}
