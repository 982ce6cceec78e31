//! Comments of items and elements.

use super::document::Document;
use super::gap::indent_of;
use super::handles::NodeMut;
use super::node::{Form, NodeId};
use crate::error::{Error, Result};
use crate::syntax::ast::{Token, TokenKind, tokens};
use crate::syntax::format::ends_in_heredoc;

/// Returns texts as the lines of comments. Comments stay as they are; each line of another text
/// gets a `#`.
pub(super) fn comment_lines<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> Vec<String> {
    let lines = |text: S| match text.as_ref().trim() {
        comment if is_comment(comment) => vec![comment.to_owned()],
        _ => text.as_ref().lines().map(as_comment).collect(),
    };
    texts.into_iter().flat_map(lines).collect()
}

/// Returns a line as a comment.
fn as_comment(line: &str) -> String {
    match line.trim() {
        "" => "#".to_owned(),
        line if is_comment(line) => line.to_owned(),
        line => format!("# {line}"),
    }
}

/// Returns whether a text is a comment, or several of which only the last one ends its line, and
/// nothing else.
fn is_comment(text: &str) -> bool {
    let is_part = |token: Token| match token.kind {
        TokenKind::Comment => {
            text[token.span.range()].starts_with("/*") || token.span.end as usize == text.len()
        }
        kind => kind == TokenKind::Newline,
    };
    !text.is_empty() && tokens(text).all(is_part)
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

    pub(super) fn earlier_comments(&self, id: NodeId) -> usize {
        self.added_lines.get(&id.index).map_or(0, |added| added.earlier_comments as usize)
    }

    /// Returns the end of the comments after a child that belong to it, in the gap after it. Those
    /// after a comma belong to it if no other element follows them in the line.
    fn end_of_comments(&self, parent: NodeId, index: usize) -> usize {
        let gap = self.gap(parent, index + 1);
        let end = gap.trail_end(gap.after_comma());
        if gap.ends_line(end) { end } else { gap.trail_end(0) }
    }
}

/// Comments.
impl<K> NodeMut<'_, K> {
    /// Returns the comments that belong to the item or the element: those in the lines directly
    /// above it, and before it on its line.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "# one\n# two\na = 1 # three\n".parse()?;
    /// let mut a = document.attribute("a").expect("it exists");
    /// assert_eq!(a.leading_comments(), ["# one", "# two"]);
    /// a.set_leading_comments(["zero"])?;
    /// a.set_trailing_comment(None)?;
    /// assert_eq!(document.to_string(), "# zero\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn leading_comments(&self) -> Vec<&str> {
        let (document, id) = (&*self.document, self.document.commented(self.id));
        let gap = document.gap(document.parent(id), document.index_of(id));
        let own = gap.leading(gap.text.len()).iter().skip(document.earlier_comments(id));
        own.map(|comment| &gap.text[comment.range()]).collect()
    }

    /// Replaces the comments before the item or the element. A text that is already a comment, even
    /// a multi-line one, is kept as it is. In any other text, each line gets a `#`. An element that
    /// is not the first in its line gets them in its line, as `/* … */`.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long, or if a comment in a line contains `*/`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "ports = [80, 443]\n".parse()?;
    /// let mut ports = document.value("ports").expect("it exists");
    /// ports.get(1).expect("there are two").set_leading_comments(["TLS"])?;
    /// assert_eq!(document.to_string(), "ports = [80, /* TLS */ 443]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_leading_comments<S: AsRef<str>>(
        &mut self,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        let comments = comment_lines(comments);
        let id = self.document.commented(self.id);
        let document = &mut *self.document;
        document.check_length(&comments.concat())?;
        document.change();
        let (parent, index) = (document.parent(id), document.find_index(id));
        document.spread(parent);
        let gap = document.gap(parent, index);
        let start = gap.lead_start(document.earlier_comments(id));
        let new = if gap.begins_line(start) {
            let indent = indent_of(gap.text);
            let new = document.lines(&comments.join("\n"), indent);
            let ending = if new.is_empty() { "" } else { document.ending() };
            [&gap.text[..gap.line_start(start)], &new, ending, indent].concat()
        } else {
            // The element is in one line with others.
            let comments = comments.iter().map(|comment| Ok(inline_comment(comment)? + " "));
            [&gap.text[..start], &comments.collect::<Result<String>>()?].concat()
        };
        document.write_gap(parent, index, &new);
        Ok(())
    }

    /// Returns the comment after the item or the element on its line.
    pub fn trailing_comment(&self) -> Option<&str> {
        let document = &*self.document;
        let id = document.trailed(document.commented(self.id));
        let (parent, index) = (document.parent(id), document.index_of(id));
        let (gap, end) = (document.gap(parent, index + 1), document.end_of_comments(parent, index));
        // Comments before and after a comma are separate.
        let comma = gap.comma().unwrap_or(0);
        gap.comment_in(comma..end.max(comma)).or_else(|| gap.comment_in(0..comma))
    }

    /// Replaces the comment after the item or the element on its line. No comment can follow a
    /// heredoc, so the comment is then placed before the item. Before other text in the line, it is
    /// written as `/* … */`.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines, or if it is written as `/* … */` and
    /// contains `*/`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "tags = {\n  # The environment.\n  Env = \"dev\"\n}\n".parse()?;
    /// let mut tags = document.value("tags").expect("it exists");
    /// let mut env = tags.get("Env").expect("it has the key");
    /// assert_eq!(env.leading_comments(), ["# The environment."]);
    /// env.set_trailing_comment(Some("to be changed"))?;
    /// assert_eq!(env.trailing_comment(), Some("# to be changed"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
        let id = self.document.trailed(self.document.commented(self.id));
        let (document, comment) = (&mut *self.document, comment.map(str::trim));
        if comment.is_some_and(|comment| comment.contains('\n')) {
            let detail = "The comment after an item is one line. Put longer comments before the item.";
            return Err(Error::message(detail));
        }
        document.check_length(comment.unwrap_or_default())?;
        document.change();
        let (parent, index) = (document.parent(id), document.find_index(id));
        if comment.is_some() {
            document.spread(parent);
        }
        let (gap, end) = (document.gap(parent, index + 1), document.end_of_comments(parent, index));
        let comma = gap.comma().filter(|comma| *comma < end);
        if let Some(comment) = comment
            && comma.is_none()
            && ends_in_heredoc(&document.text_of(id))
        {
            let mut node = NodeMut::<K>::new(document, id);
            let lead = node.leading_comments().into_iter().chain([comment]).map(str::to_owned);
            let lead: Vec<String> = lead.collect();
            return node.set_leading_comments(lead);
        }
        let new = match comment {
            Some(comment) if gap.ends_line(end) => [" ", &as_comment(comment)].concat(),
            Some(comment) => [" ", &inline_comment(comment)?].concat(),
            None => String::new(),
        };
        let before = comma.map_or("", |comma| &gap.text[gap.trail_end(0)..=comma]);
        let new = [before, &new, &gap.text[end..]].concat();
        document.write_gap(parent, index + 1, &new);
        Ok(())
    }
}
