//! Partial evaluation, scopes and static checks: values whose parts are shared have an
//! exponentially long text.

use std::fmt::Write;

use serde_hcl::analysis::{Roots, Scope, check};
use serde_hcl::{Body, EvalContext, Limits, body::BodySchema, json, parse_expression, parse_file};

use crate::work::{Memory, is_full, measure_memory, on_a_small_stack};

/// A value that doubles with each of `n` rounds.
fn doubled(n: usize) -> String {
    let mut text = "[for v1 in [[1, 1]] : ".to_owned();
    for round in 2..=n {
        let last = round - 1;
        _ = write!(text, "[for v{round} in [[v{last}, v{last}]] : ");
    }
    text + &format!("v{n}{}", "][0]".repeat(n))
}

/// Definitions, each of which has the one before twice.
fn locals(n: usize, first: &str, next: impl Fn(String) -> String) -> String {
    let mut text = format!("locals {{\n  a0 = {first}\n");
    for number in 1..=n {
        _ = writeln!(text, "  a{number} = {}", next(format!("local.a{}", number - 1)));
    }
    text + "}\n"
}

fn bodies() -> Vec<(&'static str, Body)> {
    let native = |text: String| parse_file(text).into_result().expect("it is valid").body().clone();
    let json = |text: String| json::parse_file(text).into_result().expect("it is valid").body().clone();
    let many = |value: &str, n: usize| -> String {
        (0..n).fold(String::new(), |all, i| format!("{all}a{i} = {value}\n"))
    };
    let pair = |it: String| format!("[{it}, {it}]");
    let in_json = |n: usize| -> String {
        let entries = (1..n).map(|i| format!("\"a{i}\": [\"${{local.a{0}}}\", \"${{local.a{0}}}\"]", i - 1));
        let entries: Vec<_> = ["\"a0\": 1".to_owned()].into_iter().chain(entries).collect();
        format!("{{\"locals\": {{{}}}}}", entries.join(", "))
    };
    vec![
        ("loops", native(format!("a = {}\n", doubled(20)))),
        ("many loops", native(many(&doubled(14), 200))),
        ("tuples", native(locals(60, "1", pair))),
        ("wide tuples", native(locals(12, "1", |it| format!("[{}]", [it.as_str(); 16].join(", "))))),
        ("empty tuples", native(locals(60, "[]", pair))),
        ("objects", native(locals(60, "{}", |it| format!("{{ a = {it}, b = {it} }}")))),
        ("texts", native(locals(60, "\"0123456789\"", |it| format!("\"${{{it}}}${{{it}}}\"")))),
        ("tuples of texts", native(locals(60, "\"0123456789\"", pair))),
        ("JSON", json(in_json(60))),
        ("long texts", native(many("long", 2_000))),
        (
            "long texts in tuples",
            native(many("[x, long][0]", 1_000) + &many("b[long]", 1).replace("a0", "b")),
        ),
        ("long texts in templates", native(format!("a = \"${{x}}{}\"\n", "${long}".repeat(10_000)))),
        ("control characters", native(many("controls", 500))),
        ("parts of a large value", native(many("x[large[0]][large]", 500))),
    ]
}

fn context(limits: Limits) -> EvalContext {
    let mut context = EvalContext::new();
    context
        .set_limits(limits)
        .set("long", "text ".repeat(20_000))
        .set("controls", "\u{1}".repeat(20_000))
        .set("large", (0..20_000).collect::<Vec<_>>());
    context
}

/// The work with the most memory, of which `most` bytes are allowed.
fn check_memory(limits: Limits, most: u64) {
    let problems = on_a_small_stack(move || {
        let mut problems = String::new();
        let mut measure = |name: &str, what: &str, work: &mut dyn FnMut()| {
            let Memory { peak, .. } = measure_memory(work);
            if peak > most {
                _ = writeln!(problems, "{what} of {name}: {peak} bytes");
            }
        };
        for (name, body) in bodies() {
            let context = context(limits);
            let scope =
                Scope::new(&Roots::terraform(), [body.clone()], &context).expect("no variable hides a root");
            measure(name, "scope", &mut || drop(scope.check()));
            measure(name, "simplify", &mut || drop(body.simplify(&scope.context())));
            measure(name, "check", &mut || drop(check(&body, &BodySchema::default(), &context)));
        }
        let expression = parse_expression(doubled(20)).into_result().expect("it is valid");
        let context = context(limits);
        measure("loops", "simplify", &mut || drop(expression.simplify(&context)));
        problems
    });
    assert!(problems.is_empty(), "{problems}");
}

/// Builds without optimization use a part of the limits.
#[test]
fn partial_evaluation_stays_below_a_gigabyte() {
    let part = if is_full() { 1 } else { 48 };
    let mut limits = Limits::default();
    limits.steps /= part;
    limits.bytes /= part;
    limits.elements /= part;
    check_memory(limits, (1 << 30) / part);
}

#[test]
fn partial_evaluation_under_strict_limits_stays_below_64_megabytes() {
    check_memory(Limits::strict(), 64 << 20);
}

#[test]
fn values_that_exceed_the_limits_stay_expressions() {
    let text = doubled(20);
    let expression = parse_expression(text.as_str()).into_result().expect("it is valid");
    let shown = |limits| expression.simplify(&context(limits)).to_string();
    assert_eq!(shown(Limits::strict()), expression.to_string());
    assert_eq!(shown(Limits::default()), shown(Limits::strict()));
    // A body has one budget: the first attributes use it up.
    let attribute = format!("[{}]", ["long"; 10].join(", "));
    let text: String = (0..10).map(|i| format!("a{i} = {attribute}\n")).collect();
    let body = parse_file(text.as_str()).into_result().expect("it is valid").body().clone();
    let simplified = body.simplify(&context(Limits::strict()));
    let is_simplified: Vec<bool> =
        simplified.attributes().map(|it| !it.expression().to_string().contains("long")).collect();
    assert_eq!(is_simplified.iter().filter(|it| **it).count(), 4);
    assert!(is_simplified.is_sorted_by(|a, b| a >= b), "{is_simplified:?}");
}
