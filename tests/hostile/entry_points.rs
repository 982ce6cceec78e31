//! All functions for a text: parsing as anything, printing, evaluation, decoding, writing.

use std::sync::OnceLock;

use serde::de::IgnoredAny;
use serde_hcl::{
    Body, EvalContext, Expression, Limits, Options, Value, body::BodySchema, diag::Diagnostics, json,
};

/// A context with variables and, where there are any, the standard functions, and with limits that
/// random texts reach soon.
pub fn context() -> &'static EvalContext {
    static CONTEXT: OnceLock<EvalContext> = OnceLock::new();
    CONTEXT.get_or_init(|| {
        let mut context = EvalContext::new();
        test_support::functions::register(&mut context);
        let mut limits = Limits::default();
        (limits.steps, limits.elements, limits.bytes) = (1_000_000, 1_000_000, 16 << 20);
        context.set_limits(limits);
        context.set("a", serde_hcl::value!({ "a": [1, "x"], "b": { "c": true } })).set("u", Value::UNKNOWN);
        context
    })
}

/// Calls all functions of the native syntax. Returns whether the text is valid as a file, an
/// expression and a template.
pub fn native(text: &str) -> [bool; 3] {
    let _ = (serde_hcl::format(text), serde_hcl::fmt::format_terraform(text).is_ok());
    let file = serde_hcl::parse_file(text);
    show(&file.diagnostics);
    // The valid parts of a broken text are printed with its errors.
    let printed = file.value.to_string();
    assert!(file.diagnostics.has_errors() || !serde_hcl::parse_file(printed).diagnostics.has_errors());
    let _ = format!("{:?}", file.value.clone());
    body(file.value.body());
    decoded(&Options::new().context(context().clone()), text);

    let traversal = serde_hcl::parse_traversal(text);
    show(&traversal.diagnostics);
    let parsed = [serde_hcl::parse_expression(text), serde_hcl::parse_template(text).map(Expression::from)];
    let sound = parsed.each_ref().map(|outcome| !outcome.diagnostics.has_errors());
    for outcome in parsed {
        show(&outcome.diagnostics);
        expression(&outcome.value);
    }
    [!file.diagnostics.has_errors(), sound[0], sound[1]]
}

/// Calls all functions of the JSON syntax. Returns whether the text is valid.
pub fn json(text: &str) -> bool {
    let outcome = json::parse_file(text);
    show(&outcome.diagnostics);
    let file = outcome.value;
    let _ = format!("{file} {file:?}");
    body(file.body());
    decoded(&Options::new().context(context().clone()).json(true), text);
    let outcome = json::parse_expression(text);
    show(&outcome.diagnostics);
    expression(&outcome.value);
    !outcome.diagnostics.has_errors()
}

fn show(diagnostics: &Diagnostics) {
    assert!(!format!("{diagnostics} {diagnostics:#} {diagnostics:?}").is_empty());
}

fn body(body: &Body) {
    let _ = body.content(&BodySchema::default()).value;
    show(&body.just_attributes().diagnostics);
    let _ = serde_hcl::to_string(body).map(|text| serde_hcl::parse_file(text).diagnostics.len());
    let _ = json::to_string_pretty(body).map(|text| json::parse_file(text).diagnostics.len());
}

fn decoded(options: &Options, text: &str) {
    for error in [
        options.from_str::<IgnoredAny>(text).err(),
        options.from_str::<Value>(text).map(|it| value(&it)).err(),
        options.from_str::<serde_json::Value>(text).err(),
    ] {
        let _ = error.map(|error| format!("{error} {error:#} {error:?}"));
    }
}

fn expression(expression: &Expression) {
    let _ = format!("{expression} {expression:?}").len();
    let _ = (expression.variables().len(), expression.calls().len(), expression.static_keyword());
    let _ =
        (expression.static_list().is_ok(), expression.static_map().is_ok(), expression.static_call().is_ok());
    for context in [&EvalContext::new(), context()] {
        let outcome = expression.evaluate_with_diagnostics(context);
        show(&outcome.diagnostics);
        value(&outcome.value);
    }
}

fn value(value: &Value) {
    let copy = value.clone();
    assert!(!format!("{value} {value:?} {:?}", value.ty()).is_empty());
    assert_eq!(&copy, value);
    let _ = serde_json::to_string(value).map(|text| text.len());
    let _ = serde_hcl::to_string(value).map(|text| text.len());
    let _ = json::to_string(value).map(|text| text.len());
}
