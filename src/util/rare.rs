//! Optional values that are mostly absent.

use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};

/// An optional value that is mostly absent. Unlike the drop of an `Option<Box<T>>` that is `None`,
/// its drop then is no call, which is a hundredth of the time of decoding (`benches/peers`).
pub(crate) struct Rare<T>(ManuallyDrop<Option<Box<T>>>);

impl<T> Rare<T> {
    #[inline]
    pub(crate) fn into_inner(mut self) -> Option<Box<T>> {
        self.take()
    }
}

impl<T> Default for Rare<T> {
    #[inline]
    fn default() -> Self {
        None.into()
    }
}

impl<T> From<Option<Box<T>>> for Rare<T> {
    #[inline]
    fn from(value: Option<Box<T>>) -> Self {
        Self(ManuallyDrop::new(value))
    }
}

impl<T> Deref for Rare<T> {
    type Target = Option<Box<T>>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T> DerefMut for Rare<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T> Drop for Rare<T> {
    #[inline]
    fn drop(&mut self) {
        if self.is_some() {
            drop_present(self);
        }
    }
}

/// Drops the value. It is not inlined, so that the check before it is.
#[cold]
#[inline(never)]
fn drop_present<T>(value: &mut Rare<T>) {
    value.0.take();
}
