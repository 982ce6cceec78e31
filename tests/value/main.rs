//! Values, types, operators, conversions and functions, seen from outside.

#[path = "../support/codec.rs"]
mod codec;
mod conformance;
mod depth;
mod number;
