//! Names and labels as the user's keys and fields.

use std::borrow::Cow;
use std::cell::Cell;
use std::result::Result as StdResult;

use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::attempt::{HiddenLabels, TypeFacts};
use super::value::{Expected, ValueDeserializer};
use crate::body::{BlockView, NameView, Spelling};
use crate::error::{Clue, Error, Result};
use crate::json_syntax;
use crate::redaction;
use crate::source::{Source, Span};
use crate::value::Value;

/// A field of this name takes the first label, `$label.1` the second, and so on.
const LABEL: &str = "$label";

/// A field of this name takes all labels.
const LABELS: &str = "$labels";

/// The fields of a struct that take labels.
pub(super) struct LabelFields {
    single: Vec<(&'static str, usize)>,
    takes_all: bool,
}

/// The names a label field can have; serde wants them to live for ever.
pub(crate) const NUMBERED: [&str; 8] =
    ["$label", "$label.1", "$label.2", "$label.3", "$label.4", "$label.5", "$label.6", "$label.7"];

/// All names of label fields.
pub(super) const LABEL_NAMES: [&str; 10] = {
    let mut names = [LABELS; 10];
    let mut index = 0;
    while index < NUMBERED.len() {
        names[index] = NUMBERED[index];
        index += 1;
    }
    names[index] = FIRST;
    names
};

/// Another name of the first label.
const FIRST: &str = "$label.0";

impl LabelFields {
    pub(super) fn wanted(fields: &[&str]) -> Self {
        if !fields.iter().any(|field| field.starts_with(LABEL)) {
            return Self { single: Vec::new(), takes_all: false };
        }
        let single = NUMBERED
            .iter()
            .enumerate()
            .filter(|(index, name)| fields.contains(name) || (*index == 0 && fields.contains(&FIRST)))
            .map(|(index, name)| (if fields.contains(name) { *name } else { FIRST }, index))
            .collect();
        Self { single, takes_all: fields.contains(&LABELS) }
    }

    /// How many labels the fields take, beginning at `level`.
    pub(super) fn taken(&self, block: Option<&BlockView<'_>>, level: usize) -> usize {
        let all = || block.map_or(0, |block| block.label_count().saturating_sub(level));
        self.count().unwrap_or_else(all)
    }

    /// The same, where they do not take all there are.
    pub(super) fn count(&self) -> Option<usize> {
        if self.takes_all { None } else { Some(self.single.last().map_or(0, |(_, index)| index + 1)) }
    }

    /// Whether a block has a label for one of the fields.
    pub(super) fn has_label(&self, block: &BlockView<'_>, level: usize) -> bool {
        self.takes_all || self.single.iter().any(|(_, index)| block.label(level + index).is_some())
    }

    /// The fields with what they take.
    pub(super) fn entries<'c>(
        &self,
        block: Option<&BlockView<'c>>,
        level: usize,
    ) -> Vec<(&'static str, LabelValue<'c>)> {
        let Some(block) = block else { return Vec::new() };
        let mut entries: Vec<_> = self
            .single
            .iter()
            .filter_map(|(name, index)| Some((*name, LabelValue::one(block.label(level + index)?, block))))
            .collect();
        if self.takes_all {
            entries.push((LABELS, LabelValue::all(block, level)));
        }
        entries
    }
}

/// A name that stands for a label field is never looked up among attributes.
pub(super) fn is_label_field(name: &str) -> bool {
    name.strip_prefix(LABEL).is_some_and(|rest| rest.is_empty() || rest == "s" || rest.starts_with('.'))
}

/// One label, or all of a block.
pub(super) struct LabelValue<'c> {
    labels: SelectedLabels<'c>,
    block: BlockView<'c>,
    purpose: Purpose,
}

/// Why labels are given.
enum Purpose {
    /// A field takes them.
    Taken,
    /// To see whether a field takes them; `taken` says so. Where serde keeps the value for a field, it is the number of the
    /// field's name, in a form that no field takes.
    Probe { number: u8, taken: Cell<bool> },
}

enum SelectedLabels<'c> {
    One(NameView<'c>),
    All(Vec<NameView<'c>>),
}

impl<'c> LabelValue<'c> {
    fn one(label: NameView<'c>, block: &BlockView<'c>) -> Self {
        Self { labels: SelectedLabels::One(label), block: block.clone(), purpose: Purpose::Taken }
    }

    fn all(block: &BlockView<'c>, level: usize) -> Self {
        let labels = SelectedLabels::All(block.labels().skip(level).collect());
        Self { labels, block: block.clone(), purpose: Purpose::Taken }
    }

    /// All labels from a level on; a single one stands for itself.
    pub(super) fn rest(block: &BlockView<'c>, level: usize) -> Self {
        match (block.label(level), block.label(level + 1)) {
            (Some(only), None) => Self::one(only, block),
            _ => Self::all(block, level),
        }
    }

    /// The values of all label fields that a type may have, apart from those that it has for certain.
    pub(super) fn probes(
        block: &BlockView<'c>,
        level: usize,
        known: &HiddenLabels,
    ) -> impl Iterator<Item = (&'static str, Self)> {
        let fields = LABEL_NAMES.iter().zip(0..).filter(|(name, _)| !known.knows(name));
        fields.filter_map(move |(name, number)| {
            let (name, value) = LabelFields::wanted(&[*name]).entries(Some(block), level).pop()?;
            let purpose = Purpose::Probe { number, taken: Cell::new(false) };
            Some((name, Self { purpose, ..value }))
        })
    }

    /// Whether it was taken.
    pub(super) fn was_taken(&self) -> bool {
        matches!(&self.purpose, Purpose::Probe { taken, .. } if taken.get())
    }

    pub(super) fn span(&self) -> Span {
        match &self.labels {
            SelectedLabels::One(label) => label.span,
            SelectedLabels::All(_) => self.block.header(),
        }
    }

    pub(super) fn deserializer<'a, 'de>(&'a self, input: Option<&'de str>) -> LabelDeserializer<'a, 'de, 'c> {
        LabelDeserializer { label: self, input }
    }
}

pub(super) struct LabelDeserializer<'a, 'de, 'c> {
    label: &'a LabelValue<'c>,
    input: Option<&'de str>,
}

impl<'de, 'c> LabelDeserializer<'_, 'de, 'c> {
    fn visit<V: Visitor<'de>>(
        self,
        visitor: V,
        one: impl FnOnce(KeyDeserializer<'de, 'c>, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        if let Purpose::Probe { taken, .. } = &self.label.purpose {
            taken.set(true);
        }
        let source = self.label.block.source();
        match &self.label.labels {
            SelectedLabels::One(label) => {
                let result = one(KeyDeserializer::new(*label, self.input), visitor);
                result.map_err(|error| error.at(label.span, source))
            }
            SelectedLabels::All(labels) => {
                visitor.visit_seq(EachLabel { labels: labels.iter(), source, input: self.input })
            }
        }
    }

    /// Refuses another number of labels than is wanted.
    fn check_count(&self, wanted: usize) -> Result<()> {
        let found = match &self.label.labels {
            SelectedLabels::One(_) => 1,
            SelectedLabels::All(labels) => labels.len(),
        };
        if found == wanted {
            return Ok(());
        }
        let summary = if found < wanted { "Missing block label" } else { "Extraneous block label" };
        let plural = if wanted == 1 { "label" } else { "labels" };
        let block_type = self.label.block.block_type().text;
        Err(Error::data(
            summary,
            format!("A {block_type} block has {wanted} {plural} here, but this one has {found}."),
        ))
    }
}

/// Each label as an element of a sequence.
struct EachLabel<'a, 'de, 'c> {
    labels: std::slice::Iter<'a, NameView<'c>>,
    source: &'c Source,
    input: Option<&'de str>,
}

impl<'de> SeqAccess<'de> for EachLabel<'_, 'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(label) = self.labels.next() else { return Ok(None) };
        let _apart = redaction::apart();
        let result = seed.deserialize(KeyDeserializer::new(*label, self.input));
        result.map(Some).map_err(|error| error.at(label.span, self.source))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.labels.len())
    }
}

macro_rules! as_key {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.visit(visitor, KeyDeserializer::$method)
        })*
    };
}

impl<'de> Deserializer<'de> for LabelDeserializer<'_, 'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.label.purpose {
            Purpose::Probe { number, .. } => visitor.visit_bytes(&[Clue::PROBE, number]),
            Purpose::Taken => self.visit(visitor, KeyDeserializer::deserialize_any),
        }
    }

    as_key! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_identifier
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let span = self.label.span().range();
            return visitor.visit_map(serde_spanned::de::SpannedDeserializer::new(self, span));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.visit(visitor, |key, visitor| key.deserialize_enum(name, variants, visitor))
    }

    /// All labels into a sequence; so can be a single one.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(visitor, |key, visitor| visitor.visit_seq(SeqDeserializer::new(std::iter::once(key))))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.check_count(length)?;
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    forward_to_deserialize_any! { unit_struct map ignored_any }
}

/// A name or label: text, which converts to numbers and booleans where those are asked for.
pub(super) struct KeyDeserializer<'de, 'c> {
    name: NameView<'c>,
    input: Option<&'de str>,
    observer: Option<&'c TypeFacts>,
}

impl<'de, 'c> KeyDeserializer<'de, 'c> {
    pub(super) fn new(name: NameView<'c>, input: Option<&'de str>) -> Self {
        Self { name, input, observer: None }
    }

    /// The same key, which notes that it is read as an identifier.
    pub(super) fn observed_by(self, observer: Option<&'c TypeFacts>) -> Self {
        Self { observer, ..self }
    }

    /// The text as part of the input that is being decoded, or on its own. The name of a JSON property may be written as a
    /// template without sequences.
    fn text_for<V: Visitor<'de>>(&self, visitor: &V) -> StdResult<&'de str, Cow<'c, str>> {
        if self.name.is_secret() {
            redaction::hand_out(Expected(visitor));
        }
        if self.name.spelling == Spelling::Template
            && let Some(text) = json_syntax::literal_text(self.name.text)
        {
            return Err(Cow::Owned(text));
        }
        self.name.in_input(self.input).map_err(Cow::Borrowed)
    }

    fn converted<V: Visitor<'de>>(
        self,
        visitor: V,
        method: impl FnOnce(ValueDeserializer<'_>, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        let is_secret = self.name.is_secret();
        let text = self.text_for(&visitor).map_or_else(Value::from, Value::from);
        method(ValueDeserializer::of_part(&text, is_secret), visitor)
    }
}

macro_rules! as_value {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.converted(visitor, |value, visitor| value.$method(visitor))
        })*
    };
}

impl<'de> Deserializer<'de> for KeyDeserializer<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text_for(&visitor) {
            Ok(borrowed) => visitor.visit_borrowed_str(borrowed),
            Err(text) => visitor.visit_str(&text),
        }
    }

    as_value! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32
        deserialize_f64 deserialize_char
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let span = self.name.span.range();
            return visitor.visit_map(serde_spanned::de::SpannedDeserializer::new(self, span));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.text_for(&visitor) {
            Ok(text) => visitor.visit_enum(text.into_deserializer()),
            Err(text) => visitor.visit_enum(text.into_deserializer()),
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.observer.inspect(|facts| facts.note_identifier());
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        str string bytes byte_buf unit unit_struct seq tuple tuple_struct map ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for LabelDeserializer<'_, 'de, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> IntoDeserializer<'de, Error> for KeyDeserializer<'de, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
