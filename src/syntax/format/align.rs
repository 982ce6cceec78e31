//! Indentation, and the alignment of adjacent lines.

use unicode_segmentation::UnicodeSegmentation;

use crate::limits::Limits;
use crate::util::order::sort_by_position;

/// The column up to which text before a `=` or a comment is aligned. Without it, the output would
/// not be linear in the input: one long line widens all lines of its group.
const WIDEST: usize = 1000;

/// The widest indentation, for the same reason. It is that of the default limit on the depth of
/// nesting.
const DEEPEST: usize = 2 * Limits::DEFAULT.depth as usize;

/// The indentation of lines: a level for each line before that opened more brackets than it closed,
/// until as many are closed. So `f({` and `})` make one level, not two.
#[derive(Default)]
pub(super) struct Indentation {
    /// The number of brackets of each level that are not closed yet.
    levels: Vec<isize>,
}

impl Indentation {
    /// Returns the number of spaces before a line that closes no bracket.
    #[inline]
    pub(super) fn current(&self) -> usize {
        (2 * self.levels.len()).min(DEEPEST)
    }

    /// Returns the number of spaces before a line that closes the innermost level.
    pub(super) fn outer(&self) -> usize {
        (2 * self.levels.len().saturating_sub(1)).min(DEEPEST)
    }

    /// Returns the number of spaces before a line that opens this many more brackets than it
    /// closes.
    #[inline]
    pub(super) fn next(&mut self, opened: isize) -> usize {
        let mut closed = -opened;
        while closed > 0
            && let Some(level) = self.levels.last_mut()
        {
            let here = closed.min(*level);
            *level -= here;
            closed -= here;
            if *level == 0 {
                self.levels.pop();
            }
        }
        let indent = self.current();
        if opened > 0 {
            self.levels.push(opened);
        }
        indent
    }
}

/// The positions that are aligned once a line comes that has neither a `=` nor a comment.
#[derive(Default)]
pub(super) struct Alignment {
    /// The number of lines so far.
    pub(super) number: usize,
    equals: Vec<Stop>,
    comments: Vec<Stop>,
    /// A buffer for the end of the text while it is aligned.
    unaligned: String,
}

/// A position that is aligned with those of the lines around it.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    line: usize,
    /// The offset, with one space after it.
    at: usize,
    /// The column in which the text before it ends.
    column: usize,
    /// The number of spaces that are there already, besides the one.
    present: usize,
    /// The number of spaces that belong there.
    missing: usize,
}

impl Stop {
    /// Creates the stop at an offset where the text before it ends in a column, without the spaces
    /// that are inserted already, here or before.
    pub(super) fn new(at: usize, column: usize, present: usize) -> Self {
        Self { line: 0, at, column, present, missing: 0 }
    }

    fn is_moved(&self) -> bool {
        self.missing != self.present
    }
}

impl Alignment {
    /// Records a `=` in the current line.
    #[inline]
    pub(super) fn equals(&mut self, stop: Stop) {
        self.equals.push(Stop { line: self.number, ..stop });
    }

    /// Records a comment at the end of the current line.
    #[inline]
    pub(super) fn comment(&mut self, stop: Stop) {
        self.comments.push(Stop { line: self.number, ..stop });
    }

    /// Records that a line was written, and whether it has a `=` or a comment that is aligned.
    /// Returns whether the text before it has to be [aligned](Self::move_stops) now.
    #[inline]
    pub(super) fn end_line(&mut self, is_aligned: bool) -> bool {
        self.number += 1;
        let are_stops_pending = !self.equals.is_empty() || !self.comments.is_empty();
        are_stops_pending && !is_aligned && self.finish()
    }

    /// Computes the spaces of the positions that are not aligned yet. Returns whether some differ
    /// from those that are there.
    #[inline(never)]
    fn finish(&mut self) -> bool {
        align(&mut self.equals);
        if !self.comments.is_empty() {
            let mut equals = self.equals.iter().peekable();
            for comment in &mut self.comments {
                while equals.next_if(|equals| equals.line < comment.line).is_some() {}
                let same_line = equals.peek().filter(|equals| equals.line == comment.line);
                comment.column += same_line.map_or(0, |equals| equals.missing);
            }
            align(&mut self.comments);
            self.equals.append(&mut self.comments);
            sort_by_position(&mut self.equals, |stop| (stop.at, 0));
        }
        let is_moved = self.equals.iter().any(Stop::is_moved);
        if !is_moved {
            self.equals.clear();
        }
        is_moved
    }

    /// Inserts and removes spaces in the text before the line that ended last.
    pub(super) fn move_stops(&mut self, out: &mut String) {
        let mut stops = self.equals.iter().filter(|stop| stop.is_moved()).peekable();
        if let Some(from) = stops.peek().map(|stop| stop.at) {
            self.unaligned.clear();
            self.unaligned.push_str(&out[from..]);
            out.truncate(from);
            let mut done = 0;
            for stop in stops {
                let to = stop.at - from;
                out.push_str(&self.unaligned[done..to]);
                push_spaces(out, stop.missing);
                done = to + stop.present;
            }
            out.push_str(&self.unaligned[done..]);
        }
        self.equals.clear();
    }
}

/// Aligns the positions of adjacent lines. In `a = 1` before `bcd = 2`, two spaces are
/// added.
fn align(stops: &mut [Stop]) {
    for run in stops.chunk_by_mut(|one, next| next.line == one.line + 1) {
        let widest = run.iter().map(|stop| stop.column).filter(|column| *column <= WIDEST).max();
        for stop in run {
            stop.missing = widest.unwrap_or_default().saturating_sub(stop.column);
        }
    }
}

pub(super) fn push_spaces(out: &mut String, mut count: usize) {
    const SPACES: &str = "                                ";
    while count > 0 {
        let now = count.min(SPACES.len());
        out.push_str(&SPACES[..now]);
        count -= now;
    }
}

/// Returns the width of a text in grapheme clusters.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() { ascii_width(text) } else { text.graphemes(true).count() }
}

/// Returns the width of a text that is ASCII.
pub(super) fn ascii_width(text: &str) -> usize {
    // `matches` has a setup cost, so it runs only if there is a carriage return.
    let has_returns = text.as_bytes().contains(&b'\r');
    text.len() - if has_returns { text.matches("\r\n").count() } else { 0 }
}
