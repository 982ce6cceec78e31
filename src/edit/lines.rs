//! The lines of a text, and the comments that belong to an item.

use std::ops::Range;

use crate::body::File;
use crate::source::Span;
use crate::syntax::ast::{self, tree::Tree};

/// The text of a document, with its comments.
#[derive(Clone, Copy)]
pub(super) struct TextView<'t> {
    pub(super) text: &'t str,
    tree: &'t Tree,
}

/// The text of an item, with its comments.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Extent {
    /// From its first comment to its last.
    pub(super) span: Range<usize>,
    /// The lines that it takes, with the last line ending; none if it shares a line with other
    /// text.
    pub(super) lines: Option<Range<usize>>,
}

/// The blank lines between some items.
#[derive(Clone, Copy, Default)]
pub(super) struct Gaps {
    /// The number of blocks that are separated by blank lines, minus those that are not.
    pub(super) votes: isize,
    /// Whether the first item is a block that takes several lines.
    pub(super) begins_wide: bool,
    /// Whether the last item is one.
    pub(super) ends_wide: bool,
    /// The numbers of line endings before the first item with its comments, and after the last.
    pub(super) breaks: (usize, usize),
}

impl Gaps {
    /// Returns those of items that follow each other.
    pub(super) fn all(parts: impl Iterator<Item = Self>) -> Self {
        let join = |all: Self, next: Self| Self {
            votes: all.votes + all.vote_before(next) + next.votes,
            begins_wide: all.begins_wide,
            ends_wide: next.ends_wide,
            breaks: (all.breaks.0, next.breaks.1),
        };
        parts.reduce(join).unwrap_or_default()
    }

    /// Returns the vote of the gap between the last of these items and the first of others.
    fn vote_before(self, after: Self) -> isize {
        match self.ends_wide || after.begins_wide {
            true => vote(self.breaks.1 + after.breaks.0),
            false => 0,
        }
    }
}

/// Returns whether line endings between two items separate them: 1 if they do, or -1.
fn vote(breaks: usize) -> isize {
    if breaks > 1 { 1 } else { -1 }
}

impl<'t> TextView<'t> {
    pub(super) fn of(root: ast::Body<'t>) -> Self {
        Self::of_tree(root.tree())
    }

    pub(super) fn of_tree(tree: &'t Tree) -> Self {
        Self { text: tree.source.text(), tree }
    }

    /// Returns the offset after a byte order mark.
    pub(super) fn start(self) -> usize {
        self.text.len() - self.text.strip_prefix('\u{feff}').unwrap_or(self.text).len()
    }

    /// Returns the start of the line of an offset.
    pub(super) fn line_start(self, at: usize) -> usize {
        (self.line(at).start as usize).max(self.start())
    }

    /// Returns the start of the next line, or the end of the text.
    pub(super) fn line_end(self, at: usize) -> usize {
        self.line(at).end as usize
    }

    /// Returns the line of an offset. Many items can share a line, so that it is not searched for.
    fn line(self, at: usize) -> Span {
        self.tree.source.line_around(at as u32)
    }

    /// Returns the indentation of one level: that of the first item of a block that has one.
    pub(super) fn unit(root: ast::Body<'t>) -> Option<String> {
        let text = Self::of(root);
        root.blocks().find_map(|block| {
            let outer = text.indent(block.span().start as usize);
            let unit = text.indent_of_first(block.body().items().map(ast::BodyItem::span))?;
            unit.strip_prefix(outer).filter(|unit| !unit.is_empty()).map(str::to_owned)
        })
    }

    /// Returns the white space at the start of the line of an offset.
    pub(super) fn indent(self, at: usize) -> &'t str {
        let line = &self.text[self.line_start(at)..at];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Returns the indentation of the first of some spans that begins a line.
    pub(super) fn indent_of_first(self, spans: impl Iterator<Item = Span>) -> Option<&'t str> {
        let mut starts = spans.map(|span| span.start as usize);
        starts.find(|start| self.begins_line(*start)).map(|start| self.indent(start))
    }

    /// Returns whether only white space comes before an offset in its line.
    pub(super) fn begins_line(self, at: usize) -> bool {
        self.tree.begins_line(at as u32)
    }

    /// Returns whether only white space comes after an offset in its line.
    pub(super) fn ends_line(self, at: usize) -> bool {
        let after = self.text[at..].trim_start_matches([' ', '\t', '\r']);
        after.is_empty() || after.starts_with('\n')
    }

    /// Returns the comments between two offsets.
    pub(super) fn comments(self, range: Range<usize>) -> &'t [Span] {
        let comments = &self.tree.comments;
        let at = |offset: usize| comments.partition_point(|comment| (comment.start as usize) < offset);
        let (start, end) = (at(range.start), at(range.end));
        &comments[start..end.max(start)]
    }

    /// Returns the start of the comments that belong to the item or element at an offset: those
    /// before it on its line, and whole lines directly above it.
    pub(super) fn lead_start(self, start: usize) -> usize {
        self.tree.leading_comments(start as u32).first().map_or(start, |first| first.start as usize)
    }

    /// Returns the number of comments in the lines above an offset that would belong to an item
    /// there.
    pub(super) fn comments_above(self, at: usize) -> usize {
        let comments = self.tree.leading_comments(at as u32);
        let first = comments.first().filter(|first| self.begins_line(first.start as usize));
        first.map_or(0, |_| comments.len())
    }

    /// Returns the end of the comments after an offset in its line.
    pub(super) fn tail_end(self, end: usize) -> usize {
        self.tree.trailing_comment(end as u32).map_or(end, |comment| comment.end as usize)
    }

    /// Returns the range between the braces of a block, or that of the whole file.
    pub(super) fn inside(self, body: ast::Body<'_>) -> Range<usize> {
        let span = body.span().range();
        if self.is_root(body) { self.start()..self.text.len() } else { span.start + 1..span.end - 1 }
    }

    /// Returns whether a body is that of the file, which has no braces.
    pub(super) fn is_root(self, body: ast::Body<'_>) -> bool {
        !self.text[body.span().range()].starts_with('{')
    }

    /// Returns the span of an item of a body, or the end of the body if there is no such item.
    pub(super) fn item(self, body: ast::Body<'_>, index: usize) -> Range<usize> {
        let end = self.inside(body).end;
        body.item(index).map_or(end..end, |item| item.span().range())
    }

    /// Returns the text between the items of a body before and after some items.
    pub(super) fn between(self, body: ast::Body<'_>, items: &Range<usize>) -> Range<usize> {
        let before = items.start.checked_sub(1);
        let start = before.map_or(self.inside(body).start, |before| self.item(body, before).end);
        start..self.item(body, items.end).start
    }

    /// Returns the extent of an item of a body, without the first of the comments above it, which
    /// are `foreign`.
    pub(super) fn extent(self, body: ast::Body<'_>, index: usize, foreign: usize) -> Extent {
        let item = self.item(body, index);
        let lead = self.tree.leading_comments(item.start as u32).get(foreign);
        let start = lead.map_or(item.start, |first| first.start as usize);
        let span = start..self.tail_end(item.end);
        let is_alone = self.begins_line(span.start) && self.ends_line(span.end);
        let lines = is_alone.then(|| self.line_start(span.start)..self.line_end(span.end));
        Extent { span, lines }
    }

    /// Returns the blank lines before and after lines of a body.
    pub(super) fn blank_around(
        self,
        body: ast::Body<'_>,
        lines: &Range<usize>,
    ) -> (Range<usize>, Range<usize>) {
        let before = self.blank_before(lines.start, self.first_line(body).min(lines.start));
        (before, self.blank_after(lines.end, self.inside(body).end))
    }

    /// Returns the start of the first line of a body. The rest of the line after an opening brace
    /// is none, and a comment in it does not belong to the first item.
    pub(super) fn first_line(self, body: ast::Body<'t>) -> usize {
        let start = self.inside(body).start;
        if self.is_root(body) { start } else { self.line_end(start) }
    }

    /// Returns the blank lines right before the start of a line, and not before `floor`.
    pub(super) fn blank_before(self, line: usize, floor: usize) -> Range<usize> {
        let mut start = line;
        // The end of a text without a trailing newline is not the start of a line.
        while start > floor && self.text[..start].ends_with('\n') {
            let before = self.line_start(start - 1);
            if before < floor || !is_blank(&self.text[before..start]) {
                break;
            }
            start = before;
        }
        start..line
    }

    /// Returns the blank lines from the start of a line on, each with its line ending.
    pub(super) fn blank_after(self, line: usize, ceiling: usize) -> Range<usize> {
        let mut end = line;
        while end < ceiling {
            let after = self.line_end(end);
            if after > ceiling || !self.text[end..after].ends_with('\n') || !is_blank(&self.text[end..after])
            {
                break;
            }
            end = after;
        }
        line..end
    }

    /// Returns whether an item is a block that takes several lines.
    pub(super) fn is_wide_item(self, body: ast::Body<'_>, index: usize) -> bool {
        body.block_at(index).is_some_and(|block| self.text[block.span().range()].contains('\n'))
    }

    /// Returns which blocks of some items, in a range of the text, are separated by blank lines.
    pub(super) fn gaps(self, body: ast::Body<'_>, items: Range<usize>, range: Range<usize>) -> Gaps {
        let extent = |index| self.extent(body, index, 0).span;
        let breaks = |range: Range<usize>| self.text.get(range).map_or(0, |text| text.matches('\n').count());
        let is_wide = |index: Option<usize>| index.is_some_and(|index| self.is_wide_item(body, index));
        let mut votes = 0;
        for index in items.clone().skip(1) {
            if is_wide(Some(index - 1)) || is_wide(Some(index)) {
                votes += vote(breaks(extent(index - 1).end..extent(index).start));
            }
        }
        let (first, last) = (items.clone().next(), items.last());
        let before = first.map_or(0, |first| breaks(range.start..extent(first).start));
        let after = last.map_or(0, |last| breaks(extent(last).end..range.end));
        Gaps { votes, begins_wide: is_wide(first), ends_wide: is_wide(last), breaks: (before, after) }
    }
}

/// Returns the body of a file in native syntax.
pub(super) fn body_of(file: &File) -> ast::Body<'_> {
    match file.ast() {
        Some(body) => body,
        None => unreachable!("a document is in native syntax"),
    }
}

/// Returns the line ending of a text by its first line.
pub(super) fn ending(first_line: &str) -> &'static str {
    if first_line.ends_with("\r\n") { "\r\n" } else { "\n" }
}

pub(super) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}
