//! Decoding of several files as one.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, EvalContext, Result, Source, Value, from_body, json, parse_file, value};

use test_support::rows::check_each;

/// The files `one.hcl`, `two.hcl` and so on; a text that begins with a brace is a file of that name
/// in JSON.
fn merged(texts: &[&str]) -> Body {
    let files = ["one", "two", "three"].iter().zip(texts).map(|(name, text)| {
        if text.starts_with('{') {
            let file = json::parse_file(Source::new(format!("{name}.json"), *text)).into_result();
            file.expect("it is sound").body().clone()
        } else {
            parse_file(Source::new(format!("{name}.hcl"), *text))
                .into_result()
                .expect("it is sound")
                .body()
                .clone()
        }
    });
    Body::merge(files)
}

fn decode<T: DeserializeOwned>(texts: &[&str]) -> Result<T> {
    from_body(&merged(texts), &EvalContext::new())
}

#[derive(Deserialize, Debug, PartialEq)]
struct Service {
    port: u16,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default)]
struct Config {
    a: Option<u8>,
    service: BTreeMap<String, Service>,
    limit: Option<Service>,
}

#[test]
fn blocks_of_all_files_are_decoded() {
    let service = |name: &str, port| (name.to_owned(), Service { port });
    let expected =
        Config { a: Some(1), service: [service("web", 80), service("db", 5432)].into(), limit: None };
    let one = "a = 1\nservice \"web\" {\n  port = 80\n}\n";
    let one_json = r#"{ "a": 1, "service": { "web": { "port": 80 } } }"#;
    let two = "service \"db\" {\n  port = 5432\n}\n";
    let two_json = r#"{ "service": { "db": { "port": 5432 } } }"#;
    for texts in [[one, two], [one_json, two], [one, two_json], [one_json, two_json]] {
        assert_eq!(decode::<Config>(&texts).expect("it fits"), expected, "{texts:?}");
    }

    let three_json = [
        r#"{ "x": { "port": 1 } }"#,
        r#"{ "x": [{ "port": 2 }, { "port": 3 }] }"#,
        r#"{ "x": { "port": 4 } }"#,
    ];
    let ports = |ports: [u16; 4]| BTreeMap::from([("x".to_owned(), ports.map(|port| Service { port }))]);
    assert_eq!(decode::<BTreeMap<String, [Service; 4]>>(&three_json).expect("it fits"), ports([1, 2, 3, 4]));
}

#[test]
fn an_item_that_is_set_twice_names_both_files() {
    let duplicate =
        "Attribute set more than once: The attribute \"a\" is already set. Remove one of the two.";
    let table = [
        (["b = 1\na = 1\n", "c = 2\n\na = 3\n"], "two.hcl:3:1", "one.hcl:2:1"),
        (["{ \"a\": 1 }", "\na = 3\n"], "two.hcl:2:1", "one.json:1:3"),
        (["a = 3\n", "{ \"a\": 1 }"], "two.json:1:3", "one.hcl:1:1"),
    ];
    check_each(table, |(texts, second, first)| {
        let error = decode::<Config>(&texts).expect_err("it is wrong");
        assert_eq!(error.to_string(), format!("{second}: {duplicate}"), "{texts:?}");
        assert_eq!(labels(&error), [format!("{first} first set here")]);
        assert_eq!(error.file(), second.split(':').next());
    });
    let error = decode::<Config>(&["{ \"a\": 1 }", "{ \"b\": 1, \"a\": 1 }"]).expect_err("it is wrong");
    assert_eq!(error.to_string(), format!("two.json:1:11: {duplicate} (in a)"));
    assert_eq!(labels(&error), ["one.json:1:3 first set here"]);

    let table = [
        (
            ["a = 1\n", "a {\n}\n"],
            "two.hcl:1:1: Attribute and block of one name: The name \"a\" is used for an attribute and for a block in the \
             same body. Remove one of them.",
            "one.hcl:1:1 the attribute",
        ),
        (
            ["limit {\n  port = 1\n}\n", "\nlimit {\n  port = 2\n}\n"],
            "two.hcl:2:1: Duplicate block: Only one limit block is possible here. Remove one of them. (in limit)",
            "one.hcl:1:1 the first one",
        ),
        (
            ["service \"x\" {\n  port = 1\n}\n", "service \"x\" {\n  port = 2\n}\n"],
            "two.hcl:1:1: Duplicate block: Only one service \"x\" block is possible here. Remove one of them. (in service.x)",
            "one.hcl:1:1 the first one",
        ),
        (
            [r#"{ "limit": { "port": 1 } }"#, r#"{ "limit": { "port": 2 } }"#],
            "two.json:1:12: Duplicate block: Only one limit block is possible here. Remove one of them. (in limit)",
            "one.json:1:12 the first one",
        ),
        (
            ["a = 1\n", "limit {\n  port = -1\n}\n"],
            "two.hcl:2:10: Unsuitable value: Expected a whole number from 0 to 65535, found -1. (in limit.port)",
            "",
        ),
    ];
    check_each(table, |(texts, expected, label)| {
        let error = decode::<Config>(&texts).expect_err("it is wrong");
        assert_eq!(error.to_string(), expected, "{texts:?}");
        assert_eq!(labels(&error).concat(), label, "{texts:?}");
    });
}

/// The labels of the first error, each with its location.
fn labels(error: &serde_hcl::Error) -> Vec<String> {
    let first = error.diagnostics().iter().next().expect("there is an error");
    let place = |label: &serde_hcl::diag::LabeledSpan| {
        let file = label.source().map(serde_hcl::Source::name).unwrap_or_default();
        let source = label.source().expect("it has a location");
        let start = source.pos(label.span().start);
        format!("{file}:{start} {}", label.text())
    };
    first.labels().iter().map(place).collect()
}

#[test]
fn the_rest_of_merged_bodies_can_be_taken() {
    #[derive(Deserialize, Debug)]
    struct Rest {
        a: u8,
        #[serde(rename = "$remain")]
        rest: Body,
    }
    let rest: Rest = decode(&["a = 1\nb = 2\n", "c = 3\n"]).expect("it fits");
    let left: Value = from_body(&rest.rest, &EvalContext::new()).expect("it fits");
    assert_eq!((rest.a, left), (1, value!({ "b": 2, "c": 3 })));
    assert_eq!(rest.rest.to_string(), "b = 2\nc = 3\n");
    let names: Vec<_> = rest.rest.just_attributes().into_result().expect("it is sound");
    assert_eq!(names.iter().map(|attribute| attribute.name()).collect::<Vec<_>>(), ["b", "c"]);
}

#[test]
fn values_at_the_same_offset_in_two_files_are_converted_by_their_own_types() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        port: u16,
        name: String,
    }
    let decoded = decode::<Flat>(&["port = \"80\"\n", "name = \"81\"\n"]).expect("it fits");
    assert_eq!(decoded.inner, Inner { port: 80, name: "81".to_owned() });
}
