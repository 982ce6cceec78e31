//! `try` and `can`, in both syntaxes.

use serde_hcl::ext;
use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Outcome, Type, Value, json, parse_expression, value};

use test_support::rows::check_each;

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    context
        .set("site", value!({ "name": "web", "ports": [80, 443] }))
        .set("unknown", Value::unknown(Type::object([("name", Type::String)])))
        .set("secret", Value::from("s").mark(Mark::new("sensitive")))
        .set_special_form("try", ext::try_form())
        .set_special_form("can", ext::can_form());
    context
}

/// The result of a text by itself, and of a JSON string with it as its only interpolation.
#[track_caller]
fn both(text: &str) -> [Outcome<Value>; 2] {
    let native = parse_expression(text).into_result().expect("no error");
    let written = serde_json::to_string(&format!("${{{text}}}")).expect("a string");
    let json = json::parse_expression(written).into_result().expect("no error");
    [native, json].map(|expression| expression.evaluate_with_diagnostics(&context()))
}

#[test]
fn the_first_argument_with_a_value_counts() {
    let table = [
        ("try(site.name)", "\"web\""),
        ("try(site.nam, site.name)", "\"web\""),
        ("try(site.ports[2], site.ports[1], missing)", "443"),
        ("try(missing.x, null)", "null(dynamic)"),
        ("try(upper(1), [for p in site.port : p], \"none\")", "\"none\""),
        ("[for port in site.ports : try(port.number, port)]", "[80, 443]"),
        // The final value of an unknown argument is not known yet.
        ("try(unknown.name, 1)", "unknown(dynamic)"),
        ("try(unknown.nam, 1)", "1"),
        ("can(site.name)", "true"),
        ("can(site.nam)", "false"),
        ("can(unknown.name)", "unknown(bool)"),
        // It does not matter if the result does not depend on it.
        ("try({a = unknown, b = \"x\"}.b, 1)", "\"x\""),
        ("try(missing(unknown), 1)", "1"),
        ("try({a = unknown.name}.b, \"none\")", "\"none\""),
        ("can({a = unknown.name}.b)", "false"),
        ("try(unknown.nam, unknown)", "unknown(dynamic)"),
        ("can(1 + \"a\") ? 1 : 2", "2"),
    ];
    check_each(table, |(text, expected)| {
        for outcome in both(text) {
            assert!(outcome.diagnostics.is_empty(), "{text}: {}", outcome.diagnostics);
            assert_eq!(format!("{:?}", outcome.value), expected, "for {text}");
        }
    });
}

#[test]
fn results_keep_the_marks_of_the_value() {
    for outcome in both("try(missing, secret)") {
        assert!(outcome.value.is_marked());
    }
}

#[test]
fn nothing_that_works_is_an_error() {
    let table = [
        (
            "try()",
            "Error in function call",
            "Call to function \"try\" failed: at least one argument is required.",
        ),
        (
            "can()",
            "Not enough function arguments",
            r#"The function "can" takes 1 argument. A value for "expression" is missing."#,
        ),
        (
            "can(1, 2)",
            "Too many function arguments",
            r#"The function "can" takes only 1 argument, but 2 are given."#,
        ),
    ];
    check_each(table, |(text, summary, detail)| {
        for outcome in both(text) {
            let errors: Vec<_> = outcome.diagnostics.errors().collect();
            let [error] = errors[..] else { panic!("{}", outcome.diagnostics) };
            assert_eq!((error.summary(), error.detail()), (summary, detail), "for {text}");
        }
    });
    let error = both("try(missing, site.nam)")[0].diagnostics.errors().next().expect("an error").to_string();
    assert_eq!(
        error,
        r#"1:1: Error in function call: Call to function "try" failed: none of the arguments has a value: 1:5: Unknown variable: There is no variable named "missing"; 1:18: Unsupported attribute: This object has no attribute named "nam". Did you mean "name"?"#
    );
}
