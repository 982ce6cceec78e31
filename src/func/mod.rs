//! Functions that expressions can call.
//!
//! ```
//! use serde_hcl::{EvalContext, Function, parse_expression, value};
//!
//! let mut context = EvalContext::new();
//! context.set_function(
//!     "repeat",
//!     Function::from_fn(|text: String, times: u8| text.repeat(times.into())),
//! );
//! let value = parse_expression(r#"repeat("ab", 1 + 1)"#).into_result()?.evaluate(&context)?;
//! assert_eq!(value, value!("abab"));
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! A function declares its parameters with [`Parameter`]s. Its implementation receives values of
//! the declared types. It receives nulls, unknown values and marks only if the parameters accept
//! them.

mod budget;
mod closure;
pub(crate) mod function;
mod metered;
mod native;
mod parameter;

pub use budget::Budget;
pub(crate) use budget::PartsLeft;
pub(crate) use budget::RemainingLimits;
pub use closure::{FunctionResult, IntoFunction};
pub(crate) use function::Function;
pub use function::FunctionBuilder;
pub use native::{Argument, Rest, RustType};
pub use parameter::Parameter;
