//! Decoding into the user's types with serde.
//!
//! The type decides how a configuration is decoded. Both syntaxes are decoded into the same types.
//! Specification: information model, "Body Content"; JSON syntax, "Structural Elements".
//!
//! # Attributes
//! Scalars, sequences, tuples, maps, structs and enums take the value of an attribute, with the
//! conversions of the information model: `"80"` can be decoded into a `u16`; 1.5 or 300 for a `u8`
//! is an error at the location of the value.
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     port: u16,
//!     ratio: Option<f64>,
//!     hosts: Vec<String>,
//! }
//!
//! let config: Config =
//!     serde_hcl::from_str("port = \"80\"\nhosts = [for n in [1, 2] : \"h${n}\"]\n")?;
//! assert_eq!((config.port, config.ratio, config.hosts.len()), (80, None, 2));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Null
//! A field whose type takes null gets it: an `Option` is `None`, a [`Value`] is null, a unit is a
//! unit. For any other field, an attribute that is set to null counts as absent: the field gets its
//! default, and a field without one causes an error that names the attribute. This holds for the
//! fields of structs in blocks, objects and values. Entries of maps and elements of sequences are
//! never absent, even if they are null.
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     #[serde(default)]
//!     retries: u8,
//!     owner: Option<String>,
//! }
//!
//! let config: Config = serde_hcl::from_str("retries = null\nowner = null\n")?;
//! assert_eq!((config.retries, config.owner), (0, None));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! That a field rejects null is known only after the null was decoded. Then the struct around it is
//! decoded again without the null, where its type is known: as an element of a sequence, as the
//! value of a field or an entry, or as the whole configuration. The first null of each type of
//! `Option` is decoded again too, since the content could be a [capture](#captures), which takes
//! null. What was found in its parts is
//! kept, so a value is decoded at most once for itself and once more for each struct around it. A
//! type under `untagged`, and a [`Value`] that is deserialized without
//! [`from_value`](crate::from_value), is decoded once: null is then an error if the type does not
//! accept it.
//!
//! # Blocks: one, at most one, any number
//! A struct takes exactly one block, an option at most one, a sequence any number in source order.
//! Two blocks where one is expected cause an error that shows both.
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     defaults: Port,
//!     admin: Option<Port>,
//!     #[serde(default)]
//!     listen: Vec<Port>,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Port {
//!     port: u16,
//! }
//!
//! let config: Config =
//!     serde_hcl::from_str("defaults { port = 1 }\nlisten { port = 2 }\nlisten { port = 3 }\n")?;
//! assert_eq!((config.defaults.port, config.admin.is_none(), config.listen[1].port), (1, true, 3));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Labels
//! Fields named `$label`, `$label.1`, … take the labels of the struct's block, and `$labels` takes
//! all of them. [`Labeled`] contains labels and body separately. Each level of a map takes one
//! label.
//!
//! ```
//! use serde_hcl::de::Labeled;
//! use std::collections::BTreeMap;
//!
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     rule: Vec<Rule>,
//!     zone: BTreeMap<String, Zone>,
//!     user: Vec<Labeled<(String, u32), Zone>>,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Rule {
//!     #[serde(rename = "$label")]
//!     protocol: String,
//!     #[serde(rename = "$label.1")]
//!     port: u16,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Zone {}
//!
//! let config: Config =
//!     serde_hcl::from_str("rule tcp \"80\" {}\nzone \"a\" {}\nuser \"eve\" \"7\" {}\n")?;
//! assert_eq!((config.rule[0].protocol.as_str(), config.rule[0].port), ("tcp", 80));
//! assert!(config.zone.contains_key("a"));
//! assert_eq!(config.user[0].labels, ("eve".to_owned(), 7));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Enums
//! A sequence of enums takes a body of mixed blocks and attributes in source order. The name of a
//! variant is the type of a block or the name of an attribute. If an enum is decoded from a block,
//! the first label of the block selects the variant. In the value of an attribute, a variant is a
//! string or an object with one attribute. [Tagged, untagged and flattened
//! types](#flattened-tagged-and-untagged-types) are described below.
//!
//! ```
//! #[derive(serde::Deserialize, PartialEq, Debug)]
//! #[serde(rename_all = "snake_case")]
//! enum Step {
//!     Copy { from: String },
//!     Wait(u32),
//! }
//!
//! let steps: Vec<Step> = serde_hcl::from_str("copy { from = \"a\" }\nwait = 5\n")?;
//! assert_eq!(steps, [Step::Copy { from: "a".to_owned() }, Step::Wait(5)]);
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Self-describing types
//! For [`Value`] and other self-describing types, blocks are objects with the labels as keys, one
//! level for each label. The innermost values are sequences of bodies, so the structure does not
//! depend on the number of blocks. Blocks of one type with different numbers of labels are a
//! sequence, in which each block is an object: `include {}` and `include "x" {}` are `[{}, { x =
//! [{}] }]`. The blocks of a label are together, also if others are between them: `rule a {}`,
//! `rule b {}`, `rule a {}` are `{ a = [{}, {}], b = [{}] }`. [`one`](crate::with::one) decodes a
//! sequence with a single body, for one field; [`Options::single_blocks`] turns all single blocks
//! into objects. Expressions are evaluated; with [`Options::expressions_as_strings`] such types get
//! them as `"${…}"`.
//!
//! # Blocks and attributes
//! In native syntax, many types can be decoded from both: a struct from a block or from an object,
//! a map from an attribute, from labeled blocks or from the attributes of a block. With
//! [`Options::strict`], a struct must be a block, and a map of other values an attribute.
//! [`attribute`](crate::with::attribute()) and [`blocks`](crate::with::blocks) require one form for
//! a single field.
//!
//! # Captures
//! [`Expression`](crate::Expression), [`Template`](crate::Template),
//! [`Traversal`](crate::Traversal), [`Body`] and [`Block`](crate::Block) are captured unevaluated,
//! also in an `Option`, which is `Some` if the expression is null. A `Block` has its type and its
//! labels; a `Body` is that of a block without labels. A field named `$remain` takes the rest of
//! the body after the other fields of its struct.
//!
//! # Flattened, tagged and untagged types
//! Serde decodes fields under `flatten`, the content of internally tagged and untagged enums, and
//! that of adjacently tagged enums if it comes before the tag, from a buffer. The buffer has
//! values, but neither their locations nor the types that they are decoded into:
//!
//! | in the buffer | |
//! |---|---|
//! | strings, bools, lists, objects | are decoded, including borrowed strings |
//! | expressions | are evaluated |
//! | numbers | are decoded as integers of 64 bits or the nearest `f64` |
//! | integers of more than 64 bits | are decoded into floats that are equal to them |
//! | conversions, such as `"80"` into a number | as elsewhere; not in lists and objects that functions return |
//! | null | is `None`; a field with a default gets it, except in untagged types |
//! | variants of enums | are strings or objects with one attribute |
//! | blocks | are decoded as the type expects: one, several or by label |
//! | `$label` fields, [`Labeled`] | take the labels |
//! | captures, `$remain`, [`Spanned`] | are an error, except with [`flat`](crate::with::flat) |
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     #[serde(flatten)]
//!     common: Common,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Common {
//!     tls: Tls,
//!     service: BTreeMap<String, Tls>,
//!     rule: Vec<Rule>,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Tls {
//!     cert: String,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Rule {
//!     #[serde(rename = "$label")]
//!     name: String,
//! }
//!
//! let text = "tls {\n  cert = \"a\"\n}\nservice \"web\" {\n  cert = \"b\"\n}\nrule \"x\" {}\n";
//! let Config { common } = serde_hcl::from_str(text)?;
//! assert_eq!((common.tls.cert.as_str(), common.service["web"].cert.as_str()), ("a", "b"));
//! assert_eq!(common.rule[0].name, "x");
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! The form of a block in the buffer is known only after its type was decoded, so the type around
//! it is decoded again for the first block of each field. A self-describing type in the buffer,
//! such as [`Value`], gets blocks as it does elsewhere, and the first variant of an untagged enum
//! that rejects a block determines its form.
//!
//! The flattened or tagged type itself may have `$label` fields, but no field named `$remain`:
//! flatten a map instead. An untagged type has neither. The content of an adjacently tagged
//! enum that comes after the tag is decoded like a field of a struct.
//!
//! An error about a value from a buffer has the location of the value that matches the message. If
//! there are several such values, it has that of the smallest part with all of them: an attribute,
//! a block, or the whole body.
//!
//! # Locations
//! [`Spanned<T>`](crate::de::Spanned) contains the byte range and the value, including in options,
//! sequences and maps. `&str` and `Cow<str>` borrow from the input if the string has no escape
//! sequence.
//!
//! ```
//! use serde_hcl::de::Spanned;
//!
//! #[derive(serde::Deserialize)]
//! struct Config<'a> {
//!     name: &'a str,
//!     port: Spanned<u16>,
//! }
//!
//! let text = "name = \"web\"\nport = 80\n";
//! let config: Config<'_> = serde_hcl::from_str(text)?;
//! assert_eq!(&text[config.port.span()], "80");
//! assert_eq!(config.name, "web");
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Errors
//! All independent errors are reported together, in the order of their locations: unsuitable,
//! unknown and missing attributes and blocks of all bodies, and expressions that fail.
//! In place of a value that fails, a placeholder of its type is decoded, such as 1 or an empty
//! list, so that its struct is decoded to the end. If the type rejects the placeholder, the struct
//! is decoded again without the value, as far as its type is known; of an element or an entry, the
//! list or the map is decoded without it. A struct that lacks a field is decoded again with
//! placeholders for its fields. So a value is decoded at most twice, and once more for each field
//! of its struct that is missing or rejects its value. Side effects of a type's `Deserialize`
//! implementation occur each time. An error that a type handles itself, without returning it, is
//! not reported.
//!
//! Serde limits this in four cases. Texts such as addresses, times and versions are tried as
//! placeholders too; if the type of a required field rejects all of them, missing fields after it
//! are not reported. The elements of a tuple after such an element are not decoded, since their
//! types are not known. An untagged type reports its first error only, since serde decodes it from
//! a buffer; so do values under `flatten` that are equal to others. An error of a custom type about
//! a value that contains another error may be a consequence of it, so it is not reported. A missing
//! attribute is not reported if its name is misspelled. At most 100 errors are reported.
//! [`Options::from_str_partial`](crate::Options::from_str_partial) returns the valid part too.
//!
//! ```
//! #[derive(serde::Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Service {
//!     port: u16,
//!     image: String,
//!     zone: String,
//! }
//!
//! let error = serde_hcl::from_str::<Service>("port = \"http\"\nhost = \"a\"\n").unwrap_err();
//! let codes: Vec<_> = error.diagnostics().iter().filter_map(|it| it.code()).collect();
//! assert_eq!(codes.iter().map(|code| code.as_str()).collect::<Vec<_>>(), [
//!     "missing-item",    // image, zone
//!     "type-mismatch",   // port
//!     "unexpected-name", // host
//! ]);
//! ```
//!
//! [`Value`]: crate::Value

// First, in the order of their methods in the documentation.
pub(crate) mod options;

mod any;
mod block;
mod body;
mod by_value;
mod capture;
mod context;
mod cursor;
mod decode;
pub(crate) mod deserializer;
mod enums;
mod exclusion;
mod expression;
pub(crate) mod files;
mod findings;
pub(crate) mod flat;
mod forms;
pub(crate) mod json;
mod key;
pub(crate) mod labeled;
mod locate;
pub(crate) mod located;
mod member_access;
mod member_search;
mod members;
mod message;
mod names;
mod number;
pub(crate) mod parsed;
mod partial;
mod progress;
mod property;
mod record;
pub(crate) mod rules;
mod sample;
mod sequence;
mod spanned;
mod stand_in;
mod structure;
mod target;
mod value;
mod visitor;
pub(crate) mod with;

use std::collections::HashMap;

use serde::Deserialize;

use crate::body::Body;
use crate::diag::{Code, Diagnostic, Diagnostics, Severity};
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::redaction;
use crate::source::Source;
use crate::util::order::sort_by_position;
use crate::util::words;
use any::AnyDeserializer;
use context::{Context, Settings};
pub use deserializer::Deserializer;
use findings::{MAX_ERRORS, until_complete};
pub use labeled::Labeled;
pub use located::Located;
pub(crate) use options::Options;
use record::OnError;
use rules::Rules;
pub use rules::SingleBlocks;
pub use serde_spanned::Spanned;
use visitor::{AnySeed, Typed};

/// The name of a type, as serde passes it to a deserializer.
type Name = &'static str;

/// The names of the fields or variants of a type.
type Names = &'static [&'static str];

fn too_many_elements(taken: usize, left: usize) -> Error {
    if redaction::is_passed() {
        let detail = format!("Expected {taken} elements, found more. Remove the rest.");
        return Error::coded(Code::WrongLength, detail);
    }
    let rest = if left == 1 { "the last one".to_owned() } else { format!("the last {left}") };
    let expected = words::count(taken, "element");
    let detail = format!("Expected a list of {expected}, found {}. Remove {rest}.", taken + left);
    Error::coded(Code::WrongLength, detail)
}

/// Decodes a body, whose strings may be borrowed from the input.
fn decode<'de, T: Deserialize<'de>>(
    body: &Body,
    context: &EvalContext,
    rules: Rules,
    on_error: OnError,
    input: Option<&'de str>,
) -> Result<T> {
    let mut seed = Typed(None);
    decode_seed(body, context, rules, on_error, input, &mut seed)?;
    Ok(last(seed))
}

/// Returns the value that the last pass decoded, which had no error.
fn last<T>(seed: Typed<T>) -> T {
    seed.0.unwrap_or_else(|| unreachable!("the last pass succeeded"))
}

/// Decodes a body, and again as long as facts are found.
fn decode_seed<'de>(
    body: &Body,
    context: &EvalContext,
    rules: Rules,
    on_error: OnError,
    input: Option<&'de str>,
    seed: &mut dyn AnySeed<'de>,
) -> Result<()> {
    let body = &*rules.expanded(body, context);
    let length = body.single_bodies().map(|body| body.source().text().len()).sum();
    let result = until_complete(length, on_error, |record| {
        let _decoding = redaction::decoding();
        let (body, budget) = body.within_one_budget(context);
        let settings = Settings::new(context, rules, budget, input);
        settings.visit(record, &body, |body| seed.deserialize(AnyDeserializer::Body(body)))
    });
    result.map_err(|error| error.in_order_of(body))
}

impl Error {
    /// Returns the error with the diagnostics in the order of the files of a body and of their
    /// locations.
    fn in_order_of(self, body: &Body) -> Self {
        let mut diagnostics = Vec::from_iter(self.into_diagnostics());
        if diagnostics.len() > 1 {
            let address = |source: &Source| source.text().as_ptr() as usize;
            let bodies: Vec<_> = body.single_bodies().collect();
            let mut files = HashMap::new();
            for (file, body) in bodies.iter().enumerate() {
                files.entry(address(body.source())).or_insert(file);
            }
            sort_by_position(&mut diagnostics, |diagnostic| {
                let file = |source| 1 + files.get(&address(source)).copied().unwrap_or(bodies.len());
                let start = diagnostic.span().map_or(usize::MAX, |span| span.start as usize);
                (diagnostic.source().map_or(0, file), start)
            });
            let is_error = |(_, it): &(usize, &Diagnostic)| it.severity() == Severity::Error;
            let end = diagnostics.iter().enumerate().filter(is_error).nth(MAX_ERRORS).map(|(index, _)| index);
            diagnostics.truncate(end.unwrap_or(diagnostics.len()));
        }
        Self::from(Diagnostics::from(diagnostics))
    }
}
