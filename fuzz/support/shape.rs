//! Types generated from bytes: the requests of serde's derive, in any combination.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

/// The fields of structs, some with names that have a meaning in this crate.
const STRUCTS: [&[&str]; 8] = [
    &["a", "b"],
    &["$label", "a"],
    &["$labels", "a", "b", "c"],
    &["$label.1", "$label.2", "b"],
    &["a", "$remain"],
    &["x", "y", "z"],
    &[],
    &["service", "resource", "name", "$label"],
];

/// The variants of enums.
const VARIANTS: &[&str] = &["a", "b", "service", "x"];

/// The names of newtypes and structs by which the crate recognizes requests that serde has no types
/// for.
const NAMES: [&str; 8] = [
    "Plain",
    "$serde_hcl::Expression",
    "$serde_hcl::Body",
    "$serde_hcl::Value",
    "$serde_hcl::Number",
    "$serde_hcl::Labeled",
    "$__serde_spanned_private_Spanned",
    "$serde_hcl::Template",
];

/// A type.
#[derive(Debug)]
pub enum Shape {
    Scalar(u8),
    Any,
    Ignored,
    Option(Box<Shape>),
    Newtype(&'static str, Box<Shape>),
    Seq(Box<Shape>),
    Tuple(Vec<Shape>),
    TupleStruct(&'static str, Vec<Shape>),
    Map(Box<Shape>, Box<Shape>),
    Struct(&'static str, &'static [&'static str], Vec<Shape>),
    Enum(Vec<Shape>),
}

impl Shape {
    /// Takes the type that the first bytes encode; the remaining bytes are the text.
    pub fn take(bytes: &mut &[u8], depth: u32) -> Self {
        let Some((first, rest)) = bytes.split_first() else { return Self::Any };
        *bytes = rest;
        if depth == 0 {
            return Self::Scalar(*first);
        }
        let name = NAMES[usize::from(first / 16) % NAMES.len()];
        let some =
            |bytes: &mut &[u8], count: usize| (0..count).map(|_| Self::take(bytes, depth - 1)).collect();
        let one = |bytes: &mut &[u8]| Box::new(Self::take(bytes, depth - 1));
        match first % 16 {
            0 => Self::Any,
            1 => Self::Ignored,
            2 => Self::Option(one(bytes)),
            3 => Self::Newtype(name, one(bytes)),
            4 | 5 => Self::Seq(one(bytes)),
            6 => Self::Tuple(some(bytes, usize::from(first / 16 % 4))),
            7 => Self::TupleStruct(name, some(bytes, 2)),
            8 | 9 => Self::Map(one(bytes), one(bytes)),
            10..=12 => {
                let fields = STRUCTS[usize::from(first / 16) % STRUCTS.len()];
                Self::Struct("Struct", fields, some(bytes, fields.len()))
            }
            13 => {
                let fields: &[&str] = &[
                    "$__serde_spanned_private_start",
                    "$__serde_spanned_private_end",
                    "$__serde_spanned_private_value",
                ];
                Self::Struct("$__serde_spanned_private_Spanned", fields, some(bytes, 3))
            }
            14 => Self::Enum(some(bytes, VARIANTS.len())),
            _ => Self::Scalar(first / 16),
        }
    }
}

/// The number of values that were read. A shape reads only values that exist.
pub struct Read<'s> {
    pub shape: &'s Shape,
}

impl<'de> DeserializeSeed<'de> for Read<'_> {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        match self.shape {
            Shape::Any => deserializer.deserialize_any(self),
            Shape::Ignored => deserializer.deserialize_ignored_any(self),
            Shape::Option(_) => deserializer.deserialize_option(self),
            Shape::Newtype(name, _) => deserializer.deserialize_newtype_struct(name, self),
            Shape::Seq(_) => deserializer.deserialize_seq(self),
            Shape::Tuple(elements) => deserializer.deserialize_tuple(elements.len(), self),
            Shape::TupleStruct(name, elements) => {
                deserializer.deserialize_tuple_struct(name, elements.len(), self)
            }
            Shape::Map(..) => deserializer.deserialize_map(self),
            Shape::Struct(name, fields, _) => deserializer.deserialize_struct(name, fields, self),
            Shape::Enum(_) => deserializer.deserialize_enum("Enum", VARIANTS, self),
            Shape::Scalar(kind) => match kind % 18 {
                0 => deserializer.deserialize_bool(self),
                1 => deserializer.deserialize_u8(self),
                2 => deserializer.deserialize_i8(self),
                3 => deserializer.deserialize_u16(self),
                4 => deserializer.deserialize_i32(self),
                5 => deserializer.deserialize_i64(self),
                6 => deserializer.deserialize_u64(self),
                7 => deserializer.deserialize_i128(self),
                8 => deserializer.deserialize_u128(self),
                9 => deserializer.deserialize_f32(self),
                10 => deserializer.deserialize_f64(self),
                11 => deserializer.deserialize_char(self),
                12 => deserializer.deserialize_str(self),
                13 => deserializer.deserialize_string(self),
                14 => deserializer.deserialize_bytes(self),
                15 => deserializer.deserialize_byte_buf(self),
                16 => deserializer.deserialize_unit(self),
                _ => deserializer.deserialize_identifier(self),
            },
        }
    }
}

impl Read<'_> {
    /// The shape of the content, of which there may be several.
    fn inner(&self, index: usize) -> Read<'_> {
        const ANY: &Shape = &Shape::Any;
        let shape = match self.shape {
            Shape::Option(inner) | Shape::Newtype(_, inner) | Shape::Seq(inner) => inner,
            Shape::Tuple(elements)
            | Shape::TupleStruct(_, elements)
            | Shape::Struct(_, _, elements)
            | Shape::Enum(elements) => elements.get(index).unwrap_or(ANY),
            Shape::Map(key, value) => {
                if index == 0 {
                    key
                } else {
                    value
                }
            }
            Shape::Scalar(_) | Shape::Any | Shape::Ignored => ANY,
        };
        Read { shape }
    }
}

macro_rules! scalars {
    ($($method:ident: $ty:ty),*) => {
        $(fn $method<E: Error>(self, _: $ty) -> Result<u64, E> {
            Ok(1)
        })*
    };
}

impl<'de> Visitor<'de> for Read<'_> {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    scalars! {
        visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_i128: i128, visit_u128: u128, visit_f64: f64,
        visit_char: char, visit_str: &str, visit_bytes: &[u8]
    }

    fn visit_none<E: Error>(self) -> Result<u64, E> {
        Ok(1)
    }

    fn visit_unit<E: Error>(self) -> Result<u64, E> {
        Ok(1)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        self.inner(0).deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        self.inner(0).deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<u64, A::Error> {
        let limit = match self.shape {
            Shape::Tuple(elements) | Shape::TupleStruct(_, elements) => elements.len(),
            _ => usize::MAX,
        };
        let mut count = 0;
        for index in 0..limit {
            match access.next_element_seed(self.inner(index))? {
                Some(inner) => count += inner,
                None => break,
            }
        }
        Ok(count)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<u64, A::Error> {
        let mut count = 0;
        if let Shape::Struct(_, fields, _) = self.shape {
            while let Some(key) = access.next_key::<String>()? {
                match fields.iter().position(|field| *field == key) {
                    Some(index) => count += access.next_value_seed(self.inner(index))?,
                    None => _ = access.next_value::<IgnoredAny>()?,
                }
            }
        } else {
            while let Some(key) = access.next_key_seed(self.inner(0))? {
                count += key + access.next_value_seed(self.inner(1))?;
            }
        }
        Ok(count)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<u64, A::Error> {
        let (name, content) = access.variant::<String>()?;
        let index = VARIANTS.iter().position(|variant| *variant == name).unwrap_or(0);
        match index {
            0 => content.unit_variant().map(|()| 1),
            1 => content.newtype_variant_seed(self.inner(index)),
            2 => content.struct_variant(STRUCTS[0], self.inner(index)),
            _ => content.tuple_variant(2, self.inner(index)),
        }
    }
}
