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
    /// Returns the gap between a bracket and its content.
    pub(super) fn inside(broken: bool) -> Self {
        if broken { Self::Line } else { Self::Tight }
    }

    /// Returns the gap between a brace and its content.
    pub(super) fn inside_braces(broken: bool) -> Self {
        if broken { Self::Line } else { Self::Space }
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
    pub(super) fn gap(&mut self, to: u32, gap: Gap) {
        if self.next_comment < to || !self.copy_gap(to, gap) {
            self.lay_out_gap(to, gap);
        }
        self.at = to;
    }

    /// Prints the text up to `to` as it is in the source, if it is none or a space. Returns `false`
    /// if the layout has another gap there.
    #[inline]
    fn copy_gap(&mut self, to: u32, gap: Gap) -> bool {
        match gap {
            Gap::Tight => self.at == to,
            Gap::Space => self.lines.copy_space(Span::new(self.at, to)),
            Gap::Line | Gap::BlankLine => false,
        }
    }

    #[inline(never)]
    fn lay_out_gap(&mut self, to: u32, mut gap: Gap) {
        let mut must_break = false;
        if self.next_comment < to {
            if !self.keeps_breaks {
                return self.gap_in_line(to, gap);
            }
            (gap, must_break) = self.comments_in_brackets(to, gap);
        }
        if self.keeps_breaks {
            let found = self.lines.break_in(Span::new(self.at, to));
            if must_break || found.endings > 0 || matches!(gap, Gap::Line | Gap::BlankLine) {
                return self.lines.copy_break(found.endings > 1 || gap == Gap::BlankLine, found);
            }
        }
        if gap != Gap::Tight {
            self.lines.space();
        }
    }

    #[inline(never)]
    fn gap_in_line(&mut self, to: u32, mut gap: Gap) {
        while let Some(comment) = self.next_comment(to) {
            self.lines.space();
            self.lines.leave_to_formatter();
            let text = self.slice(comment);
            if is_inline(text) {
                self.lines.push(text)
            } else {
                self.lines.push(&to_inline(text))
            }
            gap = Gap::Space;
        }
        if gap != Gap::Tight {
            self.lines.space();
        }
    }

    /// Prints the comments before `to` with the line breaks before them. Returns the gap after
    /// them, and whether it must have a line break.
    #[inline(never)]
    fn comments_in_brackets(&mut self, to: u32, mut gap: Gap) -> (Gap, bool) {
        let mut must_break = false;
        while let Some(comment) = self.next_comment(to) {
            let before = Span::new(self.at, comment.start);
            let found = self.lines.break_in(before);
            if found.endings > 0 {
                self.lines.copy_break(found.endings > 1 || gap == Gap::BlankLine, found);
                gap = if gap == Gap::BlankLine { Gap::Line } else { gap };
            }
            must_break = !is_inline(self.slice(comment));
            if must_break {
                self.lines.line_comment(before, comment);
            } else {
                self.lines.space();
                self.lines.leave_to_formatter();
                self.lines.copy(comment);
            }
            gap = if gap == Gap::Tight { Gap::Space } else { gap };
            self.at = comment.end;
        }
        (gap, must_break)
    }

    /// Takes the next comment, if it starts before `to`.
    fn next_comment(&mut self, to: u32) -> Option<Span> {
        let (first, rest) = self.comments.split_first().filter(|(first, _)| first.start < to)?;
        self.continue_with(rest);
        Some(*first)
    }

    /// Counts the line endings between two offsets with no comment between them.
    pub(super) fn count_breaks(&self, from: u32, to: u32) -> usize {
        let between = self.text.as_bytes().get(from as usize..to as usize).unwrap_or_default();
        match between {
            [] | [b' '] => 0,
            _ => between.iter().filter(|byte| **byte == b'\n').count(),
        }
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
        let first = self.tree.comments.partition_point(|comment| comment.start < from);
        for comment in self.tree.comments[first..].iter().take_while(|comment| comment.start < to) {
            if self.count_breaks(from, comment.start) > 0 {
                return true;
            }
            from = comment.end;
        }
        self.count_breaks(from, to) > 0
    }

    pub(super) fn has_comments(&self, from: u32, to: u32) -> bool {
        let first = self.tree.comments.partition_point(|comment| comment.start < from);
        self.tree.comments.get(first).is_some_and(|comment| comment.start < to)
    }
}

fn is_inline(comment: &str) -> bool {
    comment.starts_with("/*")
}

/// Converts a comment that extends to the end of its line into an inline comment.
fn to_inline(comment: &str) -> String {
    let text = comment.strip_prefix("//").or(comment.strip_prefix('#')).unwrap_or(comment);
    format!("/*{} */", text.replace("*/", "* /"))
}
