//! Every public type with both halves of serde comes back from other formats, or is refused with an
//! error.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::{
    Body, EvalContext, Expression, Map, Number, Template, Traversal, Type, Value, de::Labeled, json,
    parse_expression, parse_file, parse_traversal, value,
};

use test_support::meaning;

use test_support::rows::check_each;
use test_support::written::written_json;

/// A root that all formats have.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Root<T> {
    v: T,
}

const FORMATS: [&str; 4] = ["JSON", "TOML", "CBOR", "MessagePack"];

/// The value after it was written in a format and read again, or the error of writing it.
fn through<T: Serialize + DeserializeOwned>(format: &str, value: T) -> Result<T, String> {
    let root = Root { v: value };
    let read: Result<Root<T>, String> = match format {
        "JSON" => {
            let text = serde_json::to_string(&root).map_err(|error| error.to_string())?;
            serde_json::from_str(&text).map_err(|error| format!("{error} in {text}"))
        }
        "TOML" => {
            let text = toml::to_string(&root).map_err(|error| error.to_string())?;
            toml::from_str(&text).map_err(|error| format!("{error} in {text}"))
        }
        "CBOR" => {
            let mut bytes = Vec::new();
            ciborium::into_writer(&root, &mut bytes).map_err(|error| error.to_string())?;
            ciborium::from_reader(bytes.as_slice()).map_err(|error| error.to_string())
        }
        _ => {
            let bytes = rmp_serde::to_vec(&root).map_err(|error| error.to_string())?;
            rmp_serde::from_slice(&bytes).map_err(|error| error.to_string())
        }
    };
    Ok(read.unwrap_or_else(|error| panic!("what was written as {format} cannot be read: {error}")).v)
}

#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone>(value: &T) {
    check_each(FORMATS, |format| {
        assert_eq!(through(format, value.clone()).as_ref(), Ok(value), "{format}");
    });
}

fn number(text: &str) -> Number {
    text.parse().expect("a number")
}

#[test]
fn values_pass_through_other_formats() {
    let all =
        value!({ "a": [0.5, -1, 9007199254740993_i64, 1e20, "0.5", true, ["x", {}]], "b": { "c d": 0.1 } });
    comes_back(&all);
    comes_back(all.as_object().expect("an object"));
    for text in ["0.5", "0", "-9223372036854775808", "1e300", "1e-300", "-0.1", "123456789.125"] {
        comes_back(&number(text));
        comes_back(&Value::from(number(text)));
    }
    for format in ["JSON", "CBOR", "MessagePack"] {
        for value in [value!(u64::MAX), value!([null, { "a": null }])] {
            assert_eq!(through(format, value.clone()), Ok(value), "{format}");
        }
    }
    for value in [Value::NULL, value!({ "a": null })] {
        assert_eq!(through("TOML", value), Err("unsupported unit type".to_owned()));
    }
    for infinity in [Number::INFINITY, Number::NEG_INFINITY] {
        for format in ["CBOR", "MessagePack"] {
            assert_eq!(through(format, infinity.clone()).as_ref(), Ok(&infinity), "{format}");
        }
        for format in ["JSON", "TOML"] {
            let refused = Err("an infinite number cannot be written: JSON has none".to_owned());
            assert_eq!(through(format, infinity.clone()), refused, "{format}");
        }
    }
}

#[test]
fn numbers_with_more_digits_are_refused() {
    let table = [
        "0.12345678901234567890123",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "1e5000",
        "-1e-5000",
    ];
    check_each(table, |text| {
        for format in FORMATS {
            let error = through(format, Value::from(number(text))).expect_err("it has too many digits");
            let start = format!("the number {}", text.get(..20).unwrap_or(text));
            let is_shown = error.contains(&start) || text.contains('e');
            assert!(
                is_shown && error.contains("cannot be written without losing digits"),
                "{format}: {error}"
            );
        }
    });
    let sum = (&Number::from(u128::MAX) + &Number::from(1)).expect("a sum");
    assert_eq!(
        through("JSON", sum).map_err(|error| error.to_string()),
        Err("the number 340282366920938463463374607431768211456 cannot be written without losing digits: it is neither an \
             integer of 64 bits nor a 64-bit floating-point number; write it as a string"
            .to_owned())
    );
}

#[test]
fn types_pass_through_other_formats() {
    comes_back(&Type::Dynamic);
    comes_back(&Type::list(Type::set(Type::Number)));
    let attributes = [("a", Type::map(Type::String)), ("b", Type::tuple([Type::Bool, Type::Dynamic]))];
    comes_back(&Type::object_with_optional(attributes, ["b"]));
}

#[test]
fn captures_pass_through_other_formats_as_text() {
    for text in ["a + 1", "\"x ${y} $${z}\"", "[1, { a = b }]", "<<E\n ${a ~}\n b\nE\n"] {
        let expression = parse_expression(text).into_result().expect("it is sound");
        for format in FORMATS {
            let back: Expression = through(format, expression.clone()).expect("it can be written");
            assert_eq!(back.to_string(), expression.to_string(), "{format}");
        }
    }
    let template = serde_hcl::parse_template("\"a\" ${b}\n").into_result().expect("it is sound");
    let mut context = EvalContext::new();
    context.set("b", 1);
    let traversal = parse_traversal("a.b[0][\"k\"]").into_result().expect("it is sound");
    check_each(FORMATS, |format| {
        let back: Template = through(format, template.clone()).expect("it can be written");
        assert_eq!(back.render(&context).ok().as_deref(), Some("\"a\" 1\n"), "{format}");
        let back: Traversal = through(format, traversal.clone()).expect("it can be written");
        assert_eq!(back.to_string(), "a.b[0][\"k\"]", "{format}");
        let labeled = Labeled { labels: ("a".to_owned(), 1), body: BTreeMap::from([("n".to_owned(), 2)]) };
        assert_eq!(through(format, labeled.clone()), Ok(labeled), "{format}");
    });
}

#[test]
fn bodies_pass_through_other_formats_as_text() {
    let native = parse_file("a = \"x ${1 ~} \"\nb \"x\" y {\n  c = <<E\nt\nE\n}\nb {}\n# end\n");
    let native = native.into_result().expect("it is sound").body().clone();
    let text = r#" {"a": "${1 + 1}", "b": {"x": {"c": "${\"d\"}$${"}}}"#;
    let json = json::parse_file(text).into_result().expect("it is sound").body().clone();
    let context = |_: &Expression| EvalContext::new();
    let schema = serde_hcl::body::BodySchema::new(
        [serde_hcl::body::AttributeSchema::optional("a")],
        [serde_hcl::body::BlockSchema::new("b", ["name"])],
    );
    let schema = schema.expect("the names differ");
    check_each(FORMATS, |format| {
        let back: Body = through(format, native.clone()).expect("it can be written");
        assert_eq!(serde_hcl::to_string(&back).ok(), serde_hcl::to_string(&native).ok(), "{format}");
        meaning::check(&back, &context);
        let back: Body = through(format, json.clone()).expect("it can be written");
        let content = back.content(&schema).into_result().expect("it has a block");
        assert_eq!(content.blocks()[0].labels()[0].text(), "x", "{format}");
        assert_eq!(written_json(&back).ok(), written_json(&json).ok(), "{format}");
    });
}

/// The replacement of other formats for types that serde does not have.
#[test]
fn numbers_and_dates_of_other_crates_are_read() {
    use serde::de::value::{Error, MapDeserializer};

    let read = |key: &'static str, text: &'static str| {
        let deserializer: MapDeserializer<'_, _, Error> = MapDeserializer::new(std::iter::once((key, text)));
        Value::deserialize(deserializer).map_err(|error| error.to_string())
    };
    let digits = "18446744073709551616.25";
    assert_eq!(read("$serde_json::private::Number", digits), Ok(Value::from(number(digits))));
    assert_eq!(read("$serde_json::private::Number", "x"), Err("a number is required".to_owned()));
    assert_eq!(read("a", "x"), Ok(value!({ "a": "x" })));
    let dates: Value = toml::from_str("d = 1979-05-27T07:32:00Z\n").expect("it is sound");
    assert_eq!(dates, value!({ "d": "1979-05-27T07:32:00Z" }));
}

/// A span refers to the text that the value was read from, so it cannot be written.
#[test]
fn spans_are_refused() {
    let read = serde_json::from_str::<serde_spanned::Spanned<u8>>("1").map_err(|error| error.to_string());
    assert_eq!(
        read.map(|it| it.into_inner()),
        Err("invalid type: integer `1`, expected a spanned value at line 1 column 1".to_owned())
    );
}

fn leaves() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::NULL),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u128>().prop_map(Value::from),
        any::<f64>()
            .prop_filter_map("a number", |float| Some(Value::from(float)).filter(|value| !value.is_null())),
        "-?[1-9][0-9]{0,40}(\\.[0-9]{1,30})?(e-?[0-9]{1,3})?".prop_map(|text| Value::from(number(&text))),
        "[a-z${}\"\\\\é\n]{0,6}".prop_map(Value::from),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    leaves().prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::tuple),
            prop::collection::vec(("[a-z$ ]{0,3}", inner), 0..4)
                .prop_map(|entries| Value::object(entries.into_iter().collect::<Map>())),
        ]
    })
}

proptest! {
    #[test]
    fn values_come_back_or_are_refused(value in values()) {
        for format in FORMATS {
            if let Ok(back) = through(format, value.clone()) {
                prop_assert_eq!(&back, &value, "{}", format);
            }
        }
    }
}
