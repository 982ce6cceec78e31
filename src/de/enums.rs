//! Enums: the type of a block, the first label, or a name selects the variant.

use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::any::AnyDeserializer;
use super::block::BlocksDeserializer;
use super::expression::ExpressionDeserializer;
use super::forward::forward;
use super::key::KeyDeserializer;
use super::property::PropertyDeserializer;
use super::{Context, Name, Names};
use crate::body::{ItemView, ItemViewKind};
use crate::error::{Error, Result};
use crate::source::Source;

/// A variant: its name, and the deserializer of its content.
pub(super) struct Variant<'a, 'de, 'c> {
    name: KeyDeserializer<'de, 'c>,
    /// The source of the name, if it is written in one.
    source: Option<&'c Source>,
    content: AnyDeserializer<'a, 'de, 'c>,
}

impl<'a, 'de, 'c> Variant<'a, 'de, 'c> {
    pub(super) fn new(
        name: KeyDeserializer<'de, 'c>,
        source: impl Into<Option<&'c Source>>,
        content: AnyDeserializer<'a, 'de, 'c>,
    ) -> Self {
        Self { name, source: source.into(), content }
    }

    /// Creates an attribute, a block or a property as a variant named after it.
    pub(super) fn of_item(item: &'a ItemView<'c>, context: Context<'de, 'c>) -> Self {
        let content = match &item.kind {
            ItemViewKind::Attribute(value) => {
                AnyDeserializer::Expression(ExpressionDeserializer::new(*value, context))
            }
            ItemViewKind::Block(block) => {
                AnyDeserializer::Blocks(BlocksDeserializer::of_one(block.clone(), 0, context))
            }
            ItemViewKind::Property(property) => {
                AnyDeserializer::Property(PropertyDeserializer::new(property, context))
            }
        };
        Self::new(context.key(item.name), item.source(), content)
    }

    pub(super) fn of_property(property: PropertyDeserializer<'a, 'de, 'c>) -> Self {
        let (name, source) = (property.property.name(), property.property.source());
        Self::new(property.context.key(name), source, AnyDeserializer::Property(property))
    }
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        match (seed.deserialize(self.name), self.source) {
            (Ok(variant), _) => Ok((variant, self)),
            (Err(error), Some(source)) => Err(error.at(self.name.name.span, source)),
            (Err(error), None) => Err(error),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        de::Deserialize::deserialize(self.content)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.content)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.content.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value> {
        self.content.deserialize_struct("", fields, visitor)
    }
}

impl<'de> Deserializer<'de> for Variant<'_, 'de, '_> {
    type Error = Error;

    forward! { newtype_struct }

    /// Visits a map of one entry for a target that is not an enum.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let entry = (self.name, self.content);
        visitor.visit_map(de::value::MapDeserializer::new(std::iter::once(entry)))
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: Name, _: Names, visitor: V) -> Result<V::Value> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
