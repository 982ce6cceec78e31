//! Completion of names and values, also in a text that is being typed.

mod expressions;
pub(super) mod items;
mod snippet;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, InsertTextFormat,
    InsertTextMode, Range, TextEdit,
};
use serde_hcl::Span;

use super::cursor::{Cursor, Kind};
use super::expect::Expected;
use super::schema::Schema;
use super::text::fits;
use crate::workspace::View;
use snippet::Snippet;

/// The characters after which an editor requests completions, beside letters. After `{`, the next
/// key can be that of a line break, which an editor would take as the choice of a completion.
pub(crate) const TRIGGERS: [&str; 3] = [".", "\"", "["];

/// The number of completions of one answer. An editor requests them again after each letter while
/// there are more.
const MANY: usize = 1_000;

/// Returns the completions at an offset.
pub(crate) fn complete(view: &View<'_>, offset: u32) -> CompletionList {
    let (text, is_json) = (view.document.text(), view.document.is_json());
    let cursor = Cursor::new(view.document, offset);
    if cursor.is_literal {
        return CompletionList::default();
    }
    let schema = Schema::at(view, &cursor);
    let expected = Expected::at(&cursor, &schema);
    let mut list = List { view, text, cursor: &cursor, is_json, is_incomplete: false, found: Vec::new() };
    let is_template = cursor.frames.iter().any(|frame| frame.kind == Kind::Template);
    match expected {
        _ if list.is_of_type() => list.types(),
        Expected::Label { blocks, index } if !is_json => list.labels(blocks.as_deref(), index),
        Expected::Label { .. } => {}
        Expected::Body(spec) if list.is_at_name() => list.items(spec),
        Expected::AnyBody if list.is_at_name() => list.written_items(),
        Expected::Dynamic(blocks) if list.is_at_name() => list.dynamic(blocks.as_deref()),
        Expected::Value { ref ty, .. } if list.is_at_name() => {
            list.keys(ty);
            if !is_json && cursor.top() == Kind::Object {
                list.for_keyword();
            }
        }
        _ if !is_json || is_template => list.expression(&expected),
        _ => list.json_value(&expected),
    }
    list.limited()
}

/// The completions at an offset.
struct List<'a, 't> {
    view: &'a View<'a>,
    text: &'t str,
    cursor: &'a Cursor<'t>,
    is_json: bool,
    /// Whether some completions were left out.
    is_incomplete: bool,
    found: Vec<CompletionItem>,
}

/// What a completion shows.
#[derive(Clone, Default)]
struct Shown {
    label: String,
    detail: String,
    description: String,
    /// The rank among the other completions; those of a rank are in the order of their names.
    rank: u8,
}

impl<'t> List<'_, 't> {
    /// Returns the first of the completions that fit the typed text, if there are many.
    fn limited(self) -> CompletionList {
        let Self { mut found, mut is_incomplete, .. } = self;
        if found.len() > MANY {
            is_incomplete = true;
            found.retain(|item| fits(item.filter_text.as_ref().unwrap_or(&item.label), self.cursor.typed));
            found.sort_by(|a, b| a.sort_text.cmp(&b.sort_text));
            found.truncate(MANY);
        }
        CompletionList { is_incomplete, items: found }
    }

    /// Returns whether the name of an item begins in the innermost body or object.
    fn is_at_name(&self) -> bool {
        let frames = &self.cursor.frames;
        let top = match frames.split_last() {
            Some((top, outer)) if top.kind == Kind::Quote => outer.last(),
            split => split.map(|(top, _)| top),
        };
        top.is_some_and(|top| {
            let is_name = top.header.is_empty() && !top.in_value && top.for_part.is_none();
            match top.kind {
                // Another item is on a line of its own.
                Kind::Body => is_name && !self.is_in_quote() && !self.before().trim_end().ends_with('}'),
                Kind::Object => is_name && (!self.cursor.is_after_operand || self.is_in_quote()),
                _ => false,
            }
        })
    }

    fn is_in_quote(&self) -> bool {
        self.cursor.top() == Kind::Quote
    }

    /// Returns the text before the word, in the same line.
    fn before(&self) -> &'t str {
        let before = &self.text[..self.cursor.word.start as usize];
        before.rsplit(['\n', '\r']).next().unwrap_or_default()
    }

    /// Returns the text after the word, in the same line.
    fn rest(&self) -> &'t str {
        let rest = &self.text[self.word().end as usize..];
        rest.lines().next().unwrap_or_default()
    }

    /// Returns the span that a completion replaces: the word, or an empty span before a word.
    fn word(&self) -> Span {
        let word = self.cursor.word;
        if self.cursor.typed.is_empty() && !self.is_in_quote() {
            Span::new(word.start, word.start)
        } else {
            word
        }
    }

    fn range(&self, span: Span) -> Range {
        self.view.document.range(span, self.view.encoding())
    }

    fn push(&mut self, kind: CompletionItemKind, shown: Shown, insert: Snippet) {
        self.push_at(self.word(), kind, shown, insert);
    }

    /// Adds a completion that replaces a part of the text.
    fn push_at(&mut self, span: Span, kind: CompletionItemKind, shown: Shown, insert: Snippet) {
        let (new_text, format) = match self.view.support().snippets && insert.has_stops() {
            true => (insert.snippet(), InsertTextFormat::SNIPPET),
            false => (insert.plain(), InsertTextFormat::PLAIN_TEXT),
        };
        let Shown { label, detail, description, rank } = shown;
        let documentation = (!description.is_empty())
            .then(|| Documentation::MarkupContent(self.view.support().markup(description)));
        let filter = label.trim_matches('"');
        self.found.push(CompletionItem {
            kind: Some(kind),
            detail: Some(detail).filter(|detail| !detail.is_empty()),
            documentation,
            sort_text: Some(format!("{rank}{filter}")),
            filter_text: (filter != label).then(|| filter.to_owned()),
            insert_text_mode: new_text.contains('\n').then_some(InsertTextMode::ADJUST_INDENTATION),
            insert_text_format: Some(format),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: self.range(span), new_text })),
            label,
            ..Default::default()
        });
    }
}
