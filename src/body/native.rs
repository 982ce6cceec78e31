//! The content of bodies in native syntax.

use std::sync::Arc;

use super::content::Partial;
use super::either::Either;
use super::schema::{AttributeSchema, BlockSchema, BodySchema};
use super::structure::{Attribute, Block, Label, PartView};
use super::view::ExpressionView;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::outcome::Outcome;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::tree::Tree;
use crate::value::Marks;
use crate::words;

pub(super) fn attribute(part: PartView<'_>, tree: &Arc<Tree>, attribute: ast::Attribute<'_>) -> Attribute {
    let node = Either::Native((tree, attribute.expression().id()));
    Attribute {
        name: attribute.name().into(),
        name_span: attribute.name_span(),
        span: attribute.span(),
        expression: ExpressionView { node, iteration: part.iteration() }.handle(),
    }
}

pub(super) fn block(part: PartView<'_>, tree: &Arc<Tree>, block: ast::Block<'_>) -> Block {
    if let Some(block) = part.overlaid_block(block) {
        return block.clone();
    }
    let label = |label: ast::Label<'_>| Label {
        is_unknown: false,
        text: label.text().into(),
        span: label.span(),
        is_quoted: label.is_quoted(),
        marks: Marks::NONE,
    };
    Block {
        block_type: block.block_type().into(),
        type_span: block.type_span(),
        labels: block.labels().map(label).collect(),
        span: block.span(),
        body: part.inner_body(Either::Native((tree, block.body().id()))),
    }
}

pub(super) fn content(
    part: PartView<'_>,
    tree: &Arc<Tree>,
    body: ast::Body<'_>,
    schema: &BodySchema,
    partial: &mut Partial,
) {
    for item in body.items() {
        match item {
            ast::BodyItem::Attribute(found) => {
                let name = found.name();
                if schema.attribute(name).is_some() && partial.hidden.attributes.insert(name.to_owned()) {
                    partial.content.attributes.insert(name.to_owned(), attribute(part, tree, found));
                }
            }
            ast::BodyItem::Block(found) => {
                let wanted = schema.block(found.block_type());
                if let Some(wanted) = wanted.filter(|it| !part.hides_block(it.block_type()))
                    && part.has_block(found)
                    && check_labels(found, wanted, partial)
                {
                    partial.content.blocks.push(block(part, tree, found));
                }
            }
        }
    }
}

fn check_labels(block: ast::Block<'_>, wanted: &BlockSchema, partial: &mut Partial) -> bool {
    let name = wanted.block_type();
    let names = wanted.labels();
    let open = Span::new(block.body().span().start, block.body().span().start + 1);
    let expected = || labels_in_words(names);
    let (subject, code, detail) = match (block.labels().nth(names.len()), names.get(block.labels().len())) {
        (Some(extra), _) if names.is_empty() => {
            let detail = format!("{name:?} blocks have no labels. Remove this label.");
            (extra.span(), Code::UnexpectedLabel, detail)
        }
        (Some(extra), _) => {
            let detail = format!("{name:?} blocks have {}. Remove this label.", expected());
            (extra.span(), Code::UnexpectedLabel, detail)
        }
        (None, Some(missing)) => {
            let detail =
                format!("{name:?} blocks have {}. The label {missing:?} is missing here.", expected());
            (open, Code::MissingLabel, detail)
        }
        (None, None) => return true,
    };
    let diagnostic = Diagnostic::new(code, detail).at(subject);
    partial.diagnostics.push(diagnostic.in_source(&partial.content.missing.0));
    false
}

/// Returns the number of labels and their names.
pub(super) fn labels_in_words(names: &[String]) -> String {
    format!("{} ({})", words::count(names.len(), "label"), names.join(", "))
}

/// Reports attributes and blocks that are not in the schema.
pub(super) fn check_names(
    part: PartView<'_>,
    body: ast::Body<'_>,
    schema: &BodySchema,
    partial: &mut Partial,
) {
    for item in body.items() {
        match item {
            ast::BodyItem::Attribute(attribute) => {
                let name = attribute.name();
                if partial.hidden.attributes.contains(name) {
                    continue;
                }
                let unused = schema.attributes().map(AttributeSchema::name);
                let unused = unused.filter(|name| !partial.content.attributes.contains_key(*name));
                let detail = match schema.block(name) {
                    Some(_) => format!("{name:?} is a block, not an attribute: write {name} {{ … }}."),
                    None => {
                        let hint = partial.diagnostics.name_hint(name, unused);
                        format!("No attribute named {name:?} is expected here.{hint}")
                    }
                };
                partial.error(attribute.name_span(), Code::UnexpectedAttribute, detail);
            }
            ast::BodyItem::Block(block) => {
                let name = block.block_type();
                if partial.hidden.blocks.contains(name) || !part.shows(block) {
                    continue;
                }
                let types = schema.blocks().map(BlockSchema::block_type);
                let detail = match schema.attribute(name) {
                    Some(_) => format!("{name:?} is an attribute, not a block: write {name} = …."),
                    None => {
                        let hint = partial.diagnostics.name_hint(name, types);
                        format!("No blocks of type {name:?} are expected here.{hint}")
                    }
                };
                partial.error(block.type_span(), Code::UnexpectedBlock, detail);
            }
        }
    }
}

pub(super) fn just_attributes(
    part: PartView<'_>,
    tree: &Arc<Tree>,
    body: ast::Body<'_>,
) -> Outcome<Vec<Attribute>> {
    let shown = body.attributes().filter(|attribute| !part.hides_attribute(attribute.name()));
    let value = shown.map(|found| attribute(part, tree, found)).collect();
    let mut diagnostics = Diagnostics::new();
    if let Some(block) = body.blocks().find(|block| part.shows(*block)) {
        let detail = format!("Only attributes are expected here, but {:?} is a block.", block.block_type());
        let diagnostic = Diagnostic::new(Code::UnexpectedBlock, detail);
        diagnostics.push(diagnostic.at(block.type_span()).in_source(part.source()));
    }
    Outcome { value, diagnostics }
}
