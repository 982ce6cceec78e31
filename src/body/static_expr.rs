//! Static analysis: the syntax of an expression, without its value.

use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::expression::Expression;
use super::view::ExpressionView;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::json_syntax;
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{ExprId, Tree};
use crate::syntax::ast::{self, ExpressionKind};
use crate::syntax::traversal::{Traversal, TraversalStep};

/// A function call that is analyzed without evaluation, see [`Expression::static_call`].
///
/// ```
/// let expression = serde_hcl::parse_expression("optional(string, \"eu\")").into_result()?;
/// let call = expression.static_call()?;
/// assert_eq!((call.name.as_str(), call.expands_last), ("optional", false));
/// assert_eq!(call.arguments[1].to_string(), "\"eu\"");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StaticCall {
    /// The name of the function, with its namespace: `ns::name`.
    pub name: String,
    /// The source that the spans are of: in HCL JSON the text of the string that contains the call.
    pub source: Source,
    /// The location of the name.
    pub name_span: Span,
    /// The arguments in order.
    pub arguments: Vec<Expression>,
    /// The location of the arguments, parentheses included.
    pub arguments_span: Span,
    /// Whether the last argument is to be expanded (`...`).
    pub expands_last: bool,
}

/// Specification: information model, "Static Analysis".
impl Expression {
    /// Returns the elements of a tuple constructor or a JSON array, each as an expression.
    ///
    /// # Errors
    /// Returns the error "Unsuitable expression" if it is anything else. An expression whose value
    /// would be a list is not enough.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[a.b, 1 + 1]").into_result()?;
    /// let elements = expression.static_list()?;
    /// assert_eq!(elements[1].to_string(), "1 + 1");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn static_list(&self) -> Result<Vec<Self>> {
        let elements = self.view().elements().map(|elements| elements.map(ExpressionView::handle).collect());
        elements.ok_or_else(|| self.required("list", "write its elements between [ and ]"))
    }

    /// Returns the keys and values of an object constructor or a JSON object in source order,
    /// repeated keys too. If a key is a bare name, this name is its value, and
    /// [`static_keyword`](Self::static_keyword) returns it.
    ///
    /// # Errors
    /// Returns the error "Unsuitable expression" if it is anything else.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("{ old = a.new }").into_result()?;
    /// let (key, value) = expression.static_map()?.remove(0);
    /// assert_eq!(key.evaluate(&Default::default())?, "old");
    /// assert_eq!(key.static_keyword().as_deref(), Some("old"));
    /// assert_eq!(value.static_traversal()?.to_string(), "a.new");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn static_map(&self) -> Result<Vec<(Self, Self)>> {
        let entry = |(key, value): (ExpressionView<'_>, ExpressionView<'_>)| {
            (Self { is_key: true, ..key.handle() }, value.handle())
        };
        let entries = self.view().items().map(|items| items.map(entry).collect());
        entries.ok_or_else(|| self.required("map", "write its items between { and }"))
    }

    /// Returns the expression as a function call. In HCL JSON, this is a string with the call in
    /// native syntax.
    ///
    /// # Errors
    /// Returns the error "Unsuitable expression" if it is anything else.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("list(string)").into_result()?;
    /// let call = expression.static_call()?;
    /// assert_eq!(call.name, "list");
    /// assert_eq!(call.arguments[0].static_keyword().as_deref(), Some("string"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn static_call(&self) -> Result<StaticCall> {
        let view = self.view();
        let call = match view.node {
            BySyntax::Native((tree, id)) => static_call(tree, id, view),
            BySyntax::Json((tree, id)) => tree.expression(id).as_string().and_then(|string| {
                let parsed = json_syntax::native_expression(string);
                let sound = parsed.root.filter(|_| !parsed.diagnostics.has_errors());
                static_call(&parsed.tree.share(), sound?, view)
            }),
        };
        call.ok_or_else(|| self.required("function call", "write a name and arguments in parentheses"))
    }

    /// Returns the expression as a traversal: a variable, followed by attributes and constant
    /// indexes; in HCL JSON a string with a traversal in native syntax. The words `true`, `false`
    /// and `null` are names here.
    ///
    /// # Errors
    /// Returns the error "Unsuitable expression" if it is anything else.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("aws_instance.web[0]").into_result()?;
    /// assert_eq!(expression.static_traversal()?.root_name(), Some("aws_instance"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn static_traversal(&self) -> Result<Traversal> {
        let traversal = match self.view().syntax() {
            BySyntax::Native(expression) => expression.static_traversal(),
            BySyntax::Json(expression) => expression.as_string().and_then(json_syntax::traversal),
        };
        traversal.ok_or_else(|| {
            let detail = "A reference to one variable is required here: a name, with attributes and constant indexes \
                          after it. Calculations, function calls and templates are not possible.";
            self.invalid(self.span(), detail.to_owned())
        })
    }

    /// Returns the traversal, also if a JSON string contains it as a template, as native
    /// expressions are written in JSON.
    pub(crate) fn static_reference(&self) -> Result<Traversal> {
        let string = self.as_json().and_then(json_syntax::Expression::as_string);
        let in_template = string.and_then(|string| {
            json_syntax::with_template(string, |template| match template.kind() {
                ExpressionKind::Template(template) => template.unwrapped()?.static_traversal(),
                _ => None,
            })
        });
        in_template.flatten().map_or_else(|| self.static_traversal(), Ok)
    }

    /// Returns the name if the expression is a single name: a word to which an application can give
    /// a meaning.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("all").into_result()?;
    /// assert_eq!(expression.static_keyword().as_deref(), Some("all"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn static_keyword(&self) -> Option<String> {
        match self.view().syntax() {
            BySyntax::Native(expression) => expression.static_keyword().map(str::to_owned),
            BySyntax::Json(_) => match &mut self.static_traversal().ok()?.steps[..] {
                [TraversalStep::Root { name, .. }] => Some(std::mem::take(name)),
                _ => None,
            },
        }
    }

    fn required(&self, what: &str, how: &str) -> Error {
        let detail = format!(
            "A {what} as it is written is required here, not an expression that has to be evaluated: {how}."
        );
        self.invalid(self.view().start_span(), detail)
    }

    fn invalid(&self, span: Span, detail: String) -> Error {
        let diagnostic = Diagnostic::new(Code::UnsuitableExpression, detail).at(span);
        Error::from(Diagnostics::from(vec![diagnostic]).in_source(self.source()))
    }
}

/// Returns the call that an expression of the native syntax is, with arguments in the scope of
/// another.
fn static_call(tree: &Arc<Tree>, id: ExprId, scope: ExpressionView<'_>) -> Option<StaticCall> {
    let ExpressionKind::FunctionCall(call) = ast::Expression::new(tree, id).kind() else { return None };
    let argument = |argument: ast::Expression<'_>| {
        ExpressionView { node: BySyntax::Native((tree, argument.id())), iteration: scope.iteration }.handle()
    };
    Some(StaticCall {
        name: call.name().to_owned(),
        source: tree.source.clone(),
        name_span: call.name_span(),
        arguments: call.arguments().map(argument).collect(),
        arguments_span: call.arguments_span(),
        expands_last: call.expands_last(),
    })
}
