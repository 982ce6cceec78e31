//! Values that are tried in place of missing fields.
//!
//! Serde decodes types under `flatten` and `tag` from a buffer, so the types of their fields are
//! not known, and a stand-in of the type is not possible. To find the other fields that are
//! missing, the part is decoded again with a plain value in place of the field. If the type of the
//! field rejects the value, the next one is tried. A field that is missing with the value too is
//! one of a type inside.

use std::sync::LazyLock;

use super::names::Missing;
use crate::body::{Expression, ExpressionView, parse_expression};
use crate::error::Clue;

/// The values, in the order in which they are tried.
static VALUES: LazyLock<[Expression; 4]> =
    LazyLock::new(|| ["\"\"", "0", "false", "[]"].map(|text| parse_expression(text).value));

/// Returns the value with an index.
#[cold]
pub(super) fn value<'c>(index: usize) -> ExpressionView<'c> {
    VALUES[index.min(VALUES.len() - 1)].view()
}

/// The fields in place of which values are tried.
#[derive(Default)]
pub(super) struct Trial {
    /// Each with the index of its value.
    fields: Vec<(&'static str, usize)>,
    /// The fields that are missing. The others failed.
    missing: Vec<Missing>,
}

impl Trial {
    /// Returns the fields and the indexes of their values.
    pub(super) fn fields(&self) -> &[(&'static str, usize)] {
        &self.fields
    }

    /// Returns whether there is a value for a field.
    pub(super) fn has(&self, field: &str) -> bool {
        self.fields.iter().any(|(name, _)| *name == field)
    }

    /// Adds a field, which is missing or failed.
    pub(super) fn add(&mut self, field: &'static str, missing: Option<Missing>) {
        self.fields.push((field, 0));
        self.missing.extend(missing);
    }

    /// Removes the last field, if it has this name. Returns whether it has.
    pub(super) fn remove_last(&mut self, field: &str) -> bool {
        let removed = self.fields.pop_if(|(last, _)| *last == field);
        self.missing.retain(|missing| removed.is_none() || missing.field() != field);
        removed.is_some()
    }

    /// Continues with the next value, if an error is about the last one and there is another.
    pub(super) fn advance(&mut self, clue: Option<&Clue>) -> bool {
        let Some((_, index)) = self.fields.last_mut() else { return false };
        let is_about = match (*index, clue) {
            (0, Some(Clue::Text(text))) => text.is_empty(),
            (1, Some(clue)) => matches!(clue, Clue::Integer(0) | Clue::Unsigned(0) | Clue::Float(_)),
            (2, Some(clue)) => *clue == Clue::Bool(false),
            _ => false,
        };
        *index += usize::from(is_about);
        is_about
    }

    /// Returns the fields that are missing.
    pub(super) fn into_missing(self) -> Vec<Missing> {
        self.missing
    }
}
