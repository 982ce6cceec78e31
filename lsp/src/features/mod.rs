//! The requests of the protocol, each as a function of a document and its folder.

pub(crate) mod actions;
pub(crate) mod bindings;
pub(crate) mod brackets;
pub(crate) mod checks;
pub(crate) mod completion;
pub(crate) mod cursor;
pub(crate) mod describe;
pub(crate) mod diagnostics;
pub(crate) mod documentation;
pub(crate) mod expect;
pub(crate) mod folding;
pub(crate) mod format;
pub(crate) mod hover;
pub(crate) mod inlay;
pub(crate) mod links;
pub(crate) mod locals;
pub(crate) mod names;
pub(crate) mod rename;
pub(crate) mod schema;
pub(crate) mod selection;
pub(crate) mod semantic;
pub(crate) mod signature;
pub(crate) mod support;
pub(crate) mod symbols;
pub(crate) mod text;
pub(crate) mod values;
