//! Values, with the conversions of the information model where a type requests one.

use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};

use super::enums::Variant;
use super::forward::{again, every_method, forward, into_deserializer, numbers};
use super::key::KeyDeserializer;
use super::number::{NumberHint, visit_number};
use super::record::{Record, is_stand_in_value, stand_in_value};
use super::target::{Request, Target};
use super::{Name, Names, visit_seq};
use crate::body::{NameView, Spelling};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::{self, BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL, VALUE};
use crate::redaction;
use crate::value::{ErrorKind, Map, Type, Value, ValueKind, convert};

/// A value as the source of a user's type.
#[derive(Clone, Copy)]
pub(crate) struct ValueDeserializer<'v> {
    value: &'v Value,
    /// Whether the value is marked, or part of one that is. Then [`for_visitor`](Self::for_visitor)
    /// records that it is passed to a visitor.
    is_secret: bool,
    /// `None` if there is a single pass.
    pub(super) record: Option<&'v Record>,
    /// Whether structs are refused, since they are blocks.
    pub(super) is_strict: bool,
}

/// Returns a variant whose name was computed.
fn computed<'de, 'v, D>(name: &'v str, content: D) -> Variant<'de, 'v, D> {
    let name = KeyDeserializer { name: NameView::of_field(name), input: None, observer: None };
    Variant::new(name, None, content)
}

impl<'v> ValueDeserializer<'v> {
    pub(crate) fn new(value: &'v Value) -> Self {
        Self::of_part(value, false)
    }

    /// Creates the deserializer of a part of a value, which may be marked as a whole.
    pub(super) fn of_part(value: &'v Value, is_secret: bool) -> Self {
        Self { value, is_secret: is_secret || value.is_marked(), record: None, is_strict: false }
    }

    /// Handles the error of a part. Returns `Ok` if it is decoded again.
    fn again(self, error: Error) -> Result<()> {
        match self.record {
            Some(record) if record.take_repeat() => Ok(()),
            _ => Err(error),
        }
    }

    /// Returns the value for a visitor.
    fn for_visitor(self, visitor: &dyn de::Expected) -> &'v Value {
        if self.is_secret {
            redaction::record_passed(visitor);
        }
        self.value
    }

    /// Returns the deserializer of a part of the value.
    fn part(self, value: &'v Value) -> Self {
        Self { value, is_secret: self.is_secret || value.is_marked(), ..self }
    }

    /// Visits the value in its own shape.
    fn visit_any<'de, V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        let value = self.for_visitor(&visitor);
        match value.kind() {
            ValueKind::Null(_) => visitor.visit_unit(),
            ValueKind::Unknown(ty) => Err(unknown(ty)),
            ValueKind::Bool(value) => visitor.visit_bool(value),
            ValueKind::Number(number) => visit_number(number, NumberHint::Any, visitor),
            ValueKind::String(text) => visitor.visit_str(text),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                check_size(value)?;
                visit_seq(ValueSeqAccess { whole: self, items, index: 0 }, items.len(), visitor)
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                check_size(value)?;
                let target = &Target::new::<V>(self.record, request);
                let entries = visible_entries(map, target)?;
                let access =
                    ValueMapAccess { whole: self, entries: entries.into_iter(), pending: None, target };
                let decoded = visitor.visit_map(access);
                if target.is_provisional() {
                    return Err(target.repeat());
                }
                let decoded = decoded.map_err(|error| explained(error, target, map))?;
                if self.is_strict && target.is_hidden() {
                    return Err(Error::attribute_for_block());
                }
                Ok(decoded)
            }
            ValueKind::Capsule(_) => self.visit_stand_in(value, visitor, request),
        }
    }

    /// Visits a stand-in as a value of the type that was requested. Other capsules are an error.
    #[cold]
    fn visit_stand_in<'de, V: Visitor<'de>>(
        self,
        value: &'v Value,
        visitor: V,
        request: Request,
    ) -> Result<V::Value> {
        let target = &Target::new::<V>(self.record, request);
        match request {
            _ if !is_stand_in_value(value) => Err(Error::mismatch(value, &visitor)),
            Request::Any => Err(Error::mismatch(value, &visitor)),
            Request::Unit => visitor.visit_unit(),
            Request::Elements(count) => {
                let items = vec![value.clone(); count];
                visitor.visit_seq(ValueSeqAccess { whole: self.part(value), items: &items, index: 0 })
            }
            Request::Map | Request::Struct(_) => {
                let entries: Vec<_> = target.names().iter().map(|name| (*name, value)).collect();
                let access =
                    ValueMapAccess { whole: self, entries: entries.into_iter(), pending: None, target };
                visitor.visit_map(access)
            }
        }
    }

    /// Visits the value as a request defines.
    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        match (request, self.value.kind()) {
            (Request::Struct(_), _) if self.is_strict => Err(Error::attribute_for_block()),
            (Request::Map | Request::Struct(_), kind)
                if !matches!(kind, ValueKind::Map(_) | ValueKind::Object(_)) =>
            {
                let fields = if let Request::Struct(names) = request { names } else { &[] };
                self.visit_any(visitor, request).map_err(|error| error.expecting_object(fields))
            }
            _ => self.visit_any(visitor, request),
        }
    }

    /// Returns the value converted to the requested type.
    fn converted(self, ty: &Type, expected: &dyn de::Expected) -> Result<Value> {
        let value = self.for_visitor(expected);
        if let ValueKind::Unknown(ty) = value.kind() {
            return Err(unknown(ty));
        }
        let scope = redaction::scope(self.is_secret);
        let converted = convert(value, ty);
        drop(scope);
        converted.or_else(|error| match error.kind() {
            ErrorKind::Limit => Err(Error::of_value(&error)),
            _ if is_stand_in_value(value) => Ok(match ty {
                Type::Bool => Value::from(false),
                Type::Number => Value::from(1),
                _ => Value::from("1"),
            }),
            _ => Err(Error::mismatch(value, expected)),
        })
    }

    pub(super) fn visit_number<'de, V: Visitor<'de>>(self, hint: NumberHint, visitor: V) -> Result<V::Value> {
        let converted = self.converted(&Type::Number, &visitor)?;
        match converted.as_number() {
            Some(number) => visit_number(number, hint, visitor),
            None => visitor.visit_unit(),
        }
    }
}

/// Returns the entries of an object as they are decoded. It is not generic, unlike the function
/// that visits them.
fn visible_entries<'v>(map: &'v Map, target: &Target<'_>) -> Result<Vec<(&'v str, &'v Value)>> {
    let mut entries: Vec<_> = map.iter().collect();
    if let Some((name, _)) = entries.iter().find(|(name, _)| target.has_special(name)) {
        return Err(de::Error::unknown_field(name, target.names()));
    }
    if target.has_null_facts() {
        target.resume(&mut entries, |(name, _)| name);
    }
    Ok(entries)
}

/// Reports a value that nests too deep, or has too many parts.
fn check_size(value: &Value) -> Result<()> {
    value.check_size().map_err(|error| Error::coded(Code::ValueTooLarge, error.detail()))
}

fn unknown(ty: &Type) -> Error {
    let detail = format!("A known value is needed here, but this {ty} value is not known yet.");
    Error::coded(Code::UnknownValue, detail)
}

impl<'de> Deserializer<'de> for ValueDeserializer<'_> {
    type Error = Error;

    forward! { string char byte_buf unit_struct tuple_struct_by_tuple ignored_any }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor, Request::Any)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor, Request::Unit)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor, Request::Elements(0))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor, Request::Elements(length))
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: Name, fields: Names, visitor: V) -> Result<V::Value> {
        self.visit(visitor, Request::Struct(fields))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(visitor, Request::Map)
    }

    numbers! {}

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.converted(&Type::Bool, &visitor)?.as_bool() {
            Some(value) => visitor.visit_bool(value),
            None => visitor.visit_unit(),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.converted(&Type::String, &visitor)?.as_str() {
            Some(text) => visitor.visit_str(text).map_err(|error: Error| match self.value.kind() {
                ValueKind::Number(_) => error.about_converted("number", text),
                ValueKind::Bool(_) => error.about_converted("bool", text),
                _ => error,
            }),
            None => visitor.visit_unit(),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.record.inspect(|record| record.note_identifier());
        self.deserialize_str(visitor)
    }

    /// Visits the bytes of a text, or a sequence of numbers.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.for_visitor(&visitor).kind() {
            ValueKind::String(text) => visitor.visit_bytes(text.as_bytes()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_null() || is_stand_in_value(self.value) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match name {
            VALUE => {
                let value = self.for_visitor(&visitor);
                let value = if is_stand_in_value(value) { Value::NULL } else { value.clone() };
                protocol::give(value, visitor)
            }
            NUMBER => protocol::give(self.converted(&Type::Number, &visitor)?, visitor),
            BODY | EXPRESSION | TEMPLATE | TRAVERSAL => {
                let detail = "This was computed, so there is no expression of its own to capture. Write the elements out.";
                Err(Error::coded(Code::InvalidValue, detail))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: Name, variants: Names, visitor: V) -> Result<V::Value> {
        let value = self.for_visitor(&visitor);
        check_size(value)?;
        match value.kind() {
            ValueKind::String(variant) => visitor
                .visit_enum(variant.into_deserializer())
                .map_err(|error: Error| error.about_variant(variant)),
            ValueKind::Map(map) | ValueKind::Object(map) if map.len() == 1 => match map.iter().next() {
                Some((variant, value)) => visitor.visit_enum(computed(variant, self.part(value))),
                None => self.deserialize_any(visitor),
            },
            ValueKind::Unknown(ty) => Err(unknown(ty)),
            _ => match variants.first().filter(|_| is_stand_in_value(value)) {
                Some(variant) => visitor.visit_enum(computed(variant, self)),
                None => Err(Error::not_a_variant(value, variants)),
            },
        }
    }
}

macro_rules! by_value {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {
        /// Any type can be decoded from a value, see [`from_value`](crate::from_value). Types that
        /// borrow strings borrow them from the value.
        impl<'de> Deserializer<'de> for &'de Value {
            type Error = Error;

            $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                ValueDeserializer::new(self).$method($($argument,)* visitor)
            })*

            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                let deserializer = ValueDeserializer::new(self);
                match self.kind() {
                    ValueKind::String(_) => match deserializer.for_visitor(&visitor).as_str() {
                        Some(text) => visitor.visit_borrowed_str(text),
                        None => visitor.visit_unit(),
                    },
                    _ => deserializer.deserialize_str(visitor),
                }
            }
        }

        impl<'de> Deserializer<'de> for Value {
            type Error = Error;

            $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                ValueDeserializer::new(&self).$method($($argument,)* visitor)
            })*

            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                ValueDeserializer::new(&self).deserialize_str(visitor)
            }
        }
    };
}

every_method! { by_value }

into_deserializer! { &'de Value }

into_deserializer! { Value }

into_deserializer! { ValueDeserializer<'_> }

struct ValueSeqAccess<'v> {
    whole: ValueDeserializer<'v>,
    items: &'v [Value],
    index: usize,
}

impl ValueSeqAccess<'_> {
    /// Handles the error of the last element. Returns `Ok` if it is decoded again.
    #[cold]
    fn again(&mut self, error: Error) -> Result<()> {
        self.whole.again(error)?;
        self.index -= 1;
        Ok(())
    }
}

impl<'de> SeqAccess<'de> for ValueSeqAccess<'_> {
    type Error = Error;

    again! { element }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.index;
        let Some(item) = self.items.get(index) else { return Ok(None) };
        self.index += 1;
        let _separate = redaction::separate();
        let result = seed.deserialize(self.whole.part(item));
        result.map(Some).map_err(|error| error.under_index(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.index)
    }
}

struct ValueMapAccess<'a, 'v> {
    whole: ValueDeserializer<'v>,
    entries: std::vec::IntoIter<(&'v str, &'v Value)>,
    pending: Option<(&'v str, &'v Value)>,
    target: &'a Target<'v>,
}

/// Adds the reason to an error that is due to a null field.
#[cold]
fn explained(error: Error, target: &Target<'_>, map: &Map) -> Error {
    target.record_hidden_null(&error, || map.values().any(Value::is_null));
    let null = target.missing_null(&error).filter(|field| map.get(field).is_some_and(Value::is_null));
    null.map_or(error, |field| target.null_error(field))
}

impl<'v> ValueMapAccess<'_, 'v> {
    /// Continues with the next entry that is not hidden, and returns its name. It is not generic,
    /// unlike the functions that decode keys and values.
    fn advance(&mut self) -> Option<NameView<'v>> {
        let target = self.target;
        self.pending = self.entries.find(|(name, value)| !(value.is_null() && target.rejects_null(name)));
        let mut name = NameView::of_field(self.pending?.0);
        if self.whole.is_secret {
            name.spelling = Spelling::Secret;
        }
        Some(name)
    }

    /// Handles the error of the current value. Returns whether it is decoded again.
    #[cold]
    fn again(&mut self, error: Error) -> Result<bool> {
        let Some((name, value)) = &mut self.pending else { return Err(error) };
        if self.target.has_rejected_null(name) {
            if is_stand_in_value(value) {
                return Ok(false);
            }
            if value.is_null() {
                self.target.record_stand_in();
                *value = stand_in_value();
                return Ok(true);
            }
        }
        self.whole.again(error).map(|()| true)
    }

    #[cold]
    fn abandon(&self) -> Error {
        self.target.abandon(self.pending.map_or("", |(name, _)| name))
    }

    /// Adds the path to the error about a value, and the reason if the value is null.
    #[cold]
    fn value_error(&self, error: Error, name: &str, value: &Value) -> Error {
        if value.is_null() && error.path().is_empty() {
            self.target.record_rejected_null(name);
        }
        // The keys of a marked value are as secret as its parts.
        if self.whole.is_secret { error } else { error.under(name) }
    }
}

impl<'de> MapAccess<'de> for ValueMapAccess<'_, '_> {
    type Error = Error;

    again! { value }

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(name) = self.advance() else { return Ok(None) };
        let _separate = redaction::separate();
        let key = KeyDeserializer { name, input: None, observer: self.target.observer() };
        let key = seed.deserialize(key);
        self.target.record_key();
        key.map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some((name, value)) = self.pending else {
            return Err(Error::value_before_key());
        };
        let _separate = redaction::separate();
        let result = seed.deserialize(self.whole.part(value));
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.value_error(error, name, value)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
