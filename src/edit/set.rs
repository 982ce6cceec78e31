//! Setting values. A literal in the place of another needs no formatting and parsing.

use serde::Serialize;

use super::document::Document;
use super::layout::Edit;
use super::part::Excerpt;
use super::path::{Path, Target};
use crate::body::parse_expression;
use crate::error::Result;
use crate::ser::expression_text;
use crate::syntax::ast::{Expression, ExpressionKind};
use crate::syntax::format::ends_in_heredoc;

impl Document {
    /// Sets the value of an attribute or an element.
    pub(super) fn set_value(&mut self, site: &Path, value: &impl Serialize) -> Result<()> {
        let is_item = self.target(site).and_then(Target::item).is_some();
        let text = expression_text(value, is_item && self.chunks.ending() == "\n")?;
        if self.set_literal(site, &text) {
            return Ok(());
        }
        self.change_item(site, |part, site| {
            if part.is_last_in_line(site, &text) {
                part.spread_around(site)?;
            }
            let edits = part.value_edits(site, &text);
            part.apply(edits)
        })
    }

    /// Replaces the value of an attribute, or an element in it, if both the old and the new one are
    /// literals and no other text moves. Returns whether it did.
    ///
    /// The formatter puts the same spaces around all literals. So the result is that of any other
    /// change of a value.
    fn set_literal(&mut self, site: &Path, text: &str) -> bool {
        let old = self.target(site).and_then(Target::value).filter(|value| is_literal(*value));
        match old.filter(|_| is_literal_text(text)).map(|old| old.span().range()) {
            Some(old) => self.chunks.set_literal(site.0[0], old, text),
            None => false,
        }
    }
}

impl Excerpt<'_> {
    /// Returns whether a new value ends its line: that of an attribute which ends in a heredoc.
    pub(super) fn is_last_in_line(&self, site: &Path, value: &str) -> bool {
        self.target(site).and_then(Target::item).is_some() && ends_in_heredoc(value)
    }

    /// Returns the edits that set the value of an attribute or an element. The body around one that
    /// is the [last in its line](Self::is_last_in_line) is [spread](Self::spread) already.
    pub(super) fn value_edits(&self, site: &Path, value: &str) -> Vec<Edit> {
        let Some(old) = self.target(site).and_then(Target::value) else { return Vec::new() };
        let text = self.text();
        let mut span = old.span().range();
        let indent = text.indent(span.start);
        let mut new = self.expression(value, indent);
        let mut edits = Vec::new();
        if self.is_last_in_line(site, value)
            && let Some((extent, item)) = self.extent(site, 0)
        {
            let comment = text.text[span.end..extent.end].trim();
            if !comment.is_empty() {
                let line = text.line_start(item.start);
                edits.push(Edit::new(line..line, [indent, comment, self.ending()].concat()));
            }
            let space = &text.text[extent.end..];
            span.end = extent.end + space.len() - space.trim_start_matches([' ', '\t']).len();
            if span.end == text.text.len() {
                new.push_str(self.ending());
            }
        }
        edits.push(Edit::new(span, new));
        edits
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
