//! Names that look like templates, or are equal in Unicode's normal form C.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_hcl::{Labeled, json, to_string};

/// Checks that a value is written as this JSON and read back equal, and also as native text if it
/// has one.
#[track_caller]
fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(written: &T, json_text: &str) {
    let text = json::to_string(written).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(text, json_text);
    assert_eq!(&json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error:#}")), written);
    if let Ok(native) = to_string(written) {
        assert_eq!(
            &serde_hcl::from_str::<T>(&native).unwrap_or_else(|error| panic!("{error:#}")),
            written,
            "{native}"
        );
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Named {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
struct Port {
    port: u16,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Kind {
    #[serde(rename = "${unit}")]
    Unit,
    #[serde(rename = "${newtype}")]
    Newtype(u8),
    #[serde(rename = "%{struct}")]
    Struct {
        #[serde(rename = "${field}")]
        field: u8,
    },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Blocks {
    #[serde(serialize_with = "serde_hcl::ser::labeled_blocks")]
    by_key: BTreeMap<String, Port>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flat {
    v: Inner,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Inner {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

fn one<T>(key: &str, value: T) -> BTreeMap<String, T> {
    BTreeMap::from([(key.to_owned(), value)])
}

#[test]
fn keys_with_template_sequences_are_escaped() {
    let key = "a${b}$${%{c}";
    check(&one("v", one(key, 1)), r#"{"v":{"a$${b}$$${%%{c}":1}}"#);
    check(&one("v", one(key, one(key, true))), r#"{"v":{"a$${b}$$${%%{c}":{"a$${b}$$${%%{c}":true}}}"#);
    check(&one(key, 1), r#"{"a$${b}$$${%%{c}":1}"#);
    // Labels are not templates.
    let named = Named { name: key.to_owned(), port: 1 };
    check(&one("v", vec![named.clone()]), r#"{"v":{"a${b}$${%{c}":{"port":1}}}"#);
    let labeled = Labeled { labels: key.to_owned(), body: Port { port: 1 } };
    check(&one("v", vec![labeled]), r#"{"v":{"a${b}$${%{c}":{"port":1}}}"#);
    let labeled = Labeled { labels: key.to_owned(), body: one(key, 1) };
    assert_eq!(
        json::to_string(&one("v", &labeled)).ok().as_deref(),
        Some(r#"{"v":{"a${b}$${%{c}":{"a$${b}$$${%%{c}":1}}}"#)
    );
    // Keys of maps are templates, for any values of the map.
    check(&Blocks { by_key: one(key, Port { port: 1 }) }, r#"{"by_key":{"a$${b}$$${%%{c}":{"port":1}}}"#);
    check(&one("v", one(key, vec![named])), r#"{"v":{"a$${b}$$${%%{c}":{"a${b}$${%{c}":{"port":1}}}}"#);
    for kind in [Kind::Unit, Kind::Newtype(1), Kind::Struct { field: 1 }] {
        let text = match kind {
            Kind::Unit => r#""$${unit}""#,
            Kind::Newtype(_) => r#"{"$${newtype}":1}"#,
            Kind::Struct { .. } => r#"{"%%{struct}":{"$${field}":1}}"#,
        };
        check(&one("v", kind.clone()), &format!(r#"{{"v":{text}}}"#));
        check(&one("v", vec![kind.clone(), kind.clone()]), &format!(r#"{{"v":[{text},{text}]}}"#));
        check(&one("v", one(key, kind)), &format!(r#"{{"v":{{"a$${{b}}$$${{%%{{c}}":{text}}}}}"#));
    }
    check(&Flat { v: Inner { a: 1, rest: one(key, 2) } }, r#"{"v":{"a":1,"a$${b}$$${%%{c}":2}}"#);
}

const COMPOSED: &str = "\u{e9}";
const DECOMPOSED: &str = "e\u{301}";
const BOTH: &str = "the keys \"é\" and \"e\\u{301}\" are the same text in Unicode's normal form C";

/// Entries in any order, with any keys.
#[derive(Clone)]
struct Pairs(Vec<(&'static str, u8)>);

impl Serialize for Pairs {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

#[test]
fn keys_that_are_equal_in_normal_form_are_not_written() {
    let refused = |written: Pairs, expected: &str| {
        let written = one("v", written);
        let refused = |result: serde_hcl::Result<()>| result.expect_err("a key would be lost").to_string();
        assert_eq!(refused(serde_hcl::to_value(&written).map(|_| ())), expected);
        assert_eq!(refused(to_string(&written).map(|_| ())), expected);
        assert_eq!(refused(json::to_string(&written).map(|_| ())), expected);
    };
    let ambiguous = format!("Keys of the same text: In this map {BOTH}. Rename one of them. (in v)");
    refused(Pairs(vec![(COMPOSED, 1), (DECOMPOSED, 2)]), &ambiguous);
    refused(Pairs(vec![("b", 1), (COMPOSED, 1), ("a", 0), (DECOMPOSED, 2)]), &ambiguous);
    refused(
        Pairs(vec![("b", 1), ("a", 1), ("b", 2)]),
        "Repeated entry: A map has two keys \"b\". Remove one of them. (in v)",
    );
    #[derive(Serialize)]
    struct Fields {
        #[serde(rename = "\u{e9}")]
        composed: u8,
        #[serde(rename = "e\u{301}")]
        decomposed: u8,
    }
    let error =
        serde_hcl::to_value(&Fields { composed: 1, decomposed: 2 }).expect_err("a field would be lost");
    assert_eq!(error.to_string(), format!("Keys of the same text: In this map {BOTH}. Rename one of them."));
}

#[test]
fn keys_that_are_equal_in_normal_form_are_not_read() {
    let text = r#"{"é": 1, "e\u0301": 2}"#;
    let error = |result: Result<(), serde_json::Error>| result.expect_err("a key would be lost").to_string();
    assert_eq!(
        error(serde_json::from_str::<serde_hcl::Value>(text).map(|_| ())),
        format!("{BOTH} at line 1 column 19")
    );
    assert_eq!(
        error(serde_json::from_str::<serde_hcl::Map>(text).map(|_| ())),
        format!("{BOTH} at line 1 column 19")
    );
    // If a key is repeated, the last value counts, as in other maps.
    let repeated: serde_hcl::Value = serde_json::from_str(r#"{"a": 1, "a": 2}"#).expect("it is a value");
    assert_eq!(repeated, serde_hcl::value!({ "a": 2 }));

    let error =
        serde_hcl::from_str::<serde_hcl::Value>("é = 1\ne\u{301} = 2\n").expect_err("a key would be lost");
    assert_eq!(error.to_string(), format!("1:1: Unsuitable value: {BOTH}"));
    let error =
        json::from_str::<serde_hcl::Value>(&format!("{{\"v\": [{text}]}}")).expect_err("a key would be lost");
    assert_eq!(
        error.to_string(),
        format!("1:17: Duplicate object key: In this object {BOTH}. Remove one of them. (in v)")
    );
    // In an object constructor, the last value of a key counts.
    let expression =
        serde_hcl::parse_expression("{ é = 1, \"e\\u0301\" = 2 }").into_result().expect("it is sound");
    let outcome = expression.evaluate_all(&serde_hcl::EvalContext::new());
    assert_eq!(outcome.value, serde_hcl::value!({ "\u{e9}": 2 }));
    let warnings: Vec<_> = outcome.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [format!(
            "1:10: warning: Repeated object key: In this object {BOTH}; the later value replaces the earlier one."
        )]
    );
    #[cfg(feature = "stdlib")]
    {
        let error =
            serde_hcl::stdlib::encoding::jsondecode().call(&[text.into()]).expect_err("a key would be lost");
        assert_eq!(error.to_string(), BOTH);
    }
}

/// The names of a parsed body are written unchanged.
#[test]
fn names_of_parsed_bodies_are_written_unchanged() {
    let text = r#"{"$${x}":1,"${y}":{"$${z}":"${2}"},"l":{"${label}":{}}}"#;
    let body = json::parse_file(text).into_result().expect("it is sound").body();
    let written = json::to_string(&body).expect("it can be written");
    let again = json::parse_file(written.as_str()).into_result().expect("it is sound").body();
    let names = |body: &serde_hcl::Body| body.attributes().map(|it| it.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&again), ["$${x}", "${y}", "l"]);
    // Other formats have the text unchanged.
    assert_eq!(serde_json::to_value(&body).ok(), Some(text.into()));
}

fn keys() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec!["$", "%", "{", "}", "${", "%{", "a", "\"", "~"]);
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn names_are_read_back(key in keys(), label in keys()) {
        fn same<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(written: &T) -> bool {
            let text = json::to_string(written).expect("it can be written");
            json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error:#}")) == *written
        }
        let named = Named { name: label.clone(), port: 1 };
        let blocks = Blocks { by_key: one(&key, Port { port: 1 }) };
        prop_assert!(same(&one("v", one(&key, one(&label, 1)))), "a map");
        prop_assert!(same(&one("v", vec![named.clone()])), "a label");
        prop_assert!(same(&one("v", one(&key, named))), "a key and a label");
        prop_assert!(same(&blocks), "a key that is a label");
        if key != "//" {
            prop_assert!(same(&one(&key, 1)), "a name");
        }
    }
}
