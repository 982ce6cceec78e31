//! Terraform and OpenTofu modules.
#![doc = include_str!("../README.md")]

mod check;
mod content;
mod evaluate;
mod functions;
mod inspect;
mod language;
mod load;
mod location;
mod module;
mod providers;
mod rename;
mod role;
mod values;

pub use content::{
    Backend, Check, Condition, Import, Lifecycle, Local, ModuleCall, ModuleFile, Moved, Output,
    ProviderConfig, ProviderRef, ProviderRequirement, Removed, Resource, ResourceMode, Settings, Variable,
};
pub use evaluate::Evaluation;
#[cfg(any(unix, windows))]
pub use functions::Folder;
/// Documents of YAML with the locations of their parts, for the program `hcl`.
#[doc(hidden)]
pub use functions::yaml::document as yaml;
pub use functions::{EPHEMERAL, FileKind, Files, Functions, SENSITIVE, function, functions, register};
pub use inspect::Inspection;
pub use language::language;
pub use load::Loader;
pub use location::Location;
pub use module::{Module, Overrides};
pub use providers::ProviderSchemas;
pub use rename::ChangedFile;
pub use role::{Dialect, Role, role};
pub use values::Values;
