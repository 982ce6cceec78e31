//! Bodies and expressions as applications handle them, whichever syntax they were written in.

mod expression;
mod file;
mod static_expr;
mod structure;
mod view;

use std::fmt;
use std::sync::Arc;

use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{BodyId, Tree};
pub use expression::Expression;
pub(crate) use file::parse_file_with;
pub use file::{
    File, parse_expression, parse_file, parse_template, parse_traversal, parse_traversal_partial,
};
pub use static_expr::StaticCall;
pub use structure::{Attribute, Block, Label};
pub(crate) use view::{BlockView, BodyView, ExpressionView, ItemView, Literal, NameView};

/// The attributes and blocks of a file or of a block.
///
/// A body is a handle: cloning it is cheap, and it keeps the parsed text alive.
/// Specification: information model, "Structural Elements".
#[derive(Clone)]
pub struct Body {
    tree: Arc<Tree>,
    id: BodyId,
}

impl Body {
    pub(crate) fn native(tree: Arc<Tree>, id: BodyId) -> Self {
        Self { tree, id }
    }

    /// The body in the syntax tree.
    pub fn ast(&self) -> ast::Body<'_> {
        ast::Body::new(&self.tree, self.id)
    }

    /// The source it stands in.
    pub fn source(&self) -> &Source {
        &self.tree.source
    }

    /// The bytes it covers.
    pub fn span(&self) -> Span {
        self.ast().span()
    }

    /// A handle to an expression of the same text.
    pub(crate) fn expression(&self, expression: ast::Expression<'_>) -> Expression {
        Expression::native(self.tree.clone(), expression.id())
    }

    /// A handle to a body of the same text.
    pub(crate) fn sibling(&self, body: ast::Body<'_>) -> Self {
        Self { tree: self.tree.clone(), id: body.id() }
    }
}

/// Prints the body in canonical style, with the comments in it.
///
/// ```
/// let file = serde_hcl::parse_file("b x {\n# why\na=1 // one\nlong   = 2\n}").into_result()?;
/// assert_eq!(file.body().to_string(), "b \"x\" {\n  # why\n  a    = 1 // one\n  long = 2\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.ast(), f)
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.ast(), f)
    }
}
