//! Partial evaluation.

mod facts;
mod json;
mod literal;
mod native;
mod template;

use crate::body::{Body, Expression, Replacements, Rewrite};
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::json_syntax;
use crate::syntax::ast;
use crate::syntax::visit::Visitor;
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
        self.rewritten(context, &Simplify(context.budget()))
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
    /// let file = parse_file("# The bucket\nbucket \"logs\" {\n  name = \"${region}-${id}\"\n}\n")
    ///     .into_result()?;
    /// let mut context = EvalContext::new();
    /// context.set("region", "eu");
    /// let body = file.body().simplify(&context);
    /// assert_eq!(body.to_string(), "# The bucket\nbucket \"logs\" {\n  name = \"eu-${id}\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn simplify(&self, context: &EvalContext) -> Self {
        self.rewritten(context, &Simplify(context.budget()))
    }
}

/// The rewriting of all expressions of a body within one budget.
struct Simplify(Budget);

impl Rewrite for Simplify {
    fn native(&self, expression: ast::Expression<'_>, context: &EvalContext) -> Replacements {
        let mut simplifier = Simplifier::new(context, &self.0);
        simplifier.whole(expression);
        simplifier.out
    }

    fn native_body(&self, body: ast::Body<'_>, context: &EvalContext) -> Replacements {
        let mut simplifier = Simplifier::new(context, &self.0);
        simplifier.visit_body(body);
        // The collection of a dynamic block is visited first.
        simplifier.out.sort_by_key(|(span, _)| span.start);
        simplifier.out
    }

    fn json(
        &self,
        expression: json_syntax::Expression<'_>,
        keeps_nodes: bool,
        context: &EvalContext,
    ) -> Replacements {
        json::replacements(expression, keeps_nodes, context, &self.0)
    }
}
