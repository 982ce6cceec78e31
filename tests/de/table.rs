//! Rows of a type, a text and a value: each through every function that decodes or encodes, in
//! both syntaxes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Debug;
use std::net::IpAddr;
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_hcl::{EvalContext, Value, de::Labeled, json};
use serde_spanned::Spanned;

/// The operations of every type in the table.
trait Row: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug {}

impl<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug> Row for T {}

#[track_caller]
fn sound<T>(result: serde_hcl::Result<T>, function: &str, text: &str) -> T {
    result.unwrap_or_else(|error| panic!("{function}: {error:#}\nin {text}"))
}

/// Decodes and encodes a body by every function.
#[track_caller]
fn body<T: Row>(text: &str, expected: &T) {
    let check = |function: &str, text: &str, result: serde_hcl::Result<T>| {
        assert_eq!(&sound(result, function, text), expected, "{function}: {text}");
    };
    let file = sound(serde_hcl::parse_file(text).into_result(), "parse_file", text);
    check("from_str", text, serde_hcl::from_str(text));
    check("from_slice", text, serde_hcl::from_slice(text.as_bytes()));
    check("from_reader", text, serde_hcl::from_reader(text.as_bytes()));
    check("from_body", text, serde_hcl::from_body(file.body(), &EvalContext::new()));
    // The same file as JSON.
    let as_json = sound(json::to_string(file.body()), "json::to_string of the body", text);
    check("json::from_str", &as_json, json::from_str(&as_json));
    check("json::from_slice", &as_json, json::from_slice(as_json.as_bytes()));
    check("json::from_reader", &as_json, json::from_reader(as_json.as_bytes()));
    // The value, written and read again.
    let native = sound(serde_hcl::to_string(expected), "to_string", text);
    check("round trip", &native, serde_hcl::from_str(&native));
    let written = sound(json::to_string(expected), "json::to_string", text);
    check("JSON round trip", &written, json::from_str(&written));
    let pretty = sound(json::to_string_pretty(expected), "json::to_string_pretty", text);
    check("pretty JSON round trip", &pretty, json::from_str(&pretty));
    let through_body = sound(serde_hcl::ser::to_body(expected), "to_body", text);
    check("to_body", &native, serde_hcl::from_body(&through_body, &EvalContext::new()));
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Only<T> {
    v: T,
}

/// Decodes and encodes the value of an attribute by every function, and as a value by itself.
#[track_caller]
fn argument<T: Row>(text: &str, expected: T) {
    let value: Value =
        sound(serde_hcl::from_str::<BTreeMap<String, Value>>(&format!("v = {text}\n")), "Value", text)
            .remove("v")
            .expect("it is there");
    assert_eq!(sound(serde_hcl::from_value::<T>(&value), "from_value", text), expected, "from_value: {text}");
    assert_eq!(sound(T::deserialize(value.clone()), "Value", text), expected, "Value: {text}");
    let written = sound(serde_hcl::to_value(&expected), "to_value", text);
    assert_eq!(sound(serde_hcl::from_value::<T>(&written), "to_value", text), expected, "to_value: {text}");
    body(&format!("v = {text}\n"), &Only { v: expected });
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn map<K: Ord, V, const N: usize>(entries: [(K, V); N]) -> BTreeMap<K, V> {
    BTreeMap::from(entries)
}

#[test]
fn scalars_are_decoded_and_encoded() {
    argument("true", true);
    argument("false", false);
    argument("\"true\"", true);
    argument("1 < 2", true);
    argument("0", 0_u8);
    argument("255", 255_u8);
    argument("-128", i8::MIN);
    argument("65535", u16::MAX);
    argument("-32768", i16::MIN);
    argument("4294967295", u32::MAX);
    argument("-2147483648", i32::MIN);
    argument("18446744073709551615", u64::MAX);
    argument("-9223372036854775808", i64::MIN);
    argument("340282366920938463463374607431768211455", u128::MAX);
    argument("-170141183460469231731687303715884105728", i128::MIN);
    argument("7", 7_usize);
    argument("7", NonZeroU8::new(7).expect("not zero"));
    argument("\"80\"", 80_u16);
    argument("40 * 2", 80_u16);
    argument("1e3", 1000_u32);
    argument("2.0", 2_i64);
    argument("0.1", 0.1_f64);
    argument("3", 3.0_f64);
    argument("1e300", 1e300_f64);
    argument("5e-324", 5e-324_f64);
    argument("-0.5", -0.5_f32);
    argument("0.1", 0.1_f32);
    argument("16777217", 16_777_216.0_f32);
    argument("\"\"", text(""));
    argument("\"a b\"", text("a b"));
    argument("\"\\u00e9\\n\\t\\\"\\\\\"", text("é\n\t\"\\"));
    argument("\"$${x} %%{y}\"", text("${x} %{y}"));
    argument("\"${1 + 1}\"", text("2"));
    argument("12.50", text("12.5"));
    argument("true", text("true"));
    argument("<<EOT\na\n  b\nEOT", text("a\n  b\n"));
    argument("<<-EOT\n    a\n      b\n    EOT", text("a\n  b\n"));
    argument("\"日本\"", text("日本"));
    argument("\"é\"", 'é');
    argument("\"\\n\"", '\n');
    argument("null", None::<u8>);
    argument("7", Some(7_u8));
    argument("1 > 2 ? 3 : null", None::<u8>);
    argument("\"x\"", Some(text("x")));
    argument("\"a/b\"", PathBuf::from("a/b"));
    argument("\"10.0.0.1\"", IpAddr::from([10, 0, 0, 1]));
    argument("{ secs = 1, nanos = 5 }", Duration::new(1, 5));
    argument("\"a\"", Cow::<str>::Owned(text("a")));
    argument("\"x\"", Box::new(text("x")));
}

#[test]
fn collections_are_decoded_and_encoded() {
    argument("[]", Vec::<u8>::new());
    argument("[1, 2]", vec![1_u8, 2]);
    argument("[1, \"2\", 1 + 2]", vec![1_u8, 2, 3]);
    argument("[[1], [], [2, 3]]", vec![vec![1_u8], vec![], vec![2, 3]]);
    argument("[null, 1]", vec![None, Some(1_u8)]);
    argument("[\"${\"a\"}\"]", vec![text("a")]);
    argument("[for n in [1, 2] : n * 10]", vec![10_u8, 20]);
    argument("[1, 2]", VecDeque::from([1_u8, 2]));
    argument("[2, 1, 2]", BTreeSet::from([1_u8, 2]));
    argument("[true, false]", [true, false]);
    argument("[1]", (1_u8,));
    argument("[1, \"x\"]", (1_u8, text("x")));
    argument("[1, [2, \"x\"]]", (1_u8, (2_u8, text("x"))));
    argument("{}", BTreeMap::<String, u8>::new());
    argument("{ a = 1, \"b c\" = 2 }", map([(text("a"), 1_u8), (text("b c"), 2)]));
    argument("{ (\"a\") = 1 }", map([(text("a"), 1_u8)]));
    argument("{ \"${1 + 1}\" = 1 }", map([(text("2"), 1_u8)]));
    argument("{ \"for\" = 1 }", map([(text("for"), 1_u8)]));
    argument("{ for k in [\"x\", \"y\"] : k => 1 }", map([(text("x"), 1_u8), (text("y"), 1)]));
    argument("{ 80 = true, \"443\" = false }", map([(80_u16, true), (443, false)]));
    argument("{ true = 1 }", map([(true, 1_u8)]));
    argument("{ x = 1 }", map([('x', 1_u8)]));
    argument("{ -1 = 1 }", map([(-1_i8, 1_u8)]));
    argument("{ a = { b = [1] } }", map([(text("a"), map([(text("b"), vec![1_u8])]))]));
    argument("{ a = null }", map([(text("a"), None::<u8>)]));
    argument("{ a = 1 }", HashMap::from([(text("a"), 1_u8)]));
    argument("{ plain = 1 }", map([(Fieldless::Plain, 1_u8)]));
    argument("[{ a = 1 }, { a = 2 }]", vec![map([(text("a"), 1_u8)]), map([(text("a"), 2)])]);
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "kebab-case")]
enum Fieldless {
    Plain,
    TwoWords,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtype(u8);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Pair(u8, String);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(transparent)]
struct Transparent {
    inner: Vec<u8>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    two_words: u8,
    #[serde(rename = "other name")]
    third: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[serde(default)]
struct Defaulted {
    a: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
    #[serde(skip)]
    never: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Aliased {
    #[serde(alias = "old")]
    new: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flat {
    name: String,
    #[serde(flatten)]
    point: Point,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// A type without serde traits.
#[derive(PartialEq, Debug)]
struct Foreign {
    seconds: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Foreign")]
struct ForeignDef {
    seconds: u64,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Remote {
    #[serde(with = "ForeignDef")]
    time: Foreign,
    #[serde(with = "hex")]
    id: u32,
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        u32::from_str_radix(&String::deserialize(deserializer)?, 16).map_err(D::Error::custom)
    }
}

/// Bytes as serde's bytes.
#[derive(PartialEq, Debug)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut access: A) -> Result<Bytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = access.next_element()? {
                    bytes.push(byte);
                }
                Ok(Bytes(bytes))
            }
        }

        deserializer.deserialize_byte_buf(Visitor)
    }
}

#[test]
fn structs_are_decoded_and_encoded() {
    argument("null", ());
    argument("null", Unit);
    argument("7", Newtype(7));
    argument("[1, \"x\"]", Pair(1, text("x")));
    argument("[1, 2]", Transparent { inner: vec![1, 2] });
    argument("{ x = 1, y = -2 }", Point { x: 1, y: -2 });
    argument("{ y = 2, x = \"1\" }", Point { x: 1, y: 2 });
    argument("[{ x = 1, y = 2 }]", vec![Point { x: 1, y: 2 }]);
    argument("{ a = { x = 1, y = 2 } }", map([(text("a"), Point { x: 1, y: 2 })]));
    argument("null", None::<Point>);
    argument("{ x = 1, y = 2 }", Some(Point { x: 1, y: 2 }));
    argument("{ twoWords = 1, \"other name\" = 2 }", Renamed { two_words: 1, third: 2 });
    argument("{}", Defaulted::default());
    argument("{ b = 2 }", Defaulted { a: 0, b: Some(2), never: 0 });
    argument("{ a = 1, b = null }", Defaulted { a: 1, b: None, never: 0 });
    argument("{ old = 1 }", Aliased { new: 1 });
    argument("{ new = 1 }", Aliased { new: 1 });
    argument(
        "{ name = \"n\", x = 1, y = 2, z = [true] }",
        Flat {
            name: text("n"),
            point: Point { x: 1, y: 2 },
            rest: map([(text("z"), serde_hcl::value!([true]))]),
        },
    );
    argument("{ time = { seconds = 5 }, id = \"ff\" }", Remote { time: Foreign { seconds: 5 }, id: 255 });
    argument("[1, 2, 255]", Bytes(vec![1, 2, 255]));
    argument("{ a = 1, b = [null, \"x\"] }", serde_hcl::value!({ "a": 1, "b": [null, "x"] }));
    // A value on its own has no location.
    body("v = 80\n", &Only { v: Only80(Spanned::new(0..0, 80)) });
}

/// `PartialEq` ignores the location.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Only80(Spanned<u16>);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum External {
    Plain,
    Number(u8),
    Pair(u8, u8),
    Named { from: u8, to: u8 },
    Text(String),
    Maybe(Option<u8>),
    Nested(Box<External>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Internal {
    Plain,
    Named { from: u8 },
    Point(Point),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
enum Adjacent {
    Plain,
    Number(u8),
    Named { from: u8 },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    List(Vec<u8>),
    Point(Point),
}

#[test]
fn enums_are_decoded_and_encoded() {
    argument("\"plain\"", Fieldless::Plain);
    argument("\"two-words\"", Fieldless::TwoWords);
    argument("\"${\"plain\"}\"", Fieldless::Plain);
    argument("[\"plain\", \"two-words\"]", vec![Fieldless::Plain, Fieldless::TwoWords]);
    argument("\"plain\"", External::Plain);
    argument("{ number = 7 }", External::Number(7));
    argument("{ pair = [1, 2] }", External::Pair(1, 2));
    argument("{ named = { from = 1, to = 2 } }", External::Named { from: 1, to: 2 });
    argument("{ text = \"x\" }", External::Text(text("x")));
    argument("{ maybe = null }", External::Maybe(None));
    argument("{ maybe = 1 }", External::Maybe(Some(1)));
    argument("{ nested = { number = 1 } }", External::Nested(Box::new(External::Number(1))));
    argument("{ nested = \"plain\" }", External::Nested(Box::new(External::Plain)));
    argument("[\"plain\", { number = 7 }]", vec![External::Plain, External::Number(7)]);
    argument("{ a = { number = 7 } }", map([(text("a"), External::Number(7))]));
    argument("{ kind = \"plain\" }", Internal::Plain);
    argument("{ kind = \"named\", from = 1 }", Internal::Named { from: 1 });
    argument("{ from = 1, kind = \"named\" }", Internal::Named { from: 1 });
    argument("{ kind = \"point\", x = 1, y = 2 }", Internal::Point(Point { x: 1, y: 2 }));
    argument("{ kind = \"plain\" }", Adjacent::Plain);
    argument("{ kind = \"number\", value = 7 }", Adjacent::Number(7));
    argument("{ kind = \"named\", value = { from = 1 } }", Adjacent::Named { from: 1 });
    argument("7", Untagged::Number(7));
    argument("\"x\"", Untagged::Text(text("x")));
    argument("[1, 2]", Untagged::List(vec![1, 2]));
    argument("{ x = 1, y = 2 }", Untagged::Point(Point { x: 1, y: 2 }));
    argument(
        "[1, \"x\", [2]]",
        vec![Untagged::Number(1), Untagged::Text(text("x")), Untagged::List(vec![2])],
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Port {
    port: u16,
}

const fn port(port: u16) -> Port {
    Port { port }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
struct One<T> {
    #[serde(with = "serde_hcl::with::blocks")]
    b: T,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
struct AtMostOne<T> {
    #[serde(with = "serde_hcl::with::blocks", default = "Option::default")]
    b: Option<T>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
struct Many<T> {
    #[serde(with = "serde_hcl::with::blocks", default = "Vec::new")]
    b: Vec<T>,
}

/// Blocks with fields for their labels.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Of<T> {
    b: T,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
struct ByLabel<T> {
    #[serde(with = "serde_hcl::with::labeled_blocks")]
    b: BTreeMap<String, T>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct OneLabel {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct TwoLabels {
    #[serde(rename = "$label")]
    kind: Fieldless,
    #[serde(rename = "$label.1")]
    number: u8,
    port: Option<u16>,
}

#[test]
fn blocks_are_decoded_and_encoded() {
    body("b {\n  port = 1\n}\n", &One { b: port(1) });
    body("b { port = 1 }\n", &One { b: Some(port(1)) });
    body("", &AtMostOne::<Port> { b: None });
    body("b { port = 1 }\n", &AtMostOne { b: Some(port(1)) });
    body("", &Many::<Port> { b: vec![] });
    body("b { port = 1 }\n", &Many { b: vec![port(1)] });
    body("b { port = 1 }\nb { port = 2 }\n", &Many { b: vec![port(1), port(2)] });
    body("b {}\n", &One { b: Defaulted::default() });
    body("b {\n  b {\n    port = 1\n  }\n}\n", &One { b: One { b: port(1) } });
    body("b {\n  b { port = 1 }\n  b { port = 2 }\n}\n", &One { b: Many { b: vec![port(1), port(2)] } });
    body(
        "b {\n  b { port = 1 }\n}\nb {}\n",
        &Many { b: vec![Many { b: vec![port(1)] }, Many { b: vec![] }] },
    );
    body("b { v = [1, 2] }\n", &One { b: Only { v: vec![1_u8, 2] } });
    body("b {\n  v = { x = 1, y = 2 }\n}\n", &One { b: Only { v: Point { x: 1, y: 2 } } });
    body("b { v = \"${1 + 1}\" }\n", &One { b: Only { v: 2_u8 } });
}

#[test]
fn labels_are_decoded_and_encoded() {
    body("b \"x\" {\n  port = 1\n}\n", &ByLabel { b: map([(text("x"), port(1))]) });
    body(
        "b x { port = 1 }\nb y { port = 2 }\n",
        &ByLabel { b: map([(text("x"), port(1)), (text("y"), port(2))]) },
    );
    body(
        "b x { port = 1 }\nb y { port = 2 }\nb x { port = 3 }\n",
        &ByLabel { b: map([(text("x"), vec![port(1), port(3)]), (text("y"), vec![port(2)])]) },
    );
    body("b \"x\" { port = 1 }\n", &Of { b: labeled("x", 1) });
    body("b \"x y\" { port = 1 }\n", &Of { b: vec![labeled("x y", 1)] });
    body(
        "b x { port = 1 }\nb y { port = 2 }\nb x { port = 3 }\n",
        &Of { b: vec![labeled("x", 1), labeled("y", 2), labeled("x", 3)] },
    );
    body(
        "b plain \"1\" {}\nb two-words \"2\" { port = 3 }\n",
        &Of {
            b: vec![
                TwoLabels { kind: Fieldless::Plain, number: 1, port: None },
                TwoLabels { kind: Fieldless::TwoWords, number: 2, port: Some(3) },
            ],
        },
    );
    body("b x { port = 1 }\n", &Of { b: Labeled { labels: text("x"), body: port(1) } });
    body("b \"7\" { port = 1 }\n", &Of { b: vec![Labeled { labels: 7_u8, body: port(1) }] });
    body(
        "b x \"2\" { port = 1 }\nb y \"3\" { port = 2 }\n",
        &Of {
            b: vec![
                Labeled { labels: (text("x"), 2_u8), body: port(1) },
                Labeled { labels: (text("y"), 3), body: port(2) },
            ],
        },
    );
    body("b x y { port = 1 }\n", &Of { b: Some(Labeled { labels: [text("x"), text("y")], body: port(1) }) });
    body(
        "b x y { port = 1 }\nb x z { port = 2 }\n",
        &Of {
            b: map([(
                text("x"),
                vec![
                    Labeled { labels: text("y"), body: port(1) },
                    Labeled { labels: text("z"), body: port(2) },
                ],
            )]),
        },
    );
    body(
        "b x y { port = 1 }\nb x z { port = 2 }\n",
        &Of { b: map([(text("x"), vec![labeled("y", 1), labeled("z", 2)])]) },
    );
    body("b {\n  b x { port = 1 }\n}\n", &One { b: Of { b: vec![labeled("x", 1)] } });
    body("b \"é\\n\" { port = 1 }\n", &Of { b: labeled("é\n", 1) });
}

fn labeled(name: &str, port: u16) -> OneLabel {
    OneLabel { name: text(name), port }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Item {
    Listen(Port),
    Name(String),
    Level { max: u8 },
    On(bool),
    Service(OneLabel),
}

#[test]
fn whole_bodies_are_decoded_and_encoded() {
    body("", &Defaulted::default());
    body("x = 1\ny = 2\n", &Point { x: 1, y: 2 });
    body("x = 1\ny = 2\n", &map([(text("x"), 1_u8), (text("y"), 2)]));
    body(
        "x = 1\ny = \"a\"\n",
        &map([(text("x"), serde_hcl::value!(1)), (text("y"), serde_hcl::value!("a"))]),
    );
    body(
        "name = \"n\"\nx = 1\ny = 2\n",
        &Flat { name: text("n"), point: Point { x: 1, y: 2 }, rest: map([]) },
    );
    body("old = 1\n", &Aliased { new: 1 });
    body("v = 1\n", &Newtyped(Only { v: 1 }));
    body("number = 7\n", &External::Number(7));
    body("listen { port = 1 }\nlisten { port = 2 }\n", &vec![Item::Listen(port(1)), Item::Listen(port(2))]);
    body("name = \"x\"\non = true\n", &vec![Item::Name(text("x")), Item::On(true)]);
    body("level { max = 1 }\nname = \"x\"\n", &vec![Item::Level { max: 1 }, Item::Name(text("x"))]);
    body(
        "service \"a\" { port = 1 }\nservice \"b\" { port = 2 }\n",
        &vec![Item::Service(labeled("a", 1)), Item::Service(labeled("b", 2))],
    );
    body("kind = \"named\"\nfrom = 1\n", &Internal::Named { from: 1 });
    body("kind = \"number\"\nvalue = 1\n", &Adjacent::Number(1));
    body("b {\n  kind = \"named\"\n  from = 1\n}\n", &One { b: Internal::Named { from: 1 } });
    body("b {\n  kind = \"named\"\n  from = 1\n}\n", &One { b: Some(Internal::Named { from: 1 }) });
    body("b {\n  kind = \"plain\"\n}\n", &Many { b: vec![Internal::Plain] });
    body("b {\n  kind = \"number\"\n  value = 1\n}\n", &One { b: Adjacent::Number(1) });
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtyped(Only<u8>);
