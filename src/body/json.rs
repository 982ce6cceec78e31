//! The content of bodies in JSON syntax: the schema tells which properties are attributes, and how deep labels go.

use std::sync::Arc;

use super::content::{Partial, duplicate_argument};
use super::structure::Label;
use super::{Attribute, Block, BlockSchema, Body, BodyKind, BodySchema, Expression, rest};
use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::json_syntax::{ExpressionId, Kind, Member, Node, Tree};
use crate::outcome::Outcome;
use crate::source::Span;
use crate::value::Marks;

/// A property of this name is a comment where it stands in a body.
pub(super) const COMMENT: &str = "//";

pub(super) fn missing_span(node: Node<'_>) -> Span {
    match node.kind() {
        Kind::Object(_) => Span::new(node.span().end - 1, node.span().end),
        _ => node.start_span(),
    }
}

/// The tree and the value of a body in JSON syntax.
fn parts(body: &Body) -> Option<(&Arc<Tree>, Node<'_>)> {
    match &body.kind {
        BodyKind::Json { tree, node } => Some((tree, tree.node(*node))),
        BodyKind::Native { .. } | BodyKind::Merged { .. } => None,
    }
}

fn attribute(tree: &Arc<Tree>, member: Member<'_>) -> Attribute {
    Attribute {
        name: member.name().text().into(),
        name_span: member.name().span(),
        span: member.span(),
        expression: Expression::json(tree.clone(), ExpressionId::Value(member.value().id())),
    }
}

pub(super) fn partial(body: &Body, schema: &BodySchema, partial: &mut Partial) {
    let Some((tree, node)) = parts(body) else { return };
    let before = partial.hidden.attributes.clone();
    for member in members(node, None, partial) {
        let name = member.name().text();
        if before.contains(name) {
            continue;
        }
        if schema.attribute(name).is_some() {
            let new = attribute(tree, member);
            match partial.content.attributes.get(name) {
                Some(first) => {
                    let duplicate = duplicate_argument(first, &new);
                    partial.diagnostics.push(duplicate);
                }
                None => _ = partial.content.attributes.insert(name.to_owned(), new),
            }
            partial.hidden.attributes.insert(name.to_owned());
        } else if let Some(wanted) = schema.block(name) {
            let mut header = Header { tree, member, wanted, labels: Vec::new() };
            header.blocks(member.value(), partial);
            partial.hidden.attributes.insert(name.to_owned());
        }
    }
    partial.check_required(schema);
}

/// The members of an object, or of all objects of an array. `label` is what their names are, where they are labels.
fn members<'t>(node: Node<'t>, label: Option<&str>, partial: &mut Partial) -> Vec<Member<'t>> {
    let purpose = || match label {
        Some(label) => format!("whose property names are the block's {label}"),
        None => "with arguments and blocks as its properties".to_owned(),
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
                        partial.error(element.start_span(), "Incorrect JSON value type", detail);
                    }
                }
            }
            all
        }
        _ => {
            let detail = format!("A JSON object is required here, or an array of such, {}.", purpose());
            partial.error(node.start_span(), "Incorrect JSON value type", detail);
            Vec::new()
        }
    }
}

/// The type and the labels of blocks whose labels are being read, level by level.
struct Header<'t, 's> {
    tree: &'t Arc<Tree>,
    member: Member<'t>,
    wanted: &'s BlockSchema,
    labels: Vec<Label>,
}

impl Header<'_, '_> {
    /// The blocks that a value stands for, below the labels that were read.
    fn blocks(&mut self, node: Node<'_>, partial: &mut Partial) {
        let Some(label) = self.wanted.labels().get(self.labels.len()) else {
            return self.bodies(node, partial);
        };
        let members = members(node, Some(label), partial);
        if members.is_empty() {
            let detail = format!(
                "A JSON object with at least one property is required here, whose name is the block's {label}, since \
                 blocks of type {} have {} labels ({}).",
                self.wanted.block_type(),
                self.wanted.labels().len(),
                self.wanted.labels().join(", "),
            );
            partial.error(node.start_span(), "Missing block label", detail);
            return;
        }
        for member in members {
            let (text, span) = (member.name().text().into(), member.name().span());
            self.labels.push(Label { text, span, marks: Marks::NONE });
            self.blocks(member.value(), partial);
            self.labels.pop();
        }
    }

    fn bodies(&mut self, node: Node<'_>, partial: &mut Partial) {
        match node.kind() {
            Kind::Null => {}
            Kind::Object(_) => self.block(node, partial),
            // What is no body is found out when content is taken of it.
            Kind::Array(array) => array.elements().for_each(|element| self.block(element, partial)),
            _ => {
                let detail = format!(
                    "A JSON object is required here, which is the content of a block of type {}, or an array of such.",
                    self.wanted.block_type()
                );
                partial.error(node.start_span(), "Incorrect JSON value type", detail);
            }
        }
    }

    fn block(&self, node: Node<'_>, partial: &mut Partial) {
        partial.content.blocks.push(Block {
            block_type: self.wanted.block_type().into(),
            type_span: self.member.name().span(),
            labels: self.labels.clone(),
            span: node.span(),
            body: Body::json(self.tree.clone(), node.id()),
        });
    }
}

/// Reports the properties that the schema does not name.
pub(super) fn extraneous(body: &Body, schema: &BodySchema, partial: &mut Partial) {
    let Some((_, node)) = parts(body) else { return };
    let objects: Vec<_> = match node.kind() {
        Kind::Object(object) => vec![object],
        Kind::Array(array) => array
            .elements()
            .filter_map(|element| match element.kind() {
                Kind::Object(object) => Some(object),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    for member in objects.into_iter().flat_map(|object| object.members()) {
        let name = member.name().text();
        if name == COMMENT || partial.hidden.attributes.contains(name) {
            continue;
        }
        let unused = schema
            .names()
            .filter(|name| schema.block(name).is_some() || !partial.hidden.attributes.contains(*name));
        let hint = partial.diagnostics.did_you_mean(name, unused);
        let detail = format!("No argument or block type is named {name:?}.{hint}");
        let diagnostic = Diagnostic::error(Category::Data, "Extraneous JSON object property", detail);
        let diagnostic = diagnostic.at(member.name().span()).within(member.span());
        partial.diagnostics.push(diagnostic.in_source(body.source()));
    }
}

pub(super) fn just_attributes(body: &Body) -> Outcome<Vec<Attribute>> {
    let mut diagnostics = Diagnostics::new();
    let Some((tree, node)) = parts(body) else { return Outcome::from(Vec::new()) };
    let Kind::Object(object) = node.kind() else {
        let detail = "A JSON object is required here, whose properties are the arguments of this block.";
        let diagnostic = Diagnostic::error(Category::Data, "Incorrect JSON value type", detail);
        diagnostics.push(diagnostic.at(node.start_span()).in_source(body.source()));
        return Outcome { value: Vec::new(), diagnostics };
    };
    let mut attributes: indexmap::IndexMap<&str, Attribute> = indexmap::IndexMap::new();
    for member in object.members() {
        let name = member.name().text();
        if name == COMMENT || body.hides_attribute(name) {
            continue;
        }
        match attributes.get(name) {
            None => _ = attributes.insert(name, attribute(tree, member)),
            Some(first) => {
                let start = body.source().range(first.name_span()).start;
                let detail =
                    format!("The argument {name:?} was set before, at {}:{}.", start.line, start.column);
                let diagnostic = Diagnostic::error(Category::Data, "Duplicate attribute definition", detail);
                diagnostics.push(diagnostic.at(member.name().span()).in_source(body.source()));
            }
        }
    }
    Outcome { value: attributes.into_values().collect(), diagnostics }
}

/// All properties as attributes: without a schema nobody can tell which of them are blocks.
pub(super) fn attributes(body: &Body) -> Vec<Attribute> {
    let Some((tree, node)) = parts(body) else { return Vec::new() };
    let members = rest::members(node).filter(|member| member.name().text() != COMMENT);
    members.filter(|member| !body.hides_member(*member)).map(|member| attribute(tree, member)).collect()
}
