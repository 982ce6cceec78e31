//! How often a type is decoded: serde does not provide all that decoding depends on, so a type is
//! decoded again once that is known.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::IpAddr;

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_hcl::Options;

use test_support::rows::check_each;

thread_local! {
    /// The number of values of type `Counted` that were requested.
    static VISITS: Cell<usize> = const { Cell::new(0) };
    /// The number of values of type `Whole` that were requested.
    static PASSES: Cell<usize> = const { Cell::new(0) };
}

/// A number that counts how often it is requested.
#[derive(PartialEq, Debug, Default, Clone, Copy)]
struct Counted(u8);

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        VISITS.set(VISITS.get() + 1);
        u8::deserialize(deserializer).map(Self)
    }
}

/// A whole configuration, which counts how often it is requested.
#[derive(PartialEq, Debug)]
struct Whole<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PASSES.set(PASSES.get() + 1);
        T::deserialize(deserializer).map(Self)
    }
}

/// Decodes a text, and returns the value, the number of passes, and the number of visits.
fn decode<T: DeserializeOwned>(options: &Options, text: &str) -> (T, usize, usize) {
    PASSES.set(0);
    VISITS.set(0);
    let Whole(value) = options.from_str(text).unwrap_or_else(|error| panic!("{text}\n{error:#}"));
    (value, PASSES.get(), VISITS.get())
}

/// A type that rejects stand-ins.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(try_from = "IpAddr")]
struct Bind(IpAddr);

impl TryFrom<IpAddr> for Bind {
    type Error = &'static str;

    fn try_from(address: IpAddr) -> Result<Self, Self::Error> {
        if address.is_loopback() {
            Err("loopback addresses are not possible here")
        } else {
            Ok(Self(address))
        }
    }
}

impl Default for Bind {
    fn default() -> Self {
        Self([0, 0, 0, 0].into())
    }
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(default)]
struct Wide {
    a: Counted,
    b: Counted,
    c: Counted,
    d: Counted,
    e: Option<Counted>,
    address: Option<IpAddr>,
    bind: Bind,
    list: Vec<Counted>,
    map: BTreeMap<String, Counted>,
    text: String,
    wide: Vec<Wide>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Flat {
    #[serde(default)]
    a: Counted,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Inner {
    #[serde(default)]
    b: Counted,
    #[serde(default)]
    c: Counted,
    d: Option<Counted>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(tag = "type")]
enum Tagged {
    One(Inner),
    Two {
        #[serde(default)]
        a: Counted,
        #[serde(default)]
        b: Counted,
    },
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum Mixed {
    Wide(Box<Wide>),
    Flat(Flat),
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(default)]
struct Config {
    a: Counted,
    b: Counted,
    wide: Vec<Wide>,
    named: BTreeMap<String, Wide>,
    flat: Vec<Flat>,
    tagged: Vec<Tagged>,
    object: Option<Flat>,
    objects: Vec<Wide>,
    mixed: Vec<Mixed>,
    one: Option<Box<Wide>>,
}

#[test]
fn nulls_take_two_passes() {
    let names = ["a", "b", "c", "d", "text", "list", "map"];
    for nulls in 0..=names.len() {
        let line = |(index, name): (usize, &&str)| match (index < nulls, *name) {
            (true, name) => format!("{name} = null\n"),
            (false, "text") => "text = \"t\"\n".to_owned(),
            (false, "list") => "list = [1]\n".to_owned(),
            (false, "map") => "map = { a = 1 }\n".to_owned(),
            (false, name) => format!("{name} = 1\n"),
        };
        let text: String = names.iter().enumerate().map(line).collect();
        let (_, passes, visits) = decode::<Wide>(&Options::new(), &text);
        assert_eq!(passes, if nulls == 0 { 1 } else { 2 }, "{text}");
        assert!(visits <= 14, "{visits} visits: {text}");
    }
}

#[test]
fn nulls_in_one_of_many_blocks_repeat_that_block() {
    let mut text = "wide {\n  a = 1\n}\n".repeat(500);
    text.push_str("wide {\n  a = null\n  b = null\n  c = null\n  d = null\n  text = null\n}\n");
    let (config, passes, visits) = decode::<Config>(&Options::new(), &text);
    assert_eq!((config.wide.len(), passes), (501, 1));
    assert!(visits <= 500 + 8, "{visits} visits");
    // The fields of a type that serde decodes from a buffer are known after one block of it.
    let mut text = "flat {\n  a = 1\n}\n".repeat(500);
    text.push_str("flat {\n  b = null\n  c = null\n}\nflat {\n  a = 1\n}\n");
    let (config, passes, visits) = decode::<Config>(&Options::new(), &text);
    assert_eq!((config.flat.len(), passes, visits), (502, 1, 502));
}

/// A field whose type rejects stand-ins ends the visit, and the next one begins after it.
#[test]
fn nulls_without_stand_ins_visit_each_field_twice() {
    #[derive(Deserialize, PartialEq, Debug, Default)]
    #[serde(default)]
    struct Binds {
        a: Counted,
        b: Counted,
        one: Bind,
        c: Counted,
        two: Bind,
        three: Bind,
    }
    let text = "a = 1\nb = 1\none = null\nc = 1\ntwo = null\nthree = null\n";
    let (_, passes, visits) = decode::<Binds>(&Options::new(), text);
    assert_eq!((passes, visits), (4, 3 + 3));
    let objects = format!("objects = [{{ {} }}]\n", text.trim_end().replace('\n', ", "));
    let (_, passes, visits) = decode::<BTreeMap<String, Vec<Binds>>>(&Options::new(), &objects);
    assert_eq!((passes, visits), (1, 3 + 3));
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Strict {
    one: Option<Counted>,
    two: Option<Counted>,
    list: Option<Vec<Counted>>,
    addresses: Option<Vec<IpAddr>>,
    map: Option<BTreeMap<String, Counted>>,
    #[serde(default)]
    part: Vec<Part>,
    #[serde(default)]
    named: BTreeMap<String, Part>,
    required: Option<Required>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Part {
    count: Counted,
    address: Option<IpAddr>,
}

/// A block with fields that are required, and of a type that rejects stand-ins.
#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Required {
    a: u8,
    b: u8,
    c: u8,
    d: IpAddr,
    e: Option<IpAddr>,
    f: Option<IpAddr>,
    g: Option<IpAddr>,
    part: Vec<Part>,
}

/// Returns the number of errors about a text, and the number of visits.
fn failed<T: DeserializeOwned>(options: &Options, text: &str) -> (usize, usize) {
    VISITS.set(0);
    let errors = options.from_str::<T>(text).map_or_else(|error| error.diagnostics().len(), |_| 0);
    (errors, VISITS.get())
}

/// A name, a function that returns a text with some number of errors, and the number of errors that
/// are reported if there are 200.
type ErrorRow = (&'static str, fn(usize) -> String, usize);

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Returns many blocks without errors.
fn parts() -> String {
    "part {\n  count = 1\n}\n".repeat(1000)
}

#[test]
fn a_hundred_errors_take_few_visits() {
    let table: &[ErrorRow] = &[
        ("values of blocks", |n| lines(n, |_| "part {\n  count = \"x\"\n}\n".to_owned()), 100),
        ("labeled blocks", |n| lines(n, |n| format!("named n{n} {{\n  count = \"x\"\n}}\n")), 100),
        ("expressions", |n| lines(n, |_| "part {\n  count = x\n}\n".to_owned()), 100),
        (
            "values without stand-ins",
            |n| lines(n, |_| "part {\n  count = 1\n  address = \"x\"\n}\n".to_owned()),
            100,
        ),
        ("elements", |n| format!("list = [{}]\n", lines(n, |_| "\"x\", ".to_owned())), 100),
        ("elements without stand-ins", |n| format!("addresses = [{}]\n", "1, ".repeat(n)), 100),
        ("entries", |n| format!("map = {{\n{}}}\n", lines(n, |n| format!("k{n} = []\n"))), 100),
        ("missing attributes", |n| "part {\n}\n".repeat(n), 100),
        ("unknown attributes", |n| lines(n, |n| format!("x{n} = 1\n")), 100),
        ("unknown blocks", |n| lines(n, |n| format!("x{n} {{}}\n")), 100),
        ("unknown attributes of blocks", |n| "part {\n  count = 1\n  x = 1\n}\n".repeat(n), 100),
        ("superfluous labels", |n| "part x {\n  count = 1\n}\n".repeat(n), 100),
        (
            "a body with several errors",
            |_| format!("required {{\n  d = \"::1\"\n  e = 1\n  f = 1\n  g = 1\n{}}}\n", parts()),
            4,
        ),
    ];
    check_each(table, |(name, text, expected)| {
        let text = text(200) + &parts();
        let (errors, visits) = failed::<Strict>(&Options::new(), &text);
        assert_eq!(errors, *expected, "{name}");
        let members = text.matches(" = ").count();
        assert!(visits <= 5 * members, "{name}: {visits} visits of {members} members");
    });
}

/// Appends members with these names, each with a number, null or nothing.
fn members(
    text: &mut String,
    indent: &str,
    names: &[&str],
    choices: &mut impl Iterator<Item = u8>,
    nulls: bool,
) {
    for name in names {
        match choices.next() {
            Some(0) if nulls => _ = writeln!(text, "{indent}{name} = null"),
            Some(1 | 2) => _ = writeln!(text, "{indent}{name} = 1"),
            _ => {}
        }
    }
}

/// Returns a configuration with its nulls, or without them.
fn configuration(choices: &[u8], nulls: bool) -> String {
    let mut choices = choices.iter().copied();
    let mut text = String::new();
    let numbers = ["a", "b", "c", "d", "e"];
    let others: &[&str] = &["text", "list", "map", "address", "bind"];
    members(&mut text, "", &["a", "b"], &mut choices, nulls);
    while let Some(kind) = choices.next() {
        let (open, close, names): (&str, &str, &[&str]) = match kind {
            0 => ("wide {\n", "}\n", &numbers),
            1 => ("named \"NAME\" {\n", "}\n", &numbers),
            2 => ("flat {\n", "}\n", &["a", "b", "c", "d"]),
            3 => ("tagged {\n  type = \"One\"\n", "}\n", &["b", "c", "d"]),
            4 => ("tagged {\n  type = \"Two\"\n", "}\n", &["a", "b"]),
            _ => ("wide {\n  wide {\n", "  }\n}\n", &numbers),
        };
        let name = format!("n{}", choices.len());
        text.push_str(&open.replace("NAME", &name));
        members(&mut text, "  ", names, &mut choices, nulls);
        if names.len() == numbers.len() {
            for name in others {
                if choices.next() == Some(0) && nulls {
                    let _ = writeln!(text, "  {name} = null");
                }
            }
        }
        text.push_str(close);
    }
    text
}

/// Returns a configuration in which each value is valid, broken or null, and the number of broken
/// ones.
fn with_broken_values(choices: &[u8]) -> (String, usize) {
    let mut choices = choices.iter().copied();
    let (mut text, mut broken) = (String::new(), 0);
    while let Some(kind) = choices.next() {
        let (open, close) = match kind {
            0 | 1 => ("wide {\n".to_owned(), "}\n"),
            2 => (format!("named n{} {{\n", choices.len()), "}\n"),
            3 => ("wide {\n  wide {\n  }\n  wide {\n".to_owned(), "  }\n}\n"),
            4 => ("objects = [{\n".to_owned(), "}]\n"),
            _ => ("wide {\n  address = \"::1\"\n  map = { a = null, b = 1 }\n".to_owned(), "}\n"),
        };
        if kind == 4 && text.contains("objects") {
            continue;
        }
        broken += usize::from(kind == 5);
        text.push_str(&open);
        for name in ["a", "b", "c", "bind", "d", "list", "e", "text"] {
            let value = match (choices.next().unwrap_or(5), name) {
                (0, "bind") => "\"::2\"",
                (0, "list") => "[1, 2]",
                (0, _) => "1",
                (1, "list") => "[1, [], 2, 300]",
                (1 | 2, _) => "{ x = [] }",
                (3, _) => "null",
                _ => continue,
            };
            broken += match value {
                "{ x = [] }" => 1,
                "[1, [], 2, 300]" => 2,
                _ => 0,
            };
            _ = writeln!(text, "  {name} = {value}");
        }
        text.push_str(close);
    }
    (text, broken)
}

proptest! {
    #[test]
    fn broken_values_are_all_reported_after_few_visits(choices in prop::collection::vec(0_u8..6, 0..120)) {
        let (text, broken) = with_broken_values(&choices);
        let (errors, visits) = failed::<Config>(&Options::new(), &text);
        prop_assert_eq!(errors, broken, "{}", text);
        let members = text.matches(" = ").count();
        // Each type that rejects stand-ins is tried once with each of the 14.
        prop_assert!(visits <= 5 * members + 14 * 5, "{visits} visits of {members}: {text}");
    }

    #[test]
    fn nulls_are_absent_after_few_passes(choices in prop::collection::vec(0_u8..6, 0..60)) {
        let (with_nulls, without) = (configuration(&choices, true), configuration(&choices, false));
        let (found, passes, visits) = decode::<Config>(&Options::new(), &with_nulls);
        prop_assert!(passes <= 2, "{passes} passes: {with_nulls}");
        let members = with_nulls.matches(" = ").count();
        prop_assert!(visits <= 3 * members, "{visits} visits of {members}: {with_nulls}");
        let (expected, passes, _) = decode::<Config>(&Options::new(), &without);
        prop_assert_eq!(passes, 1, "{}", without);
        prop_assert_eq!(found, expected);
    }
}

/// The elements that a tuple does not take are no error of the enum that is its last element.
#[test]
fn elements_that_are_left_request_no_visits() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Config {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
        pair: (Counted, Tagged),
    }

    #[derive(Deserialize, Debug)]
    #[serde(tag = "kind")]
    enum Tagged {
        A,
    }

    VISITS.set(0);
    let error =
        serde_hcl::from_str::<Config>("pair = [1, { kind = \"A\" }, true]\n").expect_err("an element");
    assert_eq!(
        error.to_string(),
        "1:8: Wrong number of elements: Expected a list of 2 elements, found 3. Remove the last one. (in pair)"
    );
    assert!(VISITS.get() <= 8, "{} visits", VISITS.get());
}
