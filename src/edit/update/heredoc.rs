//! New texts for heredocs, with the marker and the indentation of the old ones.

use super::super::gap::indent_of;
use crate::body::parse_expression;
use crate::source::Span;
use crate::syntax::ast::display::escaped;
use crate::syntax::ast::{Expression, ExpressionKind, Template, TemplatePart};

/// Returns a heredoc with a new value that has the form of an old one. There is none for a value
/// that a heredoc of this form cannot represent.
pub(super) fn with_value(old: &str, value: &str) -> Option<String> {
    if !value.ends_with('\n') || value.contains('\r') {
        return None;
    }
    let (opening, rest) = old.split_once('\n')?;
    let content = &rest[..rest.rfind('\n').map_or(0, |end| end + 1)];
    let closing = &rest[content.len()..];
    let indent = match opening.starts_with("<<-") {
        true => {
            content.lines().filter(|line| !line.trim().is_empty()).map(indent_of).min_by_key(|it| it.len())
        }
        false => Some(""),
    };
    let indent = indent.unwrap_or_else(|| indent_of(closing));
    let mut new = format!("{opening}\n");
    for line in escaped(value).split_inclusive('\n') {
        new.push_str(if line == "\n" { "" } else { indent });
        new.push_str(line);
    }
    new.push_str(closing);
    // A line may equal the marker, and `<<-` removes indentation that all lines share. So the
    // result is parsed again to compare the value.
    let parsed = parse_expression(format!("{new}\n")).into_result().ok()?;
    (parsed.ast()?.as_str() == Some(value)).then_some(new)
}

/// Returns whether a literal part of a heredoc can be replaced, so that the other parts stay the
/// same.
pub(super) fn takes(heredoc: Template<'_>, literal: Span, value: &str) -> bool {
    let source = heredoc.tree().source.slice(heredoc.span());
    let (before, rest) = source.split_at((literal.start - heredoc.span().start) as usize);
    let new = [before, &escaped(value), &rest[literal.len() as usize..], "\n"].concat();
    // A line may equal the marker, and `<<-` removes indentation that all lines share.
    let Ok(new) = parse_expression(new).into_result() else { return false };
    match new.ast().map(Expression::kind) {
        Some(ExpressionKind::Template(new)) => {
            let expected = heredoc.parts().map(|(span, part)| match part {
                TemplatePart::Literal(_) if span == literal => (span, TemplatePart::Literal(value)),
                part => (span, part),
            });
            content(new, new.parts()) == content(heredoc, expected)
        }
        _ => false,
    }
}

/// Returns the text of the parts of a template: that of literals with escapes, and all others as
/// they are written.
fn content<'t>(template: Template<'t>, parts: impl Iterator<Item = (Span, TemplatePart<'t>)>) -> String {
    let parts = parts.map(|(span, part)| match part {
        TemplatePart::Literal(text) => escaped(text),
        _ => template.tree().source.slice(span).to_owned(),
    });
    parts.collect()
}
