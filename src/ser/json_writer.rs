//! The text of JSON values.

use std::fmt::{Display, Write as _};

use super::tape::check_depth;
use crate::error::Result;
use crate::value::{is_plain, write_escaped};

/// The layout of a text.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Style {
    Compact,
    /// Two spaces a level.
    Pretty,
}

/// The treatment of `${` and `%{` in a string.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum TemplateSequences {
    Escaped,
    Kept,
}

/// An end of the text.
#[derive(Clone, Copy)]
pub(super) struct Position {
    length: usize,
    /// Whether nothing is in the innermost bracket yet.
    is_first: bool,
}

/// A writer of JSON values, one after the other.
pub(super) struct JsonWriter {
    out: String,
    style: Style,
    /// The number of brackets that are open.
    depth: usize,
    /// Whether nothing is in the innermost bracket yet.
    is_first: bool,
}

impl JsonWriter {
    pub(super) fn new(capacity: usize, style: Style) -> Self {
        Self { out: String::with_capacity(capacity), style, depth: 0, is_first: true }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Returns the text so far.
    pub(super) fn text(&self) -> &str {
        &self.out
    }

    /// Writes brackets and their content.
    pub(super) fn bracketed(
        &mut self,
        [open, close]: [char; 2],
        content: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.open(open);
        check_depth(self.depth)?;
        content(self)?;
        self.close(close);
        Ok(())
    }

    pub(super) fn open(&mut self, bracket: char) {
        self.depth += 1;
        self.out.push(bracket);
        self.is_first = true;
    }

    pub(super) fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if !self.is_first {
            self.break_line();
        }
        self.out.push(bracket);
        self.is_first = false;
    }

    /// Returns the end of the text, to [return](Self::return_to) to it.
    pub(super) fn position(&self) -> Position {
        Position { length: self.out.len(), is_first: self.is_first }
    }

    /// Removes the text since a position in the innermost bracket.
    pub(super) fn return_to(&mut self, position: Position) {
        self.out.truncate(position.length);
        self.is_first = position.is_first;
    }

    /// Puts a number, true or false that begins here into quotes, as a key.
    pub(super) fn quote_since(&mut self, start: usize) {
        if matches!(self.out.as_bytes().get(start), Some(b'-' | b'0'..=b'9' | b't' | b'f')) {
            self.out.insert(start, '"');
            self.out.push('"');
        }
    }

    /// Writes an array.
    pub(super) fn array<T>(
        &mut self,
        elements: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T) -> Result<()>,
    ) -> Result<()> {
        self.bracketed(['[', ']'], |writer| {
            elements.into_iter().try_for_each(|element| {
                writer.entry();
                write(writer, element)
            })
        })
    }

    /// Begins the next element.
    pub(super) fn entry(&mut self) {
        if !self.is_first {
            self.out.push(',');
        }
        self.is_first = false;
        self.break_line();
    }

    /// Begins the next property.
    pub(super) fn key(&mut self, key: &str, sequences: TemplateSequences) {
        self.entry();
        self.string(key, sequences);
        self.colon();
    }

    /// Ends a key.
    pub(super) fn colon(&mut self) {
        self.out.push(':');
        if self.style == Style::Pretty {
            self.out.push(' ');
        }
    }

    fn break_line(&mut self) {
        if self.style == Style::Pretty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", self.depth));
        }
    }

    /// Writes a number, true, false or null.
    pub(super) fn word(&mut self, word: &str) {
        self.out.push_str(word);
    }

    /// Writes a number, true or false.
    pub(super) fn display(&mut self, word: impl Display) {
        _ = write!(self.out, "{word}");
    }

    pub(super) fn string(&mut self, text: &str, sequences: TemplateSequences) {
        if is_plain(text) {
            self.out.reserve(text.len() + 2);
            self.out.push('"');
            self.out.push_str(text);
            self.out.push('"');
            return;
        }
        let escapes_templates = sequences == TemplateSequences::Escaped;
        _ = write_escaped(text, &mut self.out, escapes_templates, |character| character >= ' ');
    }
}
