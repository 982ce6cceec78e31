//! Specifications of Rust types.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_hcl::ext::Spec;
use serde_hcl::{
    Body, EvalContext, Expression, Number, Value,
    de::{Labeled, Spanned},
    from_body,
};

use crate::native;
use test_support::rows::check_each;

/// Returns the items that a specification reads, one in a line.
fn described(spec: &Spec) -> String {
    fn write(spec: &Spec, indent: usize, out: &mut String) {
        let space = " ".repeat(indent);
        for attribute in spec.child_attributes() {
            let mark = if attribute.is_required { "!" } else { "" };
            out.push_str(&format!("{space}{}{mark} = {}\n", attribute.name, attribute.ty));
        }
        for name in spec.opaque_names() {
            out.push_str(&format!("{space}{name} ?\n"));
        }
        for block in spec.child_blocks() {
            let most = block.at_most.map_or_else(String::new, |most| most.to_string());
            let labels: String = block.labels.iter().map(|label| format!(" {label:?}")).collect();
            out.push_str(&format!("{space}{}{labels} {}..{most}\n", block.block_type, block.at_least));
            if let Some(nested) = block.nested {
                write(nested, indent + 2, out);
            }
        }
        if spec.is_open() {
            out.push_str(&format!("{space}...\n"));
        }
    }
    let mut out = String::new();
    write(spec, 0, &mut out);
    out
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Server {
    host: String,
    #[serde(default)]
    port: u16,
    tls: Option<Tls>,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Tls {
    #[serde(rename = "cert_file", alias = "certificate")]
    cert: String,
    level: Level,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
enum Backend {
    Local,
    S3 { bucket: String },
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
#[serde(untagged)]
enum Either {
    One(String),
    Many(Vec<String>),
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Named {
    #[serde(rename = "$label")]
    name: String,
    #[serde(rename = "$label.1")]
    zone: u8,
    size: Number,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct AnyLabels {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Tree {
    value: i128,
    #[serde(default)]
    child: Vec<Tree>,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Flat {
    own: bool,
    #[serde(flatten)]
    rest: HashMap<String, String>,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Wrapper<T> {
    value: T,
}

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Newtype(Vec<Option<f32>>);

#[allow(dead_code, reason = "the types are only looked at")]
#[derive(Deserialize)]
struct Endless(Vec<Endless>);

/// A type that takes only some texts.
struct Even;

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        if number % 2 == 0 { Ok(Self) } else { Err(serde::de::Error::custom("it is odd")) }
    }
}

#[test]
fn fields_become_attributes_and_blocks() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config<'a> {
        name: &'a str,
        ratio: Option<f64>,
        ports: Vec<u16>,
        tags: BTreeMap<String, bool>,
        range: (u8, String),
        point: [f32; 2],
        level: Level,
        spanned: Spanned<String>,
        newtype: Newtype,
        server: Server,
        backup: Option<Server>,
        mirror: Vec<Server>,
        zone: HashMap<String, BTreeMap<u8, Tls>>,
    }
    assert_eq!(
        described(&Spec::of::<Config<'_>>()),
        "\
name! = string
ratio = number
ports! = list of number
tags! = map of bool
range! = tuple
point! = tuple
level! = string
spanned! = string
newtype! = list of number
server 1..1
  host! = string
  port = number
  tls 0..1
    cert_file = string
    certificate = string
    level! = string
backup 0..1
  host! = string
  port = number
  tls 0..1
    cert_file = string
    certificate = string
    level! = string
mirror 1..
  host! = string
  port = number
  tls 0..1
    cert_file = string
    certificate = string
    level! = string
zone \"name\" \"label 2\" 1..
  cert_file = string
  certificate = string
  level! = string
"
    );
}

#[test]
fn labels_are_those_of_fields_and_of_labeled_blocks() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config {
        #[serde(default)]
        disk: Vec<Named>,
        rule: Labeled<(String, u16), Tls>,
        single: Option<Labeled<String, Tls>>,
        any: Vec<AnyLabels>,
        list: Vec<Labeled<Vec<String>, Tls>>,
    }
    assert_eq!(
        described(&Spec::of::<Config>()),
        "\
any ?
list ?
disk \"name\" \"label 2\" 0..
  size! = number
rule \"name\" \"label 2\" 1..1
  cert_file = string
  certificate = string
  level! = string
single \"name\" 0..1
  cert_file = string
  certificate = string
  level! = string
"
    );
}

#[test]
fn items_that_serde_hides_are_opaque() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config {
        even: Even,
        after: String,
        backend: Backend,
        either: Either,
        value: Value,
        when: Expression,
        body: Body,
        flat: Flat,
        tree: Tree,
        endless: Endless,
        text: Wrapper<String>,
        number: Wrapper<u8>,
        mixed: Vec<BTreeMap<String, Server>>,
    }
    assert_eq!(
        described(&Spec::of::<Config>()),
        "\
even! = number
after! = string
backend ?
either ?
value ?
when ?
body ?
endless ?
mixed ?
flat 0..1
  own! = bool
  ...
tree 0..1
  value! = number
  child ?
text 0..1
  value! = string
number 0..1
  value! = number
"
    );
    assert_eq!(described(&Spec::of::<Flat>()), "own! = bool\n...\n");
    assert_eq!(described(&Spec::of::<BTreeMap<String, u8>>()), "...\n");
}

#[test]
fn a_specification_accepts_the_values_of_its_type() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config {
        name: String,
        #[serde(default)]
        server: Vec<Server>,
        #[serde(default)]
        disk: Vec<Named>,
        #[serde(default)]
        zone: BTreeMap<String, Tls>,
        backend: Option<Backend>,
        when: Option<Expression>,
    }
    let spec = Spec::of::<Config>();
    let tls = "cert_file = \"a\"\n level = \"low\"";
    for (text, is_valid) in [
        ("name = 1\n".to_owned(), true),
        ("name = []\n".to_owned(), false),
        ("".to_owned(), false),
        (
            "name = \"a\"\nserver {\n host = \"h\"\n port = \"80\"\n}\nserver {\n host = \"i\"\n}\n"
                .to_owned(),
            true,
        ),
        ("name = \"a\"\nserver {\n port = 80\n}\n".to_owned(), false),
        ("name = \"a\"\ndisk \"a\" \"1\" {\n size = 1\n}\n".to_owned(), true),
        ("name = \"a\"\ndisk \"a\" {\n size = 1\n}\n".to_owned(), false),
        (format!("name = \"a\"\nzone \"a\" {{\n {tls}\n}}\n"), true),
        (format!("name = \"a\"\nzone {{\n {tls}\n}}\n"), false),
        ("name = \"a\"\nbackend \"S3\" {\n bucket = \"b\"\n}\nwhen = x.y\n".to_owned(), true),
    ] {
        let body = native(&text);
        let decoded = from_body::<Config>(&body, &EvalContext::new());
        assert_eq!(decoded.is_ok(), is_valid, "{text}: {:?}", decoded.err());
        let outcome = spec.decode(&body, &EvalContext::new());
        assert_eq!(!outcome.diagnostics.has_errors(), is_valid, "{text}: {}", outcome.diagnostics);
    }
}

#[test]
fn opaque_items_are_not_read() {
    let spec = Spec::object([("a", Spec::opaque("a")), ("b", Spec::block("b", Spec::opaque_rest()))]);
    for (text, is_valid) in [
        ("a = x\n", true),
        ("a {}\na \"b\" {}\n", true),
        ("b {\n  c = 1\n  d \"e\" {}\n}\n", true),
        ("c = 1\n", false),
        ("b \"a\" {}\n", false),
    ] {
        let outcome = spec.decode(&native(text), &EvalContext::new());
        assert_eq!(!outcome.diagnostics.has_errors(), is_valid, "{text}: {}", outcome.diagnostics);
    }
    let body = crate::in_json(r#"{"a": [{"x": 1}], "b": {"any": true}}"#);
    let outcome = spec.decode(&body, &EvalContext::new());
    assert!(outcome.diagnostics.is_empty(), "{}", outcome.diagnostics);
}

#[test]
fn a_specification_accepts_all_forms_that_its_type_reads() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config {
        tls: Option<Tls>,
        #[serde(default)]
        server: Vec<Server>,
        #[serde(default)]
        zone: BTreeMap<String, Tls>,
        #[serde(default)]
        tags: BTreeMap<String, String>,
        #[serde(default)]
        either: Vec<Either>,
        #[serde(default)]
        pairs: Vec<(Level, Option<u8>)>,
        #[serde(default)]
        disk: Vec<Named>,
        #[serde(default)]
        when: Vec<Expression>,
        #[serde(default)]
        pair: Option<(Tls, u8)>,
    }
    let tls = "cert_file = \"a\", level = \"low\"";
    let rows = [
        (format!("tls = {{ {tls} }}\n"), true),
        (format!("tls = {{ {tls}, extra = 1 }}\n"), true),
        ("tls = null\n".to_owned(), true),
        ("tls = { cert_file = \"a\" }\n".to_owned(), false),
        ("tls = { cert_file = \"a\", level = \"middle\" }\n".to_owned(), false),
        ("tls = [1]\n".to_owned(), false),
        ("server = []\n".to_owned(), true),
        ("server = [{ host = \"h\" }, { host = \"i\", port = 65535 }]\n".to_owned(), true),
        ("server = [{ host = \"h\", port = 65536 }]\n".to_owned(), false),
        ("server = [{ port = 1 }]\n".to_owned(), false),
        ("server = [null]\n".to_owned(), false),
        (format!("zone = {{ a = {{ {tls} }} }}\n"), true),
        (format!("zone {{\n  a = {{ {tls} }}\n}}\n"), true),
        ("zone {\n  a = 1\n}\n".to_owned(), false),
        ("zone = {}\n".to_owned(), true),
        ("zone = 1\n".to_owned(), false),
        ("tags {\n  a = \"b\"\n}\n".to_owned(), true),
        ("tags = [for n in [1] : n]\n".to_owned(), false),
        ("either = [\"a\", [\"b\"]]\n".to_owned(), true),
        ("pairs = [[\"low\", 1], [\"high\", null]]\n".to_owned(), true),
        ("pairs = [[\"low\"]]\n".to_owned(), false),
        ("pairs = [[null, 1]]\n".to_owned(), false),
        ("pairs = [[\"low\", 256]]\n".to_owned(), false),
        ("disk = []\n".to_owned(), true),
        ("disk = [{ size = 1 }]\n".to_owned(), false),
        ("when = [x.y]\n".to_owned(), true),
        (format!("pair = [{{ {tls} }}, 1]\n"), true),
        (format!("pair = [{{ {tls} }}, 1.5]\n"), false),
        ("other = 1\nanother {}\n".to_owned(), true),
    ];
    let spec = Spec::of::<Config>();
    for (text, is_valid) in rows {
        let body = native(&text);
        let decoded = from_body::<Config>(&body, &EvalContext::new());
        assert_eq!(decoded.is_ok(), is_valid, "{text}: {:?}", decoded.err());
        let outcome = spec.decode(&body, &EvalContext::new());
        assert_eq!(!outcome.diagnostics.has_errors(), is_valid, "{text}: {}", outcome.diagnostics);
    }
    for (text, is_valid) in [
        (r#"{"zone": {}, "server": [], "tags": {"a": "b"}}"#, true),
        (r#"{"server": {"host": "h"}, "zone": {"a": [{"cert_file": "a", "level": "low"}]}}"#, true),
        (r#"{"server": "${[{ host = 1 }]}", "tls": null}"#, true),
        (r#"{"server": {"prt": 1}}"#, false),
        (r#"{"tls": "${1}"}"#, false),
    ] {
        let body = crate::in_json(text);
        let decoded = from_body::<Config>(&body, &EvalContext::new());
        assert_eq!(decoded.is_ok(), is_valid, "{text}: {:?}", decoded.err());
        let outcome = spec.decode(&body, &EvalContext::new());
        assert_eq!(!outcome.diagnostics.has_errors(), is_valid, "{text}: {}", outcome.diagnostics);
    }
}

#[test]
fn errors_in_attributes_have_the_location_of_the_part() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Config {
        server: Vec<Server>,
        initial: char,
        backend: Backend,
        mode: Level,
    }
    let spec = Spec::of::<Config>();
    let text = "\
server = [{ host = \"a\", port = -1, tls = { cert_file = [], level = \"lo\" } }, { port = 1 }]
initial = \"ab\"
mode = null
other = 1
";
    let outcome = spec.decode(&native(text), &EvalContext::new());
    assert_eq!(
        super::problems(&outcome.diagnostics),
        [
            "other | 4:1: Unexpected attribute: No attribute named \"other\" is expected here.",
            " | 1:1: Missing attribute or block: \"backend\" is required here, but it is missing.",
            "-1 | 1:32: Unexpected value: -1 is not possible here. Expected a whole number from 0 to 65535.",
            "[] | 1:56: Wrong type: The value of \"server\" is unsuitable: expected a string, found a list.",
            "\"lo\" | 1:68: Unexpected value: \"lo\" is not possible here. Did you mean \"low\"?",
            "{ port = 1 } | 1:78: Wrong type: The value of \"server\" is unsuitable: attribute \"host\" \
             is required.",
            "\"ab\" | 2:11: Unexpected value: \"ab\" is not possible here. Expected a single character.",
            "null | 3:8: Wrong type: The value of \"mode\" is unsuitable: a value is required, but it is \
             null.",
        ]
    );
}

#[test]
fn unknown_names_are_warnings_unless_the_type_denies_them() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Lenient {
        port: u16,
        host: Option<String>,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        port: u16,
        host: Option<String>,
    }
    let shown = |spec: &Spec, text: &str| {
        let outcome = spec.decode(&native(text), &EvalContext::new());
        let line = |it: &serde_hcl::Diagnostic| format!("{:?} {}", it.severity(), it.detail());
        outcome.diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let (lenient, closed) = (Spec::of::<Lenient>(), Spec::of::<Closed>());
    let detail = "No attribute named \"hst\" is expected here. Did you mean \"host\"?";
    assert_eq!(shown(&lenient, "port = 1\nhst = 1\n"), format!("Warning {detail}"));
    assert_eq!(shown(&closed, "port = 1\nhst = 1\n"), format!("Error {detail}"));
    // The only error about the missing attribute.
    let detail = "No attribute named \"prt\" is expected here. Did you mean \"port\"?";
    check_each([&lenient, &closed], |spec| assert_eq!(shown(spec, "prt = 1\n"), format!("Error {detail}")));
}

#[test]
fn enums_with_data_are_checked_in_all_their_forms() {
    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    enum Storage {
        Memory,
        S3 { bucket: String, port: Option<u16> },
        Size(u8),
        Pair(u8, String),
        Server(Server),
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    struct Config {
        storage: Storage,
        #[serde(default)]
        others: Vec<Storage>,
    }
    let spec = Spec::of::<Config>();
    let shown = |text: &str| super::problems(&spec.decode(&native(text), &EvalContext::new()).diagnostics);
    let none: &[&str] = &[];
    for (text, expected) in [
        ("storage = \"Memory\"\n", none),
        ("storage = { S3 = { bucket = \"b\" } }\n", none),
        ("storage = { Size = 1 }\nothers = [\"Memory\", { Pair = [1, \"a\"] }]\n", none),
        ("storage \"S3\" {\n  bucket = \"b\"\n}\n", none),
        ("storage \"Server\" {\n  host = \"h\"\n}\nothers \"Memory\" {}\nothers \"Size\" {}\n", none),
        (
            "others = []\n",
            &[" | 1:1: Missing attribute or block: \"storage\" is required here, but it is missing."],
        ),
        (
            "storage = \"Memry\"\n",
            &["\"Memry\" | 1:11: Unexpected value: \"Memry\" is not possible here. Did you mean \"Memory\"?"],
        ),
        (
            "storage = \"Size\"\n",
            &["\"Size\" | 1:11: Unexpected value: \"Size\" needs a value: write { Size = … }."],
        ),
        (
            "storage = { Size = 256 }\n",
            &["256 | 1:20: Unexpected value: 256 is not possible here. Expected a whole number from 0 to \
                 255."],
        ),
        (
            "storage \"S4\" {}\n",
            &["\"S4\" | 1:9: Unexpected value: \"S4\" is not possible here. Expected \"Memory\", \"S3\", \
                 \"Size\", \"Pair\" or \"Server\"."],
        ),
        (
            "storage \"S3\" {\n  port = 65536\n}\n",
            &[
                " | 1:14: Missing attribute or block: The attribute \"bucket\" is required here, but it is \
                 not set.",
                "65536 | 2:10: Unexpected value: 65536 is not possible here. Expected a whole number from 0 \
                 to 65535.",
            ],
        ),
        (
            "storage = { S3 = {}, Memory = {} }\n",
            &["{ S3 = {}, Memory = {} } | 1:11: Wrong type: The value of \"storage\" is unsuitable: \
                 expected an object with one attribute, the name of a variant."],
        ),
    ] {
        assert_eq!(shown(text), expected, "{text}");
        if expected.is_empty() && !text.contains("\"Size\" {}") {
            from_body::<Config>(&native(text), &EvalContext::new()).expect(text);
        }
    }
}

/// Types that serde decodes from its buffers.
mod buffered {
    use super::*;

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    pub(super) enum Internal {
        Local,
        S3 {
            bucket: String,
            port: u16,
            tls: Tls,
        },
        #[serde(rename = "peer")]
        Server(Server),
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(tag = "kind", content = "with")]
    pub(super) enum Adjacent {
        Local,
        Port(u16),
        S3 { bucket: String },
        Nested { inner: Nested },
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Nested {
        backend: Backend,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(tag = "$label", rename_all = "lowercase")]
    pub(super) enum ByLabel {
        Docker { image: String },
        Local,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    pub(super) struct Flattened {
        name: String,
        #[serde(default)]
        size: u8,
        #[serde(flatten)]
        limits: Limits,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    pub(super) struct Limits {
        #[serde(alias = "limit")]
        least: u8,
        level: Level,
        burst: Option<u8>,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    pub(super) struct Config {
        pub(super) internal: Option<Internal>,
        #[serde(default)]
        adjacent: Vec<Adjacent>,
        #[serde(default)]
        source: Vec<ByLabel>,
        flat: Option<Flattened>,
        #[serde(default)]
        zones: BTreeMap<String, Flattened>,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    pub(super) struct WithVariant {
        name: String,
        #[serde(flatten)]
        variant: Variant,
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    #[serde(tag = "kind")]
    pub(super) enum Variant {
        Remote { id: u8, host: String },
        Local { id: u8 },
        Peer { id: u8, host: u8 },
    }

    #[allow(dead_code, reason = "the types are only looked at")]
    #[derive(Deserialize)]
    pub(super) enum Directive {
        Listen { port: u16 },
        Include(String),
    }
}

/// Checks that the specification of a type accepts what the type reads, and rejects the rest.
fn agree<T: serde::de::DeserializeOwned>(rows: &[(&str, bool)]) {
    let spec = Spec::of::<T>();
    let failures = rows.iter().filter_map(|(text, is_valid)| {
        let body = native(text);
        let decoded = from_body::<T>(&body, &EvalContext::new());
        assert_eq!(decoded.is_ok(), *is_valid, "{text}: {:?}", decoded.err());
        let outcome = spec.decode(&body, &EvalContext::new());
        (outcome.diagnostics.has_errors() == *is_valid).then(|| format!("{text}\n{}", outcome.diagnostics))
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn types_that_serde_buffers_are_checked() {
    agree::<buffered::Config>(&[
        ("internal {\n  kind = \"local\"\n}\n", true),
        ("internal = { kind = \"local\" }\n", true),
        ("internal {\n  kind = \"lokal\"\n}\n", false),
        ("internal = { kind = \"lokal\" }\n", false),
        ("internal {\n  bucket = \"b\"\n}\n", false),
        ("internal {\n  kind = \"s3\"\n  bucket = \"b\"\n}\n", false),
        (
            "internal {\n  kind = \"s3\"\n  bucket = \"b\"\n  port = 80\n  tls {\n    cert_file = \"c\"\n    level = \"low\"\n  }\n}\n",
            true,
        ),
        (
            "internal {\n  kind = \"s3\"\n  bucket = \"b\"\n  port = 65536\n  tls = { cert_file = \"c\", level = \"low\" }\n}\n",
            false,
        ),
        (
            "internal {\n  kind = \"s3\"\n  bucket = \"b\"\n  port = 1\n  tls {\n    cert_file = \"c\"\n    level = \"lo\"\n  }\n}\n",
            false,
        ),
        ("internal {\n  kind = \"peer\"\n  host = \"h\"\n  other = 1\n}\n", true),
        ("internal {\n  kind = \"peer\"\n}\n", false),
        ("adjacent {\n  kind = \"Local\"\n}\nadjacent {\n  kind = \"Port\"\n  with = 1\n}\n", true),
        ("adjacent {\n  kind = \"Port\"\n  with = 65536\n}\n", false),
        ("adjacent {\n  kind = \"Prt\"\n  with = 1\n}\n", false),
        ("adjacent {\n  kind = \"S3\"\n  with {\n    bucket = \"b\"\n  }\n}\n", true),
        ("adjacent {\n  kind = \"S3\"\n  with {\n  }\n}\n", false),
        (
            "adjacent {\n  kind = \"Nested\"\n  with {\n    inner {\n      backend \"S3\" {\n        bucket = \"b\"\n      }\n    }\n  }\n}\n",
            true,
        ),
        (
            "adjacent {\n  kind = \"Nested\"\n  with {\n    inner {\n      bckend \"S3\" {\n        bucket = \"b\"\n      }\n    }\n  }\n}\n",
            false,
        ),
        ("source \"docker\" {\n  image = \"i\"\n}\nsource \"local\" {}\n", true),
        ("source \"dokcer\" {\n  image = \"i\"\n}\n", false),
        ("source \"docker\" {\n}\n", false),
        ("source \"docker\" {\n  image = []\n}\n", false),
        ("flat {\n  name = \"n\"\n  least = 1\n  level = \"low\"\n}\n", true),
        ("flat {\n  name = \"n\"\n  limit = 1\n  level = \"low\"\n  size = 2\n}\n", true),
        ("flat {\n  name = \"n\"\n  level = \"low\"\n}\n", false),
        ("flat {\n  name = \"n\"\n  least = 256\n  level = \"low\"\n}\n", false),
        ("flat {\n  name = \"n\"\n  least = 1\n  level = \"lo\"\n}\n", false),
        ("flat {\n  name = []\n  least = 1\n  level = \"low\"\n}\n", false),
        ("zones \"a\" {\n  name = \"n\"\n  least = 1\n  level = \"low\"\n}\n", true),
        ("zones \"a\" {\n  name = \"n\"\n  least = 1\n  level = \"lo\"\n}\n", false),
    ]);
}

#[test]
fn a_root_can_have_flattened_fields_or_variants() {
    agree::<buffered::Flattened>(&[
        ("name = \"n\"\nleast = 1\nlevel = \"low\"\nburst = 1\n", true),
        ("name = \"n\"\nleast = 1\n", false),
        ("name = \"n\"\nleast = 256\nlevel = \"low\"\n", false),
    ]);
    agree::<buffered::Internal>(&[
        ("kind = \"local\"\n", true),
        ("kind = \"lokal\"\n", false),
        ("kind = \"peer\"\n", false),
        ("port = 1\n", false),
    ]);
    agree::<buffered::WithVariant>(&[
        ("kind = \"Local\"\nname = \"n\"\nid = 1\n", true),
        ("kind = \"Remote\"\nname = \"n\"\nid = 1\nhost = \"h\"\n", true),
        ("kind = \"Peer\"\nname = \"n\"\nid = 1\nhost = 1\n", true),
        ("kind = \"Lokal\"\nname = \"n\"\nid = 1\n", false),
        ("kind = \"Local\"\nname = \"n\"\nid = 256\n", false),
        ("kind = \"Local\"\nname = \"n\"\n", false),
        ("kind = \"Local\"\nid = 1\n", false),
        ("name = \"n\"\nid = 1\n", false),
    ]);
    agree::<Vec<buffered::Directive>>(&[
        ("Listen {\n  port = 1\n}\nListen {\n  port = 2\n}\n", true),
        ("Include = \"a\"\nListen {\n  port = 2\n}\n", true),
        ("Listne {\n  port = 1\n}\n", false),
        ("Listen {\n  port = 65536\n}\n", false),
    ]);
    let names = Spec::of::<buffered::Flattened>();
    let names: Vec<_> =
        names.child_attributes().iter().map(|it| (it.name.to_owned(), it.is_required)).collect();
    let expected = [("name", true), ("least", true), ("level", true)];
    assert_eq!(names, expected.map(|(name, is_required)| (name.to_owned(), is_required)));
}
