//! The extensions of the language, each on bodies of both syntaxes. One file an extension.

mod dynblock;
mod spec;
mod tryfunc;
mod typeexpr;
mod userfunc;
