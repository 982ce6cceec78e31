//! Inserting lines into a body.

use super::document::Document;
use super::layout::{Edit, shift};
use super::lines::is_blank;
use super::path::Path;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast;

/// A position among the items of a body.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Position {
    /// Before the first item and its comments.
    First,
    /// At the end of the body, after comments that belong to no item.
    #[default]
    Last,
    /// Before the item of an index, and its comments.
    Before(usize),
    /// After the item of an index.
    After(usize),
}

/// The kind of new lines, for the blank lines around them.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Content {
    Attribute,
    Block,
    /// Comments, or text that is inserted as it is.
    Raw,
}

impl Position {
    /// Returns the index that a new item will have.
    pub(super) fn index(self, count: usize) -> usize {
        match self {
            Self::First => 0,
            Self::Last => count,
            Self::Before(index) => index,
            Self::After(index) => index + 1,
        }
    }

    fn check(self, count: usize) -> Result<()> {
        match self {
            Self::Before(index) | Self::After(index) if index >= count => Err(Error::coded(
                Code::InvalidValue,
                format!("There is no item {index}: the body has {count} attributes and blocks."),
            )),
            _ => Ok(()),
        }
    }
}

impl Document {
    /// Returns the indentation of the items of a body.
    pub(super) fn item_indent(&self, path: &Path) -> String {
        let Some(body) = path.body(self.ast()) else { return String::new() };
        let text = self.text();
        let inside = text.inside(body, path.0.is_empty());
        let items = body.items().map(|item| item.span().start as usize);
        let comments = text.comments(inside.clone()).iter().map(|comment| comment.start as usize);
        let own = items.rev().chain(comments).find(|start| text.begins_line(*start));
        match own {
            Some(start) => text.indent(start).to_owned(),
            None if path.0.is_empty() => String::new(),
            None => [text.indent(inside.start), self.unit()].concat(),
        }
    }

    /// Inserts lines, without the last line ending, into a body.
    pub(super) fn insert(
        &mut self,
        path: &Path,
        position: Position,
        lines: &str,
        content: Content,
    ) -> Result<()> {
        self.edit(|document| {
            document.spread(path)?;
            let edit = document.insertion(path, position, lines, content)?;
            document.apply(vec![edit])
        })
    }

    fn insertion(&self, path: &Path, position: Position, lines: &str, content: Content) -> Result<Edit> {
        let Some(body) = path.body(self.ast()) else { return Ok(Edit::new(0..0, "")) };
        let count = body.items().len();
        position.check(count)?;
        let text = self.text();
        let is_root = path.0.is_empty();
        let inside = text.inside(body, is_root);
        let extent = |index| text.extent(body, is_root, index).lines;
        let at = match position {
            Position::First if count > 0 => extent(0).map(|lines| lines.start),
            Position::Before(index) => extent(index).map(|lines| lines.start),
            Position::After(index) => extent(index).map(|lines| lines.end),
            Position::First | Position::Last => None,
        };
        // White space in the last line, before a closing brace or the end of the text.
        let last = text.line_start(inside.end);
        let at = at.unwrap_or(if is_blank(&text.text[last..inside.end]) { last } else { inside.end });
        let ending = text.ending();
        let before = &text.text[inside.start..at];
        let mut new = String::new();
        if !before.is_empty() && !before.ends_with('\n') {
            new.push_str(ending);
        }
        let (blank_before, blank_after) = self.blank_lines(path, body, position.index(count), at, content);
        if blank_before {
            new.push_str(ending);
        }
        new.push_str(lines);
        new.push_str(ending);
        if blank_after {
            new.push_str(ending);
        }
        let end = if is_root && is_blank(&text.text[at..]) && !text.text[at..].contains('\n') {
            inside.end
        } else {
            at
        };
        Ok(Edit::new(at..end, new))
    }

    /// Gives the content of a block lines of its own, and the closing brace too.
    pub(super) fn spread(&mut self, path: &Path) -> Result<()> {
        let text = self.text();
        let Some(body) = path.body(self.ast()).filter(|_| !path.0.is_empty()) else { return Ok(()) };
        let inside = text.inside(body, false);
        let line = text.line_start(inside.end);
        if line > inside.start && is_blank(&text.text[line..inside.end]) {
            return Ok(());
        }
        let (ending, outer) = (text.ending(), text.indent(inside.start));
        let first = body.item(0).map_or(inside.end, |item| item.span().start as usize);
        let content = &text.text[inside.clone()];
        let spread = if text.text[inside.start..first].contains('\n') {
            [content.trim_end(), ending, outer].concat()
        } else if is_blank(content) {
            [ending, outer].concat()
        } else {
            [ending, &shift(content.trim(), outer, &self.item_indent(path)), ending, outer].concat()
        };
        self.apply(vec![Edit::new(inside, spread)])
    }

    /// Returns whether a new item with an index, at an offset, needs a blank line before and after
    /// it.
    fn blank_lines(
        &self,
        path: &Path,
        body: ast::Body<'_>,
        index: usize,
        at: usize,
        content: Content,
    ) -> (bool, bool) {
        if content == Content::Raw || !self.layout().separate_blocks || !self.separates_blocks(path, body) {
            return (false, false);
        }
        let text = self.text();
        let inside = text.inside(body, path.0.is_empty());
        let is_block = content == Content::Block;
        let is_wide = |index: usize| body.block_at(index).is_some_and(|block| self.is_wide(block));
        // A comment in the line of an opening brace is not before the items.
        let first_line = if path.0.is_empty() { inside.start } else { text.line_end(inside.start) };
        // Comments before it are separated too, since they would become those of the block.
        let is_after_text = match index.checked_sub(1) {
            Some(before) => is_block || is_wide(before),
            None => is_block && !text.comments(first_line.min(at)..at).is_empty(),
        };
        let is_before_item = index < body.items().len() && (is_block || is_wide(index));
        let before = is_after_text && text.blank_before(at, inside.start).is_empty();
        let after = is_before_item && text.blank_after(at, inside.end).is_empty();
        (before, after)
    }

    /// Returns whether a block takes several lines.
    fn is_wide(&self, block: ast::Block<'_>) -> bool {
        self.text().text[block.span().range()].contains('\n')
    }

    /// Returns whether blocks of a body are separated by blank lines: most of them there, or where
    /// there are none, in the file, or where there are none in it either, in general.
    fn separates_blocks(&self, path: &Path, body: ast::Body<'_>) -> bool {
        let vote = |body: ast::Body<'_>, is_root: bool| {
            let text = self.text();
            let mut votes = 0;
            for index in 1..body.items().len() {
                let is_wide = |index: usize| body.block_at(index).is_some_and(|block| self.is_wide(block));
                if is_wide(index - 1) || is_wide(index) {
                    let end = text.extent(body, is_root, index - 1).span.end;
                    let start = text.extent(body, is_root, index).span.start;
                    let gap = &text.text[end..start.max(end)];
                    votes += if gap.matches('\n').count() > 1 { 1 } else { -1 };
                }
            }
            votes
        };
        match vote(body, path.0.is_empty()) {
            0 if !path.0.is_empty() => vote(self.ast(), true) >= 0,
            votes => votes >= 0,
        }
    }
}
