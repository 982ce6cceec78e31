//! Expressions in the other syntax: native ones as JSON values with templates, JSON ones as native text.

use std::collections::HashSet;

use super::json::{Sequences, Writer};
use super::native::escaped;
use crate::body::Expression as Handle;
use crate::error::{Error, Result};
use crate::json_syntax;
use crate::source::Span;
use crate::syntax::ast::{
    Expression, ExpressionKind, Object, Template, TemplateForm, TemplatePart, Unary, UnaryOperator,
};
use crate::value::{is_identifier, normalize, quoted};

/// An expression as text of the native syntax.
pub(super) fn text(handle: &Handle) -> String {
    match (handle.ast(), handle.as_json()) {
        (Some(native), _) => native_text(native),
        (None, Some(json)) => to_native(json),
        (None, None) => String::new(),
    }
}

/// As it prints itself. A template that stands alone gets quotes, since an expression needs them.
fn native_text(expression: Expression<'_>) -> String {
    match (expression.template_form(), expression.kind()) {
        (Some(TemplateForm::Standalone), ExpressionKind::String(text)) => quoted(text).to_string(),
        (Some(TemplateForm::Standalone), ExpressionKind::Template(template)) => {
            format!("\"{}\"", template_text(template, &quoted_literal))
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
            writer.string(&template_text(template, &escaped), Sequences::Kept);
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

/// The text of a template, with its literals as `literal` writes them, without quotes or markers.
///
/// Strip markers and indentation are applied already, so they are not written again. They can leave an interpolation
/// without any text around it. That is still a string, while a lone interpolation has the value of its expression, so
/// an empty string is written beside it.
fn template_text(template: Template<'_>, literal: &dyn Fn(&str) -> String) -> String {
    let mut text = String::new();
    write_parts(template.parts(), None, literal, &mut text);
    let mut parts = template.parts().filter(|(_, part)| !matches!(part, TemplatePart::Literal("")));
    let is_lone = matches!((parts.next(), parts.next()), (Some((_, TemplatePart::Interpolation(_))), None));
    if is_lone && template.unwrapped().is_none() {
        text.push_str("${\"\"}");
    }
    text
}

/// Writes the parts of a template or a directive. `after` is the mark of the sequence that follows them.
fn write_parts<'t>(
    parts: impl Iterator<Item = (Span, TemplatePart<'t>)>,
    after: Option<char>,
    literal: &dyn Fn(&str) -> String,
    out: &mut String,
) {
    let mut pending = String::new();
    for (_, part) in parts {
        let mark = match part {
            TemplatePart::Literal(text) => {
                pending.push_str(text);
                continue;
            }
            TemplatePart::Interpolation(_) => '$',
            TemplatePart::If(_) | TemplatePart::For(_) => '%',
        };
        write_literal(&pending, Some(mark), literal, out);
        pending.clear();
        match part {
            TemplatePart::Literal(_) => {}
            TemplatePart::Interpolation(inner) => out.push_str(&interpolation(inner)),
            TemplatePart::If(directive) => {
                out.push_str(&format!("%{{ if {} }}", source(directive.condition())));
                write_parts(directive.then(), Some('%'), literal, out);
                if directive.has_else() {
                    out.push_str("%{ else }");
                    write_parts(directive.otherwise(), Some('%'), literal, out);
                }
                out.push_str("%{ endif }");
            }
            TemplatePart::For(directive) => {
                let key = directive.key_name().map_or_else(String::new, |name| format!("{name}, "));
                let (name, collection) = (directive.value_name(), source(directive.collection()));
                out.push_str(&format!("%{{ for {key}{name} in {collection} }}"));
                write_parts(directive.parts(), Some('%'), literal, out);
                out.push_str("%{ endfor }");
            }
        }
    }
    write_literal(&pending, after, literal, out);
}

/// Writes a literal. A mark at its end would escape the sequence that follows, so it is written as an interpolation.
fn write_literal(text: &str, next_mark: Option<char>, literal: &dyn Fn(&str) -> String, out: &mut String) {
    if !next_mark.is_some_and(|mark| text.ends_with(mark)) {
        out.push_str(&literal(text));
        return;
    }
    // The interpolation has a mark of its own, which must not be escaped either.
    let kept = text.trim_end_matches(['$', '%']).len();
    out.push_str(&literal(&text[..kept]));
    out.push_str(&format!("${{{}}}", quoted(&text[kept..])));
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
        ExpressionKind::Template(template) => template_text(template, &quoted_literal),
        ExpressionKind::String(text) => quoted_literal(text),
        _ => interpolation(expression),
    });
    // What is no sound template stays what it is: its mistake will be found again.
    let inner = inner
        .unwrap_or_else(|| string.text().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    format!("\"{inner}\"")
}
