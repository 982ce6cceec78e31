//! Numbers as the number types of Rust.

use serde::de::{self, Visitor};

use super::message;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::redaction;
use crate::value::Number;

/// The kind of number that the target requests.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum NumberHint {
    Any,
    Integer,
    F32,
    F64,
}

/// A number as one of the types of serde.
enum Native {
    I64(i64),
    U64(u64),
    I128(i128),
    U128(u128),
    F32(f32),
    F64(f64),
}

/// Visits a number: an integer exactly, another number as the nearest float. A number that does not
/// fit the target is an error.
pub(super) fn visit_number<'de, V: Visitor<'de>>(
    number: &Number,
    hint: NumberHint,
    visitor: V,
) -> Result<V::Value> {
    match native(number, hint, &visitor)? {
        Native::I64(integer) => visitor.visit_i64(integer),
        Native::U64(integer) => visitor.visit_u64(integer),
        Native::I128(integer) => visitor.visit_i128(integer),
        Native::U128(integer) => visitor.visit_u128(integer),
        Native::F32(float) => visitor.visit_f32(float),
        Native::F64(float) => visitor.visit_f64(float),
    }
}

/// Returns the number that is visited.
fn native(number: &Number, hint: NumberHint, expected: &dyn de::Expected) -> Result<Native> {
    if matches!(hint, NumberHint::Any | NumberHint::Integer) {
        if let Some(integer) = number.as_i64() {
            return Ok(Native::I64(integer));
        }
        if let Some(integer) = number.as_u64() {
            return Ok(Native::U64(integer));
        }
        if let Some(integer) = number.as_i128() {
            return Ok(Native::I128(integer));
        }
        if let Some(integer) = number.as_u128() {
            return Ok(Native::U128(integer));
        }
        let is_unsuitable = match (number.is_integer(), hint) {
            // A float holds some of the larger ones exactly.
            (true, NumberHint::Any) => number.exact_f64().is_none(),
            // Many targets of `deserialize_any` cannot represent infinity: JSON values turn it into
            // null.
            (false, NumberHint::Any) => !number.is_finite(),
            _ => true,
        };
        if is_unsuitable {
            let expected = match hint {
                NumberHint::Any if number.is_finite() => "a whole number of at most 128 bits".to_owned(),
                NumberHint::Any => "a finite number".to_owned(),
                _ => expected.to_string(),
            };
            return Err(unsuitable(number, &expected));
        }
    }
    let Some(float) = number.as_f64() else {
        return Err(unsuitable(number, &format!("a number from {:e} to {:e}", f64::MIN, f64::MAX)));
    };
    if hint == NumberHint::F32 {
        return match number.as_f32() {
            Some(float) => Ok(Native::F32(float)),
            None => Err(unsuitable(number, &format!("a number from {:e} to {:e}", f32::MIN, f32::MAX))),
        };
    }
    Ok(Native::F64(float))
}

/// Returns the error about a number that does not fit the target.
#[cold]
fn unsuitable(number: &Number, expected: &str) -> Error {
    let expected = message::in_words(expected);
    if redaction::is_handed_out() {
        return Error::sensitive(Some(&expected));
    }
    let detail = format!("Expected {expected}, found {}.", number.abbreviated());
    Error::coded(Code::InvalidValue, detail)
}
