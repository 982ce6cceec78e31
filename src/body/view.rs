//! What decoding sees of a body: borrowed, and the same for every syntax.

use std::borrow::Cow;
use std::sync::Arc;

use super::Body;
use crate::error::{Error, Result};
use crate::eval::{self, EvalContext};
use crate::source::{Source, Span};
use crate::syntax::ast::tree::Tree;
use crate::syntax::ast::{self, ExpressionKind};
use crate::value::{Number, Value};

/// A body, borrowed from its text.
#[derive(Clone, Copy)]
pub(crate) struct BodyView<'b> {
    tree: &'b Arc<Tree>,
    body: ast::Body<'b>,
}

/// An attribute or a block of a [`BodyView`].
#[derive(Clone, Copy)]
pub(crate) enum ItemView<'b> {
    Attribute { name: NameView<'b>, value: ExpressionView<'b> },
    Block(BlockView<'b>),
}

/// A name in the source: of an attribute, of a block's type, or a label.
#[derive(Clone, Copy)]
pub(crate) struct NameView<'b> {
    pub(crate) text: &'b str,
    /// Where it stands, for messages.
    pub(crate) span: Span,
    /// Where its text stands letter by letter, if it does.
    pub(crate) verbatim: Option<Span>,
}

#[derive(Clone, Copy)]
pub(crate) struct BlockView<'b> {
    tree: &'b Arc<Tree>,
    block: ast::Block<'b>,
}

#[derive(Clone, Copy)]
pub(crate) struct ExpressionView<'b> {
    tree: &'b Arc<Tree>,
    expression: ast::Expression<'b>,
}

/// A constant that needs no evaluation.
pub(crate) enum Literal<'b> {
    Null,
    Bool(bool),
    Integer(i64),
    Number(&'b Number),
    String { text: &'b str, verbatim: Option<Span> },
}

impl Body {
    pub(crate) fn view(&self) -> BodyView<'_> {
        BodyView { tree: &self.tree, body: self.ast() }
    }
}

impl<'b> BodyView<'b> {
    pub(crate) fn source(self) -> &'b Source {
        &self.tree.source
    }

    pub(crate) fn span(self) -> Span {
        self.body.span()
    }

    /// Attributes and blocks in source order.
    pub(crate) fn items(self) -> impl Iterator<Item = ItemView<'b>> + Clone {
        let tree = self.tree;
        self.body.items().map(move |item| match item {
            ast::BodyItem::Attribute(attribute) => {
                let span = attribute.name_span();
                let name = NameView { text: attribute.name(), span, verbatim: Some(span) };
                let value = ExpressionView { tree, expression: attribute.expression() };
                ItemView::Attribute { name, value }
            }
            ast::BodyItem::Block(block) => ItemView::Block(BlockView { tree, block }),
        })
    }
}

impl<'b> ItemView<'b> {
    pub(crate) fn name(self) -> NameView<'b> {
        match self {
            Self::Attribute { name, .. } => name,
            Self::Block(block) => block.block_type(),
        }
    }
}

impl<'b> BlockView<'b> {
    pub(crate) fn block_type(self) -> NameView<'b> {
        let span = self.block.type_span();
        NameView { text: self.block.block_type(), span, verbatim: Some(span) }
    }

    pub(crate) fn labels(self) -> impl ExactSizeIterator<Item = NameView<'b>> + Clone {
        self.block.labels().map(|label| NameView {
            text: label.text(),
            span: label.span(),
            verbatim: label.verbatim_span(),
        })
    }

    pub(crate) fn label(self, index: usize) -> Option<NameView<'b>> {
        self.labels().nth(index)
    }

    /// Type and labels.
    pub(crate) fn header(self) -> Span {
        let start = self.block.type_span();
        self.block.labels().last().map_or(start, |label| start.to(label.span()))
    }

    pub(crate) fn span(self) -> Span {
        self.block.span()
    }

    pub(crate) fn source(self) -> &'b Source {
        &self.tree.source
    }

    pub(crate) fn body(self) -> BodyView<'b> {
        BodyView { tree: self.tree, body: self.block.body() }
    }
}

impl<'b> ExpressionView<'b> {
    pub(crate) fn span(self) -> Span {
        self.expression.span()
    }

    pub(crate) fn source(self) -> &'b Source {
        &self.tree.source
    }

    /// The value, if there are no errors.
    pub(crate) fn evaluate(self, context: &EvalContext) -> Result<Value, Error> {
        eval::evaluate(self.expression, context).into_result()
    }

    pub(crate) fn literal(self) -> Option<Literal<'b>> {
        Some(match self.expression.kind() {
            ExpressionKind::Null => Literal::Null,
            ExpressionKind::Bool(value) => Literal::Bool(value),
            ExpressionKind::Integer(value) => Literal::Integer(value),
            ExpressionKind::Number(number) => Literal::Number(number),
            // Other text has to be normalised first.
            ExpressionKind::String(text) if text.is_ascii() => {
                Literal::String { text, verbatim: self.expression.verbatim_string() }
            }
            _ => return None,
        })
    }

    /// The elements of a tuple constructor.
    pub(crate) fn elements(self) -> Option<impl ExactSizeIterator<Item = ExpressionView<'b>> + Clone> {
        let ExpressionKind::Tuple(tuple) = self.expression.kind() else { return None };
        let tree = self.tree;
        Some(tuple.elements().map(move |expression| ExpressionView { tree, expression }))
    }

    /// Keys and values of an object constructor whose keys are names or plain strings, and all different.
    pub(crate) fn entries(self) -> Option<Vec<(NameView<'b>, ExpressionView<'b>)>> {
        let ExpressionKind::Object(object) = self.expression.kind() else { return None };
        let mut entries = Vec::with_capacity(object.items().len());
        for item in object.items() {
            let span = item.key.span();
            let name = match item.key.kind() {
                ExpressionKind::Variable(text) if text.is_ascii() => {
                    NameView { text, span, verbatim: Some(span) }
                }
                ExpressionKind::String(text) if text.is_ascii() => {
                    NameView { text, span, verbatim: item.key.verbatim_string() }
                }
                _ => return None,
            };
            entries.push((name, ExpressionView { tree: self.tree, expression: item.value }));
        }
        has_no_repeats(&entries).then_some(entries)
    }
}

fn has_no_repeats(entries: &[(NameView<'_>, ExpressionView<'_>)]) -> bool {
    if entries.len() <= 8 {
        return (1..entries.len())
            .all(|at| entries[..at].iter().all(|(name, _)| name.text != entries[at].0.text));
    }
    let mut seen = std::collections::HashSet::with_capacity(entries.len());
    entries.iter().all(|(name, _)| seen.insert(name.text))
}

impl<'b> NameView<'b> {
    /// The text as part of the input that is being decoded, or on its own.
    pub(crate) fn in_input<'de>(self, input: Option<&'de str>) -> Result<&'de str, Cow<'b, str>> {
        let borrowed = input.zip(self.verbatim).and_then(|(input, span)| input.get(span.range()));
        borrowed.ok_or(Cow::Borrowed(self.text))
    }
}
