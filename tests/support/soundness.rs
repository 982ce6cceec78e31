//! The law of unknown values: results for partly unknown values hold for every value that they can
//! turn out to be.

use std::ops::Bound;

use serde_hcl::func::Budget;
use serde_hcl::value::{ErrorKind, Marks};
use serde_hcl::{Function, Limits, Map, Type, Value, ValueKind};

use crate::arguments::{converted, parameter};
use crate::functions::rounded;

/// Choices that are made by bytes; the first choice if no bytes are left.
pub struct Choices<'b>(pub std::slice::Iter<'b, u8>);

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self(bytes.iter())
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.next().map_or(0, |byte| usize::from(*byte) % limit)
    }

    /// Returns true once in a number of times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }

    pub fn one_of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

/// The marks of a value and of its parts.
fn all_marks(value: &Value) -> Marks {
    value.clone().unmark_deep().1
}

/// Returns the value with unknown values in place of some of its parts, or of all of it. Each can
/// turn out to be the part that it replaces. Their types can be less exact.
pub fn obscured(value: &Value, choices: &mut Choices<'_>) -> Value {
    obscured_part(value, choices, false)
}

/// Does the same, but keeps the types of the parts. The type of the whole can be the dynamic
/// pseudo-type.
pub fn obscured_with_types(value: &Value, choices: &mut Choices<'_>) -> Value {
    match choices.below(8) {
        7 => Value::UNKNOWN.with_marks(&all_marks(value)),
        _ => obscured_part(value, choices, true),
    }
}

/// An element of a collection must keep its type.
fn obscured_part(value: &Value, choices: &mut Choices<'_>, has_fixed_type: bool) -> Value {
    match choices.below(4) {
        0 => value.clone(),
        1 => unknown_for(value, choices, has_fixed_type),
        _ => with_obscured_parts(value, choices, has_fixed_type),
    }
}

fn with_obscured_parts(value: &Value, choices: &mut Choices<'_>, has_fixed_type: bool) -> Value {
    let element = || value.ty().element().cloned().unwrap_or(Type::Dynamic);
    let mut map = |map: &Map, has_fixed_type: bool| -> Map {
        let entries = map.sorted().into_iter();
        entries.map(|(key, value)| (key, obscured_part(value, choices, has_fixed_type))).collect()
    };
    let parts = match value.kind() {
        ValueKind::Map(entries) => Value::map(element(), map(entries, true)),
        ValueKind::Object(entries) => Ok(Value::object(map(entries, has_fixed_type))),
        ValueKind::List(items) => {
            Value::list(element(), items.iter().map(|item| obscured_part(item, choices, true)))
        }
        ValueKind::Set(items) => {
            Value::set(element(), items.iter().map(|item| obscured_part(item, choices, true)))
        }
        ValueKind::Tuple(items) => {
            Ok(Value::tuple(items.iter().map(|item| obscured_part(item, choices, has_fixed_type))))
        }
        _ => return value.clone(),
    };
    parts.expect("parts of the same types").with_marks(value.marks())
}

/// An unknown value that can turn out to be this one.
fn unknown_for(value: &Value, choices: &mut Choices<'_>, has_fixed_type: bool) -> Value {
    let ty = if has_fixed_type { value.ty().clone() } else { loosened(value.ty(), choices) };
    let mut unknown = Value::unknown(ty.clone()).refine();
    if !value.is_null() && choices.once_in(2) {
        unknown = unknown.not_null();
    }
    let is_same_kind = ty != Type::Dynamic && choices.once_in(2);
    match value.kind() {
        ValueKind::Number(number) if is_same_kind => {
            unknown = match (choices.below(4), number + &(-1).into()) {
                (1, _) => unknown.range(number.clone()..),
                (2, _) => unknown.range(rounded("floor", number)..),
                (3, Ok(less)) if less < *number => unknown.range((Bound::Excluded(less), Bound::Unbounded)),
                _ => unknown,
            };
            unknown = match (choices.below(4), number + &1.into()) {
                (1, _) => unknown.range(..=number.clone()),
                (2, _) => unknown.range(..=rounded("ceil", number)),
                (3, Ok(more)) if more > *number => unknown.range(..more),
                _ => unknown,
            };
        }
        ValueKind::String(text) if is_same_kind => {
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            unknown = unknown.prefix(&text[..*choices.one_of(&ends)]);
        }
        ValueKind::List(_) | ValueKind::Set(_) | ValueKind::Map(_) if is_same_kind => {
            let length = value.len().unwrap_or_default();
            unknown = unknown.length(length - choices.below(length + 1)..);
            if choices.once_in(2) {
                unknown = unknown.length(..=length + choices.below(3));
            }
        }
        _ => {}
    }
    unknown.build().expect("the value satisfies all of it").with_marks(&all_marks(value))
}

/// A type that matches all values of another one, and maybe more.
fn loosened(ty: &Type, choices: &mut Choices<'_>) -> Type {
    if choices.once_in(6) {
        return Type::Dynamic;
    }
    match ty {
        Type::List(element) => Type::list(loosened(element, choices)),
        Type::Set(element) => Type::set(loosened(element, choices)),
        Type::Map(element) => Type::map(loosened(element, choices)),
        Type::Tuple(elements) => Type::tuple(elements.iter().map(|element| loosened(element, choices))),
        Type::Object(attributes) => {
            let mut attributes: Vec<_> = attributes.iter().collect();
            attributes.sort_by_key(|(name, _)| *name);
            Type::object(attributes.into_iter().map(|(name, ty)| (name, loosened(ty, choices))))
        }
        other => other.clone(),
    }
}

/// Checks that a partly unknown value can turn out to be this known one, and has its marks.
pub fn check(known: &Value, partial: &Value) -> Result<(), String> {
    check_part(known, partial, &Marks::default())
}

/// `inherited` are the marks of the value that contains the partly unknown one.
fn check_part(known: &Value, partial: &Value, inherited: &Marks) -> Result<(), String> {
    let marks = inherited.iter().chain(partial.marks().iter()).cloned().collect::<Marks>();
    let own = if partial.is_unknown() { all_marks(known) } else { known.marks().clone() };
    if let Some(lost) = own.iter().find(|mark| !marks.contains(mark.name())) {
        return Err(format!("the mark {lost:?} is lost"));
    }
    if !known.ty().matches(partial.ty()) {
        return Err(format!("{} is not {}", known.ty(), partial.ty()));
    }
    if partial.is_unknown() {
        let refinement = partial.refinement();
        return match refinement.allows(known) {
            true => Ok(()),
            false => Err(format!("a value does not satisfy: {refinement}")),
        };
    }
    let maps = (known.as_object(), partial.as_object());
    match (known.kind(), partial.kind()) {
        (ValueKind::Set(items), ValueKind::Set(partial_items)) => check_set(items, partial_items, &marks),
        (ValueKind::List(items), ValueKind::List(partial_items))
        | (ValueKind::Tuple(items), ValueKind::Tuple(partial_items))
            if items.len() == partial_items.len() =>
        {
            let mut pairs = items.iter().zip(partial_items);
            pairs.try_for_each(|(item, partial)| check_part(item, partial, &marks))
        }
        (ValueKind::Map(_), ValueKind::Map(_)) | (ValueKind::Object(_), ValueKind::Object(_)) => {
            let (Some(map), Some(partial_map)) = maps else { unreachable!() };
            if map.len() != partial_map.len() {
                return Err("another number of elements".to_owned());
            }
            map.sorted().into_iter().try_for_each(|(key, value)| match partial_map.get(key) {
                Some(partial) => check_part(value, partial, &marks),
                None => Err(format!("the key {key:?} is missing")),
            })
        }
        // The types match.
        (ValueKind::Null(_), ValueKind::Null(_)) => Ok(()),
        _ if known.clone().unmark_deep().0 == partial.clone().unmark_deep().0 => Ok(()),
        _ => Err("another value".to_owned()),
    }
}

/// Several unknown elements can turn out to be equal.
fn check_set(items: &[Value], partial_items: &[Value], marks: &Marks) -> Result<(), String> {
    let is_possible = |item: &Value, partial: &Value| check_part(item, partial, marks).is_ok();
    if items.len() > partial_items.len() {
        Err("the set has more elements".to_owned())
    } else if !items.iter().all(|item| partial_items.iter().any(|partial| is_possible(item, partial))) {
        Err("an element of the set is none that it can have".to_owned())
    } else if !partial_items.iter().all(|partial| items.iter().any(|item| is_possible(item, partial))) {
        Err("an element of the set is missing".to_owned())
    } else {
        Ok(())
    }
}

/// Calls a function with known arguments, and again with parts of them unknown, and checks that the
/// second result holds for the first one. Returns whether the second result is unknown, or has
/// unknown parts; nothing where the first call fails.
pub fn check_call(
    name: &str,
    function: &Function,
    arguments: &[Value],
    limits: &Limits,
    choices: &mut Choices<'_>,
) -> Result<Option<bool>, String> {
    let call = |arguments: &[Value]| {
        let arguments = arguments.iter().enumerate();
        let arguments = arguments.map(|(index, argument)| converted(function, index, argument));
        function.invoke(arguments.collect::<Result<_, _>>()?, &Budget::new(limits))
    };
    let Ok(known) = call(arguments) else { return Ok(None) };
    let is_conversion = matches!(name.trim_start_matches("terraform_"), "tolist" | "toset" | "tomap");
    let partial: Vec<Value> = arguments
        .iter()
        .enumerate()
        .map(|(index, argument)| match parameter(function, index).expect("a parameter").ty() {
            Type::Dynamic if !is_conversion => obscured(argument, choices),
            // Conversion treats the common type of other elements as the dynamic pseudo-type, as in
            // the Go implementation.
            _ => obscured_with_types(argument, choices),
        })
        .collect();
    let context = |problem: &str, result: &str| {
        let (arguments, partial, known) =
            (shown(arguments), shown(&partial), shown(std::slice::from_ref(&known)));
        format!("{problem}\n  {name}({arguments})\n= {known}\n  {name}({partial})\n= {result}")
    };
    match call(&partial) {
        Ok(result) => match check(&known, &result) {
            Ok(()) => Ok(Some(!result.is_wholly_known())),
            Err(problem) => Err(context(&problem, &shown(&[result]))),
        },
        Err(error) if error.kind() == ErrorKind::Limit => Ok(None),
        Err(error) => Err(context("the call with unknown values fails", &error.to_string())),
    }
}

/// Values with their marked parts shown, and all of their marks.
fn shown(values: &[Value]) -> String {
    let show = |value: &Value| {
        let (plain, marks) = value.clone().unmark_deep();
        format!("{plain:?} {marks:?}")
    };
    values.iter().map(show).collect::<Vec<_>>().join(", ")
}
