//! The files that a renaming with its references would leave wrong.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_hcl::TraversalStep;
use serde_hcl::analysis::Roots;
use serde_hcl::body::{BlockSchema, BodyItem, BodySchema};
use serde_hcl::{Block, Body, EvalContext, Expression, Traversal, Value};
use serde_hcl_lsp::files::{is_configuration, is_of_variables, is_terraform};

use crate::edited::{Edited, Names};
use crate::input;
use crate::options::{Syntax, is_standard};
use crate::{Failure, Result, report};

/// Returns a sentence part for each file that would be wrong after a definition of a configuration
/// was renamed: one that is not changed and refers to the old name, and one that sets it, such as a
/// file of values or the call of a module.
pub fn uses(files: &[Edited], names: &Names, scope: &Path, old: &Traversal) -> Result<Vec<String>> {
    let own: Vec<&Edited> =
        files.iter().filter(|it| names.scope(it) == scope && !is_standard(&it.path)).collect();
    let folders: BTreeSet<PathBuf> = own.iter().map(|it| input::folder(&it.path)).collect();
    let old = Old { steps: steps(old), roots: &names.roots, folders: &folders };
    let mut found = Vec::new();
    for file in files.iter().filter(|it| !is_standard(&it.path)) {
        let body = file.document.file().body();
        if names.scope(file) == scope {
            found.extend(old.set_by_values(&file.path, body));
        }
        found.extend(old.used_by_callers(&file.path, body)?);
    }
    let has_terraform = own.iter().any(|it| is_terraform(it.before.name()));
    for folder in &folders {
        let is_named = names.folders.iter().any(|it| folder.starts_with(input::folder(&it.join("file"))));
        let is_part = |name: &str| is_named || has_terraform && (is_terraform(name) || is_of_variables(name));
        for path in others(folder, &own, is_part)? {
            let body = input::parse(input::read(&path)?, Syntax::Auto).body;
            let Some(body) = body else { continue };
            if old.is_referred_to(&body) {
                found.push(format!("{} refers to {}", name(&path), old.address()));
            }
            found.extend(old.set_by_values(&path, &body));
            found.extend(old.used_by_callers(&path, &body)?);
        }
    }
    Ok(found)
}

/// Returns the configurations in a folder that are a part of the configuration, and not changed.
fn others(folder: &Path, changed: &[&Edited], is_part: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>> {
    let cannot = |error| Failure::Read(folder.display().to_string(), error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let is_path = |other: &Path| input::folder(other) == folder && other.file_name() == path.file_name();
        let is_changed = changed.iter().any(|it| is_path(&it.path));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with('.')
            && is_configuration(&name)
            && is_part(&name)
            && !is_changed
            && path.is_file()
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The old name of a definition.
struct Old<'r> {
    steps: Vec<String>,
    roots: &'r Roots,
    /// The folders of the configuration.
    folders: &'r BTreeSet<PathBuf>,
}

impl Old<'_> {
    fn address(&self) -> String {
        self.steps.join(".")
    }

    /// Returns the name, if the definition is below a root.
    fn name_below(&self, root: &str) -> Option<&str> {
        match self.steps.as_slice() {
            [first, name] if first == root => Some(name),
            _ => None,
        }
    }

    /// Returns whether a body refers to the definition.
    fn is_referred_to(&self, body: &Body) -> bool {
        body.items().any(|item| match item {
            BodyItem::Attribute(it) => {
                !self.roots.is_ignored(&[it.name()]) && self.is_in(it.name(), it.expression())
            }
            BodyItem::Block(it) => !self.roots.is_ignored(&[it.block_type()]) && self.is_in_block(&it),
        })
    }

    fn is_in_block(&self, block: &Block) -> bool {
        block.body().items().any(|item| match item {
            BodyItem::Attribute(it) => self.is_in(it.name(), it.expression()),
            BodyItem::Block(it) => self.is_in_block(&it),
        })
    }

    /// Returns whether the value of an attribute refers to the definition.
    fn is_in(&self, name: &str, value: &Expression) -> bool {
        value.variables().iter().any(|it| self.begins(it))
            || literals(name, value)
                .iter()
                .filter_map(|it| it.parse::<Traversal>().ok())
                .any(|it| self.begins(&it))
    }

    fn begins(&self, reference: &Traversal) -> bool {
        steps(reference).starts_with(&self.steps)
    }

    /// Returns the use in a file of values, which sets the variable.
    fn set_by_values(&self, path: &Path, body: &Body) -> Option<String> {
        let variable = self.name_below("var").filter(|_| is_of_variables(&path.to_string_lossy()))?;
        let attributes = body.just_attributes().value;
        attributes
            .iter()
            .any(|it| it.name() == variable)
            .then(|| format!("{} sets {}", name(path), self.address()))
    }

    /// Returns the uses of the configuration as a module: arguments for its variable, and
    /// references to its output.
    fn used_by_callers(&self, path: &Path, body: &Body) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let (variable, output) = (self.name_below("var"), self.name_below("output"));
        if variable.is_none() && output.is_none() {
            return Ok(found);
        }
        let schema = BodySchema::new([], [BlockSchema::new("module", ["name"])])?;
        let (content, _) = body.partial_content(&schema).value;
        for block in content.blocks().iter().filter(|it| self.is_called_by(it, path)) {
            let module = block.labels().first().map_or("", |it| it.text());
            if variable.is_some_and(|variable| block.body().attribute(variable).is_some()) {
                found.push(format!("{} sets {} of module.{module}", name(path), self.address()));
            }
            let Some(output) = output else { continue };
            let address = ["module", module, output].map(str::to_owned);
            if body.variables().iter().any(|it| steps(it).starts_with(&address)) {
                found.push(format!("{} refers to {} of module.{module}", name(path), self.address()));
            }
        }
        Ok(found)
    }

    /// Returns whether a `module` block in a file has the configuration as its source.
    fn is_called_by(&self, block: &Block, path: &Path) -> bool {
        let source = block.body().attribute("source");
        let source = source.and_then(|it| it.expression().evaluate(&EvalContext::new()).ok());
        let source = source.as_ref().and_then(Value::as_str).filter(|it| it.starts_with('.'));
        let folder = source.and_then(|it| input::folder(path).join(it).canonicalize().ok());
        folder.is_some_and(|folder| {
            self.folders.iter().any(|it| it.canonicalize().is_ok_and(|it| it == folder))
        })
    }
}

/// Returns the name of a file for messages.
fn name(path: &Path) -> String {
    report::name(path.strip_prefix(".").unwrap_or(path))
}

/// Returns the names that a reference begins with.
fn steps(reference: &Traversal) -> Vec<String> {
    let name_of = |step: &TraversalStep| match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. } => Some(name.clone()),
        TraversalStep::Index { key, .. } => key.as_str().map(str::to_owned),
        _ => None,
    };
    reference.steps().iter().map_while(name_of).collect()
}

/// The arguments whose texts are references in HCL JSON, without a template.
const LITERAL: [&str; 2] = ["depends_on", "replace_triggered_by"];

/// Returns the texts in the value of an attribute that are references.
fn literals(name: &str, value: &Expression) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![(LITERAL.contains(&name), value.clone())];
    while let Some((is_literal, value)) = left.pop() {
        if let Ok(map) = value.static_map() {
            left.extend(map.into_iter().map(|(key, value)| {
                let key = key.evaluate(&EvalContext::new()).ok();
                let is_literal = key.as_ref().and_then(Value::as_str).is_some_and(|it| LITERAL.contains(&it));
                (is_literal, value)
            }));
        } else if let Ok(items) = value.static_list() {
            left.extend(items.into_iter().map(|item| (is_literal, item)));
        } else if is_literal {
            let text = value.evaluate(&EvalContext::literal_only()).ok();
            found.extend(text.as_ref().and_then(Value::as_str).map(str::to_owned));
        }
    }
    found
}
