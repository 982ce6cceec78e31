//! The configurations of the project: its examples, the texts of its cases, and every string
//! literal of its tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::cases;

/// All texts below the directory of the project, without repeats, in order.
pub fn project(root: &Path) -> Vec<String> {
    let mut texts = BTreeSet::new();
    for directory in ["examples", "tests", "README.md"] {
        collect(&root.join(directory), &mut texts);
    }
    texts.into_iter().collect()
}

fn collect(path: &Path, texts: &mut BTreeSet<String>) {
    if let Ok(entries) = fs::read_dir(path) {
        entries.flatten().for_each(|entry| collect(&entry.path(), texts));
    }
    let Ok(text) = fs::read_to_string(path) else { return };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => texts.extend(literals(&text)),
        Some("md") => texts.extend(text.split("```").skip(1).step_by(2).map(str::to_owned)),
        Some("cases") => texts.extend(cases::split(&text).map(|(text, _)| text.to_owned())),
        _ => _ = texts.insert(text),
    }
}

/// Some files below a directory with one of the extensions, in no order; none where there is no
/// such directory.
pub fn files(directory: &Path, extensions: &[&str], most: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(path) = pending.pop()
        && found.len() < most
    {
        let is_wanted =
            path.extension().and_then(|it| it.to_str()).is_some_and(|it| extensions.contains(&it));
        if is_wanted {
            found.extend(fs::read_to_string(&path));
        } else if let Ok(entries) = fs::read_dir(path) {
            pending.extend(entries.flatten().map(|entry| entry.path()));
        }
    }
    found
}

/// The string literals of Rust code, their escapes resolved.
pub fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let before = &rest[..at];
        let hashes = before.len() - before.trim_end_matches('#').len();
        let is_raw = before[..at - hashes].ends_with('r');
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest = rest[3..].trim_start_matches('\'');
        } else if rest.starts_with('"') && is_raw {
            let end = format!("\"{}", "#".repeat(hashes));
            let Some((literal, after)) = rest[1..].split_once(end.as_str()) else { break };
            found.push(literal.to_owned());
            rest = after;
        } else if rest.starts_with('"') {
            let Some(end) = end_of_literal(rest) else { break };
            found.push(unescape(&rest[1..end]));
            rest = &rest[end + 1..];
        } else {
            rest = &rest[1..];
        }
    }
    found
}

/// The offset of the quote that closes the literal at the start of a text.
fn end_of_literal(text: &str) -> Option<usize> {
    let mut escaped = false;
    let after = text.bytes().enumerate().skip(1);
    for (at, byte) in after {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at),
            _ => {}
        }
    }
    None
}

fn unescape(literal: &str) -> String {
    let mut text = String::new();
    let mut rest = literal.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match rest.next() {
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('t') => text.push('\t'),
            Some('0') => text.push('\0'),
            Some('u') => {
                let digits: String = rest.by_ref().skip(1).take_while(|digit| *digit != '}').collect();
                text.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            // The next line starts where its text begins.
            Some('\n') => rest = rest.as_str().trim_start().chars(),
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}
