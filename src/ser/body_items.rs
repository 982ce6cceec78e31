//! The items of captured bodies.

use crate::body::{Attribute, Block, Body};

/// An attribute or a block of a captured body.
pub(super) enum CapturedItem {
    Attribute(Attribute),
    Block(Block),
}

/// Returns the items of a body in source order, those of merged bodies in the order of the bodies.
pub(super) fn items(body: &Body) -> Vec<CapturedItem> {
    if body.is_merged() {
        let items = body.parts().iter().flat_map(items);
        let is_hidden = |item: &CapturedItem| match item {
            CapturedItem::Attribute(attribute) => body.hides_attribute(attribute.name()),
            CapturedItem::Block(block) => body.hides_block(block.block_type()),
        };
        return items.filter(|item| !is_hidden(item)).collect();
    }
    let attributes = body.attributes().map(CapturedItem::Attribute);
    let mut items: Vec<CapturedItem> = attributes.chain(body.blocks().map(CapturedItem::Block)).collect();
    items.sort_by_key(|item| match item {
        CapturedItem::Attribute(attribute) => attribute.span().start,
        CapturedItem::Block(block) => block.span().start,
    });
    items
}
