//! What is to be written, before it is known in which syntax.

use std::borrow::Cow;

use crate::value::Number;

/// The key of a map, or the field of a struct, which need not be copied.
pub(super) type Name = Cow<'static, str>;

/// A value, blocks, or an expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    /// Nothing: left out of a body, null elsewhere.
    Absent,
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Tuple(Vec<Node>),
    /// A struct or a map.
    Object(Vec<(Name, Node)>),
    /// The labels and the items of a block whose type is not known yet.
    Block(Vec<String>, Vec<(Name, Node)>),
    /// An expression of the native syntax as it is written.
    Expression(String),
    /// The items of a body that was parsed, in source order; names may repeat.
    Body(Vec<(Name, Node)>),
}

/// An attribute or a block of a body.
pub(super) enum Item<'n> {
    Attribute(&'n str, &'n Node),
    Block(&'n str, Vec<&'n str>, &'n [(Name, Node)]),
}

/// The attributes and blocks that the entries of a body stand for.
pub(super) fn items(entries: &[(Name, Node)]) -> Vec<Item<'_>> {
    let mut items = Vec::with_capacity(entries.len());
    for (name, node) in entries {
        match node {
            Node::Absent => {}
            node if holds_blocks(node) => collect_blocks(name, node, &mut Vec::new(), &mut items),
            node => items.push(Item::Attribute(name, node)),
        }
    }
    items
}

/// Whether there is a block at the end of every way through tuples and objects.
pub(super) fn holds_blocks(node: &Node) -> bool {
    match node {
        Node::Block(..) => true,
        Node::Tuple(elements) => !elements.is_empty() && elements.iter().all(holds_blocks),
        Node::Object(entries) => !entries.is_empty() && entries.iter().all(|(_, node)| holds_blocks(node)),
        _ => false,
    }
}

/// The keys of objects around a block are its first labels.
fn collect_blocks<'n>(
    block_type: &'n str,
    node: &'n Node,
    labels: &mut Vec<&'n str>,
    items: &mut Vec<Item<'n>>,
) {
    match node {
        Node::Block(own, entries) => {
            let labels = labels.iter().copied().chain(own.iter().map(String::as_str)).collect();
            items.push(Item::Block(block_type, labels, entries));
        }
        Node::Tuple(elements) => {
            elements.iter().for_each(|element| collect_blocks(block_type, element, labels, items));
        }
        Node::Object(entries) => {
            for (key, node) in entries {
                labels.push(key);
                collect_blocks(block_type, node, labels, items);
                labels.pop();
            }
        }
        _ => {}
    }
}
