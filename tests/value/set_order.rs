//! The order of the elements of sets. For elements with parts it is that of the Go implementation,
//! which compares texts of the elements.

use proptest::prelude::*;
use proptest::sample::select;
use serde_hcl::{Number, Type, Value, ValueKind, value};

use test_support::rows::check_each;

fn tuples<T>(parts: &[&str], part: fn(&str) -> T) -> Vec<Value>
where
    Value: From<T>,
{
    parts.iter().map(|text| Value::tuple([Value::from(part(text))])).collect()
}

fn number(text: &str) -> Number {
    text.parse::<Number>().expect("a number")
}

fn list(items: &[&str]) -> Value {
    Value::list(Type::String, items.iter().copied().map(Value::from)).expect("a list")
}

fn map(entries: &[(&str, i32)]) -> Value {
    Value::map(Type::Number, entries.iter().map(|(key, value)| (*key, *value)).collect()).expect("a map")
}

#[test]
fn elements_with_parts_are_in_the_order_of_their_texts() {
    let of_number = |item: &Value| Value::tuple([item.clone()]);
    let rows = [
        vec![value!({ "port": 443 }), value!({ "port": 8080 }), value!({ "port": 80 })],
        vec![value!([10, "a"]), value!([10, "b"]), value!([1, "a"]), value!([2, "a"])],
        // Attributes are compared in the order of their names.
        vec![value!({ "b": 2, "a": 1 }), value!({ "a": 2, "b": 1 })],
        vec![value!([false]), value!([true])],
        // Unknown values and nulls are parts with texts too; as elements they are the last.
        vec![
            of_number(&value!(1)),
            of_number(&Value::unknown(Type::Number)),
            of_number(&Value::null(Type::Number)),
            Value::unknown(Type::tuple([Type::Number])),
            Value::null(Type::tuple([Type::Number])),
        ],
        // Numbers have ten digits, and an exponent if they are very small or large.
        tuples(
            &["-1", "-20", "0.00012345678915", "0.0001", "0.5", "0", "1.5", "1e9", "10", "123.456"],
            number,
        ),
        tuples(&["123.456", "1", "1e10", "99999999999", "0.00001", "2"], number),
        tuples(&["-1", "-1e2147483647", "-1e-5", "1", "1e-2147483647"], number),
        // Further digits count only between numbers with the same ten.
        tuples(&["1.23456789012", "1.23456789019", "12345678905", "1e30", "2"], number),
        tuples(&["99999999998", "99999999999"], number),
        // The end of a string is a quote, and characters that are not printable are escapes.
        tuples(
            &["A", "\"", "\u{e0001}", "\\", "\u{7}", "\n", "\r", "\u{a0}", "\u{e000}", "\u{1}"],
            str::to_owned,
        ),
        tuples(&["\u{1}", "a", "z z", "z!", "z", "zz", "é", "e\u{301}e", "\u{3001}"], str::to_owned),
        tuples(&[&format!("{}!", "z".repeat(64)), &"z".repeat(64), &"z".repeat(65)], str::to_owned),
        vec![list(&["a"]), list(&["b", "a"]), list(&["b"]), list(&[])],
        vec![map(&[("a b", 1)]), map(&[("a", 10)]), map(&[("a", 1), ("b", 1)]), map(&[("a", 1)]), map(&[])],
    ];
    check_each(rows, |row| {
        let ty = row[0].ty().clone();
        let set = Value::set(ty, row.iter().rev().cloned()).expect("a set");
        assert_eq!(set.as_array(), Some(&*row));
    });
}

/// Returns the text that the Go implementation compares.
fn text(value: &Value) -> String {
    let parts = |items: &[Value]| items.iter().map(|item| text(item) + ";").collect::<String>();
    match value.kind() {
        ValueKind::Null(_) => "~".to_owned(),
        ValueKind::Unknown(_) => "?".to_owned(),
        ValueKind::String(string) => format!("{string:?}").replace("\\u{a0}", "\\u00a0"),
        ValueKind::Tuple(items) => format!("<{}>", parts(items)),
        ValueKind::List(items) | ValueKind::Set(items) => format!("[{}]", parts(items)),
        ValueKind::Object(attributes) => {
            let values: Vec<Value> =
                attributes.sorted().into_iter().map(|(_, value)| value.clone()).collect();
            format!("<{}>", parts(&values))
        }
        ValueKind::Map(entries) => {
            let entries = entries.sorted();
            let entries =
                entries.iter().map(|(key, value)| format!("{}:{};", text(&(*key).into()), text(value)));
            format!("{{{}}}", entries.collect::<String>())
        }
        // Short numbers are written like that.
        _ => value.to_string(),
    }
}

const STRINGS: [&str; 10] = ["", "a", "a b", "a!", "ab", "\"", "\\", "\n", "\u{a0}", "é"];
const NUMBERS: [&str; 9] = ["0", "1", "10", "100", "-1", "0.5", "80", "8080", "9999999999"];

fn strings() -> impl Strategy<Value = Value> {
    let known = select(&STRINGS[..]).prop_map(Value::from);
    prop_oneof![6 => known, 1 => Just(Value::null(Type::String)), 1 => Just(Value::unknown(Type::String))]
}

fn numbers() -> impl Strategy<Value = Value> {
    let known = select(&NUMBERS[..]).prop_map(|text| Value::from(number(text)));
    prop_oneof![6 => known, 1 => Just(Value::null(Type::Number)), 1 => Just(Value::unknown(Type::Number))]
}

/// Elements of one type.
fn elements() -> impl Strategy<Value = Vec<Value>> {
    let lists = || prop::collection::vec(strings(), 0..3).prop_map(|items| Value::list(Type::String, items));
    let sets = prop::collection::vec(numbers(), 0..3).prop_map(|items| Value::set(Type::Number, items));
    let keys = select(&STRINGS[..]);
    let maps = prop::collection::vec((keys, numbers()), 0..3)
        .prop_map(|entries| Value::map(Type::Number, entries.into_iter().collect()));
    let objects =
        (lists(), numbers()).prop_map(|(list, number)| value!({ "b": (list.expect("a list")), "a": number }));
    let pairs = (maps, sets).prop_map(|(map, set)| Value::tuple([map.expect("a map"), set.expect("a set")]));
    prop_oneof![
        prop::collection::vec(objects, 0..6),
        prop::collection::vec(pairs, 0..6),
        prop::collection::vec(lists().prop_map(|list| list.expect("a list")), 0..6),
    ]
}

proptest! {
    #[test]
    fn sets_are_sorted_by_the_texts_of_their_elements(items in elements()) {
        let ty = items.first().map_or(Type::Dynamic, |item| item.ty().clone());
        let set = Value::set(ty.clone(), items.clone()).expect("a set");
        let texts: Vec<String> = set.as_array().expect("a set").iter().map(text).collect();
        prop_assert!(texts.is_sorted(), "{texts:?}");
        let mut wanted: Vec<String> = items.iter().map(text).collect();
        wanted.sort();
        if set.is_wholly_known() {
            wanted.dedup();
        }
        prop_assert_eq!(set.is_wholly_known().then_some(texts), set.is_wholly_known().then_some(wanted));
        prop_assert_eq!(Value::set(ty, items.into_iter().rev()), Ok(set));
    }
}
