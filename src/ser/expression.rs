//! Captured expressions of both syntaxes, written in both syntaxes.

use super::heredoc::{heredoc, is_heredoc};
use super::json_writer::{JsonWriter, TemplateSequences};
use crate::body::{self, parse_expression};
use crate::error::Result;
use crate::json_syntax::{self, has_template, with_template};
use crate::syntax::ast::display::{self, as_template, escaped, quoted_template, template_entries};
use crate::syntax::ast::{Expression, ExpressionKind, TemplateForm, TemplatePart};
use crate::syntax::format::Lines;
use crate::value::{is_identifier, quoted};

/// Returns an expression as text of the native syntax.
pub(crate) fn native_text(expression: &body::Expression) -> Result<String> {
    let mut lines = Lines::default();
    write_native(expression, &mut lines, false)?;
    Ok(lines.finish())
}

/// Writes an expression in the native syntax. In HCL JSON, texts of several lines that end their
/// line are heredocs, if that is requested.
pub(super) fn write_native(expression: &body::Expression, lines: &mut Lines, heredocs: bool) -> Result<()> {
    match (expression.ast(), expression.as_json()) {
        // As an expression, a template needs quotes, which a template file does not have.
        (Some(native), _) if native.template_form() == Some(TemplateForm::Standalone) => {
            lines.leave_to_formatter();
            lines.push(&quoted_template(native));
        }
        (Some(native), _) => display::print_in(lines, native),
        (None, Some(json)) => json_to_native(json, lines, heredocs)?,
        (None, None) => {}
    }
    Ok(())
}

/// Writes an expression as a JSON value.
pub(super) fn write_json(expression: &body::Expression, writer: &mut JsonWriter) -> Result<()> {
    match (expression.ast(), expression.as_json()) {
        (Some(native), _) => native_to_json(native, writer),
        (None, Some(json)) => json_to_json(json, writer),
        (None, None) => Ok(()),
    }
}

fn native_to_json(expression: Expression<'_>, writer: &mut JsonWriter) -> Result<()> {
    match expression.kind() {
        ExpressionKind::Null => writer.word("null"),
        ExpressionKind::Bool(value) => writer.word(if value { "true" } else { "false" }),
        ExpressionKind::Number(number) => writer.word(&number.to_string()),
        ExpressionKind::Tuple(tuple) => {
            writer.array(tuple.elements(), |writer, element| native_to_json(element, writer))?;
        }
        ExpressionKind::Unary(unary) if unary.is_negative_number() => {
            writer.word("-");
            native_to_json(unary.operand(), writer)?;
        }
        _ => match template_entries(expression) {
            Some(mut entries) => writer.bracketed(['{', '}'], |writer| {
                entries.try_for_each(|(key, _, value)| {
                    writer.key(&key, TemplateSequences::Kept);
                    native_to_json(value, writer)
                })
            })?,
            None => writer.string(&as_template(expression), TemplateSequences::Kept),
        },
    }
    Ok(())
}

fn json_to_json(expression: json_syntax::Expression<'_>, writer: &mut JsonWriter) -> Result<()> {
    if let Some(string) = expression.as_string() {
        writer.string(string.text(), TemplateSequences::Kept);
        return Ok(());
    }
    let json_syntax::Expression::Value(node) = expression else { return Ok(()) };
    match node.kind() {
        json_syntax::Kind::Array(array) => writer.array(array.elements(), |writer, element| {
            json_to_json(json_syntax::Expression::Value(element), writer)
        })?,
        json_syntax::Kind::Object(object) => writer.bracketed(['{', '}'], |writer| {
            object.members().try_for_each(|member| {
                writer.key(member.name().text(), TemplateSequences::Kept);
                json_to_json(json_syntax::Expression::Value(member.value()), writer)
            })
        })?,
        _ => writer.word(node.source().slice(node.span())),
    }
    Ok(())
}

fn json_to_native(expression: json_syntax::Expression<'_>, lines: &mut Lines, heredocs: bool) -> Result<()> {
    lines.leave_to_formatter();
    if let Some(string) = expression.as_string() {
        if heredocs && is_heredoc(string.text()) {
            lines.heredoc(&match has_template(string.text()) {
                true => with_template(string, |_| heredoc(string.text()))
                    .map_or_else(|| unsound_template(string.text()), Ok)?,
                false => heredoc(&escaped(string.text())),
            });
            return Ok(());
        }
        let text =
            string_to_native(string, |template| lone(template).unwrap_or_else(|| quoted_template(template)))?;
        lines.push(&text);
        return Ok(());
    }
    let json_syntax::Expression::Value(node) = expression else { return Ok(()) };
    match node.kind() {
        json_syntax::Kind::Array(array) => {
            lines.open('[');
            for (index, element) in array.elements().enumerate() {
                lines.push(if index == 0 { "" } else { ", " });
                json_to_native(json_syntax::Expression::Value(element), lines, false)?;
            }
            lines.close(']');
        }
        json_syntax::Kind::Object(object) => {
            lines.open('{');
            for member in object.members() {
                lines.break_line(false);
                match member.name() {
                    name if is_identifier(name.text()) && name.text() != "for" => lines.push(name.text()),
                    name => lines.push(&string_to_native(name, quoted_template)?),
                }
                lines.equals(0);
                json_to_native(json_syntax::Expression::Value(member.value()), lines, heredocs)?;
            }
            if object.members().len() > 0 {
                lines.break_line(false);
            }
            lines.close('}');
        }
        _ => lines.push(node.source().slice(node.span())),
    }
    Ok(())
}

/// Writes a JSON string as native text: with `template` if it has a template sequence.
fn string_to_native(
    string: json_syntax::Str<'_>,
    template: impl FnOnce(Expression<'_>) -> String,
) -> Result<String> {
    if !has_template(string.text()) {
        return Ok(quoted(string.text()).to_string());
    }
    with_template(string, template).map_or_else(|| unsound_template(string.text()), Ok)
}

/// Returns the errors of a template.
#[cold]
fn unsound_template(text: &str) -> Result<String> {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let text = format!("\"{text}\"");
    parse_expression(text.as_str()).into_result().map(|_| text)
}

/// Returns the expression of a template that is one interpolation in one line. With several lines
/// it needs the braces.
fn lone(template: Expression<'_>) -> Option<String> {
    let expression = match template.kind() {
        ExpressionKind::String(_) => return None,
        ExpressionKind::Template(template) => {
            let mut parts = template.parts();
            match (parts.next(), parts.next()) {
                (Some((_, TemplatePart::Interpolation(inner))), None) => inner,
                _ => return None,
            }
        }
        _ => template,
    };
    Some(expression.to_string()).filter(|text| !text.contains('\n'))
}
