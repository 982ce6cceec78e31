//! Extensions of the language that applications can offer. Each uses only the public interface.

pub mod dynblock;
#[cfg(feature = "analysis")]
pub mod spec;
pub mod tryfunc;
pub mod typeexpr;
pub mod userfunc;
