//! Values of expressions and members of references, as far as they are known before a run.

use std::cell::LazyCell;
use std::sync::Arc;

use serde_hcl::analysis::{Definition, Scope};
use serde_hcl::body::BodyItem;
use serde_hcl::traversal::TraversalStep;
use serde_hcl::{Expression, Type, Value, parse_expression, parse_traversal};

use super::cursor::Step;
use crate::files;
use crate::workspace::View;

/// The attribute that declares the value of a block a secret.
pub(crate) const SENSITIVE: &str = "sensitive";

/// The names that Terraform gives a value.
const GIVEN: [(&str, &[&str]); 5] = [
    ("count", &["index"]),
    ("each", &["key", "value"]),
    ("path", &["cwd", "module", "root"]),
    ("self", &[]),
    ("terraform", &["applying", "workspace"]),
];

/// The values of the definitions of a folder. Those that are declared as secrets are unknown.
pub(crate) struct Values(Option<Scope>);

/// A name that can follow in a traversal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// Its type, or the kind of its definition.
    pub(crate) detail: String,
    pub(crate) description: String,
}

impl Values {
    pub(crate) fn new(view: &View<'_>) -> Self {
        let length = view.folder.configurations().map(|it| it.text().len()).sum();
        let mut context = view.language().for_check(length);
        context.share_limits();
        Self(Scope::of(Arc::clone(view.folder.references()), &context).ok().and_then(hide_secrets))
    }

    /// Returns the value of an expression, if it is known and no secret.
    pub(crate) fn of(&self, expression: &Expression) -> Option<Value> {
        let outcome = self.0.as_ref()?.evaluate(expression);
        let is_shown = !outcome.diagnostics.has_errors()
            && outcome.value.is_wholly_known()
            && !outcome.value.contains_marks();
        is_shown.then_some(outcome.value)
    }

    /// Returns the value that an address has in expressions, if it is known and no secret.
    pub(crate) fn at(&self, address: &str) -> Option<Value> {
        self.of(&parse_expression(address).into_result().ok()?)
    }

    fn of_definition(&self, definition: &Definition) -> Value {
        let value = self.0.as_ref().and_then(|scope| scope.value(definition.address()).ok());
        value.map_or(Value::UNKNOWN, hidden)
    }
}

/// Returns an unknown value in place of one with marks, whose type can be a secret too.
fn hidden(value: Value) -> Value {
    if value.contains_marks() { Value::UNKNOWN } else { value }
}

/// Returns whether a block declares its value a secret.
pub(crate) fn is_secret(body: &serde_hcl::Body) -> bool {
    body.attribute(SENSITIVE).is_some_and(|it| it.expression().static_keyword().as_deref() != Some("false"))
}

fn hide_secrets(mut scope: Scope) -> Option<Scope> {
    let is_secret = |it: &&Definition| matches!(it.item(), BodyItem::Block(block) if is_secret(block.body()));
    let secrets = scope.references().definitions().filter(|it| it.is_named()).filter(is_secret);
    let secrets: Vec<String> = secrets.map(|it| it.address().to_owned()).collect();
    for address in secrets {
        // Without this, no value is known.
        scope.set(&address, Value::UNKNOWN).ok()?;
    }
    Some(scope)
}

/// Returns the names that can follow the steps of a traversal, by name.
pub(crate) fn members(view: &View<'_>, steps: &[Step<'_>]) -> Vec<Member> {
    let mut found = Vec::new();
    let values = LazyCell::new(|| Values::new(view));
    for definition in view.folder.references().definitions().filter(|it| it.is_named()) {
        let address = parse_traversal(definition.address()).value;
        let matched = address.steps().iter().zip(steps).take_while(|(own, step)| is_same(own, step)).count();
        match (matched == steps.len(), matched == address.steps().len()) {
            (true, false) => found.extend(of_address(definition, address.steps(), matched)),
            (_, true) => {
                let value = values.of_definition(definition);
                let rest = &steps[matched..];
                found.extend(parts(&part_at(value, rest)));
                if rest.is_empty() {
                    found.extend(written(definition));
                }
            }
            _ => {}
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

/// Creates a member, if its name can follow a dot.
fn member(name: &str, detail: String, description: String) -> Option<Member> {
    let mut letters = name.chars();
    let is_first = letters.next().is_some_and(|it| it.is_alphabetic() || it == '_');
    let is_name = is_first && letters.all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'));
    is_name.then(|| Member { name: name.to_owned(), detail, description })
}

fn is_same(own: &TraversalStep, step: &Step<'_>) -> bool {
    match (own, step) {
        (TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. }, Step::Name(text)) => {
            name == text
        }
        (TraversalStep::Index { key, .. }, Step::Index(text)) => {
            let text = text.trim_start_matches('[').trim_end_matches(']').trim();
            let own = key.to_value().to_string();
            own == text
        }
        _ => false,
    }
}

/// Returns the step of the address of a definition after the matched ones.
fn of_address(definition: &Definition, steps: &[TraversalStep], matched: usize) -> Option<Member> {
    let (TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. }) = &steps[matched] else {
        return None;
    };
    if matched + 1 < steps.len() {
        return member(name, String::new(), String::new());
    }
    let (detail, description) = about(definition);
    member(name, detail, description)
}

/// Returns the kind of a definition, and the description that it has.
pub(crate) fn about(definition: &Definition) -> (String, String) {
    let BodyItem::Block(block) = definition.item() else { return ("attribute".to_owned(), String::new()) };
    let text = block.body().attribute("description");
    let text = text.and_then(|it| it.expression().ast()?.as_str().map(str::to_owned));
    (block.block_type().to_owned(), text.unwrap_or_default())
}

/// Returns the attributes that are written in the block of a definition.
fn written(definition: &Definition) -> Vec<Member> {
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
        let unknown = |ty: Option<&Type>| ty.map_or(Value::UNKNOWN, |ty| Value::unknown(ty.clone()));
        match (value.ty(), step) {
            (Type::Object(attributes), Step::Name(name)) => {
                let ty = attributes.iter().find(|(other, _)| other == name).map(|(_, ty)| ty);
                value.get(*name).cloned().unwrap_or_else(|| unknown(ty))
            }
            (Type::Map(element), Step::Name(name)) => {
                value.get(*name).cloned().unwrap_or_else(|| unknown(Some(element)))
            }
            (Type::Map(element) | Type::List(element) | Type::Set(element), Step::Index(_)) => {
                unknown(Some(element))
            }
            (Type::Tuple(elements), Step::Index(_)) => unknown(elements.iter().next()),
            _ => Value::UNKNOWN,
        }
    })
}

/// Returns the names of the parts of a value.
fn parts(value: &Value) -> Vec<Member> {
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
