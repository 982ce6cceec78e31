//! Extensions of the language that applications can offer, each over the public interface alone.

pub mod dynblock;
pub mod spec;
pub mod tryfunc;
pub mod typeexpr;
pub mod userfunc;
