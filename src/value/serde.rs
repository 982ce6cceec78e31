//! Values, numbers and maps as serde's data: into any format, and from those that describe
//! themselves.

use std::fmt;
use std::sync::Arc;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{Error as _, Serialize, Serializer};

use super::{Map, Number, Spellings, Value, ValueError, ValueKind, equal_in_normal_form, slot, text};
use crate::protocol::{self, KEY, NULL, NUMBER, VALUE};

/// Lists, sets and tuples are sequences, maps and objects are maps, null is a unit. The type is not
/// written; use [`Typed`](super::Typed) for that.
///
/// # Errors
/// Returns an error for unknown values, marked values (which may be secrets), capsules,
/// [numbers](Number#impl-Serialize-for-Number) with more digits than other formats have, and values
/// that [`check_size`](Value::check_size) rejects. In formats without null, such as TOML, null is
/// an error.
///
/// ```
/// use serde_hcl::value;
///
/// assert_eq!(serde_json::to_string(&value!({ "a": [1, null, 0.5] }))?, r#"{"a":[1,null,0.5]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check_size().map_err(S::Error::custom)?;
        if self.is_marked() {
            return Err(S::Error::custom("a marked value cannot be written"));
        }
        match self.kind() {
            // `None`, since some formats omit absent options.
            ValueKind::Null(_) => protocol::serialize(NULL, &None::<()>, &(), serializer),
            ValueKind::Unknown(ty) => {
                Err(S::Error::custom(format_args!("an unknown {ty} cannot be written")))
            }
            ValueKind::Bool(bool) => serializer.serialize_bool(bool),
            ValueKind::Number(number) => number.serialize(serializer),
            ValueKind::String(string) => serializer.serialize_str(string),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                serializer.collect_seq(items)
            }
            ValueKind::Map(map) | ValueKind::Object(map) => map.serialize(serializer),
            ValueKind::Capsule(_) => {
                Err(S::Error::custom(format_args!("a value of type {} cannot be written", self.ty())))
            }
        }
    }
}

/// A number as its exact text, for the serializer of this crate.
struct NumberText<'n>(&'n Number);

impl Serialize for NumberText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.collect_str(self.0)
        } else {
            serializer.serialize_f64(self.0.to_f64())
        }
    }
}

/// A number as the `f64` that is equal to it, for other formats.
struct NumberFloat<'n>(&'n Number);

impl Serialize for NumberFloat<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(number) = self;
        if !number.is_finite() && serializer.is_human_readable() {
            return Err(S::Error::custom("an infinite number cannot be written: JSON has none"));
        }
        let float = number.exact_f64().ok_or_else(|| {
            S::Error::custom(format_args!(
                "the number {} cannot be written without losing digits: it is neither an integer of 64 bits nor a 64-bit \
                 floating-point number; write it as a string",
                number.abbreviated()
            ))
        })?;
        serializer.serialize_f64(float)
    }
}

/// Entries in the order of insertion.
impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

/// An integer of 64 bits, or the `f64` whose shortest decimal form is the number. Serde has no
/// decimals, and many formats read back only such numbers. This crate's own formats write all
/// digits.
///
/// # Errors
/// Returns an error if the format is not of this crate and the number is neither of these: an
/// integer of more bits, or a decimal with more digits. An infinity is an error in human-readable
/// formats, since JSON has none.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(int) = self.as_i64() {
            serializer.serialize_i64(int)
        } else if let Some(int) = self.as_u64() {
            serializer.serialize_u64(int)
        } else {
            protocol::serialize(NUMBER, &NumberText(self), &NumberFloat(self), serializer)
        }
    }
}

/// A sequence becomes a tuple, a map an object, a unit or `None` null. A value in HCL is taken as
/// it is, with unknown values and types.
///
/// ```
/// use serde_hcl::{Value, value};
///
/// let value: Value = serde_json::from_str(r#"{"a": [1, null, 0.1]}"#)?;
/// assert_eq!(value, value!({ "a": [1, null, 0.1] }));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(VALUE, ValueVisitor)
    }
}

/// An object.
impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = deserializer.deserialize_newtype_struct(NUMBER, ValueVisitor)?;
        match value.as_str() {
            // A value that serde buffered was not converted.
            Some(text) => match Self::parse(text) {
                Ok(number) if protocol::is_of_this_crate::<D::Error>() => Ok(number),
                _ => Err(D::Error::invalid_type(Unexpected::Str(text), &"a number")),
            },
            None => Self::try_from(&value).map_err(D::Error::custom),
        }
    }
}

struct ValueVisitor;

macro_rules! visit {
    ($read:expr => $($visit:ident($ty:ty)),*) => {
        $(fn $visit<E: serde::de::Error>(self, data: $ty) -> Result<Value, E> {
            let read: fn($ty) -> Result<Value, ValueError> = $read;
            read(data).map_err(E::custom)
        })*
    };
}

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    visit!(
        |data| Ok(Value::from(data)) =>
        visit_bool(bool), visit_i64(i64), visit_i128(i128), visit_u64(u64), visit_u128(u128), visit_str(&str),
        visit_string(String)
    );
    visit!(|float| Ok(Value::from(Number::try_from(float)?)) => visit_f32(f32), visit_f64(f64));

    fn visit_none<E: serde::de::Error>(self) -> Result<Value, E> {
        Ok(Value::NULL)
    }

    /// Receives the value from a deserializer of this crate.
    fn visit_unit<E: serde::de::Error>(self) -> Result<Value, E> {
        Ok(slot::take().unwrap_or(Value::NULL))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let count = access.size_hint().unwrap_or_default().min(MAX_CAPACITY);
        let mut items = Vec::with_capacity(count);
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Value::tuple(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut key = Key::default();
        if access.next_key_seed(&mut key)?.is_none() {
            return Ok(Value::object(Map::new()));
        }
        match key.text() {
            JSON_NUMBER | TOML_DATETIME => scalar_from(key, access),
            _ => map_from(key, access).map(Value::object),
        }
    }
}

/// Returns the value that another format gives as a map with this key.
fn scalar_from<'de, A: MapAccess<'de>>(key: Key, mut access: A) -> Result<Value, A::Error> {
    let text: String = access.next_value()?;
    match key.text() {
        JSON_NUMBER => Number::parse(&text).map(Value::from).map_err(A::Error::custom),
        _ => Ok(Value::from(text)),
    }
}

struct MapVisitor;

impl<'de> Visitor<'de> for MapVisitor {
    type Value = Map;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map with string keys")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Map, A::Error> {
        let mut key = Key::default();
        match access.next_key_seed(&mut key)? {
            Some(()) => map_from(key, access),
            None => Ok(Map::new()),
        }
    }
}

/// Returns the entries of a map whose first key is read already.
fn map_from<'de, A: MapAccess<'de>>(mut key: Key, mut access: A) -> Result<Map, A::Error> {
    let more = access.size_hint().unwrap_or_default().min(MAX_CAPACITY);
    let mut map = Map::with_capacity(more + 1);
    let mut spellings = Spellings::default();
    loop {
        let normal = key.normal.take().unwrap_or_else(|| text::shared(key.written.as_str()));
        let written = if key.written.is_empty() { &normal } else { key.written.as_str() };
        if let Some(first) = spellings.clash(&map, &normal, written) {
            return Err(A::Error::custom(equal_in_normal_form(&first, written)));
        }
        let value = access.next_value()?;
        map.insert_shared(normal, value);
        if access.next_key_seed(&mut key)?.is_none() {
            return Ok(map);
        }
    }
}

/// The maximum number of entries for which there is memory before they are read, since a format can
/// announce any number.
const MAX_CAPACITY: usize = 1 << 10;

/// A key of a map. The next key uses its allocation again.
#[derive(Default)]
struct Key {
    /// The key, if a deserializer of this crate shares it.
    normal: Option<Arc<str>>,
    /// Otherwise its text, which need not be in normal form.
    written: String,
}

impl Key {
    fn text(&self) -> &str {
        self.normal.as_deref().unwrap_or(&self.written)
    }
}

impl<'de> DeserializeSeed<'de> for &mut Key {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_newtype_struct(KEY, self)
    }
}

impl<'de> Visitor<'de> for &mut Key {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    /// Receives the key from a deserializer of this crate.
    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.written.clear();
        self.normal = slot::take().and_then(Value::into_shared_str);
        match self.normal {
            Some(_) => Ok(()),
            None => Err(E::invalid_type(Unexpected::Unit, &self)),
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        String::deserialize_in_place(deserializer, &mut self.written)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        text.clone_into(&mut self.written);
        Ok(())
    }
}

/// The key of the only entry of the map as which `serde_json` gives a number where its feature
/// `arbitrary_precision` is on, which any crate can switch on.
const JSON_NUMBER: &str = "$serde_json::private::Number";

/// The key of the only entry of the map as which `toml` gives a date or a time.
const TOML_DATETIME: &str = "$__toml_private_datetime";
