//! Type constraint expressions.

use serde_hcl::ext::{self, TypeConstraint};
use serde_hcl::{EvalContext, Expression, Outcome, Type, Value, json, parse_expression, value};

use test_support::rows::check_each;

fn native(text: &str) -> Expression {
    parse_expression(text).into_result().expect("no error")
}

/// The same type in HCL JSON: a string that contains it.
fn in_json(text: &str) -> Expression {
    let text = serde_json::to_string(text).expect("a string");
    json::parse_expression(text.as_str()).into_result().expect("no error")
}

/// The type of a text, which is the same in both syntaxes.
#[track_caller]
fn constraint(text: &str) -> TypeConstraint {
    let [native, json] = [native(text), in_json(text)]
        .map(|expression| ext::type_constraint(&expression).into_result().expect("it is a type"));
    assert_eq!(native, json, "for {text}");
    native
}

/// The errors of a text: location and detail. JSON has the same errors at the same locations.
#[track_caller]
fn refused<T>(text: &str, read: fn(&Expression) -> Outcome<T>) -> (String, String) {
    let [native, json] = [native(text), in_json(text)].map(|expression| {
        let diagnostics = read(&expression).diagnostics;
        let errors: Vec<_> = diagnostics.errors().collect();
        let [error] = errors[..] else { panic!("{} errors for {text}: {diagnostics}", errors.len()) };
        let source = error.source().expect("a source");
        let place = source.text()[error.span().expect("a place").range()].replace("\\\"", "\"");
        // An error about the whole text is an error about the whole string in JSON.
        let place = if place.len() > text.len() { text.to_owned() } else { place };
        (error.summary().to_owned(), place, error.detail().to_owned())
    });
    assert_eq!(native, json, "for {text}");
    assert_eq!(native.0, "Invalid type", "for {text}");
    (native.1, native.2)
}

#[test]
fn type_expressions_are_types() {
    let object = Type::object_with_optional([("a", Type::Number), ("b", Type::String)], ["b"]);
    let table = [
        ("string", Type::String),
        ("number", Type::Number),
        ("bool", Type::Bool),
        ("any", Type::Dynamic),
        ("list(string)", Type::list(Type::String)),
        ("set(any)", Type::set(Type::Dynamic)),
        ("map(list(number))", Type::map(Type::list(Type::Number))),
        ("tuple([])", Type::tuple([])),
        ("tuple([string, tuple([bool])])", Type::tuple([Type::String, Type::tuple([Type::Bool])])),
        ("object({})", Type::object([] as [(&str, Type); 0])),
        ("object({ a = number, b = optional(string) })", object),
    ];
    check_each(table, |(text, ty)| {
        let constraint = constraint(text);
        assert_eq!(constraint.ty(), &ty, "for {text}");
        assert_eq!(constraint.to_string(), text);
        assert_eq!(TypeConstraint::from(ty), constraint);
    });
}

#[test]
fn other_expressions_are_errors() {
    const NEITHER: &str = "A type is the keyword of a primitive type (bool, number, string) or the constructor of another one \
         with its argument, such as list(string).";
    const OBJECT: &str =
        "The type object wants one argument, its attributes and their types: object({ name = string }).";
    let table = [
        ("1 + 1", "1 + 1", NEITHER),
        ("a.b", "a.b", NEITHER),
        (
            "text",
            "text",
            "\"text\" is not a type. Types are bool, number, string, any and those made by list, set, map, tuple and object.",
        ),
        ("list", "list", "The type list wants one argument, the type of its elements: list(string)."),
        ("list()", "()", "The type list wants one argument, the type of its elements: list(string)."),
        (
            "map(string, number, bool)",
            "number, bool",
            "The type map wants one argument, the type of its elements: map(string).",
        ),
        (
            "tuple",
            "tuple",
            "The type tuple wants one argument, the types of its elements: tuple([string, number]).",
        ),
        ("object", "object", OBJECT),
        ("object()", "()", OBJECT),
        (
            "tuple(string)",
            "string",
            "The types of a tuple's elements are required here as a list, such as tuple([string, number]).",
        ),
        (
            "object(string)",
            "string",
            "The names and types of an object's attributes are required here, such as object({ name = string }).",
        ),
        ("object({ (a) = string })", "(a)", "The name of an attribute is required here, without quotes."),
        ("string(1)", "(1)", "The type string has no arguments. Write it without parentheses."),
        (
            "vector(string)",
            "vector(string)",
            "There is no type \"vector\" with arguments. Those are list, set, map, tuple and object.",
        ),
        (
            "list(optional(string))",
            "optional",
            "\"optional\" is not a type. Write it around the type of an attribute of an object.",
        ),
        (
            "object({ a = optional() })",
            "()",
            "The type of the optional attribute is missing, such as optional(string).",
        ),
        (
            "object({ a = optional(string, 1, 2) })",
            "(string, 1, 2)",
            "\"optional\" has at most two arguments: a type and a default value.",
        ),
    ];
    check_each(table, |(text, place, detail)| {
        let told = refused(text, ext::type_constraint);
        assert_eq!((told.0.as_str(), told.1.as_str()), (place, detail), "for {text}");
    });
}

#[test]
fn an_attribute_twice_is_an_error() {
    let cases = [
        ("object({ a = optional(string, \"x\"), a = number })", "a"),
        ("list(object({ b = object({ \u{e9} = any, e\u{301} = any }) }))", "e\u{301}"),
    ];
    for (text, repeated) in cases {
        let error = ext::type_constraint(&native(text)).into_result().expect_err(text);
        let [diagnostic] = error.diagnostics().iter().collect::<Vec<_>>()[..] else {
            panic!("one error: {error}")
        };
        let span = diagnostic.span().expect("it has a place");
        assert_eq!(span.start as usize, text.rfind(&format!("{repeated} =")).expect("it is there"), "{text}");
        assert_eq!(&text[span.start as usize..span.end as usize], repeated);
        assert_eq!(diagnostic.summary(), "Invalid type");
        let detail = format!("This object type has two attributes {repeated:?}. Remove one of them.");
        assert_eq!(diagnostic.detail(), detail);
    }
}

#[test]
fn defaults_replace_missing_and_null_attributes() {
    let nested = "object({ name = string, port = optional(object({ number = optional(number, 80), open = optional(bool) }), {}) })";
    let table = [
        ("object({ a = optional(number, 1) })", value!({}), value!({ "a": 1 })),
        ("object({ a = optional(number, 1) })", value!({ "a": null }), value!({ "a": 1 })),
        ("object({ a = optional(number, 1) })", value!({ "a": "2" }), value!({ "a": 2 })),
        ("object({ a = optional(string, \"1\") })", value!({}), value!({ "a": "1" })),
        (
            nested,
            value!({ "name": "x" }),
            value!({ "name": "x", "port": { "number": 80, "open": (Value::null(Type::Bool)) } }),
        ),
        (
            nested,
            value!({ "name": "x", "port": { "open": true } }),
            value!({ "name": "x", "port": { "number": 80, "open": true } }),
        ),
        (
            "tuple([string, object({ a = optional(bool, true) })])",
            value!(["x", {}]),
            value!(["x", { "a": true }]),
        ),
        ("any", value!({ "a": 1 }), value!({ "a": 1 })),
    ];
    check_each(table, |(text, given, expected)| {
        assert_eq!(constraint(text).convert(&given).expect("it converts"), expected, "for {text}");
        assert_eq!(constraint(&constraint(text).to_string()), constraint(text));
    });
}

#[test]
fn defaults_apply_in_collections() {
    let element = "object({ size = optional(number, 10) })";
    let filled = value!({ "size": 10 });
    let ty = constraint(element).ty().without_optional();
    let list = constraint(&format!("list({element})")).convert(&value!([{}])).expect("it converts");
    assert_eq!(list, Value::list(ty.clone(), [filled.clone()]).expect("a list"));
    let set = constraint(&format!("set({element})")).convert(&value!([{}])).expect("it converts");
    assert_eq!(set, Value::set(ty.clone(), [filled.clone()]).expect("a set"));
    let map = constraint(&format!("map({element})")).convert(&value!({ "k": {} })).expect("it converts");
    assert_eq!(map["k"], filled);

    // Null and unknown collections have no elements to fill in.
    for value in [Value::null(list.ty().clone()), Value::unknown(list.ty().clone())] {
        assert_eq!(constraint(&format!("list({element})")).convert(&value).expect("it converts"), value);
    }
}

#[test]
fn a_default_is_of_the_type_and_constant() {
    let table = [
        (
            "object({ a = optional(number, \"x\") })",
            "Invalid default value",
            "\"x\"",
            r#"The default value of "a" is not of its type: expected a number, found the string "x"."#,
        ),
        (
            "object({ a = optional(string, b) })",
            "Variables not allowed",
            "b",
            "Variables may not be used here.",
        ),
    ];
    check_each(table, |(text, summary, place, detail)| {
        let outcome = ext::type_constraint(&native(text));
        let errors: Vec<_> = outcome.diagnostics.errors().collect();
        let [error] = errors[..] else { panic!("{}", outcome.diagnostics) };
        let subject = &text[error.span().expect("a place").range()];
        assert_eq!((error.summary(), subject, error.detail()), (summary, place, detail), "for {text}");
    });
}

#[test]
fn the_form_convert_converts_values() {
    let mut context = EvalContext::new();
    context.set_special_form("convert", ext::convert_form());
    context.set("unknown", Value::unknown(Type::String));
    let table = [
        ("convert(\"1\", number)", value!(1)),
        (
            "convert([1, \"b\"], list(string))",
            Value::list(Type::String, ["1", "b"].map(Value::from)).expect("a list"),
        ),
        ("convert(unknown, number)", Value::unknown(Type::Number)),
        ("convert(null, any)", Value::NULL),
    ];
    check_each(table, |(text, expected)| {
        assert_eq!(native(text).evaluate(&context).expect("it converts"), expected, "for {text}");
    });
    let errors = [
        (
            "convert(\"x\", number)",
            r#"1:9: Invalid function argument: Invalid value for "value" parameter: expected a number, found the string "x"."#,
        ),
        (
            "convert({}, object({ a = optional(number) }))",
            "1:9: Invalid function argument: Invalid value for \"value\" parameter: attribute \"a\" is required.",
        ),
        (
            "convert({}, object({ a = optional(string, \"x\") }))",
            "1:34: Invalid type: \"optional\" has one argument here: a type, without a default value.",
        ),
        (
            "convert(1, integer)",
            "1:12: Invalid type: \"integer\" is not a type. Types are bool, number, string, any and those made by list, set, map, tuple and object.",
        ),
    ];
    for (text, message) in errors {
        assert_eq!(native(text).evaluate(&context).expect_err(text).to_string(), message);
    }
}
