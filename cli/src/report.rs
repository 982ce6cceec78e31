//! Diagnostics for people and for programs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use serde_hcl::{
    Diagnostic,
    diag::{Category, Renderer},
    source::is_disruptive,
};

use terminal_size::{Width, terminal_size_of};

use crate::options::is_standard;

/// A stream for diagnostics.
#[derive(Clone, Copy)]
pub enum Stream {
    /// Standard output.
    Results,
    /// Standard error.
    Failures,
}

/// Formats diagnostics for people, in color and without notes, which are for developers. The output
/// drops the colors where they are not wanted. Lines are as wide as the stream if it is a terminal.
pub fn renderer(stream: Stream) -> Renderer {
    let size = match stream {
        Stream::Results => terminal_size_of(std::io::stdout()),
        Stream::Failures => terminal_size_of(std::io::stderr()),
    };
    let renderer = Renderer::new().color(true);
    size.map_or(renderer.clone(), |(Width(columns), _)| renderer.width(columns.into()))
}

/// Returns a message about the command itself, in the form of a diagnostic.
pub fn complaint(message: String) -> String {
    renderer(Stream::Failures).render([&Diagnostic::error(Category::Io, message, "")])
}

/// Returns a name on one line, without characters that would disturb the terminal.
pub fn printable(name: &str) -> String {
    Diagnostic::error(Category::Io, name.to_owned(), "").to_string()
}

/// Returns a line of a text with escapes for characters that would disturb a terminal. A carriage
/// return at its end is part of the line ending.
pub fn escaped(line: &str) -> String {
    let (content, end) = line.strip_suffix('\r').map_or((line, ""), |content| (content, "\r"));
    let mut escaped = String::with_capacity(line.len());
    for character in content.chars() {
        match is_disruptive(character) {
            true => escaped.extend(character.escape_default()),
            false => escaped.push(character),
        }
    }
    escaped + end
}

/// Writes a note to standard error, about a decision that the result does not show.
pub fn note(text: &str) {
    _ = writeln!(std::io::stderr(), "note: {text}");
}

/// Returns a number with a noun in singular or plural.
pub fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// Returns the name of a file for messages and results.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "<stdin>".to_owned() } else { printable(&path.display().to_string()) }
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
