//! Logic on bools. The evaluator skips operands that need not be evaluated.

use super::super::{Type, Value, ValueError, ValueKind};
use super::{LEFT, RIGHT, binary, unary};

type Result<T> = std::result::Result<T, ValueError>;

/// Evaluates `!a`.
///
/// # Errors
/// Returns an error if the operand is null or no bool.
pub fn not(operand: &Value) -> Result<Value> {
    unary(operand, Type::Bool, |operand| operand.as_bool().map(|bool| Value::from(!bool)))
}

/// Evaluates `a && b`: false if one operand is false, even when the other is unknown. Null counts
/// as false.
///
/// ```
/// use serde_hcl::ast::BinaryOperator;
/// use serde_hcl::Value;
///
/// assert_eq!(BinaryOperator::And.apply(&Value::UNKNOWN, &Value::from(false))?, false);
/// assert!(BinaryOperator::And.apply(&Value::UNKNOWN, &Value::from(true))?.is_unknown());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an operand is not a bool.
pub fn and(left: &Value, right: &Value) -> Result<Value> {
    binary(left, right, &Type::Bool, &|left, right| match (left.kind(), right.kind()) {
        (ValueKind::Bool(true), ValueKind::Bool(right)) => Ok(Value::from(right)),
        (ValueKind::Bool(false) | ValueKind::Null(_), _)
        | (_, ValueKind::Bool(false) | ValueKind::Null(_)) => Ok(Value::FALSE),
        _ => Ok(Value::unknown_not_null(Type::Bool)),
    })
}

/// Evaluates `a || b`: true if one operand is true, even when the other is null or unknown.
///
/// # Errors
/// Returns an error if an operand is not a bool, or is null and the other one is false or null too.
pub fn or(left: &Value, right: &Value) -> Result<Value> {
    binary(left, right, &Type::Bool, &|left, right| match (left.kind(), right.kind()) {
        (ValueKind::Bool(false), ValueKind::Bool(right)) => Ok(Value::from(right)),
        (ValueKind::Bool(true), _) | (_, ValueKind::Bool(true)) => Ok(Value::TRUE),
        (ValueKind::Unknown(_), _) | (_, ValueKind::Unknown(_)) => Ok(Value::unknown_not_null(Type::Bool)),
        (ValueKind::Null(_), _) => Err(LEFT.is_null()),
        _ => Err(RIGHT.is_null()),
    })
}
