//! The members of a body by name, for the fields of a struct or the entries of a map.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess};

use super::attempt::Target;
use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::expression::{self, ExpressionDeserializer};
use super::key::{LabelEntry, LabelValue};
use super::property::{self, PropertyDeserializer};
use super::{Context, locate};
use crate::body::{
    BlockView, Body, BodyView, Few, ItemView, ItemViewKind, NameView, PropertyView, take_group,
};
use crate::error::{Error, Node, Part, Result};
use crate::protocol::REMAIN;
use crate::redaction;
use crate::source::Source;

/// The members of a body for a struct or a map.
pub(super) struct Members<'c> {
    /// The fields that take labels, and their labels.
    pub(super) labels: Vec<LabelEntry<'c>>,
    /// Whether there are labels among them for fields that there may be.
    pub(super) are_probed: bool,
    /// The items, those of one name side by side.
    pub(super) items: Vec<ItemView<'c>>,
    /// Whether some items have the same name.
    pub(super) has_groups: bool,
    /// The rest of the body after the other fields, if a field takes it.
    pub(super) remain: Option<Box<Body>>,
}

impl<'c> Members<'c> {
    pub(super) fn access<'a, 'de>(
        &'a self,
        body: &'a BodyView<'c>,
        target: &'a Target<'c>,
        context: Context<'de, 'c>,
    ) -> MemberAccess<'a, 'de, 'c> {
        let Self { labels, items, has_groups, remain, .. } = self;
        let has_groups = *has_groups;
        MemberAccess {
            labels,
            items,
            has_groups,
            remain: remain.as_deref(),
            pending: None,
            body,
            target,
            context,
        }
    }
}

pub(super) struct MemberAccess<'a, 'de, 'c> {
    labels: &'a [LabelEntry<'c>],
    items: &'a [ItemView<'c>],
    has_groups: bool,
    remain: Option<&'a Body>,
    pending: Option<Pending<'a, 'c>>,
    body: &'a BodyView<'c>,
    target: &'a Target<'c>,
    context: Context<'de, 'c>,
}

impl<'a, 'c> MemberAccess<'a, '_, 'c> {
    /// Returns the next item and the others of its name, without those that count as absent.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_group(&mut self) -> Option<(&'a ItemView<'c>, &'a [ItemView<'c>])> {
        loop {
            let (first, others) = if self.has_groups {
                take_group(&mut self.items, |item| item.name.text)?
            } else {
                (self.items.split_off_first()?, &[][..])
            };
            let is_absent = others.is_empty()
                && self.target.rejects_null(first.name.text)
                && is_null(first, self.context);
            if !is_absent {
                return Some((first, others));
            }
        }
    }

    /// Adds to the error about a value its location, and the reason if the value is null.
    #[cold]
    fn item_error(&self, error: Error, item: &ItemView<'c>, others: &[ItemView<'c>]) -> Error {
        let error = match &item.kind {
            ItemViewKind::Attribute(value) => {
                locate::in_expression(error.about_attribute(item.name.text), *value, self.context)
            }
            ItemViewKind::Block(_) | ItemViewKind::Property(_) => error,
        };
        if others.is_empty() && error.path().is_empty() && is_null(item, self.context) {
            self.target.record_rejected_null(item.name.text);
        }
        error.under(item.name.text).in_part(Part::Value(Node::new(item.source(), item.name.span)))
    }
}

/// Adds its location to the error about a name.
#[cold]
pub(super) fn key_error(error: Error, name: NameView<'_>, source: &Source) -> Error {
    error.at(name.span, source).in_part(Part::Extra(Node::new(source, name.span)))
}

/// Returns whether an item is an attribute that is null.
pub(super) fn is_null(item: &ItemView<'_>, context: Context<'_, '_>) -> bool {
    match &item.kind {
        ItemViewKind::Attribute(value) => expression::is_null(*value, context),
        ItemViewKind::Block(_) => false,
        ItemViewKind::Property(property) => property::is_null_property(property, context),
    }
}

/// The next value.
#[derive(Clone, Copy)]
enum Pending<'a, 'c> {
    /// An item, and the others of its name.
    Item(&'a ItemView<'c>, &'a [ItemView<'c>]),
    Label(&'a LabelValue<'c>),
    Remain(&'a Body),
}

impl<'de> MapAccess<'de> for MemberAccess<'_, 'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if let Some(((name, value), rest)) = self.labels.split_first() {
            self.labels = rest;
            self.pending = Some(Pending::Label(value));
            return seed.deserialize((**name).into_deserializer()).map(Some);
        }
        let Some((first, others)) = self.next_group() else {
            let Some(remain) = self.remain.take() else { return Ok(None) };
            self.pending = Some(Pending::Remain(remain));
            return seed.deserialize(REMAIN.into_deserializer()).map(Some);
        };
        self.pending = Some(Pending::Item(first, others));
        let key = self.context.key(first.name).observed_by(self.target.observer());
        let key = seed.deserialize(key);
        self.target.record_key();
        key.map(Some).map_err(|error| key_error(error, first.name, first.source()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let _apart = redaction::apart();
        let Some(Pending::Item(item, others)) = self.pending else { return self.other_value(seed) };
        let ItemViewKind::Attribute(value) = &item.kind else { return self.other_value(seed) };
        let result = seed.deserialize(ExpressionDeserializer::new(*value, self.context));
        self.target.record_value();
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.item_error(error, item, others)),
        }
    }
}

impl<'de> MemberAccess<'_, 'de, '_> {
    /// Decodes a value that is not an attribute. It is a function of its own to keep the code for
    /// attributes, which are the most frequent, small.
    #[inline(never)]
    fn other_value<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value> {
        match self.pending {
            Some(Pending::Item(item, others)) => {
                let result = match (&item.kind, others) {
                    (ItemViewKind::Property(property), []) => {
                        deserialize_property(property, self.context, seed)
                    }
                    _ => deserialize_structure(item, others, self.context, seed),
                };
                self.target.record_value();
                result.map_err(|error| self.item_error(error, item, others))
            }
            Some(Pending::Label(label)) => {
                let result = seed.deserialize(label.deserializer(self.context.input()));
                let source = self.body.source();
                result.map_err(|error| {
                    error.at(label.span(), source).in_part(Part::Value(Node::new(source, label.span())))
                })
            }
            Some(Pending::Remain(body)) => {
                let result = seed.deserialize(BodyDeserializer::new(body.view(), self.context));
                result.map_err(|error| error.at(self.body.span(), self.body.source()))
            }
            None => Err(Error::value_before_key()),
        }
    }
}

/// Decodes blocks of one type or a property.
fn deserialize_structure<'de, 'c, S: DeserializeSeed<'de>>(
    first: &ItemView<'c>,
    others: &[ItemView<'c>],
    context: Context<'de, 'c>,
    seed: S,
) -> Result<S::Value> {
    match Structure::of(first, others)? {
        Structure::Blocks(blocks) => {
            let (block, is_single) = (blocks[0].clone(), blocks.len() == 1);
            let result = seed.deserialize(BlocksDeserializer::new(blocks, 0, context));
            result.map_err(|error| locate::in_blocks(error, &block, is_single, context))
        }
        Structure::Property(property) => deserialize_property(&property, context, seed),
    }
}

fn deserialize_property<'de, 'c, S: DeserializeSeed<'de>>(
    property: &PropertyView<'c>,
    context: Context<'de, 'c>,
    seed: S,
) -> Result<S::Value> {
    match seed.deserialize(PropertyDeserializer::new(property, context)) {
        Ok(value) => Ok(value),
        Err(error) => Err(property::located(error, property, context)),
    }
}

/// The items of one name that are not an attribute.
enum Structure<'a, 'c> {
    Blocks(Few<BlockView<'c>>),
    Property(Cow<'a, PropertyView<'c>>),
}

impl<'a, 'c> Structure<'a, 'c> {
    /// Properties of one name are one property with all their values. In merged bodies a property
    /// with the name of a native block is blocks too.
    fn of(first: &'a ItemView<'c>, others: &[ItemView<'c>]) -> Result<Self> {
        if let (ItemViewKind::Block(block), []) = (&first.kind, others) {
            return Ok(Self::Blocks(Few::One(block.clone())));
        }
        let items = std::iter::once(first).chain(others);
        let labels = items.clone().find_map(|item| match &item.kind {
            ItemViewKind::Block(block) => Some(block.label_count()),
            _ => None,
        });
        match (&first.kind, labels) {
            (ItemViewKind::Property(property), None) => {
                let mut property = Cow::Borrowed(property);
                for other in others {
                    if let ItemViewKind::Property(other) = &other.kind {
                        property.to_mut().join(other);
                    }
                }
                Ok(Self::Property(property))
            }
            (_, labels) => {
                let mut blocks = Few::new();
                for item in items {
                    match &item.kind {
                        ItemViewKind::Block(block) => blocks.push(block.clone()),
                        ItemViewKind::Property(property) => {
                            let more = property.blocks(labels.unwrap_or_default())?;
                            more.iter().for_each(|block| blocks.push(block.clone()));
                        }
                        ItemViewKind::Attribute(_) => {}
                    }
                }
                Ok(Self::Blocks(blocks))
            }
        }
    }
}
