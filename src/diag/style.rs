//! Styles of displayed text, as escape sequences for a terminal.

/// The escape sequences that begin a style. An empty text is the plain style.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Style(&'static str);

pub(super) const PLAIN: Style = Style("");
pub(super) const EMPHASIS: Style = Style("\u{1b}[1m");
pub(super) const ERROR: Style = Style("\u{1b}[1m\u{1b}[91m");
pub(super) const WARNING: Style = Style("\u{1b}[1m\u{1b}[33m");
/// Line numbers, margins and labels.
pub(super) const CONTEXT: Style = Style("\u{1b}[1m\u{1b}[94m");
pub(super) const ADDED: Style = Style("\u{1b}[92m");
pub(super) const REMOVED: Style = Style("\u{1b}[91m");

/// A text with or without styles.
pub(super) struct Painter {
    pub(super) text: String,
    pub(super) is_colored: bool,
}

impl Painter {
    pub(super) fn push(&mut self, style: Style, words: &str) {
        if self.is_colored && style != PLAIN && !words.is_empty() {
            self.text.extend([style.0, words, "\u{1b}[0m"]);
        } else {
            self.text.push_str(words);
        }
    }

    /// Adds an empty line, unless the text is empty.
    pub(super) fn paragraph(&mut self) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
    }

    /// Adds a number of spaces.
    pub(super) fn indent(&mut self, columns: usize) {
        self.text.extend(std::iter::repeat_n(' ', columns));
    }
}
