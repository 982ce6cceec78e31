//! Functions and their builder.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Budget, Parameter};
use crate::diag::Code;
use crate::redaction;
use crate::util::words;
use crate::value::{ErrorKind, Marks, RefinementBuilder, Type, Value, ValueError, convert, has_attributes};

/// A function: parameters, a result type that may depend on the arguments, and an implementation.
///
/// Cloning is cheap. A function has access neither to its name nor to the context of the call.
///
/// Implements "Functions and Function Calls" of the information model.
///
/// ```
/// use serde_hcl::ast::BinaryOperator;
/// use serde_hcl::value::ValueError;
/// use serde_hcl::{Function, Type, Value, func::Parameter, value};
///
/// let repeat = Function::from_fn(|text: String, times: usize| text.repeat(times));
/// assert_eq!(repeat.call(&[value!("ab"), value!("2")])?, value!("abab"));
///
/// let sum = Function::builder()
///     .variadic(Parameter::new("numbers", Type::Number))
///     .returns(Type::Number)
///     .implement(|numbers, _| {
///         let add = |sum: Value, number| BinaryOperator::Add.apply(&sum, number);
///         numbers.iter().try_fold(Value::from(0), add)
///     });
/// assert_eq!(sum.call(&[value!(1), value!(2)])?, value!(3));
/// assert_eq!(sum.call(&[value!(1), Value::UNKNOWN])?, Value::unknown(Type::Number));
/// # Ok::<(), ValueError>(())
/// ```
#[derive(Clone)]
pub struct Function {
    definition: Arc<Definition>,
    /// The description; empty without one.
    description: Cow<'static, str>,
}

type ComputeType = dyn Fn(&[Value], &Budget) -> Result<Type, ValueError> + Send + Sync;
type Implementation = dyn Fn(&[Value], &Type, &Budget) -> Result<Value, ValueError> + Send + Sync;
type RefineResult = dyn Fn(&[Value], RefinementBuilder) -> RefinementBuilder + Send + Sync;

struct Definition {
    signature: FunctionBuilder,
    implementation: Box<Implementation>,
}

/// The type of the results of a function.
enum ResultType {
    /// The type is the same for all arguments.
    Fixed(Type),
    Computed(Box<ComputeType>),
}

/// A builder of a [`Function`], see [`Function::builder`].
///
/// ```
/// use serde_hcl::{EvalContext, Function, Type, Value, func::Parameter, parse_expression};
///
/// let half = Function::builder()
///     .parameter(Parameter::new("number", Type::Number))
///     .returns(Type::Number)
///     .implement(|arguments, _| Ok(Value::from(arguments[0].as_i64().unwrap_or(0) / 2)));
/// let mut context = EvalContext::new();
/// context.set_function("half", half);
/// let expression = parse_expression("half(9)").into_result()?;
/// assert_eq!(expression.evaluate(&context)?, 4);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct FunctionBuilder {
    parameters: Vec<Parameter>,
    variadic: Option<Parameter>,
    result_type: ResultType,
    refine_result: Option<Box<RefineResult>>,
    is_constant_time: bool,
}

impl Function {
    /// Returns a builder that defines a function.
    pub fn builder() -> FunctionBuilder {
        FunctionBuilder {
            parameters: Vec::new(),
            variadic: None,
            result_type: ResultType::Fixed(Type::Dynamic),
            refine_result: None,
            is_constant_time: false,
        }
    }

    /// Sets the description of the function for its users. The language server shows it.
    ///
    /// ```
    /// use serde_hcl::{Function, Type, Value, func::Parameter};
    ///
    /// let zone = Parameter::new("zone", Type::String).describe("The name of an availability zone.");
    /// let region = Function::builder()
    ///     .parameter(zone)
    ///     .returns(Type::String)
    ///     .implement(|zones, _| {
    ///         let zone = zones[0].as_str().unwrap_or_default();
    ///         Ok(Value::from(zone.trim_end_matches(char::is_alphabetic)))
    ///     })
    ///     .describe("Returns the region of an availability zone.");
    /// assert_eq!(region.description(), Some("Returns the region of an availability zone."));
    /// assert_eq!(region.parameters()[0].description(), Some("The name of an availability zone."));
    /// assert_eq!(region.call(&["eu-west-1a".into()])?, "eu-west-1");
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    #[must_use]
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = text.into();
        self
    }

    /// Returns the description, if there is one: see [`describe`](Self::describe).
    pub fn description(&self) -> Option<&str> {
        Some(&*self.description).filter(|text| !text.is_empty())
    }

    /// Returns whether it was [declared](FunctionBuilder::constant_time) that arguments of any size
    /// take the same time.
    pub(crate) fn is_constant_time(&self) -> bool {
        self.definition.signature.is_constant_time
    }

    /// Returns the positional parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.definition.signature.parameters
    }

    /// Returns the parameter that takes all further arguments.
    pub fn variadic(&self) -> Option<&Parameter> {
        self.definition.signature.variadic.as_ref()
    }

    /// Returns the parameter for the argument at an index.
    pub(crate) fn parameter(&self, index: usize) -> Option<&Parameter> {
        self.definition.signature.parameters.get(index).or(self.definition.signature.variadic.as_ref())
    }

    /// Checks the number of arguments.
    ///
    /// # Errors
    /// Returns the error "Not enough function arguments" or "Too many function arguments". The
    /// latter is about the first argument without a parameter.
    pub(crate) fn check_arity(&self, count: usize) -> Result<(), ValueError> {
        let required = self.definition.signature.parameters.len();
        let expected = words::count(required, "argument");
        if let Some(missing) = self.definition.signature.parameters.get(count) {
            let least = if self.definition.signature.variadic.is_some() { "at least " } else { "" };
            let name = missing.name();
            let message = format!("the function expects {least}{expected}; missing value for {name:?}");
            return Err(ValueError::public(ErrorKind::Type, message).with_code(Code::MissingArgument));
        }
        if count > required && self.definition.signature.variadic.is_none() {
            let message = format!("the function expects only {expected}");
            return Err(ValueError::public(ErrorKind::Type, message)
                .with_code(Code::ExtraArgument)
                .with_argument(required));
        }
        Ok(())
    }

    /// Returns the argument at an index as a value of its parameter's type.
    ///
    /// # Errors
    /// Returns an error about the argument if it has no conversion to this type.
    pub(crate) fn convert_argument(&self, index: usize, value: &Value) -> Result<Value, ValueError> {
        match self.parameter(index) {
            Some(parameter) => {
                convert(value, parameter.ty()).map_err(|error| self.explain(error.with_argument(index)))
            }
            None => Ok(value.clone()),
        }
    }

    /// Calls the function: checks the number of arguments, converts each to its parameter's type,
    /// and invokes it.
    ///
    /// # Errors
    /// Returns an error about an argument that has no conversion to the type of its parameter, and
    /// the same errors as [`invoke`](Self::invoke), with the default [`Limits`](crate::Limits).
    ///
    /// ```
    /// use serde_hcl::{Function, value};
    ///
    /// let double = Function::from_fn(|n: i64| n * 2);
    /// assert_eq!(double.call(&[value!("21")])?, value!(42));
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn call(&self, arguments: &[Value]) -> Result<Value, ValueError> {
        self.call_within(arguments, &Budget::default())
    }

    /// Calls the function within a budget.
    pub(crate) fn call_within(&self, arguments: &[Value], budget: &Budget) -> Result<Value, ValueError> {
        self.check_arity(arguments.len())?;
        let arguments = arguments.iter().enumerate();
        let converted = arguments.map(|(index, value)| self.convert_argument(index, value));
        self.invoke_in_place(&mut converted.collect::<Result<Vec<_>, _>>()?, budget)
    }

    /// Calls the function with arguments that have been converted to the types of the parameters.
    ///
    /// If a parameter accepts neither, an argument of the dynamic pseudo-type makes the result an
    /// unknown value of that type, and an unknown argument makes the result an unknown value of the
    /// result type. An unknown result has the function's
    /// [refinements](FunctionBuilder::refine_result). The marks of arguments whose parameters do
    /// not accept marks are on the result. A result that is unknown because of an argument has the
    /// marks of all arguments and of their parts, as has a null, empty or unknown result whose type
    /// names attributes, or may name some once it is known.
    ///
    /// # Errors
    /// Returns the error "Not enough function arguments", or "Too many function arguments" about
    /// the first argument without a parameter; an error if an argument is null and its parameter
    /// does not accept null; and the errors of the function itself. An error about one argument
    /// names it and has the summary "Invalid function argument"; others have "Error in function
    /// call". A result that is too large for the budget is an error too. With marked arguments, an
    /// error has no text of the function, since it could contain them.
    pub fn invoke(&self, mut arguments: Vec<Value>, budget: &Budget) -> Result<Value, ValueError> {
        self.check_arity(arguments.len())?;
        self.invoke_in_place(&mut arguments, budget)
    }

    /// Does the same as [`invoke`](Self::invoke), and may remove marks from the arguments in place.
    pub(crate) fn invoke_in_place(
        &self,
        arguments: &mut [Value],
        budget: &Budget,
    ) -> Result<Value, ValueError> {
        if arguments.iter().any(Value::contains_marks) {
            return self.invoke_marked(arguments, budget);
        }
        self.invoke_plain(arguments, budget)
    }

    /// Does the same as [`invoke`](Self::invoke), for arguments without marks.
    #[inline]
    pub(crate) fn invoke_plain(&self, arguments: &[Value], budget: &Budget) -> Result<Value, ValueError> {
        let _scope = redaction::scope(false);
        self.invoke_unmarked(arguments, budget).map_err(|error| self.explain(error))
    }

    fn invoke_marked(&self, arguments: &mut [Value], budget: &Budget) -> Result<Value, ValueError> {
        let mut marks = Marks::NONE;
        let _scope = redaction::scope(true);
        for (index, argument) in arguments.iter_mut().enumerate() {
            let accepts_marked = self.parameter(index).is_some_and(Parameter::accepts_marked);
            if argument.contains_marks() && !accepts_marked {
                let size = argument.size();
                budget.take_parts(size)?;
                if argument.unmarked().contains_marks() {
                    // Arguments with marks inside are copied to remove them.
                    budget.take_elements(size)?;
                }
                let (plain, own) = std::mem::take(argument).unmark_deep();
                *argument = plain;
                marks.add(&own);
            }
        }
        let result = self.invoke_unmarked(arguments, budget).map_err(|error| self.explain(error))?;
        // The type of an empty result may contain names from marked parts of the arguments. So may
        // the type that an unknown result turns out to have.
        let is_without_parts = result.len().is_none_or(|length| length == 0);
        let may_have_names =
            || has_attributes(result.ty()) || (result.is_unknown() && result.ty().has_dynamic());
        if is_without_parts && !result.contains_marks() && may_have_names() {
            marks.add(&budget.all_marks(arguments)?);
        }
        Ok(result.with_marks(&marks))
    }

    fn invoke_unmarked(&self, arguments: &[Value], budget: &Budget) -> Result<Value, ValueError> {
        let mut is_unknown = false;
        for (index, value) in arguments.iter().enumerate().filter(|(_, value)| !value.has_content()) {
            let Some(parameter) = self.parameter(index) else { continue };
            if value.is_null() && !parameter.accepts_null() {
                return Err(ValueError::null("argument must not be null").with_argument(index));
            }
            if value.is_dynamic() && !parameter.accepts_dynamic() {
                return Ok(Value::UNKNOWN.with_marks(&budget.all_marks(arguments)?));
            }
            is_unknown |= value.is_unknown() && !parameter.accepts_unknown();
        }
        let computed;
        let ty = match &self.definition.signature.result_type {
            ResultType::Fixed(ty) => ty,
            ResultType::Computed(compute) => {
                computed = compute(arguments, budget)?;
                &computed
            }
        };
        if is_unknown {
            let marks = budget.all_marks(arguments)?;
            budget.take_elements(ty.size())?;
            return self.refined(Value::unknown(ty.clone()).with_marks(&marks), arguments);
        }
        let result = (self.definition.implementation)(arguments, ty, budget)?;
        if *ty != Type::Dynamic && !budget.matches(result.ty(), ty)? {
            let message = format!("the function returned {} although its result type is {ty}", result.ty());
            return Err(ValueError::public(ErrorKind::Type, message));
        }
        if result.is_unknown() { self.refined(result, arguments) } else { Ok(result) }
    }

    /// Adds to an unknown result the refinements that the function declares for these arguments.
    fn refined(&self, result: Value, arguments: &[Value]) -> Result<Value, ValueError> {
        match &self.definition.signature.refine_result {
            Some(refine) => refine(arguments, result.refine()).build(),
            None => Ok(result),
        }
    }

    /// Adds to an error the parameter that it is about, or the information that it is about the
    /// call.
    fn explain(&self, error: ValueError) -> ValueError {
        match error.argument().and_then(|index| self.parameter(index)) {
            Some(parameter) => error
                .with_context(format_args!("invalid value for {:?} parameter", parameter.name()))
                .with_code(Code::InvalidArgument),
            None => error.with_code(Code::FunctionCallFailed),
        }
    }
}

impl FunctionBuilder {
    /// Adds a positional parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Returns the parameter that takes all further arguments.
    #[must_use]
    pub fn variadic(mut self, parameter: Parameter) -> Self {
        self.variadic = Some(parameter);
        self
    }

    /// Declares that the function takes the same time for arguments of any size, or that it charges
    /// its [`Budget`] itself. A call of any other function takes a [step](crate::Limits::steps) for
    /// every sixteen parts of its arguments.
    ///
    /// ```
    /// use serde_hcl::{Function, Type, func::Parameter};
    ///
    /// let is_list = Function::builder()
    ///     .parameter(Parameter::new("value", Type::Dynamic))
    ///     .constant_time()
    ///     .implement(|arguments, _| Ok(matches!(arguments[0].ty(), Type::List(_)).into()));
    /// assert_eq!(is_list.call(&[1.into()])?, false);
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    #[must_use]
    pub fn constant_time(mut self) -> Self {
        self.is_constant_time = true;
        self
    }

    /// Sets the result type, the same for all arguments. Without one it is the dynamic pseudo-type:
    /// any type.
    #[must_use]
    pub fn returns(mut self, ty: Type) -> Self {
        self.result_type = ResultType::Fixed(ty);
        self
    }

    /// Sets a closure that computes the result type from the arguments. Any of them can be unknown,
    /// even if the parameters do not accept unknown values. A closure whose time is not
    /// proportional to the size of the arguments charges its work to the budget, see
    /// [`Budget::take_parts`].
    #[must_use]
    pub fn returns_with(
        mut self,
        ty: impl Fn(&[Value], &Budget) -> Result<Type, ValueError> + Send + Sync + 'static,
    ) -> Self {
        self.result_type = ResultType::Computed(Box::new(ty));
        self
    }

    /// Sets a closure that refines unknown results. It gets the same arguments as the
    /// implementation, and adds refinements that hold for every result that the function can have
    /// for them.
    ///
    /// It is called where an unknown argument makes the result unknown, and where the
    /// implementation returns an unknown value. It does not apply to a result of the dynamic
    /// pseudo-type. Without it only the type of an unknown result is known.
    ///
    /// ```
    /// use serde_hcl::ast::BinaryOperator;
    /// use serde_hcl::{Function, Type, Value, func::Parameter};
    ///
    /// let length = Function::builder()
    ///     .parameter(Parameter::new("text", Type::String))
    ///     .returns(Type::Number)
    ///     .refine_result(|arguments, result| {
    ///         result.not_null().range(arguments[0].refinement().prefix().len()..)
    ///     })
    ///     .implement(|arguments, _| Ok(arguments[0].as_str().map(str::len).into()));
    ///
    /// let name = Value::unknown(Type::String).refine().prefix("web-").build()?;
    /// let result = length.call(&[name])?;
    /// assert_eq!(result.refinement().to_string(), "not null, >= 4");
    /// assert_eq!(BinaryOperator::Greater.apply(&result, &Value::from(3))?, Value::from(true));
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    #[must_use]
    pub fn refine_result(
        mut self,
        refine: impl Fn(&[Value], RefinementBuilder) -> RefinementBuilder + Send + Sync + 'static,
    ) -> Self {
        self.refine_result = Some(Box::new(refine));
        self
    }

    /// Declares that the function never returns null, so that its unknown results are not null.
    ///
    /// A closure of [`refine_result`](Self::refine_result) replaces this.
    #[must_use]
    pub fn never_null(self) -> Self {
        self.refine_result(|_, result| result.not_null())
    }

    /// Builds the function with its implementation, which receives the arguments and the result
    /// type. The size of the result is charged to the [`Budget`] of the evaluation.
    pub fn implement(
        self,
        implementation: impl Fn(&[Value], &Type) -> Result<Value, ValueError> + Send + Sync + 'static,
    ) -> Function {
        self.implement_within(move |arguments, ty, budget| {
            let result = implementation(arguments, ty)?;
            budget.take_value(&result)?;
            Ok(result)
        })
    }

    /// Builds the function with an implementation that charges the size of its result to the budget
    /// itself, before it allocates.
    ///
    /// ```
    /// use serde_hcl::{Number, value::ErrorKind};
    /// use serde_hcl::{Function, Type, Value, func::Parameter, value};
    ///
    /// let zeros = Function::builder()
    ///     .parameter(Parameter::new("count", Type::Number))
    ///     .returns(Type::list(Type::Number))
    ///     .implement_within(|arguments, _, budget| {
    ///         let count = usize::try_from(&arguments[0])?;
    ///         budget.take_elements(count)?;
    ///         Value::list(Type::Number, vec![Value::from(0); count])
    ///     });
    /// assert_eq!(zeros.call(&[value!(2)])?.len(), Some(2));
    /// assert_eq!(zeros.call(&[value!(1e15)]).unwrap_err().kind(), ErrorKind::Limit);
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn implement_within(
        self,
        implementation: impl Fn(&[Value], &Type, &Budget) -> Result<Value, ValueError> + Send + Sync + 'static,
    ) -> Function {
        let definition = Definition { signature: self, implementation: Box::new(implementation) };
        Function { definition: Arc::new(definition), description: Cow::Borrowed("") }
    }
}

/// The parameters.
impl fmt::Debug for FunctionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionBuilder")
            .field("parameters", &self.parameters)
            .field("variadic", &self.variadic)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variadic = self.variadic().map(|parameter| format!("{parameter:?}..."));
        let parameters = self.parameters().iter().map(|parameter| format!("{parameter:?}"));
        write!(f, "Function({})", parameters.chain(variadic).collect::<Vec<_>>().join(", "))
    }
}
