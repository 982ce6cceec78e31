//! Nodes as values.

use std::slice;

use super::node::{
    Entries, NodeKind, Property, PropertyBlock, TapeNode, block_in_value, labels_without_type,
};
use super::serializer::ambiguous_key;
use super::tape::{Tape, check_depth};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::util::ordered::OrderedMap;
use crate::value::{Map, Number, Spellings, Value};

/// Returns the value of a whole tape.
pub(super) fn root(tape: &Tape) -> Result<Value> {
    match TapeNode::root(tape).kind() {
        NodeKind::Tuple(elements) => {
            let element =
                |(index, node)| body_or_value(node, 1).map_err(|error: Error| error.under_index(index));
            Ok(Value::tuple(elements.enumerate().map(element).collect::<Result<Vec<_>>>()?))
        }
        _ => body_or_value(TapeNode::root(tape), 0),
    }
}

fn body_or_value(node: TapeNode<'_>, depth: usize) -> Result<Value> {
    match node.kind() {
        NodeKind::Object(entries) if entries.hold_blocks() => body(entries, depth),
        NodeKind::Block(labels, _) if !labels.is_empty() => Err(labels_without_type()),
        NodeKind::Block(_, entries) | NodeKind::Body(entries) => body(entries, depth),
        _ => value(node),
    }
}

fn value(node: TapeNode<'_>) -> Result<Value> {
    Ok(match node.kind() {
        NodeKind::Absent | NodeKind::Null => Value::NULL,
        NodeKind::Bool(value) => Value::from(value),
        NodeKind::Number(text) => Value::from(Number::parse(text).map_err(Error::message)?),
        NodeKind::String(text) => Value::from(text),
        NodeKind::Tuple(elements) => {
            let element = |(index, node)| value(node).map_err(|error| error.under_index(index));
            Value::tuple(elements.enumerate().map(element).collect::<Result<Vec<_>>>()?)
        }
        NodeKind::Object(entries) => {
            let mut object = (Map::with_capacity(entries.count()), Spellings::default());
            for (key, node) in entries {
                let value = value(node).map_err(|error| error.under(key))?;
                insert(&mut object, key, value)?;
            }
            Value::object(object.0)
        }
        NodeKind::Block(..) | NodeKind::Body(_) => return Err(block_in_value()),
        NodeKind::Expression(expression) => expression.evaluate(&EvalContext::new())?,
    })
}

/// Inserts a value under a key that is not the same text as another key when it is read.
fn insert((map, spellings): &mut (Map, Spellings), written: &str, value: Value) -> Result<()> {
    let key = Value::from(written);
    let Some(key) = key.shared_str() else { return Ok(()) };
    if let Some(first) = spellings.clash(map, key, written) {
        return Err(ambiguous_key(&first, written));
    }
    map.insert_shared(key.clone(), value);
    Ok(())
}

/// Returns the value of a body: attributes by name, and a block type as an object for each label
/// level, whose leaves are tuples of bodies. Labels count as levels too, before anything is built
/// for them.
fn body(entries: Entries<'_>, depth: usize) -> Result<Value> {
    check_depth(depth)?;
    let mut object = (Map::new(), Spellings::default());
    for (name, property) in entries.by_name(ambiguous)? {
        let value = match property {
            Property::Attribute(node) => value(node),
            Property::Blocks(all) => {
                let depths = all.iter().map(|block| depth + 1 + block.labels.len());
                let is_valid = depths.max().map_or(Ok(()), check_depth);
                is_valid.and_then(|()| blocks_of_type(&all, depth + 1))
            }
        };
        insert(&mut object, name, value.map_err(|error| error.under(name))?)?;
    }
    Ok(Value::object(object.0))
}

/// Returns the value of blocks of one type. If they have different numbers of labels, each is an
/// object.
fn blocks_of_type(all: &[PropertyBlock<'_>], depth: usize) -> Result<Value> {
    if all.iter().all(|block| block.labels.len() == all[0].labels.len()) {
        return blocks(all, 0, depth);
    }
    let objects = all.iter().map(|block| match block.labels[..] {
        [] => body(block.entries, depth),
        _ => blocks(slice::from_ref(block), 0, depth),
    });
    Ok(Value::tuple(objects.collect::<Result<Vec<_>>>()?))
}

/// Returns the value of blocks with the same number of labels, of which `level` are taken already.
fn blocks(all: &[PropertyBlock<'_>], level: usize, depth: usize) -> Result<Value> {
    if all.iter().all(|block| block.labels.len() <= level) {
        let bodies = all.iter().map(|block| body(block.entries, depth + level));
        return Ok(Value::tuple(bodies.collect::<Result<Vec<_>>>()?));
    }
    // Adjacent blocks with the same label. A label that comes back after another one needs a
    // sequence, in which the blocks keep their order.
    let groups = all.chunk_by(|one, next| one.labels[level].text == next.labels[level].text);
    let groups = groups.map(|group| (group[0].labels[level].text, group));
    let entry = |(label, group)| Ok((label, blocks(group, level + 1, depth)?));
    let mut seen = OrderedMap::new();
    if groups.clone().all(|(label, _)| seen.insert(label, ()).is_none()) {
        return Ok(Value::object(groups.map(entry).collect::<Result<Map>>()?));
    }
    let objects = groups.map(|group| Ok(Value::object(Map::from_iter([entry(group)?]))));
    Ok(Value::tuple(objects.collect::<Result<Vec<_>>>()?))
}

fn ambiguous(name: &str) -> Error {
    let detail = format!(
        "{name:?} is the name of two attributes, or of an attribute and a block. Rename one of them."
    );
    Error::coded(Code::AmbiguousName, detail)
}
