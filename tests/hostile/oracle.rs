//! The cost of a step, a byte and an element of the limits: the work of each function, operator and
//! construct is bounded by the amounts that it charges to its budget, for any arguments.
//!
//! Memory is counted by the allocator. Time is counted in instructions, by callgrind, in optimized
//! builds; that needs valgrind. Neither depends on the machine or on what else runs on it. A
//! function is covered as soon as it is registered.

use std::fmt::Write;
use std::hint::black_box;

use serde_hcl::{EvalContext, Expression, Limits, Number, Type, Value, parse_expression, value};

use crate::instructions;
use crate::work::{is_full, measure_memory, on_a_small_stack};
use test_support::arguments::converted;
use test_support::costs::{ALLOCATED, Cost, PEAK, RETAINED, used};

/// Instructions of an optimized build.
const INSTRUCTIONS: Cost = Cost { step: 3_000, element: 1_000, byte: 24, start: 20_000 };

/// Values of `n` parts, by their kinds.
fn values(n: usize) -> Vec<(&'static str, Value)> {
    let texts = |prefix: &str| (0..n).map(|i| Value::from(format!("{prefix}{i}"))).collect::<Vec<_>>();
    let numbers = || (0..n).map(Value::from);
    let object = |n: usize| -> Value {
        Value::object((0..n).map(|i| (format!("k{i}"), Value::from(i.to_string()))).collect())
    };
    let list = |element: Type, items: Vec<Value>| Value::list(element, items).expect("of one type");
    // As long as numbers can be, for the larger sizes.
    let zeros = (100 * n).min(16_000);
    let long = Value::from(format!("1{}1", "0".repeat(zeros)).parse::<Number>().expect("it is a number"));
    let json = serde_json::to_string(&(0..n).map(|i| (i, vec![i])).collect::<Vec<_>>()).expect("it is JSON");
    let pairs = (0..n).map(|i| value!([(i), [(i.to_string())]]));
    vec![
        ("text", Value::from("a bc ".repeat(n))),
        ("one", value!(1)),
        ("accents", Value::from("é\u{20dd}ü".repeat(n))),
        ("composed late", Value::from(format!("e{}", "\u{327}\u{301}".repeat(n)))),
        ("lines", Value::from("x, y\n\n".repeat(n))),
        ("spaces", Value::from(" ".repeat(n))),
        ("digits", Value::from("7".repeat(n))),
        ("verbs", Value::from("%s %5d".repeat(n))),
        ("pattern", Value::from("(a*)*b?".repeat(n / 64 + 1))),
        ("json", Value::from(json)),
        ("bad json", Value::from("[tru,\"\\z\"".repeat(n))),
        ("duration", Value::from("1h2m3s")),
        ("number", Value::from("7".repeat(n).parse::<Number>().expect("it is a number"))),
        ("fraction", Value::from(format!("0.{}", "7".repeat(n)).parse::<Number>().expect("it is a number"))),
        ("zeros", Value::from(format!("7e{}", 40 * n).parse::<Number>().expect("it is a number"))),
        ("exponent", Value::from("7e999999999".parse::<Number>().expect("it is a number"))),
        ("long", long.clone()),
        ("quotient", value!([((&Number::from(1) / &3.into()).expect("a quotient"))])[0].clone()),
        ("long numbers", Value::tuple(vec![long; 3])),
        ("zero", value!(0)),
        ("true", value!(true)),
        ("strings", list(Type::String, texts("s"))),
        ("numbers", list(Type::Number, numbers().collect())),
        ("lists", list(Type::list(Type::String), vec![list(Type::String, texts("s")); 3])),
        ("tuple", Value::tuple(numbers())),
        ("mixed", Value::tuple(pairs)),
        ("tuples", Value::tuple(vec![Value::tuple(numbers()); 16])),
        ("set", Value::set(Type::String, texts("s")).expect("of one type")),
        ("sets", Value::tuple(vec![Value::set(Type::Number, numbers()).expect("of one type"); 3])),
        (
            "map",
            Value::map(Type::String, (0..n).map(|i| (format!("k{i}"), Value::from(i.to_string()))).collect())
                .expect("of one type"),
        ),
        (
            "map of lists",
            Value::map(
                Type::list(Type::String),
                (0..3).map(|i| (format!("k{i}"), list(Type::String, texts("s")))).collect(),
            )
            .expect("of one type"),
        ),
        ("object", object(n)),
        ("objects", Value::tuple((0..n).map(|i| value!({ "a": (i), "b": (i.to_string()) })))),
        (
            "unlike",
            Value::tuple(
                (0..n).map(|i| Value::object([(format!("k{i}"), Value::from(i))].into_iter().collect())),
            ),
        ),
        ("unknown", Value::unknown(object(n).ty().clone())),
        ("null", Value::NULL),
    ]
}

/// Expressions of `v` and `w`, which can have any value, and of undefined names.
const CONSTRUCTS: [&str; 56] = [
    "v == w",
    "v != w",
    "v + w",
    "v - w",
    "v * w",
    "v / w",
    "v % w",
    "v < w",
    "v >= w",
    "v && w",
    "v || w",
    "-v",
    "--v",
    "!v",
    "!!v",
    "-(v + w)",
    "-v + -w",
    "v ? v : w",
    "true ? v : w",
    "false ? v : w",
    "true ? [v, w] : [w, v]",
    "[v, w]",
    "[v]",
    "[]",
    "{ a = v, b = w }",
    "{ (v) = w }",
    "{}",
    "v[0]",
    "v[w]",
    "w[v]",
    "v.k1",
    "v[\"k1\"]",
    "v.nope",
    "v[*]",
    "v[*][0]",
    "v[*].nope",
    "v.*.a",
    "\"${v}\"",
    "\"${v}${w}\"",
    "\"%{ for x in v }%{ endfor }\"",
    "\"%{ for x in v }${x}%{ endfor }\"",
    "\"%{ if v }a%{ else }b%{ endif }\"",
    "[for x in v : x]",
    "[for x in v : [x]]",
    "[for x in v : {}]",
    "[for x in v : \"text\"]",
    "[for x in v : x if false]",
    "[for x in v : x.nope]",
    "[for x in v : nope]",
    "[for x in v : nope(x)]",
    "[for x in v : { a = 1, a = 2 }]",
    "[for x in v : x + 1]",
    "{ for k, x in v : k => x }",
    "{ for k, x in v : \"a\" => x }",
    "{ for x in v : x => x... }",
    "[for x in v : x / 3]",
];

/// A name for messages, an expression, and the context that it is evaluated in.
struct Case {
    name: String,
    expression: Expression,
    context: EvalContext,
}

impl Case {
    /// Creates the case of an expression, or of a loop over this many of its results, in a context
    /// with functions.
    fn new(
        context: &EvalContext,
        text: &str,
        variables: &[(&str, &(&str, Value))],
        Size { n, rounds: repeated }: Size,
    ) -> Self {
        let mut context = context.clone();
        let mut name = format!("{text} of {n}");
        let text = if repeated == 1 {
            text.to_owned()
        } else {
            write!(name, " in a loop").expect("a string takes all");
            context.set("rounds", Value::tuple(vec![Value::NULL; repeated]));
            format!("[for _ in rounds : {text}]")
        };
        for (variable, (kind, value)) in variables {
            // Cached properties of a value are charged to its creation.
            black_box(value.ty());
            context.set(*variable, value.clone());
            write!(name, ", {variable} = {kind}").expect("a string takes all");
        }
        let expression =
            parse_expression(text.as_str()).into_result().unwrap_or_else(|error| panic!("{text}: {error}"));
        Self { name, expression, context }
    }

    /// Evaluates the expression, and returns the amounts that were used.
    fn run(&self, result: &mut Option<Value>) -> Limits {
        let budget = self.context.budget();
        *result = Some(self.expression.evaluate_within(&self.context, &budget).value);
        used(&budget)
    }
}

/// Calls a function with the cases of a size: with the first one of each expression, and then with
/// every `n`th one. The results of several rounds are kept, so that what each of them takes
/// exceeds what an evaluation takes at its start.
fn each_case(size: Size, step: usize, mut run: impl FnMut(&Case)) {
    let Size { n, rounds } = size;
    let mut context = EvalContext::new();
    test_support::functions::register(&mut context);
    // Equal values do not share their parts.
    let (values, equal) = (values(n), self::values(n));
    for text in CONSTRUCTS {
        let cases = values.iter().enumerate().flat_map(|(index, value)| {
            [(value, &equal[index]), (value, &values[(index + 1) % values.len()])]
        });
        // In loops, all numbers, since the results of most operators are numbers.
        let is_in_sample = |(index, (value, _)): &(usize, (&(_, Value), _))| {
            index % step == 0 || rounds > 1 && value.1.is_number()
        };
        for (_, (value, other)) in cases.enumerate().filter(is_in_sample) {
            run(&Case::new(&context, text, &[("v", value), ("w", other)], size));
        }
    }
    for (name, function) in test_support::functions::all() {
        let required = function.parameters().len();
        let most = if function.variadic().is_some() { required.max(2) } else { required };
        for count in required..=most {
            let names: Vec<String> = (0..count).map(|index| format!("v{index}")).collect();
            let text = format!("{name}({})", names.join(", "));
            let fits = |position| {
                let fits = |(_, value): &(_, Value)| converted(&function, position, value).is_ok();
                values.iter().map(fits).collect::<Vec<_>>()
            };
            let fits: Vec<_> = (0..count).map(fits).collect();
            let mut fitting = 0;
            // The arguments are indexes of values. If they are all the same, the first one does not
            // share its parts with the others.
            let mut call = |arguments: &[usize], are_equal: bool| {
                if arguments.iter().zip(&fits).all(|(index, fits)| fits[*index]) {
                    fitting += 1;
                    if fitting % step != 1 % step {
                        return;
                    }
                    let arguments = arguments.iter().enumerate().map(|(position, index)| {
                        if are_equal && position == 0 { &equal[*index] } else { &values[*index] }
                    });
                    let variables: Vec<_> = names.iter().map(String::as_str).zip(arguments).collect();
                    run(&Case::new(&context, &text, &variables, size));
                }
            };
            // All values are the same, or one differs.
            for index in 0..values.len() {
                call(&vec![index; count], true);
                for at in (0..count).filter(|_| count > 1) {
                    for other in [1, 7, 11] {
                        let mut arguments = vec![index; count];
                        arguments[at] = (index + other) % values.len();
                        call(&arguments, false);
                    }
                }
            }
        }
    }
}

/// The size of values, and how often each expression is evaluated with them.
#[derive(Clone, Copy)]
struct Size {
    n: usize,
    rounds: usize,
}

fn sizes() -> [Size; 3] {
    let sizes = if is_full() { [(100, 1), (400, 1), (40, 30)] } else { [(40, 1), (120, 1), (40, 8)] };
    sizes.map(|(n, rounds)| Size { n, rounds })
}

#[test]
fn memory_is_taken_off_the_budget() {
    let expensive = on_a_small_stack(|| {
        let mut expensive = Vec::new();
        for size in sizes().into_iter().step_by(test_support::step(2)) {
            each_case(size, test_support::step(2_400), |case| {
                // Caches are not charged: compiled patterns, and the types of variables.
                case.run(&mut None);
                let (mut result, mut used) = (None, Limits::default());
                let work = measure_memory(|| used = case.run(&mut result));
                for (what, cost, bytes) in [
                    ("retained", RETAINED, work.retained),
                    ("peak", PEAK, work.peak),
                    ("allocated", ALLOCATED, work.allocated),
                ] {
                    if bytes > cost.most(&used) {
                        expensive.push(format!("{}: {bytes} bytes {what} for {}", case.name, amounts(&used)));
                    }
                }
            });
        }
        expensive
    });
    assert!(expensive.is_empty(), "{} cases:\n{}", expensive.len(), expensive.join("\n"));
}

#[test]
fn the_marks_of_each_part_are_taken_off_the_budget() {
    let mark = serde_hcl::value::Mark::new("a");
    for name in ["ephemeralasnull", "sensitive", "nonsensitive"] {
        let function = test_support::functions::function(name).expect("it exists");
        for count in [1, 10, 1000] {
            let parts = (0..count).map(|index| Value::tuple([Value::from(index).mark(mark.clone())]));
            let value = Value::tuple(parts);
            // The type of a variable is not charged.
            black_box(value.ty());
            let budget = serde_hcl::func::Budget::new(&Limits::default());
            let mut result = None;
            let work = measure_memory(|| result = Some(function.invoke(vec![value.clone()], &budget)));
            assert!(result.is_some_and(|result| result.is_ok()), "{name} of {count}");
            let used = used(&budget);
            assert!(
                work.retained <= RETAINED.most(&used),
                "{name} of {count}: {} bytes for {}",
                work.retained,
                amounts(&used)
            );
        }
    }
}

fn amounts(used: &Limits) -> String {
    format!("{} steps, {} bytes, {} elements", used.steps, used.bytes, used.elements)
}

/// The instructions in this function are those that are counted.
#[inline(never)]
fn counted(case: &Case) -> Limits {
    let mut result = None;
    let used = case.run(&mut result);
    black_box(result);
    used
}

/// The environment variable with the step for [`cases`].
const STEP: &str = "COST_CASES_STEP";

/// Runs the cases for [`expensive_in_time`].
#[test]
#[ignore = "it runs below callgrind"]
fn cases() {
    let step = std::env::var(STEP).map_or(1, |step| step.parse().expect("a number"));
    for size in sizes() {
        each_case(size, step, |case| {
            let used = counted(case);
            println!("case\t{}\t{}\t{}\t{}", used.steps, used.bytes, used.elements, case.name);
        });
    }
}

#[test]
#[ignore = "all cases take ten minutes, and the figures are those of optimized builds"]
fn time_is_taken_off_the_budget() {
    let expensive = expensive_in_time(1);
    assert!(expensive.is_empty(), "{} cases:\n{}", expensive.len(), expensive.join("\n"));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "the figures are those of optimized builds")]
fn a_sample_of_the_time_is_taken_off_the_budget() {
    let expensive = expensive_in_time(16);
    assert!(expensive.is_empty(), "{} cases:\n{}", expensive.len(), expensive.join("\n"));
}

/// The cases that take too many instructions, from every `step`th case. Their names and their
/// instructions are in the same order.
fn expensive_in_time(step: usize) -> Vec<String> {
    let (printed, counts) =
        instructions::of_calls("oracle::cases", "hostile::oracle::counted", (STEP, &step.to_string()));
    let cases: Vec<&str> =
        printed.lines().filter_map(|line| line.split_once("case\t").map(|(_, case)| case)).collect();
    assert!(cases.len() > 200 && cases.len() <= counts.len(), "{} counts: {printed}", counts.len());
    let check = |(case, instructions): (&str, u64)| {
        let mut fields = case.split('\t');
        let mut amount = || fields.next().and_then(|field| field.parse::<u64>().ok()).expect("an amount");
        let mut used = Limits::default();
        (used.steps, used.bytes, used.elements) = (amount(), amount(), amount());
        let name = fields.next().expect("a name");
        let most = INSTRUCTIONS.most(&used);
        let share = instructions as f64 / most as f64;
        (instructions > most).then(|| {
            format!("{name}: {share:.1} times as many: {instructions} instructions for {}", amounts(&used))
        })
    };
    cases.into_iter().zip(counts).filter_map(check).collect()
}
