//! What the specification expects at an offset.

use serde_hcl::ext::{ChildBlocks, Spec};
use serde_hcl::{Type, Value};

use super::cursor::{Cursor, Kind, Name};
use super::schema::Schema;
use super::spec::{attribute, blocks};

/// What is expected at an offset.
#[derive(Clone, Debug)]
pub(crate) enum Expected<'s> {
    /// Attributes and blocks.
    Body(&'s Spec),
    /// A body of any content.
    AnyBody,
    /// The body of a `dynamic` block that generates blocks.
    Dynamic(Option<Box<ChildBlocks<'s>>>),
    /// The next label of a block.
    Label { blocks: Option<Box<ChildBlocks<'s>>>, index: usize },
    /// A value: of an attribute, or a part of one.
    Value { ty: Type, values: &'s [Value] },
}

impl<'s> Expected<'s> {
    const ANY: Self = Self::Value { ty: Type::Dynamic, values: &[] };

    /// Returns the expectation at the start of a name or a value.
    pub(crate) fn at(cursor: &Cursor<'_>, schema: &'s Schema<'_>) -> Self {
        let mut expected = schema.spec.as_deref().map_or(Self::AnyBody, Self::Body);
        let (last, outer) = match cursor.frames.split_last() {
            // In a string, what is around it is expected.
            Some((top, outer)) if top.kind == Kind::Quote => match outer.split_last() {
                Some((last, outer)) => (last, outer),
                None => (top, outer),
            },
            Some(split) => split,
            None => return expected,
        };
        for (at, frame) in outer.iter().chain([last]).enumerate() {
            let is_last = at == outer.len();
            expected = match frame.kind {
                Kind::Document => expected,
                Kind::Body => {
                    let expected = match (at, &schema.call) {
                        (0, _) => expected,
                        (1, Some(call)) => Self::Body(call),
                        _ => expected.block(&frame.block),
                    };
                    match frame.name() {
                        Some(name) => expected.item(name),
                        None if is_last && !frame.header.is_empty() => expected.label(&frame.header),
                        None => expected,
                    }
                }
                Kind::Object => match frame.name() {
                    _ if frame.for_part.is_some() => Self::ANY,
                    Some(name) => expected.item(name),
                    None => expected,
                },
                Kind::Tuple if frame.for_part.is_none() => expected.element(),
                Kind::Paren if frame.function.is_none() => expected,
                _ => Self::ANY,
            };
        }
        expected
    }

    /// Returns the expectation in the body of a block.
    fn block(self, header: &[Name<'_>]) -> Self {
        let Some((block_type, labels)) = header.split_first() else { return Self::AnyBody };
        match self {
            Self::Dynamic(Some(blocks)) if block_type.text == "content" => Self::nested(blocks.nested),
            Self::Body(spec) => match (blocks(spec, block_type.text), block_type.text, labels) {
                (Some(blocks), ..) => Self::nested(blocks.nested),
                (None, "dynamic", [label]) => Self::Dynamic(blocks(spec, label.text).map(Box::new)),
                _ => Self::AnyBody,
            },
            _ => Self::AnyBody,
        }
    }

    fn nested(spec: Option<&'s Spec>) -> Self {
        spec.map_or(Self::AnyBody, Self::Body)
    }

    /// Returns the expectation after the type of a block and some labels.
    fn label(self, header: &[Name<'_>]) -> Self {
        let Some(block_type) = header.first() else { return Self::ANY };
        let blocks = match self {
            Self::Body(spec) => blocks(spec, block_type.text).map(Box::new),
            Self::AnyBody => None,
            _ => return Self::ANY,
        };
        Self::Label { blocks, index: header.len() - 1 }
    }

    /// Returns the expectation for the value of a name: of an attribute or a key, and in HCL JSON
    /// of a block or a label.
    fn item(self, name: &str) -> Self {
        match self {
            Self::Body(spec) => match (attribute(spec, name), blocks(spec, name)) {
                (Some(attribute), _) => Self::Value { ty: attribute.ty.clone(), values: attribute.values },
                (None, Some(blocks)) => Self::in_json(blocks, 0),
                (None, None) => Self::ANY,
            },
            Self::Label { blocks: Some(blocks), index } => Self::in_json(*blocks, index + 1),
            Self::Value { ty: Type::Object(attributes), .. } => {
                let ty = attributes.iter().find(|(other, _)| *other == name).map(|(_, ty)| ty.clone());
                Self::Value { ty: ty.unwrap_or(Type::Dynamic), values: &[] }
            }
            Self::Value { ty: Type::Map(element), values } => Self::Value { ty: (*element).clone(), values },
            _ => Self::ANY,
        }
    }

    /// Returns the expectation in HCL JSON after the type of a block and some labels.
    fn in_json(blocks: ChildBlocks<'s>, labels: usize) -> Self {
        if labels < blocks.labels.len() {
            return Self::Label { index: labels, blocks: Some(Box::new(blocks)) };
        }
        Self::nested(blocks.nested)
    }

    /// Returns the expectation for an element of a tuple. Blocks in HCL JSON can be in an array.
    fn element(self) -> Self {
        match self {
            Self::Value { ty: Type::List(element) | Type::Set(element), values } => {
                Self::Value { ty: (*element).clone(), values }
            }
            Self::Value { .. } => Self::ANY,
            body => body,
        }
    }
}
