//! Conversion of values whose types are known to convert.

use std::sync::Arc;

use super::super::{Map, PathStep, Type, Value, ValueError, ValueKind};
use super::search::Search;
use super::{Safety, dynamic, mismatch, primitive};

type Result<T> = std::result::Result<T, ValueError>;

/// Converts a value.
pub(super) fn apply(value: &Value, to: &Type, safety: Safety, search: &Search) -> Result<Value> {
    if value.is_marked() {
        return apply(value.unmarked(), to, safety, search).map(|result| result.with_marks(value.marks()));
    }
    if *to == Type::Dynamic {
        return Ok(value.clone());
    }
    match value.kind() {
        ValueKind::Unknown(from) => {
            return Ok(Value::unknown(dynamic::fill_in(from, &to.without_optional(), search)));
        }
        ValueKind::Null(from) => {
            return Ok(Value::null(dynamic::fill_in(from, &to.without_optional(), search)));
        }
        _ => {}
    }
    if let Some(result) = primitive::convert(value, to) {
        return result;
    }
    if value.ty() == to {
        return Ok(value.clone());
    }
    let apply = |value: &Value, to: &Type| apply(value, to, safety, search);
    match (value.kind(), to) {
        (ValueKind::List(items), Type::List(element)) => {
            list(convert_items(items, element, apply)?, value, element)
        }
        (ValueKind::Set(items), Type::List(element)) => {
            // How many there are in the end is known only of a set whose elements are known.
            if items.len() > 1 && !value.is_wholly_known() {
                let from = value.ty().element().unwrap_or(&Type::Dynamic);
                return Ok(Value::unknown(Type::list(from.clone())));
            }
            list(convert_items(items, element, apply)?, value, element)
        }
        (ValueKind::List(items) | ValueKind::Set(items), Type::Set(element)) => {
            set(convert_items(items, element, apply)?, value, element)
        }
        (ValueKind::Tuple([]), Type::List(element)) => {
            Ok(Value::list_of(element.without_optional(), Vec::new()))
        }
        (ValueKind::Tuple([]), Type::Set(element)) => Value::set_of(element.without_optional(), Vec::new()),
        (ValueKind::Tuple(items), Type::List(element)) => {
            let common = common_element(items.iter(), element, safety, search)?;
            let items = convert_items(items, &common, apply)?;
            // Conversion to a type that is open in parts can give different types.
            let common = common_element(items.iter(), &Type::Dynamic, safety, search)?;
            list(convert_items(&items, &common, apply)?, value, &common)
        }
        (ValueKind::Tuple(items), Type::Set(element)) => {
            let common = common_element(items.iter(), element, safety, search)?;
            set(convert_items(items, &common, apply)?, value, &common)
        }
        (ValueKind::Tuple(items), Type::Tuple(elements)) => {
            let pairs = items.iter().zip(elements.iter()).enumerate();
            let items =
                pairs.map(|(index, (item, to))| apply(item, to).map_err(|error| error.at_index(index)));
            items.collect::<Result<Vec<_>>>().map(Value::tuple)
        }
        (ValueKind::Map(elements), Type::Map(element)) => {
            let elements = convert_elements(elements, element, apply)?;
            let elements = if may_differ(element) {
                same_type(&elements, Safety::Safe, search, apply)?
            } else {
                elements
            };
            map(elements, value, element)
        }
        (ValueKind::Object(attributes), Type::Map(element)) if attributes.is_empty() => {
            Ok(Value::map_of(element.without_optional(), Map::new()))
        }
        (ValueKind::Object(attributes), Type::Map(element)) => {
            let common = common_element(attributes.values(), element, safety, search)?;
            let elements = convert_elements(attributes, &common, apply)?;
            let elements =
                if may_differ(&common) { same_type(&elements, safety, search, apply)? } else { elements };
            map(elements, value, &common)
        }
        (ValueKind::Map(elements), Type::Object(_)) => map_to_object(elements, value.ty(), to, search, apply),
        (ValueKind::Object(attributes), Type::Object(object)) => {
            let mut converted = each(
                attributes,
                |key, attribute| object.get(key).map(|to| apply(attribute, to)).transpose(),
                |error, key| error.at(PathStep::Attribute(key.clone())),
            )?;
            fill_optional(&mut converted, to);
            Ok(Value::object(converted))
        }
        _ => Err(ValueError::ty(mismatch::message(value.ty(), to, search))),
    }
}

/// Converts each to an element type.
fn convert_items(
    items: &[Value],
    to: &Type,
    apply: impl Fn(&Value, &Type) -> Result<Value>,
) -> Result<Vec<Value>> {
    let items = items.iter().enumerate();
    items.map(|(index, item)| apply(item, to).map_err(|error| error.at_index(index))).collect()
}

/// Converts each to an element type.
fn convert_elements(
    elements: &Map,
    to: &Type,
    apply: impl Fn(&Value, &Type) -> Result<Value>,
) -> Result<Map> {
    each(elements, |_, element| apply(element, to).map(Some), ValueError::at_key)
}

/// Changes entries, or leaves them out. Of several errors it is the one with the least key, so that it does not
/// depend on the order in which the entries were written.
fn each(
    entries: &Map,
    change: impl Fn(&Arc<str>, &Value) -> Result<Option<Value>>,
    locate: impl Fn(ValueError, &Arc<str>) -> ValueError,
) -> Result<Map> {
    let mut changed = Map::with_capacity(entries.len());
    let mut failed: Option<(&Arc<str>, ValueError)> = None;
    for (key, value) in entries.iter_shared() {
        match change(key, value) {
            Ok(Some(value)) => _ = changed.insert_shared(key.clone(), value),
            Ok(None) => {}
            Err(error) => {
                if failed.as_ref().is_none_or(|(least, _)| key < *least) {
                    failed = Some((key, error));
                }
            }
        }
    }
    match failed {
        Some((key, error)) => Err(locate(error, key)),
        None => Ok(changed),
    }
}

/// The element type that is asked for, or the one that all values have in common where any will do.
fn common_element<'a>(
    values: impl Iterator<Item = &'a Value>,
    wanted: &Type,
    safety: Safety,
    search: &Search,
) -> Result<Type> {
    let common = search.element_type(values.map(Value::ty), wanted, safety);
    search.check()?;
    common.ok_or_else(no_common_type)
}

/// Whether values that were converted to a type can be of different types.
fn may_differ(element: &Type) -> bool {
    element.is_collection() || matches!(element, Type::Object(_))
}

/// Brings elements to the type they have in common.
fn same_type(
    elements: &Map,
    safety: Safety,
    search: &Search,
    apply: impl Fn(&Value, &Type) -> Result<Value>,
) -> Result<Map> {
    if elements.is_empty() {
        return Ok(elements.clone());
    }
    let common = common_element(elements.values(), &Type::Dynamic, safety, search)?;
    convert_elements(elements, &common, apply)
}

fn no_common_type() -> ValueError {
    ValueError::ty("cannot find a common base type for all elements")
}

/// The one type of all elements. Those without a type of their own do not count; where there are no others, or no
/// elements at all, it is the type that was asked for, or that of the elements before if any would do.
fn element_type<'a>(items: impl Iterator<Item = &'a Value>, before: &Value, wanted: &Type) -> Result<Type> {
    let mut found: Option<&Type> = None;
    let mut empty = true;
    for item in items {
        empty = false;
        match found {
            _ if *item.ty() == Type::Dynamic => {}
            None => found = Some(item.ty()),
            Some(found) if found == item.ty() => {}
            Some(_) => return Err(ValueError::ty("all elements must have the same type")),
        }
    }
    Ok(match found {
        Some(found) => found.clone(),
        None if empty && *wanted == Type::Dynamic => before.ty().element().cloned().unwrap_or(Type::Dynamic),
        None if empty => wanted.without_optional(),
        None => Type::Dynamic,
    })
}

fn list(items: Vec<Value>, before: &Value, wanted: &Type) -> Result<Value> {
    let element = element_type(items.iter(), before, wanted)?;
    Value::list(element, items)
}

fn set(items: Vec<Value>, before: &Value, wanted: &Type) -> Result<Value> {
    let element = element_type(items.iter(), before, wanted)?;
    Value::set(element, items)
}

fn map(elements: Map, before: &Value, wanted: &Type) -> Result<Value> {
    let element = element_type(elements.values(), before, wanted)?;
    Value::map(element, elements)
}

fn map_to_object(
    elements: &Map,
    from: &Type,
    to: &Type,
    search: &Search,
    apply: impl Fn(&Value, &Type) -> Result<Value>,
) -> Result<Value> {
    let (Type::Object(object), Some(element)) = (to, from.element()) else { return Err(no_common_type()) };
    // An optional attribute that does not fit is no obstacle until there is an element for it.
    let misfit = |key: &Arc<str>| {
        let to = object.get(key).filter(|to| !search.fits(element, to, Safety::Unsafe))?;
        let reason = mismatch::message(element, to, search);
        Some(ValueError::ty(format!("the map's element type does not fit attribute {key:?}: {reason}")))
    };
    if let Some((_, error)) =
        elements.sorted_shared().into_iter().find_map(|(key, _)| Some((key, misfit(key)?)))
    {
        return Err(error);
    }
    let mut converted = each(
        elements,
        |key, element| object.get(key).map(|to| apply(element, to)).transpose(),
        ValueError::at_key,
    )?;
    let mut missing: Vec<_> =
        object.iter().map(|(name, _)| name).filter(|name| !converted.contains_key(name)).collect();
    missing.retain(|name| !object.is_optional(name));
    if let Some(name) = missing.into_iter().min() {
        return Err(ValueError::ty(format!("map has no element for required attribute {name:?}")));
    }
    fill_optional(&mut converted, to);
    Ok(Value::object(converted))
}

/// Null for the optional attributes that are missing.
fn fill_optional(attributes: &mut Map, ty: &Type) {
    let Type::Object(object) = ty else { return };
    for name in object.optional() {
        if let Some(ty) = object.get(name).filter(|_| !attributes.contains_key(name)) {
            attributes.insert(name, Value::null(ty.clone()));
        }
    }
}
