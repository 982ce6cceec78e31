//! One context with all functions, and checks of tables.

use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Map, Outcome, Type, Value, parse_expression, value};

use crate::rows::check_each;

/// Variables with descriptive names: `list`, `no_list` (null), `some_list` (unknown),
/// `part_list` (with an unknown element); `any` and `no_any` are of the dynamic pseudo-type.
/// `secret_list` has the mark "whole", `inner_list` has the mark "part" on an element.
pub fn context() -> EvalContext {
    let string = Value::unknown(Type::String);
    let list = |items: &[Value]| Value::list(Type::String, items.to_vec()).expect("a list");
    let set = |items: &[Value]| Value::set(Type::String, items.to_vec()).expect("a set");
    let map = |entries: &[(&str, &Value)]| {
        let entries: Map = entries.iter().map(|(key, value)| (*key, Value::clone(value))).collect();
        Value::map(Type::String, entries).expect("a map")
    };
    let object = Type::object([("id", Type::Number), ("name", Type::String)]);
    let tuple = Type::tuple([Type::String, Type::Number]);
    let (whole, part) =
        (|value: Value| value.mark(Mark::new("whole")), |value: Value| value.mark(Mark::new("part")));
    let mut context = EvalContext::new();
    crate::functions::register(&mut context);
    context
        .set("list", list(&["a", "b", "c"].map(Value::from)))
        .set("numbers", Value::list(Type::Number, [10, 20].map(Value::from)).expect("a list"))
        .set("bools", Value::list(Type::Bool, [Value::from(true)]).expect("a list"))
        .set("empty", list(&[]))
        .set("gap", list(&["a".into(), Value::NULL]))
        .set("part_list", list(&["a".into(), string.clone()]))
        .set("no_list", Value::null(Type::list(Type::String)))
        .set("some_list", Value::unknown(Type::list(Type::String)))
        .set("set", set(&["y", "x"].map(Value::from)))
        .set("number_set", Value::set(Type::Number, [2, 1].map(Value::from)).expect("a set"))
        .set("empty_set", set(&[]))
        .set("part_set", set(&["a".into(), string.clone()]))
        .set("no_set", Value::null(Type::set(Type::String)))
        .set("some_set", Value::unknown(Type::set(Type::String)))
        .set("map", map(&[("b", &"banana".into()), ("a", &"apple".into())]))
        .set("empty_map", map(&[]))
        .set("part_map", map(&[("a", &"apple".into()), ("k", &string)]))
        .set("no_map", Value::null(Type::map(Type::String)))
        .set("some_map", Value::unknown(Type::map(Type::Number)))
        .set("some_tuple", Value::unknown(tuple))
        .set("no_object", Value::null(object.clone()))
        .set("some_object", Value::unknown(object))
        .set("part_object", value!({ "b": 1, "a": (string.clone()), "c": (Value::UNKNOWN) }))
        .set("some_string", string)
        .set("no_string", Value::null(Type::String))
        .set("some_number", Value::unknown(Type::Number))
        .set("some_bool", Value::unknown(Type::Bool))
        .set("infinity", serde_hcl::Number::INFINITY)
        .set("secret", whole("s".into()))
        .set("secret_number", whole(1.into()))
        .set("secret_bool", whole(true.into()))
        .set("secret_list", whole(list(&["a", "b", "c"].map(Value::from))))
        .set("secret_map", whole(map(&[("a", &"apple".into())])))
        .set("secret_null_map", whole(Value::null(Type::map(Type::String))))
        .set("secret_null_list", whole(Value::null(Type::list(Type::String))))
        .set("inner_list", list(&["a".into(), part("b".into())]))
        .set("inner_map", map(&[("a", &part("apple".into())), ("b", &"banana".into())]))
        .set("no_any", Value::NULL)
        .set("any", Value::UNKNOWN);
    context
}

pub fn evaluate_in(context: &EvalContext, text: &str) -> Outcome<Value> {
    match parse_expression(text).into_result() {
        Ok(expression) => expression.evaluate_with_diagnostics(context),
        Err(error) => panic!("{error:#}\nin {text:?}"),
    }
}

/// Checks that each expression has the value with this `Debug` output, without a warning.
#[track_caller]
pub fn values(table: &[(&str, &str)]) {
    let context = context();
    check_each(table, |(text, expected)| {
        let outcome = evaluate_in(&context, text);
        assert!(outcome.diagnostics.is_empty(), "{text:?}: {}", outcome.diagnostics);
        assert_eq!(format!("{:?}", outcome.value), *expected, "for {text:?}");
    });
}

/// Checks that each call has an error about one argument: its index, the name of its parameter, the
/// message.
#[track_caller]
pub fn refused(table: &[(&str, &str, &str, &str)]) {
    check_each(table, |(text, subject, parameter, reason)| {
        let detail = format!("Invalid value for {parameter:?} parameter: {reason}.");
        check_error(text, ("Invalid function argument", subject, &detail));
    });
}

/// Checks that each call has an error about the call as a whole, with this message.
#[track_caller]
pub fn failing(table: &[(&str, &str)]) {
    check_each(table, |(text, reason)| {
        let name = text.split('(').next().expect("a name");
        let detail = format!("Call to function {name:?} failed: {reason}.");
        check_error(text, ("Error in function call", text, &detail));
    });
}

/// There is one error: summary, the text that it is about, detail.
#[track_caller]
fn check_error(text: &str, expected: (&str, &str, &str)) {
    let outcome = evaluate_in(&context(), text);
    let diagnostics: Vec<_> = outcome.diagnostics.errors().collect();
    let [diagnostic] = diagnostics[..] else {
        panic!("{} errors for {text:?}: {}", diagnostics.len(), outcome.diagnostics);
    };
    let span = diagnostic.span().expect("a place");
    assert_eq!((diagnostic.summary(), &text[span.range()], diagnostic.detail()), expected, "for {text:?}");
}
