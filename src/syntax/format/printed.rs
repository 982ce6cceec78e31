//! Lines of text that is printed, laid out as the formatter does it.

use std::ops::Range;

use super::align::{Stop, push_spaces};
use super::formatter::{Formatter, Indents, Layout, Style};

/// Spaces with two line endings before them.
const NEW_LINE: &str = "\n\n                                ";

/// Spaces with a `=` after them. So many spaces before a `=` are expected to stay.
const EQUALS: &str = "                                 = ";

/// Printed lines. Only the formatter has all rules for the spaces in expressions and around
/// comments, so it formats the lines for which they matter. Most lines are laid out without it, in
/// less than half of the time (`to_string_struct` and `to_string_file` in `benches/speed.rs`).
#[derive(Default)]
pub(crate) struct Lines {
    layout: Layout,
    line: Line,
    next: Next,
    /// Whether an empty line may be before the next one: not at the start, and not after a line
    /// that opens a bracket.
    allows_blank: bool,
    /// Whether the formatter sets the spaces in the current line, or in the next one if no text is
    /// in that yet.
    is_unformatted: bool,
    /// Whether all text is known to be ASCII.
    is_ascii: bool,
    /// A buffer for a line while it is formatted.
    unformatted: String,
}

/// The line that is being printed; verbatim text in it may hold line breaks of its own.
#[derive(Default)]
struct Line {
    /// The start of its content, after the indentation.
    start: usize,
    indent: usize,
    /// The offset before its first `=` and the space before that, and the number of further spaces.
    equals: Option<(usize, usize)>,
    /// The offset before the comment at its end, if there is text before it.
    comment: Option<usize>,
    /// The number of brackets that it opens, minus those that it closes.
    opened: isize,
    opened_before_equals: isize,
}

/// The position of the next text.
#[derive(Clone, Copy, Default, PartialEq)]
enum Next {
    /// The start of the first line.
    #[default]
    Start,
    /// In the current line.
    Same,
    /// In a new line.
    NewLine,
    /// In a new line, because a heredoc ended the current one.
    AfterHeredoc,
    /// In a new line after an empty one.
    BlankLine,
}

impl Lines {
    /// Creates lines with capacity for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        let layout = Layout { out: String::with_capacity(bytes), ..Layout::default() };
        Self { layout, ..Self::default() }
    }

    /// Creates lines for all of a text in another layout.
    pub(crate) fn for_text(text: &str) -> Self {
        Self { is_ascii: text.is_ascii(), ..Self::with_capacity(text.len() + 1) }
    }

    /// Ends the text, with a line ending where a heredoc needs one, and without empty lines.
    pub(crate) fn finish(mut self) -> String {
        match self.next {
            Next::Start => {}
            Next::Same => self.finish_line(),
            Next::NewLine | Next::AfterHeredoc | Next::BlankLine => self.layout.out.push('\n'),
        }
        self.layout.end_line(false);
        self.layout.out
    }

    /// Returns the text, to print more in the current line.
    #[inline]
    pub(crate) fn text(&mut self) -> &mut String {
        if self.next != Next::Same {
            self.start_line(self.layout.indentation.current());
        }
        &mut self.layout.out
    }

    /// Prints a piece of text.
    #[inline]
    pub(crate) fn push(&mut self, text: &str) {
        self.text().push_str(text);
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
    #[inline]
    pub(crate) fn open(&mut self, bracket: char) {
        self.text().push(bracket);
        self.line.opened += 1;
    }

    /// Prints a closing bracket. There is no empty line before it.
    #[inline]
    pub(crate) fn close(&mut self, bracket: char) {
        if self.next != Next::Same {
            self.next = Next::NewLine;
            self.start_line(self.layout.indentation.outer());
        }
        self.line.opened -= 1;
        self.layout.out.push(bracket);
    }

    /// Prints the `=` between a name and its value, and the space after it. `spaces` is the
    /// expected number of spaces that align it; they are moved later if it is another one.
    #[inline]
    pub(crate) fn equals(&mut self, spaces: usize) {
        if !self.takes_space() || self.line.equals.is_some() {
            self.space();
            return self.push("= ");
        }
        let spaces = if self.is_unformatted { 0 } else { spaces.min(EQUALS.len() - 3) };
        self.line.equals = Some((self.layout.out.len(), spaces));
        self.line.opened_before_equals = self.line.opened;
        self.layout.out.push_str(&EQUALS[EQUALS.len() - 3 - spaces..]);
    }

    /// Leaves the layout of the current line to the formatter.
    pub(crate) fn leave_to_formatter(&mut self) {
        self.is_unformatted = true;
    }

    /// Prints a heredoc, after which a new line must come.
    pub(crate) fn heredoc(&mut self, text: &str) {
        self.push(text);
        self.finish_line();
        self.next = Next::AfterHeredoc;
    }

    /// Prints a comment that extends to the end of its line.
    pub(crate) fn line_comment(&mut self, comment: &str) {
        if self.takes_space() {
            self.line.comment = Some(self.layout.out.len());
            self.is_unformatted |= comment.ends_with('\r');
            self.space();
        }
        self.push(comment);
    }

    /// Prints a space, except at the start of a line.
    #[inline]
    pub(crate) fn space(&mut self) {
        if self.takes_space() {
            self.layout.out.push(' ');
        }
    }

    /// Returns whether there is text before the next one in its line.
    #[inline]
    pub(crate) fn takes_space(&self) -> bool {
        self.next == Next::Same
    }

    /// Returns whether a heredoc ends the current line.
    pub(crate) fn ends_in_heredoc(&self) -> bool {
        self.next == Next::AfterHeredoc
    }

    /// Returns the last byte that is not a space.
    pub(crate) fn last_byte(&self) -> Option<u8> {
        self.layout.out.bytes().rfind(|byte| *byte != b' ')
    }

    /// Starts a new line, unless the current line is empty. With `blank`, an empty line comes
    /// before it, except next to another one, at the start, or after an opening bracket.
    #[inline]
    pub(crate) fn break_line(&mut self, blank: bool) {
        if self.next == Next::Same {
            self.finish_line();
        }
        if let Next::Same | Next::AfterHeredoc = self.next {
            self.next = Next::NewLine;
        }
        if blank && self.allows_blank {
            self.next = Next::BlankLine;
        }
    }

    /// Starts a line with its indentation, unless it turns out to close brackets.
    #[inline(never)]
    fn start_line(&mut self, indent: usize) {
        let endings = match self.next {
            Next::Start | Next::Same => 0,
            Next::NewLine | Next::AfterHeredoc => 1,
            Next::BlankLine => {
                self.layout.alignment.number += 1;
                2
            }
        };
        // Mostly, all of them are in one piece.
        let spaces = indent.min(NEW_LINE.len() - 2);
        self.layout.out.push_str(&NEW_LINE[2 - endings..2 + spaces]);
        push_spaces(&mut self.layout.out, indent - spaces);
        self.line = Line { start: self.layout.out.len(), indent, ..Line::default() };
        self.next = Next::Same;
    }

    /// Indents the line that ends here, and records the positions to align.
    fn finish_line(&mut self) {
        let Line { start, equals, comment, opened, .. } = self.line;
        self.allows_blank = opened <= 0;
        let last = comment.or(equals.map(|(at, _)| at)).unwrap_or(start);
        let is_ascii = self.is_ascii || self.layout.out.as_bytes()[start..last].is_ascii();
        if std::mem::take(&mut self.is_unformatted) || !is_ascii {
            return self.format();
        }
        // Only a value that ends in the same line is aligned.
        if opened != self.line.opened_before_equals
            && let Some((at, spaces)) = self.line.equals.take()
        {
            self.replace(at..at + spaces, 0);
        }
        let indent = self.layout.indentation.next(opened);
        if indent != self.line.indent {
            let before = self.line.start - self.line.indent;
            self.replace(before..self.line.start, indent);
            (self.line.start, self.line.indent) = (before + indent, indent);
        }
        let Line { start, indent, equals, comment, .. } = self.line;
        let line = start - indent;
        if let Some((at, spaces)) = equals {
            self.layout.alignment.equals(Stop::new(at, at - line, spaces));
        }
        if let Some(at) = comment {
            let widened = equals.map_or(0, |(_, spaces)| spaces);
            self.layout.alignment.comment(Stop::new(at, at - line - widened, 0));
        }
        self.layout.end_line(equals.is_some() || comment.is_some());
    }

    /// Formats the current line.
    fn format(&mut self) {
        if let Some((at, spaces)) = self.line.equals {
            // In a broken line, the formatter may take them for text of a string.
            self.replace(at..at + spaces, 0);
        }
        let before = self.line.start - self.line.indent;
        self.unformatted.clear();
        self.unformatted.push_str(&self.layout.out[self.line.start..]);
        // The last line of a heredoc needs a newline to close it.
        self.unformatted.push('\n');
        self.layout.out.truncate(before);
        let (text, layout) = (self.unformatted.as_str(), &mut self.layout);
        Formatter { text, indents: Indents::Levels, style: Style::Corrected, layout }
            .lines(false, &mut |_, _| {});
        self.layout.out.pop();
    }

    /// Replaces spaces of the current line by another number of spaces.
    #[inline(never)]
    fn replace(&mut self, range: Range<usize>, spaces: usize) {
        let moved = |at: &mut usize| *at = if *at > range.start { *at + spaces - range.len() } else { *at };
        self.line.equals.iter_mut().for_each(|(at, _)| moved(at));
        self.line.comment.iter_mut().for_each(moved);
        self.layout.out.replace_range(range, &" ".repeat(spaces));
    }
}
