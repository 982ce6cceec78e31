//! Editing configurations without changing anything else in them.
//!
//! A [`Document`] contains the source of a file and its syntax tree. An operation replaces parts of
//! the source. The new source is parsed before it is accepted, so an operation that fails changes
//! nothing. The rest of the source stays byte for byte the same: comments, blank lines, the order
//! of items and the notation of values.
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
//! let mut service = document.block(["service", "web"]).expect("the block exists");
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
//! An operation parses only the lines around its change: some items of the file, about a kilobyte.
//! A literal that replaces another is not parsed, and values that are set in formatted lines are
//! formatted and parsed together, when the text is read. Lines of a large body, tuple or object are
//! aligned then, if the document was formatted. So many operations together take linear time,
//! unless the text is read between them, or they alternate between several large values of one
//! block. In text that is not formatted, the time of each operation is proportional to the lines
//! between two boundaries, which are blank lines and the ends of blocks of the file.
//! [`Document::file`] and the `ast` functions return the tree of the whole file, which is parsed at
//! the first call after a change. [`Document::edit_many`] makes any number of changes in linear
//! time.
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

mod added;
mod attribute;
mod block;
mod body;
mod chunks;
mod collection;
mod document;
mod elements;
mod expr;
mod group;
mod insert;
mod item;
mod labels;
mod layout;
mod lines;
mod names;
mod part;
mod path;
mod remove;
mod rename;
mod set;
mod taken;
mod text;
mod update;
mod value;

pub use attribute::AttributeMut;
pub use block::{BlockMut, BlocksMut};
pub use body::BodyMut;
pub use document::{Document, Layout};
pub use expr::Expr;
pub use labels::Labels;
pub use path::{Path, Position, Site};
pub use taken::Item;
pub use update::{Change, ChangeKind, Changes, Edits};
pub use value::{Key, ValueMut};
