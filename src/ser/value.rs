//! Nodes as values.

use indexmap::IndexMap;

use super::node::{Entries, Item, Node, NodeKind, labels_without_type};
use super::serializer::ambiguous_key;
use super::tape::check_depth;
use crate::body::group_by_name;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::value::{Map, Number, Spellings, Value};

pub(super) fn value(node: Node<'_>, depth: usize) -> Result<Value> {
    Ok(match node.kind() {
        NodeKind::Absent | NodeKind::Null => Value::NULL,
        NodeKind::Bool(value) => Value::from(value),
        NodeKind::Number(text) => Value::from(Number::parse(text).map_err(Error::message)?),
        NodeKind::String(text) => Value::from(text),
        NodeKind::Tuple(elements) => {
            let element = |(index, node)| value(node, depth + 1).map_err(|error| error.under_index(index));
            Value::tuple(elements.enumerate().map(element).collect::<Result<Vec<_>>>()?)
        }
        NodeKind::Object(entries) if entries.hold_blocks() => body(entries, depth)?,
        NodeKind::Object(entries) => {
            let mut object =
                ObjectBuilder { map: Map::with_capacity(entries.count()), spellings: Spellings::default() };
            for (key, node) in entries {
                object.insert(key, value(node, depth + 1).map_err(|error| error.under(key))?)?;
            }
            Value::object(object.map)
        }
        NodeKind::Block(labels, _) if !labels.is_empty() => return Err(labels_without_type()),
        NodeKind::Block(_, entries) | NodeKind::Body(entries) => body(entries, depth)?,
        NodeKind::Expression(expression) => expression.evaluate(&EvalContext::new())?,
    })
}

/// An object that is put together.
struct ObjectBuilder {
    map: Map,
    spellings: Spellings,
}

impl ObjectBuilder {
    fn insert(&mut self, written: &str, value: Value) -> Result<()> {
        let key = Value::from(written);
        let Some(key) = key.shared_str() else { return Ok(()) };
        if let Some(first) = self.spellings.clash(&self.map, key, written) {
            return Err(ambiguous_key(&first, written));
        }
        self.map.insert_shared(key.clone(), value);
        Ok(())
    }
}

/// The members of one name in a body.
enum BodyMember<'n> {
    Attribute(Value),
    Block(Vec<&'n str>, Value),
}

/// Returns the value of a body: attributes by name, and a block type as an object for each label
/// level, whose leaves are tuples of bodies. Labels count as levels too, before anything is built
/// for them.
fn body(entries: Entries<'_>, depth: usize) -> Result<Value> {
    check_depth(depth)?;
    let mut members = Vec::new();
    entries.each_item(|item| {
        members.push(match item {
            Item::Attribute(name, node) => {
                let value = value(node, depth + 1).map_err(|error| error.under(name))?;
                (name, BodyMember::Attribute(value))
            }
            Item::Block(block_type, labels, entries) => {
                let depth = depth + 1 + labels.len();
                let body = body(entries, depth).map_err(|error| error.under(block_type))?;
                let labels = labels.iter().map(|label| label.text).collect();
                (block_type, BodyMember::Block(labels, body))
            }
        });
        Ok(())
    })?;
    group_by_name(
        &mut members,
        |member| member.0,
        |first, again| match (&first.1, &again.1) {
            (BodyMember::Block(..), BodyMember::Block(..)) => Ok(()),
            _ => Err(ambiguous(again.0)),
        },
    )?;
    let mut object = ObjectBuilder { map: Map::new(), spellings: Spellings::default() };
    let mut members = members.into_iter().peekable();
    while let Some((name, member)) = members.next() {
        let value = match member {
            BodyMember::Attribute(value) => value,
            BodyMember::Block(labels, body) => {
                let mut all = vec![(labels, body)];
                while let Some((_, BodyMember::Block(labels, body))) = members.next_if(|next| next.0 == name)
                {
                    all.push((labels, body));
                }
                blocks(all, 0).ok_or_else(|| ambiguous(name))?
            }
        };
        object.insert(name, value)?;
    }
    Ok(Value::object(object.map))
}

/// Returns the value of blocks of one type, of whose labels `level` are taken already, or `None` if
/// only some of them have another one.
fn blocks(all: Vec<(Vec<&str>, Value)>, level: usize) -> Option<Value> {
    if all.iter().all(|(labels, _)| labels.len() <= level) {
        return Some(Value::tuple(all.into_iter().map(|(_, body)| body).collect::<Vec<_>>()));
    }
    let mut groups: IndexMap<&str, Vec<(Vec<&str>, Value)>> = IndexMap::new();
    for block in all {
        groups.entry(*block.0.get(level)?).or_default().push(block);
    }
    let entries = groups.into_iter().map(|(label, group)| Some((label, blocks(group, level + 1)?)));
    Some(Value::object(entries.collect::<Option<Map>>()?))
}

fn ambiguous(name: &str) -> Error {
    let detail = format!(
        "{name:?} is the name of two attributes, of an attribute and a block, or of blocks with and without a label. \
         Rename one of them."
    );
    Error::coded(Code::AmbiguousName, detail).under(name)
}
