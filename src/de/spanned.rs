//! Values with a span, as `Spanned` requests them.

use std::ops::Range;

use serde::de::{DeserializeSeed, Visitor};

use super::any::AnyDeserializer;
use super::cursor::Pending;
use super::key::KeyDeserializer;
use super::member_access::{MemberAccess, Once, Visit};
use super::members::{Kind, Members};
use super::target::{Request, Target};
use super::value::ValueDeserializer;
use super::{Context, Names, Settings, located};
use crate::body::{NameView, Spelling};
use crate::error::{Error, Result};
use crate::source::Source;
use crate::value::Value;

/// Visits a value and its span in a source as the fields of a `Spanned`. They are members like
/// those of a body, since the compiler generates the visit of a map for each struct and each type
/// of access.
#[cold]
#[inline(never)]
pub(super) fn visit_spanned<'de, 'c, V: Visitor<'de>>(
    value: AnyDeserializer<'_, 'de, 'c>,
    settings: &'c Settings<'de, 'c>,
    place: (Range<usize>, Option<&Source>),
    fields: Names,
    visitor: V,
) -> Result<V::Value> {
    let mut visit = Once::new(visitor);
    visit_by(value, settings, place, fields, &mut visit)?;
    visit.decoded()
}

fn visit_by<'de, 'c>(
    value: AnyDeserializer<'_, 'de, 'c>,
    settings: &'c Settings<'de, 'c>,
    (span, source): (Range<usize>, Option<&Source>),
    fields: Names,
    visit: &mut dyn Visit<'de>,
) -> Result<()> {
    let _scope = located::spanned(source);
    let members = Members::of_value(Vec::new(), Kind::Spanned);
    let target = Target::new::<()>(None, Request::Struct(fields));
    let mut access = MemberAccess::new(&members, &target, Context::new(settings, None), &settings.no_slot);
    let spanned = SpannedValue { bounds: [span.start, span.end], value: Some(value) };
    access.spanned = Some(Box::new(spanned)).into();
    visit.visit(&mut access)
}

/// A value and its span, for a visitor of the three fields of a `Spanned`.
pub(super) struct SpannedValue<'a, 'de, 'c> {
    /// The start and the end.
    bounds: [usize; 2],
    /// `None` after it was decoded.
    value: Option<AnyDeserializer<'a, 'de, 'c>>,
}

impl<'de> MemberAccess<'_, 'de, '_> {
    /// Continues with the next bound of a span, or with the value after them.
    #[cold]
    pub(super) fn advance_in_spanned(&mut self) -> bool {
        let index = self.current.taken - 1;
        let Some(name) = self.spanned.as_ref().and_then(|_| self.target.names().get(index)) else {
            return false;
        };
        self.current.set(NameView::of_field(name), Pending::Spanned(index))
    }

    /// Decodes a bound of a span, or the value after them.
    #[cold]
    #[inline(never)]
    pub(super) fn spanned_value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let (Some(Pending::Spanned(index)), Some(spanned)) = (self.current.value, &mut *self.spanned) else {
            return Err(Error::value_before_key());
        };
        if let Some(bound) = spanned.bounds.get(index) {
            return seed.deserialize(ValueDeserializer::new(&Value::from(*bound), self.context));
        }
        seed.deserialize(spanned.value.take().ok_or_else(Error::value_before_key)?)
    }

    /// Returns the key that is the name of a field of a `Spanned`, which the visitor borrows.
    #[cold]
    pub(super) fn spanned_key<'k>(&self, key: KeyDeserializer<'de, 'k>) -> KeyDeserializer<'de, 'k> {
        let field = self.target.names().iter().find(|name| **name == key.name.text);
        let name = NameView { spelling: Spelling::Verbatim(0), ..key.name };
        KeyDeserializer { name, input: field.copied(), ..key }
    }
}
