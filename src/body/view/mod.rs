//! What decoding sees of a body: borrowed, and the same for every syntax.

mod expression;
mod property;

use std::rc::Rc;
use std::sync::Arc;

use super::rest::Hidden;
use super::{Block, Body, BodyKind, DYNAMIC, Expansion};
use crate::error::{Error, Result};
use crate::json_syntax::{self, NodeId};
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{BodyId, Text, Tree};
use expression::ExpressionViewKind;
pub(crate) use expression::{ExpressionView, Literal};
pub(crate) use property::PropertyView;

/// A body, borrowed from its text.
#[derive(Clone, Copy)]
pub(crate) struct BodyView<'b> {
    kind: BodyViewKind<'b>,
    hidden: Option<&'b Arc<Hidden>>,
    expansion: Option<&'b Arc<Expansion>>,
}

#[derive(Clone, Copy)]
enum BodyViewKind<'b> {
    Native(&'b Arc<Tree>, BodyId),
    Json(&'b Arc<json_syntax::Tree>, NodeId),
    Merged(&'b Body),
}

/// An attribute or a block of a [`BodyView`], or what can be either.
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

/// A name in the source: of an attribute, of a block's type, or a label.
#[derive(Clone, Copy)]
pub(crate) struct NameView<'b> {
    pub(crate) text: &'b str,
    /// Where it stands, for messages.
    pub(crate) span: Span,
    pub(crate) spelling: Spelling,
}

/// How the text of a name is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Spelling {
    /// Letter by letter, from this offset of the source.
    Verbatim(u32),
    /// With escapes, or not at all.
    Other,
    /// Not at all, since it was computed from a marked value: it is not shown.
    Secret,
    /// As the name of a JSON property with `${` or `%{` in it, which is read as a template where it is a key.
    Template,
}

impl Spelling {
    fn of(verbatim: Option<Span>) -> Self {
        verbatim.map_or(Self::Other, |span| Self::Verbatim(span.start))
    }
}

#[derive(Clone)]
pub(crate) enum BlockView<'b> {
    Native {
        tree: &'b Arc<Tree>,
        block: ast::Block<'b>,
        expansion: Option<&'b Arc<Expansion>>,
    },
    // Apart, since every level of a type that is decoded passes its blocks along on the stack.
    Json(Rc<JsonBlock<'b>>),
    /// Made by a dynamic block.
    Expanded(&'b Block),
}

/// A block that a property of a JSON object stands for.
pub(crate) struct JsonBlock<'b> {
    tree: &'b Arc<json_syntax::Tree>,
    block_type: NameView<'b>,
    labels: Box<[NameView<'b>]>,
    body: json_syntax::Node<'b>,
    expansion: Option<&'b Arc<Expansion>>,
}

impl Body {
    pub(crate) fn view(&self) -> BodyView<'_> {
        let kind = match &self.kind {
            BodyKind::Native { tree, id } => BodyViewKind::Native(tree, *id),
            BodyKind::Json { tree, node } => BodyViewKind::Json(tree, *node),
            BodyKind::Merged { .. } => BodyViewKind::Merged(self),
        };
        BodyView { kind, hidden: self.hidden.as_ref(), expansion: self.expansion.as_ref() }
    }
}

impl<'b> BodyView<'b> {
    pub(crate) fn source(self) -> &'b Source {
        match self.kind {
            BodyViewKind::Native(tree, _) => &tree.source,
            BodyViewKind::Json(tree, _) => &tree.source,
            BodyViewKind::Merged(body) => body.source(),
        }
    }

    /// The source that all of it stands in; one without a name where it stands in several.
    pub(crate) fn whole_source(self) -> Source {
        match self.kind {
            BodyViewKind::Merged(_) => Source::default(),
            BodyViewKind::Native(..) | BodyViewKind::Json(..) => self.source().clone(),
        }
    }

    pub(crate) fn span(self) -> Span {
        match self.kind {
            BodyViewKind::Native(tree, id) => ast::Body::new(tree, id).span(),
            BodyViewKind::Json(tree, node) => tree.node(node).span(),
            BodyViewKind::Merged(_) => Span::default(),
        }
    }

    /// Attributes and blocks in source order.
    pub(crate) fn items(self) -> Vec<ItemView<'b>> {
        let items = match self.kind {
            BodyViewKind::Native(tree, id) => native_items(tree, id, self.expansion),
            BodyViewKind::Json(tree, node) => property::properties(tree, tree.node(node), self.expansion),
            BodyViewKind::Merged(body) => body.parts().iter().flat_map(|body| body.view().items()).collect(),
        };
        let mut items = match self.expansion {
            None => items,
            Some(expansion) => self.expanded(expansion, items),
        };
        if let Some(hidden) = self.hidden {
            items.retain(|item| match item.kind {
                ItemViewKind::Block(_) => !hidden.blocks.contains(item.name.text),
                _ => !hidden.attributes.contains(item.name.text),
            });
        }
        items
    }

    /// Items with the blocks that dynamic ones stand for in their place.
    fn expanded(self, expansion: &'b Arc<Expansion>, items: Vec<ItemView<'b>>) -> Vec<ItemView<'b>> {
        // What is wrong is told when the body is checked.
        let mut made = expansion.decoded(|| self.handle()).unwrap_or_default().iter();
        let mut expanded = Vec::new();
        for item in items {
            match item.kind {
                ItemViewKind::Block(_) if item.name.text == DYNAMIC => {
                    expanded.extend(made.next().into_iter().flatten().map(ItemView::made));
                }
                ItemViewKind::Property(_) if item.name.text == DYNAMIC => {
                    expanded.extend(made.by_ref().flatten().map(ItemView::made));
                }
                _ => expanded.push(item),
            }
        }
        expanded
    }

    /// A handle to it.
    pub(crate) fn handle(self) -> Body {
        let kind = match self.kind {
            BodyViewKind::Native(tree, id) => BodyKind::Native { tree: tree.clone(), id },
            BodyViewKind::Json(tree, node) => BodyKind::Json { tree: tree.clone(), node },
            BodyViewKind::Merged(body) => body.kind.clone(),
        };
        Body { kind, hidden: self.hidden.cloned(), expansion: self.expansion.cloned() }
    }

    /// A handle to what is left of it when names are taken.
    pub(crate) fn without(self, names: &[&str]) -> Body {
        if let BodyViewKind::Merged(body) = self.kind {
            return Body::merge(body.parts().iter().map(|part| part.view().without(names)));
        }
        let mut hidden = self.hidden.map(|hidden| Hidden::clone(hidden)).unwrap_or_default();
        hidden.attributes.extend(names.iter().map(|name| (*name).to_owned()));
        hidden.blocks.extend(names.iter().map(|name| (*name).to_owned()));
        Body { hidden: Some(Arc::new(hidden)), ..self.handle() }
    }

    /// What is wrong with it as a body: a JSON value that is neither an object nor an array of objects, or a dynamic block
    /// that cannot be expanded.
    pub(crate) fn check(self) -> Result<()> {
        let (tree, node) = match self.kind {
            BodyViewKind::Native(..) => return self.check_expansion(),
            BodyViewKind::Merged(body) => {
                return body.parts().iter().try_for_each(|body| body.view().check());
            }
            BodyViewKind::Json(tree, node) => (tree, tree.node(node)),
        };
        let wrong = match node.kind() {
            json_syntax::Kind::Object(_) => None,
            json_syntax::Kind::Array(array) => {
                array.elements().find(|element| !matches!(element.kind(), json_syntax::Kind::Object(_)))
            }
            _ => Some(node),
        };
        match wrong {
            None => self.check_expansion(),
            Some(node) => {
                let error = Error::data(
                    "Incorrect JSON value type",
                    "A JSON object is required here, with arguments and blocks as its properties.",
                );
                Err(error.at(node.start_span(), &tree.source))
            }
        }
    }

    fn check_expansion(self) -> Result<()> {
        let Some(expansion) = self.expansion else { return Ok(()) };
        expansion.decoded(|| self.handle()).map(|_| ()).map_err(|problems| Error::from(problems.clone()))
    }
}

fn native_items<'b>(
    tree: &'b Arc<Tree>,
    id: BodyId,
    expansion: Option<&'b Arc<Expansion>>,
) -> Vec<ItemView<'b>> {
    let item = |item| match item {
        ast::BodyItem::Attribute(attribute) => {
            let value = ExpressionViewKind::Native(tree, attribute.expression().id());
            ItemView {
                name: NameView::identifier(attribute.name(), attribute.name_span()),
                kind: ItemViewKind::Attribute(ExpressionView::new(value, expansion)),
            }
        }
        ast::BodyItem::Block(block) => ItemView {
            name: NameView::identifier(block.block_type(), block.type_span()),
            kind: ItemViewKind::Block(BlockView::Native { tree, block, expansion }),
        },
    };
    ast::Body::new(tree, id).items().map(item).collect()
}

impl<'b> ItemView<'b> {
    fn made(block: &'b Block) -> Self {
        let block = BlockView::Expanded(block);
        Self { name: block.block_type(), kind: ItemViewKind::Block(block) }
    }

    /// Where its value stands; of a block, its header.
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
    pub(crate) fn block_type(&self) -> NameView<'b> {
        match self {
            Self::Native { block, .. } => NameView::identifier(block.block_type(), block.type_span()),
            Self::Json(block) => block.block_type,
            Self::Expanded(block) => {
                NameView { text: block.block_type(), span: block.type_span(), spelling: Spelling::Other }
            }
        }
    }

    pub(crate) fn labels(&self) -> impl ExactSizeIterator<Item = NameView<'b>> + Clone {
        (0..self.label_count()).map({
            let block = self.clone();
            move |index| block.label(index).expect("the index is in range")
        })
    }

    pub(crate) fn label_count(&self) -> usize {
        match self {
            Self::Native { block, .. } => block.labels().len(),
            Self::Json(block) => block.labels.len(),
            Self::Expanded(block) => block.labels().len(),
        }
    }

    pub(crate) fn label(&self, index: usize) -> Option<NameView<'b>> {
        match self {
            Self::Native { block, .. } => block.labels().nth(index).map(|label| NameView {
                text: label.text(),
                span: label.span(),
                spelling: Spelling::of(label.verbatim_span()),
            }),
            Self::Json(block) => block.labels.get(index).copied(),
            Self::Expanded(block) => block.labels().get(index).map(|label| NameView {
                text: label.text(),
                span: label.span(),
                spelling: if label.marks().is_empty() { Spelling::Other } else { Spelling::Secret },
            }),
        }
    }

    /// Type and labels.
    pub(crate) fn header(&self) -> Span {
        let start = self.block_type().span;
        match self {
            Self::Native { .. } => self
                .label_count()
                .checked_sub(1)
                .and_then(|last| self.label(last))
                .map_or(start, |label| start.to(label.span)),
            // In JSON they do not stand side by side, and several blocks may share them.
            Self::Json(block) => block.body.start_span(),
            Self::Expanded(_) => start,
        }
    }

    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Native { block, .. } => block.span(),
            Self::Json(block) => block.body.span(),
            Self::Expanded(block) => block.span(),
        }
    }

    pub(crate) fn source(&self) -> &'b Source {
        match self {
            Self::Native { tree, .. } => &tree.source,
            Self::Json(block) => &block.tree.source,
            Self::Expanded(block) => block.source(),
        }
    }

    pub(crate) fn body(&self) -> BodyView<'b> {
        let (kind, expansion) = match self {
            Self::Native { tree, block, expansion } => {
                let body = block.body();
                let expansion = expansion.map(|expansion| expansion.of_node(body.id().0));
                (BodyViewKind::Native(tree, body.id()), expansion)
            }
            Self::Json(block) => {
                let JsonBlock { tree, body, expansion, .. } = **block;
                let expansion = expansion.map(|expansion| expansion.of_node(body.id().0));
                (BodyViewKind::Json(tree, body.id()), expansion)
            }
            Self::Expanded(block) => return block.body().view(),
        };
        BodyView { kind, hidden: None, expansion }
    }
}

impl<'b> NameView<'b> {
    /// A name that is written without quotes.
    fn identifier(text: &'b str, span: Span) -> Self {
        Self { text, span, spelling: Spelling::Verbatim(span.start) }
    }

    /// A label, a string or a name, in the native syntax.
    fn native(tree: &'b Tree, text: Text, span: Span) -> Self {
        Self { text: tree.text(text), span, spelling: Spelling::of(text.verbatim_span()) }
    }

    /// A string or a label in HCL JSON, which stands for its text.
    pub(super) fn json(name: json_syntax::Str<'b>) -> Self {
        Self { text: name.text(), span: name.span(), spelling: Spelling::of(name.verbatim()) }
    }

    /// The name of a property in HCL JSON that is not a label.
    pub(super) fn json_key(name: json_syntax::Str<'b>) -> Self {
        let is_template = !name.is_plain() && json_syntax::has_template(name.text());
        match is_template {
            true => Self { spelling: Spelling::Template, ..Self::json(name) },
            false => Self::json(name),
        }
    }

    /// Whether it was computed from a marked value.
    pub(crate) fn is_secret(self) -> bool {
        self.spelling == Spelling::Secret
    }

    /// The text as part of the input that is being decoded, or on its own.
    pub(crate) fn in_input<'de>(self, input: Option<&'de str>) -> Result<&'de str, &'b str> {
        let start = match self.spelling {
            Spelling::Verbatim(start) => Some(start as usize),
            _ => None,
        };
        let borrowed = input.zip(start).and_then(|(input, start)| input.get(start..start + self.text.len()));
        borrowed.ok_or(self.text)
    }
}

/// One of two iterators.
#[derive(Clone)]
enum Either<L, R> {
    Left(L),
    Right(R),
}

impl<L: Iterator, R: Iterator<Item = L::Item>> Iterator for Either<L, R> {
    type Item = L::Item;

    fn next(&mut self) -> Option<L::Item> {
        match self {
            Self::Left(left) => left.next(),
            Self::Right(right) => right.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Left(left) => left.size_hint(),
            Self::Right(right) => right.size_hint(),
        }
    }

    /// Asks only once which of them it is.
    fn fold<B, F: FnMut(B, L::Item) -> B>(self, start: B, step: F) -> B {
        match self {
            Self::Left(left) => left.fold(start, step),
            Self::Right(right) => right.fold(start, step),
        }
    }
}

impl<L: ExactSizeIterator, R: ExactSizeIterator<Item = L::Item>> ExactSizeIterator for Either<L, R> {}
