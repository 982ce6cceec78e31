//! The reason for the end of a run, which is the error of its deserializers.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

/// The reason for the end of a run.
#[derive(Debug)]
pub(super) enum Stop {
    Missing(&'static str),
    Duplicate,
    /// An unknown field, with the known ones.
    Unknown(&'static [&'static str]),
    /// An unknown variant, with the known ones.
    UnknownVariant(&'static [&'static str]),
    /// A sequence of another length.
    Length(usize),
    /// A value of another kind.
    Mismatch,
    /// A key was requested as the name of a field, among names that serde hides.
    Identifier,
    Other,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the type is inspected, and no value is decoded")
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

    fn unknown_field(_: &str, fields: &'static [&'static str]) -> Self {
        Self::Unknown(fields)
    }

    fn unknown_variant(_: &str, variants: &'static [&'static str]) -> Self {
        Self::UnknownVariant(variants)
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Mismatch
    }

    fn invalid_length(len: usize, _: &dyn Expected) -> Self {
        Self::Length(len)
    }
}
