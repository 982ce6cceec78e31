//! Functions of Terraform in addition to the standard ones, under the names of Terraform. Feature
//! `terraform-functions`.
//!
//! Feature `terraform-functions`. [`stdlib::register`](super::register) and
//! [`stdlib::functions`](super::functions) have them too, except [`time::plantimestamp`], which
//! needs a time from the application. None of them reads files, clocks or the network.
//!
//! ```
//! use serde_hcl::{EvalContext, Expression, stdlib, value};
//!
//! let mut context = EvalContext::new();
//! stdlib::register(&mut context);
//! let expression: Expression = "cidrsubnet(\"10.0.0.0/8\", 8, 2)".parse()?;
//! assert_eq!(expression.evaluate(&context)?, value!("10.2.0.0/16"));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! The standard functions are those of go-cty. Some of Terraform's functions have the same name and
//! are different: `length` also takes objects and strings, `index` finds the position of a value,
//! `coalesce` skips empty strings, and `replace` takes a pattern between slashes. The standard
//! functions stay as they are.
#![doc = include_str!("functions.md")]

pub mod collection;
pub mod encoding;
pub mod hash;
pub mod network;
pub mod text;
pub mod time;
pub mod yaml;
mod yaml_resolve;
mod yaml_write;

use super::Table;

pub(super) const TABLES: [&Table; 7] =
    [collection::TABLE, encoding::TABLE, hash::TABLE, network::TABLE, text::TABLE, time::TABLE, yaml::TABLE];
