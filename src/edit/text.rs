//! The text of new items.

use serde::Serialize;

use super::document::Document;
use super::part::Part;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::expression_text;
use crate::syntax::format::{Indents, format_lines, with_line_endings};
use crate::value::{is_identifier, quoted};

/// Checks the name of an attribute or the type of a block.
pub(super) fn check_name(name: &str) -> Result<()> {
    if is_identifier(name) {
        return Ok(());
    }
    let detail = format!(
        "{name:?} cannot be the name of an attribute or a block in native syntax. Use a name of letters, digits, _ \
         and - that begins with a letter or _."
    );
    Err(Error::coded(Code::UnwritableName, detail))
}

/// Returns the error about a name that an attribute has already.
pub(super) fn repeated(name: &str) -> Error {
    Error::coded(
        Code::RepeatedEntry,
        format!("The body has an attribute {name:?} already. Set its value instead."),
    )
}

/// Returns the error about a name of an attribute that is the type of blocks already.
pub(super) fn block_of_name(name: &str) -> Error {
    Error::coded(
        Code::RepeatedEntry,
        format!("The body has blocks of the type {name:?} already. Choose another name for the attribute."),
    )
}

/// Returns the error about a type of a block that is the name of an attribute already.
pub(super) fn attribute_of_type(name: &str) -> Error {
    Error::coded(
        Code::RepeatedEntry,
        format!("The body has an attribute {name:?} already. Choose another type for the block."),
    )
}

/// Returns the first line of a block, with its opening brace.
pub(super) fn block_header(block_type: &str, labels: &[&str]) -> Result<String> {
    check_name(block_type)?;
    let mut header = block_type.to_owned();
    for label in labels {
        header.push(' ');
        header.push_str(&quoted(label).to_string());
    }
    header.push_str(" {");
    Ok(header)
}

/// Returns a key of an object, in quotes where it needs them.
pub(super) fn key_text(key: &str) -> String {
    if is_identifier(key) && key != "for" { key.to_owned() } else { quoted(key).to_string() }
}

impl Document {
    /// Returns the text of a value in a tuple or an object, where a heredoc would end the line.
    pub(super) fn element_value_text<T: Serialize + ?Sized>(&self, value: &T) -> Result<String> {
        expression_text(value, false)
    }

    /// Returns the text of a value. In a document with other line endings, a heredoc would be
    /// another value.
    pub(super) fn value_text<T: Serialize + ?Sized>(&self, value: &T) -> Result<String> {
        expression_text(value, self.chunks.ending() == "\n")
    }
}

impl Part<'_> {
    /// Returns text as lines of a body with an indentation, formatted, without the last line
    /// ending.
    pub(super) fn lines(&self, text: &str, base: &str) -> String {
        let text = with_line_endings(text, "\n");
        let lines = format_lines(text.trim_end_matches('\n'), Indents::Based { base, unit: self.unit() });
        with_line_endings(&lines.text, self.ending())
    }

    /// Returns the text of an expression whose first line continues a line with an indentation.
    pub(super) fn expression(&self, text: &str, base: &str) -> String {
        self.lines(text, base).trim_start_matches([' ', '\t']).to_owned()
    }
}
