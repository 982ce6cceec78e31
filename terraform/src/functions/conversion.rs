//! Conversions to collections that keep the marks of elements.

use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{Function, Type, Value};

use super::Table;
use super::support::{any, builder};

pub(super) const TABLE: &Table = table! {
    tolist: "Converts a value to a list.",
    tomap: "Converts a value to a map.",
};

/// `tolist(v: any) -> list(any)`: the elements as a list, as in [`stdlib`](serde_hcl::stdlib). The
/// marks of an element stay on it.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let secret = function("sensitive").unwrap().call(&[value!("b")])?;
/// let list = function("tolist").unwrap().call(&[value!(["a", secret])])?;
/// assert!(!list.is_marked() && !list[0].is_marked() && list[1].is_marked());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a list, set or tuple, or if its elements have no type in
/// common.
pub(super) fn tolist() -> Function {
    to_collection(Type::list(Type::Dynamic))
}

/// `tomap(v: any) -> map(any)`: the attributes as a map, as in [`stdlib`](serde_hcl::stdlib). The
/// marks of an attribute stay on it.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let secret = function("sensitive").unwrap().call(&[value!("b")])?;
/// let map = function("tomap").unwrap().call(&[value!({ "a": 1, "b": secret })])?;
/// assert!(!map.is_marked() && !map["a"].is_marked() && map["b"].is_marked());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a map or object, or if its attributes have no type in
/// common.
pub(super) fn tomap() -> Function {
    to_collection(Type::map(Type::Dynamic))
}

fn to_collection(to: Type) -> Function {
    let result = to.clone();
    builder([any("v").allow_null().allow_dynamic().allow_marked()])
        .returns_with(move |arguments, budget| {
            if arguments[0].is_unknown() {
                converted(&arguments[0], &result, budget)?;
            }
            Ok(result.clone())
        })
        .implement_within(move |arguments, _, budget| {
            let value = &arguments[0];
            // The type of the elements is visible in any case. With it, a conversion marks no more
            // than the marked elements. If there is no such type, the second conversion fails too.
            let unknown = Value::unknown(value.ty().clone());
            let found = converted(&unknown, &to, budget);
            let ty = found.map_or_else(|_| to.clone(), |found| found.ty().clone());
            converted(value, &ty, budget)
        })
}

/// Converts the only argument of a function, and charges the result.
fn converted(argument: &Value, to: &Type, budget: &Budget) -> Result<Value, ValueError> {
    let converted = budget.convert(argument.clone(), to).map_err(|error| error.with_argument(0))?;
    budget.take_value(&converted)?;
    Ok(converted)
}
