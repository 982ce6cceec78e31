//! Access to attributes and elements: `a.name` and `a[key]`.

use std::cmp::Ordering;

use super::super::{Marks, Number, Type, Value, ValueError, ValueKind, convert};

type Result<T> = std::result::Result<T, ValueError>;

/// `a[key]`: an element of a list, tuple or map, or an attribute of an object.
///
/// Implements "Index Operator" of the native syntax.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::value::ops;
///
/// let ports = value!([80, 443]);
/// assert_eq!(ops::index(&ports, &value!("1"))?, value!(443));
/// let error = ops::index(&ports, &value!(2)).unwrap_err();
/// assert_eq!((error.summary(), error.argument()), ("Invalid index", Some(1)));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Where the value has no elements or not this one, and where value or key are null. The key is argument 1.
pub fn index(value: &Value, key: &Value) -> Result<Value> {
    if value.is_null() {
        return Err(ValueError::null("this value is null, so it does not have any indices")
            .with_summary("Attempt to index null value")
            .with_argument(0));
    }
    if key.is_null() {
        return Err(invalid(ValueError::null("a null value cannot be an index")));
    }
    let marks = value.marks().union(key.marks());
    element(value.unmarked(), key.unmarked(), &marks).map(|element| element.with_marks(&marks))
}

fn element(value: &Value, key: &Value, marks: &Marks) -> Result<Value> {
    let ty = value.ty();
    match ty {
        Type::Dynamic => Ok(Value::UNKNOWN),
        Type::List(_) | Type::Tuple(_) | Type::Map(_) | Type::Object(_) if *key.ty() == Type::Dynamic => {
            Ok(Value::UNKNOWN)
        }
        Type::List(_) | Type::Tuple(_) => {
            let key = as_key(key, &Type::Number)?;
            let Some(number) = key.as_number() else { return Ok(unknown_element(ty)) };
            let length = match (value.as_slice(), ty) {
                (Some(items), _) => items.len(),
                // A tuple's type tells how many there are.
                (None, Type::Tuple(elements)) => elements.len(),
                (None, _) => return Ok(unknown_element(ty)),
            };
            let place = position(number, length, !marks.is_empty()).map_err(invalid)?;
            Ok(match (value.get(place), ty) {
                (Some(element), _) => element.clone(),
                (None, Type::Tuple(elements)) => {
                    elements.get(place).map_or(Value::UNKNOWN, |ty| Value::unknown(ty.clone()))
                }
                (None, _) => Value::UNKNOWN,
            })
        }
        Type::Map(_) | Type::Object(_) => {
            let name = as_key(key, &Type::String)?;
            let Some(name) = name.as_str() else { return Ok(unknown_element(ty)) };
            let found = match (value.as_map(), ty) {
                (Some(map), _) => map.get(name).cloned(),
                // An object's type tells its attributes.
                (None, Type::Object(attributes)) => attributes.get(name).map(|ty| Value::unknown(ty.clone())),
                (None, _) => return Ok(unknown_element(ty)),
            };
            found.ok_or_else(|| {
                let by_number = matches!(ty, Type::Object(_)) && *key.ty() == Type::Number;
                invalid(ValueError::domain(if by_number {
                    "the given key does not identify an element in this collection value. An object only supports \
                     looking up attributes by name, not by numeric index"
                } else {
                    "the given key does not identify an element in this collection value"
                }))
            })
        }
        Type::Set(_) => Err(invalid(ValueError::ty(
            "elements of a set are identified only by their value and have no index or key to select them with, so \
             only operations across all elements of the set are possible",
        ))),
        _ => Err(invalid(ValueError::ty("this value does not have any indices"))),
    }
}

fn invalid(error: ValueError) -> ValueError {
    error.with_summary("Invalid index").with_argument(1)
}

fn as_key(key: &Value, ty: &Type) -> Result<Value> {
    convert(key, ty).map_err(|error| {
        invalid(error.with_context("the given key does not identify an element in this collection value"))
    })
}

/// An element that is not known, of a value of a type.
fn unknown_element(ty: &Type) -> Value {
    ty.element().map_or(Value::UNKNOWN, |element| Value::unknown(element.clone()))
}

/// The place that a number means in a sequence of a length.
fn position(number: &Number, length: usize, marked: bool) -> Result<usize> {
    let place = number.as_usize().filter(|place| *place < length);
    place.ok_or_else(|| {
        let reason = if !number.is_integer() && number.is_finite() {
            "indexing a sequence requires a whole number, but the given index has a fractional part"
        } else if number.sign() == Ordering::Less {
            "a negative number is not a valid index for a sequence"
        } else if marked {
            // The length may be a secret.
            return ValueError::domain("the given key does not identify an element in this collection value");
        } else if length == 0 {
            "the collection has no elements"
        } else {
            "the given index is greater than or equal to the length of the collection"
        };
        ValueError::domain(format!(
            "the given key does not identify an element in this collection value: {reason}"
        ))
    })
}

/// `a.name`: an attribute of an object, or an element of a map.
///
/// Implements "Attribute Access Operator" of the native syntax.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::value::ops;
///
/// let server = value!({ "port": 80 });
/// assert_eq!(ops::get_attr(&server, "port")?, value!(80));
/// assert_eq!(ops::get_attr(&server, "host").unwrap_err().summary(), "Unsupported attribute");
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Where the value has no attributes or not this one, and where it is null.
pub fn get_attr(value: &Value, name: &str) -> Result<Value> {
    if value.is_null() {
        return Err(ValueError::null("this value is null, so it does not have any attributes")
            .with_summary("Attempt to get attribute from null value"));
    }
    attribute(value.unmarked(), name).map(|attribute| attribute.with_marks(value.marks()))
}

fn attribute(value: &Value, name: &str) -> Result<Value> {
    let unsupported = |error: ValueError| error.with_summary("Unsupported attribute");
    match (value.ty(), value.kind()) {
        (Type::Dynamic, _) => Ok(Value::UNKNOWN),
        (_, ValueKind::Object(object)) => object.get(name).cloned().ok_or_else(|| {
            unsupported(ValueError::domain(format!("this object does not have an attribute named {name:?}")))
        }),
        (Type::Object(object), _) => object.get(name).map(|ty| Value::unknown(ty.clone())).ok_or_else(|| {
            unsupported(ValueError::domain(format!("this object does not have an attribute named {name:?}")))
        }),
        (_, ValueKind::Map(map)) => map.get(name).cloned().ok_or_else(|| {
            ValueError::domain(format!("this map does not have an element with the key {name:?}"))
                .with_summary("Missing map element")
        }),
        (Type::Map(element), _) => Ok(Value::unknown(Type::clone(element))),
        (Type::List(element), _) if matches!(**element, Type::Object(_)) => {
            let known = matches!(&**element, Type::Object(object) if object.get(name).is_some());
            let attribute = if known { format!("attribute {name:?}") } else { "an attribute".to_owned() };
            Err(unsupported(ValueError::ty(format!(
                "a list of objects has no attributes of its own. Did you mean to access {attribute} for a specific \
                 element of the list, or across all elements of the list?"
            ))))
        }
        (Type::Set(element), _) if matches!(**element, Type::Object(_)) => Err(unsupported(ValueError::ty(
            "a set of objects has no attributes of its own. Did you mean to access an attribute across all elements \
             of the set?",
        ))),
        (ty, _) if ty.is_primitive() => {
            Err(unsupported(ValueError::ty(format!("a {ty} does not have any attributes"))))
        }
        _ => Err(unsupported(ValueError::ty("this value does not have any attributes"))),
    }
}
