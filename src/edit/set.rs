//! Setting values, names, types and labels.

use std::collections::VecDeque;

use super::document::Document;
use super::names::{entry, first_item, header};
use super::node::{Children, Content, Form, Kind, NodeId, Texts};
use super::text::{Part, check_name, with_parts, without_line_end};
use super::tree::value_start;
use crate::body::parse_expression;
use crate::error::{Error, Result};
use crate::ser::key_text;
use crate::syntax::ast::{Expression, ExpressionKind, ObjectKey};
use crate::syntax::format::ends_in_heredoc;
use crate::value::{Name, quoted};

impl Document {
    /// Returns the text of a value in the place of another. The function returns it with or without
    /// heredocs.
    pub(super) fn value_text(&self, id: NodeId, text: impl FnOnce(bool) -> Result<String>) -> Result<String> {
        match self.kind(id) {
            // Its line can end after it.
            Kind::Attribute => text(self.ending() == "\n"),
            _ => text(false).map(without_line_end),
        }
    }

    /// Sets the text of a value.
    pub(super) fn set_text(&mut self, id: NodeId, text: &str) -> Result<()> {
        let parent = self.parent(id);
        let is_conditional = |it: Expression<'_>| matches!(it.kind(), ExpressionKind::Conditional(_));
        // It would continue the chain of conditions.
        let is_chained = self.form(parent) == Form::Conditional
            && parse_expression(text).value.ast().is_some_and(is_conditional);
        let text = if is_chained { format!("({text})") } else { text.to_owned() };
        let is_valid = self.is_valid_value(parent, Some(id), &text)?;
        let otherwise = || Error::message("The value is not valid here.");
        self.change_valid(is_valid, otherwise, |document| document.put_value(id, &text))
    }

    pub(super) fn put_value(&mut self, id: NodeId, text: &str) {
        self.change();
        let is_last_in_line = self.kind(id) == Kind::Attribute && ends_in_heredoc(text);
        if is_last_in_line {
            self.spread(self.parent(id));
        }
        let text = self.value_lines(text, || self.content_indent(id));
        // Comments before the value are not part of it.
        let (comments, value) = text.split_at(value_start(&text));
        if !comments.is_empty() {
            let mut texts = self.texts(id);
            let is_element = self.kind(id) == Kind::Element;
            let old = if is_element { &mut texts.lead } else { &mut texts.comments };
            *old = self.store(&[self.slice(*old), comments].concat());
            self.set_texts(id, texts);
        }
        let value = self.store(value);
        self.replace_content(id, value);
        if is_last_in_line {
            self.end_line_after(id);
        }
        self.count_votes_around(id);
    }

    /// Moves the comment after an item to the line above it, since nothing can follow the item.
    fn end_line_after(&mut self, item: NodeId) {
        let (body, index) = (self.parent(item), self.find_index(item));
        let after = self.gap(body, index + 1);
        let end = after.trail_end(0);
        let comment = after.text[..end].trim().to_owned();
        let rest = after.text[end..].trim_start_matches([' ', '\t']);
        let rest = if after.is_end && rest.is_empty() { self.ending() } else { rest }.to_owned();
        self.write_gap(body, index + 1, &rest);
        if !comment.is_empty() {
            let before = self.gap(body, index);
            let (above, line) = before.text.split_at(before.line_start(before.text.len()));
            let new = [above, &self.line_indent(item), &comment, self.ending(), line].concat();
            self.write_gap(body, index, &new);
        }
    }

    /// Replaces parts of a value.
    pub(super) fn replace_parts(&mut self, id: NodeId, parts: &[Part]) {
        self.change();
        self.join(id);
        let whole = self.texts(id).content;
        // Its first part may have been replaced by one that begins with a comment.
        let start = value_start(self.slice(whole));
        let (mut done, mut pieces) = (0, VecDeque::new());
        for (range, new) in parts {
            for content in [whole.part(done..start + range.start), self.store(new)] {
                pieces.push_back(self.add(id, Kind::Element, Texts { content, ..Texts::default() }).index);
            }
            done = start + range.end;
        }
        let rest = whole.part(done..whole.len());
        let (form, open, children) = (Form::Pieces, whole.part(0..0), Children::new(pieces));
        self.set_content(id, Content { form, open, close: rest, children, ..Content::default() });
    }

    /// Replaces parts of the head of a node, after the start of the change.
    fn replace_in_head(&mut self, id: NodeId, parts: &[Part]) -> Result<()> {
        let head = with_parts(self.head(id), parts);
        self.check_length(&head)?;
        self.remove_names(id);
        let head = self.store(&head);
        self.set_texts(id, Texts { head, ..self.texts(id) });
        self.add_names(id);
        Ok(())
    }

    /// Replaces the name of an attribute or the type of a block.
    pub(super) fn rename_item(&mut self, id: NodeId, to: &str) -> Result<()> {
        check_name(to)?;
        if self.name(id) == to {
            return Ok(());
        }
        self.check_item(self.parent(id), self.kind(id), to)?;
        self.change();
        let name = 0..self.name(id).len();
        self.replace_in_head(id, &[(name, to.to_owned())])
    }

    /// Replaces the key of an item of an object. A key in quotes keeps them.
    pub(super) fn rename_entry(&mut self, id: NodeId, to: &str) -> Result<()> {
        self.change();
        let object = entry(self.head(id), "0");
        let Some(key) = first_item(&object).map(|item| item.key) else { return Ok(()) };
        let is_name = matches!(key, ObjectKey::Name(_));
        let to = if is_name { key_text(to) } else { quoted(to).to_string() };
        let span = key.span().range();
        self.replace_in_head(id, &[(span.start - 1..span.end - 1, to)])
    }

    /// Replaces the labels of a block, except for those that stay.
    pub(super) fn set_labels<S: Name>(&mut self, id: NodeId, labels: &[Option<S>]) -> Result<()> {
        self.change();
        let head = self.head(id);
        let file = header(head);
        let Some(block) = file.ast().and_then(|body| body.block_at(0)) else { return Ok(()) };
        let spans: Vec<_> = block.labels().map(|label| label.span().range()).collect();
        let (kept, removed) = spans.split_at(labels.len().min(spans.len()));
        let text = |label: &S| quoted(label.as_ref()).to_string();
        let new = kept.iter().zip(labels);
        let mut parts: Vec<Part> =
            new.filter_map(|(at, to)| Some((at.clone(), text(to.as_ref()?)))).collect();
        let end = kept.last().map_or(block.type_span().end as usize, |last| last.end);
        let added = labels[kept.len()..].iter().flatten().map(|label| [" ", &text(label)].concat());
        parts.push((end..end, added.collect()));
        parts.extend(removed.iter().map(|span| {
            let before = head[..span.start].trim_end_matches([' ', '\t']).len();
            (before..span.end, String::new())
        }));
        self.replace_in_head(id, &parts)
    }
}
