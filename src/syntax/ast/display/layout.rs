//! Lines of printed text.

use std::fmt;

use crate::syntax::format::format_printed;

/// Printed lines. Indentation, alignment and most spaces are set at the end, by the formatter.
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
    /// The start of the current line.
    start: usize,
    /// The number of brackets that the current line opens, minus those that it closes.
    opened: isize,
    last: Last,
    after_heredoc: bool,
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
        self.opened += 1;
    }

    /// Prints a closing bracket.
    pub(crate) fn close(&mut self, bracket: &str) {
        self.unblank();
        self.push(bracket);
        self.opened -= 1;
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
        self.start == self.text.len()
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
            self.text.pop();
            self.start = self.text.len();
            self.last = Last::Missing;
        }
    }

    fn end_line(&mut self) {
        self.last = match self.opened {
            _ if self.is_fresh() => Last::Empty,
            1.. => Last::Opening,
            _ => Last::Other,
        };
        self.text.push('\n');
        self.start = self.text.len();
        self.opened = 0;
        self.after_heredoc = false;
    }

    /// Ends the text, with a line ending where a heredoc needs one, without empty lines at the end, and
    /// formats it.
    pub(crate) fn finish(mut self) -> String {
        self.leave_heredoc();
        self.unblank();
        format_printed(&self.text)
    }
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}
