//! Values as literals.

use std::fmt::{self, Write};

use crate::func::Budget;
use crate::syntax::ast::display::escaped;
use crate::value::{Number, Type, Value, ValueError, ValueKind, is_identifier, write_string};

/// The number of levels of a value that is written as a literal.
const MAX_DEPTH: u32 = 32;

/// The greatest length of a number in bytes. Longer numbers are mostly quotients with endless
/// decimals, and their text is rounded.
const MAX_NUMBER: usize = 100;

/// A literal whose text and parts are charged to a budget before they are written. A value can be
/// exponentially larger than its memory, since parts are shared.
struct Literal<'b> {
    text: String,
    budget: &'b Budget,
    is_too_long: bool,
}

impl Write for Literal<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.take(|budget| budget.take_bytes(text.len())).ok_or(fmt::Error)?;
        self.text.push_str(text);
        Ok(())
    }
}

impl Literal<'_> {
    fn take(&mut self, take: impl FnOnce(&Budget) -> Result<(), ValueError>) -> Option<()> {
        self.is_too_long |= take(self.budget).is_err();
        (!self.is_too_long).then_some(())
    }

    fn push(&mut self, text: &str) -> Option<()> {
        self.write_str(text).ok()
    }

    /// Takes what the tree of the literal needs for a value itself: it is parsed again.
    fn take_node(&mut self, value: &Value) -> Option<()> {
        self.take(|budget| budget.take_parts(1_u64).and_then(|()| budget.take_elements(1_u64)))?;
        match value.kind() {
            ValueKind::Tuple(items) => self.take(|budget| budget.take_sequence(items.len())),
            ValueKind::Object(map) => self.take(|budget| budget.take_table(map.len())),
            _ => Some(()),
        }
    }
}

/// Returns what is written, if it can be and the budget allows it. After a text that the budget
/// does not allow, it allows nothing more.
fn written(budget: &Budget, write: impl FnOnce(&mut Literal<'_>) -> Option<()>) -> Option<String> {
    let mut out = Literal { text: String::new(), budget, is_too_long: false };
    let result = write(&mut out);
    if out.is_too_long {
        budget.exhaust();
    }
    result.map(|()| out.text)
}

/// Returns the literal of a value in native syntax. Lists, sets, maps, capsules and typed nulls
/// have none, and neither have marked and unknown values.
pub(super) fn native(value: &Value, budget: &Budget) -> Option<String> {
    written(budget, |out| write_native(value, MAX_DEPTH, out))
}

/// Returns a text that becomes part of a template.
pub(super) fn text(text: &str, budget: &Budget) -> Option<String> {
    written(budget, |out| out.push(text))
}

fn write_number(number: &Number, out: &mut Literal<'_>) -> Option<()> {
    let text = number.to_string();
    if text.len() <= MAX_NUMBER { out.push(&text) } else { None }
}

fn write_native(value: &Value, depth: u32, out: &mut Literal<'_>) -> Option<()> {
    if value.is_marked() {
        return None;
    }
    let depth = depth.checked_sub(1)?;
    out.take_node(value)?;
    match value.kind() {
        ValueKind::Null(Type::Dynamic) => out.push("null")?,
        ValueKind::Bool(value) => out.push(if value { "true" } else { "false" })?,
        ValueKind::Number(number) if number.is_finite() => write_number(number, out)?,
        ValueKind::String(text) => write_string(text, out).ok()?,
        ValueKind::Tuple(items) => {
            out.push("[")?;
            for (index, item) in items.iter().enumerate() {
                out.push(if index == 0 { "" } else { ", " })?;
                write_native(item, depth, out)?;
            }
            out.push("]")?;
        }
        ValueKind::Object(map) if map.is_empty() => out.push("{}")?,
        ValueKind::Object(map) => {
            for (index, (key, value)) in map.iter().enumerate() {
                out.push(if index == 0 { "{ " } else { ", " })?;
                if is_identifier(key) && !is_keyword(key) {
                    out.push(key)?;
                } else {
                    write_string(key, out).ok()?;
                }
                out.push(" = ")?;
                write_native(value, depth, out)?;
            }
            out.push(" }")?;
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
pub(super) fn json(value: &Value, budget: &Budget) -> Option<String> {
    written(budget, |out| write_json(value, MAX_DEPTH, out))
}

fn write_json(value: &Value, depth: u32, out: &mut Literal<'_>) -> Option<()> {
    if value.is_marked() {
        return None;
    }
    let depth = depth.checked_sub(1)?;
    out.take_node(value)?;
    match value.kind() {
        ValueKind::String(text) => write_json_string(&escaped(text), out).ok()?,
        ValueKind::Tuple(items) => {
            out.push("[")?;
            for (index, item) in items.iter().enumerate() {
                out.push(if index == 0 { "" } else { ", " })?;
                write_json(item, depth, out)?;
            }
            out.push("]")?;
        }
        ValueKind::Object(map) => {
            out.push("{")?;
            for (index, (key, value)) in map.iter().enumerate() {
                out.push(if index == 0 { "" } else { ", " })?;
                write_json_string(&escaped(key), out).ok()?;
                out.push(": ")?;
                write_json(value, depth, out)?;
            }
            out.push("}")?;
        }
        // Other values are written the same way in both syntaxes.
        _ => write_native(value, depth + 1, out)?,
    }
    Some(())
}

/// Returns a text as part of a JSON string.
pub(super) fn json_text(text: &str, budget: &Budget) -> Option<String> {
    written(budget, |out| write_json_text(text, out).ok())
}

fn write_json_string(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    write_json_text(text, out)?;
    out.write_char('"')
}

fn write_json_text(text: &str, out: &mut impl Write) -> fmt::Result {
    for character in text.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                write!(out, "\\u{:04x}", u32::from(character))?;
            }
            _ => out.write_char(character)?,
        }
    }
    Ok(())
}
