//! The items of a body, and their comments.

use super::document::Document;
use super::layout::Edit;
use super::path::Path;
use crate::diag::Code;
use crate::error::{Error, Result};

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
        let edit = self.removal(path, index);
        self.apply(edit.into_iter().collect())
    }

    /// Returns the comments before an item that belong to it.
    pub(super) fn lead_comments(&self, path: &Path, index: usize) -> Vec<&str> {
        let item = path.body(self.ast()).and_then(|body| body.item(index));
        item.map_or_else(Vec::new, |item| item.leading_comments().collect())
    }

    /// Replaces the comments before an item.
    pub(super) fn set_lead_comments<S: AsRef<str>>(
        &mut self,
        path: &Path,
        index: usize,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        let comments = comment_lines(comments);
        self.edit(|document| {
            document.spread(path)?;
            let Some((extent, item)) = document.extent(path, index) else { return Ok(()) };
            let text = document.text();
            let indent = text.indent(item.start).to_owned();
            let mut new = document.lines(&comments, &indent);
            if !new.is_empty() {
                new.push_str(text.ending());
            }
            new.push_str(&indent);
            let start = text.line_start(extent.start);
            document.apply(vec![Edit::new(start..item.start, new)])
        })
    }

    /// Returns the comment after an item in its last line.
    pub(super) fn line_comment(&self, path: &Path, index: usize) -> Option<&str> {
        path.body(self.ast())?.item(index)?.trailing_comment()
    }

    /// Replaces the comment after an item in its last line.
    pub(super) fn set_line_comment(
        &mut self,
        path: &Path,
        index: usize,
        comment: Option<&str>,
    ) -> Result<()> {
        let comment = comment.map(str::trim);
        if comment.is_some_and(|comment| comment.contains('\n')) {
            return Err(Error::coded(
                Code::InvalidValue,
                "The comment after an item is one line. Put longer comments before the item.",
            ));
        }
        self.edit(|document| {
            if comment.is_some() {
                document.spread(path)?;
            }
            let Some((extent, item)) = document.extent(path, index) else { return Ok(()) };
            let ends_in_heredoc = document.text().text[..item.end].ends_with(|last: char| last != '}')
                && document.is_heredoc_end(path, index);
            match comment {
                Some(comment) if ends_in_heredoc => {
                    let lead = document.lead_comments(path, index).into_iter().chain([comment]);
                    let lead: Vec<String> = lead.map(str::to_owned).collect();
                    document.set_lead_comments(path, index, lead)
                }
                Some(comment) => {
                    let new = format!(" {}", as_comment(comment));
                    document.apply(vec![Edit::new(item.end..extent.end, new)])
                }
                None => document.apply(vec![Edit::new(item.end..extent.end, "")]),
            }
        })
    }

    /// Returns the span of an item with its comments, and without them.
    pub(super) fn extent(
        &self,
        path: &Path,
        index: usize,
    ) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let body = path.body(self.ast())?;
        let item = body.item(index)?.span().range();
        Some((self.text().extent(body, path.0.is_empty(), index).span, item))
    }
}
