//! Values that share their parts, so that they are far larger as text than in memory, in everything
//! that writes values.

use std::fmt::Write;

use serde::Serialize;
use serde_hcl::value::Typed;
use serde_hcl::{EvalContext, Map, Value, json, value};

use crate::work::{is_full, measure_memory, on_a_small_stack};

/// The memory that writing takes for each part of a value, see SECURITY.md.
const BYTES_OF_A_PART: u64 = 800;

const TOO_LARGE: &str = "The value is nested more than 256 levels deep or has more than 4194304 parts.";

/// Returns a value that contains another one twice, at a number of levels.
fn doubled(levels: u32, innermost: &Value) -> Value {
    (0..levels).fold(innermost.clone(), |inner, _| Value::tuple([inner.clone(), inner]))
}

/// Returns objects inside each other with two attributes of the same value, at a number of levels.
fn objects(levels: u32, name: &str) -> Value {
    let object = |inner: Value| {
        let entries = [(format!("{name}a"), inner.clone()), (format!("{name}b"), inner)];
        Value::object(entries.into_iter().collect::<Map>())
    };
    (0..levels).fold(value!(1), |inner, _| object(inner))
}

/// Writes a value as JSON with the crate that applications use.
fn foreign(value: &impl Serialize) -> Result<usize, String> {
    serde_json::to_string(value).map(|text| text.len()).map_err(|error| error.to_string())
}

/// Everything that writes a value. It returns the length of the text, or the message of the error.
type Writer = fn(&Value) -> Result<usize, String>;

const WRITERS: &[(&str, Writer)] = &[
    ("to_string", |value| {
        let file = Value::object([("a", value.clone())].into_iter().collect::<Map>());
        serde_hcl::to_string(&file).map(|text| text.len()).map_err(|error| error.to_string())
    }),
    ("json::to_string", |value| {
        json::to_string(value).map(|text| text.len()).map_err(|error| error.to_string())
    }),
    ("json::to_string_pretty", |value| {
        json::to_string_pretty(value).map(|text| text.len()).map_err(|error| error.to_string())
    }),
    ("to_value", |value| serde_hcl::to_value(value).map(|_| 0).map_err(|error| error.to_string())),
    ("Display", |value| {
        value.check_size().map(|()| value.to_string().len()).map_err(|error| error.to_string())
    }),
    ("Debug", |value| {
        value.check_size().map(|()| format!("{value:?}").len()).map_err(|error| error.to_string())
    }),
    ("serde_json", foreign),
    ("Typed", |value| foreign(&Typed::new(value, value.ty()))),
];

#[test]
fn memory_of_writing_is_in_proportion_to_the_parts() {
    let wrong = on_a_small_stack(|| {
        let mut wrong = Vec::new();
        let control = Value::from("\u{1}".repeat(63));
        let fewer = if is_full() { 0 } else { 2 };
        let [short, long, names] = [12, 10, 9].map(|levels| levels - fewer);
        for (kind, value, parts) in [
            ("numbers", doubled(short, &value!(1)), 2 << short),
            ("strings", doubled(short, &control), 2 << short),
            ("long strings", doubled(long, &Value::from("\u{1}".repeat(640))), 12 << long),
            ("objects", objects(short, "k"), 2 << short),
            ("long names", objects(names, &"k".repeat(640)), 22 << names),
        ] {
            for (writer, write) in WRITERS {
                let mut length = Ok(0);
                let memory = measure_memory(|| length = write(&value));
                if length.is_err() || memory.peak > BYTES_OF_A_PART * parts {
                    wrong.push(format!(
                        "{writer} of {kind}: {length:?}, {} bytes for {parts} parts",
                        memory.peak
                    ));
                }
            }
        }
        wrong
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn writers_reject_values_that_are_too_large() {
    on_a_small_stack(|| {
        let deep = (0..300).fold(value!(1), |inner, _| Value::tuple([inner]));
        for (kind, value) in [
            ("deep", &deep),
            ("numbers", &doubled(22, &value!(1))),
            ("endless", &doubled(100, &value!(1))),
            ("texts", &doubled(20, &Value::from("a".repeat(640)))),
            ("names", &objects(18, &"k".repeat(640))),
        ] {
            for (writer, write) in WRITERS {
                let mut written = Ok(0);
                let memory = measure_memory(|| written = write(value));
                let error = written.expect_err(writer);
                assert!(
                    error.to_lowercase().contains(&TOO_LARGE.trim_end_matches('.').to_lowercase()),
                    "{writer} of {kind}: {error}"
                );
                assert!(memory.peak < 100_000, "{writer} of {kind}: {memory:?}");
            }
            let mut shown = String::new();
            write!(shown, "{value}").expect("a string takes all");
            assert!(shown.contains('…') && shown.len() < 1_000, "Display of {kind}: {shown}");
            assert_eq!(value.check_size().expect_err(kind).detail(), TOO_LARGE, "{kind}");
        }
    });
}

/// Functions charge their output to the budget before it is allocated.
#[test]
fn functions_that_write_values_stay_within_the_limits() {
    on_a_small_stack(|| {
        let text = Value::from("\u{1}".repeat(640));
        for limits in [serde_hcl::Limits::strict(), serde_hcl::Limits::default()] {
            let mut context = EvalContext::new();
            test_support::functions::register(&mut context);
            context.set_limits(limits);
            let [numbers, texts] = if is_full() { [13, 9] } else { [10, 7] };
            context
                .set("v", doubled(numbers, &value!(1)))
                .set("t", doubled(texts, &text))
                .set("n", objects(texts, &"k".repeat(640)));
            for function in ["jsonencode(v)", "yamlencode(v)", "format(\"%#v\", v)", "formatlist(\"%#v\", v)"]
            {
                for name in ["v", "t", "n"] {
                    let call = function.replace("v)", &format!("{name})"));
                    let expression =
                        serde_hcl::parse_expression(call.as_str()).into_result().expect("it is sound");
                    let budget = context.budget();
                    let memory = measure_memory(|| _ = expression.evaluate_within(&context, &budget));
                    let used = limits.bytes - budget.left().bytes;
                    assert!(memory.peak <= 8 * used + 1_000_000, "{call}: {memory:?} for {used} bytes");
                }
            }
        }
    });
}
