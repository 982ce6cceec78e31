//! Replacing literals by literals, without formatting and parsing the text again.

use super::document::Document;
use super::path::{Path, Target};
use crate::body::parse_expression;
use crate::syntax::ast::{Expression, ExpressionKind};

impl Document {
    /// Replaces the value of an attribute, or an element in it, if both the old and the new one are
    /// literals and no other text moves. Returns whether it did.
    ///
    /// The formatter puts the same spaces around all literals. So the result is that of any other
    /// change of a value.
    pub(super) fn set_literal(&mut self, site: &Path, text: &str) -> bool {
        let old = self.target(site).and_then(Target::value).filter(|value| is_literal(*value));
        match old.filter(|_| is_literal_text(text)).map(|old| old.span().range()) {
            Some(old) => self.chunks.set_literal(site.0[0], old, text),
            None => false,
        }
    }
}

/// Returns whether a text is a literal in one line, for which the formatter has no special rule.
fn is_literal_text(text: &str) -> bool {
    /// Longer numbers may be beyond a limit.
    const DIGITS: usize = 64;
    let is_plain = match text.as_bytes() {
        b"true" | b"false" | b"null" => true,
        [b'0'..=b'9', rest @ ..] => rest.len() < DIGITS && rest.iter().all(u8::is_ascii_digit),
        [b'"', inner @ .., b'"'] => {
            inner.iter().all(|byte| !matches!(byte, ..b' ' | b'"' | b'\\' | b'$' | b'%'))
        }
        _ => false,
    };
    is_plain
        || (text.starts_with(|first: char| first == '"' || first.is_ascii_digit())
            && parse_expression(text).into_result().is_ok_and(|parsed| parsed.ast().is_some_and(is_literal)))
}

/// Returns whether an expression is a literal in one line.
fn is_literal(expression: Expression<'_>) -> bool {
    let is_literal = matches!(
        expression.kind(),
        ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_)
    );
    is_literal && !expression.source().slice(expression.span()).contains('\n')
}
