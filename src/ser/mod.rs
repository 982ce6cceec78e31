//! Writing: from the user's types to native syntax, to HCL JSON, and to values.
//!
//! A struct or map at the root is a body: its fields are attributes and blocks. Types that
//! [`from_str`](crate::from_str) decodes only from blocks are written as blocks: a struct with
//! fields named `$label`, `$label.1`, … or `$labels`, [`Labeled`](crate::Labeled),
//! [`Body`](crate::Body), a struct with a field named `$remain`, and sequences and maps of those.
//! The functions of this module, for `#[serde(serialize_with = "…")]`, write plain structs and
//! enums as blocks; [`WriteOptions::structs_as_blocks`] does it for all structs. All other fields
//! are attributes. Fields that are `None` are omitted from a body.
//!
//! Only fields of structs have such names. The keys of maps are data, also those of maps under
//! `flatten`: a key `$label` is written as it is in an object and in HCL JSON, and is an error in
//! place of a name in native syntax, and beside fields for labels.
//!
//! A type that can be decoded from a configuration can also be decoded from its written form.
//!
//! [`WriteOptions::structs_as_blocks`]: crate::WriteOptions::structs_as_blocks

mod captured;
mod expression;
pub(crate) mod functions;
mod json;
mod json_writer;
mod native;
mod node;
pub(crate) mod options;
pub(crate) mod output;
mod serializer;
mod tape;
mod value;

use serde::Serialize;

use crate::error::Result;
use crate::protocol::{BLOCK, LABELED_BLOCKS};
#[cfg(feature = "edit")]
pub(crate) use {
    expression::native_text as canonical_expression,
    functions::expression_text,
    native::{block_text, entry_texts, node_text},
    node::{NodeKind, TapeNode, body as make_body},
    tape::Tape,
};

/// Writes a struct or map as a block without labels in place of an attribute, an enum as a block
/// with the name of the variant as its label, and a sequence of them as repeated blocks.
///
/// # Errors
/// Returns an error if the value is something else. Other formats write the value as it is.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Config {
///     #[serde(serialize_with = "serde_hcl::ser::block")]
///     defaults: Defaults,
/// }
///
/// #[derive(serde::Serialize)]
/// struct Defaults {
///     replicas: u8,
/// }
///
/// let config = Config { defaults: Defaults { replicas: 2 } };
/// assert_eq!(serde_hcl::to_string(&config)?, "defaults {\n  replicas = 2\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn block<T: Serialize + ?Sized, S: serde::Serializer>(
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
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(serde::Serialize)]
/// struct Config {
///     #[serde(serialize_with = "serde_hcl::ser::labeled_blocks")]
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(serde::Serialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let config = Config { service: BTreeMap::from([("web".to_owned(), Service { port: 80 })]) };
/// assert_eq!(serde_hcl::to_string(&config)?, "service \"web\" {\n  port = 80\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn labeled_blocks<T: Serialize + ?Sized, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(LABELED_BLOCKS, value)
}
