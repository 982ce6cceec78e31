//! Replacements in HCL JSON: each string is a template.

use super::Settings;
use super::literal::{json_text, literal};
use crate::body::Replacements;
use crate::eval::EvalContext;
use crate::json_syntax::{Expression, Kind, Str, with_template};
use crate::syntax::visit::Visitor;
use crate::value::Value;

impl Settings<'_> {
    /// Returns the replacements in a JSON value. Names of properties stay, since they can be types
    /// and labels of blocks.
    pub(super) fn in_json(
        &self,
        expression: Expression<'_>,
        keeps_nodes: bool,
        context: &EvalContext,
    ) -> Replacements {
        let mut out = Replacements::new();
        if context.is_literal_only() {
            return out;
        }
        let mut left = match expression {
            Expression::Name(_) => return out,
            Expression::Value(node) => vec![node],
        };
        while let Some(node) = left.pop() {
            let mark = left.len();
            match node.kind() {
                Kind::String(string) if string.has_template() => {
                    self.string(string, keeps_nodes, context, &mut out);
                }
                Kind::Array(array) => left.extend(array.elements()),
                Kind::Object(object) => left.extend(object.members().map(|member| member.value())),
                _ => {}
            }
            left[mark..].reverse();
        }
        out
    }

    /// Adds the replacements in a string that is a template: all of it, or parts.
    fn string(&self, string: Str<'_>, keeps_nodes: bool, context: &EvalContext, out: &mut Replacements) {
        let is_simple = |value: &Value| value.as_array().is_none() && value.as_object().is_none();
        with_template(string, |template| {
            let mut simplifier = self.simplifier(template, context, &[]);
            if simplifier.fact(template).is_constant {
                return;
            }
            let value = simplifier.value(template).filter(|value| !keeps_nodes || is_simple(value));
            if let Some(text) = value.and_then(|value| literal(&value, true, self.budget)) {
                out.push((string.span(), text));
                return;
            }
            simplifier.visit_expression(template);
            // Some of the replacements depend on others.
            let written = simplifier
                .out
                .into_iter()
                .map(|(span, text)| Some((template.source().outer(span).1, json_text(&text, self.budget)?)));
            out.extend(written.collect::<Option<Replacements>>().unwrap_or_default());
        });
    }
}
