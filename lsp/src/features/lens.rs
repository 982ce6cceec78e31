//! The numbers of references, shown above definitions.

use std::collections::HashMap;

use lsp_types::{CodeLens, Command};
use serde_hcl::Span;
use serde_hcl::analysis::Definition;

use super::callers;
use crate::workspace::View;

/// Returns the number of references to each definition of a document, also of those in the modules
/// that call its module.
pub(crate) fn code_lenses(view: &View<'_>) -> Vec<CodeLens> {
    let references = view.folder.references();
    let name = view.document.source.name();
    let mut counts: HashMap<*const Definition, usize> = HashMap::new();
    for reference in references.iter() {
        let mut targets = references.targets(reference);
        // A reference to several definitions is one to none in particular.
        if let Some(definition) = targets.next().filter(|_| targets.next().is_none()) {
            *counts.entry(std::ptr::from_ref(definition)).or_default() += 1;
        }
    }
    let mut of_callers: HashMap<String, usize> = HashMap::new();
    callers::uses(view).into_iter().for_each(|it| *of_callers.entry(it.address).or_default() += 1);
    let own = references.definitions().filter(|it| it.item().source().name() == name);
    let lens = |definition: &Definition| {
        let of_callers = of_callers.get(definition.address()).copied().unwrap_or_default();
        if !definition.is_named() && of_callers == 0 {
            return None;
        }
        let count = counts.get(&std::ptr::from_ref(definition)).copied().unwrap_or_default() + of_callers;
        let title = format!("{count} {}", if count == 1 { "reference" } else { "references" });
        Some(CodeLens {
            range: view.document.range(Span::at(definition.span().start), view.encoding()),
            command: Some(Command { title, command: String::new(), arguments: None }),
            data: None,
        })
    };
    own.filter_map(lens).collect()
}
