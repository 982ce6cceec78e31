//! Nodes as values.

use super::node::{Item, Name, Node, holds_blocks, items};
use crate::body::parse_expression;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::value::{Map, Value};

pub(super) fn value(node: &Node) -> Result<Value> {
    Ok(match node {
        Node::Absent | Node::Null => Value::NULL,
        Node::Bool(value) => Value::from(*value),
        Node::Number(number) => Value::from(number.clone()),
        Node::String(text) => Value::from(text.as_str()),
        Node::Tuple(elements) => {
            let element = |(index, node)| value(node).map_err(|error| error.under(format_args!("[{index}]")));
            Value::tuple(elements.iter().enumerate().map(element).collect::<Result<Vec<_>>>()?)
        }
        Node::Object(entries) if entries.iter().any(|(_, node)| holds_blocks(node)) => body(entries)?,
        Node::Object(entries) => {
            let mut map = Map::with_capacity(entries.len());
            for (key, node) in entries {
                map.insert(&**key, value(node).map_err(|error| error.under(key))?);
            }
            Value::object(map)
        }
        Node::Block(_, entries) | Node::Body(entries) => body(entries)?,
        Node::Expression(text) => match parse_expression(text.as_str()).into_result()? {
            Some(expression) => expression.evaluate(&EvalContext::new())?,
            None => return Err(Error::message("an expression is expected")),
        },
    })
}

/// Attributes by name; a block type as an object for each label level, whose leaves are tuples of bodies.
fn body(entries: &[(Name, Node)]) -> Result<Value> {
    let mut map = Map::new();
    for item in items(entries) {
        match item {
            Item::Attribute(name, node) => {
                map.insert(name, value(node).map_err(|error| error.under(name))?);
            }
            Item::Block(block_type, labels, entries) => {
                let body = body(entries).map_err(|error| error.under(block_type))?;
                let before = map.get(block_type).cloned();
                map.insert(block_type, with_block(before, &labels, body));
            }
        }
    }
    Ok(Value::object(map))
}

/// What stands at the place of a block with one more block in it.
fn with_block(before: Option<Value>, labels: &[&str], body: Value) -> Value {
    let Some((label, labels)) = labels.split_first() else {
        let mut bodies = before.as_ref().and_then(Value::as_slice).map(<[Value]>::to_vec).unwrap_or_default();
        bodies.push(body);
        return Value::tuple(bodies);
    };
    let mut level = before.as_ref().and_then(Value::as_map).cloned().unwrap_or_default();
    let inner = with_block(level.get(label).cloned(), labels, body);
    level.insert(*label, inner);
    Value::object(level)
}
