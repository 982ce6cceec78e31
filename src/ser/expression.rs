//! Expressions in the other syntax: native ones as JSON values with templates, JSON ones as native text.

use std::collections::HashSet;

use super::json::{Sequences, Writer};
use super::native::escaped;
use crate::body::Expression as Handle;
use crate::error::{Error, Result};
use crate::json_syntax;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, Object, TemplatePart, Unary, UnaryOperator};
use crate::value::{is_identifier, normalize, quoted};

/// An expression as text of the native syntax.
pub(super) fn text(handle: &Handle) -> String {
    match (handle.ast(), handle.as_json()) {
        (Some(native), _) => native_text(native),
        (None, Some(json)) => to_native(json),
        (None, None) => String::new(),
    }
}

/// As it prints itself, save that a template file, which has no quotes of its own, gets some.
fn native_text(expression: Expression<'_>) -> String {
    let written = expression.source().slice(expression.span());
    let is_bare = !written.starts_with(['"', '<']);
    match expression.kind() {
        ExpressionKind::String(text) if is_bare => quoted(text).to_string(),
        ExpressionKind::Template(template) if is_bare => {
            format!("\"{}\"", template_text(template.parts(), &quoted_literal))
        }
        _ => expression.to_string(),
    }
}

/// A text as a literal between quotes.
fn quoted_literal(text: &str) -> String {
    let quoted = quoted(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// Writes an expression of the native syntax as a JSON value that means the same.
pub(super) fn write_json(text: &str, writer: &mut Writer) -> Result<()> {
    let parsed = crate::body::parse_expression(text).into_result()?;
    let expression = parsed.as_ref().and_then(|expression| expression.ast());
    json(expression.ok_or_else(|| Error::message("an expression is expected"))?, writer)
}

fn json(expression: Expression<'_>, writer: &mut Writer) -> Result<()> {
    match expression.kind() {
        ExpressionKind::Null => writer.word("null"),
        ExpressionKind::Bool(value) => writer.word(value),
        ExpressionKind::Integer(value) => writer.word(value),
        ExpressionKind::Number(number) => writer.word(number),
        ExpressionKind::String(text) => writer.string(text, Sequences::Escaped),
        ExpressionKind::Template(template) => {
            writer.string(&template_text(template.parts(), &escaped), Sequences::Kept);
        }
        ExpressionKind::Tuple(tuple) => writer.bracketed(['[', ']'], |writer| {
            tuple.elements().try_for_each(|element| {
                writer.entry();
                json(element, writer)
            })
        })?,
        ExpressionKind::Unary(unary) if is_negative_number(unary) => {
            writer.word("-");
            json(unary.operand(), writer)?;
        }
        ExpressionKind::Object(object) if has_distinct_keys(object) => {
            writer.bracketed(['{', '}'], |writer| {
                object.items().try_for_each(|item| {
                    writer.key(known_key(item.key).unwrap_or_default(), Sequences::Escaped);
                    json(item.value, writer)
                })
            })?
        }
        _ => writer.string(&interpolation(expression), Sequences::Kept),
    }
    Ok(())
}

fn is_negative_number(unary: Unary<'_>) -> bool {
    let mut operators = unary.operators();
    matches!((operators.next(), operators.next()), (Some((UnaryOperator::Negate, _)), None))
        && matches!(unary.operand().kind(), ExpressionKind::Integer(_) | ExpressionKind::Number(_))
}

/// Whether all keys are known and differ: of equal ones the native syntax takes the last, and JSON none.
fn has_distinct_keys(object: Object<'_>) -> bool {
    let mut seen = HashSet::new();
    object.items().all(|item| known_key(item.key).is_some_and(|key| seen.insert(normalize(key))))
}

fn known_key<'t>(key: Expression<'t>) -> Option<&'t str> {
    key.as_keyword().or_else(|| key.as_string())
}

/// `${expression}`
fn interpolation(expression: Expression<'_>) -> String {
    let text = expression.source().slice(expression.span());
    // A heredoc ends with a line.
    let end = if text.contains('\n') { "\n" } else { "" };
    format!("${{{text}{end}}}")
}

/// A template as text, with its literals as `literal` writes them.
fn template_text<'t>(
    parts: impl Iterator<Item = (Span, TemplatePart<'t>)>,
    literal: &dyn Fn(&str) -> String,
) -> String {
    let mut out = String::new();
    let mut pending = String::new();
    for (_, part) in parts {
        let sequence = match part {
            TemplatePart::Literal(text) => {
                pending.push_str(text);
                continue;
            }
            TemplatePart::Interpolation(inner) => interpolation(inner),
            TemplatePart::If(directive) => {
                let then = template_text(directive.then(), literal);
                let otherwise = template_text(directive.otherwise(), literal);
                let otherwise =
                    if directive.has_else() { format!("%{{ else }}{otherwise}") } else { String::new() };
                format!("%{{ if {} }}{then}{otherwise}%{{ endif }}", source(directive.condition()))
            }
            TemplatePart::For(directive) => {
                let key = directive.key_name().map_or_else(String::new, |name| format!("{name}, "));
                let name = directive.value_name();
                let parts = template_text(directive.parts(), literal);
                format!("%{{ for {key}{name} in {} }}{parts}%{{ endfor }}", source(directive.collection()))
            }
        };
        // What stands before a mark and equals it would escape it.
        let mark = &sequence[..1];
        let kept = pending.trim_end_matches(mark).len();
        out.push_str(&literal(&pending[..kept]));
        if kept < pending.len() {
            out.push_str(&format!("${{{}}}", quoted(&pending[kept..])));
        }
        pending.clear();
        out.push_str(&sequence);
    }
    out.push_str(&literal(&pending));
    out
}

fn source(expression: Expression<'_>) -> String {
    let text = expression.source().slice(expression.span());
    if text.contains('\n') { format!("{text}\n") } else { text.to_owned() }
}

/// A JSON value as an expression of the native syntax that means the same.
pub(super) fn to_native(expression: json_syntax::Expression<'_>) -> String {
    if let Some(string) = expression.as_string() {
        return alone(string).unwrap_or_else(|| native_string(string));
    }
    let json_syntax::Expression::Value(node) = expression else { return String::new() };
    match node.kind() {
        json_syntax::Kind::Array(array) => {
            let elements = array.elements().map(|node| to_native(json_syntax::Expression::Value(node)));
            format!("[{}]", elements.collect::<Vec<_>>().join(", "))
        }
        json_syntax::Kind::Object(object) => {
            let entries = object.members().map(|member| {
                let name = member.name();
                let key = match is_identifier(name.text()) && name.text() != "for" {
                    true => name.text().to_owned(),
                    false => native_string(name),
                };
                format!("{key} = {}\n", to_native(json_syntax::Expression::Value(member.value())))
            });
            format!("{{\n{}}}", entries.collect::<String>())
        }
        _ => node.source().slice(node.span()).to_owned(),
    }
}

/// The expression of a string that is nothing but an interpolation of it. In several lines it needs the braces.
fn alone(string: json_syntax::Str<'_>) -> Option<String> {
    let text = json_syntax::with_template(string, |expression| match expression.kind() {
        ExpressionKind::String(_) => None,
        ExpressionKind::Template(template) => {
            let mut parts = template.parts();
            match (parts.next(), parts.next()) {
                (Some((_, TemplatePart::Interpolation(inner))), None) => Some(inner.to_string()),
                _ => None,
            }
        }
        _ => Some(expression.to_string()),
    })?;
    text.filter(|text| !text.contains('\n'))
}

fn native_string(string: json_syntax::Str<'_>) -> String {
    let inner = json_syntax::with_template(string, |expression| match expression.kind() {
        ExpressionKind::Template(template) => template_text(template.parts(), &quoted_literal),
        ExpressionKind::String(text) => quoted_literal(text),
        _ => interpolation(expression),
    });
    // What is no sound template stays what it is: its mistake will be found again.
    let inner = inner
        .unwrap_or_else(|| string.text().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    format!("\"{inner}\"")
}
