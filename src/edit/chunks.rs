//! The text of a document in chunks, so that a change parses only a part of it.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use super::layout::{blank_lines, first_item_from};
use super::lines::{self, Gaps, Text};
use crate::body::{File, parse_file};
use crate::error::Result;
use crate::source::Source;
use crate::syntax::ast::{self, BodyItem};

/// A chunk of more than twice this number of bytes is split, where there are blank lines between
/// its items. An operation parses about one chunk, and looks at each chunk to find an item.
const SIZE: usize = 1024;

/// The text of a document. It is split at blank lines between items of the file, where the layout
/// of one line never depends on that of another.
///
/// There is at least one chunk. If there are several, each has an item, and each but the last ends
/// with a blank line.
#[derive(Clone)]
pub(super) struct Chunks {
    list: Vec<Chunk>,
    /// The whole file, which is parsed when it is used.
    whole: OnceLock<File>,
}

/// A run of items of the file, with the text up to the next.
#[derive(Clone)]
pub(super) struct Chunk {
    /// The file in which it was parsed, alone or with others.
    file: File,
    /// Its items among those of that file.
    items: Range<usize>,
    /// Its text in that file.
    span: Range<usize>,
    gaps: OnceLock<Gaps>,
}

impl Chunk {
    pub(super) fn of(file: File) -> Self {
        let (items, end) = (body_of(&file).items().len(), file.source().text().len());
        Self { file, items: 0..items, span: 0..end, gaps: OnceLock::new() }
    }

    /// Returns the file in which the chunk was parsed.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Returns the body of that file.
    pub(super) fn body(&self) -> ast::Body<'_> {
        body_of(&self.file)
    }

    fn items(&self) -> impl DoubleEndedIterator<Item = BodyItem<'_>> {
        let body = self.body();
        self.items.clone().filter_map(move |index| body.item(index))
    }

    fn text(&self) -> &str {
        &self.file.source().text()[self.span.clone()]
    }

    /// Returns the indentation of its last item that begins a line.
    pub(super) fn indent_of_items(&self) -> Option<&str> {
        let text = Text::of(self.body());
        let mut starts = self.items().rev().map(|item| item.span().start as usize);
        starts.find(|start| text.begins_line(*start)).map(|start| text.indent(start))
    }

    /// Returns the indentation of its first comment that begins a line.
    pub(super) fn indent_of_comments(&self) -> Option<&str> {
        let text = Text::of(self.body());
        let mut starts = text.comments(self.span.clone()).iter().map(|comment| comment.start as usize);
        starts.find(|start| text.begins_line(*start)).map(|start| text.indent(start))
    }

    pub(super) fn gaps(&self) -> Gaps {
        *self.gaps.get_or_init(|| Text::of(self.body()).gaps(self.body(), true, self.items.clone()))
    }

    /// Returns the same text in chunks of about [`SIZE`] bytes.
    fn split(&self) -> Vec<Self> {
        let body = self.body();
        let text = Text::of(body);
        let mut chunks = Vec::with_capacity(self.span.len() / SIZE + 1);
        let mut push = |items, span| {
            chunks.push(Self { file: self.file.clone(), items, span, gaps: OnceLock::new() });
        };
        let (mut first, mut start) = (self.items.start, self.span.start);
        let mut next = first;
        while next < self.items.end {
            next = first_item_from(body, next + 1..self.items.end, start + SIZE);
            // The comments before the blank lines stay in this chunk.
            let split = (next..self.items.end)
                .find_map(|index| Some((index, blank_lines(text, text.gap(body, index)).last()?.end)));
            let Some((index, end)) = split else { break };
            push(first..index, start..end);
            (first, start, next) = (index, end, index);
        }
        push(first..self.items.end, start..self.span.end);
        chunks
    }
}

impl Chunks {
    pub(super) fn of(file: File) -> Self {
        Self { list: vec![Chunk::of(file.clone())], whole: OnceLock::from(file) }
    }

    pub(super) fn as_slice(&self) -> &[Chunk] {
        &self.list
    }

    /// Returns the whole file. After a change, it is parsed at the first call.
    pub(super) fn file(&self) -> &File {
        self.whole.get_or_init(|| parse_file(self.source(self.to_string())).value)
    }

    /// Returns a text as a source with the name of the document.
    pub(super) fn source(&self, text: String) -> Source {
        Source::new(self.list[0].file.source().name(), text)
    }

    /// Returns the number of items of the file.
    pub(super) fn item_count(&self) -> usize {
        self.list.iter().map(|chunk| chunk.items.len()).sum()
    }

    /// Returns the number of items before a chunk.
    pub(super) fn items_before(&self, chunk: usize) -> usize {
        self.list[..chunk].iter().map(|chunk| chunk.items.len()).sum()
    }

    pub(super) fn items(&self) -> impl Iterator<Item = BodyItem<'_>> {
        self.list.iter().flat_map(Chunk::items)
    }

    /// Returns the item of the file with an index. Its span is that in its chunk.
    pub(super) fn item(&self, index: usize) -> Option<BodyItem<'_>> {
        let mut first = 0;
        for chunk in &self.list {
            if index < first + chunk.items.len() {
                return chunk.body().item(chunk.items.start + index - first);
            }
            first += chunk.items.len();
        }
        None
    }

    /// Returns the line ending of the text, which is the first in it.
    pub(super) fn ending(&self) -> &'static str {
        lines::ending(self.list[0].text())
    }

    /// Returns the chunks of items, which are split first if they are large.
    pub(super) fn around(&mut self, items: Range<usize>) -> Range<usize> {
        for at in self.of_items(&items).rev() {
            if self.list[at].span.len() > 2 * SIZE {
                let chunks = self.list[at].split();
                self.list.splice(at..=at, chunks);
            }
        }
        self.of_items(&items)
    }

    /// Returns the chunks of items: at least one, the last for those that do not exist.
    fn of_items(&self, items: &Range<usize>) -> Range<usize> {
        let mut count = 0;
        let mut start = None;
        for (at, chunk) in self.list.iter().enumerate() {
            count += chunk.items.len();
            if start.is_none() && items.start < count {
                start = Some(at);
            }
            if let Some(start) = start
                && items.end <= count
            {
                return start..at + 1;
            }
        }
        start.unwrap_or(self.list.len() - 1)..self.list.len()
    }

    /// Returns the file of some chunks, as if there were no others.
    pub(super) fn parsed(&self, chunks: Range<usize>) -> File {
        match &self.list[chunks.clone()] {
            _ if chunks.len() == self.list.len() => self.file().clone(),
            [chunk] if chunk.span.len() == chunk.file.source().text().len() => chunk.file.clone(),
            list => parse_file(self.source(list.iter().map(Chunk::text).collect())).value,
        }
    }

    /// Parses the whole text with another text in the place of some chunks.
    pub(super) fn parse_with(&self, chunks: Range<usize>, text: &str) -> Result<File> {
        let before = self.list[..chunks.start].iter().map(Chunk::text);
        let after = self.list[chunks.end..].iter().map(Chunk::text);
        parse_file(self.source(before.chain([text]).chain(after).collect())).into_result()
    }

    /// Replaces some chunks by one that was parsed alone and has no errors by itself.
    ///
    /// # Errors
    /// Returns the errors of the whole text.
    pub(super) fn replace(&mut self, chunks: Range<usize>, chunk: Chunk) -> Result<()> {
        if chunks.len() == self.list.len() {
            *self = Self::of(chunk.file);
        } else if self.fits(&chunks, &chunk) {
            self.list.splice(chunks, [chunk]);
            self.whole = OnceLock::new();
        } else {
            *self = Self::of(self.parse_with(chunks, chunk.text())?);
        }
        Ok(())
    }

    /// Returns whether a chunk in the place of others is certain to be valid there.
    fn fits(&self, chunks: &Range<usize>, chunk: &Chunk) -> bool {
        let body = chunk.body();
        let text = Text::of(body);
        let end = text.text.len();
        let length = end + self.list.iter().map(|chunk| chunk.span.len()).sum::<usize>();
        let is_first = chunks.start == 0;
        let is_last = chunks.end == self.list.len();
        body.items().len() > 0
            && (is_first || text.start() == 0)
            && (is_last || !text.blank_before(end, text.start()).is_empty())
            && i32::try_from(length).is_ok()
            && self.has_no_attribute_of(chunks, body)
    }

    /// Returns whether the new attributes of a body have other names than those in other chunks.
    fn has_no_attribute_of(&self, chunks: &Range<usize>, body: ast::Body<'_>) -> bool {
        fn name(item: BodyItem<'_>) -> Option<&str> {
            match item {
                BodyItem::Attribute(attribute) => Some(attribute.name()),
                BodyItem::Block(_) => None,
            }
        }
        let old: HashSet<&str> =
            self.list[chunks.clone()].iter().flat_map(Chunk::items).filter_map(name).collect();
        let new: HashSet<&str> = body.items().filter_map(name).filter(|name| !old.contains(name)).collect();
        let others = self.list[..chunks.start].iter().chain(&self.list[chunks.end..]);
        new.is_empty() || others.flat_map(Chunk::items).filter_map(name).all(|name| !new.contains(name))
    }
}

/// Returns the body of a file in native syntax.
pub(super) fn body_of(file: &File) -> ast::Body<'_> {
    match file.ast() {
        Some(body) => body,
        None => unreachable!("a document is in native syntax"),
    }
}

/// Prints the text.
impl fmt::Display for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.iter().try_for_each(|chunk| f.write_str(chunk.text()))
    }
}
