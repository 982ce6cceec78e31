//! Excerpts of sources: the lines that a diagnostic points at.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::Diagnostic;
use crate::source::{Escaped, INVALID, Source, Span};
use crate::util::order::sort_by_position;

/// Lines with more bytes than this are cut.
const LINE: usize = 160;

/// The number of bytes that are shown around each end of a span in a line that is cut.
const AROUND: usize = 40;

/// The maximum distance in lines between the spans of one excerpt. Of a span with more lines, only
/// the first line is shown.
const LINES: u32 = 50;

/// The number of lines that are shown at the start and at the end of a span.
const FIRST: u32 = 4;
const LAST: u32 = 2;

/// The sign for a space that does not break a line, which looks like another one otherwise.
const NO_BREAK_SPACE: char = '␣';

/// Returns whether a character looks like a space, but is none in a configuration.
fn is_no_break_space(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

/// Returns a replacement as it is shown.
pub(super) fn shown(replacement: &str) -> String {
    let visible = |character| if is_no_break_space(character) { NO_BREAK_SPACE } else { character };
    Escaped(&replacement.chars().map(visible).collect::<String>()).to_string()
}

/// A span of a diagnostic, as it is underlined.
pub(super) struct Underlined<'d> {
    source: &'d Source,
    /// It begins and ends between characters of the text.
    pub(super) span: Span,
    pub(super) first_line: u32,
    pub(super) last_line: u32,
    pub(super) is_primary: bool,
    pub(super) text: Cow<'d, str>,
}

/// Consecutive lines of a source.
pub(super) struct Excerpt<'d> {
    source: &'d Source,
    first_line: u32,
    last_line: u32,
    pub(super) spans: Vec<Underlined<'d>>,
}

/// A line as it is shown: cut, and with characters escaped that would disturb a terminal.
pub(super) struct Line {
    pub(super) number: u32,
    pub(super) shown: String,
    /// The ends of spans in the line, ascending, and their offsets in the shown text.
    ends: Vec<(u32, usize)>,
}

/// Returns the excerpts of a diagnostic. The first one contains its subject, with this text.
pub(super) fn excerpts(diagnostic: &Diagnostic, text: String) -> Vec<Excerpt<'_>> {
    let subject = diagnostic.source().zip(diagnostic.span());
    let subject = subject.map(|(source, span)| Underlined::new(source, span, true, text));
    let labels = diagnostic.labels().iter().filter_map(|label| {
        let source = label.source()?;
        Some(Underlined::new(source, label.span(), false, label.text()))
    });
    gather(subject.into_iter().chain(labels).collect())
}

/// Returns the excerpt of the replacements of a diagnostic, if they are on lines that are near each
/// other and add no lines.
pub(super) fn correction(diagnostic: &Diagnostic) -> Option<Excerpt<'_>> {
    let source = diagnostic.source()?;
    let replacements = diagnostic.replacements();
    if replacements.iter().any(|it| it.text.contains('\n')) {
        return None;
    }
    let spans = replacements.iter().map(|it| {
        let (span, text) = difference(source.slice(it.span), it.span, &it.text);
        Underlined::replaced(source, span, text)
    });
    let mut excerpts = gather(spans.collect());
    let mut excerpt = excerpts.pop().filter(|_| excerpts.is_empty())?;
    sort_by_position(&mut excerpt.spans, |it| (it.span.start as usize, 0));
    Some(excerpt)
}

/// Returns the part of a replacement that differs from the text of its span.
fn difference<'t>(old: &str, mut span: Span, new: &'t str) -> (Span, &'t str) {
    let common = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let end = common(&mut old.chars().rev(), &mut new.chars().rev());
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let start = common(&mut old.chars(), &mut new.chars());
    (span.start, span.end) = (span.start + start as u32, span.end - end as u32);
    (span, &new[start..])
}

fn gather(spans: Vec<Underlined<'_>>) -> Vec<Excerpt<'_>> {
    let mut excerpts: Vec<Excerpt<'_>> = Vec::new();
    for span in spans {
        match excerpts.iter_mut().find(|excerpt| excerpt.is_near(&span)) {
            Some(excerpt) => excerpt.add(span),
            None => excerpts.push(Excerpt {
                source: span.source,
                first_line: span.first_line,
                last_line: span.last_line,
                spans: vec![span],
            }),
        }
    }
    excerpts
}

/// Returns a span without the line ending at its end.
fn without_line_end(source: &Source, mut span: Span) -> Span {
    span.end = span.start + source.slice(span).trim_end_matches(['\r', '\n']).len() as u32;
    span
}

impl<'d> Underlined<'d> {
    fn new(source: &'d Source, span: Span, is_primary: bool, text: impl Into<Cow<'d, str>>) -> Self {
        let (source, span) = source.outer(span);
        let span = without_line_end(source, source.characters(span));
        Self::clipped(source, span, is_primary, text.into())
    }

    /// Returns a span that is replaced. If it joins lines, it ends on the last one of them.
    fn replaced(source: &'d Source, span: Span, text: &'d str) -> Self {
        let (source, mut span) = source.outer(span);
        span = source.characters(span);
        if source.pos(span.start).column == 1 {
            span = without_line_end(source, span);
        }
        Self::clipped(source, span, true, Cow::Borrowed(text))
    }

    fn clipped(source: &'d Source, mut span: Span, is_primary: bool, text: Cow<'d, str>) -> Self {
        let range = source.range(span);
        let (first_line, mut last_line) = (range.start.line, range.end.line);
        if last_line - first_line > LINES {
            last_line = first_line;
            span.end = source.line_span(first_line).end;
        }
        Self { source, span, first_line, last_line, is_primary, text }
    }

    /// Returns whether a line of the span is shown.
    fn shows(&self, line: u32) -> bool {
        (self.first_line..self.first_line + FIRST).contains(&line) && line <= self.last_line
            || (self.last_line + 1 - LAST.min(self.last_line)..=self.last_line).contains(&line)
                && line >= self.first_line
    }
}

impl<'d> Excerpt<'d> {
    fn is_near(&self, span: &Underlined<'_>) -> bool {
        self.source == span.source
            && span.first_line <= self.last_line.saturating_add(LINES)
            && self.first_line <= span.last_line.saturating_add(LINES)
    }

    fn add(&mut self, span: Underlined<'d>) {
        self.first_line = self.first_line.min(span.first_line);
        self.last_line = self.last_line.max(span.last_line);
        self.spans.push(span);
    }

    /// Removes the text of the first span if it does not fit into this many columns. Returns
    /// whether it fits.
    pub(super) fn fit_subject(&mut self, columns: usize) -> bool {
        let Some(subject) = self.spans.first() else { return true };
        let end = || self.line(subject.last_line).column(subject.span.end) + 1;
        let fits = columns == usize::MAX || end() + subject.text.width() <= columns;
        if !fits {
            self.spans[0].text = Cow::Borrowed("");
        }
        fits
    }

    /// Returns the location of the first span, as `main.hcl:3:7`.
    pub(super) fn location(&self) -> String {
        self.spans.first().map_or_else(String::new, |span| self.source.location(span.span))
    }

    /// Returns the number of digits of its line numbers.
    pub(super) fn margin(&self) -> usize {
        self.last_line.to_string().len()
    }

    /// Returns the lines that are shown. A single line between two of them is shown as well.
    pub(super) fn lines(&self) -> Vec<Line> {
        let has_span = |line: u32| self.spans.iter().any(|span| span.shows(line));
        let shown = |line: &u32| has_span(*line) || has_span(line - 1) && has_span(line + 1);
        (self.first_line..=self.last_line).filter(shown).map(|line| self.line(line)).collect()
    }

    fn line(&self, number: u32) -> Line {
        let span = self.source.line_span(number);
        let text = self.source.slice(span);
        let mut ends = Vec::new();
        for end in self.spans.iter().flat_map(|it| [it.span.start, it.span.end]) {
            if let Err(at) = ends.binary_search(&end)
                && (span.start..=span.end).contains(&end)
            {
                ends.insert(at, end);
            }
        }
        let mut line = Line { number, shown: String::new(), ends: Vec::new() };
        let mut done = 0;
        for piece in pieces(text, ends.iter().map(|end| (end - span.start) as usize)) {
            if piece.start > done {
                line.shown.push('…');
            }
            for (at, character) in text[piece.clone()].char_indices() {
                let offset = span.start + (piece.start + at) as u32;
                line.reach(&ends, offset);
                match self.source.invalid_byte(offset).filter(|_| character == INVALID) {
                    // Writing to a string does not fail.
                    Some(byte) => _ = write!(line.shown, "\\x{byte:02x}"),
                    None => line.push(character, offset == 0),
                }
            }
            done = piece.end;
        }
        line.reach(&ends, span.end);
        if done < text.len() {
            line.shown.push('…');
        }
        line
    }
}

impl Line {
    /// Returns the offset in the shown text of the end of a span.
    pub(super) fn offset(&self, end: u32) -> usize {
        self.ends.iter().find(|it| it.0 >= end).map_or(self.shown.len(), |it| it.1)
    }

    /// Returns the column in the shown text of the end of a span.
    pub(super) fn column(&self, end: u32) -> usize {
        self.shown.get(..self.offset(end)).map_or(0, str::width)
    }

    fn push(&mut self, character: char, is_first: bool) {
        match character {
            '\u{feff}' if is_first => {}
            '\t' => self.shown.push_str("    "),
            _ if is_no_break_space(character) => self.shown.push(NO_BREAK_SPACE),
            // Writing to a string does not fail.
            _ => _ = write!(self.shown, "{}", Escaped(character.encode_utf8(&mut [0; 4]))),
        }
    }

    /// Records the offsets of the ends of spans up to an offset of the source.
    fn reach(&mut self, ends: &[u32], offset: u32) {
        while let Some(end) = ends.get(self.ends.len()).filter(|end| **end <= offset) {
            self.ends.push((*end, self.shown.len()));
        }
    }
}

/// Returns the pieces of a line that are shown: all of it, or the text around the ends of spans.
fn pieces(line: &str, ends: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    if line.len() <= LINE {
        pieces.push(0..line.len());
        return pieces;
    }
    for at in ends {
        let piece = boundary(line, at.saturating_sub(AROUND))..boundary(line, at + AROUND);
        match pieces.last_mut() {
            Some(last) if piece.start <= last.end => last.end = piece.end,
            _ => pieces.push(piece),
        }
    }
    if pieces.is_empty() {
        pieces.push(0..boundary(line, LINE));
    }
    pieces
}

/// Returns the start of the character at an offset.
fn boundary(line: &str, at: usize) -> usize {
    (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0)
}
