//! Marks of values that must not be shown, or not be stored.

use serde_hcl::func::Budget;
use serde_hcl::func::FunctionBuilder;
use serde_hcl::value::{Mark, ValueError};
use serde_hcl::{Function, Map, Type, Value, ValueKind};

use super::Table;
use super::support::{any, builder};

pub(super) const TABLE: &Table = table! {
    sensitive: "Marks a value as sensitive, so that it is not shown.",
    nonsensitive: "Returns a value without the mark of sensitive values.",
    issensitive: "Returns whether a value is marked as sensitive.",
    ephemeralasnull: "Returns a value with null in place of ephemeral values.",
};

/// The name of the mark of values that must not be shown.
pub const SENSITIVE: &str = "sensitive";

/// The name of the mark of values that must not be stored.
pub const EPHEMERAL: &str = "ephemeral";

/// Returns the builder of a function of any value, whose type does not change.
fn of_any() -> FunctionBuilder {
    builder([any("value").allow_null().allow_unknown().allow_dynamic().allow_marked()])
        .constant_time()
        .returns_with(|arguments, _| Ok(arguments[0].ty().clone()))
}

/// `sensitive(value: any) -> any`: the value with the [mark](SENSITIVE) of those that must not be
/// shown.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let password = function("sensitive").unwrap().call(&[value!("hunter2")])?;
/// assert!(password.marks().contains(serde_hcl_terraform::SENSITIVE));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub(super) fn sensitive() -> Function {
    of_any().implement_within(|arguments, _, budget| {
        // A set of marks.
        budget.take_bytes(256_u64)?;
        Ok(arguments[0].clone().mark(Mark::new(SENSITIVE)))
    })
}

/// `nonsensitive(value: any) -> any`: the value without the [mark](SENSITIVE) of those that must
/// not be shown. The marks of its parts stay.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let password = function("sensitive").unwrap().call(&[value!("hunter2")])?;
/// assert_eq!(function("nonsensitive").unwrap().call(&[password])?, value!("hunter2"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub(super) fn nonsensitive() -> Function {
    of_any().implement_within(|arguments, _, budget| {
        budget.take_bytes(256_u64)?;
        let (value, marks) = arguments[0].clone().unmark();
        Ok(value.with_marks(&marks.without(SENSITIVE)))
    })
}

/// `issensitive(value: any) -> bool`: whether the value has the [mark](SENSITIVE) of those that
/// must not be shown. The result is unknown for an unknown value, which may turn out to have it.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// assert_eq!(function("issensitive").unwrap().call(&[value!("x")])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub(super) fn issensitive() -> Function {
    of_any().returns(Type::Bool).never_null().implement(|arguments, ty| {
        let value = &arguments[0];
        Ok(match value.is_unknown() {
            true => Value::unknown(ty.clone()),
            false => Value::from(value.marks().contains(SENSITIVE)),
        })
    })
}

/// `ephemeralasnull(value: any) -> any`: the value with each part that has the [mark](EPHEMERAL) of
/// those that must not be stored replaced by null. An unknown part may turn out to have it, so that
/// nothing is known of it in the result.
///
/// ```
/// use serde_hcl::{value, value::Mark};
/// use serde_hcl_terraform::{EPHEMERAL, function};
///
/// let token = value!("t").mark(Mark::new(EPHEMERAL));
/// let ephemeralasnull = function("ephemeralasnull").unwrap();
/// let stored = ephemeralasnull.call(&[value!({ "name": "web", "token": token })])?;
/// assert_eq!(stored.to_string(), r#"{ name = "web", token = null }"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub(super) fn ephemeralasnull() -> Function {
    builder([any("value").allow_null().allow_unknown().allow_dynamic().allow_marked()])
        .returns_with(|arguments, _| Ok(arguments[0].ty().clone()))
        .implement_within(|arguments, _, budget| {
            arguments[0].check_size()?;
            without_ephemeral(arguments[0].clone(), budget)
        })
}

fn without_ephemeral(value: Value, budget: &Budget) -> Result<Value, ValueError> {
    if !value.contains_marks() && value.is_wholly_known() {
        return Ok(value);
    }
    budget.take_parts(1_u64)?;
    budget.take_value(&value)?;
    // A set of marks.
    budget.take_bytes(128_u64)?;
    let (value, marks) = value.unmark();
    let part = |part: &Value| without_ephemeral(part.clone(), budget);
    let sequence = |items: &[Value]| items.iter().map(part).collect::<Result<Vec<_>, _>>();
    let table = |map: &Map| {
        map.iter().map(|(key, value)| Ok((key, part(value)?))).collect::<Result<Map, ValueError>>()
    };
    let element = || value.ty().element().cloned().unwrap_or(Type::Dynamic);
    let result = match value.kind() {
        // It may turn out to be null.
        ValueKind::Unknown(ty) => Value::unknown(ty.clone()),
        _ if marks.contains(EPHEMERAL) => Value::null(value.ty().clone()),
        ValueKind::List(items) => Value::list(element(), sequence(items)?)?,
        ValueKind::Set(items) => Value::set(element(), sequence(items)?)?,
        ValueKind::Tuple(items) => Value::tuple(sequence(items)?),
        ValueKind::Map(map) => Value::map(element(), table(map)?)?,
        ValueKind::Object(map) => Value::object(table(map)?),
        _ => value.clone(),
    };
    Ok(result.with_marks(&marks.without(EPHEMERAL)))
}
