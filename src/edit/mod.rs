//! Editing configurations without changing anything else in them.
//!
//! A [`Document`] is a tree over the source of a file. New text is parsed before it is accepted, so
//! an operation that fails changes nothing. The rest of the source stays byte for byte the same:
//! comments, blank lines, the order of items and the notation of values.
//!
//! ```
//! use serde_hcl::edit::Document;
//!
//! let mut document: Document = "\
//! // The web server.
//! service \"web\" {
//!   image = \"web:1.0\" # pinned
//!   ports = [80, 443]
//! }
//! ".parse()?;
//! let mut service = document.block("service", ["web"]).expect("the block exists");
//! service.set("image", "web:1.1")?;
//! service.set("replicas", 3)?;
//! assert_eq!(document.to_string(), "\
//! // The web server.
//! service \"web\" {
//!   image    = \"web:1.1\" # pinned
//!   ports    = [80, 443]
//!   replicas = 3
//! }
//! ");
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! The tree has a node for each attribute and block, and its text is a range of the source. A value
//! is one range until a part of it is changed. An operation changes nodes, so its cost does not
//! depend on the length of the document. The text is put together when it is read, and then the
//! changed lines are laid out. [`Document::file`] and the `ast` functions parse this text at the
//! first call after a change.
//!
//! # Layout
//!
//! New text has the line endings and the indentation of the document, and blank lines around blocks
//! where the document has them; [`Layout`] has settings. Lines that an operation changes are
//! formatted together with the lines that their `=` and comments are aligned with, if those were
//! aligned. A formatted document stays formatted.
//!
//! Comments in the lines directly above an item, and a comment at the end of its last line, belong
//! to the item: they are removed and moved with it. No other comments are removed.

// First, in the order of their methods in the documentation.
mod document;

mod handles;

mod set;

mod body;
mod comments;
mod elements;
mod expr;
mod gap;
mod item;
mod items;
mod labels;
mod layout;
mod names;
mod node;
mod position;
mod print;
mod rewrite;
mod taken;
mod text;
mod tree;
mod update;
mod value;

pub use document::{Document, Layout};
pub use expr::Expr;
pub use handles::{AttributeMut, BlockMut, BodyMut, NodeMut, ValueMut};
pub use labels::Labels;
pub use node::NodeId;
pub use position::Position;
pub use taken::Item;
pub use update::{Change, ChangeKind};
pub use value::Key;
