//! Times, as texts in the form of RFC 3339.

use crate::func::Function;
use crate::stdlib::Table;
use crate::stdlib::datetime::{in_rfc_3339, parse_time};
use crate::stdlib::support::{builder, known, string, text};
use crate::value::{Type, Value, ValueError};

pub(in crate::stdlib) const TABLE: &Table = table! { timecmp };

/// `timecmp(timestamp_a: string, timestamp_b: string) -> number`: -1, 0 or 1, as the first time is
/// before, at or after the second one, with any offsets from UTC.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let timecmp = terraform::time::timecmp();
/// let order = timecmp.call(&[value!("2017-11-22T01:00:00+01:00"), value!("2017-11-22T00:30:00Z")])?;
/// assert_eq!(order, value!(-1));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is not a time.
pub fn timecmp() -> Function {
    builder([string("timestamp_a"), string("timestamp_b")])
        .returns(Type::Number)
        .refine_result(|_, order| order.not_null().min(-1).max(1))
        .implement_within(known(|[left, right], budget| {
            budget.take_steps(8_u64)?;
            let left = parse_time(text(left)).map_err(|error| error.with_argument(0))?;
            let right = parse_time(text(right)).map_err(|error| error.with_argument(1))?;
            Ok(Value::from(left.cmp(&right) as i8))
        }))
}

/// `plantimestamp() -> string`: the time of the plan, which the application passes. It is not among
/// the [registered](crate::stdlib::register) functions.
///
/// ```
/// use serde_hcl::{EvalContext, Expression, stdlib::terraform, value};
///
/// let mut context = EvalContext::new();
/// context.set_function("plantimestamp", terraform::time::plantimestamp("2031-07-04T21:08:07Z")?);
/// let expression: Expression = "plantimestamp()".parse()?;
/// assert_eq!(expression.evaluate(&context)?, value!("2031-07-04T21:08:07Z"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not a time in the form of RFC 3339.
pub fn plantimestamp(time: &str) -> Result<Function, ValueError> {
    let time = Value::from(in_rfc_3339(parse_time(time)?)?);
    let builder = Function::builder().constant_time().returns(Type::String).never_null();
    Ok(builder.implement(move |_, _| Ok(time.clone())))
}
