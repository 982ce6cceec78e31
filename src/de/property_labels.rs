//! Properties of JSON objects as blocks with labels, whose number follows from their type.

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};

use super::body::BodyDeserializer;
use super::forward::{every_scalar, forward};
use super::key::{LabelDeserializer, LabelValue};
use super::property::{PropertyDeserializer, unknown_labels};
use crate::body::BlockView;
use crate::error::{Error, Result};

/// The labels and the body of a block, whose number of labels is known after they were decoded.
pub(super) struct LabeledProperty<'a, 'de, 'c> {
    property: PropertyDeserializer<'a, 'de, 'c>,
    block: Option<BlockView<'c>>,
    is_done: bool,
}

impl<'a, 'de, 'c> LabeledProperty<'a, 'de, 'c> {
    pub(super) fn new(property: PropertyDeserializer<'a, 'de, 'c>) -> Self {
        Self { property, block: None, is_done: false }
    }
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

    forward! { unit_struct newtype_struct tuple_struct_by_tuple }

    every_scalar! { as_one_label }

    as_one_label! {
        deserialize_any deserialize_option deserialize_identifier deserialize_map deserialize_ignored_any
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
