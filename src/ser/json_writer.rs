//! The text of JSON values.

use std::fmt::Write as _;

use super::tape::check_depth;
use crate::error::Result;
use crate::value::find_special;

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
        self.out.push('"');
        // `rest` is not written yet. Most of it needs no escape.
        let mut rest = text;
        while let Some(at) = find_special(rest) {
            let (plain, special) = rest.split_at(at);
            self.out.push_str(plain);
            let mut characters = special.chars();
            match characters.next() {
                Some('"') => self.out.push_str("\\\""),
                Some('\\') => self.out.push_str("\\\\"),
                Some('\n') => self.out.push_str("\\n"),
                Some('\r') => self.out.push_str("\\r"),
                Some('\t') => self.out.push_str("\\t"),
                Some(sign @ ('$' | '%')) => {
                    self.out.push(sign);
                    if sequences == TemplateSequences::Escaped && characters.as_str().starts_with('{') {
                        self.out.push(sign);
                    }
                }
                Some(control @ ..'\u{20}') => _ = write!(self.out, "\\u{:04x}", u32::from(control)),
                Some(other) => self.out.push(other),
                None => {}
            }
            rest = characters.as_str();
        }
        self.out.push_str(rest);
        self.out.push('"');
    }
}
