//! The text between tokens: spaces, line breaks and comments.

use super::Printer;
use crate::source::Span;

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
    /// Sets the comments that are not printed yet.
    pub(super) fn continue_with(&mut self, comments: &'t [Span]) {
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
    pub(super) fn count_breaks(&self, from: u32, to: u32) -> usize {
        // The tokens around broken text may overlap.
        let between = self.text.as_bytes().get(from as usize..to as usize).unwrap_or_default();
        between.iter().filter(|byte| **byte == b'\n').count()
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
}
