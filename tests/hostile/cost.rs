//! Work that is not in proportion to a text is charged in steps, which are counted here.

use serde_hcl::{Error, EvalContext, Limits, Value, diag::Category, parse_expression};

use crate::work::{is_full, measure, on_a_small_stack};
use test_support::costs::used;

/// The context of an evaluation with at most this many steps.
fn context(variables: &[(&str, Value)], steps: u64) -> EvalContext {
    let mut context = test_support::functions();
    for (name, value) in variables {
        context.set(*name, value.clone());
    }
    let mut limits = Limits::default();
    limits.steps = steps;
    context.set_limits(limits);
    context
}

/// The value of an expression with `n` steps.
fn with_steps(text: &str, variables: &[(&str, Value)], steps: u64) -> Result<Value, Error> {
    parse_expression(text).into_result()?.evaluate(&context(variables, steps))
}

/// The number of steps that an expression takes. With three quarters of them, the error is one
/// about a limit.
fn steps(name: &str, text: &str, variables: &[(&str, Value)]) -> u64 {
    let context = context(variables, 1 << 40);
    let budget = context.budget();
    let expression = parse_expression(text).into_result().expect("it is valid");
    let outcome = expression.evaluate_within(&context, &budget);
    assert!(!outcome.diagnostics.has_errors(), "{name}: {}", outcome.diagnostics);
    let taken = used(&budget).steps.max(1);
    let error = with_steps(text, variables, taken * 3 / 4).expect_err(name);
    assert!(error.category() == Category::Limit, "{name}: {error}");
    taken
}

type Variables = Vec<(&'static str, Value)>;

/// Returns a text of `4 * n` bytes.
fn text(n: usize) -> Variables {
    vec![("t", "A".repeat(4 * n).into()), ("o", "-".into())]
}

/// Two different numbers with `4 * n` digits, whose product has the maximum number of digits.
fn digits(n: usize) -> Variables {
    let n = (4 * n).min(10_000);
    let number = |text: String| -> Value { text.parse::<serde_hcl::Number>().expect("a number").into() };
    vec![("x", number("7".repeat(n))), ("y", number("3".repeat(n / 2) + "1"))]
}

/// Two objects of `n` attributes of different types, and a list of one.
fn objects(n: usize) -> Variables {
    let object = |kind: fn(usize) -> Value| -> Value {
        Value::object((0..n).map(|index| (format!("k{index}"), kind(index))).collect())
    };
    let (a, b) = (object(|index| index.into()), object(|index| index.to_string().into()));
    let map = Value::map(b.ty().clone(), [("x", b.clone())].into_iter().collect()).expect("one type");
    vec![("a", a), ("b", b), ("m", map)]
}

fn numbers(n: usize) -> Variables {
    vec![("l", Value::tuple((0..n).map(Value::from)))]
}

type Cost = (&'static str, fn(usize) -> Variables, u64);

/// An expression, its variables for a size, and how many times the steps four times the size takes
/// at least.
const COSTS: &[Cost] = &[
    ("strlen(t)", text, 3),
    ("strrev(t)", text, 3),
    ("substr(t, 1, 2)", text, 3),
    ("upper(t)", text, 3),
    ("title(t)", text, 3),
    ("trim(t, o)", text, 3),
    ("trim(o, t)", text, 3),
    ("replace(t, \"A\", \"\")", text, 3),
    ("split(\"A\", t)", text, 3),
    ("format(\"%.2s\", t)", text, 3),
    ("format(\"%1q\", t)", text, 3),
    ("jsonencode(t)", text, 3),
    ("jsondecode(jsonencode(t))", text, 3),
    ("csvdecode(t)", text, 3),
    ("regex(\"A+$\", t)", text, 3),
    ("regexall(\".*[^A-Z]|[A-Z]\", t)", text, 10),
    ("regexreplace(t, \".*[^A-Z]|[A-Z]\", \"\")", text, 10),
    ("x + y", digits, 10),
    ("x - y", digits, 10),
    ("x * y", digits, 10),
    ("x / y", digits, 10),
    ("x % y", digits, 10),
    ("x < y", digits, 10),
    ("x == y", digits, 10),
    ("x / 3", digits, 6),
    ("add(x, y)", digits, 10),
    ("multiply(x, y)", digits, 10),
    ("divide(x, y)", digits, 10),
    ("modulo(x, y)", digits, 10),
    ("max(x, y)", digits, 10),
    ("floor(x)", digits, 10),
    ("range(x, x + 2)", digits, 10),
    ("true ? a : b", objects, 3),
    ("a == b", objects, 3),
    ("coalesce(a, b)", objects, 3),
    ("coalesce(b, a)", objects, 3),
    ("coalescelist([a], [b])", objects, 3),
    ("lookup(m, \"x\", a)", objects, 3),
    ("lookup(m, \"y\", a)", objects, 3),
    ("tolist([a, b])", objects, 3),
    ("tomap(a)", objects, 3),
    ("concat(tolist([a]), tolist([b]))", objects, 3),
    ("setproduct([a, b], [a, b])", objects, 3),
    ("tolist(l)", numbers, 3),
    ("toset(l)", numbers, 3),
    ("join(\",\", l)", numbers, 3),
    ("distinct(l)", numbers, 3),
    ("contains(l, -1)", numbers, 3),
    ("formatlist(\"%d\", l)", numbers, 3),
    ("setunion(l, [])", numbers, 3),
];

#[test]
fn work_is_charged_in_steps() {
    let size = if is_full() { 500 } else { 250 };
    let wrong = COSTS.iter().step_by(test_support::step(3)).filter_map(|(expression, variables, growth)| {
        // Without the fixed costs.
        let start = steps(expression, expression, &variables(8));
        let grown = |size| steps(expression, expression, &variables(size)).saturating_sub(start);
        let (small, large) = (grown(size), grown(4 * size));
        (large < growth * small || large == 0).then(|| format!("{expression}: {small} steps, then {large}"))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

/// Prints how long a step takes:
/// `cargo test --release --all-features --test hostile -- --ignored --nocapture cost::table`.
#[test]
#[ignore = "it prints a table to look at"]
fn table() {
    println!("| {:44} | {:>9} | {:>9} | {:>8} |", "expression", "steps", "time", "per step");
    for (expression, variables, _) in COSTS {
        let variables = variables(8_000);
        let taken = steps(expression, expression, &variables);
        let nanoseconds = |_| {
            measure(|| _ = with_steps(expression, &variables, taken).expect("enough"))
                .nanoseconds
                .unwrap_or(0)
        };
        let fastest = (0..5).map(nanoseconds).min().unwrap_or(0);
        let (time, each) = (fastest as f64 / 1e6, fastest / taken);
        println!("| {expression:44} | {taken:>9} | {time:>6.2} ms | {each:>5} ns |");
    }
}

/// Passing a value on, or reading one of its elements, takes the same steps for any value.
#[test]
fn constant_time_is_constant() {
    for expression in [
        "length(l)",
        "element(l, 1)",
        "index(l, 1)",
        "hasindex(l, 1)",
        "assertnotnull(l)",
        "coalesce(l)",
        "coalesce(l, l)",
        "lookup({ a = l }, \"a\", 1)",
        "lookup({ a = 1 }, \"b\", l)",
        "true ? l : null",
    ] {
        let small = steps(expression, expression, &numbers(100));
        let large = steps(expression, expression, &numbers(10_000));
        assert_eq!(small, large, "{expression}");
    }
}

/// A condition of a `for` expression is evaluated without an element first, which must not double
/// the work at each level.
#[test]
fn nested_conditions_of_for_expressions_take_linear_time() {
    on_a_small_stack(|| {
        let nested = |levels: usize| {
            (0..levels).fold("true".to_owned(), |inner, _| format!("[for x in [1] : x if {inner}][0] == 1"))
        };
        for (levels, most) in [(5, 500), (10, 2_000), (20, 8_000), (40, 32_000)] {
            let taken = steps("nested conditions", &nested(levels), &[]);
            assert!(taken < most, "{levels} levels: {taken} steps");
        }
    });
}

/// Each level escapes the text of the level below, so the text doubles.
#[test]
fn nested_jsonencode_is_stopped_before_memory_is_taken() {
    on_a_small_stack(|| {
        let text = format!("{}{}{}", "jsonencode(".repeat(60), "\"\\\"\"", ")".repeat(60));
        let mut context = EvalContext::new();
        test_support::functions::register(&mut context);
        let mut limits = Limits::default();
        limits.bytes = 1 << 20;
        context.set_limits(limits);
        let expression = parse_expression(text).into_result().expect("it is sound");
        let work = measure(|| {
            let error = expression.evaluate(&context).expect_err("it doubles");
            assert_eq!(error.category(), Category::Limit, "{error}");
        });
        assert!(work.bytes < 20 << 20, "{work:?}");
    });
}

/// A pattern is compiled once for all calls of a function, and a function keeps only a few.
#[test]
fn patterns_are_compiled_once() {
    let calls = |expression: &str| {
        let parsed = parse_expression(expression).into_result().expect("it is sound");
        let mut context = EvalContext::new();
        test_support::functions::register(&mut context);
        context.set("l", Value::tuple((0..100).map(Value::from)));
        measure(|| _ = parsed.evaluate(&context).expect("it matches")).bytes
    };
    let (same, different) =
        (calls("[for i in l : regex(\"[0-9]+\", i)]"), calls("[for i in l : regex(\"[0-9]+|${i}\", i)]"));
    assert!(same * 10 < different, "{same} bytes for one pattern, {different} for a hundred");
}
