//! Lines of printed text, indented and aligned as `terraform fmt` does it.

use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

/// Text beyond this column is not aligned: one such line would widen all other lines of its group.
const WIDEST: usize = 1000;

/// Printed lines. The `=` and the comments of lines next to each other are aligned once a line
/// comes that has neither.
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
    line: Line,
    /// The number of lines that are before it.
    number: usize,
    last: Last,
    after_heredoc: bool,
    /// The number of brackets that were opened in each line whose content is indented and not
    /// closed yet.
    levels: Vec<isize>,
    /// The `=` that are not aligned yet.
    equals: Vec<Stop>,
    comments: Vec<Stop>,
    /// A buffer for the end of the text while it is aligned.
    unaligned: String,
}

/// The line that is being printed; verbatim text in it may hold line breaks of its own.
#[derive(Default)]
struct Line {
    /// The start of its content, after the indentation.
    start: usize,
    indent: usize,
    /// The offset of its first `=`, with one space before.
    equals: Option<usize>,
    /// The offset of the comment at its end, with one space before.
    comment: Option<usize>,
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

/// A position that is aligned with those of the lines around.
#[derive(Clone, Copy)]
struct Stop {
    line: usize,
    /// Its offset, with one space before.
    at: usize,
    /// The column in which the text before it ends.
    column: usize,
    /// The number of spaces to insert before it.
    missing: usize,
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

    /// Prints a heredoc, after which a new line must come.
    pub(crate) fn heredoc(&mut self, text: &str) {
        self.push(text);
        self.after_heredoc = true;
    }

    /// Prints a comment that goes to the end of the line, after a space if something is before it.
    pub(crate) fn line_comment(&mut self, text: &str) {
        if !self.is_fresh() {
            self.line.comment = Some(self.text.len());
        }
        self.push(text);
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

    /// Takes back an empty line right before the current one.
    fn unblank(&mut self) {
        if self.is_fresh() && self.last == Last::Empty {
            self.text.truncate(self.line.start - self.line.indent - 1);
            self.number -= 1;
            self.last = Last::Missing;
            self.start_line();
        }
    }

    fn end_line(&mut self) {
        self.settle();
        self.text.push('\n');
        self.number += 1;
        self.start_line();
    }

    /// Starts a line with its indentation, unless it closes a bracket.
    fn start_line(&mut self) {
        let indent = 2 * self.levels.len();
        push_spaces(&mut self.text, indent);
        self.line = Line { start: self.text.len(), indent, ..Line::default() };
    }

    /// Indents the line that ends here, and aligns those before it unless there may be more to be
    /// aligned with them.
    fn settle(&mut self) {
        self.after_heredoc = false;
        if self.is_fresh() {
            // It may be taken back.
            self.text.truncate(self.line.start - self.line.indent);
            self.last = Last::Empty;
            return;
        }
        if self.line.opened != 0 {
            self.indent();
        }
        self.last = if self.line.opened > 0 { Last::Opening } else { Last::Other };
        // The text after the `=` has to end in this line.
        let equals = self.line.equals.filter(|_| self.line.opened == self.line.opened_before_equals);
        if equals.is_none() && self.line.comment.is_none() {
            self.align();
        }
        if let Some(at) = equals {
            let column = self.column(at);
            if column <= WIDEST {
                self.equals.push(Stop { line: self.number, at, column, missing: 0 });
            }
        }
        if let Some(at) = self.line.comment
            && !self.text[self.line.start..at].contains('\n')
        {
            self.comments.push(Stop { line: self.number, at, column: self.column(at), missing: 0 });
        }
    }

    /// Returns the column of the text of the current line that ends one space before an offset.
    fn column(&self, at: usize) -> usize {
        self.line.indent + width(&self.text[self.line.start..at - 1])
    }

    /// Indents the current line and the next one: a level for each line before it that opened more
    /// brackets than it closed, until as many are closed. So `f({` and `})` make one level, not
    /// two.
    fn indent(&mut self) {
        let mut closed = -self.line.opened;
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
        let too_far = self.line.indent - 2 * self.levels.len();
        if too_far > 0 {
            self.text.drain(self.line.start - too_far..self.line.start);
            self.line.start -= too_far;
            self.line.indent -= too_far;
            for at in [&mut self.line.equals, &mut self.line.comment].into_iter().flatten() {
                *at -= too_far;
            }
        }
        if self.line.opened > 0 {
            self.levels.push(self.line.opened);
        }
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(crate) fn finish(mut self) -> String {
        self.leave_heredoc();
        self.unblank();
        self.settle();
        self.align();
        self.text
    }

    /// Aligns the positions that are not aligned yet.
    fn align(&mut self) {
        align(&mut self.equals);
        if !self.comments.is_empty() {
            for comment in &mut self.comments {
                let before = self.equals.binary_search_by_key(&comment.line, |equals| equals.line);
                comment.column += before.map_or(0, |index| self.equals[index].missing);
            }
            self.comments.retain(|comment| comment.column <= WIDEST);
            align(&mut self.comments);
            self.equals.append(&mut self.comments);
            self.equals.sort_by_key(|stop| stop.at);
        }
        let mut stops = self.equals.iter().filter(|stop| stop.missing > 0).peekable();
        if let Some(from) = stops.peek().map(|stop| stop.at) {
            self.unaligned.clear();
            self.unaligned.push_str(&self.text[from..]);
            self.text.truncate(from);
            let mut done = 0;
            for stop in stops {
                let to = stop.at - from;
                self.text.push_str(&self.unaligned[done..to]);
                push_spaces(&mut self.text, stop.missing);
                done = to;
            }
            self.text.push_str(&self.unaligned[done..]);
        }
        self.equals.clear();
    }
}

/// Brings those of adjacent lines to one column.
fn align(stops: &mut [Stop]) {
    for run in stops.chunk_by_mut(|one, next| next.line == one.line + 1) {
        let widest = run.iter().map(|stop| stop.column).max().unwrap_or_default();
        for stop in run {
            stop.missing = widest - stop.column;
        }
    }
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

fn push_spaces(out: &mut String, mut count: usize) {
    const SPACES: &str = "                                ";
    while count > 0 {
        let now = count.min(SPACES.len());
        out.push_str(&SPACES[..now]);
        count -= now;
    }
}

fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).count() }
}
