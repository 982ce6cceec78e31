//! The deserializer that types are decoded from.

use serde::de::{Deserializer, Visitor};

use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::decode::{Decode, by_decode};
use super::enums::Item;
use super::expression::ExpressionDeserializer;
use super::key::{KeyDeserializer, LabelDeserializer};
use super::number::Scalar;
use super::property::PropertyDeserializer;
use super::value::ValueDeserializer;
use super::visitor::AnyVisitor;
use super::{Name, Names};
use crate::error::{Error, Result};

/// A part of a configuration. All types are decoded from this one type, so that the compiler
/// generates the code of a type once.
pub(super) enum AnyDeserializer<'a, 'de, 'c> {
    Blocks(BlocksDeserializer<'de, 'c>),
    Body(BodyDeserializer<'de, 'c>),
    Expression(ExpressionDeserializer<'de, 'c>),
    Item(Item<'a, 'de, 'c>),
    Key(KeyDeserializer<'de, 'c>),
    Label(LabelDeserializer<'a, 'de, 'c>),
    Property(PropertyDeserializer<'a, 'de, 'c>),
    Value(ValueDeserializer<'de, 'c>),
}

/// Calls a method of the part.
macro_rules! by_part {
    ($any:expr, $method:ident($($argument:expr),*)) => {
        match $any {
            Self::Blocks(it) => it.$method($($argument),*),
            Self::Body(it) => it.$method($($argument),*),
            Self::Expression(it) => it.$method($($argument),*),
            Self::Item(it) => it.$method($($argument),*),
            Self::Key(it) => it.$method($($argument),*),
            Self::Label(it) => it.$method($($argument),*),
            Self::Property(it) => it.$method($($argument),*),
            Self::Value(it) => it.$method($($argument),*),
        }
    };
}

impl<'de> Decode<'de> for AnyDeserializer<'_, 'de, '_> {
    fn decode_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_any(visitor))
    }

    fn decode_scalar(self, scalar: Scalar, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_scalar(scalar, visitor))
    }

    fn decode_option(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_option(visitor))
    }

    fn decode_unit(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_unit(visitor))
    }

    fn decode_newtype_struct(self, name: Name, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_newtype_struct(name, visitor))
    }

    fn decode_seq(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_seq(visitor))
    }

    fn decode_tuple(self, length: usize, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_tuple(length, visitor))
    }

    fn decode_map(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_map(visitor))
    }

    fn decode_struct(self, name: Name, fields: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_struct(name, fields, visitor))
    }

    fn decode_enum(self, name: Name, variants: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_enum(name, variants, visitor))
    }

    fn decode_identifier(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_identifier(visitor))
    }

    fn decode_ignored_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        by_part!(self, decode_ignored_any(visitor))
    }
}

impl<'de> Deserializer<'de> for AnyDeserializer<'_, 'de, '_> {
    type Error = Error;

    by_decode! {}

    by_decode! {
        deserialize_str() => decode_scalar(Scalar::Text);
        deserialize_string() => decode_scalar(Scalar::Text);
        deserialize_identifier() => decode_identifier();
    }
}
