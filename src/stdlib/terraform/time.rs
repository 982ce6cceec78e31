//! Times, as texts in the form of RFC 3339.

use std::sync::Arc;
use std::time::SystemTime;

use time::OffsetDateTime;

use super::files::supplied;
use crate::func::{Budget, Function};
use crate::stdlib::Table;
use crate::stdlib::datetime::{in_rfc_3339, parse_time};
use crate::stdlib::support::{builder, define, known, string, text};
use crate::value::{Type, Value, ValueError};

pub(super) type Clock = dyn Fn() -> SystemTime + Send + Sync;

pub(in crate::stdlib) const TABLE: &Table = table! { timecmp };

/// `timecmp(timestamp_a: string, timestamp_b: string) -> number`: -1, 0 or 1, as the first time is
/// before, at or after the second one, with any offsets from UTC.
///
/// ```
/// use serde_hcl::{stdlib::terraform, value};
///
/// let timecmp = terraform::function("timecmp").unwrap();
/// let order =
///     timecmp.call(&[value!("2017-11-22T01:00:00+01:00"), value!("2017-11-22T00:30:00Z")])?;
/// assert_eq!(order, value!(-1));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is not a time.
pub(super) fn timecmp() -> Function {
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

/// `timestamp() -> string`: the time of the call, in UTC.
pub(super) fn of_clock(clock: Option<Arc<Clock>>) -> Function {
    define([], Type::String, move |[], budget| now(supplied(clock.as_deref(), "clock")?(), budget))
}

/// `plantimestamp() -> string`: the time of the plan, in UTC.
pub(super) fn of_plan(time: Option<SystemTime>) -> Function {
    define([], Type::String, move |[], budget| now(*supplied(time.as_ref(), "time of a plan")?, budget))
}

fn now(time: SystemTime, budget: &Budget) -> Result<Value, ValueError> {
    budget.take_steps(8_u64)?;
    budget.take_bytes(20_u64)?;
    Ok(Value::from(in_rfc_3339(OffsetDateTime::from(time))?))
}
