//! Blocks, borrowed.

use std::rc::Rc;
use std::sync::Arc;

use crate::body::label::Label;
use crate::body::name::{NameView, Spelling};
use crate::body::structure::{Block, Expansion, Overlaid};
use crate::json_syntax::{self, NodeId};
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::Tree;

/// A block.
#[derive(Clone)]
pub(crate) enum BlockView<'b> {
    Native(NativeBlock<'b>),
    Json(JsonBlock<'b>),
    /// Made by a dynamic block or an overlay.
    Made(&'b Block),
}

#[derive(Clone, Copy)]
pub(crate) struct NativeBlock<'b> {
    pub(super) tree: &'b Arc<Tree>,
    pub(super) block: ast::Block<'b>,
    pub(super) expansion: Option<&'b Arc<Expansion>>,
}

impl<'b> From<NativeBlock<'b>> for BlockView<'b> {
    fn from(block: NativeBlock<'b>) -> Self {
        Self::Native(block)
    }
}

/// A block of a property of a JSON object. It is kept small: decoding passes blocks on the stack at
/// every level.
#[derive(Clone)]
pub(crate) struct JsonBlock<'b> {
    pub(super) tree: &'b Arc<json_syntax::Tree>,
    /// The index of the member whose name is the type.
    pub(super) block_type: u32,
    pub(super) body: NodeId,
    /// The indexes of the members whose names are the labels, if there are any.
    pub(super) labels: Option<Rc<Vec<u32>>>,
    pub(super) expansion: Option<&'b Arc<Expansion>>,
    pub(super) overlaid: Option<&'b Arc<Overlaid>>,
}

impl<'b> JsonBlock<'b> {
    fn name(&self, member: u32) -> NameView<'b> {
        NameView::json(self.tree.member(member).name())
    }

    fn labels(&self) -> &[u32] {
        self.labels.as_deref().map_or(&[], Vec::as_slice)
    }

    pub(super) fn node(&self) -> json_syntax::Node<'b> {
        self.tree.node(self.body)
    }

    /// Returns the names of the objects between the type and the body.
    fn names_above(&self) -> Vec<NameView<'b>> {
        let body = self.node().span();
        let mut names = Vec::new();
        let mut around = Some(self.tree.member(self.block_type).value());
        while let Some(node) = around.filter(|node| node.id() != self.body) {
            around = match node.kind() {
                json_syntax::Kind::Array(array) => array.elements().find(|it| it.span().contains(body)),
                json_syntax::Kind::Object(object) => {
                    let member = object.members().find(|it| it.value().span().contains(body));
                    names.extend(member.map(|it| self.name(it.index())));
                    member.map(|it| it.value())
                }
                _ => None,
            };
        }
        names
    }
}

impl<'b> BlockView<'b> {
    pub(crate) fn block_type(&self) -> NameView<'b> {
        match self {
            Self::Native(NativeBlock { block, .. }) => {
                NameView::identifier(block.block_type(), block.type_span())
            }
            Self::Json(block) => block.name(block.block_type),
            Self::Made(block) => {
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

    /// Returns the labels, and in JSON the names of all objects around the block.
    #[cold]
    pub(crate) fn names_above(&self) -> Vec<NameView<'b>> {
        match self {
            // The parts of a value have no spans of their own.
            Self::Json(block) if !block.tree.is_value() => block.names_above(),
            _ => self.labels().collect(),
        }
    }

    #[inline]
    pub(crate) fn label_count(&self) -> usize {
        match self {
            Self::Native(NativeBlock { block, .. }) => block.labels().len(),
            Self::Json(block) => block.labels().len(),
            Self::Made(block) => block.labels().len(),
        }
    }

    pub(crate) fn label(&self, index: usize) -> Option<NameView<'b>> {
        match self {
            Self::Native(NativeBlock { block, .. }) => block.label(index).map(|label| NameView {
                text: label.text(),
                span: label.span(),
                spelling: Spelling::new(label.verbatim_span()),
            }),
            Self::Json(block) => block.labels().get(index).map(|member| block.name(*member)),
            Self::Made(block) => block.labels().get(index).map(|label| NameView {
                text: label.text(),
                span: label.span(),
                spelling: if label.marks().is_empty() { Spelling::Other } else { Spelling::Secret },
            }),
        }
    }

    /// Returns the span of the type and labels.
    pub(crate) fn header(&self) -> Span {
        let start = self.block_type().span;
        match self {
            Self::Native(_) => self.labels().last().map_or(start, |label| start.to(label.span)),
            // In JSON, labels are not adjacent, and several blocks may share a label.
            Self::Json(block) => block.node().start_span(),
            Self::Made(block) => block.header_span(),
        }
    }

    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Native(NativeBlock { block, .. }) => block.span(),
            Self::Json(block) => block.node().span(),
            Self::Made(block) => block.span(),
        }
    }

    /// Returns a handle to it.
    pub(crate) fn handle(&self) -> Block {
        let NameView { text, span: type_span, .. } = self.block_type();
        let (block_type, labels, item) = match self {
            Self::Native(NativeBlock { block, .. }) => {
                (None, block.labels().map(Label::from).collect(), Some(block.index()))
            }
            Self::Json(_) => {
                let labels = self.labels().map(|label| Label::new(label.text, label.span));
                (Some(text.into()), labels.collect(), None)
            }
            Self::Made(block) => return (*block).clone(),
        };
        Block { block_type, type_span, labels, span: self.span(), body: self.body().handle(), item }
    }

    pub(crate) fn source(&self) -> &'b Source {
        match self {
            Self::Native(NativeBlock { tree, .. }) => &tree.source,
            Self::Json(block) => &block.tree.source,
            Self::Made(block) => block.source(),
        }
    }
}
