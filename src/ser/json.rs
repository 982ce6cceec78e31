//! Nodes as HCL JSON.

use indexmap::IndexMap;

use super::expression;
use super::native::escaped;
use super::node::{Item, Name, Node, holds_blocks, items};
use super::serializer::check_depth;
use crate::error::{Error, Result};

/// How a text is laid out.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Style {
    Compact,
    /// Two spaces a level.
    Pretty,
}

/// A JSON value.
pub(super) enum Json {
    /// A number, true, false or null as it is written.
    Word(String),
    /// The text of a string, not quoted yet.
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// A body as the text of a file, anything else as a JSON value.
pub(super) fn text(node: &Node, style: Style) -> Result<String> {
    let json = match node {
        Node::Object(entries) | Node::Body(entries) | Node::Block(_, entries) => body(entries, 0)?,
        node => value(node, 0)?,
    };
    let mut out = String::new();
    json.write(style, 0, &mut out)?;
    Ok(out)
}

/// What a name stands for in a body.
enum Property<'n> {
    Attribute(Json),
    Blocks(Vec<(Vec<&'n str>, Json)>),
}

/// A body so many levels below the root. Labels are levels too, and are counted before anything is built for them.
fn body(entries: &[(Name, Node)], depth: usize) -> Result<Json> {
    check_depth(depth)?;
    let mut properties: IndexMap<&str, Property<'_>> = IndexMap::new();
    for item in items(entries) {
        match item {
            Item::Attribute(name, node) => {
                let json = value(node, depth + 1).map_err(|error| error.under(name))?;
                if properties.insert(name, Property::Attribute(json)).is_some() || name == "//" {
                    return Err(ambiguous(name));
                }
            }
            Item::Block(block_type, labels, entries) => {
                let depth = depth + 1 + labels.len();
                let json = body(entries, depth).map_err(|error| error.under(block_type))?;
                match properties.entry(block_type).or_insert_with(|| Property::Blocks(Vec::new())) {
                    Property::Blocks(blocks) => blocks.push((labels, json)),
                    Property::Attribute(_) => return Err(ambiguous(block_type)),
                }
            }
        }
    }
    let property = |(name, property): (&str, Property<'_>)| {
        let json = match property {
            Property::Attribute(json) => json,
            Property::Blocks(all) => blocks(all, 0),
        };
        (name.to_owned(), json)
    };
    Ok(Json::Object(properties.into_iter().map(property).collect()))
}

fn ambiguous(name: &str) -> Error {
    let detail = match name {
        "//" => "A property named \"//\" is a comment in JSON. Use another name.".to_owned(),
        _ => format!(
            "The name {name:?} is used twice, for an argument and a block or for two arguments, which JSON cannot tell apart. Rename \
             one of them."
        ),
    };
    Error::data("Ambiguous name", detail).under(name)
}

/// Blocks of one type, of whose labels `level` are written already. They keep their order: a label that comes back after
/// another one needs an array.
fn blocks(all: Vec<(Vec<&str>, Json)>, level: usize) -> Json {
    if all.iter().all(|(labels, _)| labels.len() <= level) {
        let mut bodies: Vec<Json> = all.into_iter().map(|(_, body)| body).collect();
        return if bodies.len() == 1 { bodies.remove(0) } else { Json::Array(bodies) };
    }
    // Neighbours with the same label, or without one.
    let mut groups: Vec<Vec<(Vec<&str>, Json)>> = Vec::new();
    for block in all {
        match groups.last_mut() {
            Some(group) if group[0].0.get(level) == block.0.get(level) => group.push(block),
            _ => groups.push(vec![block]),
        }
    }
    let mut seen = std::collections::HashSet::new();
    let one_object =
        groups.iter().all(|group| group[0].0.get(level).is_some_and(|label| seen.insert(*label)));
    let entries = groups.into_iter().map(|group| {
        let label = group[0].0.get(level).map(|label| (*label).to_owned());
        (label, blocks(group, level + 1))
    });
    if one_object {
        return Json::Object(entries.map(|(label, json)| (label.unwrap_or_default(), json)).collect());
    }
    Json::Array(
        entries
            .map(|(label, json)| match label {
                Some(label) => Json::Object(vec![(label, json)]),
                None => json,
            })
            .collect(),
    )
}

fn value(node: &Node, depth: usize) -> Result<Json> {
    Ok(match node {
        Node::Absent | Node::Null => Json::Word("null".to_owned()),
        Node::Bool(value) => Json::Word(value.to_string()),
        Node::Number(number) => Json::Word(number.to_string()),
        Node::String(text) => Json::Text(escaped(text)),
        Node::Expression(text) => expression::to_json(text)?,
        Node::Tuple(elements) => {
            let element = |(index, node)| {
                value(node, depth + 1).map_err(|error| error.under(format_args!("[{index}]")))
            };
            Json::Array(elements.iter().enumerate().map(element).collect::<Result<_>>()?)
        }
        Node::Object(entries) if entries.iter().any(|(_, node)| holds_blocks(node)) => body(entries, depth)?,
        Node::Object(entries) => {
            let entry = |(key, node): &(Name, Node)| {
                Ok((escaped(key), value(node, depth + 1).map_err(|error| error.under(key))?))
            };
            Json::Object(entries.iter().map(entry).collect::<Result<_>>()?)
        }
        Node::Block(_, entries) | Node::Body(entries) => body(entries, depth)?,
    })
}

impl Json {
    fn write(&self, style: Style, depth: usize, out: &mut String) -> Result<()> {
        match self {
            Self::Word(word) => out.push_str(word),
            Self::Text(text) => quote(text, out),
            Self::Array(elements) => {
                check_depth(depth + 1)?;
                write_list('[', ']', elements.iter(), style, depth, out, |element, out| {
                    element.write(style, depth + 1, out)
                })?;
            }
            Self::Object(entries) => {
                check_depth(depth + 1)?;
                write_list('{', '}', entries.iter(), style, depth, out, |(key, json), out| {
                    quote(key, out);
                    out.push_str(if style == Style::Pretty { ": " } else { ":" });
                    json.write(style, depth + 1, out)
                })?;
            }
        }
        Ok(())
    }
}

fn write_list<T>(
    open: char,
    close: char,
    entries: impl ExactSizeIterator<Item = T>,
    style: Style,
    depth: usize,
    out: &mut String,
    write: impl Fn(T, &mut String) -> Result<()>,
) -> Result<()> {
    let line = |depth: usize, out: &mut String| {
        if style == Style::Pretty {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", depth));
        }
    };
    let is_empty = entries.len() == 0;
    out.push(open);
    for (index, entry) in entries.enumerate() {
        out.push_str(if index == 0 { "" } else { "," });
        line(depth + 1, out);
        write(entry, out)?;
    }
    if !is_empty {
        line(depth, out);
    }
    out.push(close);
    Ok(())
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control @ '\0'..'\u{20}' => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}
