//! Values, with the conversions of the information model where a type requests one.

use std::borrow::Cow;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};

use super::any::AnyDeserializer;
use super::enums::Variant;
use super::findings::Slot;
use super::forward::{forward, scalars};
use super::members::{Kind, Members};
use super::number::{NumberHint, Scalar, visit_number};
use super::progress::Progress;
use super::sample::{self, Sample, Within};
use super::sequence::{Elements, SequenceAccess};
use super::stand_in::{is_stand_in_value, stand_in_value, stand_in_variant};
use super::target::{Request, Target};
use super::{Context, Name, Names};
use crate::body::NameView;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::{BODY, EXPRESSION, MANY, NUMBER, TEMPLATE, TRAVERSAL, VALUE, WHOLE_BLOCK};
use crate::redaction;
use crate::value::{ErrorKind, Map, Type, Value, ValueKind, convert, slot};

/// A value as the source of a user's type.
#[derive(Clone, Copy)]
pub(super) struct ValueDeserializer<'de, 'v> {
    value: &'v Value,
    /// Whether the value is marked, or part of one that is. Then [`for_visitor`](Self::for_visitor)
    /// records that it is passed to a visitor.
    is_secret: bool,
    context: Context<'de, 'v>,
}

/// Records that a value is passed to a visitor, if it `is_secret`.
pub(super) fn record_passed(is_secret: bool, visitor: &dyn de::Expected) {
    if is_secret {
        redaction::record_passed(visitor);
    }
}

/// Passes a value to a visitor that keeps it.
pub(super) fn give<'de, V: Visitor<'de>>(value: Value, visitor: V) -> Result<V::Value> {
    record_passed(value.is_marked(), &visitor);
    let value = if is_stand_in_value(&value) { Value::NULL } else { value };
    slot::give(value, visitor)
}

impl<'de, 'v> ValueDeserializer<'de, 'v> {
    pub(super) fn new(value: &'v Value, context: Context<'de, 'v>) -> Self {
        Self::of_part(value, false, context)
    }

    /// Creates the deserializer of a part of a value, which may be marked as a whole.
    pub(super) fn of_part(value: &'v Value, is_secret: bool, context: Context<'de, 'v>) -> Self {
        Self { value, is_secret: is_secret || value.is_marked(), context }
    }

    /// Returns a variant whose name was computed.
    fn variant(self, name: &'v str, value: &'v Value) -> Variant<'v, 'de, 'v> {
        let content = AnyDeserializer::Value(Self::of_part(value, self.is_secret, self.context));
        Variant::new(self.context.key(NameView::of_field(name)), None, content)
    }

    /// Returns the value for a visitor.
    pub(super) fn for_visitor(self, visitor: &dyn de::Expected) -> &'v Value {
        record_passed(self.is_secret, visitor);
        self.value
    }

    /// Visits the value in its own shape.
    fn visit_any<V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        let value = self.for_visitor(&visitor);
        match value.kind() {
            ValueKind::Null(_) => visitor.visit_unit(),
            ValueKind::Unknown(ty) => Err(unknown(ty)),
            ValueKind::Bool(value) => visitor.visit_bool(value),
            ValueKind::Number(number) => visit_number(number, NumberHint::Any, visitor),
            ValueKind::String(text) => visitor.visit_str(text),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                self.visit_elements(items, request, visitor)
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                let target = &Target::new::<V>(self.context.record, request);
                let members = self.members(map, target)?;
                let decoded = members.visit(target, self.context, visitor, &|error| error)?;
                if self.context.is_strict && target.is_hidden() {
                    return Err(Error::attribute_for_block());
                }
                Ok(decoded)
            }
            ValueKind::Capsule(_) => self.visit_stand_in(visitor, request),
        }
    }

    /// Returns the entries of an object or a map.
    fn members(self, map: &'v Map, target: &Target<'v>) -> Result<Members<'v>> {
        check_size(self.value)?;
        if let Some((name, _)) = map.iter().find(|(name, _)| target.has_special(name)) {
            return Err(de::Error::unknown_field(name, target.names()));
        }
        Ok(Members::of_value(map.iter().collect(), Kind::Value { is_secret: self.is_secret }))
    }

    /// Visits a stand-in as a value of the type that was requested. Other capsules are an error.
    #[cold]
    fn visit_stand_in<V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        let target = &Target::new::<V>(self.context.record, request);
        let (given, _within) = self.given(request, &visitor)?;
        match given {
            Given::Value(value) => ValueDeserializer { value: &value, ..self }.visit_any(visitor, request),
            Given::Elements(items) => self.visit_elements(&items, request, visitor),
            Given::Members(members) => members.visit(target, self.context, visitor, &|error| error),
        }
    }

    /// Returns what is given for a stand-in, and a guard while the parts of a sample are visited.
    #[cold]
    fn given(self, request: Request, expected: &dyn de::Expected) -> Result<(Given<'v>, Option<Within>)> {
        let elements = |count: usize| Given::Elements(vec![self.value.clone(); count]);
        let members = |fields: &[&'static str]| {
            let entries = fields.iter().map(|name| (*name, self.value)).collect();
            Given::Members(Members::of_value(entries, Kind::StandIn))
        };
        let first = match request {
            _ if !is_stand_in_value(self.value) => return Err(Error::mismatch(self.value, expected)),
            Request::Any => Sample::Other(0),
            Request::Map => Sample::Object(Vec::new()),
            Request::Unit => return Ok((Given::Value(Value::NULL), None)),
            Request::Elements(count) => return Ok((elements(count), None)),
            Request::Struct(fields) => return Ok((members(fields), None)),
        };
        let sample = sample::request(first);
        Ok(match (sample.fields(), &sample) {
            (Some(fields), _) => (members(fields), Some(sample::within())),
            (None, Sample::List(length)) => (elements(*length), Some(sample::within())),
            _ => (Given::Value(sample.value()), None),
        })
    }

    fn visit_elements<V: Visitor<'de>>(
        self,
        items: &[Value],
        request: Request,
        visitor: V,
    ) -> Result<V::Value> {
        self.elements(items, request, &Slot::default())?.visit(visitor)
    }

    /// Returns the access to elements.
    fn elements<'m>(
        self,
        items: &'m [Value],
        request: Request,
        slot: &'m Slot,
    ) -> Result<SequenceAccess<'de, 'm, EachValue<'m>>>
    where
        'v: 'm,
    {
        check_size(self.value)?;
        let is_tuple = matches!(request, Request::Elements(1..));
        // The parts of a tuple have no form as blocks.
        let context = if is_tuple { self.context.lenient() } else { self.context };
        let elements = EachValue { items, is_secret: self.is_secret };
        let mut access = SequenceAccess::new(elements, is_tuple, context, slot);
        access.progress.report_only_first(self.is_secret);
        Ok(access)
    }

    /// Visits the value as a request defines.
    pub(super) fn visit<V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        if self.context.is_strict && matches!(request, Request::Struct(_)) {
            return Err(Error::attribute_for_block());
        }
        match self.visit_any(visitor, request) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.explained(error, request)),
        }
    }

    /// Explains the error about a value in place of which a map or a struct is requested.
    #[cold]
    fn explained(self, error: Error, request: Request) -> Error {
        let fields = match (request, self.value.kind()) {
            (_, ValueKind::Map(_) | ValueKind::Object(_)) => return error,
            (Request::Struct(fields), _) => fields,
            (Request::Map, _) => &[],
            (Request::Any | Request::Unit | Request::Elements(_), _) => return error,
        };
        error.about_list(self.value, fields).expecting_object(fields)
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
            _ if is_stand_in_value(value) => Ok(sample::request(Sample::of(ty)).value()),
            _ => Err(Error::mismatch(value, expected)),
        })
    }

    #[inline(always)]
    pub(super) fn visit_scalar<V: Visitor<'de>>(self, scalar: Scalar, visitor: V) -> Result<V::Value> {
        match scalar {
            Scalar::Bytes => self.visit_bytes(visitor),
            _ => self.visit_converted(scalar, visitor),
        }
    }

    /// Visits the bytes of a text, or a sequence of numbers.
    fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.for_visitor(&visitor).kind() {
            ValueKind::String(text) => visitor.visit_bytes(text.as_bytes()),
            _ => self.visit_any(visitor, Request::Any),
        }
    }

    /// Visits the value converted to the requested type, which is not bytes.
    #[inline(always)]
    pub(super) fn visit_converted<V: Visitor<'de>>(self, scalar: Scalar, visitor: V) -> Result<V::Value> {
        let converted = match (scalar, self.for_visitor(&visitor).kind()) {
            (Scalar::Bool, ValueKind::Bool(_))
            | (Scalar::Number(_), ValueKind::Number(_))
            | (Scalar::Char | Scalar::Text, ValueKind::String(_)) => Cow::Borrowed(self.value),
            (Scalar::Bool, _) => Cow::Owned(self.converted(&Type::Bool, &visitor)?),
            (Scalar::Number(_), _) => Cow::Owned(self.converted(&Type::Number, &visitor)?),
            _ => Cow::Owned(self.converted(&Type::String, &visitor)?),
        };
        match (scalar, converted.kind()) {
            (Scalar::Bool, ValueKind::Bool(value)) => visitor.visit_bool(value),
            (Scalar::Number(hint), ValueKind::Number(number)) => visit_number(number, hint, visitor),
            (Scalar::Char | Scalar::Text, ValueKind::String(text)) => {
                match (visitor.visit_str(text), self.value.kind()) {
                    (Ok(value), _) => Ok(value),
                    (Err(error), ValueKind::Number(_)) => Err(Error::about_converted(error, "number", text)),
                    (Err(error), ValueKind::Bool(_)) => Err(Error::about_converted(error, "bool", text)),
                    (Err(error), _) => Err(error),
                }
            }
            _ => visitor.visit_unit(),
        }
    }
}

/// Returns the error about a capture of a part of a value.
#[cold]
pub(super) fn computed_capture() -> Error {
    let detail =
        "This was computed, so there is no expression of its own to capture. Write the elements out.";
    Error::coded(Code::InvalidValue, detail)
}

/// Reports a value that nests too deep, or has too many parts.
fn check_size(value: &Value) -> Result<()> {
    value.check_size().map_err(|error| Error::coded(Code::ValueTooLarge, error.detail()))
}

fn unknown(ty: &Type) -> Error {
    let detail = format!("A known value is needed here, but this {ty} value is not known yet.");
    Error::coded(Code::UnknownValue, detail)
}

impl<'de> Deserializer<'de> for ValueDeserializer<'de, '_> {
    type Error = Error;

    forward! { unit_struct tuple_struct ignored_any }

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

    scalars! {}

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.context.record.inspect(|record| record.note_identifier());
        self.deserialize_str(visitor)
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
            VALUE => give(self.for_visitor(&visitor).clone(), visitor),
            NUMBER => slot::give(self.converted(&Type::Number, &visitor)?, visitor),
            MANY => match self.value.kind() {
                ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Tuple(_) => self.deserialize_seq(visitor),
                _ => visitor.visit_some(self),
            },
            BODY | EXPRESSION | TEMPLATE | TRAVERSAL | WHOLE_BLOCK => Err(computed_capture()),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: Name, variants: Names, visitor: V) -> Result<V::Value> {
        let value = self.for_visitor(&visitor);
        check_size(value)?;
        match value.kind() {
            ValueKind::String(variant) => match visitor.visit_enum(variant.into_deserializer()) {
                Ok(value) => Ok(value),
                Err(error) => Err(Error::about_variant(error, variant)),
            },
            ValueKind::Map(map) | ValueKind::Object(map) if map.len() == 1 => match map.iter().next() {
                Some((variant, value)) => match visitor.visit_enum(self.variant(variant, value)) {
                    Err(error) if !(self.is_secret || error.is_of_variant(variant)) => {
                        Err(error.under(variant))
                    }
                    result => result,
                },
                None => self.deserialize_any(visitor),
            },
            ValueKind::Unknown(ty) => Err(unknown(ty)),
            _ => match stand_in_variant(value, variants) {
                Some((variant, value)) => visitor.visit_enum(self.variant(variant, value)),
                None => Err(Error::not_a_variant(value, variants)),
            },
        }
    }
}

/// What is given for a stand-in.
enum Given<'v> {
    Value(Value),
    /// A list of stand-ins.
    Elements(Vec<Value>),
    /// An object whose entries are stand-ins.
    Members(Members<'v>),
}

/// The elements of a value.
struct EachValue<'v> {
    items: &'v [Value],
    is_secret: bool,
}

impl<'de, 'v> Elements<'de, 'v> for EachValue<'v> {
    fn left(&self, taken: usize) -> usize {
        self.items.len() - taken
    }

    fn next<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
        context: Context<'de, 'v>,
        progress: &mut Progress<'v>,
    ) -> Result<Option<T::Value>> {
        let item = &self.items[progress.index];
        let element = ValueDeserializer::of_part(item, self.is_secret, context);
        match seed.deserialize(element) {
            Ok(element) => Ok(Some(element)),
            Err(error) => {
                progress.report_only_first(!item.all_marks().is_empty());
                Err(progress.fail_element(error))
            }
        }
    }

    fn stand_in<T: Deserialize<'de>>(&self, context: Context<'de, 'v>) -> Result<T> {
        let by_itself = Context { record: None, slot: None, is_strict: false, ..context };
        sample::attempt(context.record, || {
            T::deserialize(ValueDeserializer::new(stand_in_value(), by_itself))
        })
    }
}
