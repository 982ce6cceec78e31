//! The native syntax, through the public interface: the trees of texts, the texts that are refused,
//! the span of each node, and operations on the tree.

mod agreement;
mod corpus;
mod corrections;
mod debug;
mod display;
mod expressions;
mod format;
mod generate;
mod lexical;
mod limits;
mod messages;
mod mutations;
mod positions;
mod recovery;
mod rendering;
mod shape;
mod spans;
mod structure;
mod support;
mod templates;
mod variables;
mod visit;
