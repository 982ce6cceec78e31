//! Building values, access to their parts, and their text.

use std::collections::{BTreeMap, HashMap};

use serde_hcl::value::ErrorKind;
use serde_hcl::{Map, Number, Type, Value, ValueKind, value};

#[test]
fn a_value_is_three_words() {
    assert_eq!(size_of::<Value>(), 24);
    assert_eq!(size_of::<Option<Value>>(), 24);
    assert_eq!(size_of::<Type>(), 16);
    assert_eq!(size_of::<Number>(), 16);
}

#[test]
fn rust_values_become_values() {
    let cases = [
        (Value::from(true), "true"),
        (Value::from(-1_i8), "-1"),
        (Value::from(u128::MAX), "340282366920938463463374607431768211455"),
        (Value::from("a"), r#""a""#),
        (Value::from('a'), r#""a""#),
        (Value::from(String::from("a")), r#""a""#),
        (Value::from(vec![1, 2]), "[1, 2]"),
        (Value::from([Some("a"), None]), r#"["a", null]"#),
        (Value::from(BTreeMap::from([("b", 1), ("a", 2)])), "{ a = 2, b = 1 }"),
        (Value::from(HashMap::from([("b", 1), ("a", 2)])), "{ a = 2, b = 1 }"),
        (Value::from(0.1), "0.1"),
        (Value::default(), "null"),
    ];
    for (value, want) in cases {
        assert_eq!(value.to_string(), want);
    }
}

#[test]
fn values_convert_to_rust_values() {
    assert_eq!(i64::try_from(&value!(5)), Ok(5));
    assert_eq!(f64::try_from(&value!(0.5)), Ok(0.5));
    assert_eq!(String::try_from(&value!("x")).as_deref(), Ok("x"));
    assert_eq!(bool::try_from(&value!(true)), Ok(true));
    let failures = [
        (u8::try_from(&value!(256)).map(|_| ()), "a number from 0 to 255 is required"),
        (i8::try_from(&value!(1.5)).map(|_| ()), "a whole number is required"),
        (u8::try_from(&value!("5")).map(|_| ()), "expected a number, found a string"),
        (u8::try_from(&Value::NULL).map(|_| ()), "expected a number, found null"),
        (u8::try_from(&Value::UNKNOWN).map(|_| ()), "expected a number, but the value is not known yet"),
    ];
    for (result, want) in failures {
        assert_eq!(result.map_err(|error| error.to_string()), Err(want.to_owned()));
    }
}

#[test]
fn the_macro_builds_values() {
    let key = "dynamic";
    let value = value!({
        "null": null,
        "list": [null, [], {}, [1, [2]], { "a": -1 }],
        (key): 1 + 1,
        "text": format!("{key}!"),
        "float": -0.5,
    });
    let want = r#"{ null = null, list = [null, [], {}, [1, [2]], { a = -1 }], dynamic = 2, text = "dynamic!", float = -0.5 }"#;
    assert_eq!(value.to_string(), want);
    assert_eq!(value!([]), Value::tuple([]));
    assert_eq!(value!(null), Value::NULL);
    assert_eq!(value!([1, 2,]), value!([1, 2]));
}

#[test]
fn strings_and_keys_are_in_normal_form() {
    assert_eq!(value!("e\u{301}"), value!("é"));
    assert_eq!(value!("e\u{301}").as_str(), Some("é"));
    let map: Map = [("e\u{301}", 1)].into_iter().collect();
    assert_eq!(map.keys().collect::<Vec<_>>(), ["é"]);
    assert!(map.contains_key("e\u{301}") && map.contains_key("é"));
    assert_eq!(Type::object([("e\u{301}", Type::Bool)]), Type::object([("é", Type::Bool)]));
}

#[test]
fn collections_are_of_one_type() {
    let list = Value::list(Type::Number, [value!(1), Value::NULL, Value::UNKNOWN]).expect("a list");
    assert_eq!(list[1], Value::null(Type::Number));
    assert_eq!(list[2], Value::unknown(Type::Number));
    let error = Value::list(Type::Number, [value!(1), value!("2")]).expect_err("a string");
    assert_eq!(
        (error.kind(), error.to_string()),
        (ErrorKind::Type, "[1]: expected a number, found a string".to_owned())
    );
    let error =
        Value::map(Type::Bool, [("k", value!(1))].into_iter().collect::<Map>()).expect_err("a number");
    assert_eq!(error.to_string(), r#"["k"]: expected a bool, found a number"#);
    assert!(Value::set(Type::Bool, [value!("true")]).is_err());
}

#[test]
fn sets_are_sorted_and_without_repeats() {
    let set = |ty: Type, items: Vec<Value>| Value::set(ty, items).expect("a set");
    let numbers = set(
        Type::Number,
        vec![value!(10), value!(9), Value::NULL, value!("x").len().map_or(value!(10.0), Value::from)],
    );
    assert_eq!(numbers.to_string(), "[9, 10, null]");
    let strings = set(Type::String, ["b", "B", "a", "10", "9", "a"].map(Value::from).to_vec());
    assert_eq!(strings.to_string(), r#"["10", "9", "B", "a", "b"]"#);
    let bools = set(
        Type::Bool,
        vec![value!(true), value!(false), Value::UNKNOWN, Value::UNKNOWN, Value::NULL, Value::NULL],
    );
    assert_eq!(bools.to_string(), "[false, true, unknown, unknown, null]");
    let tuples = set(value!([1]).ty().clone(), vec![value!([2]), value!([1]), value!([2])]);
    assert_eq!(tuples.to_string(), "[[1], [2]]");
}

#[test]
fn values_are_iterated_in_a_fixed_order() {
    let entries = |value: &Value| {
        value.iter().map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join(", ")
    };
    let object = value!({ "b": 1, "a": 2, "B": 3, "é": 4 });
    assert_eq!(entries(&object), r#""B": 3, "a": 2, "b": 1, "é": 4"#);
    assert_eq!(entries(&value!(["x", "y"])), r#"0: "x", 1: "y""#);
    let set = Value::set(Type::String, ["b", "a"].map(Value::from)).expect("a set");
    assert_eq!(entries(&set), r#""a": "a", "b": "b""#);
    assert_eq!((value!("x").iter().len(), Value::UNKNOWN.iter().len(), object.iter().len()), (0, 0, 4));
    assert_eq!(object.to_string(), "{ b = 1, a = 2, B = 3, é = 4 }");
}

#[test]
fn parts_are_found_by_any_text() {
    let value = value!({ "a": [1, 2] });
    let shared: std::sync::Arc<str> = "a".into();
    assert_eq!([value.get("a"), value.get(&shared), value.get(&*shared)], [Some(&value["a"]); 3]);
    let owned = "a".to_owned();
    assert_eq!([value.get(&owned), value.get(owned.clone())], [Some(&value["a"]); 2]);
}

#[test]
fn parts_are_found_by_index_and_pointer() {
    let value = value!({ "a": [{ "b/c~": 1 }], "n": null });
    assert_eq!(value["a"][0]["b/c~"], value!(1));
    assert_eq!(value.pointer("/a/0/b~1c~0"), Some(&value!(1)));
    assert_eq!(value.pointer(""), Some(&value));
    for pointer in ["a", "/a/1", "/a/00", "/a/+0", "/a/-1", "/a/x", "/x"] {
        assert_eq!(value.pointer(pointer), None, "{pointer}");
    }
    assert!(value["x"]["y"][7].is_null());
    assert_eq!((value.len(), value["a"].len(), value["n"].len()), (Some(2), Some(1), None));
    assert!(matches!(value["n"].kind(), ValueKind::Null(Type::Dynamic)));
}

#[test]
fn equality_ignores_the_order_of_attributes_but_not_types() {
    assert_eq!(value!({ "a": 1, "b": 2 }), value!({ "b": 2, "a": 1 }));
    assert_eq!(value!(1.0), value!(1));
    assert_ne!(value!(1), value!("1"));
    assert_ne!(Value::null(Type::String), Value::NULL);
    assert_eq!(Value::unknown(Type::String), Value::unknown(Type::String));
    assert_ne!(Value::list(Type::String, []), Value::list(Type::Number, []));
    assert_ne!(value!([]), Value::list(Type::Dynamic, []).expect("a list"));
}

#[test]
fn values_are_printed_as_expressions() {
    let list = Value::list(Type::String, [value!("a")]).expect("a list");
    let cases = [
        (
            value!("a\"b\\c\n\t\u{7}${x}%{y}$x"),
            r#""a\"b\\c\n\t\u0007$${x}%%{y}$x""#,
            r#""a\"b\\c\n\t\u0007$${x}%%{y}$x""#,
        ),
        (
            value!({ "a b": 1, "c-d": 2, "1": 3 }),
            r#"{ "a b" = 1, c-d = 2, "1" = 3 }"#,
            r#"{ "a b" = 1, c-d = 2, "1" = 3 }"#,
        ),
        (Value::null(Type::list(Type::Bool)), "null", "null(list(bool))"),
        (Value::UNKNOWN, "unknown", "unknown(dynamic)"),
        (list, r#"["a"]"#, r#"list(string)["a"]"#),
    ];
    for (value, display, debug) in cases {
        assert_eq!((value.to_string().as_str(), format!("{value:?}").as_str()), (display, debug));
    }
    let ty = Type::object_with_optional(
        [("a", Type::tuple([Type::String])), ("b", Type::set(Type::Dynamic))],
        ["b"],
    );
    assert_eq!(format!("{ty:?}"), "object({ a = tuple([string]), b = optional(set(dynamic)) })");
}

#[test]
fn maps_are_changed_in_place() {
    let mut map: serde_hcl::Map = [("b", 1), ("a", 2)].into_iter().collect();
    map.entry("c").or_insert(3);
    map.entry("a").and_modify(|value| *value = value!("x")).or_insert(0);
    for (_, value) in map.iter_mut().filter(|(key, _)| *key == "b") {
        *value = value!(true);
    }
    let entries: Vec<_> = (&map).into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
    assert_eq!(entries, ["b = true", "a = \"x\"", "c = 3"]);
    map.retain(|key, _| key != "a");
    assert_eq!(map.keys().collect::<Vec<_>>(), ["b", "c"]);
    assert!(map["c"] == 3 && map["b"] == true);
}

#[test]
fn values_are_compared_with_values_of_rust() {
    let value = value!({ "text": "web", "number": 1.5, "whole": 80, "flag": false });
    assert!(value["text"] == "web" && value["text"] == *"web");
    let text = String::from("web");
    assert!(value["text"] == text);
    assert!(value["number"] == 1.5 && value["number"] != 1 && value["whole"] == 80_u16);
    assert!(value["flag"] == false && value["flag"] != true && value["absent"] != "");
    assert!(value!("web").mark(serde_hcl::value::Mark::new("secret")) == "web");
}
