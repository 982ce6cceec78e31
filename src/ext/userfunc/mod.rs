//! User functions: functions that configurations define themselves.
//!
//! ```hcl
//! function "greet" {
//!   params         = [greeting]
//!   variadic_param = names
//!   result         = "${greeting}, ${join(" and ", names)}!"
//! }
//! ```
//!
//! | argument | meaning |
//! |---|---|
//! | `params` | the names of the parameters, which are variables in the result |
//! | `variadic_param` | the name of the tuple with all further arguments; without it there may be none |
//! | `result` | the expression whose value a call has |
//!
//! A call has the value of the result with the arguments in place of the parameters. Arguments can
//! have any types. Null is not accepted; results that depend on unknown arguments are unknown; the
//! result has the marks of all arguments. Errors in the result are reported at the call, with the
//! location in the definition.
//!
//! The functions of one body can call each other and themselves. An evaluation uses one budget for
//! all calls, so they cannot exceed its [`Limits`](crate::Limits). Endless recursion exceeds
//! [`depth`](crate::Limits::depth). A conditional evaluates both of its results and cannot end
//! recursion; a `for` over an empty collection can.
//!
//! ```
//! use serde_hcl::{EvalContext, ext::userfunc, parse_expression, parse_file, value};
//!
//! let file = parse_file(
//!     r#"
//!     function "area" {
//!       params = [width, height]
//!       result = width * height
//!     }
//!     function "volume" {
//!       params = [width, height, depth]
//!       result = area(width, height) * depth
//!     }
//!     "#,
//! )
//! .into_result()?;
//! let mut context = EvalContext::new();
//! let (functions, _rest) = userfunc::decode(file.body(), "function", &context).into_result()?;
//! for (name, function) in functions {
//!     context.set_function(name, function);
//! }
//!
//! let expression = parse_expression("volume(2, 3, 4)").into_result()?;
//! assert_eq!(expression.evaluate(&context)?, value!(24));
//! # Ok::<(), serde_hcl::Error>(())
//! ```

mod definition;
mod read;

use crate::body::Body;
use crate::eval::EvalContext;
use crate::func::Function;
use crate::outcome::Outcome;
use definition::Set;

/// Returns the functions that the blocks of a type define, in their order, and a body with the
/// rest.
///
/// They can use the variables and functions of a context, as it is now; their parameters and the
/// other functions of the body hide those of the same names.
///
/// Functions with errors are left out. The diagnostics have the codes
/// [`InvalidParameter`](crate::diag::Code::InvalidParameter) and
/// [`DuplicateFunction`](crate::diag::Code::DuplicateFunction), or are those of [`Body::content`].
///
/// ```
/// use serde_hcl::{EvalContext, ext::userfunc, json, value};
///
/// let file = json::parse_file(r#"{"function": {"double": {"params": ["n"], "result": "${n * 2}"}}}"#).into_result()?;
/// let (functions, _rest) = userfunc::decode(file.body(), "function", &EvalContext::new()).into_result()?;
/// let (name, double) = &functions[0];
/// assert_eq!((name.as_str(), double.call(&[value!(21)]).ok()), ("double", Some(value!(42))));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn decode(
    body: &Body,
    block_type: &str,
    context: &EvalContext,
) -> Outcome<(Vec<(String, Function)>, Body)> {
    let outcome = read::definitions(body, block_type);
    outcome.map(|(definitions, rest)| (Set::new(definitions, context).functions(), rest))
}
