//! Values that are passed to a type, to find out which ones it takes.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, Unexpected, VariantAccess,
    Visitor,
};
use serde_spanned::de::{SpannedDeserializer, is_spanned};

use super::stop::Stop;
use crate::de::located;
use crate::protocol::{NUMBER, VALUE};
use crate::source::Source;
use crate::value::{Value, slot};

/// A value that is passed to a type.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    Sequence(Vec<Self>),
    /// Entries, whose keys can repeat.
    Map(Vec<(String, Self)>),
}

impl Tree {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// The deserializer of a value.
pub(super) struct Given<'t>(pub(super) &'t Tree);

impl<'de> IntoDeserializer<'de, Stop> for Given<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Given<'_> {
    type Error = Stop;

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.0 {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::Signed(number) => visitor.visit_i64(*number),
            Tree::Unsigned(number) => visitor.visit_u64(*number),
            Tree::Float(number) => visitor.visit_f64(*number),
            Tree::Text(text) => visitor.visit_str(text),
            Tree::Sequence(elements) => {
                let mut elements = SeqDeserializer::new(elements.iter().map(Given));
                let value = visitor.visit_seq(&mut elements)?;
                elements.end()?;
                Ok(value)
            }
            Tree::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| (key.as_str(), Given(value)));
                visitor.visit_map(MapDeserializer::new(entries))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.0 {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match (name, self.0) {
            (VALUE, _) => slot::give(Value::NULL, || visitor.visit_unit()),
            (NUMBER, Tree::Unsigned(number)) => slot::give(Value::from(*number), || visitor.visit_unit()),
            _ if name.starts_with('$') => Err(Stop::Other),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        if is_spanned(name) {
            return with_span(self, visitor);
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self.0 {
            Tree::Text(name) => visitor.visit_enum(GivenVariant { name, content: None }),
            Tree::Map(entries) if entries.len() == 1 => {
                let (name, content) = &entries[0];
                visitor.visit_enum(GivenVariant { name, content: Some(content) })
            }
            _ => Err(Stop::invalid_type(Unexpected::Other("no variant"), &visitor)),
        }
    }
}

/// Visits a value as one with the span that is requested.
pub(super) fn with_span<'de, D: IntoDeserializer<'de, Stop>, V: Visitor<'de>>(
    value: D,
    visitor: V,
) -> Result<V::Value, Stop> {
    let _scope = located::spanned(Some(&Source::default()));
    visitor.visit_map(SpannedDeserializer::new(value, 0..0))
}

struct GivenVariant<'t> {
    name: &'t str,
    content: Option<&'t Tree>,
}

impl<'de> EnumAccess<'de> for GivenVariant<'_> {
    type Error = Stop;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Stop> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de> VariantAccess<'de> for GivenVariant<'_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        self.content.map_or(Ok(()), |_| Err(Stop::Mismatch))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Stop> {
        seed.deserialize(Given(self.content.ok_or(Stop::Mismatch)?))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        Given(self.content.ok_or(Stop::Mismatch)?).deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        Given(self.content.ok_or(Stop::Mismatch)?).deserialize_struct("", fields, visitor)
    }
}
