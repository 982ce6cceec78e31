//! The part of a document that an operation reads and changes.

use std::ops::Range;

use super::added::Additions;
use super::chunks::Chunk;
use super::collection::Collection;
use super::document::{Document, Layout};
use super::group::Window;
use super::layout::{Edit, UNIT, apply};
use super::lines::{self, Gaps, TextView};
use super::names::Names;
use super::path::{Path, Position, Target};
use crate::body::parse_file;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::source::Source;
use crate::syntax::ast::{self, BodyItem};
use crate::syntax::format::{Indents, format_lines, format_printed, with_line_endings};

/// Some chunks of a document as a text by itself, with its own syntax tree. Paths, indexes and
/// spans count from its start.
///
/// An operation changes a part in one or several steps. The document takes over the result of the
/// last.
pub(super) struct Excerpt<'d> {
    document: &'d Document,
    /// The chunks of the document that it has the place of.
    chunks: Range<usize>,
    chunk: Chunk,
    is_changed: bool,
    /// The indentation of one level, if the document had none before.
    unit: Option<String>,
    /// The leaves that it replaces, if it consists of some children of a group.
    window: Option<Window<'d>>,
}

impl Excerpt<'_> {
    pub(super) fn ast(&self) -> ast::Body<'_> {
        self.chunk.body()
    }

    pub(super) fn text(&self) -> TextView<'_> {
        TextView::of(self.ast())
    }

    /// Returns the line ending of the document.
    pub(super) fn ending(&self) -> &'static str {
        let text = self.text();
        match self.chunks.start {
            0 if self.window.is_none() => lines::ending(&text.text[..text.line_end(0)]),
            _ => self.document.chunks.ending(),
        }
    }

    /// Returns the indentation of one level.
    pub(super) fn unit(&self) -> &str {
        self.known_unit().unwrap_or(UNIT)
    }

    /// Returns the indentation of one level, if the document has one.
    pub(super) fn known_unit(&self) -> Option<&str> {
        self.document.unit.as_deref().or(self.unit.as_deref())
    }

    /// Returns a text as a source with the name of the document.
    pub(super) fn source(&self, text: String) -> Source {
        self.document.chunks.source(text)
    }

    pub(super) fn layout(&self) -> Layout {
        self.document.layout()
    }

    /// Returns the item or element at a path.
    pub(super) fn target(&self, site: &Path) -> Option<Target<'_>> {
        site.target(self.ast())
    }

    /// Returns the tuple or object at a path.
    pub(super) fn collection(&self, site: &Path) -> Option<Collection<'_>> {
        self.target(site)?.collection()
    }

    /// Returns the text between the items of a body, or the elements of a collection, before and
    /// after some of them.
    pub(super) fn between(&self, parent: &Path, items: &Range<usize>) -> Range<usize> {
        match parent.body(self.ast()) {
            Some(body) => self.text().between(body, items),
            None => self.collection(parent).map_or(0..0, |collection| collection.between(items)),
        }
    }

    /// Replaces parts of the source, and formats the affected lines.
    pub(super) fn apply(&mut self, edits: Vec<Edit>) -> Result<()> {
        if edits.is_empty() {
            return Ok(());
        }
        let text = match &self.window {
            Some(window) => window.apply(self.ast(), edits).ok_or_else(not_in_window)?,
            None => apply(self.ast(), edits, self.unit()),
        };
        self.accept(text)
    }

    /// Parses a new text, and takes it if it has no errors.
    pub(super) fn accept(&mut self, text: String) -> Result<()> {
        if text == self.text().text {
            return Ok(());
        }
        let parsed = parse_file(self.document.chunks.source(text));
        if parsed.diagnostics.has_errors() && self.window.is_none() {
            // The locations of errors are those in the whole text.
            let text = parsed.value.source().text();
            self.document.chunks.parse_with(self.chunks.clone(), text)?;
        }
        self.chunk = Chunk::of(parsed.into_result()?);
        self.is_changed = true;
        if self.document.unit.is_none() && self.unit.is_none() {
            self.unit = TextView::unit(self.ast());
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
        let own = match &self.window {
            Some(window) if window.is_root() => window.gaps(self.ast()),
            Some(_) => self.document.chunks.as_slice()[self.chunks.start].gaps(),
            None => self.chunk.gaps(),
        };
        let list = self.document.chunks.as_slice();
        let (before, after) = (&list[..self.chunks.start], &list[self.chunks.end..]);
        let gaps = before.iter().map(Chunk::gaps).chain([own]).chain(after.iter().map(Chunk::gaps));
        Gaps::all(gaps).votes
    }

    /// Returns how many of the blocks of a body are separated by blank lines, minus those that are
    /// not.
    pub(super) fn gap_votes(&self, path: &Path, body: ast::Body<'_>) -> isize {
        match &self.window {
            Some(window) if window.is_of(path) => window.gaps(self.ast()).votes,
            _ => self.text().gaps(body, 0..body.items().len(), self.text().inside(body)).votes,
        }
    }

    /// Returns the chunks of the document, with this one in the place of those that it changes.
    fn all_chunks(&self) -> impl DoubleEndedIterator<Item = &Chunk> {
        let list = self.document.chunks.as_slice();
        list[..self.chunks.start].iter().chain([&self.chunk]).chain(&list[self.chunks.end..])
    }
}

/// Operations on parts.
impl Document {
    /// Formats the whole document, as [`format()`](crate::format()) does.
    ///
    /// # Errors
    /// Returns an error if the document became too long.
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "a=1\nlonger   = 2\n".parse()?;
    /// document.format()?;
    /// assert_eq!(document.to_string(), "a      = 1\nlonger = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn format(&mut self) -> Result<()> {
        self.change_all(|part| {
            let (text, start) = (part.text().text, part.text().start());
            let formatted = [&text[..start], &format_printed(&text[start..])].concat();
            part.accept(formatted)
        })?;
        self.unit = TextView::unit(self.ast());
        Ok(())
    }

    /// Returns the whole document as a part.
    pub(super) fn whole(&self) -> Excerpt<'_> {
        self.part(0..self.chunks.as_slice().len())
    }

    fn part(&self, chunks: Range<usize>) -> Excerpt<'_> {
        let chunk = Chunk::of(self.chunks.parsed(chunks.clone()));
        Excerpt { document: self, chunks, chunk, is_changed: false, unit: None, window: None }
    }

    /// Changes the child of a [`Group`](super::group::Group) at a path, or the position of a new
    /// one. The function gets the path in the part, and how much smaller indexes of its children
    /// are there. Returns `None` if nothing was changed, and the text around the place is needed.
    pub(super) fn change_in_group<T>(
        &mut self,
        path: &Path,
        new: Option<usize>,
        change: impl FnOnce(&mut Excerpt<'_>, &Path, usize) -> Result<T>,
    ) -> Option<T> {
        let is_usual = self.unit.as_deref().is_none_or(|unit| unit == UNIT) && self.chunks.ending() == "\n";
        let place: Vec<usize> = path.0.iter().copied().chain(new).collect();
        if !is_usual || !self.chunks.group(&place) {
            return None;
        }
        let (at, group, rest) = self.chunks.group_around(&place)?;
        let child = *rest.first()?;
        let window = Some(group.window(child)).filter(|_| self.chunks.is_inner(at, child))?;
        let (site, shift) = match new.filter(|_| rest.len() == 1) {
            // Items of the file before the chunk count as well.
            Some(index) => (window.path(&[]), window.shift + (index - child)),
            None => (window.path(&rest[..rest.len() - usize::from(new.is_some())]), 0),
        };
        let chunk = Chunk::of(parse_file(self.chunks.source(window.text())).into_result().ok()?);
        let (chunks, window) = (at..at + 1, Some(window));
        let mut part = Excerpt { document: self, chunks, chunk, is_changed: false, unit: None, window };
        let result = change(&mut part, &site, shift).ok()?;
        if part.is_changed {
            let Excerpt { chunk, unit, window, .. } = part;
            let window = window?;
            let (leaves, range) = (window.leaves(chunk.file())?, window.leaves);
            if !self.chunks.replace_in_group(at, range, leaves) {
                return None;
            }
            (self.names, self.keys) = (Names::default(), Names::default());
            self.unit = self.unit.take().or(unit);
        }
        Some(result)
    }

    /// Changes some chunks. If the function returns an error, nothing is changed.
    fn change<T>(
        &mut self,
        chunks: Range<usize>,
        change: impl FnOnce(&mut Excerpt<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut part = self.part(chunks);
        let result = change(&mut part)?;
        let Excerpt { chunks, chunk, is_changed, unit, .. } = part;
        if is_changed {
            self.replace(chunks, chunk, unit)?;
        }
        Ok(result)
    }

    /// Replaces some chunks. It is not generic, unlike the functions that change them.
    fn replace(&mut self, chunks: Range<usize>, chunk: Chunk, unit: Option<String>) -> Result<()> {
        let list = self.chunks.as_slice();
        let (old, is_at_end) = (list[chunks.clone()].iter().flat_map(Chunk::items), chunks.end == list.len());
        let first = self.chunks.items_before(chunks.start);
        let names = std::mem::take(&mut self.names).replaced(first, old, chunk.items(), is_at_end);
        self.chunks.replace(chunks, chunk)?;
        self.names = names;
        self.keys = Names::default();
        self.unit = self.unit.take().or(unit);
        Ok(())
    }

    /// Changes the whole document.
    pub(super) fn change_all<T>(&mut self, change: impl FnOnce(&mut Excerpt<'_>) -> Result<T>) -> Result<T> {
        let result = self.change(0..self.chunks.as_slice().len(), change)?;
        self.additions = Additions::default();
        Ok(result)
    }

    /// Changes the content of a block, or all items of the file. The function gets the path in the
    /// part.
    pub(super) fn change_body<T>(
        &mut self,
        path: &Path,
        change: impl FnOnce(&mut Excerpt<'_>, &Path) -> Result<T>,
    ) -> Result<T> {
        let (chunks, path) = self.place(path, 0);
        self.change(chunks, |part| change(part, &path))
    }

    /// Changes an item of a body, or an element in its value. The function gets its path in the
    /// part. It is called again with a larger part, if the first one is too small.
    pub(super) fn change_item<T>(
        &mut self,
        site: &Path,
        change: impl Fn(&mut Excerpt<'_>, &Path) -> Result<T>,
    ) -> Result<T> {
        match self.change_in_group(site, None, |part, site, _| change(part, site)) {
            Some(result) => Ok(result),
            None => self.change_once(site, change),
        }
    }

    /// Works like [`change_item`](Self::change_item). The function is called once, and with text
    /// that is formatted.
    pub(super) fn change_once<T>(
        &mut self,
        site: &Path,
        change: impl FnOnce(&mut Excerpt<'_>, &Path) -> Result<T>,
    ) -> Result<T> {
        // An item of the file is changed with those next to it, which the layout depends on.
        let is_within_block = site.0.len() > 1 && self.has_body(&Path(site.0[..1].to_vec()));
        let (chunks, site) = self.place(site, usize::from(!is_within_block));
        self.change(chunks, |part| change(part, &site))
    }

    /// Changes a body at a position. The function gets the path and the position in the part.
    pub(super) fn change_at<T>(
        &mut self,
        path: &Path,
        position: Position,
        change: impl FnOnce(&mut Excerpt<'_>, &Path, Position) -> Result<T>,
    ) -> Result<T> {
        let count = self.item_count(path);
        position.check_in_body(count)?;
        if !path.0.is_empty() {
            return self.change_body(path, |part, path| change(part, path, position));
        }
        let index = position.index(count);
        let chunks = self.chunks.around(index.saturating_sub(1)..index + 1);
        let first = self.chunks.items_before(chunks.start);
        self.change(chunks, |part| change(part, path, position.map(|index| index - first)))
    }

    /// Returns the chunks that contain an item of the file and some items around it, and the path
    /// of something in the item in them. For the body of the file, these are all chunks.
    fn place(&mut self, path: &Path, around: usize) -> (Range<usize>, Path) {
        let mut path = path.clone();
        let Some(item) = path.0.first_mut() else { return (0..self.chunks.as_slice().len(), path) };
        let chunks = self.chunks.around(item.saturating_sub(around)..*item + 1 + around);
        *item -= self.chunks.items_before(chunks.start);
        (chunks, path)
    }
}

/// Returns an error that is not shown: the change is made again with the whole chunk.
fn not_in_window() -> Error {
    Error::coded(Code::InvalidValue, "The change is not within the window.")
}

/// New text, and the text of items.
impl Excerpt<'_> {
    /// Returns text as lines of a body with an indentation, formatted, without the last line
    /// ending.
    pub(super) fn lines(&self, text: &str, base: &str) -> String {
        let text = with_line_endings(text, "\n");
        let lines = format_lines(text.trim_end_matches('\n'), Indents::Based { base, unit: self.unit() });
        with_line_endings(&lines.text, self.ending())
    }

    /// Returns text as lines of the body at a path.
    pub(super) fn body_lines(&self, path: &Path, text: &str) -> String {
        self.lines(text, &self.item_indent(path))
    }

    /// Returns the text of an expression whose first line continues a line with an indentation.
    pub(super) fn expression(&self, text: &str, base: &str) -> String {
        self.lines(text, base).trim_start_matches([' ', '\t']).to_owned()
    }

    /// Returns the indentation of the items of a body.
    pub(super) fn item_indent(&self, path: &Path) -> String {
        if path.0.is_empty() {
            return self.root_indent().to_owned();
        }
        let Some(body) = path.body(self.ast()) else { return String::new() };
        let text = self.text();
        let inside = text.inside(body);
        let comments = text.comments(inside.clone()).iter().copied();
        match text.indent_of_first(body.items().rev().map(BodyItem::span).chain(comments)) {
            Some(indent) => indent.to_owned(),
            None => [text.indent(inside.start), self.unit()].concat(),
        }
    }

    /// Returns the span of an item or an element with its comments, and without them. The first of
    /// the comments above it can be `foreign`.
    pub(super) fn extent(&self, item: &Path, foreign: usize) -> Option<(Range<usize>, Range<usize>)> {
        let (parent, index) = item.parent()?;
        let Some(body) = parent.body(self.ast()) else {
            return self.collection(&parent)?.extent(self.text(), index);
        };
        let item = body.item(index)?.span().range();
        Some((self.text().extent(body, index, foreign).span, item))
    }
}
