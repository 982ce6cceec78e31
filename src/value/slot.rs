//! The slot in which a deserializer passes a value to its visitor, as [`protocol`](crate::protocol)
//! describes. It is apart from the slot of other types since it needs no allocation
//! (`benches/peers`).

use std::cell::Cell;

use serde::de::{Error, Visitor};

use super::Value;

thread_local! {
    static SLOT: Cell<Option<Value>> = const { Cell::new(None) };
}

/// Empties the slot at the end of a call, also after a panic of the visitor.
struct EmptyOnDrop;

impl Drop for EmptyOnDrop {
    fn drop(&mut self) {
        SLOT.set(None);
    }
}

/// Passes a value to a visitor, which [takes](take) it in `visit_unit`.
pub(crate) fn give<'de, V: Visitor<'de>, E: Error>(value: Value, visitor: V) -> Result<V::Value, E> {
    let _guard = EmptyOnDrop;
    SLOT.set(Some(value));
    visitor.visit_unit()
}

/// Takes the value from the slot.
pub(super) fn take() -> Option<Value> {
    SLOT.take()
}
