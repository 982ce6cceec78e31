//! A value that is refused for its size is an error about a limit, whichever function or construct
//! refuses it.

use serde_hcl::{EvalContext, Options, diag::Category, json, parse_expression};

use test_support::rows::check_each;

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    test_support::functions::register(&mut context);
    context
}

#[test]
fn functions_and_operators_keep_the_limits() {
    let deep = format!("jsondecode(\"{}\")", "[".repeat(200));
    let groups = format!("regex(\"{}{}\", \"\")", "(".repeat(300), ")".repeat(300));
    let table = [
        (
            "format(\"%d\", 1e999999999)",
            "Call to function \"format\" failed: the argument of \"%d\": the number has too many digits, or its exponent is \
             out of range.",
        ),
        (
            "formatlist(\"%d\", [1e999999999])",
            "Call to function \"formatlist\" failed: in round 0: the argument of \"%d\": the number has too many digits, or its \
             exponent is out of range.",
        ),
        (
            deep.as_str(),
            "Call to function \"jsondecode\" failed: the text is not valid JSON: 1:129: Nesting too deep: This opens a \
             nesting level beyond the limit of 128.",
        ),
        (
            "jsondecode(\"1e99999999999999999999\")",
            "Call to function \"jsondecode\" failed: the text is not valid JSON: 1:1: Number out of range: This number cannot be read: \
             the number has too many digits, or its exponent is out of range.",
        ),
        (
            "regex(\"(a{1000}){1000}\", \"a\")",
            "Invalid value for \"pattern\" parameter: the pattern is too large: it takes more than 4194304 bytes to match it.",
        ),
        (
            groups.as_str(),
            "Invalid value for \"pattern\" parameter: the pattern is too large: its groups nest more than 250 levels deep.",
        ),
        (
            "range(1000000)",
            "Call to function \"range\" failed: this would give more than 1024 numbers; decrease the difference between start \
             and end or use a larger step.",
        ),
        (
            "jsonencode(1e999999999)",
            "Call to function \"jsonencode\" failed: the number has too many digits, or its exponent is out of range.",
        ),
        ("tostring(1e999999999)", "Invalid value for \"v\" parameter: the number has more than 4096 digits."),
        (
            "1e999999999 + 1",
            "This has no result: the number has too many digits, or its exponent is out of range.",
        ),
        (
            "\"a${1e999999999}\"",
            "The value cannot be included in a string template: the number has more than 4096 digits.",
        ),
        ("{ (1e999999999) = 1 }", "This value cannot be a key: the number has more than 4096 digits."),
        (
            "{ for n in [1e999999999] : n => 1 }",
            "This value cannot be a key: the number has more than 4096 digits.",
        ),
        ("{ a = 1 }[1e999999999]", "This cannot be an index: the number has more than 4096 digits."),
    ];
    check_each(table, |(text, detail)| {
        let expression = parse_expression(text).into_result().expect("it is sound");
        let error = expression.evaluate(&context()).expect_err("it is too large");
        assert_eq!(error.category(), Category::Limit, "{text}: {error}");
        let first = error.diagnostics().errors().next().expect("there is an error").detail().to_owned();
        assert!(first.starts_with(detail), "{text}: {first}");
    });
}

#[test]
fn decoding_keeps_the_limits() {
    let options = Options::new().context(context());
    let decode = |text: &str| options.from_str::<std::collections::BTreeMap<String, String>>(text);
    for text in ["a = 1e999999999\n", "a = 1e999999998 * 10\n"] {
        let error = decode(text).expect_err("it is too large");
        assert_eq!(
            (error.category(), error.to_string()),
            (
                Category::Limit,
                "1:5: Value too large: The number has more than 4096 digits. (in a)".to_owned()
            ),
            "{text}"
        );
    }
    let key = json::parse_expression(r#"{ "${1e999999999}": 1 }"#).into_result().expect("it is sound");
    let error = key.evaluate(&context()).expect_err("it is too large");
    assert_eq!(
        (error.category(), error.to_string().as_str()),
        (
            Category::Limit,
            "1:3: Value too large: This value cannot be a key: the number has more than 4096 digits."
        )
    );
}

/// A tuple counts as two elements more than it has.
#[test]
fn combinations_count_as_tuples() {
    let budget = serde_hcl::func::Budget::default();
    let arguments = vec![serde_hcl::value!([1, 2, 3]), serde_hcl::value!(["a", "b"])];
    serde_hcl::stdlib::function("setproduct")
        .unwrap()
        .invoke(arguments, &budget)
        .expect("the budget suffices");
    assert_eq!(budget.limits().elements - budget.left().elements, 6 * (2 + 2));
}

/// Digits are kept in words of eight bytes.
#[test]
fn digits_of_results_count_as_bytes() {
    let table = [
        "add(1e4000, 1)",
        "subtract(2, 1e4000)",
        "multiply(1e2000 + 1, 1e2000 + 3)",
        "divide(1e4000 + 2, 2)",
        "modulo(1e4000 + 1, 1e5000)",
        "negate(1e4000 + 1)",
        "abs(-1e4000 - 1)",
        "floor(1e4000 + 1.5)",
        "parseint(\"1${join(\"\", [for i in range(400) : \"0000000000\"])}1\", 10)",
    ];
    check_each(table, |text| {
        let (name, arguments) = text.trim_end_matches(')').split_once('(').expect("it is a call");
        let values = parse_expression(format!("[{arguments}]")).into_result().expect("it is sound");
        let values = values.evaluate(&context()).expect("it has a value");
        let budget = serde_hcl::func::Budget::default();
        let arguments = values.as_array().expect("it is a tuple").to_vec();
        let function = test_support::functions::function(name).expect("there is the function");
        function.invoke(arguments, &budget).expect("the budget suffices");
        let bytes = budget.limits().bytes - budget.left().bytes;
        assert!(bytes >= 4_000 / 19 * 8, "{text}: {bytes} bytes");
    });
}
