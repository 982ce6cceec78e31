//! Results of functions for unknown values hold for all known values in their place.

#[path = "../support/soundness.rs"]
mod soundness;

use crate::rows::check_each;
use crate::support;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, RngSeed, TestRng, TestRunner};
use serde_hcl::stdlib::bytes::{bytes, bytes_type};
use serde_hcl::value::{Mark, RefinementBuilder};
use serde_hcl::{EvalContext, Function, Limits, Map, Number, Type, Value, stdlib};
use soundness::Choices;

fn refined(ty: Type, with: fn(RefinementBuilder) -> RefinementBuilder) -> Value {
    with(Value::unknown(ty).refine()).build().expect("the refinement can hold")
}

/// The standard context, and unknown values with refinements: `one_to_three` is a list, `two` has
/// that length or is null, `ten` is a number up to 10, `text` begins with "e\u{301}a-".
fn context() -> EvalContext {
    let list = || Type::list(Type::String);
    let mut context = support::context();
    context
        .set("one_to_three", refined(list(), |it| it.not_null().min_len(1).max_len(3)))
        .set("up_to_two", refined(list(), |it| it.max_len(2)))
        .set("two", refined(list(), |it| it.min_len(2).max_len(2)))
        .set("long", refined(list(), |it| it.min_len(1).max_len(1025)))
        .set("ten", refined(Type::Number, |it| it.max(10)))
        .set("text", refined(Type::String, |it| it.prefix("éa-")))
        .set("some_text", refined(Type::String, |it| it.not_null()))
        .set("json_text", refined(Type::String, |it| it.prefix(" \"")))
        .set("json_number", refined(Type::String, |it| it.prefix("-")))
        .set("json_bool", refined(Type::String, |it| it.prefix("f")))
        .set("json_object", refined(Type::String, |it| it.prefix("{\"a\"")))
        .set("some_tuple_of_two", refined(Type::tuple([Type::String, Type::Number]), |it| it.not_null()));
    context
}

#[track_caller]
fn values(table: &[(&str, &str)]) {
    let context = context();
    check_each(table, |(text, expected)| {
        let outcome = support::evaluate_in(&context, text);
        assert!(outcome.diagnostics.is_empty(), "{text:?}: {}", outcome.diagnostics);
        assert_eq!(format!("{:?}", outcome.value), *expected, "for {text:?}");
    });
}

#[test]
fn results_are_refined() {
    values(&[
        ("length(one_to_three)", "unknown(number, not null, >= 1, <= 3)"),
        ("length(two)", "2"),
        ("length(one_to_three) > 0", "true"),
        ("strlen(text)", "unknown(number, not null, >= 3)"),
        ("strlen(some_string)", "unknown(number, not null, >= 0)"),
        ("sort(one_to_three)", "unknown(list(string), not null, length 1 to 3)"),
        ("sort(two)", "list(string)[unknown, unknown]"),
        ("reverse(one_to_three)", "unknown(list(string), not null)"),
        ("setproduct(one_to_three, list)", "unknown(list(tuple([string, string])), not null, length 1 to 9)"),
        ("setproduct(up_to_two, list)", "unknown(list(tuple([string, string])), not null, length <= 6)"),
        (
            "setproduct(some_tuple_of_two, set)",
            "unknown(set(tuple([string, string])), not null, length 1 to 4)",
        ),
        // Limits that are very large are dropped.
        ("setproduct(long, [1])", "unknown(list(tuple([string, number])), not null)"),
        ("setproduct(long, [])", "unknown(list(tuple([string, dynamic])), not null)"),
        (r#"format("a-%s", some_string)"#, r#"unknown(string, not null, begins with "a-")"#),
        (r#"format("ab%%-%s", some_string)"#, r#"unknown(string, not null, begins with "a")"#),
        (r#"format("%s", some_string)"#, "unknown(string, not null)"),
        ("format(text, 1)", "unknown(string, not null)"),
        ("jsonencode([some_string])", r#"unknown(string, not null, begins with "[")"#),
        ("jsonencode({ a = some_string })", r#"unknown(string, not null, begins with "{")"#),
        ("jsonencode(one_to_three)", r#"unknown(string, not null, begins with "[")"#),
        ("jsonencode(some_text)", r#"unknown(string, not null, begins with "\"")"#),
        ("jsonencode(some_string)", "unknown(string, not null)"),
        ("jsonencode(ten)", "unknown(string, not null)"),
        ("jsonencode(any)", "unknown(string, not null)"),
        ("jsondecode(json_text)", "unknown(string)"),
        ("jsondecode(json_number)", "unknown(number)"),
        ("jsondecode(json_bool)", "unknown(bool)"),
        ("jsondecode(json_object)", "unknown(dynamic)"),
        ("lessthan(ten, 11)", "true"),
        ("greaterthan(ten, 11)", "false"),
        ("equal(ten, 9)", "unknown(bool, not null)"),
        ("equal(ten, 11)", "false"),
        ("upper(text)", "unknown(string, not null)"),
        ("timeadd(some_string, text)", "unknown(string)"),
        ("regexall(some_string, text)", "unknown(list(dynamic), not null)"),
        (r#"regex("(a)", text)"#, "unknown(tuple([string]), not null)"),
        (r#"formatlist("%s", part_list)"#, r#"list(string)["a", unknown(not null)]"#),
    ]);
    let error =
        stdlib::encoding::jsondecode().call(&[refined(Type::String, |it| it.prefix("x"))]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid value for \"str\" parameter: no JSON text begins like this string"
    );
}

/// The order of the elements of a set, and their common type, are known only if all are known.
#[test]
fn uncertain_results_are_unknown() {
    values(&[
        ("reverse(part_set)", "unknown(list(string), not null)"),
        (r#"formatlist("%s", part_set)"#, "unknown(list(string), not null)"),
        (r#"formatlist("%s-%s", some_tuple, list)"#, "unknown(list(string), not null)"),
        ("coalesce(any, 1)", "unknown(dynamic)"),
        ("coalesce(1, any)", "unknown(dynamic)"),
        (r#"coalesce("a", any)"#, r#""a""#),
        ("coalesce(any)", "unknown(dynamic)"),
        ("setunion(number_set, any)", "unknown(set(dynamic), not null)"),
        ("setsubtract(number_set, any)", "unknown(set(dynamic), not null)"),
        ("setproduct([any, 1], [2])", "unknown(list(tuple([dynamic, number])), not null, length 1 to 2)"),
        ("concat(tolist(any), numbers)", "unknown(dynamic)"),
        ("merge(tomap(any), some_map)", "unknown(dynamic)"),
    ]);
}

#[test]
fn unknown_results_have_the_marks_of_all_possible_results() {
    values(&[
        ("element(inner_list, some_number)", "(marked part)"),
        ("element(secret_list, some_number)", "(marked whole)"),
        ("slice(inner_list, 0, some_number)", "(marked part)"),
        ("chunklist(inner_list, some_number)", "(marked part)"),
        ("concat(some_list, inner_list)", "(marked part)"),
        ("merge(some_map, inner_map)", "(marked part)"),
        (r#"lookup(inner_map, some_string, "x")"#, "(marked part)"),
        (r#"lookup({ a = some_string, b = secret }, "b", "x")"#, "(marked whole)"),
        (r#"lookup({ a = some_string, b = secret }, "a", "x")"#, "unknown(string)"),
        ("zipmap(part_list, inner_list)", "(marked part)"),
        ("zipmap(some_list, inner_list)", "(marked part)"),
        ("flatten([some_list, [secret]])", "(marked whole)"),
        ("setproduct(some_list, inner_list)", "(marked part)"),
        ("index(any, secret_number)", "(marked whole)"),
        ("element(any, secret_number)", "(marked whole)"),
    ]);
}

const NUMBERS: [&str; 16] =
    ["0", "1", "2", "3", "-1", "-2", "0.5", "-1.5", "1", "2", "10", "16", "62", "100", "0", "1e21"];

const TEXTS: [&str; 45] = [
    "",
    "a",
    "b",
    "ab",
    "abc",
    "z",
    "1",
    "2",
    "-1.5",
    "true",
    "false",
    "A b",
    " a ",
    "a,b",
    "a\nb\r\n",
    "é",
    "e\u{301}x",
    "\u{301}",
    "🇩🇪🇩",
    "%s",
    "%d-%s",
    "a-%s%%",
    "x%v",
    "%[2]v%[1]v",
    "2031-07-04T21:08:07Z",
    "2029-12-31T23:59:59+02:00",
    "1h30m",
    "-2.5s",
    "YYYY-MM",
    "'a' hh:mm",
    "{\"a\":[1,null]}",
    " [1,\"x\"]",
    "\"text\"",
    "12.5",
    "null",
    "n,m\n1,2\n",
    "(a)",
    "[a-b]+",
    "(?P<x>a)(?P<y>b)?",
    "$1$x",
    "UTF-16BE",
    "dns",
    "YWJj",
    "10.0.0.0/8",
    "192.168.255.0/24",
];

/// A value of a known type, with all its parts.
fn value_of(ty: &Type, choices: &mut Choices<'_>, depth: u32) -> Value {
    if choices.once_in(24) {
        return Value::null(ty.clone());
    }
    let value = match ty {
        Type::Bool => Value::from(choices.once_in(2)),
        Type::Number => Value::from(Number::parse(choices.one_of::<&str>(&NUMBERS)).expect("a number")),
        Type::String => Value::from(*choices.one_of(&TEXTS)),
        Type::List(element) => {
            let element = closed(element, choices, depth);
            let count = choices.below(4);
            Value::list(
                element.clone(),
                (0..count).map(|_| value_of(&element, choices, depth.saturating_sub(1))),
            )
            .expect("a list")
        }
        Type::Set(element) => {
            let element = closed(element, choices, depth);
            let count = choices.below(4);
            Value::set(
                element.clone(),
                (0..count).map(|_| value_of(&element, choices, depth.saturating_sub(1))),
            )
            .expect("a set")
        }
        Type::Map(element) => {
            let element = closed(element, choices, depth);
            let keys: Vec<&str> = ["a", "b", "c"].into_iter().filter(|_| choices.once_in(2)).collect();
            let entries =
                keys.into_iter().map(|key| (key, value_of(&element, choices, depth.saturating_sub(1))));
            Value::map(element.clone(), entries.collect()).expect("a map")
        }
        Type::Tuple(elements) => {
            Value::tuple(elements.iter().map(|element| value_of(element, choices, depth)).collect::<Vec<_>>())
        }
        Type::Object(attributes) => {
            let mut attributes: Vec<_> = attributes.iter().collect();
            attributes.sort_by_key(|(name, _)| *name);
            let attributes = attributes.into_iter().map(|(name, ty)| (name, value_of(ty, choices, depth)));
            Value::object(attributes.collect::<Map>())
        }
        Type::Capsule(_) if *ty == bytes_type() => bytes(vec![7; choices.below(4)]),
        _ => return value_of(&closed(&Type::Dynamic, choices, depth), choices, depth),
    };
    match choices.below(12) {
        11 => value.mark(Mark::new("one")),
        10 => value.mark(Mark::new("two")),
        _ => value,
    }
}

/// The type, or any type in the place of the dynamic pseudo-type.
fn closed(ty: &Type, choices: &mut Choices<'_>, depth: u32) -> Type {
    if *ty != Type::Dynamic {
        return ty.clone();
    }
    let inner = |choices: &mut Choices<'_>| closed(&Type::Dynamic, choices, depth.saturating_sub(1));
    match choices.below(if depth == 0 { 3 } else { 8 }) {
        0 => Type::String,
        1 => Type::Number,
        2 => Type::Bool,
        3 => Type::list(inner(choices)),
        4 => Type::set(inner(choices)),
        5 => Type::map(inner(choices)),
        6 => Type::tuple((0..choices.below(4)).map(|_| inner(choices)).collect::<Vec<_>>()),
        _ => {
            let names: Vec<&str> = ["a", "b", "c"].into_iter().filter(|_| choices.once_in(2)).collect();
            Type::object(names.into_iter().map(|name| (name, inner(choices))).collect::<Vec<_>>())
        }
    }
}

fn arguments_for(function: &Function, choices: &mut Choices<'_>) -> Vec<Value> {
    let more = if function.variadic().is_some() { 1 + choices.below(3) } else { 0 };
    (0..function.parameters().len() + more)
        .filter_map(|index| function.parameter(index))
        .map(|parameter| {
            // A part of the arguments has to be converted.
            let ty = if choices.once_in(8) { &Type::Dynamic } else { parameter.ty() };
            value_of(ty, choices, 2)
        })
        .collect()
}

/// See [`soundness::check_call`].
fn check_call(name: &str, function: &Function, bytes: &[u8]) -> Result<Option<bool>, String> {
    let mut choices = Choices::new(bytes);
    // Arguments that match each other are rare.
    for _ in 0..8 {
        let arguments = arguments_for(function, &mut choices);
        let checked = soundness::check_call(name, function, &arguments, &Limits::DEFAULT, &mut choices)?;
        if checked.is_some() {
            return Ok(checked);
        }
    }
    Ok(None)
}

proptest! {
    // The cases are the same in each run; the fuzz target `functions` searches for others.
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn known_parts_of_a_result_hold(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for (name, function) in stdlib::functions() {
            prop_assert_eq!(check_call(name, &function, &bytes).map(drop), Ok(()));
        }
    }
}

/// Makes sure that some calls of each function succeed, since the law does not apply to failures.
#[test]
fn the_law_is_tested_with_every_function() {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
    let strategy = prop::collection::vec(any::<u8>(), 200);
    let mut left: Vec<_> = stdlib::functions().collect();
    for _ in 0..2_000 {
        let bytes = strategy.new_tree(&mut runner).expect("bytes").current();
        left.retain(|(name, function)| check_call(name, function, &bytes) != Ok(Some(true)));
    }
    let left: Vec<&str> = left.into_iter().map(|(name, _)| name).collect();
    assert_eq!(left, [""; 0]);
}
