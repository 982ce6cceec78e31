//! The parts of a specification by their names.

use serde_hcl::ext::{ChildAttribute, ChildBlocks, Spec};

/// Returns the attribute of a name.
pub(crate) fn attribute<'s>(spec: &'s Spec, name: &str) -> Option<ChildAttribute<'s>> {
    spec.child_attributes().into_iter().find(|it| it.name == name)
}

/// Returns the blocks of a type.
pub(crate) fn blocks<'s>(spec: &'s Spec, block_type: &str) -> Option<ChildBlocks<'s>> {
    spec.child_blocks().into_iter().find(|it| it.block_type == block_type)
}
