//! Replacing text, and the layout of the lines that this touches.

use std::ops::Range;

use super::lines::{TextView, is_blank};
use crate::order::sort_by_position;
use crate::syntax::ast;
use crate::syntax::format::{FormattedLine, FormattedLines, Indents, format_lines};

/// The indentation of the formatter.
pub(super) const UNIT: &str = "  ";

/// A range of the source and its replacement.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) span: Range<usize>,
    pub(super) text: String,
}

impl Edit {
    pub(super) fn new(span: Range<usize>, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// Returns the text with all edits, which do not overlap.
pub(super) fn apply(root: ast::Body<'_>, mut edits: Vec<Edit>, unit: &str) -> String {
    sort_by_position(&mut edits, |edit| (edit.span.start, edit.span.end));
    let text = TextView::of(root);
    let mut out =
        String::with_capacity(text.text.len() + edits.iter().map(|it| it.text.len()).sum::<usize>());
    let mut done = 0;
    let mut rest = edits.as_slice();
    while let Some(first) = rest.first() {
        let mut region = Region::of(text, root, &first.span);
        let mut count = 1;
        // Edits in one region are laid out together.
        while let Some(next) = rest.get(count).filter(|next| next.span.start <= region.end) {
            if next.span.end > region.kept_from {
                let other = Region::of(text, root, &next.span);
                if other.start >= region.end {
                    break;
                }
                region = Region { start: region.start, ..other };
            }
            count += 1;
        }
        let (inside, after) = rest.split_at(count);
        out.push_str(&text.text[done..region.start]);
        out.push_str(&lay_out(text.text, region.start..region.end, inside, unit));
        done = region.end;
        rest = after;
    }
    out.push_str(&text.text[done..]);
    out
}

/// The lines that a change to a span can affect: items of the file up to a [`Boundary`].
struct Region {
    start: usize,
    end: usize,
    /// The end is a boundary as long as the text from this offset to the end stays.
    kept_from: usize,
}

impl Region {
    fn of(text: TextView<'_>, root: ast::Body<'_>, span: &Range<usize>) -> Self {
        let count = root.items().len();
        let first = first_item_from(root, 0..count, span.start);
        let start = (0..=first).rev().find_map(|index| {
            boundaries(text, root, index).map(|it| it.lines.end).filter(|end| *end <= span.start).last()
        });
        let end = (first..=count)
            .find_map(|index| boundaries(text, root, index).find(|boundary| boundary.kept_from >= span.end));
        Self {
            start: start.unwrap_or_else(|| text.start()),
            end: end.as_ref().map_or(text.text.len(), |boundary| boundary.lines.start),
            kept_from: end.map_or(text.text.len(), |boundary| boundary.kept_from),
        }
    }
}

/// A position between items of the file where the layout of the lines before it does not depend on
/// that of the lines after it: no bracket is open, and the formatter aligns no lines across it.
pub(super) struct Boundary {
    /// Blank lines, or nothing.
    pub(super) lines: Range<usize>,
    /// It is a boundary as long as the text from this offset to its start stays.
    kept_from: usize,
}

/// Returns the boundaries between the items of the file before and at an index: the end of a line
/// that ends with the closing brace of a block, and blank lines.
pub(super) fn boundaries(
    text: TextView<'_>,
    root: ast::Body<'_>,
    index: usize,
) -> impl Iterator<Item = Boundary> {
    let brace = index.checked_sub(1).and_then(|before| brace_line(text, root, before));
    let brace = brace.map(|(brace, end)| Boundary { lines: end..end, kept_from: brace });
    let blank = blank_lines(text, text.between(root, &(index..index)));
    brace.into_iter().chain(blank.map(|lines| Boundary { kept_from: lines.start, lines }))
}

/// Returns the offset of the closing brace of an item, and the end of its line, if the item is a
/// block in several lines and nothing else comes after it in its line.
pub(super) fn brace_line(text: TextView<'_>, root: ast::Body<'_>, index: usize) -> Option<(usize, usize)> {
    let item = root.block_at(index)?.span().range();
    let end = text.line_end(item.end);
    let is_alone = text.ends_line(item.end) && text.text[..end].ends_with('\n');
    (is_alone && text.text[item.clone()].contains('\n')).then_some((item.end - 1, end))
}

/// Returns the first of some items that begins at an offset or after it, or the end of the range.
pub(super) fn first_item_from(body: ast::Body<'_>, items: Range<usize>, offset: usize) -> usize {
    let (mut low, mut high) = (items.start, items.end.max(items.start));
    while low < high {
        let middle = (low + high) / 2;
        match body.item(middle) {
            Some(item) if (item.span().start as usize) < offset => low = middle + 1,
            _ => high = middle,
        }
    }
    low
}

/// Returns the groups of blank lines between two items.
pub(super) fn blank_lines(text: TextView<'_>, gap: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let comments = text.comments(gap.clone()).iter();
    let ends = comments.clone().map(|comment| comment.start as usize).chain([gap.end]);
    let starts = [gap.start].into_iter().chain(comments.map(|comment| comment.end as usize));
    starts.zip(ends).filter_map(move |(start, end)| {
        let white = &text.text[start..end];
        let (first, last) = (white.find('\n')?, white.rfind('\n')?);
        (first < last).then_some(start + first + 1..start + last + 1)
    })
}

/// A replacement, in the old and in the new text of a region.
struct Replacement {
    old: Range<usize>,
    new: Range<usize>,
}

/// Returns a region with edits. A region that was formatted stays formatted. In any other, groups
/// of lines that were aligned stay aligned, and the rest stays as it is.
fn lay_out(text: &str, region: Range<usize>, edits: &[Edit], unit: &str) -> String {
    let old = &text[region.clone()];
    let mut new = String::with_capacity(old.len());
    let mut changes = Vec::with_capacity(edits.len());
    let mut done = region.start;
    for edit in edits {
        new.push_str(&text[done..edit.span.start]);
        let start = new.len();
        new.push_str(&edit.text);
        let old = edit.span.start - region.start..edit.span.end - region.start;
        changes.push(Replacement { old, new: start..new.len() });
        done = edit.span.end;
    }
    new.push_str(&text[done..region.end]);
    if unit == UNIT && format_lines(old, Indents::Levels).text == old {
        return format_lines(&new, Indents::Levels).text;
    }
    let clean = CleanLines::new(old);
    let formatted = format_lines(&new, Indents::Kept);
    let mut out = String::with_capacity(new.len());
    let mut rest = formatted.lines.as_slice();
    while !rest.is_empty() {
        // Lines next to each other that the formatter aligns, or one line.
        let aligned = rest.iter().take_while(|line| line.is_aligned).count();
        let (lines, after) = rest.split_at(aligned.max(1));
        rest = after;
        let is_touched = lines.iter().any(|line| touching(&changes, line).next().is_some());
        let was_aligned = lines.iter().all(|line| match unchanged(&changes, &line.source) {
            Some(old) => clean.is_clean(old),
            None => touching(&changes, line).all(|change| clean.is_clean_around(&change.old)),
        });
        for line in lines {
            let is_formatted = is_touched && was_aligned && line.is_aligned;
            out.push_str(if is_formatted {
                &formatted.text[line.output.clone()]
            } else {
                &new[line.source.clone()]
            });
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
        let clean = lines.into_iter().map(|line| {
            let is_clean = text[line.source.clone()] == formatted[line.output];
            (line.source, is_clean)
        });
        Self(clean.collect())
    }

    fn is_clean(&self, line: Range<usize>) -> bool {
        let at = self.0.partition_point(|(source, _)| source.start < line.start);
        self.0.get(at).is_some_and(|(source, is_clean)| *source == line && *is_clean)
    }

    /// Returns whether the lines that a change left in part are clean.
    fn is_clean_around(&self, change: &Range<usize>) -> bool {
        let first = self.0.partition_point(|(line, _)| line.end <= change.start);
        let lines = self.0[first..].iter().take_while(|(line, _)| line.start <= change.end);
        let mut partial = lines.filter(|(line, _)| {
            (line.start < change.start && change.start < line.end)
                || (line.start < change.end && change.end < line.end)
        });
        partial.all(|(_, is_clean)| *is_clean)
    }
}

/// Returns the changes that are in a line, or right before or after it.
fn touching<'c>(
    changes: &'c [Replacement],
    line: &'c FormattedLine,
) -> impl Iterator<Item = &'c Replacement> {
    let line = &line.source;
    let first = changes.partition_point(|change| change.new.end < line.start);
    changes[first..].iter().take_while(|change| change.new.start <= line.end)
}

/// Returns the range that a line without changes had in the old text.
fn unchanged(changes: &[Replacement], line: &Range<usize>) -> Option<Range<usize>> {
    let after = changes.partition_point(|change| change.new.end <= line.start);
    if changes.get(after).is_some_and(|change| change.new.start < line.end) {
        return None;
    }
    let (old, new) = match after.checked_sub(1).map(|before| &changes[before]) {
        Some(before) => (before.old.end, before.new.end),
        None => (0, 0),
    };
    Some(line.start - new + old..line.end - new + old)
}

/// Returns a text with the indentation of its lines changed from one to another. Lines within
/// heredocs, strings and comments stay as they are.
pub(super) fn shift(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in format_lines(text, Indents::Kept).lines {
        let line = &text[line.source];
        if is_blank(line) {
            out.push_str(line.trim_start_matches([' ', '\t']));
            continue;
        }
        out.push_str(to);
        out.push_str(line.strip_prefix(from).unwrap_or_else(|| line.trim_start_matches([' ', '\t'])));
    }
    out
}
