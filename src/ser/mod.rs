//! Writing: from the user's types to native syntax, to HCL JSON, and to values.
//!
//! A struct or map at the root is a body: its fields are arguments and blocks. Types that
//! [`from_str`](crate::from_str) decodes from blocks alone are written as blocks: a struct with
//! fields named `$label`, `$label.1`, … or `$labels`, [`Labeled`](crate::Labeled),
//! [`Body`](crate::Body), a struct with a field named `$remain`, and sequences and maps of those.
//! The functions of this module make blocks of plain structs and enums, for
//! `#[serde(serialize_with = "…")]`; [`WriteOptions::structs_as_blocks`] does it for all structs.
//! All other fields are arguments. `None` is left out of a body.
//!
//! A type that decodes a text is decoded again from what it is written as.

mod body_items;
mod captured;
mod expression;
mod json;
mod json_writer;
mod native;
mod node;
mod options;
pub(crate) mod output;
mod serializer;
mod tape;
mod value;

use std::io::Write;

use serde::Serialize;

use crate::body::{Body, parse_file};
use crate::error::Result;
use crate::protocol::{BLOCK, LABELED_BLOCKS};
use crate::value::Value;
use json_writer::Style;
use node::{Node, NodeKind};
pub use options::WriteOptions;
pub use output::Serializer;

/// Writes a value as the text of a configuration file, in the style that `terraform fmt` leaves as
/// it is.
///
/// [`from_str`](crate::from_str) decodes the text to an equal value. A text of several lines that
/// ends with a newline is written as a heredoc.
///
/// # Errors
/// Returns an error if there is not HCL for it, with the path to it: NaN, a name that is not an
/// identifier, a root that is neither a struct nor a map, unknown and marked values, more than 128
/// levels of nesting.
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
/// assert_eq!(text, "region   = \"eu\"\nreplicas = 3\n\nservice \"web\" {\n  ports = [80, 443]\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    native::file(&mut serializer::tape(value)?)
}

/// Writes a value as the text of an expression. An expression that was parsed keeps its notation.
pub(crate) fn expression_text<T: Serialize + ?Sized>(value: &T, heredocs: bool) -> Result<String> {
    let tape = serializer::tape(value)?;
    let root = Node::root(&tape);
    match root.kind() {
        NodeKind::Expression(captured) => expression::notation(captured),
        _ => native::expression(root, heredocs),
    }
}

/// As [`to_string`], into bytes.
///
/// # Errors
/// The errors of [`to_string`].
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_string(value).map(String::into_bytes)
}

/// As [`to_string`], into a writer.
///
/// # Errors
/// The errors of [`to_string`], and errors of the writer.
pub fn to_writer<T: Serialize + ?Sized>(mut writer: impl Write, value: &T) -> Result<()> {
    Ok(writer.write_all(to_string(value)?.as_bytes())?)
}

/// Converts a type to a body: the parsed text of [`to_string`].
///
/// # Errors
/// As [`to_string`].
///
/// ```
/// let body = serde_hcl::to_body(&std::collections::BTreeMap::from([("port", 80)]))?;
/// assert_eq!(body.attributes().next().map(|it| it.name().to_owned()).as_deref(), Some("port"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_body<T: Serialize + ?Sized>(value: &T) -> Result<Body> {
    Ok(parse_file(to_string(value)?).into_result()?.body())
}

/// Converts a type to a value: structs and maps to objects, sequences to tuples. Blocks become an
/// object for each level of labels, with tuples of bodies in it, as a [`Value`] is decoded from
/// them.
///
/// # Errors
/// Those of [`to_string`], but any root and any name are valid.
///
/// ```
/// use serde_hcl::value;
///
/// assert_eq!(serde_hcl::to_value(&(1, "a", None::<u8>))?, value!([1, "a", null]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    value::value(Node::root(&serializer::tape(value)?), 0)
}

/// Writes a value as HCL JSON, without spaces.
///
/// The root can be any value. A struct or map is a body, whose blocks become nested objects by type
/// and labels; repeated ones keep their order. Texts are templates in HCL JSON, so `${` and `%{` in
/// a string, a name or a key are escaped; expressions that were parsed become `"${…}"`. Labels are
/// not templates, and are written as they are, except for those that are keys of maps.
///
/// # Errors
/// The errors of [`to_string`], but any root and any name are valid. An argument and a block of one
/// name are an error, since JSON cannot distinguish them.
///
/// ```
/// let file = serde_hcl::parse_file("rule a { n = 1 }\nrule b { n = x }\n").into_result()?;
/// let json = serde_hcl::json::to_string(&file.body())?;
/// assert_eq!(json, r#"{"rule":{"a":{"n":1},"b":{"n":"${x}"}}}"#);
/// assert_eq!(serde_hcl::json::to_string(&["$5 or ${5}"])?, r#"["$5 or $${5}"]"#);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_json_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    json::text(&serializer::tape(value)?, Style::Compact)
}

/// As [`to_string`](to_json_string), a line for each property and element, indented by two spaces a
/// level.
///
/// # Errors
/// The errors of [`to_json_string`].
///
/// ```
/// let ports = std::collections::BTreeMap::from([("http", 80)]);
/// assert_eq!(serde_hcl::json::to_string_pretty(&ports)?, "{\n  \"http\": 80\n}");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn to_json_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    json::text(&serializer::tape(value)?, Style::Pretty)
}

/// As [`to_string`](to_json_string), into bytes.
///
/// # Errors
/// The errors of [`to_json_string`].
pub fn to_json_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_json_string(value).map(String::into_bytes)
}

/// As [`to_string`](to_json_string), into a writer.
///
/// # Errors
/// The errors of [`to_json_string`], and errors of the writer.
pub fn to_json_writer<T: Serialize + ?Sized>(mut writer: impl Write, value: &T) -> Result<()> {
    Ok(writer.write_all(to_json_string(value)?.as_bytes())?)
}

/// Writes a struct or map as an unlabelled block in place of an argument, an enum as a block with the
/// name of the variant as its label, and a sequence of them as repeated blocks.
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
/// a sequence, of several blocks with that label, or another map of structs, whose keys are the next
/// labels.
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
