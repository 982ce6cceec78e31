//! Blocks in types under `flatten`, `tag` and `untagged`, in both syntaxes.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde_hcl::de::Labeled;
use serde_hcl::{Value, from_value, json, value};
use test_support::rows::check_each;

type Map<T> = BTreeMap<String, T>;

#[derive(Deserialize, Debug, PartialEq)]
struct P {
    x: u8,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Rule {
    #[serde(rename = "$label")]
    name: String,
    x: u8,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Nested {
    inner: P,
    list: Vec<P>,
    rule: Vec<Rule>,
}

#[derive(Deserialize, Debug, PartialEq)]
enum Action {
    Run { x: u8 },
}

#[derive(Deserialize, Debug, PartialEq)]
struct Flat<T> {
    #[serde(flatten)]
    common: T,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "kind")]
enum Tagged<T> {
    A(T),
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Untagged<T> {
    A(T),
}

#[derive(Deserialize, Debug, PartialEq)]
struct Inside<T> {
    inside: Vec<Untagged<T>>,
}

/// Decodes a type under each attribute, at the root and in repeated blocks.
#[track_caller]
fn check<T: for<'de> Deserialize<'de> + Debug + PartialEq>(
    native: &str,
    in_json: &str,
    expected: impl Fn() -> T,
) {
    let members = in_json.strip_prefix('{').expect("an object");
    let repeated = |text: &str| format!("{{\"inside\": [{text}, {text}]}}");
    let flat = || Flat { common: expected() };
    assert_eq!(serde_hcl::from_str::<Flat<T>>(native).map_err(|it| it.to_string()), Ok(flat()), "{native}");
    assert_eq!(json::from_str::<Flat<T>>(in_json).map_err(|it| it.to_string()), Ok(flat()), "{in_json}");
    let untagged = || Untagged::A(expected());
    assert_eq!(serde_hcl::from_str::<Untagged<T>>(native).map_err(|it| it.to_string()), Ok(untagged()));
    assert_eq!(json::from_str::<Untagged<T>>(in_json).map_err(|it| it.to_string()), Ok(untagged()));
    let tagged = || Tagged::A(expected());
    let text = format!("kind = \"A\"\n{native}");
    assert_eq!(serde_hcl::from_str::<Tagged<T>>(&text).map_err(|it| it.to_string()), Ok(tagged()));
    let text = format!("{{\"kind\": \"A\", {members}");
    assert_eq!(json::from_str::<Tagged<T>>(&text).map_err(|it| it.to_string()), Ok(tagged()));
    let (one, text) = (Field { v: tagged() }, format!("{{\"v\": {text}}}"));
    assert_eq!(json::from_str::<Field<Tagged<T>>>(&text).map_err(|it| it.to_string()), Ok(one), "{text}");
    let value = |text: &str| serde_hcl::from_str::<Value>(text).expect(text);
    assert_eq!(from_value::<Flat<T>>(value(native)).map_err(|it| it.to_string()), Ok(flat()), "{native}");
    assert_eq!(from_value::<Untagged<T>>(value(native)).map_err(|it| it.to_string()), Ok(untagged()));
    let inside = || Inside { inside: vec![Untagged::A(expected()), Untagged::A(expected())] };
    let text = format!("inside {{\n{native}}}\n").repeat(2);
    assert_eq!(serde_hcl::from_str::<Inside<T>>(&text).map_err(|it| it.to_string()), Ok(inside()));
    assert_eq!(from_value::<Inside<T>>(value(&text)).map_err(|it| it.to_string()), Ok(inside()), "{text}");
    let text = repeated(in_json);
    assert_eq!(json::from_str::<Inside<T>>(&text).map_err(|it| it.to_string()), Ok(inside()));
}

#[derive(Deserialize, Clone, Debug, PartialEq)]
enum Step {
    Stop,
    Run { x: u8 },
}

#[derive(Deserialize, Clone, Debug, PartialEq)]
struct Marker;

#[derive(Deserialize, Clone, Debug, PartialEq)]
struct Steps {
    first: Step,
    steps: Vec<Step>,
    marker: Marker,
}

/// The content of a unit variant or a unit struct is an empty body.
#[test]
fn blocks_without_content_are_units() {
    let [stop, run] = ["steps \"Stop\" {}\n", "steps \"Run\" {\n  x = 1\n}\n"];
    let [json_stop, json_run] = [r#"{"Stop": {}}"#, r#"{"Run": {"x": 1}}"#];
    for (steps, json_steps, expected) in [
        ([stop, run], [json_stop, json_run], vec![Step::Stop, Step::Run { x: 1 }]),
        ([run, stop], [json_run, json_stop], vec![Step::Run { x: 1 }, Step::Stop]),
    ] {
        let (steps, json_steps) = (steps.concat(), json_steps.join(", "));
        let expected = Steps { first: Step::Stop, steps: expected, marker: Marker };
        let native = format!("kind = \"A\"\nfirst \"Stop\" {{}}\n{steps}marker {{}}\n");
        let in_json = format!(
            "{{\"kind\": \"A\", \"first\": {json_stop}, \"steps\": [{json_steps}], \"marker\": {{}}}}"
        );
        let flat = || Ok(Flat { common: expected.clone() });
        let decoded = [serde_hcl::from_str(&native), json::from_str(&in_json)];
        assert_eq!(decoded.map(|it| it.map_err(|it| it.to_string())), [flat(), flat()]);
        let tagged = || Ok(Tagged::A(expected.clone()));
        let decoded = [serde_hcl::from_str(&native), json::from_str(&in_json)];
        assert_eq!(decoded.map(|it| it.map_err(|it| it.to_string())), [tagged(), tagged()]);
        // Serde takes only null as a unit there.
        let decoded = [serde_hcl::from_str::<Untagged<Steps>>(&native), json::from_str(&in_json)];
        let message = "1:1: No matching form: The value has none of the forms that are possible here.";
        let refused = || Err(message.to_owned());
        assert_eq!(decoded.map(|it| it.map_err(|it| it.to_string())), [refused(), refused()]);
    }
}

#[derive(Deserialize, Debug, PartialEq)]
struct Common {
    tls: P,
    service: Map<P>,
    rule: Vec<Rule>,
}

#[test]
fn single_blocks_and_labels_are_decoded() {
    check(
        "tls {\n  x = 1\n}\nservice \"k\" {\n  x = 2\n}\nrule \"x\" {\n  x = 3\n}\n",
        r#"{"tls": {"x": 1}, "service": {"k": {"x": 2}}, "rule": {"x": {"x": 3}}}"#,
        || Common {
            tls: P { x: 1 },
            service: Map::from([("k".to_owned(), P { x: 2 })]),
            rule: vec![Rule { name: "x".to_owned(), x: 3 }],
        },
    );
}

#[derive(Deserialize, Debug, PartialEq)]
struct Field<T> {
    v: T,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Converted {
    port: u8,
    tls: P,
    name: String,
    service: Map<P>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Ports {
    port: u8,
    rule: Vec<Rule>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Numbers<T> {
    number: Vec<T>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct OneNumber {
    #[serde(rename = "$label")]
    number: u8,
    x: u8,
}

#[derive(Deserialize, Debug, PartialEq)]
struct AllNumbers {
    #[serde(rename = "$labels")]
    labels: (String, u8),
    x: u8,
}

#[test]
fn labels_in_buffers_are_converted() {
    check(
        "number \"7\" {\n  x = 1\n}\nnumber \"8\" {\n  x = \"2\"\n}\n",
        r#"{"number": {"7": {"x": 1}, "8": {"x": "2"}}}"#,
        || Numbers { number: vec![OneNumber { number: 7, x: 1 }, OneNumber { number: 8, x: 2 }] },
    );
    // The form of a number is not that of the label after it.
    check(
        "port = \"80\"\nrule \"a\" {\n  x = 1\n}\nrule \"5\" {\n  x = 2\n}\n",
        r#"{"port": "80", "rule": {"a": {"x": 1}, "5": {"x": 2}}}"#,
        || Ports {
            port: 80,
            rule: vec![Rule { name: "a".to_owned(), x: 1 }, Rule { name: "5".to_owned(), x: 2 }],
        },
    );
    // In JSON, the number of labels of a type in a buffer is not known.
    let text = "number \"8\" \"9\" {\n  x = 2\n}\nnumber \"a\" \"10\" {\n  x = 3\n}\n";
    let expected = Numbers {
        number: vec![
            AllNumbers { labels: ("8".to_owned(), 9), x: 2 },
            AllNumbers { labels: ("a".to_owned(), 10), x: 3 },
        ],
    };
    assert_eq!(serde_hcl::from_str::<Flat<Numbers<AllNumbers>>>(text).expect("it fits").common, expected);
}

/// The blocks after a value that has to be converted are passed in their form.
#[test]
fn conversions_keep_the_forms_of_blocks() {
    check(
        "port = \"80\"\ntls {\n  x = \"1\"\n}\nname = 7\nservice \"k\" {\n  x = 2\n}\n",
        r#"{"port": "80", "tls": {"x": "1"}, "name": 7, "service": {"k": {"x": 2}}}"#,
        || Converted {
            port: 80,
            tls: P { x: 1 },
            name: "7".to_owned(),
            service: Map::from([("k".to_owned(), P { x: 2 })]),
        },
    );
}

#[test]
fn each_form_of_a_block_is_decoded() {
    let one = || P { x: 1 };
    check("v {\n  x = 1\n}\n", r#"{"v": {"x": 1}}"#, || Field { v: one() });
    check("v {\n  x = 1\n}\n", r#"{"v": [{"x": 1}]}"#, || Field { v: one() });
    check("v {\n  x = 1\n}\n", r#"{"v": {"x": 1}}"#, || Field { v: Some(one()) });
    check("v {\n  x = 1\n}\n", r#"{"v": {"x": 1}}"#, || Field { v: vec![one()] });
    check("v {\n  x = 1\n}\nv {\n  x = 2\n}\n", r#"{"v": [{"x": 1}, {"x": 2}]}"#, || Field {
        v: vec![one(), P { x: 2 }],
    });
    check("v {\n  x = 1\n}\n", r#"{"v": {"x": 1}}"#, || Field { v: Map::from([("x".to_owned(), 1_u8)]) });
    check("v \"Run\" {\n  x = 1\n}\n", r#"{"v": {"Run": {"x": 1}}}"#, || Field { v: Action::Run { x: 1 } });
    check("v \"a\" \"b\" {\n  x = 1\n}\n", r#"{"v": {"a": {"b": {"x": 1}}}}"#, || Field {
        v: Map::from([("a".to_owned(), Map::from([("b".to_owned(), one())]))]),
    });
    check("v \"a\" {\n  x = 1\n}\n", r#"{"v": {"a": {"x": 1}}}"#, || Field {
        v: Labeled { labels: "a".to_owned(), body: one() },
    });
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Allow {
    #[serde(rename = "$label")]
    name: String,
    #[serde(rename = "$label.1")]
    port: String,
    x: u8,
}

#[test]
fn labels_are_fields() {
    let allow = |name: &str, port: &str, x| Allow { name: name.to_owned(), port: port.to_owned(), x };
    check(
        "v \"a\" \"80\" {\n  x = 1\n}\nv \"b\" \"81\" {\n  x = 2\n}\n",
        r#"{"v": {"a": {"80": {"x": 1}}, "b": {"81": {"x": 2}}}}"#,
        || Field { v: vec![allow("a", "80", 1), allow("b", "81", 2)] },
    );
}

#[test]
fn nested_blocks_are_decoded() {
    check(
        "v {\n  inner {\n    x = 1\n  }\n  list {\n    x = 2\n  }\n  rule \"r\" {\n    x = 3\n  }\n}\n",
        r#"{"v": {"inner": {"x": 1}, "list": {"x": 2}, "rule": {"r": {"x": 3}}}}"#,
        || Field {
            v: Nested {
                inner: P { x: 1 },
                list: vec![P { x: 2 }],
                rule: vec![Rule { name: "r".to_owned(), x: 3 }],
            },
        },
    );
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum OneOrMany {
    One { x: u8 },
    Many(Vec<P>),
    Numbers(Vec<u8>),
}

#[test]
fn lists_are_decoded_as_they_are_written() {
    let rows = [
        (r#"{"v": []}"#, OneOrMany::Many(vec![])),
        (r#"{"v": [1]}"#, OneOrMany::Numbers(vec![1])),
        (r#"{"v": [{"x": 1}]}"#, OneOrMany::Many(vec![P { x: 1 }])),
        (r#"{"v": {"x": 1}}"#, OneOrMany::One { x: 1 }),
    ];
    for (text, expected) in rows {
        assert_eq!(json::from_str::<Field<OneOrMany>>(text).map(|it| it.v).ok(), Some(expected), "{text}");
    }
}

#[test]
fn self_describing_types_keep_sequences() {
    let text = "v {\n  x = 1\n}\n";
    let flat: Flat<Field<Value>> = serde_hcl::from_str(text).expect("valid");
    assert_eq!(flat.common.v, value!([{ "x": 1 }]));
    let flat: Flat<Map<serde_json::Value>> = serde_hcl::from_str(text).expect("valid");
    assert_eq!(flat.common["v"], serde_json::json!([{ "x": 1 }]));
}

#[test]
fn errors_have_their_places() {
    type Row = (fn(&str) -> String, &'static str, &'static str);
    fn error<T: for<'de> Deserialize<'de> + Debug>(text: &str) -> String {
        let decoded = serde_hcl::from_str::<Flat<Field<T>>>(text);
        decoded.map(|it| it.common.v).expect_err("it is wrong").to_string()
    }
    let table: &[Row] = &[
        (
            error::<P>,
            "v {\n  x = 1\n}\nv {\n  x = 2\n}\n",
            "4:1: Duplicate block: Only one v block is possible here. Remove one of them. (in v)",
        ),
        (
            error::<P>,
            "v \"a\" {\n  x = 1\n}\n",
            "1:3: Unexpected block label: A \"v\" block takes no label here. Remove this label. (in v)",
        ),
        (
            error::<P>,
            "v {\n  x = \"a\"\n}\n",
            "2:7: Wrong type: Expected a whole number from 0 to 255, found the string \"a\". (in v.x)",
        ),
        (
            error::<Vec<Rule>>,
            "v {\n  x = 1\n}\n",
            "1:1: Missing block label: A label is required after the type of the block.",
        ),
        (
            error::<u8>,
            "v {\n  x = 1\n}\n",
            "1:1: Wrong type: Expected a whole number from 0 to 255, found a list. (in v)",
        ),
    ];
    check_each(table, |(error, text, expected)| assert_eq!(error(text), *expected, "{text}"));
}

#[derive(Deserialize, Debug, PartialEq)]
struct Scalars {
    port: u16,
    name: String,
    on: bool,
    ratio: f64,
    ports: Vec<u16>,
    tags: Map<String>,
}

#[test]
fn values_in_buffers_are_converted() {
    check(
        "port = \"80\"\nname = 5\non = \"true\"\nratio = \"1.5\"\nports = [\"1\", 1 + 1]\ntags = { a = true, b = \"c\" }\n",
        r#"{"port": "80", "name": 5, "on": "true", "ratio": "1.5", "ports": ["1", "${1 + 1}"], "tags": {"a": true, "b": "c"}}"#,
        || Scalars {
            port: 80,
            name: "5".to_owned(),
            on: true,
            ratio: 1.5,
            ports: vec![1, 2],
            tags: Map::from([("a".to_owned(), "true".to_owned()), ("b".to_owned(), "c".to_owned())]),
        },
    );
}

#[test]
fn the_first_form_of_an_untagged_type_that_fits_needs_no_conversion() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Either {
        Number(u16),
        Text(String),
        Numbers(Vec<u16>),
    }
    #[derive(Deserialize, Debug)]
    struct Config {
        v: Vec<Either>,
    }
    let config: Config = serde_hcl::from_str("v = [\"80\", 80, [\"1\"]]\n").expect("valid");
    assert_eq!(config.v, [Either::Text("80".to_owned()), Either::Number(80), Either::Numbers(vec![1])]);
}

#[test]
fn errors_of_conversions_in_buffers_have_their_locations() {
    let error = serde_hcl::from_str::<Flat<P>>("x = \"300\"\n").expect_err("it is out of range");
    assert_eq!(
        error.to_string(),
        "1:5: Unsuitable value: Expected a whole number from 0 to 255, found 300. (in x)"
    );
    let error = serde_hcl::from_str::<Flat<P>>("x = \"a\"\n").expect_err("it is no number");
    let expected = "1:5: Wrong type: Expected a whole number from 0 to 255, found the string \"a\". (in x)";
    assert_eq!(error.to_string(), expected);
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "$label")]
enum ByLabel<T> {
    Fields { rule: T, x: u8 },
    Content(T),
}

#[derive(Deserialize, Debug, PartialEq)]
struct InBlocks {
    #[serde(with = "serde_hcl::with::blocks")]
    inner: P,
    y: bool,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Root<T> {
    a: T,
}

/// The variant is known only after its label was found, so a block in it is decoded again.
#[test]
fn blocks_in_a_variant_by_its_label_keep_their_form() {
    fn check<T: for<'de> Deserialize<'de> + Debug + PartialEq>(native: &str, in_json: &str, expected: T) {
        let expected = Ok(Root { a: expected });
        assert_eq!(serde_hcl::from_str(native).map_err(|error| error.to_string()), expected, "{native}");
        assert_eq!(json::from_str(in_json).map_err(|error| error.to_string()), expected, "{in_json}");
    }
    let rule = || Rule { name: "r".to_owned(), x: 1 };
    let native = "a \"Fields\" {\n  rule \"r\" {\n    x = 1\n  }\n  x = 2\n}\n";
    let in_json = r#"{"a": {"Fields": {"rule": {"r": {"x": 1}}, "x": 2}}}"#;
    check(native, in_json, ByLabel::Fields { rule: rule(), x: 2 });
    check(native, in_json, Some(ByLabel::Fields { rule: rule(), x: 2 }));
    check(native, in_json, vec![ByLabel::Fields { rule: rule(), x: 2 }]);
    let native = "a \"Content\" {\n  inner {\n    x = 1\n  }\n  y = true\n}\n";
    let in_json = r#"{"a": {"Content": {"inner": {"x": 1}, "y": true}}}"#;
    check(native, in_json, ByLabel::Content(InBlocks { inner: P { x: 1 }, y: true }));
}

/// The fields of a flattened map are no labels, and a type that denies unknown fields has none of
/// the label fields that are tried.
#[test]
fn blocks_in_buffers_have_only_the_labels_of_their_type() {
    #[derive(Deserialize, Debug)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "read by Debug")]
    enum Untagged {
        A { inner: Flat },
    }

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "read by Debug")]
    struct Flat {
        list: Vec<Option<String>>,
        #[serde(flatten)]
        others: BTreeMap<String, String>,
    }

    #[derive(Deserialize, Debug)]
    #[serde(tag = "$label")]
    #[allow(dead_code, reason = "read by Debug")]
    enum Tagged {
        C { list: Vec<u8>, inner: Closed },
        D { list: Vec<u8>, other: Box<Tagged> },
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "read by Debug")]
    struct Closed {
        x: u8,
    }

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "read by Debug")]
    struct Root {
        u: Option<Untagged>,
        #[serde(default)]
        t: Vec<Tagged>,
    }

    let table = [
        (
            r#"{"u": {"inner": {"list": ["x", null], "more": "one"}}}"#,
            r#"Root { u: Some(A { inner: Flat { list: [Some("x"), None], others: {"more": "one"} } }), t: [] }"#,
        ),
        (
            "u {\n  inner {\n    list = [\"x\", null]\n    more = \"one\"\n  }\n}\n",
            r#"Root { u: Some(A { inner: Flat { list: [Some("x"), None], others: {"more": "one"} } }), t: [] }"#,
        ),
        (
            r#"{"t": {"C": {"list": [1], "inner": {"x": 2}}}}"#,
            "Root { u: None, t: [C { list: [1], inner: Closed { x: 2 } }] }",
        ),
        (
            "t \"C\" {\n  list = [1]\n  inner {\n    x = 2\n  }\n}\n",
            "Root { u: None, t: [C { list: [1], inner: Closed { x: 2 } }] }",
        ),
        // The label of a block in the buffer is a variant too.
        (
            r#"{"t": {"D": {"list": [1], "other": {"C": {"list": [], "inner": {"x": 2}}}}}}"#,
            "Root { u: None, t: [D { list: [1], other: C { list: [], inner: Closed { x: 2 } } }] }",
        ),
        (
            "t \"D\" {\n  list = [1]\n  other \"C\" {\n    list = []\n    inner {\n      x = 2\n    }\n  }\n}\n",
            "Root { u: None, t: [D { list: [1], other: C { list: [], inner: Closed { x: 2 } } }] }",
        ),
    ];
    for (text, expected) in table {
        let options = serde_hcl::Options::new().json(text.starts_with('{'));
        assert_eq!(format!("{:?}", options.from_str::<Root>(text).expect(text)), expected);
    }
}

/// Checks a text in one of the syntaxes.
#[track_caller]
fn check_text<T: for<'de> Deserialize<'de> + Debug + PartialEq>(text: &str, expected: T) {
    let options = serde_hcl::Options::new().json(text.starts_with('{'));
    assert_eq!(options.from_str(text).map_err(|error| error.to_string()), Ok(expected), "{text}");
}

/// In JSON, the level of the tag is not known at first.
#[test]
fn the_label_of_an_enum_is_found_above_other_objects() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "$label")]
    enum Outer {
        Ant { inner: Inner },
        Beetle,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        tag: Innermost,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "$label")]
    enum Innermost {
        Cat { x: u8 },
        Dog,
    }

    let ant = |tag| Root { a: Outer::Ant { inner: Inner { tag } } };
    for (text, expected) in [
        (r#"{"a": {"Beetle": {}}}"#, Root { a: Outer::Beetle }),
        (r#"{"a": [{"Beetle": {}}]}"#, Root { a: Outer::Beetle }),
        (r#"{"a": {"Ant": {"inner": {"tag": {"Dog": {}}}}}}"#, ant(Innermost::Dog)),
        (r#"{"a": [{"Ant": {"inner": [{"tag": {"Dog": {}}}]}}]}"#, ant(Innermost::Dog)),
        (r#"{"a": {"Ant": {"inner": {"tag": {"Cat": {"x": 1}}}}}}"#, ant(Innermost::Cat { x: 1 })),
        ("a \"Beetle\" {}\n", Root { a: Outer::Beetle }),
        ("a \"Ant\" {\n  inner {\n    tag \"Dog\" {}\n  }\n}\n", ant(Innermost::Dog)),
    ] {
        check_text(text, expected);
    }
}

/// The error about a label field that a type denies does not show the type.
#[test]
fn a_type_that_denies_fields_changes_no_other_type() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "kind")]
    enum Tagged {
        A { first: Closed, second: Rule, third: Outer },
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        inner: Box<Option<Closed>>,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Outer {
        inner: Closed,
        rule: Rule,
        #[serde(flatten)]
        flat: Flat,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        flat: Rule,
    }

    let rule = |x| Rule { name: "r".to_owned(), x };
    let closed = |inner| Closed { inner: Box::new(inner) };
    let expected = || {
        let third = Outer { inner: closed(None), rule: rule(2), flat: Flat { flat: rule(3) } };
        Root { a: Tagged::A { first: closed(Some(closed(None))), second: rule(1), third } }
    };
    for (text, expected) in [
        (
            r#"{"a": {
                "kind": "A",
                "first": {"inner": {"inner": null}},
                "second": {"r": {"x": 1}},
                "third": {"flat": {"r": {"x": 3}}, "inner": {"inner": null}, "rule": {"r": {"x": 2}}}
            }}"#,
            expected(),
        ),
        (
            "a {\n  kind = \"A\"\n  first {\n    inner {\n      inner = null\n    }\n  }\n  second \"r\" {\n    x = 1\n  }\n  \
             third {\n    flat \"r\" {\n      x = 3\n    }\n    inner {\n      inner = null\n    }\n    rule \"r\" {\n      \
             x = 2\n    }\n  }\n}\n",
            expected(),
        ),
    ] {
        check_text(text, expected);
    }
}

/// In JSON, the type of all labels shows how many there are.
#[test]
fn a_fixed_number_of_labels_is_found_in_a_buffer() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Labels<L> {
        #[serde(rename = "$labels")]
        labels: L,
        x: u8,
    }

    fn check<T: for<'de> Deserialize<'de> + Debug + PartialEq>(
        in_json: &str,
        native: &str,
        value: impl Fn() -> T,
    ) {
        for text in [format!("{{{in_json}}}"), native.to_owned()] {
            check_text(&text, Root { a: value() });
            check_text(&text, Flat { common: Root { a: value() } });
            check_text(&text, Untagged::A(Root { a: value() }));
        }
        check_text(&format!(r#"{{"kind": "A", {in_json}}}"#), Tagged::A(Root { a: value() }));
        check_text(&format!("kind = \"A\"\n{native}"), Tagged::A(Root { a: value() }));
    }

    let (in_json, native) = (r#""a": {"r": {"80": {"x": 1}}}"#, "a \"r\" \"80\" {\n  x = 1\n}\n");
    let labels = || ("r".to_owned(), 80_u8);
    check(in_json, native, || Labels { labels: labels(), x: 1 });
    check(in_json, native, || Labels { labels: ["r".to_owned(), "80".to_owned()], x: 1 });
    check(in_json, native, || Labeled { labels: labels(), body: P { x: 1 } });
    check(in_json, native, || Labeled { labels: ["r".to_owned(), "80".to_owned()], body: P { x: 1 } });
    let (in_json, native) = (
        r#""a": [{"r": {"80": {"x": 1}}}, {"q": {"81": {"x": 2}}}]"#,
        "a \"r\" \"80\" {\n  x = 1\n}\na \"q\" \"81\" {\n  x = 2\n}\n",
    );
    let other = || ("q".to_owned(), 81);
    check(in_json, native, || vec![Labels { labels: labels(), x: 1 }, Labels { labels: other(), x: 2 }]);
    check(in_json, native, || {
        vec![Labeled { labels: labels(), body: P { x: 1 } }, Labeled { labels: other(), body: P { x: 2 } }]
    });

    let error = json::from_str::<Flat<Root<Labels<Vec<String>>>>>(r#"{"a": {"r": {"80": {"x": 1}}}}"#)
        .expect_err("the number is not known");
    assert_eq!(
        error.to_string(),
        "1:7: Unknown number of labels: The number of labels of \"a\" blocks in JSON is not defined. (in a)"
    );
}

/// The paths of errors have the steps that the types of the blocks define, as elsewhere: indexes in
/// lists, the keys of maps, and no labels that are fields.
#[test]
fn paths_of_blocks_in_buffers_follow_their_types() {
    #[derive(Deserialize, Debug)]
    #[serde(tag = "$label")]
    #[allow(dead_code, reason = "decoded for the errors")]
    enum Outer {
        A { inner: Inner },
    }

    #[derive(Deserialize, Debug)]
    #[serde(default)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Inner {
        one: P,
        list: Vec<P>,
        named: Rule,
        rules: Vec<Rule>,
        pair: Labeled<(String, u8), P>,
        pairs: Vec<Labeled<(String, u8), P>>,
        keyed: Map<P>,
        nested: Map<Map<Vec<P>>>,
        #[serde(rename = "enum")]
        action: Option<Action>,
    }

    impl Default for Inner {
        fn default() -> Self {
            let pair = || Labeled { labels: (String::new(), 0), body: P { x: 0 } };
            Self {
                one: P { x: 0 },
                list: vec![],
                named: Rule { name: String::new(), x: 0 },
                rules: vec![],
                pair: pair(),
                pairs: vec![],
                keyed: Map::new(),
                nested: Map::new(),
                action: None,
            }
        }
    }

    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Root {
        o: Outer,
    }

    let rows = [
        ("one {\nx = 300\n}", r#""one": [{"x": 300}]"#, "one.x"),
        ("list {\nx = 300\n}", r#""list": [{"x": 300}]"#, "list[0].x"),
        ("list {\nx = 1\n}\nlist {\nx = 300\n}", r#""list": [{"x": 1}, {"x": 300}]"#, "list[1].x"),
        ("named \"a\" {\nx = 300\n}", r#""named": {"a": {"x": 300}}"#, "named.x"),
        ("rules \"a\" {\nx = 300\n}", r#""rules": {"a": {"x": 300}}"#, "rules[0].x"),
        (
            "rules \"a\" {\nx = 1\n}\nrules \"b\" {\nx = 300\n}",
            r#""rules": [{"a": {"x": 1}, "b": {"x": 300}}]"#,
            "rules[1].x",
        ),
        ("pair \"a\" \"7\" {\nx = 300\n}", r#""pair": {"a": {"7": {"x": 300}}}"#, "pair.x"),
        ("pairs \"a\" \"7\" {\nx = 300\n}", r#""pairs": [{"a": {"7": {"x": 300}}}]"#, "pairs[0].x"),
        ("keyed \"a\" {\nx = 300\n}", r#""keyed": {"a": {"x": 300}}"#, "keyed.a.x"),
        (
            "nested \"a\" \"b c\" {\nx = 1\n}\nnested \"a\" \"b c\" {\nx = 300\n}",
            r#""nested": {"a": {"b c": [{"x": 1}, {"x": 300}]}}"#,
            "nested.a[\"b c\"][1].x",
        ),
        ("enum \"Run\" {\nx = 300\n}", r#""enum": {"Run": {"x": 300}}"#, "enum.Run.x"),
    ];
    check_each(&rows, |(native, in_json, path)| {
        let native = format!("o \"A\" {{\ninner {{\n{native}\n}}\n}}\n");
        let in_json = format!("{{\"o\": {{\"A\": {{\"inner\": {{{in_json}}}}}}}}}");
        for (text, error) in [
            (&native, serde_hcl::from_str::<Root>(&native).expect_err("300 is too large")),
            (&in_json, json::from_str::<Root>(&in_json).expect_err("300 is too large")),
        ] {
            assert_eq!(error.diagnostics().len(), 1, "{error}");
            assert_eq!(error.path(), format!("o.inner.{path}"), "{text}");
            assert_eq!(error.span().map(|span| &text[span.range()]), Some("300"), "{text}");
        }
    });
}
