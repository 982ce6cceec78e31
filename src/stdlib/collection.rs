//! Collections of every kind: how many elements there are, which ones, and the first of several
//! values.

use super::Table;
use super::support::{
    OuterType, any, builder, common_type_of, element_type, is_open, items, known_length, number,
    whole_number, wrong_type,
};
use crate::func::Function;
use crate::value::{Number, Type, Value, ValueError, ValueKind, ops};

pub(super) const TABLE: &Table = table! {
    length: "Returns the number of elements of a collection.",
    contains: "Returns whether a list, set or tuple contains a value.",
    element: "Returns the element of a list at an index, which starts again after the last one.",
    hasindex: "Returns whether a collection has an element with a key or an index.",
    index: "Returns the element of a collection with a key or an index.",
    coalesce: "Returns the first argument that is not null.",
    coalescelist: "Returns the first argument that is not an empty list.",
};

/// `length(collection: list | set | map | tuple) -> number`: the number of elements.
///
/// The length of an unknown tuple is known, that of a set with unknown elements is not: some may
/// turn out to be equal. The unknown length of a collection has the bounds that the collection is
/// known to have.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("length").unwrap().call(&[value!(["a", "b"])])?, value!(2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is of another type; objects and strings have no length here.
pub(super) fn length() -> Function {
    builder([any("collection").allow_unknown().allow_dynamic().allow_marked()])
        .constant_time()
        .returns_with(|arguments, _| match OuterType::from_value(&arguments[0]) {
            OuterType::Object | OuterType::Other => {
                Err(wrong_type("the collection must be a list, set or map, not", &arguments[0]))
            }
            _ => Ok(Type::Number),
        })
        .refine_result(|arguments, length| {
            let (min, max) = arguments[0].length_range();
            length.not_null().range(Number::from(min)..=max.map_or(Number::INFINITY, Number::from))
        })
        .implement(|arguments, ty| {
            let length = known_length(&arguments[0]).map(Value::from);
            Ok(length.unwrap_or_else(|| Value::unknown(ty.clone())).with_marks(arguments[0].marks()))
        })
}

/// `contains(list: list | set | tuple, value: any) -> bool`: whether an element is equal to the
/// value.
///
/// Nothing is converted: `contains([1], "1")` is false. Where no element is equal yet, but one may
/// turn out to be, the result is unknown.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let contains = stdlib::function("contains").unwrap();
/// assert_eq!(contains.call(&[value!(["a", "b"]), value!("b")])?, value!(true));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a list, set or tuple.
pub(super) fn contains() -> Function {
    builder([any("list"), any("value").allow_null()]).returns(Type::Bool).never_null().implement_within(
        |arguments, ty, budget| {
            let list = &arguments[0];
            let unsuitable = || wrong_type("the first argument must be a list or set, not", list);
            let items = list.as_array().ok_or_else(unsuitable)?;
            budget.take_parts(items.len())?;
            let mut undecided = false;
            for item in items {
                match ops::equal(&arguments[1], item)?.as_bool() {
                    Some(true) => return Ok(Value::TRUE),
                    Some(false) => {}
                    None => undecided = true,
                }
            }
            Ok(if undecided { Value::unknown(ty.clone()) } else { Value::FALSE })
        },
    )
}

/// `element(list: list | tuple, index: number) -> any`: the element at an index, counted on from
/// the start again after the last one, and from the end for a negative index.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let element = stdlib::function("element").unwrap();
/// assert_eq!(element.call(&[value!(["a", "b", "c"]), value!(3)])?, value!("a"));
/// assert_eq!(element.call(&[value!(["a", "b", "c"]), value!(-1)])?, value!("c"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a list or tuple or has no elements, or if the
/// index is not a whole number.
pub(super) fn element() -> Function {
    builder([any("list").allow_marked(), number("index")])
        .constant_time()
        .returns_with(|arguments, _| match (OuterType::from_value(&arguments[0]), arguments[0].kind()) {
            (OuterType::List, _) => Ok(element_type(&arguments[0])),
            (_, ValueKind::Unknown(Type::Tuple(types))) if arguments[1].is_known() => {
                Ok(types.get(wrapped(&arguments[1], types.len())?).cloned().unwrap_or(Type::Dynamic))
            }
            (OuterType::Tuple, _) => Ok(Type::Dynamic),
            _ => Err(wrong_type("cannot read elements from", &arguments[0])),
        })
        .implement_within(|arguments, ty, _| {
            let items = items(&arguments[0]);
            let position = wrapped(&arguments[1], items.len())?;
            let element = items.get(position).cloned().unwrap_or_else(|| Value::unknown(ty.clone()));
            Ok(element.with_marks(arguments[0].marks()))
        })
}

/// Returns the index of an element of a sequence that repeats in both directions.
fn wrapped(index: &Value, length: usize) -> Result<usize, ValueError> {
    let index = whole_number(index).map_err(|error| error.with_context("invalid index").with_argument(1))?;
    let position = i64::try_from(length).ok().and_then(|length| index.checked_rem_euclid(length));
    let position = position.and_then(|position| usize::try_from(position).ok());
    position.ok_or_else(|| ValueError::from("an empty list has no elements to choose from").with_argument(0))
}

/// `hasindex(collection: list | map | tuple, key: any) -> bool`: whether [`index`] has a result.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let hasindex = stdlib::function("hasindex").unwrap();
/// assert_eq!(hasindex.call(&[value!(["a"]), value!(0)])?, value!(true));
/// assert_eq!(hasindex.call(&[value!(["a"]), value!("0")])?, value!(false));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a list, map or tuple.
pub(super) fn hasindex() -> Function {
    builder([any("collection").allow_dynamic(), any("key").allow_dynamic()])
        .constant_time()
        .returns_with(|arguments, _| match OuterType::from_value(&arguments[0]) {
            OuterType::List | OuterType::Map | OuterType::Tuple | OuterType::Dynamic => Ok(Type::Bool),
            _ => Err(not_indexed(&arguments[0])),
        })
        .never_null()
        .implement(|arguments, _| Ok(Value::from(indexed(&arguments[0], &arguments[1]).is_some())))
}

/// `index(collection: list | map | tuple, key: any) -> any`: the element under a key, which is a
/// number for lists and tuples and a string for maps. Unlike the operator `[…]`, it converts
/// nothing.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let index = stdlib::function("index").unwrap();
/// assert_eq!(index.call(&[value!(["a", "b"]), value!(1)])?, value!("b"));
/// assert!(index.call(&[value!(["a", "b"]), value!("1")]).is_err());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a list, map or tuple, the key is of the wrong
/// type, or there is no such element.
pub(super) fn index() -> Function {
    builder([any("collection"), any("key").allow_dynamic()])
        .constant_time()
        .returns_with(|arguments, _| {
            let (collection, key) = (&arguments[0], &arguments[1]);
            let wanted = match OuterType::from_value(collection) {
                OuterType::List | OuterType::Tuple => Type::Number,
                OuterType::Map => Type::String,
                _ => return Err(not_indexed(collection)),
            };
            if *key.ty() != wanted && *key.ty() != Type::Dynamic {
                let expected = format!("the key for this collection must be a {wanted}, not");
                return Err(wrong_type(&expected, key));
            }
            match (collection.kind(), key.as_number()) {
                (ValueKind::Unknown(Type::Tuple(types)), Some(position)) => {
                    let ty = usize::try_from(position).ok().and_then(|position| types.get(position));
                    Ok(ty.cloned().ok_or(NO_SUCH_ELEMENT)?)
                }
                _ if OuterType::from_value(collection) == OuterType::Tuple => Ok(Type::Dynamic),
                _ => Ok(element_type(collection)),
            }
        })
        .implement_within(|arguments, _, _| {
            Ok(indexed(&arguments[0], &arguments[1]).cloned().ok_or(NO_SUCH_ELEMENT)?)
        })
}

/// Returns an error without the key, which may be marked.
const NO_SUCH_ELEMENT: &str = "the collection has no element under this key";

fn not_indexed(collection: &Value) -> ValueError {
    wrong_type("the collection must be a list or map, not", collection)
}

/// Returns the element under a key of the right type.
fn indexed<'a>(collection: &'a Value, key: &Value) -> Option<&'a Value> {
    match (collection.kind(), key.kind()) {
        (ValueKind::List(items) | ValueKind::Tuple(items), ValueKind::Number(key)) => {
            items.get(usize::try_from(key).ok()?)
        }
        (ValueKind::Map(map), ValueKind::String(key)) => map.get(key),
        _ => None,
    }
}

/// `coalesce(vals...: any) -> any`: the first argument that is not null, converted to the common
/// type of all.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("coalesce").unwrap().call(&[value!(null), value!(1), value!("x")])?,
///     value!("1")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the arguments have no type in common, or if all of them are null.
pub(super) fn coalesce() -> Function {
    Function::builder()
        // The functions for common types and conversions charge their own cost.
        .constant_time()
        .variadic(any("vals").allow_null().allow_unknown().allow_dynamic())
        .returns_with(|arguments, budget| {
            if arguments.is_empty() {
                return Err(ValueError::ty("at least one argument is required"));
            }
            let types: Vec<Type> = arguments.iter().map(|argument| argument.ty().clone()).collect();
            let common = common_type_of(arguments, &types, budget)?;
            common.ok_or_else(|| ValueError::ty("the arguments must have a type in common"))
        })
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let first = arguments.iter().find(|argument| !argument.is_null());
            let first = first.ok_or_else(|| ValueError::null("there is no argument that is not null"))?;
            // The type of the result may depend on the other arguments.
            if first.is_unknown() || (*ty == Type::Dynamic && is_open(arguments)) {
                return Ok(Value::unknown(ty.clone()));
            }
            budget.convert_new(first, ty)
        })
}

/// `coalescelist(vals...: list | tuple) -> list | tuple`: the first argument that has elements.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let coalescelist = stdlib::function("coalescelist").unwrap();
/// assert_eq!(coalescelist.call(&[value!([]), value!(["a"])])?, value!(["a"]));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is of another type, or if all of them are null or empty.
pub(super) fn coalescelist() -> Function {
    Function::builder().variadic(any("vals").allow_null().allow_unknown().allow_dynamic()).implement_within(
        |arguments, _, _| {
            if arguments.is_empty() {
                return Err(ValueError::ty("at least one argument is required"));
            }
            // The arguments after an unknown one cannot be rejected yet.
            for argument in arguments.iter().take_while(|argument| argument.is_known()) {
                if !matches!(OuterType::from_value(argument), OuterType::List | OuterType::Tuple) {
                    return Err(wrong_type("all arguments must be lists, found", argument));
                }
            }
            match arguments.iter().find(|argument| argument.is_unknown() || argument.len() > Some(0)) {
                Some(first) if first.is_unknown() => Ok(Value::UNKNOWN),
                Some(first) => Ok(first.clone()),
                None => Err("all arguments are null or empty".into()),
            }
        },
    )
}
