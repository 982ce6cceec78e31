//! Visitors and seeds as trait objects. This crate contains the code of the decoder once, and a
//! program contains for each type only the code that passes values to it.

use std::any::type_name;
use std::mem;

use serde::de::{Deserialize, DeserializeSeed, Expected, SeqAccess, Visitor};

use super::any::AnyDeserializer;
use super::enums::Variant;
use super::member_access::MemberAccess;
use crate::error::{Error, Result};
use crate::protocol;
use crate::value::{Value, slot};

/// A value without parts.
pub(super) enum Primitive<'de, 'v> {
    Unit,
    None,
    Bool(bool),
    I64(i64),
    U64(u64),
    I128(i128),
    U128(u128),
    F32(f32),
    F64(f64),
    BorrowedStr(&'de str),
    Str(&'v str),
    String(String),
    Bytes(&'v [u8]),
}

/// A visitor, which keeps its value.
pub(super) trait AnyVisitor<'de> {
    /// Returns the name of the type of the visitor, which identifies the decoded type.
    fn type_name(&self) -> &'static str;

    fn value_type_name(&self) -> &'static str;

    fn expected(&self) -> &dyn Expected;

    fn visit(&mut self, value: Primitive<'de, '_>) -> Result<()>;

    fn visit_some(&mut self, content: AnyDeserializer<'_, 'de, '_>) -> Result<()>;

    fn visit_newtype_struct(&mut self, content: AnyDeserializer<'_, 'de, '_>) -> Result<()>;

    fn visit_seq(&mut self, elements: &mut dyn Sequence<'de>) -> Result<()>;

    fn visit_map(&mut self, members: &mut MemberAccess<'_, 'de, '_>) -> Result<()>;

    fn visit_enum(&mut self, variant: Variant<'_, 'de, '_>) -> Result<()>;
}

/// Passes a value of a type of this crate to a visitor that keeps it.
pub(super) fn give<T: 'static>(value: T, visitor: &mut dyn AnyVisitor<'_>) -> Result<()> {
    protocol::give(value, || visitor.visit(Primitive::Unit))
}

/// Passes a [`Value`] to a visitor that keeps it.
pub(super) fn give_value(value: Value, visitor: &mut dyn AnyVisitor<'_>) -> Result<()> {
    slot::give(value, || visitor.visit(Primitive::Unit))
}

/// The state of a visitor.
pub(super) enum State<V, T> {
    Ready(V),
    Visited(T),
    Failed,
}

impl<'de, V: Visitor<'de>> State<V, V::Value> {
    #[inline]
    pub(super) fn new(visitor: V) -> Self {
        Self::Ready(visitor)
    }

    /// Returns the value.
    #[inline]
    pub(super) fn finish(self) -> Result<V::Value> {
        match self {
            Self::Visited(value) => Ok(value),
            Self::Ready(_) | Self::Failed => Err(Error::repeated()),
        }
    }

    #[inline]
    fn take(&mut self) -> Result<V> {
        match mem::replace(self, Self::Failed) {
            Self::Ready(visitor) => Ok(visitor),
            Self::Visited(_) | Self::Failed => Err(Error::repeated()),
        }
    }

    #[inline]
    fn set(&mut self, result: Result<V::Value>) -> Result<()> {
        *self = Self::Visited(result?);
        Ok(())
    }
}

impl<'de, V: Visitor<'de>> AnyVisitor<'de> for State<V, V::Value> {
    fn type_name(&self) -> &'static str {
        type_name::<V>()
    }

    fn value_type_name(&self) -> &'static str {
        type_name::<V::Value>()
    }

    fn expected(&self) -> &dyn Expected {
        match self {
            Self::Ready(visitor) => visitor,
            Self::Visited(_) | Self::Failed => &"a value",
        }
    }

    fn visit(&mut self, value: Primitive<'de, '_>) -> Result<()> {
        let visitor = self.take()?;
        let result = match value {
            Primitive::Unit => visitor.visit_unit(),
            Primitive::None => visitor.visit_none(),
            Primitive::Bool(value) => visitor.visit_bool(value),
            Primitive::I64(value) => visitor.visit_i64(value),
            Primitive::U64(value) => visitor.visit_u64(value),
            Primitive::I128(value) => visitor.visit_i128(value),
            Primitive::U128(value) => visitor.visit_u128(value),
            Primitive::F32(value) => visitor.visit_f32(value),
            Primitive::F64(value) => visitor.visit_f64(value),
            Primitive::BorrowedStr(value) => visitor.visit_borrowed_str(value),
            Primitive::Str(value) => visitor.visit_str(value),
            Primitive::String(value) => visitor.visit_string(value),
            Primitive::Bytes(value) => visitor.visit_bytes(value),
        };
        self.set(result)
    }

    fn visit_some(&mut self, content: AnyDeserializer<'_, 'de, '_>) -> Result<()> {
        let result = self.take()?.visit_some(content);
        self.set(result)
    }

    fn visit_newtype_struct(&mut self, content: AnyDeserializer<'_, 'de, '_>) -> Result<()> {
        let result = self.take()?.visit_newtype_struct(content);
        self.set(result)
    }

    fn visit_seq(&mut self, elements: &mut dyn Sequence<'de>) -> Result<()> {
        let result = self.take()?.visit_seq(ElementAccess(elements));
        self.set(result)
    }

    fn visit_map(&mut self, members: &mut MemberAccess<'_, 'de, '_>) -> Result<()> {
        let result = self.take()?.visit_map(members);
        self.set(result)
    }

    fn visit_enum(&mut self, variant: Variant<'_, 'de, '_>) -> Result<()> {
        let result = self.take()?.visit_enum(variant);
        self.set(result)
    }
}

/// A type or a seed of serde, which keeps the value that is decoded.
pub(super) trait AnySeed<'de> {
    /// Returns the name of the type of the value.
    fn type_name(&self) -> &'static str;

    /// Returns whether several values can be decoded. A seed of serde decodes one value, unlike a
    /// type.
    fn is_repeatable(&self) -> bool;

    fn deserialize(&mut self, deserializer: AnyDeserializer<'_, 'de, '_>) -> Result<()>;
}

/// A type, and the last value that was decoded.
pub(super) struct Typed<T>(pub(super) Option<T>);

impl<'de, T: Deserialize<'de>> AnySeed<'de> for Typed<T> {
    fn type_name(&self) -> &'static str {
        type_name::<T>()
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn deserialize(&mut self, deserializer: AnyDeserializer<'_, 'de, '_>) -> Result<()> {
        self.0 = Some(T::deserialize(deserializer)?);
        Ok(())
    }
}

/// A seed of serde, and its value.
pub(super) struct Seeded<'de, S: DeserializeSeed<'de>> {
    seed: Option<S>,
    pub(super) value: Option<S::Value>,
}

impl<'de, S: DeserializeSeed<'de>> Seeded<'de, S> {
    pub(super) fn new(seed: S) -> Self {
        Self { seed: Some(seed), value: None }
    }
}

impl<'de, S: DeserializeSeed<'de>> AnySeed<'de> for Seeded<'de, S> {
    fn type_name(&self) -> &'static str {
        type_name::<S::Value>()
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn deserialize(&mut self, deserializer: AnyDeserializer<'_, 'de, '_>) -> Result<()> {
        let seed = self.seed.take().ok_or_else(Error::repeated)?;
        self.value = Some(seed.deserialize(deserializer)?);
        Ok(())
    }
}

/// The elements of a sequence.
pub(super) trait Sequence<'de> {
    /// Decodes the next element. Returns `false` if there is none.
    fn next(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<bool>;

    fn size_hint(&self) -> Option<usize>;
}

/// The access of a visitor to the elements of a sequence.
struct ElementAccess<'s, 'de>(&'s mut dyn Sequence<'de>);

impl<'de> SeqAccess<'de> for ElementAccess<'_, 'de> {
    type Error = Error;

    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        let mut seed = Typed(None);
        Ok(if self.0.next(&mut seed)? { seed.0 } else { None })
    }

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let mut seed = Seeded::new(seed);
        Ok(if self.0.next(&mut seed)? { seed.value } else { None })
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}
