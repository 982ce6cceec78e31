//! Evaluation in tests: one context, and checks of tables.

use serde_hcl::ext;
use serde_hcl::{EvalContext, Expression, Function, Outcome, Type, Value, parse_expression, value};

use test_support::rows::check_each;

/// Known, null, unknown and dynamic variables of many types, and a few functions.
pub fn context() -> EvalContext {
    let mut context = EvalContext::new();
    let list = |items: [&str; 3]| Value::list(Type::String, items.map(Value::from)).expect("a list");
    let set = Value::set(Type::String, ["y", "x"].map(Value::from)).expect("a set");
    let map = [("k", value!("v"))].into_iter().collect::<serde_hcl::Map>();
    context
        .set("n", 3)
        .set("s", "text")
        .set("t", true)
        .set("list", list(["a", "b", "c"]))
        .set("set", set)
        .set("map", Value::map(Type::String, map).expect("a map"))
        .set("tuple", value!([1, "two"]))
        .set("object", value!({ "name": "web", "ports": [80, 443] }))
        .set("objects", value!([{ "id": 1 }, { "id": 2 }]))
        .set("none", Value::NULL)
        .set("no_number", Value::null(Type::Number))
        .set("number", Value::unknown(Type::Number))
        .set("string", Value::unknown(Type::String))
        .set("bool", Value::unknown(Type::Bool))
        .set("strings", Value::unknown(Type::list(Type::String)))
        .set("thing", Value::unknown(Type::object([("id", Type::Number)])))
        .set("any", Value::UNKNOWN);
    context
        .set_function("upper", Function::from_fn(|text: String| text.to_uppercase()))
        .set_function("ns::double", Function::from_fn(|number: i64| number * 2))
        .set_special_form("try", ext::try_form())
        .set_special_form("can", ext::can_form());
    context
}

#[track_caller]
pub fn parse(text: &str) -> Expression {
    match parse_expression(text).into_result() {
        Ok(expression) => expression,
        Err(error) => panic!("{error:#}\nin {text:?}"),
    }
}

pub fn evaluate(text: &str) -> Outcome<Value> {
    parse(text).evaluate_with_diagnostics(&context())
}

/// Checks that each expression has the value with this `Debug` output, without a warning.
#[track_caller]
pub fn values(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        let outcome = evaluate(text);
        assert!(outcome.diagnostics.is_empty(), "{text:?}: {}", outcome.diagnostics);
        assert_eq!(format!("{:?}", outcome.value), *expected, "for {text:?}");
    });
}

/// Checks that each expression has one error: summary, the text that it is about, detail.
#[track_caller]
pub fn errors(table: &[(&str, &str, &str, &str)]) {
    check_each(table, |(text, summary, subject, detail)| {
        let outcome = evaluate(text);
        let diagnostics: Vec<_> = outcome.diagnostics.errors().collect();
        let [diagnostic] = diagnostics[..] else {
            panic!("{} errors for {text:?}: {}", diagnostics.len(), outcome.diagnostics);
        };
        let span = diagnostic.span().expect("a place");
        let found = (diagnostic.summary(), &text[span.range()], diagnostic.detail());
        assert_eq!(found, (*summary, *subject, *detail), "for {text:?}");
    });
}
