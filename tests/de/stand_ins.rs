//! Stand-ins: a value of the type of a field that is missing or failed, so that the fields after it
//! are decoded too.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Options, Value};

/// A number that accepts even numbers only.
#[derive(Deserialize, Debug)]
#[serde(try_from = "u8")]
struct Even(#[allow(dead_code, reason = "decoded for the errors")] u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, String> {
        if value.is_multiple_of(2) { Ok(Self(value)) } else { Err("an odd number".to_owned()) }
    }
}

/// Declares types that are decoded for their errors.
macro_rules! types {
    ($($item:item)*) => {
        $(#[derive(Deserialize, Debug)] #[allow(dead_code, reason = "decoded for the errors")] $item)*
    };
}

types! {
    struct Leaf {
        count: u8,
        name: String,
    }

    #[serde(deny_unknown_fields)]
    struct Closed {
        count: u8,
        leaf: Leaf,
    }

    #[serde(tag = "kind")]
    enum Internal {
        Ant { legs: u8, address: IpAddr, name: String, is_red: bool, even: Even },
        Bee,
    }

    #[serde(tag = "kind")]
    enum Nested {
        Ant { inner: Internal, closed: Closed, count: u8 },
    }

    #[serde(tag = "kind")]
    enum Collections {
        Ant { pair: (Even, Leaf, [bool; 2]), list: Vec<Leaf>, map: BTreeMap<String, u8>, last: char },
    }

    #[serde(tag = "kind")]
    enum Variants {
        Ant { unit: Unit, content: Content, either: Untagged },
    }

    enum Unit {
        One,
        Two,
    }

    enum Content {
        Leaf(Leaf),
        Pair(u8, IpAddr),
    }

    #[serde(untagged)]
    enum Untagged {
        Leaf { address: SocketAddr, leaf: Leaf },
        Number(u8),
    }

    #[serde(untagged)]
    enum OnlyLast {
        Never { never: Never },
        Number(Even),
    }

    #[serde(tag = "kind")]
    enum LastVariant {
        Never { count: u8, never: Never },
        Leaf(Leaf),
    }

    /// A type without values.
    enum Never {}

    #[serde(tag = "sort", content = "content")]
    enum Adjacent {
        Ant { internal: Internal, count: u8 },
        Bee(Leaf),
    }

    struct Flattened {
        own: Internal,
        #[serde(flatten)]
        leaf: Closed,
        #[serde(flatten)]
        more: BTreeMap<String, Value>,
    }

    struct Texts {
        address: IpAddr,
        socket: SocketAddr,
        wait: Duration,
        even: Even,
    }

    #[serde(tag = "kind")]
    enum Recursive {
        Node { left: Box<Self>, right: Vec<Self> },
        Leaf,
    }

    /// A type whose values have no end.
    #[serde(tag = "kind")]
    enum Endless {
        Node { next: Box<Self>, closed: ClosedNever },
    }

    #[serde(deny_unknown_fields)]
    struct ClosedNever {
        never: Never,
    }

    #[serde(tag = "$label")]
    enum Labeled {
        Ant { legs: u8, leaf: Leaf },
    }

    struct Before<T> {
        first: T,
        last: u8,
    }
}

/// Checks that the fields of the type, and one after it, are missing in an empty configuration.
#[track_caller]
fn check<T: DeserializeOwned + std::fmt::Debug>() {
    let name = std::any::type_name::<T>();
    for (text, is_json, path) in [
        ("", false, ""),
        ("{}", true, ""),
        ("inner = {}", false, "inner"),
        ("inner {}", false, "inner"),
        (r#"{"inner": {}}"#, true, "inner"),
    ] {
        let options = Options::new().json(is_json);
        let error = match path {
            "" => options.from_str::<Before<T>>(text).expect_err("both are missing"),
            _ => options.from_str::<BTreeMap<String, Before<T>>>(text).expect_err("both are missing"),
        };
        let errors: Vec<_> = error.diagnostics().into_iter().map(|it| (it.path(), it.detail())).collect();
        let detail = r#""first" and "last" are required here, but they are missing."#;
        assert_eq!(errors, [(path, detail)], "{name} in {text:?}");
    }
}

#[test]
fn a_field_after_a_missing_one_of_any_type_is_missing_too() {
    check::<Leaf>();
    check::<Closed>();
    check::<Internal>();
    check::<Nested>();
    check::<Collections>();
    check::<Variants>();
    check::<Untagged>();
    check::<OnlyLast>();
    check::<LastVariant>();
    check::<Adjacent>();
    check::<Flattened>();
    check::<Texts>();
    check::<Recursive>();
    check::<Labeled>();
    check::<(Even, Texts, Internal)>();
}

/// Checks that only the first field is missing.
#[track_caller]
fn check_first<T: DeserializeOwned + std::fmt::Debug>() {
    let error = serde_hcl::from_str::<Before<T>>("").expect_err("both are missing");
    assert_eq!(
        error.to_string(),
        "1:1: Missing attribute or block: \"first\" is required here, but it is missing."
    );
}

#[test]
fn a_type_without_values_ends_the_visit() {
    check_first::<Never>();
    check_first::<ClosedNever>();
    check_first::<Endless>();
    check_first::<(u8, Endless)>();
}

/// Types whose fields serde decodes from its buffer.
mod buffered {
    use super::*;

    types! {
        struct Flat {
            #[serde(flatten)]
            inner: Inner,
        }

        #[serde(tag = "kind")]
        enum Tagged {
            A(Inner),
        }

        struct Inner {
            pair: (String, BTreeMap<String, u8>, [Even; 2]),
            list: Vec<u8>,
            leaf: Closed,
            #[serde(default)]
            map: BTreeMap<String, u8>,
            either: Untagged,
            count: u8,
        }
    }

    /// Returns the places, the paths and the details of the errors.
    fn errors<T: DeserializeOwned + std::fmt::Debug>(is_json: bool, text: &str) -> Vec<String> {
        let error = Options::new().json(is_json).from_str::<BTreeMap<String, T>>(text).expect_err(text);
        let shown = |it: &serde_hcl::Diagnostic| {
            let start = it.range().expect("it has a location").start;
            format!("{}:{} {}: {}", start.line, start.column, it.path(), it.detail())
        };
        error.diagnostics().iter().map(shown).collect()
    }

    /// Checks the lines, the paths and the details of the errors of a flattened and a tagged type,
    /// in native syntax and in JSON.
    #[track_caller]
    fn check(wrong: &[(&str, &str)], expected: &[&str]) {
        let native: String = wrong.iter().map(|(name, value)| format!("  {name} = {value}\n")).collect();
        let in_json: Vec<_> = wrong
            .iter()
            .map(|(name, value)| {
                let value = value.replace("nope", "\"${nope}\"").replace("a = ", "\"a\": ");
                format!("  \"{name}\": {value}")
            })
            .collect();
        let in_json = in_json.join(",\n");
        let native = ["x {\n", &native, "kind = \"A\"\n}\n"].concat();
        let in_json = format!("{{\"x\": {{\n{in_json},\n\"kind\": \"A\"}}}}");
        for (text, is_json) in [(&native, false), (&in_json, true)] {
            let places = |errors: Vec<String>| -> Vec<String> {
                let line_and_rest = |error: &str| {
                    let (place, rest) = error.split_once(' ').expect("a place");
                    let line = place.split(':').next().expect("a line").to_owned();
                    line + " " + rest.split(" Text is written").next().expect("a text")
                };
                errors.iter().map(|error| line_and_rest(error)).collect()
            };
            let flat = places(errors::<Flat>(is_json, text));
            assert_eq!(flat, expected, "flattened {text}");
            let tagged = places(errors::<Tagged>(is_json, text));
            assert_eq!(tagged, expected, "tagged {text}");
        }
    }

    /// A missing enum may be the tag of other fields, so it is reported alone.
    #[test]
    fn a_missing_enum_ends_the_visit() {
        types! {
            struct Modes {
                #[serde(flatten)]
                inner: Mode,
            }

            struct Mode {
                mode: Unit,
                count: u8,
            }
        }

        let detail = r#"1:1 x: "mode" is required here, but it is missing."#;
        assert_eq!(errors::<Modes>(false, "x {}\n"), [detail]);
    }

    /// A valid part has the other elements of a list in a buffer.
    #[test]
    fn a_valid_part_has_the_other_elements() {
        types! {
            struct Flat {
                #[serde(flatten)]
                inner: Lists,
            }

            struct Lists {
                list: Vec<u8>,
            }
        }

        for (list, expected) in [("[1, nope, 2]", vec![1, 2]), ("[nope, 1, nope]", vec![1])] {
            let partial = Options::new().from_str_partial::<Flat>(&format!("list = {list}\n"));
            assert_eq!(partial.value.expect("a valid part").inner.list, expected, "{list}");
            assert_eq!(partial.diagnostics.len(), list.matches("nope").count());
        }
    }

    /// The search for a stand-in ends also if the stand-in needs a label, so that a field that is
    /// missing deep in a part is located.
    #[test]
    fn a_stand_in_may_need_a_label() {
        types! {
            #[serde(tag = "$label")]
            enum Outer {
                Ant { inner: Inner },
            }

            struct Inner {
                map: BTreeMap<String, Pair>,
                labeled: Labeled,
            }

            struct Pair {
                charlie: Closed,
                delta: u8,
            }

            #[serde(deny_unknown_fields)]
            struct Closed {
                labeled: Labeled,
            }

            #[serde(tag = "$label")]
            enum Labeled {
                Ant { is_red: bool },
            }
        }

        let in_json = r#"{"outer": {"Ant": {
            "inner": {"map": {"a": {"delta": 1}}, "labeled": {"Ant": {"is_red": true}}}
        }}}"#;
        let native = r#"outer "Ant" {
            inner {
                map = { a = { delta = 1 } }
                labeled "Ant" {
                    is_red = true
                }
            }
        }
        "#;
        let expected =
            |place| format!(r#"{place} outer.inner: "charlie" is required here, but it is missing."#);
        assert_eq!(errors::<Outer>(true, in_json), [expected("2:22")]);
        assert_eq!(errors::<Outer>(false, native), [expected("2:13")]);
    }

    /// A tag that is missing in an inner enum is no second tag of the outer one.
    #[test]
    fn an_inner_tag_has_the_name_of_the_outer_one() {
        types! {
            #[serde(tag = "kind")]
            enum Outer {
                A { pair: (Inner, u8) },
            }

            #[serde(tag = "kind")]
            enum Inner {
                B { x: u8 },
            }
        }

        let expected = |place| [format!(r#"{place} o.pair: "kind" is required here, but it is missing."#)];
        let native = "o {\n  kind = \"A\"\n  pair = [{ x = 1 }, 2]\n}\n";
        assert_eq!(errors::<Outer>(false, native), expected("3:10"));
        let in_json = r#"{"o": {"kind": "A", "pair": [{"x": 1}, 2]}}"#;
        assert_eq!(errors::<Outer>(true, in_json), expected("1:29"));
    }

    /// A field that is missing in an inner type can have the name of a member of the outer one.
    #[test]
    fn a_missing_field_has_the_name_of_another_member() {
        types! {
            #[serde(tag = "kind")]
            enum Outer {
                A { inner: Leaf, list: Vec<Leaf>, count: u8, name: Leaf },
            }
        }

        let members = [
            ("list", "[{ name = \"a\", count = 1 }]"),
            ("inner", "{ name = \"b\", count = 1 }"),
            ("name", "{ name = \"b\", count = 1 }"),
        ];
        for (member, wrong, field) in [
            ("list", "[{ name = \"a\" }]", "count"),
            ("inner", "{ name = \"b\" }", "count"),
            ("name", "{ count = 1 }", "name"),
        ] {
            let mut native = "o {\n  kind = \"A\"\n  count = 2\n".to_owned();
            let mut in_json = r#"{"o": {"kind": "A", "count": 2"#.to_owned();
            for (name, value) in members {
                let value = if name == member { wrong } else { value };
                native += &format!("  {name} = {value}\n");
                let value = value.replace("name =", "\"name\":").replace("count =", "\"count\":");
                in_json += &format!(", \"{name}\": {value}");
            }
            let texts = [(false, native + "}\n"), (true, in_json + "}}")];
            for (is_json, text) in texts {
                let found = errors::<Outer>(is_json, &text);
                let expected = format!(" o.{member}: {field:?} is required here, but it is missing.");
                assert_eq!(found.len(), 1, "{found:?}");
                assert!(found[0].ends_with(&expected), "{found:?}");
            }
        }
    }

    /// A value that is not evaluated ends the visit that searches for labels, which shows nothing
    /// about them then.
    #[test]
    fn a_value_that_is_not_evaluated_hides_no_label() {
        types! {
            #[serde(tag = "$label")]
            enum Outer {
                A { inner: Inner },
            }

            #[serde(tag = "$label")]
            enum Inner {
                B { x: u8 },
                C { x: Vec<u8> },
                D { x: BTreeMap<String, Vec<u8>> },
            }
        }

        for (label, native, in_json, path) in [
            ("B", "nope", "${nope}", "o.inner.x"),
            ("C", "[1, nope]", "[1, ${nope}]", "o.inner.x[1]"),
            ("D", "{ a = [nope] }", "{a: [${nope}]}", "o.inner.x.a[0]"),
        ] {
            let text = format!("o \"A\" {{\n  inner \"{label}\" {{\n    x = {native}\n  }}\n}}\n");
            let place = |text: &str, at: &str| {
                let before = &text[..text.find(at).expect("it is there")];
                format!("{}:{}", before.lines().count(), before.lines().last().map_or(0, str::len) + 1)
            };
            let expected = "Variables may not be used here.";
            assert_eq!(
                errors::<Outer>(false, &text),
                [format!("{} {path}: {expected} Text is written in double quotes.", place(&text, "nope"))],
            );
            let in_json = in_json.replace("a:", "\"a\":").replace("${nope}", "\"${nope}\"");
            let text = format!(r#"{{"o": {{"A": {{"inner": {{"{label}": {{"x": {in_json}}}}}}}}}}}"#);
            assert_eq!(
                errors::<Outer>(true, &text),
                [format!("{} {path}: {expected}", place(&text, "nope"))]
            );
        }
    }

    const MISSING: &str = "are required here, but they are missing.";

    #[test]
    fn all_fields_that_are_missing_are_reported() {
        let others = r#"1 x: "pair", "list", "leaf", "either" and "count""#;
        check(&[("map", "{}")], &[&format!("{others} {MISSING}")]);
    }

    #[test]
    fn each_value_that_is_not_evaluated_is_reported() {
        let is_unknown = "Variables may not be used here.";
        let expected = [
            format!("1 x: \"leaf\", \"either\" and \"count\" {MISSING}"),
            format!("2 x.pair[0]: {is_unknown}"),
            format!("2 x.pair[1].a: {is_unknown}"),
            format!("3 x.list[1]: {is_unknown}"),
            format!("3 x.list[2]: {is_unknown}"),
        ];
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        check(&[("pair", "[nope, { a = nope }]"), ("list", "[1, nope, nope]")], &expected);
    }

    #[test]
    fn an_error_of_a_value_does_not_hide_others() {
        let expected = [
            format!("1 x: \"leaf\" and \"either\" {MISSING}"),
            "2 x.pair: Expected a list of 3 elements, found null.".to_owned(),
            "3 x.list[0]: Expected a whole number from 0 to 255, found 300.".to_owned(),
            "4 x.map: Expected a map, found 1.".to_owned(),
            "5 x.count: Variables may not be used here.".to_owned(),
        ];
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        check(&[("pair", "null"), ("list", "[300]"), ("map", "1"), ("count", "nope")], &expected);
    }
}
