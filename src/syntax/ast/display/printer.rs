//! The printer, and the text between tokens: spaces, line breaks and comments.

use std::cell::Cell;

use crate::source::Span;
use crate::syntax::ast::tree::Tree;
use crate::syntax::format::Lines;

/// Prints nodes in source order, and the comments between them.
pub(super) struct Printer<'t> {
    pub(super) tree: &'t Tree,
    /// The text of the source.
    pub(super) text: &'t str,
    pub(super) lines: Lines,
    /// The comments that are not printed yet.
    comments: &'t [Span],
    /// The start of the first of them.
    next_comment: u32,
    /// The offset up to which the source is printed.
    pub(super) at: u32,
    /// A range without line endings: the last one that was searched.
    unbroken: Cell<Span>,
    /// Whether line breaks are kept here: directly inside of brackets.
    pub(super) keeps_breaks: bool,
}

/// The text between two tokens that have neither a comment nor a line break between them.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Gap {
    Tight,
    Space,
    Line,
    /// A new line, after an empty one.
    BlankLine,
}

impl Gap {
    /// Returns the gap between an opening bracket and its content.
    pub(super) fn inside(open: char, broken: bool) -> Self {
        match (broken, open) {
            (true, _) => Self::Line,
            (false, '{') => Self::Space,
            (false, _) => Self::Tight,
        }
    }
}

impl<'t> Printer<'t> {
    /// Creates a printer of the nodes in a part of the source, after text that is printed.
    pub(super) fn new(lines: Lines, tree: &'t Tree, part: Span) -> Self {
        let first = tree.comments.partition_point(|comment| comment.start < part.start);
        let mut printer = Self {
            tree,
            text: tree.source.text(),
            lines,
            comments: &[],
            next_comment: 0,
            at: part.start,
            unbroken: Cell::default(),
            keeps_breaks: false,
        };
        printer.continue_with(&tree.comments[first..]);
        printer
    }

    /// Sets the comments that are not printed yet.
    fn continue_with(&mut self, comments: &'t [Span]) {
        self.comments = comments;
        self.next_comment = comments.first().map_or(u32::MAX, |comment| comment.start);
    }

    /// Prints the text between the current position and `to`: comments, line breaks, a space.
    #[inline]
    pub(super) fn gap(&mut self, to: u32, mut gap: Gap) {
        let mut must_break = false;
        if self.next_comment < to {
            (gap, must_break) = self.comments_before(to, gap);
        }
        let endings = if self.keeps_breaks { self.count_breaks(self.at, to) } else { 0 };
        if must_break || endings > 0 || matches!(gap, Gap::Line | Gap::BlankLine) {
            self.lines.break_line(endings > 1 || gap == Gap::BlankLine);
        } else if gap == Gap::Space {
            self.lines.space();
        }
        self.at = to;
    }

    /// Prints the comments before `to` with the line breaks before them. Returns the gap after
    /// them, and whether it must have a line break.
    #[inline(never)]
    fn comments_before(&mut self, to: u32, mut gap: Gap) -> (Gap, bool) {
        let mut must_break = false;
        while let Some((comment, rest)) = self.comments.split_first().filter(|(it, _)| it.start < to) {
            self.continue_with(rest);
            let text = self.slice(*comment);
            if self.keeps_breaks {
                let endings = self.count_breaks(self.at, comment.start);
                if endings > 0 {
                    self.lines.break_line(endings > 1 || gap == Gap::BlankLine);
                    gap = if gap == Gap::BlankLine { Gap::Line } else { gap };
                }
                must_break = !text.starts_with("/*");
            }
            if must_break {
                self.lines.line_comment(text);
            } else {
                self.lines.space();
                self.lines.leave_to_formatter();
                match text.strip_prefix("//").or(text.strip_prefix('#')) {
                    Some(line) => self.lines.push(&format!("/*{} */", line.replace("*/", "* /"))),
                    None => self.lines.push(text),
                }
            }
            gap = if gap == Gap::Tight { Gap::Space } else { gap };
            self.at = comment.end;
        }
        (gap, must_break)
    }

    /// Counts the line endings between two offsets with no comment between them.
    #[inline]
    fn count_breaks(&self, from: u32, to: u32) -> usize {
        // The tokens around broken text may overlap.
        let mut rest = self.text.as_bytes().get(from as usize..to as usize).unwrap_or_default();
        let mut count = 0;
        while let Some(at) = rest.iter().position(|byte| *byte == b'\n') {
            rest = &rest[at + 1..];
            count += 1;
        }
        count
    }

    /// Returns whether there is a line ending between two offsets.
    #[inline]
    pub(super) fn has_break(&self, from: u32, to: u32) -> bool {
        let Span { start, end } = self.unbroken.get();
        (from < start || end < to) && from < to && self.search_break(from) < to
    }

    /// Returns the offset of the next line ending, or the end of the text.
    fn search_break(&self, from: u32) -> u32 {
        let rest = self.text.as_bytes().get(from as usize..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let end = from + length as u32;
        self.unbroken.set(Span::new(from, end));
        end
    }

    /// Returns whether there is a line ending between two offsets, not counting those in comments.
    pub(super) fn breaks_between(&self, mut from: u32, to: u32) -> bool {
        if !self.has_break(from, to) {
            return false;
        }
        for comment in self.comments_in(from, to) {
            if self.count_breaks(from, comment.start) > 0 {
                return true;
            }
            from = comment.end;
        }
        self.count_breaks(from, to) > 0
    }

    /// Returns the comments that begin between two offsets.
    pub(super) fn comments_in(&self, from: u32, to: u32) -> &'t [Span] {
        let rest = &self.tree.comments[self.tree.comments.partition_point(|comment| comment.start < from)..];
        &rest[..rest.partition_point(|comment| comment.start < to)]
    }

    /// Prints a piece of the source as it is.
    #[inline]
    pub(super) fn verbatim(&mut self, span: Span) {
        self.lines.push(self.slice(span));
        self.pass(span);
    }

    /// Moves on to the end of a piece that is printed with the comments in it.
    #[inline]
    pub(super) fn pass(&mut self, span: Span) {
        if self.next_comment < span.end {
            let inside = self.comments.partition_point(|comment| comment.start < span.end);
            self.continue_with(&self.comments[inside..]);
        }
        self.at = span.end;
    }

    #[inline]
    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_else(|| self.tree.source.slice(span))
    }

    /// Prints a mark that is between the current position and `to`.
    pub(super) fn mark(&mut self, mark: &str, to: u32, gap: Gap) {
        let at = self.find(mark, to);
        self.gap(at, gap);
        self.lines.push(mark);
        self.at = at + mark.len() as u32;
    }

    /// Finds a mark between the current position and `to`, outside of comments.
    fn find(&self, mark: &str, to: u32) -> u32 {
        // A plain search: preparing a searcher takes longer for such a short text.
        let find = |from: u32, to: u32| {
            let bytes = self.text.as_bytes().get(from as usize..to as usize).unwrap_or_default();
            bytes.windows(mark.len()).position(|window| window == mark.as_bytes())
        };
        let mut from = self.at;
        for comment in self.comments.iter().take_while(|comment| comment.start < to) {
            if let Some(at) = find(from, comment.start) {
                return from + at as u32;
            }
            from = comment.end;
        }
        from + find(from, to).unwrap_or(0) as u32
    }
}
