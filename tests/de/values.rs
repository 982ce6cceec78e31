//! A value is decoded as the file that it was decoded from.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_hcl::de::{Labeled, Spanned};
use serde_hcl::{Expression, Value, from_value, json, to_value, value};

type Map<T> = BTreeMap<String, T>;

#[derive(Deserialize, Serialize, Debug, PartialEq)]
struct P {
    x: u8,
}

#[derive(Deserialize, Serialize, Debug, PartialEq)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    #[serde(default)]
    port: u16,
}

#[derive(Deserialize, Serialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Step {
    Copy { from: String },
    Wait(u8),
}

#[derive(Deserialize, Debug, PartialEq)]
struct Config {
    name: String,
    tls: P,
    admin: Option<P>,
    service: Vec<Service>,
    zone: Map<P>,
    user: Vec<Labeled<(String, String), P>>,
    step: Vec<Step>,
    nested: Map<Map<P>>,
    any: Value,
}

const CONFIG: &str = r#"
name = "${"a"}b"
tls {
  x = 1
}
service "web" {
  port = "80"
}
service "db" {
  port = null
}
zone "a" {
  x = 2
}
user "eve" "admin" {
  x = 3
}
step "copy" {
  from = "a"
}
nested "a" "b" {
  x = 4
}
any = [1, { a = null }, "${1}", "$${a}"]
"#;

#[test]
fn a_value_is_decoded_as_its_file() {
    let config: Config = serde_hcl::from_str(CONFIG).expect("valid");
    let file: Value = serde_hcl::from_str(CONFIG).expect("valid");
    assert_eq!(from_value::<Config>(&file).map_err(|error| error.to_string()), Ok(config));
    assert_eq!(from_value::<Value>(&file).map_err(|error| error.to_string()), Ok(file));
}

#[track_caller]
fn same_errors<T: for<'de> Deserialize<'de> + Debug>(native: &str) {
    let value: Value = serde_hcl::from_str(native).expect("valid");
    let in_json = json::to_string(&value).expect("it can be written");
    let errors = |error: serde_hcl::Error| -> Vec<(String, String)> {
        let parts = |it: &serde_hcl::Diagnostic| (it.path().to_owned(), it.detail().to_owned());
        error.diagnostics().iter().map(parts).collect()
    };
    let from_json = json::from_str::<T>(&in_json).map_err(errors).expect_err("it is wrong");
    let error = from_value::<T>(&value).expect_err("it is wrong");
    assert_eq!((error.span(), error.file()), (None, None));
    assert_eq!(errors(error), from_json);
}

#[test]
fn errors_of_values_are_those_of_json() {
    same_errors::<Config>(&CONFIG.replace("x = 1", "x = 300").replace("\"80\"", "\"a\""));
    same_errors::<Config>("name = []\n");
    same_errors::<Field<Vec<Service>>>("v {\n}\n");
    same_errors::<Field<P>>("v {\n  x = 1\n}\nv {\n  x = 2\n}\n");
}

#[derive(Deserialize, Serialize, Debug, PartialEq)]
struct Field<T> {
    v: T,
}

#[test]
fn texts_of_values_are_no_templates() {
    let value = value!({ "v": { "${a}": "${b", "//": "%{if x}" } });
    let decoded: Field<Map<String>> = from_value(&value).expect("it is decoded");
    let expected = [("${a}", "${b"), ("//", "%{if x}")].map(|(key, text)| (key.to_owned(), text.to_owned()));
    assert_eq!(decoded.v, Map::from(expected));
    let long = "${x}".repeat(100);
    let value = value!({ "v": (long.as_str()) });
    assert_eq!(from_value::<Field<String>>(&value).map(|it| it.v).ok(), Some(long));
}

#[test]
fn parts_that_are_no_data_are_errors() {
    let rows = [(
        value!({ "v": 1 }),
        "This was computed, so there is no expression of its own to capture. Write the elements out.",
    )];
    for (value, expected) in rows {
        let error = from_value::<Field<Expression>>(&value).expect_err("it is wrong");
        assert_eq!(error.diagnostics().iter().next().map(|it| it.detail()), Some(expected));
    }
    let unknown = value!({ "v": (Value::UNKNOWN) });
    let error = from_value::<Field<u8>>(&unknown).expect_err("it is unknown");
    assert_eq!(
        error.to_string(),
        "Unknown value: A known value is needed here, but this dynamic value is not known yet. (in v)"
    );
}

#[test]
fn values_of_types_are_decoded_again() {
    let step = Step::Copy { from: "a".to_owned() };
    let value = to_value(&step).expect("it can be written");
    assert_eq!(from_value::<Step>(&value).ok(), Some(step));
    let list = vec![P { x: 1 }, P { x: 2 }];
    let value = to_value(&list).expect("it can be written");
    assert_eq!(from_value::<Vec<P>>(&value).ok(), Some(list));
    let field = Field { v: serde_json::json!([{ "a": 1 }]) };
    let value = to_value(&field).expect("it can be written");
    assert_eq!(from_value::<Field<serde_json::Value>>(&value).ok(), Some(field));
}

#[test]
fn blocks_with_different_numbers_of_labels_are_a_sequence() {
    let text = "include {\n  a = 1\n}\ninclude \"x\" {\n  b = 2\n}\n";
    let expected = value!({ "include": [{ "a": 1 }, { "x": [{ "b": 2 }] }] });
    assert_eq!(serde_hcl::from_str::<Value>(text).ok(), Some(expected));
    let map: Map<serde_json::Value> = serde_hcl::from_str(text).expect("valid");
    assert_eq!(map["include"], serde_json::json!([{ "a": 1 }, { "x": [{ "b": 2 }] }]));
}

#[derive(Deserialize, Debug)]
struct Variable {
    default: Option<Expression>,
    when: Option<Condition>,
    count: Option<u8>,
    nested: Option<Option<u8>>,
}

#[derive(Deserialize, Debug)]
struct Condition(Expression);

#[test]
fn options_of_captures_are_not_evaluated() {
    let texts = ["default = null\nwhen = f(x)\ncount = null\nnested = null\n", "count = 1\n"];
    for text in texts {
        let variable: Variable = serde_hcl::from_str(text).expect("valid");
        let is_written = text.contains("default");
        assert_eq!((variable.default.is_some(), variable.when.is_some()), (is_written, is_written));
        assert_eq!((variable.count.is_none(), variable.nested), (is_written, None));
        if let Some(Condition(when)) = variable.when {
            assert_eq!(when.to_string(), "f(x)");
        }
    }
    let text = r#"{"default": null, "when": "${f(x)}", "count": null}"#;
    let variable: Variable = json::from_str(text).expect("valid");
    assert!(variable.default.is_some() && variable.when.is_some() && variable.count.is_none());
}

#[test]
fn whole_floats_are_decoded_from_buffers() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        field: Field<f64>,
    }
    for number in [1e21, -1e19, 18_446_744_073_709_551_616.0, 1e300] {
        let text = format!("v = {number:?}\n");
        assert_eq!(serde_hcl::from_str::<Flat>(&text).map(|it| it.field.v).ok(), Some(number), "{text}");
        assert_eq!(
            json::from_str::<Flat>(&format!("{{\"v\": {number:?}}}")).ok().map(|it| it.field.v),
            Some(number)
        );
    }
}

#[derive(Deserialize, Debug, PartialEq)]
struct All<L> {
    #[serde(rename = "$labels")]
    labels: L,
    x: u8,
}

#[derive(Deserialize, Debug, PartialEq)]
struct ByLabel {
    #[serde(with = "serde_hcl::with::labeled_blocks")]
    v: Map<Map<P>>,
}

#[test]
fn the_number_of_labels_follows_from_their_type() {
    let text = r#"{"v": {"a": {"80": {"x": 1}, "81": {"x": 2}}}}"#;
    let all = |port: u8, x| All { labels: ("a".to_owned(), port), x };
    let decoded = json::from_str::<Field<Vec<All<(String, u8)>>>>(text).map_err(|error| error.to_string());
    assert_eq!(decoded.map(|it| it.v), Ok(vec![all(80, 1), all(81, 2)]));
    let decoded = json::from_str::<Field<Vec<All<[String; 2]>>>>(text).map_err(|error| error.to_string());
    assert_eq!(decoded.map(|it| it.v.len()), Ok(2));
    let error = json::from_str::<Field<Vec<All<Vec<String>>>>>(text).expect_err("their number is not known");
    assert!(
        error.to_string().contains("The number of labels of \"v\" blocks in JSON is not defined."),
        "{error}"
    );
}

#[test]
fn labels_in_json_are_no_templates() {
    let native = "v \"$${a}\" \"b\" {\n  x = 1\n}\n";
    let decoded: ByLabel = serde_hcl::from_str(native).expect("valid");
    let text = r#"{"v": {"$${a}": {"b": {"x": 1}}}}"#;
    let in_json: ByLabel = json::from_str(text).expect("valid");
    assert_eq!(in_json.v.keys().collect::<Vec<_>>(), ["$${a}"]);
    assert_eq!(decoded.v.len(), 1);
    let body = serde_hcl::parse_file(native).into_result().expect("valid").body().clone();
    let written = json::to_string(&body).expect("it can be written");
    assert_eq!(json::from_str::<ByLabel>(&written).ok(), Some(decoded), "{written}");
}

#[test]
fn keys_of_attributes_below_labels_are_templates() {
    #[derive(Deserialize)]
    struct Flattened {
        tags: (u8, Map<u8>),
        #[serde(flatten)]
        _others: Map<u8>,
    }
    #[derive(Deserialize)]
    struct ByLabel {
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        v: Map<Flattened>,
    }
    let text = r#"{"v": {"$${a}": {"tags": [1, {"$${b}": 2}], "c": 3}}}"#;
    let decoded: ByLabel = json::from_str(text).expect("valid");
    assert_eq!(decoded.v["$${a}"].tags, (1, Map::from([("${b}".to_owned(), 2)])));
}

#[test]
fn spans_of_blocks_in_json_are_below_their_labels() {
    let text = r#"{"v": {"web": {"port": 1}, "db": {"port": 2}}}"#;
    let decoded: Field<Vec<Spanned<Service>>> = json::from_str(text).expect("valid");
    let spans: Vec<_> = decoded.v.iter().map(|it| &text[it.span()]).collect();
    assert_eq!(spans, [r#"{"port": 1}"#, r#"{"port": 2}"#]);
}

#[derive(Deserialize, Serialize, Debug)]
struct Outer {
    name: String,
    #[serde(flatten, with = "serde_hcl::with::flat")]
    common: Captures,
    #[serde(flatten, with = "serde_hcl::with::flat")]
    more: Field<Option<u8>>,
    #[serde(flatten)]
    rest: Map<serde_json::Value>,
}

#[derive(Deserialize, Serialize, Debug)]
struct Captures {
    when: Expression,
    port: u16,
    rule: Vec<Service>,
}

#[derive(Deserialize)]
struct Rule {
    #[serde(flatten, with = "serde_hcl::with::flat")]
    common: Whens,
}

#[derive(Deserialize)]
struct Whens {
    when: Expression,
    rule: Vec<When>,
}

#[derive(Deserialize)]
struct When {
    #[serde(rename = "$label")]
    _name: String,
    x: Expression,
}

#[test]
fn flattened_types_are_decoded_from_the_body() {
    let text = "name = \"a\"\nwhen = f(x)\nport = \"80\"\nrule \"r\" {\n}\nv = 1\n";
    let error = serde_hcl::from_str::<Outer>(text).expect_err("the map takes `when` too");
    let expected = "2:8: Function calls not allowed: Functions may not be called here. (in when)";
    assert_eq!(error.to_string(), expected);
    let captures: Rule = serde_hcl::from_str(&text.replace("\"r\" {", "\"r\" {\n  x = f()")).expect("valid");
    assert_eq!(captures.common.when.to_string(), "f(x)");
    assert_eq!(captures.common.rule[0].x.to_string(), "f()");
    let in_json = r#"{"name": "a", "when": "${f(x)}", "rule": {"r": {"x": "${f()}"}}}"#;
    let captures: Rule = json::from_str(in_json).expect("valid");
    assert_eq!(captures.common.when.to_string(), r#""${f(x)}""#);
    let outer: Outer = serde_hcl::from_str(&text.replace("f(x)", "1 + 1")).expect("valid");
    assert_eq!((outer.name.as_str(), outer.common.when.to_string()), ("a", "1 + 1".to_owned()));
    assert_eq!((outer.common.port, outer.common.rule[0].name.as_str(), outer.more.v), (80, "r", Some(1)));
    let in_json = r#"{"name": "a", "when": "${1 + 1}", "port": "80", "rule": {"r": {}}, "v": 1}"#;
    let outer: Outer = json::from_str(in_json).expect("valid");
    assert_eq!((outer.common.port, outer.common.rule[0].name.as_str(), outer.more.v), (80, "r", Some(1)));
    let wrong = "name = []\nwhen = 1\nport = \"x\"\nrule \"r\" {\n  port = -1\n}\nv = 300\n";
    let error = serde_hcl::from_str::<Outer>(wrong).expect_err("it is wrong");
    let errors: Vec<_> =
        error.diagnostics().iter().map(|it| (it.range().map(|range| range.start.line), it.path())).collect();
    let lines = [(Some(1), "name"), (Some(3), "port"), (Some(5), "rule[0].port")];
    assert_eq!(errors, lines);
}

#[test]
fn other_formats_decode_flattened_types() {
    #[derive(Deserialize, Serialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten, with = "serde_hcl::with::flat")]
        p: P,
    }
    let flat: Flat = serde_json::from_str(r#"{"x": 1}"#).expect("valid");
    assert_eq!(flat, Flat { p: P { x: 1 } });
    assert_eq!(serde_json::to_string(&flat).expect("it can be written"), r#"{"x":1}"#);
    assert_eq!(serde_hcl::to_string(&flat).expect("it can be written"), "x = 1\n");
}
