//! Messages for frequent mistakes of newcomers: each input with its complete output.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::Deserialize;
use serde_hcl::{EvalContext, Expression, Function, Options, de::Labeled, diag::Renderer, value};

use test_support::cases;

/// A configuration of the usual kinds.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Site {
    name: String,
    port: Option<u16>,
    ratio: Option<f32>,
    debug: Option<bool>,
    hosts: Option<Vec<String>>,
    limits: Option<BTreeMap<String, u8>>,
    mode: Option<Mode>,
    pair: Option<(u8, u8)>,
    letter: Option<char>,
    condition: Option<Expression>,
    defaults: Option<Service>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
    #[serde(default)]
    rule: Vec<Labeled<(String, u16), Rule>>,
    #[serde(default)]
    volume: Vec<Volume>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Service {
    image: String,
    #[serde(default)]
    ports: Vec<u16>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Rule {
    allow: bool,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Volume {
    #[serde(rename = "$label")]
    name: String,
    size: u64,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Mode {
    Fast,
    Slow,
    Level(u8),
}

/// A configuration of types whose fields serde hides.
#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Gateway {
    #[serde(default)]
    upstream: Vec<Upstream>,
    #[serde(default)]
    check: Vec<Check>,
    #[serde(default)]
    pool: Vec<Labeled<String, Service>>,
    #[serde(default)]
    probe: Vec<Probe>,
    task: Option<Task>,
    server: Option<Server>,
    #[serde(default, deserialize_with = "serde_hcl::with::attribute")]
    limits: Option<Limits>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Upstream {
    weight: Option<u8>,
    #[serde(flatten)]
    target: Target,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Target {
    host: String,
    port: u16,
    ports: Vec<u16>,
    secure: bool,
    address: Option<IpAddr>,
    tls: Option<Limits>,
    quota: Option<BTreeMap<String, u8>>,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Check {
    Http { url: String, status: u16, follow: bool },
    Tcp { port: u16 },
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Probe {
    interval: u8,
    #[serde(flatten)]
    named: Named,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Named {
    #[serde(rename = "$label")]
    name: String,
    timeout: u8,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Task {
    Run {
        #[serde(rename = "$label")]
        name: String,
        command: String,
    },
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Server {
    #[serde(alias = "addr")]
    address: String,
    enabled: Option<bool>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Limits {
    size: u8,
    note: Option<String>,
}

fn options() -> Options {
    let mut context = EvalContext::new();
    context
        .set("region", "eu")
        .set("sizes", value!({ "small": 1, "large": 4 }))
        .set("none", serde_hcl::Value::NULL);
    context.set("later", serde_hcl::Value::unknown(serde_hcl::Type::Number));
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    Options::new().context(context).file_name("site.hcl")
}

/// The output for a text with a newline at its end.
fn printed(text: &str) -> String {
    shown(options().from_str::<Site>(&format!("{text}\n")))
}

/// The output for a text in JSON syntax.
fn printed_json(text: &str) -> String {
    shown(options().file_name("site.json").json(true).from_str::<Site>(text))
}

/// The output for a text with types whose fields serde hides.
fn printed_hidden(text: &str) -> String {
    shown(options().from_str::<Gateway>(&format!("{text}\n")))
}

fn shown<T>(result: serde_hcl::Result<T>) -> String {
    let renderer = Renderer::new().notes(true);
    result.map_or_else(|error| renderer.render(error.diagnostics()), |_| "no error".to_owned())
}

#[test]
fn mistakes_in_native_syntax_have_their_messages() {
    cases::check_file("de/cases/native.cases", printed);
}

#[test]
fn mistakes_in_json_have_their_messages() {
    cases::check_file("de/cases/json.cases", printed_json);
}

#[test]
fn mistakes_in_types_with_hidden_fields_have_their_messages() {
    cases::check_file("de/cases/hidden.cases", printed_hidden);
}

#[derive(Deserialize, Debug)]
#[serde(tag = "$label", rename_all = "lowercase")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Builder {
    Docker {
        #[serde(rename = "$label.1")]
        name: String,
        image: String,
    },
    Null {},
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Element {
    A {
        #[serde(rename = "$label.1")]
        name: String,
    },
    B {
        x: u8,
    },
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Labels {
    #[serde(default)]
    service: BTreeMap<String, Rule>,
    #[serde(default)]
    zone: BTreeMap<String, BTreeMap<String, Rule>>,
    #[serde(default)]
    source: Vec<Builder>,
    #[serde(default)]
    e: Vec<Element>,
}

#[test]
fn a_wrong_or_repeated_label_is_one_error_in_both_syntaxes() {
    let repeated = |header: &str| format!("Only one {header} block is possible here. Remove one of them.");
    let two = |header: &str| format!("{header} {{\n  allow = true\n}}\n").repeat(2);
    let variant = "\"dokcer\" is not possible here. Did you mean \"docker\"?";
    for (native, json, expected) in [
        (
            &*two("service \"web\""),
            r#"{"service": {"web": {"allow": true}, "web": {"allow": true}}}"#,
            [&*repeated("service \"web\""); 2],
        ),
        (
            &two("service \"web\""),
            r#"{"service": [{"web": {"allow": true}}, {"web": [{"allow": true}]}]}"#,
            [&repeated("service \"web\""); 2],
        ),
        (
            &two("zone \"eu\" \"a\""),
            r#"{"zone": {"eu": {"a": {"allow": true}}, "eu": {"a": {"allow": true}}}}"#,
            [&repeated("zone \"eu\" \"a\""); 2],
        ),
        (
            "source \"dokcer\" \"b\" {\n  image = \"i\"\n}\n",
            r#"{"source": {"dokcer": {"b": {"image": "i"}}}}"#,
            [variant; 2],
        ),
        (
            "e \"aa\" \"n\" {}\n",
            r#"{"e": {"aa": {"n": {}}}}"#,
            [r#""aa" is not possible here. Expected "a" or "b"."#; 2],
        ),
    ] {
        let found = [serde_hcl::from_str::<Labels>(native), serde_hcl::json::from_str(json)];
        for (found, expected) in found.into_iter().zip(expected) {
            let error = found.expect_err(native);
            let details: Vec<_> = error.diagnostics().iter().map(|it| it.detail()).collect();
            assert_eq!(details, [expected], "{native}{json}");
        }
    }
}
