//! The items of a body, and their comments.

use super::added::Added;
use super::document::Document;
use super::layout::Edit;
use super::part::Part;
use super::path::Path;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::BodyItem;

/// Returns texts as the lines of comments. Comments stay as they are; each line of another text
/// gets a `#`.
pub(super) fn comment_lines<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> String {
    let mut lines = Vec::new();
    for text in texts {
        let text = text.as_ref();
        if is_comment(text.trim()) {
            lines.push(text.trim().to_owned());
        } else {
            lines.extend(text.lines().map(as_comment));
        }
    }
    lines.join("\n")
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

/// The items of a body, with their comments.
impl Document {
    /// Removes an item with its comments.
    pub(super) fn remove_item(&mut self, path: &Path, index: usize) -> Result<()> {
        let added = self.additions.of(path, index);
        self.change_item(path, index, |part, path, index| part.remove_item(path, index, added))?;
        self.additions.remove(path, index);
        Ok(())
    }

    /// Returns the number of comments above an item that do not belong to it.
    pub(super) fn foreign_comments(&self, path: &Path, index: usize) -> usize {
        self.additions.of(path, index).map_or(0, |added| added.foreign)
    }

    /// Replaces the comments before an item.
    pub(super) fn set_lead_comments<S: AsRef<str>>(
        &mut self,
        path: &Path,
        index: usize,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        let foreign = self.foreign_comments(path, index);
        self.change_item(path, index, |part, path, index| {
            part.set_lead_comments(path, index, foreign, comments)
        })
    }

    /// Replaces the comment after an item in its last line.
    pub(super) fn set_line_comment(
        &mut self,
        path: &Path,
        index: usize,
        comment: Option<&str>,
    ) -> Result<()> {
        let foreign = self.foreign_comments(path, index);
        self.change_item(path, index, |part, path, index| {
            part.set_line_comment(path, index, foreign, comment)
        })
    }

    /// Returns the comments before an item that belong to it.
    pub(super) fn lead_comments(&self, path: &Path, index: usize) -> Vec<&str> {
        let foreign = self.foreign_comments(path, index);
        let item = self.item(path, index);
        item.map_or_else(Vec::new, |item| item.leading_comments().skip(foreign).collect())
    }

    /// Returns the comment after an item in its last line.
    pub(super) fn line_comment(&self, path: &Path, index: usize) -> Option<&str> {
        self.item(path, index)?.trailing_comment()
    }
}

impl Part<'_> {
    /// Removes an item with its comments.
    pub(super) fn remove_item(&mut self, path: &Path, index: usize, added: Option<Added>) -> Result<()> {
        let edit = self.removal_of(path, index..index + 1, added);
        self.apply(edit.into_iter().collect())
    }

    /// Replaces the comments before an item, except for the first ones, which are `foreign`.
    fn set_lead_comments<S: AsRef<str>>(
        &mut self,
        path: &Path,
        index: usize,
        foreign: usize,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        let comments = comment_lines(comments);
        self.spread(path)?;
        let Some((extent, item)) = self.extent(path, index, foreign) else { return Ok(()) };
        let text = self.text();
        let indent = text.indent(item.start);
        let mut new = self.lines(&comments, indent);
        if !new.is_empty() {
            new.push_str(self.ending());
        }
        new.push_str(indent);
        let start = text.line_start(extent.start);
        self.apply(vec![Edit::new(start..item.start, new)])
    }

    /// Replaces the comment after an item in its last line.
    fn set_line_comment(
        &mut self,
        path: &Path,
        index: usize,
        foreign: usize,
        comment: Option<&str>,
    ) -> Result<()> {
        let comment = comment.map(str::trim);
        if comment.is_some_and(|comment| comment.contains('\n')) {
            return Err(Error::coded(
                Code::InvalidValue,
                "The comment after an item is one line. Put longer comments before the item.",
            ));
        }
        if comment.is_some() {
            self.spread(path)?;
        }
        let Some((extent, item)) = self.extent(path, index, foreign) else { return Ok(()) };
        let ends_in_heredoc = self.text().text[..item.end].ends_with(|last: char| last != '}')
            && self.is_heredoc_end(path, index);
        match comment {
            Some(comment) if ends_in_heredoc => {
                let lead =
                    self.item(path, index).into_iter().flat_map(BodyItem::leading_comments).skip(foreign);
                let lead: Vec<String> = lead.chain([comment]).map(str::to_owned).collect();
                self.set_lead_comments(path, index, foreign, lead)
            }
            Some(comment) => {
                let new = format!(" {}", as_comment(comment));
                self.apply(vec![Edit::new(item.end..extent.end, new)])
            }
            None => self.apply(vec![Edit::new(item.end..extent.end, "")]),
        }
    }

    /// Returns the span of an item with its comments, and without them. The first of the comments
    /// above it can be `foreign`.
    pub(super) fn extent(
        &self,
        path: &Path,
        index: usize,
        foreign: usize,
    ) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let body = path.body(self.ast())?;
        let item = body.item(index)?.span().range();
        Some((self.text().extent_without(body, path.0.is_empty(), index, foreign).span, item))
    }
}
