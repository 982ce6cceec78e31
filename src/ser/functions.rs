//! The functions that write a value: as native text, as JSON, as a body or as a value.

use std::io::Write;

use serde::Serialize;

use super::json_writer::Style;
use super::options::WriteOptions;
use super::serializer::TapeSerializer;
use super::tape::Tape;
use super::{json, json_direct, value};
use crate::body::{Body, parse_file};
use crate::error::Result;
use crate::value::Value;

/// Writes a value as a configuration file in native syntax, in the style of `terraform fmt`.
///
/// [`from_str`](crate::from_str) decodes the text to an equal value. A text of several lines that
/// ends with a newline is written as a heredoc.
///
/// # Errors
/// Returns an error with the path to the first value that HCL cannot represent: NaN, a name that is
/// not an identifier, a root that is neither a struct nor a map, an unknown or marked value, or
/// more than 128 levels of nesting.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Config {
///     region: String,
///     replicas: u8,
///     service: Vec<Service>,
/// }
///
/// #[derive(serde::Serialize)]
/// struct Service {
///     #[serde(rename = "$label")]
///     name: String,
///     ports: Vec<u16>,
/// }
///
/// let service = Service { name: "web".into(), ports: vec![80, 443] };
/// let config = Config { region: "eu".into(), replicas: 3, service: vec![service] };
/// let text = serde_hcl::to_string(&config)?;
/// assert_eq!(
///     text,
///     "region   = \"eu\"\nreplicas = 3\n\nservice \"web\" {\n  ports = [80, 443]\n}\n"
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    WriteOptions::new().to_string(value)
}

pub(super) fn tape<T: Serialize + ?Sized>(value: &T) -> Result<Tape> {
    WriteOptions::new().tape_of(value)
}

/// Writes a configuration in native syntax into bytes; see [`to_string`].
///
/// # Errors
/// Returns the same errors as [`to_string`].
///
/// ```
/// let config = std::collections::BTreeMap::from([("port", 80)]);
/// assert_eq!(serde_hcl::to_vec(&config)?, b"port = 80\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_string(value).map(String::into_bytes)
}

/// Writes a configuration in native syntax into a writer; see [`to_string`].
///
/// # Errors
/// Returns the same errors as [`to_string`], and an error if the writer fails.
///
/// ```
/// let config = std::collections::BTreeMap::from([("port", 80)]);
/// let mut file = Vec::new();
/// serde_hcl::to_writer(&mut file, &config)?;
/// assert_eq!(file, b"port = 80\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_writer<T: Serialize + ?Sized>(mut writer: impl Write, value: &T) -> Result<()> {
    Ok(writer.write_all(to_string(value)?.as_bytes())?)
}

/// Converts a value to a body: the parsed output of [`to_string`].
///
/// # Errors
/// Returns the same errors as [`to_string`].
///
/// ```
/// let body = serde_hcl::ser::to_body(&std::collections::BTreeMap::from([("port", 80)]))?;
/// assert_eq!(body.attributes().next().map(|it| it.name().to_owned()).as_deref(), Some("port"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_body<T: Serialize + ?Sized>(value: &T) -> Result<Body> {
    Ok(parse_file(to_string(value)?).into_result()?.body().clone())
}

/// Converts a serializable value to a [`Value`]: structs and maps to objects, sequences to tuples.
/// Blocks become an object for each level of labels, with tuples of bodies in it, as a [`Value`] is
/// decoded from them. If a label comes back after another one, they become a tuple of such objects,
/// so that they keep their order.
///
/// # Errors
/// Returns the same errors as [`to_string`], except those about the root and about names: any root
/// and any name are valid.
///
/// ```
/// use serde_hcl::value;
///
/// assert_eq!(serde_hcl::to_value(&(1, "a", None::<u8>))?, value!([1, "a", null]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_value<T: Serialize>(value: T) -> Result<Value> {
    value::root(&tape(&value)?)
}

/// Writes a value as HCL JSON, without spaces.
///
/// The root can be any value. A struct or map is a body, whose blocks become nested objects by type
/// and labels; repeated ones keep their order. Texts are templates in HCL JSON, so `${` and `%{` in
/// a string, a name or a key are escaped; expressions that were parsed become `"${…}"`. Labels are
/// not templates, and are written as they are, except for those that are keys of maps.
///
/// # Errors
/// Returns the same errors as [`to_string`], except those about the root and about names. An
/// attribute and a block of one name are an error, since JSON cannot distinguish them.
///
/// Values without blocks are written as they are serialized. At the first block, the value is
/// serialized again.
///
/// ```
/// let file = serde_hcl::parse_file("rule a { n = 1 }\nrule b { n = x }\n").into_result()?;
/// let json = serde_hcl::json::to_string(file.body())?;
/// assert_eq!(json, r#"{"rule":{"a":{"n":1},"b":{"n":"${x}"}}}"#);
/// assert_eq!(serde_hcl::json::to_string(&["$5 or ${5}"])?, r#"["$5 or $${5}"]"#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_json_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    json_text(value, Style::Compact)
}

/// Writes like [`to_string`](to_json_string), with a line for each property and element, indented
/// by two spaces a level.
///
/// # Errors
/// Returns the same errors as [`to_string`](to_json_string).
///
/// ```
/// let ports = std::collections::BTreeMap::from([("http", 80)]);
/// assert_eq!(serde_hcl::json::to_string_pretty(&ports)?, "{\n  \"http\": 80\n}");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_json_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    json_text(value, Style::Pretty)
}

fn json_text<T: Serialize + ?Sized>(value: &T, style: Style) -> Result<String> {
    json_direct::text(value, style).map_or_else(|| json::text(&json_tape(value)?, style), Ok)
}

fn json_tape<T: Serialize + ?Sized>(value: &T) -> Result<Tape> {
    let mut tape = Tape::for_json();
    value.serialize(TapeSerializer::new(&mut tape))?;
    Ok(tape)
}

/// Writes a configuration in HCL JSON into bytes; see [`to_string`](to_json_string).
///
/// # Errors
/// Returns the same errors as [`to_string`](to_json_string).
pub fn to_json_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_json_string(value).map(String::into_bytes)
}

/// Writes a configuration in HCL JSON into a writer; see [`to_string`](to_json_string).
///
/// # Errors
/// Returns the same errors as [`to_string`](to_json_string), and an error if the writer fails.
pub fn to_json_writer<T: Serialize + ?Sized>(mut writer: impl Write, value: &T) -> Result<()> {
    Ok(writer.write_all(to_json_string(value)?.as_bytes())?)
}
