//! Lines of printed text, as the formatter would lay them out.

use std::fmt;
use std::ops::Range;

use crate::source::Span;
use crate::syntax::format::{Alignment, Indentation, Stop, format_printed_line, push_spaces};

/// Printed lines, with the indentation and the alignment of the formatter. Only the formatter has
/// all rules for the spaces in expressions and around comments, so it formats the lines for which
/// they matter. Most lines are laid out without it, in a third of the time (`to_string_struct` and
/// `to_string_file` in `benches/speed.rs`).
///
/// The end of the text may be a run of the source that is printed as it is, which is copied at
/// once. Most source text has this layout already, down to the columns of its `=`, so it is
/// copied in few runs (bench `to_string_file`).
#[derive(Default)]
pub(crate) struct Lines<'s> {
    /// The text before the run.
    text: String,
    source: &'s str,
    run: Range<usize>,
    /// The expected length of the text.
    expected: usize,
    line: Line,
    last: Last,
    after_heredoc: bool,
    indentation: Indentation,
    alignment: Alignment,
    /// A buffer for a line while it is formatted.
    unformatted: String,
}

/// The line that is being printed; verbatim text in it may hold line breaks of its own.
#[derive(Default)]
struct Line {
    /// The start of its content, after the indentation.
    start: usize,
    indent: usize,
    /// Its first `=`.
    equals: Option<Cell>,
    /// The comment at its end, if there is text before it.
    comment: Option<Cell>,
    /// The number of brackets that it opens, minus those that it closes.
    opened: isize,
    opened_before_equals: isize,
    /// Whether the formatter sets the spaces in it.
    is_unformatted: bool,
}

/// A part of a line that is aligned with those of other lines.
#[derive(Clone, Copy)]
struct Cell {
    /// Its offset.
    at: usize,
    /// The number of spaces before it, without the one that is always there.
    spaces: usize,
}

impl Cell {
    /// Returns where spaces are inserted, in a line whose text before the cell is this much wider
    /// in the text than it would be without alignment.
    fn stop(self, start: usize, widened: usize) -> Stop {
        let end = self.at - 1 - self.spaces;
        Stop::new(end, end - start - widened, self.spaces)
    }
}

/// The line before the current one.
#[derive(Clone, Copy, Default, PartialEq)]
enum Last {
    #[default]
    Missing,
    Empty,
    /// It opens a bracket.
    Opening,
    Other,
}

impl<'s> Lines<'s> {
    /// Creates lines with capacity for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), ..Self::default() }
    }

    /// Creates lines that are about as long as a part of the source that is printed.
    pub(super) fn of(source: &'s str, part: Span) -> Self {
        Self { source, expected: part.len() as usize, ..Self::default() }
    }

    /// Continues lines with text of a source.
    pub(super) fn continue_from(self, source: &'s str) -> Self {
        Self { source, ..self }
    }

    /// Returns the lines without the source.
    pub(super) fn detach(mut self) -> Lines<'static> {
        self.flush();
        let Self { text, expected, line, last, after_heredoc, .. } = self;
        let Self { indentation, alignment, unformatted, .. } = self;
        let (source, run) = Default::default();
        Lines { text, source, run, expected, line, last, after_heredoc, indentation, alignment, unformatted }
    }

    /// Copies the run, so that all text is in `text`.
    fn flush(&mut self) {
        if !self.run.is_empty() {
            if self.text.capacity() == 0 {
                self.text.reserve(self.expected);
            }
            self.text.push_str(&self.source[self.run.clone()]);
            self.run.start = self.run.end;
        }
    }

    /// Adds a piece of the source to the run.
    fn extend(&mut self, piece: Range<usize>) {
        if piece.is_empty() {
            return;
        }
        if self.run.end != piece.start {
            self.flush();
            self.run.start = piece.start;
        }
        self.run.end = piece.end;
    }

    /// Returns the length of the text.
    fn len(&self) -> usize {
        self.text.len() + self.run.len()
    }

    fn truncate(&mut self, length: usize) {
        match length.checked_sub(self.text.len()) {
            Some(kept) => self.run.end = self.run.start + kept,
            None => {
                self.run.start = self.run.end;
                self.text.truncate(length);
            }
        }
    }

    /// Returns whether the text in a range is ASCII.
    fn is_ascii(&self, range: Range<usize>) -> bool {
        let before = self.text.len();
        let run = &self.source.as_bytes()[self.run.clone()];
        match range.start.checked_sub(before) {
            Some(start) => run[start..range.end - before].is_ascii(),
            None => {
                self.text.as_bytes()[range.start..range.end.min(before)].is_ascii()
                    && run[..range.end.saturating_sub(before)].is_ascii()
            }
        }
    }

    /// Returns the source between two tokens.
    fn between(&self, gap: Span) -> &'s [u8] {
        // The tokens around broken text may overlap.
        self.source.as_bytes().get(gap.range()).unwrap_or_default()
    }

    /// Prints a piece of text.
    pub(crate) fn push(&mut self, text: &str) {
        self.leave_heredoc();
        self.flush();
        self.text.push_str(text);
    }

    /// Prints a piece of the source.
    #[inline]
    pub(super) fn copy(&mut self, piece: Span) {
        self.leave_heredoc();
        self.extend(piece.range());
    }

    /// Ends the line that a heredoc ends.
    #[inline]
    fn leave_heredoc(&mut self) {
        if self.after_heredoc {
            self.end_line();
        }
    }

    /// Prints the text that a function writes if it returns `true`; otherwise prints nothing.
    pub(crate) fn attempt<E>(
        &mut self,
        write: impl FnOnce(&mut String) -> Result<bool, E>,
    ) -> Result<bool, E> {
        self.leave_heredoc();
        self.flush();
        let start = self.text.len();
        let fits = write(&mut self.text)?;
        if !fits {
            self.text.truncate(start);
        }
        Ok(fits)
    }

    /// Prints an opening bracket.
    pub(crate) fn open(&mut self, bracket: &str) {
        self.push(bracket);
        self.opened();
    }

    /// Records that an opening bracket was printed.
    pub(super) fn opened(&mut self) {
        self.line.opened += 1;
    }

    /// Prints a closing bracket.
    pub(crate) fn close(&mut self, bracket: &str) {
        self.closing();
        self.push(bracket);
    }

    /// Records that a closing bracket is printed next.
    pub(super) fn closing(&mut self) {
        self.unblank();
        self.leave_heredoc();
        self.line.opened -= 1;
    }

    /// Prints the `=` between a name and its value.
    pub(crate) fn equals(&mut self) {
        self.space();
        self.flush();
        self.record_equals(Cell { at: self.text.len(), spaces: 0 });
        self.push("=");
    }

    fn record_equals(&mut self, equals: Cell) {
        if self.line.equals.is_none() {
            self.line.equals = Some(equals);
            self.line.opened_before_equals = self.line.opened;
        }
    }

    /// Prints the spaces before a `=`, the `=`, and the space after it as they are in the source.
    /// Returns `false` if the layout has other spaces there.
    pub(super) fn copy_equals(&mut self, piece: Span) -> bool {
        let spaces = match self.between(piece) {
            [b' ', more @ .., b'=', b' '] if more.iter().all(|byte| *byte == b' ') => more.len(),
            _ => return false,
        };
        if self.after_heredoc || self.is_fresh() || spaces > 0 && self.line.equals.is_some() {
            return false;
        }
        self.extend(piece.range());
        self.record_equals(Cell { at: self.len() - 2, spaces });
        true
    }

    /// Leaves the layout of the current line to the formatter.
    pub(crate) fn leave_to_formatter(&mut self) {
        self.leave_heredoc();
        self.line.is_unformatted = true;
    }

    /// Prints a heredoc, after which a new line must come.
    pub(crate) fn heredoc(&mut self, text: &str) {
        self.push(text);
        self.after_heredoc = true;
    }

    /// Prints a heredoc of the source.
    pub(super) fn copy_heredoc(&mut self, piece: Span) {
        self.copy(piece);
        self.after_heredoc = true;
    }

    /// Prints a comment of the source that extends to the end of its line, after `gap`, the text
    /// between it and the text before it in its line.
    pub(super) fn line_comment(&mut self, gap: Span, comment: Span) {
        self.leave_heredoc();
        if !self.is_fresh() {
            let spaces = match self.between(gap) {
                [b' ', more @ ..] if more.iter().all(|byte| *byte == b' ') => {
                    self.extend(gap.range());
                    more.len()
                }
                _ => {
                    self.space();
                    0
                }
            };
            self.line.comment = Some(Cell { at: self.len(), spaces });
            self.line.is_unformatted |= self.source[comment.range()].ends_with('\r');
        }
        self.extend(comment.range());
    }

    /// Returns the last byte that is not a space.
    pub(crate) fn last(&self) -> u8 {
        let run = self.source.as_bytes()[self.run.clone()].iter().rev();
        run.chain(self.text.as_bytes().iter().rev()).copied().find(|byte| *byte != b' ').unwrap_or_default()
    }

    /// Prints a space, except at the start of a line.
    pub(crate) fn space(&mut self) {
        if self.takes_space() {
            self.flush();
            self.text.push(' ');
        }
    }

    /// Prints a space as it is in the source, or as [`space`](Self::space) does.
    #[inline]
    pub(super) fn copy_space(&mut self, gap: Span) {
        if self.between(gap) == *b" " && self.takes_space() {
            self.extend(gap.range());
        } else {
            self.space();
        }
    }

    fn takes_space(&self) -> bool {
        !self.is_fresh() && !self.after_heredoc
    }

    /// Returns whether a heredoc ends the current line.
    pub(crate) fn ends_in_heredoc(&self) -> bool {
        self.after_heredoc
    }

    /// Returns whether nothing is in the current line yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.line.start == self.len()
    }

    /// Starts a new line, unless the current line is empty. With `blank`, an empty line comes
    /// before it, except next to another one, at the start, or after an opening bracket.
    pub(crate) fn break_line(&mut self, blank: bool) {
        self.copy_break(blank, Span::default());
    }

    /// Starts a new line as [`break_line`](Self::break_line) does, with the line endings and the
    /// indentation of the source if they are those of the layout. `gap` is between the lines.
    pub(super) fn copy_break(&mut self, blank: bool, gap: Span) {
        if self.is_fresh() {
            if blank && self.last == Last::Other {
                self.end_line();
            }
            return;
        }
        self.settle();
        let mut ends = 1;
        if blank && self.last == Last::Other {
            self.last = Last::Empty;
            self.alignment.empty_line();
            ends = 2;
        }
        match self.indent_of(gap, ends) {
            Some(indent) => {
                self.extend(gap.range());
                self.line = Line { start: self.len(), indent, ..Line::default() };
            }
            None => {
                self.flush();
                self.text.push_str(&"\n\n"[..ends]);
                self.start_line();
            }
        }
    }

    /// Returns the indentation after so many line endings in the source, if a line may have it: a
    /// line that begins with a closing bracket mostly has less than the current one.
    fn indent_of(&self, gap: Span, ends: usize) -> Option<usize> {
        let bytes = self.source.as_bytes();
        let mut spaces = self.between(gap);
        for _ in 0..ends {
            spaces = spaces.strip_prefix(b"\n")?;
        }
        let closes = || matches!(bytes.get(gap.end as usize), Some(b'}' | b']' | b')'));
        let fits = spaces.iter().all(|byte| *byte == b' ')
            && (spaces.len() == self.indentation.current() || closes());
        fits.then_some(spaces.len())
    }

    /// Removes an empty line right before the current one.
    fn unblank(&mut self) {
        if self.last == Last::Empty && self.is_fresh() {
            self.truncate(self.line.start - self.line.indent - 1);
            self.last = Last::Missing;
            self.alignment.remove_empty_line();
            self.flush();
            self.start_line();
        }
    }

    fn end_line(&mut self) {
        self.settle();
        self.flush();
        self.text.push('\n');
        self.start_line();
    }

    /// Starts a line with its indentation, unless it closes a bracket.
    fn start_line(&mut self) {
        let indent = self.indentation.current();
        push_spaces(&mut self.text, indent);
        self.line = Line { start: self.text.len(), indent, ..Line::default() };
    }

    /// Indents the line that ends here, and records the positions to align.
    fn settle(&mut self) {
        self.after_heredoc = false;
        if self.is_fresh() {
            // The line is empty; a later call may remove it.
            self.truncate(self.line.start - self.line.indent);
            self.last = Last::Empty;
            return self.alignment.empty_line();
        }
        self.last = if self.line.opened > 0 { Last::Opening } else { Last::Other };
        if self.line.is_unformatted {
            return self.format();
        }
        // Only a value that ends in the same line is aligned.
        let is_aligned = self.line.opened == self.line.opened_before_equals;
        if let Some(equals) = self.line.equals
            && !is_aligned
        {
            self.line.equals = None;
            self.remove_spaces(equals);
            if let Some(comment) = &mut self.line.comment {
                comment.at -= equals.spaces;
            }
        }
        if let Some(last) = self.line.comment.or(self.line.equals)
            && !self.is_ascii(self.line.start..last.at)
        {
            return self.format();
        }
        self.indent();
        let Line { start, indent, equals, comment, .. } = self.line;
        let start = start - indent;
        if let Some(equals) = equals {
            self.alignment.equals(equals.stop(start, 0));
        }
        if let Some(comment) = comment {
            self.alignment.comment(comment.stop(start, equals.map_or(0, |equals| equals.spaces)));
        }
        self.align(equals.is_some() || comment.is_some());
    }

    /// Records the end of a line, and aligns the lines before it if it has nothing that is aligned.
    fn align(&mut self, is_aligned: bool) {
        if self.alignment.end_line(is_aligned) {
            self.flush();
            self.alignment.move_stops(&mut self.text);
        }
    }

    /// Removes the spaces of the source before a cell of the current line.
    fn remove_spaces(&mut self, cell: Cell) {
        if cell.spaces > 0 {
            self.flush();
            self.text.drain(cell.at - cell.spaces..cell.at);
        }
    }

    /// Formats the current line.
    fn format(&mut self) {
        self.flush();
        // In a broken line the formatter may take them for text of a string.
        for cell in [self.line.comment, self.line.equals].into_iter().flatten() {
            self.remove_spaces(cell);
        }
        self.unformatted.clear();
        self.unformatted.push_str(&self.text[self.line.start..]);
        // The last line of a heredoc needs a newline to close it.
        self.unformatted.push('\n');
        self.text.truncate(self.line.start - self.line.indent);
        format_printed_line(&self.unformatted, &mut self.text, &mut self.indentation, &mut self.alignment);
        self.text.pop();
    }

    /// Corrects the indentation of the current line, which depends on the brackets in it.
    fn indent(&mut self) {
        let Line { start, indent, opened, .. } = self.line;
        let expected = self.indentation.next(opened);
        if expected == indent {
            return;
        }
        self.flush();
        let before = start - indent;
        if expected < indent {
            self.text.drain(before + expected..start);
        } else {
            self.text.insert_str(before, &" ".repeat(expected - indent));
        }
        self.line.start = before + expected;
        self.line.indent = expected;
        for cell in [&mut self.line.equals, &mut self.line.comment].into_iter().flatten() {
            cell.at = cell.at - indent + expected;
        }
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(crate) fn finish(mut self) -> String {
        self.end();
        self.flush();
        self.text
    }

    /// Ends the text, and writes it.
    pub(super) fn write(mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.end();
        f.write_str(&self.text)?;
        f.write_str(&self.source[self.run])
    }

    fn end(&mut self) {
        self.leave_heredoc();
        self.unblank();
        self.settle();
        self.align(false);
    }
}

impl fmt::Write for Lines<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}
