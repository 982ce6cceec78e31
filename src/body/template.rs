//! Templates that are kept to be rendered later.

use std::fmt;

use super::expression::Expression;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::source::{Source, Span};
use crate::value::{Type, Value, convert};

/// An unevaluated template: a quoted string, a heredoc, a string of HCL JSON, or a template file.
///
/// Specification: native syntax, "Templates".
///
/// ```
/// use serde_hcl::{EvalContext, Template, parse_template};
///
/// let template: Template = parse_template("Hi ${name}\n").into_result()?;
/// let mut context = EvalContext::new();
/// context.set("name", "you");
/// assert_eq!(template.render(&context)?, "Hi you\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Template(pub(super) Expression);

impl Template {
    /// Returns the value: a string, or the value of the interpolation if the template consists of a
    /// single one.
    ///
    /// # Errors
    /// Returns all errors of the evaluation.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_template, value};
    ///
    /// let template = parse_template("${40 + 2}").into_result()?;
    /// assert_eq!(template.evaluate(&EvalContext::new())?, value!(42));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate(&self, context: &EvalContext) -> Result<Value> {
        self.0.evaluate(context)
    }

    /// Returns the value as a string.
    ///
    /// # Errors
    /// Returns all errors of the evaluation, or an error if the value is unknown or cannot be a
    /// string.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_template};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("name", "web");
    /// let template = parse_template("Hello, ${name}!\n").into_result()?;
    /// assert_eq!(template.render(&context)?, "Hello, web!\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn render(&self, context: &EvalContext) -> Result<String> {
        let value = self.evaluate(context)?;
        let text = convert(&value, &Type::String)
            .map_err(|error| Error::of_value(&error).at(self.span(), self.source()))?;
        text.as_str().map(str::to_owned).ok_or_else(|| {
            let detail = format!("A text is needed here, but the value is {value}.");
            Error::coded(Code::InvalidValue, detail).at(self.span(), self.source())
        })
    }

    /// Returns the template as an expression.
    pub fn expression(&self) -> &Expression {
        &self.0
    }

    /// Returns the source.
    pub(crate) fn source(&self) -> &Source {
        self.0.source()
    }

    /// Returns the span.
    pub(crate) fn span(&self) -> Span {
        self.0.span()
    }
}

/// An expression that is a template.
///
/// # Errors
/// Returns an error if it is something else.
impl TryFrom<Expression> for Template {
    type Error = Error;

    fn try_from(expression: Expression) -> Result<Self> {
        if expression.view().is_template() {
            return Ok(Self(expression));
        }
        let detail = "A template is expected here: a string in quotes or a heredoc.";
        let (span, source) = (expression.span(), expression.source());
        Err(Error::coded(Code::TypeMismatch, detail).at(span, source))
    }
}

impl From<Template> for Expression {
    fn from(template: Template) -> Self {
        template.0
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The template as it is written.
impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
