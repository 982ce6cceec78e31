//! Values, types, operators, conversions and functions, through the public interface.

mod build;
#[path = "../support/codec.rs"]
mod codec;
mod conformance;
#[path = "../support/conversion.rs"]
mod conversion;
mod convert;
#[cfg(feature = "bigdecimal")]
mod decimal;
mod depth;
mod func;
mod json;
mod number;
mod ops;
mod refinement;
#[path = "../support/rows.rs"]
mod rows;
mod set_order;
