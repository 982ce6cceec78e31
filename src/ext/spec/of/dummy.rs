//! Values of any type, in place of those that a run does not visit.

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, SeqAccess, VariantAccess, Visitor,
};

use serde_spanned::de::{SpannedDeserializer, is_spanned};

use super::run::Stop;
use crate::protocol::{self, NUMBER, VALUE};
use crate::value::{Number, Value};

/// The maximum depth of nested types.
const MAX_DEPTH: u32 = 64;

/// A value of the type that is requested: zero, empty or the first variant.
#[derive(Clone, Copy, Default)]
pub(super) struct Dummy {
    depth: u32,
    /// It is the key of a map.
    is_key: bool,
}

impl Dummy {
    pub(super) fn key() -> Self {
        Self { depth: 0, is_key: true }
    }

    fn inner(self) -> Result<Self, Stop> {
        let depth = self.depth + 1;
        if depth > MAX_DEPTH { Err(Stop::Other) } else { Ok(Self { depth, ..self }) }
    }
}

macro_rules! values {
    ($($method:ident $visit:ident $value:expr;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            visitor.$visit($value)
        })*
    };
}

impl<'de> Deserializer<'de> for Dummy {
    type Error = Stop;

    values! {
        deserialize_bool visit_bool false;
        deserialize_i8 visit_i8 1;
        deserialize_i16 visit_i16 1;
        deserialize_i32 visit_i32 1;
        deserialize_i64 visit_i64 1;
        deserialize_i128 visit_i128 1;
        deserialize_u8 visit_u8 1;
        deserialize_u16 visit_u16 1;
        deserialize_u32 visit_u32 1;
        deserialize_u64 visit_u64 1;
        deserialize_u128 visit_u128 1;
        deserialize_f32 visit_f32 1.0;
        deserialize_f64 visit_f64 1.0;
        deserialize_char visit_char 'a';
        deserialize_str visit_borrowed_str "a";
        deserialize_string visit_borrowed_str "a";
        deserialize_bytes visit_borrowed_bytes b"a";
        deserialize_byte_buf visit_borrowed_bytes b"a";
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        if self.is_key { visitor.visit_borrowed_str("a") } else { visitor.visit_unit() }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        if self.is_key { Err(Stop::Other) } else { visitor.visit_borrowed_str("a") }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match name {
            VALUE => protocol::give(Value::NULL, visitor),
            NUMBER => protocol::give(Number::from(1), visitor),
            protocol::LABELED => visitor.visit_seq(Elements { dummy: self.inner()?, left: 2 }),
            _ => visitor.visit_newtype_struct(self.inner()?),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_seq(SeqDeserializer::new(std::iter::empty::<()>()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_seq(Elements { dummy: self.inner()?, left: len })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_map(MapDeserializer::new(std::iter::empty::<((), ())>()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        if is_spanned(name) {
            return visitor.visit_map(SpannedDeserializer::new(self.inner()?, 0..0));
        }
        // Passed as a sequence, since a map of names would contain a field with an alias twice.
        visitor.visit_seq(Elements { dummy: self.inner()?, left: fields.len() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let name = variants.first().ok_or(Stop::Other)?;
        visitor.visit_enum(Variant { dummy: self.inner()?, name })
    }
}

impl<'de> IntoDeserializer<'de, Stop> for Dummy {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

struct Elements {
    dummy: Dummy,
    left: usize,
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Stop> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(self.dummy).map(Some)
    }
}

struct Variant {
    dummy: Dummy,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Stop;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Stop> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Stop> {
        seed.deserialize(self.dummy)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_seq(Elements { dummy: self.dummy, left: len })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_seq(Elements { dummy: self.dummy, left: fields.len() })
    }
}
