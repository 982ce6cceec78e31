//! The text of new items.

use std::ops::Range;

use serde::Serialize;

use crate::diag::Code;
use crate::error::{Error, Result};
use crate::ser::expression_text;
use crate::syntax::format::ends_in_heredoc;
use crate::value::{is_identifier, quoted};

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
    if is_identifier(name) {
        return Ok(());
    }
    let detail = format!(
        "{name:?} cannot be the name of an attribute or a block in native syntax. Use a name of letters, digits, _ \
         and - that begins with a letter or _."
    );
    Err(Error::coded(Code::UnwritableName, detail))
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
    Error::message(detail)
}

/// Returns the text of a value for a place within another one.
pub(super) fn element_text(value: &(impl Serialize + ?Sized)) -> Result<String> {
    Ok(without_line_end(expression_text(value, false)?))
}

/// Returns whether an expression ends in a heredoc, after which its line ends.
fn has_line_end(text: &str) -> bool {
    text.contains("<<") && ends_in_heredoc(text)
}

/// Puts an expression that ends in a heredoc in parentheses, within which its line can end
/// everywhere.
pub(super) fn without_line_end(text: String) -> String {
    if has_line_end(&text) { format!("({text}\n)") } else { text }
}
