//! The words for types that do not convert.

use super::super::{Constraint, ErrorKind, ObjectType, Type, Value, ValueError};
use super::Conversion;
use super::search::Search;
use crate::redaction;
use crate::util::order::sort_by_name;
use crate::util::words;

/// Returns the error for a value whose type does not convert to another.
pub(super) fn error(value: &Value, want: &Type, search: &Search) -> ValueError {
    // The names of attributes in the type of a marked value are as secret as the value.
    let _scope = redaction::scope(value.contains_marks());
    ValueError::public(ErrorKind::Type, message(value.ty(), want, search))
}

/// Returns the reason why a type does not convert to another, in a few words. There must be one.
fn message(have: &Type, want: &Type, search: &Search<'_>) -> String {
    let noun = want.collection().map_or("", |(noun, _)| noun);
    match (have, want) {
        (Type::Object(have), Type::Object(want)) => objects(have, want, search),
        (Type::Tuple(_), Type::List(element) | Type::Set(element))
        | (Type::Object(_), Type::Map(element))
            if **element == Type::Dynamic =>
        {
            format!("all {noun} elements must have the same type")
        }
        (Type::Tuple(elements), Type::List(want) | Type::Set(want)) => {
            let elements = elements.iter().enumerate();
            part(elements.map(|(index, ty)| (format!("element {index}"), ty)), want, search)
        }
        (Type::Object(object), Type::Map(want)) => {
            part(object.iter().map(|(name, ty)| (element_named(name), ty)), want, search)
        }
        (Type::Tuple(have), Type::Tuple(want)) if have.len() != want.len() => {
            format!("expected {}, found {}", counted(want.len()), counted(have.len()))
        }
        (Type::Tuple(have), Type::Tuple(want)) => {
            let pairs = have.iter().zip(want.iter()).enumerate();
            let mut failures = pairs.filter(|(_, (have, want))| !search.fits(have, want, Conversion::Lossy));
            failures.next().map_or_else(
                || "expected another list".to_owned(),
                |(index, (have, want))| format!("element {index}: {}", message(have, want, search)),
            )
        }
        (Type::List(have) | Type::Set(have), Type::List(element) | Type::Set(element))
        | (Type::Map(have), Type::Map(element)) => {
            format!("incorrect {noun} element type: {}", message(have, element, search))
        }
        (Type::Map(element), Type::Object(object)) => {
            let mut failures = object.iter().filter(|(name, want)| {
                !object.is_optional(name) && !search.fits(element, want, Conversion::Lossy)
            });
            failures
                .next()
                .map_or_else(|| required(have, want), |(name, want)| attribute(name, element, want, search))
        }
        _ => required(have, want),
    }
}

/// Returns the reason why the elements of a map cannot be an attribute.
pub(super) fn attribute(name: &str, have: &Type, want: &Type, search: &Search<'_>) -> String {
    let reason = message(have, want, search);
    format!("the map's element type does not fit attribute {name:?}: {reason}")
}

fn element_named(name: &str) -> String {
    if redaction::in_scope() { "an element".to_owned() } else { format!("element {name:?}") }
}

fn required(have: &Type, want: &Type) -> String {
    format!("expected {}, found {}", expected(want), have.with_article())
}

/// Returns a type that is required, with an article.
fn expected(want: &Type) -> String {
    match want {
        _ if want.is_collection() => format!("a {}", Constraint(want)),
        Type::Dynamic => "a value of any type".to_owned(),
        _ => want.with_article(),
    }
}

fn counted(elements: usize) -> String {
    format!("a list of {}", words::count(elements, "element"))
}

/// Returns the missing attributes, or else the first attribute that does not convert.
fn objects(have: &ObjectType, want: &ObjectType, search: &Search<'_>) -> String {
    let mut missing: Vec<_> = want
        .iter()
        .filter(|(name, _)| have.get(name).is_none() && !want.is_optional(name))
        .map(|(name, _)| format!("{name:?}"))
        .collect();
    sort_by_name(&mut missing, |name| name.as_bytes());
    match missing.as_slice() {
        [] => {}
        [one] => return format!("attribute {one} is required"),
        [one, other] => return format!("attributes {one} and {other} are required"),
        [others @ .., last] => return format!("attributes {}, and {last} are required", others.join(", ")),
    }
    let pairs = want.iter().filter_map(|(name, want)| Some((name, have.get(name)?, want)));
    let failures = pairs.filter(|(_, have, want)| !search.fits(have, want, Conversion::Lossy));
    failures.min_by_key(|(name, _, _)| *name).map_or_else(
        || "incorrect object attributes".to_owned(),
        |(name, have, want)| format!("attribute {name:?}: {}", message(have, want, search)),
    )
}

/// Returns the first part of a structural type that does not convert to the element type of a
/// collection.
fn part<'a>(
    mut parts: impl Iterator<Item = (String, &'a Type)>,
    element: &Type,
    search: &Search<'_>,
) -> String {
    parts.find(|(_, have)| !search.fits(have, element, Conversion::Lossy)).map_or_else(
        || format!("expected {} as each element", expected(element)),
        |(name, have)| format!("{name}: {}", message(have, element, search)),
    )
}
