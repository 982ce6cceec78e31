//! Conversions between string, number and bool.

use super::super::{BYTES_IN_A_PART, ErrorKind, Number, NumberError, Type, Value, ValueError, ValueKind};

/// Returns the cost of converting a number or a string, in parts of values. The text of a number
/// has at most `digits` digits.
pub(super) fn parts(value: &Value, digits: u32) -> u64 {
    match value.kind() {
        ValueKind::Number(number) => {
            number.work(number) + number.zeros().min(digits.into()) / BYTES_IN_A_PART
        }
        // Strings with more digits are rejected, so the cost is capped.
        ValueKind::String(text) => {
            let words = (text.len() as u64).min(16_384) / 19;
            text.len() as u64 / 8 + words * words / 16
        }
        _ => 0,
    }
}

/// Converts a known value that is not null, a number to at most `digits` digits; `None` if there is
/// no such conversion.
pub(super) fn convert(value: &Value, to: &Type, digits: u32) -> Option<Result<Value, ValueError>> {
    Some(match (value.kind(), to) {
        (ValueKind::Number(number), Type::String) => number.to_text(digits).map(Value::from).map_err(|_| {
            ValueError::public(ErrorKind::Limit, format!("the number has more than {digits} digits"))
        }),
        (ValueKind::Bool(bool), Type::String) => Ok(Value::from(if bool { "true" } else { "false" })),
        (ValueKind::String(text), Type::Number) => {
            Number::parse(text).map(Value::from).map_err(|error| match error {
                NumberError::TooLarge => error.into(),
                _ => expected("expected a number, found a string", text),
            })
        }
        (ValueKind::String("true" | "1"), Type::Bool) => Ok(Value::TRUE),
        (ValueKind::String("false" | "0"), Type::Bool) => Ok(Value::FALSE),
        (ValueKind::String(text), Type::Bool) => {
            Err(expected("expected true or false, found a string", text))
        }
        _ => return None,
    })
}

/// Returns the error about a string of another form, which is part of the message where it is short
/// and not marked.
fn expected(message: &'static str, text: &str) -> ValueError {
    /// The longest string that is shown, in bytes.
    const SHOWN: usize = 60;
    let word = ["true", "false"].into_iter().find(|word| text.eq_ignore_ascii_case(word));
    let hint = word.map_or_else(String::new, |word| format!(". Write {word} in lower case"));
    let shown = message.replace("a string", "the string");
    match text.len() {
        0..=SHOWN => ValueError::with_value(ErrorKind::Type, message, format!("{shown} {text:?}{hint}")),
        _ => ValueError::ty(message),
    }
}
