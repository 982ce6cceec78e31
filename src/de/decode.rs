//! The interface of the parts of a configuration to the types that are decoded from them.

use super::number::Scalar;
use super::visitor::{AnyVisitor, Primitive};
use super::{Name, Names};
use crate::error::Result;

/// A part, which passes its value to a visitor in the form that a method requests, as a
/// [`Deserializer`](serde::Deserializer) does.
pub(super) trait Decode<'de>: Sized {
    fn decode_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()>;

    /// Passes a number, a boolean, text or bytes.
    fn decode_scalar(self, _: Scalar, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }

    fn decode_option(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()>;

    fn decode_unit(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }

    fn decode_newtype_struct(self, name: Name, visitor: &mut dyn AnyVisitor<'de>) -> Result<()>;

    fn decode_seq(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }

    fn decode_tuple(self, _length: usize, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_seq(visitor)
    }

    fn decode_map(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }

    fn decode_struct(self, _: Name, _: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }

    fn decode_enum(self, name: Name, variants: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()>;

    fn decode_identifier(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.decode_any(visitor)
    }

    fn decode_ignored_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        visitor.visit(Primitive::Unit)
    }
}

/// Implements methods of a [`Deserializer`](serde::Deserializer) by those of [`Decode`]; without
/// arguments, all except those for text.
macro_rules! by_decode {
    () => {
        by_decode! {
            deserialize_any() => decode_any();
            deserialize_bool() => decode_scalar(Scalar::Bool);
            deserialize_i8() => decode_scalar(Scalar::INTEGER);
            deserialize_i16() => decode_scalar(Scalar::INTEGER);
            deserialize_i32() => decode_scalar(Scalar::INTEGER);
            deserialize_i64() => decode_scalar(Scalar::INTEGER);
            deserialize_i128() => decode_scalar(Scalar::INTEGER);
            deserialize_u8() => decode_scalar(Scalar::INTEGER);
            deserialize_u16() => decode_scalar(Scalar::INTEGER);
            deserialize_u32() => decode_scalar(Scalar::INTEGER);
            deserialize_u64() => decode_scalar(Scalar::INTEGER);
            deserialize_u128() => decode_scalar(Scalar::INTEGER);
            deserialize_f32() => decode_scalar(Scalar::F32);
            deserialize_f64() => decode_scalar(Scalar::F64);
            deserialize_char() => decode_scalar(Scalar::Char);
            deserialize_bytes() => decode_scalar(Scalar::Bytes);
            deserialize_byte_buf() => decode_scalar(Scalar::Bytes);
            deserialize_option() => decode_option();
            deserialize_unit() => decode_unit();
            deserialize_unit_struct(_name: Name) => decode_unit();
            deserialize_newtype_struct(name: Name) => decode_newtype_struct(name);
            deserialize_seq() => decode_seq();
            deserialize_tuple(length: usize) => decode_tuple(length);
            deserialize_tuple_struct(_name: Name, length: usize) => decode_tuple(length);
            deserialize_map() => decode_map();
            deserialize_struct(name: Name, fields: Names) => decode_struct(name, fields);
            deserialize_enum(name: Name, variants: Names) => decode_enum(name, variants);
            deserialize_ignored_any() => decode_ignored_any();
        }
    };
    ($($method:ident($($argument:ident: $ty:ty),*) => $decode:ident($($passed:expr),*);)+) => {
        $(#[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
            let mut state = $crate::de::visitor::State::new(visitor);
            self.$decode($($passed,)* &mut state)?;
            state.finish()
        })+
    };
}

/// Calls a macro with all methods of a [`Deserializer`](serde::Deserializer) except
/// `deserialize_str`, which some implement in another way.
macro_rules! every_method {
    ($callback:ident) => {
        $callback! {
            deserialize_any();
            deserialize_bool();
            deserialize_i8();
            deserialize_i16();
            deserialize_i32();
            deserialize_i64();
            deserialize_i128();
            deserialize_u8();
            deserialize_u16();
            deserialize_u32();
            deserialize_u64();
            deserialize_u128();
            deserialize_f32();
            deserialize_f64();
            deserialize_char();
            deserialize_string();
            deserialize_bytes();
            deserialize_byte_buf();
            deserialize_option();
            deserialize_unit();
            deserialize_unit_struct(name: &'static str);
            deserialize_newtype_struct(name: &'static str);
            deserialize_seq();
            deserialize_tuple(length: usize);
            deserialize_tuple_struct(name: &'static str, length: usize);
            deserialize_map();
            deserialize_struct(name: &'static str, fields: &'static [&'static str]);
            deserialize_enum(name: &'static str, variants: &'static [&'static str]);
            deserialize_identifier();
            deserialize_ignored_any();
        }
    };
}

pub(super) use {by_decode, every_method};
