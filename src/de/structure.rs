//! The items of one name that are not an attribute: blocks, or a property of JSON.

use std::borrow::Cow;

use crate::body::{BlockView, ItemView, ItemViewKind, OneOrMany, PropertyView};
use crate::error::Result;

/// The items of one name that are not an attribute.
pub(super) enum Structure<'a, 'c> {
    Blocks(OneOrMany<BlockView<'c>>),
    Property(Cow<'a, PropertyView<'c>>),
}

impl<'a, 'c> Structure<'a, 'c> {
    /// Returns the items of one name. Properties of one name are one property with all their
    /// values. In merged bodies, a property with the name of a native block is blocks too.
    pub(super) fn of(first: &'a ItemView<'c>, others: &[ItemView<'c>]) -> Result<Self> {
        if let (ItemViewKind::Block(block), []) = (&first.kind, others) {
            return Ok(Self::Blocks(OneOrMany::One(block.clone())));
        }
        let items = std::iter::once(first).chain(others);
        let labels = items.clone().find_map(|item| match &item.kind {
            ItemViewKind::Block(block) => Some(block.label_count()),
            _ => None,
        });
        match (&first.kind, labels) {
            (ItemViewKind::Property(property), None) => {
                let mut property = Cow::Borrowed(property);
                for other in others {
                    if let ItemViewKind::Property(other) = &other.kind {
                        property.to_mut().join(other);
                    }
                }
                Ok(Self::Property(property))
            }
            (_, labels) => {
                let mut blocks = Vec::with_capacity(1 + others.len());
                for item in items {
                    match &item.kind {
                        ItemViewKind::Block(block) => blocks.push(block.clone()),
                        ItemViewKind::Property(property) => {
                            let more = property.blocks(labels.unwrap_or_default())?;
                            blocks.extend_from_slice(&more);
                        }
                        ItemViewKind::Attribute(_) => {}
                    }
                }
                Ok(Self::Blocks(OneOrMany::Many(blocks)))
            }
        }
    }
}
