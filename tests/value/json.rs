//! Values through serde, and the typed JSON of values and types.

use proptest::prelude::*;
use serde::de::DeserializeSeed;
use serde_hcl::value::CapsuleType;
use serde_hcl::value::Typed;
use serde_hcl::{Map, Number, Type, Value, value};

use crate::convert::values;
use test_support::rows::check_each;

fn write(value: &Value, ty: &Type) -> Result<String, String> {
    serde_json::to_string(&Typed::new(value, ty)).map_err(|error| error.to_string())
}

fn read(text: &str, ty: &Type) -> Result<Value, String> {
    ty.deserialize(&mut serde_json::Deserializer::from_str(text)).map_err(|error| error.to_string())
}

#[test]
fn types_are_written_and_read_back() {
    let cases = [
        (Type::Dynamic, r#""dynamic""#),
        (Type::String, r#""string""#),
        (Type::list(Type::Number), r#"["list","number"]"#),
        (Type::set(Type::Bool), r#"["set","bool"]"#),
        (Type::map(Type::list(Type::Dynamic)), r#"["map",["list","dynamic"]]"#),
        (Type::tuple([]), r#"["tuple",[]]"#),
        (Type::object([("a", Type::tuple([Type::String]))]), r#"["object",{"a":["tuple",["string"]]}]"#),
        (
            Type::object_with_optional([("a", Type::String), ("b", Type::Bool)], ["b"]),
            r#"["object",{"a":"string","b":"bool"},["b"]]"#,
        ),
    ];
    for (ty, text) in cases {
        assert_eq!(serde_json::to_string(&ty).ok().as_deref(), Some(text));
        assert_eq!(serde_json::from_str::<Type>(text).ok(), Some(ty));
    }
    let table = [
        r#""text""#,
        "1",
        "[]",
        r#"["list"]"#,
        r#"["list","number","bool"]"#,
        r#"["tuple","string"]"#,
        r#"["object",[]]"#,
    ];
    check_each(table, |text| {
        assert!(serde_json::from_str::<Type>(text).is_err(), "{text}");
    });
    let capsule =
        serde_json::to_string(&Type::Capsule(CapsuleType::new("handle"))).map_err(|error| error.to_string());
    assert_eq!(capsule, Err("the type handle cannot be written".to_owned()));
}

#[test]
fn typed_values_are_written_and_read_back() {
    let object = Type::object([("a", Type::Number), ("b", Type::list(Type::String))]);
    let list =
        |items: &[&str]| Value::list(Type::String, items.iter().copied().map(Value::from)).expect("a list");
    let big = "123456789012345678901234567890123456789012345678901234567890.5";
    let cases = [
        (value!("x"), Type::String, r#""x""#.to_owned()),
        (value!(0.1), Type::Number, "0.1".to_owned()),
        (value!(u64::MAX), Type::Number, "18446744073709551615".to_owned()),
        (Value::from(big.parse::<Number>().expect("a number")), Type::Number, format!("\"{big}\"")),
        (Value::null(Type::Bool), Type::Bool, "null".to_owned()),
        (value!({ "a": 1, "b": (list(&["x"])) }), object.clone(), r#"{"a":1,"b":["x"]}"#.to_owned()),
        (value!([1, true]), Type::tuple([Type::Number, Type::Bool]), "[1,true]".to_owned()),
        (value!([1]), Type::Dynamic, r#"{"value":[1],"type":["tuple",["number"]]}"#.to_owned()),
        (value!([1]), Type::tuple([Type::Dynamic]), r#"[{"value":1,"type":"number"}]"#.to_owned()),
        (Value::NULL, Type::Dynamic, "null".to_owned()),
        (Value::null(Type::String), Type::Dynamic, r#"{"value":null,"type":"string"}"#.to_owned()),
    ];
    for (value, ty, text) in cases {
        assert_eq!(write(&value, &ty), Ok(text.clone()));
        assert_eq!(read(&text, &ty), Ok(value));
    }
    // Keys have any order, and missing ones are null.
    assert_eq!(read(r#"{"type":"number","value":1}"#, &Type::Dynamic), Ok(value!(1)));
    assert_eq!(
        read(r#"{"a":1}"#, &object),
        Ok(value!({ "a": 1, "b": (Value::null(Type::list(Type::String))) }))
    );
}

#[test]
fn scalars_are_converted_to_the_type() {
    let table = [
        (r#""5""#, Type::Number, value!(5)),
        ("100", Type::String, value!("100")),
        ("-0.5", Type::String, value!("-0.5")),
        ("true", Type::String, value!("true")),
        ("false", Type::String, value!("false")),
        (r#""true""#, Type::Bool, value!(true)),
        (r#""0""#, Type::Bool, value!(false)),
        (
            r#"["1", 2]"#,
            Type::list(Type::String),
            Value::list(Type::String, ["1", "2"].map(Value::from)).expect("a list"),
        ),
        (r#"{"value": "1", "type": "bool"}"#, Type::Dynamic, value!(true)),
    ];
    check_each(table, |(text, ty, expected)| assert_eq!(read(text, &ty), Ok(expected), "{text}"));
}

#[test]
fn values_without_json_and_json_of_another_type_are_errors() {
    let writes = [
        (Value::UNKNOWN, Type::Dynamic, "an unknown value cannot be written"),
        (
            value!([(Value::unknown(Type::Bool))]),
            Type::tuple([Type::Bool]),
            "[0]: an unknown value cannot be written",
        ),
        (Value::from(Number::INFINITY), Type::Number, "an infinity cannot be written"),
        (value!(1), Type::String, "expected a string, found a number"),
    ];
    for (value, ty, want) in writes {
        assert_eq!(write(&value, &ty), Err(want.to_owned()));
    }
    let object = Type::object([("a", Type::list(Type::Number))]);
    let reads = [
        ("[]", Type::String, "expected a string, found a list"),
        ("1", Type::Bool, "expected a bool, found a number"),
        ("true", Type::Number, "expected a number, found a bool"),
        (r#""yes""#, Type::Bool, "expected true or false, found the string \"yes\""),
        (r#"{"b":1}"#, object.clone(), "unsupported attribute \"b\""),
        (r#"{"a":[1,"x"]}"#, object, "a[1]: expected a number, found the string \"x\""),
        ("[1,2]", Type::tuple([Type::Number]), "expected a list of 1 element, found 2"),
        ("1", Type::Dynamic, "an object with attributes \"value\" and \"type\" is required"),
        (r#"{"value":1,"type":"text"}"#, Type::Dynamic, "a type is required"),
    ];
    for (text, ty, want) in reads {
        assert_eq!(read(text, &ty), Err(want.to_owned()), "{text}");
    }
}

#[test]
fn plain_json_is_read_and_written_through_serde() {
    let text = r#"{"b":[1,-2,0.5,null,true,"x"],"a":{}}"#;
    let value: Value = serde_json::from_str(text).expect("a value");
    assert_eq!(value, value!({ "b": [1, -2, 0.5, null, true, "x"], "a": {} }));
    assert_eq!(serde_json::to_string(&value).ok().as_deref(), Some(text));
    assert_eq!(serde_json::from_str::<Map>(text).ok().as_ref(), value.as_object());
    assert_eq!(serde_json::from_str::<Number>("0.1").ok(), "0.1".parse().ok());
    assert!(serde_json::from_str::<Number>("true").is_err());
    assert_eq!(serde_json::to_string(&value!(u64::MAX)).ok().as_deref(), Some("18446744073709551615"));
    let failures = [
        (Value::UNKNOWN, "an unknown dynamic cannot be written"),
        (
            Value::from((&Number::from(u128::MAX) + &Number::from(1)).expect("a sum")),
            "the number 340282366920938463463374607431768211456 cannot be written without losing digits: it is neither an \
             integer of 64 bits nor a 64-bit floating-point number; write it as a string",
        ),
        (Value::capsule(&CapsuleType::new("handle"), 1), "a value of type handle cannot be written"),
    ];
    for (value, want) in failures {
        assert_eq!(serde_json::to_string(&value).map_err(|error| error.to_string()), Err(want.to_owned()));
    }
}

proptest! {
    #[test]
    fn generated_typed_values_are_read_back(value in values()) {
        // For the other types, only the type is written.
        let types = if value.is_wholly_known() { vec![value.ty().clone(), Type::Dynamic] } else { Vec::new() };
        for ty in types {
            let text = write(&value, &ty).expect("it can be written");
            prop_assert_eq!(read(&text, &ty), Ok(value.clone()), "{}", text);
        }
        let ty = serde_json::to_string(value.ty()).expect("it can be written");
        prop_assert_eq!(serde_json::from_str::<Type>(&ty).ok(), Some(value.ty().clone()));
    }
}
