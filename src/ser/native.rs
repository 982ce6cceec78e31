//! Nodes as native syntax, in the crate's canonical style.

use super::expression;
use super::heredoc::{heredoc, is_heredoc};
use super::node::{self, Elements, Entries, Item, NodeKind, TapeNode};
use super::tape::Tape;
use crate::body::group_by_name;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::display::escaped;
use crate::syntax::format::Lines;
use crate::value::{is_identifier, write_string};

/// A tuple of scalars stays on one line up to this many bytes.
const LINE: usize = 80;

/// Writes a body as the text of a file. With a width, tuples and objects up to this many bytes are
/// on one line.
pub(super) fn file(tape: &mut Tape, width: Option<usize>) -> Result<String> {
    // For each token: indentation, ` = `, quotes and a line break.
    let lines = Lines::with_capacity(tape.length(10));
    let has_expressions = tape.has_expressions();
    let mut writer = NativeWriter { lines, has_expressions, heredocs: true, width };
    writer.body(node::body(tape)?)?;
    Ok(writer.lines.finish())
}

/// A writer of the canonical style.
pub(super) struct NativeWriter {
    pub(super) lines: Lines,
    pub(super) has_expressions: bool,
    /// Whether texts of several lines are heredocs.
    pub(super) heredocs: bool,
    /// The width of tuples and objects on one line, in place of that of tuples alone.
    pub(super) width: Option<usize>,
}

impl NativeWriter {
    pub(super) fn item(&mut self, item: Item<'_, '_>) -> Result<()> {
        match item {
            Item::Attribute(name, node) => {
                check_entry(name)?;
                self.lines.push(name);
                self.equals(node).map_err(|error| error.under(name))
            }
            Item::Block(block_type, labels, entries) => {
                self.block(block_type, labels.iter().map(|label| label.text), Some(entries))
            }
        }
    }

    pub(super) fn block<'l>(
        &mut self,
        block_type: &str,
        labels: impl Iterator<Item = &'l str>,
        entries: Option<Entries<'_>>,
    ) -> Result<()> {
        check_entry(block_type)?;
        self.lines.push(block_type);
        for label in labels {
            self.lines.push(" ");
            self.string(label);
        }
        self.lines.push(" ");
        self.lines.open('{');
        if let Some(entries) = entries {
            self.body(entries).map_err(|error| error.under(block_type))?;
        }
        self.lines.close('}');
        Ok(())
    }

    fn body(&mut self, entries: Entries<'_>) -> Result<()> {
        let mut names = Vec::new();
        let mut is_first = true;
        let mut after_block = false;
        entries.each_item(|item| {
            let is_block = matches!(item, Item::Block(_, _, entries) if !entries.is_empty());
            self.lines.break_line(!is_first && (is_block || after_block));
            is_first = false;
            after_block = is_block;
            if let Item::Attribute(name, _) = item {
                names.push(name);
            }
            self.item(item)
        })?;
        if !is_first {
            self.lines.break_line(false);
        }
        group_by_name(&mut names, |name| name, |_, again| Err(repeated(again)))
    }

    /// Writes the value of an attribute, or of a key.
    fn equals(&mut self, node: TapeNode<'_>) -> Result<()> {
        self.lines.equals(0);
        self.root_value(node)
    }

    /// Writes a value that ends its line.
    pub(super) fn root_value(&mut self, node: TapeNode<'_>) -> Result<()> {
        match node.kind() {
            NodeKind::String(text) if self.heredocs && is_heredoc(text) => {
                self.lines.heredoc(&heredoc(&escaped(text)));
                Ok(())
            }
            NodeKind::Expression(expression) => {
                expression::write_native(expression, &mut self.lines, self.heredocs)
            }
            kind => self.value(kind),
        }
    }

    fn string(&mut self, text: &str) {
        _ = write_string(text, self.lines.text());
    }

    fn value(&mut self, kind: NodeKind<'_>) -> Result<()> {
        match kind {
            NodeKind::Expression(expression) => expression::write_native(expression, &mut self.lines, false)?,
            NodeKind::Tuple(elements) => self.tuple(elements)?,
            NodeKind::Object(entries) => self.object(entries)?,
            NodeKind::Block(..) | NodeKind::Body(_) => return Err(node::block_in_value()),
            scalar => _ = in_line(scalar, self.lines.text(), usize::MAX, false)?,
        }
        Ok(())
    }

    /// Writes a value on one line, if it is short enough.
    fn fits(&mut self, kind: NodeKind<'_>) -> Result<bool> {
        let (width, objects) = (self.width.unwrap_or(LINE), self.width.is_some());
        let fits = self.lines.attempt(|text: &mut String| {
            let end = text.len().saturating_add(width);
            in_line(kind, text, end, objects)
        })?;
        if fits && self.has_expressions {
            self.lines.leave_to_formatter();
        }
        Ok(fits)
    }

    fn tuple(&mut self, elements: Elements<'_>) -> Result<()> {
        if elements.is_empty() {
            self.lines.push("[]");
            return Ok(());
        }
        if self.fits(NodeKind::Tuple(elements))? {
            return Ok(());
        }
        self.lines.open('[');
        for (index, element) in elements.enumerate() {
            // The closing marker of a heredoc ends its line, so the comma is in the next line.
            if index > 0 {
                self.lines.push(",");
            }
            self.lines.break_line(false);
            self.value(element.kind()).map_err(|error| error.under_index(index))?;
        }
        if !self.lines.ends_in_heredoc() {
            self.lines.push(",");
        }
        self.lines.break_line(false);
        self.lines.close(']');
        Ok(())
    }

    fn object(&mut self, entries: Entries<'_>) -> Result<()> {
        if self.width.is_some() && self.fits(NodeKind::Object(entries))? {
            return Ok(());
        }
        self.lines.open('{');
        for (key, node) in entries {
            self.lines.break_line(false);
            write_key(key, self.lines.text());
            self.equals(node).map_err(|error| error.under(key))?;
        }
        if !entries.is_empty() {
            self.lines.break_line(false);
        }
        self.lines.close('}');
        Ok(())
    }
}

/// Writes the key of an object.
pub(super) fn write_key(key: &str, text: &mut String) {
    if is_identifier(key) && key != "for" {
        text.push_str(key);
    } else {
        _ = write_string(key, text);
    }
}

/// Writes a value on one line. Returns `false` if it needs several lines, as objects may, or ends
/// beyond a column.
fn in_line(kind: NodeKind<'_>, line: &mut String, end: usize, objects: bool) -> Result<bool> {
    match kind {
        NodeKind::Absent | NodeKind::Null => line.push_str("null"),
        NodeKind::Bool(value) => line.push_str(if value { "true" } else { "false" }),
        NodeKind::Number(text) => line.push_str(text),
        NodeKind::String(text) if line.len() + text.len() <= end => _ = write_string(text, line),
        NodeKind::Expression(expression) => {
            let text = expression::native_text(expression)?;
            if text.contains('\n') {
                return Ok(false);
            }
            line.push_str(&text);
        }
        NodeKind::Tuple(elements) => {
            line.push('[');
            for (index, element) in elements.enumerate() {
                line.push_str(if index == 0 { "" } else { ", " });
                if !in_line(element.kind(), line, end, objects).map_err(|error| error.under_index(index))? {
                    return Ok(false);
                }
            }
            line.push(']');
        }
        NodeKind::Object(entries) if entries.is_empty() => line.push_str("{}"),
        NodeKind::Object(entries) if objects => {
            for (index, (key, node)) in entries.into_iter().enumerate() {
                line.push_str(if index == 0 { "{ " } else { ", " });
                write_key(key, line);
                line.push_str(" = ");
                if !in_line(node.kind(), line, end, objects).map_err(|error| error.under(key))? {
                    return Ok(false);
                }
            }
            line.push_str(" }");
        }
        _ => return Ok(false),
    }
    Ok(line.len() <= end)
}

fn check_entry(name: &str) -> Result<()> {
    let help = ", or put the entry into a map that is an attribute";
    check_name(name, help).map_err(|error| error.under(name))
}

/// Checks the name of an attribute or the type of a block. The help follows the characters that a
/// name can have.
pub(crate) fn check_name(name: &str, help: &str) -> Result<()> {
    if is_identifier(name) {
        return Ok(());
    }
    let detail = format!(
        "{name:?} cannot be the name of an attribute or a block in native syntax. Use a name of letters, digits, _ \
         and -{help}."
    );
    Err(Error::coded(Code::UnwritableName, detail))
}

fn repeated(name: &str) -> Error {
    let detail = format!("A body has two attributes {name:?}. Remove one of them.");
    Error::coded(Code::RepeatedEntry, detail).under(name)
}
