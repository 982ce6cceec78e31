//! Functions for the attribute `deserialize_with` of a field.

use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};

use crate::protocol::{ATTRIBUTE, BLOCK};

/// Decodes the single element of a sequence, for `#[serde(deserialize_with =
/// "serde_hcl::with::one")]`. Self-describing types, such as those under `untagged` and `flatten`,
/// decode a block as such a sequence.
///
/// # Errors
/// Returns an error if there is none, or more than one.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Config {
///     name: String,
///     #[serde(flatten)]
///     more: More,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct More {
///     #[serde(deserialize_with = "serde_hcl::with::one")]
///     limits: Limits,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Limits {
///     cpu: u8,
/// }
///
/// let config: Config = serde_hcl::from_str("name = \"x\"\nlimits {\n  cpu = 2\n}\n")?;
/// assert_eq!(config.more.limits.cpu, 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn one<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut elements: Vec<T> = many(deserializer)?;
    match (elements.pop(), elements.len()) {
        (Some(only), 0) => Ok(only),
        (None, _) => Err(D::Error::custom("exactly one is expected here, but there is none")),
        (Some(_), more) => {
            Err(D::Error::custom(format_args!("exactly one is expected here, found {}", more + 1)))
        }
    }
}

/// Decodes a field that is an attribute, not a block, for
/// `#[serde(deserialize_with = "serde_hcl::with::attribute")]`. With
/// [`Options::strict`](crate::Options::strict), a struct in its value is an object.
///
/// # Errors
/// Returns an error if the field is a block.
///
/// ```
/// use serde_hcl::Options;
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     #[serde(deserialize_with = "serde_hcl::with::attribute")]
///     owner: Owner,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Owner {
///     name: String,
/// }
///
/// let config: Config = Options::new().strict(true).from_str("owner = { name = \"eve\" }\n")?;
/// assert_eq!(config.owner.name, "eve");
/// assert!(serde_hcl::from_str::<Config>("owner {\n  name = \"eve\"\n}\n").is_err());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn attribute<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(ATTRIBUTE, Inside(PhantomData))
}

/// Decodes a field that is a block, or several, not an attribute. With
/// [`Options::strict`](crate::Options::strict), a map is decoded from it too.
///
/// # Errors
/// Returns an error if the field is an attribute. In HCL JSON an attribute whose value is an object
/// is a block.
pub fn block<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(BLOCK, Inside(PhantomData))
}

/// Decodes the content of a newtype struct.
struct Inside<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Inside<T> {
    type Value = T;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// Decodes a sequence or a single element, for `#[serde(deserialize_with =
/// "serde_hcl::with::many")]`. Data from another crate can have a single block in place of a
/// sequence.
///
/// # Errors
/// Returns an error if an element cannot be decoded.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Config {
///     #[serde(default, deserialize_with = "serde_hcl::with::many")]
///     listen: Vec<Listen>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Listen {
///     port: u16,
/// }
///
/// let config: Config = serde_json::from_str(r#"{ "listen": { "port": 80 } }"#)?;
/// assert_eq!(config.listen[0].port, 80);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn many<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_any(OneOrMany(PhantomData))
}

/// A sequence or a single element, as in JSON.
struct OneOrMany<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrMany<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("one block")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(access))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Vec<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(access)).map(|element| vec![element])
    }
}
