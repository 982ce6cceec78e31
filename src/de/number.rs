//! Numbers as the number types of Rust.

use serde::de::{self, Visitor};

use super::message;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::redaction;
use crate::value::Number;

/// The kind of scalar that the target requests.
#[derive(Clone, Copy)]
pub(super) enum Scalar {
    Bool,
    Number(NumberHint),
    Char,
    Text,
    Bytes,
}

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
    let is_any = hint == NumberHint::Any;
    if is_any || hint == NumberHint::Integer {
        // The buffers of serde have no integers of 128 bits, but those that were floats are whole
        // numbers too.
        let exact = || number.exact_f64().filter(|_| is_any && number.is_integer()).map(Native::F64);
        let integer = (number.as_i64().map(Native::I64))
            .or_else(|| number.as_u64().map(Native::U64))
            .or_else(exact)
            .or_else(|| number.as_i128().map(Native::I128))
            .or_else(|| number.as_u128().map(Native::U128));
        if let Some(integer) = integer {
            return Ok(integer);
        }
        // A float holds some of the larger integers exactly. Many targets of `deserialize_any`
        // cannot represent infinity: JSON values turn it into null.
        let is_suitable = match number.is_integer() {
            true => number.exact_f64().is_some(),
            false => number.is_finite(),
        };
        if !is_any {
            return Err(unsuitable(number, &expected.to_string()));
        }
        if !is_suitable && number.is_finite() {
            return Err(unsuitable(number, "a whole number of at most 128 bits"));
        }
        if !is_suitable {
            return Err(unsuitable(number, "a finite number"));
        }
    }
    let outside = |range: String| unsuitable(number, &format!("a number from {range}"));
    let Some(float) = number.as_f64() else {
        return Err(outside(format!("{:e} to {:e}", f64::MIN, f64::MAX)));
    };
    match hint {
        NumberHint::F32 => match number.as_f32() {
            Some(float) => Ok(Native::F32(float)),
            None => Err(outside(format!("{:e} to {:e}", f32::MIN, f32::MAX))),
        },
        _ => Ok(Native::F64(float)),
    }
}

/// Returns the error about a number that does not fit the target.
#[cold]
fn unsuitable(number: &Number, expected: &str) -> Error {
    let expected = message::in_words(expected);
    if redaction::is_passed() {
        return Error::sensitive(Some(&expected));
    }
    let detail = format!("Expected {expected}, found {}.", number.abbreviated());
    Error::coded(Code::InvalidValue, detail)
}
