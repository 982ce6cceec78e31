//! Lines of printed text, as the formatter would lay them out.

use std::ops::Range;

use crate::syntax::format::{Alignment, Indentation, Stop, format_printed_line, push_spaces};

/// Printed lines, with the indentation and the alignment of the formatter. Only the formatter has
/// all rules for the spaces in expressions and around comments, so it formats the lines for which
/// they matter. Most lines are laid out without it, in a third of the time (`to_string_struct` and
/// `to_string_file` in `benches/speed.rs`).
#[derive(Default)]
pub(crate) struct Lines<T = String> {
    pub(super) text: T,
    pub(super) line: Line,
    last: Last,
    after_heredoc: bool,
    pub(super) indentation: Indentation,
    alignment: Alignment,
    /// A buffer for a line while it is formatted.
    unformatted: String,
}

/// The text of [`Lines`].
pub(crate) trait Text {
    /// Returns the whole text, to be changed.
    fn as_mut_string(&mut self) -> &mut String;

    fn len(&self) -> usize;

    fn truncate(&mut self, length: usize);

    /// Returns whether the text in a range is ASCII.
    fn is_ascii(&self, range: Range<usize>) -> bool;
}

impl Text for String {
    #[inline]
    fn as_mut_string(&mut self) -> &mut String {
        self
    }

    #[inline]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline]
    fn truncate(&mut self, length: usize) {
        self.truncate(length);
    }

    #[inline]
    fn is_ascii(&self, range: Range<usize>) -> bool {
        self.as_bytes()[range].is_ascii()
    }
}

/// The line that is being printed; verbatim text in it may hold line breaks of its own.
#[derive(Default)]
pub(super) struct Line {
    /// The start of its content, after the indentation.
    start: usize,
    indent: usize,
    /// Its first `=`.
    pub(super) equals: Option<Cell>,
    /// The comment at its end, if there is text before it.
    pub(super) comment: Option<Cell>,
    /// The number of brackets that it opens, minus those that it closes.
    opened: isize,
    opened_before_equals: isize,
    /// Whether the formatter sets the spaces in it.
    pub(super) is_unformatted: bool,
}

impl Line {
    /// Returns an empty line with an indentation.
    #[inline]
    pub(super) fn new(start: usize, indent: usize) -> Self {
        Self { start, indent, ..Self::default() }
    }

    /// Returns whether it opens or closes brackets that other lines close or open, or has a `=` in
    /// brackets.
    #[inline]
    fn has_brackets(&self) -> bool {
        self.opened != 0 || self.opened_before_equals != 0
    }
}

/// A part of a line that is aligned with those of other lines.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// Its offset.
    pub(super) at: usize,
    /// The number of spaces before it, without the one that is always there.
    pub(super) spaces: usize,
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

impl Lines {
    /// Creates lines with capacity for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), ..Self::default() }
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(crate) fn finish(mut self) -> String {
        self.end();
        self.text
    }
}

impl<T: Text> Lines<T> {
    /// Converts the text, which must stay the same.
    pub(super) fn map<U>(self, convert: impl FnOnce(T) -> U) -> Lines<U> {
        let Self { text, line, last, after_heredoc, indentation, alignment, unformatted } = self;
        Lines { text: convert(text), line, last, after_heredoc, indentation, alignment, unformatted }
    }

    /// Returns the text, to print more in the current line.
    #[inline]
    pub(crate) fn text(&mut self) -> &mut String {
        self.leave_heredoc();
        self.text.as_mut_string()
    }

    /// Prints a piece of text.
    #[inline]
    pub(crate) fn push(&mut self, text: &str) {
        self.text().push_str(text);
    }

    /// Ends the line that a heredoc ends.
    #[inline]
    pub(super) fn leave_heredoc(&mut self) {
        if self.after_heredoc {
            self.end_line();
        }
    }

    /// Prints the text that a function writes if it returns `true`; otherwise prints nothing.
    pub(crate) fn attempt<E>(
        &mut self,
        write: impl FnOnce(&mut String) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let text = self.text();
        let start = text.len();
        let fits = write(text)?;
        if !fits {
            text.truncate(start);
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
    #[inline]
    pub(super) fn closing(&mut self) {
        self.unblank();
        self.leave_heredoc();
        self.line.opened -= 1;
        // Mostly, the line closes what one line opened.
        if self.line.indent > 0 && self.is_fresh() && self.line.indent == self.indentation.current() {
            let indent = self.indentation.outer();
            self.text.truncate(self.line.start - self.line.indent + indent);
            self.line.start = self.text.len();
            self.line.indent = indent;
        }
    }

    /// Prints the `=` between a name and its value.
    #[inline]
    pub(crate) fn equals(&mut self) {
        if self.takes_space() {
            self.record_equals(Cell { at: self.text.len() + 1, spaces: 0 });
            self.push(" =");
        } else {
            self.push("=");
        }
    }

    #[inline]
    pub(super) fn record_equals(&mut self, equals: Cell) {
        if self.line.equals.is_none() {
            self.line.equals = Some(equals);
            self.line.opened_before_equals = self.line.opened;
        }
    }

    /// Leaves the layout of the current line to the formatter.
    pub(crate) fn leave_to_formatter(&mut self) {
        self.leave_heredoc();
        self.line.is_unformatted = true;
    }

    /// Prints a heredoc, after which a new line must come.
    pub(crate) fn heredoc(&mut self, text: &str) {
        self.push(text);
        self.expect_line_ending();
    }

    /// Records that a heredoc was printed, after which a new line must come.
    pub(super) fn expect_line_ending(&mut self) {
        self.after_heredoc = true;
    }

    /// Prints a space, except at the start of a line.
    pub(crate) fn space(&mut self) {
        if self.takes_space() {
            self.text.as_mut_string().push(' ');
        }
    }

    #[inline]
    pub(super) fn takes_space(&self) -> bool {
        !self.is_fresh() && !self.after_heredoc
    }

    /// Returns whether a heredoc ends the current line.
    pub(crate) fn ends_in_heredoc(&self) -> bool {
        self.after_heredoc
    }

    /// Returns whether nothing is in the current line yet.
    #[inline]
    pub(super) fn is_fresh(&self) -> bool {
        self.line.start == self.text.len()
    }

    /// Starts a new line, unless the current line is empty. With `blank`, an empty line comes
    /// before it, except next to another one, at the start, or after an opening bracket.
    pub(crate) fn break_line(&mut self, blank: bool) {
        let endings = self.end_line_before(blank);
        if endings > 0 {
            self.start_line(endings);
        }
    }

    /// Ends the current line, unless it is empty. Returns the number of line endings before the
    /// next one, or zero if nothing has to be printed.
    #[inline(always)]
    pub(super) fn end_line_before(&mut self, blank: bool) -> usize {
        if self.is_fresh() {
            if blank && self.last == Last::Other {
                self.end_line();
            }
            return 0;
        }
        self.settle();
        if blank && self.last == Last::Other {
            self.last = Last::Empty;
            self.alignment.empty_line();
            return 2;
        }
        1
    }

    /// Removes an empty line right before the current one.
    #[inline]
    fn unblank(&mut self) {
        if self.last == Last::Empty && self.is_fresh() {
            self.text.truncate(self.line.start - self.line.indent - 1);
            self.last = Last::Missing;
            self.alignment.remove_empty_line();
            // At the end of the text it is zero, and the text need not be copied for it.
            let indent = self.indentation.current();
            if indent > 0 {
                push_spaces(self.text.as_mut_string(), indent);
            }
            self.line = Line::new(self.text.len(), indent);
        }
    }

    #[inline(never)]
    fn end_line(&mut self) {
        self.settle();
        self.start_line(1);
    }

    /// Starts a line after so many line endings, with its indentation, unless it closes a bracket.
    #[inline]
    pub(super) fn start_line(&mut self, endings: usize) {
        let indent = self.indentation.current();
        let text = self.text.as_mut_string();
        text.push_str(&"\n\n"[..endings]);
        push_spaces(text, indent);
        self.line = Line::new(text.len(), indent);
    }

    /// Indents the line that ends here, and records the positions to align.
    #[inline(always)]
    fn settle(&mut self) {
        self.after_heredoc = false;
        if self.is_fresh() {
            return self.settle_empty();
        }
        let Line { start, equals, comment, .. } = self.line;
        self.last = if self.line.opened > 0 { Last::Opening } else { Last::Other };
        let is_ascii = match (equals, comment) {
            (_, Some(last)) | (Some(last), None) => self.text.is_ascii(start..last.at),
            (None, None) => true,
        };
        if self.line.is_unformatted || !is_ascii {
            return self.format();
        }
        if self.line.has_brackets() || self.line.indent != self.indentation.current() {
            self.settle_brackets();
        }
        let start = self.line.start - self.line.indent;
        let mut widened = 0;
        if let Some(equals) = self.line.equals {
            self.alignment.equals(equals.stop(start, 0));
            widened = equals.spaces;
        }
        if let Some(comment) = self.line.comment {
            self.alignment.comment(comment.stop(start, widened));
        }
        self.align(self.line.equals.is_some() || self.line.comment.is_some());
    }

    /// Removes the indentation of an empty line, which a later call may remove.
    #[inline(never)]
    fn settle_empty(&mut self) {
        self.text.truncate(self.line.start - self.line.indent);
        self.last = Last::Empty;
        self.alignment.empty_line();
    }

    /// Corrects the indentation and the alignment of a line with brackets.
    #[inline(never)]
    fn settle_brackets(&mut self) {
        // Only a value that ends in the same line is aligned.
        let is_aligned = self.line.opened == self.line.opened_before_equals;
        if let Some(equals) = self.line.equals.filter(|_| !is_aligned) {
            self.line.equals = None;
            self.remove_spaces(equals);
            if let Some(comment) = &mut self.line.comment {
                comment.at -= equals.spaces;
            }
        }
        self.indent();
    }

    /// Records the end of a line, and aligns the lines before it if it has nothing that is aligned.
    #[inline]
    fn align(&mut self, is_aligned: bool) {
        if self.alignment.end_line(is_aligned) {
            self.alignment.move_stops(self.text.as_mut_string());
        }
    }

    /// Removes the spaces of the source before a cell of the current line.
    fn remove_spaces(&mut self, cell: Cell) {
        if cell.spaces > 0 {
            self.text.as_mut_string().drain(cell.at - cell.spaces..cell.at);
        }
    }

    /// Formats the current line.
    fn format(&mut self) {
        // In a broken line the formatter may take them for text of a string.
        for cell in [self.line.comment, self.line.equals].into_iter().flatten() {
            self.remove_spaces(cell);
        }
        self.unformatted.clear();
        let text = self.text.as_mut_string();
        self.unformatted.push_str(&text[self.line.start..]);
        // The last line of a heredoc needs a newline to close it.
        self.unformatted.push('\n');
        text.truncate(self.line.start - self.line.indent);
        format_printed_line(&self.unformatted, text, &mut self.indentation, &mut self.alignment);
        text.pop();
    }

    /// Corrects the indentation of the current line, which depends on the brackets in it.
    fn indent(&mut self) {
        let Line { start, indent, opened, .. } = self.line;
        let expected = self.indentation.next(opened);
        if expected == indent {
            return;
        }
        let text = self.text.as_mut_string();
        let before = start - indent;
        if expected < indent {
            text.drain(before + expected..start);
        } else {
            text.insert_str(before, &" ".repeat(expected - indent));
        }
        self.line.start = before + expected;
        self.line.indent = expected;
        for cell in [&mut self.line.equals, &mut self.line.comment].into_iter().flatten() {
            cell.at = cell.at - indent + expected;
        }
    }

    /// Ends the last line.
    #[inline(never)]
    pub(super) fn end(&mut self) {
        self.leave_heredoc();
        self.unblank();
        self.settle();
        self.align(false);
    }
}
