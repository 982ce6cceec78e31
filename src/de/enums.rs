//! Enums: the type of a block, the first label, or a name selects the variant.

use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::Context;
use super::any::AnyDeserializer;
use super::block::BlocksDeserializer;
use super::expression::ExpressionDeserializer;
use super::forward::forward;
use super::key::KeyDeserializer;
use super::property::PropertyDeserializer;
use crate::body::{ItemView, ItemViewKind, NameView};
use crate::error::{Error, Result};
use crate::source::Source;

/// A variant: its name, and the deserializer of its content.
pub(super) struct Variant<'de, 'c, D> {
    name: NameView<'c>,
    key: KeyDeserializer<'de, 'c>,
    /// The source of the name, if it is written in one.
    source: Option<&'c Source>,
    content: D,
}

impl<'de, 'c, D> Variant<'de, 'c, D> {
    pub(super) fn new(name: NameView<'c>, source: &'c Source, context: Context<'de, 'c>, content: D) -> Self {
        Self { name, key: KeyDeserializer::new(name, context.input()), source: Some(source), content }
    }

    /// Returns a variant whose name was computed.
    pub(super) fn computed(name: &'c str, content: D) -> Self {
        let name = NameView::of_field(name);
        Self { name, key: KeyDeserializer::new(name, None), source: None, content }
    }
}

impl<'de, D: Deserializer<'de, Error = Error>> EnumAccess<'de> for Variant<'de, '_, D> {
    type Error = Error;
    type Variant = VariantContent<D>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        match (seed.deserialize(self.key), self.source) {
            (Ok(variant), _) => Ok((variant, VariantContent(self.content))),
            (Err(error), Some(source)) => Err(error.at(self.name.span, source)),
            (Err(error), None) => Err(error),
        }
    }
}

/// The content of a variant.
pub(super) struct VariantContent<D>(D);

impl<'de, D: Deserializer<'de, Error = Error>> VariantAccess<'de> for VariantContent<D> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        de::Deserialize::deserialize(self.0)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.0.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.0.deserialize_struct("", fields, visitor)
    }
}

/// An attribute, a block or a property as a variant named after it.
pub(super) struct ItemVariant<'a, 'de, 'c>(pub(super) Variant<'de, 'c, AnyDeserializer<'a, 'de, 'c>>);

impl<'a, 'de, 'c> ItemVariant<'a, 'de, 'c> {
    pub(super) fn new(item: &'a ItemView<'c>, context: Context<'de, 'c>) -> Self {
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
        Self::named(item.name, item.source(), context, content)
    }

    pub(super) fn of_property(property: PropertyDeserializer<'a, 'de, 'c>) -> Self {
        let (name, source, context) = (property.name(), property.source(), property.context());
        Self::named(name, source, context, AnyDeserializer::Property(property))
    }

    fn named(
        name: NameView<'c>,
        source: &'c Source,
        context: Context<'de, 'c>,
        content: AnyDeserializer<'a, 'de, 'c>,
    ) -> Self {
        Self(Variant { name, key: context.key(name), source: Some(source), content })
    }
}

impl<'de> Deserializer<'de> for ItemVariant<'_, 'de, '_> {
    type Error = Error;

    forward! { newtype_struct }

    /// Visits a map of one entry for a target that is not an enum.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let entry = (self.0.key, self.0.content);
        visitor.visit_map(de::value::MapDeserializer::new(std::iter::once(entry)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
