//! The blocks of one type in a body: one, at most one, any number, or by label.

use std::ops::Range;

use serde::de::{Deserializer, Expected, Visitor};

use super::any::AnyDeserializer;
use super::body::BodyDeserializer;
use super::enums::Variant;
use super::findings::Slot;
use super::forms::{Form, HiddenLabels, Part, is_buffer};
use super::forward::{forward, scalars};
use super::key::{LabelValue, has_label};
use super::labeled::LabeledBlock;
use super::members::{Items, Kind, Members, OtherMembers};
use super::number::{NumberHint, Scalar};
use super::record::Record;
use super::rules::SingleBlocks;
use super::sequence::{EachElement, Field, SequenceAccess};
use super::spanned::visit_spanned;
use super::target::{Request, Target};
use super::value::computed_capture;
use super::{Context, Name, Names};
use crate::body::{BlockView, ItemView, ItemViewKind, NameView, OneOrMany, group_by_name};
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Result};
use crate::protocol::{
    self, ATTRIBUTE, BLOCK, BODY, EXPRESSION, LABELED, LabelField, TEMPLATE, TRAVERSAL, WHOLE_BLOCK,
};
use crate::source::Source;
use crate::util::words;

/// Blocks of one type, of whose labels the first `level` were taken. There is at least one.
pub(super) struct BlocksDeserializer<'de, 'c> {
    blocks: OneOrMany<BlockView<'c>>,
    level: usize,
    context: Context<'de, 'c>,
    /// Whether it is an element of a sequence. A self-describing target then gets its body, not
    /// another sequence.
    is_element: bool,
    /// The name of the type that has them as a field, or nothing.
    owner: &'static str,
}

impl<'de, 'c> BlocksDeserializer<'de, 'c> {
    /// Creates the deserializer of blocks that are a field of the type with a name.
    #[inline]
    pub(super) fn new(
        blocks: OneOrMany<BlockView<'c>>,
        level: usize,
        context: Context<'de, 'c>,
        owner: &'static str,
    ) -> Self {
        Self { blocks, level, context, is_element: false, owner }
    }

    pub(super) fn of_one(block: BlockView<'c>, level: usize, context: Context<'de, 'c>) -> Self {
        Self::new(OneOrMany::One(block), level, context, "")
    }

    /// Creates the deserializer of an element of a sequence.
    #[inline]
    pub(super) fn of_element(
        block: BlockView<'c>,
        level: usize,
        context: Context<'de, 'c>,
        owner: &'static str,
    ) -> Self {
        Self { blocks: OneOrMany::One(block), level, context, is_element: true, owner }
    }

    /// Visits the blocks in the form that the type in a buffer expects, or else passes a marker.
    fn visit_buffer<V: Visitor<'de>>(mut self, record: &'c Record, visitor: V) -> Result<V::Value> {
        let name = self.blocks[0].block_type().text;
        let part = Part::of_blocks(self.owner, self.context.buffered, name, self.is_element);
        let number = record.forms.number(part);
        self.context.buffered = number;
        if self.context.has_flat {
            record.forms.record_optional(number);
        }
        let has_one_form = !self.has_labels() && self.is_element;
        match record.forms.form(number) {
            _ if has_one_form => self.visit_any(visitor),
            None => record.visit_marker(number, None, visitor),
            Some(Form::Any | Form::Text | Form::Number | Form::Bool) => self.visit_any(visitor),
            Some(Form::Struct) => {
                let record = self.has_labels().then_some(record);
                let (body, errors) = self.only_body()?;
                body.context.with_errors(body.with_label_fields(record).deserialize_any(visitor), errors)
            }
            Some(Form::Map) => {
                let target = Target::new::<V>(self.context.record, Request::Any);
                self.visit_map(&target, visitor)
            }
            Some(Form::Sequence(_)) => self.deserialize_seq(visitor),
            Some(Form::Labeled) => self.visit_labeled(visitor),
        }
    }

    /// Visits the block as a type of this crate, which requests it by a name. It is not inlined, as
    /// the functions that nest with the blocks need their stack.
    #[inline(never)]
    fn visit_named<V: Visitor<'de>>(self, name: Name, visitor: V) -> Result<V::Value> {
        match name {
            LABELED => self.visit_labeled(visitor),
            WHOLE_BLOCK => self.visit_whole(visitor),
            ATTRIBUTE => {
                let block_type = self.blocks[0].block_type().text;
                Err(Error::block_for_attribute(block_type, self.is_element, "a value"))
            }
            _ => {
                let (body, errors) = self.only_body()?;
                body.context.with_errors(body.deserialize_newtype_struct(name, visitor), errors)
            }
        }
    }

    /// Visits the block as a [`Labeled`](crate::Labeled).
    pub(super) fn visit_labeled<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (level, context, mut errors) = (self.level, self.context, Vec::new());
        let block = self.only(&mut errors)?;
        context.with_errors(LabeledBlock::new(block, level, context).visit(visitor), errors)
    }

    /// Visits the block with its type and labels.
    fn visit_whole<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (context, mut errors) = (self.context, Vec::new());
        let block = self.only(&mut errors)?;
        let result = block.body().check().and_then(|()| match block.body().is_value() {
            true => Err(computed_capture()),
            false => protocol::give(block.handle(), visitor),
        });
        context.with_errors(result, errors)
    }

    /// Visits an object for each level of labels. Its leaves are sequences of bodies, unless single
    /// blocks are objects. An internally tagged enum takes a single body.
    pub(super) fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // Blocks with different numbers of labels have no common level.
        let has_label = |block: &BlockView<'_>| block.label_count() > self.level;
        if !self.is_element && self.has_labels() && !self.blocks.iter().all(has_label) {
            return self.visit_seq(None, false, visitor);
        }
        let target = Target::new::<V>(self.context.record, Request::Any);
        match self.is_object(&target) {
            true => self.visit_map(&target, visitor),
            false => self.attempt_seq(&target, visitor),
        }
    }

    /// Returns whether the blocks are an object for a target that calls `deserialize_any`.
    fn is_object(&self, target: &Target<'c>) -> bool {
        let single_blocks = self.context.settings.rules.single_blocks;
        self.is_element
            || self.blocks.len() == 1 && single_blocks == Some(SingleBlocks::Object)
            || target.is_tagged()
            || target.is_object()
            || self.has_labels()
    }

    /// Visits each block as an element of a sequence, unless the target is one of another form.
    fn attempt_seq<V: Visitor<'de>>(self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        let (slot, attempt) = (self.context.slot, target.attempt());
        let result = attempt.end(slot, self.visit_seq(Some(target), false, visitor));
        if let Err(error) = &result {
            target.record_refused_sequence(error);
        }
        result
    }

    /// Visits the blocks in place of the value of an attribute.
    fn visit_scalar<V: Visitor<'de>>(self, _: Scalar, visitor: V) -> Result<V::Value> {
        let (block, is_element) = (self.blocks[0].clone(), self.is_element);
        let expected = (&visitor as &dyn Expected).to_string();
        match self.visit_any(visitor) {
            Ok(value) => Ok(value),
            Err(error) => Err(error.about_block(block.block_type().text, is_element, &expected)),
        }
    }

    /// Returns whether there is a single block.
    pub(super) fn is_one(&self) -> bool {
        self.blocks.len() == 1
    }

    /// Returns the first of several blocks in place of one, and adds the errors about others.
    #[cold]
    fn first(
        blocks: Vec<BlockView<'c>>,
        level: usize,
        context: Context<'de, 'c>,
        errors: &mut Vec<Diagnostic>,
    ) -> Result<BlockView<'c>> {
        let mut blocks = blocks.into_iter();
        let first = blocks.next().ok_or_else(|| Error::message("a block is expected here"))?;
        for other in blocks {
            context.note(too_many(&first, &other, level), errors)?;
        }
        Ok(first)
    }

    /// Returns the block, which has to be the only one, and adds the errors about others.
    pub(super) fn only(self, errors: &mut Vec<Diagnostic>) -> Result<BlockView<'c>> {
        match self.blocks {
            OneOrMany::One(block) => Ok(block),
            OneOrMany::Many(blocks) => Self::first(blocks, self.level, self.context, errors),
        }
    }

    /// Returns the body of the block, which has to be the only one, and the errors about others.
    pub(super) fn only_body(self) -> Result<(BodyDeserializer<'de, 'c>, Vec<Diagnostic>)> {
        let (level, context, mut errors) = (self.level, self.context, Vec::new());
        Ok((BodyDeserializer::of_block(self.only(&mut errors)?, level, context), errors))
    }

    /// Returns the block, which has to be the only one, as a variant named after its next label,
    /// and the errors about others.
    fn variant<'a>(self, variants: Names) -> Result<(NameView<'c>, Variant<'a, 'de, 'c>, Vec<Diagnostic>)> {
        let (level, context, mut errors) = (self.level, self.context, Vec::new());
        let block = self.only(&mut errors)?;
        let label = block.label(level).ok_or_else(|| no_variant(&block, variants));
        match label.and_then(|label| Ok((label, context.below(label, &block)?))) {
            Ok((label, below)) => {
                let source = block.source();
                let content = AnyDeserializer::Blocks(Self::of_one(block, level + 1, below));
                Ok((label, Variant::new(context.key(label), source, content), errors))
            }
            Err(error) => context.with_errors(Err(error), errors),
        }
    }

    /// Returns the blocks by their next label, and sets the context below it.
    fn by_label(self, context: &mut Context<'de, 'c>) -> Result<Members<'c>> {
        let labeled = |block: &BlockView<'c>| match block.label(self.level) {
            Some(name) => Ok(ItemView { name, kind: ItemViewKind::Block(block.clone()) }),
            None => Err(no_label(block)),
        };
        let mut errors = Vec::new();
        let items = match &self.blocks {
            OneOrMany::One(block) => OneOrMany::One(labeled(block)?),
            blocks => {
                let mut items = Vec::with_capacity(blocks.len());
                for block in blocks.iter() {
                    match labeled(block) {
                        Ok(item) => items.push(item),
                        Err(error) => self.context.note(error, &mut errors)?,
                    }
                }
                group_by_name(&mut items, |item| item.name.text, |_, _| Ok::<_, Error>(()))?;
                OneOrMany::Many(items)
            }
        };
        let (first, kind) = (&self.blocks[0], Kind::Labels(self.level));
        let members = Members::of_items(Items::Listed(items), first.header(), first.source(), kind);
        if let Some(label) = first.label(self.level) {
            *context = self.context.below(label, first)?;
        }
        Ok(members.with_errors(errors))
    }

    fn has_labels(&self) -> bool {
        self.blocks.iter().any(|block| block.label_count() > self.level)
    }

    /// Returns the span of all blocks and the source of the first.
    #[cold]
    fn place(&self) -> (Range<usize>, Option<&'c Source>) {
        let (first, last) = (&self.blocks[0], &self.blocks[self.blocks.len() - 1]);
        (first.span().to(last.span()).range(), Some(first.source()))
    }

    /// Returns whether the fields of a struct are the next labels: none of them takes labels.
    fn are_labels(&self, fields: Names) -> bool {
        let is_field =
            |block: &BlockView<'_>| block.label(self.level).is_some_and(|label| fields.contains(&label.text));
        !fields.iter().any(|field| LabelField::parse(field).is_some()) && self.blocks.iter().all(is_field)
    }

    /// Visits blocks with labels as a struct with flattened fields, or an internally tagged enum.
    /// Such a type has fields for labels if it requests them. Without such fields, the labels are
    /// the names of the fields of a struct.
    #[cold]
    fn visit_hidden<V: Visitor<'de>>(self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        let hidden = target.labels();
        let are_fields = target.is_tagged() || hidden.as_ref().is_some_and(|it| !it.fields.is_empty());
        match hidden {
            _ if are_fields => {
                let (body, errors) = self.only_body()?;
                body.context.with_errors(body.visit_members(target, visitor), errors)
            }
            Some(_) => {
                let (block, level) = (self.blocks[0].clone(), self.level);
                let result = self.visit_by_label(target, visitor);
                if let Err(error) = &result {
                    target.record_label(error, &|field| has_label(field, &block, level));
                }
                result
            }
            None => {
                let members = self.label_probes();
                let context = Context { slot: None, ..self.context };
                let result = members.visit(target, context, visitor, &|error| error);
                target.record_labels(HiddenLabels::complete(members.taken_fields()));
                match result {
                    Ok(_) => Err(target.repeat()),
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// Returns a label for each field for labels that the type may have. It is not generic, unlike
    /// the function that visits them.
    fn label_probes(&self) -> Members<'c> {
        let block = &self.blocks[0];
        let labels = LabelValue::probes(block, self.level, &HiddenLabels::default(), None).collect();
        let (items, kind) = (Items::Listed(OneOrMany::new()), Kind::Body { is_block: true });
        Members::of_items(items, block.header(), block.source(), kind)
            .with_others(OtherMembers { labels, ..OtherMembers::default() })
    }

    /// Visits a level of labels, or the body of the only block where no label is left.
    fn visit_map<V: Visitor<'de>>(self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        match self.has_labels() {
            true if target.is_hidden() => self.visit_hidden(target, visitor),
            true => self.visit_by_label(target, visitor),
            false => self.visit_members(target, visitor),
        }
    }

    /// Visits the members of the block, which has to be the only one.
    fn visit_members<V: Visitor<'de>>(self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        let (body, errors) = self.only_body()?;
        match body.context.with_errors(body.visit_members(target, visitor), errors) {
            Ok(value) => Ok(value),
            Err(error) => Err(body.label_error(error, target)),
        }
    }

    /// Visits each block as an element of a sequence. The target may be one that calls
    /// `deserialize_any`.
    fn visit_seq<V: Visitor<'de>>(
        self,
        target: Option<&Target<'c>>,
        is_tuple: bool,
        visitor: V,
    ) -> Result<V::Value> {
        let Self { blocks, level, context, owner, .. } = self;
        let elements = EachElement { field: Field::Blocks(blocks, level, target), owner };
        SequenceAccess::new(elements, is_tuple, context, &Slot::default()).visit(visitor)
    }

    #[inline(never)]
    fn visit_by_label<V: Visitor<'de>>(self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        let mut context = self.context;
        let members = self.by_label(&mut context)?;
        let attempt = target.attempt();
        attempt.end(context.slot, members.visit(target, context, visitor, &|error| error))
    }
}

#[cold]
fn too_many(first: &BlockView<'_>, second: &BlockView<'_>, level: usize) -> Error {
    let header = header(first, level);
    let detail = format!("Only one {header} block is possible here. Remove one of them.");
    let diagnostic = Diagnostic::new(Code::DuplicateBlock, detail)
        .at(second.header())
        .in_source(second.source())
        .with_label_in(first.source(), first.header(), "the first one")
        .with_note("A sequence takes all of them.");
    Error::new(diagnostic)
}

/// Returns the type of a block and its first labels as they are written.
fn header(block: &BlockView<'_>, labels: usize) -> String {
    let shown = |label: NameView<'_>| match label.is_secret() {
        true => " (sensitive)".to_owned(),
        false => format!(" {:?}", label.text),
    };
    // In JSON, the names above the block can be labels that were decoded already.
    let names = block.names_above();
    let count = names.len().saturating_sub(block.label_count()).saturating_add(labels);
    let labels: String = names.into_iter().take(count).map(shown).collect();
    format!("{}{labels}", block.block_type().text)
}

/// Returns the error about a block that has too few labels.
#[cold]
pub(super) fn no_label(block: &BlockView<'_>) -> Error {
    let block_type = block.block_type().text;
    let article = if block.label_count() == 0 { "a" } else { "another" };
    let detail = format!("{} needs {article} label here.", words::block(block_type));
    let help = format!("Write {} \"…\" {{ … }}.", header(block, usize::MAX));
    let diagnostic = Diagnostic::new(Code::MissingLabel, detail).with_help(help);
    Error::new(diagnostic.at(block.header()).in_source(block.source()))
}

/// Returns the error about a block without the label that names a variant.
#[cold]
fn no_variant(block: &BlockView<'_>, variants: &[&str]) -> Error {
    let (block_type, names) = (block.block_type().text, words::names(variants.iter().copied(), "or"));
    let detail = format!("{} needs a label here: {names}.", words::block(block_type));
    Error::coded(Code::MissingLabel, detail).at(block.header(), block.source())
}

impl<'de> Deserializer<'de> for BlocksDeserializer<'de, '_> {
    type Error = Error;

    forward! { option unit_struct tuple_struct ignored_any }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.context.record {
            Some(record) if is_buffer(&visitor) => self.visit_buffer(record, visitor),
            _ => self.visit_any(visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !self.is_element {
            return self.visit_seq(None, false, visitor);
        }
        let (body, errors) = self.only_body()?;
        body.context.with_errors(body.deserialize_seq(visitor), errors)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        match self.is_element {
            true => self.deserialize_seq(visitor),
            false => self.visit_seq(None, length > 0, visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::new::<V>(self.context.record, Request::Map);
        let is_struct_only = self.context.is_strict && !self.has_labels();
        let (block, is_element) = (self.blocks[0].clone(), self.is_element);
        let value = self.visit_map(&target, visitor)?;
        // That it is a map, and not a struct with flattened fields, is known only after its keys
        // were decoded.
        match is_struct_only && target.is_seen_map() && !block.body().items().is_empty() {
            true => Err(Error::block_for_attribute(block.block_type().text, is_element, "an object")),
            false => Ok(value),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let (place, settings) = (self.place(), self.context.settings);
            return visit_spanned(AnyDeserializer::Blocks(self), settings, place, fields, visitor);
        }
        if self.has_labels() && self.are_labels(fields) {
            let target = Target::new::<V>(self.context.record, Request::Struct(fields));
            return self.visit_by_label(&target, visitor);
        }
        let (body, errors) = self.only_body()?;
        body.context.with_errors(body.deserialize_struct(name, fields, visitor), errors)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(mut self, name: Name, visitor: V) -> Result<V::Value> {
        match name {
            LABELED | BODY | EXPRESSION | TEMPLATE | TRAVERSAL | WHOLE_BLOCK | ATTRIBUTE => {
                return self.visit_named(name, visitor);
            }
            BLOCK => self.context = self.context.lenient(),
            _ => {}
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: Name, variants: Names, visitor: V) -> Result<V::Value> {
        let context = self.context;
        let (label, variant, errors) = self.variant(variants)?;
        let result = match visitor.visit_enum(variant) {
            Ok(value) => Ok(value),
            Err(error) => Err(Error::in_variant(error, label)),
        };
        context.with_errors(result, errors)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (body, errors) = self.only_body()?;
        body.context.with_errors(body.deserialize_unit(visitor), errors)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let record = self.context.record;
        let result = self.deserialize_any(visitor);
        if let Some(record) = record {
            record.note_identifier();
        }
        result
    }

    scalars! {}
}
