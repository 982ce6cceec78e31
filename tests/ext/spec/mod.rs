//! Decoding specifications.

mod blocks;
mod conflicts;
mod depth;
mod describe;
mod dynamic;
mod file;
mod inspect;
mod json_schema;
mod of;
mod problems;
mod random;
mod values;

use serde_hcl::ext::Spec;
use serde_hcl::{Body, EvalContext, Function, Outcome, Type, Value, diag::Diagnostics, value};

use crate::{in_json, native};

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    context.set("n", 2).set("site", value!({ "name": "web" }));
    context.set("later", Value::unknown(Type::Number)).set("none", Value::NULL);
    context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    context
}

fn string(name: &str) -> Spec {
    Spec::attribute(name, Type::String)
}

fn number(name: &str) -> Spec {
    Spec::attribute(name, Type::Number)
}

fn any(name: &str) -> Spec {
    Spec::attribute(name, Type::Dynamic)
}

/// A specification of the number `a` with an expression that transforms it, as in a file.
fn transformed(result: &str, context: &EvalContext) -> Spec {
    let text = format!(
        "transform {{\n  result = {result}\n  attr {{\n    name = \"a\"\n    type = number\n  }}\n}}\n"
    );
    Spec::from_file(&native(&text), context).into_result().expect("it is valid").spec
}

fn nothing() -> Spec {
    Spec::object([] as [(&str, Spec); 0])
}

/// A body in both syntaxes and the `Debug` of the value that it becomes, without a warning.
#[track_caller]
fn gives(spec: &Spec, native_text: &str, json_text: &str, expected: &str) {
    for body in [native(native_text), in_json(json_text)] {
        let outcome = spec.decode(&body, &context());
        assert!(outcome.diagnostics.is_empty(), "{}\nfor {}", outcome.diagnostics, body.source().text());
        assert_eq!(format!("{:?}", outcome.value), expected, "for {}", body.source().text());
        let implied = spec.implied_type();
        assert!(outcome.value.ty().matches(&implied), "{:?} is no {implied:?}", outcome.value);
    }
}

/// One line for each error: location, text of the span, and message.
fn problems(diagnostics: &Diagnostics) -> Vec<String> {
    let describe = |it: &serde_hcl::Diagnostic| {
        let text = it.source().zip(it.span()).map_or("nowhere", |(source, span)| source.slice(span));
        format!(
            "{text} | {}",
            it.to_string().trim_start_matches("main.hcl:").trim_start_matches("main.json:")
        )
    };
    diagnostics.iter().map(describe).collect()
}

/// The problems with a body, and the `Debug` of the value that is left.
#[track_caller]
fn lacks(spec: &Spec, body: &Body, value: &str, expected: &[&str]) {
    let Outcome { value: found, diagnostics } = spec.decode(body, &context());
    assert_eq!(problems(&diagnostics), expected, "for {}", body.source().text());
    assert_eq!(format!("{found:?}"), value, "for {}", body.source().text());
}
