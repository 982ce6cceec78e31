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
//!
//! # A session
//!
//! In this program, the messages of an editor come from a text. The editor opens a document with a
//! misspelled name, and requests its diagnostics:
//!
//! ```
//! use std::io::{self, Read};
//!
//! use serde_hcl_lsp::Server;
//! use serde_json::{Value, json};
//!
//! #[derive(serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Config {
//!     region: String,
//! }
//!
//! fn message(mut content: Value) -> String {
//!     content["jsonrpc"] = json!("2.0");
//!     let content = content.to_string();
//!     format!("Content-Length: {}\r\n\r\n{content}", content.len())
//! }
//!
//! fn main() -> io::Result<()> {
//!     let uri = "file:///site.hcl";
//!     let text = "regoin = \"eu\"\n";
//!     let file = json!({ "uri": uri, "languageId": "hcl", "version": 1, "text": text });
//!     let file = json!({ "textDocument": file });
//!     let name = json!({ "textDocument": { "uri": uri } });
//!     let input = [
//!         json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
//!         json!({ "method": "initialized", "params": {} }),
//!         json!({ "method": "textDocument/didOpen", "params": file }),
//!         json!({ "id": 2, "method": "textDocument/diagnostic", "params": name }),
//!         json!({ "id": 3, "method": "shutdown" }),
//!         json!({ "method": "exit" }),
//!     ];
//!     let input: String = input.map(message).concat();
//!     let (mut output, editor) = io::pipe()?;
//!     Server::for_type::<Config>().run(io::Cursor::new(input), editor)?;
//!     let mut messages = String::new();
//!     output.read_to_string(&mut messages)?;
//!     assert!(messages.contains("Did you mean \\\"region\\\"?"));
//!     Ok(())
//! }
//! ```

mod associations;
mod document;
mod features;
pub mod files;
mod language;
mod position;
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
