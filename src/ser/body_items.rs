//! The items of captured bodies.

use crate::body::{Attribute, Block, Body};

/// An attribute or a block of a captured body.
pub(super) enum CapturedItem {
    Attribute(Attribute),
    Block(Block),
}

/// Returns the items of a body in source order, those of merged bodies in the order of the bodies,
/// and the attributes of an overlay before its blocks.
pub(super) fn items(body: &Body) -> Vec<CapturedItem> {
    if body.is_overlay() {
        let attributes = body.attributes().map(CapturedItem::Attribute);
        return attributes.chain(body.blocks().map(CapturedItem::Block)).collect();
    }
    let mut items = Vec::new();
    for part in body.single_bodies() {
        let mark = items.len();
        items.extend(part.attributes().map(CapturedItem::Attribute));
        items.extend(part.blocks().map(CapturedItem::Block));
        items[mark..].sort_by_key(|item| match item {
            CapturedItem::Attribute(attribute) => attribute.span().start,
            CapturedItem::Block(block) => block.span().start,
        });
    }
    items
}
