//! Diagnostics for people and for programs.

use std::fmt::Write;

use serde_hcl::__private::is_disruptive;
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
        // All these characters are in the Basic Multilingual Plane, so `\uXXXX` is enough. Newlines
        // between the members are kept.
        match character {
            '\n' => escaped.push(character),
            _ if is_disruptive(character) => _ = write!(escaped, "\\u{:04x}", u32::from(character)),
            _ => escaped.push(character),
        }
    }
    escaped
}
