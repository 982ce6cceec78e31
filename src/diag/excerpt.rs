//! Excerpts of sources: the lines that a diagnostic points at, with its spans underlined.

use std::fmt::Write;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use super::Diagnostic;
use crate::source::{Escaped, Source, Span};

/// Lines with more bytes than this are cut.
const LINE: usize = 160;

/// The number of bytes that are shown around each end of a span in a line that is cut.
const AROUND: usize = 40;

/// The maximum distance in lines between the spans of one excerpt. Of a span with more lines, only
/// the first line is shown.
const LINES: u32 = 50;

/// A span of a diagnostic, as it is underlined.
struct Underlined<'d> {
    source: &'d Source,
    /// It begins and ends between characters of the text.
    span: Span,
    first_line: u32,
    last_line: u32,
    is_primary: bool,
    text: &'d str,
}

/// Consecutive lines of a source.
pub(super) struct Excerpt<'d> {
    source: &'d Source,
    first_line: u32,
    last_line: u32,
    spans: Vec<Underlined<'d>>,
}

/// Returns the excerpts of a diagnostic. The first one contains its subject.
pub(super) fn excerpts(diagnostic: &Diagnostic) -> Vec<Excerpt<'_>> {
    let subject = diagnostic.source().zip(diagnostic.subject());
    let subject = subject.map(|(source, span)| Underlined::new(source, span, true, ""));
    let labels = diagnostic.labels().iter().filter_map(|label| {
        let source = label.source()?;
        Some(Underlined::new(source, label.span(), false, label.text()))
    });
    gather(subject.into_iter().chain(labels))
}

/// Returns the excerpt of the replacements of a diagnostic, if they are on lines that are near each
/// other and add no lines.
pub(super) fn correction(diagnostic: &Diagnostic) -> Option<Excerpt<'_>> {
    let source = diagnostic.source()?;
    let replacements = diagnostic.replacements();
    if replacements.iter().any(|it| it.text.contains('\n')) {
        return None;
    }
    let mut excerpts = gather(replacements.iter().map(|it| Underlined::new(source, it.span, true, &it.text)));
    excerpts.pop().filter(|_| excerpts.is_empty())
}

fn gather<'d>(spans: impl Iterator<Item = Underlined<'d>>) -> Vec<Excerpt<'d>> {
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

impl<'d> Underlined<'d> {
    fn new(source: &'d Source, span: Span, is_primary: bool, text: &'d str) -> Self {
        let (source, span) = source.outer(span);
        let mut span = source.characters(span);
        let line_end = source.slice(span).trim_end_matches(['\r', '\n']).len() as u32;
        span.end = span.start + line_end;
        let range = source.range(span);
        let (first_line, mut last_line) = (range.start.line, range.end.line);
        if last_line - first_line > LINES {
            last_line = first_line;
            span.end = source.line_span(first_line).end;
        }
        Self { source, span, first_line, last_line, is_primary, text }
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

    /// Returns the location of the first span, as `main.hcl:3:7`.
    pub(super) fn location(&self) -> String {
        self.spans.first().map_or_else(String::new, |span| self.source.location(span.span))
    }

    /// Returns the number of digits of its line numbers.
    pub(super) fn margin(&self) -> usize {
        self.last_line.to_string().len()
    }

    /// Returns the lines with their numbers and the underlined spans.
    pub(super) fn render(&self, level: Level<'_>, renderer: &Renderer) -> String {
        let text = self.text();
        let annotations = self.spans.iter().map(|span| {
            let kind = if span.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            annotation(kind, text.range(span.span), span.text)
        });
        let snippet = Snippet::source(text.shown.as_str()).line_start(self.first_line as usize);
        renderer.render(&[Group::with_level(level).element(snippet.annotations(annotations))])
    }

    /// Returns the lines that have replacements, before and after them.
    pub(super) fn render_replaced(&self, renderer: &Renderer) -> String {
        let text = self.text();
        let patches =
            self.spans.iter().map(|it| Patch::new(text.range(it.span), Escaped(it.text).to_string()));
        let snippet = Snippet::source(text.shown.as_str()).line_start(self.first_line as usize);
        let shown = renderer.render(&[Group::with_level(Level::HELP).element(snippet.patches(patches))]);
        shown.trim_end_matches([' ', '|', '\n']).to_owned()
    }

    fn text(&self) -> Text {
        let mut ends: Vec<u32> = self.spans.iter().flat_map(|it| [it.span.start, it.span.end]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut text = Text { ends, offsets: Vec::new(), shown: String::new() };
        for line in self.first_line..=self.last_line {
            let span = self.source.line_span(line);
            text.push_line(self.source.slice(span), span.start);
        }
        text
    }
}

fn annotation(kind: AnnotationKind, range: Range<usize>, text: &str) -> Annotation<'_> {
    let annotation = kind.span(range);
    // For an empty label, `annotate-snippets` would write a trailing space.
    if text.is_empty() { annotation } else { annotation.label(Escaped(text).to_string()) }
}

/// The lines of an excerpt as they are shown: cut, and with characters escaped that would disturb a
/// terminal.
struct Text {
    shown: String,
    /// The ends of all spans, ascending, and the offsets of the first of them in the shown text.
    ends: Vec<u32>,
    offsets: Vec<usize>,
}

impl Text {
    /// Returns the range of the shown text for a span.
    fn range(&self, span: Span) -> Range<usize> {
        let location = |end| {
            let at = self.ends.partition_point(|it| *it < end);
            self.offsets.get(at).copied().unwrap_or(self.shown.len().saturating_sub(1))
        };
        let start = location(span.start);
        start..location(span.end).max(start)
    }

    /// Adds a line that begins at an offset of the source.
    fn push_line(&mut self, line: &str, offset: u32) {
        let mut done = 0;
        for piece in self.pieces(line, offset) {
            if piece.start > done {
                self.shown.push('…');
            }
            for (at, character) in line[piece.clone()].char_indices() {
                self.reach(offset + (piece.start + at) as u32);
                if offset == 0 && piece.start + at == 0 && character == '\u{feff}' {
                    continue;
                }
                // Writing to a string does not fail.
                _ = write!(self.shown, "{}", Escaped(character.encode_utf8(&mut [0; 4])));
            }
            done = piece.end;
        }
        self.reach(offset + line.len() as u32);
        if done < line.len() {
            self.shown.push('…');
        }
        self.shown.push('\n');
    }

    /// Returns the pieces of a line that are shown: all of it, or the text around the ends of
    /// spans.
    fn pieces(&self, line: &str, offset: u32) -> Vec<Range<usize>> {
        let mut pieces: Vec<Range<usize>> = Vec::new();
        if line.len() <= LINE {
            pieces.push(0..line.len());
            return pieces;
        }
        let end = offset + line.len() as u32;
        let ends = self.ends[self.offsets.len()..].iter().take_while(|it| **it <= end);
        for at in ends.map(|it| it.saturating_sub(offset) as usize) {
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

    /// Records the offsets of the ends of spans up to an offset of the source.
    fn reach(&mut self, offset: u32) {
        while self.ends.get(self.offsets.len()).is_some_and(|end| *end <= offset) {
            self.offsets.push(self.shown.len());
        }
    }
}

/// Returns the start of the character at an offset.
fn boundary(line: &str, at: usize) -> usize {
    (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0)
}
