//! Handles and views: each converts to the other.

use super::by_syntax::BySyntax;
use super::expression::Expression;
use super::native;
use super::structure::{Attribute, Block, Body, BodyItem, BodyKind, BodyPart, BodyPartView};
use crate::syntax::ast;
use crate::syntax::ast::tree::BodyId;

/// Converts a view of the syntax tree into a handle, which shares the tree.
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
/// use serde_hcl::{EvalContext, Expression, parse_expression};
///
/// let expression = parse_expression("size > 1 ? \"many\" : \"one\"").into_result()?;
/// let Some(ExpressionKind::Conditional(conditional)) = expression.ast().map(|it| it.kind())
/// else {
///     panic!()
/// };
/// let predicate = conditional
///     .arms()
///     .map(|(predicate, _)| Expression::from(predicate))
///     .next()
///     .expect("there is one");
/// assert_eq!(predicate.evaluate(EvalContext::new().set("size", 2))?, true);
/// assert_eq!(expression.source().slice(predicate.span()), "size > 1");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl From<ast::Expression<'_>> for Expression {
    fn from(expression: ast::Expression<'_>) -> Self {
        Self {
            node: BySyntax::Native((expression.tree().shared(), expression.id())),
            iteration: None,
            is_key: false,
        }
    }
}

/// Converts a view of the syntax tree into a handle, which shares the tree.
impl From<ast::Body<'_>> for Body {
    fn from(body: ast::Body<'_>) -> Self {
        Self::of_node(BySyntax::Native((&body.tree().shared(), body.id())))
    }
}

/// Converts a view of the syntax tree into a handle, which shares the tree.
impl From<ast::Attribute<'_>> for Attribute {
    fn from(attribute: ast::Attribute<'_>) -> Self {
        let tree = attribute.tree().shared();
        native::attribute(BodyPartView::new(BySyntax::Native((&tree, BodyId(0)))), &tree, attribute)
    }
}

/// Converts a view of the syntax tree into a handle, which shares the tree.
impl From<ast::Block<'_>> for Block {
    fn from(block: ast::Block<'_>) -> Self {
        let tree = block.tree().shared();
        native::block(BodyPartView::new(BySyntax::Native((&tree, block.body().id()))), &tree, block)
    }
}

/// Converts a view of the syntax tree into a handle, which shares the tree.
impl From<ast::BodyItem<'_>> for BodyItem {
    fn from(item: ast::BodyItem<'_>) -> Self {
        match item {
            ast::BodyItem::Attribute(attribute) => Self::Attribute(attribute.into()),
            ast::BodyItem::Block(block) => Self::Block(block.into()),
        }
    }
}

impl Expression {
    /// Returns a part of the expression as an expression of its own. In the block of a [dynamic
    /// block](crate::ext::expand_dynamic_blocks), it has the iterators of the block, which a
    /// conversion with [`From`] loses.
    ///
    /// ```
    /// use serde_hcl::ast::{ExpressionKind, TemplatePart};
    /// use serde_hcl::{EvalContext, parse_expression};
    ///
    /// let expression = parse_expression("\"${host}:${port + 1}\"").into_result()?;
    /// let Some(ExpressionKind::Template(template)) = expression.ast().map(|it| it.kind()) else {
    ///     panic!()
    /// };
    /// let parts = template.parts().filter_map(|(_, part)| match part {
    ///     TemplatePart::Interpolation(part) => Some(expression.part(part)),
    ///     _ => None,
    /// });
    /// let texts: Vec<_> = parts.map(|part| part.to_string()).collect();
    /// assert_eq!(texts, ["host", "port + 1"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn part(&self, part: ast::Expression<'_>) -> Self {
        Self { iteration: self.iteration.clone(), ..Self::from(part) }
    }
}

impl Attribute {
    /// Returns the attribute in the syntax tree, or `None` if it is in JSON syntax.
    ///
    /// ```
    /// let body = serde_hcl::parse_file("port = 80\n").into_result()?.body().clone();
    /// let attribute = body.attribute("port").expect("it exists");
    /// assert_eq!(attribute.ast().map(|it| it.name()), Some("port"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ast(&self) -> Option<ast::Attribute<'_>> {
        match ast::BodyItem::at(self.expression.ast()?.tree(), self.item?) {
            ast::BodyItem::Attribute(attribute) => Some(attribute),
            ast::BodyItem::Block(_) => None,
        }
    }
}

impl Block {
    /// Returns the block in the syntax tree. It is `None` if the block is in JSON syntax, consists
    /// of several bodies that were merged, has [other labels](Self::with_labels), or was generated
    /// by a [dynamic block](crate::ext::expand_dynamic_blocks).
    ///
    /// ```
    /// let body = serde_hcl::parse_file("service \"web\" {\n}\n").into_result()?.body().clone();
    /// let block = body.blocks().next().expect("it exists");
    /// assert_eq!(block.ast().map(|it| it.labels().len()), Some(1));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ast(&self) -> Option<ast::Block<'_>> {
        let BodyKind::Single(BodyPart { node: BySyntax::Native((tree, _)), .. }) = &self.body.kind else {
            return None;
        };
        match ast::BodyItem::at(tree, self.item?) {
            ast::BodyItem::Block(block) => Some(block),
            ast::BodyItem::Attribute(_) => None,
        }
    }
}
