//! Setting values, names, types and labels.

use serde::Serialize;

use super::document::Document;
use super::node::{Kind, NodeId, Text};
use super::text::{element_text, key_text};
use super::tree::value_start;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::ser::expression_text;
use crate::source::Source;
use crate::syntax::ast::{Body, Expression, ExpressionKind, ObjectKey};
use crate::syntax::format::ends_in_heredoc;
use crate::syntax::{parse_body, parse_expression};
use crate::value::quoted;

/// Values.
impl Document {
    /// Sets a value.
    pub(super) fn set_value(&mut self, id: NodeId, value: &impl Serialize) -> Result<()> {
        let text = match self.is_whole(id) {
            true => expression_text(value, self.ending() == "\n")?,
            false => element_text(value)?,
        };
        self.set_text(id, &text)
    }

    /// Returns whether a value is that of an attribute, after which its line can end.
    pub(super) fn is_whole(&self, id: NodeId) -> bool {
        self.node(self.node(id).parent).kind == Kind::Attribute
    }

    /// Sets the text of a value.
    pub(super) fn set_text(&mut self, id: NodeId, text: &str) -> Result<()> {
        let mut text = text.to_owned();
        if self.node(self.node(id).parent).kind == Kind::Conditional && is_conditional(&text) {
            // It would continue the chain of conditions.
            text = format!("({text})");
        }
        if !self.is_valid_value(self.node(id).parent, &text)? {
            let otherwise = Error::coded(Code::InvalidValue, "The value is not valid here.");
            return Err(self.error_after(|document| document.put_value(id, &text), otherwise));
        }
        self.put_value(id, &text);
        Ok(())
    }

    pub(super) fn put_value(&mut self, id: NodeId, text: &str) {
        self.change();
        let is_last_in_line = self.is_whole(id) && ends_in_heredoc(text);
        let item = self.node(id).parent;
        let body = self.node(item).parent;
        if is_last_in_line {
            self.spread(body);
        }
        let around = if self.is_whole(id) { self.votes_around(item) } else { 0 };
        let text = self.value_lines(text, id);
        // Comments before the value are not part of it.
        let start = value_start(&text);
        if start > 0 {
            let lead = [self.slice(self.texts[id.at()].lead), &text[..start]].concat();
            let at = self.store(&lead);
            self.texts[id.at()].lead = Text::new(at..at + lead.len());
        }
        let at = self.store(&text[start..]);
        self.replace_value(id, Text::new(at..at + text.len() - start));
        if is_last_in_line {
            self.end_line_after(item);
        }
        if self.is_whole(id) {
            let now = self.votes_around(item);
            self.add_votes(body, now - around);
        }
    }

    /// Moves the comment after an item to the line above it, since nothing can follow the item.
    fn end_line_after(&mut self, item: NodeId) {
        let (body, index) = (self.node(item).parent, self.find_index(item));
        let after = self.gap(body, index + 1);
        let end = after.trail_end(0);
        let comment = after.text[..end].trim().to_owned();
        let rest = after.text[end..].trim_start_matches([' ', '\t']).to_owned();
        let is_end = after.is_end && rest.is_empty();
        let rest = if is_end { self.ending().to_owned() } else { rest };
        self.write_gap(body, index + 1, &rest);
        if !comment.is_empty() {
            let before = self.gap(body, index);
            let (above, line) = before.text.split_at(before.line_start(before.text.len()));
            let indent = self.line_indent(item);
            let (above, line) = (above.to_owned(), line.to_owned());
            let new = [&above, &indent, comment.as_str(), self.ending(), &line].concat();
            self.write_gap(body, index, &new);
        }
    }

    /// Replaces parts of a value: ranges of its text, in their order.
    pub(super) fn replace_parts(&mut self, id: NodeId, parts: &[(std::ops::Range<usize>, String)]) {
        self.change();
        self.join(id);
        let whole = self.texts[id.at()].head;
        let mut done = 0;
        let mut pieces = Vec::new();
        for (range, new) in parts {
            let at = self.store(new);
            pieces.extend([whole.part(done..range.start), Text::new(at..at + new.len())]);
            done = range.end;
        }
        pieces.push(whole.part(done..whole.len()));
        self.texts[id.at()].head = whole.part(0..0);
        let children = pieces.into_iter().map(|head| {
            let texts = super::node::Texts { lead: Text::new(0..0), head, tail: Text::new(0..0) };
            self.add(id, Kind::Value, texts)
        });
        let children: Vec<NodeId> = children.collect();
        let node = &mut self.nodes[id.at()];
        (node.kind, node.is_split, node.children) = (Kind::Pieces, true, children.into());
    }
}

/// Names and labels.
impl Document {
    /// Replaces the start of the head of a node: its name, its type or its key.
    fn replace_in_head(&mut self, id: NodeId, parts: &[(std::ops::Range<usize>, String)]) {
        let mut head = self.head(id).to_owned();
        for (range, new) in parts.iter().rev() {
            head.replace_range(range.clone(), new);
        }
        let at = self.store(&head);
        self.texts[id.at()].head = Text::new(at..at + head.len());
    }

    /// Replaces the name of an attribute or the type of a block.
    pub(super) fn rename_item(&mut self, id: NodeId, to: &str) -> Result<()> {
        self.check_length(to)?;
        self.change();
        self.remove_names(id);
        let name = 0..self.name(id).len();
        self.replace_in_head(id, &[(name, to.to_owned())]);
        self.add_names(id);
        Ok(())
    }

    /// Replaces the key of an item of an object. A key in quotes keeps them.
    pub(super) fn rename_entry(&mut self, id: NodeId, to: &str) -> Result<()> {
        self.check_length(to)?;
        self.change();
        self.remove_names(id);
        let object = format!("{{{} 0\n}}", self.head(id));
        let parsed = parse_expression(Source::from(object), &Limits::PARSING);
        let object = parsed.root.map(|root| Expression::new(&parsed.tree, root).kind());
        if let Some(ExpressionKind::Object(object)) = object
            && let Some(item) = object.items().next()
        {
            let is_name = matches!(item.key, ObjectKey::Name(_));
            let to = if is_name { key_text(to) } else { quoted(to).to_string() };
            let span = item.key.span().range();
            self.replace_in_head(id, &[(span.start - 1..span.end - 1, to)]);
        }
        self.add_names(id);
        Ok(())
    }

    /// Replaces one label of a block.
    pub(super) fn set_label(&mut self, id: NodeId, index: usize, label: &str) {
        self.change();
        self.remove_names(id);
        let header = format!("{}}}", self.head(id));
        let parsed = parse_body(Source::from(header), &Limits::PARSING);
        let block = Body::new(&parsed.tree, parsed.root).block_at(0);
        if let Some(old) = block.and_then(|block| block.label(index)) {
            self.replace_in_head(id, &[(old.span().range(), quoted(label).to_string())]);
        }
        self.add_names(id);
    }

    /// Replaces the labels of a block.
    pub(super) fn set_labels(&mut self, id: NodeId, labels: &[String]) -> Result<()> {
        self.check_length(&labels.concat())?;
        self.change();
        self.remove_names(id);
        let header = format!("{}}}", self.head(id));
        let parsed = parse_body(Source::from(header.as_str()), &Limits::PARSING);
        if let Some(block) = Body::new(&parsed.tree, parsed.root).block_at(0) {
            let mut spans = block.labels().map(|label| label.span().range());
            let mut end = block.type_span().end as usize;
            let mut parts = Vec::new();
            let mut new = String::new();
            for label in labels {
                let label = quoted(label).to_string();
                if let Some(span) = spans.next() {
                    end = span.end;
                    parts.push((span, label));
                } else {
                    new = new + " " + &label;
                }
            }
            if !new.is_empty() {
                parts.push((end..end, new));
            }
            parts.extend(spans.map(|span| {
                let before = header[..span.start].trim_end_matches([' ', '\t']).len();
                (before..span.end, String::new())
            }));
            self.replace_in_head(id, &parts);
        }
        self.add_names(id);
        Ok(())
    }
}

fn is_conditional(text: &str) -> bool {
    let parsed = parse_expression(Source::from(text), &Limits::PARSING);
    let expression = parsed.root.map(|root| Expression::new(&parsed.tree, root));
    expression.is_some_and(|expression| matches!(expression.kind(), ExpressionKind::Conditional(_)))
}
