//! Parts of a value that is on a tape, for documents that are edited.

use serde::Serialize;

use super::expression;
pub(crate) use super::expression::native_text as canonical_expression;
use super::native::{self, ItemText};
use super::node::{self, Entries, Node, NodeKind};
use super::options::WriteOptions;
use super::serializer::TapeSerializer;
use super::tape::Tape;
use crate::error::Result;

/// Puts a value on a tape.
pub(crate) fn tape_of<T: Serialize + ?Sized>(value: &T, options: WriteOptions) -> Result<Tape> {
    let mut tape = options.tape();
    value.serialize(TapeSerializer::new(&mut tape))?;
    Ok(tape)
}

/// Makes a body of the whole of a tape, if it is a sequence of items.
///
/// # Errors
/// Returns an error if it is a value that is not a body.
pub(crate) fn make_body(tape: &mut Tape) -> Result<()> {
    node::body(tape).map(|_| ())
}

/// Writes a value as the text of an expression. An expression that was parsed keeps its notation.
pub(crate) fn node_text(node: Node<'_>, heredocs: bool) -> Result<String> {
    match node.kind() {
        NodeKind::Expression(captured) => expression::notation(captured),
        _ => native::expression(node, heredocs),
    }
}

/// Writes an entry of a body, as the attribute or the blocks that it is.
pub(crate) fn entry_texts(name: &str, node: Node<'_>, heredocs: bool) -> Result<Vec<ItemText>> {
    native::entry(name, node, heredocs)
}

/// Writes a block.
pub(crate) fn block_text(
    block_type: &str,
    labels: &[&str],
    entries: Option<Entries<'_>>,
    heredocs: bool,
) -> Result<String> {
    native::block(block_type, labels, entries, heredocs)
}
