//! From any type that serde can serialize to a [`Node`].

use serde::ser::{self, Serialize, Serializer};

use super::node::{Name, Node};
use super::{BLOCK, BODY, EXPRESSION, LABELED_BLOCKS};
use crate::de::{LABEL_FIELDS, LABELED};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::value::{NUMBER, Number};

/// How deep values may nest: what is written has to be read again.
const MAX_DEPTH: u32 = Limits::DEFAULT.depth;

#[derive(Clone, Copy)]
pub(super) struct NodeSerializer {
    depth: u32,
    /// A number is coming whose text is welcome, since serde has no type for it.
    wants_number: bool,
}

pub(super) fn node<T: Serialize + ?Sized>(value: &T) -> Result<Node> {
    value.serialize(NodeSerializer { depth: 0, wants_number: false })
}

impl NodeSerializer {
    fn deeper(self) -> Result<Self> {
        check_depth(self.depth as usize + 1)?;
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

/// Refuses what nests so deep that it could not be read again.
pub(super) fn check_depth(depth: usize) -> Result<()> {
    if depth > MAX_DEPTH as usize {
        return Err(Error::limit(
            "Nesting too deep",
            format!("The value nests more than {MAX_DEPTH} levels deep, which could not be read again."),
        ));
    }
    Ok(())
}

fn float(value: f64, shortest: &str) -> Result<Node> {
    if value.is_nan() {
        return Err(Error::data(
            "NaN cannot be written",
            "HCL has no value for NaN. Use an option in its place.",
        ));
    }
    if value.is_infinite() {
        return Ok(Node::Expression(if value > 0.0 { "1 / 0" } else { "-1 / 0" }.to_owned()));
    }
    Number::parse(shortest).map(Node::Number).map_err(Error::message)
}

fn variant(name: &'static str, content: Node) -> Node {
    Node::Object(vec![(name.into(), content)])
}

macro_rules! integers {
    ($($method:ident: $ty:ty),*) => {
        $(fn $method(self, value: $ty) -> Result<Node> {
            Ok(Node::Number(Number::from(value)))
        })*
    };
}

impl Serializer for NodeSerializer {
    type Ok = Node;
    type Error = Error;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128
    }

    fn serialize_bool(self, value: bool) -> Result<Node> {
        Ok(Node::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Result<Node> {
        float(value.into(), &value.to_string())
    }

    fn serialize_f64(self, value: f64) -> Result<Node> {
        float(value, &value.to_string())
    }

    fn serialize_char(self, value: char) -> Result<Node> {
        Ok(Node::String(value.to_string()))
    }

    /// This is how a number knows that its text is welcome.
    fn is_human_readable(&self) -> bool {
        !self.wants_number
    }

    fn serialize_str(self, value: &str) -> Result<Node> {
        if self.wants_number {
            return Number::parse(value).map(Node::Number).map_err(Error::message);
        }
        Ok(Node::String(value.to_owned()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Node> {
        Ok(Node::Tuple(value.iter().map(|byte| Node::Number(Number::from(*byte))).collect()))
    }

    fn serialize_none(self) -> Result<Node> {
        Ok(Node::Absent)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Node> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Node> {
        Ok(Node::String(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<Node> {
        match name {
            LABELED => labeled(value.serialize(self.deeper()?)?),
            BLOCK => block(value.serialize(self)?),
            LABELED_BLOCKS => labeled_blocks(value.serialize(self)?),
            EXPRESSION => match value.serialize(self)? {
                Node::String(text) => Ok(Node::Expression(text)),
                _ => Err(Error::message("an expression is written as its text")),
            },
            BODY => match value.serialize(self)? {
                Node::Tuple(items) => body(items),
                _ => Err(Error::message("a body is written as its items")),
            },
            NUMBER => value.serialize(Self { wants_number: true, ..self }),
            _ => value.serialize(self.deeper()?),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Node> {
        let content = value.serialize(self.deeper()?).map_err(|error| error.under(name))?;
        Ok(variant(name, content))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Elements> {
        let elements = Vec::with_capacity(length.unwrap_or(0).min(1024));
        Ok(Elements { elements, variant: None, inner: self.deeper()? })
    }

    fn serialize_tuple(self, length: usize) -> Result<Elements> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Elements> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Elements> {
        Ok(Elements { variant: Some(variant), ..self.deeper()?.serialize_seq(Some(length))? })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Entries> {
        let entries = Vec::with_capacity(length.unwrap_or(0).min(1024));
        Ok(Entries { entries, key: None, variant: None, inner: self.deeper()? })
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Entries> {
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Entries> {
        Ok(Entries { variant: Some(variant), ..self.deeper()?.serialize_map(Some(length))? })
    }
}

/// Labels and body of a `Labeled`.
fn labeled(pair: Node) -> Result<Node> {
    let Node::Tuple(parts) = pair else { return Err(Error::message("labels and a body are expected")) };
    let Ok([labels, body]) = <[Node; 2]>::try_from(parts) else {
        return Err(Error::message("labels and a body are expected"));
    };
    let mut all = Vec::new();
    add_labels(labels, &mut all)?;
    match block(body)? {
        Node::Block(inner, entries) => {
            all.extend(inner);
            Ok(Node::Block(all, entries))
        }
        _ => Err(Error::message("the body of a labelled block must be a struct or a map")),
    }
}

fn add_labels(node: Node, labels: &mut Vec<String>) -> Result<()> {
    match node {
        Node::String(text) => labels.push(text),
        Node::Number(number) => labels.push(number.to_string()),
        Node::Bool(value) => labels.push(value.to_string()),
        Node::Absent | Node::Null => {}
        Node::Tuple(parts) => parts.into_iter().try_for_each(|part| add_labels(part, labels))?,
        _ => return Err(Error::message("a label must be a string, a number or a bool")),
    }
    Ok(())
}

/// Objects as unlabelled blocks.
fn block(node: Node) -> Result<Node> {
    match node {
        Node::Object(entries) | Node::Body(entries) => Ok(Node::Block(Vec::new(), entries)),
        Node::Tuple(elements) => elements.into_iter().map(block).collect::<Result<_>>().map(Node::Tuple),
        Node::Block(..) | Node::Absent | Node::Null => Ok(node),
        _ => Err(Error::message("only a struct or a map can be written as a block")),
    }
}

/// The values of a map as blocks, or sequences of them as several.
fn labeled_blocks(node: Node) -> Result<Node> {
    let Node::Object(entries) = node else {
        return Err(Error::message("only a map can be written as labelled blocks"));
    };
    let blocks = entries.into_iter().map(|(label, node)| Ok((label, block(node)?)));
    blocks.collect::<Result<_>>().map(Node::Object)
}

/// The items of a parsed body, each an enum variant.
fn body(items: Vec<Node>) -> Result<Node> {
    let entry = |item: Node| match item {
        Node::Object(mut entries) if entries.len() == 1 => Ok(entries.remove(0)),
        _ => Err(Error::message("an item of a body is written as its name and what it holds")),
    };
    items.into_iter().map(entry).collect::<Result<_>>().map(Node::Body)
}

/// The elements of a sequence.
pub(super) struct Elements {
    elements: Vec<Node>,
    variant: Option<&'static str>,
    inner: NodeSerializer,
}

impl Elements {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let index = self.elements.len();
        let element = value.serialize(self.inner).map_err(|error| error.under(format_args!("[{index}]")))?;
        self.elements.push(element);
        Ok(())
    }

    fn finish(self) -> Node {
        let tuple = Node::Tuple(self.elements);
        match self.variant {
            None => tuple,
            Some(name) => variant(name, tuple),
        }
    }
}

macro_rules! elements {
    ($($trait:ident::$method:ident),*) => {
        $(impl ser::$trait for Elements {
            type Ok = Node;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.push(value)
            }

            fn end(self) -> Result<Node> {
                Ok(self.finish())
            }
        })*
    };
}

elements! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
}

/// The entries of a map or the fields of a struct.
pub(super) struct Entries {
    entries: Vec<(Name, Node)>,
    key: Option<String>,
    variant: Option<&'static str>,
    inner: NodeSerializer,
}

impl Entries {
    fn insert<T: Serialize + ?Sized>(&mut self, name: Name, value: &T) -> Result<()> {
        let node = value.serialize(self.inner).map_err(|error| error.under(&name))?;
        self.entries.push((name, node));
        Ok(())
    }

    /// A struct or map with fields for labels is a block.
    fn finish(self) -> Result<Node> {
        let is_label = |name: &str| {
            name.starts_with("$label")
                && (LABEL_FIELDS.contains(&name) || name == "$labels" || name == "$label.0")
        };
        let node = if self.entries.iter().any(|(name, _)| is_label(name)) {
            let (mut fields, entries): (Vec<_>, Vec<_>) =
                self.entries.into_iter().partition(|(name, _)| is_label(name));
            // "$label" is before "$label.1", and that before "$labels".
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            let mut labels = Vec::new();
            for (name, node) in fields {
                add_labels(node, &mut labels).map_err(|error| error.under(name))?;
            }
            Node::Block(labels, entries)
        } else {
            Node::Object(self.entries)
        };
        Ok(match self.variant {
            None => node,
            Some(name) => variant(name, node),
        })
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Node;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let text = match key.serialize(self.inner)? {
            Node::String(text) => text,
            Node::Number(number) => number.to_string(),
            Node::Bool(value) => value.to_string(),
            _ => {
                return Err(Error::data(
                    "Invalid key",
                    "A key of a map must be a string, a number, a bool or a variant without content.",
                ));
            }
        };
        self.key = Some(text);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match self.key.take() {
            Some(key) => self.insert(key.into(), value),
            None => Err(Error::message("a value was given before its key")),
        }
    }

    fn end(self) -> Result<Node> {
        self.finish()
    }
}

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Entries {
            type Ok = Node;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.insert(name.into(), value)
            }

            fn end(self) -> Result<Node> {
                self.finish()
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);
