//! The valid part of a configuration.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::de::{Labeled, Spanned};
use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Expression, Options, Value, json, parse_file};

/// Returns the valid part and the locations of the errors.
fn part<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> (String, Vec<String>) {
    let outcome = Options::new().json(text.starts_with('{')).from_str_partial::<T>(text);
    let place = |it: &serde_hcl::Diagnostic| it.range().map_or_else(String::new, |it| it.start.to_string());
    let value = outcome.value.map_or_else(|| "nothing".to_owned(), |value| format!("{value:?}"));
    (value, outcome.diagnostics.iter().map(place).collect())
}

macro_rules! types {
    ($($item:item)*) => {
        $(#[derive(Deserialize, Debug)] #[allow(dead_code, reason = "read by Debug")] $item)*
    };
}

types! {
    struct P { x: u8 }
    struct D { #[serde(default)] x: u8, y: Option<u8> }
    struct Ips { ips: Vec<IpAddr> }
    struct Pair { #[serde(default)] pair: (u8, u8), y: Option<u8> }
    struct Blocks { #[serde(default)] p: Vec<P>, only: Option<P> }
    struct Labels { #[serde(default)] p: BTreeMap<String, P>, #[serde(default)] l: Vec<Labeled<(String, u8), P>> }
    struct Nested { d: BTreeMap<String, D>, e: Option<Choice> }
    enum Choice { One(u8), Two { x: u8 } }
    #[serde(deny_unknown_fields)] struct Closed { #[serde(default)] x: u8 }
    struct Around { #[serde(flatten)] d: D, #[serde(flatten)] others: BTreeMap<String, u8> }
    struct Flat { #[serde(flatten, with = "serde_hcl::with::flat")] d: D }
    #[serde(tag = "t")] enum Tagged { A { #[serde(default)] x: u8 } }
    struct OfTagged { #[serde(default)] tagged: Vec<Tagged> }
    struct Captures { when: Option<Expression>, port: Option<Spanned<u8>> }
}

#[test]
fn members_with_errors_are_left_out() {
    type Decode = fn(&str) -> (String, Vec<String>);
    let table: &[(Decode, &str, &str, &[&str])] = &[
        (part::<D>, "x = 1\ny = 2\n", "D { x: 1, y: Some(2) }", &[]),
        (part::<D>, "x = []\ny = 300\n", "D { x: 0, y: None }", &["1:5", "2:5"]),
        (part::<D>, r#"{"x": [], "y": 2}"#, "D { x: 0, y: Some(2) }", &["1:7"]),
        (part::<D>, "x = nope\ny = 2\n", "D { x: 0, y: Some(2) }", &["1:5"]),
        (part::<D>, "x = null\ny = 2\n", "D { x: 0, y: Some(2) }", &[]),
        // A required field of the root.
        (part::<P>, "x = []\n", "nothing", &["1:5"]),
        (part::<P>, "", "nothing", &["1:1"]),
        // Elements, entries and blocks.
        (part::<Ips>, "ips = [\"::1\", \"bad\", \"::2\"]\n", "Ips { ips: [::1, ::2] }", &["1:15"]),
        (part::<Pair>, "pair = [1, \"a\"]\ny = 1\n", "Pair { pair: (0, 0), y: Some(1) }", &["1:12"]),
        (
            part::<Blocks>,
            "p {\n  x = 1\n}\np {}\np {\n  x = 3\n}\nonly {}\n",
            "Blocks { p: [P { x: 1 }, P { x: 3 }], only: None }",
            &["4:1", "8:1"],
        ),
        (
            part::<Blocks>,
            r#"{"p": [{"x": 1}, {}, {"x": 3}], "only": {}}"#,
            "Blocks { p: [P { x: 1 }, P { x: 3 }], only: None }",
            &["1:18", "1:41"],
        ),
        // The first of two blocks in place of one.
        (
            part::<Blocks>,
            "only {\n  x = 1\n}\nonly {\n  x = 2\n}\n",
            "Blocks { p: [], only: Some(P { x: 1 }) }",
            &["4:1"],
        ),
        (
            part::<Labels>,
            "p \"a\" {\n  x = 1\n}\np \"b\" {}\nl \"a\" 1 {\n  x = 1\n}\nl \"a\" \"b\" {\n  x = 1\n}\n",
            "Labels { p: {\"a\": P { x: 1 }}, l: [] }",
            &["5:7"],
        ),
        (
            part::<Labels>,
            "p \"a\" {\n  x = 1\n}\np \"b\" {}\nl \"a\" \"1\" {\n  x = 1\n}\nl \"a\" \"b\" {\n  x = 1\n}\n",
            "Labels { p: {\"a\": P { x: 1 }}, l: [Labeled { labels: (\"a\", 1), body: P { x: 1 } }] }",
            &["4:1", "8:7"],
        ),
        (
            part::<Nested>,
            "d = {\n  a = { x = 1, y = [] }\n  b = 2\n  c = {}\n}\ne = { Two = {} }\n",
            "Nested { d: {\"a\": D { x: 1, y: None }, \"c\": D { x: 0, y: None }}, e: None }",
            &["2:20", "3:7", "6:13"],
        ),
        // Names that the type does not have, and attributes that are set twice.
        (part::<Closed>, "x = 1\nz = 2\n", "Closed { x: 1 }", &["2:1"]),
        (part::<D>, "x = 1\nx = 2\n", "D { x: 1, y: None }", &["2:1"]),
        // Types that serde hides.
        (
            part::<Around>,
            "x = 1\ny = []\nz = 3\n",
            "Around { d: D { x: 1, y: None }, others: {\"z\": 3} }",
            &["2:5"],
        ),
        (part::<Flat>, "x = 1\ny = []\n", "Flat { d: D { x: 1, y: None } }", &["2:5"]),
        (
            part::<OfTagged>,
            "tagged {\n  t = \"A\"\n  x = 1\n}\ntagged {\n  t = \"B\"\n}\n",
            "OfTagged { tagged: [A { x: 1 }] }",
            &["6:7"],
        ),
        (
            part::<Captures>,
            "port = 80 + nope\nwhen = nope\n",
            "Captures { when: Some(nope), port: None }",
            &["1:13"],
        ),
        // Syntax errors.
        (part::<D>, "x = \ny = 2\n", "D { x: 0, y: Some(2) }", &["1:5"]),
        (part::<D>, "x = 1\ny = (\n", "D { x: 1, y: None }", &["2:5"]),
    ];
    for (decode, text, value, errors) in table {
        assert_eq!(
            decode(text),
            ((*value).to_owned(), errors.iter().map(|it| (*it).to_owned()).collect()),
            "{text}"
        );
    }
}

#[test]
fn the_errors_are_those_of_decoding_the_whole() {
    let text = "x = []\np {\n  x = 300\n}\nonly {}\n";
    let file = parse_file(text).into_result().expect("it is valid syntax");
    let outcome = Options::new().from_body_partial::<Blocks>(file.body());
    let error = Options::new().from_str::<Blocks>(text).expect_err("two blocks are invalid");
    assert_eq!(outcome.diagnostics.to_string(), error.diagnostics().to_string());
}

#[test]
fn a_limit_ends_the_valid_part() {
    let mut limits = serde_hcl::Limits::default();
    limits.steps = 3;
    let outcome = Options::new().limits(limits).from_str_partial::<D>("x = 1\ny = 1 + 1 + 1 + 1 + 1\n");
    assert!(outcome.value.is_none());
    assert!(outcome.diagnostics.has_errors());
}

#[test]
fn errors_in_secrets_are_left_out_as_others() {
    let mut context = EvalContext::new();
    context.set("key", Value::from("hunter2").mark(Mark::new("secret")));
    let outcome = Options::new().context(context).from_str_partial::<D>("x = key\ny = 2\n");
    assert_eq!(format!("{:?}", outcome.value), "Some(D { x: 0, y: Some(2) })");
    assert!(!format!("{:?}", outcome.diagnostics).contains("hunter2"));
}

/// Each element is visited a bounded number of times.
#[test]
fn many_wrong_elements_take_linear_time() {
    let element = |index: usize| {
        if index.is_multiple_of(2) {
            "\"bad\",".to_owned()
        } else {
            format!("\"10.0.{}.{}\",", index / 250, index % 250)
        }
    };
    let text = format!("ips = [{}]\n", (0..10_000).map(element).collect::<String>());
    let outcome = Options::new().from_str_partial::<Ips>(&text);
    assert_eq!(outcome.value.map(|it| it.ips.len()), Some(5_000));
    let in_json: serde_json::Value = serde_json::json!({ "ips": vec!["bad"; 10_000] });
    let outcome = Options::new().json(true).from_str_partial::<Ips>(&in_json.to_string());
    assert_eq!(outcome.value.map(|it| it.ips.len()), Some(0));
    assert!(json::from_str::<Ips>(&in_json.to_string()).is_err());
}
