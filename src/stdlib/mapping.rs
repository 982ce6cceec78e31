//! Maps and objects.

use std::slice;
use std::sync::Arc;

use super::Table;
use super::support::{OuterType, any, are_open, builder, element_type, items, sequence, string, wrong_type};
use crate::func::{Budget, Function, Parameter};
use crate::value::{Map, Marks, Type, Value, ValueError, ValueKind};

pub(super) const TABLE: &Table = table! {
    keys: "Returns the keys of a map or an object, in lexical order.",
    values: "Returns the values of a map or an object, in the order of its keys.",
    lookup: "Returns the element of a map with a key, or a default value.",
    merge: "Returns one map or object of several. The last value of a key remains.",
    zipmap: "Returns a map of a list of keys and a list of values.",
};

/// `keys(map: map | object) -> list(string) | tuple`: the keys of a map, as a list, or the names of
/// an object's attributes, as a tuple; sorted.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("keys").unwrap().call(&[value!({ "b": 1, "a": 2 })])?,
///     value!(["a", "b"])
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a map or object.
pub(super) fn keys() -> Function {
    builder([any("map").allow_unknown().allow_marked()])
        .returns_with(|arguments, _| match OuterType::from_value(&arguments[0]) {
            OuterType::Map => Ok(Type::list(Type::String)),
            // The names are part of the type, so the result is known.
            OuterType::Object => Ok(Type::Dynamic),
            _ => Err(not_mapping(&arguments[0]).with_argument(0)),
        })
        .never_null()
        .implement(|arguments, ty| {
            let mut names: Vec<&Arc<str>> = match arguments[0].kind() {
                ValueKind::Map(map) | ValueKind::Object(map) => {
                    map.iter_shared().map(|(key, _)| key).collect()
                }
                ValueKind::Unknown(Type::Object(object)) => object.names().collect(),
                _ => return Ok(Value::unknown(ty.clone()).with_marks(arguments[0].marks())),
            };
            names.sort_unstable();
            let names = names.into_iter().map(|name| Value::normal_string(name.clone()));
            Ok(sequence(ty, names).with_marks(arguments[0].marks()))
        })
}

/// `values(map: map | object) -> list | tuple`: the elements of a map, as a list, or the attributes
/// of an object, as a tuple; in the order of their keys.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(
///     stdlib::function("values").unwrap().call(&[value!({ "b": 1, "a": "x" })])?,
///     value!(["x", 1])
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is not a map or object.
pub(super) fn values() -> Function {
    builder([any("map").allow_marked()])
        .returns_with(|arguments, _| match (OuterType::from_value(&arguments[0]), arguments[0].kind()) {
            (OuterType::Map, _) => Ok(Type::list(element_type(&arguments[0]))),
            (_, ValueKind::Unknown(Type::Object(object))) => {
                let mut attributes: Vec<_> = object.iter().collect();
                attributes.sort_unstable_by_key(|(name, _)| *name);
                Ok(Type::tuple(attributes.into_iter().map(|(_, ty)| ty.clone())))
            }
            (OuterType::Object, _) => Ok(Type::Dynamic),
            _ => Err(not_mapping(&arguments[0])),
        })
        .never_null()
        .implement(|arguments, ty| {
            let values = arguments[0].iter().map(|(_, value)| value.clone());
            Ok(sequence(ty, values).with_marks(arguments[0].marks()))
        })
}

/// `lookup(map: map | object, key: string, default: any) -> any`: the element under a key, or the
/// default where there is none. The default for a map is converted to the type of its elements.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let lookup = stdlib::function("lookup").unwrap();
/// assert_eq!(lookup.call(&[value!({ "a": 1 }), value!("a"), value!(0)])?, value!(1));
/// assert_eq!(lookup.call(&[value!({ "a": 1 }), value!("b"), value!(0)])?, value!(0));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a map or object, or if the default does not
/// convert.
pub(super) fn lookup() -> Function {
    builder([any("map"), string("key"), any("default")].map(Parameter::allow_marked))
        // The function that converts the default charges its cost.
        .constant_time()
        .returns_with(|arguments, budget| {
            let [map, key, default] = arguments else { return Ok(Type::Dynamic) };
            let ty = match (OuterType::from_value(map), map.kind(), key.as_str()) {
                (OuterType::Map, ..) => {
                    let element = element_type(map);
                    if map.is_unknown() && element.has_dynamic() && element != Type::Dynamic {
                        // The type of the default is checked once the map is known.
                        return Ok(Type::Dynamic);
                    }
                    budget.convert(default.clone(), &element).map_err(|error| {
                        let wanted = "the default value must be of the type of the map's elements";
                        error.with_context(wanted).with_argument(2)
                    })?;
                    return Ok(element);
                }
                (_, ValueKind::Unknown(Type::Object(object)), Some(key)) => object.get(key),
                (_, ValueKind::Object(object), Some(key)) => object.get(key).map(Value::ty),
                (OuterType::Object, ..) => return Ok(Type::Dynamic),
                _ => return Err(not_mapping(map).with_argument(0)),
            };
            Ok(ty.unwrap_or(default.ty()).clone())
        })
        .implement_within(|arguments, ty, budget| {
            let (map, key, default) = (&arguments[0], &arguments[1], &arguments[2]);
            let element = map.as_object().and_then(|map| map.get(key.as_str()?));
            let found = match element {
                _ if !map.is_wholly_known() => {
                    let marks = budget.all_marks(slice::from_ref(element.unwrap_or(default)))?;
                    Value::unknown(ty.clone()).with_marks(&marks)
                }
                Some(element) => element.clone(),
                None => budget.convert_new(default, ty)?,
            };
            Ok(found.with_marks(map.marks()).with_marks(key.marks()))
        })
}

/// `merge(maps...: map | object) -> map | object`: the elements of all arguments; of those with the
/// same key the last one counts. Nulls count as empty. The result is a map where all arguments are
/// maps of one type, else an object.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let merge = stdlib::function("merge").unwrap();
/// let merged = merge.call(&[value!({ "a": 1, "b": 2 }), value!({ "b": "x" })])?;
/// assert_eq!(merged, value!({ "a": 1, "b": "x" }));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is not a map or object.
pub(super) fn merge() -> Function {
    Function::builder()
        .variadic(any("maps").allow_null().allow_dynamic().allow_marked())
        .returns_with(merged_type)
        .never_null()
        .implement_within(|arguments, _, budget| {
            if are_open(arguments, OuterType::Map) {
                return Ok(Value::UNKNOWN.with_marks(&budget.all_marks(arguments)?));
            }
            let mut merged = Map::new();
            let mut marks = Marks::NONE;
            for argument in arguments {
                marks = marks.union(argument.marks());
                if argument.is_null() {
                    continue;
                }
                let map = argument.as_object().ok_or_else(|| not_mapping(argument))?;
                budget.take_elements(map.len())?;
                for (key, value) in map.iter_shared() {
                    merged.insert_shared(key.clone(), value.clone());
                }
            }
            let merged = match common_element(arguments) {
                Some(element) => Value::map_of(element, merged),
                None => Value::object(merged),
            };
            Ok(merged.with_marks(&marks))
        })
}

/// Returns the type of the result, which is needed only where an argument is unknown.
fn merged_type(arguments: &[Value], _: &Budget) -> Result<Type, ValueError> {
    for argument in arguments {
        match OuterType::from_value(argument) {
            OuterType::Dynamic => return Ok(Type::Dynamic),
            OuterType::Map | OuterType::Object => {}
            _ => return Err(not_mapping(argument)),
        }
    }
    if arguments.iter().all(Value::is_known) || are_open(arguments, OuterType::Map) {
        return Ok(Type::Dynamic);
    }
    if let Some(element) = common_element(arguments) {
        return Ok(Type::map(element));
    }
    let mut attributes = Vec::new();
    for argument in arguments {
        match argument.kind() {
            // An unknown map can have any keys.
            ValueKind::Unknown(Type::Map(_)) => return Ok(Type::Dynamic),
            // An object that may be null may have no attributes.
            ValueKind::Unknown(_) if !argument.is_never_null() => return Ok(Type::Dynamic),
            ValueKind::Unknown(Type::Object(object)) => {
                attributes.extend(object.names().cloned().zip(object.iter().map(|(_, ty)| ty.clone())));
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                attributes.extend(map.iter_shared().map(|(name, value)| (name.clone(), value.ty().clone())));
            }
            _ => {}
        }
    }
    Ok(Type::object_of(attributes.into_iter()))
}

/// Returns the element type of all arguments, if they are maps of one type.
fn common_element(arguments: &[Value]) -> Option<Type> {
    let first = arguments.first()?;
    let is_same = |it: &Value| OuterType::from_value(it) == OuterType::Map && it.ty() == first.ty();
    arguments.iter().all(is_same).then(|| element_type(first))
}

fn not_mapping(value: &Value) -> ValueError {
    wrong_type("a map or object is required, not", value)
}

/// `zipmap(keys: list(string), values: list | tuple) -> map | object`: a map of keys and the values
/// at the same places; an object where the values are a tuple. Of repeated keys the last one
/// counts.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let zipmap = stdlib::function("zipmap").unwrap();
/// assert_eq!(
///     zipmap.call(&[value!(["a", "b"]), value!([1, true])])?,
///     value!({ "a": 1, "b": true })
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if there are not as many keys as values, or if a key is null, or if the values
/// are not a list or tuple.
pub(super) fn zipmap() -> Function {
    builder([Parameter::new("keys", Type::list(Type::String)).allow_marked(), any("values").allow_marked()])
        .returns_with(|arguments, _| {
            let (keys, values) = (&arguments[0], &arguments[1]);
            match (OuterType::from_value(values), values.kind()) {
                (OuterType::List, _) => Ok(Type::map(element_type(values))),
                (_, ValueKind::Unknown(Type::Tuple(types))) if keys.is_wholly_known() => {
                    let keys = items(keys);
                    check_lengths(keys.len(), types.len())?;
                    let mut attributes = Vec::with_capacity(types.len());
                    for (index, (key, ty)) in keys.iter().zip(types.iter()).enumerate() {
                        attributes.push((key.as_str().ok_or_else(|| null_key(index))?, ty.clone()));
                    }
                    Ok(Type::object(attributes))
                }
                (OuterType::Tuple, _) => Ok(Type::Dynamic),
                _ => Err(wrong_type("the values must be a list, not", values)),
            }
        })
        .never_null()
        .implement_within(|arguments, ty, budget| {
            let (keys, values) = (&arguments[0], &arguments[1]);
            if !keys.is_wholly_known() {
                return Ok(Value::unknown(ty.clone()).with_marks(&budget.all_marks(arguments)?));
            }
            let mut marks = keys.marks().union(values.marks());
            let (keys, values) = (items(keys), items(values));
            check_lengths(keys.len(), values.len())?;
            budget.take_elements(keys.len())?;
            let mut map = Map::with_capacity(keys.len());
            for (index, (key, value)) in keys.iter().zip(values).enumerate() {
                // Keys carry no marks of their own.
                marks = marks.union(key.marks());
                map.insert(key.as_str().ok_or_else(|| null_key(index))?, value.clone());
            }
            let zipped = match ty {
                Type::Map(element) => Value::map_of(Type::clone(element), map),
                _ => Value::object(map),
            };
            Ok(zipped.with_marks(&marks))
        })
}

fn check_lengths(keys: usize, values: usize) -> Result<(), ValueError> {
    if keys == values {
        return Ok(());
    }
    Err(format!("the number of keys ({keys}) does not match the number of values ({values})").into())
}

fn null_key(index: usize) -> ValueError {
    ValueError::null(format!("the key at index {index} is null"))
}
