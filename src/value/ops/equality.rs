//! Equality as the language has it: with unknown values, and without looking at marks.

use std::ops::RangeInclusive;

use super::super::{Map, Type, Value, ValueError, ValueKind};

type Result<T> = std::result::Result<T, ValueError>;

/// Evaluates `a == b`: whether both have identical types and equal content. Nothing is converted:
/// `1 == "1"` is false.
///
/// Two nulls are equal for all types; inside of values the types matter. The result is
/// unknown if it depends on unknown values. It is false if known types or parts differ, or if the
/// refinement of an unknown value excludes the other value.
///
/// ```
/// use serde_hcl::ast::BinaryOperator;
/// use serde_hcl::{Type, Value, value};
///
/// assert_eq!(BinaryOperator::Equal.apply(&value!([1, "a"]), &value!([1, "a"]))?, true);
/// assert!(BinaryOperator::Equal.apply(&value!(1), &Value::UNKNOWN)?.is_unknown());
/// assert_eq!(BinaryOperator::Equal.apply(&value!(1), &Value::unknown(Type::String))?, false);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if a value that is not wholly known is nested hundreds of levels deep.
pub fn equal(left: &Value, right: &Value) -> Result<Value> {
    if !left.contains_marks() && !right.contains_marks() {
        return is_equal(left, right).map(answer);
    }
    // The content of a value is not relevant for a comparison with null.
    let shallow = left.is_null() != right.is_null();
    let ((left, left_marks), (right, right_marks)) = if shallow {
        (left.clone().unmark(), right.clone().unmark())
    } else {
        (left.clone().unmark_deep(), right.clone().unmark_deep())
    };
    Ok(answer(is_equal(&left, &right)?).with_marks(&left_marks).with_marks(&right_marks))
}

/// Evaluates `a != b`, the opposite of [`equal`].
///
/// # Errors
/// Returns the same errors as [`equal`].
pub fn not_equal(left: &Value, right: &Value) -> Result<Value> {
    super::not(&equal(left, right)?)
}

fn answer(known: Option<bool>) -> Value {
    known.map_or_else(|| Value::unknown_not_null(Type::Bool), Value::from)
}

/// Returns whether they are equal, if that is known.
fn is_equal(left: &Value, right: &Value) -> Result<Option<bool>> {
    if left.is_null() && right.is_null() {
        return Ok(Some(true));
    }
    // Known values are equal exactly if they are identical.
    if left.is_wholly_known() && right.is_wholly_known() {
        return Ok(Some(left == right));
    }
    left.check_size()?;
    right.check_size()?;
    let have_content = left.has_content() && right.has_content();
    Ok(if have_content && (left.facts().dynamic || right.facts().dynamic) {
        // Values of open types may turn out to be equal, unless the types can never match.
        let possible = left.ty().matches(right.ty()) || right.ty().matches(left.ty());
        if possible { None } else { Some(false) }
    } else if have_content && left.ty() != right.ty() {
        Some(false)
    } else {
        same_type_equal(left, right)
    })
}

/// Returns whether an unknown value is different: it is from all that is not of its type, and from
/// all that its refinement excludes. Nulls of all types are equal.
fn unknown_equal(unknown: &Value, known: &Value) -> Option<bool> {
    let possible = known.is_null() || known.ty().matches(unknown.ty());
    if possible && unknown.refinement().allows(known) { None } else { Some(false) }
}

/// Returns whether values of one type are equal, if that is known.
fn same_type_equal(left: &Value, right: &Value) -> Option<bool> {
    match (left.kind(), right.kind()) {
        (ValueKind::Unknown(_), ValueKind::Unknown(_)) => None,
        (ValueKind::Unknown(_), _) => unknown_equal(left, right),
        (_, ValueKind::Unknown(_)) => unknown_equal(right, left),
        (
            ValueKind::List(left) | ValueKind::Tuple(left),
            ValueKind::List(right) | ValueKind::Tuple(right),
        ) => {
            if left.len() != right.len() {
                return Some(false);
            }
            // The first element that is different or unknown decides.
            left.iter()
                .zip(right)
                .map(|(left, right)| same_type_equal(left, right))
                .find(|equal| *equal != Some(true))
                .unwrap_or(Some(true))
        }
        (ValueKind::Set(_), ValueKind::Set(_)) => sets_equal(left, right),
        (ValueKind::Map(left), ValueKind::Map(right))
        | (ValueKind::Object(left), ValueKind::Object(right)) => maps_equal(left, right),
        _ => Some(left == right || (left.is_null() && right.is_null())),
    }
}

/// Compares maps. There is no order, so any difference decides.
fn maps_equal(left: &Map, right: &Map) -> Option<bool> {
    if left.len() != right.len() {
        return Some(false);
    }
    let mut result = Some(true);
    for (key, left) in left.iter() {
        let Some(right) = right.get(key) else { return Some(false) };
        match same_type_equal(left, right) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

/// Compares sets. With unknown parts, they differ for certain only if they cannot have the same
/// number of elements.
fn sets_equal(left: &Value, right: &Value) -> Option<bool> {
    if left.is_wholly_known() && right.is_wholly_known() {
        return Some(left == right);
    }
    let (left, right) = (possible_lengths(left)?, possible_lengths(right)?);
    let overlap = left.start() <= right.end() && right.start() <= left.end();
    if overlap { None } else { Some(false) }
}

/// Returns the minimum and the maximum number of elements of a set, since elements with unknown
/// parts can turn out to be equal to others; `None` if an element itself is unknown.
fn possible_lengths(set: &Value) -> Option<RangeInclusive<usize>> {
    let items = set.as_array()?;
    let known = items.iter().filter(|item| item.is_wholly_known()).count();
    let minimum = known.max(items.len().min(1));
    items.iter().all(Value::is_known).then_some(minimum..=items.len())
}
