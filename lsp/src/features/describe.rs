//! Descriptions of attributes, blocks and functions for people.

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
    /// The parameters in the label, in bytes.
    pub(crate) parameters: Vec<std::ops::Range<usize>>,
    /// Whether the last parameter takes all further arguments.
    pub(crate) is_variadic: bool,
    pub(crate) documentation: &'static str,
}

/// Returns the declaration of the function or special form of a name.
pub(crate) fn signature(context: &EvalContext, name: &str) -> Option<Signature> {
    let function = context.function(name);
    if function.is_none() && !context.function_names().any(|it| it == name) {
        return None;
    }
    let mut label = format!("{name}(");
    let mut parameters = Vec::new();
    let (texts, is_variadic) = match function {
        Some(function) => {
            let own = function.parameters().iter().map(|it| parameter(it, ""));
            let rest = function.variadic().map(|it| parameter(it, "..."));
            (own.chain(rest).collect(), function.variadic().is_some())
        }
        // The arguments of a special form are not evaluated before the call.
        None => (vec!["expressions...".to_owned()], true),
    };
    for text in texts {
        if !parameters.is_empty() {
            label.push_str(", ");
        }
        parameters.push(label.len()..label.len() + text.len());
        label.push_str(&text);
    }
    label.push_str(&format!(") -> {}", function.map_or("any".to_owned(), result)));
    Some(Signature { label, parameters, is_variadic, documentation: "" })
}

fn parameter(parameter: &Parameter, dots: &str) -> String {
    format!("{}{dots}: {}", parameter.name(), ty(parameter.ty()))
}

/// Returns the type of the results of a function, as far as the types of its parameters determine
/// it.
fn result(function: &Function) -> String {
    let unknown = |parameter: &Parameter| Value::unknown(parameter.ty().clone());
    let arguments: Vec<Value> =
        function.parameters().iter().chain(function.variadic()).map(unknown).collect();
    function.call(&arguments).map_or("any".to_owned(), |value| ty(value.ty()))
}
