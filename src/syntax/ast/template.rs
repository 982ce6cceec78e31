//! Templates and their directives.

use super::expression::{Expression, Template};
use super::tree::{ExprId, ExprKind, List, TemplateForNode, TemplateForm, TemplateIfNode, Tree};
use crate::source::Span;

/// A part of a [`Template`].
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, TemplatePart};
///
/// let expression = serde_hcl::parse_expression(r#""Hello ${name}""#).into_result()?;
/// let Some(ExpressionKind::Template(template)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let parts: Vec<_> = template.parts().map(|(_, part)| part).collect();
/// assert_eq!(parts[0], TemplatePart::Literal("Hello "));
/// assert!(matches!(parts[1], TemplatePart::Interpolation(it) if it.to_string() == "name"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum TemplatePart<'t> {
    /// Literal text, with escapes resolved, spaces stripped and indentation removed.
    Literal(&'t str),
    /// `${expression}`
    Interpolation(Expression<'t>),
    /// `%{if …}…%{else}…%{endif}`
    If(TemplateIf<'t>),
    /// `%{for …}…%{endfor}`
    For(TemplateFor<'t>),
}

impl<'t> Template<'t> {
    pub(crate) fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Returns the bytes it covers, with its quotes or markers.
    pub fn span(self) -> Span {
        self.span
    }

    /// Returns the parts in order, each with its span.
    pub fn parts(self) -> impl ExactSizeIterator<Item = (Span, TemplatePart<'t>)> + Clone + 't {
        parts(self.tree, self.parts)
    }

    /// Returns the expression of a template that is one interpolation and nothing else: the value
    /// of such a template is the value of the expression, of any type.
    pub(crate) fn unwrapped(self) -> Option<Expression<'t>> {
        let [only] = *self.parts.in_vec(&self.tree.expr_lists) else { return None };
        let ExprKind::Interpolation(inner) = self.tree.expr(only).kind else { return None };
        Some(Expression::new(self.tree, inner))
    }

    /// Returns how it is delimited in the source.
    ///
    /// ```
    /// use serde_hcl::ast::{ExpressionKind, TemplateForm};
    ///
    /// let template = serde_hcl::parse_template("\"${a}\"").into_result()?;
    /// let expression = template.expression().ast().expect("it is in native syntax");
    /// let ExpressionKind::Template(template) = expression.kind() else {
    ///     panic!("it has an interpolation");
    /// };
    /// assert_eq!(template.form(), TemplateForm::Standalone);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn form(self) -> TemplateForm {
        self.form
    }
}

/// `%{if condition}…%{else}…%{endif}`
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, TemplatePart};
///
/// let text = r#""%{ if ready }yes%{ else }no%{ endif }!""#;
/// let expression = serde_hcl::parse_expression(text).into_result()?;
/// let Some(ExpressionKind::Template(template)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let Some((_, TemplatePart::If(choice))) = template.parts().next() else { unreachable!() };
/// assert_eq!(choice.condition().to_string(), "ready");
/// assert_eq!(choice.otherwise().count(), 1);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TemplateIf<'t> {
    pub(super) tree: &'t Tree,
    node: &'t TemplateIfNode,
}

impl<'t> TemplateIf<'t> {
    /// Returns the bytes of the opening directive.
    pub(crate) fn intro_span(self) -> Span {
        self.node.span
    }

    /// Returns the condition.
    pub fn condition(self) -> Expression<'t> {
        Expression::new(self.tree, self.node.condition)
    }

    /// Returns the parts when it is true.
    pub fn then(self) -> impl ExactSizeIterator<Item = (Span, TemplatePart<'t>)> + Clone + 't {
        parts(self.tree, self.node.then)
    }

    /// Returns the parts when it is false; none where there is no `else`.
    pub fn otherwise(self) -> impl Iterator<Item = (Span, TemplatePart<'t>)> + Clone + 't {
        self.node.otherwise.into_iter().flat_map(move |list| parts(self.tree, list))
    }

    /// Returns whether there is an `else`.
    pub(crate) fn has_else(self) -> bool {
        self.node.otherwise.is_some()
    }
}

/// `%{for k, v in collection}…%{endfor}`
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, TemplatePart};
///
/// let text = r#""%{ for x in xs }${x}%{ endfor }!""#;
/// let expression = serde_hcl::parse_expression(text).into_result()?;
/// let Some(ExpressionKind::Template(template)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let Some((_, TemplatePart::For(each))) = template.parts().next() else { unreachable!() };
/// assert_eq!((each.value_name(), each.collection().to_string().as_str()), ("x", "xs"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TemplateFor<'t> {
    pub(super) tree: &'t Tree,
    pub(super) node: &'t TemplateForNode,
}

impl<'t> TemplateFor<'t> {
    /// Returns the bytes of the opening directive.
    pub(crate) fn intro_span(self) -> Span {
        self.node.span
    }

    /// Returns the parts that are repeated.
    pub fn parts(self) -> impl ExactSizeIterator<Item = (Span, TemplatePart<'t>)> + Clone + 't {
        parts(self.tree, self.node.parts)
    }
}

fn parts(tree: &Tree, list: List<ExprId>) -> impl ExactSizeIterator<Item = (Span, TemplatePart<'_>)> + Clone {
    list.in_vec(&tree.expr_lists).iter().map(move |id| {
        let node = tree.expr(*id);
        let part = match node.kind {
            ExprKind::TemplateLiteral(text) => TemplatePart::Literal(tree.text(text)),
            ExprKind::Interpolation(inner) => TemplatePart::Interpolation(Expression::new(tree, inner)),
            ExprKind::TemplateIf(index) => {
                TemplatePart::If(TemplateIf { tree, node: &tree.template_ifs[index as usize] })
            }
            ExprKind::TemplateFor(index) => {
                TemplatePart::For(TemplateFor { tree, node: &tree.template_fors[index as usize] })
            }
            _ => unreachable!("a template has only literals, interpolations and directives"),
        };
        (node.span, part)
    })
}
