//! Lines of printed text, as the formatter would lay them out.

use std::fmt;

use crate::syntax::format::{Alignment, Indentation, format_printed_line, push_spaces};

/// Printed lines, with the indentation and the alignment of the formatter. Only the formatter has
/// all rules for the spaces in expressions and around comments, so it formats the lines for which
/// they matter. Most lines are laid out without it, in a third of the time (`to_string_struct` and
/// `to_string_file` in `benches/speed.rs`).
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
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
    /// The offset of its first `=`, with one space before.
    equals: Option<usize>,
    /// The offset of the comment at its end, if there is text before it.
    comment: Option<usize>,
    /// The number of brackets that it opens, minus those that it closes.
    opened: isize,
    opened_before_equals: isize,
    /// Whether the formatter sets the spaces in it.
    is_unformatted: bool,
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

    /// Prints a piece of text.
    pub(crate) fn push(&mut self, text: &str) {
        self.leave_heredoc();
        self.text.push_str(text);
    }

    /// Ends the line that a heredoc ends.
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
        self.line.opened += 1;
    }

    /// Prints a closing bracket.
    pub(crate) fn close(&mut self, bracket: &str) {
        self.unblank();
        self.push(bracket);
        self.line.opened -= 1;
    }

    /// Prints the `=` between a name and its value.
    pub(crate) fn equals(&mut self) {
        self.space();
        if self.line.equals.is_none() {
            self.line.equals = Some(self.text.len());
            self.line.opened_before_equals = self.line.opened;
        }
        self.push("=");
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

    /// Prints a comment that extends to the end of its line, after a space.
    pub(crate) fn line_comment(&mut self, text: &str) {
        self.leave_heredoc();
        if !self.is_fresh() {
            self.line.comment = Some(self.text.len());
            self.line.is_unformatted |= text.ends_with('\r');
        }
        self.text.push_str(text);
    }

    /// Returns the last byte that is not a space.
    pub(crate) fn last(&self) -> u8 {
        self.text.bytes().rev().find(|byte| *byte != b' ').unwrap_or_default()
    }

    /// Prints a space, except at the start of a line.
    pub(crate) fn space(&mut self) {
        if !self.is_fresh() && !self.after_heredoc {
            self.text.push(' ');
        }
    }

    /// Returns whether a heredoc ends the current line.
    pub(crate) fn ends_in_heredoc(&self) -> bool {
        self.after_heredoc
    }

    /// Returns whether nothing is in the current line yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.line.start == self.text.len()
    }

    /// Starts a new line, unless the current line is empty. With `blank`, an empty line comes
    /// before it, except next to another one, at the start, or after an opening bracket.
    pub(crate) fn break_line(&mut self, blank: bool) {
        if !self.is_fresh() {
            self.end_line();
        }
        if blank && self.last == Last::Other {
            self.end_line();
        }
    }

    /// Removes an empty line right before the current one.
    fn unblank(&mut self) {
        if self.is_fresh() && self.last == Last::Empty {
            self.text.truncate(self.line.start - self.line.indent - 1);
            self.last = Last::Missing;
            self.alignment.remove_empty_line();
            self.start_line();
        }
    }

    fn end_line(&mut self) {
        self.settle();
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
            self.text.truncate(self.line.start - self.line.indent);
            self.last = Last::Empty;
            return self.alignment.empty_line();
        }
        self.last = if self.line.opened > 0 { Last::Opening } else { Last::Other };
        if self.line.is_unformatted {
            return self.format();
        }
        // Only a value that ends in the same line is aligned.
        let equals = self.line.equals.filter(|_| self.line.opened == self.line.opened_before_equals);
        let Some(last) = self.line.comment.or(equals) else {
            if self.line.opened != 0 {
                self.indent();
            }
            return self.alignment.end_line(&mut self.text, false);
        };
        if !self.text.as_bytes()[self.line.start..last].is_ascii() {
            return self.format();
        }
        let too_far = if self.line.opened == 0 { 0 } else { self.indent() };
        let start = self.line.start - self.line.indent;
        // Alignment adds to the space that is already there.
        if let Some(at) = equals {
            self.alignment.equals(at - 1 - too_far, at - 1 - too_far - start);
        }
        if let Some(at) = self.line.comment {
            self.alignment.comment(at - 1 - too_far, at - 1 - too_far - start);
        }
        self.alignment.end_line(&mut self.text, true);
    }

    /// Formats the current line.
    fn format(&mut self) {
        self.unformatted.clear();
        self.unformatted.push_str(&self.text[self.line.start..]);
        // The last line of a heredoc needs a newline to close it.
        self.unformatted.push('\n');
        self.text.truncate(self.line.start - self.line.indent);
        format_printed_line(&self.unformatted, &mut self.text, &mut self.indentation, &mut self.alignment);
        self.text.pop();
    }

    /// Indents the current line, which was started with the indentation of the line before. Returns
    /// the number of spaces that were too many.
    fn indent(&mut self) -> usize {
        let too_far = self.line.indent - self.indentation.next(self.line.opened);
        if too_far > 0 {
            self.text.drain(self.line.start - too_far..self.line.start);
        }
        too_far
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(crate) fn finish(mut self) -> String {
        self.leave_heredoc();
        self.unblank();
        self.settle();
        self.alignment.finish(&mut self.text);
        self.text
    }
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}
