//! Lines of printed text, indented and aligned as `terraform fmt` does it.

use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

/// What stands further right than this is not aligned: one such line would widen all others around it.
const WIDEST: usize = 1000;

/// Printed lines. Indentation and alignment depend on the lines around, so they are added when all lines are known.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    done: Vec<Line>,
    /// The line that is being printed.
    line: Line,
    after_heredoc: bool,
}

/// One line of the text; verbatim text in it may hold line breaks of its own.
#[derive(Clone, Copy, Default)]
struct Line {
    start: usize,
    end: usize,
    /// Where its first `=` stands, with one space before.
    equals: Option<usize>,
    /// Where the comment at its end stands, with one space before.
    comment: Option<usize>,
    /// How many more brackets it opens than it closes.
    opened: isize,
    opened_before_equals: isize,
}

impl Lines {
    /// Prints a piece of text.
    pub(super) fn push(&mut self, text: &str) {
        if self.after_heredoc {
            self.end_line();
        }
        self.text.push_str(text);
    }

    /// Prints an opening bracket.
    pub(super) fn open(&mut self, bracket: &str) {
        self.push(bracket);
        self.line.opened += 1;
    }

    /// Prints a closing bracket.
    pub(super) fn close(&mut self, bracket: &str) {
        self.unblank();
        self.push(bracket);
        self.line.opened -= 1;
    }

    /// Prints the `=` between a name and its value.
    pub(super) fn equals(&mut self) {
        self.space();
        if self.line.equals.is_none() {
            self.line.equals = Some(self.text.len());
            self.line.opened_before_equals = self.line.opened;
        }
        self.push("=");
    }

    /// Prints a heredoc, after which a new line must come.
    pub(super) fn heredoc(&mut self, text: &str) {
        self.push(text);
        self.after_heredoc = true;
    }

    /// Prints a comment that goes to the end of the line, after a space if something is before it.
    pub(super) fn line_comment(&mut self, text: &str) {
        if !self.is_fresh() {
            self.line.comment = Some(self.text.len());
        }
        self.push(text);
    }

    /// Prints a space, except at the start of a line.
    pub(super) fn space(&mut self) {
        if !self.is_fresh() && !self.after_heredoc {
            self.text.push(' ');
        }
    }

    /// Whether nothing is in the current line yet.
    fn is_fresh(&self) -> bool {
        self.line.start == self.text.len()
    }

    /// Starts a new line, unless that was just done. `blank` leaves an empty line before it, though not next to
    /// another one, at the start or where a bracket was opened.
    pub(super) fn break_line(&mut self, blank: bool) {
        if !self.is_fresh() {
            self.end_line();
        }
        if blank && self.done.last().is_some_and(|line| !line.is_empty() && line.opened <= 0) {
            self.end_line();
        }
    }

    /// Takes back an empty line right before the current one.
    fn unblank(&mut self) {
        if self.is_fresh() && self.done.last().is_some_and(|line| line.is_empty()) {
            self.done.pop();
        }
    }

    fn end_line(&mut self) {
        self.after_heredoc = false;
        self.done.push(Line { end: self.text.len(), ..self.line });
        self.line = Line { start: self.text.len(), ..Line::default() };
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(super) fn finish(&mut self) {
        if self.after_heredoc {
            self.end_line();
        }
        self.unblank();
    }

    /// Writes all lines, indented and aligned.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = Line { end: self.text.len(), ..self.line };
        let lines: Vec<Line> = self.done.iter().copied().chain([last]).collect();
        let indents = indents(&lines);
        let names = lines.iter().zip(&indents).map(|(line, indent)| {
            let equals = line.aligned_equals()?;
            Some(indent + width(&self.text[line.start..equals - 1]))
        });
        let before_equals = align(names);
        let contents = lines.iter().zip(&indents).zip(&before_equals).map(|((line, indent), gap)| {
            let content = &self.text[line.start..line.comment? - 1];
            let shift = if line.aligned_equals().is_some() { gap - 1 } else { 0 };
            (!content.contains('\n')).then(|| indent + width(content) + shift)
        });
        let before_comments = align(contents);
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            if line.is_empty() {
                continue;
            }
            write!(f, "{:1$}", "", indents[index])?;
            let mut at = line.start;
            let gaps =
                [(line.aligned_equals(), before_equals[index]), (line.comment, before_comments[index])];
            for (stop, gap) in gaps {
                if let Some(stop) = stop {
                    write!(f, "{}{:2$}", &self.text[at..stop - 1], "", gap)?;
                    at = stop;
                }
            }
            f.write_str(&self.text[at..line.end])?;
        }
        Ok(())
    }
}

impl Line {
    fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The `=` to be aligned: what follows it ends in this line.
    fn aligned_equals(&self) -> Option<usize> {
        self.equals.filter(|_| self.opened == self.opened_before_equals)
    }
}

/// The indentation of each line: a level for each line before it that opened more brackets than it closed, until
/// as many are closed. So `f({` and `})` make one level, not two.
fn indents(lines: &[Line]) -> Vec<usize> {
    let mut levels: Vec<isize> = Vec::new();
    let indent = lines.iter().map(|line| {
        let mut closed = -line.opened;
        while closed > 0
            && let Some(level) = levels.last_mut()
        {
            let here = closed.min(*level);
            *level -= here;
            closed -= here;
            if *level == 0 {
                levels.pop();
            }
        }
        let indent = 2 * levels.len();
        if line.opened > 0 {
            levels.push(line.opened);
        }
        indent
    });
    indent.collect()
}

/// How many spaces bring each run of adjacent columns to one place; one space where there is no column.
fn align(columns: impl Iterator<Item = Option<usize>>) -> Vec<usize> {
    let columns: Vec<_> = columns.map(|column| column.filter(|column| *column <= WIDEST)).collect();
    let mut gaps = Vec::with_capacity(columns.len());
    for run in columns.chunk_by(|left, right| left.is_some() == right.is_some()) {
        let widest = run.iter().copied().flatten().max().unwrap_or(0);
        gaps.extend(run.iter().map(|column| column.map_or(1, |column| widest - column + 1)));
    }
    gaps
}

fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).count() }
}
