//! Values with their locations.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::de::{Labeled, Located};
use serde_hcl::edit::Document;
use serde_hcl::ext::Spec;
use serde_hcl::{Body, EvalContext, Options, Source, from_body, from_value, json, parse_file, value};

#[derive(Deserialize, Serialize, Debug, PartialEq, Eq)]
struct Config {
    #[serde(default)]
    port: Option<Located<u16>>,
    #[serde(default)]
    list: Vec<Located<String>>,
    #[serde(default)]
    service: BTreeMap<String, Located<Service>>,
    #[serde(default)]
    rule: Vec<Labeled<Located<String>, Located<Service>>>,
}

#[derive(Deserialize, Serialize, Debug, PartialEq, Eq)]
struct Service {
    cpu: Located<u8>,
}

/// Returns the file and the text of a value.
fn place<T>(located: &Located<T>) -> (&str, &str) {
    (located.source().name(), &located.source().text()[located.span().range()])
}

#[test]
fn values_have_their_source_and_span() {
    let files = [
        ("a.hcl", "port = 40 * 2\nservice \"web\" {\n  cpu = 1\n}\n"),
        (
            "b.hcl",
            "# More.\n\nlist = [\"x\", \"y\"]\nservice \"db\" {\n  cpu = 2\n}\nrule \"r\" {\n  cpu = 3\n}\n",
        ),
    ];
    let bodies = files.map(|(name, text)| parse_file(Source::new(name, text)).value.body().clone());
    let config: Config = from_body(&Body::merge(bodies), &EvalContext::new()).expect("it is valid");
    assert_eq!(config.port.as_ref().map(place), Some(("a.hcl", "40 * 2")));
    assert_eq!(config.list.iter().map(place).collect::<Vec<_>>(), [("b.hcl", "\"x\""), ("b.hcl", "\"y\"")]);
    assert_eq!(place(&config.service["web"]), ("a.hcl", "service \"web\" {\n  cpu = 1\n}"));
    assert_eq!(place(&config.service["web"].cpu), ("a.hcl", "1"));
    assert_eq!(place(&config.service["db"].cpu), ("b.hcl", "2"));
    let Labeled { labels, body } = &config.rule[0];
    assert_eq!((labels.as_str(), place(labels)), ("r", ("b.hcl", "\"r\"")));
    assert_eq!(place(&body.cpu), ("b.hcl", "3"));
}

#[test]
fn values_of_json_have_their_source_and_span() {
    let text = r#"{"port": "80", "list": ["x"], "service": {"web": {"cpu": 1}}, "rule": {"r": {"cpu": 3}}}"#;
    let config: Config = Options::new().json(true).file_name("a.json").from_str(text).expect("it is valid");
    assert_eq!(config.port.as_ref().map(place), Some(("a.json", "\"80\"")));
    assert_eq!(place(&config.list[0]), ("a.json", "\"x\""));
    assert_eq!(place(&config.service["web"]), ("a.json", "{\"cpu\": 1}"));
    assert_eq!(place(&config.rule[0].labels), ("a.json", "\"r\""));
    assert_eq!(place(&config.rule[0].body.cpu), ("a.json", "3"));
}

#[test]
fn located_values_are_written_as_their_values() {
    let text = "port = 80\nlist = [\"x\"]\n\nservice \"web\" {\n  cpu = 1\n}\n";
    let config: Config = serde_hcl::from_str(text).expect("it is valid");
    let written = serde_hcl::to_string(&config).expect("it has a form");
    assert_eq!(serde_hcl::from_str::<Config>(&written).expect("it is valid"), config);
    let in_json = json::to_string(&config).expect("it has a form");
    assert_eq!(in_json, r#"{"port":80,"list":["x"],"service":{"web":{"cpu":1}},"rule":[]}"#);
    let mut document = Document::parse(text).expect("it is valid");
    assert!(document.update(&config).expect("it is valid").is_empty());
    assert_eq!(document.to_string(), text);
}

#[test]
fn values_without_a_location_are_refused() {
    let error = serde_hcl::from_str::<BTreeMap<Located<String>, u8>>("a = 1\n").expect_err("no location");
    assert_eq!(error.to_string(), "1:1: Unsuitable value: A key has no source, so it cannot be `Located`.");
    let error = serde_json::from_str::<Located<u8>>("1").expect_err("no location");
    assert!(error.to_string().contains("expected"), "{error}");
}

#[test]
fn values_by_themselves_have_a_source_without_a_name() {
    let located = from_value::<Located<u8>>(value!(1)).expect("it is valid");
    assert_eq!((*located, located.source().name()), (1, ""));
}

#[test]
fn specifications_have_located_fields() {
    let spec = Spec::of::<Config>();
    let file = parse_file("port = []\nservice \"web\" {}\n").into_result().expect("it is valid");
    let found = spec.decode(file.body(), &EvalContext::new()).diagnostics;
    assert_eq!(found.iter().filter_map(|it| it.range()).map(|it| it.start.line).collect::<Vec<_>>(), [1, 2]);
}
