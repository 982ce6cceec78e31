//! Values with a span, as `Spanned` requests them.

use std::ops::Range;

use super::any::AnyDeserializer;
use super::member_access::visit_fields;
use super::visitor::AnyVisitor;
use super::{Names, Settings, located};
use crate::error::Result;
use crate::source::Source;

/// Visits a value and its span in a source as the fields of a `Spanned`.
#[cold]
pub(super) fn visit_spanned<'de, 'c>(
    value: AnyDeserializer<'_, 'de, 'c>,
    settings: &'c Settings<'de, 'c>,
    (span, source): (Range<usize>, Option<&Source>),
    fields: Names,
    visitor: &mut dyn AnyVisitor<'de>,
) -> Result<()> {
    let _scope = located::spanned(source);
    visit_fields(fields, &[span.start, span.end], value, settings, visitor)
}
