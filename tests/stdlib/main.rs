//! The standard functions, called from expressions. One file an area.

#![cfg(feature = "stdlib")]

mod collection;
mod conversion;
mod hostile;
mod mapping;
mod marks;
mod operator;
mod sequence;
mod set;
mod support;
