//! The content of bodies in JSON syntax: the schema defines which properties are attributes, and
//! how deep labels go.

use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::content::Partial;
use super::label::Label;
use super::native::labels_in_words;
use super::schema::{BlockSchema, BodySchema};
use super::structure::{Attribute, Block, BodyPartView};
use super::view::ExpressionView;
use crate::diag::Code;
use crate::json_syntax::{ExpressionId, Kind, Member, Node, Tree};

pub(super) fn attribute(part: BodyPartView<'_>, tree: &Arc<Tree>, member: Member<'_>) -> Attribute {
    let node = BySyntax::Json((tree, ExpressionId::Value(member.value().id())));
    Attribute {
        name: Some(member.name().text().into()),
        name_span: member.name().span(),
        span: member.span(),
        expression: ExpressionView { node, iteration: part.iteration() }.handle(),
        item: None,
    }
}

pub(super) fn content(
    part: BodyPartView<'_>,
    tree: &Arc<Tree>,
    node: Node<'_>,
    schema: &BodySchema,
    partial: &mut Partial,
) {
    let mut consumed = part.consumed.map(|it| (**it).clone()).unwrap_or_default();
    consumed.blocks.extend(schema.blocks().map(|block| block.block_type.clone()));
    for member in members(node, None, partial) {
        let name = member.name().text();
        if part.hides_attribute(name) || !part.has_member(member) {
            continue;
        }
        if schema.attribute(name).is_some() {
            partial.add_attribute(attribute(part, tree, member));
        } else if let Some(wanted) = schema.block(name) {
            let mut header = Header { part, tree, member, wanted, labels: Vec::new() };
            header.blocks(member.value(), partial);
        } else {
            continue;
        }
        // A property is used as a whole: as an attribute or as blocks.
        consumed.insert(name);
    }
    partial.consumed = Some(Arc::new(consumed));
}

/// Returns the members of an object, or of all objects of an array. If their names are labels,
/// `label` is the name of the label.
fn members<'t>(node: Node<'t>, label: Option<&str>, partial: &mut Partial) -> Vec<Member<'t>> {
    let purpose = || match label {
        Some(label) => format!("whose property names are the label {label:?} of the blocks"),
        None => "with attributes and blocks as its properties".to_owned(),
    };
    match node.kind() {
        Kind::Null => Vec::new(),
        Kind::Object(object) => object.members().collect(),
        Kind::Array(array) => {
            let mut all = Vec::new();
            for element in array.elements() {
                match element.kind() {
                    Kind::Object(object) => all.extend(object.members()),
                    _ => {
                        let detail = format!("A JSON object is required here, {}.", purpose());
                        partial.error(element.start_span(), Code::JsonObjectExpected, detail);
                    }
                }
            }
            all
        }
        _ => {
            let detail =
                format!("A JSON object, or an array of JSON objects, is required here, {}.", purpose());
            partial.error(node.start_span(), Code::JsonObjectExpected, detail);
            Vec::new()
        }
    }
}

/// The type and the labels of blocks whose labels are being read, level by level.
struct Header<'t, 's> {
    part: BodyPartView<'t>,
    tree: &'t Arc<Tree>,
    member: Member<'t>,
    wanted: &'s BlockSchema,
    labels: Vec<Label>,
}

impl Header<'_, '_> {
    /// Adds the blocks of a value, below the labels that were read.
    fn blocks(&mut self, node: Node<'_>, partial: &mut Partial) {
        let Some(label) = self.wanted.labels().get(self.labels.len()) else {
            return self.bodies(node, partial);
        };
        let members = members(node, Some(label), partial);
        if members.is_empty() {
            let detail = format!(
                "{:?} blocks have {}. A JSON object is required here with at least one property, whose name is the \
                 label {label:?}.",
                self.wanted.block_type(),
                labels_in_words(self.wanted.labels()),
            );
            partial.error(node.start_span(), Code::MissingLabel, detail);
            return;
        }
        let part = self.part;
        for member in members.into_iter().filter(|member| part.has_member(*member)) {
            self.labels.push(Label::new(member.name().text(), member.name().span()));
            self.blocks(member.value(), partial);
            self.labels.pop();
        }
    }

    fn bodies(&mut self, node: Node<'_>, partial: &mut Partial) {
        match node.kind() {
            Kind::Null => {}
            Kind::Object(_) => self.block(node, partial),
            // A value that is not a body is reported when its content is requested.
            Kind::Array(array) => array.elements().for_each(|element| self.block(element, partial)),
            _ => {
                let detail = format!(
                    "The content of a {:?} block is a JSON object, or an array of JSON objects.",
                    self.wanted.block_type()
                );
                partial.error(node.start_span(), Code::JsonObjectExpected, detail);
            }
        }
    }

    fn block(&self, node: Node<'_>, partial: &mut Partial) {
        if self.part.overlaid.is_some_and(|overlaid| !overlaid.has_block(node.id().0)) {
            return;
        }
        let merged = self.part.overlaid.and_then(|overlaid| overlaid.body(node.id())).cloned();
        partial.content.blocks.push(Block {
            block_type: Some(self.wanted.block_type.clone()),
            type_span: self.member.name().span(),
            labels: self.labels.clone(),
            span: node.span(),
            body: merged.unwrap_or_else(|| self.part.inner_body(BySyntax::Json((self.tree, node.id())))),
            item: None,
        });
    }
}
