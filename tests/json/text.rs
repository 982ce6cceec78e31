//! The text: values, and the errors of invalid ones.

use proptest::prelude::*;
use serde_hcl::{EvalContext, Limits, Number, Options, Value, diag::Category, json};

use test_support::cases;
use test_support::rows::check_each;

/// Each text is an expression with the `Debug` output of its value.
#[test]
fn json_texts_are_expressions_with_values() {
    let table = [
        ("1", "1"),
        ("-0.5e2", "-50"),
        (r#""a\u00e9\n""#, "\"aé\\n\""),
        (r#""\ud83d\ude00""#, "\"😀\""),
        (r#""\ud83d x""#, "\"� x\""),
        ("[1, null, true]", "[1, null(dynamic), true]"),
        (r#"{"a": {"b": []}}"#, "{ a = { b = [] } }"),
        (r#"{"${1 + 1}": "x${2}"}"#, r#"{ "2" = "x2" }"#),
        (r#""$${x}""#, r#""$${x}""#),
    ];
    check_each(table, |(text, expected)| {
        let expression =
            json::parse_expression(text).into_result().unwrap_or_else(|error| panic!("{error:#}"));
        let value = expression.evaluate(&EvalContext::new());
        let value = value.unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(format!("{value:?}"), expected, "{text}");
    });
}

/// Space and strings are scanned in words of eight bytes.
#[test]
fn strings_of_any_length() {
    let pieces = ["", "{", "}", r"\n", r"\u00e9", "é", "\u{7f}", "\u{80}", "\u{1f}", "\t", r"\x"];
    for (before, after) in (0..20).flat_map(|before| (0..10).map(move |after| (before, after))) {
        for piece in pieces {
            let (space, start, end) = (" ".repeat(before), "x".repeat(before), "y".repeat(after));
            let text = format!("{space}\n[{space}\"{start}{piece}{end}\"{space}]");
            let read = json::parse_expression(text.as_str()).into_result();
            let read = read.map(|it| it.evaluate(&EvalContext::new()).expect("it is a string"));
            let expected = serde_json::from_str::<Vec<String>>(&text);
            assert_eq!(read.ok(), expected.ok().map(Value::from), "{text:?}");
        }
    }
}

#[test]
fn numbers_of_any_length() {
    for digits in 1..40 {
        for text in ["1", "9", "10", "1.5", "1e3"].map(|end| format!("{}{end}", "7".repeat(digits))) {
            for text in [text.clone(), format!("-{text}")] {
                let read = json::parse_expression(text.as_str()).into_result().expect("it is valid");
                assert_eq!(
                    read.evaluate(&EvalContext::new()).expect("it is a number"),
                    Value::from(text.parse::<Number>().expect("it is valid"))
                );
            }
        }
    }
    for text in ["-", "00", "01", "-01", "1.", "-.5", "1e", "1e+", "1x", "--1"] {
        assert!(json::parse_expression(text).into_result().is_err(), "{text}");
    }
}

#[test]
fn errors_have_an_offset_a_summary_and_a_detail() {
    cases::check_file("json/cases/mistakes.cases", errors);
}

/// All errors of an expression or of its evaluation, each with its offset, the text there, summary
/// and detail.
fn errors(text: &str) -> String {
    let result = json::parse_expression(text).into_result();
    let result = result.and_then(|expression| expression.evaluate(&EvalContext::new()));
    let Err(error) = result else { return "no error".to_owned() };
    let shown = error.diagnostics().errors().map(|it| {
        let span = it.span().expect("a place");
        let source = it.source().expect("a source");
        assert_eq!(source.text(), text, "places are in the file");
        format!("{} {:?}: {}\n  {}", span.start, source.slice(span), it.summary(), it.detail())
    });
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn bytes_that_are_not_utf8_are_refused() {
    let error = json::from_slice::<serde_json::Value>(b"{\"a\": \"\xff\"}").expect_err("it is no UTF-8");
    let expected =
        "1:8: Invalid character encoding: This is not valid UTF-8. Save the file in the encoding UTF-8.";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_file_is_an_object_or_an_array_of_objects() {
    let error = json::parse_file("1").into_result().expect_err("it is no body");
    let expected =
        "1:1: Root value is not an object: A configuration in JSON is an object, or an array of objects.";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn nesting_is_limited_and_takes_no_stack() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000)] {
        let error = json::parse_expression(text).into_result().expect_err("it nests too deep");
        assert_eq!(error.category(), Category::Limit, "{error}");
    }
    let mut limits = Limits::default();
    limits.depth = 3;
    let options = Options::new().json(true).limits(limits);
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
    let value = expression.evaluate(&EvalContext::literal_only());
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
    /// Texts of another library are read in the same way as that library reads them.
    #[test]
    fn texts_of_other_writers_are_read_alike(tree in trees(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&tree) } else { serde_json::to_string(&tree) };
        let text = text.expect("it can be written");
        let expected: serde_hcl::Value = serde_json::from_str(&text).expect("it is JSON");
        let expression = json::parse_expression(text).into_result().expect("it is JSON");
        prop_assert_eq!(expression.evaluate(&EvalContext::literal_only()).expect("it has a value"), expected);
    }

    /// The parser rejects what another parser rejects, and each rejected text has a diagnostic that
    /// names a mistake.
    #[test]
    fn rejected_texts_have_a_mistake(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12)) {
        let text = pieces.concat();
        let expected = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
        match json::parse_expression(text.as_str()).into_result() {
            Ok(_) => prop_assert!(expected, "{text}"),
            Err(error) => {
                prop_assert!(!expected, "{text}: {error}");
                let starts: Vec<_> = error.diagnostics().errors().map(|it| it.span().expect("a place").start).collect();
                prop_assert!(starts.is_sorted(), "{text}: {error}");
                prop_assert!(!error.to_string().contains("cannot be read as JSON"), "{text}: {error}");
            }
        }
    }
}

/// Parts of JSON, and of similar notations.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"a\"",
    "\"b\": 1",
    "1",
    "-2.5e3",
    "true",
    "null",
    " ",
    "\n",
    "\n  ",
    "\"",
    "'",
    "“",
    "\\",
    "=",
    ";",
    "a",
    "b: ",
    "01",
    "0x1F",
    "// c",
    "/*",
    "*/",
    "#",
    "(",
    ")",
    "。",
    "：",
    "+",
    "<<<<<<< a",
    "=======",
    ">>>>>>> b",
    "\t",
    "\u{1}",
    "\u{a0}",
    "é",
    "$",
    "None",
    "\"\"\"",
    ".5",
    "\r\n",
    "🎉",
    "\u{feff}",
];

/// The template in a string is parsed once, but the limits of each evaluation hold.
#[test]
fn templates_have_the_limits_of_each_evaluation() {
    let long = format!(r#""{} ${{[1][0]}}""#, "x".repeat(3 << 20));
    let texts = [
        r#""${[[[1]]][0]}""#,
        r#"["a", ["b${(1)}"]]"#,
        r#"{"$\u007b(1)}": "%{ if (true) }é%{ endif }"}"#,
        &long,
    ];
    let shown = |expression: &serde_hcl::Expression, depth| {
        let mut context = EvalContext::new();
        let mut limits = Limits::default();
        limits.depth = depth;
        context.set_limits(limits);
        format!("{:?}", expression.evaluate(&context).map_err(|error| error.to_string()))
    };
    let parse = |text: &str| json::parse_expression(text).into_result().expect("it is valid");
    for text in texts {
        let again = parse(text);
        for depth in [20, 1, 2, 3, 4, 5, 20, 3, 0] {
            assert_eq!(shown(&again, depth), shown(&parse(text), depth), "{depth} levels");
            assert_eq!(again.variables().len(), 0);
        }
        assert!(shown(&again, 20).starts_with("Ok"));
        assert!(shown(&again, 0).contains("nest"), "{}", shown(&again, 0));
    }
}
