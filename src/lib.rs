//! Reading, writing, evaluating and editing HCL 2, the HashiCorp Configuration Language of
//! Terraform, Packer and Nomad.
//!
//! The crate reads the native syntax and HCL JSON, evaluates expressions with variables and
//! functions, and decodes the result with [`serde`]. It writes both syntaxes, edits files without
//! changing anything else in them, and provides the syntax tree, schemas and static analysis for
//! tools.
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
//!       image = "web:${1 + 1}"
//!       ports = [80, 443]
//!     }
//! "#)?;
//! assert_eq!(config.service["web"].image, "web:2");
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! The [`guide`] leads from this example to building tools. It has [recipes](guide::recipes), which
//! are whole programs for common tasks, and chapters on migration from
//! [hcl-rs](guide::from_hcl_rs), [hcl-edit](guide::from_hcl_edit) and [Go](guide::from_go). A
//! [table](guide::specification) has the item and the test for each section of the specification.
//!
//! # Decoding and encoding
//!
//! | I want to … | use |
//! |---|---|
//! | read a string or a file into a type | [`from_str`], [`from_path`], [`from_slice`], [`from_reader`] |
//! | read several files as one configuration | [`Options::from_paths`], [`Options::from_dir`] |
//! | read with variables, functions, limits or a file name | [`Options`], [`EvalContext`], [`Function`] |
//! | read HCL JSON into the same type | [`json::from_str`], [`Options::json`] |
//! | know which Rust types decode which values and blocks | the module [`de`], [`Labeled`](de::Labeled) |
//! | keep an expression or a body for later | fields of [`Expression`], [`Template`], [`Traversal`], [`Body`] |
//! | read any configuration | [`Value`], [`from_value`], [`to_value`] |
//! | choose how blocks and expressions are decoded | [`Options::single_blocks`], [`Options::strict`], [`Options::expressions_as_strings`] |
//! | write a type | [`to_string`], [`json::to_string`], [`WriteOptions`], the module [`ser`] |
//! | save changed settings and keep comments | [`edit::Document::modify`] |
//! | pass a serializer or deserializer to another crate | [`Deserializer`](de::Deserializer), [`Serializer`](ser::Serializer) |
//! | use the valid part of a configuration with errors | [`Options::from_str_partial`] |
//! | show an error | `{:#}` of [`Error`], [`Renderer`](diag::Renderer) |
//!
//! # Building tools
//!
//! | I want to … | use |
//! |---|---|
//! | parse, and get the valid part of invalid input | [`parse_file`], [`parse_expression`], [`parse_template`], [`parse_traversal`], [`json::parse_file`], [`Outcome`] |
//! | read the content of a body, in full or in part | [`BodySchema`](body::BodySchema), [`Body::content`], [`Body::partial_content`], [`Body::just_attributes`] |
//! | read several files as one body | [`Body::merge`], [`Body::overlay`] |
//! | decode a parsed body or block with serde | [`from_body`], [`from_block`] |
//! | evaluate expressions, including with unknown values | [`Expression::evaluate`], [`Expression::evaluate_with_diagnostics`] |
//! | find the references and calls of an expression | [`Expression::variables`], [`Expression::calls`] |
//! | replace the known parts of expressions by literals | [`Expression::simplify`], [`Body::simplify`] |
//! | find references between definitions, and evaluate definitions that depend on each other | the module [`analysis`] |
//! | analyze an expression without evaluating it | [`Expression::static_list`], [`static_map`](Expression::static_map), [`static_call`](Expression::static_call), [`static_traversal`](Expression::static_traversal), [`static_keyword`](Expression::static_keyword) |
//! | walk the syntax tree | the module [`ast`] |
//! | change part of a file and keep the rest | the module [`edit`] |
//! | format a file | [`format`](format()), [`format_terraform`](fmt::format_terraform) |
//! | compute with values and types | the modules [`mod@value`] and [`func`] |
//! | use dynamic blocks, `try`, type constraints or specifications | the module [`ext`] |
//! | report my own errors | [`Diagnostic`], [`Diagnostics`](diag::Diagnostics), [`Source`], [`Span`] |
//!
//! # Features
//!
//! No feature is on by default.
//!
//! | feature | adds |
//! |---|---|
//! | `edit` | changes of files that keep comments and layout: the module [`edit`] |
//! | `ext` | the module [`ext`]: `try` and `can`, types and functions of configurations, dynamic blocks in bodies that are not decoded |
//! | `analysis` | references, static checks, partial evaluation, specifications: the modules [`analysis`] and [`ext::Spec`]; includes `ext` |
//! | `stdlib` | the standard functions: the module [`stdlib`] |
//! | `bigdecimal-0_4` | conversions of numbers to and from `bigdecimal::BigDecimal` |
//! | `miette-7` | errors as `miette::Diagnostic` |
//! | `figment-0_10` | HCL files as a `figment` provider: the module [`figment`] |
//! | `config-0_15` | HCL files as a `config` format: the module [`config`] |
//!
//! # Guarantees
//!
//! - No input crashes or hangs the process: there is no panic, no stack overflow and no endless
//!   evaluation. Exceeding one of the [`Limits`] is an error with a location.
//! - Parsing takes time proportional to the length of the input, valid or invalid.
//! - Errors never contain the content of [marked](value::Mark) values.
//! - Printed configurations read back with the same values, comments and templates.
//! - There is no `unsafe`. The core reads only the files that are passed to it, and uses no
//!   threads, clocks or processes, so it runs in WebAssembly.
//!
//! The minimum supported Rust version is 1.88.
#![cfg_attr(docsrs, feature(doc_cfg))]
// If a feature is disabled, links to its items are broken.
#![cfg_attr(
    not(all(
        feature = "analysis",
        feature = "config-0_15",
        feature = "edit",
        feature = "ext",
        feature = "figment-0_10",
        feature = "stdlib"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]

// First, in the order of their methods in the documentation.
pub mod body;

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod de;
pub mod diag;
#[cfg(feature = "edit")]
pub mod edit;
mod error;
pub mod eval;
#[cfg(feature = "ext")]
pub mod ext;
pub mod func;
#[cfg(doc)]
pub mod guide;
mod json_syntax;
#[cfg(any(feature = "figment-0_10", feature = "config-0_15"))]
mod layers;
mod limits;
mod outcome;
mod protocol;
mod redaction;
pub mod ser;
pub mod source;
#[cfg(feature = "stdlib")]
pub mod stdlib;
mod syntax;
mod util;
pub mod value;
mod variables;
pub mod with;

pub use body::expression::Expression;
pub use body::file::{
    parse_expression, parse_file, parse_template, parse_traversal, parse_traversal_partial,
};
pub use body::structure::{Attribute, Block, Body};
pub use body::template::Template;
pub use de::files::from_path;
pub use de::options::{Options, from_reader, from_slice, from_str};
pub use de::parsed::{from_block, from_body, from_value};
pub use diag::diagnostic::Diagnostic;
pub use error::{Error, Result};
pub use eval::context::EvalContext;
pub use func::function::Function;
#[cfg(feature = "config-0_15")]
pub use layers::config;
#[cfg(feature = "figment-0_10")]
pub use layers::figment;
pub use limits::Limits;
pub use outcome::Outcome;
pub use ser::functions::{to_string, to_value, to_vec, to_writer};
pub use ser::options::WriteOptions;
pub use source::span::Span;
pub use source::text::Source;
pub use syntax::ast;
pub use syntax::format::format;
pub use syntax::traversal::{Traversal, TraversalStep};
pub use value::content::{Value, ValueKind};
pub use value::display::{is_identifier, to_identifier};
pub use value::map::Map;
pub use value::number::Number;
pub use value::types::Type;

/// Formatting in the style of `terraform fmt`, beside [`format`](crate::format()).
pub mod fmt {
    pub use crate::syntax::format::{Style, format_bytes, format_terraform, format_with};
}

/// HCL JSON: the JSON syntax of the same configurations.
///
/// Specification: JSON syntax.
pub mod json {
    pub use crate::body::file::{parse_json_expression as parse_expression, parse_json_file as parse_file};
    pub use crate::de::json::{Deserializer, from_reader, from_slice, from_str};
    pub use crate::ser::functions::{
        to_json_string as to_string, to_json_string_pretty as to_string_pretty, to_json_vec as to_vec,
        to_json_writer as to_writer,
    };
    pub use crate::ser::output::JsonSerializer as Serializer;
}

/// Functions for the fuzz targets and the test of the parser. They are not part of the public
/// interface.
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod __fuzzing {
    pub use crate::syntax::fuzzing::{
        mistakes_in_expression, mistakes_in_file, mistakes_in_template, scanned_depth, terminals,
    };
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
