//! Bodies, attributes and blocks.

use std::collections::HashSet;

use super::{Lowered, Lowering, Refused};
use crate::source::Span;
use crate::syntax::ast::tree::{BodyNode, ItemKind, ItemNode, LabelNode, List, Text};
use crate::syntax::grammar::Rule;

/// Up to so many names, comparing each with each is faster than hashing.
const FEW: usize = 16;

impl Lowering<'_, '_> {
    /// Attributes and blocks up to the end of the enclosing rule.
    pub(super) fn body_items(&mut self) -> Lowered<List<ItemNode>> {
        let mark = self.items.len();
        while self.peek() == Some(Rule::identifier) {
            let item = self.body_item()?;
            self.items.push(item);
        }
        self.refuse_redefinition(mark)?;
        Ok(self.tree.add_items(&mut self.items, mark))
    }

    /// No two attributes of a body may have one name.
    fn refuse_redefinition(&self, mark: usize) -> Lowered<()> {
        let attributes = &mut self.items[mark..].iter().filter_map(|item| match item.kind {
            ItemKind::Attribute(_) => Some(item.name),
            ItemKind::Block { .. } => None,
        });
        let redefined = if self.items.len() - mark <= FEW {
            let names: Vec<Span> = attributes.collect();
            let is_again =
                |at: &usize| names[..*at].iter().any(|name| self.slice(*name) == self.slice(names[*at]));
            (1..names.len()).find(is_again).map(|at| names[at])
        } else {
            let mut names = HashSet::new();
            attributes.find(|name| !names.insert(self.slice(*name)))
        };
        redefined.map_or(Ok(()), |name| Err(Refused(name.start)))
    }

    /// An attribute, or a block: what follows its name tells.
    pub(super) fn body_item(&mut self) -> Lowered<ItemNode> {
        let name = self.lexeme(Rule::identifier)?;
        match self.peek() {
            Some(Rule::label | Rule::block_body) => self.block(name),
            _ => {
                let value = self.expression()?;
                let span = name.to(self.tree.expr(value).span);
                Ok(ItemNode { span, name, kind: ItemKind::Attribute(value) })
            }
        }
    }

    fn block(&mut self, name: Span) -> Lowered<ItemNode> {
        let mark = self.labels.len();
        while self.peek() == Some(Rule::label) {
            let label = self.label()?;
            self.labels.push(label);
        }
        let labels = self.tree.add_labels(&mut self.labels, mark);
        let start = self.open(Rule::block_body)?;
        let items = self.body_items()?;
        let braces = Span::new(start, self.close()?);
        let body = self.tree.add_body(BodyNode { span: braces, items });
        Ok(ItemNode { span: name.to(braces), name, kind: ItemKind::Block { labels, body } })
    }

    fn label(&mut self) -> Lowered<LabelNode> {
        let start = self.open(Rule::label)?;
        let label = if let Some(name) = self.optional(Rule::identifier)? {
            LabelNode { span: name, text: Text::verbatim(name) }
        } else if let Some(literal) = self.optional(Rule::quoted_literal)? {
            LabelNode { span: Span::new(start, literal.end + 1), text: self.unescape(literal)? }
        } else {
            LabelNode { span: Span::new(start, start + 2), text: Text::verbatim(Span::at(start + 1)) }
        };
        self.close()?;
        Ok(label)
    }
}
