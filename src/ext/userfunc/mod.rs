//! User functions: functions that configurations define themselves.

mod definition;
mod read;

use crate::body::Body;
use crate::eval::EvalContext;
use crate::func::Function;
use crate::outcome::Outcome;
use crate::value::Name;
pub(crate) use definition::Definition;
use definition::Set;

/// The functions, by name.
type Functions = Vec<(String, Function)>;

/// The type of the blocks that define functions, and the name of their attribute for the variadic
/// parameter.
///
/// ```
/// use serde_hcl::ext::{self, FunctionNames};
/// use serde_hcl::{EvalContext, parse_file, value};
///
/// let text = r#"
/// function "count" {
///   params          = []
///   variadic_params = items
///   result          = [for index, item in items : index + 1]
/// }
/// "#;
/// let body = parse_file(text).into_result()?.body().clone();
/// let names = FunctionNames::new("function").variadic_param("variadic_params");
/// let (functions, _rest) =
///     ext::decode_functions(&body, names, &EvalContext::new()).into_result()?;
/// assert_eq!(functions[0].1.call(&[value!("a"), value!("b")]).ok(), Some(value!([1, 2])));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct FunctionNames {
    block_type: String,
    variadic_param: String,
}

impl FunctionNames {
    /// Creates the names of the Go implementation, for blocks of the given type.
    pub fn new(block_type: impl Name) -> Self {
        Self { block_type: block_type.into_string(), variadic_param: "variadic_param".into() }
    }

    /// Sets the name of the attribute with the name of the variadic parameter.
    pub fn variadic_param(mut self, name: impl Name) -> Self {
        self.variadic_param = name.into_string();
        self
    }

    /// Returns the valid definitions, and a body with the rest.
    pub(crate) fn definitions(&self, body: &Body) -> Outcome<(Vec<Definition>, Body)> {
        read::definitions(self, body)
    }
}

/// Creates the names with this block type, see [`FunctionNames::new`].
impl From<&str> for FunctionNames {
    fn from(block_type: &str) -> Self {
        Self::new(block_type)
    }
}

/// Returns the functions of definitions, which can use a context.
pub(crate) fn functions(definitions: Vec<Definition>, context: &EvalContext) -> Functions {
    Set::new(definitions, context).functions()
}

/// Returns the functions that the blocks of a type define, in their order, and a body with the
/// rest. With [`FunctionNames`], the attribute `variadic_param` has another name.
///
/// They can use the variables and functions that the context has at the time of this call; their
/// parameters and the other functions of the body hide those of the same names.
///
/// Functions with errors are left out. The diagnostics have the codes
/// [`invalid-parameter`](crate::guide::codes#invalid-parameter) and
/// [`duplicate-function`](crate::guide::codes#duplicate-function), or are those of
/// [`Body::content`].
///
/// ```
/// use serde_hcl::{EvalContext, ext, json, value};
///
/// let file =
///     json::parse_file(r#"{"function": {"double": {"params": ["n"], "result": "${n * 2}"}}}"#)
///         .into_result()?;
/// let (functions, _rest) =
///     ext::decode_functions(file.body(), "function", &EvalContext::new()).into_result()?;
/// let (name, double) = &functions[0];
/// assert_eq!((name.as_str(), double.call(&[value!(21)]).ok()), ("double", Some(value!(42))));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// ```hcl
/// function "greet" {
///   params         = [greeting]
///   variadic_param = names
///   result         = "${greeting}, ${join(" and ", names)}!"
/// }
/// ```
///
/// | argument | meaning |
/// |---|---|
/// | `params` | the names of the parameters, which are variables in the result |
/// | `variadic_param` | the name of the tuple with all further arguments; without it, further arguments are an error |
/// | `result` | the expression whose value a call has |
///
/// A call has the value of the result with the arguments in place of the parameters. Arguments can
/// have any types. Null is not accepted; results that depend on unknown arguments are unknown; the
/// result has the marks of all arguments. Errors in the result are reported at the call, with the
/// location in the definition.
///
/// The functions of one body can call each other and themselves. An evaluation uses one budget for
/// all calls, so they cannot exceed its [`Limits`](crate::Limits). Endless recursion exceeds
/// [`depth`](crate::Limits::depth). A conditional evaluates both of its results and cannot end
/// recursion; a `for` over an empty collection can.
///
/// ```
/// use serde_hcl::{EvalContext, ext, parse_expression, parse_file, value};
///
/// let file = parse_file(
///     r#"
/// function "area" {
///   params = [width, height]
///   result = width * height
/// }
/// function "volume" {
///   params = [width, height, depth]
///   result = area(width, height) * depth
/// }
/// "#,
/// )
/// .into_result()?;
/// let mut context = EvalContext::new();
/// let (functions, _rest) =
///     ext::decode_functions(file.body(), "function", &context).into_result()?;
/// for (name, function) in functions {
///     context.set_function(name, function);
/// }
///
/// let expression = parse_expression("volume(2, 3, 4)").into_result()?;
/// assert_eq!(expression.evaluate(&context)?, value!(24));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn decode_functions(
    body: &Body,
    names: impl Into<FunctionNames>,
    context: &EvalContext,
) -> Outcome<(Functions, Body)> {
    let definitions = names.into().definitions(body);
    definitions.map(|(definitions, rest)| (functions(definitions, context), rest))
}
