//! Bodies: as structs and maps by name, as sequences in source order.

use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::any::AnyDeserializer;
use super::block::no_label;
use super::enums::ItemVariant;
use super::forward::{again, forward};
use super::key::{LabelFields, LabelValue, has_label};
use super::members::{Items, Kind, Members, OtherMembers, check_written, item_node};
use super::record::{Next, Repair};
use super::sequence::PropertySequence;
use super::target::{Request, Target};
use super::{Context, Name, Names, locate, visit_seq};
use crate::body::{
    BlockView, BodyView, Few, ItemView, ItemViewKind, NameView, WrittenItems, group_by_name, set_before,
};
use crate::diag::{Code, Diagnostic};
use crate::error::{Clue, Error, ErrorPart, Result, TextNode};
use crate::protocol::{self, BODY, EXPRESSION, LabelField, REMAIN, TEMPLATE, TRAVERSAL, is_special_field};
use crate::redaction;
use crate::source::Source;
use crate::words;

/// A body, with the labels of its block, which a struct can have as fields.
#[derive(Clone)]
pub(super) struct BodyDeserializer<'de, 'c> {
    body: BodyView<'c>,
    context: Context<'de, 'c>,
    block: Option<BlockView<'c>>,
    /// The number of labels of the block that were taken already.
    level: usize,
}

impl<'de, 'c> BodyDeserializer<'de, 'c> {
    pub(super) fn new(body: BodyView<'c>, context: Context<'de, 'c>) -> Self {
        Self { body, context, block: None, level: 0 }
    }

    /// Returns the body of a block of whose labels `level` were taken.
    pub(super) fn of_block(block: BlockView<'c>, level: usize, context: Context<'de, 'c>) -> Self {
        Self { body: block.body(), context: context.in_body(), block: Some(block), level }
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
        Err(Error::new(diagnostic).in_part(ErrorPart::Extra(item_node(second))))
    }

    /// Adds the location to an error: the location of a value that serde buffered, or the block's
    /// header for a missing field.
    #[cold]
    fn explained(&self, error: Error, target: &Target<'c>, members: &Members<'c>) -> Error {
        let (items, context) = (&*members.items.list(), self.context);
        if let Some(block) = &self.block {
            target.record_label(&error, |field| has_label(field, block, self.level));
            let is_missing_label =
                matches!(error.own_clue(), Some(Clue::Missing(field)) if LabelField::parse(field).is_some());
            if is_missing_label && !error.is_placed() {
                let mut missing = no_label(block).with_clue(error.clue().cloned());
                // Clears the parts, since the repair adds the field and the rest of the block is
                // decoded.
                missing.set_parts(Vec::new());
                return missing;
            }
        }
        let source = self.body.source();
        let header = || self.block.as_ref().map_or_else(|| self.body.span(), BlockView::header);
        match error.clue() {
            _ if !target.is_hidden() => {
                locate::in_items(error, self.block.as_ref(), items, context).at(header(), source)
            }
            Some(Clue::Missing(field)) if !locate::may_lack(field, items, context) => {
                error.at(header(), source)
            }
            _ => {
                locate::in_items(error, self.block.as_ref(), items, context).within(&self.body.whole_source())
            }
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
        let node = TextNode::new(block.source(), label.span);
        if self.context.recovery().is_some_and(|recovery| recovery.leaves_out(node)) {
            return Ok(());
        }
        let count = match self.level + taken {
            0 => "no label".to_owned(),
            count => words::count(count, "label"),
        };
        let block_type = block.block_type().text;
        let detail = format!("A {block_type:?} block takes {count} here. Remove this label.");
        let diagnostic = Diagnostic::new(Code::UnexpectedLabel, detail).with_note(
            "Types take a label by a field that is renamed to \"$label\", or by a map around them.",
        );
        Err(Error::new(diagnostic.at(label.span).in_source(block.source())).in_part(ErrorPart::Extra(node)))
    }

    /// Returns the members for a struct or a map. It is not generic, unlike the function that
    /// visits them.
    fn members(&self, target: &Target<'c>) -> Result<Members<'c>> {
        let fields = target.names();
        let has_other_fields = fields.iter().any(|name| name.as_bytes().first() == Some(&b'$'));
        // Most structs have fields, but none for labels and the rest of the body.
        match self.body.distinct_items() {
            Some(items)
                if !has_other_fields
                    && target.is_plain()
                    && self.context.recovery().is_none()
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
        let hidden = target.labels();
        let labels = match &hidden {
            Some(hidden) => LabelFields::new(hidden.fields.iter().copied()),
            None if has_other_fields => LabelFields::named(fields),
            None => LabelFields::default(),
        };
        let left = self.check_labels(labels.taken(self.block.as_ref(), self.level));
        let is_search =
            left.is_err() && target.is_tagged() && !hidden.as_ref().is_some_and(|hidden| hidden.is_complete);
        if !is_search {
            left?;
        }
        self.body.check()?;
        let has_remain = has_other_fields && fields.contains(&REMAIN);
        let recovery = self.context.recovery();
        let is_written = |items: &WrittenItems<'c>| {
            let has_special = || items.clone().any(|(name, _)| is_special_field(name.text));
            let is_changed = has_remain || target.has_null_facts() || recovery.is_some();
            !(is_changed || has_other_fields && has_special())
        };
        let items = match distinct.filter(is_written) {
            Some(items) => Items::Written(items),
            None => self.listed(target, has_other_fields, has_remain)?,
        };
        let remain = has_remain.then(|| {
            let names: Vec<_> = fields.iter().copied().filter(|name| !is_special_field(name)).collect();
            self.body.without(&names)
        });
        let mut labels = labels.entries(self.block.as_ref(), self.level);
        if let Some(block) = self.block.as_ref().filter(|_| is_search) {
            labels.extend(LabelValue::probes(block, self.level, &hidden.unwrap_or_default()));
        }
        let node = TextNode::new(self.body.source(), self.body.span());
        let missing = recovery.map(|recovery| recovery.missing(node)).unwrap_or_default();
        let others = OtherMembers { labels, are_probed: is_search, remain, missing };
        Ok(self.members_of(items).with_others(others))
    }

    /// Returns the items, grouped by name. Rejects an item with the name of a field that takes
    /// labels, unless another field takes the rest of the body.
    fn listed(&self, target: &Target<'c>, has_other_fields: bool, has_remain: bool) -> Result<Items<'c>> {
        let mut items = self.body.items();
        let retain_present = |items: &mut Vec<_>| {
            if let Some(recovery) = self.context.recovery() {
                items.retain(|item| recovery.repair_of(item_node(item)) != Some(Repair::Removed));
            }
        };
        retain_present(&mut items);
        if has_other_fields && !has_remain {
            items.iter().try_for_each(|item| check_written(item.name, item.source(), target))?;
        }
        let mut has_conflict = false;
        group_by_name(
            &mut items,
            |item| item.name.text,
            |first, again| {
                self.check_names(first, again).or_else(|error| {
                    has_conflict = true;
                    self.context.leave_out(error)
                })
            },
        )?;
        if has_conflict {
            retain_present(&mut items);
        }
        if has_remain {
            let is_field = |name: &str| target.names().contains(&name) && !is_special_field(name);
            items.retain(|item| is_field(item.name.text));
        }
        target.resume(&mut items, |item| item.name.text);
        Ok(Items::Listed(Few::More(items)))
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
        let target = Target::new::<V>(self.context.settings.record, Request::Any);
        self.visit_members(&target, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let target = Target::new::<V>(self.context.settings.record, Request::Map);
        self.visit_members(&target, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let span = self.block.as_ref().map_or_else(|| self.body.span(), BlockView::span);
            return AnyDeserializer::Body(self).visit_spanned(span.range(), visitor);
        }
        let target = Target::new::<V>(self.context.settings.record, Request::Struct(fields));
        self.visit_members(&target, visitor)
    }

    /// Visits the attributes and blocks in source order, each as an enum variant named after it.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check_labels(0)?;
        self.body.check()?;
        let mut items = self.body.items();
        if let Some(recovery) = self.context.recovery() {
            items.retain(|item| !recovery.leaves_out(item_node(item)));
        }
        let (length, context) = (items.len(), self.context);
        let access = ItemAccess { items: &items, last: &[], property: None, context, depth: context.depth() };
        visit_seq(access, length, visitor)
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
                protocol::give(self.body.handle(), visitor)
            }
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
            return visitor.visit_enum(ItemVariant::of_item(item, self.context));
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

/// Adds to the error about an item of a sequence its location and the path to it.
#[cold]
fn item_error(error: Error, name: NameView<'_>, source: &Source) -> Error {
    error.at(name.span, source).under(name.text).in_part(ErrorPart::Extra(TextNode::new(source, name.span)))
}

struct ItemAccess<'a, 'de, 'c> {
    items: &'a [ItemView<'c>],
    /// The items from the last one on.
    last: &'a [ItemView<'c>],
    /// A property that can be several blocks, and the number of blocks that were taken.
    property: Option<(PropertySequence<'a, 'c>, usize)>,
    context: Context<'de, 'c>,
    depth: usize,
}

impl ItemAccess<'_, '_, '_> {
    /// Handles the error of the last item. Returns `Ok` if decoding continues.
    #[cold]
    fn again(&mut self, error: Error) -> Result<()> {
        match (self.context.again(error, self.depth)?, &mut self.property) {
            (Next::Again, Some((_, taken))) => *taken -= 1,
            (Next::Again, None) => self.items = self.last,
            _ => {}
        }
        Ok(())
    }
}

impl<'de> SeqAccess<'de> for ItemAccess<'_, 'de, '_> {
    type Error = Error;

    again! { element }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let _separate = redaction::separate();
        if self.property.as_ref().is_none_or(|(sequence, taken)| *taken >= sequence.len()) {
            self.last = self.items;
            self.property = None;
            let Some(item) = self.items.split_off_first() else { return Ok(None) };
            if let Some(recovery) = self.context.recovery() {
                let part = ErrorPart::Extra(item_node(item));
                recovery.enter_member(self.depth, item.name, Some(part), None);
            }
            match &item.kind {
                ItemViewKind::Property(property) => {
                    self.property = Some((PropertySequence::new(property, true), 0))
                }
                ItemViewKind::Attribute(_) | ItemViewKind::Block(_) => {
                    let result = seed.deserialize(ItemVariant::of_item(item, self.context)).map(Some);
                    return result.map_err(|error| item_error(error, item.name, item.source()));
                }
            }
        }
        let Some((sequence, taken)) = &mut self.property else { return Ok(None) };
        let index = *taken;
        *taken += 1;
        let (name, source) = (sequence.property.name(), sequence.property.source());
        let result = seed.deserialize(ItemVariant::of_property(sequence.element(index, self.context)));
        result.map(Some).map_err(|error| item_error(error, name, source))
    }

    fn size_hint(&self) -> Option<usize> {
        let begun =
            self.property.as_ref().map_or(0, |(sequence, taken)| sequence.len().saturating_sub(*taken));
        Some(self.items.len() + begun)
    }
}
