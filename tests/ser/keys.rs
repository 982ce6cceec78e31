//! Names that look like templates, or are equal in Unicode's normal form C.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_hcl::{Labeled, json, to_string};

/// A value is written as this JSON and read back equal. So is its native text, where there is one.
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
fn names_that_look_like_templates() {
    let key = "a${b}$${%{c}";
    check(&one("v", one(key, 1)), r#"{"v":{"a$${b}$$${%%{c}":1}}"#);
    check(&one("v", one(key, one(key, true))), r#"{"v":{"a$${b}$$${%%{c}":{"a$${b}$$${%%{c}":true}}}"#);
    check(&one(key, 1), r#"{"a$${b}$$${%%{c}":1}"#);
    // Labels are no templates.
    let named = Named { name: key.to_owned(), port: 1 };
    check(&one("v", vec![named.clone()]), r#"{"v":{"a${b}$${%{c}":{"port":1}}}"#);
    let labeled = Labeled { labels: key.to_owned(), body: Port { port: 1 } };
    check(&one("v", vec![labeled]), r#"{"v":{"a${b}$${%{c}":{"port":1}}}"#);
    let labeled = Labeled { labels: key.to_owned(), body: one(key, 1) };
    assert_eq!(
        json::to_string(&one("v", &labeled)).ok().as_deref(),
        Some(r#"{"v":{"a${b}$${%{c}":{"a$${b}$$${%%{c}":1}}}"#)
    );
    // Keys of maps are, whatever is in the map.
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

fn keys() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("$"),
        Just("%"),
        Just("{"),
        Just("}"),
        Just("${"),
        Just("%{"),
        Just("a"),
        Just("\""),
        Just("~")
    ];
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
