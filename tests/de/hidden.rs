//! Types whose fields serde hides: flattened, internally tagged and untagged ones.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, EvalContext, Expression, Options, Template, Traversal, Value, json, value};

use test_support::rows::check_each;

#[track_caller]
fn error<T: DeserializeOwned + Debug>(text: &str) -> String {
    let result = Options::new().file_name("main.hcl").from_str::<T>(text);
    result.expect_err("it is wrong").to_string()
}

#[track_caller]
fn both<T: DeserializeOwned + Debug + PartialEq>(native: &str, in_json: &str, expected: &T) {
    assert_eq!(&serde_hcl::from_str::<T>(native).expect("native syntax"), expected, "{native}");
    assert_eq!(
        &json::from_str::<T>(in_json).unwrap_or_else(|error| panic!("{in_json}: {error:?}")),
        expected
    );
}

#[derive(Deserialize, Debug, PartialEq)]
struct Config<T> {
    rule: T,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Common {
    port: u16,
    #[serde(default)]
    weight: u8,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Labeled {
    #[serde(rename = "$label")]
    name: String,
    #[serde(flatten)]
    common: Common,
}

#[test]
fn label_fields_work_beside_flattened_ones() {
    let rule = |name: &str, port| Labeled { name: name.to_owned(), common: Common { port, weight: 0 } };
    both(
        "rule \"web\" {\n  port = 80\n}\n",
        r#"{ "rule": { "web": { "port": 80 } } }"#,
        &Config { rule: rule("web", 80) },
    );
    both(
        "rule \"web\" {\n  port = 80\n}\nrule \"db\" {\n  port = 5432\n}\n",
        r#"{ "rule": { "web": { "port": 80 }, "db": { "port": 5432 } } }"#,
        &Config { rule: vec![rule("web", 80), rule("db", 5432)] },
    );

    #[derive(Deserialize, Debug, PartialEq)]
    struct Several {
        #[serde(rename = "$label")]
        protocol: String,
        #[serde(rename = "$label.1")]
        port: u16,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    let several =
        Several { protocol: "tcp".to_owned(), port: 80, rest: BTreeMap::from([("a".to_owned(), value!(1))]) };
    both(
        "rule tcp \"80\" {\n  a = 1\n}\n",
        r#"{ "rule": { "tcp": { "80": { "a": 1 } } } }"#,
        &Config { rule: several },
    );

    #[derive(Deserialize, Debug, PartialEq)]
    struct Optional<'a> {
        #[serde(rename = "$label")]
        name: Option<&'a str>,
        #[serde(rename = "$labels", default)]
        all: Vec<String>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    let text = "rule a \"b\" {\n  x = 1\n}\n";
    let config: Config<Optional<'_>> = serde_hcl::from_str(text).expect("it fits");
    let all = vec!["a".to_owned(), "b".to_owned()];
    let rest = BTreeMap::from([("x".to_owned(), value!(1))]);
    assert_eq!(config.rule, Optional { name: Some("a"), all, rest });

    #[derive(Deserialize, Debug, PartialEq)]
    struct Within {
        #[serde(flatten)]
        labeled: Labeled,
    }
    both(
        "rule \"web\" {\n  port = 80\n}\n",
        r#"{ "rule": { "web": { "port": 80 } } }"#,
        &Config { rule: Within { labeled: rule("web", 80) } },
    );
}

#[test]
fn labels_that_no_field_takes_are_the_names_of_flattened_fields() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Rules {
        #[serde(flatten)]
        all: BTreeMap<String, Vec<Common>>,
    }
    let all = BTreeMap::from([("web".to_owned(), vec![Common { port: 80, weight: 0 }])]);
    let config: Config<Rules> = serde_hcl::from_str("rule \"web\" {\n  port = 80\n}\n").expect("it fits");
    assert_eq!(config.rule, Rules { all });
    assert_eq!(
        error::<Config<Labeled>>("rule {\n  port = 80\n}\n"),
        "main.hcl:1:1: Missing block label: A \"rule\" block needs a label here. (in rule)"
    );
    assert_eq!(
        error::<Config<Labeled>>("rule a b {\n  port = 80\n}\n"),
        "main.hcl:1:8: Unexpected block label: A \"rule\" block takes 1 label here. Remove this label. \
         (in rule)"
    );
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Tagged {
    Named {
        #[serde(rename = "$label")]
        name: String,
        #[serde(default)]
        port: u16,
    },
    Either {
        #[serde(rename = "$label")]
        name: Option<String>,
        #[serde(rename = "$label.1", default)]
        port: u16,
    },
    Unit,
}

#[test]
fn label_fields_of_hidden_types_have_no_highest_number() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type")]
    enum Ends {
        Rule {
            #[serde(rename = "$label")]
            first: String,
            #[serde(rename = "$label.11")]
            last: String,
        },
    }
    let labels: String = (0..12).map(|number| format!("\"{number}\" ")).collect();
    let config: Config<Ends> =
        serde_hcl::from_str(&format!("rule {labels}{{\n  type = \"Rule\"\n}}\n")).expect("it fits");
    assert_eq!(config.rule, Ends::Rule { first: "0".to_owned(), last: "11".to_owned() });

    // The search for label fields takes few attempts, although each label may have a field.
    let text = format!("rule {}{{\n  type = \"named\"\n}}\n", "a ".repeat(100));
    let error = error::<Config<Tagged>>(&text);
    assert!(error.contains("Unexpected block label"), "{error}");
}

#[test]
fn label_fields_work_in_internally_tagged_types() {
    let rule = |text: &str| serde_hcl::from_str::<Config<Tagged>>(text).map(|config| config.rule);
    let name = "web".to_owned();
    assert_eq!(
        rule("rule \"web\" {\n  type = \"named\"\n}\n").expect("it fits"),
        Tagged::Named { name: name.clone(), port: 0 }
    );
    assert_eq!(
        rule("rule \"web\" {\n  type = \"either\"\n}\n").expect("it fits"),
        Tagged::Either { name: Some(name.clone()), port: 0 }
    );
    assert_eq!(
        rule("rule web \"80\" {\n  type = \"either\"\n}\n").expect("it fits"),
        Tagged::Either { name: Some(name.clone()), port: 80 }
    );
    assert_eq!(
        rule("rule web \"http\" {\n  type = \"either\"\n}\n").map_err(|error| error.to_string()),
        Err("1:10: Wrong type: Expected a whole number from 0 to 65535, found the string \
             \"http\". (in rule)"
            .to_owned())
    );
    assert_eq!(
        rule("rule {\n  type = \"either\"\n}\n").expect("it fits"),
        Tagged::Either { name: None, port: 0 }
    );
    let extraneous = |count| {
        format!(
            "Unexpected block label: A \"rule\" block takes {count} label here. Remove this label. (in rule)"
        )
    };
    assert_eq!(
        error::<Config<Tagged>>("rule \"web\" {\n  type = \"unit\"\n}\n"),
        format!("main.hcl:1:6: {}", extraneous("no"))
    );
    assert_eq!(
        error::<Config<Tagged>>("rule a b {\n  type = \"named\"\n}\n"),
        format!("main.hcl:1:8: {}", extraneous("1"))
    );

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "$label", rename_all = "snake_case")]
    enum ByLabel {
        Copy { from: String },
        Wait { seconds: u8 },
    }
    let config: Config<Vec<ByLabel>> =
        serde_hcl::from_str("rule copy {\n  from = \"a\"\n}\nrule wait {\n  seconds = 5\n}\n")
            .expect("it fits");
    assert_eq!(config.rule, [ByLabel::Copy { from: "a".to_owned() }, ByLabel::Wait { seconds: 5 }]);
}

/// In HCL JSON, a block can be an array with one object.
#[test]
fn an_array_of_one_object_is_a_tagged_type() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Shape {
        Dot,
        Circle { radius: u8 },
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type", content = "content", rename_all = "snake_case")]
    enum Adjacent {
        Circle { radius: u8 },
        Dots(Vec<Shape>),
    }
    let circle = Config { rule: Shape::Circle { radius: 2 } };
    both(
        "rule {\n  type = \"circle\"\n  radius = 2\n}\n",
        r#"{"rule": [{"type": "circle", "radius": 2}]}"#,
        &circle,
    );
    both("rule {\n  type = \"dot\"\n}\n", r#"{"rule": [{"type": "dot"}]}"#, &Config { rule: Shape::Dot });
    both(
        "rule {\n  type = \"circle\"\n  content {\n    radius = 2\n  }\n}\n",
        r#"{"rule": [{"type": "circle", "content": [{"radius": 2}]}]}"#,
        &Config { rule: Adjacent::Circle { radius: 2 } },
    );
    both(
        "rule {\n  type = \"dots\"\n  content {\n    type = \"dot\"\n  }\n}\n",
        r#"{"rule": [{"type": "dots", "content": [{"type": "dot"}]}]}"#,
        &Config { rule: Adjacent::Dots(vec![Shape::Dot]) },
    );
    let json = |text| serde_hcl::json::from_str::<Config<Shape>>(text).map(|config| config.rule);
    let error = json(r#"{"rule": [{"type": "circle", "radius": "x"}]}"#).expect_err("it does not fit");
    assert_eq!(
        error.to_string(),
        "1:40: Wrong type: Expected a whole number from 0 to 255, found the string \"x\". (in rule.radius)"
    );
}

/// What one form of a value shows about its type does not exclude another form after it.
#[test]
fn a_tagged_type_can_be_an_object_first_and_a_block_later() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type", content = "content", rename_all = "snake_case")]
    enum Adjacent {
        Circle { radius: u8 },
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Internal {
        Circle { radius: u8 },
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Pair<T> {
        a: T,
        b: T,
    }
    fn decode<T: DeserializeOwned + Debug>(object: &str, block: &str) -> Vec<Pair<T>> {
        let texts = [format!("a = {object}\nb {block}\n"), format!("a {block}\nb = {object}\n")];
        texts.iter().map(|text| serde_hcl::from_str(text).expect(text)).collect()
    }
    let content = [
        "{ type = \"circle\", content = { radius = 1 } }",
        "{\ntype = \"circle\"\ncontent {\nradius = 1\n}\n}",
    ];
    for pair in decode::<Adjacent>(content[0], content[1]) {
        assert_eq!(pair, Pair { a: Adjacent::Circle { radius: 1 }, b: Adjacent::Circle { radius: 1 } });
    }
    let object = "{ type = \"circle\", radius = 1 }";
    for pair in decode::<Internal>(object, "{\ntype = \"circle\"\nradius = 1\n}") {
        assert_eq!(pair, Pair { a: Internal::Circle { radius: 1 }, b: Internal::Circle { radius: 1 } });
    }
}

/// The expectation of a type can contain any words.
#[test]
fn the_expectation_of_a_type_has_no_effect() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type", rename_all = "snake_case", expecting = "a shape")]
    enum Shape {
        Dot,
        Circle {
            radius: u8,
        },
        Named {
            #[serde(rename = "$label")]
            name: String,
            radius: Option<u8>,
        },
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "$label", rename_all = "snake_case", expecting = "a step")]
    enum Step {
        Copy { from: String },
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Place {
        host: String,
        port: Option<u16>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(expecting = "a service")]
    struct Service {
        #[serde(rename = "$label")]
        name: String,
        #[serde(flatten)]
        place: Place,
    }
    let circle = || Config { rule: Shape::Circle { radius: 2 } };
    both(
        "rule {\n  type = \"circle\"\n  radius = 2\n}\n",
        r#"{"rule": {"type": "circle", "radius": 2}}"#,
        &circle(),
    );
    both(
        "rule {\n  radius = 2\n  type = \"circle\"\n}\n",
        r#"{"rule": {"radius": 2, "type": "circle"}}"#,
        &circle(),
    );
    both(
        "rule {\n  type = \"circle\"\n  radius = 2\n}\nrule {\n  type = \"dot\"\n}\n",
        r#"{"rule": [{"type": "circle", "radius": 2}, {"type": "dot"}]}"#,
        &Config { rule: vec![Shape::Circle { radius: 2 }, Shape::Dot] },
    );
    let config: Config<Shape> =
        serde_hcl::from_str("rule \"a\" {\n  type = \"named\"\n  radius = null\n}\n").expect("it fits");
    assert_eq!(config, Config { rule: Shape::Named { name: "a".to_owned(), radius: None } });
    let config: Config<Shape> = serde_hcl::from_str("rule type {\n  type = \"named\"\n}\n").expect("it fits");
    assert_eq!(config, Config { rule: Shape::Named { name: "type".to_owned(), radius: None } });
    both(
        "rule copy {\n  from = \"a\"\n}\n",
        r#"{"rule": {"copy": {"from": "a"}}}"#,
        &Config { rule: Step::Copy { from: "a".to_owned() } },
    );
    both(
        "rule web {\n  host = \"h\"\n  port = null\n}\n",
        r#"{"rule": {"web": {"host": "h", "port": null}}}"#,
        &Config {
            rule: Service { name: "web".to_owned(), place: Place { host: "h".to_owned(), port: None } },
        },
    );
}

#[test]
fn the_value_that_failed_is_found() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Flat {
        name: Option<String>,
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Inner {
        port: Option<u16>,
        tags: Option<BTreeMap<String, u8>>,
        #[serde(default, deserialize_with = "serde_hcl::with::many")]
        check: Vec<Common>,
        mode: Option<Mode>,
        hosts: Option<Vec<String>>,
    }
    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Mode {
        Fast,
    }
    #[derive(Deserialize, Debug)]
    #[serde(tag = "type", rename_all = "lowercase")]
    #[allow(dead_code, reason = "decoded for the errors")]
    enum Tagged {
        Tcp { port: u16, hosts: Option<Vec<String>> },
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct All {
        rule: Option<Flat>,
        list: Option<Vec<Tagged>>,
        step: Option<Vec<Tagged>>,
    }
    let table = [
        (
            "rule {\n  name = \"x\"\n  port = 300000\n}\n",
            "main.hcl:3:10: Unsuitable value: Expected a whole number from 0 to 65535, found 300000. (in rule.port)",
        ),
        (
            "rule {\n  port = 300000 + 0\n}\n",
            "main.hcl:2:10: Unsuitable value: Expected a whole number from 0 to 65535, found 300000. (in rule.port)",
        ),
        (
            "rule {\n  tags = { a = 1, b = \"x\" }\n}\n",
            "main.hcl:2:23: Wrong type: Expected a whole number from 0 to 255, found the \
             string \"x\". (in rule.tags.b)",
        ),
        // The value does not show which of them it is.
        (
            "rule {\n  name = \"x\"\n  tags = { a = \"x\" }\n}\n",
            "main.hcl:3:16: Wrong type: Expected a whole number from 0 to 255, found the \
             string \"x\". (in rule.tags.a)",
        ),
        (
            "rule {\n  mode = \"slow\"\n}\n",
            "main.hcl:2:10: Unexpected value: \"slow\" is not possible here. Expected \"fast\". (in \
             rule.mode)",
        ),
        (
            "rule {\n  check {\n    weight = 1\n  }\n}\n",
            "main.hcl:2:3: Missing attribute or block: \"port\" is required here, but it is missing. (in \
             rule.check)",
        ),
        // A block is a list in the buffer, so it is not the other list that failed.
        (
            "rule {\n  port {}\n  hosts = [\"a\"]\n}\n",
            "main.hcl:2:3: Wrong type: Expected a whole number from 0 to 65535, found a list. (in rule.port)",
        ),
        (
            "list = [{ type = \"tcp\", port = 1 }, { type = \"tcp\", port = -1 }]\n",
            "main.hcl:1:60: Unsuitable value: Expected a whole number from 0 to 65535, found -1. (in list[1].port)",
        ),
        (
            "step {\n  type = \"tcp\"\n  port = 1\n  hosts = [[]]\n}\n",
            "main.hcl:4:11: Wrong type: Expected a string, found a list. (in step[0].hosts)",
        ),
        (
            "step {\n  type = \"udp\"\n}\n",
            "main.hcl:2:10: Unexpected value: \"udp\" is not possible here. Expected \"tcp\". (in \
             step[0].type)",
        ),
        (
            "step {\n  type = \"tcp\"\n}\n",
            "main.hcl:1:1: Missing attribute or block: \"port\" is required here, but it is missing. (in step[0])",
        ),
    ];
    check_each(table, |(text, expected)| {
        assert_eq!(error::<All>(text), expected, "{text}");
    });
    assert_eq!(
        format!(
            "{:#}",
            Options::new()
                .file_name("a.hcl")
                .from_str::<All>("rule {\n  name = \"x\"\n  tags = { a = \"x\" }\n}\n")
                .expect_err("it is wrong")
        ),
        "error[type-mismatch]: Wrong type\n --> a.hcl:3:16\n  |\n3 |   tags = { a = \"x\" }\n  |                ^^^ \
         expected a whole number from 0 to 255, found the string \"x\"\n  |\n  = in rule.tags.a"
    );
}

#[test]
fn data_is_never_captured_as_code() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Flat<T> {
        #[serde(flatten)]
        inner: Inner<T>,
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Inner<T> {
        e: T,
    }
    #[derive(Deserialize, Debug)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "decoded for the errors")]
    enum Untagged<T> {
        One(T),
    }
    #[derive(Deserialize, Debug)]
    #[serde(tag = "type")]
    #[allow(dead_code, reason = "decoded for the errors")]
    enum Tagged<T> {
        One { e: T },
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Rest {
        #[serde(flatten)]
        rest: Body,
    }
    let expected =
        |what: &str, found: &str| format!("Wrong type: Expected {what} to capture, found {found}.");
    let table = [
        (error::<Flat<Expression>>("e = \"abc\"\n"), "1:5", "an expression"),
        (error::<Flat<Template>>("e = \"abc\"\n"), "1:5", "a template"),
        (error::<Flat<Traversal>>("e = \"abc\"\n"), "1:5", "a reference to a variable"),
        (error::<Flat<Body>>("e = \"abc\"\n"), "1:5", "a body"),
        (error::<Tagged<Expression>>("type = \"One\"\ne = \"abc\"\n"), "2:5", "an expression"),
    ];
    check_each(table, |(error, place, what)| {
        assert_eq!(error, format!("main.hcl:{place}: {} (in e)", expected(what, "the string \"abc\"")));
    });
    assert_eq!(error::<Rest>("e = \"abc\"\n"), format!("main.hcl:1:1: {}", expected("a body", "an object")));
    assert_eq!(
        error::<BTreeMap<String, Untagged<Expression>>>("e = \"abc\"\n"),
        "main.hcl:1:5: No matching form: The value has none of the forms that are possible here. Found \
         the string \"abc\". (in e)"
    );
    assert_eq!(
        error::<BTreeMap<Traversal2, u8>>("abc = 1\n"),
        format!("main.hcl:1:1: {}", expected("a reference to a variable", "the string \"abc\""))
    );
    // Other formats contain the text of an expression.
    let inner: Flat<Expression> = serde_json::from_str(r#"{ "e": "1 + 2" }"#).expect("it fits");
    assert_eq!(inner.inner.e.evaluate(&EvalContext::new()).expect("it is sound"), value!(3));
}

/// A traversal that can be a key.
#[derive(Deserialize, Debug)]
#[serde(transparent)]
struct Traversal2(Traversal);

impl PartialEq for Traversal2 {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for Traversal2 {}

impl PartialOrd for Traversal2 {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Traversal2 {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.to_string().cmp(&other.0.to_string())
    }
}
