//! Printed lines that are copied from the source.

use std::fmt;
use std::ops::Range;

use super::layout::{Cell, Line, Lines, Text};
use crate::source::Span;

/// Text whose end may be a run of the source that is printed as it is, which is copied at once.
/// Most source text has the layout of [`Lines`] already, down to the columns of its `=`, so it is
/// copied in few runs (`to_string_file` in `benches/speed.rs`).
pub(super) struct Copied<'s> {
    /// The text before the run.
    text: String,
    source: &'s str,
    /// Whether the printed part of the source is ASCII.
    is_ascii: bool,
    run: Range<usize>,
    /// The expected length of the text.
    expected: usize,
}

impl<'s> Copied<'s> {
    /// Returns a text that continues with text of a source.
    pub(super) fn after(text: String, source: &'s str) -> Self {
        Self { text, source, is_ascii: false, run: 0..0, expected: 0 }
    }

    /// Returns the whole text.
    pub(super) fn into_string(mut self) -> String {
        self.flush();
        self.text
    }

    /// Copies the run, so that all text is in `text`.
    fn flush(&mut self) {
        if !self.run.is_empty() {
            if self.text.capacity() == 0 {
                self.text.reserve(self.expected);
            }
            self.text.push_str(&self.source[self.run.clone()]);
            self.run.start = self.run.end;
        }
    }

    /// Adds a piece of the source to the run.
    #[inline]
    fn extend(&mut self, piece: Range<usize>) {
        if self.run.end != piece.start {
            if piece.is_empty() {
                return;
            }
            self.flush();
            self.run.start = piece.start;
        }
        self.run.end = piece.end;
    }

    /// Returns whether the text in a range is ASCII, if the source is not.
    #[inline(never)]
    fn is_ascii_in(&self, range: Range<usize>) -> bool {
        let before = self.text.len();
        let run = &self.source.as_bytes()[self.run.clone()];
        match range.start.checked_sub(before) {
            Some(start) => run[start..range.end - before].is_ascii(),
            None => {
                self.text.as_bytes()[range.start..range.end.min(before)].is_ascii()
                    && run[..range.end.saturating_sub(before)].is_ascii()
            }
        }
    }
}

impl Text for Copied<'_> {
    #[inline]
    fn as_mut_string(&mut self) -> &mut String {
        self.flush();
        &mut self.text
    }

    #[inline]
    fn len(&self) -> usize {
        self.text.len() + self.run.len()
    }

    fn truncate(&mut self, length: usize) {
        match length.checked_sub(self.text.len()) {
            Some(kept) => self.run.end = self.run.start + kept,
            None => {
                self.run.start = self.run.end;
                self.text.truncate(length);
            }
        }
    }

    #[inline]
    fn is_ascii(&self, range: Range<usize>) -> bool {
        self.is_ascii || self.is_ascii_in(range)
    }
}

/// The line endings and the indentation between two lines of the source.
#[derive(Clone, Copy)]
pub(super) struct Break {
    gap: Span,
    /// The number of line endings.
    pub(super) endings: usize,
    /// The number of spaces after them, if there is nothing else.
    indent: Option<usize>,
}

impl<'s> Lines<Copied<'s>> {
    /// Creates lines that are about as long as a part of the source that is printed.
    pub(super) fn of(source: &'s str, part: Span) -> Self {
        let is_ascii = source.as_bytes().get(part.range()).is_some_and(<[u8]>::is_ascii);
        let expected = part.len() as usize;
        let text = Copied { expected, is_ascii, ..Copied::after(String::new(), source) };
        Lines::default().map(|_: String| text)
    }

    /// Returns the source between two tokens.
    #[inline]
    fn between(&self, gap: Span) -> &'s [u8] {
        // The tokens around broken text may overlap.
        self.text.source.as_bytes().get(gap.range()).unwrap_or_default()
    }

    /// Prints a piece of the source.
    #[inline]
    pub(super) fn copy(&mut self, piece: Span) {
        self.leave_heredoc();
        self.text.extend(piece.range());
    }

    /// Prints the spaces before a `=`, the `=`, and the space after it as they are in the source.
    /// Returns `false` if the layout has other spaces there.
    #[inline]
    pub(super) fn copy_equals(&mut self, piece: Span) -> bool {
        let spaces = match self.between(piece) {
            [b' ', more @ .., b'=', b' '] if more.iter().all(|byte| *byte == b' ') => more.len(),
            _ => return false,
        };
        if self.ends_in_heredoc() || self.is_fresh() || spaces > 0 && self.line.equals.is_some() {
            return false;
        }
        self.text.extend(piece.range());
        self.record_equals(Cell { at: self.text.len() - 2, spaces });
        true
    }

    /// Prints a heredoc of the source.
    pub(super) fn copy_heredoc(&mut self, piece: Span) {
        self.copy(piece);
        self.expect_line_ending();
    }

    /// Prints a comment of the source that extends to the end of its line, after `gap`, the text
    /// between it and the text before it in its line.
    pub(super) fn line_comment(&mut self, gap: Span, comment: Span) {
        self.leave_heredoc();
        if !self.is_fresh() {
            let spaces = match self.between(gap) {
                [b' ', more @ ..] if more.iter().all(|byte| *byte == b' ') => {
                    self.text.extend(gap.range());
                    more.len()
                }
                _ => {
                    self.space();
                    0
                }
            };
            self.line.comment = Some(Cell { at: self.text.len(), spaces });
            self.line.is_unformatted |= self.text.source[comment.range()].ends_with('\r');
        }
        self.text.extend(comment.range());
    }

    /// Returns the last byte that is not a space.
    pub(super) fn last_byte(&self) -> u8 {
        let Copied { text, source, run, .. } = &self.text;
        let run = source.as_bytes()[run.clone()].iter().rev();
        run.chain(text.as_bytes().iter().rev()).copied().find(|byte| *byte != b' ').unwrap_or_default()
    }

    /// Prints a space as it is in the source. Returns `false` if the source or the layout has none.
    #[inline]
    pub(super) fn copy_space(&mut self, gap: Span) -> bool {
        let is_space = self.between(gap) == *b" " && self.takes_space();
        if is_space {
            self.text.extend(gap.range());
        }
        is_space
    }

    /// Returns the line endings and the indentation between two tokens.
    #[inline]
    pub(super) fn break_in(&self, gap: Span) -> Break {
        let bytes = self.between(gap);
        let endings = bytes.iter().take_while(|byte| **byte == b'\n').count();
        let spaces = &bytes[endings..];
        if spaces.iter().all(|byte| *byte == b' ') {
            return Break { gap, endings, indent: Some(spaces.len()) };
        }
        let endings = bytes.iter().filter(|byte| **byte == b'\n').count();
        Break { gap, endings, indent: None }
    }

    /// Starts a new line as [`break_line`](Self::break_line) does, with the line endings and the
    /// indentation of the source if they are those of the layout.
    #[inline(always)]
    pub(super) fn copy_break(&mut self, blank: bool, found: Break) {
        let endings = self.end_line_before(blank);
        if endings == 0 {
            return;
        }
        match found.indent.filter(|indent| found.endings == endings && self.fits(*indent, found.gap.end)) {
            Some(indent) => {
                self.text.extend(found.gap.range());
                self.line = Line::new(self.text.len(), indent);
            }
            None => self.start_line(endings),
        }
    }

    /// Returns whether the line at an offset of the source may have an indentation: one that begins
    /// with a closing bracket mostly has less than the current one.
    #[inline]
    fn fits(&self, indent: usize, at: u32) -> bool {
        let next = self.text.source.as_bytes().get(at as usize);
        indent == self.indentation.current() || matches!(next, Some(b'}' | b']' | b')'))
    }

    /// Ends the text, and writes it.
    pub(super) fn write(mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.end();
        let Copied { text, source, run, .. } = self.text;
        f.write_str(&text)?;
        f.write_str(&source[run])
    }
}
