//! The text of new items.

use serde::Serialize;

use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::expression_text;
use crate::syntax::format::ends_in_heredoc;
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

/// Returns the error about a name of an attribute that is the type of blocks already.
pub(super) fn block_of_name(name: &str) -> Error {
    let detail =
        format!("The body has blocks of the type {name:?} already. Choose another name for the attribute.");
    Error::coded(Code::RepeatedEntry, detail)
}

/// Returns the error about a name that an attribute has already.
pub(super) fn attribute_of_name(name: &str, help: &str) -> Error {
    Error::coded(Code::RepeatedEntry, format!("The body has an attribute {name:?} already. {help}"))
}

/// Returns the error about a key that an object has already.
pub(super) fn key_of_object(key: &str, help: &str) -> Error {
    Error::coded(Code::RepeatedEntry, format!("The object has a key {key:?} already. {help}"))
}

/// Returns the first line of a block, with its opening brace.
pub(super) fn block_header(block_type: &str, labels: &[String]) -> Result<String> {
    check_name(block_type)?;
    let labels = labels.iter().map(|label| format!("{} ", quoted(label)));
    Ok(format!("{block_type} {}{{", labels.collect::<String>()))
}

/// Returns a key of an object, in quotes where it needs them.
pub(super) fn key_text(key: &str) -> String {
    if is_identifier(key) && key != "for" { key.to_owned() } else { quoted(key).to_string() }
}

/// Returns the error about a value that cannot be edited inside.
pub(super) fn not_a(kind: &str) -> Error {
    let detail =
        format!("The value is not {kind} that is written out. Other expressions can only be set as a whole.");
    Error::coded(Code::InvalidValue, detail)
}

/// Returns the text of a value for a place within another one.
pub(super) fn element_text(value: &(impl Serialize + ?Sized)) -> Result<String> {
    Ok(without_line_end(expression_text(value, false)?))
}

/// Returns whether an expression ends in a heredoc, after which its line ends.
pub(super) fn has_line_end(text: &str) -> bool {
    text.contains("<<") && ends_in_heredoc(text)
}

/// Puts an expression that ends in a heredoc in parentheses, within which its line can end
/// everywhere.
pub(super) fn without_line_end(text: String) -> String {
    if has_line_end(&text) { format!("({text}\n)") } else { text }
}
