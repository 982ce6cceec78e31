//! Values generated from bytes.

use crate::context::SECRET;
use serde_hcl::value::Mark;
use serde_hcl::{Map, Number, Type, Value};

const TEXTS: [&str; 32] = [
    "",
    "a",
    "true",
    "1",
    "-0.5",
    "é",
    "e\u{301}",
    "%d %s",
    "%[2]*.[1]*d",
    "%999999999d",
    "%#v",
    "%.999999f",
    "(a+)+$",
    "[[:alpha:]]{2,1000}",
    "(?P<x>\\w)",
    "2006-01-02T15:04:05Z",
    "YYYY-MM-DD'T'hh:mm:ss",
    "1h2m3s",
    "-999999h",
    "{\"a\":[1,{\"b\":null}]}",
    "[[[[",
    "a,b\n1,2\n",
    "\"",
    "/a/",
    "$0${x}",
    "\u{1f468}\u{200d}\u{1f469}",
    "0x1F",
    "zzzzzzzz",
    "/tmp/../x",
    "aGVsbG8=",
    "%",
    "\u{0}\n\t",
];

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "16",
    "0.5",
    "1e3",
    "-1e3",
    "1e-999999999",
    "1e999999999",
    "9223372036854775807",
    "18446744073709551616",
    "0.1",
    "62",
    "4294967296",
    "1e21",
];

/// Returns the value that bytes encode.
pub fn take(bytes: &mut &[u8], depth: u32) -> Value {
    let Some((first, rest)) = bytes.split_first() else { return Value::NULL };
    *bytes = rest;
    let (kind, choice) = (first % 16, usize::from(first / 16));
    if depth == 0 && kind >= 10 {
        return Value::from(i64::from(*first));
    }
    match kind {
        0 => [Value::NULL, Value::UNKNOWN, Value::from(true), Value::from(false)][choice % 4].clone(),
        1 => Value::from(parse(NUMBERS[choice])),
        2 => Value::from(choice as i64 - 4),
        3 => Value::from(TEXTS[choice]),
        4 => Value::from(TEXTS[16 + choice]),
        5 | 6 => {
            let length = bytes.len().min(4 * choice + 1);
            let (text, rest) = bytes.split_at(length);
            *bytes = rest;
            Value::from(&*String::from_utf8_lossy(text))
        }
        7 => Value::unknown(ty(bytes, depth)),
        8 => Value::null(ty(bytes, depth)),
        9 => Value::from(if choice % 2 == 0 { Number::INFINITY } else { Number::NEG_INFINITY }),
        10 | 11 => Value::tuple(some(bytes, choice % 5, depth)),
        12 => {
            let values = some(bytes, choice % 4, depth).into_iter();
            Value::object(values.zip(["a", "b", "", "é"]).map(|(value, name)| (name, value)).collect::<Map>())
        }
        13 => {
            let first = take(bytes, depth - 1);
            let items = (0..choice % 8 + 1).map(|_| first.clone());
            Value::list(first.ty().clone(), items).unwrap_or(Value::NULL)
        }
        14 => {
            let items = some(bytes, choice % 4, 0).into_iter().filter(|item| item.as_i64().is_some());
            Value::set(Type::Number, items).unwrap_or(Value::NULL)
        }
        _ if choice % 2 == 0 => secret(choice / 2).mark(Mark::new("m")),
        _ => take(bytes, depth - 1).mark(Mark::new("m")),
    }
}

/// A value with a text that no message may show if it is marked.
fn secret(choice: usize) -> Value {
    match choice {
        0 => Value::from(SECRET),
        1 => Value::from(format!("{{\"{SECRET}\":[{SECRET}")),
        2 => Value::from(format!("{SECRET},{SECRET}\n1,2\n")),
        3 => Value::from(format!("%[{SECRET}")),
        4 => Value::tuple([SECRET, SECRET].map(Value::from)),
        5 => Value::object(Map::from_iter([(SECRET, Value::from(SECRET))])),
        6 => Value::from(format!("2006-01-02T15:04:05{SECRET}")),
        _ => Value::from(format!("(?<{SECRET}")),
    }
}

fn some(bytes: &mut &[u8], count: usize, depth: u32) -> Vec<Value> {
    (0..count).map(|_| take(bytes, depth.saturating_sub(1))).collect()
}

fn ty(bytes: &mut &[u8], depth: u32) -> Type {
    let Some((first, rest)) = bytes.split_first() else { return Type::Dynamic };
    *bytes = rest;
    match (first % 9, depth.checked_sub(1)) {
        (1, _) => Type::String,
        (2, _) => Type::Number,
        (3, _) => Type::Bool,
        (4, Some(depth)) => Type::list(ty(bytes, depth)),
        (5, Some(depth)) => Type::set(ty(bytes, depth)),
        (6, Some(depth)) => Type::map(ty(bytes, depth)),
        (7, Some(depth)) => Type::tuple((0..first / 64).map(|_| ty(bytes, depth)).collect::<Vec<_>>()),
        (8, Some(depth)) => {
            let names = ["a", "b", "c"].into_iter().take(usize::from(first / 64));
            Type::object(names.map(|name| (name, ty(bytes, depth))).collect::<Vec<_>>())
        }
        _ => Type::Dynamic,
    }
}

fn parse(text: &str) -> Number {
    text.parse::<Number>().expect("a number")
}
