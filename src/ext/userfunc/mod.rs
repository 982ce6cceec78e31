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
//! A call has the value that the result would have with the arguments in the place of the
//! parameters, whatever types they have. Null is not accepted; unknown arguments make unknown what
//! depends on them; the marks of all arguments are on the result. What is wrong in the result is
//! reported at the call, with the place in the definition.
//!
//! The functions of one body can call each other and themselves. An evaluation that calls them
//! draws on one budget: they cannot exceed its [`Limits`](crate::Limits),
//! [`depth`](crate::Limits::depth) among them, which calls without an end do. A conditional
//! evaluates both of its results and so ends nothing; a `for` over nothing does.
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
//! let (functions, _rest) = userfunc::decode(&file.body(), "function", &context).into_result()?;
//! for (name, function) in functions {
//!     context.function(name, function);
//! }
//!
//! let expression = parse_expression("volume(2, 3, 4)").into_value()?;
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
/// They see the variables and functions of a context, as it is now, under their parameters and
/// under the functions beside them.
///
/// A function with a mistake is left out. Diagnostics tell all of them: "Invalid param element",
/// "Invalid variadic_param", "Duplicate function", and those of [`Body::content`].
///
/// ```
/// use serde_hcl::{EvalContext, ext::userfunc, json, value};
///
/// let file = json::parse_file(r#"{"function": {"double": {"params": ["n"], "result": "${n * 2}"}}}"#).into_result()?;
/// let body = file.expect("it parsed").body();
/// let (functions, _rest) = userfunc::decode(&body, "function", &EvalContext::new()).into_result()?;
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
