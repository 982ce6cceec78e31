//! Bodies and expressions as applications handle them, whichever syntax they were written in.

mod content;
mod expansion;
mod expression;
mod file;
mod json;
mod merged;
mod named;
mod native;
mod rest;
mod schema;
mod static_expr;
mod structure;
mod template;
mod view;

use std::fmt;
use std::sync::Arc;

use crate::json_syntax;
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{BodyId, Tree};
pub use content::BodyContent;
pub(crate) use content::set_before;
pub(crate) use expansion::DYNAMIC;
use expansion::{Expansion, Iteration};
pub use expression::Expression;
pub use file::{
    File, JsonFile, parse_expression, parse_file, parse_json_expression, parse_json_file, parse_template,
    parse_traversal, parse_traversal_partial,
};
pub(crate) use file::{parse_file_with, parse_json_file_with};
pub(crate) use named::{Few, group_by_name, take_group};
use rest::Hidden;
pub use schema::{AttributeSchema, BlockSchema, BodySchema};
pub use static_expr::StaticCall;
pub use structure::{Attribute, Block, Label};
pub use template::Template;
pub(crate) use view::{
    BlockView, BodyView, ExpressionView, ItemView, ItemViewKind, Literal, NameView, PropertyView, Spelling,
};

/// The attributes and blocks of a file or of a block, in either syntax.
///
/// A body is a handle: cloning it is cheap, and it keeps the parsed text alive.
/// Specification: information model, "Structural Elements".
#[derive(Clone)]
pub struct Body {
    kind: BodyKind,
    /// What content was taken of already, see [`partial_content`](Self::partial_content).
    hidden: Option<Arc<Hidden>>,
    /// How its dynamic blocks are expanded, where they are.
    expansion: Option<Arc<Expansion>>,
}

#[derive(Clone)]
enum BodyKind {
    Native { tree: Arc<Tree>, id: BodyId },
    Json { tree: Arc<json_syntax::Tree>, node: json_syntax::NodeId },
    Merged { bodies: Arc<[Body]>, source: Source },
}

impl Body {
    fn new(kind: BodyKind) -> Self {
        Self { kind, hidden: None, expansion: None }
    }

    pub(crate) fn native(tree: Arc<Tree>, id: BodyId) -> Self {
        Self::new(BodyKind::Native { tree, id })
    }

    pub(crate) fn json(tree: Arc<json_syntax::Tree>, node: json_syntax::NodeId) -> Self {
        Self::new(BodyKind::Json { tree, node })
    }

    /// The body in the syntax tree of the native syntax, if it is in that. The tree has all that is written in a body, so the
    /// rest that [`partial_content`](Self::partial_content) leaves has none; its [`attributes`](Self::attributes) and
    /// [`blocks`](Self::blocks) are those that are left.
    pub fn ast(&self) -> Option<ast::Body<'_>> {
        match &self.kind {
            BodyKind::Native { tree, id } if self.hidden.is_none() => Some(ast::Body::new(tree, *id)),
            BodyKind::Native { .. } | BodyKind::Json { .. } | BodyKind::Merged { .. } => None,
        }
    }

    /// The source it stands in; of merged bodies that of the first.
    pub fn source(&self) -> &Source {
        match &self.kind {
            BodyKind::Native { tree, .. } => &tree.source,
            BodyKind::Json { tree, .. } => &tree.source,
            BodyKind::Merged { source, .. } => source,
        }
    }

    /// The bytes it covers; of merged bodies none.
    pub fn span(&self) -> Span {
        match &self.kind {
            BodyKind::Native { tree, id } => ast::Body::new(tree, *id).span(),
            BodyKind::Json { tree, node } => tree.node(*node).span(),
            BodyKind::Merged { .. } => Span::default(),
        }
    }

    /// The bodies that were merged in it; it alone when it is not merged.
    pub(crate) fn parts(&self) -> &[Self] {
        match &self.kind {
            BodyKind::Merged { bodies, .. } => bodies,
            BodyKind::Native { .. } | BodyKind::Json { .. } => std::slice::from_ref(self),
        }
    }

    /// Whether all of it is in native syntax.
    pub(crate) fn is_native(&self) -> bool {
        match &self.kind {
            BodyKind::Native { .. } => true,
            BodyKind::Json { .. } => false,
            BodyKind::Merged { bodies, .. } => bodies.iter().all(Self::is_native),
        }
    }

    /// The text of a body in HCL JSON of which nothing was taken.
    pub(crate) fn json_text(&self) -> Option<&str> {
        match &self.kind {
            BodyKind::Json { tree, .. } if self.hidden.is_none() => Some(tree.source.slice(self.span())),
            _ => None,
        }
    }

    /// Whether it was put together from others.
    pub(crate) fn is_merged(&self) -> bool {
        matches!(self.kind, BodyKind::Merged { .. })
    }
}

/// Prints a body of the native syntax in canonical style, with the comments in it; one of JSON as it is written; of merged bodies
/// one after the other. The rest that [`partial_content`](Body::partial_content) leaves is printed without what was taken and
/// the comments on that.
///
/// ```
/// let file = serde_hcl::parse_file("b x {\n# why\na=1 // one\nlong   = 2\n}").into_result()?;
/// assert_eq!(file.body().to_string(), "b \"x\" {\n  # why\n  a    = 1 // one\n  long = 2\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            BodyKind::Native { tree, id } => {
                ast::display::print_items(ast::Body::new(tree, *id), |item| self.shows(item), f)
            }
            BodyKind::Json { tree, node } => self.print_json(tree.node(*node), f),
            BodyKind::Merged { bodies, .. } => bodies.iter().try_for_each(|body| fmt::Display::fmt(body, f)),
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            BodyKind::Native { tree, id } => {
                let items = ast::Body::new(tree, *id).items();
                f.debug_list().entries(items.filter(|item| self.shows(*item))).finish()
            }
            BodyKind::Json { tree, node } => self.print_json(tree.node(*node), f),
            BodyKind::Merged { bodies, .. } => f.debug_list().entries(bodies.iter()).finish(),
        }
    }
}
