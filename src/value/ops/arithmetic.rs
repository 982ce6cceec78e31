//! Arithmetic and order, on numbers.

use std::cmp::Ordering;

use super::super::{Number, NumberError, Refinement, Type, Value, ValueError, ValueKind};
use super::{LEFT, RIGHT, binary, unary};
use crate::diag::Code;

type Result<T> = std::result::Result<T, ValueError>;

/// Evaluates `a + b`.
///
/// # Errors
/// Returns an error if an operand is null or no number, and the errors of [`Number::sum`].
pub fn add(left: &Value, right: &Value) -> Result<Value> {
    calculate(left, right, Number::sum, "opposing infinities have no sum")
}

/// Evaluates `a - b`.
///
/// # Errors
/// Returns an error if an operand is null or no number, and the errors of [`Number::subtract`].
pub fn subtract(left: &Value, right: &Value) -> Result<Value> {
    calculate(left, right, Number::subtract, "an infinity minus itself has no result")
}

/// Evaluates `a * b`.
///
/// # Errors
/// Returns an error if an operand is null or no number, and the errors of [`Number::multiply`].
pub fn multiply(left: &Value, right: &Value) -> Result<Value> {
    calculate(left, right, Number::multiply, "zero times infinity has no result")
}

/// Evaluates `a / b`.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::ast::BinaryOperator;
///
/// assert_eq!(BinaryOperator::Divide.apply(&value!(3), &value!(2))?, value!(1.5));
/// let error = BinaryOperator::Divide.apply(&value!(0), &value!(0)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "zero divided by zero has no result, nor has infinity divided by infinity"
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an operand is null or no number, and the errors of [`Number::divide`].
pub fn divide(left: &Value, right: &Value) -> Result<Value> {
    let undefined = "zero divided by zero has no result, nor has infinity divided by infinity";
    calculate(left, right, Number::divide, undefined)
}

/// Evaluates `a % b`.
///
/// # Errors
/// Returns an error if an operand is null or no number, and the errors of [`Number::remainder`].
pub fn modulo(left: &Value, right: &Value) -> Result<Value> {
    let undefined = "the remainder of a division by zero, or of zero and infinity, is undefined";
    calculate(left, right, Number::remainder, undefined)
}

/// Evaluates `-a`.
///
/// # Errors
/// Returns an error if the operand is null or no number.
pub fn negate(operand: &Value) -> Result<Value> {
    if let Some(number) = operand.plain_number() {
        return Ok(Value::from(number.negate()));
    }
    unary(operand, Type::Number, |operand| operand.as_number().map(|number| Value::from(number.negate())))
}

/// Evaluates `a < b`.
///
/// # Errors
/// Returns an error if an operand is null or no number.
pub fn less(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_lt)
}

/// Evaluates `a <= b`.
///
/// # Errors
/// Returns an error if an operand is null or no number.
pub fn less_or_equal(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_le)
}

/// Evaluates `a > b`.
///
/// # Errors
/// Returns an error if an operand is null or no number.
pub fn greater(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_gt)
}

/// Evaluates `a >= b`.
///
/// # Errors
/// Returns an error if an operand is null or no number.
pub fn greater_or_equal(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_ge)
}

fn calculate(
    left: &Value,
    right: &Value,
    operation: fn(&Number, &Number) -> std::result::Result<Number, NumberError>,
    undefined: &'static str,
) -> Result<Value> {
    let known = |left: &Number, right: &Number| {
        operation(left, right).map(Value::from).map_err(|error| match error {
            NumberError::Undefined => ValueError::domain(undefined).with_code(Code::OperationFailed),
            error => ValueError::from(error).with_code(Code::OperationFailed),
        })
    };
    on_numbers(left, right, &known, &|_, _| Value::unknown_not_null(Type::Number))
}

fn compare(left: &Value, right: &Value, test: fn(Ordering) -> bool) -> Result<Value> {
    let known = |left: &Number, right: &Number| Ok(Value::from(test(left.cmp(right))));
    on_numbers(left, right, &known, &|left, right| {
        let less = is_below(left, right).then_some(Ordering::Less);
        let order = less.or_else(|| is_below(right, left).then_some(Ordering::Greater));
        order.map_or_else(|| Value::unknown_not_null(Type::Bool), |order| Value::from(test(order)))
    })
}

/// Returns whether a number is certainly less than another one, where one or both are unknown.
/// Bounds that are equal decide nothing, as in the Go implementation.
fn is_below(left: &Value, right: &Value) -> bool {
    let greatest = bound(left, Refinement::max);
    greatest.zip(bound(right, Refinement::min)).is_some_and(|(greatest, least)| greatest < least)
}

/// Returns a known number itself, or a bound of an unknown one.
fn bound(value: &Value, of: fn(&Refinement) -> Option<&Number>) -> Option<&Number> {
    value.as_number().or_else(|| of(value.refinement()))
}

fn on_numbers(
    left: &Value,
    right: &Value,
    operation: &dyn Fn(&Number, &Number) -> Result<Value>,
    unknown: &dyn Fn(&Value, &Value) -> Value,
) -> Result<Value> {
    // The common case: no conversion, no marks and no refinements.
    if let (Some(left), Some(right)) = (left.plain_number(), right.plain_number()) {
        return operation(left, right);
    }
    binary(left, right, &Type::Number, &|left, right| match (left.kind(), right.kind()) {
        (ValueKind::Null(_), _) => Err(LEFT.is_null()),
        (_, ValueKind::Null(_)) => Err(RIGHT.is_null()),
        (ValueKind::Number(left), ValueKind::Number(right)) => operation(left, right),
        _ => Ok(unknown(left, right)),
    })
}
