//! The written form of each shape, which is read back equal.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize};
use serde_hcl::{Number, Value, de::Labeled, json, to_string, to_value, value};

use test_support::written::written_json;

/// Checks that a value is written as this native text and this JSON, and that both are read back as
/// the value.
#[track_caller]
fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(
    written: &T,
    native: &str,
    json_text: &str,
) {
    let text = to_string(written).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(text, native);
    assert_eq!(&serde_hcl::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error:#}")), written);
    let text = written_json(written).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(text, json_text);
    assert_eq!(&json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error:#}")), written);
    let pretty = json::to_string_pretty(written).expect("it can be written");
    assert_eq!(&json::from_str::<T>(&pretty).unwrap_or_else(|error| panic!("{error:#}")), written);
    let printed = serde_hcl::parse_file(native).into_result().expect("it is sound").to_string();
    assert_eq!(printed, native, "it is in canonical style");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Arguments {
    name: String,
    count: u8,
    ratio: f64,
    on: bool,
    letter: char,
    big: i128,
    missing: Option<u8>,
    list: Vec<u16>,
    pair: (u8, String),
    map: BTreeMap<String, u8>,
    nested: Nested,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Nested {
    kind: Kind,
    more: Vec<Kind>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Plain,
    Level(u8),
    Range { from: u8, to: u8 },
    Pair(u8, u8),
}

#[test]
fn scalars_and_collections_are_attributes() {
    let written = Arguments {
        name: "a \"b\" ${c}".to_owned(),
        count: 3,
        ratio: 0.1,
        on: true,
        letter: 'é',
        big: i128::MAX,
        missing: None,
        list: vec![1, 2],
        pair: (1, "x".to_owned()),
        map: BTreeMap::from([("a".to_owned(), 1), ("b c".to_owned(), 2), ("for".to_owned(), 3)]),
        nested: Nested {
            kind: Kind::Plain,
            more: vec![Kind::Level(1), Kind::Range { from: 1, to: 2 }, Kind::Pair(3, 4)],
        },
    };
    let native = r#"name   = "a \"b\" $${c}"
count  = 3
ratio  = 0.1
on     = true
letter = "é"
big    = 170141183460469231731687303715884105727
list   = [1, 2]
pair   = [1, "x"]
map = {
  a     = 1
  "b c" = 2
  "for" = 3
}
nested = {
  kind = "plain"
  more = [
    {
      level = 1
    },
    {
      range = {
        from = 1
        to   = 2
      }
    },
    {
      pair = [3, 4]
    },
  ]
}
"#;
    let json = concat!(
        r#"{"name":"a \"b\" $${c}","count":3,"ratio":0.1,"on":true,"letter":"é","#,
        r#""big":170141183460469231731687303715884105727,"list":[1,2],"pair":[1,"x"],"#,
        r#""map":{"a":1,"b c":2,"for":3},"#,
        r#""nested":{"kind":"plain","more":[{"level":1},{"range":{"from":1,"to":2}},{"pair":[3,4]}]}}"#,
    );
    check(&written, native, json);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Blocks {
    region: String,
    #[serde(with = "serde_hcl::with::blocks")]
    defaults: Port,
    #[serde(with = "serde_hcl::with::blocks", default)]
    extra: Option<Port>,
    #[serde(with = "serde_hcl::with::blocks", default)]
    listen: Vec<Port>,
    #[serde(with = "serde_hcl::with::labeled_blocks")]
    check: BTreeMap<String, Port>,
    service: Vec<Service>,
    rule: Vec<Labeled<(String, String), Port>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Port {
    port: u16,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    image: String,
    #[serde(default)]
    volume: Vec<Volume>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Volume {
    #[serde(rename = "$label")]
    kind: String,
    #[serde(rename = "$label.1")]
    name: String,
}

#[test]
fn fields_are_blocks_by_their_type() {
    let port = |port| Port { port };
    let volume = |kind: &str, name: &str| Volume { kind: kind.to_owned(), name: name.to_owned() };
    let written = Blocks {
        region: "eu".to_owned(),
        defaults: port(1),
        extra: None,
        listen: vec![port(2), port(3)],
        check: BTreeMap::from([("alive".to_owned(), port(4)), ("x y".to_owned(), port(5))]),
        service: vec![Service {
            name: "web".to_owned(),
            image: "w:1".to_owned(),
            volume: vec![volume("disk", "a"), volume("tmp", "b"), volume("disk", "c")],
        }],
        rule: vec![Labeled { labels: ("in".to_owned(), "${x}".to_owned()), body: port(6) }],
    };
    let native = r#"region = "eu"

defaults {
  port = 1
}

listen {
  port = 2
}

listen {
  port = 3
}

check "alive" {
  port = 4
}

check "x y" {
  port = 5
}

service "web" {
  image = "w:1"
  volume "disk" "a" {}
  volume "tmp" "b" {}
  volume "disk" "c" {}
}

rule "in" "$${x}" {
  port = 6
}
"#;
    let json = concat!(
        r#"{"region":"eu","defaults":{"port":1},"listen":[{"port":2},{"port":3}],"#,
        r#""check":{"alive":{"port":4},"x y":{"port":5}},"#,
        r#""service":{"web":{"image":"w:1","volume":[{"disk":{"a":{}}},{"tmp":{"b":{}}},{"disk":{"c":{}}}]}},"#,
        r#""rule":{"in":{"${x}":{"port":6}}}}"#,
    );
    check(&written, native, json);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Item {
    Listen(Port),
    Name(String),
}

#[test]
fn a_sequence_of_variants_is_a_body() {
    let items = [Item::Listen(Port { port: 1 }), Item::Name("x".to_owned()), Item::Listen(Port { port: 2 })];
    let native = "listen {\n  port = 1\n}\n\nname = \"x\"\n\nlisten {\n  port = 2\n}\n";
    let json = r#"[{"listen":{"port":1}},{"name":"x"},{"listen":{"port":2}}]"#;
    check(&Vec::from(items), native, json);
}

#[test]
fn values_keep_their_digits() {
    let digits = "0.1234567890123456789012345678901234567890";
    let number: serde_hcl::Number = digits.parse().expect("a number");
    let written = value!({ "n": (Value::from(number)), "none": null });
    assert_eq!(
        to_string(&written).ok(),
        Some("n    = 0.123456789012345678901234567890123456789\nnone = null\n".to_owned())
    );
    let json = r#"{"n":0.123456789012345678901234567890123456789,"none":null}"#;
    assert_eq!(written_json(&written).ok().as_deref(), Some(json));
    assert_eq!(written_json(&value!([null, [], {}])).ok().as_deref(), Some("[null,[],{}]"));
}

#[test]
fn to_value_returns_the_value_that_is_decoded() {
    let written = (1, vec![Some(true), None], BTreeMap::from([(7, 'x')]));
    assert_eq!(to_value(&written).ok(), Some(value!([1, [true, null], { "7": "x" }])));
    let service = Service {
        name: "web".to_owned(),
        image: "w".to_owned(),
        volume: vec![Volume { kind: "disk".to_owned(), name: "a".to_owned() }],
    };
    let written = BTreeMap::from([("service", vec![service])]);
    let text = to_string(&written).expect("it can be written");
    let read: Value = serde_hcl::from_str(&text).expect("it is sound");
    assert_eq!(to_value(&written).ok(), Some(read));
}

#[test]
fn blocks_are_values_by_their_labels() {
    #[derive(Serialize)]
    struct Rules {
        rule: Vec<Labeled<Vec<String>, BTreeMap<&'static str, u8>>>,
    }
    let rules = |labels: &[&[&str]]| {
        let rule = labels.iter().zip(1..).map(|(labels, v)| Labeled {
            labels: labels.iter().map(|label| (*label).to_owned()).collect(),
            body: BTreeMap::from([("v", v)]),
        });
        to_value(&Rules { rule: rule.collect() })
    };
    assert_eq!(
        rules(&[&["a"], &["a"], &["b"]]).expect("they have as many labels"),
        value!({ "rule": { "a": [{ "v": 1 }, { "v": 2 }], "b": [{ "v": 3 }] } })
    );
    assert_eq!(
        rules(&[&["a"], &["b"], &["a"]]).expect("they keep their order"),
        value!({ "rule": [{ "a": [{ "v": 1 }] }, { "b": [{ "v": 2 }] }, { "a": [{ "v": 3 }] }] })
    );
    assert_eq!(rules(&[&[], &[]]).expect("they have none"), value!({ "rule": [{ "v": 1 }, { "v": 2 }] }));
    // As they are decoded from a file.
    let mixed = serde_hcl::from_str("rule a {\n  v = 1\n}\nrule {\n  v = 2\n}\nrule a b {\n  v = 3\n}\n");
    let mixed: Value = mixed.expect("it is sound");
    assert_eq!(
        mixed,
        value!({ "rule": [{ "a": [{ "v": 1 }] }, { "v": 2 }, { "a": { "b": [{ "v": 3 }] } }] })
    );
    assert_eq!(rules(&[&["a"], &[], &["a", "b"]]).expect("each is an object"), mixed);
    let deep = rules(&[&["a"; 100_000]]).expect_err("that are too many");
    assert!(deep.to_string().contains("Nesting too deep"), "{deep}");
}

#[test]
fn labels_come_in_the_order_of_their_numbers() {
    #[derive(Serialize)]
    struct Rule {
        port: u16,
        #[serde(rename = "$labels")]
        more: (bool, bool),
        #[serde(rename = "$label.1")]
        second: u8,
        inner: Vec<Labeled<(), Port>>,
        #[serde(rename = "$label")]
        first: &'static str,
    }
    let inner = vec![Labeled { labels: (), body: Port { port: 2 } }];
    let rule = Rule { port: 1, more: (true, false), second: 7, inner, first: "a" };
    let written = BTreeMap::from([("rule", Labeled { labels: "outer", body: rule })]);
    let native =
        "rule \"outer\" \"a\" \"7\" \"true\" \"false\" {\n  port = 1\n\n  inner {\n    port = 2\n  }\n}\n";
    assert_eq!(to_string(&written).ok().as_deref(), Some(native));
    let json_text = r#"{"rule":{"outer":{"a":{"7":{"true":{"false":{"port":1,"inner":{"port":2}}}}}}}}"#;
    assert_eq!(written_json(&written).ok().as_deref(), Some(json_text));
}

#[test]
fn labels_have_no_highest_number() {
    struct Labels;
    impl Serialize for Labels {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            const NAMES: [&str; 12] = [
                "$label.0",
                "$label.1",
                "$label.10",
                "$label.11",
                "$label.2",
                "$label.3",
                "$label.4",
                "$label.5",
                "$label.6",
                "$label.7",
                "$label.8",
                "$label.9",
            ];
            let mut fields = serializer.serialize_struct("Labels", NAMES.len())?;
            for name in NAMES {
                fields.serialize_field(name, &name["$label.".len()..])?;
            }
            fields.end()
        }
    }
    let written = to_string(&BTreeMap::from([("rule", Labels)])).expect("it can be written");
    let numbers: String = (0..12).map(|number| format!("\"{number}\" ")).collect();
    assert_eq!(written, format!("rule {numbers}{{}}\n"));

    #[derive(Deserialize, PartialEq, Debug)]
    struct Ends<T> {
        #[serde(rename = "$label")]
        first: u8,
        #[serde(rename = "$label.11")]
        last: T,
    }
    let read: BTreeMap<String, Ends<u8>> = serde_hcl::from_str(&written).expect("it fits");
    assert_eq!(read["rule"], Ends { first: 0, last: 11 });
    let error =
        serde_hcl::from_str::<BTreeMap<String, Ends<u8>>>("rule \"0\" {}\n").expect_err("labels are missing");
    assert_eq!(
        error.to_string(),
        "1:1: Missing block label: A \"rule\" block needs another label here. (in rule)"
    );
}

#[test]
fn values_that_could_not_be_written_leave_nothing() {
    /// Leaves out the elements and entries that cannot be written.
    struct Lenient;
    impl Serialize for Lenient {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeMap;
            let mut map = serializer.serialize_map(None)?;
            for (key, number) in [("a", value!(0.5)), ("b", Value::UNKNOWN), ("c", value!(1.5))] {
                let nested = BTreeMap::from([("x", vec![value!(1)]), ("y", vec![number.clone()])]);
                let is_written = map.serialize_entry(key, &nested).is_ok();
                assert_eq!(is_written, !number.is_unknown(), "{key}");
            }
            map.end()
        }
    }
    assert_eq!(
        to_value(&Lenient).ok(),
        Some(value!({ "a": { "x": [1], "y": [0.5] }, "c": { "x": [1], "y": [1.5] } }))
    );
}

#[test]
fn infinite_numbers_come_back() {
    let numbers = [("a", Number::INFINITY), ("b", Number::NEG_INFINITY)];
    let written = BTreeMap::from(numbers.map(|(name, number)| (name.to_owned(), number)));
    check(&written, "a = 1 / 0\nb = -1 / 0\n", r#"{"a":"${1 / 0}","b":"${-1 / 0}"}"#);
}

#[test]
fn values_without_a_written_form_are_errors() {
    #[track_caller]
    fn refused<T: Serialize>(written: &T, expected: &str) {
        let error = to_string(written).expect_err("it cannot be written");
        assert_eq!(error.to_string(), expected);
    }
    refused(
        &1,
        "Root is not a body: A configuration is written from a struct or a map, or from a sequence of enum variants that are its attributes and blocks.",
    );
    refused(
        &BTreeMap::from([("a b", 1)]),
        "Name not valid in native syntax: \"a b\" cannot be the name of an attribute or a block in native syntax. Use a name of letters, digits, _ and -, \
         or put the entry into a map that is an attribute. (in [\"a b\"])",
    );
    refused(
        &BTreeMap::from([([1], 1)]),
        "Key without a text: A key of a map must be a string, a number, a bool or a variant without content.",
    );
    refused(
        &value!({ "a": (Value::UNKNOWN) }),
        "Unsuitable value: an unknown dynamic cannot be written (in a)",
    );
    let mut deep = value!(1);
    for _ in 0..200 {
        deep = value!([deep]);
    }
    let error = to_string(&BTreeMap::from([("a", deep)])).expect_err("it is too deep");
    assert_eq!(error.category(), serde_hcl::diag::Category::Limit);
}

/// Values of the kinds that a configuration has.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Config {
    text: String,
    texts: Vec<String>,
    number: f64,
    table: BTreeMap<String, Option<String>>,
    #[serde(default)]
    block: Vec<Labeled<String, Inner>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Inner {
    text: String,
    maybe: Option<i64>,
}

/// Texts with characters that have a meaning in templates, strings and heredocs. They contain no
/// decomposed characters, since strings are normalized.
fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            "$", "%", "{", "}", "${", "%{", "\n", "\r", "\t", "\"", "\\", " ", "EOT", "~", "é", "😀",
            "\u{1}", "\u{7f}", "\u{1d}", "a", "<<", "#", "//",
        ]),
        0..8,
    )
    .prop_map(|parts| parts.concat())
}

fn configs() -> impl Strategy<Value = Config> {
    let number = prop_oneof![any::<i32>().prop_map(f64::from), -1e6..1e6_f64, Just(1e300), Just(1e-300)];
    let table = prop::collection::btree_map(texts(), prop::option::of(texts()), 0..3);
    let inner = (texts(), prop::option::of(any::<i64>())).prop_map(|(text, maybe)| Inner { text, maybe });
    let block = prop::collection::vec(
        ("[a-c]{1,2}", inner).prop_map(|(labels, body)| Labeled { labels, body }),
        0..4,
    );
    (texts(), prop::collection::vec(texts(), 0..3), number, table, block)
        .prop_map(|(text, texts, number, table, block)| Config { text, texts, number, table, block })
}

/// Values with numbers of any size, nested deep.
fn values() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        "-?[1-9][0-9]{0,60}",
        "-?[0-9]\\.[0-9]{0,30}[1-9]",
        "[1-9]e-?[0-9]{1,3}",
    ]
    .prop_map(|text| Value::from(text.parse::<serde_hcl::Number>().expect("a number")));
    let leaf = prop_oneof![
        Just(Value::NULL),
        any::<bool>().prop_map(Value::from),
        number,
        texts().prop_map(Value::from),
    ];
    leaf.prop_recursive(12, 24, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::tuple),
            prop::collection::vec((texts(), inner), 0..3)
                .prop_map(|entries| Value::object(entries.into_iter().collect::<serde_hcl::Map>())),
        ]
    })
}

proptest! {
    #[test]
    fn values_are_read_back(value in values()) {
        let written = BTreeMap::from([("v".to_owned(), value)]);
        let native = to_string(&written).expect("it can be written");
        prop_assert_eq!(&serde_hcl::from_str::<BTreeMap<String, Value>>(&native).expect(&native), &written, "{}", native);
        let text = written_json(&written).expect("it can be written");
        prop_assert_eq!(&json::from_str::<BTreeMap<String, Value>>(&text).expect(&text), &written, "{}", text);
    }

    #[test]
    fn a_written_configuration_is_read_back(config in configs()) {
        let native = to_string(&config).expect("it can be written");
        prop_assert_eq!(&serde_hcl::from_str::<Config>(&native).expect(&native), &config, "{}", native);
        let printed = serde_hcl::parse_file(native.as_str()).into_result().expect("it is sound").to_string();
        prop_assert_eq!(&printed, &native);
        let text = written_json(&config).expect("it can be written");
        let read = json::from_str::<Config>(&text).expect(&text);
        // In JSON, blocks are grouped by label, so only blocks without a recurring label keep their
        // order.
        prop_assert_eq!(&read, &config, "{}", text);
        // A parsed body is written in the same way as its source.
        let body = serde_hcl::ser::to_body(&config).expect("it can be written");
        prop_assert_eq!(to_string(&body).expect("it can be written"), native);
        let text = written_json(&body).expect("it can be written");
        prop_assert_eq!(&json::from_str::<Config>(&text).expect(&text), &config, "{}", text);
    }
}
