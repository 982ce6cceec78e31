//! All deserializers of this crate as one type, for rare cases in which a generic function for each
//! of them would only add code.

use serde::de::{Deserializer, Visitor};

use super::Settings;
use super::block::BlocksDeserializer;
use super::body::BodyDeserializer;
use super::expression::ExpressionDeserializer;
use super::forward::{every_method, into_deserializer};
use super::key::{KeyDeserializer, LabelDeserializer, LabelValue};
use super::property::PropertyDeserializer;
use super::value::ValueDeserializer;
use crate::error::{Error, Result};

/// A deserializer. The compiler generates the code that visits a map once for each struct and each
/// type of its values, and the code that decodes the content of a variant once for each type of it.
/// To limit that code, the values of rare maps and the content of variants have this type.
pub(super) enum AnyDeserializer<'a, 'de, 'c> {
    Blocks(BlocksDeserializer<'de, 'c>),
    Body(BodyDeserializer<'de, 'c>),
    Expression(ExpressionDeserializer<'de, 'c>),
    Key(KeyDeserializer<'de, 'c>),
    Label(&'a LabelValue<'c>, &'c Settings<'de, 'c>),
    Property(PropertyDeserializer<'a, 'de, 'c>),
    Value(ValueDeserializer<'de, 'c>),
}

macro_rules! by_deserializer {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {
        impl<'de> Deserializer<'de> for AnyDeserializer<'_, 'de, '_> {
            type Error = Error;

            by_deserializer! { @ deserialize_str(); $($method($($argument: $ty),*);)* }
        }
    };
    (@ $($method:ident($($argument:ident: $ty:ty),*);)*) => {
        $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
            match self {
                Self::Blocks(it) => it.$method($($argument,)* visitor),
                Self::Body(it) => it.$method($($argument,)* visitor),
                Self::Expression(it) => it.$method($($argument,)* visitor),
                Self::Key(it) => it.$method($($argument,)* visitor),
                Self::Label(it, settings) => {
                    LabelDeserializer::Known(it, settings).$method($($argument,)* visitor)
                }
                Self::Property(it) => it.$method($($argument,)* visitor),
                Self::Value(it) => it.$method($($argument,)* visitor),
            }
        })*
    };
}

every_method! { by_deserializer }

into_deserializer! { AnyDeserializer<'_, 'de, '_> }
