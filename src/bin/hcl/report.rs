//! Diagnostics for people and for programs.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use serde_hcl::__private::is_disruptive;
use serde_hcl::{Category, Diagnostic, Severity};
use serde_json::{Value, json};

const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const BLUE: Style = AnsiColor::Blue.on_default().bold();
const BOLD: Style = Style::new().bold();

/// Formats an error like `{:#}`, in color.
pub fn painted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut color = RED;
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if let Some((style, word)) = [(RED, "error"), (YELLOW, "warning")]
            .into_iter()
            .find(|(_, word)| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(": ")))
        {
            color = style;
            let rest = &line[word.len()..];
            paint(&mut out, style, word);
            paint(&mut out, BOLD, rest);
        } else {
            gutter(&mut out, color, line);
        }
    }
    out
}

/// Writes a line with a margin in front, or one of the detail.
fn gutter(out: &mut String, color: Style, line: &str) {
    if line.trim_start().starts_with("--> ") {
        return paint(out, BLUE, line);
    }
    let margin = |(number, _): &(&str, &str)| number.trim().bytes().all(|byte| byte.is_ascii_digit());
    match line.split_once(" |").filter(margin) {
        Some((number, source)) => {
            paint(out, BLUE, &format!("{number} |"));
            let is_marker = source.contains('^') && source.chars().all(|it| it == '^' || it.is_whitespace());
            if is_marker { paint(out, color, source) } else { out.push_str(source) }
        }
        None => out.push_str(line),
    }
}

fn paint(out: &mut String, style: Style, text: &str) {
    // Writing to a string does not fail.
    _ = write!(out, "{style}{text}{style:#}");
}

/// Returns a message about the command itself, in the form of a diagnostic.
pub fn complaint(message: String) -> String {
    format!("{:#}", Diagnostic::error(Category::Io, message, ""))
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

#[cfg(test)]
mod tests {
    use super::painted;

    #[test]
    fn what_is_wrong_stands_out() {
        let shown = painted("error: No\n --> a.hcl:1:2\n  |\n1 | a b\n  |   ^\n  Do that.");
        assert_eq!(
            shown.replace('\u{1b}', "<"),
            "<[1m<[31merror<[0m<[1m: No<[0m\n<[1m<[34m --> a.hcl:1:2<[0m\n<[1m<[34m  |<[0m\n<[1m<[34m1 |<[0m a b\n\
             <[1m<[34m  |<[0m<[1m<[31m   ^<[0m\n  Do that."
        );
    }
}
