//! Terraform and OpenTofu modules.
#![doc = include_str!("../README.md")]

mod check;
mod evaluate;
mod inspect;
mod language;
mod location;
mod module;
mod role;
mod values;

pub use evaluate::Evaluation;
pub use inspect::Inspection;
pub use language::language;
pub use location::Location;
pub use module::content::{
    Backend, Check, Condition, Import, Lifecycle, Local, ModuleCall, ModuleFile, Moved, Output,
    ProviderConfig, ProviderRef, ProviderRequirement, Removed, Resource, ResourceMode, Settings, Variable,
};
pub use module::{Loader, Module, Overrides};
pub use role::{Dialect, Role, role};
pub use values::Values;
