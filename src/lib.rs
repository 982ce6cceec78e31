//! HCL 2 for Rust: the native syntax and HCL JSON, evaluation with types and unknown values,
//! functions, schemas, serde in both directions, and errors with locations.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     region: String,
//!     service: BTreeMap<String, Service>, // blocks, by label
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Service {
//!     image: String,
//!     #[serde(default)]
//!     ports: Vec<u16>,
//! }
//!
//! let config: Config = serde_hcl::from_str(r#"
//!     region = "eu-central-1"
//!
//!     service "web" {
//!       image = "registry/web:${1 + 1}"
//!       ports = [80, 443]
//!     }
//! "#)?;
//! assert_eq!(config.service["web"].image, "registry/web:2");
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Two interfaces
//!
//! To decode and encode configurations, use serde: one call converts a text to a type. The
//! [`Error`] contains all mistakes in the text.
//!
//! | to | use |
//! |---|---|
//! | read a text or a file into a type | [`from_str`], [`from_path`], [`from_slice`], [`from_reader`] |
//! | read several files as one configuration | [`from_paths`], [`from_dir`] |
//! | with variables, functions, limits, a name for messages | [`Options`], [`EvalContext`], [`Function`] |
//! | read HCL JSON into the same type | [`json::from_str`], [`Options::json`] |
//! | find the shape that each type takes | the module [`de`], [`Labeled`] |
//! | keep something unevaluated | fields of [`Expression`], [`Template`], [`Traversal`], [`Body`] |
//! | take anything, with its type | [`Value`], [`from_value`], [`to_value`] |
//! | choose how blocks and expressions are decoded | [`Options::single_blocks`], [`Options::strict`], [`Options::expressions_as_strings`] |
//! | write a type | [`to_string`], [`json::to_string`], [`WriteOptions`], the module [`ser`] |
//! | pass a serializer or deserializer to another crate | [`Deserializer`], [`Serializer`] |
//!
//! To build tools, use the parsed text. An [`Outcome`] contains the valid part of a text and all
//! diagnostics.
//!
//! | to | use |
//! |---|---|
//! | parse | [`parse_file`], [`parse_expression`], [`parse_template`], [`parse_traversal`], [`json::parse_file`] |
//! | take content of a body, all or in part | [`BodySchema`], [`Body::content`], [`Body::partial_content`], [`Body::just_attributes`] |
//! | read several files as one | [`Body::merge`] |
//! | evaluate, also with unknown values | [`Expression::evaluate`], [`Expression::evaluate_all`] |
//! | find the references of an expression | [`Expression::variables`], [`Expression::calls`] |
//! | replace the known parts of expressions by literals | [`Expression::simplify`], [`Body::simplify`] |
//! | find what refers to what, and evaluate definitions that use each other | the module [`analysis`] |
//! | read an expression that is no value | [`Expression::static_list`], [`static_map`](Expression::static_map), [`static_call`](Expression::static_call), [`static_traversal`](Expression::static_traversal), [`static_keyword`](Expression::static_keyword) |
//! | walk the syntax tree | the module [`ast`] |
//! | change a file and keep the rest as it is | the module [`edit`] |
//! | compute with values and types | the modules [`mod@value`] and [`func`] |
//! | report problems of your own | [`Diagnostic`], [`Diagnostics`], [`Source`], [`Span`] |
//! | decode a parsed body with serde | [`from_body`] |
//!
//! # Further
//!
//! The [`guide`] has short chapters on all of this, on migration [from hcl-rs](guide::from_hcl_rs)
//! or [from Go](guide::from_go), and a [page](guide::specification) with the item and the test for
//! each section of the specification.
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | adds |
//! |---|---|
//! | `stdlib` | the standard functions: the module [`stdlib`] |
//! | `terraform-functions` | further functions of Terraform: the module [`stdlib::terraform`] |
//! | `miette` | errors as `miette::Diagnostic` |
//! | `figment` | files as a provider of figment: the module [`figment`] |
//! | `config` | files as a format of config: the module [`config`] |
//! | `cli` | the program `hcl`: `cargo install serde_hcl --features cli` |
//!
//! The core reads only the files that are passed to it, and uses no threads, clocks or processes,
//! so it runs in WebAssembly.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Without a feature, the links to its items are broken.
#![cfg_attr(
    not(all(feature = "stdlib", feature = "figment", feature = "config")),
    allow(rustdoc::broken_intra_doc_links)
)]

// The code that pest derives names `alloc`.
extern crate alloc;

pub mod analysis;
mod body;
pub mod de;
mod diag;
pub mod edit;
mod error;
mod eval;
pub mod ext;
pub mod func;
#[cfg(doc)]
pub mod guide;
mod json_syntax;
#[cfg(any(feature = "figment", feature = "config"))]
mod layers;
mod limits;
mod outcome;
mod protocol;
mod redaction;
pub mod ser;
mod source;
#[cfg(feature = "stdlib")]
pub mod stdlib;
mod syntax;
pub mod value;

pub use body::{
    Attribute, AttributeSchema, Block, BlockSchema, Body, BodyContent, BodyItem, BodySchema, Expression,
    File, Label, StaticCall, Template, parse_expression, parse_file, parse_template, parse_traversal,
    parse_traversal_partial,
};
pub use de::deserializer::Deserializer;
pub use de::files::{from_dir, from_path, from_paths};
pub use de::labeled::Labeled;
pub use de::options::{Options, from_reader, from_slice, from_str};
pub use de::parsed::{from_body, from_value};
pub use de::rules::SingleBlocks;
pub use diag::{
    Category, Code, Diagnostic, Diagnostics, LabeledSpan, Renderer, Replacement, Severity, Utf16,
};
pub use error::{Error, Result};
pub use eval::{EvalContext, SpecialCall, SpecialForm};
pub use func::{Function, Parameter};
#[cfg(feature = "config")]
pub use layers::config;
#[cfg(feature = "figment")]
pub use layers::figment;
pub use limits::Limits;
pub use outcome::Outcome;
pub use ser::functions::{to_body, to_string, to_value, to_vec, to_writer};
pub use ser::options::WriteOptions;
pub use ser::output::Serializer;
pub use serde_spanned::Spanned;
pub use source::{Pos, PosRange, Source, Span, Utf16Pos};
pub use syntax::ast;
pub use syntax::format::{format, format_bytes, is_formatted};
pub use syntax::terraform::format_terraform;
pub use syntax::traversal::{LiteralKey, Traversal, TraversalStep};
pub use syntax::variables::FunctionName;
pub use value::{Map, Number, Type, Value};

/// HCL JSON: the JSON syntax of the same configurations.
///
/// Specification: JSON syntax.
pub mod json {
    pub use crate::body::{parse_json_expression as parse_expression, parse_json_file as parse_file};
    pub use crate::de::json::{Deserializer, from_reader, from_slice, from_str};
    pub use crate::ser::functions::{
        to_json_string as to_string, to_json_string_pretty as to_string_pretty, to_json_vec as to_vec,
        to_json_writer as to_writer,
    };
    pub use crate::ser::output::JsonSerializer as Serializer;
}

#[doc(hidden)]
pub mod __private {
    pub use crate::source::is_disruptive;
    pub use crate::value::literal;
}

/// Functions for the fuzz targets beside the public interface.
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod __fuzzing {
    pub use crate::syntax::fuzzing::{
        mistakes_in_expression, mistakes_in_file, mistakes_in_template, scanned_depth,
    };
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
