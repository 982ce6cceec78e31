//! Removing items.

use super::document::Document;
use super::layout::Edit;
use super::lines::is_blank;
use super::path::Path;

impl Document {
    /// Returns the edit that removes an item with its comments.
    pub(super) fn removal(&self, path: &Path, index: usize) -> Option<Edit> {
        let text = self.text();
        let body = path.body(self.ast())?;
        let is_root = path.0.is_empty();
        let inside = text.inside(body, is_root);
        let extent = text.extent(body, is_root, index);
        let Some(lines) = extent.lines else {
            // An item in the line of its block. What is left has no need of spaces.
            let span = extent.span;
            let (before, after) = (&text.text[inside.start..span.start], &text.text[span.end..inside.end]);
            return Some(if is_blank(before) && is_blank(after) {
                Edit::new(inside, "")
            } else {
                Edit::new(span.start - (before.len() - before.trim_end().len())..span.end, "")
            });
        };
        if !self.layout().merge_blank_lines {
            return Some(Edit::new(lines, ""));
        }
        // After an opening brace, the rest of its line is no blank line.
        let floor = if is_root { inside.start } else { text.line_end(inside.start).min(lines.start) };
        let before = text.blank_before(lines.start, floor);
        let after = text.blank_after(lines.end, inside.end);
        let is_first = is_blank(&text.text[inside.start..lines.start]);
        let is_last = is_blank(&text.text[lines.end..inside.end]);
        let span = if is_last && !before.is_empty() {
            before.start..lines.end
        } else if !after.is_empty() && (is_first || !before.is_empty()) {
            lines.start..after.end
        } else {
            lines
        };
        Some(Edit::new(span, ""))
    }
}
