//! What is left of a body when content was taken of it.

use std::collections::HashSet;
use std::fmt;

use super::{Body, BodyKind, DYNAMIC};
use crate::json_syntax::{Kind, Member, Node};
use crate::syntax::ast;

/// The names that content was taken of already.
#[derive(Clone, Default, Debug)]
pub(super) struct Hidden {
    pub(super) attributes: HashSet<String>,
    pub(super) blocks: HashSet<String>,
}

impl Body {
    pub(crate) fn hides_attribute(&self, name: &str) -> bool {
        self.hidden.as_ref().is_some_and(|hidden| hidden.attributes.contains(name))
    }

    pub(crate) fn hides_block(&self, block_type: &str) -> bool {
        self.hidden.as_ref().is_some_and(|hidden| match self.kind {
            // A property hides as such, whatever it was taken for.
            BodyKind::Json { .. } => hidden.attributes.contains(block_type),
            _ => hidden.blocks.contains(block_type),
        })
    }

    /// Whether blocks as they are written are hidden: a dynamic one is, where those that it stands for are.
    pub(super) fn hides_written_block(&self, block_type: &str, first_label: Option<&str>) -> bool {
        let is_expanded = self.expansion.is_some() && block_type == DYNAMIC;
        self.hides_block(block_type)
            || is_expanded && first_label.is_some_and(|label| self.hides_block(label))
    }

    /// Whether a property of a JSON body is hidden.
    pub(super) fn hides_member(&self, member: Member<'_>) -> bool {
        let name = member.name().text();
        if self.hidden.is_none() || self.expansion.is_none() || name != DYNAMIC {
            return self.hides_attribute(name);
        }
        let mut types = members(member.value()).peekable();
        types.peek().is_some() && types.all(|ty| self.hides_block(ty.name().text()))
    }

    pub(super) fn shows(&self, item: ast::BodyItem<'_>) -> bool {
        self.hidden.is_none()
            || match item {
                ast::BodyItem::Attribute(attribute) => !self.hides_attribute(attribute.name()),
                ast::BodyItem::Block(block) => {
                    let label = block.labels().next();
                    !self.hides_written_block(block.block_type(), label.map(ast::Label::text))
                }
            }
    }

    /// Prints a JSON body as it is written; what is left of one as one object.
    pub(super) fn print_json(&self, node: Node<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source();
        if self.hidden.is_none() {
            return f.write_str(source.slice(node.span()));
        }
        f.write_str("{")?;
        let shown = members(node).filter(|member| !self.hides_member(*member));
        for (index, member) in shown.enumerate() {
            let space = if index == 0 { " " } else { ", " };
            write!(f, "{space}{}", source.slice(member.span()))?;
        }
        f.write_str(" }")
    }
}

/// The members of an object, or of all objects of an array.
pub(super) fn members(node: Node<'_>) -> impl Iterator<Item = Member<'_>> {
    let objects = match node.kind() {
        Kind::Array(array) => array.elements().collect(),
        _ => vec![node],
    };
    let members = objects.into_iter().filter_map(|node| match node.kind() {
        Kind::Object(object) => Some(object.members()),
        _ => None,
    });
    members.flatten()
}
