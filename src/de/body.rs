//! Bodies: as structs and maps by name, as sequences in source order.

use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::block::BlocksDeserializer;
use super::capture;
use super::enums::ItemVariant;
use super::expression::ExpressionDeserializer;
use super::key::{KeyDeserializer, LabelFields, LabelValue};
use super::property::{PropertyDeserializer, Sequence};
use super::{Reading, visit_seq};
use crate::body::{
    BlockView, Body, BodyView, ExpressionView, Few, ItemView, ItemViewKind, NameView, PropertyView,
    group_by_name,
};
use crate::diag::{Category, Diagnostic};
use crate::error::{Error, Result};
use crate::handoff;

/// A body, with the labels of its block that a struct may ask for as fields.
#[derive(Clone)]
pub(super) struct BodyDeserializer<'de, 'c> {
    body: BodyView<'c>,
    reading: Reading<'de, 'c>,
    block: Option<BlockView<'c>>,
    /// How many of the block's labels were taken already.
    level: usize,
}

impl<'de, 'c> BodyDeserializer<'de, 'c> {
    pub(super) fn new(body: BodyView<'c>, reading: Reading<'de, 'c>) -> Self {
        Self { body, reading, block: None, level: 0 }
    }

    /// The body of a block of whose labels `level` were taken.
    pub(super) fn of_block(block: BlockView<'c>, level: usize, reading: Reading<'de, 'c>) -> Self {
        Self { body: block.body(), reading, block: Some(block), level }
    }

    /// The items of the body, those of one name side by side.
    fn grouped_items(&self) -> Result<Vec<ItemView<'c>>> {
        let mut items = self.body.items();
        group_by_name(
            &mut items,
            |item| item.name.text,
            |first, again| match (&first.kind, &again.kind) {
                (ItemViewKind::Attribute(_), _) | (_, ItemViewKind::Attribute(_)) => {
                    Err(self.clash(first.name, again.name))
                }
                _ => Ok(()),
            },
        )?;
        Ok(items)
    }

    /// An attribute and blocks of one name cannot be told apart in a struct or map.
    fn clash(&self, first: NameView<'_>, second: NameView<'_>) -> Error {
        let source = self.body.source();
        let detail = format!(
            "The name {:?} is used for an argument and for a block in the same body; the other one is at {}. Rename one of \
             them.",
            second.text,
            source.range(first.span)
        );
        let diagnostic = Diagnostic::error(Category::Data, "Argument and block of the same name", detail);
        Error::new(diagnostic.at(second.span).in_source(source))
    }

    /// Where to point when something is missing.
    fn missing_at(&self, error: Error) -> Error {
        let span = self.block.as_ref().map_or_else(|| self.body.span(), BlockView::header);
        error.at(span, self.body.source())
    }

    /// Labels that nobody asks for would be lost.
    fn check_labels(&self, taken: usize) -> Result<()> {
        let Some(block) = &self.block else { return Ok(()) };
        match block.label(self.level + taken) {
            None => Ok(()),
            Some(label) => {
                let detail = format!(
                    "This {} block has a label that is not expected here. Remove it, or give the type a field for it \
                     (renamed to \"$label\") or a map around it.",
                    block.block_type().text
                );
                let diagnostic = Diagnostic::error(Category::Data, "Extraneous block label", detail);
                Err(Error::new(diagnostic.at(label.span).in_source(block.source())))
            }
        }
    }

    fn visit_members<V: Visitor<'de>>(self, fields: &[&str], visitor: V) -> Result<V::Value> {
        let labels = LabelFields::wanted(fields);
        self.check_labels(labels.taken(self.block.as_ref(), self.level))?;
        self.body.check()?;
        let mut items = self.grouped_items()?;
        let remain = fields.contains(&REMAIN).then(|| {
            items.retain(|item| fields.contains(&item.name.text));
            self.body.without(fields)
        });
        let labels = labels.entries(self.block.as_ref(), self.level);
        let remain = remain.as_ref();
        let access = MemberAccess { labels: &labels, items: &items, remain, pending: None, owner: &self };
        visitor.visit_map(access).map_err(|error| self.missing_at(error))
    }
}

/// A field of this name takes what the other fields leave.
const REMAIN: &str = "$remain";

/// What is left of a body.
struct RemainDeserializer<'a, 'de, 'c> {
    body: &'a Body,
    reading: Reading<'de, 'c>,
}

impl<'de> Deserializer<'de> for RemainDeserializer<'_, 'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        BodyDeserializer::new(self.body.view(), self.reading).deserialize_any(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        BodyDeserializer::new(self.body.view(), self.reading).deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        BodyDeserializer::new(self.body.view(), self.reading).deserialize_struct(name, fields, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if capture::is_body(name) {
            return handoff::give(self.body.clone(), visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple
        tuple_struct map enum identifier ignored_any
    }
}

/// What a name stands for in a body.
enum Member<'c> {
    Attribute(ExpressionView<'c>),
    Blocks(Few<BlockView<'c>>),
    Property(PropertyView<'c>),
}

impl<'c> Member<'c> {
    /// What items of one name stand for, of which an attribute is the only one.
    fn of(first: &ItemView<'c>, others: &[ItemView<'c>]) -> Result<Self> {
        match &first.kind {
            ItemViewKind::Attribute(value) => Ok(Self::Attribute(*value)),
            ItemViewKind::Block(block) => {
                let blocks = Few::One(block.clone());
                Self::blocks(blocks, others, block.label_count())
            }
            ItemViewKind::Property(property) => {
                let mut property = property.clone();
                for (index, other) in others.iter().enumerate() {
                    match &other.kind {
                        ItemViewKind::Property(other) => property.join(other),
                        ItemViewKind::Block(block) => {
                            let labels = block.label_count();
                            return Self::blocks(property.blocks(labels)?, &others[index..], labels);
                        }
                        ItemViewKind::Attribute(_) => {}
                    }
                }
                Ok(Self::Property(property))
            }
        }
    }

    /// Blocks, and those that items stand for. In merged bodies a block of the native syntax tells what a property of the same
    /// name is.
    fn blocks(mut blocks: Few<BlockView<'c>>, items: &[ItemView<'c>], labels: usize) -> Result<Self> {
        for item in items {
            match &item.kind {
                ItemViewKind::Block(block) => blocks.push(block.clone()),
                ItemViewKind::Property(property) => {
                    property.blocks(labels)?.iter().for_each(|block| blocks.push(block.clone()));
                }
                ItemViewKind::Attribute(_) => {}
            }
        }
        Ok(Self::Blocks(blocks))
    }
}

struct MemberAccess<'a, 'de, 'c> {
    labels: &'a [(&'static str, LabelValue<'c>)],
    /// Those of one name side by side.
    items: &'a [ItemView<'c>],
    /// What no field of the struct is named after.
    remain: Option<&'a Body>,
    pending: Option<Pending<'a, 'c>>,
    owner: &'a BodyDeserializer<'de, 'c>,
}

/// What the next value is.
enum Pending<'a, 'c> {
    Label(&'a LabelValue<'c>),
    /// An item, and the others of its name.
    Member(&'a ItemView<'c>, &'a [ItemView<'c>]),
    Remain(&'a Body),
}

impl<'a, 'c> MemberAccess<'a, '_, 'c> {
    /// Takes the next item, and the others of its name.
    fn next_member(&mut self) -> Option<(&'a ItemView<'c>, &'a [ItemView<'c>])> {
        let (first, rest) = self.items.split_first()?;
        let others = rest.iter().take_while(|item| item.name.text == first.name.text).count();
        let (others, rest) = rest.split_at(others);
        self.items = rest;
        Some((first, others))
    }
}

impl<'de> MapAccess<'de> for MemberAccess<'_, 'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if let Some(((name, value), rest)) = self.labels.split_first() {
            self.labels = rest;
            self.pending = Some(Pending::Label(value));
            return seed.deserialize(name.into_deserializer()).map(Some);
        }
        let Some((first, others)) = self.next_member() else {
            let Some(remain) = self.remain.take() else { return Ok(None) };
            self.pending = Some(Pending::Remain(remain));
            return seed.deserialize(REMAIN.into_deserializer()).map(Some);
        };
        self.pending = Some(Pending::Member(first, others));
        let key = seed.deserialize(KeyDeserializer::new(first.name, self.owner.reading.input()));
        key.map(Some).map_err(|error| error.at(first.name.span, self.owner.body.source()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let source = self.owner.body.source();
        let reading = self.owner.reading;
        match self.pending.take() {
            None => Err(Error::message("a value was asked for before its key")),
            Some(Pending::Remain(body)) => seed
                .deserialize(RemainDeserializer { body, reading })
                .map_err(|error| error.at(self.owner.body.span(), source)),
            Some(Pending::Label(label)) => {
                let span = label.span();
                seed.deserialize(label.deserializer(reading.input())).map_err(|error| error.at(span, source))
            }
            Some(Pending::Member(first, others)) => match Member::of(first, others)? {
                Member::Attribute(value) => {
                    let result = seed.deserialize(ExpressionDeserializer::new(value, reading));
                    result.map_err(|error| error.at(value.span(), source).under(first.name.text))
                }
                Member::Property(property) => {
                    let span = property.span();
                    let result = seed.deserialize(PropertyDeserializer::new(property, reading));
                    result.map_err(|error| error.at(span, source).under(first.name.text))
                }
                Member::Blocks(blocks) => {
                    let block = blocks[0].clone();
                    let result = seed.deserialize(BlocksDeserializer::new(blocks, 0, reading));
                    result.map_err(|error| error.at(block.header(), source).under(first.name.text))
                }
            },
        }
    }
}

impl<'de> Deserializer<'de> for BodyDeserializer<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_members(&[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let span = self.block.as_ref().map_or_else(|| self.body.span(), BlockView::span);
            return visitor.visit_map(serde_spanned::de::SpannedDeserializer::new(self, span.range()));
        }
        self.visit_members(fields, visitor)
    }

    /// Attributes and blocks in source order, each an enum variant named after it.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check_labels(0)?;
        self.body.check()?;
        let items = self.body.items();
        let length = items.len();
        let access = ItemAccess { items: items.into_iter(), property: None, reading: self.reading };
        visit_seq(access, length, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check_labels(0)?;
        match self.body.items().first() {
            None => visitor.visit_unit(),
            Some(item) => {
                let error = de::Error::unknown_field(item.name.text, &[]);
                Err(Error::at(error, item.name.span, self.body.source()))
            }
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if capture::is_body(name) {
            self.check_labels(0)?;
            self.body.check()?;
            return handoff::give(self.body.handle(), visitor);
        }
        if capture::is_expression(name) {
            return Err(capture::refused(name));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.check_labels(0)?;
        let mut items = self.body.items();
        match items.pop() {
            Some(item) if items.is_empty() => visitor.visit_enum(ItemVariant::new(item, self.reading)),
            last => {
                let second = items.get(1).or(last.as_ref());
                let span = second.map_or_else(|| self.body.span(), |item| item.name.span);
                let error = Error::message(format!(
                    "exactly one argument or block is expected here, named after one of the variants: {}",
                    variants.join(", ")
                ));
                Err(error.at(span, self.body.source()))
            }
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf map identifier
    }
}

struct ItemAccess<'de, 'c> {
    items: std::vec::IntoIter<ItemView<'c>>,
    /// A property that may stand for several blocks, and how many of them were taken.
    property: Option<(Sequence<'c>, usize)>,
    reading: Reading<'de, 'c>,
}

impl<'de> SeqAccess<'de> for ItemAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.property.as_ref().is_none_or(|(sequence, taken)| *taken >= sequence.len()) {
            let Some(item) = self.items.next() else { return Ok(None) };
            let (name, source) = (item.name, item.source());
            match item.kind {
                ItemViewKind::Property(property) => self.property = Some((Sequence::of_item(property), 0)),
                kind => {
                    let result = seed.deserialize(ItemVariant::new(ItemView { name, kind }, self.reading));
                    return result.map(Some).map_err(|error| error.at(name.span, source).under(name.text));
                }
            }
        }
        let Some((sequence, taken)) = &mut self.property else { return Ok(None) };
        let index = *taken;
        *taken += 1;
        let (name, source) = (sequence.name(), sequence.source());
        let result = seed.deserialize(ItemVariant::of_property(sequence.element(index, self.reading)));
        result.map(Some).map_err(|error| error.at(name.span, source).under(name.text))
    }

    fn size_hint(&self) -> Option<usize> {
        let begun =
            self.property.as_ref().map_or(0, |(sequence, taken)| sequence.len().saturating_sub(*taken));
        Some(self.items.len() + begun)
    }
}

impl<'de> IntoDeserializer<'de, Error> for BodyDeserializer<'de, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
