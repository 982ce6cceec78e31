//! Lines of printed text, as the formatter would lay them out.

use std::fmt;

use crate::syntax::format::{Alignment, Indentation, format_printed, push_spaces, width};

/// Printed lines, with the indentation and the alignment of the formatter. To print data that way
/// takes a third of the time of formatting it at the end (`to_string_struct` in `benches/speed.rs`).
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
    line: Line,
    last: Last,
    after_heredoc: bool,
    indentation: Indentation,
    alignment: Alignment,
    /// Whether they are formatted at the end, so that their layout is not relevant before.
    is_unformatted: bool,
}

/// The line that is being printed; verbatim text in it may hold line breaks of its own.
#[derive(Default)]
struct Line {
    /// The start of its content, after the indentation.
    start: usize,
    indent: usize,
    /// The offset of its first `=`, with one space before.
    equals: Option<usize>,
    /// The number of brackets that it opens, minus those that it closes.
    opened: isize,
    opened_before_equals: isize,
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

    /// Prints the text that a function writes if it returns `true`, otherwise nothing.
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

    /// Leaves the layout to the formatter. Only it has all rules for the spaces in expressions.
    pub(crate) fn format_at_end(&mut self) {
        self.is_unformatted = true;
    }

    /// Prints a heredoc, after which a new line must come.
    pub(crate) fn heredoc(&mut self, text: &str) {
        self.push(text);
        self.after_heredoc = true;
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
    fn is_fresh(&self) -> bool {
        self.line.start == self.text.len()
    }

    /// Starts a new line, unless that was just done. `blank` leaves an empty line before it, though
    /// not next to another one, at the start or where a bracket was opened.
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

    /// Indents the line that ends here, and records what is aligned.
    fn settle(&mut self) {
        self.after_heredoc = false;
        if self.is_fresh() {
            // It may be removed again.
            self.text.truncate(self.line.start - self.line.indent);
            self.last = Last::Empty;
            return self.alignment.line(&mut self.text, None, None);
        }
        self.last = if self.line.opened > 0 { Last::Opening } else { Last::Other };
        if self.is_unformatted {
            return;
        }
        if self.line.opened != 0 {
            self.indent();
        }
        // The text after the `=` has to end in this line.
        let equals = self.line.equals.filter(|_| self.line.opened == self.line.opened_before_equals);
        let (start, indent) = (self.line.start, self.line.indent);
        let column = |name: &str| indent + if name.is_ascii() { name.len() } else { width(name) };
        let equals = equals.map(|at| (at - 1, column(&self.text[start..at - 1])));
        self.alignment.line(&mut self.text, equals, None);
    }

    /// Indents the current line, which was started with the indentation of the line before.
    fn indent(&mut self) {
        let too_far = self.line.indent - self.indentation.next(self.line.opened);
        if too_far > 0 {
            self.text.drain(self.line.start - too_far..self.line.start);
            self.line.start -= too_far;
            self.line.indent -= too_far;
            self.line.equals = self.line.equals.map(|at| at - too_far);
        }
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(crate) fn finish(mut self) -> String {
        self.leave_heredoc();
        self.unblank();
        self.settle();
        self.alignment.finish(&mut self.text);
        if self.is_unformatted { format_printed(&self.text) } else { self.text }
    }
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}
