//! Functions that write a field as blocks.

use serde::Serialize;

use crate::protocol::{BLOCK, LABELED_BLOCKS};

/// Writes a struct or map as a block without labels in place of an attribute, an enum as a block
/// with the name of the variant as its label, and a sequence of them as repeated blocks.
///
/// # Errors
/// Returns an error if the value is something else. Other formats write the value as it is.
///
pub fn blocks<T: Serialize + ?Sized, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(BLOCK, value)
}

/// Writes a map of structs as blocks with the keys as their labels. The value of a key can also be
/// a sequence, of several blocks with that label, or another map of structs, whose keys are the
/// next labels.
///
/// # Errors
/// Returns an error if the value is something else. Other formats write the value as it is.
///
pub fn labeled_blocks<T: Serialize + ?Sized, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(LABELED_BLOCKS, value)
}

/// Writes a flattened type as serde writes it without an attribute.
///
/// # Errors
/// Returns the errors of the type.
pub fn flat<T: Serialize + ?Sized, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.serialize(serializer)
}
