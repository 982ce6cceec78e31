//! The text between two nodes: white space, comments and commas.

use std::ops::Range;

use crate::source::Span;
use crate::syntax::ast::comments::Comments;
pub(super) use crate::syntax::ast::comments::is_blank;
use crate::syntax::ast::tokens;

/// The text between two items of a body, or two elements of a value, or between the outermost ones
/// and the ends of the content.
pub(super) struct Gap<'t> {
    /// With the closing bracket, if it is the last one.
    pub(super) text: &'t str,
    pub(super) spans: Vec<Span>,
    /// The end of the content, before a closing bracket.
    pub(super) end: usize,
    /// Whether the file begins here.
    pub(super) is_start: bool,
    /// Whether the file ends here.
    pub(super) is_end: bool,
}

/// Returns the comments of a text between tokens, without the ends of their lines.
pub(super) fn comments(text: &str) -> Vec<Span> {
    let mut at = 0;
    let next = || {
        let start = at + text[at..].find(['#', '/'])?;
        let rest = &text[start..];
        let inline = rest.strip_prefix("/*").map(|it| it.find("*/").map_or(rest.len(), |end| end + 4));
        let line = || rest.split('\n').next().unwrap_or_default().trim_end_matches('\r').len();
        at = start + inline.unwrap_or_else(line);
        Some(Span::new(start as u32, at as u32))
    };
    std::iter::from_fn(next).collect()
}

/// White space.
const SPACES: [char; 4] = [' ', '\t', '\r', '\n'];

/// Returns the white space at the start of the last line of a text.
pub(super) fn indent_of(text: &str) -> &str {
    let line = text.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}');
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

impl<'t> Gap<'t> {
    /// Returns the comments.
    pub(super) fn comments(&self) -> Comments<'_> {
        Comments { text: self.text, spans: &self.spans, begins_line: self.is_start }
    }

    /// Returns whether only white space comes before an offset in its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        self.comments().begins_line(at as u32)
    }

    /// Returns whether only white space comes after an offset in its line.
    pub(super) fn ends_line(&self, at: usize) -> bool {
        let after = self.text[at..].trim_start_matches([' ', '\t', '\r']);
        if after.is_empty() { self.is_end } else { after.starts_with('\n') }
    }

    /// Returns the start of the line of an offset, or that of the gap.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// Returns the start of the next line, or the end of the gap.
    pub(super) fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// Returns the comments that would belong to an item at an offset: those before it in its line,
    /// and whole lines right above it.
    pub(super) fn leading(&self, at: usize) -> &[Span] {
        self.comments().leading(at as u32)
    }

    /// Returns the start of the comments that belong to the node after the gap, without the first
    /// ones, which are `earlier_comments`.
    pub(super) fn lead_start(&self, earlier_comments: usize) -> usize {
        self.leading(self.text.len())
            .get(earlier_comments)
            .map_or(self.text.len(), |first| first.start as usize)
    }

    /// Returns the end of the comments after an offset in its line.
    pub(super) fn trail_end(&self, from: usize) -> usize {
        self.comments().trailing(from as u32).map_or(from, |comments| comments.end as usize)
    }

    /// Returns the text of the comments in a range, as one text.
    pub(super) fn comment_in(&self, range: Range<usize>) -> Option<&'t str> {
        let spans = self.spans.iter().map(|span| span.range());
        let mut inside = spans.filter(|it| range.start <= it.start && it.end <= range.end);
        let first = inside.next()?;
        Some(&self.text[first.start..inside.next_back().unwrap_or(first).end])
    }

    /// Returns the offset of the comma in the gap.
    pub(super) fn comma(&self) -> Option<usize> {
        let comma = tokens(&self.text[..self.end]).find(|token| &self.text[token.span.range()] == ",")?;
        Some(comma.span.start as usize)
    }

    /// Returns the offset after the comma, if there is one.
    pub(super) fn after_comma(&self) -> usize {
        self.comma().map_or(0, |comma| comma + 1)
    }

    /// Returns the blank lines right before the start of a line, and not before `floor`.
    pub(super) fn blank_before(&self, line: usize, floor: usize) -> Range<usize> {
        let start = floor + self.text[floor..line].trim_end_matches(SPACES).len();
        let begins_line = start == floor && (floor > 0 || self.is_start);
        match self.text[..line].ends_with('\n') {
            true if begins_line => start..line,
            true => self.line_end(start)..line,
            false => line..line,
        }
    }

    /// Returns the blank lines from the start of a line on, each with its line ending.
    pub(super) fn blank_after(&self, line: usize) -> Range<usize> {
        let inside = &self.text[line..self.end.max(line)];
        let spaces = &inside[..inside.len() - inside.trim_start_matches(SPACES).len()];
        line..spaces.rfind('\n').map_or(line, |end| line + end + 1)
    }

    /// Returns the groups of blank lines between tokens.
    pub(super) fn blank_lines(&self) -> impl Iterator<Item = Range<usize>> {
        let spans = self.spans.iter();
        let ends = spans.clone().map(|comment| comment.start as usize).chain([self.end]);
        let starts = [0].into_iter().chain(spans.map(|comment| comment.end as usize));
        starts.zip(ends).filter_map(|(start, end)| {
            let white = &self.text[start..end];
            let (first, last) = (white.find('\n')?, white.rfind('\n')?);
            (first < last).then_some(start + first + 1..start + last + 1)
        })
    }
}
