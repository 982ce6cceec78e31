//! Inserting the elements of tuples, calls and objects.

use super::document::Document;
use super::gap::indent_of;
use super::names::{entry, first_item};
use super::node::{Form, Kind, NodeId, Texts};
use super::position::Position;
use super::text::{not_a, shift};
use crate::error::{Error, Result};
use crate::syntax::format::ends_in_heredoc;

impl Document {
    /// Returns the node whose children are the elements of a value: the tuple, the object, the call
    /// or the conditional that it is, also in parentheses.
    pub(super) fn collection(&mut self, id: NodeId) -> Option<NodeId> {
        self.split(id);
        match self.form(id) {
            Form::Tuple | Form::Object | Form::Call | Form::Conditional => Some(id),
            Form::Parentheses => self.collection(self.child(id, 0)?),
            Form::Body | Form::Plain | Form::Pieces => None,
        }
    }

    /// Returns the number of elements of a [collection](Self::collection).
    pub(super) fn element_count(&self, id: NodeId) -> usize {
        let count = self.count(id);
        if self.form(id) == Form::Conditional { count.div_ceil(2) } else { count }
    }

    /// Returns an element of a tuple, an argument of a call or a result of a conditional.
    pub(super) fn element(&mut self, id: NodeId, index: usize) -> Option<NodeId> {
        let last = self.count(id).checked_sub(1)?;
        let at = if self.form(id) == Form::Conditional { last.min(2 * index + 1) } else { index };
        let child = self.child(id, at).filter(|_| index < self.element_count(id))?;
        self.hints.insert(child.index, at);
        Some(child)
    }

    /// Checks that elements of a collection can be inserted and removed.
    pub(super) fn check_list(&self, id: NodeId) -> Result<()> {
        // The elements of the last argument are arguments, so that none can follow it.
        let expands = || self.gap(id, self.count(id)).text.trim_start().starts_with("...");
        match self.form(id) {
            Form::Tuple | Form::Object => Ok(()),
            Form::Call if !expands() => Ok(()),
            Form::Call => Err(not_a("a call without \"...\"")),
            _ => Err(not_a("a tuple or an object")),
        }
    }

    /// Inserts an element, or an item of an object. Returns its index.
    pub(super) fn insert_element(&mut self, list: NodeId, position: Position, text: &str) -> Result<usize> {
        let index = position.index(self.count(list));
        let head = if self.form(list) == Form::Object { entry_head(text) } else { 0 };
        let is_valid = self.is_valid_value(list, None, &text[head..])?;
        let put = |document: &mut Self| document.put_element(list, index, text);
        self.change_valid(is_valid, || Error::message("The value is not valid here."), put)?;
        Ok(index)
    }

    fn put_element(&mut self, list: NodeId, index: usize, text: &str) {
        self.change();
        let ending = self.ending();
        let is_object = self.form(list) == Form::Object;
        let count = self.count(list);
        let near = self.child(list, index.min(count.saturating_sub(1)));
        let indent = || near.map_or_else(|| self.content_indent(list), |near| self.line_indent(near));
        let mut text = self.value_lines(text, indent);
        let first = self.gap(list, 0);
        let gap = self.gap(list, index);
        let is_broken = count > 0 && first.text.contains('\n');
        let indent = indent_of(first.text);
        let has_commas = !is_object || (count > 0 && self.gap(list, 1).comma().is_some());
        let lead = gap.lead_start(0);
        let (before, after) = if count == 0 {
            let content = first.text[..first.end].trim();
            let bracket = &first.text[first.end..];
            if content.is_empty() && !is_object {
                (String::new(), bracket.to_owned())
            } else {
                let near = self.content_indent(list);
                let indent = [near.as_str(), self.unit()].concat();
                text = shift(&text, &near, &indent).trim_start_matches([' ', '\t']).to_owned();
                let comments = if content.is_empty() { vec![] } else { vec![ending, &indent, content] };
                ([&comments.concat(), ending, &indent].concat(), [ending, &near, bracket].concat())
            }
        } else {
            let is_last = index == count;
            let comma = gap.comma().filter(|_| is_last);
            let tail = gap.trail_end(gap.after_comma());
            let at = if is_last { gap.line_end(tail) } else { gap.line_start(lead) };
            let is_line = match is_last {
                true => gap.ends_line(tail) && at <= gap.end,
                false => gap.begins_line(lead),
            };
            if is_broken && is_line {
                let (above, below) = gap.text.split_at(at);
                let comma_if = |is_needed: bool| if is_needed { "," } else { "" };
                let needs_comma = is_last && has_commas && comma.is_none();
                let is_heredoc = near.is_some_and(|near| needs_comma && ends_in_heredoc(&self.text_of(near)));
                let comma_line = if is_heredoc { [ending, indent].concat() } else { String::new() };
                let last = comma_if(if is_last { comma.is_some() } else { has_commas });
                ([&comma_line, comma_if(needs_comma), above, indent].concat(), [last, ending, below].concat())
            } else if let Some(comma) = comma {
                ([&gap.text[..=comma], " "].concat(), [",", &gap.text[comma + 1..]].concat())
            } else if is_last {
                (", ".to_owned(), gap.text.to_owned())
            } else {
                (gap.text[..lead].to_owned(), [", ", &gap.text[lead..]].concat())
            }
        };
        let head = if is_object { entry_head(&text) } else { 0 };
        let [lead, text, rest] = [before, text, after].map(|text| self.store(&text));
        let (head, content) = (text.part(0..head), text.part(head..text.len()));
        let texts = Texts { lead, head, content, ..Texts::default() };
        let id = self.add(list, if is_object { Kind::Entry } else { Kind::Element }, texts);
        self.link(list, index, [id.index].into(), rest);
    }
}

/// Returns the start of the value of an item of an object.
fn entry_head(text: &str) -> usize {
    let object = entry(text, "");
    first_item(&object).map_or(0, |item| item.value.span().start as usize - 1)
}
