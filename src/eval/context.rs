//! The context of an evaluation: variables, functions, limits.

use std::ffi::OsString;
use std::fmt;
use std::sync::Arc;

use super::callable::Callable;
use super::names::Names;
use super::special::SpecialForm;
use crate::error::Result;
use crate::func::{Budget, Function, IntoFunction, RemainingLimits};
use crate::limits::Limits;
use crate::syntax::traversal::Traversal;
use crate::value::Name;
use crate::value::{Map, Value};

/// Supplies variables that are not defined: see [`EvalContext::set_resolver`].
type Resolver = dyn Fn(&Traversal) -> Result<Option<Value>> + Send + Sync;

/// The variables and functions that expressions may use.
///
/// In a context without variables, a variable is reported as not allowed; in others, an unknown
/// name is an error with a suggestion. The same holds for functions. A child context has the
/// definitions of its parent and can hide them.
///
/// Specification: information model, "Expression Evaluation".
///
/// ```
/// use serde_hcl::{EvalContext, Function, parse_expression, value};
///
/// let mut context = EvalContext::new();
/// context.set("name", "web").set("count", 3);
/// context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
///
/// let expression = parse_expression("\"${upper(name)}-${count + 1}\"").into_result()?;
/// assert_eq!(expression.evaluate(&context)?, value!("WEB-4"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct EvalContext {
    parent: Parent,
    // Names of variables are compared without normalization; only values are normalized.
    variables: Option<Names<Value>>,
    functions: Option<Names<Callable>>,
    resolver: Option<Arc<Resolver>>,
    limits: Limits,
    /// The remaining limits that all evaluations in it share, if they share them.
    remaining: Option<Arc<RemainingLimits>>,
    literal_only: bool,
    is_for_check: bool,
}

/// The parent of a context.
#[derive(Clone, Default)]
struct Parent(Option<Arc<EvalContext>>);

/// Drops chains of any length without recursion.
impl Drop for Parent {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut context) = next.and_then(Arc::into_inner) {
            next = context.parent.0.take();
        }
    }
}

/// Clones the context, whose definitions are shared with the clone.
impl From<&EvalContext> for Arc<EvalContext> {
    fn from(context: &EvalContext) -> Self {
        Self::new(context.clone())
    }
}

/// Clones the context, so that [`Options::context`](crate::Options::context) accepts the result of
/// [`set`](EvalContext::set).
impl From<&mut EvalContext> for Arc<EvalContext> {
    fn from(context: &mut EvalContext) -> Self {
        Self::new(context.clone())
    }
}

impl EvalContext {
    /// Creates a context in which neither variables nor functions are allowed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a context for literal-only mode: strings of HCL JSON are their own values, even with
    /// template sequences in them, and neither variables nor functions are allowed. Specification:
    /// JSON syntax, "Strings".
    ///
    /// ```
    /// use serde_hcl::{EvalContext, json, value};
    ///
    /// let expression = json::parse_expression(r#""${1 + 1}""#).into_result()?;
    /// assert_eq!(expression.evaluate(&EvalContext::new())?, value!(2));
    /// assert_eq!(expression.evaluate(&EvalContext::literal_only())?, value!("${1 + 1}"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn literal_only() -> Self {
        Self { literal_only: true, ..Self::default() }
    }

    /// Returns a child context that inherits the definitions of this one. Definitions in the child
    /// hide those of the same name.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, value};
    ///
    /// let mut parent = EvalContext::new();
    /// parent.set("a", 1).set("b", 2);
    /// let mut child = parent.child();
    /// child.set("a", 10);
    /// assert_eq!(child.variable("a"), Some(&value!(10)));
    /// assert_eq!(child.variable("b"), Some(&value!(2)));
    /// ```
    #[must_use]
    pub fn child(&self) -> Self {
        Self::child_of(Arc::new(self.clone()))
    }

    /// Creates a child of a context that is shared by many children.
    #[must_use]
    pub(crate) fn child_of(parent: Arc<Self>) -> Self {
        let (limits, literal_only, is_for_check) = (parent.limits, parent.literal_only, parent.is_for_check);
        let remaining = parent.remaining.clone();
        Self {
            parent: Parent(Some(parent)),
            limits,
            remaining,
            literal_only,
            is_for_check,
            ..Self::default()
        }
    }

    /// Defines a variable. [`to_value`](crate::to_value) converts any type that serde can
    /// serialize.
    ///
    /// Floats are numbers too. A float that is not finite is null.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Expression, value};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("count", 3).set("ratio", 0.5).set("average", 0.0 / 0.0);
    /// let evaluate = |text: &str| text.parse::<Expression>()?.evaluate(&context);
    /// assert_eq!(evaluate("count * ratio")?, value!(1.5));
    /// assert_eq!(evaluate("average")?, value!(null));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set(&mut self, name: impl Name, value: impl Into<Value>) -> &mut Self {
        self.variables.get_or_insert_default().insert(name, value.into());
        self
    }

    /// Defines a variable that is an object of environment variables, each a string. The
    /// application passes them: evaluation never reads the environment. Variables whose
    /// name or value is not valid Unicode are omitted.
    ///
    /// Pass only variables that the author of the configuration may read.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Expression, value};
    ///
    /// let mut context = EvalContext::new();
    /// context.set_env("env", [("STAGE", "test"), ("APP_PORT", "8080")]);
    /// let expression: Expression = "\"${env.STAGE}:${env.APP_PORT}\"".parse()?;
    /// assert_eq!(expression.evaluate(&context)?, value!("test:8080"));
    ///
    /// // Those of the process whose names begin with `APP_`.
    /// let own = std::env::vars_os()
    ///     .filter(|(name, _)| name.to_str().is_some_and(|it| it.starts_with("APP_")));
    /// context.set_env("env", own);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_env<K: Into<OsString>, V: Into<OsString>>(
        &mut self,
        name: impl Name,
        variables: impl IntoIterator<Item = (K, V)>,
    ) -> &mut Self {
        let variables = variables.into_iter().filter_map(|(name, value)| {
            Some((name.into().into_string().ok()?, value.into().into_string().ok()?))
        });
        self.set(name, Value::object(variables.collect::<Map>()))
    }

    /// Allows variables even if none is defined, so that an undefined name is reported as an
    /// unknown variable.
    pub fn allow_variables(&mut self) -> &mut Self {
        self.variables.get_or_insert_default();
        self
    }

    /// Defines a function: a [`Function`], or a closure as [`Function::from_fn`] takes it. The name
    /// can have a namespace: `ns::name`.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression, value};
    ///
    /// let mut context = EvalContext::new();
    /// context.set_function("double", |number: i64| number * 2);
    /// assert_eq!(parse_expression("double(21)").into_result()?.evaluate(&context)?, value!(42));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_function<Args>(&mut self, name: impl Name, function: impl IntoFunction<Args>) -> &mut Self {
        let function = Callable::Function(function.into_function());
        self.functions.get_or_insert_default().insert(name, function);
        self
    }

    /// Defines a special form: a function that receives its arguments unevaluated.
    pub fn set_special_form(&mut self, name: impl Name, form: SpecialForm) -> &mut Self {
        self.functions.get_or_insert_default().insert(name, Callable::SpecialForm(form));
        self
    }

    /// Allows function calls even if no function is defined.
    pub fn allow_functions(&mut self) -> &mut Self {
        self.functions.get_or_insert_default();
        self
    }

    /// Sets a closure that supplies the values of variables on demand. It is called with each
    /// reference to a variable that is defined neither here nor in a parent.
    ///
    /// The traversal is the reference as the expression contains it, up to the first step that is a
    /// splat or whose key has to be evaluated: `local.sizes["a"]`, or `local.sizes` of
    /// `local.sizes[var.name].large`. The closure returns the value of the *variable*, here
    /// `local`, to which the expression applies the steps. An object with only the attributes that
    /// the traversal names is enough. `None` means that there is no such variable, unless the
    /// resolver of a parent has it.
    ///
    /// The diagnostics of its error become those of the evaluation. A diagnostic without a location
    /// gets the location of the variable, and a span without a source refers to the source of the
    /// traversal.
    ///
    /// The closure can evaluate other expressions. Nested evaluations count together for
    /// [`Limits::depth`], so variables that refer to each other in a cycle are an error at that
    /// depth. An application that records the names that are being evaluated can report a cycle
    /// earlier. The closure is called for each reference, so an application should keep values that
    /// take time to compute, and [share](Self::share_limits) the limits between the evaluations.
    ///
    /// ```
    /// use serde_hcl::{
    ///     Diagnostic, EvalContext, Expression, diag::Category, TraversalStep, value,
    /// };
    /// use std::collections::HashMap;
    ///
    /// let locals: HashMap<String, Expression> = [("a", "local.b + 1"), ("b", "2"), ("c", "local.d")]
    ///     .into_iter()
    ///     .map(|(name, text)| Ok((name.to_owned(), text.parse()?)))
    ///     .collect::<Result<_, serde_hcl::Error>>()?;
    ///
    /// fn context_of(locals: HashMap<String, Expression>) -> EvalContext {
    ///     let mut context = EvalContext::new();
    ///     context.set_resolver(move |traversal| {
    ///         let [TraversalStep::Root { name: root, .. }, TraversalStep::Attr { name, .. }, ..] =
    ///             traversal.steps()
    ///         else {
    ///             return Ok(None);
    ///         };
    ///         if root != "local" {
    ///             return Ok(None);
    ///         }
    ///         let mut others = locals.clone();
    ///         let Some(expression) = others.remove(name) else {
    ///             let detail =
    ///                 format!("There is no local value named {name:?}, or it refers to itself.");
    ///             let error = Diagnostic::error(Category::Data, "Unknown local value", detail);
    ///             return Err(error.at(traversal.span()).into());
    ///         };
    ///         let value = expression.evaluate(&context_of(others))?;
    ///         Ok(Some(value!({ (name.clone()): value })))
    ///     });
    ///     context
    /// }
    ///
    /// let evaluate = |text: &str| text.parse::<Expression>()?.evaluate(&context_of(locals.clone()));
    /// assert_eq!(evaluate("local.a * 10")?, value!(30));
    /// assert_eq!(
    ///     evaluate("local.c").unwrap_err().to_string(),
    ///     "1:1: Unknown local value: There is no local value named \"d\", or it refers to itself.",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_resolver(
        &mut self,
        resolver: impl Fn(&Traversal) -> Result<Option<Value>> + Send + Sync + 'static,
    ) -> &mut Self {
        self.allow_variables();
        self.resolver = Some(Arc::new(resolver));
        self
    }

    /// Sets the limits of each evaluation, or of all evaluations together if they
    /// [share](Self::share_limits) the limits.
    pub fn set_limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self.remaining = self.remaining.as_ref().map(|_| Arc::new(RemainingLimits::new(&limits)));
        self
    }

    /// Shares the limits between all later evaluations in this context and in clones and children
    /// that are created later. By default, the full limits apply to each evaluation. Another call
    /// resets the shared limits.
    ///
    /// A decode is one evaluation, so this is for tools that evaluate many expressions of one
    /// untrusted source. Counting takes no locks, so threads that evaluate at the same time may
    /// exceed the limits slightly.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Limits, diag::Category, parse_expression};
    ///
    /// let mut limits = Limits::default();
    /// limits.steps = 100;
    /// let mut context = EvalContext::new();
    /// context.set_limits(limits).share_limits();
    /// let expression = parse_expression("[for x in [1, 2, 3] : x * 2]").into_result()?;
    /// let results: Vec<_> = (0..100).map(|_| expression.evaluate(&context)).collect();
    /// assert!(results[0].is_ok());
    /// assert_eq!(results[99].as_ref().unwrap_err().category(), Category::Limit);
    ///
    /// context.share_limits();
    /// assert!(expression.evaluate(&context).is_ok());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn share_limits(&mut self) -> &mut Self {
        self.remaining = Some(Arc::new(RemainingLimits::new(&self.limits)));
        self
    }

    /// Returns the budget of a new evaluation: the rest of the [shared](Self::share_limits) limits,
    /// or the full limits.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression, value};
    ///
    /// let context = EvalContext::new();
    /// let budget = context.budget();
    /// for text in ["1 + 1", "4 / 2"] {
    ///     let expression = parse_expression(text).into_result()?;
    ///     assert_eq!(expression.evaluate_within(&context, &budget).into_result()?, value!(2));
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[inline]
    pub fn budget(&self) -> Budget {
        self.remaining.as_ref().map_or_else(|| Budget::new(&self.limits), Budget::sharing)
    }

    /// Returns the same context, whose evaluations share remaining limits with others.
    pub(crate) fn sharing(&self, remaining: &Arc<RemainingLimits>) -> Self {
        Self { remaining: Some(remaining.clone()), ..self.clone() }
    }

    /// Returns whether it is for a static check.
    pub(crate) fn is_for_check(&self) -> bool {
        self.is_for_check
    }

    /// Returns the remaining limits that its evaluations share, or new ones.
    pub(crate) fn remaining(&self) -> Arc<RemainingLimits> {
        self.remaining.clone().unwrap_or_else(|| Arc::new(RemainingLimits::new(&self.limits)))
    }

    /// Returns the limits of an evaluation, see [`set_limits`](Self::set_limits).
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn is_literal_only(&self) -> bool {
        self.literal_only
    }

    /// Returns the value of a variable that is defined here or in a parent.
    /// [`resolve`](Self::resolve) finds those of a resolver too.
    #[inline]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.innermost(|context| context.variables.as_ref()?.get(name))
    }

    /// Returns the value of the variable that a traversal starts at, as an expression in this
    /// context gets it: the defined one, or the one that a [`set_resolver`](Self::set_resolver)
    /// supplies.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Traversal, value};
    ///
    /// let mut context = EvalContext::new();
    /// context
    ///     .set("a", 1)
    ///     .set_resolver(|traversal| Ok((traversal.root_name() == Some("b")).then(|| value!(2))));
    /// for (text, value) in [("a.size", Some(value!(1))), ("b", Some(value!(2))), ("c", None)] {
    ///     assert_eq!(context.resolve(&text.parse::<Traversal>()?)?, value);
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of the resolver.
    pub fn resolve(&self, traversal: &Traversal) -> Result<Option<Value>> {
        if let Some(value) = traversal.root_name().and_then(|name| self.variable(name)) {
            return Ok(Some(value.clone()));
        }
        self.resolvers().find_map(|resolver| resolver(traversal).transpose()).transpose()
    }

    fn resolvers(&self) -> impl Iterator<Item = &Arc<Resolver>> {
        self.chain().filter_map(|context| context.resolver.as_ref())
    }

    pub(super) fn has_resolver(&self) -> bool {
        self.resolvers().next().is_some()
    }

    /// Returns the function that an expression in this context calls by a name. Special forms are
    /// not included.
    pub fn function(&self, name: &str) -> Option<&Function> {
        match self.callable(name)? {
            Callable::Function(function) => Some(function),
            Callable::SpecialForm(_) => None,
        }
    }

    /// Returns the special form of a name, defined here or in a parent.
    pub fn special_form(&self, name: &str) -> Option<&SpecialForm> {
        match self.callable(name)? {
            Callable::SpecialForm(form) => Some(form),
            Callable::Function(_) => None,
        }
    }

    pub(super) fn callable(&self, name: &str) -> Option<&Callable> {
        self.innermost(|context| context.functions.as_ref()?.get(name))
    }

    pub(crate) fn allows_variables(&self) -> bool {
        self.chain().any(|context| context.variables.is_some())
    }

    pub(crate) fn allows_functions(&self) -> bool {
        self.chain().any(|context| context.functions.is_some())
    }

    /// Returns the names of the variables, here and in the parents. A name can be returned several
    /// times.
    ///
    /// ```
    /// let mut context = serde_hcl::EvalContext::new();
    /// context.set("region", "eu").set("zone", 1);
    /// assert_eq!(context.variable_names().collect::<Vec<_>>(), ["region", "zone"]);
    /// ```
    pub fn variable_names(&self) -> impl Iterator<Item = &str> {
        self.chain().filter_map(|context| context.variables.as_ref()).flat_map(Names::iter)
    }

    /// Returns the names of the functions and special forms, here and in the parents. A name can be
    /// returned several times.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Function};
    ///
    /// let mut context = EvalContext::new();
    /// context.set_function("twice", Function::from_fn(|text: String| text.repeat(2)));
    /// assert_eq!(context.function_names().collect::<Vec<_>>(), ["twice"]);
    /// ```
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.chain().filter_map(|context| context.functions.as_ref()).flat_map(Names::iter)
    }

    /// Returns the definition of the innermost context that has one.
    #[inline]
    fn innermost<'c, T>(&'c self, definition: impl Fn(&'c Self) -> Option<&'c T>) -> Option<&'c T> {
        let mut context = self;
        loop {
            match (definition(context), &context.parent.0) {
                (None, Some(parent)) => context = parent,
                (found, _) => return found,
            }
        }
    }

    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |context| context.parent.0.as_deref())
    }
}

/// The static analysis of expressions.
#[cfg(feature = "analysis")]
impl EvalContext {
    /// Returns the same context for a static check. A check reports the errors of all parts that
    /// some evaluation has, such as the body of a `for` expression over a list that is not known.
    pub(crate) fn for_check(&self) -> Self {
        Self { is_for_check: true, ..self.clone() }
    }

    /// Returns whether a name is that of a special form, which gets its arguments unevaluated.
    pub(crate) fn is_special_form(&self, name: &str) -> bool {
        matches!(self.callable(name), Some(Callable::SpecialForm(_)))
    }

    /// Returns whether a name is that of a function or a special form.
    pub(crate) fn is_callable(&self, name: &str) -> bool {
        self.callable(name).is_some()
    }

    /// Returns whether a variable is defined here or in a parent, with a valid value or not.
    pub(crate) fn defines_variable(&self, name: &str) -> bool {
        self.variable(name).is_some()
    }
}

impl fmt::Debug for EvalContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalContext")
            .field("variables", &self.variable_names().collect::<Vec<_>>())
            .field("functions", &self.function_names().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
