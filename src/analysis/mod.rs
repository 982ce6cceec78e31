//! Static analysis of whole configurations: references between definitions, the order in which they
//! can be evaluated, their values, and errors that can be found without values.
//!
//! An expression such as `"${local.name}-${var.region}"` refers to definitions elsewhere, often in
//! other files. HCL leaves the meaning of such names to the application. [`Roots`] describes it:
//! `local.x` is an attribute of a `locals` block, `var.x` a `variable` block.
//! [`Roots::terraform`] has the conventions of Terraform.
//!
//! | to | use |
//! |---|---|
//! | define the meaning of names | [`Roots`] |
//! | find the references between definitions, their order, cycles, unknown and unused names | [`References`] |
//! | evaluate definitions that depend on each other | [`Scope`] |
//! | find expressions that fail for all values of the types of variables | [`check`] |
//! | replace the known parts of expressions by literals | [`Expression::simplify`](crate::Expression::simplify), [`Body::simplify`](crate::Body::simplify) |
//!
//! ```
//! use serde_hcl::analysis::{Roots, Scope};
//! use serde_hcl::{EvalContext, parse_file, value};
//!
//! let file = parse_file(r#"
//! locals {
//!   url  = "https://${local.host}/"
//!   host = "www.${var.domain}"
//! }
//! variable "domain" {
//!   default = "example.org"
//! }
//! "#).into_result()?;
//! let scope = Scope::new(&Roots::terraform(), [file.body()], &EvalContext::new())?;
//! assert_eq!(scope.value("local.url")?, value!("https://www.example.org/"));
//! # Ok::<(), serde_hcl::Error>(())
//! ```

mod check;
mod references;
mod roots;
mod scope;
mod simplify;

pub use check::{Schema, check};
pub use references::{Definition, Reference, References};
pub use roots::Roots;
pub use scope::Scope;
