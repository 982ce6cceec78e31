//! Values with a span, as `Spanned` requests them.

use std::ops::Range;

use serde::de::Visitor;

use super::any::AnyDeserializer;
use super::member_access::{MemberAccess, SpannedValue, visit_with};
use super::members::{Kind, Members};
use super::target::{Request, Target};
use super::{Context, Names, Settings, located};
use crate::error::Result;
use crate::source::Source;

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
    visit_with(visitor, |visit| visit_by(value, settings, place, fields, visit))
}

fn visit_by<'de, 'c>(
    value: AnyDeserializer<'_, 'de, 'c>,
    settings: &'c Settings<'de, 'c>,
    (span, source): (Range<usize>, Option<&Source>),
    fields: Names,
    visit: &mut dyn FnMut(&mut MemberAccess<'_, 'de, '_>) -> Result<()>,
) -> Result<()> {
    let _scope = located::spanned(source);
    let members = Members::of_value(Vec::new(), Kind::Spanned);
    let target = Target::new::<()>(None, Request::Struct(fields));
    let access = MemberAccess::new(&members, &target, Context::new(settings, None), &settings.no_slot);
    let spanned = SpannedValue { bounds: [span.start, span.end], value: Some(value) };
    visit(&mut access.with_spanned(spanned))
}
