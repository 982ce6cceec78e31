//! Strings: heredocs if they are exact, otherwise quotes.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_hcl::to_string;

use test_support::rows::check_each;
use test_support::written::written_json;

#[test]
fn strings_of_several_lines_are_heredocs() {
    let table = [
        ("a\n", "v = <<EOT\na\nEOT\n"),
        ("a\n  b\n\n", "v = <<EOT\na\n  b\n\nEOT\n"),
        ("${a}\n%{b}\n", "v = <<EOT\n$${a}\n%%{b}\nEOT\n"),
        ("EOT\n", "v = <<EOT_\nEOT\nEOT_\n"),
        ("EOT__\nEOT\n EOT_ \nEOT____\n", "v = <<EOT___\nEOT__\nEOT\n EOT_ \nEOT____\nEOT___\n"),
        ("EOT_\nEOT_x\n", "v = <<EOT\nEOT_\nEOT_x\nEOT\n"),
        ("\\n\"\n", "v = <<EOT\n\\n\"\nEOT\n"),
        ("a\nb", "v = \"a\\nb\"\n"),
        ("\n", "v = \"\\n\"\n"),
        ("a\r\n", "v = \"a\\r\\n\"\n"),
        ("\u{1}\n", "v = \"\\u0001\\n\"\n"),
        ("", "v = \"\"\n"),
    ];
    check_each(table, |(text, expected)| {
        let written = BTreeMap::from([("v".to_owned(), text.to_owned())]);
        let native = to_string(&written).expect("it can be written");
        assert_eq!(native, expected, "{text:?}");
        assert_eq!(serde_hcl::from_str::<BTreeMap<String, String>>(&native).ok(), Some(written), "{text:?}");
    });
}

#[test]
fn long_sequences_take_a_line_for_each_element() {
    let written = BTreeMap::from([("v", vec!["a text of some length"; 4])]);
    let line = "  \"a text of some length\",\n".repeat(4);
    assert_eq!(to_string(&written).ok(), Some(format!("v = [\n{line}]\n")));
}

#[test]
fn deep_sequences_are_written_in_linear_time() {
    let mut deep =
        serde_hcl::value!("a text of more than forty letters, which is broken into lines at some level");
    for _ in 0..100 {
        deep = serde_hcl::value!([deep]);
    }
    let text = to_string(&BTreeMap::from([("v", &deep)])).expect("it can be written");
    let read: BTreeMap<String, serde_hcl::Value> = serde_hcl::from_str(&text).expect("it is read again");
    assert_eq!(read["v"], deep);
}

#[test]
fn captured_expressions_are_written_as_they_are() {
    let table = [
        ("a+1", "a + 1", r#""${a + 1}""#),
        ("\"x${y}\"", "\"x${y}\"", r#""x${y}""#),
        ("{a=1}", "{ a = 1 }", r#"{"a":1}"#),
    ];
    check_each(table, |(text, native, json)| {
        let expression = serde_hcl::parse_expression(text).into_result().expect("it is sound");
        let written = BTreeMap::from([("v", expression)]);
        assert_eq!(to_string(&written).ok(), Some(format!("v = {native}\n")));
        assert_eq!(written_json(&written).ok(), Some(format!(r#"{{"v":{json}}}"#)));
        let other = serde_json::to_string(&written).expect("it is a string");
        assert_eq!(other, serde_json::json!({ "v": native }).to_string());
    });
    let table = [
        (r#""a \"${x}\" \\ $${y}""#, r#""a \"${x}\" \\ $${y}""#),
        (r#""${a ? b : c}""#, "a ? b : c"),
        (r#""${a}${b}""#, r#""${a}${b}""#),
        (r#""${a +\nb}""#, "a + b"),
        (r#""${<<E\nb\nE\n}""#, "\"${<<E\nb\nE\n}\""),
        (r#"[1, null, {"a b": "${f(\"q\")}"}]"#, "[1, null, {\n  \"a b\" = f(\"q\")\n}]"),
    ];
    check_each(table, |(text, native)| {
        let expression = serde_hcl::json::parse_expression(text).into_result().expect("it is sound");
        assert_eq!(
            to_string(&BTreeMap::from([("v", expression)])).ok(),
            Some(format!("v = {native}\n")),
            "{text}"
        );
    });
}

#[test]
fn a_width_puts_lists_and_objects_on_one_line() {
    let value = serde_hcl::value!({
        "list": [1, { "a b": "x", "for": [] }],
        "object": { "text": "one\ntwo\n", "inner": { "a": 1 } },
        "empty": {},
    });
    let table = [
        (
            80,
            "list   = [1, { \"a b\" = \"x\", \"for\" = [] }]\n\
             object = { text = \"one\\ntwo\\n\", inner = { a = 1 } }\nempty  = {}\n",
        ),
        (
            31,
            "list = [\n  1,\n  { \"a b\" = \"x\", \"for\" = [] },\n]\n\
             object = {\n  text  = <<EOT\none\ntwo\nEOT\n  inner = { a = 1 }\n}\nempty = {}\n",
        ),
        (
            0,
            "list = [\n  1,\n  {\n    \"a b\" = \"x\"\n    \"for\" = []\n  },\n]\n\
             object = {\n  text = <<EOT\none\ntwo\nEOT\n  inner = {\n    a = 1\n  }\n}\nempty = {}\n",
        ),
    ];
    check_each(table, |(width, expected)| {
        let options = serde_hcl::WriteOptions::new().width(width);
        let text = options.to_string(&value).expect("it can be written");
        assert_eq!(text, expected);
        assert_eq!(serde_hcl::format(text.as_str()), text, "it is formatted");
        let mut out = Vec::new();
        value
            .serialize(serde_hcl::ser::Serializer::with_options(&mut out, options))
            .expect("it can be written");
        assert_eq!(out, text.as_bytes());
    });
}
