//! Access to attributes and elements: `a.name` and `a[key]`.

use std::borrow::Cow;

use super::super::convert::is_already;
use super::super::refinement::Elements;
use super::super::{ErrorKind, Marks, Number, Type, Value, ValueError, ValueKind, convert};
use crate::diag::Code;
use crate::redaction;

type Result<T> = std::result::Result<T, ValueError>;

/// Evaluates `a[key]`: an element of a list, tuple or map, or an attribute of an object.
///
/// Implements "Index Operator" of the native syntax.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::value::index;
///
/// let ports = value!([80, 443]);
/// assert_eq!(index(&ports, &value!("1"))?, value!(443));
/// let error = index(&ports, &value!(2)).unwrap_err();
/// assert_eq!((error.summary(), error.argument()), ("Invalid index", Some(1)));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value has no elements or not this one, or if value or key are null. The
/// key is argument 1.
pub fn index(value: &Value, key: &Value) -> Result<Value> {
    if value.is_null() {
        return Err(ValueError::null("this value is null, so it has no elements")
            .with_code(Code::IndexOfNull)
            .with_argument(0));
    }
    if key.is_null() {
        return Err(invalid(ValueError::null("an index must be a number or a string, but this is null")));
    }
    let marks = value.marks().union(key.marks());
    let _scope = redaction::scope(!marks.is_empty());
    let element = element(value.unmarked(), key.unmarked(), &marks)?;
    if key.is_unknown() && value.contains_marks() {
        // An unknown key may refer to any of the elements.
        return Ok(element.with_marks(&marks).with_marks(&value.all_marks()));
    }
    Ok(element.with_marks(&marks))
}

/// Returns the same as [`index`], borrowed if it is a part of a borrowed value.
pub(crate) fn element_of<'v>(value: &Cow<'v, Value>, key: &Value) -> Result<Cow<'v, Value>> {
    if let Cow::Borrowed(value) = *value
        && !value.is_marked()
        && let Some(element) = part(value, key)
    {
        return Ok(Cow::Borrowed(element));
    }
    index(value, key).map(Cow::Owned)
}

/// Returns the part under a key that needs no conversion, if there is one.
fn part<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    match value.kind() {
        ValueKind::List(items) | ValueKind::Tuple(items) => {
            items.get(usize::try_from(key.plain_number()?).ok()?)
        }
        ValueKind::Map(map) | ValueKind::Object(map) if !key.is_marked() => map.get(key.as_str()?),
        _ => None,
    }
}

fn element(value: &Value, key: &Value, marks: &Marks) -> Result<Value> {
    let elements = value.elements();
    let key_type = match value.kind() {
        ValueKind::Unknown(Type::Dynamic) => match elements {
            Some(elements) if elements.are_named => Type::String,
            Some(_) => Type::Number,
            None => return Ok(Value::UNKNOWN),
        },
        ValueKind::List(_) | ValueKind::Tuple(_) | ValueKind::Unknown(Type::List(_) | Type::Tuple(_)) => {
            Type::Number
        }
        ValueKind::Map(_) | ValueKind::Object(_) | ValueKind::Unknown(Type::Map(_) | Type::Object(_)) => {
            Type::String
        }
        ValueKind::Set(_) | ValueKind::Unknown(Type::Set(_)) => return Err(invalid(ValueError::ty(SET))),
        _ => {
            let message = format!("{} has no elements", value.ty().with_article());
            return Err(invalid(ValueError::public(ErrorKind::Type, message)));
        }
    };
    let Some(as_key) = as_key(key, &key_type)? else { return Ok(Value::UNKNOWN) };
    let found = match (value.kind(), as_key.kind()) {
        (ValueKind::List(items) | ValueKind::Tuple(items), ValueKind::Number(number)) => {
            items.get(position(number, items.len(), !marks.is_empty())?).cloned()
        }
        (ValueKind::Unknown(Type::Tuple(types)), ValueKind::Number(number)) => {
            // The types of the elements are known.
            types.get(position(number, types.len(), !marks.is_empty())?).cloned().map(Value::unknown)
        }
        (ValueKind::Map(map) | ValueKind::Object(map), ValueKind::String(name)) => {
            let in_object = matches!(value.kind(), ValueKind::Object(_));
            Some(map.get(name).cloned().ok_or_else(|| no_element(key, in_object))?)
        }
        (ValueKind::Unknown(Type::Object(object)), ValueKind::String(name)) => {
            Some(Value::unknown(object.get(name).ok_or_else(|| no_element(key, true))?.clone()))
        }
        _ => elements.map(Elements::any).or_else(|| value.ty().element().cloned().map(Value::unknown)),
    };
    Ok(found.unwrap_or(Value::UNKNOWN))
}

const NOT_FOUND: &str = "there is no element with this index";
const NO_NUMBERS: &str = "an object has attributes with names, but this index is a number";
const SET: &str = "the elements of a set have no index. Use tolist or a 'for' expression";

fn invalid(error: ValueError) -> ValueError {
    error.with_code(Code::InvalidIndex).with_argument(1)
}

/// Converts the key to the type by which a kind of value is indexed; `None` if its type is not
/// known.
fn as_key<'k>(key: &'k Value, ty: &Type) -> Result<Option<Cow<'k, Value>>> {
    if is_already(key, ty) {
        return Ok(Some(Cow::Borrowed(key)));
    }
    if key.is_dynamic() {
        return Ok(None);
    }
    let key = convert(key, ty).map_err(|error| invalid(error.with_context("this cannot be an index")))?;
    Ok(Some(Cow::Owned(key)))
}

/// Returns a number as an index of a sequence of the given length.
fn position(number: &Number, length: usize, marked: bool) -> Result<usize> {
    let position = usize::try_from(number).ok().filter(|position| *position < length);
    position.ok_or_else(|| {
        let shown = || {
            number
                .to_text(SHOWN_DIGITS)
                .map_or_else(|_| String::new(), |text| format!(", but this is {text}"))
        };
        let index = || {
            number
                .to_text(SHOWN_DIGITS)
                .map_or_else(|_| "the index".to_owned(), |text| format!("index {text}"))
        };
        let message = if marked {
            // The length of the collection may be secret.
            NOT_FOUND.to_owned()
        } else if !number.is_integer() && number.is_finite() {
            format!("an index must be a whole number{}", shown())
        } else if number.is_negative() {
            format!("an index cannot be negative{}. The first element has the index 0", shown())
        } else {
            let elements = match length {
                0 => "there are no elements".to_owned(),
                1 => "1 element (0)".to_owned(),
                2 => "2 elements (0 and 1)".to_owned(),
                _ => format!("{length} elements (0 to {})", length - 1),
            };
            format!("{} is out of range: {elements}", index())
        };
        invalid(ValueError::public(ErrorKind::Domain, message))
    })
}

/// The number of digits of an index that messages show.
const SHOWN_DIGITS: u32 = 20;

/// Evaluates `a.name`: an attribute of an object, or an element of a map.
///
/// Implements "Attribute Access Operator" of the native syntax.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl::value::get_attr;
///
/// let server = value!({ "port": 80 });
/// assert_eq!(get_attr(&server, "port")?, value!(80));
/// assert_eq!(get_attr(&server, "host").unwrap_err().summary(), "Unsupported attribute");
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the value has no attributes or not this one, or if it is null.
pub fn get_attr(value: &Value, name: &str) -> Result<Value> {
    if value.is_null() {
        return Err(
            ValueError::null("this value is null, so it has no attributes").with_code(Code::AttributeOfNull)
        );
    }
    attribute(value.unmarked(), name).map(|attribute| attribute.with_marks(value.marks()))
}

/// Returns the same as [`get_attr`], borrowed if it is a part of a borrowed value.
pub(crate) fn attribute_of<'v>(value: &Cow<'v, Value>, name: &str) -> Result<Cow<'v, Value>> {
    if let Cow::Borrowed(value) = *value
        && !value.is_marked()
        && let Some(attribute) = value.get(name)
    {
        return Ok(Cow::Borrowed(attribute));
    }
    get_attr(value, name).map(Cow::Owned)
}

fn attribute(value: &Value, name: &str) -> Result<Value> {
    match value.kind() {
        ValueKind::Object(object) => object.get(name).cloned().ok_or_else(|| no_attribute(name)),
        ValueKind::Map(map) => map.get(name).cloned().ok_or_else(|| {
            let message = format!("this map has no element with the key {name:?}");
            ValueError::public(ErrorKind::Domain, message).with_code(Code::MissingMapElement)
        }),
        ValueKind::Unknown(Type::Dynamic) => match value.elements() {
            Some(elements) if elements.are_named => Ok(elements.any()),
            Some(elements) => Err(without_attributes(&elements.ty(), name)),
            None => Ok(Value::UNKNOWN),
        },
        ValueKind::Unknown(Type::Object(object)) => {
            object.get(name).map(|ty| Value::unknown(ty.clone())).ok_or_else(|| no_attribute(name))
        }
        ValueKind::Unknown(Type::Map(element)) => Ok(Value::unknown(Type::clone(element))),
        _ => Err(without_attributes(value.ty(), name)),
    }
}

/// Returns the error about a missing element of a map or an object.
fn no_element(key: &Value, in_object: bool) -> ValueError {
    if in_object && *key.ty() == Type::Number {
        return invalid(ValueError::domain(NO_NUMBERS));
    }
    let message = match key.as_str() {
        Some(name) if in_object => format!("this object has no attribute named {name:?}"),
        Some(name) => format!("this map has no element with the key {name:?}"),
        None => return invalid(ValueError::domain(NOT_FOUND)),
    };
    invalid(ValueError::with_value(ErrorKind::Domain, NOT_FOUND, message))
}

fn unsupported(error: ValueError) -> ValueError {
    error.with_code(Code::UnsupportedAttribute)
}

fn no_attribute(name: &str) -> ValueError {
    let message = format!("this object has no attribute named {name:?}");
    unsupported(ValueError::public(ErrorKind::Domain, message))
}

/// Returns the error about a value whose type has no attributes.
fn without_attributes(ty: &Type, name: &str) -> ValueError {
    let element = match ty.element() {
        Some(Type::Object(object)) if object.get(name).is_some() => name,
        _ => "…",
    };
    let message = match ty {
        Type::List(_) => {
            format!(
                "a list has no attributes, but its elements can have them: [0].{element} or [*].{element}"
            )
        }
        Type::Set(_) => format!("a set has no attributes, but its elements can have them: [*].{element}"),
        Type::Tuple(_) => {
            format!("a list has no attributes, but its elements can have them: [0].{name} or [*].{name}")
        }
        _ => format!("{} has no attributes", ty.with_article()),
    };
    unsupported(ValueError::public(ErrorKind::Type, message))
}
