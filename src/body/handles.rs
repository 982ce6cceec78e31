//! The handles of the items of a body, which are created when an iterator reaches them.

use std::marker::PhantomData;
use std::sync::Arc;
use std::vec;

use super::by_syntax::BySyntax;
use super::native;
use super::structure::{Attribute, Block, Body, BodyKind, BodyPart, BodyPartView};
use crate::syntax::ast::lookup::{ItemRange, Place};
use crate::syntax::ast::tree::Tree;
use crate::syntax::ast::{self, BodyItem};

/// A handle of an item.
pub(super) trait Handle: Clone {
    /// Returns whether an item is of this kind and part of the body.
    fn is_shown(part: BodyPartView<'_>, item: BodyItem<'_>) -> bool;

    /// Creates the handle, if the item is of this kind.
    fn create(part: BodyPartView<'_>, tree: &Arc<Tree>, item: BodyItem<'_>) -> Option<Self>;
}

impl Handle for Attribute {
    fn is_shown(part: BodyPartView<'_>, item: BodyItem<'_>) -> bool {
        matches!(item, BodyItem::Attribute(attribute) if !part.hides_attribute(attribute.name()))
    }

    fn create(part: BodyPartView<'_>, tree: &Arc<Tree>, item: BodyItem<'_>) -> Option<Self> {
        let BodyItem::Attribute(attribute) = item else { return None };
        Some(native::attribute(part, tree, attribute))
    }
}

impl Handle for Block {
    fn is_shown(part: BodyPartView<'_>, item: BodyItem<'_>) -> bool {
        matches!(item, BodyItem::Block(block) if part.shows(block))
    }

    fn create(part: BodyPartView<'_>, tree: &Arc<Tree>, item: BodyItem<'_>) -> Option<Self> {
        let BodyItem::Block(block) = item else { return None };
        Some(native::block(part, tree, block))
    }
}

/// The attributes or the blocks of a body.
#[derive(Clone)]
pub(super) enum Handles<T> {
    /// Of one text in native syntax.
    OnDemand(OnDemand<T>),
    /// Of several texts, and of JSON.
    Collected(vec::IntoIter<T>),
}

#[derive(Clone)]
pub(super) struct OnDemand<T> {
    part: BodyPart,
    items: ItemRange,
    /// An item of the wanted name, if items of other names are among these.
    wanted: Option<Place>,
    /// The number of handles that are left.
    left: usize,
    handle: PhantomData<fn() -> T>,
}

impl<T: Handle> Handles<T> {
    /// Returns the handles of all items, or of those of a name. `collect` creates those of a body
    /// in several texts or in JSON.
    pub(super) fn new(body: &Body, name: Option<&str>, collect: impl FnOnce() -> Vec<T>) -> Self {
        if let BodyKind::Single(part) = &body.kind
            && part.overlaid.is_none()
            && let BySyntax::Native((tree, id)) = part.view().node
        {
            let body = ast::Body::new(tree, id);
            let items = name.map_or_else(|| body.all(), |name| body.candidates(name));
            let is_shown = |place: &Place| {
                let item = body.item_at(*place);
                name.is_none_or(|name| name_of(item) == name) && T::is_shown(part.view(), item)
            };
            let mut shown = items.clone().filter(is_shown);
            let first = shown.next();
            let left = first.map_or(0, |_| 1 + shown.count());
            let (part, wanted) = (part.clone(), first.filter(|_| name.is_some()));
            return Self::OnDemand(OnDemand { part, items, wanted, left, handle: PhantomData });
        }
        Self::Collected(collect().into_iter())
    }
}

/// Returns the name of an attribute, or the type of a block.
fn name_of(item: BodyItem<'_>) -> &str {
    match item {
        BodyItem::Attribute(attribute) => attribute.name(),
        BodyItem::Block(block) => block.block_type(),
    }
}

impl<T: Handle> OnDemand<T> {
    /// Creates the handle of the next item in a direction that is one of these.
    fn advance(&mut self, next: impl Fn(&mut ItemRange) -> Option<Place>) -> Option<T> {
        let part = self.part.view();
        let BySyntax::Native((tree, id)) = part.node else { return None };
        let body = ast::Body::new(tree, id);
        while self.left > 0 {
            let item = body.item_at(next(&mut self.items)?);
            let is_wanted = |place| name_of(body.item_at(place)) == name_of(item);
            if self.wanted.is_none_or(is_wanted) && T::is_shown(part, item) {
                self.left -= 1;
                return T::create(part, tree, item);
            }
        }
        None
    }
}

impl<T: Handle> Iterator for Handles<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self {
            Self::OnDemand(handles) => handles.advance(ItemRange::next),
            Self::Collected(handles) => handles.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::OnDemand(handles) => (handles.left, Some(handles.left)),
            Self::Collected(handles) => handles.size_hint(),
        }
    }
}

impl<T: Handle> DoubleEndedIterator for Handles<T> {
    fn next_back(&mut self) -> Option<T> {
        match self {
            Self::OnDemand(handles) => handles.advance(ItemRange::next_back),
            Self::Collected(handles) => handles.next_back(),
        }
    }
}

impl<T: Handle> ExactSizeIterator for Handles<T> {}
