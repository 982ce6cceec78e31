//! Functions that configurations define.

use serde_hcl::ext;
use serde_hcl::value::Mark;
use serde_hcl::{
    Body, Diagnostic, EvalContext, Function, Limits, Outcome, Type, Value, diag::Category, parse_expression,
    value,
};

use crate::{in_json, native};

const NATIVE: &str = r#"
function "greet" {
  params = [name]
  result = "Hello, ${name}."
}
function "pair" {
  params         = [first]
  variadic_param = rest
  result         = [first, rest]
}
function "second" {
  params = [a, b]
  result = b
}
function "upvalue" {
  params = []
  result = site
}
function "twice" {
  params = [text]
  result = "${greet(text)} ${upper(greet(text))}"
}
function "sum_to" {
  params = [n]
  result = n + sum([for m in n > 0 ? [n - 1] : [] : sum_to(m)]...)
}
function "wrong" {
  params = [n]
  result = [n.size, nothing]
}
function "outer" {
  params = [n]
  result = wrong(n)
}
service "web" {}
"#;

const JSON: &str = r#"{
  "function": {
    "greet": { "params": ["name"], "result": "Hello, ${name}." },
    "pair": { "params": ["first"], "variadic_param": "rest", "result": ["${first}", "${rest}"] },
    "second": { "params": ["a", "b"], "result": "${b}" },
    "upvalue": { "params": [], "result": "${site}" },
    "twice": { "params": ["text"], "result": "${greet(text)} ${upper(greet(text))}" },
    "sum_to": { "params": ["n"], "result": "${n + sum([for m in n > 0 ? [n - 1] : [] : sum_to(m)]...)}" },
    "wrong": { "params": ["n"], "result": ["${n.size}", "${nothing}"] },
    "outer": { "params": ["n"], "result": "${wrong(n)}" }
  },
  "service": { "web": {} }
}"#;

/// The context of the functions.
fn base() -> EvalContext {
    let mut context = EvalContext::new();
    context.set("site", "web").set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
    let sum = |numbers: serde_hcl::func::Rest<i64>| numbers.iter().sum::<i64>();
    context.set_function("sum", Function::from_fn(sum));
    context
}

/// A context with the functions of a body, and some variables.
#[track_caller]
fn context(body: &Body) -> EvalContext {
    let (functions, _) = ext::decode_functions(body, "function", &base()).into_result().expect("no error");
    let mut context = EvalContext::new();
    for (name, function) in functions {
        context.set_function(name, function);
    }
    let secret = Value::from("secret").mark(Mark::new("hidden"));
    context.set_special_form("try", ext::try_form()).set_special_form("can", ext::can_form());
    context.set("unknown", Value::unknown(Type::Number)).set("any", Value::UNKNOWN).set("secret", secret);
    context
}

fn evaluate(text: &str, context: &EvalContext) -> Outcome<Value> {
    let expression = parse_expression(text).into_result().expect("no error");
    expression.evaluate_with_diagnostics(context)
}

#[test]
fn calls_have_values() {
    let table = [
        (r#"greet("you")"#, r#""Hello, you.""#),
        ("greet(12)", r#""Hello, 12.""#),
        ("pair(1)", "[1, []]"),
        ("pair(1, 2, \"x\")", "[1, [2, \"x\"]]"),
        ("pair([1, 2, 3]...)", "[1, [2, 3]]"),
        ("upvalue()", r#""web""#),
        (r#"twice("me")"#, r#""Hello, me. HELLO, ME.""#),
        ("sum_to(4)", "10"),
        ("second(unknown, 1)", "1"),
        ("second(1, unknown)", "unknown(number)"),
        ("second(1, any)", "unknown(dynamic)"),
        ("greet(unknown)", r#"unknown(string, not null, begins with "Hello, ")"#),
        ("greet(secret)", "(marked hidden)"),
        ("second([secret], 1)", "(marked hidden)"),
        ("try(wrong(1), 2)", "2"),
        ("can(wrong(1))", "false"),
    ];
    for context in [context(&native(NATIVE)), context(&in_json(JSON))] {
        for (text, expected) in table {
            let outcome = evaluate(text, &context);
            assert!(outcome.diagnostics.is_empty(), "{text}: {}", outcome.diagnostics);
            assert_eq!(format!("{:?}", outcome.value), expected, "for {text}");
        }
    }
}

/// The one error of a call: summary, text of the span, detail.
#[track_caller]
fn error(text: &str, context: &EvalContext) -> (String, String, String) {
    let diagnostics = evaluate(text, context).diagnostics;
    let errors: Vec<_> = diagnostics.errors().collect();
    let [error] = errors[..] else { panic!("{} errors for {text}: {diagnostics}", errors.len()) };
    let place = &text[error.span().expect("a place").range()];
    (error.summary().to_owned(), place.to_owned(), error.detail().to_owned())
}

#[test]
fn calls_that_fail_have_errors() {
    let table = [
        (
            "greet()",
            "Not enough function arguments",
            ")",
            r#"The function "greet" takes 1 argument. A value for "name" is missing."#,
        ),
        (
            "pair()",
            "Not enough function arguments",
            ")",
            r#"The function "pair" takes at least 1 argument. A value for "first" is missing."#,
        ),
        (
            "greet(1, 2)",
            "Too many function arguments",
            "2",
            r#"The function "greet" takes only 1 argument, but 2 are given."#,
        ),
        (
            "second(1, null)",
            "Invalid function argument",
            "null",
            "Invalid value for \"b\" parameter: argument must not be null.",
        ),
        (
            "pair(1, 2, null)",
            "Invalid function argument",
            "null",
            "Invalid value for \"rest\" parameter: argument must not be null.",
        ),
        (
            "greet([])",
            "Error in function call",
            "greet([])",
            "Call to function \"greet\" failed: PLACE: Invalid template interpolation value: The value cannot be included \
             in a string template: expected a string, found a list.",
        ),
        (
            "wrong(1)",
            "Error in function call",
            "wrong(1)",
            "Call to function \"wrong\" failed: PLACE: Unsupported attribute: A number has no \
             attributes (and one more error).",
        ),
        (
            "outer(1)",
            "Error in function call",
            "outer(1)",
            "Call to function \"outer\" failed: PLACE: Call to function \"wrong\" failed: PLACE: \
             Unsupported attribute: A number has no attributes (and one more error).",
        ),
    ];
    let places = [
        ["main.hcl:4:22", "main.hcl:29:14", "main.hcl:33:12"],
        ["main.json:3:56", "main.json:9:48", "main.json:10:46"],
    ];
    for (context, places) in [context(&native(NATIVE)), context(&in_json(JSON))].into_iter().zip(places) {
        for (text, summary, subject, detail) in table {
            let found = error(text, &context);
            let found_detail = places.iter().fold(found.2, |detail, place| detail.replace(place, "PLACE"));
            assert_eq!(
                (found.0.as_str(), found.1.as_str(), found_detail.as_str()),
                (summary, subject, detail)
            );
        }
    }
}

/// The errors of a body, one line each: the text of the span, the summary and the detail.
fn problems(body: &Body) -> Vec<(String, String)> {
    let describe = |it: &Diagnostic| {
        let text = it.source().expect("a source").slice(it.span().expect("a place"));
        (text.to_owned(), format!("{}: {}", it.summary(), it.detail()))
    };
    ext::decode_functions(body, "function", &base()).diagnostics.iter().map(describe).collect()
}

#[test]
fn wrong_definitions_are_reported() {
    const NAME: &str =
        "The name of a parameter is expected here, without quotes. The result refers to the argument by it.";
    let body = native(
        r#"
function "a" {
  params         = [x, 1, y.z]
  variadic_param = "rest"
  result         = 1
}
function "b" {
  params = x
  result = 1
}
function "c" {
  parms = []
}
function {}
function "d" {
  params = []
  result = 1
}
function "d" {
  params = []
  result = 2
}
"#,
    );
    let expected = [
        (
            "{",
            "Missing block label: \"function\" blocks have 1 label (name). The label \"name\" is \
               missing here."
                .to_owned(),
        ),
        ("1", format!("Invalid parameter: {NAME}")),
        ("y.z", format!("Invalid parameter: {NAME}")),
        ("\"rest\"", format!("Invalid parameter: {NAME}")),
        (
            "x",
            "Unsuitable expression: A list as it is written is required here, not an expression that \
               has to be evaluated: write its elements between [ and ]."
                .to_owned(),
        ),
        (
            "",
            "Missing attribute or block: The attribute \"result\" is required here, but it is not set."
                .to_owned(),
        ),
        (
            "parms",
            "Unexpected attribute: No attribute named \"parms\" is expected here. Did you mean \"params\"?"
                .to_owned(),
        ),
        (
            "function \"d\"",
            "Duplicate function: There is another function \"d\". Rename one of them.".to_owned(),
        ),
    ];
    let expected = expected.map(|(place, message)| (place.to_owned(), message));
    assert_eq!(problems(&body), expected);

    let body = in_json(
        r#"{ "function": {
            "a": { "params": ["x", 1, "y.z"], "variadic_param": "${rest}", "result": 1 },
            "b": [{ "params": [], "result": 1 }, { "params": [], "result": 1 }]
        } }"#,
    );
    let expected = [
        ("1", format!("Invalid parameter: {NAME}")),
        ("\"y.z\"", format!("Invalid parameter: {NAME}")),
        ("\"${rest}\"", format!("Invalid parameter: {NAME}")),
        ("{", "Duplicate function: There is another function \"b\". Rename one of them.".to_owned()),
    ];
    let expected = expected.map(|(place, message)| (place.to_owned(), message));
    assert_eq!(problems(&body), expected);
}

#[test]
fn valid_functions_beside_invalid_ones_and_the_rest() {
    let text = "function \"a\" {\n  params = []\n  result = 1\n}\nfunction \"b\" {}\nother {}\n";
    let (functions, rest) = ext::decode_functions(&native(text), "function", &base()).value;
    let names: Vec<_> = functions.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a"]);
    let types: Vec<_> = rest.blocks().map(|block| block.block_type().to_owned()).collect();
    assert_eq!(types, ["other"]);
}

#[test]
fn functions_outlive_the_decoded_body() {
    let body = native(NATIVE);
    let (functions, _) = ext::decode_functions(&body, "function", &base()).into_result().expect("no error");
    drop(body);
    let twice = functions.into_iter().find(|(name, _)| name == "twice").expect("it is there").1;
    assert_eq!(twice.call(&[value!("me")]), Ok(value!("Hello, me. HELLO, ME.")));
}

/// Functions whose calls do not end, or take too long.
const ENDLESS: &str = r#"
function "loop" {
  params = [n]
  result = n == 0 ? 0 : loop(n - 1)
}
function "ping" {
  params = [n]
  result = { next = [pong(n)] }
}
function "pong" {
  params = [n]
  result = "${1 + 2 * (3 - ping(n))}"
}
function "same" {
  params = [n]
  result = same(n)
}
function "wide" {
  params = [n]
  result = [for i in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [for m in n > 0 ? [n - 1] : [] : wide(m)]]
}
"#;

const ENDLESS_JSON: &str = r#"{ "function": {
  "loop": { "params": ["n"], "result": "${n == 0 ? 0 : loop(n - 1)}" },
  "ping": { "params": ["n"], "result": { "next": [[["${pong(n)}"]]] } },
  "pong": { "params": ["n"], "result": "${1 + 2 * (3 - ping(n))}" }
} }"#;

/// The error of a call on a stack as small as that of a thread in many applications.
fn limit_error(body: fn() -> Body, text: &'static str, limits: Limits) -> (Category, String) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let thread = thread.spawn(move || {
        let mut context = context(&body());
        context.set_limits(limits);
        let diagnostics = evaluate(text, &context).diagnostics;
        let errors: Vec<_> = diagnostics.errors().collect();
        let [error] = errors[..] else { panic!("{} errors for {text}: {diagnostics}", errors.len()) };
        (error.category(), error.to_string())
    });
    thread.expect("a thread starts").join().expect("the call ends")
}

#[test]
fn endless_recursion_is_an_error() {
    let depth = |call: &str, place: &str| {
        format!(
            "1:1: Error in function call: Call to function \"{call}\" failed: {place}: Evaluation too deep: Functions or \
             variables that use each other get more than 128 expressions deep here. Let them end sooner, or raise \
             Limits::depth."
        )
    };
    let native = || native(ENDLESS);
    let in_json = || in_json(ENDLESS_JSON);
    let cases: [(fn() -> Body, _, _); 5] = [
        (native, "same(1)", depth("same", "main.hcl:16:12")),
        (native, "loop(1)", depth("loop", "main.hcl:4:25")),
        (native, "ping(1)", depth("ping", "main.hcl:8:21")),
        (in_json, "loop(1)", depth("loop", "main.json:2:40")),
        (in_json, "ping(1)", depth("ping", "main.json:4:40")),
    ];
    for (body, text, expected) in cases {
        assert_eq!(limit_error(body, text, Limits::DEFAULT), (Category::Limit, expected), "for {text}");
    }
}

#[test]
fn exponential_recursion_is_an_error() {
    let mut limits = Limits::DEFAULT;
    limits.steps = 50_000;
    let (category, message) = limit_error(|| native(ENDLESS), "wide(20)", limits);
    assert_eq!(category, Category::Limit);
    assert!(
        message.starts_with("1:1: Error in function call: Call to function \"wide\" failed: main.hcl:20:"),
        "{message}"
    );
    let end = "Evaluation too long: Evaluating this took more than the limit of 50000 steps. Make it smaller, or raise \
               Limits::steps.";
    assert!(message.ends_with(end), "{message}");

    let mut limits = Limits::DEFAULT;
    limits.elements = 1000;
    let (category, message) = limit_error(|| native(ENDLESS), "wide(20)", limits);
    assert_eq!(category, Category::Limit);
    assert!(message.contains("Value too large: This needs"), "{message}");
}
