//! Names and labels as the user's keys and fields.

use std::any::type_name;
use std::borrow::Cow;
use std::cell::Cell;
use std::iter::once;
use std::marker::PhantomData;
use std::result::Result as StdResult;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Expected, IntoDeserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::any::AnyDeserializer;
use super::expression::decode_stand_in;
use super::flat::{self, FlatBody};
use super::forms::{Forms, HiddenLabels, Part, is_buffer, is_convertible_text};
use super::forward::{forward, into_deserializer, scalars};
use super::number::{NumberHint, Scalar};
use super::property::{PropertyDeserializer, unknown_labels};
use super::record::{OnError, Record};
use super::spanned::visit_spanned;
use super::value::ValueDeserializer;
use super::{Context, Name, Names, Settings};
use crate::body::{BlockView, NameView, OneOrMany, Spelling};
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Reported, Result};
use crate::json_syntax;
use crate::protocol::{KEY, LabelField};
use crate::redaction;
use crate::source::{Source, Span};
use crate::util::order::sort_by_position;
use crate::util::words;
use crate::value::{Value, slot};

/// A label field by its name, and its labels.
pub(super) type LabelEntry<'c> = (Cow<'static, str>, LabelValue<'c>);

/// The label fields of a struct, in the order of the labels.
#[derive(Default)]
pub(super) struct LabelFields(Vec<LabelField>);

impl LabelFields {
    /// Returns the label fields of a struct whose fields have these names.
    pub(super) fn named(names: &[&str]) -> Self {
        let names = names.iter().filter(|name| name.starts_with('$'));
        Self::new(names.filter_map(|name| LabelField::parse(name)))
    }

    pub(super) fn new(fields: impl Iterator<Item = LabelField>) -> Self {
        let mut fields: Vec<_> = fields.collect();
        if fields.len() < 2 {
            return Self(fields);
        }
        sort_by_position(&mut fields, |field| field.rank());
        fields.dedup_by_key(|field| field.index());
        Self(fields)
    }

    /// Returns how many labels the fields take, beginning at `level`.
    pub(super) fn taken(&self, block: Option<&BlockView<'_>>, level: usize) -> usize {
        let all = || block.map_or(0, |block| block.label_count().saturating_sub(level));
        self.count().unwrap_or_else(all)
    }

    /// Returns how many labels the fields take, unless they take all.
    pub(super) fn count(&self) -> Option<usize> {
        self.0.last().map_or(Some(0), |field| Some(field.index()? + 1))
    }

    /// Returns the fields that there are labels for.
    pub(super) fn entries<'c>(
        &self,
        block: Option<&BlockView<'c>>,
        level: usize,
        record: Option<&'c Record>,
    ) -> Vec<LabelEntry<'c>> {
        let Some(block) = block.filter(|_| !self.0.is_empty()) else { return Vec::new() };
        let entry = |field: &LabelField| {
            Some((field.name(), LabelValue::of_field(*field, block, level)?.convertible(record)))
        };
        self.0.iter().filter_map(entry).collect()
    }
}

/// Returns whether a block has a label for a field.
pub(super) fn has_label(field: LabelField, block: &BlockView<'_>, level: usize) -> bool {
    field.index().is_none_or(|index| block.label(level + index).is_some())
}

/// One label, or all of a block, or another value that a body has in addition to its items.
pub(super) struct LabelValue<'c> {
    /// `OneOrMany::Many` if they are a sequence, also if there is only one.
    labels: OneOrMany<NameView<'c>>,
    block_type: &'c str,
    header: Span,
    source: &'c Source,
    purpose: Purpose<'c>,
    /// Records whether labels in buffers are converted.
    record: Option<&'c Record>,
}

/// The purpose of passing labels to a field.
enum Purpose<'c> {
    /// The field takes them.
    Take,
    /// To find out whether the type has the field, which is noted. Where serde buffers the value,
    /// it is the name of the field as bytes, which no field takes.
    Probe(LabelField, Cell<bool>),
    /// To find out whether the type in a buffer has the field, for the block with a number, or the
    /// form of all its labels.
    Marker(Option<LabelField>, &'c Record, u32),
    /// To count those that the type of the field has, before there are any.
    Count(Cell<Option<usize>>),
    /// The field is a flattened one, which decodes the body itself.
    Flat(FlatBody),
}

impl<'c> LabelValue<'c> {
    fn new(labels: OneOrMany<NameView<'c>>, block: &BlockView<'c>) -> Self {
        let (block_type, header, source) = (block.block_type().text, block.header(), block.source());
        Self { labels, block_type, header, source, purpose: Purpose::Take, record: None }
    }

    fn one(label: NameView<'c>, block: &BlockView<'c>) -> Self {
        Self::new(OneOrMany::One(label), block)
    }

    fn all(block: &BlockView<'c>, level: usize) -> Self {
        Self::new(OneOrMany::Many(block.labels().skip(level).collect()), block)
    }

    /// Creates a value that counts the labels of a type.
    pub(super) fn count(header: Span, source: &'c Source) -> Self {
        let purpose = Purpose::Count(Cell::new(None));
        Self { labels: OneOrMany::new(), block_type: "", header, source, purpose, record: None }
    }

    /// Creates a marker for the labels of a block in a buffer.
    pub(super) fn marker(record: &'c Record, number: u32, header: Span, source: &'c Source) -> Self {
        Self { purpose: Purpose::Marker(None, record, number), ..Self::count(header, source) }
    }

    /// Creates the body for a flattened field.
    pub(super) fn flat(body: FlatBody, span: Span, source: &'c Source) -> Self {
        Self { purpose: Purpose::Flat(body), ..Self::count(span, source) }
    }

    fn of_field(field: LabelField, block: &BlockView<'c>, level: usize) -> Option<Self> {
        match field.index() {
            Some(index) => Some(Self::one(block.label(level + index)?, block)),
            None => Some(Self::all(block, level)),
        }
    }

    /// Returns the labels such that they are converted in buffers.
    pub(super) fn convertible(self, record: Option<&'c Record>) -> Self {
        Self { record, ..self }
    }

    /// Creates the labels from a level on.
    pub(super) fn rest(block: &BlockView<'c>, level: usize) -> Self {
        match (block.label(level), block.label(level + 1)) {
            (Some(only), None) => Self::one(only, block),
            _ => Self::all(block, level),
        }
    }

    /// Returns the labels for each field that a type may have in addition to the known ones. In a
    /// buffer, the block may have fewer labels: in JSON the fields show how many there are, and
    /// the first one shows whether a flattened map takes fields of any name.
    pub(super) fn probes(
        block: &BlockView<'c>,
        level: usize,
        known: &HiddenLabels,
        buffered: Option<(&'c Record, u32)>,
    ) -> impl Iterator<Item = LabelEntry<'c>> {
        let count = block.label_count().saturating_sub(level) + usize::from(buffered.is_some());
        let indexes = (0..).take(count);
        let others = buffered.map(|_| Forms::OTHERS).into_iter();
        let fields = others
            .chain(once(LabelField::First))
            .chain(indexes.map(LabelField::Indexed))
            .chain(once(LabelField::All));
        fields.filter(|field| known.may_have(*field)).filter_map(move |field| {
            let (value, purpose) = match buffered {
                None => (Self::of_field(field, block, level)?, Purpose::Probe(field, Cell::new(false))),
                Some((record, number)) => {
                    (Self::all(block, level), Purpose::Marker(Some(field), record, number))
                }
            };
            Some((field.name(), Self { purpose, ..value }))
        })
    }

    /// Records that a field took them.
    fn take(&self) {
        if let Purpose::Probe(_, is_taken) = &self.purpose {
            is_taken.set(true);
        }
    }

    /// Returns the field of a probe that a field took.
    pub(super) fn taken_field(&self) -> Option<LabelField> {
        match &self.purpose {
            Purpose::Probe(field, is_taken) if is_taken.get() => Some(*field),
            _ => None,
        }
    }

    /// Returns the number of labels of a type that were counted.
    pub(super) fn counted(&self) -> Option<usize> {
        match &self.purpose {
            Purpose::Count(count) => count.get(),
            _ => None,
        }
    }

    pub(super) fn span(&self) -> Span {
        match &self.labels {
            OneOrMany::One(label) => label.span,
            OneOrMany::Many(_) => self.header,
        }
    }

    /// Reports a different number of labels than expected.
    fn check_count(&self, wanted: usize) -> Result<()> {
        let found = self.labels.len();
        if found == wanted {
            return Ok(());
        }
        let labels = words::count(wanted, "label");
        let expected = format!("{} takes {labels} here", words::block(self.block_type));
        let (code, detail, span) = match self.labels.get(wanted) {
            Some(extra) => (Code::UnexpectedLabel, format!("{expected}. Remove this label."), extra.span),
            None => (Code::MissingLabel, format!("{expected}, but this one has {found}."), self.header),
        };
        Err(Error::coded(code, detail).at(span, self.source))
    }

    /// Visits all labels as a sequence, also a single one.
    fn visit_seq<'de, V: Visitor<'de>>(
        &self,
        visitor: V,
        settings: &'c Settings<'de, 'c>,
    ) -> Result<V::Value> {
        self.take();
        let context = Context { record: self.record, ..Context::new(settings, None) };
        let mut labels = EachLabel { labels: self.labels.iter(), all: self, context, errors: Vec::new() };
        let result = visitor.visit_seq(&mut labels);
        context.with_errors(result, labels.errors)
    }

    /// Returns the marker that is passed to a type with this name in place of the labels, if one
    /// is.
    #[cold]
    fn marker_of(&self, type_name: &'static str) -> Option<Vec<u8>> {
        match &self.purpose {
            Purpose::Marker(field, record, number) => Some(record.marker(type_name, *number, *field)),
            Purpose::Probe(field, _) => Some([&[Reported::PROBE], field.name().as_bytes()].concat()),
            Purpose::Take | Purpose::Count(_) | Purpose::Flat(_) => None,
        }
    }

    /// Returns the label and the record, if there is one label that is converted in buffers.
    fn convertible_label(&self) -> Option<(NameView<'c>, &'c Record)> {
        let OneOrMany::One(label) = self.labels else { return None };
        let record = self.record.filter(|record| record.converts())?;
        (!label.is_secret() && is_convertible_text(label.text)).then_some((label, record))
    }

    /// Visits a label for a buffer, converted to the form that its type requires. The form is not
    /// known at first, so the buffer gets a marker.
    #[cold]
    fn visit_converted<'de, V: Visitor<'de>>(
        &self,
        label: NameView<'c>,
        record: &Record,
        settings: &Settings<'de, '_>,
        visitor: V,
    ) -> Result<V::Value> {
        let number = record.forms.number(Part::of_value(self.source, label.span));
        let Some(form) = record.forms.form(number) else {
            return record.visit_marker(number, None, visitor);
        };
        let text = Value::from(label.text);
        let converted = form.convert(&text).unwrap_or(text);
        ValueDeserializer::new(&converted, Context::new(settings, None)).deserialize_any(visitor)
    }
}

/// The labels of a block.
pub(super) enum LabelDeserializer<'a, 'de, 'c> {
    Known(&'a LabelValue<'c>, &'c Settings<'de, 'c>),
    /// Those of a block in JSON, whose number follows from their type. The block is passed to the
    /// caller.
    OfProperty(&'a PropertyDeserializer<'a, 'de, 'c>, &'a mut Option<BlockView<'c>>),
}

impl<'a, 'de, 'c> LabelDeserializer<'a, 'de, 'c> {
    /// Returns the labels, of which the type takes this many, and the errors about other blocks
    /// than the first. The labels of a property are kept in `found`.
    fn labels<'s>(
        self,
        count: usize,
        found: &'s mut Option<LabelValue<'c>>,
    ) -> Result<(&'s LabelValue<'c>, Context<'de, 'c>, Vec<Diagnostic>)>
    where
        'a: 's,
    {
        match self {
            Self::Known(labels, settings) => Ok((labels, Context::new(settings, None), Vec::new())),
            Self::OfProperty(property, block) => {
                let (context, mut errors) = (property.context, Vec::new());
                let only = property.blocks(count)?.only(&mut errors)?;
                let labels = LabelValue::rest(block.insert(only), 0).convertible(context.record);
                Ok((found.insert(labels), context, errors))
            }
        }
    }

    fn visit_scalar<V: Visitor<'de>>(self, scalar: Scalar, visitor: V) -> Result<V::Value> {
        self.visit(visitor, |key, visitor| key.visit_scalar(scalar, visitor))
    }

    fn visit<V: Visitor<'de>>(
        self,
        visitor: V,
        one: impl FnOnce(KeyDeserializer<'de, 'c>, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        let mut found = None;
        let (labels, context, errors) = self.labels(1, &mut found)?;
        let settings = context.settings;
        let result = match labels.labels {
            OneOrMany::One(name) => {
                labels.take();
                match one(KeyDeserializer::new(name, settings), visitor) {
                    Ok(value) => Ok(value),
                    Err(error) => Err(error.at(name.span, labels.source)),
                }
            }
            OneOrMany::Many(_) => labels.visit_seq(visitor, settings),
        };
        context.with_errors(result, errors)
    }
}

/// Each label as an element of a sequence.
struct EachLabel<'a, 'de, 'c> {
    labels: std::slice::Iter<'a, NameView<'c>>,
    all: &'a LabelValue<'c>,
    context: Context<'de, 'c>,
    /// The errors of the labels so far.
    errors: Vec<Diagnostic>,
}

impl EachLabel<'_, '_, '_> {
    /// Records the error of a label, which is then replaced by a stand-in. Returns the error if
    /// decoding does not continue.
    #[cold]
    fn recover(&mut self, error: Error) -> Result<()> {
        // The number of errors is as secret as the labels.
        let is_secret = self.all.labels.iter().any(|label| label.is_secret());
        let recovers = self.context.on_error() == OnError::Recover && !is_secret;
        match recovers && !error.is_repeated() {
            true => self.context.note(error, &mut self.errors),
            false => Err(error),
        }
    }
}

impl<'de> SeqAccess<'de> for EachLabel<'_, 'de, '_> {
    type Error = Error;

    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        match self.next_element_seed(PhantomData) {
            Ok(label) => return Ok(label),
            Err(error) => self.recover(error)?,
        }
        match decode_stand_in(self.context) {
            Ok(label) => Ok(Some(label)),
            Err(_) => Err(Error::of_part(std::mem::take(&mut self.errors))),
        }
    }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(label) = self.labels.next() else { return Ok(None) };
        let _separate = redaction::separate();
        let (name, settings) = (*label, self.context.settings);
        let result = if self.all.record.is_some_and(Record::converts) {
            let label = LabelValue { labels: OneOrMany::One(name), purpose: Purpose::Take, ..*self.all };
            seed.deserialize(LabelDeserializer::Known(&label, settings))
        } else {
            seed.deserialize(KeyDeserializer::new(name, settings))
        };
        match result {
            Ok(element) => Ok(Some(element)),
            Err(error) => Err(error.at(label.span, self.all.source)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.labels.len())
    }
}

impl<'de> Deserializer<'de> for LabelDeserializer<'_, 'de, '_> {
    type Error = Error;

    forward! { option unit_struct newtype_struct tuple_struct }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Self::Known(labels, settings) = self {
            if let Purpose::Flat(body) = &labels.purpose {
                return visitor.visit_u64(flat::keep(body.clone()));
            }
            if let Some(marker) = labels.marker_of(type_name::<V::Value>()) {
                return visitor.visit_bytes(&marker);
            }
            if let Some((label, record)) = labels.convertible_label()
                && is_buffer(&visitor)
            {
                return labels.visit_converted(label, record, settings, visitor);
            }
        }
        self.visit(visitor, KeyDeserializer::deserialize_any)
    }

    scalars! {}

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(visitor, KeyDeserializer::deserialize_identifier)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::OfProperty(..) => {
                let (_, context, errors) = self.labels(0, &mut None)?;
                context.with_errors(visitor.visit_unit(), errors)
            }
            Self::Known(..) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let mut found = None;
            let (labels, context, errors) = self.labels(1, &mut found)?;
            let label = AnyDeserializer::Label(labels, context.settings);
            let place = (labels.span().range(), Some(labels.source));
            let result = visit_spanned(label, context.settings, place, fields, visitor);
            return context.with_errors(result, errors);
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, name: Name, variants: Names, visitor: V) -> Result<V::Value> {
        self.visit(visitor, |key, visitor| key.deserialize_enum(name, variants, visitor))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::Known(labels, settings) => labels.visit_seq(visitor, settings),
            Self::OfProperty(property, _) => Err(unknown_labels(property.property)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        if let Self::Known(LabelValue { purpose: Purpose::Count(count), .. }, _) = &self {
            count.set(Some(length));
            return Err(Error::repeated());
        }
        let mut found = None;
        let (labels, context, errors) = self.labels(length, &mut found)?;
        let result = labels.check_count(length).and_then(|()| labels.visit_seq(visitor, context.settings));
        context.with_errors(result, errors)
    }

    forward_to_deserialize_any! { map ignored_any }
}

/// A name or label: text, which is converted if the type requests a number or a boolean.
#[derive(Clone, Copy)]
pub(super) struct KeyDeserializer<'de, 'c> {
    pub(super) name: NameView<'c>,
    /// The settings, which have the names that keys of maps share.
    pub(super) settings: &'c Settings<'de, 'c>,
    /// The text that it can be borrowed from.
    pub(super) input: Option<&'de str>,
    /// The record that notes whether the key is read as an identifier.
    pub(super) observer: Option<&'c Record>,
}

impl<'de, 'c> KeyDeserializer<'de, 'c> {
    #[inline]
    pub(super) fn new(name: NameView<'c>, settings: &'c Settings<'de, 'c>) -> Self {
        Self { name, settings, input: settings.input, observer: None }
    }

    /// Returns the text as part of the input that is being decoded, or on its own. The name of a
    /// JSON property may be written as a template without sequences.
    #[inline]
    fn text_for(&self, expected: &dyn Expected) -> StdResult<&'de str, Cow<'c, str>> {
        match self.name.spelling {
            Spelling::Verbatim(_) | Spelling::Other => self.name.in_input(self.input).map_err(Cow::Borrowed),
            Spelling::Template | Spelling::Secret => Err(other_text(self.name, expected)),
        }
    }

    #[inline]
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text_for(&visitor) {
            Ok(borrowed) => visitor.visit_borrowed_str(borrowed),
            Err(text) => visitor.visit_str(&text),
        }
    }

    fn visit_scalar<V: Visitor<'de>>(self, scalar: Scalar, visitor: V) -> Result<V::Value> {
        match scalar {
            Scalar::Text | Scalar::Bytes => self.visit_text(visitor),
            Scalar::Bool | Scalar::Number(_) | Scalar::Char => {
                let is_secret = self.name.is_secret();
                let text = self.text_for(&visitor).map_or_else(Value::from, Value::from);
                let context = Context::new(self.settings, None);
                ValueDeserializer::of_part(&text, is_secret, context).visit_converted(scalar, visitor)
            }
        }
    }
}

/// Returns the text of a name that is a template, or that a marked value gave.
#[cold]
fn other_text<'c>(name: NameView<'c>, expected: &dyn Expected) -> Cow<'c, str> {
    if name.is_secret() {
        redaction::record_passed(expected);
        return Cow::Borrowed(name.text);
    }
    json_syntax::literal_text(name.text).map_or(Cow::Borrowed(name.text), Cow::Owned)
}

impl<'de> Deserializer<'de> for KeyDeserializer<'de, '_> {
    type Error = Error;

    forward! { option }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_text(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == KEY
            && matches!(self.name.spelling, Spelling::Verbatim(_) | Spelling::Other)
            && let Some(key) = self.settings.budget.names().get(self.name.text)
        {
            return slot::give(Value::normal_string(key), visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    scalars! {}

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let place = (self.name.span.range(), None);
            return visit_spanned(AnyDeserializer::Key(self), self.settings, place, fields, visitor);
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: Name, _: Names, visitor: V) -> Result<V::Value> {
        match self.text_for(&visitor) {
            Ok(text) => visitor.visit_enum(text.into_deserializer()),
            Err(text) => visitor.visit_enum(text.into_deserializer()),
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.observer.inspect(|record| record.note_identifier());
        self.visit_text(visitor)
    }

    forward_to_deserialize_any! {
        unit unit_struct seq tuple tuple_struct map ignored_any
    }
}

into_deserializer! { KeyDeserializer<'de, '_> }
into_deserializer! { LabelDeserializer<'_, 'de, '_> }
