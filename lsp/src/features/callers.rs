//! The modules that call the module of a folder.

use std::sync::Arc;

use serde_hcl::Span;
use serde_hcl::TraversalStep;

use super::schema::MODULE;
use crate::document::Document;
use crate::workspace::{Folder, View};

/// The prefixes of the addresses of variables and outputs.
const VARIABLE: &str = "var.";
const OUTPUT: &str = "output.";

/// A name in a module that calls that of the folder, which refers to a variable or an output of it.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The address of the variable or the output.
    pub(super) address: String,
    pub(super) document: Arc<Document>,
    pub(super) span: Span,
}

/// Returns the names in the modules that call that of the folder which refer to variables and
/// outputs of it.
pub(super) fn uses(view: &View<'_>) -> Vec<Use> {
    let Some(path) = view.folder.path().filter(|_| view.folder.language.has_modules) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (folder, call) in view.workspace.calls(path) {
        arguments(folder, &call, &mut found);
        outputs(folder, &call, &mut found);
    }
    found.sort_by(|a, b| (&a.document.path, a.span).cmp(&(&b.document.path, b.span)));
    found.dedup_by(|a, b| a.document.path == b.document.path && a.span == b.span);
    found
}

/// Finds the values of variables in a call.
fn arguments(folder: &Folder, call: &str, found: &mut Vec<Use>) {
    for document in folder.configurations() {
        for block in document.body().blocks_of_type(MODULE) {
            let is_call = block.labels().first().is_some_and(|label| label.text() == call);
            found.extend(block.body().attributes().filter(|_| is_call).map(|argument| Use {
                address: format!("{VARIABLE}{}", argument.name()),
                document: document.clone(),
                span: argument.name_span(),
            }));
        }
    }
}

/// Finds the references to outputs of a call.
fn outputs(folder: &Folder, call: &str, found: &mut Vec<Use>) {
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
        let TraversalStep::Attr { name, span, .. } = step else { continue };
        let document = folder.documents.get(std::path::Path::new(traversal.source().name()));
        // The dot before the name is a part of the step.
        let is_written = traversal.source().slice(*span).ends_with(name.as_str());
        if let Some(document) = document.filter(|_| is_written) {
            found.push(Use {
                address: format!("{OUTPUT}{name}"),
                document: document.clone(),
                span: Span::new(span.end - name.len() as u32, span.end),
            });
        }
    }
}
