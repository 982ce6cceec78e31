//! Values and types in JSON, see [`Typed`].

use std::slice;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

use super::convert::each_item;
use super::{Map, Number, PathStep, Type, Value, ValueError, ValueKind, convert};
use crate::util::words;

type Result<T> = std::result::Result<T, ValueError>;

/// A value to be written with serde such that it is read back as it was, with its type.
///
/// The form is that of go-cty, the library of values of the Go implementation. A type is
/// `"string"`, `"number"`, `"bool"`, `"dynamic"`, `["list", T]`, `["set", T]`, `["map", T]`,
/// `["tuple", [T, …]]` or `["object", {name: T, …}, [optional names]]`. A value is written for the
/// type that it is read back with; if this is the dynamic pseudo-type, the value is written as
/// `{"value": …, "type": …}`. A number is written as a string unless an integer of 64 bits or a
/// float is equal to it.
///
/// [`Type`] implements `Serialize` and `Deserialize`. A reference to it is the seed that reads a
/// value of the type.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use serde_hcl::value::Typed;
/// use serde_hcl::{Type, Value, value};
///
/// let ports = Value::set(Type::Number, [443, 80].map(Value::from))?;
/// let ty = serde_json::to_string(ports.ty())?;
/// let text = serde_json::to_string(&Typed::new(&ports, ports.ty()))?;
/// assert_eq!((ty.as_str(), text.as_str()), (r#"["set","number"]"#, "[80,443]"));
///
/// let ty: Type = serde_json::from_str(&ty)?;
/// assert_eq!(ty.deserialize(&mut serde_json::Deserializer::from_str(&text))?, ports);
///
/// let text = serde_json::to_string(&Typed::new(&value!(80), &Type::Dynamic))?;
/// assert_eq!(text, r#"{"value":80,"type":"number"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    value: &'a Value,
    ty: &'a Type,
}

impl<'a> Typed<'a> {
    /// Creates a value and the type that it will be read back with, which its own type has to
    /// match.
    pub fn new(value: &'a Value, ty: &'a Type) -> Self {
        Self { value, ty }
    }
}

/// # Errors
/// Returns an error if the value's type does not match, or if the value has no form in JSON:
/// unknown or marked values, capsules, infinities.
impl Serialize for Typed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let plain = self.value.check_size().and_then(|()| plain_value(self.value, self.ty));
        plain.map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Reads a value of the type, as [`Typed`] writes it.
///
/// Scalars are converted to the type, as go-cty does: `"5"` to a number, `100` and `true` to a
/// string, `"true"` to a bool. Attributes that are missing are null.
///
/// # Errors
/// Returns an error if the JSON is not of that type and cannot be converted to it.
impl<'de> DeserializeSeed<'de> for &Type {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Value, D::Error> {
        let plain = Value::deserialize(deserializer)?;
        let value = self.check_size().and_then(|()| typed_value(&plain, self));
        value.map_err(D::Error::custom)
    }
}

/// # Errors
/// Returns an error if the type contains a capsule type, which has no form in JSON.
impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        plain_type(self).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Type {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let plain = Value::deserialize(deserializer)?;
        plain.check_size().and_then(|()| typed_type(&plain)).map_err(D::Error::custom)
    }
}

/// Returns the type as tuples, objects and strings.
fn plain_type(ty: &Type) -> Result<Value> {
    ty.check_size()?;
    Ok(match ty {
        Type::Dynamic | Type::String | Type::Number | Type::Bool => Value::from(ty.to_string()),
        Type::Tuple(elements) => {
            let elements = elements.iter().map(plain_type).collect::<Result<Vec<_>>>()?;
            Value::tuple(["tuple".into(), elements.into()])
        }
        Type::Object(object) => {
            let attributes = object.iter().map(|(name, ty)| Ok((name, plain_type(ty)?)));
            let attributes = Value::object(attributes.collect::<Result<Map>>()?);
            let optional: Vec<Value> = object.optional().map(Value::from).collect();
            let optional = (!optional.is_empty()).then(|| Value::tuple(optional));
            Value::tuple(["object".into(), attributes].into_iter().chain(optional))
        }
        _ => match ty.collection() {
            Some((kind, element)) => Value::tuple([kind.into(), plain_type(element)?]),
            None => return Err(ValueError::ty(format!("the type {ty} cannot be written"))),
        },
    })
}

/// Returns the type that [`plain_type`] converted.
fn typed_type(plain: &Value) -> Result<Type> {
    let invalid = || ValueError::ty("a type is required");
    if let Some(name) = plain.as_str() {
        return [Type::Dynamic, Type::String, Type::Number, Type::Bool]
            .into_iter()
            .find(|ty| ty.to_string() == name)
            .ok_or_else(invalid);
    }
    let (kind, content, rest) = match plain.as_array() {
        Some([kind, content, rest @ ..]) => (kind.as_str(), content, rest),
        _ => return Err(invalid()),
    };
    match (kind, rest) {
        (Some("list"), []) => typed_type(content).map(Type::list),
        (Some("set"), []) => typed_type(content).map(Type::set),
        (Some("map"), []) => typed_type(content).map(Type::map),
        (Some("tuple"), []) => {
            let elements = content.as_array().ok_or_else(invalid)?;
            Ok(Type::tuple(elements.iter().map(typed_type).collect::<Result<Vec<_>>>()?))
        }
        (Some("object"), [] | [_]) => {
            let attributes = content.as_object().ok_or_else(invalid)?.iter();
            let attributes =
                attributes.map(|(name, ty)| Ok((name, typed_type(ty)?))).collect::<Result<Vec<_>>>()?;
            let optional = match rest {
                [names] => names.as_array().ok_or_else(invalid)?,
                _ => &[],
            };
            Ok(Type::object_with_optional(attributes, optional.iter().filter_map(Value::as_str)))
        }
        _ => Err(invalid()),
    }
}

/// Returns the value as null, tuples, objects, strings, bools and numbers.
fn plain_value(value: &Value, ty: &Type) -> Result<Value> {
    if value.is_marked() {
        return Err(ValueError::ty("a marked value cannot be written"));
    }
    if *ty == Type::Dynamic && *value.ty() != Type::Dynamic {
        let own = value.ty();
        let entries = [("value", plain_value(value, own)?), ("type", plain_type(own)?)];
        return Ok(Value::object(entries.into_iter().collect()));
    }
    match (value.kind(), ty) {
        (ValueKind::Unknown(_), _) => Err(ValueError::ty("an unknown value cannot be written")),
        (ValueKind::Null(own), _) if own.matches(ty) => Ok(Value::NULL),
        (ValueKind::Bool(_), Type::Bool) | (ValueKind::String(_), Type::String) => Ok(value.clone()),
        (ValueKind::Number(number), Type::Number) => plain_number(number),
        (ValueKind::List(items), Type::List(element)) | (ValueKind::Set(items), Type::Set(element)) => {
            each_item(items, slice::from_ref(&**element), &plain_value).map(Value::tuple)
        }
        (ValueKind::Tuple(items), Type::Tuple(elements)) if items.len() == elements.len() => {
            each_item(items, elements, &plain_value).map(Value::tuple)
        }
        (ValueKind::Map(map), Type::Map(element)) => map
            .try_map(|key, value| plain_value(value, element).map_err(|error| error.at_key(key)))
            .map(Value::object),
        (ValueKind::Object(map), Type::Object(object)) if map.len() == object.len() => map
            .try_map(|name, value| {
                let ty = object.get(name).ok_or_else(|| mismatch(value.ty(), ty))?;
                plain_value(value, ty).map_err(|error| error.at(PathStep::Attribute(name.to_string())))
            })
            .map(Value::object),
        _ => Err(mismatch(value.ty(), ty)),
    }
}

fn plain_number(number: &Number) -> Result<Value> {
    if !number.is_finite() {
        return Err(ValueError::domain("an infinity cannot be written"));
    }
    // Many JSON readers support only such numbers.
    let exact = number.as_i64().is_some() || number.as_u64().is_some() || number.exact_f64().is_some();
    Ok(if exact { Value::from(number.clone()) } else { Value::from(number.to_string()) })
}

/// Returns the value that [`plain_value`] converted.
fn typed_value(plain: &Value, ty: &Type) -> Result<Value> {
    if plain.is_null() {
        return Ok(Value::null(ty.clone()));
    }
    match (plain.kind(), ty) {
        (ValueKind::String(_), Type::String | Type::Number | Type::Bool)
        | (ValueKind::Bool(_), Type::Bool | Type::String)
        | (ValueKind::Number(_), Type::Number | Type::String) => convert(plain, ty),
        (ValueKind::Tuple(items), Type::List(element)) => {
            Value::list(Type::clone(element), each_item(items, slice::from_ref(&**element), &typed_value)?)
        }
        (ValueKind::Tuple(items), Type::Set(element)) => {
            Value::set(Type::clone(element), each_item(items, slice::from_ref(&**element), &typed_value)?)
        }
        (ValueKind::Tuple(items), Type::Tuple(elements)) if items.len() == elements.len() => {
            each_item(items, elements, &typed_value).map(Value::tuple)
        }
        (ValueKind::Object(map), Type::Map(element)) => {
            let typed =
                map.try_map(|key, item| typed_value(item, element).map_err(|error| error.at_key(key)))?;
            Value::map(Type::clone(element), typed)
        }
        (ValueKind::Object(map), Type::Object(object)) => {
            if let Some(name) = map.keys().find(|name| object.get(name).is_none()) {
                return Err(ValueError::ty(format!("unsupported attribute {name:?}")));
            }
            let mut typed = Map::with_capacity(object.len());
            for (name, ty) in object.iter() {
                let value =
                    map.get(name).map_or_else(|| Ok(Value::null(ty.clone())), |item| typed_value(item, ty));
                typed.insert(name, value.map_err(|error| error.at(PathStep::Attribute(name.into())))?);
            }
            Ok(Value::object(typed))
        }
        (ValueKind::Object(map), Type::Dynamic) if map.len() == 2 => {
            let (Some(value), Some(ty)) = (map.get("value"), map.get("type")) else {
                return Err(mismatch(plain.ty(), ty));
            };
            typed_value(value, &typed_type(ty)?)
        }
        (_, Type::Dynamic) => {
            Err(ValueError::ty("an object with attributes \"value\" and \"type\" is required"))
        }
        _ => Err(mismatch(plain.ty(), ty)),
    }
}

fn mismatch(have: &Type, want: &Type) -> ValueError {
    if let (Type::Tuple(have), Type::Tuple(want)) = (have, want) {
        let expected = words::count(want.len(), "element");
        return ValueError::ty(format!("expected a list of {expected}, found {}", have.len()));
    }
    ValueError::ty(format!("expected {}, found {}", want.with_article(), have.with_article()))
}
