//! Partial evaluation.

mod facts;
mod json;
mod literal;
mod native;
mod template;

use crate::body::dynamic::{DYNAMIC, FOR_EACH, ITERATOR};
use crate::body::{Body, Expression, Replacements, Rewrite};
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::json_syntax;
use crate::syntax::ast;
use crate::syntax::ast::{BodyItem, ExpressionKind};
use crate::syntax::visit::{self, Visitor};
use facts::facts;
use native::Simplifier;

impl Expression {
    /// Returns the expression with the parts whose values are known replaced by literals.
    ///
    /// Evaluating the result gives the value, the marks and the errors of the original, in every
    /// context with the same definitions and more: variables that are missing may be defined, and
    /// unknown ones may become known.
    ///
    /// - A part is known if it refers only to variables and functions of the context, and has a
    ///   value without unknown parts, marks, errors and warnings. Every largest known part is
    ///   replaced. Tuples, objects and heredocs keep their layout. A part that fails for other
    ///   content of a marked value stays.
    /// - Lists, sets, maps and typed nulls have no literals, so an expression of such a type stays,
    ///   and the parts of it are replaced: `split(",", "${a},b")` becomes `split(",", "x,b")`.
    /// - A conditional with a known predicate becomes the selected result, if the other result is
    ///   known, and is null or has the type of the selected one. Otherwise the type or the marks of
    ///   the other result have an effect, and the conditional stays: `true ? 1 : x` is `"1"` where
    ///   `x` is a string.
    /// - Operands of `&&` and `||` without an effect are removed.
    /// - Known values in templates become text, and directives with a known condition the text that
    ///   is selected.
    /// - An expression with an error stays, so that the error has the same location.
    /// - Calls of functions that the context does not have stay, and so do the arguments of special
    ///   forms. Functions are expected to return the same result for the same arguments; leave a
    ///   function such as `timestamp` out of the context.
    ///
    /// Parts that stay keep their text and their locations: errors about them point into the
    /// original source.
    ///
    /// All evaluations and the literals together have the limits of the context. Each value in a
    /// literal counts as an element, and so do the elements of tuples and objects. Once a limit is
    /// exceeded, all other parts stay, which is not an error.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression, value};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("region", "eu").set("sizes", value!({ "small": 1, "large": 4 }));
    /// for (text, simplified) in [
    ///     ("\"${region}-${stage}\"", "\"eu-${stage}\""),
    ///     ("count * (sizes.small + 2)", "count * 3"),
    ///     ("[for n in names : \"${n}.${region}\"]", "[for n in names : \"${n}.eu\"]"),
    ///     ("region == \"eu\" ? \"${name}-1\" : \"none\"", "\"${name}-1\""),
    ///     ("sizes.huge + count", "sizes.huge + count"),
    /// ] {
    ///     let expression = parse_expression(text).into_result()?;
    ///     assert_eq!(expression.simplify(&context).to_string(), simplified);
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn simplify(&self, context: &EvalContext) -> Self {
        self.rewritten(context, &Settings { budget: &context.budget() })
    }
}

impl Body {
    /// Returns the body with all expressions in it [simplified](Expression::simplify), including
    /// those of nested blocks.
    ///
    /// All expressions of the body together have the limits of the context.
    ///
    /// The iterators of dynamic blocks are not replaced by variables of the same name. In HCL JSON
    /// the names of properties stay as they are. The content of a file with mistakes in its syntax
    /// stays as it is, too.
    ///
    /// All expressions are treated alike, also those that an application does not evaluate, such as
    /// type constraints and lists of references: a context should not have variables with the names
    /// of types.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_file};
    ///
    /// let file = parse_file("# The bucket\nbucket \"logs\" {\n  name = \"${region}-${id}\"\n}\n").into_result()?;
    /// let mut context = EvalContext::new();
    /// context.set("region", "eu");
    /// let body = file.body().simplify(&context);
    /// assert_eq!(body.to_string(), "# The bucket\nbucket \"logs\" {\n  name = \"eu-${id}\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn simplify(&self, context: &EvalContext) -> Self {
        self.rewritten(context, &Settings { budget: &context.budget() })
    }
}

/// The settings that all expressions of a body share.
struct Settings<'b> {
    budget: &'b Budget,
}

impl<'b> Settings<'b> {
    fn simplifier<'s>(
        &self,
        expression: ast::Expression<'_>,
        context: &'s EvalContext,
        reserved: &[String],
    ) -> Simplifier<'s>
    where
        'b: 's,
    {
        let facts = facts(expression, context, reserved);
        Simplifier { context, budget: self.budget, facts, out: Replacements::new() }
    }
}

/// The replacements in a body.
struct InBody<'s> {
    settings: &'s Settings<'s>,
    context: &'s EvalContext,
    /// The iterators of the enclosing dynamic blocks.
    reserved: Vec<String>,
    out: Replacements,
}

impl<'t> Visitor<'t> for InBody<'_> {
    fn visit_expression(&mut self, expression: ast::Expression<'t>) {
        let mut simplifier = self.settings.simplifier(expression, self.context, &self.reserved);
        simplifier.visit_expression(expression);
        self.out.extend(simplifier.out);
    }

    fn visit_block(&mut self, block: ast::Block<'t>) {
        let Some(iterator) = iterator(block) else { return visit::walk_block(self, block) };
        for item in block.body().items() {
            match item {
                BodyItem::Attribute(attribute) if attribute.name() == ITERATOR => continue,
                // The collection is outside of the scope of the iterator.
                BodyItem::Attribute(attribute) if attribute.name() == FOR_EACH => {
                    self.visit_attribute(attribute);
                    continue;
                }
                _ => self.reserved.push(iterator.clone()),
            }
            match item {
                BodyItem::Attribute(attribute) => self.visit_attribute(attribute),
                BodyItem::Block(block) => self.visit_block(block),
            }
            self.reserved.pop();
        }
    }
}

/// Returns the name of the iterator of a dynamic block.
fn iterator(block: ast::Block<'_>) -> Option<String> {
    if block.block_type() != DYNAMIC {
        return None;
    }
    let name = block.body().attribute(ITERATOR).map(|attribute| attribute.expression());
    match name.map(|name| name.kind()) {
        Some(ExpressionKind::Variable(name)) => Some(name.to_owned()),
        _ => block.labels().next().map(|label| label.text().to_owned()),
    }
}

impl Rewrite for Settings<'_> {
    fn native(&self, expression: ast::Expression<'_>, context: &EvalContext) -> Replacements {
        let mut simplifier = self.simplifier(expression, context, &[]);
        simplifier.visit_expression(expression);
        simplifier.out
    }

    fn native_body(&self, body: ast::Body<'_>, context: &EvalContext) -> Replacements {
        let (reserved, out) = (Vec::new(), Replacements::new());
        let mut visitor = InBody { settings: self, context, reserved, out };
        visitor.visit_body(body);
        visitor.out
    }

    fn json(
        &self,
        expression: json_syntax::Expression<'_>,
        keeps_nodes: bool,
        context: &EvalContext,
    ) -> Replacements {
        self.in_json(expression, keeps_nodes, context)
    }
}
