//! The slot in which a deserializer passes a value to its visitor, as [`protocol`](crate::protocol)
//! describes. It is apart from the slot of other types since it needs no allocation
//! (`benches/peers`).

use std::cell::Cell;
use std::mem::ManuallyDrop;

use super::Value;

thread_local! {
    // Each call of `give` empties the slot. Without a destructor, no access checks whether it is
    // registered, which saves a fifth of the instructions of a call (`benches/peers`, decoding to a
    // value).
    static SLOT: Cell<Option<ManuallyDrop<Value>>> = const { Cell::new(None) };
}

/// Empties the slot at the end of a call, also after a panic of the visitor.
struct EmptyOnDrop;

impl Drop for EmptyOnDrop {
    fn drop(&mut self) {
        drop(take());
    }
}

/// Passes a value to a visitor, which [takes](take) it in `visit_unit`, which a function calls.
pub(crate) fn give<T>(value: Value, visit_unit: impl FnOnce() -> T) -> T {
    let _guard = EmptyOnDrop;
    drop(SLOT.replace(Some(ManuallyDrop::new(value))).map(ManuallyDrop::into_inner));
    visit_unit()
}

/// Takes the value from the slot.
pub(super) fn take() -> Option<Value> {
    SLOT.take().map(ManuallyDrop::into_inner)
}
