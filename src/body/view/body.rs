//! Bodies and their items, borrowed.

use std::slice;
use std::sync::Arc;

use super::block::{BlockView, NativeBlock};
use super::expression::ExpressionView;
use super::property::{PropertyView, WrittenProperties, WrittenProperty};
use crate::body::by_syntax::BySyntax;
use crate::body::grouping::group_by_name;
use crate::body::iteration::Iteration;
use crate::body::name::{COMMENT, NameView};
use crate::body::structure::{Block, Body, BodyKind, BodyPart, BodyPartView, Expansion, Overlaid};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{ItemNode, Tree};
use crate::syntax::scope::DYNAMIC;

/// A body, borrowed from its text.
#[derive(Clone, Copy)]
pub(crate) enum BodyView<'b> {
    Single(BodyPartView<'b>),
    Merged(&'b Body),
}

/// An attribute or a block of a [`BodyView`], or a property that can be either.
#[derive(Clone)]
pub(crate) struct ItemView<'b> {
    pub(crate) name: NameView<'b>,
    pub(crate) kind: ItemViewKind<'b>,
}

#[derive(Clone)]
pub(crate) enum ItemViewKind<'b> {
    Attribute(ExpressionView<'b>),
    Block(BlockView<'b>),
    Property(PropertyView<'b>),
}

/// An item of a body as it is written.
#[derive(Clone, Copy)]
pub(crate) enum WrittenItem<'b> {
    Attribute(ExpressionView<'b>),
    Block(NativeBlock<'b>),
    Property(WrittenProperty<'b>),
}

impl<'b> From<(NameView<'b>, WrittenItem<'b>)> for ItemView<'b> {
    fn from((name, item): (NameView<'b>, WrittenItem<'b>)) -> Self {
        let kind = match item {
            WrittenItem::Attribute(value) => ItemViewKind::Attribute(value),
            WrittenItem::Block(block) => ItemViewKind::Block(block.into()),
            WrittenItem::Property(property) => ItemViewKind::Property(property.into()),
        };
        Self { name, kind }
    }
}

/// The items of a body as they are written, with different names.
#[derive(Clone)]
pub(crate) struct WrittenItems<'b>(
    BySyntax<(&'b Arc<Tree>, slice::Iter<'b, ItemNode>), WrittenProperties<'b>>,
);

impl<'b> From<WrittenProperties<'b>> for WrittenItems<'b> {
    fn from(properties: WrittenProperties<'b>) -> Self {
        Self(BySyntax::Json(properties))
    }
}

impl<'b> Iterator for WrittenItems<'b> {
    type Item = (NameView<'b>, WrittenItem<'b>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            BySyntax::Native((tree, nodes)) => {
                Some(written_item(tree, ast::BodyItem::new(tree, nodes.next()?), None, None))
            }
            BySyntax::Json(properties) => {
                let (name, property) = properties.next()?;
                Some((name, WrittenItem::Property(property)))
            }
        }
    }

    // Of the properties of an object, there may be fewer: comments are not items.
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            BySyntax::Native((_, nodes)) => nodes.size_hint(),
            BySyntax::Json(properties) => (0, properties.size_hint().1),
        }
    }
}

impl Body {
    pub(crate) fn view(&self) -> BodyView<'_> {
        match &self.kind {
            BodyKind::Single(part) => BodyView::Single(part.view()),
            BodyKind::Merged { .. } => BodyView::Merged(self),
        }
    }
}

impl<'b> BodyView<'b> {
    pub(crate) fn source(self) -> &'b Source {
        match self {
            Self::Single(part) => part.source(),
            Self::Merged(body) => body.source(),
        }
    }

    /// Returns whether it is a part of a value, and not of a text.
    pub(crate) fn is_value(self) -> bool {
        match self {
            Self::Single(part) => matches!(part.node, BySyntax::Json((tree, _)) if tree.is_value()),
            Self::Merged(_) => false,
        }
    }

    /// Returns the source of the whole body, or a source without a name if there are several.
    pub(crate) fn whole_source(self) -> Source {
        match self {
            Self::Single(part) => part.source().clone(),
            Self::Merged(_) => Source::default(),
        }
    }

    pub(crate) fn span(self) -> Span {
        match self {
            Self::Single(part) => part.span(),
            Self::Merged(body) => body.span(),
        }
    }

    /// Returns attributes and blocks in source order, with the expanded blocks instead of
    /// dynamic blocks.
    pub(crate) fn items(self) -> Vec<ItemView<'b>> {
        let part = match self {
            Self::Single(part) => part,
            Self::Merged(body) => {
                return body.parts().flat_map(|part| Self::Single(part).items()).collect();
            }
        };
        let mut items = match part.node {
            BySyntax::Native((tree, id)) => {
                let (expansion, iteration) = (part.expansion, part.iteration());
                let item = |item| ItemView::from(written_item(tree, item, expansion, iteration));
                let items = ast::Body::new(tree, id).items();
                match part.overlaid {
                    Some(overlaid) => items.filter_map(|it| overlaid_item(overlaid, it, item)).collect(),
                    None => items.map(item).collect(),
                }
            }
            BySyntax::Json((tree, id)) => {
                let members = tree.node(id).members();
                let mut items = Vec::with_capacity(members.size_hint().0);
                for member in members {
                    let name = NameView::json_key(member.name());
                    if (name.text != COMMENT || tree.is_value()) && part.has_member(member) {
                        let property = WrittenProperty::new(tree, member, part.expansion, part.overlaid);
                        items.push(ItemView { name, kind: ItemViewKind::Property(property.into()) });
                    }
                }
                items
            }
        };
        if let Some(expansion) = part.expanding() {
            // Errors are reported when the body is checked.
            let blocks = expansion.decoded(part).unwrap_or_default();
            items = with_expanded(items, blocks);
        }
        if let Some(consumed) = part.consumed {
            items.retain(|item| match item.kind {
                ItemViewKind::Block(_) => !consumed.blocks.contains(item.name.text),
                _ => !consumed.attributes.contains(item.name.text),
            });
        }
        items
    }

    /// Returns the items in source order without collecting them, if they are as written and have
    /// different names.
    pub(crate) fn distinct_items(self) -> Option<WrittenItems<'b>> {
        let Self::Single(BodyPartView { node, consumed: None, expansion: None, overlaid: None }) = self
        else {
            return None;
        };
        match node {
            BySyntax::Native((tree, id)) => {
                let body = ast::Body::new(tree, id);
                body.has_distinct_names().then(|| WrittenItems(BySyntax::Native((tree, body.nodes().iter()))))
            }
            BySyntax::Json((tree, id)) => {
                Some(WrittenItems(BySyntax::Json(WrittenProperties::of_body(tree, tree.node(id))?)))
            }
        }
    }

    /// Returns a handle to it.
    pub(crate) fn handle(self) -> Body {
        match self {
            Self::Single(part) => Body::from(part.handle()),
            Self::Merged(body) => body.clone(),
        }
    }

    /// Returns a handle to the rest of the body without some names.
    pub(crate) fn without(self, names: &[&str]) -> Body {
        self.handle().map_parts(|part| {
            let mut consumed = part.consumed.as_deref().cloned().unwrap_or_default();
            names.iter().for_each(|name| consumed.insert(name));
            BodyPart { consumed: Some(Arc::new(consumed)), ..part.clone() }
        })
    }

    /// Reports a JSON value that is no body: neither an object nor an array of objects, and dynamic
    /// blocks that cannot be expanded.
    pub(crate) fn check(self) -> Result<()> {
        match self {
            Self::Single(part) => check(part),
            Self::Merged(body) => body.parts().try_for_each(check),
        }
    }
}

fn check(part: BodyPartView<'_>) -> Result<()> {
    if let BySyntax::Json((tree, id)) = part.node
        && let Some(wrong) = tree.node(id).first_non_object()
    {
        let detail = "A JSON object is required here, with attributes and blocks as its properties.";
        let error = Error::coded(Code::JsonObjectExpected, detail);
        return Err(error.at(wrong.start_span(), &tree.source));
    }
    match part.expanding().map(|expansion| expansion.decoded(part)) {
        Some(Err(diagnostics)) => Err(Error::from(diagnostics.clone())),
        Some(Ok(_)) | None => Ok(()),
    }
}

// It is called for each member of all structs (`benches/peers`).
#[inline(always)]
fn written_item<'b>(
    tree: &'b Arc<Tree>,
    item: ast::BodyItem<'b>,
    expansion: Option<&'b Arc<Expansion>>,
    iteration: Option<&'b Arc<Iteration>>,
) -> (NameView<'b>, WrittenItem<'b>) {
    match item {
        ast::BodyItem::Attribute(attribute) => {
            let node = BySyntax::Native((tree, attribute.expression().id()));
            let name = NameView::identifier(attribute.name(), attribute.name_span());
            (name, WrittenItem::Attribute(ExpressionView { node, iteration }))
        }
        ast::BodyItem::Block(block) => {
            let name = NameView::identifier(block.block_type(), block.type_span());
            (name, WrittenItem::Block(NativeBlock { tree, block, expansion }))
        }
    }
}

/// Returns an item as it is in an overlay, if it is in it.
fn overlaid_item<'b>(
    overlaid: &'b Overlaid,
    item: ast::BodyItem<'b>,
    written: impl Fn(ast::BodyItem<'b>) -> ItemView<'b>,
) -> Option<ItemView<'b>> {
    let node = match item {
        ast::BodyItem::Block(block) => block.body().id().0,
        ast::BodyItem::Attribute(_) => return Some(written(item)),
    };
    match overlaid.block(node) {
        Some(block) => Some(made_item(block)),
        None => overlaid.has_block(node).then(|| written(item)),
    }
}

/// Returns the item for a block that a dynamic block or an overlay made.
fn made_item(block: &Block) -> ItemView<'_> {
    let block = BlockView::Made(block);
    ItemView { name: block.block_type(), kind: ItemViewKind::Block(block) }
}

/// Replaces dynamic blocks by the blocks that they generate, one list for each.
fn with_expanded<'b>(items: Vec<ItemView<'b>>, blocks: &'b [Vec<Block>]) -> Vec<ItemView<'b>> {
    let mut blocks = blocks.iter();
    let mut expanded = Vec::new();
    for written in items {
        match written.kind {
            ItemViewKind::Block(_) if written.name.text == DYNAMIC => {
                expanded.extend(blocks.next().into_iter().flatten().map(made_item));
            }
            // A JSON property can contain any number of dynamic blocks.
            ItemViewKind::Property(_) if written.name.text == DYNAMIC => {
                expanded.extend(blocks.by_ref().flatten().map(made_item));
            }
            _ => expanded.push(written),
        }
    }
    expanded
}

impl<'b> ItemView<'b> {
    /// Returns the span of the value; of a block, its header.
    pub(crate) fn value_span(&self) -> Span {
        match &self.kind {
            ItemViewKind::Attribute(value) => value.span(),
            ItemViewKind::Block(block) => block.header(),
            ItemViewKind::Property(property) => property.span(),
        }
    }

    pub(crate) fn source(&self) -> &'b Source {
        match &self.kind {
            ItemViewKind::Attribute(value) => value.source(),
            ItemViewKind::Block(block) => block.source(),
            ItemViewKind::Property(property) => property.source(),
        }
    }
}

impl<'b> BlockView<'b> {
    #[inline]
    pub(crate) fn body(&self) -> BodyView<'b> {
        let (node, expansion, index) = match self {
            Self::Native(NativeBlock { tree, block, expansion }) => {
                let id = block.body().id();
                (BySyntax::Native((*tree, id)), *expansion, id.0)
            }
            Self::Json(block) => {
                let id = block.body;
                if let Some(body) = block.overlaid.and_then(|overlaid| overlaid.body(id)) {
                    return body.view();
                }
                (BySyntax::Json((block.tree, id)), block.expansion, id.0)
            }
            Self::Made(block) => return block.body().view(),
        };
        let expansion = expansion.map(|expansion| expansion.of_node(index));
        BodyView::Single(BodyPartView { expansion, ..BodyPartView::new(node) })
    }
}

impl<'b> ExpressionView<'b> {
    /// Returns the keys and values of an object constructor whose keys are names or plain strings,
    /// and all different, as attributes.
    pub(crate) fn entries(self) -> Option<Vec<ItemView<'b>>> {
        let items = self.items()?;
        let mut entries = Vec::with_capacity(items.len());
        for (key, value) in items {
            entries.push(ItemView { name: key.key()?, kind: ItemViewKind::Attribute(value) });
        }
        group_by_name(&mut entries, |item| item.name.text, |_, _| Err(())).ok()?;
        Some(entries)
    }
}
