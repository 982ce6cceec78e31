//! Any text into any type, in both syntaxes: it fits or it does not.

#![no_main]

#[path = "../support/context.rs"]
mod context;
#[path = "../support/shape.rs"]
mod shape;

use context::{check_secrets, context};
use libfuzzer_sys::fuzz_target;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde_hcl::Options;
use shape::{Read, Shape};

thread_local! {
    /// The shape that [`Dynamic`] reads.
    static SHAPE: std::cell::RefCell<Shape> = const { std::cell::RefCell::new(Shape::Any) };
}

/// A type whose shape is only known at run time.
struct Dynamic;

impl<'de> Deserialize<'de> for Dynamic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SHAPE.with_borrow(|shape| Read { shape }.deserialize(deserializer)).map(|_| Self)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes;
    let shape = Shape::take(&mut rest, 5);
    let Ok(text) = std::str::from_utf8(rest) else { return };
    SHAPE.set(shape);
    let options = Options::new().context(context().clone());
    for options in [options.clone(), options.json(true)] {
        if let Err(error) = options.from_str::<Dynamic>(text) {
            check_secrets(&format!("{error} {error:#} {error:?} {}", error.path()), rest);
        }
    }
});
