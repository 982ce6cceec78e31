//! Setting values.

use serde::Serialize;

use super::document::Document;
use super::layout::Edit;
use super::part::Excerpt;
use super::path::{Path, Target};
use crate::error::Result;
use crate::ser::expression_text;
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
