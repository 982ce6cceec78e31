//! The context of an evaluation: variables, functions, limits.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;

use super::callable::Callable;
use super::special::SpecialForm;
use crate::func::{Allowance, Budget, Function};
use crate::limits::Limits;
use crate::value::Value;

/// Supplies variables that are not defined: see [`EvalContext::resolver`].
type Resolver = dyn Fn(&str) -> Option<Value> + Send + Sync;

/// In the order of definition, in which messages suggest them.
type Names<T> = IndexMap<String, T, foldhash::fast::RandomState>;

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
/// context.function("upper", Function::from_fn(|text: String| text.to_uppercase()));
///
/// let expression = parse_expression("\"${upper(name)}-${count + 1}\"").into_value()?;
/// assert_eq!(expression.evaluate(&context)?, value!("WEB-4"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct EvalContext {
    parent: Parent,
    // Names are compared letter by letter; only values are normalised. Shared, so that child
    // contexts cost little.
    variables: Option<Arc<Names<Value>>>,
    functions: Option<Arc<Names<Callable>>>,
    resolver: Option<Arc<Resolver>>,
    limits: Limits,
    /// The allowance that all evaluations in it share, if they share one.
    allowance: Option<Arc<Allowance>>,
    literal_only: bool,
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
    /// let expression = json::parse_expression(r#""${1 + 1}""#).into_value()?;
    /// assert_eq!(expression.evaluate(&EvalContext::new())?, value!(2));
    /// assert_eq!(expression.evaluate(&EvalContext::literal_only())?, value!("${1 + 1}"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn literal_only() -> Self {
        Self { literal_only: true, ..Self::default() }
    }

    /// Returns a context with the definitions of this one. Its own definitions hide those of the
    /// same name.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, value};
    ///
    /// let mut parent = EvalContext::new();
    /// parent.set("a", 1).set("b", 2);
    /// let mut child = parent.child();
    /// child.set("a", 10);
    /// assert_eq!(child.variable("a"), Some(value!(10)));
    /// assert_eq!(child.variable("b"), Some(value!(2)));
    /// ```
    #[must_use]
    pub fn child(&self) -> Self {
        Self::child_of(Arc::new(self.clone()))
    }

    /// Creates a child of a context that many children share.
    #[must_use]
    pub fn child_of(parent: Arc<Self>) -> Self {
        let (limits, literal_only) = (parent.limits, parent.literal_only);
        let allowance = parent.allowance.clone();
        Self { parent: Parent(Some(parent)), limits, allowance, literal_only, ..Self::default() }
    }

    /// Defines a variable. [`to_value`](crate::to_value) converts any type that serde can
    /// serialize.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Value>) -> &mut Self {
        Arc::make_mut(self.variables.get_or_insert_default()).insert(name.into(), value.into());
        self
    }

    /// Allows variables, though there may be none: an unknown name is then reported as such.
    pub fn allow_variables(&mut self) -> &mut Self {
        self.variables.get_or_insert_default();
        self
    }

    /// Defines a function; `ns::name` puts it into a namespace.
    pub fn function(&mut self, name: impl Into<String>, function: Function) -> &mut Self {
        Arc::make_mut(self.functions.get_or_insert_default())
            .insert(name.into(), Callable::Function(function));
        self
    }

    /// Defines a special form: a function that gets its arguments unevaluated.
    pub fn special_form(&mut self, name: impl Into<String>, form: SpecialForm) -> &mut Self {
        Arc::make_mut(self.functions.get_or_insert_default())
            .insert(name.into(), Callable::SpecialForm(form));
        self
    }

    /// Allows function calls, though there may be no function.
    pub fn allow_functions(&mut self) -> &mut Self {
        self.functions.get_or_insert_default();
        self
    }

    /// Sets a closure that supplies variables on demand. It is called with each name that is not
    /// defined here or in a parent.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Value, value};
    ///
    /// let mut context = EvalContext::new();
    /// context.resolver(|name| name.strip_prefix("n").and_then(|digits| digits.parse::<i64>().ok()).map(Value::from));
    /// assert_eq!(context.variable("n42"), Some(value!(42)));
    /// assert_eq!(context.variable("other"), None);
    /// ```
    pub fn resolver(
        &mut self,
        resolver: impl Fn(&str) -> Option<Value> + Send + Sync + 'static,
    ) -> &mut Self {
        self.allow_variables();
        self.resolver = Some(Arc::new(resolver));
        self
    }

    /// Limits the resources of one evaluation, or of all together if they
    /// [share](Self::share_limits) the limits.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self.allowance = self.allowance.as_ref().map(|_| Arc::new(Allowance::new(&limits)));
        self
    }

    /// Shares the limits between all evaluations from now on, in this context and in its later
    /// clones and children. Without it each evaluation has the limits for itself. Another call
    /// begins anew.
    ///
    /// A decode is one evaluation, so this is for tools that evaluate many expressions of one
    /// stranger. Counting takes no locks: where threads evaluate at the same time, they may use a
    /// little more together.
    ///
    /// ```
    /// use serde_hcl::{Category, EvalContext, Limits, parse_expression};
    ///
    /// let mut limits = Limits::default();
    /// limits.steps = 100;
    /// let mut context = EvalContext::new();
    /// context.limits(limits).share_limits();
    /// let expression = parse_expression("[for x in [1, 2, 3] : x * 2]").into_value()?;
    /// let results: Vec<_> = (0..100).map(|_| expression.evaluate(&context)).collect();
    /// assert!(results[0].is_ok());
    /// assert_eq!(results[99].as_ref().unwrap_err().category(), Category::Limit);
    ///
    /// context.share_limits();
    /// assert!(expression.evaluate(&context).is_ok());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn share_limits(&mut self) -> &mut Self {
        self.allowance = Some(Arc::new(Allowance::new(&self.limits)));
        self
    }

    /// Returns the budget of a new evaluation: the rest of the [shared](Self::share_limits) limits,
    /// or all of the limits.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_expression, value};
    ///
    /// let context = EvalContext::new();
    /// let budget = context.budget();
    /// for text in ["1 + 1", "4 / 2"] {
    ///     let expression = parse_expression(text).into_value()?;
    ///     assert_eq!(expression.evaluate_within(&context, &budget).into_result()?, value!(2));
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn budget(&self) -> Budget {
        self.allowance.as_ref().map_or_else(|| Budget::new(&self.limits), Budget::of)
    }

    /// Returns the same context, whose evaluations use an allowance.
    pub(crate) fn drawing_on(&self, allowance: &Arc<Allowance>) -> Self {
        Self { allowance: Some(allowance.clone()), ..self.clone() }
    }

    /// Returns the shared allowance, or a new one.
    pub(crate) fn allowance(&self) -> Arc<Allowance> {
        self.allowance.clone().unwrap_or_else(|| Arc::new(Allowance::new(&self.limits)))
    }

    pub(crate) fn limits_in_force(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn is_literal_only(&self) -> bool {
        self.literal_only
    }

    /// Returns the value of a variable for expressions in this context.
    pub fn variable(&self, name: &str) -> Option<Value> {
        let defined = self.chain().find_map(|context| context.variables.as_ref()?.get(name)).cloned();
        defined.or_else(|| self.chain().find_map(|context| context.resolver.as_ref()?(name)))
    }

    /// Returns the function of a name, as an expression in this context would call it; special
    /// forms are none.
    pub fn get_function(&self, name: &str) -> Option<&Function> {
        match self.callable(name)? {
            Callable::Function(function) => Some(function),
            Callable::SpecialForm(_) => None,
        }
    }

    pub(super) fn callable(&self, name: &str) -> Option<&Callable> {
        self.chain().find_map(|context| context.functions.as_ref()?.get(name))
    }

    pub(crate) fn allows_variables(&self) -> bool {
        self.chain().any(|context| context.variables.is_some())
    }

    pub(crate) fn allows_functions(&self) -> bool {
        self.chain().any(|context| context.functions.is_some())
    }

    pub(crate) fn variable_names(&self) -> impl Iterator<Item = &str> {
        self.chain()
            .filter_map(|context| context.variables.as_ref())
            .flat_map(|names| names.keys())
            .map(String::as_str)
    }

    pub(crate) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.chain()
            .filter_map(|context| context.functions.as_ref())
            .flat_map(|names| names.keys())
            .map(String::as_str)
    }

    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |context| context.parent.0.as_deref())
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
