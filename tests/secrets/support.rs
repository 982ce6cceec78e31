//! Marked values of every kind, and the check that nothing of them is shown.

use std::error::Error as _;
use std::sync::LazyLock;

use serde_hcl::ext;
use serde_hcl::value::{Mark, ValueError};
use serde_hcl::{
    Diagnostic, Error, EvalContext, Function, Map, Outcome, Type, Value, diag::Diagnostics, value,
};

/// The text and the names in the marked values, and the marked number.
const SECRETS: [&str; 2] = ["hunter2", "86421357"];

pub fn mark(value: impl Into<Value>) -> Value {
    value.into().mark(Mark::new("sensitive"))
}

pub fn object() -> Value {
    Value::object(Map::from_iter([("hunter2", Value::from("hunter2"))]))
}

/// Variables that contain a secret: marked as a whole, or in a part.
pub fn secrets() -> Vec<(&'static str, Value)> {
    let map = Map::from_iter([("hunter2", Value::from("hunter2"))]);
    let map = Value::map(Type::String, map).expect("it is a map");
    let list = Value::list(Type::String, ["hunter2", "hunter2b"].map(Value::from)).expect("it is a list");
    vec![
        ("text", mark("hunter2")),
        ("number", mark(86_421_357)),
        ("fraction", mark("86421357.5".parse::<serde_hcl::Number>().expect("it is a number"))),
        ("list", mark(list.clone())),
        (
            "set",
            mark(Value::set(Type::String, ["hunter2", "hunter2b"].map(Value::from)).expect("it is a set")),
        ),
        ("map", mark(map)),
        ("object", mark(object())),
        ("nested", mark(value!({ "hunter2": { "hunter2": ["hunter2", 86421357] } }))),
        ("tuple", mark(value!(["hunter2", 86421357, null, {}]))),
        ("null", mark(Value::null(object().ty().clone()))),
        ("unknown", mark(Value::unknown(object().ty().clone()))),
        ("part", value!({ "a": (mark("hunter2")), "b": "plain" })),
        ("parts", value!([(mark("hunter2")), (mark(86421357)), (mark(object()))])),
    ]
}

/// Returns the names of these variables, and other expressions.
pub fn with_secrets(others: &[&'static str]) -> Vec<&'static str> {
    secrets().into_iter().map(|(name, _)| name).chain(others.iter().copied()).collect()
}

/// Returns a context with the secrets as variables, and with functions that show their arguments in
/// errors.
pub fn context() -> EvalContext {
    static CONTEXT: LazyLock<EvalContext> = LazyLock::new(new_context);
    CONTEXT.clone()
}

fn new_context() -> EvalContext {
    let mut context = EvalContext::new();
    for (name, value) in secrets() {
        context.set(name, value);
    }
    context
        .set("plain", "plain")
        .set("names", value!({ "a": 1, "b": 2 }))
        .set_function("loud", Function::from_fn(|value: Value| Err::<Value, _>(loud(&value))))
        .set_function(
            "loud_rest",
            Function::from_fn(|text: String| Err::<Value, _>(format!("it was {text}"))),
        )
        .set_function("loud_type", loud_type())
        .set_special_form("loud_form", loud_form())
        .set_special_form("try", ext::try_form())
        .set_special_form("can", ext::can_form())
        .set_special_form("convert", ext::convert_form());
    test_support::functions::register(&mut context);
    context
}

fn loud(value: &Value) -> ValueError {
    ValueError::from(format!("it was {:?}", value.clone().unmark_deep().0))
}

/// A type function that fails before the implementation is called.
fn loud_type() -> Function {
    Function::builder()
        .parameter(
            serde_hcl::func::Parameter::new("value", Type::Dynamic)
                .allow_marked()
                .allow_null()
                .allow_unknown(),
        )
        .returns_with(|arguments, _| Err(loud(&arguments[0])))
        .implement(|_, _| Ok(Value::NULL))
}

/// A form that puts its argument into a diagnostic, and into the source of another.
fn loud_form() -> serde_hcl::eval::SpecialForm {
    serde_hcl::eval::SpecialForm::new(["value"], None, |call| {
        let outcome = call.evaluate(0);
        let text = format!("{:?}", outcome.value.unmark_deep().0);
        let mut diagnostics = outcome.diagnostics;
        diagnostics.push(Diagnostic::error(
            serde_hcl::diag::Category::Eval,
            format!("It was {text}"),
            text.clone(),
        ));
        diagnostics.push(Diagnostic::warning(serde_hcl::diag::Category::Eval, "Warning", text.clone()));
        diagnostics.extend(serde_hcl::diag::Diagnostics::from(call.refuse(&ValueError::from(text.clone()))));
        diagnostics.extend(serde_hcl::parse_expression(format!("{text} {text} !")).diagnostics);
        Err(diagnostics.into())
    })
}

#[track_caller]
pub fn check(shown: &str, what: &str) {
    for secret in SECRETS {
        assert!(!shown.contains(secret), "{what} shows a secret:\n{shown}");
    }
}

/// Checks everything that an error shows.
#[track_caller]
pub fn check_error(error: &Error, what: &str) {
    let file = error.file().unwrap_or_default();
    let source = error.source().map(|source| format!("{source} {source:?}")).unwrap_or_default();
    check(&format!("{error}\n{error:#}\n{error:?}\n{}\n{file}\n{source}", error.path()), what);
    check_diagnostics(error.diagnostics(), what);
    check_report(error, what);
}

#[track_caller]
pub fn check_diagnostics(diagnostics: &Diagnostics, what: &str) {
    check(&format!("{diagnostics}\n{diagnostics:#}\n{diagnostics:?}"), what);
    for diagnostic in diagnostics.iter() {
        let (summary, detail) = (diagnostic.summary(), diagnostic.detail());
        check(&format!("{summary}\n{detail}\n{diagnostic}\n{diagnostic:#}\n{diagnostic:?}"), what);
        if let Some(source) = diagnostic.source() {
            check(source.text(), what);
        }
        check_report(diagnostic, what);
    }
}

#[track_caller]
fn check_report(report: &dyn miette::Diagnostic, what: &str) {
    let texts = [report.code(), report.help(), report.url()];
    let mut shown: String = texts.into_iter().flatten().map(|text| text.to_string()).collect();
    for label in report.labels().into_iter().flatten() {
        shown.push_str(label.label().unwrap_or_default());
    }
    check(&shown, what);
    for related in report.related().into_iter().flatten() {
        check_report(related, what);
    }
}

#[track_caller]
pub fn check_value_error(error: &ValueError, what: &str) {
    check(&format!("{error}\n{error:?}\n{}\n{}\n{:?}", error.detail(), error.message(), error.path()), what);
}

/// Checks the results of evaluation: no secret in the diagnostics, and in the value only if it is
/// marked.
#[track_caller]
pub fn check_outcome(outcome: &Outcome<Value>, what: &str) {
    check_diagnostics(&outcome.diagnostics, what);
    check(&format!("{} {:?} {outcome:?}", outcome.value, outcome.value), what);
}
