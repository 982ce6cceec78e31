//! Descriptions of attributes, blocks and functions for people.

use std::collections::BTreeMap;

use serde_hcl::ext::{ChildAttribute, ChildBlocks, Spec};
use serde_hcl::func::Parameter;
use serde_hcl::{EvalContext, Function, Type, Value};

use super::spec;

/// The maximum number of characters of a value that is shown.
const MAX_VALUE: usize = 300;

/// Returns the name of a type as type constraints have it.
pub(crate) fn ty(ty: &Type) -> String {
    match ty {
        Type::Dynamic => "any".to_owned(),
        Type::List(element) => format!("list({})", self::ty(element)),
        Type::Set(element) => format!("set({})", self::ty(element)),
        Type::Map(element) => format!("map({})", self::ty(element)),
        Type::Tuple(_) | Type::Object(_) => format!("{ty:?}").replace("dynamic", "any"),
        _ => format!("{ty:?}"),
    }
}

/// Returns a value, cut if it is long; `None` if it is marked or not known, so that no secret is
/// shown.
pub(crate) fn value(value: &Value) -> Option<String> {
    if value.contains_marks() || !value.is_wholly_known() {
        return None;
    }
    let text = value.to_string();
    Some(match text.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    })
}

/// Returns the type of an attribute, and whether it is required.
pub(crate) fn attribute_detail(attribute: &ChildAttribute<'_>) -> String {
    let required = if attribute.is_required { ", required" } else { "" };
    format!("{}{required}", ty(attribute.ty))
}

/// Returns the description of an attribute, its possible values, and its default.
pub(crate) fn attribute(attribute: &ChildAttribute<'_>) -> String {
    let mut parts: Vec<String> = attribute.description.map(str::to_owned).into_iter().collect();
    let values: Vec<String> = attribute.values.iter().filter_map(value).map(|it| format!("`{it}`")).collect();
    if !values.is_empty() {
        parts.push(format!("Possible values: {}", values.join(", ")));
    }
    if let Some(default) = attribute.default.and_then(value) {
        parts.push(format!("Default: `{default}`"));
    }
    parts.join("\n\n")
}

/// Returns the number and the labels of blocks.
pub(crate) fn blocks_detail(blocks: &ChildBlocks<'_>) -> String {
    let number = match (blocks.at_least, blocks.at_most) {
        (0, None) => "block, any number".to_owned(),
        (0, Some(1)) => "block, optional".to_owned(),
        (1, Some(1)) => "block, required".to_owned(),
        (least, None) => format!("block, at least {least}"),
        (least, Some(most)) => format!("block, {least} to {most}"),
    };
    let labels: Vec<_> = blocks.labels.iter().map(|label| format!("\"{label}\"")).collect();
    if labels.is_empty() { number } else { format!("{number}, labels {}", labels.join(" ")) }
}

/// Returns the description of blocks, with their attributes and the blocks in them.
pub(crate) fn blocks(blocks: &ChildBlocks<'_>) -> String {
    let mut parts: Vec<String> = blocks.description.map(str::to_owned).into_iter().collect();
    if let Some(content) = blocks.nested.map(content).filter(|it| !it.is_empty()) {
        parts.push(format!("Content: {content}"));
    }
    parts.join("\n\n")
}

fn content(spec: &Spec) -> String {
    let attributes = spec.child_attributes().into_iter().map(|it| (it.name, it.is_required));
    let blocks = spec.child_blocks().into_iter().map(|it| (it.block_type, it.at_least > 0));
    let opaque = spec.opaque_names().into_iter().map(|name| (name, false));
    let mut names: Vec<(&str, bool)> = attributes.chain(blocks).chain(opaque).collect();
    names.sort_by_key(|(_, is_required)| !is_required);
    let name = |(name, is_required): (&str, bool)| {
        if is_required { format!("`{name}` (required)") } else { format!("`{name}`") }
    };
    names.into_iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Returns the type and the description of the item of a name in a body.
pub(crate) fn item(spec: &Spec, name: &str) -> Option<(String, String)> {
    if let Some(it) = spec::attribute(spec, name) {
        return Some((format!("{name} = {}", attribute_detail(&it)), attribute(&it)));
    }
    if let Some(it) = spec::blocks(spec, name) {
        let labels: String = it.labels.iter().map(|label| format!(" \"{label}\"")).collect();
        return Some((format!("{name}{labels} {{}} ({})", blocks_detail(&it)), blocks(&it)));
    }
    let text = spec.description_of(name).unwrap_or_default().to_owned();
    spec.opaque_names().contains(&name).then(|| (format!("{name} (attribute or block of any form)"), text))
}

/// The declaration of a function for people.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    /// The name, the parameters and the type of the result.
    pub(crate) label: String,
    pub(crate) parameters: Vec<Declared>,
    /// Whether the last parameter takes all further arguments.
    pub(crate) is_variadic: bool,
    pub(crate) description: String,
}

/// A parameter in the label of a [`Signature`].
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// The bytes of the label that contain it.
    pub(crate) place: std::ops::Range<usize>,
    pub(crate) description: String,
}

/// Returns the description of a function, with those of its parameters.
pub(crate) fn function(signature: &Signature) -> String {
    let described = signature.parameters.iter().filter(|it| !it.description.is_empty());
    let parameter = |it: &Declared| format!("- `{}`: {}", &signature.label[it.place.clone()], it.description);
    let parameters: Vec<String> = described.map(parameter).collect();
    let parts = [signature.description.clone(), parameters.join("\n")];
    parts.iter().filter(|it| !it.is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n\n")
}

/// Returns the declarations of all functions and special forms of a context, by their names.
pub(crate) fn signatures(context: &EvalContext) -> BTreeMap<String, Signature> {
    let declaration = |name: &str| Some((name.to_owned(), signature(context, name)?));
    context.function_names().filter_map(declaration).collect()
}

/// Returns the declaration of the function or special form of a name.
fn signature(context: &EvalContext, name: &str) -> Option<Signature> {
    let text = |description: Option<&str>| description.unwrap_or_default().to_owned();
    if let Some(function) = context.function(name) {
        let own = function.parameters().iter().map(|it| (it, ""));
        let all = own.chain(function.variadic().map(|it| (it, "...")));
        let parameters =
            all.map(|(it, dots)| (format!("{}{dots}: {}", it.name(), ty(it.ty())), text(it.description())));
        let (label, parameters) = label(name, parameters, &result(function));
        let is_variadic = function.variadic().is_some();
        return Some(Signature { label, parameters, is_variadic, description: text(function.description()) });
    }
    // The arguments of a special form are not evaluated before the call.
    let form = context.special_form(name)?;
    let own = form.parameters().iter().map(|it| (*it).to_owned());
    let all = own.chain(form.variadic().map(|it| format!("{it}...")));
    let (label, parameters) = label(name, all.map(|it| (it, String::new())), "any");
    let is_variadic = form.variadic().is_some();
    Some(Signature { label, parameters, is_variadic, description: text(form.description()) })
}

/// Returns the label of a function, with its parameters and their descriptions.
fn label(
    name: &str,
    parameters: impl Iterator<Item = (String, String)>,
    result: &str,
) -> (String, Vec<Declared>) {
    let mut label = format!("{name}(");
    let mut declared = Vec::new();
    for (text, description) in parameters {
        if !declared.is_empty() {
            label.push_str(", ");
        }
        declared.push(Declared { place: label.len()..label.len() + text.len(), description });
        label.push_str(&text);
    }
    label.push_str(&format!(") -> {result}"));
    (label, declared)
}

/// Returns the type of the results of a function, as far as the types of its parameters determine
/// it.
fn result(function: &Function) -> String {
    let unknown = |parameter: &Parameter| Value::unknown(parameter.ty().clone());
    let arguments: Vec<Value> =
        function.parameters().iter().chain(function.variadic()).map(unknown).collect();
    function.call(&arguments).map_or("any".to_owned(), |value| ty(value.ty()))
}
