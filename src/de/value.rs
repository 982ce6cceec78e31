//! Values, with the conversions of the information model where a type requests one.

use std::any::type_name;

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};

use super::enums::Variant;
use super::findings::{Findings, Mode, Reason, Slot};
use super::forms::is_buffer_type;
use super::forward::{again, forward, into_deserializer, numbers};
use super::key::KeyDeserializer;
use super::members::null_error;
use super::number::{NumberHint, visit_number};
use super::progress::{Next, Progress};
use super::record::Record;
use super::sample::{self, Requested, Sample};
use super::stand_in::{is_stand_in_value, stand_in_value, stand_in_variant};
use super::target::{Request, Target};
use super::{Name, Names, visit_seq};
use crate::body::{NameView, Spelling};
use crate::diag::Code;
use crate::error::{Clue, Error, Result};
use crate::protocol::{BODY, EXPRESSION, MANY, NUMBER, TEMPLATE, TRAVERSAL, VALUE, WHOLE_BLOCK};
use crate::redaction;
use crate::value::{ErrorKind, Map, Type, Value, ValueKind, convert, slot};

/// A value as the source of a user's type.
#[derive(Clone, Copy)]
pub(crate) struct ValueDeserializer<'v> {
    value: &'v Value,
    /// Whether the value is marked, or part of one that is. Then [`for_visitor`](Self::for_visitor)
    /// records that it is passed to a visitor.
    is_secret: bool,
    /// `None` if there is a single pass.
    pub(super) record: Option<&'v Record>,
    /// The slot of the value, if it can be decoded again.
    pub(super) slot: Option<&'v Slot>,
    /// Whether structs are refused, since they are blocks.
    pub(super) is_strict: bool,
}

/// Passes a value to a visitor that keeps it.
pub(super) fn give<'de, V: Visitor<'de>>(value: Value, visitor: V) -> Result<V::Value> {
    ValueDeserializer::new(&value).for_visitor(&visitor);
    let value = if is_stand_in_value(&value) { Value::NULL } else { value };
    slot::give(value, visitor)
}

/// Returns a variant whose name was computed.
fn computed<'de, 'v, D>(name: &'v str, content: D) -> Variant<'de, 'v, D> {
    let name = KeyDeserializer { name: NameView::of_field(name), settings: None, observer: None };
    Variant::new(name, None, content)
}

impl<'v> ValueDeserializer<'v> {
    pub(crate) fn new(value: &'v Value) -> Self {
        Self::of_part(value, false)
    }

    /// Creates the deserializer of a part of a value, which may be marked as a whole.
    pub(super) fn of_part(value: &'v Value, is_secret: bool) -> Self {
        Self { value, is_secret: is_secret || value.is_marked(), record: None, slot: None, is_strict: false }
    }

    /// Returns the value for a visitor.
    pub(super) fn for_visitor(self, visitor: &dyn de::Expected) -> &'v Value {
        if self.is_secret {
            redaction::record_passed(visitor);
        }
        self.value
    }

    /// Returns the deserializer of a part of the value.
    fn part<'m>(self, value: &'m Value, slot: &'m Slot) -> ValueDeserializer<'m>
    where
        'v: 'm,
    {
        ValueDeserializer { value, is_secret: self.is_secret || value.is_marked(), slot: Some(slot), ..self }
    }

    /// Begins the visit of the parts of the value.
    fn progress(self, members: &'v Slot) -> Progress<'v> {
        let mut progress = Progress::new(self.record, self.slot, members);
        progress.report_only_first(self.is_secret);
        progress
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
                ValueSeqAccess::new(self, items, request, &Slot::default()).visit(visitor)
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                check_size(value)?;
                let target = &Target::new::<V>(self.record, request);
                if let Some((name, _)) = map.iter().find(|(name, _)| target.has_special(name)) {
                    return Err(de::Error::unknown_field(name, target.names()));
                }
                let slot = Slot::default();
                let mut access = ValueMapAccess::new(self, map, target, &slot);
                let result = visitor.visit_map(&mut access);
                let decoded = access.finish(result, map)?;
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
            Request::Any => self.visit_sample(&sample::request(Requested::Any), target, visitor, request),
            Request::Map => self.visit_sample(&sample::request(Requested::Map), target, visitor, request),
            Request::Unit => visitor.visit_unit(),
            Request::Elements(count) => {
                let items = vec![value.clone(); count];
                visitor.visit_seq(ValueSeqAccess::new(self, &items, request, &Slot::default()))
            }
            Request::Struct(fields) => self.visit_stand_in_entries(fields, target, visitor),
        }
    }

    /// Visits what is given for a part of a stand-in.
    #[cold]
    fn visit_sample<'de, V: Visitor<'de>>(
        self,
        sample: &Sample,
        target: &Target<'v>,
        visitor: V,
        request: Request,
    ) -> Result<V::Value> {
        match (sample, sample.fields()) {
            (_, Some(fields)) => sample::within(|| self.visit_stand_in_entries(fields, target, visitor)),
            (Sample::List(length), None) => sample::within(|| {
                let items = vec![self.value.clone(); *length];
                visitor.visit_seq(ValueSeqAccess::new(self, &items, request, &Slot::default()))
            }),
            _ => ValueDeserializer { value: &sample.value(), ..self }.visit_any(visitor, request),
        }
    }

    /// Visits an object with these fields, each a stand-in.
    fn visit_stand_in_entries<'de, V: Visitor<'de>>(
        self,
        fields: &[&'v str],
        target: &Target<'v>,
        visitor: V,
    ) -> Result<V::Value> {
        let entries = fields.iter().map(|name| (*name, self.value, Mode::Decode)).enumerate().collect();
        visitor.visit_map(ValueMapAccess::of_entries(self, entries, target, &Slot::default()))
    }

    /// Visits the value as a request defines.
    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        match (request, self.value.kind()) {
            (Request::Struct(_), _) if self.is_strict => Err(Error::attribute_for_block()),
            (Request::Map | Request::Struct(_), kind)
                if !matches!(kind, ValueKind::Map(_) | ValueKind::Object(_)) =>
            {
                let fields = if let Request::Struct(names) = request { names } else { &[] };
                let value = self.value;
                let explained = |error: Error| error.about_list(value, fields).expecting_object(fields);
                self.visit_any(visitor, request).map_err(explained)
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
            _ if is_stand_in_value(value) => Ok(sample::request(Requested::of(ty)).value()),
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
            ValueKind::String(variant) => visitor
                .visit_enum(variant.into_deserializer())
                .map_err(|error: Error| error.about_variant(variant)),
            ValueKind::Map(map) | ValueKind::Object(map) if map.len() == 1 => match map.iter().next() {
                Some((variant, value)) => {
                    let is_secret = self.is_secret || value.is_marked();
                    let content = Self { value, is_secret, ..self };
                    let result = visitor.visit_enum(computed(variant, content));
                    result.map_err(|error: Error| match error.is_of_variant(variant) || self.is_secret {
                        true => error,
                        false => error.under(variant),
                    })
                }
                None => self.deserialize_any(visitor),
            },
            ValueKind::Unknown(ty) => Err(unknown(ty)),
            _ => match stand_in_variant(value, variants) {
                Some((variant, value)) => visitor.visit_enum(computed(variant, Self { value, ..self })),
                None => Err(Error::not_a_variant(value, variants)),
            },
        }
    }
}

into_deserializer! { ValueDeserializer<'_> }

struct ValueSeqAccess<'v> {
    whole: ValueDeserializer<'v>,
    items: &'v [Value],
    next: usize,
    is_tuple: bool,
    progress: Progress<'v>,
}

impl<'v> ValueSeqAccess<'v> {
    fn new(whole: ValueDeserializer<'v>, items: &'v [Value], request: Request, slot: &'v Slot) -> Self {
        let is_tuple = matches!(request, Request::Elements(1..));
        // The parts of a tuple have no form as blocks.
        let whole = ValueDeserializer { is_strict: whole.is_strict && !is_tuple, ..whole };
        Self { whole, items, next: 0, is_tuple, progress: whole.progress(slot) }
    }

    fn visit<'de, V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let length = self.items.len();
        let result = visit_seq(&mut self, length, visitor);
        self.progress.finish(result)
    }

    fn step_back(&mut self) {
        self.next -= 1;
    }

    /// Decodes a stand-in.
    fn stand_in<'de, T: Deserialize<'de>>(&self) -> Result<T> {
        sample::attempt(self.whole.record, || T::deserialize(ValueDeserializer::new(stand_in_value())))
    }
}

impl<'de> SeqAccess<'de> for ValueSeqAccess<'_> {
    type Error = Error;

    again! { element }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.next;
        let Some(item) = self.items.get(index) else { return Ok(None) };
        self.next += 1;
        self.progress.begin(index);
        let _separate = redaction::separate();
        match seed.deserialize(self.whole.part(item, self.progress.member)) {
            Ok(element) => Ok(Some(element)),
            Err(error) => {
                self.progress.report_only_first(!item.all_marks().is_empty());
                Err(self.progress.fail(error.under_index(index)))
            }
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

/// An entry with its index.
type Entry<'v> = (usize, (&'v str, &'v Value, Mode));

struct ValueMapAccess<'a, 'v> {
    whole: ValueDeserializer<'v>,
    entries: std::vec::IntoIter<Entry<'v>>,
    pending: Option<(&'v str, &'v Value)>,
    mode: Mode,
    /// Whether the value has a type, so that a stand-in of it can be decoded.
    is_typed: bool,
    target: &'a Target<'v>,
    progress: Progress<'v>,
}

impl<'a, 'v> ValueMapAccess<'a, 'v> {
    fn new(whole: ValueDeserializer<'v>, map: &'v Map, target: &'a Target<'v>, slot: &'v Slot) -> Self {
        let entries = map.iter().map(|(name, value)| (name, value, Mode::Decode));
        let mut access = Self::of_entries(whole, entries.enumerate().collect(), target, slot);
        if access.progress.findings().is_some() {
            access.plan();
        }
        access
    }

    fn of_entries(
        whole: ValueDeserializer<'v>,
        entries: Vec<Entry<'v>>,
        target: &'a Target<'v>,
        slot: &'v Slot,
    ) -> Self {
        Self {
            whole,
            entries: entries.into_iter(),
            pending: None,
            mode: Mode::Decode,
            is_typed: false,
            target,
            progress: whole.progress(slot),
        }
    }

    /// Plans a visit of entries about which something was found.
    #[cold]
    fn plan(&mut self) {
        let Some(findings) = self.progress.findings() else { return };
        let entries = self.entries.as_slice();
        let mut plan = Vec::with_capacity(entries.len());
        for (index, mode) in findings.plan(entries.len(), self.target.is_struct()) {
            let (_, (name, value, _)) = entries[index];
            if !(findings.omits_null(name) && value.is_null()) {
                plan.push((index, (name, value, mode)));
            }
        }
        for (index, field) in findings.supplied(entries.len()) {
            plan.push((index, (field, stand_in_value(), Mode::StandIn)));
        }
        self.entries = plan.into_iter();
    }

    /// Continues with the next entry, and returns its name. It is not generic, unlike the functions
    /// that decode keys and values.
    fn advance(&mut self) -> Option<NameView<'v>> {
        let (index, (name, value, mode)) = self.entries.next()?;
        self.progress.begin(index);
        (self.pending, self.mode) = (Some((name, value)), mode);
        let mut name = NameView::of_field(name);
        if self.whole.is_secret {
            name.spelling = Spelling::Secret;
        }
        Some(name)
    }

    /// Returns the result of the visitor.
    fn finish<T>(&mut self, result: Result<T>, map: &Map) -> Result<T> {
        let result = result.map_err(|error| {
            if self.omits_rejected_null() {
                self.progress.abandon(Reason::Null)
            } else if self.progress.is_own() {
                self.own_error(error, map)
            } else {
                self.progress.leave_out_failed(error, self.mode)
            }
        });
        self.progress.finish(result)
    }

    /// Explains the error of a visitor, and requests another visit if it can find more errors.
    #[cold]
    fn own_error(&mut self, error: Error, map: &Map) -> Error {
        let is_about_null = error.own_clue() == Some(&Clue::Null);
        if is_about_null
            && self.target.is_hidden()
            && map.values().any(Value::is_null)
            && self.progress.learn_of_nulls(Findings::omit_nulls)
        {
            return Error::repeated();
        }
        if let Some(error) = self.progress.supply_other(map.len(), &error) {
            return error;
        }
        let Some(Clue::Missing(field)) = error.own_clue().cloned() else { return error };
        let error = match map.iter().enumerate().find(|(_, (name, _))| *name == field) {
            None => error,
            Some((index, (_, value))) => match self.progress.findings().and_then(|it| it.reason(index)) {
                Some(Reason::Null) => null_error(field),
                Some(_) => return error,
                None if value.is_null()
                    && self.progress.learn_of_nulls(|found| found.require_null(field)) =>
                {
                    return Error::repeated();
                }
                None => return error,
            },
        };
        match self.target.may_have(field) && !self.progress.is_repeat_requested() {
            true => self.progress.supply(field, error),
            false => error,
        }
    }

    /// Handles the error of the current value.
    #[cold]
    fn again(&mut self, error: Error, type_name: &str) -> Result<Next> {
        if self.progress.repeats(type_name) {
            return Ok(Next::Again);
        }
        if self.omits_rejected_null() {
            return Ok(self.progress.omit());
        }
        self.progress.again(error, type_name)
    }

    /// Returns whether the current entry failed since it is null, so that it is left out.
    #[cold]
    fn omits_rejected_null(&mut self) -> bool {
        let name = self.pending.map_or("", |(name, _)| name);
        std::mem::take(&mut self.progress.is_rejected_null)
            && self.whole.record.is_some()
            && self.target.may_omit(name)
    }

    /// Handles the error of the key. Returns `Ok` if decoding continues after the entry.
    #[cold]
    fn skip_key(&mut self, error: Error) -> Result<()> {
        let name = self.pending.map(|(name, _)| name).filter(|_| !self.whole.is_secret);
        self.progress.skip_key(error, name)
    }

    /// Adds the path to the error about a value, and notes if the value is null.
    #[cold]
    fn value_error(&mut self, error: Error, name: &str, value: &Value) -> Error {
        self.progress.report_only_first(!value.all_marks().is_empty());
        self.progress.is_rejected_null = value.is_null() && error.path().is_empty();
        // The keys of a marked value are as secret as its parts.
        let error = if self.whole.is_secret { error } else { error.under(name) };
        self.progress.fail(error)
    }
}

impl<'de> MapAccess<'de> for ValueMapAccess<'_, '_> {
    type Error = Error;

    again! { key }

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(name) = self.advance() else { return Ok(None) };
        let _separate = redaction::separate();
        let key = KeyDeserializer { name, settings: None, observer: self.target.observer() };
        let key = seed.deserialize(key);
        self.target.record_key();
        match key {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.progress.fail(error)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some((name, value)) = self.pending else {
            return Err(Error::value_before_key());
        };
        let _separate = redaction::separate();
        let is_typed = std::mem::take(&mut self.is_typed);
        let given = match self.mode {
            Mode::StandIn
                if !is_typed && is_stand_in_value(value) && is_buffer_type(type_name::<S::Value>()) =>
            {
                let supplied = self.progress.findings().and_then(|findings| {
                    findings.supplied.iter().copied().find(|supplied| *supplied == name)
                });
                sample::begin(self.whole.record, (self.target.type_name(), supplied));
                value
            }
            Mode::StandIn if !is_typed => return Err(self.progress.fail(Error::repeated())),
            Mode::StandIn => stand_in_value(),
            Mode::Decode | Mode::Again | Mode::Observe => value,
        };
        let result = seed.deserialize(self.whole.part(given, self.progress.member));
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.value_error(error, name, given)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
