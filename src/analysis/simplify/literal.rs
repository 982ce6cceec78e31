//! Values as literals.

use std::fmt::{self, Write};

use crate::func::Budget;
use crate::value::{Type, Value, ValueError, ValueKind, is_identifier, write_escaped, write_string};

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
    /// In HCL JSON, strings are templates.
    is_json: bool,
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

    fn string(&mut self, text: &str) -> Option<()> {
        match self.is_json {
            true => write_escaped(text, self, true, is_plain_in_json).ok(),
            false => write_string(text, self).ok(),
        }
    }

    fn value(&mut self, value: &Value, depth: u32) -> Option<()> {
        if value.is_marked() {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        // The literal is parsed again, and its tree needs this for the value itself.
        self.take(|budget| budget.take_parts(1_u64).and_then(|()| budget.take_elements(1_u64)))?;
        match value.kind() {
            ValueKind::Null(Type::Dynamic) => self.push("null"),
            ValueKind::Bool(value) => self.push(if value { "true" } else { "false" }),
            ValueKind::Number(number) if number.is_finite() => {
                let text = number.to_string();
                if text.len() <= MAX_NUMBER { self.push(&text) } else { None }
            }
            ValueKind::String(text) => self.string(text),
            ValueKind::Tuple(items) => {
                self.take(|budget| budget.take_sequence(items.len()))?;
                for (index, item) in items.iter().enumerate() {
                    self.push(if index == 0 { "[" } else { ", " })?;
                    self.value(item, depth)?;
                }
                self.push(if items.is_empty() { "[]" } else { "]" })
            }
            ValueKind::Object(map) => {
                self.take(|budget| budget.take_table(map.len()))?;
                let is_compact = self.is_json || map.is_empty();
                self.push(if is_compact { "{" } else { "{ " })?;
                for (index, (key, value)) in map.iter().enumerate() {
                    self.push(if index == 0 { "" } else { ", " })?;
                    // A keyword at the start of an object would not be a name.
                    let is_keyword = matches!(key, "for" | "null" | "true" | "false");
                    if self.is_json || is_keyword || !is_identifier(key) {
                        self.string(key)?;
                    } else {
                        self.push(key)?;
                    }
                    self.push(if self.is_json { ": " } else { " = " })?;
                    self.value(value, depth)?;
                }
                self.push(if is_compact { "}" } else { " }" })
            }
            _ => None,
        }
    }
}

/// Returns the literal of a value in native syntax or in HCL JSON. Lists, sets, maps, capsules and
/// typed nulls have none, and neither have marked and unknown values.
pub(super) fn literal(value: &Value, is_json: bool, budget: &Budget) -> Option<String> {
    written(budget, is_json, |out| out.value(value, MAX_DEPTH))
}

/// Returns a text that becomes part of a template.
pub(super) fn text(text: &str, budget: &Budget) -> Option<String> {
    written(budget, false, |out| out.push(text))
}

/// Returns a text as part of a JSON string.
pub(super) fn json_text(text: &str, budget: &Budget) -> Option<String> {
    let quoted = written(budget, true, |out| write_escaped(text, out, false, is_plain_in_json).ok())?;
    Some(quoted[1..quoted.len() - 1].to_owned())
}

/// Returns the written text, if there is one and the budget allows it. After a text that the budget
/// does not allow, it allows nothing more.
fn written(
    budget: &Budget,
    is_json: bool,
    write: impl FnOnce(&mut Literal<'_>) -> Option<()>,
) -> Option<String> {
    let mut out = Literal { text: String::new(), budget, is_too_long: false, is_json };
    let result = write(&mut out);
    if out.is_too_long {
        budget.exhaust();
    }
    result.map(|()| out.text)
}

/// Returns whether a character needs no escape in JSON and does not change the direction of text.
fn is_plain_in_json(character: char) -> bool {
    !matches!(character, '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
