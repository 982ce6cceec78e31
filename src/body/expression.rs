//! Expressions that are kept to be evaluated later.

use std::fmt;
use std::sync::Arc;

use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{ExprId, Tree};

/// An expression, not evaluated yet.
///
/// An expression is a handle: cloning it is cheap, and it keeps the parsed text alive.
/// Specification: information model, "Expressions".
#[derive(Clone)]
pub struct Expression {
    tree: Arc<Tree>,
    id: ExprId,
}

impl Expression {
    pub(crate) fn native(tree: Arc<Tree>, id: ExprId) -> Self {
        Self { tree, id }
    }

    /// The expression in the syntax tree.
    pub fn ast(&self) -> ast::Expression<'_> {
        ast::Expression::new(&self.tree, self.id)
    }

    /// The source it stands in.
    pub fn source(&self) -> &Source {
        &self.tree.source
    }

    /// The bytes it covers.
    pub fn span(&self) -> Span {
        self.ast().span()
    }
}

/// Prints the expression in canonical style.
///
/// ```
/// let expression = serde_hcl::parse_expression("[for  x in xs:x.id if  x!=null]").value;
/// assert_eq!(expression.map(|it| it.to_string()).as_deref(), Some("[for x in xs : x.id if x != null]"));
/// ```
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.ast(), f)
    }
}

/// The expression as it is written.
impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.ast(), f)
    }
}
