//! Replacements in HCL JSON: each string is a template.

use super::literal::{json_text, literal};
use super::native::Simplifier;
use crate::body::Replacements;
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::json_syntax::{Expression, Kind, Str, with_template};
use crate::syntax::visit::Visitor;
use crate::value::Value;

/// Returns the replacements in a JSON value. Names of properties stay, since they can be types and
/// labels of blocks.
pub(super) fn replacements(
    expression: Expression<'_>,
    keeps_nodes: bool,
    context: &EvalContext,
    budget: &Budget,
) -> Replacements {
    let mut out = Replacements::new();
    let mut left = match expression {
        Expression::Value(node) if !context.is_literal_only() => vec![node],
        _ => return out,
    };
    while let Some(node) = left.pop() {
        let mark = left.len();
        match node.kind() {
            Kind::String(string) if string.has_template() => {
                out.extend(in_string(string, keeps_nodes, context, budget));
            }
            Kind::Array(array) => left.extend(array.elements()),
            Kind::Object(object) => left.extend(object.members().map(|member| member.value())),
            _ => {}
        }
        left[mark..].reverse();
    }
    out
}

/// Returns the replacements in a string that is a template: all of it, or parts.
fn in_string(string: Str<'_>, keeps_nodes: bool, context: &EvalContext, budget: &Budget) -> Replacements {
    let is_simple = |value: &Value| value.as_array().is_none() && value.as_object().is_none();
    let replacements = with_template(string, |template| {
        let mut simplifier = Simplifier::new(context, budget);
        let value = simplifier.value_of_whole(template).filter(|value| !keeps_nodes || is_simple(value));
        if let Some(text) = value.and_then(|value| literal(&value, true, budget)) {
            return Some(vec![(string.span(), text)]);
        }
        simplifier.visit_expression(template);
        // Some of the replacements depend on others.
        let written = simplifier
            .out
            .into_iter()
            .map(|(span, text)| Some((template.source().outer(span).1, json_text(&text, budget)?)));
        written.collect()
    });
    replacements.flatten().unwrap_or_default()
}
