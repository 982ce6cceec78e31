//! Results of functions for unknown values hold for all known values in their place.

use crate::support;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, RngSeed, TestRng, TestRunner};
use serde_hcl::value::RefinementBuilder;
use serde_hcl::{EvalContext, Function, Limits, Type, Value, stdlib};
use test_support::arguments::arguments_for;
use test_support::rows::check_each;
use test_support::soundness::{self, Choices};

fn refined(ty: Type, with: fn(RefinementBuilder) -> RefinementBuilder) -> Value {
    with(Value::unknown(ty).refine()).build().expect("the refinement can hold")
}

/// The standard context, and unknown values with refinements: `one_to_three` is a list, `two` has
/// that length or is null, `ten` is a number up to 10, `text` begins with "e\u{301}a-".
fn context() -> EvalContext {
    let list = || Type::list(Type::String);
    let mut context = support::context();
    context
        .set("one_to_three", refined(list(), |it| it.not_null().length(1..=3)))
        .set("up_to_two", refined(list(), |it| it.length(..=2)))
        .set("two", refined(list(), |it| it.length(2..=2)))
        .set("long", refined(list(), |it| it.length(1..=1025)))
        .set("ten", refined(Type::Number, |it| it.range(..=10)))
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
    let error = stdlib::function("jsondecode")
        .unwrap()
        .call(&[refined(Type::String, |it| it.prefix("x"))])
        .unwrap_err();
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

fn config() -> ProptestConfig {
    let default = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let cases = default.cases / test_support::step(4) as u32;
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1), ..default }
}

proptest! {
    // The cases are the same in each run; the fuzz target `functions` searches for others.
    #![proptest_config(config())]

    #[test]
    fn known_parts_of_a_result_hold(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for (name, function) in test_support::functions::all() {
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
    let mut left: Vec<_> = test_support::functions::all().collect();
    for _ in 0..2_000 {
        let bytes = strategy.new_tree(&mut runner).expect("bytes").current();
        left.retain(|(name, function)| check_call(name, function, &bytes) != Ok(Some(true)));
    }
    let left: Vec<&str> = left.into_iter().map(|(name, _)| name).collect();
    // These fail in any case, or have no arguments.
    assert_eq!(left, ["list", "map", "timestamp", "plantimestamp", "uuid"]);
}
