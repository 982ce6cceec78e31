//! Renaming a definition and all references to it.

use std::collections::HashMap;
use std::sync::Arc;

use lsp_types::{PrepareRenameResponse, TextEdit, Uri, WorkspaceEdit};
use serde_hcl::TraversalStep;
use serde_hcl::analysis::Definition;
use serde_hcl::body::BodyItem;
use serde_hcl::{Span, is_identifier, parse_traversal};

use super::actions::edit_of;
use super::callers;
use super::locals::{self, Local};
use super::names::{Occurrence, definitions_at, occurrences};
use crate::document::Document;
use crate::workspace::View;

/// Returns the name at an offset that can be replaced.
pub(crate) fn prepare(view: &View<'_>, offset: u32) -> Result<PrepareRenameResponse, String> {
    if let Some(local) = locals::at(view.document, offset).filter(|local| local.is_free) {
        let touches = |span: &Span| span.start <= offset && offset <= span.end;
        let here = local.uses.into_iter().find(touches).unwrap_or(local.binding);
        let range = view.document.range(here, view.encoding());
        let placeholder = local.name.to_owned();
        return Ok(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder });
    }
    let (definition, name) = renamed(view, offset)?;
    let here = occurrences(view, &[definition]).into_iter().find_map(|it| {
        let is_here = it.source.name() == view.document.source.name()
            && it.span.start <= offset
            && offset <= it.span.end;
        name_in(&it, &name).filter(|_| is_here)
    });
    let span = here.ok_or("there is no name at the cursor")?;
    let range = view.document.range(span, view.encoding());
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: name })
}

/// Returns the edits that give a definition another name.
pub(crate) fn rename(view: &View<'_>, offset: u32, new_name: &str) -> Result<WorkspaceEdit, String> {
    if let Some(local) = locals::at(view.document, offset) {
        return rename_local(view, &local, new_name);
    }
    let (definition, name) = renamed(view, offset)?;
    if !is_identifier(new_name) {
        return Err(format!(
            "{new_name:?} is not a name: use letters, digits, _ and -, and begin with a letter"
        ));
    }
    let address = definition.address();
    let prefix = address.strip_suffix(name.as_str()).unwrap_or_default();
    let references = view.folder.references();
    if name != new_name && references.definition(&format!("{prefix}{new_name}")).is_some() {
        return Err(format!("there is already a definition of {prefix}{new_name}"));
    }
    check_syntax(view.folder.documents.values())?;
    let mut edits: HashMap<&str, Vec<TextEdit>> = HashMap::new();
    // A name that was defined twice keeps its references.
    let same: Vec<_> = references.definitions().filter(|it| it.address() == address).collect();
    for it in occurrences(view, &same).into_iter().filter(|it| it.is_exact) {
        let source = it.source;
        let document = view.folder.documents.get(std::path::Path::new(source.name()));
        let document = document.ok_or_else(|| format!("{} is not in this folder", source.name()))?;
        let span = name_in(&it, &name).ok_or_else(|| {
            let line = document.range(it.span, view.encoding()).start.line + 1;
            format!("{}:{line}: the name is written with escapes: change it by hand", source.name())
        })?;
        let edit = TextEdit { range: document.range(span, view.encoding()), new_text: new_name.to_owned() };
        let edits = edits.entry(source.name()).or_default();
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    let uri = |name: &str| view.folder.documents.get(std::path::Path::new(name)).map(|it| it.uri.clone());
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> =
        edits.into_iter().filter_map(|(name, edits)| Some((uri(name)?, edits))).collect();
    for callers::Use { document, span, .. } in
        callers::uses(view).into_iter().filter(|it| it.address == address)
    {
        check_syntax([&document])?;
        let edit = TextEdit { range: document.range(span, view.encoding()), new_text: new_name.to_owned() };
        changes.entry(document.uri.clone()).or_default().push(edit);
    }
    Ok(WorkspaceEdit { changes: Some(changes), ..Default::default() })
}

/// Returns the edits that give a bound name another one.
fn rename_local(view: &View<'_>, local: &Local<'_>, new_name: &str) -> Result<WorkspaceEdit, String> {
    if !local.is_free {
        return Err(format!(
            "{:?} is the type of the generated blocks: set the attribute \"iterator\" to a name",
            local.name
        ));
    }
    if local.name != new_name && !locals::can_be(view.document, local, new_name) {
        return Err(format!("{new_name:?} is used in the expression already, or is no name of a variable"));
    }
    let document = view.folder.documents.get(&view.document.path);
    check_syntax(document)?;
    let edit = |span: &Span| TextEdit {
        range: view.document.range(*span, view.encoding()),
        new_text: new_name.to_owned(),
    };
    Ok(edit_of(view, [&local.binding].into_iter().chain(&local.uses).map(edit).collect()))
}

/// Returns an error if documents have mistakes.
fn check_syntax<'d>(documents: impl IntoIterator<Item = &'d Arc<Document>>) -> Result<(), String> {
    let Some(broken) = documents.into_iter().find(|it| it.diagnostics().has_errors()) else { return Ok(()) };
    let file = broken.path.file_name().unwrap_or_default().to_string_lossy();
    Err(format!("{file} has syntax errors, so that references in it may be missed: correct them first"))
}

/// Returns the definition at an offset and its name.
fn renamed<'v>(view: &'v View<'_>, offset: u32) -> Result<(&'v Definition, String), String> {
    let found = definitions_at(view, offset);
    let definition = match found.as_slice() {
        [] => return Err("there is no definition or reference at the cursor".to_owned()),
        [definition] => *definition,
        [first, rest @ ..] if rest.iter().all(|it| it.address() == first.address()) => *first,
        _ => return Err("the expression refers to several definitions".to_owned()),
    };
    let has_name = match definition.item() {
        BodyItem::Attribute(_) => true,
        BodyItem::Block(block) => !block.labels().is_empty(),
    };
    let last =
        parse_traversal(definition.address()).into_result().ok().and_then(|it| it.steps().last().cloned());
    match last {
        Some(TraversalStep::Attr { name, .. }) if has_name => Ok((definition, name)),
        _ => Err(format!("{} has no name that can be changed", definition.address())),
    }
}

/// Returns the span of a name at the end of a step, or in its quotes.
fn name_in(occurrence: &Occurrence<'_>, name: &str) -> Option<Span> {
    let Span { start, end } = occurrence.step;
    let written = occurrence.source.slice(occurrence.step);
    let closed = written.trim_end_matches(|letter: char| letter == ']' || letter.is_whitespace());
    let (inner, quote) = match closed.strip_suffix('"') {
        Some(inner) => (inner, 1),
        None => (closed, 0),
    };
    let before = inner.strip_suffix(name)?;
    let is_whole = match quote {
        1 => before.ends_with('"'),
        _ => before.is_empty() || before.trim_end().ends_with('.'),
    };
    let end = end - (written.len() - closed.len()) as u32 - quote;
    (is_whole && start <= end).then(|| Span::new(end - name.len() as u32, end))
}
