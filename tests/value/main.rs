//! Values, types, operators, conversions and functions, through the public interface.

mod build;
mod conformance;
mod convert;
mod decimal;
mod depth;
mod func;
mod json;
mod number;
mod ops;
mod refinement;
mod set_order;
