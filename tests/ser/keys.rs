//! Names that look like templates, or are equal in Unicode's normal form C.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_hcl::{de::Labeled, json, to_string};

use test_support::written::written_json;

/// Checks that a value is written as this JSON and read back equal, and also as native text if it
/// has one.
#[track_caller]
fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(written: &T, json_text: &str) {
    let text = written_json(written).unwrap_or_else(|error| panic!("{error:#}"));
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
    #[serde(with = "serde_hcl::with::labeled_blocks")]
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
        written_json(&one("v", &labeled)).ok().as_deref(),
        Some(r#"{"v":{"a${b}$${%{c}":{"a$${b}$$${%%{c}":1}}}"#)
    );
    check(&Blocks { by_key: one(key, Port { port: 1 }) }, r#"{"by_key":{"a${b}$${%{c}":{"port":1}}}"#);
    // Keys of maps are templates, for any values of the map.
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
        assert_eq!(refused(written_json(&written).map(|_| ())), expected);
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
    let outcome = expression.evaluate_with_diagnostics(&serde_hcl::EvalContext::new());
    assert_eq!(outcome.value, serde_hcl::value!({ "\u{e9}": 2 }));
    let warnings: Vec<_> = outcome.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [format!(
            "1:10: warning: Repeated object key: In this object {BOTH}; the later value replaces the earlier one."
        )]
    );
    {
        let error = serde_hcl::stdlib::function("jsondecode")
            .unwrap()
            .call(&[text.into()])
            .expect_err("a key would be lost");
        assert_eq!(error.to_string(), BOTH);
    }
}

/// The names of a parsed body are written unchanged.
#[test]
fn names_of_parsed_bodies_are_written_unchanged() {
    let text = r#"{"$${x}":1,"${y}":{"$${z}":"${2}"},"l":{"${label}":{}}}"#;
    let body = json::parse_file(text).into_result().expect("it is sound").body().clone();
    let written = written_json(&body).expect("it can be written");
    let again = json::parse_file(written.as_str()).into_result().expect("it is sound").body().clone();
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
            let text = written_json(written).expect("it can be written");
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

/// The names of fields with a meaning of their own, and of the private names of this crate.
fn special_keys() -> impl Strategy<Value = String> {
    let names =
        ["$label", "$labels", "$label.0", "$label.1", "$label.x", "$remain", "$serde_hcl::Value", "$"];
    prop_oneof![3 => prop::sample::select(names.to_vec()).prop_map(str::to_owned), 1 => keys(), 1 => "[a-c]"]
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Extended {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct NamedAndExtended {
    #[serde(rename = "$label")]
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

/// Writes a value in each way. Returns whether all of those that do not fail are read back equal.
fn is_kept<T>(written: &T) -> Result<(), TestCaseError>
where
    T: Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    if let Ok(text) = to_string(written) {
        let read = serde_hcl::from_str::<T>(&text);
        prop_assert_eq!(&read.unwrap_or_else(|error| panic!("{text}\n{error:#}")), written, "{}", text);
    }
    if let Ok(text) = written_json(written) {
        let read = json::from_str::<T>(&text);
        prop_assert_eq!(&read.unwrap_or_else(|error| panic!("{text}\n{error:#}")), written, "{}", text);
    }
    if let Ok(value) = serde_hcl::to_value(written)
        && let Ok(read) = serde_hcl::from_value::<T>(&value)
    {
        prop_assert_eq!(&read, written, "{}", value);
    }
    Ok(())
}

proptest! {
    #[test]
    fn special_names_are_data_in_maps(
        map in prop::collection::btree_map(special_keys(), "[x-z]{1,2}", 0..4),
        label in special_keys(),
        name in "[a-c]?",
    ) {
        let hashed: std::collections::HashMap<String, String> = map.clone().into_iter().collect();
        // An object in an attribute, in a block, and in a list.
        let attribute = to_string(&one("v", &map)).expect("any key can be written");
        prop_assert!(attribute.starts_with("v = {"), "{}", attribute);
        is_kept(&one("v", map.clone()))?;
        is_kept(&one("v", hashed))?;
        is_kept(&one("v", vec![one("w", map.clone())]))?;
        is_kept(&one("v", one(&label, map.clone())))?;
        is_kept(&map)?;
        prop_assert_eq!(serde_hcl::to_value(&map).ok().and_then(|it| serde_hcl::from_value(&it).ok()), Some(map.clone()));
        let extended = Extended { a: 1, rest: map.clone() };
        if !map.contains_key("a") {
            is_kept(&one("v", extended.clone()))?;
            is_kept(&extended)?;
        }
        is_kept(&one("v", vec![Named { name: label.clone(), port: 1 }]))?;
        is_kept(&one("v", vec![NamedAndExtended { name, rest: map.clone() }]))?;
        // An update of a document.
        let mut document: serde_hcl::edit::Document = "v = {}\n".parse().expect("it is sound");
        document.update(&one("v", map.clone())).expect("any key can be written");
        let read = serde_hcl::from_str::<BTreeMap<String, BTreeMap<String, String>>>(&document.to_string());
        prop_assert_eq!(&read.expect("it is sound")["v"], &map);
    }
}

#[test]
fn special_names_are_errors_where_they_have_no_place() {
    let map = |key: &str| one(key, "x".to_owned());
    let unwritable = "Name not valid in native syntax: \"$label\" cannot be the name of an attribute or a block in native syntax. \
         Use a name of letters, digits, _ and -, or put the entry into a map that is an attribute. (in [\"$label\"])";
    assert_eq!(to_string(&map("$label")).expect_err("it is no name").to_string(), unwritable);
    let extended = Extended { a: 1, rest: map("$label") };
    assert_eq!(to_string(&extended).expect_err("it is no name").to_string(), unwritable);
    assert_eq!(written_json(&extended).expect("JSON has any name"), r#"{"a":1,"$label":"x"}"#);

    let named = one("v", NamedAndExtended { name: "n".to_owned(), rest: map("$labels") });
    let repeated = "Repeated entry: \"$labels\" is the name of a field for labels, so no other entry can have it. \
         (in v[\"$labels\"])";
    assert_eq!(to_string(&named).expect_err("it is ambiguous").to_string(), repeated);
    assert_eq!(written_json(&named).expect_err("it is ambiguous").to_string(), repeated);
    // The fields themselves are labels.
    let named = one("v", NamedAndExtended { name: "n".to_owned(), rest: map("b") });
    assert_eq!(to_string(&named).expect("it is a block"), "v \"n\" {\n  b = \"x\"\n}\n");
}

/// No item of a configuration sets a field for labels, or for the rest of a body.
#[test]
fn special_names_set_no_field() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Rule {
        #[serde(rename = "$label", default)]
        name: String,
        port: u8,
    }
    #[derive(Deserialize, Debug)]
    struct Rest {
        a: u8,
        #[serde(rename = "$remain")]
        rest: serde_hcl::Body,
    }
    let error =
        |result: serde_hcl::Result<BTreeMap<String, Rule>>| result.expect_err("it is wrong").to_string();
    let detail = "Unexpected name: Nothing named \"$label\" is expected here. Expected \"port\".";
    assert_eq!(
        error(serde_hcl::from_str("r = { \"$label\" = \"x\", port = 1 }\n")),
        format!("1:7: {detail} (in r)")
    );
    assert_eq!(
        error(serde_hcl::from_str("r = true ? { \"$label\" = \"x\", port = 1 } : null\n")),
        format!("1:5: {detail} (in r)")
    );
    assert_eq!(
        error(json::from_str(r#"{"r": {"n": {"$label": "x", "port": 1}}}"#)),
        format!("1:14: {detail} (in r)")
    );
    let rest: Rest = json::from_str(r#"{"a": 1, "$remain": 2, "$label": 3}"#).expect("it fits");
    assert_eq!((rest.a, rest.rest.attributes().count()), (1, 2));
}

#[test]
fn labels_without_a_field_for_the_type_of_the_block_are_refused() {
    const ROOT: &str = "Block in a value: A block with labels can only be written in a body, as a field \
        that has the type of the block as its name.";
    let one = Named { name: "web".to_owned(), port: 80 };
    let refused = |result: Result<String, serde_hcl::Error>| result.expect_err("it is refused").to_string();
    assert_eq!(refused(to_string(&one)), ROOT);
    assert_eq!(refused(written_json(&one)), ROOT);
    assert_eq!(refused(serde_hcl::to_value(&one).map(|it| it.to_string())), ROOT);
    assert_eq!(refused(written_json(std::slice::from_ref(&one))), format!("{ROOT} (in [0])"));
    let labeled = Labeled { labels: "web", body: Port { port: 80 } };
    assert_eq!(refused(serde_hcl::to_value(labeled).map(|it| it.to_string())), ROOT);
    let service = BTreeMap::from([("service", [one])]);
    assert_eq!(to_string(&service).expect("it is written"), "service \"web\" {\n  port = 80\n}\n");
}
