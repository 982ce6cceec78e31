//! One run of the `Deserialize` implementation of a type, which stops at a part of the type.

use std::any::type_name;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde_spanned::de::{SpannedDeserializer, is_spanned};

use super::dummy::Dummy;
use crate::protocol::{ATTRIBUTE, BLOCK, LABELED, NUMBER};
use crate::value::Type;

/// The maximum depth of nested types without a name between them, such as `Vec<Vec<…>>`.
const MAX_DEPTH: usize = 32;

/// A type around a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Wrapper {
    Optional,
    Sequence,
    Map,
    /// [`de::attribute`](crate::de::attribute)
    Attribute,
    /// [`de::block`](crate::de::block)
    Block,
    /// A struct with one field, whose value has the form of the field.
    Newtype,
}

/// The value in the wrappers.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Leaf {
    Primitive(Type),
    /// Serde hides the form.
    Opaque,
    /// A variant of an enum that has only a name.
    Unit,
    Node(Kind),
}

/// A type with parts.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    Struct {
        ty: &'static str,
        fields: &'static [&'static str],
    },
    Enum {
        ty: &'static str,
        variants: &'static [&'static str],
    },
    Tuple(usize),
    /// [`Labeled`](crate::Labeled): labels and a body.
    Labeled,
}

impl Kind {
    /// Returns the number of its parts.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Struct { fields, .. } => fields.len(),
            Self::Enum { variants, .. } => variants.len(),
            Self::Tuple(len) => *len,
            Self::Labeled => 2,
        }
    }
}

/// The goal of a run for the type at the end of its path.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal<'r> {
    /// Finds its kind.
    Look,
    /// Gives a struct values for these fields, to find a field that is missing or given twice.
    Give(&'r [usize]),
}

/// The reason for the end of a run.
#[derive(Debug)]
pub(super) enum Stop {
    Missing(&'static str),
    Duplicate,
    Other,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the type is only looked at")
    }
}

impl std::error::Error for Stop {}

impl de::Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self::Duplicate
    }
}

/// A run along a path of parts.
pub(super) struct Run<'r> {
    path: &'r [usize],
    goal: Goal<'r>,
    wrappers: Vec<Wrapper>,
    leaf: Option<Leaf>,
    /// The end of the visit at the end of the path.
    end: Option<Stop>,
}

/// The result of a run.
pub(super) struct Found {
    pub(super) wrappers: Vec<Wrapper>,
    pub(super) leaf: Leaf,
    pub(super) end: Option<Stop>,
}

/// Runs the `Deserialize` implementation of a type.
pub(super) fn run<'de, T: Deserialize<'de>>(path: &[usize], goal: Goal<'_>) -> Found {
    let mut run = Run { path, goal, wrappers: Vec::new(), leaf: None, end: None };
    let stop = T::deserialize(Tracer(&mut run)).err();
    if run.leaf.is_none() {
        // The implementation returned on its own, before a leaf was reached.
        run.wrappers.clear();
    }
    Found { wrappers: run.wrappers, leaf: run.leaf.unwrap_or(Leaf::Opaque), end: run.end.or(stop) }
}

/// The deserializer for the part of a type that the run is at.
pub(super) struct Tracer<'a, 'r>(&'a mut Run<'r>);

impl<'r> Tracer<'_, 'r> {
    fn stop<T>(self, leaf: Leaf) -> Result<T, Stop> {
        self.0.leaf.get_or_insert(leaf);
        Err(Stop::Other)
    }

    /// Records a wrapper. Types that are too deep end the run.
    fn wrapped(self, wrapper: Wrapper) -> Result<Self, Stop> {
        if self.0.wrappers.len() >= MAX_DEPTH {
            self.0.wrappers.clear();
            return self.stop(Leaf::Opaque);
        }
        self.0.wrappers.push(wrapper);
        Ok(self)
    }

    /// Moves on to a part of a type, unless the type is the end of the path.
    fn part(self, kind: Kind) -> Result<(Self, Option<usize>), Stop> {
        match (self.0.path.split_first(), self.0.goal) {
            (Some((part, rest)), _) => {
                self.0.path = rest;
                self.0.wrappers.clear();
                Ok((self, Some(*part)))
            }
            (None, Goal::Give(_)) if matches!(kind, Kind::Struct { .. }) => Ok((self, None)),
            _ => self.stop(Leaf::Node(kind)),
        }
    }
}

macro_rules! primitives {
    ($($method:ident)* => $ty:ident) => {
        $(fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
            self.stop(Leaf::Primitive(Type::$ty))
        })*
    };
}

macro_rules! opaque {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
            self.stop(Leaf::Opaque)
        })*
    };
}

impl<'de> Deserializer<'de> for Tracer<'_, '_> {
    type Error = Stop;

    primitives!(deserialize_bool => Bool);
    primitives!(
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 => Number
    );
    primitives!(deserialize_char deserialize_str deserialize_string deserialize_identifier => String);
    opaque!(deserialize_any deserialize_ignored_any deserialize_bytes deserialize_byte_buf deserialize_unit);

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_some(self.wrapped(Wrapper::Optional)?)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, _: V) -> Result<V::Value, Stop> {
        self.stop(Leaf::Opaque)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match name {
            NUMBER => self.stop(Leaf::Primitive(Type::Number)),
            ATTRIBUTE => visitor.visit_newtype_struct(self.wrapped(Wrapper::Attribute)?),
            BLOCK => visitor.visit_newtype_struct(self.wrapped(Wrapper::Block)?),
            LABELED => {
                let (tracer, part) = self.part(Kind::Labeled)?;
                visitor.visit_seq(Elements { tracer: Some(tracer), before: part.unwrap_or(0) })
            }
            // One of the other names of the protocol.
            _ if name.starts_with('$') => self.stop(Leaf::Opaque),
            _ => visitor.visit_newtype_struct(self.wrapped(Wrapper::Newtype)?),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let tracer = Some(self.wrapped(Wrapper::Sequence)?);
        visitor.visit_seq(Elements { tracer, before: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        let (tracer, part) = self.part(Kind::Tuple(len))?;
        visitor.visit_seq(Elements { tracer: Some(tracer), before: part.unwrap_or(0) })
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
        visitor.visit_map(Entries(Some(self.wrapped(Wrapper::Map)?)))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        if is_spanned(name) {
            return visitor.visit_map(SpannedDeserializer::new(self, 0..0));
        }
        match self.part(Kind::Struct { ty: type_name::<V::Value>(), fields })? {
            (tracer, Some(field)) => {
                let name = fields.get(field).copied();
                visitor.visit_map(Field { tracer: Some(tracer), name })
            }
            (tracer, None) => {
                let Goal::Give(given) = tracer.0.goal else { return tracer.stop(Leaf::Opaque) };
                let names = given.iter().filter_map(|index| fields.get(*index).copied());
                let result = visitor.visit_map(Given { names: names.collect::<Vec<_>>().into_iter() });
                tracer.0.end = result.err();
                tracer.stop(Leaf::Opaque)
            }
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let (tracer, part) = self.part(Kind::Enum { ty: type_name::<V::Value>(), variants })?;
        match part.and_then(|part| variants.get(part)) {
            Some(name) => visitor.visit_enum(Variant { tracer, name }),
            None => tracer.stop(Leaf::Opaque),
        }
    }
}

impl<'de> IntoDeserializer<'de, Stop> for Tracer<'_, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The elements of a sequence: some values, and the element that is visited.
struct Elements<'a, 'r> {
    tracer: Option<Tracer<'a, 'r>>,
    before: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Stop> {
        if self.before > 0 {
            self.before -= 1;
            return seed.deserialize(Dummy::default()).map(Some);
        }
        self.tracer.take().map(|tracer| seed.deserialize(tracer)).transpose()
    }
}

/// One entry of a map.
struct Entries<'a, 'r>(Option<Tracer<'a, 'r>>);

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        if self.0.is_none() {
            return Ok(None);
        }
        // A struct with a flattened field reads its keys as identifiers, without a list of fields.
        seed.deserialize(Dummy::key()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stop> {
        match self.0.take() {
            Some(tracer) => seed.deserialize(tracer),
            None => Err(Stop::Other),
        }
    }
}

/// One field of a struct.
struct Field<'a, 'r> {
    tracer: Option<Tracer<'a, 'r>>,
    name: Option<&'static str>,
}

impl<'de> MapAccess<'de> for Field<'_, '_> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        self.name.take().map(|name| seed.deserialize(StrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stop> {
        match self.tracer.take() {
            Some(tracer) => seed.deserialize(tracer),
            None => Err(Stop::Other),
        }
    }
}

/// Fields of a struct with values.
struct Given {
    names: std::vec::IntoIter<&'static str>,
}

impl<'de> MapAccess<'de> for Given {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        self.names.next().map(|name| seed.deserialize(StrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stop> {
        seed.deserialize(Dummy::default())
    }
}

/// A variant of an enum.
struct Variant<'a, 'r> {
    tracer: Tracer<'a, 'r>,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'_, '_> {
    type Error = Stop;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Stop> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        self.tracer.stop(Leaf::Unit)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Stop> {
        self.tracer.stop(Leaf::Opaque)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Stop> {
        self.tracer.stop(Leaf::Opaque)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Stop> {
        self.tracer.stop(Leaf::Opaque)
    }
}
