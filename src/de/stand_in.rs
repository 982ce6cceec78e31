//! The stand-in: a value of any type that is requested, in place of one that cannot be decoded, so
//! that the visitor around it goes on to the other members.

use std::sync::LazyLock;

use super::Names;
use super::sample::{self, Sample};
use crate::body::{Expression, ExpressionView, parse_expression};
use crate::value::{CapsuleType, Value, ValueKind};

/// Returns the stand-in as an expression. Its evaluation fails, so that every use of it is
/// detected.
#[cold]
pub(super) fn stand_in<'c>() -> ExpressionView<'c> {
    static STAND_IN: LazyLock<Expression> = LazyLock::new(|| parse_expression("0 / 0").value);
    STAND_IN.view()
}

/// Returns whether an expression is the stand-in.
#[cold]
pub(super) fn is_stand_in(expression: ExpressionView<'_>) -> bool {
    std::ptr::eq(expression.source().text().as_ptr(), stand_in().source().text().as_ptr())
}

/// The content of the value of the stand-in: the number of enums around it.
#[derive(PartialEq, Eq)]
struct StandIn(usize);

/// The greatest number of enums inside each other for which a stand-in is decoded. A variant may
/// contain its own enum, so there may be no end.
const MAX_ENUMS: usize = 16;

/// Returns the value of the stand-in.
pub(super) fn stand_in_value() -> &'static Value {
    &stand_in_values()[0]
}

/// Returns the values of the stand-in, by the number of enums around them.
fn stand_in_values() -> &'static [Value] {
    static VALUES: LazyLock<Vec<Value>> = LazyLock::new(|| {
        let ty = CapsuleType::new("stand-in");
        (0..MAX_ENUMS).map(|depth| Value::capsule(&ty, StandIn(depth))).collect()
    });
    &VALUES
}

/// Returns the number of enums around a value, if it is that of the stand-in.
fn depth(value: &Value) -> Option<usize> {
    match value.kind() {
        ValueKind::Capsule(capsule) => capsule.downcast_ref::<StandIn>().map(|stand_in| stand_in.0),
        _ => None,
    }
}

/// Returns whether a value is that of the stand-in.
pub(super) fn is_stand_in_value(value: &Value) -> bool {
    depth(value).is_some()
}

/// Returns the variant of an enum that stands in for a value of it, and the content. An enum may
/// contain itself, so another variant is taken below each.
pub(super) fn stand_in_variant(value: &Value, variants: Names) -> Option<(&'static str, &'static Value)> {
    let depth = depth(value)?;
    let Sample::Variant(_, index) = sample::request(Sample::Variant(variants, 0)) else { return None };
    let variant = variants.get((depth + index) % variants.len().max(1))?;
    Some((variant, stand_in_values().get(depth + 1)?))
}
