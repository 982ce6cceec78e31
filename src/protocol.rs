//! The protocol between the types of this crate and its deserializers and serializer, for values
//! without a type in serde.
//!
//! A type passes one of the names below to `serialize_newtype_struct` or
//! `deserialize_newtype_struct`. The deserializers answer such a request with [`give`], and the
//! visitor [takes](take) the value from a slot of the thread, which is filled during that call
//! only. The serializer receives its own form of a value through [`serialize`]. Other formats see a
//! newtype struct.

use std::any::Any;
use std::borrow::Cow;
use std::cell::Cell;

use serde::ser::{Serialize, Serializer};

/// A [`Value`](crate::Value) as it is, with unknown values and types.
pub(crate) const VALUE: &str = "$serde_hcl::Value";
/// A [`Number`](crate::Number) with all its digits.
pub(crate) const NUMBER: &str = "$serde_hcl::Number";
/// The key of a [`Map`](crate::Map), which equal keys can share.
pub(crate) const KEY: &str = "$serde_hcl::Key";
/// A null that is a value: `None`, which a body omits, and a unit in other formats.
pub(crate) const NULL: &str = "$serde_hcl::Null";
/// An [`Expression`](crate::Expression) that is not evaluated.
pub(crate) const EXPRESSION: &str = "$serde_hcl::Expression";
/// A [`Template`](crate::Template) that is not evaluated.
pub(crate) const TEMPLATE: &str = "$serde_hcl::Template";
/// A [`Traversal`](crate::Traversal) that is not evaluated.
pub(crate) const TRAVERSAL: &str = "$serde_hcl::Traversal";
/// A [`Body`](crate::Body) that is not evaluated.
pub(crate) const BODY: &str = "$serde_hcl::Body";
/// A [`Block`](crate::Block) that is not evaluated.
pub(crate) const WHOLE_BLOCK: &str = "$serde_hcl::WholeBlock";
/// A [`Labeled`](crate::de::Labeled) block.
pub(crate) const LABELED: &str = "$serde_hcl::Labeled";
/// A value that [`with::attribute`](crate::with::attribute) decodes.
pub(crate) const ATTRIBUTE: &str = "$serde_hcl::Attribute";
/// A list or a single value that [`with::many`](crate::with::many) decodes.
pub(crate) const MANY: &str = "$serde_hcl::Many";
/// A value that [`blocks`](crate::with::blocks) writes or
/// decodes.
pub(crate) const BLOCK: &str = "$serde_hcl::Block";
/// A map that [`labeled_blocks`](crate::with::labeled_blocks) writes.
pub(crate) const LABELED_BLOCKS: &str = "$serde_hcl::LabeledBlocks";

/// The field of a struct for the rest of a body, which the other fields leave.
pub(crate) const REMAIN: &str = "$remain";

/// The entry of a body for a type under `flatten`, see [`flat`](crate::with::flat).
pub(crate) const FLAT: &str = "$serde_hcl::Flat";

/// Returns whether an error type is that of the deserializers of this crate.
pub(crate) fn is_of_this_crate<E>() -> bool {
    std::any::type_name::<E>().starts_with(concat!(env!("CARGO_CRATE_NAME"), "::"))
}

/// Returns whether a name is that of a field with a meaning of its own. Items and entries of that
/// name are data, which no such field takes.
pub(crate) fn is_special_field(name: &str) -> bool {
    name.starts_with('$') && (name == REMAIN || LabelField::parse(name).is_some())
}

/// A field of a struct for labels of its block, in the order of the labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LabelField {
    /// `$label`, the first label.
    First,
    /// `$label.N`, the label with this index.
    Indexed(u32),
    /// `$labels`, all labels.
    All,
}

impl LabelField {
    /// Returns the field of a name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        match name.strip_prefix("$label")? {
            "" => Some(Self::First),
            "s" => Some(Self::All),
            suffix => {
                let digits = suffix.strip_prefix('.')?;
                let is_padded = digits != "0" && digits.starts_with(['0', '+']);
                digits.parse().ok().filter(|_| !is_padded).map(Self::Indexed)
            }
        }
    }

    /// Returns the name of the field.
    pub(crate) fn name(self) -> Cow<'static, str> {
        match self {
            Self::First => Cow::Borrowed("$label"),
            Self::Indexed(index) => Cow::Owned(format!("$label.{index}")),
            Self::All => Cow::Borrowed("$labels"),
        }
    }

    /// Returns the index of its label, unless it takes all of them.
    pub(crate) fn index(self) -> Option<usize> {
        match self {
            Self::First => Some(0),
            Self::Indexed(index) => Some(index as usize),
            Self::All => None,
        }
    }

    /// Returns a pair of numbers that orders the fields of a block.
    pub(crate) fn rank(self) -> (usize, usize) {
        (self.index().unwrap_or(usize::MAX), usize::from(self != Self::First))
    }
}

thread_local! {
    static SLOT: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Empties the slot at the end of a call, also after a panic of the visitor.
struct EmptyOnDrop;

impl Drop for EmptyOnDrop {
    fn drop(&mut self) {
        SLOT.set(None);
    }
}

/// Passes a value to a visitor, which [takes](take) it in `visit_unit`, which a function calls.
pub(crate) fn give<T: 'static, R>(value: T, visit_unit: impl FnOnce() -> R) -> R {
    let _guard = EmptyOnDrop;
    SLOT.set(Some(Box::new(value)));
    visit_unit()
}

/// Takes the value from the slot, if it has this type.
pub(crate) fn take<T: 'static>() -> Option<T> {
    SLOT.take().and_then(|value| value.downcast().ok()).map(|value| *value)
}

/// A value that the serializer of this crate [takes](take) as it is in `serialize_unit`.
pub(crate) struct Handle<'v, T>(pub(crate) &'v T);

impl<T: Clone + 'static> Serialize for Handle<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let _guard = EmptyOnDrop;
        SLOT.set(Some(Box::new(self.0.clone())));
        serializer.serialize_unit()
    }
}

/// Serializes `own` into the serializer of this crate, and `other` into those of other formats.
///
/// The serializer of this crate is human readable everywhere except directly in a newtype struct
/// with such a name. Other serializers are the same on every level.
pub(crate) fn serialize<S: Serializer>(
    name: &'static str,
    own: &impl Serialize,
    other: &impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let is_readable = serializer.is_human_readable();
    serializer.serialize_newtype_struct(name, &OwnOrOther { own, other, is_readable })
}

struct OwnOrOther<'a, O, T> {
    own: &'a O,
    other: &'a T,
    is_readable: bool,
}

impl<O: Serialize, T: Serialize> Serialize for OwnOrOther<'_, O, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_readable && !serializer.is_human_readable() {
            self.own.serialize(serializer)
        } else {
            self.other.serialize(serializer)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn the_slot_is_empty_after_a_panic_of_the_visitor() {
        let visit_unit = || panic!("the visitor panics");
        let result = catch_unwind(AssertUnwindSafe(|| super::give::<_, ()>(7_u8, visit_unit)));
        assert!(result.is_err());
        assert_eq!(super::take::<u8>(), None);
    }
}
