//! The text in place of marked values in messages.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Options, Value, parse_expression};

use crate::support::context;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Mode {
    Fast,
    Slow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Server {
    host: u8,
    port: u16,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Flat {
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Two {
    first: String,
    second: u8,
}

#[track_caller]
fn decoded<T: DeserializeOwned>(text: &str, expected: &str) {
    let result = Options::new().context(context()).from_str::<T>(text);
    let error = result.err().unwrap_or_else(|| panic!("{text:?} is sound"));
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn errors_of_decoding_name_the_expectation() {
    type Of<T> = BTreeMap<String, T>;
    let sensitive = |rest: &str| {
        format!("1:5: Unsuitable value: The value is sensitive, so it is not shown{rest} (in t)")
    };
    let number = "; expected a whole number from 0 to 255.";
    decoded::<Of<u8>>("t = number\n", &sensitive(number));
    decoded::<Of<Option<u8>>>("t = number\n", &sensitive(number));
    decoded::<Of<u8>>("t = text\n", &sensitive(number));
    decoded::<Of<char>>("t = text\n", &sensitive("; expected a single character."));
    decoded::<Of<Vec<u8>>>("t = text\n", &sensitive("; expected a list."));
    decoded::<Of<Mode>>("t = text\n", &sensitive("; expected \"fast\" or \"slow\"."));
    decoded::<Of<Server>>("t = text\n", &sensitive("; expected an object."));
    decoded::<Of<Server>>("t = object\n", &sensitive("; expected \"host\" or \"port\"."));
    decoded::<Of<Duration>>("t = text\n", &sensitive("; expected an object."));
    decoded::<Of<std::net::IpAddr>>("t = text\n", &sensitive("."));
    decoded::<Flat>("t = number\n", &sensitive(number));
}

#[test]
fn paths_end_where_the_marked_value_begins() {
    let number = "Unsuitable value: The value is sensitive, so it is not shown; expected a whole number from 0 to 255.";
    type Lists = BTreeMap<String, Vec<u8>>;
    type Maps = BTreeMap<String, BTreeMap<String, u8>>;
    decoded::<Lists>("t = [1, number]\n", &format!("1:9: {number} (in t[1])"));
    decoded::<Lists>(
        "t = parts\n",
        "1:5: Unsuitable value: The value is sensitive, so it is not shown; \
                                     expected a whole number from 0 to 255. (in t[0])",
    );
    decoded::<Maps>("t = { a = number }\n", &format!("1:11: {number} (in t.a)"));
    decoded::<Maps>(
        "t = map\n",
        "1:5: Unsuitable value: The value is sensitive, so it is not shown; \
                                  expected a whole number from 0 to 255. (in t)",
    );
    decoded::<Maps>("t = { (text) = number }\n", &format!("1:5: {number} (in t)"));
}

#[test]
fn unmarked_values_are_shown_beside_marked_ones() {
    decoded::<Two>(
        "first = text\nsecond = 300\n",
        "2:10: Unsuitable value: Expected a whole number from 0 to 255, found 300. (in second)",
    );
    decoded::<Two>(
        "first = text\n",
        "1:1: Missing attribute or block: \"second\" is required here, but it is missing.",
    );
    // It also does not affect later messages.
    let error = serde_hcl::from_value::<u8>(&Value::from(300)).expect_err("it is too large");
    assert_eq!(error.to_string(), "Unsuitable value: Expected a whole number from 0 to 255, found 300.");
    let error =
        u8::deserialize(context().variable("number").expect("it is there")).expect_err("it is too large");
    assert_eq!(
        error.to_string(),
        "Unsuitable value: The value is sensitive, so it is not shown; expected a whole number from 0 to 255."
    );
    let error = u8::deserialize(&Value::from(300)).expect_err("it is too large");
    assert_eq!(error.to_string(), "Unsuitable value: Expected a whole number from 0 to 255, found 300.");
}

#[track_caller]
fn evaluated(text: &str, expected: &str) {
    let expression = parse_expression(text).into_result().expect("it is sound");
    let diagnostics = expression.evaluate_with_diagnostics(&context()).diagnostics;
    assert_eq!(diagnostics.to_string(), expected, "{text}");
}

#[test]
fn errors_of_evaluation_name_the_failure() {
    evaluated(
        "text + 1",
        "1:1: Invalid operand: Unsuitable value for left operand: expected a number, found a string.",
    );
    evaluated(
        "{ (text) = 1, (text) = 2 }",
        "1:15: warning: Repeated object key: The same key was set before in this object; this later value replaces it.",
    );
    evaluated(
        "{ for x in [text, text] : x => 1 }",
        "1:27: Duplicate object key: Two different items produced the same key in this 'for' expression. If duplicates \
         are expected, write an ellipsis (...) after the value to group the values by key.",
    );
    evaluated(
        "[for x in list : x + 1]",
        "1:18: Invalid operand: Unsuitable value for left operand: expected a number, found a string.",
    );
    evaluated("[for x in list : missing]", "1:18: Unknown variable: There is no variable named \"missing\".");
    evaluated(
        "true ? object : text",
        "1:8: Inconsistent conditional result types: Both results of a conditional must have the same type. One of them is sensitive, so their types are not shown.",
    );
    evaluated(
        "object.missing",
        "1:7: Unsupported attribute: This object has no attribute named \"missing\".",
    );
    evaluated(
        "convert({ a = { (text) = [1] } }, map(map(number)))",
        "1:9: Invalid function argument: Invalid value for \"value\" parameter: an element: an element: expected a number, found a list.",
    );
    evaluated(
        "loud(text)",
        "1:1: Error in function call: Call to function \"loud\" failed: a sensitive value is involved, so the details \
         are not shown.",
    );
    evaluated(
        "try(loud(text))",
        "1:1: Error in function call: Call to function \"try\" failed: none of the arguments has a value: 1:5: Error in \
         function call: Call to function \"loud\" failed: a sensitive value is involved, so the details are not shown.",
    );
}

#[test]
fn errors_of_functions_name_the_expectation() {
    evaluated(
        "parseint(text, 10)",
        "1:10: Invalid function argument: Invalid value for \"number\" parameter: the text is not a whole number of this \
         base.",
    );
    evaluated(
        "timeadd(text, \"1h\")",
        "1:1: Error in function call: Call to function \"timeadd\" failed: the text is not a time in the form \
         2031-07-04T21:08:07Z.",
    );
    evaluated(
        "jsondecode(text)",
        "1:1: Error in function call: Call to function \"jsondecode\" failed: the text is not valid JSON.",
    );
}
