//! Parts of one body, and the values of specifications for them.

use serde_hcl::ext::Spec;
use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Function, Type, Value, func::Parameter, value};

use super::{any, context, gives, in_json, native, nothing, number, string, transformed};

use test_support::rows::check_each;

#[test]
fn attributes_are_converted() {
    let optional = Type::object_with_optional([("a", Type::Number), ("b", Type::String)], ["b"]);
    let table = [
        (number("a"), "a = 1", r#"{"a": 1}"#, "1"),
        (number("a"), "a = \"1\"", r#"{"a": "1"}"#, "1"),
        (number("a"), "a = n + 1", r#"{"a": "${n + 1}"}"#, "3"),
        (number("a"), "a = later", r#"{"a": "${later}"}"#, "unknown(number)"),
        (number("a"), "a = null", r#"{"a": null}"#, "null(number)"),
        (number("a"), "", "{}", "null(number)"),
        (any("a"), "a = [1, \"x\"]", r#"{"a": [1, "x"]}"#, r#"[1, "x"]"#),
        (any("a"), "", "{}", "null(dynamic)"),
        (Spec::attribute("a", Type::list(Type::String)), "a = [1]", r#"{"a": [1]}"#, "list(string)[\"1\"]"),
        (Spec::attribute("a", Type::set(Type::Number)), "a = [2, 2]", r#"{"a": [2, 2]}"#, "set(number)[2]"),
        (
            Spec::attribute("a", optional.clone()),
            "a = { a = 1 }",
            r#"{"a": {"a": 1}}"#,
            "{ a = 1, b = null(string) }",
        ),
        (Spec::attribute("a", optional), "", "{}", "null(object({ a = number, b = string }))"),
    ];
    check_each(table, |(spec, native, json, expected)| {
        gives(&spec, native, json, expected);
    });
}

#[test]
fn objects_and_tuples_contain_their_parts() {
    let table = [
        (nothing(), "", "{}", "{}"),
        (Spec::tuple([]), "", "{}", "[]"),
        (
            Spec::object([("x", string("a")), ("y", Spec::tuple([number("b"), Spec::literal(true)]))]),
            "a = \"t\"\nb = 1",
            r#"{"a": "t", "b": 1}"#,
            r#"{ x = "t", y = [1, true] }"#,
        ),
        // The same attribute twice, and once required.
        (Spec::tuple([string("a"), number("a").required()]), "a = 1", r#"{"a": 1}"#, r#"["1", 1]"#),
    ];
    check_each(table, |(spec, native, json, expected)| {
        gives(&spec, native, json, expected);
    });
}

#[test]
fn literals_do_not_depend_on_the_body() {
    gives(&Spec::literal(value!({ "a": [1] })), "", "{}", "{ a = [1] }");
}

#[test]
fn defaults_replace_missing_values() {
    let port = || number("port").or(number("listen")).or(Spec::literal("80"));
    let table = [
        (port(), "port = 1\nlisten = 2", r#"{"port": 1, "listen": 2}"#, "1"),
        (port(), "listen = 2", r#"{"listen": 2}"#, "2"),
        (port(), "port = none", r#"{"port": "${none}"}"#, "80"),
        (port(), "port = later", r#"{"port": "${later}"}"#, "unknown(number)"),
        (number("a").or(string("b")), "b = \"7\"", r#"{"b": "7"}"#, "7"),
        (number("a").or(string("b")), "", "{}", "null(number)"),
        (any("a").or(Spec::literal(value!([1]))), "", "{}", "[1]"),
        (
            Spec::block("b", string("x")).or(Spec::block("c", string("x"))),
            "c {\n  x = 1\n}",
            r#"{"c": {"x": 1}}"#,
            r#""1""#,
        ),
    ];
    check_each(table, |(spec, native, json, expected)| {
        gives(&spec, native, json, expected);
    });
}

#[test]
fn transformations_change_values() {
    let upper = || Function::from_fn(|text: String| text.to_uppercase());
    let is_null = Function::builder()
        .parameter(Parameter::new("value", Type::Dynamic).allow_null().allow_dynamic())
        .returns(Type::Bool)
        .implement(|arguments, _| Ok(Value::from(arguments[0].is_null())));
    let mut own = EvalContext::new();
    own.set("factor", 10);
    let scaled = transformed("nested * factor", &own);
    let table = [
        (string("a").transform(upper()), "a = \"x\"", r#"{"a": "x"}"#, r#""X""#),
        (
            string("a").transform(upper()),
            "a = \"${later}\"",
            r#"{"a": "${later}"}"#,
            "unknown(string, not null)",
        ),
        (any("a").transform(is_null), "", "{}", "true"),
        (scaled.clone(), "a = 3", r#"{"a": 3}"#, "30"),
        (Spec::block_list("b", .., scaled), "b {\n  a = n\n}", r#"{"b": {"a": "${n}"}}"#, "list(number)[20]"),
    ];
    check_each(table, |(spec, native, json, expected)| {
        gives(&spec, native, json, expected);
    });
}

#[test]
fn marks_are_kept() {
    let spec = Spec::block_set("b", .., string("a").or(Spec::literal("x")));
    let mut context = context();
    context.set("secret", Value::from("s").mark(Mark::new("hidden")));
    for body in [native("b {\n  a = secret\n}\nb {}\n"), in_json(r#"{"b": [{"a": "${secret}"}, {}]}"#)] {
        let value = spec.decode(&body, &context).into_result().expect("no error");
        let (value, marks) = value.unmark_deep();
        assert_eq!(format!("{value:?}"), r#"set(string)["s", "x"]"#);
        assert!(marks.contains("hidden"));
    }
}

#[test]
fn partial_decoding_leaves_the_rest() {
    let spec = Spec::object([("a", string("a")), ("b", Spec::block("b", nothing()))]);
    for body in [native("a = \"x\"\nb {}\nc = 1\nd {}\n"), in_json(r#"{"a": "x", "b": {}, "c": 1, "d": {}}"#)]
    {
        let (value, rest) = spec.partial_decode(&body, &context()).into_result().expect("no error");
        assert_eq!(format!("{value:?}"), r#"{ a = "x", b = {} }"#);
        let other = Spec::object([("c", number("c")), ("d", Spec::block("d", nothing()))]);
        let value = other.decode(&rest, &context()).into_result().expect("nothing else is left");
        assert_eq!(format!("{value:?}"), "{ c = 1, d = {} }");
    }
}
