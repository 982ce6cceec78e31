//! Values, their types, and operations on them.
//!
//! ```
//! use serde_hcl::ast::BinaryOperator;
//! use serde_hcl::{Type, Value, ValueKind, value, value::convert};
//!
//! let server = value!({ "name": "web", "ports": [80, 443] });
//! assert_eq!(server["ports"][1], value!(443));
//! assert_eq!(BinaryOperator::Add.apply(&server["ports"][0], &value!(1))?, value!(81));
//! assert_eq!(convert(&value!("80"), &Type::Number)?, value!(80));
//! assert!(matches!(server["name"].kind(), ValueKind::String("web")));
//! # Ok::<(), serde_hcl::value::ValueError>(())
//! ```
//!
//! Implements the chapters "Values and Value Types" and "Type Conversions and Unification" of the
//! information model.
//!
//! A [`Value`] is cheap to clone and can be shared between threads. [`Value::kind`] returns its
//! content for pattern matching; [`BinaryOperator::apply`](crate::ast::BinaryOperator::apply)
//! computes with values, [`convert()`] changes their type, [`unify`] finds a common type of several
//! values.

// First, in the order of their methods in the documentation.
mod build;

mod access;

pub(crate) mod content;

mod capsule;
pub(crate) mod convert;
pub(crate) mod display;
mod elements;
mod error;
mod identity;
mod json;
mod macros;
pub(crate) mod map;
mod marks;
mod name;
mod native;
mod node;
pub(crate) mod number;
pub(crate) mod ops;
mod pending;
mod refinement;
mod serde;
mod set_order;
mod shared_names;
pub(crate) mod slot;
pub(crate) mod text;
pub(crate) mod types;

pub use access::{Iter, ValueIndex};
#[cfg(feature = "bigdecimal-0_4")]
pub use bigdecimal::BigDecimal;
pub use capsule::Capsule;
use content::Repr;
pub(crate) use content::Value;
pub(crate) use content::ValueKind;
pub(crate) use convert::Unified;
pub(crate) use convert::convert_within;
pub use convert::{Conversion, can_convert, convert, unify};
pub(crate) use display::{
    NAME_BYTES, begins_identifier, continues_identifier, has_attributes, is_identifier, is_plain, quoted,
    quoted_content, write_escaped, write_string,
};
pub use error::{ErrorKind, PathStep, ValueError};
pub use json::Typed;
pub(crate) use map::Map;
pub use map::{MapEntry, MapIntoIter, MapIter, MapIterMut};
pub(crate) use map::{Spellings, equal_in_normal_form};
pub use marks::{Mark, Marks};
pub use name::Name;
pub(crate) use native::unsuitable;
pub use num_bigint::BigInt;
pub(crate) use number::{Number, NumberError};
pub use ops::{get_attr, index};
pub use refinement::{Refinement, RefinementBuilder};
pub(crate) use set_order::order;
pub(crate) use shared_names::SharedNames;
pub(crate) use text::{lasting_prefix, normalize};
pub(crate) use types::Type;
pub use types::{CapsuleType, ElementType, ObjectType, TupleType};
pub(crate) use types::{Constraint, Matching};
#[cfg(feature = "ext")]
pub(crate) use types::{Notation, write_structure};

/// The maximum depth of values and types for functions that recurse into them. Deeper values can be
/// created, cloned, compared and dropped; all other operations return an error.
pub(crate) const MAX_DEPTH: u32 = 256;

/// The number of bytes of text that count as one more part of a value.
pub(crate) const BYTES_IN_A_PART: u64 = 64;

/// The maximum number of parts for functions that recurse into a value. Parts can be shared, so a
/// value with few parts in memory can have any number of parts for recursion.
pub(crate) const MAX_SIZE: u64 = 1 << 22;
