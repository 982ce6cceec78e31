//! The form of a part of a type.

use std::rc::Rc;
use std::sync::Arc;

use super::super::shape::Shape;

/// The form of a value: its kind, in sequences and maps.
#[derive(Clone, Default)]
pub(super) struct Form {
    /// From the outermost to the innermost.
    pub(super) layers: Vec<Layer>,
    /// It is decoded by [`with::attribute`](crate::with::attribute).
    pub(super) is_attribute: bool,
    /// It is decoded by [`with::blocks`](crate::with::blocks).
    pub(super) is_block: bool,
    pub(super) kind: Kind,
    /// The index of the type among those with parts, if it has any.
    pub(super) index: usize,
    pub(super) is_required: bool,
    /// The layers before which there is an `Option`, as bits.
    pub(super) options: u64,
}

impl Form {
    /// Returns the number of maps around it.
    pub(super) fn maps(&self) -> usize {
        self.layers.iter().filter(|layer| **layer == Layer::Map).count()
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Layer {
    Sequence,
    Map,
}

#[derive(Clone, Default)]
pub(super) enum Kind {
    Bool,
    /// A number, with the least and the greatest integer of its type.
    Number(Option<(i128, u128)>),
    Character,
    String,
    /// Serde hides the form.
    #[default]
    Opaque,
    /// It is decoded from a buffer of serde.
    Buffered,
    /// A struct with flattened fields, whose names serde hides, by its type.
    Flat(&'static str),
    /// The form of a buffered type.
    Inferred(Arc<Shape>),
    /// A struct with flattened fields, with those that are known.
    Known(Rc<[&'static str]>),
    /// A variant of an enum that has only a name.
    Unit,
    Struct {
        /// The name that serde has for it.
        name: &'static str,
        ty: &'static str,
        fields: &'static [&'static str],
    },
    Enum {
        name: &'static str,
        ty: &'static str,
        variants: &'static [&'static str],
    },
    Tuple(usize),
    /// [`Labeled`](crate::de::Labeled): labels and a body.
    Labeled,
}

impl Kind {
    /// Returns the number of its parts.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Bool | Self::Number(_) | Self::Character | Self::String => 0,
            Self::Opaque | Self::Unit | Self::Buffered | Self::Flat(_) | Self::Inferred(_) => 0,
            Self::Known(names) => names.len(),
            Self::Struct { fields: names, .. } | Self::Enum { variants: names, .. } => names.len(),
            Self::Tuple(len) => *len,
            Self::Labeled => 2,
        }
    }
}
