//! Arguments for calls of functions.

use serde_hcl::func::Parameter;
use serde_hcl::stdlib::bytes;
use serde_hcl::value::{Mark, ValueError, convert};
use serde_hcl::{Function, Map, Number, Type, Value};

use crate::soundness::Choices;

const NUMBERS: [&str; 16] =
    ["0", "1", "2", "3", "-1", "-2", "0.5", "-1.5", "1", "2", "10", "16", "62", "100", "0", "1e21"];

const TEXTS: [&str; 47] = [
    "",
    "a",
    "b",
    "ab",
    "abc",
    "z",
    "1",
    "2",
    "-1.5",
    "true",
    "false",
    "A b",
    " a ",
    "a,b",
    "a\nb\r\n",
    "é",
    "e\u{301}x",
    "\u{301}",
    "🇩🇪🇩",
    "%s",
    "%d-%s",
    "a-%s%%",
    "x%v",
    "%[2]v%[1]v",
    "2031-07-04T21:08:07Z",
    "2029-12-31T23:59:59+02:00",
    "1h30m",
    "-2.5s",
    "YYYY-MM",
    "'a' hh:mm",
    "{\"a\":[1,null]}",
    " [1,\"x\"]",
    "\"text\"",
    "12.5",
    "null",
    "n,m\n1,2\n",
    "(a)",
    "[a-b]+",
    "(?P<x>a)(?P<y>b)?",
    "$1$x",
    "UTF-16BE",
    "dns",
    "YWJj",
    "H4sIAAAAAAAA/8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==",
    "${a}",
    "10.0.0.0/8",
    "192.168.255.0/24",
];

/// Returns a value of a type, with marks on a part of its parts.
pub fn value_of(ty: &Type, choices: &mut Choices<'_>, depth: u32) -> Value {
    if choices.once_in(24) {
        return Value::null(ty.clone());
    }
    let value = match ty {
        Type::Bool => Value::from(choices.once_in(2)),
        Type::Number => Value::from(choices.one_of::<&str>(&NUMBERS).parse::<Number>().expect("a number")),
        Type::String => Value::from(*choices.one_of(&TEXTS)),
        Type::List(element) => {
            let element = closed(element, choices, depth);
            let count = choices.below(4);
            Value::list(
                element.clone(),
                (0..count).map(|_| value_of(&element, choices, depth.saturating_sub(1))),
            )
            .expect("a list")
        }
        Type::Set(element) => {
            let element = closed(element, choices, depth);
            let count = choices.below(4);
            Value::set(
                element.clone(),
                (0..count).map(|_| value_of(&element, choices, depth.saturating_sub(1))),
            )
            .expect("a set")
        }
        Type::Map(element) => {
            let element = closed(element, choices, depth);
            let keys: Vec<&str> = ["a", "b", "c"].into_iter().filter(|_| choices.once_in(2)).collect();
            let entries =
                keys.into_iter().map(|key| (key, value_of(&element, choices, depth.saturating_sub(1))));
            Value::map(element.clone(), entries.collect()).expect("a map")
        }
        Type::Tuple(elements) => {
            Value::tuple(elements.iter().map(|element| value_of(element, choices, depth)).collect::<Vec<_>>())
        }
        Type::Object(attributes) => {
            let mut attributes: Vec<_> = attributes.iter().collect();
            attributes.sort_by_key(|(name, _)| *name);
            let attributes = attributes.into_iter().map(|(name, ty)| (name, value_of(ty, choices, depth)));
            Value::object(attributes.collect::<Map>())
        }
        Type::Capsule(_) if *ty == *bytes([]).ty() => bytes(vec![7; choices.below(4)]),
        _ => return value_of(&closed(&Type::Dynamic, choices, depth), choices, depth),
    };
    match choices.below(12) {
        11 => value.mark(Mark::new("one")),
        10 => value.mark(Mark::new("two")),
        _ => value,
    }
}

/// The type, or any type in the place of the dynamic pseudo-type.
fn closed(ty: &Type, choices: &mut Choices<'_>, depth: u32) -> Type {
    if *ty != Type::Dynamic {
        return ty.clone();
    }
    let inner = |choices: &mut Choices<'_>| closed(&Type::Dynamic, choices, depth.saturating_sub(1));
    match choices.below(if depth == 0 { 3 } else { 8 }) {
        0 => Type::String,
        1 => Type::Number,
        2 => Type::Bool,
        3 => Type::list(inner(choices)),
        4 => Type::set(inner(choices)),
        5 => Type::map(inner(choices)),
        6 => Type::tuple((0..choices.below(4)).map(|_| inner(choices)).collect::<Vec<_>>()),
        _ => {
            let names: Vec<&str> = ["a", "b", "c"].into_iter().filter(|_| choices.once_in(2)).collect();
            Type::object(names.into_iter().map(|name| (name, inner(choices))).collect::<Vec<_>>())
        }
    }
}

/// Returns the parameter for the argument at an index.
pub fn parameter(function: &Function, index: usize) -> Option<&Parameter> {
    function.parameters().get(index).or(function.variadic())
}

/// Returns an argument as a value of the type of its parameter.
pub fn converted(function: &Function, index: usize, value: &Value) -> Result<Value, ValueError> {
    parameter(function, index).map_or_else(|| Ok(value.clone()), |parameter| convert(value, parameter.ty()))
}

/// Returns arguments for a call of a function. A part of them has to be converted.
pub fn arguments_for(function: &Function, choices: &mut Choices<'_>) -> Vec<Value> {
    let more = if function.variadic().is_some() { 1 + choices.below(3) } else { 0 };
    (0..function.parameters().len() + more)
        .filter_map(|index| parameter(function, index))
        .map(|parameter| {
            let ty = if choices.once_in(8) { &Type::Dynamic } else { parameter.ty() };
            value_of(ty, choices, 2)
        })
        .collect()
}
