//! New text: its indentation and line endings, and the check that it is valid.

use super::document::Document;
use super::gap::{comments, indent_of, is_blank};
use super::node::{Kind, NodeId, ROOT};
use crate::error::Result;
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax::ast::{Body, BodyItem, ExpressionKind};
use crate::syntax::format::{Indents, format_lines, with_line_endings};
use crate::syntax::parse_body;

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
    pub(super) fn lines(&mut self, text: &str, base: &str) -> String {
        let text = with_line_endings(text, "\n");
        let unit = self.unit();
        let lines = format_lines(text.trim_end_matches('\n'), Indents::Based { base, unit });
        with_line_endings(&lines.text, self.ending())
    }

    /// Returns text as lines of a body.
    pub(super) fn body_lines(&mut self, body: NodeId, text: &str) -> String {
        let indent = self.item_indent(body);
        self.lines(text, &indent)
    }

    /// Returns the text of a value that begins in the line of a node.
    pub(super) fn value_lines(&mut self, text: &str, beside: NodeId) -> String {
        // The indentation of text in one line does not matter.
        let indent = if text.contains('\n') { self.line_indent(beside) } else { String::new() };
        self.lines(text, &indent).trim_start_matches([' ', '\t']).to_owned()
    }

    /// Returns the indentation of the items of a body: that of the last one that begins a line, or
    /// of the first comment that does.
    pub(super) fn item_indent(&self, body: NodeId) -> String {
        let count = self.node(body).children.len();
        for index in (0..count).rev() {
            let gap = self.gap(body, index);
            if gap.begins_line(gap.text.len()) {
                return gap.last_indent().unwrap_or_default().to_owned();
            }
        }
        for index in 0..=count {
            let gap = self.gap(body, index);
            if let Some(comment) = comments(gap.text).find(|comment| gap.begins_line(comment.start)) {
                return indent_of(&gap.text[gap.line_start(comment.start)..]).to_owned();
            }
        }
        if body == ROOT { String::new() } else { self.line_indent(body) + self.unit() }
    }

    /// Returns whether a text is one value, and valid as a child of a node.
    pub(super) fn is_valid_value(&self, parent: NodeId, text: &str) -> Result<bool> {
        self.check_length(text)?;
        // Line endings end the value of an attribute. `for` is not a name at the start of a tuple.
        let (open, close) = match self.node(parent).kind {
            Kind::Attribute => ("", ""),
            Kind::Tuple => ("[", "\n]"),
            _ => ("(", "\n)"),
        };
        let around = self.brackets_around(parent, text);
        let item = ["a = ", &around.value.0, open, text, close, &around.value.1, "\n"].concat();
        let parsed = parse_body(Source::from(around.of_body(&item)), &Limits::PARSING);
        let body = Body::new(&parsed.tree, parsed.root);
        if parsed.diagnostics.has_errors() || !around.value.0.is_empty() || !around.body.0.is_empty() {
            return Ok(!parsed.diagnostics.has_errors() && self.is_valid_value(ROOT, text)?);
        }
        // The text must not end the value and go on with something else.
        let Some(BodyItem::Attribute(attribute)) = body.item(0).filter(|_| body.items().len() == 1) else {
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
        let text = self.brackets_around(body, text).of_body(&format!("{text}\n"));
        Ok(!parse_body(Source::from(text), &Limits::PARSING).diagnostics.has_errors())
    }

    /// Returns the brackets around a place, if a text in them may be nested too deep.
    fn brackets_around(&self, place: NodeId, text: &str) -> Brackets {
        // Their order does not matter.
        let (mut blocks, mut brackets, mut conditionals) = (0, 0, 0);
        let mut at = place;
        while at != ROOT {
            match self.node(at).kind {
                Kind::Block => blocks += 1,
                Kind::Tuple | Kind::Object | Kind::Call | Kind::Parentheses => brackets += 1,
                Kind::Conditional => conditionals += 1,
                _ => {}
            }
            at = self.node(at).parent;
        }
        let opens = |byte| matches!(byte, b'(' | b'[' | b'{' | b'?' | b'"' | b'<');
        let levels = text.bytes().filter(|byte| opens(*byte)).count() + blocks + brackets + conditionals;
        if levels < Limits::PARSING.depth as usize {
            return Brackets::default();
        }
        let value = (
            ["(".repeat(brackets.saturating_sub(1)), "x ? ".repeat(conditionals)].concat(),
            [" : x".repeat(conditionals), ")".repeat(brackets.saturating_sub(1))].concat(),
        );
        Brackets { body: ("b {\n".repeat(blocks), "}\n".repeat(blocks)), value }
    }
}

/// The text before and after items and values that puts them at the depth of a place.
#[derive(Default)]
struct Brackets {
    body: (String, String),
    value: (String, String),
}

impl Brackets {
    fn of_body(&self, items: &str) -> String {
        [&self.body.0, items, &self.body.1].concat()
    }
}
