//! Numbers as the number types of Rust.

use serde::de::Expected;

use super::message;
use super::visitor::{AnyVisitor, Primitive};
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

impl Scalar {
    pub(super) const INTEGER: Self = Self::Number(NumberHint::Integer);
    pub(super) const F32: Self = Self::Number(NumberHint::F32);
    pub(super) const F64: Self = Self::Number(NumberHint::F64);
}

/// The kind of number that the target requests.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum NumberHint {
    Any,
    Integer,
    F32,
    F64,
}

/// Visits a number: an integer exactly, another number as the nearest float. A number that does not
/// fit the target is an error.
pub(super) fn visit_number<'de>(
    number: &Number,
    hint: NumberHint,
    visitor: &mut dyn AnyVisitor<'de>,
) -> Result<()> {
    visitor.visit(native(number, hint, visitor.expected())?)
}

/// Returns the number that is visited.
fn native(number: &Number, hint: NumberHint, expected: &dyn Expected) -> Result<Primitive<'static, 'static>> {
    let is_any = hint == NumberHint::Any;
    if is_any || hint == NumberHint::Integer {
        // The buffers of serde have no integers of 128 bits, but those that were floats are whole
        // numbers too.
        let exact = || number.exact_f64().filter(|_| is_any && number.is_integer()).map(Primitive::F64);
        let integer = (number.as_i64().map(Primitive::I64))
            .or_else(|| number.as_u64().map(Primitive::U64))
            .or_else(exact)
            .or_else(|| number.as_i128().map(Primitive::I128))
            .or_else(|| number.as_u128().map(Primitive::U128));
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
            Some(float) => Ok(Primitive::F32(float)),
            None => Err(outside(format!("{:e} to {:e}", f32::MIN, f32::MAX))),
        },
        _ => Ok(Primitive::F64(float)),
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
