//! Templates of the native syntax between quotes, and in JSON strings.

use super::expression::ends_in_heredoc;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, Template, TemplatePart};
use crate::value::{quoted, quoted_content};

/// Escapes a literal of a template.
pub(crate) fn escaped(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}

/// Returns an expression as the text of a template without quotes, which has its value. The text of
/// `a + 1` is `${a + 1}`, and that of `"a"` is `a`.
pub(crate) fn as_template(expression: Expression<'_>) -> String {
    match expression.kind() {
        ExpressionKind::String(text) => escaped(text),
        ExpressionKind::Template(template) => template_text(template, &escaped),
        _ => interpolation(expression, &expression.to_string()),
    }
}

/// Returns an expression as a quoted template.
pub(crate) fn quoted_template(expression: Expression<'_>) -> String {
    match expression.kind() {
        ExpressionKind::String(text) => quoted(text).to_string(),
        ExpressionKind::Template(template) => format!("\"{}\"", template_text(template, &quoted_content)),
        _ => format!("\"{}\"", interpolation(expression, &source_text(expression))),
    }
}

/// Returns `${expression}`. The line of a heredoc ends after it.
fn interpolation(expression: Expression<'_>, text: &str) -> String {
    let line_ending = if ends_in_heredoc(expression) && !text.ends_with('\n') { "\n" } else { "" };
    format!("${{{text}{line_ending}}}")
}

/// Returns the text of a template with its literals as `literal` writes them, without quotes or
/// markers.
///
/// Strip markers and indentation are applied already, so they are not written again. They can leave
/// an interpolation without any text around it. That is still a string, while a lone interpolation
/// has the value of its expression, so an empty string is written beside it.
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

/// Writes the parts of a template or a directive. `after` is the mark of the sequence that follows
/// them.
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
            TemplatePart::Interpolation(inner) => out.push_str(&interpolation(inner, &source_text(inner))),
            TemplatePart::If(directive) => {
                out.push_str(&format!("%{{ if {} }}", source_text(directive.condition())));
                write_parts(directive.then(), Some('%'), literal, out);
                if directive.has_else() {
                    out.push_str("%{ else }");
                    write_parts(directive.otherwise(), Some('%'), literal, out);
                }
                out.push_str("%{ endif }");
            }
            TemplatePart::For(directive) => {
                let key = directive.key_name().map_or_else(String::new, |name| format!("{name}, "));
                let (name, collection) = (directive.value_name(), source_text(directive.collection()));
                out.push_str(&format!("%{{ for {key}{name} in {collection} }}"));
                write_parts(directive.parts(), Some('%'), literal, out);
                out.push_str("%{ endfor }");
            }
        }
    }
    write_literal(&pending, after, literal, out);
}

/// Writes a literal. A mark at its end would escape the sequence that follows, so it is written as
/// an interpolation.
fn write_literal(text: &str, next_mark: Option<char>, literal: &dyn Fn(&str) -> String, out: &mut String) {
    if !next_mark.is_some_and(|mark| text.ends_with(mark)) {
        out.push_str(&literal(text));
        return;
    }
    // A `$` or `%` before the interpolation would escape it, so all trailing ones are part of it.
    let kept = text.trim_end_matches(['$', '%']).len();
    out.push_str(&literal(&text[..kept]));
    out.push_str(&format!("${{{}}}", quoted(&text[kept..])));
}

/// Returns an expression as it is written. A heredoc ends with a line.
fn source_text(expression: Expression<'_>) -> String {
    let text = expression.source().slice(expression.span());
    if text.contains('\n') { format!("{text}\n") } else { text.to_owned() }
}
