//! Functions for the attribute `deserialize_with` of a field.

use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};

use crate::protocol::{ATTRIBUTE, BLOCK, MANY};

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

/// Decodes a list or a single value, for `#[serde(deserialize_with = "serde_hcl::with::many")]`: an
/// attribute can be written as `tags = "a"` and as `tags = ["a", "b"]`, and data from another crate
/// can have a single block in place of a sequence.
///
/// # Errors
/// Returns an error if an element cannot be decoded.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Config {
///     #[serde(default, deserialize_with = "serde_hcl::with::many")]
///     ports: Vec<u16>,
///     #[serde(default, deserialize_with = "serde_hcl::with::many")]
///     listen: Vec<Listen>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Listen {
///     address: String,
/// }
///
/// let config: Config = serde_hcl::from_str("ports = 80\n")?;
/// assert_eq!(config.ports, [80]);
/// let config: Config = serde_hcl::from_str("ports = [80, 443]\n")?;
/// assert_eq!(config.ports, [80, 443]);
/// let config: Config = serde_json::from_str(r#"{ "listen": { "address": "::1" } }"#).unwrap();
/// assert_eq!(config.listen[0].address, "::1");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn many<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_newtype_struct(MANY, OneOrMany(PhantomData))
}

/// A sequence or a single element. The deserializers of this crate pass an element by `visit_some`,
/// so that it can be of any type. Others pass a value that describes itself.
struct OneOrMany<T>(PhantomData<T>);

impl<T> OneOrMany<T> {
    fn one<'de, D: serde::Deserializer<'de>>(element: D) -> Result<Vec<T>, D::Error>
    where
        T: Deserialize<'de>,
    {
        T::deserialize(element).map(|element| vec![element])
    }
}

macro_rules! one {
    ($($method:ident($ty:ty);)*) => {
        $(fn $method<E: serde::de::Error>(self, value: $ty) -> Result<Vec<T>, E> {
            Self::one(value.into_deserializer())
        })*
    };
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrMany<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("one value or a list")
    }

    one! {
        visit_bool(bool);
        visit_i64(i64);
        visit_u64(u64);
        visit_f64(f64);
        visit_str(&str);
        visit_string(String);
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, value: &'de str) -> Result<Vec<T>, E> {
        Self::one(BorrowedStrDeserializer::new(value))
    }

    fn visit_some<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        Self::one(deserializer)
    }

    fn visit_newtype_struct<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(access))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Vec<T>, A::Error> {
        Self::one(MapAccessDeserializer::new(access))
    }
}
