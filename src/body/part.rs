//! Bodies of one text, without a schema and by a schema, in both syntaxes.

use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::consumed::Consumed;
use super::content::Partial;
use super::name::COMMENT;
use super::schema::BodySchema;
use super::structure::{Attribute, Block, BodyItem, BodyPartView};
use super::{json, native};
use crate::diag::Code;
use crate::json_syntax::{self, Member};
use crate::syntax::ast;
use crate::syntax::scope::DYNAMIC;

impl BodyPartView<'_> {
    /// Returns the attributes and blocks.
    pub(super) fn items(self) -> Vec<BodyItem> {
        let BySyntax::Native((tree, id)) = self.node else {
            return self.attributes().into_iter().map(BodyItem::Attribute).collect();
        };
        let shown = ast::Body::new(tree, id).items().filter(|item| self.shows_item(*item));
        let handles = shown.map(|item| match item {
            ast::BodyItem::Attribute(it) => BodyItem::Attribute(native::attribute(self, tree, it)),
            ast::BodyItem::Block(it) => BodyItem::Block(native::block(self, tree, it)),
        });
        handles.collect()
    }

    /// Returns the attributes.
    pub(super) fn attributes(self) -> Vec<Attribute> {
        match self.node {
            BySyntax::Native((tree, id)) => {
                let attributes = ast::Body::new(tree, id).attributes();
                let shown = attributes.filter(|attribute| !self.hides_attribute(attribute.name()));
                shown.map(|attribute| native::attribute(self, tree, attribute)).collect()
            }
            // Without a schema, a property may be an attribute or blocks.
            BySyntax::Json((tree, id)) => {
                let shown = tree.node(id).members().filter(|member| self.shows_member(*member));
                shown.map(|member| json::attribute(self, tree, member)).collect()
            }
        }
    }

    /// Returns the attribute with a name: of several JSON properties the first one, or the last
    /// one.
    pub(super) fn attribute(self, name: &str, last: bool) -> Option<Attribute> {
        match self.node {
            BySyntax::Native((tree, id)) => {
                let named = ast::Body::new(tree, id).attribute(name);
                let shown = named.filter(|_| !self.hides_attribute(name));
                shown.map(|attribute| native::attribute(self, tree, attribute))
            }
            BySyntax::Json((tree, id)) => {
                let named = tree.node(id).members_named(name);
                let mut shown = named.filter(|member| self.shows_member(*member));
                let member = if last { shown.last() } else { shown.next() };
                member.map(|member| json::attribute(self, tree, member))
            }
        }
    }

    /// Returns the blocks, or those of a type.
    pub(super) fn blocks(self, block_type: Option<&str>) -> Vec<Block> {
        match self.node {
            BySyntax::Native((tree, id)) => {
                let blocks = ast::Body::new(tree, id).blocks();
                let of_type = blocks.filter(|block| block_type.is_none_or(|it| it == block.block_type()));
                let shown = of_type.filter(|block| self.shows(*block));
                shown.map(|block| native::block(self, tree, block)).collect()
            }
            BySyntax::Json(_) => Vec::new(),
        }
    }

    /// Returns the attributes and blocks of a schema, with dynamic blocks as they are written. With
    /// `all`, other items of the body are an error.
    pub(super) fn written_content(self, schema: &BodySchema, all: bool) -> Partial {
        let mut partial = Partial::new((self.source().clone(), self.missing_span()));
        match self.node {
            BySyntax::Native((tree, id)) => {
                native::content(self, tree, ast::Body::new(tree, id), schema, &mut partial);
            }
            BySyntax::Json((tree, id)) => json::content(self, tree, tree.node(id), schema, &mut partial),
        }
        if all {
            self.check_names(schema, &mut partial);
        }
        partial.check_required(schema);
        partial
    }

    /// Returns the consumed names together with others.
    pub(super) fn consuming(self, names: &Arc<Consumed>) -> Arc<Consumed> {
        let Some(consumed) = self.consumed else { return names.clone() };
        let mut consumed = (**consumed).clone();
        consumed.extend(names);
        Arc::new(consumed)
    }

    /// Reports the attributes and blocks that the schema does not name.
    fn check_names(self, schema: &BodySchema, partial: &mut Partial) {
        match self.node {
            BySyntax::Native((tree, id)) => {
                for item in ast::Body::new(tree, id).items() {
                    let (name, span, code, is_known) = match item {
                        ast::BodyItem::Attribute(it) => {
                            let is_known = schema.attribute(it.name()).is_some();
                            (it.name(), it.name_span(), Code::UnexpectedAttribute, is_known)
                        }
                        ast::BodyItem::Block(it) => {
                            let is_known = schema.block(it.block_type()).is_some();
                            (it.block_type(), it.type_span(), Code::UnexpectedBlock, is_known)
                        }
                    };
                    if !is_known && self.shows_item(item) {
                        partial.unexpected(name, span, code, schema);
                    }
                }
            }
            BySyntax::Json((tree, id)) => {
                for member in tree.node(id).members().filter(|it| self.shows_member(*it)) {
                    let name = member.name();
                    if schema.attribute(name.text()).is_none() && schema.block(name.text()).is_none() {
                        partial.unexpected(name.text(), name.span(), Code::UnexpectedName, schema);
                    }
                }
            }
        }
    }

    /// Returns the attributes of a body that must not contain blocks.
    pub(super) fn just_attributes(self) -> Partial {
        let mut partial = Partial::new((self.source().clone(), self.missing_span()));
        if let BySyntax::Json((tree, id)) = self.node
            && !matches!(tree.node(id).kind(), json_syntax::Kind::Object(_))
        {
            let detail = "A JSON object is required here, whose properties are the attributes of this block.";
            partial.error(tree.node(id).start_span(), Code::JsonObjectExpected, detail.to_owned());
            return partial;
        }
        self.attributes().into_iter().for_each(|attribute| partial.add_attribute(attribute));
        if let BySyntax::Native((tree, id)) = self.node
            && let Some(block) = ast::Body::new(tree, id).blocks().find(|block| self.shows(*block))
        {
            let name = block.block_type();
            let detail = format!("Only attributes are expected here, but {name:?} is a block.");
            partial.error(block.type_span(), Code::UnexpectedBlock, detail);
        }
        partial
    }

    pub(super) fn hides_attribute(self, name: &str) -> bool {
        self.consumed.is_some_and(|consumed| consumed.attributes.contains(name))
    }

    pub(super) fn hides_block(self, block_type: &str) -> bool {
        self.consumed.is_some_and(|consumed| consumed.blocks.contains(block_type))
    }

    /// Returns whether an item as it is written is consumed. A dynamic block is consumed if the
    /// blocks that it generates are.
    pub(super) fn hides_item(self, item: ast::BodyItem<'_>) -> bool {
        match item {
            ast::BodyItem::Attribute(attribute) => self.hides_attribute(attribute.name()),
            ast::BodyItem::Block(block) => {
                let block_type = block.block_type();
                let is_expanded = self.expanding().is_some() && block_type == DYNAMIC;
                self.hides_block(block_type)
                    || is_expanded
                        && block.labels().next().is_some_and(|label| self.hides_block(label.text()))
            }
        }
    }

    /// Returns whether a property of a JSON body is consumed.
    pub(super) fn hides_member(self, member: Member<'_>) -> bool {
        let name = member.name().text();
        if self.consumed.is_none() || self.expanding().is_none() || name != DYNAMIC {
            return self.hides_attribute(name);
        }
        let mut types = member.value().members().peekable();
        types.peek().is_some() && types.all(|ty| self.hides_block(ty.name().text()))
    }
}

impl BodyPartView<'_> {
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

    /// Returns whether a block of the native syntax is part of it and not consumed.
    pub(super) fn shows(self, block: ast::Block<'_>) -> bool {
        !self.hides_item(ast::BodyItem::Block(block)) && self.has_block(block)
    }

    /// Returns whether an item of the native syntax is part of it and not consumed.
    fn shows_item(self, item: ast::BodyItem<'_>) -> bool {
        match item {
            ast::BodyItem::Attribute(attribute) => !self.hides_attribute(attribute.name()),
            ast::BodyItem::Block(block) => self.shows(block),
        }
    }

    /// Returns whether a property of a JSON body is part of it, not consumed, and not a comment.
    pub(super) fn shows_member(self, member: json_syntax::Member<'_>) -> bool {
        member.name().text() != COMMENT && !self.hides_member(member) && self.has_member(member)
    }
}
