//! Logic on bools. The evaluator skips operands that need not be evaluated.

use super::super::{Marks, Type, Value, ValueError, ValueKind};
use super::Operand;

type Result<T> = std::result::Result<T, ValueError>;

/// Evaluates `!a`.
///
/// # Errors
/// Returns an error if the operand is null or no bool.
pub fn not(operand: &Value) -> Result<Value> {
    let mut marks = Marks::NONE;
    let operand = Operand::Only.convert(operand, &Type::Bool, &mut marks)?;
    let result = match operand.kind() {
        ValueKind::Bool(bool) => Value::from(!bool),
        ValueKind::Null(_) => return Err(Operand::Only.is_null()),
        _ => Value::unknown_not_null(Type::Bool),
    };
    Ok(result.with_marks(&marks))
}

/// Evaluates `a && b`: false if one operand is false, even when the other is unknown. Null counts
/// as false.
///
/// ```
/// use serde_hcl::value::ops;
/// use serde_hcl::{Type, Value};
///
/// assert_eq!(ops::and(&Value::UNKNOWN, &Value::FALSE)?, Value::FALSE);
/// assert!(ops::and(&Value::UNKNOWN, &Value::TRUE)?.is_unknown());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an operand is not a bool.
pub fn and(left: &Value, right: &Value) -> Result<Value> {
    let mut marks = Marks::NONE;
    let left = Operand::Left.convert(left, &Type::Bool, &mut marks)?;
    let right = Operand::Right.convert(right, &Type::Bool, &mut marks)?;
    let result = match (left.kind(), right.kind()) {
        (ValueKind::Bool(true), ValueKind::Bool(right)) => Value::from(right),
        (ValueKind::Bool(false) | ValueKind::Null(_), _)
        | (_, ValueKind::Bool(false) | ValueKind::Null(_)) => Value::FALSE,
        _ => Value::unknown_not_null(Type::Bool),
    };
    Ok(result.with_marks(&marks))
}

/// Evaluates `a || b`: true if one operand is true, even when the other is null or unknown.
///
/// # Errors
/// Returns an error if an operand is not a bool, or is null and the other one is false or null too.
pub fn or(left: &Value, right: &Value) -> Result<Value> {
    let mut marks = Marks::NONE;
    let left = Operand::Left.convert(left, &Type::Bool, &mut marks)?;
    let right = Operand::Right.convert(right, &Type::Bool, &mut marks)?;
    let result = match (left.kind(), right.kind()) {
        (ValueKind::Bool(false), ValueKind::Bool(right)) => Value::from(right),
        (ValueKind::Bool(true), _) | (_, ValueKind::Bool(true)) => Value::TRUE,
        (ValueKind::Unknown(_), _) | (_, ValueKind::Unknown(_)) => Value::unknown_not_null(Type::Bool),
        (ValueKind::Null(_), _) => return Err(Operand::Left.is_null()),
        _ => return Err(Operand::Right.is_null()),
    };
    Ok(result.with_marks(&marks))
}
