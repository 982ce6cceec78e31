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
after = string
backend ?
either ?
value ?
when ?
body ?
flat ?
endless ?
mixed ?
tree 0..1
  value! = number
  child ?
text 0..1
  value! = string
number 0..1
  value! = number
"
    );
    check_each([described(&Spec::of::<Flat>()), described(&Spec::of::<BTreeMap<String, u8>>())], |root| {
        assert_eq!(root, "...\n");
    });
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
