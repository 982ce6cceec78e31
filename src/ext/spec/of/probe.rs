//! The deserializer of a run: it follows the path into a type, and makes the values beside it.

use std::any::type_name;
use std::iter;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_spanned::de::is_spanned;

use super::form::{Kind, Layer};
use super::path::{Given, OTHER, Run, Step, VARIANT};
use super::stop::Stop;
use super::tree::{Given as GivenTree, with_span};
use crate::protocol::{ATTRIBUTE, BLOCK, LABELED, NUMBER, VALUE};
use crate::util::samples::{NUMBERS, TEXTS};
use crate::value::{Value, slot};

/// The maximum depth of nested types that are made in place of those that are not visited.
const MAX_MADE_DEPTH: u32 = 64;

/// The deserializer of a value.
pub(super) enum Probe<'a, 'r> {
    /// Follows the path of a run.
    Path(&'a mut Run<'r>),
    /// Makes a value of the type that is requested: zero, empty or the first variant. It is in
    /// place of a value that the run does not visit.
    Made(Made),
}

#[derive(Clone, Copy, Default)]
pub(super) struct Made {
    depth: u32,
    attempt: usize,
    /// It is the key of a map.
    is_key: bool,
}

impl Probe<'_, '_> {
    fn inner(self) -> Result<Self, Stop> {
        match self {
            Self::Made(Made { depth: MAX_MADE_DEPTH, .. }) => Err(Stop::Other),
            Self::Made(made) => Ok(Self::Made(Made { depth: made.depth + 1, ..made })),
            path => Ok(path),
        }
    }

    /// Passes it to a type. At the end of the path, the type gets the value of the run instead.
    fn give<'de, S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        if let Self::Path(run) = self {
            let Some(tree) = run.tree.filter(|_| run.path.is_empty()) else {
                return seed.deserialize(Self::Path(run));
            };
            run.taken = Some(seed.deserialize(GivenTree(tree)).map(|_| ()));
            return Err(Stop::Other);
        }
        seed.deserialize(self)
    }

    /// Returns the elements of a type up to the one on the path, or all of them.
    fn elements(self, kind: Kind) -> Result<Elements<impl Iterator<Item = Self>>, Stop> {
        let len = kind.len();
        let (made, count, last) = match self.inner()? {
            Self::Made(made) => (made, len, None),
            Self::Path(run) => {
                let made = Made { attempt: run.attempt, ..Made::default() };
                (made, run.part(kind)?.unwrap_or(0), Some(Self::Path(run)))
            }
        };
        Ok(Elements(iter::repeat_n(made, count).map(Self::Made).chain(last)))
    }
}

/// The elements of a sequence.
struct Elements<I>(I);

impl<'de, 'a, 'r: 'a, I: Iterator<Item = Probe<'a, 'r>>> SeqAccess<'de> for Elements<I> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Stop> {
        self.0.next().map(|probe| probe.give(seed)).transpose()
    }
}

/// The entries of an object: the name of a variant, and the one on the path.
struct Entries<'a, 'r> {
    before: Option<(&'static str, &'static str)>,
    last: Option<(&'static str, Probe<'a, 'r>)>,
    /// The value of the key that was read.
    value: Option<Result<&'static str, Probe<'a, 'r>>>,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        let key = match (self.before.take(), self.last.take()) {
            (Some((key, value)), last) => {
                (self.value, self.last) = (Some(Ok(value)), last);
                key
            }
            (None, Some((key, probe))) => {
                self.value = Some(Err(probe));
                key
            }
            (None, None) => return Ok(None),
        };
        seed.deserialize(StrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        match self.value.take() {
            Some(Ok(text)) => seed.deserialize(StrDeserializer::new(text)),
            Some(Err(probe)) => probe.give(seed),
            None => Err(Stop::Other),
        }
    }
}

/// The fields that a struct is given. An error in the value of one is not about the struct.
struct GivenFields<I> {
    fields: I,
    value: Option<Made>,
}

impl<'de, I: Iterator<Item = (&'static str, Made)>> MapAccess<'de> for GivenFields<I> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        let Some((name, made)) = self.fields.next() else { return Ok(None) };
        self.value = Some(made);
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        let made = self.value.take().ok_or(Stop::Other)?;
        seed.deserialize(Probe::Made(made)).map_err(|_| Stop::Other)
    }
}

/// Implements methods with the value that is made and the kind that is found.
macro_rules! plain {
    ($($method:ident: $visit:ident($value:expr), $kind:expr;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            match self {
                Self::Path(run) => run.stop($kind),
                Self::Made(made) => visitor.$visit($value(made)),
            }
        })*
    };
}

fn number<N: TryFrom<i16> + Default>(made: Made) -> N {
    N::try_from(NUMBERS[made.attempt % NUMBERS.len()]).unwrap_or_default()
}

fn string(made: Made) -> &'static str {
    TEXTS[made.attempt % TEXTS.len()]
}

fn bytes(made: Made) -> &'static [u8] {
    string(made).as_bytes()
}

fn boolean(made: Made) -> bool {
    made.attempt % 2 == 1
}

fn character(_: Made) -> char {
    'a'
}

impl<'de> Deserializer<'de> for Probe<'_, '_> {
    type Error = Stop;

    plain! {
        deserialize_bool: visit_bool(boolean), Kind::Bool;
        deserialize_i8: visit_i8(number), Kind::Number(Some((i8::MIN as i128, i8::MAX as u128)));
        deserialize_i16: visit_i16(number), Kind::Number(Some((i16::MIN as i128, i16::MAX as u128)));
        deserialize_i32: visit_i32(number), Kind::Number(Some((i32::MIN as i128, i32::MAX as u128)));
        deserialize_i64: visit_i64(number), Kind::Number(Some((i64::MIN as i128, i64::MAX as u128)));
        deserialize_i128: visit_i128(number), Kind::Number(Some((i128::MIN, i128::MAX as u128)));
        deserialize_u8: visit_u8(number), Kind::Number(Some((0, u8::MAX as u128)));
        deserialize_u16: visit_u16(number), Kind::Number(Some((0, u16::MAX as u128)));
        deserialize_u32: visit_u32(number), Kind::Number(Some((0, u32::MAX as u128)));
        deserialize_u64: visit_u64(number), Kind::Number(Some((0, u64::MAX as u128)));
        deserialize_u128: visit_u128(number), Kind::Number(Some((0, u128::MAX)));
        deserialize_f32: visit_f32(number), Kind::Number(None);
        deserialize_f64: visit_f64(number), Kind::Number(None);
        deserialize_char: visit_char(character), Kind::Character;
        deserialize_str: visit_borrowed_str(string), Kind::String;
        deserialize_string: visit_borrowed_str(string), Kind::String;
        deserialize_bytes: visit_borrowed_bytes(bytes), Kind::Opaque;
        deserialize_byte_buf: visit_borrowed_bytes(bytes), Kind::Opaque;
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self {
            Self::Path(run) => run.stop(Kind::Opaque),
            Self::Made(_) => visitor.visit_unit(),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self {
            Self::Made(Made { is_key: true, .. }) => visitor.visit_borrowed_str("a"),
            Self::Made(made) => match made.attempt {
                0 => visitor.visit_unit(),
                1 => visitor.visit_borrowed_str("a"),
                2 => visitor.visit_i64(1),
                3 => visitor.visit_bool(false),
                4 => self.deserialize_seq(visitor),
                _ => self.deserialize_map(visitor),
            },
            Self::Path(run) => run.stop(Kind::Buffered),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self {
            // A struct with a flattened field reads its keys as identifiers, without a list of
            // fields.
            Self::Made(Made { is_key: true, .. }) => Err(Stop::Identifier),
            probe => probe.deserialize_str(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let Self::Path(run) = self else { return visitor.visit_none() };
        let form = run.enter()?;
        form.options |= 1 << form.layers.len();
        visitor.visit_some(Self::Path(run))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match (name, self) {
            (LABELED, probe) => visitor.visit_seq(probe.elements(Kind::Labeled)?),
            (VALUE, Self::Made(_)) => slot::give(Value::NULL, || visitor.visit_unit()),
            (NUMBER, Self::Made(_)) => slot::give(Value::from(1), || visitor.visit_unit()),
            (NUMBER, Self::Path(run)) => run.stop(Kind::Number(None)),
            (_, Self::Path(run)) if name.starts_with('$') && !matches!(name, ATTRIBUTE | BLOCK) => {
                run.stop(Kind::Opaque)
            }
            (_, Self::Path(run)) => {
                let form = run.enter()?;
                form.is_attribute |= name == ATTRIBUTE;
                form.is_block |= name == BLOCK;
                visitor.visit_newtype_struct(Self::Path(run))
            }
            (_, made) => visitor.visit_newtype_struct(made.inner()?),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        if let Self::Path(run) = &mut self {
            run.enter()?.layers.push(Layer::Sequence);
        }
        let element = Some(self).filter(|probe| matches!(probe, Self::Path(_)));
        visitor.visit_seq(SeqDeserializer::new(element.into_iter()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_seq(self.elements(Kind::Tuple(len))?)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        let Self::Path(run) = &mut self else {
            return visitor.visit_map(MapDeserializer::new(iter::empty::<(Self, Self)>()));
        };
        if let Some((Step::Field(name, maps), rest)) = run.path.split_first()
            && run.form.maps() == *maps
        {
            run.path = rest;
            (run.form, run.depth) = Default::default();
            return visitor.visit_map(Entries { before: None, last: Some((name, self)), value: None });
        }
        run.enter()?.layers.push(Layer::Map);
        let key = Probe::Made(Made { is_key: true, ..Made::default() });
        let value = Probe::Path(run);
        let result = visitor.visit_map(MapDeserializer::new(iter::once((key, value))));
        if let Err(Stop::Identifier) = result {
            run.form.layers.pop();
            return run.stop(Kind::Flat(type_name::<V::Value>()));
        }
        result
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        if is_spanned(name) {
            return with_span(self.inner()?, visitor);
        }
        let kind = Kind::Struct { name, ty: type_name::<V::Value>(), fields };
        // Passed as a sequence, since a map of names would contain a field with an alias twice.
        let Self::Path(run) = self else { return visitor.visit_seq(self.elements(kind)?) };
        if let Some((Step::Content { tag, variant, content }, rest)) = run.path.split_first() {
            run.path = rest;
            (run.form, run.depth) = Default::default();
            let last = Some((*content, Self::Path(run)));
            return visitor.visit_map(Entries { before: Some((tag, variant)), last, value: None });
        }
        if let Some(field) = run.part(kind)? {
            let last = fields.get(field).map(|name| (*name, Self::Path(run)));
            return visitor.visit_map(Entries { before: None, last, value: None });
        }
        let field = |given: &Given| {
            let made = Made { attempt: given.attempt, ..Made::default() };
            (fields.get(given.field).copied().unwrap_or(OTHER), made)
        };
        let fields = run.given.unwrap_or_default().iter().map(field);
        run.end = visitor.visit_map(GivenFields { fields, value: None }).err();
        run.stop(Kind::Opaque)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let mut probe = self.inner()?;
        let variant = match &mut probe {
            Self::Path(run) => run.part(Kind::Enum { name, ty: type_name::<V::Value>(), variants })?,
            Self::Made(_) => Some(0),
        };
        let Some(variant) = variant else { return Err(Stop::Other) };
        visitor.visit_enum(Variant { probe, name: variants.get(variant).copied().unwrap_or(OTHER) })
    }
}

impl<'de> IntoDeserializer<'de, Stop> for Probe<'_, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A variant of an enum.
struct Variant<'a, 'r> {
    probe: Probe<'a, 'r>,
    name: &'static str,
}

impl<'de, 'a, 'r> EnumAccess<'de> for Variant<'a, 'r> {
    type Error = Stop;
    type Variant = Probe<'a, 'r>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), Stop> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, self.probe))
    }
}

/// The content of a variant of an enum.
impl<'de> VariantAccess<'de> for Probe<'_, '_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        match self {
            Self::Path(run) => run.stop(Kind::Unit),
            Self::Made(_) => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Stop> {
        self.give(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_struct(VARIANT, fields, visitor)
    }
}
