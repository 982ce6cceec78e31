//! Diagnostics for people and for programs.

use std::fmt::Write;

use serde_hcl::__private::is_disruptive;
use serde_hcl::{Category, Diagnostic, Renderer, Severity};
use serde_json::{Value, json};

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
        // All of them are in the basic plane; the newlines between the members are no part of a
        // name.
        match character {
            '\n' => escaped.push(character),
            _ if is_disruptive(character) => _ = write!(escaped, "\\u{:04x}", u32::from(character)),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Returns a diagnostic as JSON: severity, summary and detail, and the file and the range of its
/// location if it has one.
pub fn as_json(diagnostic: &Diagnostic) -> Value {
    let mut json = json!({
        "severity": match diagnostic.severity() {
            Severity::Warning => "warning",
            _ => "error",
        },
        "summary": diagnostic.summary(),
        "detail": diagnostic.detail(),
    });
    if let Some((source, range)) = diagnostic.source().zip(diagnostic.range()) {
        let pos = |pos: serde_hcl::Pos| json!({ "line": pos.line, "column": pos.column, "byte": pos.byte });
        json["range"] =
            json!({ "filename": source.name(), "start": pos(range.start), "end": pos(range.end) });
    }
    json
}
