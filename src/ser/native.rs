//! Nodes as native syntax.
//!
//! What is put together here is right but not beautiful; the crate's own printing then brings it into canonical style.

use std::fmt::Write as _;

use super::node::{Item, Node, items};
use crate::error::{Error, Result};
use crate::value::{is_identifier, quoted};

/// A tuple of scalars stays on one line up to this many bytes.
const LINE: usize = 80;

/// A body as the text of a file.
pub(super) fn file(entries: &[(String, Node)]) -> Result<String> {
    let mut out = String::new();
    body(&items(entries), &mut out)?;
    let parsed = crate::body::parse_file(out);
    match parsed.diagnostics.has_errors() {
        false => Ok(parsed.value.to_string()),
        true => Err(Error::from(parsed.diagnostics)),
    }
}

fn body(items: &[Item<'_>], out: &mut String) -> Result<()> {
    for item in items {
        match item {
            Item::Attribute(name, node) => {
                check_name(name)?;
                out.push_str(name);
                out.push_str(" = ");
                value(node, true, out).map_err(|error| error.under(name))?;
                out.push('\n');
            }
            Item::Block(block_type, labels, entries) => {
                check_name(block_type)?;
                out.push_str(block_type);
                for label in labels {
                    let _ = write!(out, " {}", quoted(label));
                }
                out.push_str(" {\n");
                body(&super::node::items(entries), out).map_err(|error| error.under(block_type))?;
                out.push_str("}\n");
            }
        }
    }
    Ok(())
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

/// An expression. A heredoc is possible where a line can end after it.
fn value(node: &Node, ends_line: bool, out: &mut String) -> Result<()> {
    match node {
        Node::Absent | Node::Null => out.push_str("null"),
        Node::Bool(value) => _ = write!(out, "{value}"),
        Node::Number(number) => _ = write!(out, "{number}"),
        Node::String(text) if ends_line && is_heredoc(text) => heredoc(text, out),
        Node::String(text) => _ = write!(out, "{}", quoted(text)),
        // The newline that ends a heredoc is the line's.
        Node::Expression(text) if ends_line => out.push_str(text.trim_end_matches('\n')),
        Node::Expression(text) => out.push_str(text),
        Node::Tuple(elements) => tuple(elements, out)?,
        Node::Object(entries) => object(entries, out)?,
        Node::Block(labels, entries) if labels.is_empty() => object(entries, out)?,
        Node::Block(..) | Node::Body(_) => {
            return Err(Error::data(
                "Block in an expression",
                "A block can stand in a body alone, not in an argument's value.",
            ));
        }
    }
    Ok(())
}

fn tuple(elements: &[Node], out: &mut String) -> Result<()> {
    let start = out.len();
    out.push('[');
    for (index, element) in elements.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        value(element, false, out).map_err(|error| error.under(format_args!("[{index}]")))?;
    }
    out.push(']');
    if out.len() - start <= LINE && !out[start..].contains('\n') {
        return Ok(());
    }
    out.truncate(start);
    out.push_str("[\n");
    for (index, element) in elements.iter().enumerate() {
        value(element, false, out).map_err(|error| error.under(format_args!("[{index}]")))?;
        out.push_str(",\n");
    }
    out.push(']');
    Ok(())
}

fn object(entries: &[(String, Node)], out: &mut String) -> Result<()> {
    if entries.is_empty() {
        out.push_str("{}");
        return Ok(());
    }
    out.push_str("{\n");
    for (key, node) in entries {
        if is_identifier(key) && key != "for" {
            out.push_str(key);
        } else {
            let _ = write!(out, "{}", quoted(key));
        }
        out.push_str(" = ");
        value(node, true, out).map_err(|error| error.under(key))?;
        out.push('\n');
    }
    out.push('}');
    Ok(())
}

/// Whether a text of several lines is exactly what a heredoc can hold.
fn is_heredoc(text: &str) -> bool {
    text.ends_with('\n')
        && text.len() > 1
        && text.chars().all(|character| character == '\n' || character == '\t' || !character.is_control())
}

fn heredoc(text: &str, out: &mut String) {
    let mut marker = String::from("EOT");
    while text.lines().any(|line| line.trim() == marker) {
        marker.push('_');
    }
    let _ = write!(out, "<<{marker}\n{}{marker}", escaped(text));
}

/// A text as the literal of a template: what would begin a sequence is escaped.
pub(super) fn escaped(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}
