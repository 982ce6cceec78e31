//! The items of a body, and their comments.

use super::added::Added;
use super::collection::Collection;
use super::document::Document;
use super::layout::Edit;
use super::part::Excerpt;
use super::path::{Path, Target};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::BodyItem;
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
        return Err(Error::coded(Code::InvalidValue, detail));
    }
    Ok(if inline.is_some() { text.to_owned() } else { format!("/* {} */", inner.trim()) })
}

/// The items of a body, with their comments.
impl Document {
    /// Removes an item with its comments.
    pub(super) fn remove_item(&mut self, item: &Path) -> Result<()> {
        let added = self.additions.of(item);
        self.change_item(item, |part, item| part.remove_item(item, added))?;
        self.additions.remove(item);
        Ok(())
    }

    /// Returns the number of comments above an item that do not belong to it.
    pub(super) fn foreign_comments(&self, item: &Path) -> usize {
        self.additions.of(item).map_or(0, |added| added.foreign)
    }

    /// Returns the tuple or object that an element is in, and its index.
    fn element(&self, site: &Path) -> Option<(Collection<'_>, usize)> {
        if let Some((_, group, rest)) = self.chunks.group_around(&site.0) {
            let (root, site) = group.locate(&rest)?;
            let (parent, index) = site.parent()?;
            return Some((parent.target(root)?.collection()?, index));
        }
        let (parent, index) = site.parent()?;
        Some((self.target(&parent)?.collection()?, index))
    }

    /// Replaces the comments before an item or an element.
    pub(super) fn set_leading_comments<S: AsRef<str>>(
        &mut self,
        item: &Path,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        let foreign = self.foreign_comments(item);
        let comments = comment_lines(comments);
        self.change_item(item, |part, item| part.set_leading_comments(item, foreign, &comments))
    }

    /// Replaces the comment after an item or an element in its last line.
    pub(super) fn set_trailing_comment(&mut self, item: &Path, comment: Option<&str>) -> Result<()> {
        let foreign = self.foreign_comments(item);
        self.change_item(item, |part, item| part.set_trailing_comment(item, foreign, comment))
    }

    /// Returns the comments before an item or an element that belong to it.
    pub(super) fn leading_comments(&self, item: &Path) -> Vec<&str> {
        if let Some((collection, index)) = self.element(item) {
            let text = collection.text();
            let Some((extent, own)) = collection.extent(text, index) else { return Vec::new() };
            return text.comments(extent.start..own.start).iter().map(|it| &text.text[it.range()]).collect();
        }
        let comments =
            self.target(item).and_then(Target::item).into_iter().flat_map(BodyItem::leading_comments);
        comments.skip(self.foreign_comments(item)).collect()
    }

    /// Returns the comment after an item or an element in its last line.
    pub(super) fn trailing_comment(&self, item: &Path) -> Option<&str> {
        if let Some((collection, index)) = self.element(item) {
            let text = collection.text();
            let (extent, own) = collection.extent(text, index)?;
            let comma = collection.comma(text, index).unwrap_or(own.end);
            // Comments before and after a comma are separate.
            return [comma..extent.end, own.end..comma].into_iter().find_map(|range| {
                let comments = text.comments(range);
                let (first, last) = (comments.first()?, comments.last()?);
                text.text.get(first.start as usize..last.end as usize)
            });
        }
        self.target(item)?.item()?.trailing_comment()
    }
}

impl Excerpt<'_> {
    /// Removes an item or an element with its comments.
    pub(super) fn remove_item(&mut self, item: &Path, added: Option<Added>) -> Result<()> {
        let edit = item.parent().and_then(|(body, index)| self.removal(&body, index..index + 1, added));
        self.apply(edit.into_iter().collect())
    }

    /// Replaces the comments before an item or an element, except for the first ones, which are
    /// `foreign`.
    fn set_leading_comments(&mut self, item: &Path, foreign: usize, comments: &[String]) -> Result<()> {
        self.spread_around(item)?;
        let Some((extent, span)) = self.extent(item, foreign) else { return Ok(()) };
        let text = self.text();
        if !text.begins_line(extent.start) {
            // The element is in one line with others.
            let comments = comments.iter().map(|comment| Ok(inline_comment(comment)? + " "));
            let comments = comments.collect::<Result<String>>()?;
            return self.apply(vec![Edit::new(extent.start..span.start, comments)]);
        }
        let indent = text.indent(span.start);
        let mut new = self.lines(&comments.join("\n"), indent);
        if !new.is_empty() {
            new.push_str(self.ending());
        }
        new.push_str(indent);
        let start = text.line_start(extent.start);
        self.apply(vec![Edit::new(start..span.start, new)])
    }

    /// Replaces the comment after an item or an element in its last line.
    fn set_trailing_comment(&mut self, item: &Path, foreign: usize, comment: Option<&str>) -> Result<()> {
        let comment = comment.map(str::trim);
        if comment.is_some_and(|comment| comment.contains('\n')) {
            return Err(Error::coded(
                Code::InvalidValue,
                "The comment after an item is one line. Put longer comments before the item.",
            ));
        }
        if comment.is_some() {
            self.spread_around(item)?;
        }
        let Some((extent, span)) = self.extent(item, foreign) else { return Ok(()) };
        let text = self.text();
        let element = item.parent().and_then(|(parent, index)| Some((self.collection(&parent)?, index)));
        let comma = element.and_then(|(collection, index)| collection.comma(text, index));
        let comma = comma.filter(|comma| *comma < extent.end);
        match comment {
            Some(comment) if comma.is_none() && self.ends_in_heredoc(item) => {
                let lead = text.comments(extent.start..span.start).iter();
                let lead = lead.map(|lead| &text.text[lead.range()]);
                let lines = comment_lines(lead.chain([comment]));
                self.set_leading_comments(item, foreign, &lines)
            }
            comment => {
                let new = match comment {
                    Some(comment) if text.ends_line(extent.end) => [" ", &as_comment(comment)].concat(),
                    Some(comment) => [" ", &inline_comment(comment)?].concat(),
                    None => String::new(),
                };
                let before_comma = comma.map(|_| Edit::new(span.end..text.tail_end(span.end), ""));
                let after = comma.map_or(span.end, |comma| comma + 1);
                let edits = before_comma.into_iter().chain([Edit::new(after..extent.end, new)]);
                self.apply(edits.collect())
            }
        }
    }

    /// Spreads the body that an item is in, see [`spread`](Self::spread).
    pub(super) fn spread_around(&mut self, item: &Path) -> Result<()> {
        item.parent().map_or(Ok(()), |(body, _)| self.spread(&body))
    }

    /// Returns whether the value of an attribute or an element ends with a heredoc.
    fn ends_in_heredoc(&self, item: &Path) -> bool {
        let value = self.target(item).and_then(Target::value);
        value.is_some_and(|value| ends_in_heredoc(&self.text().text[value.span().range()]))
    }
}
