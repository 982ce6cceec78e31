//! New texts for heredocs, with the marker and the indentation of the old ones.

use super::super::gap::indent_of;
use crate::body::parse_expression;
use crate::syntax::ast::display::escaped;

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
