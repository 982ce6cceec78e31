//! Expressions and bodies with parts of their text replaced.

use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::expression::Expression;
use super::file::{parse_expression_with, parse_json_expression_with, parse_template_with};
use super::iteration::Iteration;
use super::structure::{Body, BodyPart};
use crate::eval::EvalContext;
use crate::json_syntax;
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::syntax::ast::{self, TemplateForm};
use crate::{json_syntax as json, syntax};

/// Parts of a text and their replacements, in ascending order.
pub(crate) type Replacements = Vec<(Span, String)>;

/// Finds the parts of expressions to be replaced, and their replacements.
pub(crate) trait Rewrite {
    /// Rewrites an expression of the native syntax.
    fn native(&self, expression: ast::Expression<'_>, context: &EvalContext) -> Replacements;

    /// Rewrites all expressions in a body of the native syntax.
    fn native_body(&self, body: ast::Body<'_>, context: &EvalContext) -> Replacements;

    /// Rewrites an expression in HCL JSON. If `keeps_nodes` is true, no string may become an array
    /// or an object.
    fn json(
        &self,
        expression: json_syntax::Expression<'_>,
        keeps_nodes: bool,
        context: &EvalContext,
    ) -> Replacements;
}

/// Returns the limits for a rewritten text. It may be as deep as the original, which was parsed
/// already. Replacements take at most the bytes that the context allows, and those of the original
/// can be one token each.
fn limits(context: &EvalContext, original: &Source) -> Limits {
    let allowed = context.limits();
    let input = (original.text().len() as u64).saturating_mul(8).saturating_add(allowed.bytes);
    Limits { depth: allowed.depth.max(Limits::PARSING.depth), input: input.max(allowed.input), ..*allowed }
}

/// Returns the context of an expression in the block of a dynamic block.
fn context_of<R>(
    iteration: Option<&Arc<Iteration>>,
    context: &EvalContext,
    work: impl FnOnce(&EvalContext) -> R,
) -> R {
    match iteration {
        Some(iteration) => work(&iteration.context(context)),
        None => work(context),
    }
}

impl Expression {
    /// Returns the expression with parts of its text replaced. It stays as it is if the new text is
    /// not valid.
    pub(crate) fn rewritten(&self, context: &EvalContext, rewrite: &impl Rewrite) -> Self {
        let view = self.view();
        let mut replacements = context_of(view.iteration, context, |context| match view.syntax() {
            BySyntax::Native(expression) => rewrite.native(expression, context),
            BySyntax::Json(expression) => rewrite.json(expression, false, context),
        });
        if replacements.is_empty() {
            return self.clone();
        }
        let span = self.span();
        let limits = limits(context, self.source());
        let source = |replacements: &[_]| self.source().rewritten(span, replacements);
        let parsed = match view.syntax() {
            BySyntax::Native(expression) if expression.template_form() == Some(TemplateForm::Standalone) => {
                let parsed = parse_template_with(source(&replacements), &limits);
                parsed.map(|template| template.expression().clone())
            }
            BySyntax::Native(_) => {
                // The closing marker of a heredoc has to be followed by a newline.
                if self.source().slice(span).contains("<<") {
                    replacements.push((Span::at(span.end), "\n".to_owned()));
                }
                parse_expression_with(source(&replacements), &limits)
            }
            BySyntax::Json(_) => parse_json_expression_with(source(&replacements), &limits),
        };
        match parsed.into_result() {
            Ok(expression) => Self { iteration: view.iteration.cloned(), ..expression },
            Err(_) => self.clone(),
        }
    }
}

impl Body {
    /// Returns the body with parts of its expressions replaced. The part of it that is in a file
    /// with mistakes in its syntax stays as it is.
    pub(crate) fn rewritten(&self, context: &EvalContext, rewrite: &impl Rewrite) -> Self {
        self.map_parts(|part| part.map_all(&|part| part.rewritten(context, rewrite)))
    }
}

impl BodyPart {
    fn rewritten(&self, context: &EvalContext, rewrite: &impl Rewrite) -> Self {
        let view = self.view();
        let keeps_nodes = self.overlaid.is_some();
        let replacements = context_of(view.iteration(), context, |context| match view.node {
            BySyntax::Native((tree, id)) => rewrite.native_body(ast::Body::new(tree, id), context),
            BySyntax::Json((tree, id)) => {
                rewrite.json(json::Expression::Value(tree.node(id)), keeps_nodes, context)
            }
        });
        if replacements.is_empty() {
            return self.clone();
        }
        let source = view.source();
        let all = Span::new(0, source.text().len() as u32);
        let node = match view.node {
            BySyntax::Native((_, id)) => {
                let parsed =
                    syntax::parse_body(source.rewritten(all, &replacements), &limits(context, source));
                // The ids of bodies do not depend on expressions, so the id stays valid in the new
                // tree.
                (!parsed.diagnostics.has_errors()).then(|| BySyntax::Native((parsed.tree.share(), id)))
            }
            BySyntax::Json((tree, id)) => {
                let part = if keeps_nodes { all } else { tree.node(id).span() };
                let parsed = json::parse(source.rewritten(part, &replacements), &limits(context, source));
                let root = if keeps_nodes { Some(id) } else { parsed.root };
                let root = root.filter(|_| !parsed.diagnostics.has_errors());
                root.map(|root| BySyntax::Json((Arc::new(parsed.tree), root)))
            }
        };
        let Some(node) = node else { return self.clone() };
        let expansion = self.expansion.as_ref().map(|expansion| expansion.of_inner_body());
        Self { node, expansion, ..self.clone() }
    }
}
