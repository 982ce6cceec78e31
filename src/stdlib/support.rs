//! Functions that the files of standard functions share.

use std::cmp::Ordering;

use crate::func::Budget;
use crate::value::{Conversion, ErrorKind, MAX_SIZE, Type, Value, ValueError, ValueKind, order};

/// The shape of a value by its type. It does not compute the type, whose size is that of the value
/// for tuples and objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    List,
    Set,
    Map,
    Tuple,
    Object,
    Dynamic,
    Other,
}

impl Shape {
    pub(super) fn of(value: &Value) -> Self {
        match value.kind() {
            ValueKind::List(_) => Self::List,
            ValueKind::Set(_) => Self::Set,
            ValueKind::Map(_) => Self::Map,
            ValueKind::Tuple(_) => Self::Tuple,
            ValueKind::Object(_) => Self::Object,
            ValueKind::Null(ty) | ValueKind::Unknown(ty) => match ty {
                Type::List(_) => Self::List,
                Type::Set(_) => Self::Set,
                Type::Map(_) => Self::Map,
                Type::Tuple(_) => Self::Tuple,
                Type::Object(_) => Self::Object,
                Type::Dynamic => Self::Dynamic,
                _ => Self::Other,
            },
            _ => Self::Other,
        }
    }
}

/// Returns the element type of a list, set or map.
pub(super) fn element_type(collection: &Value) -> Type {
    collection.ty().element().cloned().unwrap_or(Type::Dynamic)
}

/// Returns the number of an argument that has to be an integer.
pub(super) fn whole_number(number: &Value) -> Result<i64, ValueError> {
    number.as_i64().ok_or_else(|| "a whole number within 64 bits is required".into())
}

/// Returns the final number of elements of a value, if it is known: of a tuple always, of a set
/// unless unknown elements may turn out to be equal to others.
pub(super) fn known_length(value: &Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Unknown(Type::Tuple(elements)) => Some(elements.len()),
        ValueKind::Set(items) if items.len() > 1 && !value.is_wholly_known() => None,
        _ => value.len(),
    }
}

/// Returns the type that all types have in common, if there is one.
pub(super) fn common_type(types: &[Type], budget: &Budget) -> Result<Option<Type>, ValueError> {
    match budget.unify(types, Conversion::Lossy) {
        Ok(unified) => Ok(Some(unified.ty().clone())),
        Err(error) if error.kind() == ErrorKind::Limit => Err(error),
        Err(_) => Ok(None),
    }
}

/// Returns the type that values have in common by their types, if there is one. It is the dynamic
/// pseudo-type where it depends on unknown parts of the values.
pub(super) fn common_type_of(
    values: &[Value],
    types: &[Type],
    budget: &Budget,
) -> Result<Option<Type>, ValueError> {
    let common = common_type(types, budget)?;
    let is_decided = match common {
        // Next to a string, an unknown value becomes a string too, unless there is also an untyped
        // null: then all values stay as they are.
        Some(Type::String) => types.iter().filter(|ty| **ty == Type::Dynamic).count() < 2,
        _ => types.len() < 2 || !is_open(values),
    };
    Ok(if is_decided { common } else { Some(Type::Dynamic) })
}

/// Returns whether the types of values depend on their unknown parts.
pub(super) fn is_open(values: &[Value]) -> bool {
    values.iter().any(|value| value.facts().dynamic)
}

/// Returns a list of items that were converted to an element type, which may leave types open.
pub(super) fn list(element: &Type, items: Vec<Value>) -> Result<Value, ValueError> {
    if element.has_dynamic() {
        return Value::list(closed(element, &items), items);
    }
    Ok(Value::list_of(element.clone(), items))
}

/// Returns a set of items that were converted to an element type, which may leave types open.
pub(super) fn set(element: &Type, items: Vec<Value>) -> Result<Value, ValueError> {
    if element.has_dynamic() {
        return Value::set(closed(element, &items), items);
    }
    Value::set_of(element.clone(), items)
}

/// Returns the element type, or the one that the items have where it leaves types open.
fn closed(element: &Type, items: &[Value]) -> Type {
    items.iter().map(Value::ty).find(|ty| **ty != Type::Dynamic).unwrap_or(element).clone()
}

/// A value that occurs among others.
pub(super) struct Occurrence<'v> {
    pub(super) value: &'v Value,
    /// The tag of the first one that is equal to it.
    pub(super) first: usize,
    /// The number of values that are equal to it, itself included.
    pub(super) count: usize,
}

/// Returns the distinct values among known values without marks, in the order of sets. Every value
/// has a tag.
///
/// # Errors
/// Returns an error if values are nested too deep, or are too large together, to be compared.
pub(super) fn occurrences<'v>(
    values: impl Iterator<Item = (usize, &'v Value)>,
    budget: &Budget,
) -> Result<Vec<Occurrence<'v>>, ValueError> {
    let mut values: Vec<_> = values.collect();
    let mut size = 0_u64;
    for (_, value) in &values {
        value.check_size()?;
        size = size.saturating_add(value.size());
    }
    if size > MAX_SIZE {
        return Err(ValueError::too_large());
    }
    let unordered = values.iter().filter(|(_, value)| value.facts().capsule).count();
    budget.take_parts((unordered as u64).saturating_pow(2))?;
    budget.take_sorting(size, values.len())?;
    values.sort_by(|(_, left), (_, right)| order(left, right));
    let mut found: Vec<Occurrence<'v>> = Vec::new();
    for run in values.chunk_by(|(_, left), (_, right)| order(left, right) == Ordering::Equal) {
        // Only capsules can differ without having an order, so most often all values of a run are
        // equal.
        let before = found.len();
        for (tag, value) in run {
            match found.iter_mut().skip(before).find(|known| known.value == *value) {
                Some(known) => known.count += 1,
                None => found.push(Occurrence { value, first: *tag, count: 1 }),
            }
        }
    }
    Ok(found)
}
