//! The part of a document that an operation reads and changes.

use std::ops::Range;

use super::added::Additions;
use super::chunks::Chunk;
use super::document::{Document, Layout};
use super::insert::Position;
use super::layout::{Edit, UNIT, apply};
use super::lines::{self, Gaps, Text};
use super::names::Names;
use super::path::Path;
use crate::body::{File, parse_file};
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};

/// Some chunks of a document as a text by itself, with its own syntax tree. Paths, indexes and
/// spans count from its start.
///
/// An operation changes a part in one or several steps. The document takes over the result of the
/// last.
pub(super) struct Part<'d> {
    document: &'d Document,
    /// The chunks of the document that it has the place of.
    chunks: Range<usize>,
    chunk: Chunk,
    is_changed: bool,
    /// The indentation of one level, if the document had none before.
    unit: Option<String>,
}

impl Part<'_> {
    pub(super) fn ast(&self) -> ast::Body<'_> {
        self.chunk.body()
    }

    pub(super) fn file(&self) -> &File {
        self.chunk.file()
    }

    pub(super) fn text(&self) -> Text<'_> {
        Text::of(self.ast())
    }

    /// Returns the line ending of the document.
    pub(super) fn ending(&self) -> &'static str {
        let text = self.text();
        match self.chunks.start {
            0 => lines::ending(&text.text[..text.line_end(0)]),
            _ => self.document.chunks.ending(),
        }
    }

    /// Returns the indentation of one level.
    pub(super) fn unit(&self) -> &str {
        self.document.unit.as_deref().or(self.unit.as_deref()).unwrap_or(UNIT)
    }

    pub(super) fn layout(&self) -> Layout {
        self.document.layout()
    }

    pub(super) fn item(&self, path: &Path, index: usize) -> Option<BodyItem<'_>> {
        path.body(self.ast())?.item(index)
    }

    /// Replaces parts of the source, and formats the affected lines.
    pub(super) fn apply(&mut self, edits: Vec<Edit>) -> Result<()> {
        if edits.is_empty() {
            return Ok(());
        }
        let text = apply(self.ast(), edits, self.unit());
        self.accept(text)
    }

    /// Parses a new text, and takes it if it has no errors.
    pub(super) fn accept(&mut self, text: String) -> Result<()> {
        if text == self.text().text {
            return Ok(());
        }
        let parsed = parse_file(self.document.chunks.source(text));
        if parsed.diagnostics.has_errors() {
            // The locations of errors are those in the whole text.
            let text = parsed.value.source().text();
            self.document.chunks.parse_with(self.chunks.clone(), text)?;
        }
        self.chunk = Chunk::of(parsed.into_result()?);
        self.is_changed = true;
        if self.document.unit.is_none() && self.unit.is_none() {
            self.unit = unit(self.ast());
        }
        Ok(())
    }

    /// Returns the indentation of the items of the file: that of the last one that begins a line,
    /// or of the first comment that does.
    pub(super) fn root_indent(&self) -> &str {
        let last = self.all_chunks().rev().find_map(Chunk::indent_of_items);
        last.or_else(|| self.all_chunks().find_map(Chunk::indent_of_comments)).unwrap_or_default()
    }

    /// Returns how many of the blocks of the file are separated by blank lines, minus those that
    /// are not.
    pub(super) fn root_gap_votes(&self) -> isize {
        let mut votes = 0;
        let mut previous: Option<Gaps> = None;
        for gaps in self.all_chunks().map(Chunk::gaps) {
            votes += gaps.votes + previous.map_or(0, |previous| previous.vote_before(gaps));
            previous = Some(gaps);
        }
        votes
    }

    /// Returns the chunks of the document, with this one in the place of those that it changes.
    fn all_chunks(&self) -> impl DoubleEndedIterator<Item = &Chunk> {
        let list = self.document.chunks.as_slice();
        list[..self.chunks.start].iter().chain([&self.chunk]).chain(&list[self.chunks.end..])
    }
}

/// Operations on parts.
impl Document {
    /// Returns the whole document as a part.
    pub(super) fn whole(&self) -> Part<'_> {
        self.part(0..self.chunks.as_slice().len())
    }

    fn part(&self, chunks: Range<usize>) -> Part<'_> {
        let chunk = Chunk::of(self.chunks.parsed(chunks.clone()));
        Part { document: self, chunks, chunk, is_changed: false, unit: None }
    }

    /// Changes some chunks. If the function returns an error, nothing is changed.
    fn change<T>(
        &mut self,
        chunks: Range<usize>,
        change: impl FnOnce(&mut Part<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut part = self.part(chunks);
        let result = change(&mut part)?;
        let Part { chunks, chunk, is_changed, unit, .. } = part;
        if is_changed {
            self.replace(chunks, chunk, unit)?;
        }
        Ok(result)
    }

    /// Replaces some chunks. It is not generic, unlike the functions that change them.
    fn replace(&mut self, chunks: Range<usize>, chunk: Chunk, unit: Option<String>) -> Result<()> {
        self.chunks.replace(chunks, chunk)?;
        (self.names, self.keys) = (Names::default(), Names::default());
        self.unit = self.unit.take().or(unit);
        Ok(())
    }

    /// Changes the whole document.
    pub(super) fn change_all<T>(&mut self, change: impl FnOnce(&mut Part<'_>) -> Result<T>) -> Result<T> {
        let result = self.change(0..self.chunks.as_slice().len(), change)?;
        self.additions = Additions::default();
        Ok(result)
    }

    /// Changes the content of a block, or all items of the file. The function gets the path in the
    /// part.
    pub(super) fn change_body<T>(
        &mut self,
        path: &Path,
        change: impl FnOnce(&mut Part<'_>, &Path) -> Result<T>,
    ) -> Result<T> {
        let (chunks, path) = self.place(path);
        self.change(chunks, |part| change(part, &path))
    }

    /// Returns the chunks that contain a body, and its path in them.
    fn place(&mut self, path: &Path) -> (Range<usize>, Path) {
        let mut path = path.clone();
        let Some(item) = path.0.first_mut() else { return (0..self.chunks.as_slice().len(), path) };
        let chunks = self.chunks.around(*item..*item + 1);
        *item -= self.chunks.items_before(chunks.start);
        (chunks, path)
    }

    /// Returns the chunks that contain items of a body, the path of the body in them, and the index
    /// of the first item of the body in them. Items of the file are placed with those next to them,
    /// which the layout depends on.
    fn place_of(&mut self, path: &Path, items: Range<usize>) -> (Range<usize>, Path, usize) {
        if !path.0.is_empty() {
            let (chunks, path) = self.place(path);
            return (chunks, path, 0);
        }
        let chunks = self.chunks.around(items.start.saturating_sub(1)..items.end + 1);
        let first = self.chunks.items_before(chunks.start);
        (chunks, path.clone(), first)
    }

    /// Changes an item of a body. The function gets its path and its index in the part.
    pub(super) fn change_item<T>(
        &mut self,
        path: &Path,
        index: usize,
        change: impl FnOnce(&mut Part<'_>, &Path, usize) -> Result<T>,
    ) -> Result<T> {
        let (chunks, path, first) = self.place_of(path, index..index + 1);
        self.change(chunks, |part| change(part, &path, index - first))
    }

    /// Changes a body at a position. The function gets the path and the position in the part.
    pub(super) fn change_at<T>(
        &mut self,
        path: &Path,
        position: Position,
        change: impl FnOnce(&mut Part<'_>, &Path, Position) -> Result<T>,
    ) -> Result<T> {
        let count = self.item_count(path);
        position.check(count)?;
        let index = position.index(count);
        let (chunks, path, first) = self.place_of(path, index..index);
        let position = match position {
            Position::Before(index) => Position::Before(index - first),
            Position::After(index) => Position::After(index - first),
            Position::First | Position::Last => position,
        };
        self.change(chunks, |part| change(part, &path, position))
    }
}

/// Returns the indentation of the first item of a block that has one.
pub(super) fn unit(root: ast::Body<'_>) -> Option<String> {
    let text = Text::of(root);
    root.blocks().find_map(|block| {
        let outer = text.indent(block.span().start as usize);
        let mut items = block.body().items().map(|item| item.span().start as usize);
        let unit = items.find(|start| text.begins_line(*start)).map(|start| text.indent(start))?;
        unit.strip_prefix(outer).filter(|unit| !unit.is_empty()).map(str::to_owned)
    })
}
