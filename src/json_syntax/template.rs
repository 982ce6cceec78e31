//! Strings as templates of the native syntax.

use crate::limits::Limits;
use crate::syntax::ast;
use crate::syntax::ast::tree::{ExprId, Tree};

/// Returns whether a text has a template sequence or an escape of one in it. Without them it is its
/// own value.
pub(crate) fn has_template(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| matches!(pair, [b'$' | b'%', b'{']))
}

/// A string that was parsed as a template of the native syntax.
pub(super) struct Template {
    pub(super) tree: Tree,
    pub(super) root: ExprId,
}

impl Template {
    pub(super) fn expression(&self) -> ast::Expression<'_> {
        ast::Expression::new(&self.tree, self.root)
    }

    /// Returns whether parsing it with these limits is certain to succeed. It has at most one token
    /// for each byte.
    pub(super) fn is_within(&self, limits: &Limits) -> bool {
        let length = self.tree.source.text().len();
        self.tree.depth <= limits.depth && length as u64 <= limits.input && length <= limits.parts()
    }
}
