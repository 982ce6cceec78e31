//! The position of a body in a document.

use crate::syntax::ast;

/// The position of a body in a [`Document`](super::Document): the index of an item for each level.
///
/// A path leads to the same body as long as no items before it are inserted or removed.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Path(pub(super) Vec<usize>);

impl Path {
    /// Returns the body at the path.
    pub(super) fn body<'t>(&self, root: ast::Body<'t>) -> Option<ast::Body<'t>> {
        self.0.iter().try_fold(root, |body, index| Some(body.block_at(*index)?.body()))
    }

    /// Returns the path of the body of the block at an index among the items.
    #[must_use]
    pub fn child(&self, index: usize) -> Self {
        Self(self.0.iter().copied().chain([index]).collect())
    }
}
