//! Bodies of one text, without a schema and by a schema, in both syntaxes.

use super::content::Partial;
use super::either::Either;
use super::json::COMMENT;
use super::schema::BodySchema;
use super::structure::{Attribute, Block, PartView};
use super::{json, native};
use crate::json_syntax::{self, Member};
use crate::outcome::Outcome;
use crate::syntax::ast;

/// The type of dynamic blocks. Their label is the type of the blocks that they generate.
pub(crate) const DYNAMIC: &str = "dynamic";

impl PartView<'_> {
    pub(super) fn attributes(self) -> Vec<Attribute> {
        match self.node {
            Either::Native((tree, id)) => {
                let attributes = ast::Body::new(tree, id).attributes();
                let shown = attributes.filter(|attribute| !self.hides_attribute(attribute.name()));
                shown.map(|attribute| native::attribute(self, tree, attribute)).collect()
            }
            // Without a schema, a property may be an attribute or blocks.
            Either::Json((tree, id)) => {
                let shown = tree.node(id).members().filter(|member| self.shows_member(*member));
                shown.map(|member| json::attribute(self, tree, member)).collect()
            }
        }
    }

    pub(super) fn blocks(self) -> Vec<Block> {
        match self.node {
            Either::Native((tree, id)) => {
                let blocks = ast::Body::new(tree, id).blocks();
                let shown = blocks.filter(|block| self.shows(*block));
                shown.map(|block| native::block(self, tree, block)).collect()
            }
            Either::Json(_) => Vec::new(),
        }
    }

    /// Returns the attributes and blocks of a schema, with dynamic blocks as they are written. With
    /// `all`, other items of the body are an error.
    pub(super) fn written_content(self, schema: &BodySchema, all: bool) -> Partial {
        let mut partial = Partial::new((self.source().clone(), self.missing_span()));
        partial.hidden = self.hidden.map(|hidden| (**hidden).clone()).unwrap_or_default();
        match self.node {
            Either::Native((tree, id)) => {
                native::content(self, tree, ast::Body::new(tree, id), schema, &mut partial);
            }
            Either::Json((tree, id)) => json::content(self, tree, tree.node(id), schema, &mut partial),
        }
        // Block types are hidden only now, since a body may have many blocks of one type.
        partial.hidden.blocks.extend(schema.blocks().map(|block| block.block_type().to_owned()));
        partial.check_required(schema);
        if all {
            match self.node {
                Either::Native((tree, id)) => {
                    native::check_names(self, ast::Body::new(tree, id), schema, &mut partial);
                }
                Either::Json((tree, id)) => json::check_names(self, tree.node(id), schema, &mut partial),
            }
        }
        partial
    }

    pub(super) fn just_attributes(self) -> Outcome<Vec<Attribute>> {
        match self.node {
            Either::Native((tree, id)) => native::just_attributes(self, tree, ast::Body::new(tree, id)),
            Either::Json((tree, id)) => json::just_attributes(self, tree, tree.node(id)),
        }
    }

    pub(super) fn hides_attribute(self, name: &str) -> bool {
        self.hidden.is_some_and(|hidden| hidden.attributes.contains(name))
    }

    pub(super) fn hides_block(self, block_type: &str) -> bool {
        self.hidden.is_some_and(|hidden| hidden.blocks.contains(block_type))
    }

    /// Returns whether an item as it is written is hidden. A dynamic block is hidden if the blocks
    /// that it generates are.
    pub(super) fn hides_item(self, item: ast::BodyItem<'_>) -> bool {
        match item {
            ast::BodyItem::Attribute(attribute) => self.hides_attribute(attribute.name()),
            ast::BodyItem::Block(block) => {
                let block_type = block.block_type();
                let is_expanded = self.expansion.is_some() && block_type == DYNAMIC;
                self.hides_block(block_type)
                    || is_expanded
                        && block.labels().next().is_some_and(|label| self.hides_block(label.text()))
            }
        }
    }

    /// Returns whether a property of a JSON body is hidden.
    pub(super) fn hides_member(self, member: Member<'_>) -> bool {
        let name = member.name().text();
        if self.hidden.is_none() || self.expansion.is_none() || name != DYNAMIC {
            return self.hides_attribute(name);
        }
        let mut types = member.value().members().peekable();
        types.peek().is_some() && types.all(|ty| self.hides_block(ty.name().text()))
    }
}

impl<'b> PartView<'b> {
    /// Returns whether its items override those of the parts before it.
    pub(super) fn overrides(self) -> bool {
        self.overlaid.is_some_and(|overlaid| overlaid.overrides())
    }

    /// Returns whether a block of the native syntax is part of it.
    pub(super) fn has_block(self, block: ast::Block<'_>) -> bool {
        self.overlaid.is_none_or(|overlaid| overlaid.has_block(block.body().id().0))
    }

    /// Returns whether a property is part of it.
    pub(super) fn has_member(self, member: json_syntax::Member<'_>) -> bool {
        self.overlaid.is_none_or(|overlaid| overlaid.has_value(member.value().id()))
    }

    /// Returns the block that others were merged in.
    pub(super) fn overlaid_block(self, block: ast::Block<'_>) -> Option<&'b Block> {
        self.overlaid?.block(block.body().id().0)
    }

    /// Returns whether a block of the native syntax is part of it and not hidden.
    pub(super) fn shows(self, block: ast::Block<'_>) -> bool {
        !self.hides_item(ast::BodyItem::Block(block)) && self.has_block(block)
    }

    /// Returns whether a property of a JSON body is part of it, not hidden, and not a comment.
    pub(super) fn shows_member(self, member: json_syntax::Member<'_>) -> bool {
        member.name().text() != COMMENT && !self.hides_member(member) && self.has_member(member)
    }
}
