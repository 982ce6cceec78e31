//! Generated types, files and mistakes.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

mod codec;
mod leaves;
mod model;
mod random;

use codec::{Codec, Of};

/// Declares the types of a file.
macro_rules! types {
    ($($item:item)*) => {
        $(#[derive(super::Serialize, super::Deserialize, PartialEq, Debug)] $item)*
    };
}

/// Lists the types that files are decoded into.
macro_rules! roots {
    ($($root:ty,)*) => {
        pub fn roots() -> Vec<&'static dyn super::Codec> {
            vec![$(&super::Of::<$root>(super::PhantomData)),*]
        }
    };
}

mod types;

#[test]
fn x() {
    assert!(types::roots().len() > 0);
}
