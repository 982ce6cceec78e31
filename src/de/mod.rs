//! From bodies to the user's types, through serde.
//!
//! One file a shape: bodies as structs and maps, the blocks of one type, labels, expressions, values. All of it works
//! on what `body` shows, so it does not know which syntax it reads.

mod block;
mod body;
mod enums;
mod expression;
pub(crate) mod json;
mod key;
mod labeled;
mod options;
mod property;
mod value;

use serde::Deserialize;
use serde::de::{SeqAccess, Visitor};

use crate::body::Body;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::value::Value;
use body::BodyDeserializer;
pub(crate) use key::NUMBERED as LABEL_FIELDS;
pub use labeled::Labeled;
pub(crate) use labeled::NAME as LABELED;
pub use options::{Options, from_path, from_reader, from_slice, from_str};
pub(crate) use value::ValueDeserializer;

/// What every deserializer of a text shares.
#[derive(Clone, Copy)]
struct Reading<'de, 'c> {
    context: &'c EvalContext,
    /// The text, when strings may be borrowed from it.
    input: Option<&'de str>,
}

/// Gives a sequence to a visitor, and refuses what the visitor left over: nothing is lost in silence.
fn visit_seq<'de, A, V>(mut access: A, length: usize, visitor: V) -> Result<V::Value>
where
    A: SeqAccess<'de, Error = Error>,
    V: Visitor<'de>,
{
    let value = visitor.visit_seq(&mut access)?;
    match access.size_hint() {
        None | Some(0) => Ok(value),
        Some(left) => Err(too_many_elements(length - left, left)),
    }
}

fn too_many_elements(taken: usize, left: usize) -> Error {
    let detail = format!("Expected {taken} elements, found {}. Remove the last {left}.", taken + left);
    Error::data("Too many elements", detail)
}

/// Decodes a body that was parsed before.
///
/// Strings cannot be borrowed from it; types that borrow need [`from_str`].
///
/// # Errors
/// The first thing that does not fit the type, with its place and the path to the field.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let file = serde_hcl::parse_file("port = 40 * 2\n").into_result()?;
/// let service: Service = serde_hcl::from_body(&file.body(), &serde_hcl::EvalContext::new())?;
/// assert_eq!(service.port, 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_body<'de, T: Deserialize<'de>>(body: &Body, context: &EvalContext) -> Result<T> {
    let reading = Reading { context, input: None };
    T::deserialize(BodyDeserializer::new(body.view(), reading))
}

/// Decodes a value.
///
/// # Errors
/// The first thing in it that does not fit the type, or is unknown, with the path to the field.
///
/// ```
/// use serde_hcl::value;
///
/// let ports: Vec<u16> = serde_hcl::from_value(&value!(["80", 443]))?;
/// assert_eq!(ports, [80, 443]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_value<'de, T: Deserialize<'de>>(value: &Value) -> Result<T> {
    T::deserialize(ValueDeserializer::new(value))
}
