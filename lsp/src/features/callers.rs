//! The modules that call the module of a folder.

use std::sync::Arc;

use serde_hcl::Span;
use serde_hcl::traversal::TraversalStep;

use super::schema::MODULE;
use crate::document::Document;
use crate::workspace::{Folder, View};

/// The prefixes of the addresses of variables and outputs.
const VARIABLE: &str = "var.";
const OUTPUT: &str = "output.";

/// Returns the names in the modules that call that of the folder which refer to a variable or an
/// output of it.
pub(super) fn references(view: &View<'_>, address: &str) -> Vec<(Arc<Document>, Span)> {
    let Some(path) = view.folder.path().filter(|_| view.folder.language.has_modules) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (folder, call) in view.workspace.calls(path) {
        if let Some(name) = address.strip_prefix(VARIABLE) {
            arguments(folder, &call, name, &mut found);
        } else if let Some(name) = address.strip_prefix(OUTPUT) {
            outputs(folder, &call, name, &mut found);
        }
    }
    found.sort_by(|(a, at), (b, other)| (&a.path, at).cmp(&(&b.path, other)));
    found.dedup_by(|(a, at), (b, other)| a.path == b.path && at == other);
    found
}

/// Finds the values of a variable in a call.
fn arguments(folder: &Folder, call: &str, name: &str, found: &mut Vec<(Arc<Document>, Span)>) {
    for document in folder.configurations() {
        for block in document.body().blocks_of_type(MODULE) {
            let is_call = block.labels().first().is_some_and(|label| label.text() == call);
            if let Some(argument) = block.body().attribute(name).filter(|_| is_call) {
                found.push((document.clone(), argument.name_span()));
            }
        }
    }
}

/// Finds the references to an output of a call.
fn outputs(folder: &Folder, call: &str, name: &str, found: &mut Vec<(Arc<Document>, Span)>) {
    let traversals = folder.references().iter().map(|reference| reference.traversal());
    for traversal in traversals.filter(|it| it.root_name() == Some(MODULE)) {
        let step = match traversal.steps() {
            [_, TraversalStep::Attr { name: own, .. }, TraversalStep::Index { .. }, step, ..]
            | [_, TraversalStep::Attr { name: own, .. }, step @ TraversalStep::Attr { .. }, ..]
                if own == call =>
            {
                step
            }
            _ => continue,
        };
        let TraversalStep::Attr { name: own, span, .. } = step else { continue };
        let document = folder.documents.get(std::path::Path::new(traversal.source().name()));
        // The dot before the name is a part of the step.
        let is_written = traversal.source().slice(*span).ends_with(name);
        if let Some(document) = document.filter(|_| own == name && is_written) {
            found.push((document.clone(), Span::new(span.end - name.len() as u32, span.end)));
        }
    }
}
