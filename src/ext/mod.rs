//! Extensions of the language that applications can offer. The language itself has none of them.

pub mod dynblock;
#[cfg(feature = "analysis")]
pub mod spec;
pub mod tryfunc;
pub mod typeexpr;
pub mod userfunc;
