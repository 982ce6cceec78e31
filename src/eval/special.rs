//! Special forms: functions that get their arguments unevaluated.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use super::call_site::Call;
use super::report::about;
use crate::diag::{Code, Diagnostics};
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::Expression;
use crate::value::{Marks, Value, ValueError};

/// A function that evaluates its arguments itself, in any order or not at all, and handles their
/// errors.
///
/// ```
/// use serde_hcl::{EvalContext, Value, eval::SpecialForm, parse_expression, value};
///
/// let if_known = SpecialForm::new(["value", "otherwise"], None, |call| {
///     let value = call.evaluate(0).into_result();
///     Ok(match value {
///         Ok(value) if value.is_known() => value,
///         _ => call.evaluate(1).value,
///     })
/// });
/// let mut context = EvalContext::new();
/// context.set_special_form("if_known", if_known);
/// let expression = parse_expression("if_known(missing, 1)").into_result()?;
/// assert_eq!(expression.evaluate(&context)?, value!(1));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct SpecialForm {
    definition: Arc<Definition>,
    /// The description; empty without one.
    description: Cow<'static, str>,
}

type Implementation = dyn Fn(&SpecialCall<'_>) -> Result<Value> + Send + Sync;

struct Definition {
    parameters: Vec<&'static str>,
    variadic: Option<&'static str>,
    implementation: Box<Implementation>,
}

/// A call of a [`SpecialForm`].
///
/// ```
/// use serde_hcl::eval::{SpecialCall, SpecialForm};
/// use serde_hcl::{EvalContext, Result, Value, parse_expression, value};
///
/// /// Returns the first argument that is valid, or null.
/// fn first_valid(call: &SpecialCall<'_>) -> Result<Value> {
///     let valid = (0..call.len()).find_map(|index| call.evaluate(index).into_result().ok());
///     Ok(valid.unwrap_or_default())
/// }
///
/// let mut context = EvalContext::new();
/// context.set_special_form("first_valid", SpecialForm::new([], Some("values"), first_valid));
/// let expression = parse_expression("first_valid(missing, 1, 2)").into_result()?;
/// assert_eq!(expression.evaluate(&context)?, value!(1));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct SpecialCall<'c> {
    form: &'c SpecialForm,
    call: &'c Call<'c>,
    evaluate: RefCell<&'c mut Evaluate<'c>>,
    evaluated: RefCell<Evaluated>,
}

/// Evaluates an argument, and returns the marks of the values that determine whether it fails.
type Evaluate<'c> = dyn FnMut(Expression<'_>) -> (Outcome<Value>, Marks) + 'c;

/// What is known about the arguments that a form evaluated.
#[derive(Default)]
struct Evaluated {
    /// The marks of the values that determine whether an argument fails, by its index.
    deciding: Vec<(usize, Marks)>,
    /// All marks of the values.
    marks: Marks,
    /// Whether the form read the deciding marks, to add them to its result.
    are_deciding_used: bool,
}

impl SpecialForm {
    /// Creates a special form with the names of its positional parameters, of the one that takes
    /// all further arguments, and its implementation.
    pub fn new<const N: usize>(
        parameters: [&'static str; N],
        variadic: Option<&'static str>,
        implementation: impl Fn(&SpecialCall<'_>) -> Result<Value> + Send + Sync + 'static,
    ) -> Self {
        let definition = Definition {
            parameters: parameters.to_vec(),
            variadic,
            implementation: Box::new(implementation),
        };
        Self { definition: Arc::new(definition), description: Cow::Borrowed("") }
    }

    /// Sets the description of the form for its users. The language server shows it.
    ///
    /// ```
    /// let form = serde_hcl::ext::can_form().describe("Returns whether a value is valid.");
    /// assert_eq!(form.description(), Some("Returns whether a value is valid."));
    /// assert_eq!((form.parameters(), form.variadic()), (&["expression"][..], None));
    /// ```
    #[must_use]
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = text.into();
        self
    }

    /// Returns the description, if there is one.
    pub fn description(&self) -> Option<&str> {
        Some(&*self.description).filter(|text| !text.is_empty())
    }

    /// Returns the names of the positional parameters.
    pub fn parameters(&self) -> &[&'static str] {
        &self.definition.parameters
    }

    /// Returns the name of the parameter that takes all further arguments.
    pub fn variadic(&self) -> Option<&'static str> {
        self.definition.variadic
    }

    pub(super) fn arity(&self) -> (usize, bool) {
        (self.definition.parameters.len(), self.definition.variadic.is_some())
    }

    pub(super) fn parameter_name(&self, index: usize) -> Option<&'static str> {
        self.definition.parameters.get(index).copied().or(self.definition.variadic)
    }

    /// Calls the implementation. Also returns the marks of the values that determine whether the
    /// form fails, besides those that determine whether an argument does. A form that does not use
    /// those is expected to fail for some values of its arguments.
    pub(super) fn run(
        &self,
        call: &Call<'_>,
        evaluate: &mut Evaluate<'_>,
    ) -> (Result<Value, Diagnostics>, Marks) {
        let evaluated = RefCell::default();
        let call = SpecialCall { form: self, call, evaluate: RefCell::new(evaluate), evaluated };
        let result = (self.definition.implementation)(&call).map_err(Diagnostics::from);
        let Evaluated { marks, are_deciding_used, .. } = call.evaluated.into_inner();
        (result, if are_deciding_used { Marks::NONE } else { marks })
    }
}

impl<'c> SpecialCall<'c> {
    /// Returns the number of arguments.
    pub fn len(&self) -> usize {
        self.call.len()
    }

    /// Returns whether there is no argument.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the expression of an argument. An element of an expanded argument (`...`) has no
    /// expression of its own.
    pub fn expression(&self, index: usize) -> Option<Expression<'c>> {
        let (expression, element) = self.call.argument(index)?;
        element.is_none().then_some(expression)
    }

    /// Returns the location for messages about an argument.
    fn span(&self, index: usize) -> Span {
        self.call.subject(index)
    }

    /// Evaluates an argument. An argument that does not exist is unknown.
    pub fn evaluate(&self, index: usize) -> Outcome<Value> {
        let (outcome, deciding) = match self.call.argument(index) {
            None => return Outcome::from(Value::UNKNOWN),
            Some((_, Some(element))) => (Outcome::from(element.clone()), Marks::NONE),
            Some((expression, None)) => self.evaluate.borrow_mut()(expression),
        };
        let mut evaluated = self.evaluated.borrow_mut();
        if !deciding.is_empty() {
            evaluated.deciding.push((index, deciding));
        }
        if outcome.value.contains_marks() {
            evaluated.marks.add(&outcome.value.all_marks());
            // Later diagnostics of the form may contain the value.
            redaction::RedactionScope::widen();
        }
        outcome
    }

    /// Returns the marks of the values that determine whether an argument fails, once it has been
    /// evaluated. A form whose result depends on that failure adds them to the result, also if the
    /// argument does not fail.
    ///
    /// ```
    /// use serde_hcl::value::Mark;
    /// use serde_hcl::{EvalContext, Value, eval::SpecialForm, parse_expression};
    ///
    /// let fails = SpecialForm::new(["value"], None, |call| {
    ///     let fails = call.evaluate(0).diagnostics.has_errors();
    ///     Ok(Value::from(fails).with_marks(&call.deciding_marks(0)))
    /// });
    /// let mut context = EvalContext::new();
    /// context
    ///     .set_special_form("fails", fails)
    ///     .set("secret", Value::from("a").mark(Mark::new("sensitive")));
    /// let evaluate = |text| parse_expression(text).into_result()?.evaluate(&context);
    ///
    /// // Another text could be a number. No text has attributes.
    /// assert!(evaluate("fails(secret + 1)")?.is_marked());
    /// assert!(!evaluate("fails(secret.name)")?.is_marked());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn deciding_marks(&self, index: usize) -> Marks {
        let mut evaluated = self.evaluated.borrow_mut();
        evaluated.are_deciding_used = true;
        let of_argument = evaluated.deciding.iter().filter(|(of, _)| *of == index);
        of_argument.fold(Marks::NONE, |all, (_, marks)| all.union(marks))
    }

    /// Returns an error of the form with its location: about the argument that the error names, or
    /// about the call.
    pub fn refuse(&self, error: &ValueError) -> Error {
        let Some(index) = error.argument() else { return self.call.failed(error).into() };
        let parameter = self.form.parameter_name(index).unwrap_or_default();
        let detail = format!("Invalid value for {parameter:?} parameter: {error}.");
        about(error, Code::InvalidArgument, detail).at(self.span(index)).into()
    }
}

impl fmt::Debug for SpecialForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.definition.parameters.iter().copied().map(str::to_owned);
        let variadic = self.definition.variadic.map(|name| format!("{name}..."));
        write!(f, "SpecialForm({})", names.chain(variadic).collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Debug for SpecialCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpecialCall").field("arguments", &self.len()).finish_non_exhaustive()
    }
}
