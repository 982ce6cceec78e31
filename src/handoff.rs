//! Hands what serde has no type for from a deserializer of this crate to a visitor of this crate.
//!
//! The deserializer lays it down and calls the visitor, which picks it up at once: the slot is filled during one call only, and
//! each thread has its own.

use std::any::Any;
use std::cell::Cell;

use serde::de::{Error, Visitor};

thread_local! {
    static SLOT: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Gives something to a visitor that [takes](take) it when it visits a unit.
pub(crate) fn give<'de, T: 'static, V: Visitor<'de>, E: Error>(thing: T, visitor: V) -> Result<V::Value, E> {
    SLOT.set(Some(Box::new(thing)));
    let result = visitor.visit_unit();
    SLOT.set(None);
    result
}

/// What was laid down, if it is of the type.
pub(crate) fn take<T: 'static>() -> Option<T> {
    SLOT.take().and_then(|thing| thing.downcast().ok()).map(|thing| *thing)
}
