//! Inserting lines into a body.

use std::ops::Range;

use super::added::Added;
use super::document::Document;
use super::layout::{Edit, shift};
use super::lines::is_blank;
use super::part::Part;
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

    pub(super) fn check(self, count: usize) -> Result<()> {
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
    /// Inserts text as lines of a body, formatted and with the indentation of its items.
    pub(super) fn insert(
        &mut self,
        path: &Path,
        position: Position,
        text: &str,
        content: Content,
    ) -> Result<()> {
        self.insert_with(path, position, content, |part, path| part.lines(text, &part.item_indent(path)))
    }

    /// Inserts lines into a body, which are made in the part that is changed.
    pub(super) fn insert_with(
        &mut self,
        path: &Path,
        position: Position,
        content: Content,
        lines: impl FnOnce(&Part<'_>, &Path) -> String,
    ) -> Result<()> {
        let index = position.index(self.item_count(path));
        let added = self.change_at(path, position, |part, path, position| {
            let lines = lines(part, path);
            part.insert(path, position, &lines, content)
        })?;
        if content != Content::Raw {
            self.additions.insert(path, index, added);
        }
        Ok(())
    }
}

impl Part<'_> {
    /// Returns the indentation of the items of a body.
    pub(super) fn item_indent(&self, path: &Path) -> String {
        if path.0.is_empty() {
            return self.root_indent().to_owned();
        }
        let Some(body) = path.body(self.ast()) else { return String::new() };
        let text = self.text();
        let inside = text.inside(body, false);
        let items = body.items().map(|item| item.span().start as usize);
        let comments = text.comments(inside.clone()).iter().map(|comment| comment.start as usize);
        let own = items.rev().chain(comments).find(|start| text.begins_line(*start));
        match own {
            Some(start) => text.indent(start).to_owned(),
            None => [text.indent(inside.start), self.unit()].concat(),
        }
    }

    /// Inserts lines, without the last line ending, into a body. Returns what is needed to remove
    /// them again, if that is not what the removal of any item does.
    pub(super) fn insert(
        &mut self,
        path: &Path,
        position: Position,
        lines: &str,
        content: Content,
    ) -> Result<Option<Added>> {
        self.spread(path)?;
        let separates = content != Content::Raw && self.separates_blocks(path);
        let index = position.index(path.body(self.ast()).map_or(0, |body| body.items().len()));
        let (edit, added) = self.insertion(path, position, &[(lines, content)], separates)?;
        self.apply(vec![edit])?;
        let removal = |added| self.removal_of(path, index..index + 1, added).map(|edit| edit.span);
        let is_needed = content != Content::Raw && removal(None) != removal(Some(added));
        Ok(is_needed.then_some(added))
    }

    /// Returns the edit that inserts items at one position of a body that is
    /// [spread](Self::spread), and what it puts around them. Each item is lines without the last
    /// line ending. `separates` is [`separates_blocks`](Self::separates_blocks) of the body.
    pub(super) fn insertion<S: AsRef<str>>(
        &self,
        path: &Path,
        position: Position,
        items: &[(S, Content)],
        separates: bool,
    ) -> Result<(Edit, Added)> {
        let body = path.body(self.ast());
        let (Some(body), Some((_, front)), Some((_, back))) = (body, items.first(), items.last()) else {
            return Ok((Edit::new(0..0, ""), Added::default()));
        };
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
        // White space in the last line: before a closing brace or the end of the text.
        let last = text.line_start(inside.end);
        let at = at.unwrap_or(if is_blank(&text.text[last..inside.end]) { last } else { inside.end });
        let ending = self.ending();
        let before = &text.text[inside.start..at];
        let mut new = String::new();
        if !before.is_empty() && !before.ends_with('\n') {
            new.push_str(ending);
        }
        let index = position.index(count);
        let comments = if *front == Content::Raw { 0 } else { text.comments_above(at) };
        let mut is_apart = (separates && self.is_apart_before(path, body, index, at, *front))
            || (comments > 0 && self.layout().separate_comments);
        let mut added =
            Added { foreign: if is_apart { 0 } else { comments }, before: is_apart, after: false };
        let mut previous = None;
        for (lines, content) in items {
            is_apart |=
                separates && previous.is_some() && [previous, Some(*content)].contains(&Some(Content::Block));
            if is_apart {
                new.push_str(ending);
            }
            new.push_str(lines.as_ref());
            new.push_str(ending);
            (is_apart, previous) = (false, Some(*content));
        }
        if separates && self.is_apart_after(path, body, index, at, *back) {
            new.push_str(ending);
            added.after = true;
        }
        let end = if is_root && is_blank(&text.text[at..]) && !text.text[at..].contains('\n') {
            inside.end
        } else {
            at
        };
        Ok((Edit::new(at..end, new), added))
    }

    /// Returns the text between the items before and after some items of a body.
    pub(super) fn between(&self, path: &Path, items: Range<usize>) -> Range<usize> {
        let Some(body) = path.body(self.ast()) else { return 0..0 };
        let inside = self.text().inside(body, path.0.is_empty());
        let span = |index: usize| body.item(index).map(|item| item.span().range());
        let start = items.start.checked_sub(1).and_then(span).map_or(inside.start, |before| before.end);
        start..span(items.end).map_or(inside.end, |after| after.start)
    }

    /// Puts the content of a block and its closing brace on separate lines.
    pub(super) fn spread(&mut self, path: &Path) -> Result<()> {
        let edit = self.spreading(path);
        self.apply(edit.into_iter().collect())
    }

    /// Returns the edit that [spreads](Self::spread) a body, if it is not.
    pub(super) fn spreading(&self, path: &Path) -> Option<Edit> {
        let text = self.text();
        let body = path.body(self.ast()).filter(|_| !path.0.is_empty())?;
        let inside = text.inside(body, false);
        let line = text.line_start(inside.end);
        if line > inside.start && is_blank(&text.text[line..inside.end]) {
            return None;
        }
        let (ending, outer) = (self.ending(), text.indent(inside.start));
        let first = body.item(0).map_or(inside.end, |item| item.span().start as usize);
        let content = &text.text[inside.clone()];
        let spread = if text.text[inside.start..first].contains('\n') {
            [content.trim_end(), ending, outer].concat()
        } else if is_blank(content) {
            [ending, outer].concat()
        } else {
            [ending, &shift(content.trim(), outer, &self.item_indent(path)), ending, outer].concat()
        };
        Some(Edit::new(inside, spread))
    }

    /// Returns whether a new item with an index, at an offset, needs a blank line before it in a
    /// body whose blocks are separated.
    fn is_apart_before(
        &self,
        path: &Path,
        body: ast::Body<'_>,
        index: usize,
        at: usize,
        content: Content,
    ) -> bool {
        let text = self.text();
        let inside = text.inside(body, path.0.is_empty());
        let is_block = content == Content::Block;
        // A comment in the line of the opening brace does not belong to the first item.
        let first_line = if path.0.is_empty() { inside.start } else { text.line_end(inside.start) };
        // Comments above need a blank line before a new block, or they would belong to it.
        let is_after_text = match index.checked_sub(1) {
            Some(before) => is_block || text.is_wide_item(body, before),
            None => is_block && !text.comments(first_line.min(at)..at).is_empty(),
        };
        content != Content::Raw && is_after_text && text.blank_before(at, inside.start).is_empty()
    }

    /// Returns the same as [`is_apart_before`](Self::is_apart_before) for a blank line after the
    /// item.
    fn is_apart_after(
        &self,
        path: &Path,
        body: ast::Body<'_>,
        index: usize,
        at: usize,
        content: Content,
    ) -> bool {
        let text = self.text();
        let inside = text.inside(body, path.0.is_empty());
        let is_before_block =
            index < body.items().len() && (content == Content::Block || text.is_wide_item(body, index));
        content != Content::Raw && is_before_block && text.blank_after(at, inside.end).is_empty()
    }

    /// Returns whether blocks of a body are separated by blank lines. Most blocks of the body
    /// decide, or if it has none, most blocks of the file. The default is used if the file has none
    /// either.
    pub(super) fn separates_blocks(&self, path: &Path) -> bool {
        separates(path, |path| self.gap_votes(path))
    }

    /// Returns how many of the blocks of a body are separated by blank lines, minus those that are
    /// not.
    pub(super) fn gap_votes(&self, path: &Path) -> isize {
        let Some(body) = path.body(self.ast()).filter(|_| self.layout().separate_blocks) else { return -1 };
        match path.0.is_empty() {
            true => self.root_gap_votes(),
            false => {
                let inside = self.text().inside(body, false);
                self.text().gaps(body, false, 0..body.items().len(), inside).votes
            }
        }
    }
}

/// Returns whether blocks of a body are separated, from the [votes](Part::gap_votes) of it and
/// of the file.
pub(super) fn separates(path: &Path, mut votes: impl FnMut(&Path) -> isize) -> bool {
    match votes(path) {
        0 if !path.0.is_empty() => votes(&Path::default()) >= 0,
        votes => votes >= 0,
    }
}
