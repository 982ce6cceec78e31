//! Static analysis: what an expression is, without its value.

use super::Expression;
use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::source::Span;
use crate::syntax::ast::ExpressionKind;
use crate::syntax::traversal::Traversal;

/// A function call that is looked at and not called, see [`Expression::as_call`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StaticCall {
    /// The name of the function, with its namespace: `ns::name`.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The arguments in order.
    pub arguments: Vec<Expression>,
    /// Where the arguments stand, parentheses included.
    pub arguments_span: Span,
    /// Whether the last argument is to be expanded (`...`).
    pub expands_last: bool,
}

/// Specification: information model, "Static Analysis".
impl Expression {
    /// The elements of a tuple constructor, each an expression of its own.
    ///
    /// # Errors
    /// Where it is anything else, "Invalid expression". An expression whose value would be a list is not enough.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[a.b, 1 + 1]").into_result()?.expect("it parsed");
    /// let elements = expression.as_list()?;
    /// assert_eq!(elements[1].to_string(), "1 + 1");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_list(&self) -> Result<Vec<Self>> {
        match self.ast().kind() {
            ExpressionKind::Tuple(tuple) => {
                Ok(tuple.elements().map(|element| self.sibling(element)).collect())
            }
            _ => Err(self.required("list", "write its elements between [ and ]")),
        }
    }

    /// The keys and values of an object constructor in source order, repeated keys too. Where a key is a name by itself,
    /// [`as_keyword`](Self::as_keyword) gives it.
    ///
    /// # Errors
    /// Where it is anything else, "Invalid expression".
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("{ old = a.new }").into_result()?.expect("it parsed");
    /// let (key, value) = expression.as_map()?.remove(0);
    /// assert_eq!(key.as_keyword().as_deref(), Some("old"));
    /// assert_eq!(value.as_traversal()?.to_string(), "a.new");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_map(&self) -> Result<Vec<(Self, Self)>> {
        match self.ast().kind() {
            ExpressionKind::Object(object) => {
                Ok(object.items().map(|item| (self.sibling(item.key), self.sibling(item.value))).collect())
            }
            _ => Err(self.required("map", "write its items between { and }")),
        }
    }

    /// The function call that it is.
    ///
    /// # Errors
    /// Where it is anything else, "Invalid expression".
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("list(string)").into_result()?.expect("it parsed");
    /// let call = expression.as_call()?;
    /// assert_eq!(call.name, "list");
    /// assert_eq!(call.arguments[0].as_keyword().as_deref(), Some("string"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_call(&self) -> Result<StaticCall> {
        match self.ast().kind() {
            ExpressionKind::FunctionCall(call) => Ok(StaticCall {
                name: call.name().to_owned(),
                name_span: call.name_span(),
                arguments: call.arguments().map(|argument| self.sibling(argument)).collect(),
                arguments_span: call.arguments_span(),
                expands_last: call.expands_last(),
            }),
            _ => Err(self.required("function call", "write a name and arguments in parentheses")),
        }
    }

    /// The traversal that it is: a variable, with attributes and constant indexes taken from it. The words `true`,
    /// `false` and `null` are names here.
    ///
    /// # Errors
    /// Where it is anything else, "Invalid expression".
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("aws_instance.web[0]").into_result()?.expect("it parsed");
    /// assert_eq!(expression.as_traversal()?.root_name(), Some("aws_instance"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_traversal(&self) -> Result<Traversal> {
        self.ast().as_traversal().ok_or_else(|| {
            let detail = "A reference to one variable is required here: a name, with attributes and constant indexes \
                          after it. Calculations, function calls and templates are not possible.";
            self.invalid(self.span(), detail.to_owned())
        })
    }

    /// The same as a relative traversal, whose first step is an attribute too.
    ///
    /// # Errors
    /// As [`as_traversal`](Self::as_traversal).
    pub fn as_relative_traversal(&self) -> Result<Traversal> {
        self.as_traversal().map(Traversal::into_relative)
    }

    /// The name, where it is a single one: a word that an application gives a meaning of its own.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("all").into_result()?.expect("it parsed");
    /// assert_eq!(expression.as_keyword().as_deref(), Some("all"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_keyword(&self) -> Option<String> {
        self.ast().as_keyword().map(str::to_owned)
    }

    fn required(&self, what: &str, how: &str) -> Error {
        let detail = format!("A {what} is required here that can be read without evaluating it: {how}.");
        self.invalid(self.ast().start_span(), detail)
    }

    fn invalid(&self, span: Span, detail: String) -> Error {
        let diagnostic = Diagnostic::error(Category::Eval, "Invalid expression", detail).at(span);
        Error::from(Diagnostics::from(vec![diagnostic]).in_source(self.source()))
    }
}
