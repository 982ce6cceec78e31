//! The text: values, and what is wrong with broken ones.

use proptest::prelude::*;
use serde_hcl::{Category, EvalContext, Limits, Options, json};

/// Each text is an expression with the value whose `Debug` stands beside it.
#[test]
fn values() {
    for (text, expected) in [
        ("1", "1"),
        ("-0.5e2", "-50"),
        (r#""a\u00e9\n""#, "\"aé\\n\""),
        (r#""\ud83d\ude00""#, "\"😀\""),
        (r#""\ud83d x""#, "\"� x\""),
        ("[1, null, true]", "[1, null(dynamic), true]"),
        (r#"{"a": {"b": []}}"#, "{ a = { b = [] } }"),
        (r#"{"${1 + 1}": "x${2}"}"#, r#"{ "2" = "x2" }"#),
        (r#""$${x}""#, r#""$${x}""#),
    ] {
        let expression =
            json::parse_expression(text).into_result().unwrap_or_else(|error| panic!("{error:#}"));
        let value = expression.expect("it parsed").evaluate(&EvalContext::new());
        let value = value.unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(format!("{value:?}"), expected, "{text}");
    }
}

/// All errors of a text: summary, the piece that each is about, its offset, detail.
type Errors<'t> = &'t [(&'t str, &'t str, u32, &'t str)];

#[test]
fn mistakes() {
    let table: &[(&str, Errors<'_>)] = &[
        (
            "",
            &[(
                "Missing value",
                "",
                0,
                "The text ends where a value is expected. A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            "  ",
            &[(
                "Missing value",
                "",
                2,
                "The text ends where a value is expected. A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            "{",
            &[(
                "Missing value",
                "",
                1,
                "The text ends where a value is expected. A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            "[1",
            &[(
                "Unclosed object",
                "[",
                0,
                r#"The closing "]" of this array is missing before the end of the text."#,
            )],
        ),
        (
            r#"{"a""#,
            &[(
                "Missing property value colon",
                "",
                4,
                "A colon is expected between the name of a property and its value.",
            )],
        ),
        (
            r#"{"a":"#,
            &[(
                "Missing value",
                "",
                5,
                "The text ends where a value is expected. A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            r#"{"a": 1"#,
            &[(
                "Unclosed object",
                "{",
                0,
                r#"The closing "}" of this object is missing before the end of the text."#,
            )],
        ),
        (
            "[1,]",
            &[(
                "Trailing comma in array",
                ",",
                2,
                "There is no element after this comma. Remove it, since JSON does not allow it.",
            )],
        ),
        (
            r#"{"a": 1,}"#,
            &[(
                "Trailing comma in object",
                ",",
                7,
                "There is no property after this comma. Remove it, since JSON does not allow it.",
            )],
        ),
        (
            r#"{"a" 1}"#,
            &[(
                "Missing property value colon",
                "1",
                5,
                "A colon is expected between the name of a property and its value.",
            )],
        ),
        (
            r#"{"a" = 1}"#,
            &[(
                "Missing property value colon",
                "=",
                5,
                "Between a name and its value JSON has a colon, not an equals sign.",
            )],
        ),
        (
            r#"{"a"}"#,
            &[(
                "Missing object value",
                "}",
                4,
                "A property of an object is a name, a colon and a value; the last two are missing.",
            )],
        ),
        (
            "{a: 1}",
            &[(
                "Invalid JSON keyword",
                "a",
                1,
                r#""a" is no word of JSON; those are true, false and null. A string stands in double quotes (")."#,
            )],
        ),
        (
            "{1: 2}",
            &[(
                "Invalid object property name",
                "1",
                1,
                r#"The name of a property is a string. Put it into double quotes (")."#,
            )],
        ),
        (
            r#"{"a": 1 "b": 2}"#,
            &[(
                "Missing attribute seperator comma",
                "",
                15,
                "The properties of an object are separated by commas. One is missing at 1:9, before what stands there.",
            )],
        ),
        (
            "[1 2]",
            &[(
                "Missing attribute seperator comma",
                "",
                5,
                "The elements of an array are separated by commas. One is missing at 1:4, before what stands there.",
            )],
        ),
        (
            "[1: 2]",
            &[(
                "Invalid array value",
                "",
                6,
                "Elements of an array have no names, but there is a colon at 1:3. For names and values use braces.",
            )],
        ),
        (
            "[1}",
            &[(
                "Mismatched brackets",
                "}",
                2,
                r#"An array is closed by a square bracket ("]"), not by a brace."#,
            )],
        ),
        (
            r#"{"a": 1]"#,
            &[(
                "Mismatched braces",
                "]",
                7,
                r#"An object is closed by a brace ("}"), not by a square bracket."#,
            )],
        ),
        (
            "}",
            &[(
                "Missing JSON value",
                "}",
                0,
                "A value is missing before this. A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            "]",
            &[(
                "Missing array element value",
                "]",
                0,
                "A value is missing before this. A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            "[,]",
            &[(
                "Invalid start of value",
                ",",
                1,
                "A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        ("'a'", &[("Invalid start of value", "'", 0, r#"Strings stand in double quotes (")."#)]),
        (
            "# c\n1",
            &[(
                "Invalid start of value",
                "#",
                0,
                r#"JSON has no comments; a property named "//" can take their place."#,
            )],
        ),
        (
            "// c\n1",
            &[(
                "Invalid start of value",
                "/",
                0,
                r#"JSON has no comments; a property named "//" can take their place."#,
            )],
        ),
        (
            "/* c */ 1",
            &[(
                "Invalid start of value",
                "/",
                0,
                r#"JSON has no comments; a property named "//" can take their place."#,
            )],
        ),
        (
            r#""a"#,
            &[("Invalid JSON string", "", 2, "The closing quote is missing before the end of the text.")],
        ),
        (
            "\"a\nb\"",
            &[(
                "Invalid JSON string",
                "\n",
                2,
                r#"A string cannot go on in the next line. Close it with a quote, or write a line break as \n."#,
            )],
        ),
        ("\"tab\there\"", &[("Invalid JSON string", "\t", 4, r#"A tab in a string must be written as \t."#)]),
        (
            r#""\x""#,
            &[(
                "Invalid JSON string",
                r#"""#,
                3,
                r#"There is no escape sequence \x. Write \\ for a backslash; the others are \", \/, \b, \f, \n, \r, \t and \uNNNN."#,
            )],
        ),
        (
            r#""\u12""#,
            &[(
                "Invalid JSON string",
                "",
                6,
                r#"\u must be followed by four hexadecimal digits; here are 2."#,
            )],
        ),
        (
            r#""\"#,
            &[(
                "Invalid JSON string",
                "",
                2,
                "A backslash at the end of the text escapes nothing, and the closing quote is missing.",
            )],
        ),
        ("tru", &[("Invalid JSON keyword", "tru", 0, r#""tru" is no word of JSON. Did you mean "true"?"#)]),
        (
            "True",
            &[("Invalid JSON keyword", "True", 0, r#""True" is no word of JSON. Did you mean "true"?"#)],
        ),
        (
            "None",
            &[(
                "Invalid JSON keyword",
                "None",
                0,
                r#""None" is no word of JSON; those are true, false and null. A string stands in double quotes (")."#,
            )],
        ),
        (
            "undefined",
            &[(
                "Invalid JSON keyword",
                "undefined",
                0,
                "The JavaScript word undefined cannot be used in JSON. Write null, or leave the property out.",
            )],
        ),
        (
            "NaN",
            &[(
                "Invalid JSON keyword",
                "NaN",
                0,
                "The JavaScript word NaN cannot be used in JSON. Write null, or leave the property out.",
            )],
        ),
        (
            "yes",
            &[(
                "Invalid JSON keyword",
                "yes",
                0,
                r#""yes" is no word of JSON; those are true, false and null. A string stands in double quotes (")."#,
            )],
        ),
        (
            "01",
            &[(
                "Invalid JSON number",
                "01",
                0,
                "A number has no zeros before its first digit. Remove them, or put it into double quotes as a string.",
            )],
        ),
        ("+1", &[("Invalid JSON number", "+1", 0, "A number has no plus sign before it. Remove the sign.")]),
        (".5", &[("Invalid JSON number", ".5", 0, "A number needs a digit before its point. Write a zero.")]),
        ("1.", &[("Invalid JSON number", "1.", 0, "A digit is expected after the point of a number.")]),
        ("-", &[("Invalid JSON number", "-", 0, "A digit is expected after the minus sign.")]),
        ("1e", &[("Invalid JSON number", "1e", 0, "A digit is expected in the exponent of a number.")]),
        (
            "0x10",
            &[(
                "Extraneous data after value",
                "x",
                1,
                "The JSON value ends before this. A file holds one value; remove what follows it.",
            )],
        ),
        (
            "1 2",
            &[(
                "Extraneous data after value",
                "2",
                2,
                "The JSON value ends before this. A file holds one value; remove what follows it.",
            )],
        ),
        (
            "{} x",
            &[(
                "Extraneous data after value",
                "x",
                3,
                "The JSON value ends before this. A file holds one value; remove what follows it.",
            )],
        ),
        (
            "\u{feff}1",
            &[(
                "Invalid start of value",
                "\u{feff}",
                0,
                "This is a byte order mark, which JSON does not allow. Save the file as UTF-8 without it.",
            )],
        ),
        (
            "$",
            &[(
                "Invalid start of value",
                "$",
                0,
                "A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            "[[[",
            &[(
                "Missing value",
                "",
                3,
                "The text ends where a value is expected. A value is an object, an array, a string in double quotes, a number, true, false or null.",
            )],
        ),
        (
            r#"{"a": nope, "b": 01, "c": "\q"}"#,
            &[
                (
                    "Invalid JSON keyword",
                    "nope",
                    6,
                    r#""nope" is no word of JSON; those are true, false and null. A string stands in double quotes (")."#,
                ),
                (
                    "Invalid JSON number",
                    "01",
                    17,
                    "A number has no zeros before its first digit. Remove them, or put it into double quotes as a string.",
                ),
                (
                    "Invalid JSON string",
                    r#"""#,
                    29,
                    r#"There is no escape sequence \q. Write \\ for a backslash; the others are \", \/, \b, \f, \n, \r, \t and \uNNNN."#,
                ),
            ],
        ),
        (
            r#""${""#,
            &[(
                "Missing expression",
                "",
                3,
                "Expected the start of an expression, but found the end of the file.",
            )],
        ),
        (r#""${missing}""#, &[("Variables not allowed", "missing", 3, "Variables may not be used here.")]),
        (r#""\n${missing}""#, &[("Variables not allowed", "missing", 5, "Variables may not be used here.")]),
        (
            r#""${upper(\"a\")}""#,
            &[("Function calls not allowed", r#"upper(\"a\")"#, 3, "Functions may not be called here.")],
        ),
        (
            r#"{"a": 1, "a": 2}"#,
            &[(
                "Duplicate object attribute",
                r#""a""#,
                9,
                r#"The key "a" was set before in this object. Remove one of them."#,
            )],
        ),
        (
            r#"{"${null}": 1}"#,
            &[(
                "Invalid object key expression",
                r#""${null}""#,
                1,
                "This cannot be a key, since its value is null.",
            )],
        ),
        (
            r#"{"${[]}": 1}"#,
            &[(
                "Invalid object key expression",
                r#""${[]}""#,
                1,
                "This cannot be a key: string required, but have tuple.",
            )],
        ),
    ];
    for (text, expected) in table {
        let parsed = json::parse_expression(*text);
        let error = match parsed.into_result() {
            Ok(expression) => {
                let value = expression.expect("it parsed").evaluate(&EvalContext::new());
                value.expect_err("it is wrong")
            }
            Err(error) => error,
        };
        let found: Vec<_> = error
            .diagnostics()
            .errors()
            .map(|it| {
                let span = it.subject().expect("a place");
                let source = it.source().expect("a source");
                assert_eq!(source.text(), *text, "places are in the file");
                (it.summary(), source.slice(span), span.start, it.detail())
            })
            .collect();
        assert_eq!(found, *expected, "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let error = json::from_slice::<serde_json::Value>(b"{\"a\": \"\xff\"}").expect_err("it is no UTF-8");
    let expected =
        "1:8: Invalid character encoding: This is not valid UTF-8. Save the file in the encoding UTF-8.";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_file_is_an_object_or_an_array_of_objects() {
    let error = json::parse_file("1").into_result().expect_err("it is no body");
    let expected =
        "1:1: Root value must be object: A configuration in JSON is an object, or an array of objects.";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn nesting_is_limited_and_costs_no_stack() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000)] {
        let error = json::parse_expression(text).into_result().expect_err("it nests too deep");
        assert_eq!(error.category(), Category::Limit, "{error}");
    }
    let mut limits = Limits::default();
    limits.depth = 3;
    let options = Options::new().json().limits(limits);
    assert!(options.from_str::<serde_json::Value>("{\"a\": [[1]]}").is_ok());
    assert!(options.from_str::<serde_json::Value>("{\"a\": [[[1]]]}").is_err());
}

#[test]
fn columns_count_characters_and_tabs_twice() {
    let text = "{\n\t\"é日\": x}";
    let error = json::parse_file(text).into_result().expect_err("it is wrong");
    assert_eq!((error.line(), error.column()), (Some(2), Some(9)), "{error}");
}

#[test]
fn literal_only_mode_takes_strings_as_they_are() {
    let expression = json::parse_expression(r#"{"${a}": "x${b}"}"#).into_result().expect("it is sound");
    let value = expression.expect("it parsed").evaluate(&EvalContext::literal_only());
    assert_eq!(value.ok(), Some(serde_hcl::value!({ "${a}": "x${b}" })));
}

/// JSON values with texts that need escapes.
fn trees() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        "\\PC{0,8}|[\\x00-\\x7f]{0,8}".prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::btree_map("[a-c\"\\\\é]{0,3}", inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    /// What another library writes is read as it reads it itself.
    #[test]
    fn texts_of_other_writers_are_read_alike(tree in trees(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&tree) } else { serde_json::to_string(&tree) };
        let text = text.expect("it can be written");
        let expected: serde_hcl::Value = serde_json::from_str(&text).expect("it is JSON");
        let expression = json::parse_expression(text).into_result().expect("it is JSON").expect("it parsed");
        prop_assert_eq!(expression.evaluate(&EvalContext::literal_only()).expect("it has a value"), expected);
    }
}
