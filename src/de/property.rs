//! Properties of JSON objects. The requested type decides whether a property is an attribute or
//! blocks, and how many labels the blocks have.

use std::any::type_name;
use std::iter::once;

use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, Visitor};

use super::any::AnyDeserializer;
use super::block::BlocksDeserializer;
use super::enums::Variant;
use super::expression::ExpressionDeserializer;
use super::findings::Slot;
use super::forms::{Form, HiddenLabels, Part, is_buffer};
use super::forward::{forward, scalars};
use super::key::{LabelDeserializer, LabelFields, LabelValue};
use super::labeled::LabeledBlock;
use super::members::{Items, Kind, Members, OtherMembers, is_about_label};
use super::number::{NumberHint, Scalar};
use super::record::Record;
use super::sequence::{EachElement, Field, PropertySequence, SequenceAccess};
use super::spanned::visit_spanned;
use super::target::{Request, Target};
use super::{Context, Name, Names, locate};
use crate::body::{OneOrMany, PropertyView};
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Result};
use crate::protocol::{
    ATTRIBUTE, BLOCK, BODY, EXPRESSION, LABELED, LabelField, MANY, NUMBER, TEMPLATE, TRAVERSAL, VALUE,
    WHOLE_BLOCK,
};
use crate::util::words;

/// A property, or an element of the sequence that one is.
#[derive(Clone)]
pub(super) struct PropertyDeserializer<'a, 'de, 'c> {
    pub(super) property: &'a PropertyView<'c>,
    pub(super) context: Context<'de, 'c>,
    /// The sequence that it is an element of.
    pub(super) within: Option<(&'a PropertySequence<'a, 'c>, usize)>,
    /// The name of the type that has it as a field, or nothing.
    pub(super) owner: &'static str,
}

impl<'a, 'de, 'c> PropertyDeserializer<'a, 'de, 'c> {
    pub(super) fn new(property: &'a PropertyView<'c>, context: Context<'de, 'c>) -> Self {
        Self::of_owner(property, context, "")
    }

    /// Creates the deserializer of a field of the type with a name.
    #[inline]
    pub(super) fn of_owner(
        property: &'a PropertyView<'c>,
        context: Context<'de, 'c>,
        owner: &'static str,
    ) -> Self {
        Self { property, context, within: None, owner }
    }

    /// Visits the property in the form that the type in a buffer expects, or else passes a marker.
    fn visit_buffer<V: Visitor<'de>>(mut self, record: &'c Record, visitor: V) -> Result<V::Value> {
        let (name, is_element) = (self.property.name().text, self.within.is_some());
        let part = Part::of_blocks(self.owner, self.context.buffered, name, is_element);
        let number = record.forms.number(part);
        self.context.buffered = number;
        if self.context.has_flat {
            record.forms.record_optional(number);
        }
        let target = Target::new::<V>(self.context.record, Request::Any);
        match record.forms.form(number) {
            None => {
                if self.within.is_none() && self.property.element_count().is_some() {
                    record.forms.record_list(number);
                }
                record.visit_marker(number, None, visitor)
            }
            Some(Form::Any | Form::Text | Form::Number | Form::Bool) => self.visit_any(visitor),
            Some(Form::Struct) => {
                let labels = LabelFields::new(record.forms.labels(number).fields.into_iter());
                let count = match labels.count() {
                    None => self.label_count(record, number)?,
                    count => count,
                };
                let Some(count) = count else {
                    let context = Context { slot: None, ..self.context };
                    let members = self.all_labels(self.labels_marker(record, number));
                    return members.visit(&target, context, visitor, &|error| error);
                };
                let (body, errors) = self.blocks(count)?.only_body()?;
                let result = body.with_label_fields(Some(record)).deserialize_any(visitor);
                self.context.with_errors(result, errors)
            }
            Some(Form::Map) => self.visit_level(&target, visitor),
            Some(Form::Sequence(_)) => self.deserialize_seq(visitor),
            Some(Form::Labeled) => match self.label_count(record, number)? {
                Some(count) => self.blocks(count)?.visit_labeled(visitor),
                None => {
                    let marker = self.labels_marker(record, number);
                    let marker = LabelDeserializer::Known(&marker, self.context.settings);
                    visitor.visit_seq(SeqDeserializer::new(once(marker)))
                }
            },
        }
    }

    /// Returns the number of labels of the block with a number in a buffer, if it is known. The
    /// type of all labels defines it.
    fn label_count(&self, record: &'c Record, block: u32) -> Result<Option<usize>> {
        let form = record.forms.form(record.forms.number(Part::Labels { block }));
        match form.map(Form::label_count) {
            Some(None) => Err(unknown_labels(self.property)),
            known => Ok(known.flatten()),
        }
    }

    /// Returns the marker that shows the number of labels of the block with a number in a buffer.
    fn labels_marker(&self, record: &'c Record, block: u32) -> LabelValue<'c> {
        let number = record.forms.number(Part::Labels { block });
        LabelValue::marker(record, number, self.property.span(), self.property.source())
    }

    /// Returns the field for all labels of a struct as its only member.
    fn all_labels(&self, labels: LabelValue<'c>) -> Members<'c> {
        let (items, span, source) =
            (Items::Listed(OneOrMany::new()), self.property.span(), self.property.source());
        let labels = vec![(LabelField::All.name(), labels)];
        Members::of_items(items, span, source, Kind::Body { is_block: true })
            .with_others(OtherMembers { labels, ..OtherMembers::default() })
    }

    fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::new::<V>(self.context.record, Request::Any);
        let value = |property: Self, visitor: V| property.expression()?.deserialize_any(visitor);
        let body = |property: Self, visitor: V| property.blocks(0)?.visit_any(visitor);
        match self.property.element_count() {
            // The properties of an object can be blocks, for an internally tagged enum.
            None if self.property.are_objects() && target.is_tagged() => {
                return self.visit_unnamed(&target, visitor, body);
            }
            None if self.property.are_objects() => {
                let slot = self.context.slot;
                let attempt = target.attempt();
                return attempt.end(slot, self.visit_unnamed(&target, visitor, value));
            }
            Some(1) if self.within.is_none() && self.property.are_objects() => {}
            _ => return self.visit_unnamed(&target, visitor, value),
        }
        // An array with one object is one block too, for types that refuse sequences.
        if target.is_tagged() || target.is_object() {
            return self.visit_unnamed(&target, visitor, body);
        }
        let (slot, attempt) = (self.context.slot, target.attempt());
        let result = self.visit_unnamed(&target, visitor, value);
        if result.is_err() {
            // The element was read as the tag of an enum.
            target.record_value();
        }
        let result = attempt.end(slot, result);
        if let Err(error) = &result {
            target.record_refused_sequence(error);
        }
        result
    }

    /// Visits labels or keys: the properties below.
    fn visit_level<V: Visitor<'de>>(self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        match Members::of_level(self.property) {
            Some(members) => members.visit(target, self.context, visitor, &|error| match is_about_label(
                &error,
                target,
                members.kind,
                &members.items.list(),
            ) {
                true => no_label(self.property),
                false => error,
            }),
            None => self.expression()?.deserialize_map(visitor),
        }
    }

    #[inline]
    fn expression(&self) -> Result<ExpressionDeserializer<'de, 'c>> {
        // A property that may be blocks is treated as a block, which has no strict rules as a
        // value.
        let is_block = self.context.is_strict && self.property.may_be_blocks();
        let context = if is_block { self.context.lenient() } else { self.context };
        let context = Context { has_literal_names: false, ..context };
        Ok(ExpressionDeserializer::new(self.property.expression()?, context))
    }

    #[inline]
    fn visit_scalar<V: Visitor<'de>>(self, scalar: Scalar, visitor: V) -> Result<V::Value> {
        self.expression()?.visit_scalar(scalar, visitor)
    }

    /// Returns its blocks with this many labels; of a sequence the one at the current position.
    pub(super) fn blocks(&self, labels: usize) -> Result<BlocksDeserializer<'de, 'c>> {
        let blocks = match self.within {
            Some((sequence, index)) => OneOrMany::One(sequence.block(index, labels)?),
            None => self.property.blocks(labels)?,
        };
        if blocks.is_empty() {
            return Err(block_expected(self.property));
        }
        Ok(BlocksDeserializer::new(blocks, 0, self.context, ""))
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
            if let Err(error) = &result {
                target.record_label(error, &|_| property.may_be_blocks());
                target.record_missing_tag(error, &|| levels_above_values(property));
            }
            return result;
        }
        let Some(labels) = LabelFields::new(fields.into_iter()).count() else {
            return Err(unknown_labels(self.property));
        };
        let result = match self.blocks(labels)?.only_body() {
            Ok((body, errors)) => self.context.with_errors(body.visit_members(target, visitor), errors),
            Err(error) => Err(error),
        };
        if let Err(error) = &result {
            target.record_label(error, &|_| true);
        }
        result
    }

    /// Visits an internally tagged enum whose tag may be below this many labels.
    #[cold]
    fn visit_assumed<V: Visitor<'de>>(
        self,
        labels: usize,
        target: &Target<'c>,
        visitor: V,
    ) -> Result<V::Value> {
        let blocks = self.blocks(labels);
        if blocks.as_ref().is_ok_and(|blocks| !blocks.is_one()) {
            // Several blocks in place of one are the members of one.
            return Err(without_label(target, labels));
        }
        let result = match blocks.and_then(BlocksDeserializer::only_body) {
            Ok((body, errors)) => self.context.with_errors(body.visit_members(target, visitor), errors),
            Err(error) => Err(error),
        };
        if let Err(error) = &result {
            self.record_refused_labels(error, labels, target);
        }
        result
    }

    /// Records that the tag is not below the labels that were assumed, if an error shows it.
    #[cold]
    fn record_refused_labels(self, error: &Error, labels: usize, target: &Target<'c>) {
        let of_body = [Code::MissingItem, Code::MissingLabel, Code::JsonObjectExpected];
        let is_of_body = error.first().and_then(Diagnostic::code).is_some_and(|code| of_body.contains(&code));
        if is_of_body && error.path().is_empty() {
            self.context.slot.inspect(|slot| slot.clear());
            without_label(target, labels);
        }
    }

    /// Visits the value with its span, which is that of the block below its labels. Their number is
    /// known after the value was decoded.
    #[cold]
    fn visit_spanned<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        let place = (self.property.span().range(), Some(self.property.source()));
        let settings = self.context.settings;
        let Some(record) = self.context.record.filter(|_| self.property.may_be_blocks()) else {
            return visit_spanned(AnyDeserializer::Property(self), settings, place, fields, visitor);
        };
        match record.label_count(type_name::<V>()) {
            Some(labels) if labels > 0 => self.blocks(labels)?.deserialize_struct(name, fields, visitor),
            known => {
                record.label_count.set(0);
                let value = visit_spanned(AnyDeserializer::Property(self), settings, place, fields, visitor)?;
                match record.label_count.take() {
                    labels @ 1.. if known.is_none() => {
                        Err(record.record_label_count(type_name::<V>(), labels))
                    }
                    _ => Ok(value),
                }
            }
        }
    }

    /// Visits the field for all labels of a struct alone, which shows their number if it has the
    /// type of a tuple or an array. Then the struct is decoded again.
    #[cold]
    fn visit_all_labels<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value> {
        let target = Target::new::<V>(self.context.record, Request::Struct(fields));
        let members = self.all_labels(LabelValue::count(self.property.span(), self.property.source()));
        let context = Context { slot: None, ..self.context };
        drop(members.visit(&target, context, visitor, &|error| error));
        let count = members.others.iter().find_map(|others| others.labels.first()?.1.counted());
        match (count, self.context.record) {
            (Some(count), Some(record)) => Err(record.record_label_count(type_name::<V>(), count)),
            _ => Err(unknown_labels(self.property)),
        }
    }

    fn visit_sequence<V: Visitor<'de>>(
        self,
        visitor: V,
        is_tuple: bool,
        otherwise: impl FnOnce(ExpressionDeserializer<'de, 'c>, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        if !self.property.may_be_blocks() && !self.property.is_null() {
            return otherwise(self.expression()?, visitor);
        }
        let sequence = PropertySequence::of_field(self.property, is_tuple);
        let elements = EachElement { field: Field::Property(&sequence), owner: self.owner };
        SequenceAccess::new(elements, is_tuple, self.context, &Slot::default()).visit(visitor)
    }
}

impl<'de> Deserializer<'de> for PropertyDeserializer<'_, 'de, '_> {
    type Error = Error;

    forward! { unit_struct tuple_struct ignored_any }

    scalars! {}

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.expression()?.deserialize_identifier(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.property.may_be_blocks() {
            return visitor.visit_some(self);
        }
        self.expression()?.deserialize_option(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_sequence(visitor, false, |value, visitor| value.deserialize_seq(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.visit_sequence(visitor, length > 0, |value, visitor| value.deserialize_tuple(length, visitor))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.context.record {
            Some(record) if self.property.are_objects() && is_buffer(&visitor) => {
                self.visit_buffer(record, visitor)
            }
            _ => self.visit_any(visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::new::<V>(self.context.record, Request::Map);
        self.visit_unnamed(&target, visitor, |property, visitor| property.visit_level(&target, visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        let record = self.context.record;
        if serde_spanned::de::is_spanned(name) {
            return self.visit_spanned(name, fields, visitor);
        }
        if !self.property.may_be_blocks() {
            return self.expression()?.deserialize_struct(name, fields, visitor);
        }
        let known = || record?.label_count(type_name::<V>());
        let Some(labels) = LabelFields::named(fields).count().or_else(known) else {
            return self.visit_all_labels(fields, visitor);
        };
        let (body, errors) = self.blocks(labels)?.only_body()?;
        let result = self.context.with_errors(body.deserialize_struct(name, fields, visitor), errors);
        if let Some(record) = record {
            record.label_count.set(labels);
        }
        result
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match name {
            LABELED => LabeledBlock::of_property(self).visit(visitor),
            BODY | WHOLE_BLOCK => self.blocks(0)?.deserialize_newtype_struct(name, visitor),
            BLOCK if self.property.may_be_blocks() => {
                let context = Context { has_literal_names: true, ..self.context.lenient() };
                visitor.visit_newtype_struct(Self { context, ..self })
            }
            MANY if self.property.may_be_blocks() => self.deserialize_any(visitor),
            VALUE | NUMBER | EXPRESSION | TEMPLATE | TRAVERSAL | ATTRIBUTE | BLOCK | MANY => {
                self.expression()?.deserialize_newtype_struct(name, visitor)
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(self, name: Name, variants: Names, visitor: V) -> Result<V::Value> {
        if let Some(variant) = self.within.and_then(|(sequence, index)| sequence.variant(index)) {
            let property = PropertyDeserializer::new(&variant, self.context);
            return visitor.visit_enum(Variant::of_property(property));
        }
        match self.property.level() {
            Some(mut entries) if entries.len() == 1 => {
                let Some((name, entry)) = entries.next() else { unreachable!("there is one entry") };
                let context = self.context;
                let property = PropertyDeserializer::new(&entry, context);
                match visitor.visit_enum(Variant::of_property(property)) {
                    Ok(value) => Ok(value),
                    Err(error) => {
                        Err(locate::in_property(error, &entry, "", false, context).in_variant(name))
                    }
                }
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

/// Records that the tag of an enum is not below this many labels, but above, or not there: then the
/// last visit reports that it is missing. Returns the error with which the visit ends.
#[cold]
fn without_label(target: &Target<'_>, labels: usize) -> Error {
    let hidden = target.labels().unwrap_or_default();
    target.record_labels(match labels {
        0 | 1 => HiddenLabels::complete(hidden.fields),
        _ => HiddenLabels { assumed: labels - 1, ..hidden },
    });
    target.repeat()
}

/// Returns the number of levels of objects above the first that contains anything else. The tag of
/// an enum is a string, so it is not in a level above.
#[cold]
fn levels_above_values(property: &PropertyView<'_>) -> usize {
    let mut levels = 0;
    let mut level = property.level();
    while let Some(mut entries) = level
        && entries.clone().all(|(_, entry)| entry.level().is_some())
        && let Some((_, first)) = entries.next()
    {
        levels += 1;
        level = first.level();
    }
    levels
}

/// Returns the error about a property that has no blocks in it.
#[cold]
pub(super) fn block_expected(property: &PropertyView<'_>) -> Error {
    let detail = "A JSON object is required here, which is the content of a block.";
    Error::coded(Code::JsonObjectExpected, detail).at(property.span(), property.source())
}

/// Returns the error about blocks in JSON without their label.
#[cold]
fn no_label(property: &PropertyView<'_>) -> Error {
    let name = property.name().text;
    let detail = format!("{} needs a label, the name of an object around its content.", words::block(name));
    let help = format!("Write {{{name:?}: {{\"…\": {{ … }}}}}}.");
    let diagnostic = Diagnostic::new(Code::MissingLabel, detail).with_help(help);
    Error::new(diagnostic.at(property.span()).in_source(property.source()))
}

/// Returns the error about blocks in JSON whose number of labels the type does not define.
#[cold]
pub(super) fn unknown_labels(property: &PropertyView<'_>) -> Error {
    let detail = format!("The number of labels of {:?} blocks in JSON is not defined.", property.name().text);
    let diagnostic = Diagnostic::new(Code::UnknownLabels, detail).with_note(
        "In JSON the type defines how many labels a block has. Use a tuple or an array for them, or a field for each \
         (renamed to \"$label\", \"$label.1\", …).",
    );
    Error::new(diagnostic.at(property.span()).in_source(property.source()))
}
