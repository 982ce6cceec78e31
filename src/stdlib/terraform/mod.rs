//! Terraform's functions, under the names and with the meaning that Terraform gives them. Feature
//! `terraform-functions`.
//!
//! [`register`] defines them in a context, in place of [`stdlib::register`](super::register), whose
//! functions are those of go-cty. Both tables have most functions in common. `coalesce`, `index`,
//! `length`, `lookup`, `replace`, `tolist` and `tomap` are different functions in each: for
//! instance, Terraform's `length` also takes objects and strings, its `index` finds the position of
//! a value, and its `tolist` keeps marks on elements.
//!
//! ```
//! use serde_hcl::stdlib::terraform;
//! use serde_hcl::{EvalContext, Expression, value};
//!
//! let mut context = EvalContext::new();
//! terraform::register(&mut context);
//! let expression: Expression = "cidrsubnet(\"10.0.0.0/8\", 8, length(\"ab\"))".parse()?;
//! assert_eq!(expression.evaluate(&context)?, value!("10.2.0.0/16"));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! No function opens a file, reads a clock or draws a random number by itself. [`Functions`] has
//! methods for the inputs that an application supplies, such as a [`Folder`] for `file` and
//! `templatefile`. `try`, `can` and `convert` are special forms of `ext`.
#![doc = include_str!("functions.md")]

mod collection;
mod conversion;
mod encoding;
mod files;
#[cfg(any(unix, windows))]
mod folder;
mod hash;
mod network;
mod path;
mod sensitivity;
mod table;
mod template;
mod text;
mod time;
mod yaml;
mod yaml_resolve;
mod yaml_words;
mod yaml_write;

pub use files::{FileKind, Files};
#[cfg(any(unix, windows))]
pub use folder::Folder;
pub use sensitivity::{EPHEMERAL, SENSITIVE};
pub use table::Functions;

use crate::eval::EvalContext;
use crate::func::Function;

/// Returns Terraform's functions under their names, without anything that an application supplies.
pub fn functions() -> impl Iterator<Item = (&'static str, Function)> {
    Functions::new().iter()
}

/// Returns the function of a name in Terraform.
pub fn function(name: &str) -> Option<Function> {
    functions().find(|(known, _)| *known == name).map(|(_, function)| function)
}

/// Defines Terraform's functions in a context, without anything that an application supplies.
pub fn register(context: &mut EvalContext) {
    Functions::new().register(context);
}
