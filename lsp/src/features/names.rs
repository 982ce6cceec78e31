//! Definitions, and the references to them.

use std::collections::{HashMap, HashSet};

use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};
use serde_hcl::TraversalStep;
use serde_hcl::analysis::Definition;
use serde_hcl::body::BodyItem;
use serde_hcl::{Source, Span};

use super::callers;
use super::definitions::address_steps;
use super::diagnostics::location;
use super::locals;
use super::schema::MODULE;
use crate::workspace::View;

/// The prefix of the addresses of variables, to which files of variables give values.
const VARIABLE: &str = "var.";

/// Returns the definitions for an offset: those of the reference there, or the definition itself.
pub(crate) fn definition(view: &View<'_>, offset: u32) -> Vec<Location> {
    if let Some(local) = locals::at(view.document, offset) {
        return location(view, &view.document.source, local.binding).into_iter().collect();
    }
    if let Some(location) = in_module(view, offset) {
        return vec![location];
    }
    let found = definitions_at(view, offset);
    found.into_iter().filter_map(|it| location(view, it.item().source(), it.span())).collect()
}

/// Returns the place in a module that is called of the variable whose value is at an offset, or of
/// the output whose name is there.
fn in_module(view: &View<'_>, offset: u32) -> Option<Location> {
    let touches = |span: Span| span.start <= offset && offset <= span.end;
    let calls = view.document.body().blocks().filter(|it| it.block_type() == MODULE);
    for block in calls.filter(|block| touches(block.span())) {
        let Some(argument) = block.body().attributes().find(|it| touches(it.name_span())) else { continue };
        let module = view.workspace.called(view.folder, block.labels().first()?.text())?;
        return place(view, &module.variable(argument.name())?.at);
    }
    let name = view.document.source.name();
    let traversal = view.folder.references().iter().map(|it| it.traversal()).find(|traversal| {
        traversal.source().name() == name
            && touches(traversal.span())
            && traversal.root_name() == Some(MODULE)
    })?;
    let (call, rest) = match traversal.steps() {
        [_, TraversalStep::Attr { name, .. }, TraversalStep::Index { .. }, rest @ ..]
        | [_, TraversalStep::Attr { name, .. }, rest @ ..] => (name, rest),
        _ => return None,
    };
    match rest {
        [TraversalStep::Attr { name, span, .. }, ..] if touches(*span) => {
            place(view, &view.workspace.called(view.folder, call)?.output(name)?.at)
        }
        _ => None,
    }
}

/// Returns a place in the files of a module.
fn place(view: &View<'_>, at: &serde_hcl_terraform::Location) -> Option<Location> {
    let document = view.workspace.document(std::path::Path::new(at.source.name()))?;
    Some(Location { uri: document.uri.clone(), range: document.range(at.span, view.encoding()) })
}

/// Returns the locations that refer to the definitions at an offset, and those of the definitions.
pub(crate) fn references(view: &View<'_>, offset: u32, with_definitions: bool) -> Vec<Location> {
    let found = occurrences_at(view, offset).into_iter().filter(|it| with_definitions || !it.is_definition);
    let mut found: Vec<Location> = found.filter_map(|it| location(view, it.source, it.span)).collect();
    if let [definition] = definitions_at(view, offset)[..] {
        let of_callers = callers::uses(view).into_iter().filter(|it| it.address == definition.address());
        found.extend(of_callers.map(|it| Location {
            uri: it.document.uri.clone(),
            range: it.document.range(it.span, view.encoding()),
        }));
    }
    found
}

/// Returns the occurrences of the definition at an offset in its document.
pub(crate) fn highlights(view: &View<'_>, offset: u32) -> Vec<DocumentHighlight> {
    let found =
        occurrences_at(view, offset).into_iter().filter(|it| it.source.name() == view.document.source.name());
    let highlight = |it: Occurrence<'_>| DocumentHighlight {
        range: view.document.range(it.span, view.encoding()),
        kind: Some(if it.is_definition { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    found.map(highlight).collect()
}

/// A definition, or a reference to it.
pub(super) struct Occurrence<'r> {
    pub(super) source: &'r Source,
    /// The reference up to the name, or the name of a definition.
    pub(super) span: Span,
    /// The name: the last step of the reference, with its dot or its brackets.
    pub(super) step: Span,
    pub(super) is_definition: bool,
    /// Whether it refers to this definition only.
    pub(super) is_exact: bool,
}

fn occurrences_at<'v>(view: &'v View<'_>, offset: u32) -> Vec<Occurrence<'v>> {
    if let Some(local) = locals::at(view.document, offset) {
        let of = |span, is_definition| Occurrence {
            source: &view.document.source,
            span,
            step: span,
            is_definition,
            is_exact: true,
        };
        let uses = local.uses.iter().map(|span| of(*span, false));
        return [of(local.binding, true)].into_iter().chain(uses).collect();
    }
    occurrences(view, &definitions_at(view, offset))
}

/// Returns the definitions that a reference at an offset refers to, or the definition whose name is
/// there.
pub(super) fn definitions_at<'v>(view: &'v View<'_>, offset: u32) -> Vec<&'v Definition> {
    let references = view.folder.references();
    let name = view.document.source.name();
    let touches = |span: Span| span.start <= offset && offset <= span.end;
    let here = references.iter().filter(|reference| {
        let traversal = reference.traversal();
        traversal.source().name() == name && touches(traversal.span())
    });
    // The key of an index can be another reference.
    if let Some(reference) = here.min_by_key(|reference| reference.traversal().span().len()) {
        return references.targets(reference).collect();
    }
    let of_name =
        references.definitions().filter(|it| it.item().source().name() == name && touches(it.span()));
    let of_name: Vec<_> = of_name.collect();
    if !of_name.is_empty() {
        return of_name;
    }
    let value = view.given_values().find(|(source, _, span)| source.name() == name && touches(*span));
    let address = value.map(|(_, name, _)| format!("{VARIABLE}{name}"));
    address.and_then(|address| references.definition(&address)).into_iter().collect()
}

/// Returns definitions and all references to them, by file and position.
pub(super) fn occurrences<'v>(view: &'v View<'_>, definitions: &[&'v Definition]) -> Vec<Occurrence<'v>> {
    let references = view.folder.references();
    let wanted: HashSet<_> = definitions.iter().map(|definition| std::ptr::from_ref(*definition)).collect();
    let mut found: Vec<_> = definitions
        .iter()
        .map(|definition| Occurrence {
            source: definition.item().source(),
            span: definition.span(),
            step: name_span(definition),
            is_definition: true,
            is_exact: true,
        })
        .collect();
    // References to several definitions can be many, to many.
    let mut groups: HashMap<String, bool> = HashMap::new();
    for reference in references.iter() {
        let traversal = reference.traversal();
        let is_wanted = |definition: &Definition| wanted.contains(&std::ptr::from_ref(definition));
        let mut targets = references.targets(reference);
        let single = targets.next().filter(|_| targets.next().is_none());
        let is_found = match single {
            Some(definition) => is_wanted(definition),
            None => {
                let find = || references.targets(reference).any(is_wanted);
                *groups.entry(traversal.to_string()).or_insert_with(find)
            }
        };
        if !is_found {
            continue;
        }
        let steps = single.map(|definition| address_steps(definition.address()).len());
        let named = steps.and_then(|steps| traversal.steps().get(..steps));
        let shown = named.unwrap_or(traversal.steps());
        let (Some(first), Some(last)) = (shown.first(), shown.last()) else { continue };
        found.push(Occurrence {
            source: traversal.source(),
            span: first.span().to(last.span()),
            step: TraversalStep::span(last),
            is_definition: false,
            is_exact: named.is_some(),
        });
    }
    let names: HashSet<_> = definitions.iter().filter_map(|it| it.address().strip_prefix(VARIABLE)).collect();
    let values = view.given_values().filter(|(_, name, _)| names.contains(name.as_str()));
    found.extend(values.map(|(source, _, span)| Occurrence {
        source,
        span,
        step: span,
        is_definition: false,
        is_exact: true,
    }));
    found.sort_by_key(|it| (it.source.name(), it.span));
    found.dedup_by_key(|it| (it.source.name(), it.span));
    found
}

/// Returns the span of the name of a definition: of an attribute, or of the last label of a block.
fn name_span(definition: &Definition) -> Span {
    match definition.item() {
        BodyItem::Attribute(attribute) => attribute.name_span(),
        BodyItem::Block(block) => block.labels().last().map_or(block.type_span(), |label| label.span()),
    }
}
