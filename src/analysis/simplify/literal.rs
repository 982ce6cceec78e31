//! Values as literals.

use std::fmt::Write;

use crate::syntax::ast::display::escaped;
use crate::value::{Number, Type, Value, ValueKind, is_identifier, write_string};

/// The number of levels of a value that is written as a literal.
const MAX_DEPTH: u32 = 32;

/// The greatest length of a number in bytes. Longer numbers are mostly quotients with endless
/// decimals, and their text is rounded.
const MAX_NUMBER: usize = 100;

fn write_number(number: &Number, out: &mut String) -> Option<()> {
    let text = number.to_string();
    (text.len() <= MAX_NUMBER).then(|| out.push_str(&text))
}

/// Returns the literal of a value in native syntax. Lists, sets, maps, capsules and typed nulls
/// have none, and neither have marked and unknown values.
pub(super) fn native(value: &Value) -> Option<String> {
    let mut out = String::new();
    write_native(value, MAX_DEPTH, &mut out)?;
    Some(out)
}

fn write_native(value: &Value, depth: u32, out: &mut String) -> Option<()> {
    if value.is_marked() {
        return None;
    }
    let depth = depth.checked_sub(1)?;
    match value.kind() {
        ValueKind::Null(Type::Dynamic) => out.push_str("null"),
        ValueKind::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        ValueKind::Number(number) if number.is_finite() => write_number(number, out)?,
        ValueKind::String(text) => write_string(text, out).ok()?,
        ValueKind::Tuple(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_native(item, depth, out)?;
            }
            out.push(']');
        }
        ValueKind::Object(map) if map.is_empty() => out.push_str("{}"),
        ValueKind::Object(map) => {
            for (index, (key, value)) in map.iter().enumerate() {
                out.push_str(if index == 0 { "{ " } else { ", " });
                if is_identifier(key) && !is_keyword(key) {
                    out.push_str(key);
                } else {
                    write_string(key, out).ok()?;
                }
                out.push_str(" = ");
                write_native(value, depth, out)?;
            }
            out.push_str(" }");
        }
        _ => return None,
    }
    Some(())
}

/// Returns whether a name at the start of an object would be read as a keyword.
fn is_keyword(name: &str) -> bool {
    matches!(name, "for" | "null" | "true" | "false")
}

/// Returns the literal of a value in HCL JSON, as [`native`] does. Strings are templates.
pub(super) fn json(value: &Value) -> Option<String> {
    let mut out = String::new();
    write_json(value, MAX_DEPTH, &mut out)?;
    Some(out)
}

fn write_json(value: &Value, depth: u32, out: &mut String) -> Option<()> {
    if value.is_marked() {
        return None;
    }
    let depth = depth.checked_sub(1)?;
    match value.kind() {
        ValueKind::String(text) => out.push_str(&json_string(&escaped(text))),
        ValueKind::Tuple(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_json(item, depth, out)?;
            }
            out.push(']');
        }
        ValueKind::Object(map) => {
            out.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write!(out, "{}: ", json_string(&escaped(key))).ok()?;
                write_json(value, depth, out)?;
            }
            out.push('}');
        }
        // Other values are written the same way in both syntaxes.
        _ => write_native(value, depth + 1, out)?,
    }
    Some(())
}

/// Returns a text as a JSON string.
pub(super) fn json_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
