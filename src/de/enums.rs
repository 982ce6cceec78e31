//! Enums: the type of a block, the first label, or a name selects the variant.

use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::Context;
use super::any::AnyDeserializer;
use super::block::BlocksDeserializer;
use super::expression::ExpressionDeserializer;
use super::forward::forward;
use super::key::KeyDeserializer;
use super::property::PropertyDeserializer;
use crate::body::{BlockView, ExpressionView, ItemView, ItemViewKind, NameView};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::source::Source;
use crate::words;

/// An attribute, a block or a property as a variant named after it.
pub(super) struct ItemVariant<'a, 'de, 'c> {
    name: NameView<'c>,
    source: &'c Source,
    content: VariantContent<'a, 'de, 'c>,
    context: Context<'de, 'c>,
}

impl<'a, 'de, 'c> ItemVariant<'a, 'de, 'c> {
    pub(super) fn new(item: &'a ItemView<'c>, context: Context<'de, 'c>) -> Self {
        let (name, source) = (item.name, item.source());
        let content = match &item.kind {
            ItemViewKind::Attribute(value) => VariantContent::Value(*value, context),
            ItemViewKind::Block(block) => VariantContent::Block(block.clone(), 0, context),
            ItemViewKind::Property(property) => {
                VariantContent::Property(PropertyDeserializer::new(property, context))
            }
        };
        Self { name, source, content, context }
    }

    pub(super) fn of_property(property: PropertyDeserializer<'a, 'de, 'c>) -> Self {
        let (name, source, context) = (property.name(), property.source(), property.context());
        Self { name, source, content: VariantContent::Property(property), context }
    }
}

impl<'a, 'de, 'c> EnumAccess<'de> for ItemVariant<'a, 'de, 'c> {
    type Error = Error;
    type Variant = VariantContent<'a, 'de, 'c>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        let variant = seed.deserialize(self.context.key(self.name));
        let variant = variant.map_err(|error| error.at(self.name.span, self.source))?;
        Ok((variant, self.content))
    }
}

impl<'de> Deserializer<'de> for ItemVariant<'_, 'de, '_> {
    type Error = Error;

    forward! { newtype_struct }

    /// Visits a map of one entry for a target that is not an enum.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let name = self.context.key(self.name);
        let content = match self.content {
            VariantContent::Value(value, context) => {
                AnyDeserializer::Expression(ExpressionDeserializer::new(value, context))
            }
            VariantContent::Block(block, level, context) => {
                AnyDeserializer::Blocks(BlocksDeserializer::of_one(block, level, context))
            }
            VariantContent::Property(property) => AnyDeserializer::Property(property),
        };
        visitor.visit_map(de::value::MapDeserializer::new(std::iter::once((name, content))))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(self)
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
    context: Context<'de, 'c>,
}

impl<'de, 'c> LabelVariant<'de, 'c> {
    pub(super) fn new(
        block: BlockView<'c>,
        level: usize,
        context: Context<'de, 'c>,
        variants: &[&str],
    ) -> Result<Self> {
        let label = block.label(level).ok_or_else(|| {
            let (block_type, names) = (block.block_type().text, words::names(variants.iter().copied(), "or"));
            let detail = format!("A {block_type:?} block needs a label here: {names}.");
            Error::coded(Code::MissingLabel, detail).at(block.header(), block.source())
        })?;
        Ok(Self { block, label, level, context })
    }

    /// Returns the label that names the variant.
    pub(super) fn label(&self) -> NameView<'c> {
        self.label
    }
}

impl<'de, 'c> EnumAccess<'de> for LabelVariant<'de, 'c> {
    type Error = Error;
    type Variant = VariantContent<'c, 'de, 'c>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        let key = KeyDeserializer::new(self.label, self.context.input());
        let variant =
            seed.deserialize(key).map_err(|error| error.at(self.label.span, self.block.source()))?;
        let context = self.context.below(self.label, &self.block)?;
        Ok((variant, VariantContent::Block(self.block, self.level + 1, context)))
    }
}

/// The content of a variant.
pub(super) enum VariantContent<'a, 'de, 'c> {
    Value(ExpressionView<'c>, Context<'de, 'c>),
    Block(BlockView<'c>, usize, Context<'de, 'c>),
    Property(PropertyDeserializer<'a, 'de, 'c>),
}

/// Deserializes the content of a variant by one method of all its deserializers.
macro_rules! with_content {
    ($content:expr, $deserializer:ident => $result:expr) => {
        match $content {
            VariantContent::Value(value, context) => {
                let $deserializer = ExpressionDeserializer::new(value, context);
                $result
            }
            VariantContent::Block(block, level, context) => {
                let $deserializer = BlocksDeserializer::of_one(block, level, context);
                $result
            }
            VariantContent::Property($deserializer) => $result,
        }
    };
}

impl<'de> VariantAccess<'de> for VariantContent<'_, 'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        with_content!(self, content => de::Deserialize::deserialize(content))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        with_content!(self, content => seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        with_content!(self, content => content.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        with_content!(self, content => content.deserialize_struct("", fields, visitor))
    }
}
