//! Every kind of type, from marked values in every position.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI64, NonZeroU8};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _, IgnoredAny};
use serde_hcl::ext;
use serde_hcl::{
    Body, Error, Expression, Map, Number, Options, Template, Traversal, Value,
    de::{Labeled, SingleBlocks},
};
use serde_spanned::Spanned;

use crate::support::{check_error, context, secrets, with_secrets};
use test_support::rows::check_each;

/// Arguments with secrets, besides the variables.
const ARGUMENTS: &[&str] = &[
    "\"${text}\"",
    "\"a ${text} b\"",
    "[text]",
    "[text, text]",
    "[1, text, number, 300]",
    "[list, map]",
    "[part, { a = 1 }]",
    "{ a = text }",
    "{ a = number, b = 300 }",
    "{ a = text, b = text, c = text }",
    "{ a = list, b = map }",
    "{ a = { a = number } }",
    "{ (text) = 1 }",
    "{ (text) = text }",
    "{ (text) = { (text) = number } }",
    "{ Struct = object }",
    "{ Newtype = text }",
    "{ Struct = { a = text } }",
    "{ Tuple = [number, text] }",
    "{ kind = text, a = 1 }",
    "{ kind = \"Struct\", a = text }",
    "{ kind = \"Struct\", content = { a = text } }",
    "{ kind = \"Newtype\", content = text }",
    "[for x in list : x]",
    "{ for key, x in map : key => x }",
    "list[*]",
    "upper(text)",
    "[{ a = text }, object]",
];

/// The same values as properties of JSON.
const PROPERTIES: &[&str] = &[
    r#""${text}""#,
    r#""a ${text} b""#,
    r#""${number}""#,
    r#""${object}""#,
    r#"["${text}", 1]"#,
    r#"["${number}", "${list}"]"#,
    r#"{ "a": "${text}" }"#,
    r#"{ "a": "${number}", "b": 300 }"#,
    r#"{ "${text}": 1 }"#,
    r#"{ "${text}": "${text}" }"#,
    r#"{ "${text}": { "${text}": 1 } }"#,
    r#"{ "${text}": { "a": 1 } }"#,
    r#"[{ "a": "${text}" }, { "a": "${text}" }]"#,
    r#"[{ "${text}": { "a": "${text}" } }]"#,
    r#"{ "Struct": { "a": "${text}" } }"#,
    r#"{ "kind": "${text}", "a": 1 }"#,
];

/// Bodies with blocks that contain secrets.
const BLOCKS: &[&str] = &[
    "v {\n  a = text\n}\n",
    "v {\n  a = number\n}\n",
    "v {\n  a = text\n  b = text\n  kind = text\n}\n",
    "v {\n  kind = \"Struct\"\n  a = text\n}\n",
    "v \"x\" {\n  a = text\n}\n",
    "v \"x\" \"y\" {\n  a = number\n}\n",
    "v {\n  a = text\n}\nv {\n  a = list\n}\n",
    "v {\n  a {\n    a = object\n  }\n}\n",
    "dynamic \"v\" {\n  for_each = list\n  content {\n    a = v.value\n  }\n}\n",
    "dynamic \"v\" {\n  for_each = list\n  labels = [v.value]\n  content {\n    a = v.value\n  }\n}\n",
    "dynamic \"v\" {\n  for_each = map\n  labels = [v.key, v.value]\n  content {\n    a = 300\n  }\n}\n",
    "dynamic \"v\" {\n  for_each = [text]\n  labels = [v.value]\n  content {}\n}\n",
    "dynamic \"v\" {\n  for_each = [1, 2]\n  labels = [text]\n  content {}\n}\n",
    "dynamic \"v\" {\n  for_each = object\n  labels = [v.key]\n  content {\n    a = loud(v.value)\n  }\n}\n",
    "dynamic \"v\" {\n  for_each = text\n  content {}\n}\n",
];

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Only<T> {
    v: T,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Beside<T> {
    v: T,
    /// A field that is missing or wrong after a marked value was decoded.
    more: u8,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Flat<T> {
    #[serde(flatten)]
    only: Only<T>,
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "decoded for the errors")]
enum Either<T> {
    First(T),
    Second { nothing: T },
}

#[derive(Deserialize)]
#[serde(tag = "v")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Outside<T> {
    First { a: T },
}

/// A type that decodes the value as text and then fails with it.
#[derive(Deserialize)]
#[serde(try_from = "serde_json::Value")]
struct Picky;

impl TryFrom<serde_json::Value> for Picky {
    type Error = String;

    fn try_from(value: serde_json::Value) -> Result<Self, String> {
        Err(format!("it was {value}"))
    }
}

/// A type that fails in the same way, with an error of serde.
struct Loud;

impl<'de> Deserialize<'de> for Loud {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        Err(D::Error::custom(format!("it was {value}")))
    }
}

/// A function whose error contains the message of another error.
fn nested<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let value = Value::deserialize(deserializer)?.unmark_deep().0;
    serde_hcl::from_value(&value).map_err(D::Error::custom)
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Nested(#[serde(deserialize_with = "nested")] u8);

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Plain {
    a: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Strict {
    #[serde(default)]
    a: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Named {
    #[serde(rename = "$label")]
    name: u8,
    a: Option<u8>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Rest {
    a: Option<u8>,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
struct Unit;

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Pair(u8, bool);

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
enum External {
    Unit,
    Newtype(u8),
    Tuple(u8, u8),
    Struct { a: u8 },
}

#[derive(Deserialize)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Internal {
    Unit,
    Struct { a: u8 },
}

#[derive(Deserialize)]
#[serde(tag = "kind", content = "content")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Adjacent {
    Newtype(u8),
    Struct { a: u8 },
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "decoded for the errors")]
enum Untagged {
    Number(u8),
    Struct { a: u8 },
    List(Vec<u8>),
}

#[serde_with::serde_as]
#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct With {
    #[serde_as(as = "serde_with::DisplayFromStr")]
    a: IpAddr,
    #[serde_as(as = "Option<serde_with::DurationSeconds<u64>>")]
    b: Option<Duration>,
}

/// The number of failed decodings, which shows that the table tests something.
#[derive(Default)]
struct Failures(usize);

impl Failures {
    #[track_caller]
    fn note<T>(&mut self, result: Result<T, Error>, what: &str) {
        if let Err(error) = result {
            check_error(&error, &format!("{what} into {}", std::any::type_name::<T>()));
            self.0 += 1;
        }
    }
}

/// Decodes all of it into a type that rejects most of it.
fn decode<T: DeserializeOwned>() {
    let mut failures = Failures::default();
    decode_one::<T>(&mut failures);
    assert!(
        failures.0 > 50 / test_support::step(3),
        "{}: {} failures",
        std::any::type_name::<T>(),
        failures.0
    );
}

/// Decodes all of it into a type, and into types around it.
fn decode_one<T: DeserializeOwned>(failures: &mut Failures) {
    for (name, value) in secrets() {
        failures.note(serde_hcl::from_value::<T>(&value), name);
        failures.note(T::deserialize(&value), name);
        failures.note(T::deserialize(value.clone()), name);
        let tracked = serde_path_to_error::deserialize::<_, T>(&value);
        failures.note(tracked.map_err(serde_path_to_error::Error::into_inner), name);
    }
    let options = Options::new().context(context()).file_name("main.hcl");
    // Other types begin at other rows.
    let step = test_support::step(3);
    let first = std::any::type_name::<T>().len() % step;
    check_each(with_secrets(ARGUMENTS).into_iter().skip(first).step_by(step), |argument| {
        let text = format!("v = {argument}\n");
        failures.note(options.from_str::<T>(&text), &text);
        failures.note(options.from_str::<Only<T>>(&text), &text);
        failures.note(options.clone().strict(true).from_str::<Only<T>>(&text), &text);
        let mut deserializer = options.deserializer(&text).expect("it is sound");
        failures.note(Only::<T>::deserialize(&mut deserializer), &text);
        failures.note(deserializer.decode_with(|deserializer| Flat::<T>::deserialize(deserializer)), &text);
        failures.note(options.from_str::<Flat<T>>(&text), &text);
        failures.note(options.from_str::<Outside<T>>(&format!("{text}a = {argument}\n")), &text);
        failures.note(options.from_str::<Either<T>>(&text), &text);
        failures.note(options.from_str::<Only<Either<T>>>(&text), &text);
        failures.note(options.from_str::<Beside<T>>(&text), &text);
        failures.note(options.from_str::<Beside<T>>(&format!("{text}more = \"plain\"\n")), &text);
        let json = options.clone().json(true);
        let quoted = serde_json::to_string(&format!("${{{argument}}}")).expect("it is text");
        failures.note(json.from_str::<Only<T>>(&format!("{{\"v\": {quoted}}}")), &text);
    });
    let json = options.clone().json(true);
    check_each(PROPERTIES.iter().skip(first).step_by(step), |property| {
        let text = format!("{{\"v\": {property}}}");
        failures.note(json.from_str::<T>(&text), &text);
        failures.note(json.from_str::<Only<T>>(&text), &text);
        failures.note(json.from_str::<Flat<T>>(&text), &text);
        failures.note(json.from_str::<Outside<T>>(&text), &text);
    });
    check_each(BLOCKS.iter().skip(first).step_by(step), |block| {
        let file = serde_hcl::parse_file(*block).into_result().expect("it is sound");
        let body = ext::expand_dynamic_blocks(file.body(), &context());
        failures.note(serde_hcl::from_body::<T>(&body, &context()), block);
        failures.note(serde_hcl::from_body::<Only<T>>(&body, &context()), block);
        failures.note(serde_hcl::from_body::<Flat<T>>(&body, &context()), block);
        let rules =
            options.clone().strict(true).single_blocks(SingleBlocks::Object).expressions_as_strings(true);
        failures.note(rules.from_body::<Only<T>>(&body), block);
        failures.note(rules.from_body::<Flat<T>>(&body), block);
    });
}

macro_rules! types {
    ($($name:ident: $($ty:ty),+;)*) => {
        $(#[test]
        fn $name() {
            $(decode::<$ty>();)+
        })*
    };
}

types! {
    numbers: u8, i64, u128, f32, f64, Option<u8>, Spanned<u8>, NonZeroU8, NonZeroI64;
    words: bool, char, (), Unit, Duration, SystemTime, IpAddr, SocketAddr;
    texts: String, PathBuf, Box<str>;
    sequences: Vec<u8>, Vec<Spanned<u8>>, Vec<External>, Vec<Strict>, [u8; 2], (u8, bool), (String,), Pair, BTreeSet<char>, serde_bytes_like::Bytes;
    maps: BTreeMap<u8, u8>, HashMap<char, String>, BTreeMap<External, u8>, BTreeMap<bool, BTreeMap<u8, u8>>;
    structs: Plain, Strict, Named, Rest, With;
    enums: External, Internal, Adjacent, Untagged, Result<u8, u8>;
    blocks: Labeled<u8, Plain>, Labeled<(u8, String), Strict>, Labeled<Vec<External>, BTreeMap<String, u8>>;
    captures: Template, Traversal, Body;
    members_of_maps: BTreeMap<String, Option<u8>>, BTreeMap<String, Option<Plain>>, BTreeMap<String, Option<External>>;
    errors_of_types: Loud, Picky, Nested;
    numbers_of_this_crate: Number, Map;
}

/// Types that accept nearly anything fail rarely.
#[test]
fn decoding_shows_no_marked_value() {
    let mut failures = Failures::default();
    decode_one::<Value>(&mut failures);
    decode_one::<serde_json::Value>(&mut failures);
    decode_one::<IgnoredAny>(&mut failures);
    decode_one::<Expression>(&mut failures);
    assert!(failures.0 > 0);
}

impl PartialEq for External {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for External {}

impl PartialOrd for External {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for External {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

mod serde_bytes_like {
    use serde::de::{Deserialize, Deserializer, Visitor};

    /// Bytes that every input fails to match.
    pub struct Bytes;

    impl<'de> Deserialize<'de> for Bytes {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Any;

            impl Visitor<'_> for Any {
                type Value = Bytes;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("other bytes")
                }

                fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                    let text = String::from_utf8_lossy(bytes).into_owned();
                    let expected = format!("anything but {text}");
                    Err(E::invalid_value(serde::de::Unexpected::Str(&text), &expected.as_str()))
                }
            }

            deserializer.deserialize_bytes(Any)
        }
    }
}
