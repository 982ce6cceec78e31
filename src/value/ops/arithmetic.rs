//! Arithmetic and order, on numbers.

use std::cmp::Ordering;

use super::super::{Marks, Number, NumberError, Type, Value, ValueError, ValueKind};
use super::Operand;

type Result<T> = std::result::Result<T, ValueError>;

/// `a + b`
///
/// # Errors
/// Where an operand is null or no number, and those of [`Number::add`].
pub fn add(left: &Value, right: &Value) -> Result<Value> {
    calculate(left, right, Number::add, "opposing infinities have no sum")
}

/// `a - b`
///
/// # Errors
/// Where an operand is null or no number, and those of [`Number::subtract`].
pub fn subtract(left: &Value, right: &Value) -> Result<Value> {
    calculate(left, right, Number::subtract, "an infinity minus itself has no result")
}

/// `a * b`
///
/// # Errors
/// Where an operand is null or no number, and those of [`Number::multiply`].
pub fn multiply(left: &Value, right: &Value) -> Result<Value> {
    calculate(left, right, Number::multiply, "zero times infinity has no result")
}

/// `a / b`
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::value::ops;
///
/// assert_eq!(ops::divide(&value!(3), &value!(2))?, value!(1.5));
/// let error = ops::divide(&value!(0), &value!(0)).unwrap_err();
/// assert_eq!(error.to_string(), "zero divided by zero has no result, nor has infinity divided by infinity");
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Where an operand is null or no number, and those of [`Number::divide`].
pub fn divide(left: &Value, right: &Value) -> Result<Value> {
    let undefined = "zero divided by zero has no result, nor has infinity divided by infinity";
    calculate(left, right, Number::divide, undefined)
}

/// `a % b`
///
/// # Errors
/// Where an operand is null or no number, and those of [`Number::remainder`].
pub fn modulo(left: &Value, right: &Value) -> Result<Value> {
    calculate(
        left,
        right,
        Number::remainder,
        "a division by zero has no remainder, nor has zero with an infinity",
    )
}

/// `-a`
///
/// # Errors
/// Where the operand is null or no number.
pub fn negate(operand: &Value) -> Result<Value> {
    if let Some(number) = operand.plain_number() {
        return Ok(Value::from(number.negate()));
    }
    let mut marks = Marks::NONE;
    let operand = Operand::Only.convert(operand, &Type::Number, &mut marks)?;
    let result = match operand.kind() {
        ValueKind::Number(number) => Value::from(number.negate()),
        ValueKind::Null(_) => return Err(Operand::Only.is_null()),
        _ => Value::unknown(Type::Number),
    };
    Ok(result.with_marks(&marks))
}

/// `a < b`
///
/// # Errors
/// Where an operand is null or no number.
pub fn less(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_lt)
}

/// `a <= b`
///
/// # Errors
/// Where an operand is null or no number.
pub fn less_or_equal(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_le)
}

/// `a > b`
///
/// # Errors
/// Where an operand is null or no number.
pub fn greater(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_gt)
}

/// `a >= b`
///
/// # Errors
/// Where an operand is null or no number.
pub fn greater_or_equal(left: &Value, right: &Value) -> Result<Value> {
    compare(left, right, Ordering::is_ge)
}

fn calculate(
    left: &Value,
    right: &Value,
    operation: impl Fn(&Number, &Number) -> std::result::Result<Number, NumberError>,
    undefined: &'static str,
) -> Result<Value> {
    on_numbers(left, right, Type::Number, |left, right| {
        operation(left, right).map(Value::from).map_err(|error| match error {
            NumberError::Undefined => ValueError::domain(undefined),
            error => error.into(),
        })
    })
}

fn compare(left: &Value, right: &Value, test: impl Fn(Ordering) -> bool) -> Result<Value> {
    on_numbers(left, right, Type::Bool, |left, right| Ok(Value::from(test(left.cmp(right)))))
}

fn on_numbers(
    left: &Value,
    right: &Value,
    result: Type,
    operation: impl Fn(&Number, &Number) -> Result<Value>,
) -> Result<Value> {
    // Nothing to convert and nothing to pass on, most of the time.
    if let (Some(left), Some(right)) = (left.plain_number(), right.plain_number()) {
        return operation(left, right).map_err(|error| error.with_summary("Operation failed"));
    }
    let mut marks = Marks::NONE;
    let left = Operand::Left.convert(left, &Type::Number, &mut marks)?;
    let right = Operand::Right.convert(right, &Type::Number, &mut marks)?;
    let value = match (left.kind(), right.kind()) {
        (ValueKind::Null(_), _) => return Err(Operand::Left.is_null()),
        (_, ValueKind::Null(_)) => return Err(Operand::Right.is_null()),
        (ValueKind::Number(left), ValueKind::Number(right)) => {
            operation(left, right).map_err(|error| error.with_summary("Operation failed"))?
        }
        _ => Value::unknown(result),
    };
    Ok(value.with_marks(&marks))
}
