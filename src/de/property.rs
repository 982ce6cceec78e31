//! Properties of JSON objects. The requested type decides whether a property is an attribute or
//! blocks, and how many labels the blocks have.

use super::any::AnyDeserializer;
use super::block::BlocksDeserializer;
use super::decode::Decode;
use super::enums::Variant;
use super::expression::ExpressionDeserializer;
use super::findings::Slot;
use super::forms::{Form, HiddenLabels, Part, is_buffer};
use super::key::{LabelFields, LabelValue, OneLabel};
use super::labeled::LabeledBlock;
use super::members::{Items, Kind, Members, OtherMembers, is_about_label};
use super::number::Scalar;
use super::record::Record;
use super::sequence::{EachElement, Field, PropertySequence, SequenceAccess};
use super::spanned::visit_spanned;
use super::target::{Request, Target};
use super::visitor::AnyVisitor;
use super::{Context, Name, Names, locate};
use crate::body::{OneOrMany, PropertyView};
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Result};
use crate::protocol::{
    ATTRIBUTE, BLOCK, BODY, EXPRESSION, LABELED, LabelField, MANY, NUMBER, TEMPLATE, TRAVERSAL, VALUE,
    WHOLE_BLOCK,
};
use crate::util::words;

/// A function that visits a property.
type Visit<'a, 'de, 'c> = fn(PropertyDeserializer<'a, 'de, 'c>, &mut dyn AnyVisitor<'de>) -> Result<()>;

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
    #[inline(never)]
    fn visit_buffer(mut self, record: &'c Record, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let (name, is_element) = (self.property.name().text, self.within.is_some());
        let part = Part::of_blocks(self.owner, self.context.buffered, name, is_element);
        let number = record.forms.number(part);
        self.context.buffered = number;
        if self.context.has_flat {
            record.forms.record_optional(number);
        }
        let target = Target::new(visitor.type_name(), self.context.record, Request::Any);
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
                self.blocks(count)?
                    .visit_body(|body| body.with_label_fields(Some(record)).decode_any(visitor))
            }
            Some(Form::Map) => self.visit_level(&target, visitor),
            Some(Form::Sequence(_)) => self.decode_seq(visitor),
            Some(Form::Labeled) => match self.label_count(record, number)? {
                Some(count) => self.blocks(count)?.visit_labeled(visitor),
                None => {
                    let marker = self.labels_marker(record, number);
                    visitor.visit_seq(&mut OneLabel::new(&marker, self.context.settings))
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

    fn visit_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let target = Target::new(visitor.type_name(), self.context.record, Request::Any);
        let value: Visit<'a, 'de, 'c> = |property, visitor| property.expression()?.decode_any(visitor);
        let body: Visit<'a, 'de, 'c> = |property, visitor| property.blocks(0)?.visit_any(visitor);
        match self.property.element_count() {
            // The properties of an object can be blocks, for an internally tagged enum.
            None if self.property.are_objects() && target.is_tagged() => {
                return self.visit_unnamed(&target, visitor, body);
            }
            None if self.property.are_objects() => {
                let slot = self.context.slot;
                return target.attempt(slot, || self.visit_unnamed(&target, visitor, value));
            }
            Some(1) if self.within.is_none() && self.property.are_objects() => {}
            _ => return self.visit_unnamed(&target, visitor, value),
        }
        // An array with one object is one block too, for types that refuse sequences.
        if target.is_tagged() || target.is_object() {
            return self.visit_unnamed(&target, visitor, body);
        }
        let result = target.attempt(self.context.slot, || {
            let result = self.visit_unnamed(&target, visitor, value);
            // The element was read as the tag of an enum.
            result.inspect_err(|_| target.record_value())
        });
        result.inspect_err(|error| target.record_refused_sequence(error))
    }

    /// Visits labels or keys: the properties below.
    fn visit_level(self, target: &Target<'c>, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
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
            None => self.expression()?.decode_map(visitor),
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
    fn visit_unnamed(
        self,
        target: &Target<'c>,
        visitor: &mut dyn AnyVisitor<'de>,
        without_labels: impl FnOnce(Self, &mut dyn AnyVisitor<'de>) -> Result<()>,
    ) -> Result<()> {
        let HiddenLabels { fields, is_complete, assumed, .. } = target.labels().unwrap_or_default();
        if !is_complete && assumed > 0 {
            return self.visit_assumed(assumed, target, visitor);
        }
        if fields.is_empty() {
            let property = self.property;
            let result = without_labels(self, visitor);
            return result.inspect_err(|error| {
                target.record_label(error, &|_| property.may_be_blocks());
                target.record_missing_tag(error, || levels_above_values(property));
            });
        }
        let Some(labels) = LabelFields::new(fields.into_iter()).count() else {
            return Err(unknown_labels(self.property));
        };
        let result = self.blocks(labels)?.visit_body(|body| body.visit_members(target, visitor));
        result.inspect_err(|error| target.record_label(error, &|_| true))
    }

    /// Visits an internally tagged enum whose tag may be below this many labels.
    #[cold]
    fn visit_assumed(
        self,
        labels: usize,
        target: &Target<'c>,
        visitor: &mut dyn AnyVisitor<'de>,
    ) -> Result<()> {
        let (blocks, slot) = (self.blocks(labels), self.context.slot);
        if blocks.as_ref().is_ok_and(|blocks| !blocks.is_one()) {
            // Several blocks in place of one are the members of one.
            return Err(without_label(target, labels));
        }
        let result = blocks.and_then(|blocks| blocks.visit_body(|body| body.visit_members(target, visitor)));
        result.inspect_err(|error| {
            let of_body = [Code::MissingItem, Code::MissingLabel, Code::JsonObjectExpected];
            let is_of_body =
                error.first().and_then(Diagnostic::code).is_some_and(|code| of_body.contains(&code));
            if is_of_body && error.path().is_empty() {
                slot.inspect(|slot| slot.clear());
                without_label(target, labels);
            }
        })
    }

    /// Visits the value with its span, which is that of the block below its labels. Their number is
    /// known after the value was decoded.
    #[cold]
    fn visit_spanned(self, name: Name, fields: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let place = (self.property.span().range(), Some(self.property.source()));
        let settings = self.context.settings;
        let Some(record) = self.context.record.filter(|_| self.property.may_be_blocks()) else {
            return visit_spanned(AnyDeserializer::Property(self), settings, place, fields, visitor);
        };
        match record.label_count(visitor.type_name()) {
            Some(labels) if labels > 0 => self.blocks(labels)?.decode_struct(name, fields, visitor),
            known => {
                record.label_count.set(0);
                let value = visit_spanned(AnyDeserializer::Property(self), settings, place, fields, visitor)?;
                match record.label_count.take() {
                    labels @ 1.. if known.is_none() => {
                        Err(record.record_label_count(visitor.type_name(), labels))
                    }
                    _ => Ok(value),
                }
            }
        }
    }

    /// Visits the field for all labels of a struct alone, which shows their number if it has the
    /// type of a tuple or an array. Then the struct is decoded again.
    #[cold]
    fn visit_all_labels(self, fields: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let target = Target::new(visitor.type_name(), self.context.record, Request::Struct(fields));
        let members = self.all_labels(LabelValue::count(self.property.span(), self.property.source()));
        let context = Context { slot: None, ..self.context };
        let result = members.visit(&target, context, visitor, &|error| error);
        let count = members.others.iter().find_map(|others| others.labels.first()?.1.counted());
        match (count, self.context.record) {
            (Some(count), Some(record)) => Err(record.record_label_count(visitor.type_name(), count)),
            _ => result.and_then(|_| Err(Error::repeated())).map_err(|_| unknown_labels(self.property)),
        }
    }

    fn visit_sequence(
        self,
        is_tuple: bool,
        visitor: &mut dyn AnyVisitor<'de>,
        otherwise: impl FnOnce(ExpressionDeserializer<'de, 'c>, &mut dyn AnyVisitor<'de>) -> Result<()>,
    ) -> Result<()> {
        if !self.property.may_be_blocks() && !self.property.is_null() {
            return otherwise(self.expression()?, visitor);
        }
        let sequence = PropertySequence::of_field(self.property, is_tuple);
        let mut elements = EachElement { field: Field::Property(&sequence), owner: self.owner };
        SequenceAccess::new(&mut elements, is_tuple, self.context, &Slot::default()).visit(visitor)
    }
}

impl<'de> Decode<'de> for PropertyDeserializer<'_, 'de, '_> {
    fn decode_scalar(self, scalar: Scalar, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.expression()?.decode_scalar(scalar, visitor)
    }

    fn decode_identifier(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.expression()?.decode_identifier(visitor)
    }

    fn decode_option(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        if self.property.may_be_blocks() {
            return visitor.visit_some(AnyDeserializer::Property(self));
        }
        self.expression()?.decode_option(visitor)
    }

    #[inline(never)]
    fn decode_seq(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.visit_sequence(false, visitor, |value, visitor| value.decode_seq(visitor))
    }

    fn decode_tuple(self, length: usize, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.visit_sequence(length > 0, visitor, |value, visitor| value.decode_tuple(length, visitor))
    }

    #[inline(never)]
    fn decode_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        match self.context.record {
            Some(record) if self.property.are_objects() && is_buffer(visitor.expected()) => {
                self.visit_buffer(record, visitor)
            }
            _ => self.visit_any(visitor),
        }
    }

    #[inline(never)]
    fn decode_map(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let target = Target::new(visitor.type_name(), self.context.record, Request::Map);
        self.visit_unnamed(&target, visitor, |property, visitor| property.visit_level(&target, visitor))
    }

    #[inline(never)]
    fn decode_struct(self, name: Name, fields: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let record = self.context.record;
        if serde_spanned::de::is_spanned(name) {
            return self.visit_spanned(name, fields, visitor);
        }
        if !self.property.may_be_blocks() {
            return self.expression()?.decode_struct(name, fields, visitor);
        }
        let known = || record?.label_count(visitor.type_name());
        let Some(labels) = LabelFields::named(fields).count().or_else(known) else {
            return self.visit_all_labels(fields, visitor);
        };
        let result = self.blocks(labels)?.visit_body(|body| body.decode_struct(name, fields, visitor));
        record.inspect(|record| record.label_count.set(labels));
        result
    }

    #[inline(never)]
    fn decode_newtype_struct(self, name: &'static str, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        match name {
            LABELED => LabeledBlock::of_property(self).visit(visitor),
            BODY | WHOLE_BLOCK => self.blocks(0)?.decode_newtype_struct(name, visitor),
            BLOCK if self.property.may_be_blocks() => {
                let context = Context { has_literal_names: true, ..self.context.lenient() };
                visitor.visit_newtype_struct(AnyDeserializer::Property(Self { context, ..self }))
            }
            MANY if self.property.may_be_blocks() => self.decode_any(visitor),
            VALUE | NUMBER | EXPRESSION | TEMPLATE | TRAVERSAL | ATTRIBUTE | BLOCK | MANY => {
                self.expression()?.decode_newtype_struct(name, visitor)
            }
            _ => visitor.visit_newtype_struct(AnyDeserializer::Property(self)),
        }
    }

    #[inline(never)]
    fn decode_enum(self, name: Name, variants: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        if let Some(variant) = self.within.and_then(|(sequence, index)| sequence.variant(index)) {
            let property = PropertyDeserializer::new(&variant, self.context);
            return visitor.visit_enum(Variant::of_property(property));
        }
        match self.property.level() {
            Some(mut entries) if entries.len() == 1 => {
                let Some((name, entry)) = entries.next() else { unreachable!("there is one entry") };
                let context = self.context;
                let property = PropertyDeserializer::new(&entry, context);
                visitor
                    .visit_enum(Variant::of_property(property))
                    .map_err(|error| locate::in_property(error, &entry, "", false, context).in_variant(name))
            }
            _ => self.expression()?.decode_enum(name, variants, visitor),
        }
    }

    fn decode_unit(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        if self.property.may_be_blocks() {
            return self.blocks(0)?.decode_unit(visitor);
        }
        self.expression()?.decode_unit(visitor)
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
