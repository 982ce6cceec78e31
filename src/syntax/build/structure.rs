//! Bodies, attributes and blocks.

use super::string::unescape_into;
use super::{BuildResult, Builder, Rejected};
use crate::source::Span;
use crate::syntax::ast::tree::{BodyNode, ItemKind, ItemNode, LabelNode, List, StringRef, seal};
use crate::syntax::grammar::Rule;
use crate::syntax::scan::terminals;
use crate::util::distinct::are_distinct;
use crate::util::ordered::OrderedMap;

impl Builder<'_, '_> {
    /// Pushes the attributes and blocks up to the end of the enclosing rule onto the stack.
    pub(super) fn items_of_body(&mut self) -> BuildResult<()> {
        loop {
            match self.peek() {
                Some(Rule::plain_attributes) => self.plain_attributes()?,
                Some(Rule::identifier) => {
                    let item = self.item()?;
                    self.items.push(item);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Builds attributes of four terminals each: a name, `=`, a value of one token, and a newline.
    fn plain_attributes(&mut self) -> BuildResult<()> {
        for at in self.range(Rule::plain_attributes)?.step_by(4) {
            let (name, value) = (self.span_of(at), self.plain_value(at + 2)?);
            let span = name.to(self.tree.expr(value).span);
            self.items.push(ItemNode { span, name, kind: ItemKind::Attribute(value) });
        }
        Ok(())
    }

    /// Adds the items since `mark` to the tree as the items of one body. Returns also whether their
    /// names differ.
    pub(super) fn seal_items(&mut self, mark: usize) -> BuildResult<(List<ItemNode>, bool)> {
        let are_distinct = self.reject_redefinition(mark)?;
        Ok((seal(&mut self.items, mark, &mut self.tree.items, 0), are_distinct))
    }

    /// Rejects two attributes of the same name. Returns whether the names of all items differ.
    fn reject_redefinition(&self, mark: usize) -> BuildResult<bool> {
        let (items, text) = (&self.items[mark..], self.text.as_bytes());
        if are_distinct(items.iter().map(|item| &text[item.name.range()])) {
            return Ok(true);
        }
        let attributes = || items.iter().filter(|item| matches!(item.kind, ItemKind::Attribute(_)));
        let has_blocks = attributes().count() < items.len();
        if has_blocks && are_distinct(attributes().map(|item| &text[item.name.range()])) {
            return Ok(false);
        }
        let mut names = OrderedMap::new();
        match attributes().find(|item| names.insert(&text[item.name.range()], ()).is_some()) {
            Some(again) => Err(Rejected(again.name.start)),
            None => Ok(!has_blocks),
        }
    }

    /// Builds an attribute or a block.
    pub(super) fn item(&mut self) -> BuildResult<ItemNode> {
        let name = self.lexeme(Rule::identifier)?;
        match self.peek() {
            Some(Rule::label | Rule::block_body | Rule::one_line_body) => self.block(name),
            _ => {
                let value = self.expression()?;
                let span = name.to(self.tree.expr(value).span);
                Ok(ItemNode { span, name, kind: ItemKind::Attribute(value) })
            }
        }
    }

    /// Builds a block after its type.
    fn block(&mut self, name: Span) -> BuildResult<ItemNode> {
        let mark = self.labels.len();
        while self.peek() == Some(Rule::label) {
            let label = self.label()?;
            self.labels.push(label);
        }
        let labels = seal(&mut self.labels, mark, &mut self.tree.labels, self.tree.exprs.capacity() / 16);
        let start = match self.peek() {
            Some(Rule::one_line_body) => self.open(Rule::one_line_body)?,
            _ => self.open(Rule::block_body)?,
        };
        let mark = self.items.len();
        self.items_of_body()?;
        let (items, has_distinct_names) = self.seal_items(mark)?;
        let braces = Span::new(start, self.close()?.end);
        let body = self.tree.add_body(BodyNode { span: braces, items, has_distinct_names });
        Ok(ItemNode { span: name.to(braces), name, kind: ItemKind::Block { labels, body } })
    }

    /// Builds a label, a name or a string.
    fn label(&mut self) -> BuildResult<LabelNode> {
        let at = self.terminal(Rule::label)?;
        let span = self.span_of(at);
        let text = match (self.terminals.get(at), self.slice(span).strip_prefix('"')) {
            (terminals::STRING, _) => self.string_text(at)?,
            (terminals::BROKEN, Some(raw)) => {
                let raw = raw.strip_suffix('"').unwrap_or(raw);
                self.add_unescaped(|_, text| {
                    // Up to the first invalid escape sequence.
                    let _ = unescape_into(raw, true, text);
                    Ok(())
                })?
            }
            _ => StringRef::verbatim(span),
        };
        Ok(LabelNode { span, text })
    }
}
