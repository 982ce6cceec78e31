//! Nodes as native syntax, in the crate's canonical style.

use std::fmt::Write as _;

use super::node::{Item, Name, Node, items};
use crate::body::{Expression, group_by_name, parse_expression};
use crate::error::{Error, Result};
use crate::syntax::ast::display::{self, Lines};
use crate::value::{is_identifier, write_string};

/// A tuple of scalars stays on one line up to this many bytes.
const LINE: usize = 80;

/// A body as the text of a file.
pub(super) fn file(entries: &[(Name, Node)]) -> Result<String> {
    let mut writer = Writer::default();
    writer.body(&items(entries))?;
    Ok(writer.lines.finish())
}

#[derive(Default)]
struct Writer {
    lines: Lines,
    /// Where it is tried whether a tuple stands on one line.
    line: String,
}

impl Writer {
    fn body(&mut self, items: &[Item<'_>]) -> Result<()> {
        let mut names: Vec<_> = items
            .iter()
            .filter_map(|item| match item {
                Item::Attribute(name, _) => Some(&**name),
                Item::Block(..) => None,
            })
            .collect();
        group_by_name(&mut names, |name| name, |_, again| Err(repeated(again)))?;
        let mut after_block = false;
        for (index, item) in items.iter().enumerate() {
            let is_block = matches!(item, Item::Block(_, _, entries) if !entries.is_empty());
            self.lines.break_line(index > 0 && (is_block || after_block));
            after_block = is_block;
            match item {
                Item::Attribute(name, node) => {
                    check_name(name)?;
                    self.lines.push(name);
                    self.equals(node).map_err(|error| error.under(name))?;
                }
                Item::Block(block_type, labels, entries) => {
                    check_name(block_type)?;
                    self.lines.push(block_type);
                    for label in labels {
                        self.lines.push(" ");
                        self.string(label);
                    }
                    self.lines.push(" ");
                    self.lines.open("{");
                    self.body(&super::node::items(entries)).map_err(|error| error.under(block_type))?;
                    self.lines.close("}");
                }
            }
        }
        if !items.is_empty() {
            self.lines.break_line(false);
        }
        Ok(())
    }

    /// The value of an attribute, or of a key.
    fn equals(&mut self, node: &Node) -> Result<()> {
        self.lines.equals();
        self.lines.push(" ");
        match node {
            Node::String(text) if is_heredoc(text) => self.lines.heredoc(&heredoc(text)),
            node => self.value(node)?,
        }
        Ok(())
    }

    fn string(&mut self, text: &str) {
        let _ = write_string(text, &mut self.lines);
    }

    fn value(&mut self, node: &Node) -> Result<()> {
        match node {
            Node::Absent | Node::Null => self.lines.push("null"),
            Node::Bool(value) => self.lines.push(if *value { "true" } else { "false" }),
            Node::Number(number) => _ = write!(self.lines, "{number}"),
            Node::String(text) => self.string(text),
            Node::Expression(text) => display::print_in(&mut self.lines, ast(&parsed(text)?)?),
            Node::Tuple(elements) => self.tuple(node, elements)?,
            Node::Object(entries) => self.object(entries)?,
            Node::Block(labels, entries) if labels.is_empty() => self.object(entries)?,
            Node::Block(..) | Node::Body(_) => {
                return Err(Error::data(
                    "Block in an expression",
                    "A block can stand in a body alone, not in an argument's value.",
                ));
            }
        }
        Ok(())
    }

    fn tuple(&mut self, node: &Node, elements: &[Node]) -> Result<()> {
        self.line.clear();
        if in_line(node, &mut self.line)? {
            self.lines.push(&self.line);
            return Ok(());
        }
        self.lines.open("[");
        for (index, element) in elements.iter().enumerate() {
            self.lines.break_line(false);
            self.value(element).map_err(|error| error.under(format_args!("[{index}]")))?;
            // A heredoc ends its line, so the comma stands in the next.
            if index + 1 < elements.len() || !self.lines.ends_in_heredoc() {
                self.lines.push(",");
            }
        }
        self.lines.break_line(false);
        self.lines.close("]");
        Ok(())
    }

    fn object(&mut self, entries: &[(Name, Node)]) -> Result<()> {
        self.lines.open("{");
        for (key, node) in entries {
            self.lines.break_line(false);
            if is_identifier(key) && key != "for" {
                self.lines.push(key);
            } else {
                self.string(key);
            }
            self.equals(node).map_err(|error| error.under(key))?;
        }
        if !entries.is_empty() {
            self.lines.break_line(false);
        }
        self.lines.close("}");
        Ok(())
    }
}

/// Writes what stands on one line; false where it does not, or is too long for it.
fn in_line(node: &Node, line: &mut String) -> Result<bool> {
    match node {
        Node::Absent | Node::Null => line.push_str("null"),
        Node::Bool(value) => line.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => _ = write!(line, "{number}"),
        Node::String(text) if text.len() <= LINE => _ = write_string(text, line),
        Node::Expression(text) => {
            let text = ast(&parsed(text)?)?.to_string();
            if text.contains('\n') {
                return Ok(false);
            }
            line.push_str(&text);
        }
        Node::Tuple(elements) => {
            line.push('[');
            for (index, element) in elements.iter().enumerate() {
                line.push_str(if index == 0 { "" } else { ", " });
                if !in_line(element, line).map_err(|error| error.under(format_args!("[{index}]")))? {
                    return Ok(false);
                }
            }
            line.push(']');
        }
        Node::Object(entries) if entries.is_empty() => line.push_str("{}"),
        _ => return Ok(false),
    }
    Ok(line.len() <= LINE)
}

fn parsed(text: &str) -> Result<Expression> {
    let expression = parse_expression(text).into_result()?;
    expression.ok_or_else(|| Error::message("an expression is expected"))
}

fn ast(expression: &Expression) -> Result<crate::syntax::ast::Expression<'_>> {
    expression.ast().ok_or_else(|| Error::message("an expression is expected"))
}

fn check_name(name: &str) -> Result<()> {
    if is_identifier(name) {
        return Ok(());
    }
    let detail = format!(
        "{name:?} cannot be the name of an argument or block in native syntax. Use a name of letters, digits, _ and -, or put the \
         entry into a map that is an argument."
    );
    Err(Error::data("Invalid name", detail).under(name))
}

fn repeated(name: &str) -> Error {
    let detail = format!("The argument {name:?} is there twice in one body. Leave one of them out.");
    Error::data("Attribute redefined", detail).under(name)
}

/// Whether a text of several lines is exactly what a heredoc can hold.
fn is_heredoc(text: &str) -> bool {
    text.ends_with('\n')
        && text.len() > 1
        && text.chars().all(|character| character == '\n' || character == '\t' || !character.is_control())
}

fn heredoc(text: &str) -> String {
    let mut marker = String::from("EOT");
    while text.lines().any(|line| line.trim() == marker) {
        marker.push('_');
    }
    format!("<<{marker}\n{}{marker}", escaped(text))
}

/// A text as the literal of a template: what would begin a sequence is escaped.
pub(super) fn escaped(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}
