//! Expressions that are kept to be evaluated later.

use std::fmt;
use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::iteration::Iteration;
use super::view::ExpressionView;
use crate::error::Result;
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::json_syntax::{self, ExpressionId};
use crate::outcome::Outcome;
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{ExprId, Tree};
use crate::syntax::traversal::Traversal;
use crate::value::Value;

/// An unevaluated expression in either syntax.
///
/// An expression is a handle: cloning it is cheap, and it keeps the parsed text alive.
/// Specification: information model, "Expressions".
///
/// ```
/// use serde_hcl::{EvalContext, parse_expression, value};
///
/// let expression = parse_expression("[for name in names : upper(name)]").into_result()?;
/// assert_eq!(expression.variables()[0].to_string(), "names");
/// let mut context = EvalContext::new();
/// context.set("names", value!(["a", "b"]));
/// context.set_function("upper", |text: String| text.to_uppercase());
/// assert_eq!(expression.evaluate(&context)?, value!(["A", "B"]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Expression {
    pub(super) node: BySyntax<(Arc<Tree>, ExprId), (Arc<json_syntax::Tree>, ExpressionId)>,
    /// The element of a dynamic block that it belongs to, if it does.
    pub(super) iteration: Option<Arc<Iteration>>,
    /// Whether it is a key of an object, whose value is the name if it is a bare name.
    pub(super) is_key: bool,
}

impl ExpressionView<'_> {
    /// Returns a handle to the expression.
    pub(crate) fn handle(self) -> Expression {
        let node = match self.node {
            BySyntax::Native((tree, id)) => BySyntax::Native((tree.clone(), id)),
            BySyntax::Json((tree, id)) => BySyntax::Json((tree.clone(), id)),
        };
        Expression { node, iteration: self.iteration.cloned(), is_key: false }
    }
}

impl Expression {
    pub(crate) fn view(&self) -> ExpressionView<'_> {
        let node = match &self.node {
            BySyntax::Native((tree, id)) => BySyntax::Native((tree, *id)),
            BySyntax::Json((tree, id)) => BySyntax::Json((tree, *id)),
        };
        ExpressionView { node, iteration: self.iteration.as_ref() }
    }

    /// Returns the name that it is as a key of an object.
    pub(crate) fn name_of_key(&self) -> Option<String> {
        if self.is_key { self.static_keyword().filter(|_| self.ast().is_some()) } else { None }
    }

    /// Returns the expression in the syntax tree, or `None` if it is in JSON syntax.
    pub fn ast(&self) -> Option<ast::Expression<'_>> {
        let BySyntax::Native(expression) = self.view().syntax() else { return None };
        Some(expression)
    }

    /// Returns the expression in the tree of the JSON text, if it is in that.
    pub(crate) fn as_json(&self) -> Option<json_syntax::Expression<'_>> {
        let BySyntax::Json(expression) = self.view().syntax() else { return None };
        Some(expression)
    }

    /// Returns the value, evaluated with the variables and functions of a context.
    ///
    /// # Errors
    /// Returns all errors of the evaluation.
    /// [`evaluate_with_diagnostics`](Self::evaluate_with_diagnostics) returns warnings too, and the
    /// known part of the value.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression, value};
    ///
    /// let expression = parse_expression("[for n in [1, 2] : n * 10]").into_result()?;
    /// assert_eq!(expression.evaluate(&EvalContext::new())?, value!([10, 20]));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate(&self, context: &EvalContext) -> Result<Value> {
        match self.name_of_key() {
            Some(name) => Ok(Value::from(name)),
            None => self.view().evaluate(context, &context.budget()),
        }
    }

    /// Evaluates the expression. Returns the known part of the value, with all diagnostics.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression};
    ///
    /// let expression = parse_expression("[1, missing, 3]").into_result()?;
    /// let outcome = expression.evaluate_with_diagnostics(&EvalContext::new());
    /// assert!(outcome.diagnostics.has_errors());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate_with_diagnostics(&self, context: &EvalContext) -> Outcome<Value> {
        self.evaluate_within(context, &context.budget())
    }

    /// Evaluates the expression within a budget: that of [`EvalContext::budget`] for several
    /// expressions, or that of a function which evaluates one. The limits of the context are
    /// ignored. Expressions that functions evaluate nest at most
    /// [`Limits::depth`](crate::Limits::depth) levels deep in all, so that functions may call
    /// themselves.
    ///
    /// ```
    /// use serde_hcl::value::ValueError;
    /// use serde_hcl::{EvalContext, Function, Type, Value, parse_expression, value};
    ///
    /// let answer = parse_expression("6 * 7").into_result()?;
    /// let answer = Function::builder().returns(Type::Number).implement_within(move |_, _, budget| {
    ///     let outcome = answer.evaluate_within(&EvalContext::new(), budget);
    ///     outcome.into_result().map_err(|error| ValueError::from(error.to_string()))
    /// });
    /// assert_eq!(answer.call(&[])?, value!(42));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate_within(&self, context: &EvalContext, budget: &Budget) -> Outcome<Value> {
        match self.name_of_key() {
            Some(name) => Outcome::from(Value::from(name)),
            None => self.view().evaluate_with_diagnostics(context, budget),
        }
    }

    /// Returns the references to variables of the root scope, each with the steps up to the first
    /// splat or computed index, in the order of a walk through the tree. Repeated references are
    /// included, and variables that a `for` binds are not. Specification: information model,
    /// "Static Analysis".
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[for x in a.b : x + c[d]]").into_result()?;
    /// let names: Vec<_> =
    ///     expression.variables().iter().map(|it| it.root_name().map(str::to_owned)).collect();
    /// assert_eq!(names, ["a", "c", "d"].map(|name| Some(name.to_owned())));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn variables(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        if self.name_of_key().is_some() {
            return found;
        }
        self.view().each_template(&mut |expression| found.extend(expression.variables()));
        if let Some(iteration) = &self.iteration {
            found.retain(|variable| iteration.needs(variable.root_name()));
        }
        found
    }

    /// Returns the functions that it calls, in source order, including repeated ones. Each is a
    /// traversal of one step, the name of the function with its namespace.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("f(ns::g(1))").into_result()?;
    /// let calls = expression.calls();
    /// let names: Vec<_> = calls.iter().filter_map(|call| call.root_name()).collect();
    /// assert_eq!(names, ["f", "ns::g"]);
    /// assert_eq!(expression.source().slice(calls[1].span()), "ns::g");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn calls(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        self.view().each_template(&mut |expression| found.extend(expression.calls()));
        found
    }

    /// Returns the source.
    pub fn source(&self) -> &Source {
        self.view().source()
    }

    /// Returns the span.
    pub fn span(&self) -> Span {
        self.view().span()
    }
}

/// Prints an expression of the native syntax in canonical style, one of JSON as it is written.
///
/// ```
/// let expression = serde_hcl::parse_expression("[for  x in xs:x.id if  x!=null]").into_result()?;
/// assert_eq!(expression.to_string(), "[for x in xs : x.id if x != null]");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view().syntax() {
            BySyntax::Native(expression) => fmt::Display::fmt(&expression, f),
            BySyntax::Json(expression) => f.write_str(self.source().slice(expression.span())),
        }
    }
}

/// The expression as it is written.
impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view().syntax() {
            BySyntax::Native(expression) => fmt::Debug::fmt(&expression, f),
            BySyntax::Json(expression) => f.write_str(self.source().slice(expression.span())),
        }
    }
}
