//! Reading into the user's types, through serde.
//!
//! The type decides how a configuration is decoded. Both syntaxes are decoded into the same types.
//! Specification: information model, "Body Content"; JSON syntax, "Structural Elements".
//!
//! # Arguments
//! Scalars, sequences, tuples, maps, structs and enums take the value of an argument, with the
//! conversions of the information model: `"80"` into a `u16` is 80; 1.5 or 300 into a `u8` is an
//! error that points at the value.
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     port: u16,
//!     ratio: Option<f64>,
//!     hosts: Vec<String>,
//! }
//!
//! let config: Config = serde_hcl::from_str("port = \"80\"\nhosts = [for n in [1, 2] : \"h${n}\"]\n")?;
//! assert_eq!((config.port, config.ratio, config.hosts.len()), (80, None, 2));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Null
//! A field whose type takes null gets it: an `Option` is `None`, a [`Value`] is null, a unit is a
//! unit. For any other field, an argument that is set to null counts as absent: the field gets its
//! default, and a field without one is an error that names the argument. This holds for the fields
//! of structs in blocks, objects and values. The entries of maps and the elements of sequences are
//! there whether they are null or not.
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
//! Which fields take null becomes clear while they are decoded, so a type may be decoded more than
//! once until all of it is known. A type under `untagged`, and a [`Value`] that is deserialized
//! without [`from_value`](crate::from_value), is decoded once: there null is refused where the type
//! refuses it.
//!
//! # Blocks: one, at most one, any number
//! A struct takes exactly one block, an option at most one, a sequence any number in source order.
//! Two blocks where one is expected are an error that shows both.
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
//! let config: Config = serde_hcl::from_str("defaults { port = 1 }\nlisten { port = 2 }\nlisten { port = 3 }\n")?;
//! assert_eq!((config.defaults.port, config.admin.is_none(), config.listen[1].port), (1, true, 3));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Labels
//! Fields named `$label`, `$label.1`, … take the labels of the struct's block, `$labels` all of
//! them; [`Labeled`] has labels and body side by side; each level of a map takes one label.
//!
//! ```
//! use std::collections::BTreeMap;
//! use serde_hcl::Labeled;
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
//! let config: Config = serde_hcl::from_str("rule tcp \"80\" {}\nzone \"a\" {}\nuser \"eve\" \"7\" {}\n")?;
//! assert_eq!((config.rule[0].protocol.as_str(), config.rule[0].port), ("tcp", 80));
//! assert!(config.zone.contains_key("a"));
//! assert_eq!(config.user[0].labels, ("eve".to_owned(), 7));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Enums
//! A sequence of enums takes a body of mixed blocks and arguments in source order; the name of a
//! variant is the type of the block. An enum as the type of a block takes the variant of its first
//! label. In the value of an argument a variant is a string, or an object with one attribute.
//! [Tagged, untagged and flattened types](#flattened-tagged-and-untagged-types) are described
//! below.
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
//! # Targets that take anything
//! For [`Value`] and other self-describing types, a block type is an object for each label. The
//! innermost values are sequences of bodies, so the shape does not depend on the number of blocks.
//! [`one`] takes the single body out of one field; [`Options::single_blocks`] makes objects of all
//! single blocks. Expressions are evaluated; with [`Options::expressions_as_strings`] such types
//! get them as `"${…}"`.
//!
//! # Blocks and attributes
//! In native syntax, a field takes what suits its type: a struct is decoded from a block or from an
//! object, a map from an attribute, from labeled blocks or from the attributes of a block. With
//! [`Options::strict`] a struct is a block, and a map of other values an attribute; [`attribute`]
//! and [`block`] do this for one field.
//!
//! # Captures
//! [`Expression`](crate::Expression), [`Template`](crate::Template),
//! [`Traversal`](crate::Traversal) and [`Body`] are kept unevaluated; a field named `$remain` takes
//! the rest of a body after the other fields of its struct.
//!
//! # Flattened, tagged and untagged types
//! Serde decodes fields under `flatten`, the content of internally tagged and untagged enums, and
//! that of adjacently tagged enums if it comes before the tag, from a buffer. The buffer has
//! values, but neither their locations nor the types that they are decoded into:
//!
//! | there | |
//! |---|---|
//! | strings, bools, lists, objects | are decoded, also borrowed strings |
//! | expressions | are evaluated |
//! | numbers | are decoded as integers of 64 bits or the nearest `f64` |
//! | integers of more than 64 bits | are an error |
//! | conversions, such as `"80"` into a number | are an error |
//! | null | is `None`; a field with a default gets it, except in untagged types |
//! | variants of enums | are strings or objects with one attribute |
//! | several blocks | are a sequence |
//! | a single block | is a sequence too: use [`one`], [`many`] or [`Options::single_blocks`] |
//! | labels | are the keys of maps |
//! | `$label` fields, [`Labeled`] | are an error in inner blocks |
//! | captures, `$remain`, [`Spanned`](crate::Spanned) | are an error |
//!
//! In HCL JSON a single block is an object there, as it is written; [`many`] takes both forms.
//!
//! The flattened or tagged type itself may have `$label` fields, but no field named `$remain`:
//! flatten a map instead. An untagged type has neither. The content of an adjacently tagged
//! enum that comes after the tag is decoded like a field of a struct.
//!
//! An error about a value from a buffer has the location of the value that fits the message if
//! there is exactly one, otherwise only the name of the file.
//!
//! # Locations
//! [`Spanned<T>`](crate::Spanned) has the byte range beside the value, in options, sequences and
//! maps too. `&str` and `Cow<str>` borrow from the input if the string has no escape sequence.
//!
//! ```
//! use serde_hcl::Spanned;
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
//! unknown and missing attributes and blocks of all bodies, and expressions without a value. After
//! an error the type is decoded again, without the part that failed or with a stand-in for it, such
//! as 1 or an empty list, until no new error is found. A type with side effects has them in each
//! attempt; the values that attempts made are dropped.
//!
//! Serde limits this: a type under `flatten` or `untagged`, and an internally tagged enum, reports
//! its first error only, since serde decodes it from a buffer. If the type of a required field
//! refuses the stand-in too, as an address does, other fields that are missing are not reported. An
//! error of a custom type about a value that contains another error may follow from that, so it is
//! not reported. A missing attribute is not reported where its name is misspelled, or as long as an
//! expression of its body has no value. At most 100 errors are reported.
//! [`from_value`](crate::from_value) reports the first error.
//!
//! ```
//! #[derive(serde::Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Service {
//!     port: u16,
//!     image: String,
//! }
//!
//! let error = serde_hcl::from_str::<Service>("port = \"http\"\nhost = \"a\"\n").unwrap_err();
//! let codes: Vec<_> = error.diagnostics().iter().filter_map(|it| it.code()).collect();
//! assert_eq!(codes.iter().map(|code| code.as_str()).collect::<Vec<_>>(), [
//!     "missing-item",    // image
//!     "type-mismatch",   // port
//!     "unexpected-name", // host
//! ]);
//! ```
//!
//! [`Value`]: crate::Value

mod any;
mod attempt;
mod block;
mod body;
mod capture;
mod context;
pub(crate) mod deserializer;
mod enums;
mod expression;
pub(crate) mod files;
mod forward;
pub(crate) mod json;
mod key;
pub(crate) mod labeled;
mod level;
mod locate;
mod members;
mod message;
mod number;
pub(crate) mod options;
pub(crate) mod parsed;
mod property;
mod property_labels;
mod repair;
pub(crate) mod rules;
mod sequence;

mod value;
mod with;

use serde::Deserialize;
use serde::de::{SeqAccess, Visitor};

use crate::body::Body;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::redaction;
use context::{Context, Settings};
pub(crate) use labeled::Labeled;
pub(crate) use options::Options;
use repair::Repairs;
use rules::Rules;
pub use with::{attribute, block, many, one};

/// Passes a sequence to a visitor, and reports elements that the visitor did not take.
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
    if redaction::is_handed_out() {
        let detail = format!("Expected {taken} elements, found more. Remove the rest.");
        return Error::coded(Code::WrongLength, detail);
    }
    let plural = if taken == 1 { "element" } else { "elements" };
    let rest = if left == 1 { "the last one".to_owned() } else { format!("the last {left}") };
    let detail = format!("Expected a list of {taken} {plural}, found {}. Remove {rest}.", taken + left);
    Error::coded(Code::WrongLength, detail)
}

/// Decodes a body, whose strings may be borrowed from the input.
fn decode<'de, T: Deserialize<'de>>(
    body: &Body,
    context: &EvalContext,
    rules: Rules,
    input: Option<&'de str>,
) -> Result<T> {
    let body = &*rules.expanded(body, context);
    let repairs = Repairs::new(body);
    // All attempts after the first error share one.
    let mut allowance = None;
    attempt::until_complete(&repairs, |facts| {
        let _decoding = redaction::decoding();
        let (body, budget) = match repairs.state() {
            None => body.within_one_budget(context),
            Some(_) => body.within_allowance(allowance.get_or_insert_with(|| context.allowance())),
        };
        let settings = Settings { context, rules, budget, facts: Some(facts), repairs: &repairs, input };
        settings.visit(&body, T::deserialize)
    })
}
