//! Which values have a form as blocks: those that are read back. All others are refused with their
//! path, or written as attributes.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_hcl::{Value, WriteOptions, from_value, json, to_string, to_value, value};

use test_support::rows::check_each;

type Map<V> = BTreeMap<String, V>;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct P {
    x: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct L {
    #[serde(rename = "$label")]
    l: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct A<T> {
    a: T,
}

#[derive(Serialize)]
struct Blocks<T: Serialize> {
    #[serde(with = "serde_hcl::with::blocks")]
    a: T,
}

#[derive(Serialize)]
struct Labeled<T: Serialize> {
    #[serde(with = "serde_hcl::with::labeled_blocks")]
    a: T,
}

/// A struct with blocks.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Outer<T> {
    s: T,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Inner {
    #[serde(with = "serde_hcl::with::blocks")]
    d: P,
    e: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Many {
    #[serde(with = "serde_hcl::with::blocks", default)]
    d: Vec<P>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Choice {
    One(Inner),
    Two { d: L },
}

fn p(x: u8) -> P {
    P { x }
}

fn l(label: &str) -> L {
    L { l: label.to_owned() }
}

fn map<V>(entries: impl IntoIterator<Item = (&'static str, V)>) -> Map<V> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Checks that a value is written as a text, and read back from both syntaxes.
#[track_caller]
fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(written: &T, text: &str) {
    assert_eq!(to_string(written).unwrap_or_else(|error| panic!("{error:#}")), text);
    let read = serde_hcl::from_str::<T>(text).unwrap_or_else(|error| panic!("{text}{error:#}"));
    assert_eq!(&read, written);
    read_back(written);
}

/// Checks that a value is read back from HCL JSON and from a value.
#[track_caller]
fn read_back<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(written: &T) {
    let text = json::to_string(written).unwrap_or_else(|error| panic!("{error:#}"));
    let read = json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{text}{error:#}"));
    assert_eq!(&read, written);
    let value = to_value(written).unwrap_or_else(|error| panic!("{error:#}"));
    let read = from_value::<T>(&value).unwrap_or_else(|error| panic!("{value}{error:#}"));
    assert_eq!(&read, written, "{value}");
}

#[test]
fn structs_with_blocks_are_blocks() {
    let inner = |x| Inner { d: p(x), e: 1 };
    check(&Outer { s: inner(1) }, "s {\n  d {\n    x = 1\n  }\n\n  e = 1\n}\n");
    check(
        &Outer { s: vec![inner(1), inner(2)] },
        "s {\n  d {\n    x = 1\n  }\n\n  e = 1\n}\n\ns {\n  d {\n    x = 2\n  }\n\n  e = 1\n}\n",
    );
    // The field of blocks may be empty in all or some.
    check(&Outer { s: Many { d: Vec::new() } }, "s {}\n");
    check(
        &Outer { s: vec![Many { d: Vec::new() }, Many { d: vec![p(1)] }] },
        "s {}\n\ns {\n  d {\n    x = 1\n  }\n}\n",
    );
    check(
        &Outer { s: map([("k", Many { d: vec![p(1)] }), ("m", Many { d: Vec::new() })]) },
        "s \"k\" {\n  d {\n    x = 1\n  }\n}\n\ns \"m\" {}\n",
    );
    // A struct with labels inside.
    check(&Outer { s: Outer { s: l("v") } }, "s {\n  s \"v\" {}\n}\n");
    check(
        &Outer { s: vec![Choice::One(inner(1)), Choice::Two { d: l("v") }] },
        "s \"One\" {\n  d {\n    x = 1\n  }\n\n  e = 1\n}\n\ns \"Two\" {\n  d \"v\" {}\n}\n",
    );
}

#[test]
fn values_without_a_form_as_blocks_are_refused_with_their_path() {
    let sequence = "a sequence in a sequence cannot be written as blocks, since blocks have one order. Use a \
                    struct with a field for the inner sequence";
    let empty =
        "an entry without a block cannot be written as blocks. Remove it, or write the field as an attribute";
    let value = "A block can only be a part of a body, not of the value of an attribute.";
    type Written = Result<String, serde_hcl::Error>;
    fn both<T: Serialize>(value: &T) -> Vec<Written> {
        vec![to_string(value), json::to_string(value), to_value(value).map(|value| format!("{value:?}"))]
    }
    let table: Vec<(Vec<Written>, &str, &str)> = vec![
        (both(&Blocks { a: vec![vec![p(1), p(2)], vec![p(3)]] }), "a[0]", sequence),
        (both(&Blocks { a: vec![Some(p(1)), None] }), "a[1]", empty),
        (both(&Labeled { a: map([("j", vec![p(1)]), ("k", vec![])]) }), "a.k", empty),
        (both(&Labeled { a: map([("j", Some(p(1))), ("k", None)]) }), "a.k", empty),
        (both(&Labeled { a: map([("j", map([("i", p(1))])), ("k", map([]))]) }), "a.k", empty),
        (both(&A { a: vec![map([("p", l("v")), ("q", l("v"))])] }), "a[0].p", value),
        (both(&A { a: vec![vec![l("v")]] }), "a[0][0]", value),
        (both(&A { a: map([("j", vec![l("v")]), ("k", vec![])]) }), "a.j[0]", value),
        (both(&A { a: (1, Many { d: Vec::new() }) }), "a[1]", value),
    ];
    check_each(table, |(written, path, detail)| {
        for written in written {
            let error = written.expect_err(path);
            let diagnostic = error.diagnostics().iter().next().expect("there is one");
            assert_eq!((error.path(), diagnostic.detail()), (path, detail));
        }
    });
}

#[test]
fn nested_sequences_of_structs_are_attributes() {
    let written = A { a: vec![vec![p(1), p(2)], vec![p(3)]] };
    let text = WriteOptions::new().structs_as_blocks(true).to_string(&written).expect("it can be written");
    assert_eq!(serde_hcl::from_str::<A<Vec<Vec<P>>>>(&text).expect("it can be read"), written);
    let written = A { a: vec![map([("p", p(1)), ("q", p(2))])] };
    let text = WriteOptions::new().structs_as_blocks(true).to_string(&written).expect("it can be written");
    assert_eq!(serde_hcl::from_str::<A<Vec<Map<P>>>>(&text).expect("it can be read"), written);
}

#[test]
fn structs_with_flattened_fields_are_structs() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Flat {
        x: u8,
        #[serde(flatten)]
        rest: Map<u8>,
    }
    let flat = |x| Flat { x, rest: map([("y", 2)]) };
    let written = A { a: map([("k", map([("l", flat(1))]))]) };
    let text = to_string(&Labeled { a: &written.a }).expect("it can be written");
    assert_eq!(text, "a \"k\" \"l\" {\n  x = 1\n  y = 2\n}\n");
    assert_eq!(serde_hcl::from_str::<A<Map<Map<Flat>>>>(&text).expect("it can be read"), written);
    let options = WriteOptions::new().structs_as_blocks(true);
    let text = options.to_string(&Outer { s: flat(1) }).expect("it can be written");
    assert_eq!(text, "s {\n  x = 1\n  y = 2\n}\n");
}

#[test]
fn variants_of_a_body_are_one_item_each() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Item {
        Unit,
        Pair(P, P),
        List(Vec<P>),
        One(P),
    }
    let items = vec![Item::Unit, Item::Pair(p(1), p(2)), Item::List(vec![p(3)]), Item::One(p(4))];
    let in_json = json::to_string(&items).expect("it can be written");
    assert_eq!(json::from_str::<Vec<Item>>(&in_json).expect(&in_json), items);
    let native = to_string(&items).expect("it can be written");
    assert_eq!(serde_hcl::from_str::<Vec<Item>>(&native).expect(&native), items);
    let blocks = WriteOptions::new().structs_as_blocks(true).to_string(&items).expect("it can be written");
    assert_eq!(serde_hcl::from_str::<Vec<Item>>(&blocks).expect(&blocks), items);
}

#[test]
fn variants_of_a_body_keep_null_and_all_keys() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Item {
        Block(Option<P>),
        Labeled(Option<L>),
        Unit(Option<()>),
        Map(Option<Map<u8>>),
        Labels(Map<L>),
        Blocks(#[serde(with = "serde_hcl::with::blocks")] Option<P>),
    }
    check(
        &vec![Item::Block(None), Item::Labeled(None), Item::Unit(None), Item::Map(None)],
        "Block   = null\nLabeled = null\nUnit    = null\nMap     = null\n",
    );
    check(
        &vec![Item::Block(Some(p(1))), Item::Labeled(Some(l("x"))), Item::Map(Some(map([("a", 1)])))],
        "Block {\n  x = 1\n}\n\nLabeled \"x\" {}\n\nMap {\n  a = 1\n}\n",
    );
    // Names in a body are identifiers, and keys of an object any text.
    check(&vec![Item::Map(Some(map([("a b", 1)])))], "Map = {\n  \"a b\" = 1\n}\n");
    check(&vec![Item::Labels(map([("a b", l("x"))]))], "Labels \"a b\" \"x\" {}\n");
    let no_block = vec![Item::Blocks(Some(p(1))), Item::Blocks(None)];
    for error in [to_string(&no_block).err(), json::to_string(&no_block).err(), to_value(&no_block).err()] {
        assert_eq!(error.expect("it has no block").path(), "[1].Blocks");
    }
}

#[test]
fn labels_that_come_back_after_others_keep_their_order() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Two {
        #[serde(rename = "$label")]
        first: String,
        #[serde(rename = "$label.1")]
        second: u8,
    }
    let two = |first: &str, second| Two { first: first.to_owned(), second };
    check(&A { a: vec![l("x"), l("y"), l("x")] }, "a \"x\" {}\na \"y\" {}\na \"x\" {}\n");
    check(
        &A { a: vec![two("x", 1), two("x", 2), two("x", 1), two("y", 1)] },
        "a \"x\" \"1\" {}\na \"x\" \"2\" {}\na \"x\" \"1\" {}\na \"y\" \"1\" {}\n",
    );
    // A file as a value has the blocks of a label together.
    let value: Value = serde_hcl::from_str("a x {}\na y {}\na x {}\n").expect("valid");
    assert_eq!(value, value!({ "a": { "x": [{}, {}], "y": [{}] } }));
}

#[test]
fn labels_that_cannot_be_read_are_refused() {
    #[derive(Serialize)]
    struct Second {
        #[serde(rename = "$label.1")]
        l: String,
    }
    let error = to_string(&A { a: Second { l: "v".to_owned() } }).expect_err("there is no first label");
    let expected = "Unsuitable value: the label `$label.1` needs the label `$label` before it (in a)";
    assert_eq!(error.to_string(), expected);

    #[derive(Serialize)]
    struct All<T> {
        #[serde(rename = "$labels")]
        labels: T,
    }
    let any = A { a: All { labels: vec!["x", "y"] } };
    assert_eq!(to_string(&any).expect("it can be written"), "a \"x\" \"y\" {}\n");
    let error = json::to_string(&any).expect_err("the number of labels is not known");
    assert_eq!(error.path(), "a[\"$labels\"]");
    let fixed = A { a: All { labels: ("x", 1) } };
    assert_eq!(json::to_string(&fixed).expect("it can be written"), r#"{"a":{"x":{"1":{}}}}"#);
}

#[test]
fn null_entries_of_maps_are_kept() {
    let written = map([("a", None), ("b", Some(1_u8))]);
    check(&written, "a = null\nb = 1\n");
    let value = serde_hcl::from_str::<Value>("a = null\nb = [null]\n").expect("it can be read");
    check(&value, "a = null\nb = [null]\n");
    // Fields of structs are left out.
    assert_eq!(to_string(&A { a: None::<u8> }).expect("it can be written"), "");
}

#[test]
fn negative_zero_is_zero() {
    assert_eq!(to_string(&A { a: -0.0_f64 }).expect("it can be written"), "a = 0\n");
    assert_eq!(json::to_string(&A { a: -0.0_f64 }).expect("it can be written"), r#"{"a":0}"#);
}
