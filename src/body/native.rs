//! The content of bodies in native syntax.

use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::content::Partial;
use super::label::Label;
use super::schema::{BlockSchema, BodySchema};
use super::structure::{Attribute, Block, BodyPartView, Named};
use super::view::ExpressionView;
use crate::diag::Code;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::tree::Tree;
use crate::syntax::scope::DYNAMIC;
use crate::util::words;

pub(super) fn attribute(
    part: BodyPartView<'_>,
    tree: &Arc<Tree>,
    attribute: ast::Attribute<'_>,
) -> Attribute {
    let node = BySyntax::Native((tree, attribute.expression().id()));
    Attribute {
        name: None,
        name_span: attribute.name_span(),
        span: attribute.span(),
        expression: ExpressionView { node, iteration: part.iteration() }.handle(),
        item: Some(attribute.index()),
    }
}

pub(super) fn block(part: BodyPartView<'_>, tree: &Arc<Tree>, block: ast::Block<'_>) -> Block {
    if let Some(made) = part.overlaid.and_then(|overlaid| overlaid.block(block.body().id().0)) {
        return made.clone();
    }
    Block {
        block_type: None,
        type_span: block.type_span(),
        labels: block.labels().map(Label::from).collect(),
        span: block.span(),
        body: part.inner_body(BySyntax::Native((tree, block.body().id()))),
        item: Some(block.index()),
    }
}

/// Returns the type of a block, or of those that a dynamic block generates.
pub(super) fn generated_type(block: ast::Block<'_>) -> &str {
    match block.labels().next() {
        Some(label) if block.block_type() == DYNAMIC => label.text(),
        _ => block.block_type(),
    }
}

/// Adds the attributes and blocks of a schema.
pub(super) fn content(
    part: BodyPartView<'_>,
    tree: &Arc<Tree>,
    body: ast::Body<'_>,
    schema: &BodySchema,
    partial: &mut Partial,
) {
    // Generated blocks can be of any type.
    let mut has_content = part.expanding().is_some() && schema.blocks().len() > 0;
    for item in body.items() {
        match item {
            ast::BodyItem::Attribute(found) => {
                let name = found.name();
                if schema.attribute(name).is_some() && !part.hides_attribute(name) {
                    has_content = true;
                    // An attribute that is set twice is not in the tree.
                    partial.content.attributes.push(Named(attribute(part, tree, found)), ());
                }
            }
            ast::BodyItem::Block(found) => {
                let wanted = schema.block(found.block_type());
                has_content |= wanted.is_some() || schema.block(generated_type(found)).is_some();
                if let Some(wanted) = wanted.filter(|it| !part.hides_block(it.block_type()))
                    && part.has_block(found)
                    && check_labels(found, wanted, partial)
                {
                    partial.content.blocks.push(block(part, tree, found));
                }
            }
        }
    }
    partial.consumed =
        if has_content { Some(part.consuming(schema.consumed())) } else { part.consumed.cloned() };
}

fn check_labels(block: ast::Block<'_>, wanted: &BlockSchema, partial: &mut Partial) -> bool {
    let names = wanted.labels();
    let expected = || format!("{:?} blocks have {}", wanted.block_type(), labels_in_words(names));
    if let Some(extra) = block.labels().nth(names.len()) {
        partial.error(extra.span(), Code::UnexpectedLabel, format!("{}. Remove this label.", expected()));
    } else if let Some(missing) = names.get(block.labels().len()) {
        let start = block.body().span().start;
        let detail = format!("{}. The label {missing:?} is missing here.", expected());
        partial.error(Span::new(start, start + 1), Code::MissingLabel, detail);
    } else {
        return true;
    }
    false
}

/// Returns the number of labels and their names.
pub(super) fn labels_in_words(names: &[String]) -> String {
    if names.is_empty() {
        return "no labels".to_owned();
    }
    format!("{} ({})", words::count(names.len(), "label"), names.join(", "))
}
