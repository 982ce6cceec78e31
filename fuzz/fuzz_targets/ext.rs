//! Any file, read with the extensions of the language: functions that it defines, dynamic blocks,
//! types, a specification.

#![no_main]

#[path = "../support/context.rs"]
mod context;

use std::sync::OnceLock;

use context::{SECRET, check_secrets, context};
use libfuzzer_sys::fuzz_target;
use serde_hcl::ext::{self, Spec, type_constraint};
use serde_hcl::value::Mark;
use serde_hcl::{Body, EvalContext, Type, Value, json, parse_file, value};

fuzz_target!(|text: &str| {
    read(&parse_file(text).value.body(), text);
    read(&json::parse_file(text).value.body(), text);
});

fn read(body: &Body, text: &str) {
    let (functions, rest) = ext::decode_functions(body, "function", context()).value;
    let mut context = context().clone();
    for (name, function) in functions {
        let secret = || Value::from(SECRET).mark(Mark::new("sensitive"));
        for arguments in [vec![], vec![value!(1)], vec![value!("a"), value!([1, 2])], vec![secret()]] {
            if let Err(error) = function.call(&arguments) {
                check_secrets(&format!("{error} {error:?}"), text.as_bytes());
            }
        }
        context.set_function(name, function);
    }
    types(&rest);
    decode(&rest, &context, text);
    decode(&ext::expand_dynamic_blocks(&rest, &context), &context, text);
}

/// Any attribute as a type, which is read again when it is written.
fn types(body: &Body) {
    for attribute in body.just_attributes().value {
        let constraint = type_constraint(attribute.expression());
        if constraint.diagnostics.has_errors() {
            continue;
        }
        let written = constraint.value.to_string();
        let again = serde_hcl::parse_expression(written.as_str()).into_result();
        let again = again.unwrap_or_else(|error| panic!("{written} is an expression: {error}"));
        let again = type_constraint(&again);
        assert!(again.value == constraint.value, "{written} is read as {}", again.value);
        let _ = constraint.value.convert(&value!({ "a": [1], "b": null }));
    }
}

fn decode(body: &Body, context: &EvalContext, text: &str) {
    let outcome = spec().decode(body, context);
    let shown = format!("{:#} {:?}", outcome.diagnostics, outcome.diagnostics);
    check_secrets(&shown, text.as_bytes());
    check_secrets(&format!("{} {:?}", outcome.value, outcome.value), text.as_bytes());
    let ty = outcome.value.ty();
    assert!(ty.matches(&spec().implied_type()), "{ty:?} is not {:?}", spec().implied_type());
    let _ = (spec().variables(body), spec().span(body));
}

/// A part of every kind.
fn spec() -> &'static Spec {
    static SPEC: OnceLock<Spec> = OnceLock::new();
    SPEC.get_or_init(|| {
        let size = || Spec::attribute("size", Type::Number).or(Spec::literal(1));
        let parts = Spec::object([("a", Spec::attribute("a", Type::list(Type::String))), ("size", size())]);
        Spec::object([
            ("any", Spec::attribute("a", Type::Dynamic)),
            ("number", Spec::attribute("b", Type::Number).required()),
            ("one", Spec::block("one", parts.clone())),
            ("list", Spec::block_list("list", 0..3, parts.clone())),
            ("set", Spec::block_set("set", .., size())),
            ("tuple", Spec::block_tuple("tuple", 1.., Spec::attribute("a", Type::Dynamic))),
            ("map", Spec::block_map("map", ["name", "other"], parts.clone())),
            ("object", Spec::block_object("object", ["name"], Spec::tuple([Spec::label(0, "name"), parts]))),
            ("attributes", Spec::block_attributes("attributes", Type::String)),
        ])
    })
}
