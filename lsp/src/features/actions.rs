//! Quick fixes, and the correction of all mistakes that have one meaning only.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Range, TextEdit, WorkspaceEdit,
};
use serde_hcl::diag::{Code, Diagnostics};
use serde_hcl::ext::Spec;
use serde_hcl::{Block, Body, Source, Span, json, parse_file};

use super::text::is_part;
use super::{completion, diagnostics, format};
use crate::workspace::View;

/// The maximum number of characters of a text in a title.
const MAX_TITLE: usize = 40;

/// Returns the actions for a range.
pub(crate) fn actions(
    view: &View<'_>,
    range: Range,
    context: &CodeActionContext,
) -> Vec<CodeActionOrCommand> {
    let is_wanted = |kind: &CodeActionKind| {
        let Some(only) = &context.only else { return true };
        // A kind contains those that begin with it and a dot.
        only.iter().any(|wanted| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let mut actions = Vec::new();
    if is_wanted(&CodeActionKind::QUICKFIX) {
        actions.extend(quick_fixes(view, range));
        actions.extend(additions(view, range));
    }
    if is_wanted(&CodeActionKind::SOURCE_FIX_ALL) {
        actions.extend(fix_all_action(view));
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// Returns an action for each mistake in the range that has a correction.
fn quick_fixes(view: &View<'_>, range: Range) -> Vec<CodeAction> {
    let document = view.document;
    let selected = document.span(range, view.encoding());
    let touches = |span: Span| span.start <= selected.end && selected.start <= span.end;
    let action = |it: &serde_hcl::Diagnostic| {
        let edits = corrections(&document.source, it);
        if edits.is_empty() || !it.span().into_iter().chain(edits.iter().map(|(span, _)| *span)).any(touches)
        {
            return None;
        }
        let title = title(&document.source, &edits);
        let edit = |(span, new_text)| TextEdit { range: document.range(span, view.encoding()), new_text };
        Some(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostics::to_protocol(view, it)]),
            edit: Some(edit_of(view, edits.into_iter().map(edit).collect())),
            is_preferred: Some(it.is_machine_applicable()),
            ..Default::default()
        })
    };
    diagnostics::of_document(view).iter().filter_map(action).collect()
}

/// Returns an action for each body in the range that lacks required items.
fn additions(view: &View<'_>, range: Range) -> Vec<CodeAction> {
    let document = view.document;
    let Some(spec) = view.language().spec.as_ref().filter(|_| !document.is_json()) else { return Vec::new() };
    let selected = document.span(range, view.encoding());
    let touches = |span: Span| span.start <= selected.end && selected.start <= span.end;
    let is_missing = |it: &&serde_hcl::Diagnostic| it.code() == Some(Code::MissingItem);
    let missing: Vec<_> = diagnostics::of_document(view).iter().filter(is_missing).collect();
    let mut actions = Vec::new();
    let mut pending = vec![(spec, document.body().clone(), None::<Block>)];
    while let Some((spec, body, block)) = pending.pop() {
        let own = missing.iter().filter(|it| it.span() == Some(body.missing_span()));
        let own: Vec<_> = own.map(|it| diagnostics::to_protocol(view, it)).collect();
        let place = block.as_ref().map_or(body.span(), Block::span);
        if !own.is_empty() && touches(place) {
            actions.extend(addition(view, spec, &body, block.as_ref(), own));
        }
        for block in body.blocks() {
            let blocks = spec.child_blocks().into_iter().find(|it| it.block_type == block.block_type());
            if let Some(nested) = blocks.and_then(|it| it.nested) {
                pending.push((nested, block.body().clone(), Some(block)));
            }
        }
    }
    actions
}

/// Returns the action that adds the required items that the body of a block, or of the document,
/// does not have.
fn addition(
    view: &View<'_>,
    spec: &Spec,
    body: &Body,
    block: Option<&Block>,
    diagnostics: Vec<lsp_types::Diagnostic>,
) -> Option<CodeAction> {
    let document = view.document;
    let text = document.text();
    let line = |offset: u32| document.lines.start(text, document.lines.line(offset));
    let (at, outer, before, after) = match block {
        Some(block) => {
            let brace = block.span().end - 1;
            let start = line(block.span().start);
            let first = &text[start as usize..block.span().start as usize];
            let outer = &text[start as usize..start as usize + first.len() - first.trim_start().len()];
            let last = &text[line(brace) as usize..brace as usize];
            match last.trim().is_empty() {
                true => (line(brace), outer.to_owned(), "", "\n".to_owned()),
                // A block on one line without items.
                false if last.trim_end().ends_with('{') => {
                    (brace, outer.to_owned(), "\n", format!("\n{outer}"))
                }
                false => return None,
            }
        }
        None => {
            let before = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            (text.len() as u32, String::new(), before, "\n".to_owned())
        }
    };
    let indent = if block.is_some() { format!("{outer}  ") } else { outer };
    let items = completion::items::missing(spec, body, &indent);
    let names: Vec<String> = items.iter().map(|(name, _)| format!("`{name}`")).collect();
    let lines: Vec<String> = items.iter().map(|(_, text)| format!("{indent}{text}")).collect();
    if items.is_empty() {
        return None;
    }
    let new_text = format!("{before}{}{after}", lines.join("\n"));
    let edit = TextEdit { range: document.range(Span::at(at), view.encoding()), new_text };
    Some(CodeAction {
        title: format!("Add {}", names.join(", ")),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(diagnostics),
        edit: Some(edit_of(view, vec![edit])),
        ..Default::default()
    })
}

/// Returns the replacements of a diagnostic, or that of an unknown name by the name that is
/// suggested.
fn corrections(source: &Source, diagnostic: &serde_hcl::Diagnostic) -> Vec<(Span, String)> {
    let replacements = diagnostic.replacements();
    if !replacements.is_empty() {
        return replacements.iter().map(|edit| (edit.span, edit.text.clone().into_owned())).collect();
    }
    let name = diagnostic.suggestion().zip(diagnostic.span()).and_then(|(suggestion, span)| {
        let name = name_in(source.slice(span), suggestion)?;
        Some((Span::new(span.start + name.start, span.start + name.end), suggestion.to_owned()))
    });
    name.into_iter().collect()
}

/// Returns the span of the name in a text that a suggestion replaces: the text itself, the text in
/// its quotes, the last name after a dot, or the name of a function before its arguments.
fn name_in(written: &str, suggestion: &str) -> Option<Span> {
    let (start, end) = match written.split_once('(') {
        Some((function, _)) => (0, function.len()),
        None if written.len() > 1 && written.starts_with('"') && written.ends_with('"') => {
            (1, written.len() - 1)
        }
        // An address replaces an address.
        None if suggestion.contains('.') => (0, written.len()),
        None => (written.rfind('.').map_or(0, |dot| dot + 1), written.len()),
    };
    let name = &written[start..end];
    let is_name =
        !name.is_empty() && name.chars().all(|letter| is_part(letter) || suggestion.contains(letter));
    is_name.then(|| Span::new(start as u32, end as u32))
}

/// Returns a short description of edits.
fn title(source: &Source, edits: &[(Span, String)]) -> String {
    let part = |(span, text): &(Span, String)| match (quoted(source.slice(*span)), quoted(text)) {
        (None, Some(new)) => format!("insert {new}"),
        (Some(old), None) => format!("remove {old}"),
        (Some(old), Some(new)) => format!("replace {old} with {new}"),
        (None, None) => "keep the text".to_owned(),
    };
    let mut title = edits.iter().map(part).collect::<Vec<_>>().join(", ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    title
}

/// Returns a text in a title, or `None` if it is empty.
fn quoted(text: &str) -> Option<String> {
    let shown: String = text.trim().chars().take(MAX_TITLE).collect();
    let more = if shown.len() < text.trim().len() { "…" } else { "" };
    match shown.lines().collect::<Vec<_>>().join(" ") {
        _ if text.is_empty() => None,
        shown if shown.is_empty() && text.contains('\n') => Some("a line break".to_owned()),
        shown if shown.is_empty() => Some("a space".to_owned()),
        shown => Some(format!("`{shown}{more}`")),
    }
}

fn fix_all_action(view: &View<'_>) -> Option<CodeAction> {
    let document = view.document;
    let is_json = document.is_json();
    let (after, count) = fix_all(document.source.clone(), |source| match is_json {
        true => json::parse_file(source).diagnostics,
        false => parse_file(source).diagnostics,
    });
    (count > 0).then(|| CodeAction {
        title: format!("Correct {count} {}", if count == 1 { "mistake" } else { "mistakes" }),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(edit_of(view, format::edits(view, &after))),
        ..Default::default()
    })
}

/// Applies the corrections of mistakes that have one meaning only, until there are no more. Returns
/// the text, and the number of diagnostics that the corrections remove.
///
/// `parse` returns the diagnostics of a text.
///
/// ```
/// use serde_hcl::{Source, parse_file};
///
/// let source = Source::new("main.hcl", "tags = [\"a\" \"b\"];\n");
/// let (text, count) = serde_hcl_lsp::fix_all(source, |source| parse_file(source).diagnostics);
/// assert_eq!((text.as_str(), count), ("tags = [\"a\", \"b\"]\n", 2));
/// ```
pub fn fix_all(mut source: Source, parse: impl Fn(Source) -> Diagnostics) -> (String, usize) {
    let mut count = 0;
    let mut found = parse(source.clone());
    // A correction can make another one possible.
    while let Some(text) = found.fixed(&source) {
        let next = Source::new(source.name(), text);
        let left = parse(next.clone());
        if left.len() >= found.len() {
            break;
        }
        count += found.len() - left.len();
        (source, found) = (next, left);
    }
    (source.text().to_owned(), count)
}

/// Returns edits of a document as an edit of the workspace.
pub(super) fn edit_of(view: &View<'_>, edits: Vec<TextEdit>) -> WorkspaceEdit {
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
    let changes = HashMap::from([(view.document.uri.clone(), edits)]);
    WorkspaceEdit { changes: Some(changes), ..Default::default() }
}
