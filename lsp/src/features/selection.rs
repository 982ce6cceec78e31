//! Selections that grow with the syntax tree.

use lsp_types::SelectionRange;
use serde_hcl::Span;
use serde_hcl::ast::{TokenKind, tokens};

use super::brackets;
use crate::document::Document;
use crate::position::Encoding;

/// Returns the parts of the text around an offset, from the innermost to the whole text.
pub(crate) fn selection_range(document: &Document, offset: u32, encoding: Encoding) -> SelectionRange {
    let text = document.text();
    let mut spans = vec![Span::new(0, text.len() as u32)];
    for pair in brackets::pairs(text).0 {
        spans.extend([pair.span(), pair.inside()]);
    }
    if let Some(body) = document.file().ast() {
        // A cursor behind a name or a bracket is at it too.
        for at in [offset.checked_sub(1), Some(offset)].into_iter().flatten() {
            spans.extend(body.nodes_at(at).into_iter().map(|node| node.span()));
        }
    }
    let is_word = |kind| !matches!(kind, TokenKind::Newline | TokenKind::Punctuation);
    spans.extend(tokens(text).filter(|token| is_word(token.kind)).map(|token| token.span));
    spans.retain(|span| span.start <= offset && offset <= span.end && !span.is_empty());
    spans.sort_by_key(|span| (std::cmp::Reverse(span.len()), span.start));
    spans.dedup();
    let mut selection: Option<(Span, SelectionRange)> = None;
    for span in spans {
        // Of two parts that meet at the offset, the first one is selected.
        if selection.as_ref().is_none_or(|(outer, _)| outer.contains(span)) {
            let parent = selection.take().map(|(_, range)| Box::new(range));
            selection = Some((span, SelectionRange { range: document.range(span, encoding), parent }));
        }
    }
    let at = || document.range(Span::at(offset), encoding);
    selection.map_or_else(|| SelectionRange { range: at(), parent: None }, |(_, range)| range)
}
