//! The values of expressions, shown after them.

use lsp_types::{InlayHint, InlayHintLabel, Range};

use super::{describe, hover};
use crate::workspace::View;

/// The maximum number of characters of a value.
const MAX_LENGTH: usize = 60;

/// Returns the values of the expressions in a range that are known, no literals and no secrets, if
/// the settings have them.
pub(crate) fn hints(view: &View<'_>, range: Range) -> Vec<InlayHint> {
    if !view.workspace.has_hints {
        return Vec::new();
    }
    let document = view.document;
    let part = document.span(range, view.encoding());
    let is_in_part = |at: u32| part.start <= at && at <= part.end;
    let expressions = hover::expressions(document);
    let mut wanted = expressions.into_iter().filter(|(_, it)| is_in_part(it.span().end)).peekable();
    if wanted.peek().is_none() {
        return Vec::new();
    }
    let values = view.values();
    let hint = |(_, expression): (_, serde_hcl::Expression)| {
        if expression.variables().is_empty() && expression.calls().is_empty() {
            return None;
        }
        let value = describe::value(&values.value(&expression)?)?;
        if value.chars().count() > MAX_LENGTH || value.contains('\n') {
            return None;
        }
        Some(InlayHint {
            position: document.lines.position(document.text(), expression.span().end, view.encoding()),
            label: InlayHintLabel::String(format!("= {value}")),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    };
    let mut hints: Vec<InlayHint> = wanted.filter_map(hint).collect();
    hints.sort_by_key(|hint| hint.position);
    hints
}
