//! The comments of an item.

use super::document::Document;
use super::layout::Edit;
use super::path::Path;
use crate::diag::Code;
use crate::error::{Error, Result};

/// Returns lines as comments. Lines that are comments already stay as they are.
pub(super) fn comment_lines<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> String {
    let mut out = String::new();
    for line in lines {
        let line = line.as_ref().trim();
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&as_comment(line));
    }
    out
}

fn as_comment(line: &str) -> String {
    let is_inline = line.starts_with("/*") && line.find("*/").is_some_and(|end| end + 2 == line.len());
    if line.starts_with('#') || line.starts_with("//") || is_inline {
        line.to_owned()
    } else if line.is_empty() {
        "#".to_owned()
    } else {
        format!("# {line}")
    }
}

/// The comments of an item of a body.
impl Document {
    /// Returns the comments before an item that belong to it.
    pub(super) fn lead_comments(&self, path: &Path, index: usize) -> Vec<&str> {
        let Some((extent, item)) = self.extent(path, index) else { return Vec::new() };
        let text = self.text();
        let comments = text.comments(extent.start..item.start).iter();
        comments.map(|comment| text.text[comment.range()].trim_end()).collect()
    }

    /// Replaces the comments before an item.
    pub(super) fn set_lead_comments(&mut self, path: &Path, index: usize, lines: &[&str]) -> Result<()> {
        self.edit(|document| {
            document.spread(path)?;
            let Some((extent, item)) = document.extent(path, index) else { return Ok(()) };
            let text = document.text();
            let indent = text.indent(item.start).to_owned();
            let mut new = document.lines(&comment_lines(lines.iter().flat_map(|line| line.lines())), &indent);
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
        let (extent, item) = self.extent(path, index)?;
        Some(self.text().text[item.end..extent.end].trim()).filter(|comment| !comment.is_empty())
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
                    let mut lead = document.lead_comments(path, index);
                    lead.push(comment);
                    let lead: Vec<String> = lead.into_iter().map(str::to_owned).collect();
                    let lead: Vec<&str> = lead.iter().map(String::as_str).collect();
                    document.set_lead_comments(path, index, &lead)
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
