//! Marks of values that must not be shown, or not be stored.

use crate::func::{Function, FunctionBuilder};
use crate::stdlib::Table;
use crate::stdlib::support::{any, builder};
use crate::value::{Mark, Type, Value};

pub(in crate::stdlib) const TABLE: &Table = table! { sensitive nonsensitive issensitive ephemeralasnull };

/// The name of the mark of values that must not be shown.
pub const SENSITIVE: &str = "sensitive";

/// The name of the mark of values that must not be stored.
pub const EPHEMERAL: &str = "ephemeral";

/// Returns the builder of a function of any value, whose type does not change.
fn of_any() -> FunctionBuilder {
    builder([any("value").allow_null().allow_unknown().allow_dynamic().allow_marked()])
        .constant_time()
        .returns_with(|arguments| Ok(arguments[0].ty().clone()))
}

/// `sensitive(value: any) -> any`: the value with the [mark](SENSITIVE) of those that must not be
/// shown.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let password = terraform::function("sensitive").unwrap().call(&[value!("hunter2")])?;
/// assert!(password.marks().contains(terraform::SENSITIVE));
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
/// use serde_hcl::{stdlib::terraform, value};
///
/// let password = terraform::function("sensitive").unwrap().call(&[value!("hunter2")])?;
/// assert_eq!(terraform::function("nonsensitive").unwrap().call(&[password])?, value!("hunter2"));
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
/// use serde_hcl::{stdlib::terraform, value};
///
/// assert_eq!(terraform::function("issensitive").unwrap().call(&[value!("x")])?, value!(false));
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
/// use serde_hcl::stdlib::terraform::{self, EPHEMERAL};
/// use serde_hcl::value;
/// use serde_hcl::value::Mark;
///
/// let token = value!("t").mark(Mark::new(EPHEMERAL));
/// let ephemeralasnull = terraform::function("ephemeralasnull").unwrap();
/// let stored = ephemeralasnull.call(&[value!({ "name": "web", "token": token })])?;
/// assert_eq!(stored.to_string(), r#"{ name = "web", token = null }"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub(super) fn ephemeralasnull() -> Function {
    builder([any("value").allow_null().allow_unknown().allow_dynamic().allow_marked()])
        .returns_with(|arguments| Ok(arguments[0].ty().clone()))
        .implement_within(|arguments, _, budget| {
            let value = &arguments[0];
            if value.contains_marks() || !value.is_wholly_known() {
                budget.take_value(value)?;
            }
            if value.contains_marks() {
                // A set of marks for each part.
                budget.take_bytes(value.size().saturating_mul(128))?;
            }
            Ok(value.clone().null_where_marked(EPHEMERAL))
        })
}
