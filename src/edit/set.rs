//! Setting values. Most are not formatted and parsed at once.

use serde::Serialize;

use super::chunks::is_literal;
use super::document::Document;
use super::layout::{Edit, UNIT};
use super::lines::body_of;
use super::names::Names;
use super::part::Excerpt;
use super::path::{Path, Target};
use super::text::element_text;
use crate::body::{parse_expression, parse_file};
use crate::error::Result;
use crate::ser::expression_text;
use crate::syntax::format::ends_in_heredoc;

impl Document {
    /// Sets the value of an attribute or an element.
    pub(super) fn set_value(&mut self, site: &Path, value: &impl Serialize) -> Result<()> {
        let is_item = self.is_item(site);
        let text = match is_item {
            true => expression_text(value, self.chunks.ending() == "\n")?,
            false => element_text(value)?,
        };
        if self.set_in_place(site, &text) {
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

    /// Replaces the value of an attribute, or an element in it, without parsing. Returns whether it
    /// did.
    ///
    /// The formatter puts the same spaces around all literals, so a literal needs no formatting if
    /// both the old and the new one are literals and no other text moves. Any value can replace
    /// another in a text that is formatted: it is formatted again when it is read, once for all
    /// values. The result is that of any other change of a value.
    fn set_in_place(&mut self, site: &Path, text: &str) -> bool {
        let is_literal = is_literal_text(text);
        let can_wait = self.unit.as_deref().is_none_or(|unit| unit == UNIT)
            && self.chunks.ending() == "\n"
            && 2 * site.0.len() + nesting(text) <= NESTING
            && (is_literal || is_valid(text));
        let is_set = self.chunks.set_value(site, text, is_literal, can_wait);
        if is_set && self.keys.is_within(site) {
            self.keys = Names::default();
        }
        is_set
    }

    /// Returns whether a place is that of an attribute or a block, not of an element.
    fn is_item(&self, site: &Path) -> bool {
        site.parent().is_some_and(|(body, _)| self.has_body(&body))
    }
}

/// The depth of nesting that is certain to be within the limit.
const NESTING: usize = 64;

/// Returns at least the number of levels to which an expression nests.
fn nesting(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b'(' | b'[' | b'{' | b'?' | b'!' | b'-')).count()
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

/// Returns whether a text is certain to be a valid value wherever one can be. Comments could be
/// read in place of those of items.
fn is_valid(text: &str) -> bool {
    let has_comments = text.contains('\n') && ["#", "//", "/*"].iter().any(|start| text.contains(start));
    !has_comments
        && !text.contains("<<")
        && !text.starts_with("for")
        && parse_file(format!("a = {text}\n"))
            .into_result()
            .is_ok_and(|file| body_of(&file).items().len() == 1)
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
