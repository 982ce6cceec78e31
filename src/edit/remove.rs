//! Removing items and elements.

use std::ops::Range;

use super::added::Added;
use super::layout::Edit;
use super::lines::is_blank;
use super::part::Excerpt;
use super::path::Path;

impl Excerpt<'_> {
    /// Returns whether only white space is between an item with its comments and the next one with
    /// its own, or whether an element is next to the following one, so that they can be removed
    /// together.
    pub(super) fn is_next_to_following(&self, parent: &Path, index: usize) -> bool {
        let text = self.text();
        let Some(body) = parent.body(self.ast()) else {
            return self.collection(parent).is_some_and(|it| it.is_next_to_following(text, index));
        };
        let lines = |index| text.extent(body, index, 0).lines;
        match (lines(index), lines(index + 1)) {
            (Some(lines), Some(next)) => is_blank(&text.text[lines.end..next.start]),
            _ => false,
        }
    }

    /// Returns the edit that removes items or elements that are
    /// [next to each other](Self::is_next_to_following). If they were `added`, nothing else is
    /// removed.
    pub(super) fn removal(&self, parent: &Path, items: Range<usize>, added: Option<Added>) -> Option<Edit> {
        let text = self.text();
        let Some(body) = parent.body(self.ast()) else {
            return Some(self.collection(parent)?.removal(text, items));
        };
        let inside = text.inside(body);
        let foreign = added.map_or(0, |added| added.foreign);
        let first = text.extent(body, items.start, foreign);
        let last = text.extent(body, items.end - 1, 0);
        let (Some(first_lines), Some(last_lines)) = (first.lines, last.lines) else {
            // The item is in the same line as its block, so the spaces around it go as well.
            let span = first.span.start..last.span.end;
            let (before, after) = (&text.text[inside.start..span.start], &text.text[span.end..inside.end]);
            return Some(if is_blank(before) && is_blank(after) {
                Edit::new(inside, "")
            } else {
                Edit::new(span.start - (before.len() - before.trim_end().len())..span.end, "")
            });
        };
        let lines = first_lines.start..last_lines.end;
        let (before, after) = text.blank_around(body, &lines);
        if let Some(added) = added {
            let mut span = lines;
            for _ in 0..added.before {
                if span.start > before.start {
                    span.start = text.line_start(span.start - 1);
                }
            }
            for _ in 0..added.after {
                if span.end < after.end {
                    span.end = text.line_end(span.end);
                }
            }
            return Some(Edit::new(span, ""));
        }
        let is_first = is_blank(&text.text[text.first_line(body).min(lines.start)..lines.start]);
        let is_last = is_blank(&text.text[lines.end..inside.end]);
        let span = if !self.layout().merge_blank_lines {
            lines
        } else if is_last && !before.is_empty() {
            before.start..lines.end
        } else if !after.is_empty() && (is_first || !before.is_empty()) {
            lines.start..after.end
        } else {
            lines
        };
        Some(Edit::new(span, ""))
    }
}
