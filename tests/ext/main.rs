//! The extensions of the language, each on bodies of both syntaxes. One file an extension.

mod dynblock;
mod typeexpr;
mod userfunc;
