//! YAML and TOML: a configuration in either is that of HCL JSON with the same content.

mod document;
mod json;
#[cfg(test)]
mod tests;
mod toml;
mod yaml;

use std::io;

use serde_hcl::{Diagnostic, Map, Value, ValueKind, diag::Category};

use crate::address::{Key, extended};
use crate::options::Format;
use crate::{Result, print};

pub use json::to_json;

/// Returns the object of a configuration in a format, JSON on one line or on several.
///
/// # Errors
/// Returns an error for a part of the value that the format cannot represent, with the address of
/// the part.
pub fn write(value: &Value, format: Format, compact: bool) -> Result<String> {
    if format == Format::Json {
        return print::plain_json(value, compact);
    }
    value.check_size()?;
    check(value, format).map_err(|Unwritable { path, reason }| {
        let address = path.iter().rev().fold(String::new(), |address, key| extended(&address, key));
        let summary = format!("No {} for a value", format.name());
        Diagnostic::error(Category::Data, summary, format!("{address} {reason}"))
    })?;
    print::text(value, |out| match format {
        Format::Toml => toml::write(value, out),
        _ => yaml::write(value, out),
    })
}

/// A value that a format does not represent.
struct Unwritable {
    /// The keys to the value, the last one first.
    path: Vec<Key>,
    /// The end of a sentence that begins with the address.
    reason: String,
}

/// Checks that a format represents a value.
fn check(value: &Value, format: Format) -> Result<(), Unwritable> {
    let failed = |reason: &str| Err(Unwritable { path: Vec::new(), reason: reason.to_owned() });
    let inside = |item: &Value, key: &dyn Fn() -> Key| {
        check(item, format).map_err(|mut error| {
            error.path.push(key());
            error
        })
    };
    if value.is_marked() {
        return failed("is sensitive. Leave it out, or pass it to nonsensitive.");
    }
    if let Some(items) = elements(value) {
        let mut items = items.iter().enumerate();
        return items.try_for_each(|(index, item)| inside(item, &|| Key::Index(index)));
    }
    if let Some(map) = entries(value) {
        return map.iter().try_for_each(|(key, value)| inside(value, &|| Key::Name(key.to_owned())));
    }
    match value.kind() {
        ValueKind::Null(_) if format == Format::Toml => {
            failed("is null, which TOML does not have. Remove it, or use hcl to-yaml or hcl to-json.")
        }
        ValueKind::Number(number) if !number.is_finite() => failed("is infinite. Write it as a string."),
        ValueKind::Number(number) if format == Format::Toml && toml::number(number).is_none() => failed(
            "has more digits than numbers of TOML, which have 64 bits. Write it as a string, or use hcl \
             to-yaml or hcl to-json.",
        ),
        ValueKind::Capsule(_) | ValueKind::Unknown(_) => failed("has no text form. Leave it out."),
        _ => Ok(()),
    }
}

/// Writes a text in double quotes, in the escapes that YAML and TOML have in common.
fn quoted(text: &str, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(b"\"")?;
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(out, "\\{character}"),
            '\n' => out.write_all(b"\\n"),
            '\t' => out.write_all(b"\\t"),
            _ if is_printable(character) => write!(out, "{character}"),
            _ if u32::from(character) < 0x10000 => write!(out, "\\u{:04X}", u32::from(character)),
            _ => write!(out, "\\U{:08X}", u32::from(character)),
        }?;
    }
    out.write_all(b"\"")
}

/// Returns whether readers take a character as it is, and not as a line ending or a mark.
fn is_printable(character: char) -> bool {
    matches!(character, ' '..='~' | '\u{a0}'..='\u{2027}' | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}'
        | '\u{ff00}'..='\u{fffd}' | '\u{10000}'..)
        && !serde_hcl::source::is_disruptive(character)
}

/// The elements of a collection that is no map.
fn elements(value: &Value) -> Option<&[Value]> {
    match value.kind() {
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => Some(items),
        _ => None,
    }
}

/// The entries of a map or an object.
fn entries(value: &Value) -> Option<&Map> {
    match value.kind() {
        ValueKind::Map(map) | ValueKind::Object(map) => Some(map),
        _ => None,
    }
}
