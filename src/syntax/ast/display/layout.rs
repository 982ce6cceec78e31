//! Lines of printed text, indented and aligned as `terraform fmt` does it.

use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

/// What stands further right than this is not aligned: one such line would widen all others around it.
const WIDEST: usize = 1000;

/// Printed lines. Alignment depends on the lines around, so a line is kept back until one comes that needs none.
#[derive(Default)]
pub(crate) struct Lines {
    /// What is laid out.
    out: String,
    /// The text of the lines that are kept back, and of the one that is being printed.
    text: String,
    pending: Vec<Line>,
    line: Line,
    /// The line before the current one, if there is one.
    last: Option<Line>,
    after_heredoc: bool,
    /// How many brackets were opened in each line whose content is indented and not closed yet.
    levels: Vec<isize>,
}

/// One line of the text; verbatim text in it may hold line breaks of its own.
#[derive(Clone, Copy, Default)]
struct Line {
    start: usize,
    end: usize,
    indent: usize,
    /// Where its first `=` stands, with one space before.
    equals: Option<usize>,
    /// Where the comment at its end stands, with one space before.
    comment: Option<usize>,
    /// How many more brackets it opens than it closes.
    opened: isize,
    opened_before_equals: isize,
    /// How many spaces come before its `=` and its comment.
    gaps: [usize; 2],
}

impl Lines {
    /// Prints a piece of text.
    pub(crate) fn push(&mut self, text: &str) {
        if self.after_heredoc {
            self.end_line();
        }
        self.text.push_str(text);
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

    /// Whether a heredoc ends the current line.
    pub(crate) fn ends_in_heredoc(&self) -> bool {
        self.after_heredoc
    }

    /// Whether nothing is in the current line yet.
    fn is_fresh(&self) -> bool {
        self.line.start == self.text.len()
    }

    /// Starts a new line, unless that was just done. `blank` leaves an empty line before it, though not next to
    /// another one, at the start or where a bracket was opened.
    pub(crate) fn break_line(&mut self, blank: bool) {
        if !self.is_fresh() {
            self.end_line();
        }
        if blank && self.last.is_some_and(|line| !line.is_empty() && line.opened <= 0) {
            self.end_line();
        }
    }

    /// Takes back an empty line right before the current one.
    fn unblank(&mut self) {
        if self.is_fresh() && self.last.is_some_and(|line| line.is_empty()) {
            self.pending.pop();
            self.last = None;
        }
    }

    fn end_line(&mut self) {
        self.after_heredoc = false;
        let mut line = Line { end: self.text.len(), ..self.line };
        line.indent = self.indent(line.opened);
        self.pending.push(line);
        self.last = Some(line);
        if line.stands_alone() {
            self.lay_out();
        }
        self.line = Line { start: self.text.len(), ..Line::default() };
    }

    /// The indentation of the next line: a level for each line before it that opened more brackets than it closed, until
    /// as many are closed. So `f({` and `})` make one level, not two.
    fn indent(&mut self, opened: isize) -> usize {
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
        let indent = 2 * self.levels.len();
        if opened > 0 {
            self.levels.push(opened);
        }
        indent
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(crate) fn finish(mut self) -> String {
        if self.after_heredoc {
            self.end_line();
        }
        self.unblank();
        self.end_line();
        self.lay_out();
        // Each line was ended, but the last one has no line ending.
        self.out.pop();
        self.out
    }

    /// Aligns the lines that were kept back.
    fn lay_out(&mut self) {
        let text = &self.text;
        align(&mut self.pending, 0, |line| {
            line.aligned_equals().map(|at| line.indent + width(&text[line.start..at - 1]))
        });
        if self.pending.iter().any(|line| line.comment.is_some()) {
            align(&mut self.pending, 1, |line| {
                let content = &text[line.start..line.comment? - 1];
                let shift = if line.aligned_equals().is_some() { line.gaps[0] - 1 } else { 0 };
                (!content.contains('\n')).then(|| line.indent + width(content) + shift)
            });
        }
        for line in self.pending.drain(..) {
            if !line.is_empty() {
                push_spaces(&mut self.out, line.indent);
                let mut at = line.start;
                for (stop, gap) in [(line.aligned_equals(), line.gaps[0]), (line.comment, line.gaps[1])] {
                    if let Some(stop) = stop {
                        self.out.push_str(&text[at..stop - 1]);
                        push_spaces(&mut self.out, gap);
                        at = stop;
                    }
                }
                self.out.push_str(&text[at..line.end]);
            }
            self.out.push('\n');
        }
        self.text.clear();
    }
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

impl Line {
    fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Whether nothing in it is to be aligned, and it is certain that it stays.
    fn stands_alone(&self) -> bool {
        self.aligned_equals().is_none() && self.comment.is_none() && !self.is_empty()
    }

    /// The `=` to be aligned: what follows it ends in this line.
    fn aligned_equals(&self) -> Option<usize> {
        self.equals.filter(|_| self.opened == self.opened_before_equals)
    }
}

/// Brings each run of adjacent columns to one place by spaces; one space where there is no column.
fn align(lines: &mut [Line], gap: usize, column: impl Fn(&Line) -> Option<usize>) {
    let (mut start, mut widest) = (0, 0);
    for index in 0..=lines.len() {
        if let Some(column) = lines.get(index).and_then(&column).filter(|column| *column <= WIDEST) {
            lines[index].gaps[gap] = column;
            widest = widest.max(column);
            continue;
        }
        for line in &mut lines[start..index] {
            line.gaps[gap] = widest - line.gaps[gap] + 1;
        }
        if let Some(line) = lines.get_mut(index) {
            line.gaps[gap] = 1;
        }
        (start, widest) = (index + 1, 0);
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
