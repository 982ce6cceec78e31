//! A map of values that are made once, on demand, and never move.

use std::sync::OnceLock;

/// Values by index, in a tree by the hexadecimal digits of the index.
pub(crate) struct LazyMap<T> {
    value: OnceLock<T>,
    digits: OnceLock<Box<[LazyMap<T>; 16]>>,
}

impl<T> Default for LazyMap<T> {
    fn default() -> Self {
        Self { value: OnceLock::new(), digits: OnceLock::new() }
    }
}

impl<T> LazyMap<T> {
    pub(crate) fn get_or_init(&self, number: u32, make: impl FnOnce() -> T) -> &T {
        let mut node = self;
        let mut rest = number;
        while rest > 0 {
            node = &node.digits.get_or_init(Box::default)[rest as usize % 16];
            rest /= 16;
        }
        node.value.get_or_init(make)
    }
}
