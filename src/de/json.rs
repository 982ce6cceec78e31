//! Decoding of HCL JSON.

use std::io::Read;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::body::BodyDeserializer;
use super::{Options, deserializer};
use crate::error::Result;

/// Decodes a configuration in JSON syntax, into the types that [`from_str`](crate::from_str)
/// decodes the same configuration in native syntax into: the type is the schema.
///
/// A property is an attribute where the field takes a value, and blocks where it takes those: an
/// object is one block, an array one for each element, and labels are the property names of objects
/// between. Strings are templates. A property named `"//"` in a body is a comment.
///
/// # Errors
/// Returns an error with all syntax errors, or else with all values that do not match the type,
/// their locations and the paths of their fields; see [`de`](crate::de#errors).
///
/// Specification: JSON syntax.
///
/// ```
/// #[derive(serde::Deserialize, PartialEq, Debug)]
/// struct Config {
///     region: String,
///     service: Vec<Service>,
/// }
///
/// #[derive(serde::Deserialize, PartialEq, Debug)]
/// struct Service {
///     #[serde(rename = "$label")]
///     name: String,
///     port: u16,
/// }
///
/// let json = r#"{ "region": "eu", "service": { "web": { "port": "${40 * 2}" } } }"#;
/// let native = "region = \"eu\"\nservice \"web\" {\n  port = 80\n}\n";
/// let config: Config = serde_hcl::json::from_str(json)?;
/// assert_eq!(config, serde_hcl::from_str(native)?);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    Options::new().json(true).from_str(text)
}

/// Decodes a configuration in JSON syntax from bytes, which must be UTF-8; see [`from_str`].
///
/// # Errors
/// Returns the same errors as [`from_str`]. Bytes that are not UTF-8 are a syntax error.
///
/// ```
/// let config: serde_hcl::Map = serde_hcl::json::from_slice(br#"{ "port": 80 }"#)?;
/// assert_eq!(config["port"], 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    Options::new().json(true).from_slice(bytes)
}

/// Decodes a configuration in JSON syntax from a reader, which is read to its end; see
/// [`from_str`].
///
/// # Errors
/// Returns the same errors as [`from_slice`], and an error if the reader fails.
///
/// ```
/// let file = std::io::Cursor::new(r#"{ "port": 80 }"#);
/// let config: serde_hcl::Map = serde_hcl::json::from_reader(file)?;
/// assert_eq!(config["port"], 80);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn from_reader<T: DeserializeOwned>(reader: impl Read) -> Result<T> {
    Options::new().json(true).from_reader(reader)
}

/// A [`serde::Deserializer`] of a configuration in JSON syntax, as
/// [`de::Deserializer`](crate::de::Deserializer) is one of the native syntax. It makes [one
/// pass](crate::de::Deserializer#one-pass). [`Options::deserializer`] has settings, and makes
/// further passes.
///
/// ```
/// use serde_hcl::json;
///
/// let text = r#"{ "port": "${40 * 2}" }"#;
/// let mut out = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut out);
/// serde_transcode::transcode(json::Deserializer::from_str(text)?, &mut serializer)?;
/// assert_eq!(out, br#"{"port":80}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Deserializer<'de>(deserializer::Deserializer<'de>);

impl<'de> Deserializer<'de> {
    /// Parses a text in JSON syntax.
    ///
    /// # Errors
    /// Returns an error with all syntax errors.
    #[allow(clippy::should_implement_trait, reason = "the trait cannot borrow from the text")]
    pub fn from_str(text: &'de str) -> Result<Self> {
        Options::new().json(true).deserializer(text).map(Self)
    }

    /// Parses bytes in JSON syntax, which must be UTF-8.
    ///
    /// # Errors
    /// Returns an error with all syntax errors. Bytes that are not UTF-8 are one.
    pub fn from_slice(bytes: &'de [u8]) -> Result<Self> {
        Options::new().json(true).deserializer_of_slice(bytes).map(Self)
    }

    /// Decodes in one pass.
    pub(super) fn visit<T>(&self, visit: impl FnOnce(BodyDeserializer<'de, '_>) -> Result<T>) -> Result<T> {
        self.0.visit(visit)
    }
}
