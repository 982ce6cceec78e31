//! Enums: the type of a block, the first label, or a name selects the variant.

use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, Unexpected, VariantAccess, Visitor};

use super::any::AnyDeserializer;
use super::block::BlocksDeserializer;
use super::decode::Decode;
use super::expression::ExpressionDeserializer;
use super::key::KeyDeserializer;
use super::member_access::visit_member;
use super::property::PropertyDeserializer;
use super::visitor::AnyVisitor;
use super::{Context, Name, Names};
use crate::body::{ItemView, ItemViewKind};
use crate::error::{Error, Result};
use crate::source::Source;

/// A variant: its name, and the deserializer of its content.
pub(super) struct Variant<'a, 'de, 'c> {
    name: KeyDeserializer<'de, 'c>,
    /// The source of the name, if it is written in one.
    source: Option<&'c Source>,
    /// `None` if there is only a name.
    content: Option<AnyDeserializer<'a, 'de, 'c>>,
}

impl<'a, 'de, 'c> Variant<'a, 'de, 'c> {
    pub(super) fn new(
        name: KeyDeserializer<'de, 'c>,
        source: impl Into<Option<&'c Source>>,
        content: AnyDeserializer<'a, 'de, 'c>,
    ) -> Self {
        Self { name, source: source.into(), content: Some(content) }
    }

    /// Creates a variant without content.
    pub(super) fn unit(name: KeyDeserializer<'de, 'c>) -> Self {
        Self { name, source: None, content: None }
    }

    pub(super) fn of_property(property: PropertyDeserializer<'a, 'de, 'c>) -> Self {
        let (name, source) = (property.property.name(), property.property.source());
        Self::new(property.context.key(name), source, AnyDeserializer::Property(property))
    }

    /// Returns the content of a variant that has this form.
    fn content(self, form: &str) -> Result<AnyDeserializer<'a, 'de, 'c>> {
        self.content.ok_or_else(|| de::Error::invalid_type(Unexpected::UnitVariant, &form))
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
        self.content.map_or(Ok(()), de::Deserialize::deserialize)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.content("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.content("tuple variant")?.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value> {
        self.content("struct variant")?.deserialize_struct("", fields, visitor)
    }
}

/// An item of a body, or one of the blocks in a property, as an element of a sequence. It is a
/// variant named after it, and otherwise an object with one member.
pub(super) enum Item<'a, 'de, 'c> {
    Written(&'a ItemView<'c>, Context<'de, 'c>),
    Property(PropertyDeserializer<'a, 'de, 'c>),
}

impl<'a, 'de, 'c> Item<'a, 'de, 'c> {
    /// Returns an attribute, a block or a property as a variant named after it.
    pub(super) fn variant(self) -> Variant<'a, 'de, 'c> {
        let (item, context) = match self {
            Self::Written(item, context) => (item, context),
            Self::Property(property) => return Variant::of_property(property),
        };
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
        Variant::new(context.key(item.name), item.source(), content)
    }
}

impl<'de> Decode<'de> for Item<'_, 'de, '_> {
    fn decode_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let Variant { name, content, .. } = self.variant();
        visit_member(name, content, visitor)
    }

    fn decode_option(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }

    fn decode_newtype_struct(self, _: Name, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        visitor.visit_newtype_struct(AnyDeserializer::Item(self))
    }

    fn decode_enum(self, _: Name, _: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        visitor.visit_enum(self.variant())
    }

    fn decode_ignored_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }
}
