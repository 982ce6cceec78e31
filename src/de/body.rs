//! Bodies: as structs and maps by name, as sequences in source order.

use std::borrow::Cow;

use serde::de::{self, DeserializeSeed, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::any::AnyDeserializer;
use super::block::no_label;
use super::enums::Variant;
use super::findings::Slot;
use super::flat::FlatBody;
use super::forward::forward;
use super::key::{LabelFields, LabelValue, has_label};
use super::members::{Items, Kind, Members, OtherMembers, is_about_label, without_special};
use super::progress::Progress;
use super::record::{OnError, Record};
use super::sequence::{Elements, PropertySequence, SequenceAccess};
use super::spanned::visit_spanned;
use super::target::{Request, Target};
use super::value::computed_capture;
use super::{Context, Name, Names, Settings, locate};
use crate::body::{
    BlockView, BodyView, ItemView, ItemViewKind, NameView, OneOrMany, WrittenItems, group_by_name, set_before,
};
use crate::diag::{Code, Diagnostic};
use crate::error::{Error, Reported, Result};
use crate::protocol::{
    self, BODY, EXPRESSION, FLAT, REMAIN, TEMPLATE, TRAVERSAL, WHOLE_BLOCK, is_special_field,
};
use crate::source::Source;
use crate::util::words;

/// A body, with the labels of its block, which a struct can have as fields.
#[derive(Clone)]
pub(super) struct BodyDeserializer<'de, 'c> {
    body: BodyView<'c>,
    pub(super) context: Context<'de, 'c>,
    block: Option<BlockView<'c>>,
    /// The number of labels of the block that were taken already.
    level: usize,
    /// If the type in a buffer has this body, the record of its fields for labels.
    label_fields: Option<&'c Record>,
}

impl<'de, 'c> BodyDeserializer<'de, 'c> {
    pub(super) fn new(body: BodyView<'c>, context: Context<'de, 'c>) -> Self {
        Self { body, context, block: None, level: 0, label_fields: None }
    }

    /// Returns the body of a block of whose labels `level` were taken.
    #[inline]
    pub(super) fn of_block(block: BlockView<'c>, level: usize, context: Context<'de, 'c>) -> Self {
        let (body, context) = (block.body(), context.in_body());
        Self { body, context, block: Some(block), level, label_fields: None }
    }

    /// Searches for the fields for labels of the type in a buffer that has this body.
    pub(super) fn with_label_fields(self, label_fields: Option<&'c Record>) -> Self {
        Self { label_fields, ..self }
    }

    /// Reports an attribute that is set twice, or that has the name of blocks. Merged bodies can
    /// contain both, and a struct or a map cannot hold them.
    fn check_names(&self, first: &ItemView<'c>, second: &ItemView<'c>) -> Result<()> {
        let is_attribute = |item: &ItemView<'c>| match &item.kind {
            ItemViewKind::Attribute(_) => Some(true),
            ItemViewKind::Block(_) => Some(false),
            ItemViewKind::Property(_) => None,
        };
        let diagnostic = match (is_attribute(first), is_attribute(second)) {
            (Some(true), Some(true) | None) | (None, Some(true)) => {
                set_before(second.name, second.source(), first.name, first.source())
            }
            (Some(is_attribute), Some(is_other)) if is_attribute != is_other => {
                let detail = format!(
                    "The name {:?} is used for an attribute and for a block in the same body. Remove one of them.",
                    second.name.text
                );
                let label = if is_attribute { "the attribute" } else { "the block" };
                Diagnostic::new(Code::NameConflict, detail)
                    .at(second.name.span)
                    .in_source(second.source())
                    .with_label_in(first.source(), first.name.span, label)
            }
            _ => return Ok(()),
        };
        Err(Error::new(diagnostic))
    }

    /// Adds the location to an error: the location of a value that serde buffered, or the block's
    /// header for a missing field.
    #[cold]
    fn explained(&self, error: Error, target: &Target<'c>, members: &Members<'c>) -> Error {
        let (items, context) = (&*members.items.list(), self.context);
        if let Some(block) = &self.block {
            target.record_label(&error, &|field| has_label(field, block, self.level));
            if error.own_reported().is_some_and(Reported::is_missing_label) && !error.is_placed() {
                return no_label(block).with_reported(error.reported().cloned());
            }
        }
        let source = self.body.source();
        let owner = target.type_name();
        let header = || self.block.as_ref().map_or_else(|| self.body.span(), BlockView::header);
        match error.reported() {
            _ if !target.is_hidden() => {
                locate::in_items(error, self.block.as_ref(), items, owner, context).at(header(), source)
            }
            Some(Reported::Missing(field)) if !locate::may_lack(field, items, context) => {
                error.at(header(), source)
            }
            _ if matches!(self.body, BodyView::Merged(_)) => {
                locate::in_items(error, self.block.as_ref(), items, owner, context)
                    .within(&self.body.whole_source())
            }
            // A body in which something is wrong is certain, if not what it is.
            _ => locate::in_items(error, self.block.as_ref(), items, owner, context).at(header(), source),
        }
    }

    /// Returns the error of the members of a block, or that the block needs a label if the error
    /// shows it.
    #[cold]
    pub(super) fn label_error(&self, error: Error, target: &Target<'c>) -> Error {
        let (kind, items) = (Kind::Body { is_block: true }, self.body.items());
        match &self.block {
            Some(block) if is_about_label(&error, target, kind, &items) => no_label(block),
            _ => error,
        }
    }

    /// Rejects a block with labels that no field takes.
    #[inline]
    fn check_labels(&self, taken: usize) -> Result<()> {
        match &self.block {
            Some(block) if block.label_count() > self.level + taken => self.extra_label(block, taken),
            _ => Ok(()),
        }
    }

    #[cold]
    fn extra_label(&self, block: &BlockView<'_>, taken: usize) -> Result<()> {
        let Some(label) = block.label(self.level + taken) else { return Ok(()) };
        let count = match self.level + taken {
            0 => "no label".to_owned(),
            count => words::count(count, "label"),
        };
        let block_type = block.block_type().text;
        let detail = format!("{} takes {count} here. Remove this label.", words::block(block_type));
        let diagnostic = Diagnostic::new(Code::UnexpectedLabel, detail).with_note(
            "Types take a label by a field that is renamed to \"$label\", or by a map around them.",
        );
        Err(Error::new(diagnostic.at(label.span).in_source(block.source())))
    }

    /// Returns the members for a struct or a map. It is not generic, unlike the function that
    /// visits them.
    fn members(&self, target: &Target<'c>) -> Result<Members<'c>> {
        let fields = target.names();
        let has_other_fields = fields.iter().any(|name| name.as_bytes().first() == Some(&b'$'));
        // Most types have no fields for labels and the rest of the body.
        match self.body.distinct_items() {
            Some(items)
                if !has_other_fields
                    && (target.is_struct()
                        || self.label_fields.is_none()
                            && target.labels().is_none()
                            && target.flat_count() == 0)
                    && self.block.as_ref().is_none_or(|block| block.label_count() <= self.level) =>
            {
                Ok(self.members_of(Items::Written(items)))
            }
            items => self.other_members(target, has_other_fields, items),
        }
    }

    fn members_of(&self, items: Items<'c>) -> Members<'c> {
        let kind = Kind::Body { is_block: self.block.is_some() };
        Members::of_items(items, self.body.span(), self.body.source(), kind)
    }

    #[inline(never)]
    fn other_members(
        &self,
        target: &Target<'c>,
        has_other_fields: bool,
        distinct: Option<WrittenItems<'c>>,
    ) -> Result<Members<'c>> {
        let fields = target.names();
        let forms = self.label_fields.map(|record| &record.forms);
        let hidden = forms.map(|forms| forms.labels(self.context.buffered)).or_else(|| target.labels());
        let labels = match &hidden {
            Some(hidden) => LabelFields::new(hidden.fields.iter().copied()),
            None if has_other_fields => LabelFields::named(fields),
            None => LabelFields::default(),
        };
        let left = self.check_labels(labels.taken(self.block.as_ref(), self.level));
        let is_search = !hidden.as_ref().is_some_and(|hidden| hidden.is_complete)
            && (forms.is_some() || left.is_err() && target.is_tagged());
        let mut errors = Vec::new();
        match left {
            // A block with other labels is another one.
            Err(error) if !is_search && self.context.on_error() == OnError::Omit => return Err(error),
            Err(error) if !is_search => self.context.note(error, &mut errors)?,
            _ => {}
        }
        self.body.check()?;
        let has_remain = has_other_fields && fields.contains(&REMAIN);
        let is_written = |items: &WrittenItems<'c>| {
            let has_special = || items.clone().any(|(name, _)| is_special_field(name.text));
            !(has_remain || has_other_fields && has_special())
        };
        let items = match distinct.filter(is_written) {
            Some(items) => Items::Written(items),
            None => self.listed(target, has_other_fields, has_remain, &mut errors)?,
        };
        let remain = has_remain.then(|| {
            let names: Vec<_> = fields.iter().copied().filter(|name| !is_special_field(name)).collect();
            self.body.without(&names)
        });
        let mut labels = labels.entries(self.block.as_ref(), self.level, self.context.record);
        if let Some(block) = self.block.as_ref().filter(|_| is_search) {
            let buffered = self.label_fields.map(|record| (record, self.context.buffered));
            labels.extend(LabelValue::probes(block, self.level, &hidden.unwrap_or_default(), buffered));
        }
        let flat_count = target.flat_count();
        for _ in 0..flat_count {
            let Settings { context, rules, .. } = self.context.settings;
            let (body, context, on_error) = (self.body.handle(), (*context).clone(), self.context.on_error());
            let body = FlatBody { body, context, rules: *rules, on_error };
            let value = LabelValue::flat(body, self.body.span(), self.body.source());
            labels.push((Cow::Borrowed(FLAT), value));
        }
        let others = OtherMembers {
            labels,
            are_probed: is_search && forms.is_none(),
            remain,
            has_flat: flat_count > 0,
            errors,
        };
        Ok(self.members_of(items).with_others(others))
    }

    /// Returns the items, grouped by name. Rejects an item with the name of a field that takes
    /// labels, unless another field takes the rest of the body.
    fn listed(
        &self,
        target: &Target<'c>,
        has_other_fields: bool,
        has_remain: bool,
        errors: &mut Vec<Diagnostic>,
    ) -> Result<Items<'c>> {
        let mut items = self.body.items();
        if has_other_fields && !has_remain {
            without_special(&mut items, target, self.context, errors)?;
        }
        let mut conflicts = Vec::new();
        group_by_name(
            &mut items,
            |item| item.name.text,
            |first, again| {
                self.check_names(first, again).or_else(|error| {
                    conflicts.push((address(again), again.name.span));
                    self.context.note(error, errors)
                })
            },
        )?;
        if !conflicts.is_empty() {
            items.retain(|item| !conflicts.contains(&(address(item), item.name.span)));
        }
        if has_remain {
            let is_field = |name: &str| target.names().contains(&name) && !is_special_field(name);
            items.retain(|item| is_field(item.name.text));
        }
        Ok(Items::Listed(OneOrMany::Many(items)))
    }

    pub(super) fn visit_members<V: Visitor<'de>>(&self, target: &Target<'c>, visitor: V) -> Result<V::Value> {
        let members = self.members(target)?;
        members.visit(target, self.context, visitor, &|error| self.explained(error, target, &members))
    }
}

impl<'de> Deserializer<'de> for BodyDeserializer<'de, '_> {
    type Error = Error;

    forward! { option unit_struct tuple tuple_struct ignored_any }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::new::<V>(self.context.record, Request::Any);
        self.visit_members(&target, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::new::<V>(self.context.record, Request::Map);
        self.visit_members(&target, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let span = self.block.as_ref().map_or_else(|| self.body.span(), BlockView::span);
            let (place, settings) = ((span.range(), Some(self.body.source())), self.context.settings);
            return visit_spanned(AnyDeserializer::Body(self), settings, place, fields, visitor);
        }
        let target = Target::new::<V>(self.context.record, Request::Struct(fields));
        self.visit_members(&target, visitor)
    }

    /// Visits the attributes and blocks in source order, each as an enum variant named after it.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check_labels(0)?;
        self.body.check()?;
        let items = self.body.items();
        let elements = EachItem { items: &items, last: &[], property: None };
        SequenceAccess::new(elements, false, self.context, &Slot::default()).visit(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check_labels(0)?;
        match self.body.items().first() {
            None => visitor.visit_unit(),
            Some(item) => {
                let error = de::Error::unknown_field(item.name.text, &[]);
                Err(Error::at(error, item.name.span, item.source()))
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match name {
            BODY => {
                self.check_labels(0)?;
                self.body.check()?;
                if self.body.is_value() {
                    return Err(computed_capture());
                }
                protocol::give(self.body.handle(), visitor)
            }
            WHOLE_BLOCK => Err(de::Error::invalid_type(de::Unexpected::Other("a body"), &"a block")),
            EXPRESSION | TEMPLATE | TRAVERSAL => {
                let detail = "An attribute is expected here, not a block. Write an equals sign and a value.";
                Err(Error::coded(Code::BlockForAttribute, detail))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: Name, variants: Names, visitor: V) -> Result<V::Value> {
        self.check_labels(0)?;
        let items = self.body.items();
        if let [item] = &*items {
            return visitor.visit_enum(Variant::of_item(item, self.context));
        }
        let second = items.get(1).map(|item| (item.name.span, item.source()));
        let (span, source) = second.unwrap_or_else(|| (self.body.span(), self.body.source()));
        let names = words::names(variants.iter().copied(), "or");
        let detail = format!("Exactly one attribute or block is expected here, named {names}.");
        Err(Error::coded(Code::InvalidValue, detail).at(span, source))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf identifier
    }
}

/// Returns the address of the text of an item, which identifies its file.
fn address(item: &ItemView<'_>) -> usize {
    item.source().text().as_ptr() as usize
}

/// Adds to the error about an item of a sequence its location and the path to it.
#[cold]
fn item_error(error: Error, name: NameView<'_>, source: &Source) -> Error {
    error.at(name.span, source).under(name.text)
}

/// The items of a body, each as a variant named after it.
struct EachItem<'a, 'c> {
    items: &'a [ItemView<'c>],
    /// The items from the last one on.
    last: &'a [ItemView<'c>],
    /// A property that can be several blocks, and the number of blocks that were taken.
    property: Option<(PropertySequence<'a, 'c>, usize)>,
}

impl<'de, 'c> Elements<'de, 'c> for EachItem<'_, 'c> {
    fn left(&self, _: usize) -> usize {
        let begun = self.property.as_ref();
        self.items.len() + begun.map_or(0, |(sequence, taken)| sequence.len().saturating_sub(*taken))
    }

    fn advance(&mut self, taken: usize, _: &Progress<'c>) -> Option<usize> {
        if self.property.as_ref().is_none_or(|(sequence, taken)| *taken >= sequence.len()) {
            self.last = self.items;
            self.property = None;
            let item = self.items.split_off_first()?;
            if let ItemViewKind::Property(property) = &item.kind {
                self.property = Some((PropertySequence::new(property, true), 0));
            }
        }
        Some(taken)
    }

    fn next<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
        context: Context<'de, 'c>,
        progress: &mut Progress<'c>,
    ) -> Result<Option<T::Value>> {
        let (result, name, source) = match &mut self.property {
            None => {
                let Some(item) = self.last.first() else { return Ok(None) };
                (seed.deserialize(Variant::of_item(item, context)), item.name, item.source())
            }
            Some((sequence, taken)) => {
                let index = *taken;
                *taken += 1;
                let variant = Variant::of_property(sequence.element(index, context));
                (seed.deserialize(variant), sequence.property.name(), sequence.property.source())
            }
        };
        match result {
            Ok(element) => Ok(Some(element)),
            Err(error) => Err(progress.fail(item_error(error, name, source))),
        }
    }

    fn step_back(&mut self) {
        match &mut self.property {
            Some((_, taken)) => *taken -= 1,
            None => self.items = self.last,
        }
    }
}
