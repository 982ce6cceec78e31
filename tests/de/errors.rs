//! The exact messages of errors of decoding.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{Limits, Options, Value};

use test_support::rows::check_each;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Config {
    name: Option<String>,
    port: Option<u16>,
    ports: Option<Vec<u16>>,
    mode: Option<Mode>,
    service: Option<BTreeMap<String, Service>>,
    limit: Option<Service>,
    point: Option<(u8, u8)>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Service {
    image: String,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Slow,
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = Options::new().file_name("main.hcl").from_str::<Config>(text).expect_err("it is wrong");
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn each_mistake_has_its_message_and_location() {
    check(
        "nmae = \"x\"\n",
        "main.hcl:1:1: Unexpected name: Nothing named \"nmae\" is expected here. Did you mean \"name\"?",
    );
    check(
        "unheard_of = 1\n",
        "main.hcl:1:1: Unexpected name: Nothing named \"unheard_of\" is expected here. Expected \"name\", \
         \"port\", \"ports\", \"mode\", \"service\", \"limit\" or \"point\".",
    );
    check(
        "port = 300000\n",
        "main.hcl:1:8: Unsuitable value: Expected a whole number from 0 to 65535, found 300000. (in port)",
    );
    check(
        "port = 1.5\n",
        "main.hcl:1:8: Unsuitable value: Expected a whole number from 0 to 65535, found 1.5. (in port)",
    );
    check(
        "port = \"http\"\n",
        "main.hcl:1:8: Wrong type: Expected a whole number from 0 \
                                to 65535, found the string \"http\". (in port)",
    );
    check(
        "ports = [80, 443, -1]\n",
        "main.hcl:1:19: Unsuitable value: Expected a whole number from 0 to 65535, found -1. (in ports[2])",
    );
    check("ports = 80\n", "main.hcl:1:9: Wrong type: Expected a list, found 80. (in ports)");
    check(
        "mode = \"fsat\"\n",
        "main.hcl:1:8: Unexpected value: \"fsat\" is not possible here. Did you mean \"fast\"? (in mode)",
    );
    check(
        "point = [1, 2, 3]\n",
        "main.hcl:1:9: Wrong number of elements: Expected a list of 2 elements, found 3. Remove the \
         last one. (in point)",
    );
    check(
        "service \"web\" {\n}\n",
        "main.hcl:1:1: Missing attribute or block: \"image\" is required here, but it is missing. (in service.web)",
    );
    check(
        "service \"web\" {\n  image = \"i\"\n  tgas  = []\n}\n",
        "main.hcl:3:3: Unexpected name: Nothing named \"tgas\" is expected here. Did you mean \"tags\"? (in service.web)",
    );
    check(
        "service \"a\" {\n  image = \"i\"\n}\nservice \"a\" {\n  image = \"j\"\n}\n",
        "main.hcl:4:1: Duplicate block: Only one service \"a\" block is possible here. Remove one of \
         them. (in service.a)",
    );
    check(
        "limit {\n  image = \"i\"\n}\nlimit {\n  image = \"j\"\n}\n",
        "main.hcl:4:1: Duplicate block: Only one limit block is possible here. Remove one of them. (in \
         limit)",
    );
    check(
        "limit \"x\" {\n  image = \"i\"\n}\n",
        "main.hcl:1:7: Unexpected block label: A \"limit\" block takes no label here. Remove this \
         label. (in limit)",
    );
    check(
        "name = \"a\"\nname {\n}\n",
        "main.hcl:2:1: Attribute and block of one name: The name \"name\" is used for an attribute and \
         for a block in the same body. Remove one of them.",
    );
    check(
        "{ \"name\": \"web\" }\n",
        "main.hcl:1:1: Text of another format: An attribute (name = value) or a block (type { … }) is expected here. Text in \
         braces is JSON.",
    );
    check(
        "name = upper(\"x\")\n",
        "main.hcl:1:8: Function calls not allowed: Functions may not be called here. (in name)",
    );
    check(
        "port = host\n",
        "main.hcl:1:8: Variables not allowed: Variables may not be used here. Text is written in double quotes. (in port)",
    );
}

#[test]
fn the_alternate_form_shows_the_line() {
    let error = Options::new()
        .file_name("main.hcl")
        .from_str::<Config>("service \"web\" {\n  image = [1]\n}\n")
        .expect_err("it is wrong");
    assert_eq!(
        format!("{error:#}"),
        "error[type-mismatch]: Wrong type\n --> main.hcl:2:11\n  |\n2 |   image = [1]\n  |           \
         ^^^ expected a string, found a list\n  |\n  = in service.web.image"
    );
    // The form that `unwrap` shows, and `main` if it returns the error.
    assert_eq!(format!("{error:?}"), format!("{error:#}"));
    assert_eq!((error.line(), error.column(), error.path()), (Some(2), Some(11), "service.web.image"));
    assert_eq!(error.file(), Some("main.hcl"));
}

#[test]
fn the_path_quotes_names_that_are_not_identifiers() {
    type Services = BTreeMap<String, BTreeMap<String, Vec<u8>>>;
    let table = [
        ("service \"web\" {\n  port = [\"x\"]\n}\n", "service.web.port[0]"),
        ("service \"web-1\" {\n  é_1 = [1, \"x\"]\n}\n", "service.web-1.é_1[1]"),
        ("service \"my web\" {\n  port = [\"x\"]\n}\n", "service[\"my web\"].port[0]"),
        ("service \"a.b\" {\n  port = [\"x\"]\n}\n", "service[\"a.b\"].port[0]"),
        ("service \"1\" {\n  port = [\"x\"]\n}\n", "service[\"1\"].port[0]"),
        ("service = { \"\" = { \"a\\\"b\" = [\"x\"] } }\n", "service[\"\"][\"a\\\"b\"][0]"),
    ];
    check_each(table, |(text, path)| {
        let error = serde_hcl::from_str::<BTreeMap<String, Services>>(text).expect_err("it is wrong");
        assert_eq!(error.path(), path);
        assert!(error.diagnostics().iter().all(|diagnostic| diagnostic.path() == path));
        assert!(error.to_string().ends_with(&format!(" (in {path})")), "{error}");
    });
}

#[test]
fn a_value_that_was_converted_to_text_is_named_as_it_is_written() {
    /// Text with a unit, as durations are written.
    #[derive(Debug)]
    struct Duration;

    impl<'de> Deserialize<'de> for Duration {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;

            impl serde::de::Visitor<'_> for Visitor {
                type Value = Duration;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("a duration")
                }

                fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Duration, E> {
                    Err(E::invalid_value(serde::de::Unexpected::Str(text), &self))
                }
            }

            deserializer.deserialize_str(Visitor)
        }
    }

    let table = [
        ("t = 30\n", "the number 30"),
        ("t = 15 * 2\n", "the number 30"),
        ("t = true\n", "true"),
        ("t = \"30\"\n", "the string \"30\""),
    ];
    check_each(table, |(text, found)| {
        let error = serde_hcl::from_str::<BTreeMap<String, Duration>>(text).expect_err("it is wrong");
        assert_eq!(
            error.to_string(),
            format!("1:5: Unsuitable value: Expected a duration, found {found}. (in t)"),
            "{text}"
        );
    });
}

/// Each level of the result takes stack, whether it is a block or a label.
#[test]
fn blocks_and_labels_count_together() {
    let mut limits = Limits::default();
    limits.depth = 6;
    let options = Options::new().limits(limits);
    let text = |levels: usize| format!("{}{}", "b \"l\" {\n".repeat(levels), "}\n".repeat(levels));
    assert!(options.from_str::<Value>(&text(3)).is_ok());
    let error = options.from_str::<Value>(&text(4)).expect_err("it has eight levels").to_string();
    assert_eq!(
        error,
        "4:3: Nesting too deep: This opens a nesting level beyond the limit of 6. Flatten the configuration, \
         or raise Limits::depth. (in b.l[0].b.l[0].b.l[0].b)"
    );
    assert!(options.from_str::<Value>("b \"1\" \"2\" \"3\" \"4\" \"5\" \"6\" {}\n").is_ok());
    assert!(options.from_str::<Value>("b \"1\" \"2\" \"3\" \"4\" \"5\" \"6\" \"7\" {}\n").is_err());
}
