//! Values by themselves as deserializers.

use serde::de::{Deserializer, IntoDeserializer, Visitor};

use super::any::AnyDeserializer;
use super::decode::every_method;
use super::value::{ValueDeserializer, record_passed};
use super::{Context, Settings};
use crate::error::{Error, Result};
use crate::eval::EvalContext;
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
                let evaluation = EvalContext::literal_only();
                let settings = Settings::of_value(&evaluation);
                let part = ValueDeserializer::new(self, Context::new(&settings, None));
                AnyDeserializer::Value(part).$method($($argument,)* visitor)
            })*

            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                match self.kind() {
                    ValueKind::String(text) => {
                        record_passed(self.is_marked(), &visitor);
                        visitor.visit_borrowed_str(text)
                    }
                    _ => self.deserialize_string(visitor),
                }
            }
        }

        impl<'de> Deserializer<'de> for Value {
            type Error = Error;

            $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
                redaction::value_by_itself();
                let evaluation = EvalContext::literal_only();
                let settings = Settings::of_value(&evaluation);
                let part = ValueDeserializer::new(&self, Context::new(&settings, None));
                AnyDeserializer::Value(part).$method($($argument,)* visitor)
            })*

            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.deserialize_string(visitor)
            }
        }
    };
}

every_method! { by_value }

impl<'de> IntoDeserializer<'de, Error> for &'de Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl IntoDeserializer<'_, Error> for Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
