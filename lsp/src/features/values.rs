//! The names that can follow in a traversal.

use std::sync::Arc;

use serde_hcl::analysis::Definition;
use serde_hcl::body::BodyItem;
use serde_hcl::{Type, Value};
use serde_hcl_terraform::Output;

use super::bindings::Binding;
use super::cursor::Step;
use super::definitions::{Member, element, hidden, member};
use super::schema::MODULE;
use crate::files;
use crate::workspace::View;

/// The names that Terraform gives a value.
const GIVEN: [(&str, &[&str]); 5] = [
    ("count", &["index"]),
    ("each", &["key", "value"]),
    ("path", &["cwd", "module", "root"]),
    ("self", &[]),
    ("terraform", &["applying", "workspace"]),
];

/// Returns the names that can follow the steps of a traversal, by name, where some names are bound.
pub(crate) fn members(view: &View<'_>, steps: &[Step<'_>], bindings: &[Binding<'_>]) -> Vec<Arc<Member>> {
    let mut found = Vec::new();
    if let Some((Step::Name(root), rest)) = steps.split_first()
        && let Some(at) = bindings.iter().rposition(|binding| binding.name == *root)
    {
        found = parts(&part_at(view.values().of_binding(&bindings[..=at]), rest));
        found.sort();
        return found;
    }
    if let [Step::Name(MODULE), Step::Name(call), indexes @ ..] = steps
        && indexes.iter().all(|step| matches!(step, Step::Index(_)))
        && let Some(module) = view.workspace.called(view.folder, call)
    {
        let output =
            |it: &Output| member(&it.name, "output".to_owned(), it.description.clone().unwrap_or_default());
        found = module.outputs.iter().filter_map(output).collect();
        found.sort();
        found.dedup_by(|a, b| a.name == b.name);
        return found;
    }
    for definitions in view.folder.definitions() {
        let mut node = Some(&definitions.names);
        for matched in 0..=steps.len() {
            let Some(names) = node else { break };
            let rest = &steps[matched..];
            for definition in definitions.named(names) {
                found.extend(parts(&part_at(view.values().of_definition(definition), rest)));
                // Of several instances, one is chosen by its index.
                if rest.iter().all(|step| matches!(step, Step::Index(_))) {
                    found.extend(written(definition));
                }
            }
            if rest.is_empty() {
                found.extend(names.next.iter().filter_map(|(name, next)| definitions.member(name, next)));
            }
            let step = rest.first().map(|step| match step {
                Step::Name(name) => Some(*name),
                Step::Index(text) => key(text),
            });
            node = step.flatten().and_then(|name| names.next.get(name));
        }
    }
    let context = &view.language().context;
    match steps.split_first() {
        None => found.extend(context.variable_names().filter_map(|name| {
            let detail = context.variable(name).map(|value| super::describe::ty(hidden(value.clone()).ty()));
            member(name, detail.unwrap_or_default(), String::new())
        })),
        Some((Step::Name(root), rest)) => {
            let value = context.variable(root).cloned().map_or(Value::UNKNOWN, hidden);
            found.extend(parts(&part_at(value, rest)));
        }
        Some(_) => {}
    }
    if files::is_terraform(view.document.source.name()) {
        let given = GIVEN.iter().flat_map(|(root, names)| match steps {
            [] => vec![*root],
            [Step::Name(name)] if name == root => names.to_vec(),
            _ => Vec::new(),
        });
        found.extend(given.filter_map(|name| member(name, String::new(), String::new())));
    }
    // Of several definitions of a name, the one with a description is shown.
    found.sort_by(|a, b| (&a.name, !a.description.len()).cmp(&(&b.name, !b.description.len())));
    found.dedup_by(|a, b| a.name == b.name);
    found
}

/// Returns the attributes that are written in the block of a definition.
fn written(definition: &Definition) -> Vec<Arc<Member>> {
    let BodyItem::Block(block) = definition.item() else { return Vec::new() };
    // The value of such a block is one of its attributes.
    if block.block_type() == "variable" {
        return Vec::new();
    }
    block
        .body()
        .attributes()
        .filter_map(|it| member(it.name(), "attribute".to_owned(), String::new()))
        .collect()
}

/// Returns the part of a value that steps lead to.
fn part_at(value: Value, steps: &[Step<'_>]) -> Value {
    steps.iter().fold(value, |value, step| {
        let known = match step {
            Step::Name(name) => value.get(*name),
            Step::Index(text) => match key(text) {
                Some(name) => value.get(name),
                None => number(text).and_then(|at| value.get(at)),
            },
        };
        if let Some(part) = known {
            return part.clone();
        }
        let attribute = match step {
            Step::Name(name) => Some(*name),
            Step::Index(text) => key(text),
        };
        match (value.ty(), attribute) {
            (Type::Object(attributes), Some(name)) => {
                let ty = attributes.iter().find(|(other, _)| *other == name).map(|(_, ty)| ty.clone());
                Value::unknown(ty.unwrap_or(Type::Dynamic))
            }
            (Type::Object(_), None) if matches!(step, Step::Index(text) if number(text).is_some()) => {
                Value::UNKNOWN
            }
            (Type::Map(_), _) | (_, None) => element(&value).1,
            _ => Value::UNKNOWN,
        }
    })
}

/// Returns the number of an index that is one.
fn number(index: &str) -> Option<usize> {
    index.trim_matches(['[', ']', ' ']).parse().ok()
}

/// Returns the key of an index that is a string.
fn key(index: &str) -> Option<&str> {
    let inner = index.strip_prefix('[')?.strip_suffix(']')?.trim();
    let key = inner.strip_prefix('"')?.strip_suffix('"')?;
    (!key.contains(['"', '\\', '$', '%'])).then_some(key)
}

/// Returns the names of the parts of a value.
fn parts(value: &Value) -> Vec<Arc<Member>> {
    let of_type = |name: &str, ty: &Type| member(name, super::describe::ty(ty), String::new());
    match value.ty() {
        Type::Object(attributes) => attributes.iter().filter_map(|(name, ty)| of_type(name, ty)).collect(),
        Type::Map(element) => {
            let keys = value.as_object().into_iter().flat_map(|map| map.iter());
            keys.filter_map(|(key, _)| of_type(key, element)).collect()
        }
        _ => Vec::new(),
    }
}
