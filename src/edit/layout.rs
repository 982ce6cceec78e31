//! The layout of the lines that a change touches.

use std::ops::Range;

use crate::syntax::format::{FormattedLine, FormattedLines, Indents, format_lines};

/// The indentation of the formatter.
pub(super) const UNIT: &str = "  ";

/// A range of a text and the range that replaced it in a new text.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// Returns a text with changes, laid out. A text that was formatted stays formatted. In any other,
/// groups of lines that were aligned stay aligned, and the rest stays as it is.
pub(super) fn lay_out(old: &str, new: &str, changes: &[Change], unit: &str) -> String {
    if unit == UNIT && format_lines(old, Indents::Levels).text == old {
        return format_lines(new, Indents::Levels).text;
    }
    let clean = CleanLines::new(old);
    let formatted = format_lines(new, Indents::Kept);
    let mut out = String::with_capacity(new.len());
    let mut rest = formatted.lines.as_slice();
    while !rest.is_empty() {
        // Lines next to each other that the formatter aligns, or one line.
        let aligned = rest.iter().take_while(|line| line.is_aligned).count();
        let (lines, after) = rest.split_at(aligned.max(1));
        rest = after;
        let is_touched = lines.iter().any(|line| touching(changes, line).next().is_some());
        let was_aligned = lines.iter().all(|line| match unchanged(changes, &line.source) {
            Some(old) => clean.is_clean(old),
            None => touching(changes, line).all(|change| clean.is_clean_around(&change.old)),
        });
        for line in lines {
            match is_touched && was_aligned && line.is_aligned {
                true => out.push_str(&formatted.text[line.output.clone()]),
                false => out.push_str(&new[line.source.clone()]),
            }
        }
    }
    // Spaces at the end of a text belong to no line.
    out.push_str(&new[formatted.lines.last().map_or(0, |line| line.source.end)..]);
    out
}

/// The lines of a text, and whether each is formatted, except for its indentation.
struct CleanLines(Vec<(Range<usize>, bool)>);

impl CleanLines {
    fn new(text: &str) -> Self {
        let FormattedLines { text: formatted, lines } = format_lines(text, Indents::Kept);
        let is_clean = |line: &FormattedLine| text[line.source.clone()] == formatted[line.output.clone()];
        Self(lines.into_iter().map(|line| (line.source.clone(), is_clean(&line))).collect())
    }

    fn is_clean(&self, line: Range<usize>) -> bool {
        let at = self.0.partition_point(|(source, _)| source.start < line.start);
        self.0.get(at).is_some_and(|(source, is_clean)| *source == line && *is_clean)
    }

    /// Returns whether the lines that a change left in part are clean.
    fn is_clean_around(&self, change: &Range<usize>) -> bool {
        let first = self.0.partition_point(|(line, _)| line.end <= change.start);
        let mut lines = self.0[first..].iter().take_while(|(line, _)| line.start <= change.end);
        let is_inside = |line: &Range<usize>, at: usize| line.start < at && at < line.end;
        let is_partial = |line: &Range<usize>| is_inside(line, change.start) || is_inside(line, change.end);
        lines.all(|(line, is_clean)| *is_clean || !is_partial(line))
    }
}

/// Returns the changes that are in a line, or right before or after it.
fn touching<'c>(changes: &'c [Change], line: &'c FormattedLine) -> impl Iterator<Item = &'c Change> {
    let line = &line.source;
    let first = changes.partition_point(|change| change.new.end < line.start);
    changes[first..].iter().take_while(|change| change.new.start <= line.end)
}

/// Returns the range that a line without changes had in the old text.
fn unchanged(changes: &[Change], line: &Range<usize>) -> Option<Range<usize>> {
    let after = changes.partition_point(|change| change.new.end <= line.start);
    if changes.get(after).is_some_and(|change| change.new.start < line.end) {
        return None;
    }
    let before = after.checked_sub(1).map(|before| &changes[before]);
    let (old, new) = before.map_or((0, 0), |before| (before.old.end, before.new.end));
    Some(line.start - new + old..line.end - new + old)
}
