//! Expressions that are kept to be evaluated later.

use std::fmt;
use std::sync::Arc;

use crate::error::Result;
use crate::eval::{self, EvalContext};
use crate::outcome::Outcome;
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{ExprId, Tree};
use crate::syntax::traversal::Traversal;
use crate::syntax::variables::FunctionName;
use crate::value::Value;

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

    /// A handle to an expression of the same text.
    pub(super) fn sibling(&self, expression: ast::Expression<'_>) -> Self {
        Self { tree: self.tree.clone(), id: expression.id() }
    }

    /// Its value, with the variables and functions of a context.
    ///
    /// # Errors
    /// Everything that is wrong with it. [`evaluate_all`](Self::evaluate_all) gives warnings too, and what
    /// is known of the value.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression, value};
    ///
    /// let expression = parse_expression("[for n in [1, 2] : n * 10]").into_result()?.expect("it parsed");
    /// assert_eq!(expression.evaluate(&EvalContext::new())?, value!([10, 20]));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate(&self, context: &EvalContext) -> Result<Value> {
        self.evaluate_all(context).into_result()
    }

    /// Its value as far as it is known, with all that was found wrong on the way.
    pub fn evaluate_all(&self, context: &EvalContext) -> Outcome<Value> {
        eval::evaluate(self.ast(), context)
    }

    /// The variables of the root scope that it refers to, each with the steps up to the first splat or computed index,
    /// in the order they are walked: repeated ones too, those bound by a `for` not.
    /// Specification: information model, "Static Analysis".
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[for x in a.b : x + c[d]]").value.expect("it is sound");
    /// let names: Vec<_> = expression.variables().iter().map(|it| it.root_name().map(str::to_owned)).collect();
    /// assert_eq!(names, ["a", "c", "d"].map(|name| Some(name.to_owned())));
    /// ```
    pub fn variables(&self) -> Vec<Traversal> {
        self.ast().variables()
    }

    /// The functions that it calls, in the order they are written, repeated ones too.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("f(ns::g(1))").value.expect("it is sound");
    /// let names: Vec<_> = expression.calls().into_iter().map(|call| call.name).collect();
    /// assert_eq!(names, ["f", "ns::g"]);
    /// ```
    pub fn calls(&self) -> Vec<FunctionName> {
        self.ast().calls()
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
