//! A language server for configurations in HCL.
//!
//! An application that decodes its configuration with serde has its own server in a few lines. It
//! reports mistakes while they are typed, and suggests the attributes and blocks of the type:
//!
//! ```no_run
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     region: String,
//!     replicas: Option<u32>,
//! }
//!
//! serde_hcl_lsp::Server::for_type::<Config>().name("myapp").run_stdio()?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Completion and hover show types, required attributes, possible values of enums, and defaults and
//! descriptions. Serde hides doc comments, so that the descriptions come from the specification:
//!
//! ```no_run
//! # #[derive(serde::Deserialize)]
//! # struct Config {
//! #     region: String,
//! # }
//! use serde_hcl::ext::Spec;
//!
//! let spec = Spec::of::<Config>().describe([("region", "The region that it runs in.")])?;
//! serde_hcl_lsp::Server::for_spec(spec).run_stdio()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Values that are marked, and those of blocks with `sensitive = true`, are not shown.
//!
//! Editors pass settings in the initialization options, and when they change: `schema` is the path
//! of a specification in the workspace, for a server without a type, and `inlayHints: true` shows
//! the values of expressions after them.
//!
//! A server without a type works with any HCL: the program `hcl lsp` is one.

mod associations;
mod document;
mod features;
pub mod files;
mod language;
mod position;
mod providers;
mod roots;
mod server;
mod uri;
mod workspace;

pub use features::actions::fix_all;
pub use server::Server;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
