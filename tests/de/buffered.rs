//! The fields that can be under `flatten`, `tag` and `untagged`, where serde decodes them from a
//! buffer: a test for each statement of the documentation of `de`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde_hcl::{
    Body, EvalContext, Expression, Number, Options, Template, Traversal, Value,
    de::{SingleBlocks, Spanned},
    json, value,
};

#[derive(Deserialize, Debug, PartialEq)]
struct Plain<T> {
    v: T,
}

#[derive(Deserialize, Debug)]
struct Flat<T> {
    #[serde(flatten)]
    plain: Plain<T>,
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Untagged<T> {
    V { v: T },
}

#[derive(Deserialize, Debug)]
#[serde(tag = "t")]
enum Tagged<T> {
    V { v: T },
}

/// The tag comes after the content, which is buffered until then.
#[derive(Deserialize, Debug)]
#[serde(tag = "t", content = "c")]
enum Adjacent<T> {
    V(Plain<T>),
}

/// A field `v` of a flattened struct, an untagged, an internally tagged and an adjacently tagged
/// enum; what was decoded, or the errors.
#[track_caller]
fn each<T: for<'de> Deserialize<'de> + Debug>(options: &Options, text: &str) -> Vec<Result<T, String>> {
    fn of<D: for<'de> Deserialize<'de>, T>(
        options: &Options,
        text: &str,
        take: fn(D) -> T,
    ) -> Result<T, String> {
        options.from_str::<D>(text).map(take).map_err(|error| error.to_string())
    }
    let is_json = text.starts_with('{');
    let tagged = match is_json {
        true => text.replacen('{', r#"{"t": "V", "#, 1),
        false => format!("t = \"V\"\n{text}"),
    };
    let adjacent = match is_json {
        true => format!(r#"{{"c": {text}, "t": "V"}}"#),
        false => format!("c {{\n{text}}}\nt = \"V\"\n"),
    };
    let objects = options.clone().single_blocks(SingleBlocks::Object);
    vec![
        of(options, text, |Flat { plain }: Flat<T>| plain.v),
        of(options, text, |Untagged::V { v }: Untagged<T>| v),
        of(options, &tagged, |Tagged::V { v }: Tagged<T>| v),
        of(&objects, &adjacent, |Adjacent::V(Plain { v }): Adjacent<T>| v),
    ]
}

/// Checks that all of these types and a field of a plain struct decode a text in both syntaxes to
/// the same value.
#[track_caller]
fn same<T: for<'de> Deserialize<'de> + Debug + PartialEq>(native: &str, in_json: &str, expected: &T) {
    let json = Options::new().json(true);
    for (options, text) in
        [(Options::new(), native), (json, in_json)].iter().filter(|(_, text)| !text.is_empty())
    {
        let plain = options.from_str::<Plain<T>>(text).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(&plain.v, expected, "{text}");
        for decoded in each::<T>(options, text) {
            assert_eq!(decoded.as_ref(), Ok(expected), "{text}");
        }
    }
}

/// Checks that a plain struct accepts a text and the other types reject it.
#[track_caller]
fn refused<T: for<'de> Deserialize<'de> + Debug>(text: &str, expected: &str) {
    let options = if text.starts_with('{') { Options::new().json(true) } else { Options::new() };
    options.from_str::<Plain<T>>(text).unwrap_or_else(|error| panic!("{text}{error}"));
    let errors: Vec<_> = each::<T>(&options, text).into_iter().map(|it| it.expect_err(text)).collect();
    assert!(errors[0].contains(expected), "{}", errors[0]);
    assert!(errors[1].contains("No matching form"), "{}", errors[1]);
    assert!(errors[2].contains(expected), "{}", errors[2]);
}

#[derive(Deserialize, Debug, PartialEq)]
struct Port {
    port: u16,
}

#[derive(Deserialize, Debug, PartialEq)]
enum Mode {
    Fast,
    Level(u8),
    Circle { r: u8 },
}

#[test]
fn values_are_decoded_as_they_are() {
    same("v = 80\n", r#"{"v": 80}"#, &80_u16);
    same("v = 40 * 2\n", r#"{"v": "${40 * 2}"}"#, &80_u16);
    same("v = 1.0\n", r#"{"v": 1.0}"#, &1_u8);
    same("v = 1\n", r#"{"v": 1}"#, &1.0_f64);
    same("v = true\n", r#"{"v": true}"#, &true);
    same("v = \"a\"\n", r#"{"v": "a"}"#, &"a".to_owned());
    same("v = \"a\"\n", r#"{"v": "a"}"#, &Cow::Borrowed("a"));
    same("v = \"x\"\n", r#"{"v": "x"}"#, &'x');
    same("v = [1, 2]\n", r#"{"v": [1, 2]}"#, &vec![1_u8, 2]);
    same("v = { a = 1 }\n", r#"{"v": {"a": 1}}"#, &BTreeMap::from([("a".to_owned(), 1_u8)]));
    same("v = { port = 1 }\n", r#"{"v": {"port": 1}}"#, &Port { port: 1 });
    same("v = { secs = 1, nanos = 0 }\n", "", &std::time::Duration::from_secs(1));
    same("v = \"Fast\"\n", r#"{"v": "Fast"}"#, &Mode::Fast);
    same("v = { Level = 1 }\n", r#"{"v": {"Level": 1}}"#, &Mode::Level(1));
    same("v = [1, null]\n", r#"{"v": [1, null]}"#, &value!([1, null]));
    same("v = [1, \"a\"]\n", r#"{"v": [1, "a"]}"#, &serde_json::json!([1, "a"]));
    same("v = 1.5\n", r#"{"v": 1.5}"#, &"1.5".parse::<Number>().expect("it is one"));
}

#[test]
fn strings_are_borrowed() {
    #[derive(Deserialize)]
    struct Outer<'a> {
        #[serde(flatten, borrow)]
        plain: Inner<'a>,
    }
    #[derive(Deserialize)]
    struct Inner<'a> {
        v: &'a str,
    }
    let text = "v = \"abc\"\n";
    let outer: Outer<'_> = serde_hcl::from_str(text).expect("it fits");
    assert_eq!(outer.plain.v.as_ptr(), text[5..].as_ptr());
}

#[test]
fn values_are_converted() {
    same("v = \"80\"\n", r#"{"v": "80"}"#, &80_u16);
    same("v = \"true\"\n", r#"{"v": "true"}"#, &true);
    same("v = 80\n", r#"{"v": 80}"#, &"80".to_owned());
    same("v = \"80\"\n", r#"{"v": "80"}"#, &Number::from(80));
    same("v = [\"80\", 40 + 41]\n", r#"{"v": ["80", 81]}"#, &["80".to_owned(), "81".to_owned()]);
}

#[test]
fn numbers_have_64_bits() {
    let error = |text: &str, expected: &str| {
        for result in each::<Value>(&Options::new(), text) {
            let error = result.expect_err("it has too many bits");
            assert!(error.contains(expected), "{error}");
            assert!(error.starts_with(|first: char| first.is_ascii_digit()), "it has a location: {error}");
        }
    };
    error(
        "v = 18446744073709551616\n",
        "Expected a whole number of at most 64 bits, found 18446744073709551616.",
    );
    error(
        "v = -170141183460469231731687303715884105728\n",
        "Expected a whole number of at most 64 bits, found -170141183460469231731687303715884105728.",
    );
    error(
        "v = 123456789012345678901234567890123456789012345\n",
        "Expected a whole number of at most 128 bits, found 12345678901234567890",
    );
    same("v = 18446744073709551615\n", "", &u64::MAX);
    // Other numbers become the nearest floats.
    for number in each::<Number>(&Options::new(), "v = 0.12345678901234567890\n") {
        assert_eq!(number, Ok("0.12345678901234568".parse().expect("it is one")));
    }
}

#[test]
fn captures_and_spans_are_errors() {
    refused::<Expression>("v = 1 + 1\n", "Expected an expression to capture, found 2.");
    refused::<Template>("v = \"a\"\n", "Expected a template to capture, found the string \"a\".");
    refused::<Body>("v {\n  a = 1\n}\n", "Expected a body to capture, found a list.");
    refused::<Traversal>(
        r#"{"v": "a.b"}"#,
        "Expected a reference to a variable to capture, found the string \"a.b\".",
    );
    refused::<Spanned<u8>>("v = 1\n", "Expected a value whose location is known, found 1.");
    // Expressions that are evaluated first have the variables.
    for result in each::<Traversal>(&Options::new(), "v = a.b\n") {
        assert!(result.expect_err("there is no variable").contains("Variables not allowed"));
    }
}

#[test]
fn null_is_none() {
    same("v = null\n", r#"{"v": null}"#, &None::<u8>);
    same("v = null\n", r#"{"v": null}"#, &());
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        #[serde(default)]
        n: u8,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct FlatDefault {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "t")]
    enum TaggedDefault {
        V(Inner),
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum UntaggedDefault {
        V(Inner),
    }
    let text = "n = null\n";
    let flat: FlatDefault = serde_hcl::from_str(text).expect("it counts as absent");
    assert_eq!(flat.inner, Inner { n: 0 });
    let tagged: TaggedDefault = serde_hcl::from_str("t = \"V\"\nn = null\n").expect("it counts as absent");
    assert_eq!(tagged, TaggedDefault::V(Inner { n: 0 }));
    let flat: FlatDefault = json::from_str(r#"{"n": null}"#).expect("it counts as absent");
    assert_eq!(flat.inner, Inner { n: 0 });
    let tagged: TaggedDefault = json::from_str(r#"{"t": "V", "n": null}"#).expect("it counts as absent");
    assert_eq!(tagged, TaggedDefault::V(Inner { n: 0 }));
    assert!(serde_hcl::from_str::<UntaggedDefault>(text).is_err());
}

#[test]
fn blocks_are_lists_of_bodies() {
    let block = "v {\n  port = 1\n}\n";
    let ports = || vec![Port { port: 1 }];
    let two = "v {\n  port = 1\n}\nv {\n  port = 2\n}\n";
    same(two, r#"{"v": [{"port": 1}, {"port": 2}]}"#, &vec![Port { port: 1 }, Port { port: 2 }]);
    for decoded in each::<Vec<Port>>(&Options::new(), block).into_iter().take(3) {
        assert_eq!(decoded, Ok(ports()));
    }
    for decoded in
        each::<BTreeMap<String, Vec<Port>>>(&Options::new(), "v a {\n  port = 1\n}\n").into_iter().take(3)
    {
        assert_eq!(decoded, Ok(BTreeMap::from([("a".to_owned(), ports())])));
    }
    // With the option, they are objects, as in JSON.
    let objects = Options::new().single_blocks(SingleBlocks::Object);
    let json = Options::new().json(true);
    for (options, text) in [(&objects, block), (&json, r#"{"v": {"port": 1}}"#)] {
        for decoded in each::<Port>(options, text) {
            assert_eq!(decoded, Ok(Port { port: 1 }), "{text}");
        }
        for decoded in each::<Option<Port>>(options, text) {
            assert_eq!(decoded, Ok(Some(Port { port: 1 })), "{text}");
        }
    }
    let labeled = [(&objects, "v a {\n  port = 1\n}\n"), (&json, r#"{"v": {"a": {"port": 1}}}"#)];
    for (options, text) in labeled {
        for decoded in each::<BTreeMap<String, Port>>(options, text) {
            assert_eq!(decoded, Ok(BTreeMap::from([("a".to_owned(), Port { port: 1 })])), "{text}");
        }
    }
    // An enum variant selected by a label needs the option too.
    for (options, text) in [(&objects, "v Circle {\n  r = 1\n}\n"), (&json, r#"{"v": {"Circle": {"r": 1}}}"#)]
    {
        for decoded in each::<Mode>(options, text) {
            assert_eq!(decoded, Ok(Mode::Circle { r: 1 }), "{text}");
        }
    }
    // A list with one block is an object in JSON, and in native syntax with the option.
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(transparent)]
    struct Many(#[serde(deserialize_with = "serde_hcl::with::many")] Vec<Port>);
    for (options, text) in [(&objects, block), (&json, r#"{"v": {"port": 1}}"#), (&Options::new(), block)] {
        for decoded in each::<Many>(options, text) {
            assert_eq!(decoded, Ok(Many(ports())), "{text}");
        }
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(transparent)]
    struct One(#[serde(deserialize_with = "serde_hcl::with::one")] Port);
    for (options, text) in [(&objects, block), (&json, r#"{"v": {"port": 1}}"#), (&Options::new(), block)] {
        for decoded in each::<One>(options, text) {
            assert_eq!(decoded, Ok(One(Port { port: 1 })), "{text}");
        }
    }
}

#[test]
fn rests_of_inner_blocks_are_errors() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Named {
        #[serde(rename = "$label")]
        name: String,
        port: u16,
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Rest {
        port: u16,
        #[serde(rename = "$remain")]
        rest: BTreeMap<String, u8>,
    }
    let text = "v a {\n  port = 1\n}\n";
    for decoded in each::<Vec<Named>>(&Options::new(), text) {
        assert_eq!(decoded.map(|it| it.len()), Ok(1));
    }
    let rest = "The rest of a body is required here, but this is not a body by itself.";
    refused::<Rest>(r#"{"v": {"port": 1}}"#, rest);
    let attribute = serde_hcl::from_str::<Plain<Rest>>("v = { port = 1 }\n").expect_err("it is no body");
    assert_eq!(attribute.to_string(), format!("1:5: Missing attribute or block: {rest} (in v)"));
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Beside {
        #[serde(flatten)]
        port: Port,
        #[serde(rename = "$remain")]
        rest: BTreeMap<String, u8>,
    }
    let beside = serde_hcl::from_str::<Beside>("port = 1\nx = 2\n").expect_err("its fields are not known");
    assert!(beside.to_string().contains(rest), "{beside}");
    let note = beside.diagnostics().first().and_then(|it| it.notes().next());
    assert!(note.is_some_and(|note| note.contains("flatten a map instead")), "{note:?}");
    #[derive(Deserialize, Debug)]
    struct Instead {
        #[serde(flatten)]
        port: Port,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    let instead: Instead = serde_hcl::from_str("port = 1\nx = 2\n").expect("it fits");
    assert_eq!((instead.port.port, instead.rest["x"]), (1, 2));
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "t")]
enum Rule {
    Named {
        #[serde(rename = "$label")]
        name: String,
        n: u8,
    },
    Pair {
        #[serde(rename = "$label")]
        name: String,
        #[serde(rename = "$label.1")]
        other: String,
    },
    Plain {
        n: u8,
    },
}

#[derive(Deserialize, Debug, PartialEq)]
struct Config<T> {
    rule: T,
}

#[test]
fn internally_tagged_enums_in_json_have_labels() {
    let decode = |text: &str| json::from_str::<Config<Vec<Rule>>>(text).map(|config| config.rule);
    let named = |name: &str, n| Rule::Named { name: name.to_owned(), n };
    let table = [
        (r#"{"rule": {"a": {"t": "Named", "n": 1}}}"#, vec![named("a", 1)]),
        (
            r#"{"rule": {"a": {"t": "Named", "n": 1}, "b": {"n": 2, "t": "Named"}}}"#,
            vec![named("a", 1), named("b", 2)],
        ),
        (
            r#"{"rule": [{"a": {"t": "Named", "n": 1}}, {"a": {"t": "Named", "n": 2}}]}"#,
            vec![named("a", 1), named("a", 2)],
        ),
        (
            r#"{"rule": {"a": {"b": {"t": "Pair"}}}}"#,
            vec![Rule::Pair { name: "a".to_owned(), other: "b".to_owned() }],
        ),
        (r#"{"rule": [{"t": "Plain", "n": 1}]}"#, vec![Rule::Plain { n: 1 }]),
    ];
    for (text, expected) in table {
        assert_eq!(decode(text).unwrap_or_else(|error| panic!("{text}{error:?}")), expected, "{text}");
    }
    let one: Config<Rule> = json::from_str(r#"{"rule": {"a": {"t": "Named", "n": 1}}}"#).expect("it fits");
    assert_eq!(one.rule, named("a", 1));
    let errors = [
        (
            r#"{"rule": {"n": 1}}"#,
            "1:10: Missing attribute or block: \"t\" is required here, but it is missing. (in rule[0])",
        ),
        (
            r#"{"rule": {"a": {"b": {"n": 1}}}}"#,
            "1:10: Missing attribute or block: \"t\" is required here, but it is missing. (in rule[0])",
        ),
        (
            r#"{"rule": {"a": {"t": "Named", "n": true}}}"#,
            "1:36: Wrong type: Expected a whole number from 0 to 255, found true. (in rule[0].n)",
        ),
    ];
    for (text, expected) in errors {
        assert_eq!(decode(text).expect_err(text).to_string(), expected, "{text}");
    }
}

#[test]
fn the_content_of_adjacently_tagged_enums_is_a_block() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "t", content = "c")]
    enum Step {
        Copy { from: String, port: Option<Port> },
        Listen(Port),
        Wait(u32),
        Stop,
    }
    let copy = Step::Copy { from: "a".to_owned(), port: None };
    let table = [
        ("t = \"Copy\"\nc {\n  from = \"a\"\n}\n", copy),
        ("t = \"Copy\"\nc = { from = \"a\" }\n", Step::Copy { from: "a".to_owned(), port: None }),
        ("t = \"Listen\"\nc {\n  port = 1\n}\n", Step::Listen(Port { port: 1 })),
        ("t = \"Wait\"\nc = \"5\"\n", Step::Wait(5)),
        ("t = \"Stop\"\n", Step::Stop),
    ];
    for (text, expected) in table {
        assert_eq!(
            serde_hcl::from_str::<Step>(text).unwrap_or_else(|error| panic!("{text}{error}")),
            expected
        );
        let block = format!("b {{\n{text}}}\n");
        let blocks = serde_hcl::from_str::<BTreeMap<String, Step>>(&block).expect(&block);
        assert_eq!(blocks["b"], expected);
    }
    // Content before the tag is buffered.
    let text = "c {\n  from = \"a\"\n}\nt = \"Copy\"\n";
    assert!(serde_hcl::from_str::<Step>(text).is_ok());
    let twice = "t = \"Copy\"\nc {\n  from = \"a\"\n}\nc {\n  from = \"a\"\n}\n";
    let error = serde_hcl::from_str::<Step>(twice).expect_err("there are two");
    assert_eq!(
        error.to_string(),
        "5:1: Duplicate block: Only one c block is possible here. Remove one of them. (in c)"
    );
}

#[test]
fn marked_values_stay_secret() {
    let mut context = EvalContext::new();
    context.set("secret", Value::from("hunter2").mark(serde_hcl::value::Mark::new("sensitive")));
    for result in each::<u8>(&Options::new().context(context), "v = secret\n") {
        let error = result.expect_err("it is no number");
        assert!(!error.contains("hunter2"), "{error}");
    }
}
