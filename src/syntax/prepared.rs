//! A text as the grammar is to see it: as long as the text of the source, with some characters replaced.

use std::borrow::Cow;
use std::ops::Range;

use crate::source::Span;

/// The text as the grammar is to see it.
pub(super) struct Prepared<'t> {
    pub(super) text: Cow<'t, str>,
    /// Where comments stand.
    pub(super) comments: Vec<Span>,
    /// Where a string goes on in a new line, which none may.
    pub(super) refused: Option<u32>,
    /// Offsets between two items of the outermost body.
    pub(super) cuts: Vec<usize>,
}

impl Prepared<'_> {
    /// Pieces of the text, each of which holds whole attributes and blocks.
    pub(super) fn chunks(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = [0].into_iter().chain(self.cuts.iter().copied());
        starts.zip(self.cuts.iter().copied().chain([self.text.len()])).map(|(start, end)| start..end)
    }
}

/// What was taken over and what was replaced.
pub(super) struct Output<'t> {
    text: &'t str,
    written: String,
    /// Up to where the text is in `written`.
    copied: usize,
}

impl<'t> Output<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, written: String::new(), copied: 0 }
    }

    /// Puts a character in the place of each byte from `start` to `end`.
    pub(super) fn replace(&mut self, start: usize, end: usize, stand_in: char) {
        if self.copied == 0 {
            self.written.reserve_exact(self.text.len());
        }
        self.written.push_str(&self.text[self.copied..start]);
        self.written.extend(std::iter::repeat_n(stand_in, end - start));
        self.copied = end;
    }

    pub(super) fn finish(mut self) -> Cow<'t, str> {
        if self.copied == 0 {
            return Cow::Borrowed(self.text);
        }
        self.written.push_str(&self.text[self.copied..]);
        Cow::Owned(self.written)
    }
}
