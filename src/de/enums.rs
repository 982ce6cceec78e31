//! Enums: the type of a block, the first label, or a name selects the variant.

use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::Reading;
use super::block::BlocksDeserializer;
use super::expression::ExpressionDeserializer;
use super::key::KeyDeserializer;
use crate::body::{BlockView, ExpressionView, ItemView, NameView};
use crate::error::{Error, Result};

/// An attribute or a block of a body as a variant named after it.
pub(super) struct ItemVariant<'de, 'c> {
    item: ItemView<'c>,
    reading: Reading<'de, 'c>,
}

impl<'de, 'c> ItemVariant<'de, 'c> {
    pub(super) fn new(item: ItemView<'c>, reading: Reading<'de, 'c>) -> Self {
        Self { item, reading }
    }
}

impl<'de, 'c> EnumAccess<'de> for ItemVariant<'de, 'c> {
    type Error = Error;
    type Variant = Content<'de, 'c>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        let variant = seed.deserialize(KeyDeserializer::new(self.item.name(), self.reading.input))?;
        let content = match self.item {
            ItemView::Attribute { value, .. } => Content::Value(value, self.reading),
            ItemView::Block(block) => Content::Block(block, 0, self.reading),
        };
        Ok((variant, content))
    }
}

impl<'de> Deserializer<'de> for ItemVariant<'de, '_> {
    type Error = Error;

    /// A target that is no enum sees a map of one entry.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let name = KeyDeserializer::new(self.item.name(), self.reading.input);
        match self.item {
            ItemView::Attribute { value, .. } => {
                let value = ExpressionDeserializer::new(value, self.reading);
                visitor.visit_map(de::value::MapDeserializer::new(std::iter::once((name, value))))
            }
            ItemView::Block(block) => {
                let blocks = BlocksDeserializer::new(vec![block], 0, self.reading);
                visitor.visit_map(de::value::MapDeserializer::new(std::iter::once((name, blocks))))
            }
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A block as a variant named after its next label.
pub(super) struct LabelVariant<'de, 'c> {
    block: BlockView<'c>,
    label: NameView<'c>,
    level: usize,
    reading: Reading<'de, 'c>,
}

impl<'de, 'c> LabelVariant<'de, 'c> {
    pub(super) fn new(block: BlockView<'c>, level: usize, reading: Reading<'de, 'c>) -> Result<Self> {
        let label = block.label(level).ok_or_else(|| {
            Error::message("a label that names one of the variants is expected here")
                .at(block.header(), block.source())
        })?;
        Ok(Self { block, label, level, reading })
    }
}

impl<'de, 'c> EnumAccess<'de> for LabelVariant<'de, 'c> {
    type Error = Error;
    type Variant = Content<'de, 'c>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        let key = KeyDeserializer::new(self.label, self.reading.input);
        let variant =
            seed.deserialize(key).map_err(|error| error.at(self.label.span, self.block.source()))?;
        Ok((variant, Content::Block(self.block, self.level + 1, self.reading)))
    }
}

/// What a variant holds.
pub(super) enum Content<'de, 'c> {
    Value(ExpressionView<'c>, Reading<'de, 'c>),
    Block(BlockView<'c>, usize, Reading<'de, 'c>),
}

impl<'de, 'c> Content<'de, 'c> {
    fn blocks(block: BlockView<'c>, level: usize, reading: Reading<'de, 'c>) -> BlocksDeserializer<'de, 'c> {
        BlocksDeserializer::new(vec![block], level, reading)
    }
}

impl<'de> VariantAccess<'de> for Content<'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        match self {
            Self::Value(value, reading) => {
                de::Deserialize::deserialize(ExpressionDeserializer::new(value, reading))
            }
            Self::Block(block, level, reading) => {
                de::Deserialize::deserialize(Self::blocks(block, level, reading))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        match self {
            Self::Value(value, reading) => seed.deserialize(ExpressionDeserializer::new(value, reading)),
            Self::Block(block, level, reading) => seed.deserialize(Self::blocks(block, level, reading)),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        match self {
            Self::Value(value, reading) => {
                ExpressionDeserializer::new(value, reading).deserialize_tuple(length, visitor)
            }
            Self::Block(block, level, reading) => {
                Self::blocks(block, level, reading).deserialize_tuple(length, visitor)
            }
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self {
            Self::Value(value, reading) => {
                ExpressionDeserializer::new(value, reading).deserialize_struct("", fields, visitor)
            }
            Self::Block(block, level, reading) => {
                Self::blocks(block, level, reading).deserialize_struct("", fields, visitor)
            }
        }
    }
}
