//! The content of bodies in native syntax.

use std::sync::Arc;

use super::content::Partial;
use super::either::Either;
use super::schema::{AttributeSchema, BlockSchema, BodySchema};
use super::structure::{Attribute, Block, Label, PartView};
use super::view::ExpressionView;
use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::outcome::Outcome;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::tree::Tree;
use crate::value::Marks;

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
    let label =
        |label: ast::Label<'_>| Label { text: label.text().into(), span: label.span(), marks: Marks::NONE };
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
    let expected = || format!("{} labels ({})", names.len(), names.join(", "));
    let (subject, summary, detail) = match (block.labels().nth(names.len()), names.get(block.labels().len()))
    {
        (Some(extra), _) if names.is_empty() => (
            extra.span(),
            format!("Extraneous label for {name}"),
            format!("No labels are expected for {name} blocks."),
        ),
        (Some(extra), _) => {
            let detail = format!("Only {} are expected for {name} blocks.", expected());
            (extra.span(), format!("Extraneous label for {name}"), detail)
        }
        (None, Some(missing)) => {
            let detail = format!("All {name} blocks must have {}.", expected());
            (open, format!("Missing {missing} for {name}"), detail)
        }
        (None, None) => return true,
    };
    let context = block.type_span().to(open);
    let diagnostic = Diagnostic::error(Category::Data, summary, detail).at(subject).within(context);
    partial.diagnostics.push(diagnostic.in_source(&partial.content.missing.0));
    false
}

/// Reports attributes and blocks that are not in the schema.
pub(super) fn check_names(body: ast::Body<'_>, schema: &BodySchema, partial: &mut Partial) {
    for item in body.items() {
        match item {
            ast::BodyItem::Attribute(attribute) => {
                let name = attribute.name();
                if partial.hidden.attributes.contains(name) {
                    continue;
                }
                let unused = schema.attributes().map(AttributeSchema::name);
                let unused = unused.filter(|name| !partial.content.attributes.contains_key(*name));
                let hint = match schema.block(name) {
                    Some(_) => format!(" Did you mean to define a block of type {name:?}?"),
                    None => partial.diagnostics.name_hint(name, unused),
                };
                let detail = format!("An argument named {name:?} is not expected here.{hint}");
                partial.error(attribute.name_span(), "Unsupported argument", detail);
            }
            ast::BodyItem::Block(block) => {
                let name = block.block_type();
                if partial.hidden.blocks.contains(name) {
                    continue;
                }
                let types = schema.blocks().map(BlockSchema::block_type);
                let hint = match schema.attribute(name) {
                    Some(_) => format!(
                        " Did you mean to define argument {name:?}? If so, use the equals sign to assign it a value."
                    ),
                    None => partial.diagnostics.name_hint(name, types),
                };
                let detail = format!("Blocks of type {name:?} are not expected here.{hint}");
                partial.error(block.type_span(), "Unsupported block type", detail);
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
    if let Some(block) = body.blocks().next() {
        let summary = format!("Unexpected {:?} block", block.block_type());
        let diagnostic = Diagnostic::error(Category::Data, summary, "Blocks are not allowed here.");
        diagnostics.push(diagnostic.at(block.type_span()).in_source(part.source()));
    }
    Outcome { value, diagnostics }
}
