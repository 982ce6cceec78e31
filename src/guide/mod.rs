//! A guide in short chapters. Each can be read by itself; the code in them runs as tests.
//!
//! | chapter | about |
//! |---|---|
//! | [`blocks`] | structs, arguments and blocks; one, at most one, many |
//! | [`labels`] | labels as keys, fields, enums and pairs |
//! | [`expressions`] | variables, templates, expressions kept for later |
//! | [`functions`] | functions from closures, the standard functions, special forms |
//! | [`extensions`] | `try`, type constraints, dynamic blocks, functions that configurations define, specifications |
//! | [`json`] | HCL JSON in and out |
//! | [`editing`] | changes to a file that keep everything else as it is |
//! | [`saving`] | values that are written back into a file |
//! | [`schemas`] | bodies by schema: for tools and plug-ins |
//! | [`unknown`] | checking before values are known; marks |
//! | [`errors`] | the content of an error, and errors of an application |
//! | [`codes`] | the kinds of mistakes |
//! | [`limits`] | untrusted input |
//! | [`layers`] | HCL among other sources: figment and config |
//! | [`from_hcl_rs`] | migration from hcl-rs |
//! | [`from_go`] | migration from the Go library |
//! | [`specification`] | each section of the specification: its implementation and its test |

#[doc = include_str!("blocks.md")]
pub mod blocks {}

#[doc = include_str!("labels.md")]
pub mod labels {}

#[doc = include_str!("expressions.md")]
pub mod expressions {}

#[doc = include_str!("functions.md")]
pub mod functions {}

#[doc = include_str!("extensions.md")]
pub mod extensions {}

#[doc = include_str!("json.md")]
pub mod json {}

#[doc = include_str!("editing.md")]
pub mod editing {}

#[doc = include_str!("saving.md")]
pub mod saving {}

#[doc = include_str!("schemas.md")]
pub mod schemas {}

#[doc = include_str!("unknown.md")]
pub mod unknown {}

#[doc = include_str!("errors.md")]
pub mod errors {}

#[doc = include_str!("codes.md")]
pub mod codes {}

#[doc = include_str!("limits.md")]
pub mod limits {}

#[doc = include_str!("layers.md")]
pub mod layers {}

#[doc = include_str!("from_hcl_rs.md")]
pub mod from_hcl_rs {}

#[doc = include_str!("from_go.md")]
pub mod from_go {}

#[doc = include_str!("specification.md")]
pub mod specification {}
