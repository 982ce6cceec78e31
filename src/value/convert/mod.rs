//! Conversion of values to other types, and unification of types.

mod apply;
mod mismatch;
mod primitive;
mod search;
mod unify;

use std::cell::Cell;

use super::{Matching, Type, Value, ValueError};
use crate::limits::Limits;
use apply::Converter;
use search::Search;
pub use unify::unify;
pub(crate) use unify::{Unified, unify_counted};

/// The conversions that [`can_convert`] and [`unify`] consider.
///
/// Implements the two categories of "Type Conversions and Unification".
///
/// ```
/// use serde_hcl::Type;
/// use serde_hcl::value::{Conversion, can_convert};
///
/// assert!(can_convert(&Type::Number, &Type::String, Conversion::Safe));
/// assert!(!can_convert(&Type::String, &Type::Number, Conversion::Safe));
/// assert!(can_convert(&Type::String, &Type::Number, Conversion::Lossy));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Conversion {
    /// Only those under which distinct values stay distinct and that work for every value of the
    /// type.
    Safe,
    /// Also conversions with loss, such as list to set, or that fail for some values, such as
    /// string to number.
    Lossy,
}

/// Returns the value as one of another type.
///
/// The dynamic pseudo-type as the target, or in it, matches any type. Unknown and null values
/// become unknown and null values of the target type. Marks are kept.
/// [`Budget::convert`](crate::func::Budget::convert) converts within other limits than the default.
///
/// Implements "Type Conversions and Unification" of the information model. As in the Go
/// implementation, a map converts to an object type whose attributes are among its keys, an object
/// to one with fewer attributes, and missing attributes are an error unless they are optional.
///
/// ```
/// use serde_hcl::value::convert;
/// use serde_hcl::{Type, value};
///
/// assert_eq!(convert(&value!("80"), &Type::Number)?, value!(80));
/// let list = convert(&value!([1, "a"]), &Type::list(Type::Dynamic))?;
/// assert_eq!(list.ty(), &Type::list(Type::String));
/// let error =
///     convert(&value!({ "ports": ["http"] }), &Type::map(Type::list(Type::Number))).unwrap_err();
/// assert_eq!(error.to_string(), r#"["ports"][0]: expected a number, found the string "http""#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there is no conversion between the types, if a part of the value has no
/// conversion (the path leads to this part), or if the value or the type is nested too deep.
pub fn convert(value: &Value, ty: &Type) -> Result<Value, ValueError> {
    convert_within(value, ty, &Limits::DEFAULT)
}

/// Converts a value. A number that becomes text may have as many digits as [`Limits::digits`].
///
/// # Errors
/// Returns the same errors as [`convert`].
pub(crate) fn convert_within(value: &Value, ty: &Type, limits: &Limits) -> Result<Value, ValueError> {
    if is_already(value, ty) {
        return Ok(value.clone());
    }
    convert_counted(value, ty, limits, &Cell::new(u64::MAX))
}

/// Returns whether a value needs no conversion.
#[inline]
pub(crate) fn is_already(value: &Value, ty: &Type) -> bool {
    // The type of the value is used last, since it may have to be computed first.
    matches!(ty, Type::Dynamic) || value.ty().compare_counted(ty, Matching::ExceptOptional).0
}

/// Converts a value, and counts down the parts of values and types that may still be processed.
pub(crate) fn convert_counted(
    value: &Value,
    ty: &Type,
    limits: &Limits,
    parts: &Cell<u64>,
) -> Result<Value, ValueError> {
    value.check_size()?;
    ty.check_size()?;
    let search = Search::counted(parts);
    let possible = search.converts(value.ty(), ty, Conversion::Lossy);
    search.check()?;
    if !possible {
        return Err(mismatch::error(value, ty, &search));
    }
    Converter { conversion: Conversion::Lossy, search: &search, digits: limits.digits }.apply(value, ty)
}

/// Returns whether values of a type can be converted to another type; with [`Conversion::Lossy`],
/// whether some of them might.
///
/// ```
/// use serde_hcl::Type;
/// use serde_hcl::value::{Conversion, can_convert};
///
/// assert!(can_convert(&Type::Number, &Type::String, Conversion::Safe));
/// assert!(!can_convert(&Type::String, &Type::Number, Conversion::Safe));
/// assert!(can_convert(&Type::String, &Type::Number, Conversion::Lossy));
/// ```
pub fn can_convert(from: &Type, to: &Type, conversion: Conversion) -> bool {
    let small = from.check_size().is_ok() && to.check_size().is_ok();
    from == to || (small && Search::counted(&Cell::new(u64::MAX)).converts(from, to, conversion))
}

/// Converts items to their types. The last type is that of all further items.
pub(super) fn each_item(
    items: &[Value],
    types: &[Type],
    convert: &dyn Fn(&Value, &Type) -> Result<Value, ValueError>,
) -> Result<Vec<Value>, ValueError> {
    let mut converted = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let Some(to) = types.get(index).or(types.last()) else { break };
        match convert(item, to) {
            Ok(item) => converted.push(item),
            Err(error) => return Err(error.at_index(index)),
        }
    }
    Ok(converted)
}
