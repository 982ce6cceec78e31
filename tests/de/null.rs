//! Null, which counts as absent if a field rejects it.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, EvalContext, Expression, Options, Value, from_value, json, value};

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    context.set("none", Value::NULL);
    context
}

/// The same from native syntax and JSON, with a null that is written and one that is computed, and
/// from an object.
#[track_caller]
fn all<T: DeserializeOwned + Debug + PartialEq>(attributes: &[&str], expected: &T) {
    for (null, in_json) in [("null", "null"), ("none", r#""${none}""#)] {
        let native: String = attributes.iter().map(|name| format!("{name} = {null}\n")).collect();
        let in_json: Vec<_> = attributes.iter().map(|name| format!("\"{name}\": {in_json}")).collect();
        let (in_json, options) = (format!("{{ {} }}", in_json.join(", ")), Options::new().context(context()));
        assert_eq!(&options.from_str::<T>(&native).expect("native syntax"), expected, "{native}");
        assert_eq!(&options.clone().json(true).from_str::<T>(&in_json).expect("JSON"), expected, "{in_json}");
        let inner = format!("inner = {{ {} }}\n", native.trim_end().replace('\n', ", "));
        let nested: BTreeMap<String, T> = options.from_str(&inner).expect("an object");
        assert_eq!(&nested["inner"], expected, "{inner}");
        let nested: BTreeMap<String, T> =
            options.from_str(&format!("inner {{\n{native}}}\n")).expect("a block");
        assert_eq!(&nested["inner"], expected);
        let computed: BTreeMap<String, T> =
            options.from_str(&inner.replace("= {", "= none == 1 ? {} : {")).unwrap_or_default();
        if let Some(computed) = computed.get("inner") {
            assert_eq!(computed, expected, "computed {inner}");
        }
    }
    let object: Value = serde_hcl::to_value(
        attributes.iter().map(|name| (name.to_string(), None::<u8>)).collect::<BTreeMap<_, _>>(),
    )
    .expect("it is a value");
    assert_eq!(&from_value::<T>(&object).expect("a value"), expected);
}

fn five() -> u8 {
    5
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Defaults {
    #[serde(default = "five")]
    number: u8,
    #[serde(default)]
    text: String,
    #[serde(default)]
    list: Vec<u8>,
    #[serde(default)]
    map: BTreeMap<String, u8>,
    #[serde(default)]
    nested: Nested,
    #[serde(default)]
    choice: Choice,
    #[serde(default)]
    time: Duration,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
struct Nested {
    a: u8,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
enum Choice {
    #[default]
    First,
    Second,
}

#[test]
fn a_field_with_a_default_gets_the_default() {
    let defaults = Defaults {
        number: 5,
        text: String::new(),
        list: Vec::new(),
        map: BTreeMap::new(),
        nested: Nested { a: 0 },
        choice: Choice::First,
        time: Duration::ZERO,
    };
    for name in ["number", "text", "list", "map", "nested", "choice", "time"] {
        all(&[name], &defaults);
    }
    all(&["number", "text", "list", "map", "nested", "choice", "time"], &defaults);
}

#[test]
fn a_field_that_takes_null_gets_null() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Takes {
        option: Option<u8>,
        value: Value,
        unit: (),
        twice: Option<Option<u8>>,
        #[serde(default = "one")]
        given: Option<u8>,
        #[serde(default)]
        number: u8,
    }
    fn one() -> Option<u8> {
        Some(1)
    }
    all(
        &["option", "value", "unit", "twice", "given", "number"],
        &Takes { option: None, value: Value::NULL, unit: (), twice: None, given: None, number: 0 },
    );

    #[derive(Deserialize, Debug)]
    struct Captured {
        expression: Expression,
    }
    let captured: Captured = serde_hcl::from_str("expression = null\n").expect("it fits");
    assert_eq!(captured.expression.to_string(), "null");
}

#[test]
fn a_map_keeps_nulls() {
    let map = BTreeMap::from([("a".to_owned(), None::<u8>)]);
    all(&["a"], &map);
    let error = serde_hcl::from_str::<BTreeMap<String, u8>>("a = null\n").expect_err("it is wrong");
    assert_eq!(
        error.to_string(),
        "1:5: Wrong type: Expected a whole number from 0 to 255, found null. (in a)"
    );
}

#[test]
fn hidden_fields_have_defaults_too() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(default)]
        text: String,
        value: Value,
        #[serde(flatten)]
        inner: Inner,
        #[serde(flatten)]
        rest: BTreeMap<String, Option<u8>>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        #[serde(default = "five")]
        number: u8,
    }
    let flat = |rest| Flat { text: String::new(), value: Value::NULL, inner: Inner { number: 5 }, rest };
    all(&["text", "value", "number"], &flat(BTreeMap::new()));
    all(&["text", "value", "x"], &flat(BTreeMap::from([("x".to_owned(), None)])));
    // All nulls are left out if a flattened field rejects one, see `docs/compatibility.md`.
    all(&["text", "value", "number", "x"], &flat(BTreeMap::new()));

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type")]
    enum Tagged {
        Disk {
            #[serde(default = "five")]
            size: u8,
            #[serde(default)]
            name: String,
        },
    }
    let text = "disk {\n  type = \"Disk\"\n  size = null\n  name = null\n}\n";
    let config: BTreeMap<String, Vec<Tagged>> = serde_hcl::from_str(text).expect("it fits");
    assert_eq!(config["disk"], [Tagged::Disk { size: 5, name: String::new() }]);
    let text = "disk = { type = \"Disk\", size = null }\n";
    let config: BTreeMap<String, Tagged> = serde_hcl::from_str(text).expect("it fits");
    assert_eq!(config["disk"], Tagged::Disk { size: 5, name: String::new() });
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Required {
    n: u8,
    body: Option<Body>,
}

/// A null ends the visit before the form of a block is known.
#[test]
fn nulls_before_blocks_in_buffers_keep_their_form() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "kind")]
    enum Tagged {
        A(Part),
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        part: Part,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Part {
        #[serde(default = "five")]
        count: u8,
        inner: Inner,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        size: u8,
    }

    let part = || Part { count: 5, inner: Inner { size: 1 } };
    let (native, in_json) =
        ("count = null\ninner {\n  size = 1\n}\n", r#""count": null, "inner": {"size": 1}"#);
    let flat = Flat { part: part() };
    assert_eq!(serde_hcl::from_str::<Flat>(native).expect("it fits"), flat);
    assert_eq!(json::from_str::<Flat>(&format!("{{{in_json}}}")).expect("it fits"), flat);
    let tagged = BTreeMap::from([("x".to_owned(), Tagged::A(part()))]);
    let native = format!("x {{\n  kind = \"A\"\n{native}}}\n");
    let in_json = format!(r#"{{"x": {{"kind": "A", {in_json}}}}}"#);
    assert_eq!(serde_hcl::from_str::<BTreeMap<String, Tagged>>(&native).expect("it fits"), tagged);
    assert_eq!(json::from_str::<BTreeMap<String, Tagged>>(&in_json).expect("it fits"), tagged);
}

#[test]
fn a_required_field_that_is_null_has_its_own_message() {
    let detail =
        "Missing attribute or block: \"n\" is required here, but it is null, which counts as not set. (in n)";
    let options = Options::new().context(context());
    for (text, place) in [("n = null\n", "1:5"), ("n = none\n", "1:5"), ("n = none == 1 ? 1 : none\n", "1:5")]
    {
        let error = options.from_str::<Required>(text).expect_err("it is wrong");
        assert_eq!(error.to_string(), format!("{place}: {detail}"), "{text}");
        assert_eq!(error.path(), "n");
    }
    for text in [r#"{ "n": null }"#, r#"{ "n": "${none}" }"#] {
        let error = options.clone().json(true).from_str::<Required>(text).expect_err("it is wrong");
        assert_eq!(error.to_string(), format!("1:8: {detail}"), "{text}");
    }
    let error = from_value::<Required>(&value!({ "n": null })).expect_err("it is wrong");
    assert_eq!(error.to_string(), detail);
    let error =
        serde_hcl::from_str::<BTreeMap<String, Required>>("a = { n = null }\n").expect_err("it is wrong");
    assert_eq!(error.to_string(), format!("1:11: {}", detail.replace("(in n)", "(in a.n)")));
    let error =
        serde_hcl::from_str::<BTreeMap<String, Required>>("a {\n  n = null\n}\n").expect_err("it is wrong");
    assert_eq!(error.to_string(), format!("2:7: {}", detail.replace("(in n)", "(in a.n)")));

    let error = serde_hcl::from_str::<Required>("m = null\n").expect_err("it is wrong");
    assert_eq!(
        error.to_string(),
        "1:1: Unexpected name: Nothing named \"m\" is expected here. \"n\" is required, but \
         it is missing. Did you mean \"n\"?"
    );
    let error = json::from_str::<Required>(r#"{ "body": null }"#).expect_err("it is wrong");
    assert_eq!(
        error.to_string(),
        "1:1: Missing attribute or block: \"n\" is required here, but it is missing."
    );
}
