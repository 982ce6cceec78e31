//! The content of bodies in native syntax.

use std::sync::Arc;

use super::content::Partial;
use super::{Attribute, AttributeSchema, Block, BlockSchema, Body, BodyKind, BodySchema};
use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::outcome::Outcome;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::tree::Tree;

/// The tree of a body in native syntax, and its view.
fn parts(body: &Body) -> Option<(&Arc<Tree>, ast::Body<'_>)> {
    match &body.kind {
        BodyKind::Native { tree, id } => Some((tree, ast::Body::new(tree, *id))),
        BodyKind::Json { .. } | BodyKind::Merged { .. } => None,
    }
}

pub(super) fn partial(body: &Body, schema: &BodySchema, partial: &mut Partial) {
    let Some((tree, view)) = parts(body) else { return };
    for item in view.items() {
        match item {
            ast::BodyItem::Attribute(attribute) => {
                let name = attribute.name();
                if schema.attribute(name).is_some() && partial.hidden.attributes.insert(name.to_owned()) {
                    partial.content.attributes.insert(name.to_owned(), Attribute::native(tree, attribute));
                }
            }
            ast::BodyItem::Block(block) => {
                let wanted = schema.block(block.block_type());
                let wanted = wanted.filter(|it| !partial.hidden.blocks.contains(it.block_type()));
                if let Some(wanted) = wanted
                    && check_labels(block, wanted, partial)
                {
                    partial.content.blocks.push(Block::native(tree, block));
                }
            }
        }
    }
    // Only now, since there may be many blocks of one type.
    partial.hidden.blocks.extend(schema.blocks().map(|block| block.block_type().to_owned()));
    partial.check_required(schema);
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

/// Reports what the schema does not name.
pub(super) fn extraneous(body: &Body, schema: &BodySchema, partial: &mut Partial) {
    let Some((_, view)) = parts(body) else { return };
    for item in view.items() {
        match item {
            ast::BodyItem::Attribute(attribute) => {
                let name = attribute.name();
                if partial.hidden.attributes.contains(name) {
                    continue;
                }
                let unused = schema.attributes().map(AttributeSchema::name);
                let unused = unused.filter(|name| !partial.content.attributes.contains_key(*name));
                let mut hint = partial.diagnostics.did_you_mean(name, unused);
                if hint.is_empty() && schema.block(name).is_some() {
                    hint = format!(" Did you mean to define a block of type {name:?}?");
                }
                let detail = format!("An argument named {name:?} is not expected here.{hint}");
                partial.error(attribute.name_span(), "Unsupported argument", detail);
            }
            ast::BodyItem::Block(block) => {
                let name = block.block_type();
                if partial.hidden.blocks.contains(name) {
                    continue;
                }
                let mut hint =
                    partial.diagnostics.did_you_mean(name, schema.blocks().map(BlockSchema::block_type));
                if hint.is_empty() && schema.attribute(name).is_some() {
                    hint = format!(
                        " Did you mean to define argument {name:?}? If so, use the equals sign to assign it a value."
                    );
                }
                let detail = format!("Blocks of type {name:?} are not expected here.{hint}");
                partial.error(block.type_span(), "Unsupported block type", detail);
            }
        }
    }
}

pub(super) fn just_attributes(body: &Body) -> Outcome<Vec<Attribute>> {
    let mut attributes = Vec::new();
    let mut diagnostics = Diagnostics::new();
    let Some((tree, view)) = parts(body) else { return Outcome::from(attributes) };
    for item in view.items() {
        match item {
            ast::BodyItem::Attribute(attribute) => {
                if !body.hides_attribute(attribute.name()) {
                    attributes.push(Attribute::native(tree, attribute));
                }
            }
            ast::BodyItem::Block(block) if diagnostics.is_empty() => {
                let summary = format!("Unexpected {:?} block", block.block_type());
                let diagnostic = Diagnostic::error(Category::Data, summary, "Blocks are not allowed here.");
                diagnostics.push(diagnostic.at(block.type_span()).in_source(body.source()));
            }
            ast::BodyItem::Block(_) => {}
        }
    }
    Outcome { value: attributes, diagnostics }
}
