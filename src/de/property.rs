//! Properties of JSON objects. The requested type decides whether a property is an attribute or
//! blocks, and how many labels the blocks have.

use std::borrow::Cow;
use std::cell::OnceCell;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::attempt::{HiddenLabels, Target};
use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::capture;
use super::enums::ItemVariant;
use super::expression::{self, ExpressionDeserializer};
use super::forward::{forward, into_deserializer};
use super::key::{KeyDeserializer, LabelDeserializer, LabelFields, LabelValue};
use super::members::key_error;
use super::{Context, locate, visit_spanned};
use crate::body::{BlockView, Few, NameView, PropertyView, Spelling};
use crate::diag::{Code, Diagnostic};
use crate::error::{Clue, Error, Node, Part, Result};
use crate::protocol::{ATTRIBUTE, BLOCK, LABELED, LabelField, NUMBER, VALUE, may_be_request};
use crate::redaction;
use crate::source::Source;
use crate::value::{Type, Value, convert};

/// A property, or an element of the sequence that one is.
#[derive(Clone)]
pub(super) struct PropertyDeserializer<'a, 'de, 'c> {
    property: &'a PropertyView<'c>,
    context: Context<'de, 'c>,
    /// The sequence that it is an element of.
    within: Option<(&'a PropertySequence<'a, 'c>, usize)>,
}

/// A property as a sequence. The number of its elements depends on the number of labels, which is
/// known when the first element is decoded.
pub(super) struct PropertySequence<'a, 'c> {
    property: &'a PropertyView<'c>,
    blocks: OnceCell<Few<BlockView<'c>>>,
    /// The variants named after the first label, if the type requests variants.
    variants: OnceCell<Option<Vec<PropertyView<'c>>>>,
    /// Whether an element that is not a block is the property itself, or an element of its array.
    is_whole: bool,
}

impl<'a, 'c> PropertySequence<'a, 'c> {
    /// Returns the elements of a property.
    fn new(property: &'a PropertyView<'c>) -> Self {
        Self { property, blocks: OnceCell::new(), variants: OnceCell::new(), is_whole: false }
    }

    /// Creates the items of a body: blocks if the type requests them, otherwise the property is one
    /// item.
    pub(super) fn of_item(property: &'a PropertyView<'c>) -> Self {
        Self { property, blocks: OnceCell::new(), variants: OnceCell::new(), is_whole: true }
    }

    /// The number of elements, if it is known.
    pub(super) fn len(&self) -> usize {
        let known = self.blocks.get().map(|blocks| blocks.len());
        let known = known.or_else(|| self.variants.get()?.as_ref().map(Vec::len));
        match known {
            Some(length) => length,
            None if self.is_whole => 1,
            None if self.property.is_null() => 0,
            None => self.property.elements().map_or(1, |elements| elements.len()),
        }
    }

    pub(super) fn name(&self) -> NameView<'c> {
        self.property.name()
    }

    pub(super) fn source(&self) -> &'c Source {
        self.property.source()
    }

    /// Returns the element as a variant, if the variants are named after the first label.
    fn variant(&self, index: usize) -> Option<PropertyView<'c>> {
        if self.is_whole {
            return None;
        }
        self.variants.get_or_init(|| self.property.variants()).as_ref()?.get(index).cloned()
    }

    fn block(&self, index: usize, labels: usize) -> Result<BlockView<'c>> {
        if self.blocks.get().is_none() {
            let blocks = self.property.blocks(labels)?;
            self.blocks.get_or_init(|| blocks);
        }
        self.blocks
            .get()
            .and_then(|blocks| blocks.get(index))
            .cloned()
            .ok_or_else(|| block_expected(self.property))
    }

    /// Returns the property that an element is by itself.
    fn property_of(&self, index: usize) -> Cow<'a, PropertyView<'c>> {
        self.property.element(index).map_or(Cow::Borrowed(self.property), Cow::Owned)
    }

    /// Returns the property, which is whole, as an element.
    pub(super) fn element<'s, 'de>(
        &'s self,
        index: usize,
        context: Context<'de, 'c>,
    ) -> PropertyDeserializer<'s, 'de, 'c> {
        PropertyDeserializer { property: self.property, context, within: Some((self, index)) }
    }
}

impl<'a, 'de, 'c> PropertyDeserializer<'a, 'de, 'c> {
    pub(super) fn new(property: &'a PropertyView<'c>, context: Context<'de, 'c>) -> Self {
        Self { property, context, within: None }
    }

    pub(super) fn name(&self) -> NameView<'c> {
        self.property.name()
    }

    pub(super) fn source(&self) -> &'c Source {
        self.property.source()
    }

    pub(super) fn context(&self) -> Context<'de, 'c> {
        self.context
    }

    fn expression(&self) -> Result<ExpressionDeserializer<'de, 'c>> {
        // What may be a block is one, as it is written.
        let is_block = self.context.is_strict && self.property.may_be_blocks();
        let context = if is_block { self.context.lenient() } else { self.context };
        Ok(ExpressionDeserializer::new(self.property.expression()?, context))
    }

    /// Returns its blocks with this many labels; of a sequence the one at the current position.
    fn blocks(&self, labels: usize) -> Result<BlocksDeserializer<'de, 'c>> {
        let mut blocks = match self.within {
            Some((sequence, index)) => Few::One(sequence.block(index, labels)?),
            None => self.property.blocks(labels)?,
        };
        if let Some(repairs) = self.context.repairs() {
            let left = blocks.iter().filter(|block| !repairs.leaves_out_block(block)).cloned();
            blocks = Few::from(left.collect::<Vec<_>>());
        }
        if blocks.is_empty() {
            return Err(block_expected(self.property));
        }
        Ok(BlocksDeserializer::new(blocks, 0, self.context))
    }

    /// Returns the properties below.
    fn visit_level<V: Visitor<'de>>(self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        let Some(mut entries) = self.property.level() else {
            return self.expression()?.deserialize_map(visitor);
        };
        let context = self.context;
        if let Some(repairs) = context.repairs() {
            entries.retain(|(name, entry)| !repairs.leaves_out(Node::new(entry.source(), name.span)));
        }
        let access = LevelAccess { entries: &entries, pending: None, target, context };
        visitor.visit_map(access).map_err(|error| {
            if target.is_about_hidden_null(&error)
                && entries.iter().any(|(_, entry)| is_null_property(entry, context))
            {
                target.record_hidden_null();
            }
            if let Some(field) = target.missing_null(&error)
                && let Some((_, entry)) = entries.iter().find(|(name, _)| name.text == field)
            {
                let part = Part::Extra(Node::new(entry.source(), entry.name().span));
                return target.null_error(field).at(entry.span(), entry.source()).in_part(part);
            }
            error
        })
    }

    /// Visits blocks, if the type is known to have fields for labels whose names serde does not
    /// give. That a type has such a field shows only when it is missing.
    fn visit_unnamed<V: Visitor<'de>>(
        self,
        target: &Target<'c>,
        visitor: V,
        without_labels: impl FnOnce(Self, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        let HiddenLabels { fields, is_complete, assumed, .. } = target.labels().unwrap_or_default();
        if !is_complete && assumed > 0 {
            return self.visit_assumed(assumed, target, visitor);
        }
        if fields.is_empty() {
            let property = self.property;
            let result = without_labels(self, visitor);
            return result.inspect_err(|error| {
                target.record_label(error, |_| property.may_be_blocks());
                target.record_missing_tag(error, || levels_above_values(property));
            });
        }
        let Some(labels) = LabelFields::hidden(&fields).count() else {
            return Err(unknown_labels(self.property));
        };
        let result = self.blocks(labels)?.only_body()?.visit_members(target, visitor);
        result.inspect_err(|error| target.record_label(error, |_| true))
    }

    /// Visits an internally tagged enum whose tag may be below this many labels.
    #[cold]
    fn visit_assumed<V: Visitor<'de>>(
        self,
        labels: usize,
        target: &Target<'c>,
        visitor: V,
    ) -> Result<V::Value> {
        let blocks = self.blocks(labels).and_then(BlocksDeserializer::only_body);
        let result = blocks.and_then(|body| body.visit_members(target, visitor));
        result.inspect_err(|error| {
            let is_of_body = matches!(error.clue(), Some(Clue::Missing(name)) if LabelField::parse(name).is_none())
                || error.code() == Some(Code::JsonObjectExpected);
            if is_of_body && error.path().is_empty() {
                // It is not there either: the next attempt reports the tag that is missing.
                target.record_labels(HiddenLabels::complete(target.labels().unwrap_or_default().fields));
            }
        })
    }

    fn visit_sequence<V: Visitor<'de>>(
        self,
        visitor: V,
        otherwise: impl FnOnce(ExpressionDeserializer<'de, 'c>, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        if !self.property.may_be_blocks() && !self.property.is_null() {
            return otherwise(self.expression()?, visitor);
        }
        let sequence = PropertySequence::new(self.property);
        let mut access = ElementAccess { sequence: &sequence, index: 0, context: self.context };
        let value = visitor.visit_seq(&mut access)?;
        match sequence.len().checked_sub(access.index) {
            None | Some(0) => Ok(value),
            Some(left) => Err(super::too_many_elements(access.index, left)),
        }
    }
}

macro_rules! as_expression {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.expression()?.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for PropertyDeserializer<'_, 'de, '_> {
    type Error = Error;

    forward! { unit_struct ignored_any }

    as_expression! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_identifier
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.property.is_null() {
            return visitor.visit_none();
        }
        if self.property.may_be_blocks() {
            return visitor.visit_some(self);
        }
        self.expression()?.deserialize_option(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_sequence(visitor, |value, visitor| value.deserialize_seq(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.visit_sequence(visitor, |value, visitor| value.deserialize_tuple(length, visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_sequence(visitor, |value, visitor| value.deserialize_tuple_struct(name, length, visitor))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::any::<V>(self.context.facts());
        self.visit_unnamed(&target, visitor, |property, visitor| {
            property.expression()?.deserialize_any(visitor)
        })
    }

    /// Labels or keys: the properties below.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::map::<V>(self.context.facts());
        self.visit_unnamed(&target, visitor, |property, visitor| property.visit_level(&target, visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let span = self.property.span().range();
            return visit_spanned(self, span, visitor);
        }
        if !self.property.may_be_blocks() {
            return self.expression()?.deserialize_struct(name, fields, visitor);
        }
        let labels = LabelFields::named(fields);
        let Some(labels) = labels.count() else { return Err(unknown_labels(self.property)) };
        self.blocks(labels)?.deserialize_struct(name, fields, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if !may_be_request(name) {
            return visitor.visit_newtype_struct(self);
        }
        if name == LABELED {
            return visitor.visit_seq(LabeledProperty { property: self, block: None, is_done: false });
        }
        if name == VALUE || name == NUMBER || capture::is_expression(name) {
            return self.expression()?.deserialize_newtype_struct(name, visitor);
        }
        if capture::is_body(name) {
            return self.blocks(0)?.deserialize_newtype_struct(name, visitor);
        }
        match name {
            ATTRIBUTE => self.expression()?.deserialize_newtype_struct(name, visitor),
            BLOCK if !self.property.may_be_blocks() => {
                self.expression()?.deserialize_newtype_struct(name, visitor)
            }
            BLOCK => visitor.visit_newtype_struct(Self { context: self.context.lenient(), ..self }),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Some(variant) = self.within.and_then(|(sequence, index)| sequence.variant(index)) {
            return visitor
                .visit_enum(ItemVariant::of_property(PropertyDeserializer::new(&variant, self.context)));
        }
        match self.property.level() {
            Some(mut entries) if entries.len() == 1 => {
                let (name, entry) = entries.remove(0);
                let property = PropertyDeserializer::new(&entry, self.context);
                visitor.visit_enum(ItemVariant::of_property(property)).map_err(|error| error.in_variant(name))
            }
            _ => self.expression()?.deserialize_enum(name, variants, visitor),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.property.may_be_blocks() {
            return self.blocks(0)?.deserialize_unit(visitor);
        }
        self.expression()?.deserialize_unit(visitor)
    }
}

/// The elements of a [`PropertySequence`].
struct ElementAccess<'a, 'de, 'c> {
    sequence: &'a PropertySequence<'a, 'c>,
    index: usize,
    context: Context<'de, 'c>,
}

impl<'de> SeqAccess<'de> for ElementAccess<'_, 'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let (index, property) = loop {
            let index = self.index;
            if index >= self.sequence.len() {
                return Ok(None);
            }
            self.index += 1;
            let property = self.sequence.property_of(index);
            let node = Node::new(property.source(), property.span());
            if !self.context.repairs().is_some_and(|repairs| repairs.leaves_out(node)) {
                break (index, property);
            }
        };
        let within = Some((self.sequence, index));
        let element = PropertyDeserializer { property: &property, context: self.context, within };
        let _apart = redaction::apart();
        let result = seed.deserialize(element).map(Some);
        result.map_err(|error| {
            let part = Part::Extra(Node::new(property.source(), property.span()));
            located(error, &property, self.context).under_index(index).in_part(part)
        })
    }
}

/// The labels or keys of one level as a map.
struct LevelAccess<'a, 'de, 'c> {
    entries: &'a [(NameView<'c>, PropertyView<'c>)],
    pending: Option<&'a (NameView<'c>, PropertyView<'c>)>,
    target: &'a Target<'c>,
    context: Context<'de, 'c>,
}

impl<'de> MapAccess<'de> for LevelAccess<'_, 'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let next = loop {
            let Some((next, rest)) = self.entries.split_first() else { return Ok(None) };
            self.entries = rest;
            if !(self.target.rejects_null(next.0.text) && is_null_property(&next.1, self.context)) {
                break next;
            }
        };
        let (name, entry) = next;
        let _apart = redaction::apart();
        let template = match name.spelling {
            Spelling::Template => Some(template_key(*name, entry, self.context)?),
            _ => None,
        };
        let key = match &template {
            Some((text, spelling)) => {
                KeyDeserializer::new(NameView { text, spelling: *spelling, ..*name }, None)
            }
            None => self.context.key(*name),
        };
        let key = key.observed_by(self.target.observer());
        let key = seed.deserialize(key);
        self.target.record_key();
        self.pending = Some(next);
        key.map(Some).map_err(|error| key_error(error, *name, entry.source()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some((name, entry)) = self.pending.take() else {
            return Err(Error::value_before_key());
        };
        let _apart = redaction::apart();
        let property = PropertyDeserializer::new(entry, self.context);
        let result = seed.deserialize(property);
        self.target.record_value();
        result.map_err(|error| {
            if error.path().is_empty() && is_null_property(entry, self.context) {
                self.target.record_rejected_null(name.text);
            }
            let part = Part::Extra(Node::new(entry.source(), name.span));
            located(error, entry, self.context).under(name.text).in_part(part)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// Returns the number of levels of objects above the first that contains anything else. The tag of
/// an enum is a string, so it is not in a level above.
#[cold]
fn levels_above_values(property: &PropertyView<'_>) -> usize {
    let mut levels = 0;
    let mut level = property.level();
    while let Some(entries) = level
        && let Some((_, first)) = entries.first()
        && entries.iter().all(|(_, entry)| entry.may_be_blocks())
    {
        levels += 1;
        level = first.level();
    }
    levels
}

/// Returns whether a property is an attribute that is null.
pub(super) fn is_null_property(property: &PropertyView<'_>, context: Context<'_, '_>) -> bool {
    property.expression().is_ok_and(|value| expression::is_null(value, context))
}

/// Adds to an error its location in a property and the path to it, or else the location of the
/// property.
#[cold]
pub(super) fn located<'c>(error: Error, property: &PropertyView<'c>, context: Context<'_, 'c>) -> Error {
    let error = match property.expression() {
        Ok(value) => locate::in_expression(error, value, context),
        Err(_) => error,
    };
    error.at(property.span(), property.source())
}

/// Returns the text of a key that is a template.
#[cold]
fn template_key(
    name: NameView<'_>,
    entry: &PropertyView<'_>,
    context: Context<'_, '_>,
) -> Result<(String, Spelling)> {
    let value = entry.name_expression().evaluate(context.eval_context(), context.budget())?;
    let spelling = if value.is_marked() { Spelling::Secret } else { Spelling::Other };
    let text = convert(&value, &Type::String).ok();
    match text.as_ref().and_then(Value::as_str) {
        Some(text) => Ok((text.to_owned(), spelling)),
        None => {
            let detail = "A key must be a string whose value is known.";
            Err(Error::coded(Code::InvalidValue, detail).at(name.span, entry.source()))
        }
    }
}

/// The labels and the body of a block, whose number of labels is known after they were decoded.
struct LabeledProperty<'a, 'de, 'c> {
    property: PropertyDeserializer<'a, 'de, 'c>,
    block: Option<BlockView<'c>>,
    is_done: bool,
}

impl<'de> SeqAccess<'de> for LabeledProperty<'_, 'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let context = self.property.context;
        match self.block.take() {
            Some(block) => {
                self.is_done = true;
                let level = block.label_count();
                seed.deserialize(BodyDeserializer::of_block(block, level, context)).map(Some)
            }
            None if self.is_done => Ok(None),
            None => seed
                .deserialize(LabelsDeserializer { property: &self.property, block: &mut self.block })
                .map(Some),
        }
    }
}

/// The labels of a block, whose number follows from their type.
struct LabelsDeserializer<'p, 'a, 'de, 'c> {
    property: &'p PropertyDeserializer<'a, 'de, 'c>,
    block: &'p mut Option<BlockView<'c>>,
}

impl<'de, 'c> LabelsDeserializer<'_, '_, 'de, 'c> {
    /// Takes a number of labels, and passes them on.
    fn take<T>(
        self,
        count: usize,
        give: impl FnOnce(LabelDeserializer<'_, 'de, 'c>) -> Result<T>,
    ) -> Result<T> {
        let block = self.property.blocks(count)?.only()?;
        let labels = LabelValue::rest(&block, 0);
        *self.block = Some(block);
        give(labels.deserializer(self.property.context.input()))
    }
}

macro_rules! as_one_label {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.take(1, |label| label.$method(visitor))
        })*
    };
}

impl<'de> Deserializer<'de> for LabelsDeserializer<'_, '_, 'de, '_> {
    type Error = Error;

    forward! { unit_struct newtype_struct }

    as_one_label! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_option deserialize_identifier deserialize_map
        deserialize_ignored_any
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.take(0, |_| visitor.visit_unit())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(unknown_labels(self.property.property))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.take(length, |labels| labels.deserialize_tuple(length, visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.take(length, |labels| labels.deserialize_tuple_struct(name, length, visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.take(1, |label| label.deserialize_struct(name, fields, visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.take(1, |label| label.deserialize_enum(name, variants, visitor))
    }
}

/// Returns the error about a property that has no blocks in it.
#[cold]
fn block_expected(property: &PropertyView<'_>) -> Error {
    let detail = "A JSON object is required here, which is the content of a block.";
    Error::coded(Code::JsonObjectExpected, detail).at(property.span(), property.source())
}

/// Returns the error about blocks in JSON whose number of labels the type does not define.
#[cold]
fn unknown_labels(property: &PropertyView<'_>) -> Error {
    let detail = format!("The number of labels of {:?} blocks in JSON is not defined.", property.name().text);
    let diagnostic = Diagnostic::new(Code::UnknownLabels, detail).with_note(
        "In JSON the type defines how many labels a block has. Use a tuple or an array for them, or a field for each \
         (renamed to \"$label\", \"$label.1\", …).",
    );
    Error::new(diagnostic.at(property.span()).in_source(property.source()))
}

into_deserializer! { PropertyDeserializer<'_, 'de, '_> }
