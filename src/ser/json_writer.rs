//! The text of JSON values.

use super::tape::check_depth;
use crate::error::Result;
use crate::value::write_escaped;

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

    /// Writes brackets and their content.
    pub(super) fn bracketed(
        &mut self,
        [open, close]: [char; 2],
        content: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.depth += 1;
        check_depth(self.depth)?;
        self.out.push(open);
        self.is_first = true;
        content(self)?;
        self.depth -= 1;
        if !self.is_first {
            self.break_line();
        }
        self.out.push(close);
        self.is_first = false;
        Ok(())
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
    fn entry(&mut self) {
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
        self.out.push_str(if self.style == Style::Pretty { ": " } else { ":" });
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

    pub(super) fn string(&mut self, text: &str, sequences: TemplateSequences) {
        let escapes_templates = sequences == TemplateSequences::Escaped;
        _ = write_escaped(text, &mut self.out, escapes_templates, |character| character >= ' ');
    }
}
