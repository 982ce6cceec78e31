//! Operators of the language as functions. In contrast to the operators, they refuse nulls, and
//! `and` and `or` are unknown if an argument is, since a call evaluates both arguments.

use super::Table;
use super::support::{any, builder};
use crate::func::{Function, Parameter};
use crate::value::{Type, Value, ValueError, ops};

pub(super) const TABLE: &Table = table! {
    equal: "Returns whether two values are equal.",
    notequal: "Returns whether two values are not equal.",
    lessthan: "Returns whether a number is less than another one.",
    lessthanorequalto: "Returns whether a number is less than another one, or equal to it.",
    greaterthan: "Returns whether a number is greater than another one.",
    greaterthanorequalto: "Returns whether a number is greater than another one, or equal to it.",
    not: "Returns the opposite of a bool.",
    and: "Returns whether two bools are both true.",
    or: "Returns whether one of two bools is true.",
};

/// Returns a function of two arguments of a type that is an operator.
fn binary(
    parameter: fn(&'static str) -> Parameter,
    operator: fn(&Value, &Value) -> Result<Value, ValueError>,
) -> Function {
    builder([parameter("a"), parameter("b")])
        .returns(Type::Bool)
        .never_null()
        .implement(move |arguments, _| operator(&arguments[0], &arguments[1]))
}

fn anything(name: &'static str) -> Parameter {
    any(name).allow_null().allow_unknown().allow_dynamic()
}

fn number(name: &'static str) -> Parameter {
    Parameter::new(name, Type::Number).allow_unknown().allow_dynamic()
}

fn truth(name: &'static str) -> Parameter {
    Parameter::new(name, Type::Bool).allow_dynamic()
}

/// `equal(a: any, b: any) -> bool`: the result of `a == b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("equal").unwrap().call(&[value!(1), value!("1")])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`ops::equal`].
pub(super) fn equal() -> Function {
    binary(anything, ops::equal)
}

/// `notequal(a: any, b: any) -> bool`: the result of `a != b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("notequal").unwrap().call(&[value!(1), value!("1")])?,
///     value!(true)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`ops::equal`].
pub(super) fn notequal() -> Function {
    binary(anything, ops::not_equal)
}

/// `lessthan(a: number, b: number) -> bool`: the result of `a < b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("lessthan").unwrap().call(&[value!(1), value!(2)])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn lessthan() -> Function {
    binary(number, ops::less)
}

/// `lessthanorequalto(a: number, b: number) -> bool`: the result of `a <= b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("lessthanorequalto").unwrap().call(&[value!(2), value!(2)])?,
///     value!(true)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn lessthanorequalto() -> Function {
    binary(number, ops::less_or_equal)
}

/// `greaterthan(a: number, b: number) -> bool`: the result of `a > b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("greaterthan").unwrap().call(&[value!(1), value!(2)])?,
///     value!(false)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn greaterthan() -> Function {
    binary(number, ops::greater)
}

/// `greaterthanorequalto(a: number, b: number) -> bool`: the result of `a >= b`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("greaterthanorequalto").unwrap().call(&[value!(2), value!(2)])?,
///     value!(true)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn greaterthanorequalto() -> Function {
    binary(number, ops::greater_or_equal)
}

/// `not(val: bool) -> bool`: the result of `!val`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("not").unwrap().call(&[value!(true)])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null.
pub(super) fn not() -> Function {
    builder([truth("val")]).returns(Type::Bool).never_null().implement(|arguments, _| ops::not(&arguments[0]))
}

/// `and(a: bool, b: bool) -> bool`: whether both are true.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("and").unwrap().call(&[value!(true), value!(false)])?,
///     value!(false)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn and() -> Function {
    binary(truth, ops::and)
}

/// `or(a: bool, b: bool) -> bool`: whether at least one is true.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("or").unwrap().call(&[value!(true), value!(false)])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null.
pub(super) fn or() -> Function {
    binary(truth, ops::or)
}
