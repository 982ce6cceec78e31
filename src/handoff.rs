//! Hands what serde has no type for from a deserializer of this crate to a visitor of this crate, and from a value of this
//! crate to its serializer.
//!
//! The deserializer lays it down and calls the visitor, which picks it up at once: the slot is filled during one call only, and
//! each thread has its own.

use std::any::Any;
use std::cell::Cell;

use serde::de::{Error, Visitor};
use serde::ser::{Serialize, Serializer};

thread_local! {
    static SLOT: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Empties the slot when the call is over, also by a panic of the visitor.
struct Emptied;

impl Drop for Emptied {
    fn drop(&mut self) {
        SLOT.set(None);
    }
}

/// Gives something to a visitor that [takes](take) it when it visits a unit.
pub(crate) fn give<'de, T: 'static, V: Visitor<'de>, E: Error>(thing: T, visitor: V) -> Result<V::Value, E> {
    let _emptied = Emptied;
    SLOT.set(Some(Box::new(thing)));
    visitor.visit_unit()
}

/// What was laid down, if it is of the type.
pub(crate) fn take<T: 'static>() -> Option<T> {
    SLOT.take().and_then(|thing| thing.downcast().ok()).map(|thing| *thing)
}

/// Serializes `own` into the serializer of this crate, and `other` into those of other formats.
///
/// The serializer of this crate is human readable everywhere except directly in a newtype struct of such a name. No other
/// serializer changes its answer from one level to the next.
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
    use std::fmt;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use serde::de::Visitor;
    use serde::de::value::Error;

    struct Panics;

    impl Visitor<'_> for Panics {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("nothing")
        }

        fn visit_unit<E>(self) -> Result<(), E> {
            panic!("the visitor panics")
        }
    }

    #[test]
    fn the_slot_is_empty_after_a_panic_of_the_visitor() {
        let result = catch_unwind(AssertUnwindSafe(|| super::give::<_, _, Error>(7_u8, Panics)));
        assert!(result.is_err());
        assert_eq!(super::take::<u8>(), None);
    }
}
