//! Values by themselves as deserializers.

use serde::de::{Deserializer, Visitor};

use super::forward::{every_method, into_deserializer};
use super::value::ValueDeserializer;
use crate::error::{Error, Result};
use crate::redaction;
use crate::value::{Value, ValueKind};

macro_rules! by_value {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {
        /// Any type can be decoded from a value, see [`from_value`](crate::from_value). Types that
        /// borrow strings borrow them from the value.
        impl<'de> Deserializer<'de> for &'de Value {
            type Error = Error;

            $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                ValueDeserializer::new(self).$method($($argument,)* visitor)
            })*

            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                let deserializer = ValueDeserializer::new(self);
                match self.kind() {
                    ValueKind::String(_) => match deserializer.for_visitor(&visitor).as_str() {
                        Some(text) => visitor.visit_borrowed_str(text),
                        None => visitor.visit_unit(),
                    },
                    _ => deserializer.deserialize_str(visitor),
                }
            }
        }

        impl<'de> Deserializer<'de> for Value {
            type Error = Error;

            $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                ValueDeserializer::new(&self).$method($($argument,)* visitor)
            })*

            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                ValueDeserializer::new(&self).deserialize_str(visitor)
            }
        }
    };
}

every_method! { by_value }

into_deserializer! { &'de Value }

into_deserializer! { Value }
