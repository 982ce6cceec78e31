//! Times, as texts in the form of RFC 3339.

use std::sync::Arc;
use std::time::SystemTime;

use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{Function, Type, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::Table;
use super::files::supplied;
use super::support::{builder, define, known, standard, string, text};

pub(super) type Clock = dyn Fn() -> SystemTime + Send + Sync;

pub(super) const TABLE: &Table = table! {
    timecmp: "Compares two timestamps in RFC 3339: -1, 0 or 1.",
};

/// `timecmp(timestamp_a: string, timestamp_b: string) -> number`: -1, 0 or 1, as the first time is
/// before, at or after the second one, with any offsets from UTC.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let timecmp = function("timecmp").unwrap();
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
        .refine_result(|_, order| order.not_null().range(-1..=1))
        .implement_within(known(|[left, right], budget| {
            let left = parse(left, budget).map_err(|error| error.with_argument(0))?;
            let right = parse(right, budget).map_err(|error| error.with_argument(1))?;
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

/// Returns a time as a text in UTC.
fn now(time: SystemTime, budget: &Budget) -> Result<Value, ValueError> {
    let seconds = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => format!("{}s", after.as_secs()),
        // A second that has begun counts.
        Err(before) => format!("-{}s", before.duration().as_secs_f64().ceil()),
    };
    later(Value::from("1970-01-01T00:00:00Z"), Value::from(seconds), budget)
}

/// Returns the text of a time plus a duration, in the form of RFC 3339.
fn later(time: Value, duration: Value, budget: &Budget) -> Result<Value, ValueError> {
    standard("timeadd").invoke(vec![time, duration], budget)
}

/// Returns the text of a time in the form of RFC 3339, without a fraction of a second.
pub(super) fn normal(time: Value, budget: &Budget) -> Result<Value, ValueError> {
    later(time, Value::from("0s"), budget)
}

/// Returns the time of a text. `timeadd` has the errors about the form.
fn parse(time: &Value, budget: &Budget) -> Result<OffsetDateTime, ValueError> {
    normal(time.clone(), budget)?;
    OffsetDateTime::parse(text(time), &Rfc3339).map_err(|_| "there is no such time".into())
}
