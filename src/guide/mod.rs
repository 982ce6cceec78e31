//! A guide from the first struct to building tools, with one chapter for each topic.
//!
//! Each chapter has a goal, examples that run as tests, and common mistakes. Within each part, the
//! chapters build on each other.
//!
//! Decode and write:
//!
//! | chapter | goal |
//! |---|---|
//! | [`blocks`] | decode attributes and blocks into structs, and write them |
//! | [`labels`] | decode labels as keys, fields, pairs or enum variants |
//! | [`errors`] | show errors to people, and handle them in programs |
//! | [`expressions`] | evaluate expressions with variables, now or later |
//! | [`functions`] | define functions that configurations can call |
//! | [`json`] | read and write HCL JSON with the same types |
//!
//! Change files:
//!
//! | chapter | goal |
//! |---|---|
//! | [`saving`] | load settings, change them, and save them with their comments |
//! | [`editing`] | change part of a file and keep its comments, order and layout |
//!
//! Build tools:
//!
//! | chapter | goal |
//! |---|---|
//! | [`schemas`] | read parts of a body, and pass the rest to other components |
//! | [`unknown`] | check a configuration before all of its values are known |
//! | [`analysis`] | find references between definitions, and evaluate definitions that depend on each other |
//! | [`extensions`] | let configurations use `try`, type constraints, dynamic blocks and their own functions |
//! | [`security`] | read untrusted configurations, and keep secrets out of errors |
//! | [`service`] | read configurations in a process that runs for months |
//! | [`layers`] | merge HCL files with defaults and environment variables |
//!
//! Migrate:
//!
//! | chapter | from |
//! |---|---|
//! | [`from_hcl_rs`] | hcl-rs |
//! | [`from_hcl_edit`] | hcl-edit |
//! | [`from_go`] | the Go implementation |
//!
//! Start from a program:
//!
//! | chapter | contents |
//! |---|---|
//! | [`recipes`] | whole programs: a type with its own notation, layers, checks, generators, reload, and others |
//!
//! Look up:
//!
//! | chapter | contents |
//! |---|---|
//! | [`codes`] | the codes of diagnostics, each with an example and its correction |
//! | [`specification`] | the item and the test for each section of the specification |

#[doc = include_str!("blocks.md")]
pub mod blocks {}

#[doc = include_str!("labels.md")]
pub mod labels {}

#[doc = include_str!("errors.md")]
pub mod errors {}

#[doc = include_str!("expressions.md")]
pub mod expressions {}

#[doc = include_str!("functions.md")]
pub mod functions {}

#[doc = include_str!("json.md")]
pub mod json {}

#[doc = include_str!("saving.md")]
pub mod saving {}

#[doc = include_str!("editing.md")]
pub mod editing {}

#[doc = include_str!("schemas.md")]
pub mod schemas {}

#[doc = include_str!("unknown.md")]
pub mod unknown {}

#[doc = include_str!("analysis.md")]
pub mod analysis {}

#[doc = include_str!("extensions.md")]
pub mod extensions {}

#[doc = include_str!("security.md")]
pub mod security {}

#[doc = include_str!("service.md")]
pub mod service {}

#[doc = include_str!("layers.md")]
pub mod layers {}

#[doc = include_str!("recipes.md")]
pub mod recipes {}

#[doc = include_str!("from_hcl_rs.md")]
pub mod from_hcl_rs {}

#[doc = include_str!("from_hcl_edit.md")]
pub mod from_hcl_edit {}

#[doc = include_str!("from_go.md")]
pub mod from_go {}

#[doc = include_str!("codes.md")]
pub mod codes {}

#[doc = include_str!("specification.md")]
pub mod specification {}
