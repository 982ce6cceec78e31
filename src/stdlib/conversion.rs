//! Conversions of values to a given type.

use super::Table;
use super::support::{any, builder};
use crate::func::{Budget, Function};
use crate::value::{Type, Value, ValueError};

pub(super) const TABLE: &Table = table! {
    tostring: "Converts a value to a string.",
    tonumber: "Converts a value to a number.",
    tobool: "Converts a value to a bool.",
    tolist: "Converts a value to a list.",
    toset: "Converts a value to a set.",
    tomap: "Converts a value to a map.",
    assertnotnull: "Returns a value as it is, which must not be null.",
};

/// Returns a function that converts its argument to a type, which can have the dynamic pseudo-type
/// in it.
///
/// ```
/// use serde_hcl::{Type, stdlib, value};
///
/// let ports = stdlib::converter(Type::set(Type::Number));
/// assert_eq!(ports.call(&[value!(["443", 80])])?.to_string(), "[80, 443]");
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// A call fails if [`convert`](crate::value::convert()) returns an error.
pub fn converter(to: Type) -> Function {
    let result = to.clone();
    builder([any("v").allow_null().allow_dynamic()])
        .returns_with(move |arguments, budget| {
            // For an unknown argument, only this conversion finds an unsuitable type.
            if arguments[0].is_unknown() {
                converted(&arguments[0], &result, budget)?;
            }
            Ok(result.without_optional())
        })
        .implement_within(move |arguments, _, budget| converted(&arguments[0], &to, budget))
}

/// Converts the only argument of a function.
pub(super) fn converted(argument: &Value, to: &Type, budget: &Budget) -> Result<Value, ValueError> {
    budget.convert_new(argument, to).map_err(|error| error.with_argument(0))
}

/// `tostring(v: any) -> string`: the value as a string. Null stays null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("tostring").unwrap().call(&[value!(1.5)])?, value!("1.5"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a string, number or bool.
pub(super) fn tostring() -> Function {
    converter(Type::String)
}

/// `tonumber(v: any) -> number`: the value as a number. Null stays null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("tonumber").unwrap().call(&[value!("1.5")])?, value!(1.5));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is neither a number nor a string that is one in decimal notation.
pub(super) fn tonumber() -> Function {
    converter(Type::Number)
}

/// `tobool(v: any) -> bool`: the value as a bool. Null stays null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("tobool").unwrap().call(&[value!("true")])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is neither a bool nor one of the strings that convert to one.
pub(super) fn tobool() -> Function {
    converter(Type::Bool)
}

/// `tolist(v: any) -> list(any)`: the elements as a list. Null stays null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let list = stdlib::function("tolist").unwrap().call(&[value!([1, "a"])])?;
/// assert_eq!(list.to_string(), r#"["1", "a"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a list, set or tuple, or if its elements have no type in
/// common.
pub(super) fn tolist() -> Function {
    converter(Type::list(Type::Dynamic))
}

/// `toset(v: any) -> set(any)`: the elements as a set. Null stays null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let set = stdlib::function("toset").unwrap().call(&[value!(["b", "a", "b"])])?;
/// assert_eq!(set.to_string(), r#"["a", "b"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a list, set or tuple, or if its elements have no type in
/// common.
pub(super) fn toset() -> Function {
    converter(Type::set(Type::Dynamic))
}

/// `tomap(v: any) -> map(any)`: the attributes as a map. Null stays null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let map = stdlib::function("tomap").unwrap().call(&[value!({ "a": 1, "b": "x" })])?;
/// assert_eq!(map.to_string(), r#"{ a = "1", b = "x" }"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a map or object, or if its attributes have no type in
/// common.
pub(super) fn tomap() -> Function {
    converter(Type::map(Type::Dynamic))
}

/// `assertnotnull(v: any) -> any`: the value as it is, which is not null.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let assertnotnull = stdlib::function("assertnotnull").unwrap();
/// assert_eq!(assertnotnull.call(&[value!("a")])?, value!("a"));
/// assert!(assertnotnull.call(&[value!(null)]).is_err());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is null.
pub(super) fn assertnotnull() -> Function {
    builder([any("v")])
        .constant_time()
        .returns_with(|arguments, _| Ok(arguments[0].ty().clone()))
        .never_null()
        .implement_within(|arguments, _, _| Ok(arguments[0].clone()))
}
