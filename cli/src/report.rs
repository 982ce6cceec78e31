//! Diagnostics for people and for programs.

use std::fmt::Write;

use serde_hcl::{Category, Diagnostic, Renderer};

/// Formats diagnostics for people, in color. The output drops the colors where they are not wanted.
pub fn renderer() -> Renderer {
    Renderer::new().color(true)
}

/// Returns a message about the command itself, in the form of a diagnostic.
pub fn complaint(message: String) -> String {
    renderer().render([&Diagnostic::error(Category::Io, message, "")])
}

/// Returns a name on one line, without characters that would disturb the terminal.
pub fn printable(name: &str) -> String {
    Diagnostic::error(Category::Io, name.to_owned(), "").to_string()
}

/// Returns JSON with escapes for characters in names that would disturb a terminal.
pub fn escaped_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        // The JSON itself contains quotes, backslashes and newlines.
        let is_printable =
            matches!(character, '\n' | '"' | '\\' | '\'') || character.escape_debug().len() == 1;
        if is_printable {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped
}
