//! The nodes of a specification. They are shared, and created and dropped without recursion.

use std::fmt;
use std::mem;
use std::sync::Arc;

use super::{Blocks, BlocksContent, Spec, SpecKind};
use crate::diag::{Code, Diagnostic, Diagnostics};

/// The maximum number of levels of a specification. Decoding recurses into it.
const MAX_DEPTH: u32 = 128;

/// The maximum number of parts of a specification. Parts can be shared, so there can be more than
/// are in memory.
const MAX_SIZE: u64 = 1 << 20;

/// Specifications of more levels than this are dropped without recursion.
const SHALLOW: u32 = 64;

#[derive(Clone)]
pub(super) struct SpecNode {
    kind: SpecKind,
    /// The description of an attribute or of blocks.
    description: Option<Arc<str>>,
    /// Whether attributes and blocks of other names are ignored.
    is_lenient: bool,
    /// The number of levels below.
    depth: u32,
    /// The number of parts, itself included.
    size: u64,
}

impl Spec {
    pub(super) fn new(kind: SpecKind) -> Self {
        let (mut depth, mut size) = (0_u32, 1_u64);
        for part in kind.parts() {
            depth = depth.max(part.0.depth.saturating_add(1));
            size = size.saturating_add(part.0.size);
        }
        Self(Arc::new(SpecNode { kind, description: None, is_lenient: false, depth, size }))
    }

    pub(super) fn kind(&self) -> &SpecKind {
        &self.0.kind
    }

    /// Returns the kind for a change, which other owners of the node do not share.
    pub(super) fn kind_mut(&mut self) -> &mut SpecKind {
        &mut Arc::make_mut(&mut self.0).kind
    }

    pub(super) fn own_description(&self) -> Option<&str> {
        self.0.description.as_deref()
    }

    pub(super) fn set_own_description(&mut self, text: &Arc<str>) {
        Arc::make_mut(&mut self.0).description = Some(text.clone());
    }

    pub(super) fn ignores_others(&self) -> bool {
        self.0.is_lenient
    }

    pub(super) fn set_lenient(&mut self) {
        Arc::make_mut(&mut self.0).is_lenient = true;
    }

    /// Returns the error about a specification with too many levels or parts.
    pub(super) fn too_large(&self) -> Option<Diagnostics> {
        let limit = if self.0.depth >= MAX_DEPTH {
            format!("{MAX_DEPTH} levels")
        } else if self.0.size > MAX_SIZE {
            format!("{MAX_SIZE} parts")
        } else {
            return None;
        };
        let detail = format!(
            "The specification has more than {limit}. Make it smaller, or decode some blocks by themselves."
        );
        Some(Diagnostic::new(Code::SpecificationTooLarge, detail).into())
    }
}

impl SpecKind {
    /// Returns the specifications in it.
    pub(super) fn parts(&self) -> Vec<&Spec> {
        match self {
            Self::Object(attributes) => attributes.iter().map(|(_, spec)| spec).collect(),
            Self::Tuple(elements) => elements.iter().collect(),
            Self::Blocks(blocks) => blocks.nested().into_iter().collect(),
            Self::Or { primary, default } => vec![primary, default],
            Self::Transform { wrapped, .. } | Self::Validate { wrapped, .. } => vec![wrapped],
            _ => Vec::new(),
        }
    }

    pub(super) fn parts_mut(&mut self) -> Vec<&mut Spec> {
        match self {
            Self::Object(attributes) => attributes.iter_mut().map(|(_, spec)| spec).collect(),
            Self::Tuple(elements) => elements.iter_mut().collect(),
            Self::Blocks(Blocks { content: BlocksContent::Spec(nested), .. }) => vec![nested],
            Self::Or { primary, default } => vec![primary, default],
            Self::Transform { wrapped, .. } | Self::Validate { wrapped, .. } => vec![wrapped],
            _ => Vec::new(),
        }
    }

    /// Returns the name of the attribute or the type of the blocks that it reads.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Attribute { name, .. } => Some(name),
            Self::Blocks(blocks) => Some(&blocks.block_type),
            Self::Opaque { name, .. } => name.as_deref(),
            _ => None,
        }
    }
}

impl Drop for SpecNode {
    fn drop(&mut self) {
        if self.depth <= SHALLOW {
            return;
        }
        let mut pending = vec![mem::replace(&mut self.kind, SpecKind::Tuple(Vec::new()))];
        while let Some(kind) = pending.pop() {
            let parts: Vec<Spec> = kind.parts().into_iter().cloned().collect();
            drop(kind);
            for part in parts {
                if let Some(mut node) = Arc::into_inner(part.0) {
                    node.depth = 0;
                    pending.push(mem::replace(&mut node.kind, SpecKind::Tuple(Vec::new())));
                }
            }
        }
    }
}

/// The parts; an ellipsis for a specification that is too large to be used.
impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.too_large() {
            None => f.debug_tuple("Spec").field(self.kind()).finish(),
            Some(_) => f.write_str("Spec(…)"),
        }
    }
}
