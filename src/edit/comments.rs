//! Comments of items and elements.

use super::document::Document;
use super::node::{Form, NodeId};
use crate::error::{Error, Result};
use crate::syntax::format::ends_in_heredoc;

/// Returns texts as the lines of comments. Comments stay as they are; each line of another text
/// gets a `#`.
pub(super) fn comment_lines<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        let text = text.as_ref();
        if is_comment(text.trim()) {
            lines.push(text.trim().to_owned());
        } else {
            lines.extend(text.lines().map(as_comment));
        }
    }
    lines
}

/// Returns a line as a comment.
fn as_comment(line: &str) -> String {
    match line.trim() {
        "" => "#".to_owned(),
        line if is_comment(line) => line.to_owned(),
        line => format!("# {line}"),
    }
}

/// Returns whether a text is a comment, or several, and nothing else.
fn is_comment(text: &str) -> bool {
    let mut rest = text;
    while let Some(inline) = rest.strip_prefix("/*") {
        match inline.split_once("*/") {
            Some((_, "")) => return true,
            Some((_, after)) => rest = after.trim_start(),
            None => return false,
        }
    }
    (rest.starts_with('#') || rest.starts_with("//")) && !rest.contains('\n')
}

/// Returns a text as a comment that other text can follow in its line.
pub(super) fn inline_comment(text: &str) -> Result<String> {
    let text = text.trim();
    let inline = text.strip_prefix("/*").and_then(|text| text.strip_suffix("*/"));
    let inner = inline.or_else(|| text.strip_prefix("//")).or_else(|| text.strip_prefix('#')).unwrap_or(text);
    if inner.contains("*/") {
        let detail =
            "The comment is written as /* */, so it cannot contain \"*/\". Remove that from its text.";
        return Err(Error::message(detail));
    }
    Ok(if inline.is_some() { text.to_owned() } else { format!("/* {} */", inner.trim()) })
}

impl Document {
    /// Returns the node that the comments of a value belong to, which is outside of parentheses.
    pub(super) fn commented(&self, id: NodeId) -> NodeId {
        let parent = self.parent(id);
        if self.form(parent) == Form::Parentheses { self.commented(parent) } else { id }
    }

    /// Returns the node that the comment after a node is after. Nothing closes a conditional, so
    /// for its last result, that is the conditional.
    fn trailed(&self, id: NodeId) -> NodeId {
        let parent = self.parent(id);
        let is_last = self.form(parent) == Form::Conditional && self.index_of(id) + 1 == self.count(parent);
        if is_last { self.trailed(parent) } else { id }
    }

    pub(super) fn foreign(&self, id: NodeId) -> usize {
        self.added_lines.get(&id.index).map_or(0, |added| added.foreign as usize)
    }

    /// Returns the end of the comments after a child that belong to it, in the gap after it. Those
    /// after a comma belong to it if no other element follows them in the line.
    fn end_of_comments(&self, parent: NodeId, index: usize) -> usize {
        let gap = self.gap(parent, index + 1);
        let end = gap.trail_end(gap.after_comma());
        if gap.ends_line(end) { end } else { gap.trail_end(0) }
    }

    /// Returns the comments before an item or an element that belong to it.
    pub(super) fn leading_comments(&self, id: NodeId) -> Vec<&str> {
        let gap = self.gap(self.parent(id), self.index_of(id));
        let own = gap.leading(gap.text.len()).iter().skip(self.foreign(id));
        own.map(|comment| &gap.text[comment.range()]).collect()
    }

    /// Returns the comment after an item or an element in its last line.
    pub(super) fn trailing_comment(&self, id: NodeId) -> Option<&str> {
        let id = self.trailed(id);
        let (parent, index) = (self.parent(id), self.index_of(id));
        let (gap, end) = (self.gap(parent, index + 1), self.end_of_comments(parent, index));
        // Comments before and after a comma are separate.
        let comma = gap.comma().unwrap_or(0);
        gap.comment_in(comma..end.max(comma)).or_else(|| gap.comment_in(0..comma))
    }

    /// Replaces the comments before an item or an element.
    pub(super) fn set_leading_comments<S: AsRef<str>>(
        &mut self,
        id: NodeId,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        let comments = comment_lines(comments);
        self.check_length(&comments.concat())?;
        self.change();
        let (parent, index) = (self.parent(id), self.find_index(id));
        if self.kind(parent).is_body() {
            self.spread(parent);
        }
        let gap = self.gap(parent, index);
        let start = gap.lead_start(self.foreign(id));
        if !gap.begins_line(start) {
            // The element is in one line with others.
            let comments = comments.iter().map(|comment| Ok(inline_comment(comment)? + " "));
            let new = [&gap.text[..start], &comments.collect::<Result<String>>()?].concat();
            self.write_gap(parent, index, &new);
            return Ok(());
        }
        let indent = gap.last_indent().unwrap_or_default();
        let new = self.lines(&comments.join("\n"), indent);
        let ending = if new.is_empty() { "" } else { self.ending() };
        let new = [&gap.text[..gap.line_start(start)], &new, ending, indent].concat();
        self.write_gap(parent, index, &new);
        Ok(())
    }

    /// Replaces the comment after an item or an element in its last line.
    pub(super) fn set_trailing_comment(&mut self, id: NodeId, comment: Option<&str>) -> Result<()> {
        let (id, comment) = (self.trailed(id), comment.map(str::trim));
        if comment.is_some_and(|comment| comment.contains('\n')) {
            let detail = "The comment after an item is one line. Put longer comments before the item.";
            return Err(Error::message(detail));
        }
        self.check_length(comment.unwrap_or_default())?;
        self.change();
        let (parent, index) = (self.parent(id), self.find_index(id));
        if comment.is_some() && self.kind(parent).is_body() {
            self.spread(parent);
        }
        let (gap, end) = (self.gap(parent, index + 1), self.end_of_comments(parent, index));
        let comma = gap.comma().filter(|comma| *comma < end);
        if let Some(comment) = comment
            && comma.is_none()
            && ends_in_heredoc(&self.text_of(id))
        {
            let lead = self.leading_comments(id).into_iter().chain([comment]).map(str::to_owned);
            let lead: Vec<String> = lead.collect();
            return self.set_leading_comments(id, lead);
        }
        let new = match comment {
            Some(comment) if gap.ends_line(end) => [" ", &as_comment(comment)].concat(),
            Some(comment) => [" ", &inline_comment(comment)?].concat(),
            None => String::new(),
        };
        let before = match comma {
            Some(comma) => &gap.text[gap.trail_end(0)..=comma],
            None => "",
        };
        let new = [before, &new, &gap.text[end..]].concat();
        self.write_gap(parent, index + 1, &new);
        Ok(())
    }
}
