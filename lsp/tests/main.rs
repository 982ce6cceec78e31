//! Tests of the language server, as an editor uses it: messages over pipes.

mod actions;
mod client;
mod completion;
mod diagnostics;
#[cfg(unix)]
mod editors;
mod format;
mod hover;
mod names;
mod pictures;
mod protocol;
mod random;
mod structure;
mod terraform;
mod typing;
mod validator;
mod workspace;
