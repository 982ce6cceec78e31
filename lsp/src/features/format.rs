//! Formatting of documents.

use lsp_types::{Range, TextEdit};
use serde_hcl::Span;
use serde_hcl::fmt::format_terraform;
use similar::{ChangeTag, DiffOp, TextDiff};

use crate::files;
use crate::workspace::View;

/// Returns the edits that format a document in native syntax; `None` for other documents, and for
/// one with mistakes. Terraform's files have the style of `terraform fmt`.
pub(crate) fn format(view: &View<'_>) -> Option<Vec<TextEdit>> {
    let document = view.document;
    if document.is_json() || document.diagnostics().has_errors() {
        return None;
    }
    let name = document.source.name();
    let after = match files::is_terraform(name) || files::is_of_variables(name) {
        true => format_terraform(document.source.clone()).ok()?,
        false => serde_hcl::format(document.text()),
    };
    Some(edits(view, &after))
}

/// Returns the edits that format the lines of a range.
pub(crate) fn format_range(view: &View<'_>, range: Range) -> Option<Vec<TextEdit>> {
    // The end of a selection of whole lines is the start of the line after them.
    let is_whole = range.end.character == 0 && range.end.line > range.start.line;
    let (first, last) = (range.start.line, range.end.line - u32::from(is_whole));
    let edits = format(view)?.into_iter().filter(|edit| {
        let Range { start, end } = edit.range;
        let end = end.line - u32::from(end.character == 0 && end.line > start.line);
        first <= start.line && end <= last
    });
    Some(edits.collect())
}

/// Returns the edits that replace a text by another one, with whole lines.
pub(crate) fn edits(view: &View<'_>, after: &str) -> Vec<TextEdit> {
    let document = view.document;
    if document.text() == after {
        return Vec::new();
    }
    let diff = TextDiff::from_lines(document.text(), after);
    let starts = diff.iter_old_slices().scan(0, |end, line| {
        *end += line.len() as u32;
        Some(*end)
    });
    let starts: Vec<u32> = [0].into_iter().chain(starts).collect();
    let line = |number: usize| starts.get(number).copied().unwrap_or(document.text().len() as u32);
    let mut edits = Vec::new();
    for op in diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let old = op.old_range();
        let new: Vec<_> = diff.iter_changes(op).filter(|it| it.tag() == ChangeTag::Insert).collect();
        // Changed lines that stay as many are edits of their own, so that a range can select them.
        let parts = if old.len() == new.len() { old.len() } else { 1 };
        for part in 0..parts {
            let (start, end) =
                if parts == 1 { (old.start, old.end) } else { (old.start + part, old.start + part + 1) };
            let new = if parts == 1 { &new[..] } else { &new[part..=part] };
            let span = Span::new(line(start), line(end));
            let new_text = new.iter().map(|change| change.value()).collect();
            edits.push(TextEdit { range: document.range(span, view.encoding()), new_text });
        }
    }
    edits
}
