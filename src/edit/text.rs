//! New text: its parts, its indentation and line endings, and the check that it is valid.

use std::ops::Range;

use serde::Serialize;

use super::document::Document;
use super::gap::{indent_of, is_blank};
use super::node::{Form, NodeId, ROOT};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::ser::{self, expression_text};
use crate::source::Source;
use crate::syntax::ast::{Body, BodyItem, ExpressionKind};
use crate::syntax::format::{Indents, ends_in_heredoc, format_lines, with_line_endings};
use crate::syntax::parse_body;
use crate::value::quoted;

/// A range of a text, and its new text.
pub(super) type Part = (Range<usize>, String);

/// Returns a text with other parts, which are in the order of the text.
pub(super) fn with_parts(text: &str, parts: &[Part]) -> String {
    let mut text = text.to_owned();
    for (range, new) in parts.iter().rev() {
        text.replace_range(range.clone(), new);
    }
    text
}

/// Checks the name of an attribute or the type of a block.
pub(super) fn check_name(name: &str) -> Result<()> {
    ser::check_name(name, " that begins with a letter or _")
}

/// Returns the first line of a block, with its opening brace.
pub(super) fn block_header(block_type: &str, labels: &[String]) -> Result<String> {
    check_name(block_type)?;
    let labels = labels.iter().map(|label| format!("{} ", quoted(label)));
    Ok(format!("{block_type} {}{{", labels.collect::<String>()))
}

/// The error about new lines that have no other error.
pub(super) const NOT_VALID: &str = "The text is not valid in this body.";

/// Returns the error about a value that cannot be edited inside.
pub(super) fn not_a(kind: &str) -> Error {
    let detail =
        format!("The value is not {kind} that is written out. Other expressions can only be set as a whole.");
    Error::message(detail)
}

/// Returns the text of a value for a place within another one.
pub(super) fn element_text(value: &(impl Serialize + ?Sized)) -> Result<String> {
    Ok(without_line_end(expression_text(value, false)?))
}

/// Puts an expression that ends in a heredoc in parentheses, within which its line can end
/// everywhere.
pub(super) fn without_line_end(text: String) -> String {
    if text.contains("<<") && ends_in_heredoc(&text) { format!("({text}\n)") } else { text }
}

/// Returns a text with the indentation of its lines changed from one to another. Lines within
/// heredocs, strings and comments stay as they are.
pub(super) fn shift(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in format_lines(text, Indents::Kept).lines {
        let line = &text[line.source];
        if is_blank(line) {
            out.push_str(line.trim_start_matches([' ', '\t']));
            continue;
        }
        out.push_str(to);
        out.push_str(line.strip_prefix(from).unwrap_or_else(|| line.trim_start_matches([' ', '\t'])));
    }
    out
}

impl Document {
    /// Returns text as lines with an indentation, formatted, without the last line ending.
    pub(super) fn lines(&self, text: &str, base: &str) -> String {
        let text = with_line_endings(text, "\n");
        let unit = self.unit();
        let lines = format_lines(text.trim_end_matches('\n'), Indents::Based { base, unit });
        with_line_endings(&lines.text, self.ending())
    }

    /// Returns text as lines of a body.
    pub(super) fn body_lines(&self, body: NodeId, text: &str) -> String {
        let indent = self.item_indent(body);
        self.lines(text, &indent)
    }

    /// Returns the text of a value that begins in a line with an indentation.
    pub(super) fn value_lines(&self, text: &str, indent: impl FnOnce() -> String) -> String {
        // The indentation of text in one line does not matter.
        let indent = if text.contains('\n') { indent() } else { String::new() };
        self.lines(text, &indent).trim_start_matches([' ', '\t']).to_owned()
    }

    /// Returns the indentation of the items of a body: that of the last one that begins a line, or
    /// of the first comment that does.
    pub(super) fn item_indent(&self, body: NodeId) -> String {
        let count = self.count(body);
        let item = |index| {
            let gap = self.gap(body, index);
            gap.begins_line(gap.text.len()).then(|| indent_of(gap.text).to_owned())
        };
        let comment = |index| {
            let gap = self.gap(body, index);
            let first = gap.spans.iter().find(|comment| gap.begins_line(comment.start as usize))?;
            Some(indent_of(&gap.text[..first.start as usize]).to_owned())
        };
        let default = || if body == ROOT { String::new() } else { self.line_indent(body) + self.unit() };
        let found = (0..count).rev().find_map(item).or_else(|| (0..=count).find_map(comment));
        found.unwrap_or_else(default)
    }

    /// Returns whether a text is one value, and valid as a child of a node, in place of another one
    /// if that is given.
    pub(super) fn is_valid_value(&self, parent: NodeId, old: Option<NodeId>, text: &str) -> Result<bool> {
        self.check_length(text)?;
        // Line endings end the value of an attribute. `for` is not a name at the start of a tuple.
        let (open, close) = match self.form(parent) {
            Form::Body => ("", ""),
            Form::Tuple => ("[", "\n]"),
            _ => ("(", "\n)"),
        };
        let item = ["a = ", open, text, close, "\n"].concat();
        let parsed = parse_body(Source::from(item), &self.limits_in(parent, old, open.len() as u32));
        let body = Body::new(&parsed.tree, parsed.root);
        // The text must not end the value and go on with something else.
        let is_one = !parsed.diagnostics.has_errors() && body.items().len() == 1;
        let Some(BodyItem::Attribute(attribute)) = body.item(0).filter(|_| is_one) else {
            return Ok(false);
        };
        Ok(match attribute.expression().kind() {
            _ if open.is_empty() => attribute.span().end as usize == "a = ".len() + text.trim_end().len(),
            ExpressionKind::Tuple(tuple) if open == "[" => tuple.elements().len() == 1,
            kind => matches!(kind, ExpressionKind::Parentheses(_)),
        })
    }

    /// Returns whether items are valid in a body.
    pub(super) fn are_valid_items(&self, body: NodeId, text: &str) -> Result<bool> {
        self.check_length(text)?;
        let parsed = parse_body(Source::from([text, "\n"].concat()), &self.limits_in(body, None, 0));
        Ok(!parsed.diagnostics.has_errors())
    }

    /// Returns the limits for a text in a node, if a number of brackets around it are part of it.
    fn limits_in(&self, mut place: NodeId, mut child: Option<NodeId>, brackets: u32) -> Limits {
        let mut depth = Limits::PARSING.depth + brackets;
        while place != ROOT {
            // The results between `?` and `:` are nested.
            let is_level = self.form(place) != Form::Conditional
                || child.is_some_and(|child| self.index_of(child) % 2 == 1);
            depth = depth.saturating_sub(u32::from(is_level));
            (child, place) = (Some(place), self.parent(place));
        }
        Limits { depth, ..Limits::PARSING }
    }
}
