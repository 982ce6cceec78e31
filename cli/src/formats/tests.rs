//! Laws of the formats.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_hcl::stdlib::function;
use serde_hcl::{Number, Source, Value};
use serde_hcl_terraform as terraform;

use super::{to_json, write};
use crate::options::Format;

/// Texts that a reader of YAML or TOML may take for something else, or not read back.
const TEXTS: &str = "|yes|No|ON|y|null|~|true|1|1.10|007|0x1f|0o17|1_000|1e3|.5|.inf|.nan|-|- a|--- a|---|...|a: b\
    |a:|: a|a #b|# a|?|? a|<<|=|!a|&a|*a|@a|`a|%a|{a|[a|a, b|'a'|\"a\"|\\|a\\nb| a|a |\ta|a\t|2024-01-01|12:30:45\
    |2001-12-14t21:59:43.10-05:00|10.0.0.0/16|a\nb|a\nb\n|a\n\n|\n|\na| a\nb|a\n b\n|a \nb|a\n\n\nb\n\n\n|a\r\nb|a\n---\nb\
    |a\n...\n|a\n# b|a\n\tb|é|über alles|日本語|\u{7f}|\u{85}|\u{feff}|a\u{2028}b|\u{202e}a|\u{0}|\u{1b}[0m|😀|${x}|%{ if x }";

fn texts() -> impl Strategy<Value = String> {
    let listed: Vec<String> = TEXTS.split('|').map(str::to_owned).collect();
    prop_oneof![proptest::sample::select(listed), "(?s).{0,12}", "[ -~\n]{0,12}", "[a-z ]{0,60}"]
}

fn numbers() -> impl Strategy<Value = Number> {
    let written = prop_oneof![
        "-?[1-9][0-9]{0,30}",
        "-?[0-9]{1,20}\\.[0-9]{1,20}",
        "-?[1-9](\\.[0-9]{1,3})?e-?[0-9]{1,3}"
    ];
    let written = written.prop_map(|text| text.parse::<Number>().expect("it is a number"));
    prop_oneof![any::<i64>().prop_map(Number::from), written]
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => texts().prop_map(|text| Value::from(text.as_str())),
        2 => numbers().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::NULL),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::tuple),
            proptest::collection::vec((texts(), inner), 0..4).prop_map(object),
        ]
    })
}

fn object(entries: Vec<(String, Value)>) -> Value {
    Value::object(entries.into_iter().collect())
}

/// Reads a document as the commands do.
fn read(text: &str, format: Format) -> Result<Value, TestCaseError> {
    let json = to_json(&Source::new("", text), format);
    let json = json.map_err(|error| TestCaseError::fail(format!("{error} in {text}")))?;
    let value = function("jsondecode").expect("a function").call(&[Value::from(json.text())]);
    value.map_err(|error| TestCaseError::fail(format!("{error} in {}", json.text())))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..Default::default() })]

    #[test]
    fn values_are_read_back_from_yaml(entries in proptest::collection::vec((texts(), values()), 0..5)) {
        let value = object(entries);
        let text = write(&value, Format::Yaml, false).map_err(|_| TestCaseError::fail("it is not written"))?;
        prop_assert_eq!(&read(&text, Format::Yaml)?, &value, "{}", text);
        // For it, "<<" is a merge key in quotes, too.
        if !text.contains("\"<<\":") {
            let decoded = terraform::function("yamldecode").expect("a function").call(&[Value::from(text.as_str())]);
            prop_assert_eq!(decoded.as_ref(), Ok(&value), "{}", text);
        }
    }

    #[test]
    fn values_are_read_back_from_toml_or_refused(entries in proptest::collection::vec((texts(), values()), 0..5)) {
        let value = object(entries);
        match write(&value, Format::Toml, false) {
            Ok(text) => prop_assert_eq!(&read(&text, Format::Toml)?, &value, "{}", text),
            Err(_) => prop_assert!(has_gap(&value), "{} is refused", value),
        }
    }
}

/// Returns whether a value has a part that TOML does not represent.
fn has_gap(value: &Value) -> bool {
    let is_inexact = |number: &Number| {
        let float = number.as_f64().and_then(|float| Number::try_from(float).ok());
        number.as_i64().is_none() && float.as_ref() != Some(number)
    };
    value.is_null()
        || value.as_number().is_some_and(is_inexact)
        || super::elements(value).is_some_and(|items| items.iter().any(has_gap))
        || super::entries(value).is_some_and(|map| map.iter().any(|(_, item)| has_gap(item)))
}

#[test]
fn documents_are_read_in_linear_time() {
    let time = |format: Format, count: usize, line: &str| {
        let text: String = (0..count).map(|number| line.replace('N', &number.to_string())).collect();
        let start = std::time::Instant::now();
        assert!(to_json(&Source::new("", text), format).is_ok(), "{line}");
        start.elapsed().as_secs_f64()
    };
    for (format, line) in [
        (Format::Yaml, "kN: \"v\"\n"),
        (Format::Yaml, "kN: \"ü\"\n"),
        (Format::Yaml, "kN: &aN [x]\nlN: *aN\n"),
        (Format::Toml, "kN = \"v\"\n"),
    ] {
        // A clock is inexact, so the ratio of quadratic time is 16 and that of this check 10.
        let (small, large) = (time(format, 10_000, line), time(format, 40_000, line));
        assert!(large < 10.0 * small + 0.2, "{line}: {small} s, and {large} s for four times the length");
    }
}
