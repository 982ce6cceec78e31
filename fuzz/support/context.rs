//! The context of fuzzed expressions: a variable of every kind, all functions, and small limits.

use std::sync::OnceLock;

use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Limits, Map, Number, Type, Value, value};

/// The text and the names in marked values.
pub const SECRET: &str = "s3cr3t-Zq7";

/// Checks that nothing of a marked value is shown, unless the input has the same text by itself.
#[allow(dead_code, reason = "some targets show nothing")]
#[track_caller]
pub fn check_secrets(shown: &str, input: &[u8]) {
    let is_input = || input.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
    assert!(!shown.contains(SECRET) || is_input(), "a secret is shown: {shown}");
}

/// The context, created once.
#[allow(dead_code, reason = "some targets need the limits alone")]
pub fn context() -> &'static EvalContext {
    static CONTEXT: OnceLock<EvalContext> = OnceLock::new();
    CONTEXT.get_or_init(|| {
        let list = Value::list(Type::Number, (1..4).map(Value::from)).expect("one type");
        let set = Value::set(Type::String, ["x", "y"].map(Value::from)).expect("one type");
        let mut context = EvalContext::new();
        test_support::functions::register(&mut context);
        context
            .set_limits(limits())
            .set("a", value!({ "b": [1, "x", null, true], "c": { "d": "e" } }))
            .set("l", list)
            .set("s", set)
            .set("n", "1e999999999".parse::<Number>().expect("a number"))
            .set("i", Number::INFINITY)
            .set("t", "text ${ with é")
            .set("u", Value::UNKNOWN)
            .set("us", Value::unknown(Type::String))
            .set("ul", Value::unknown(Type::list(Type::Number)))
            .set("uo", Value::unknown(Type::object([("a", Type::Bool), ("b", Type::Dynamic)])))
            .set("z", Value::NULL)
            .set("m", Value::from(SECRET).mark(Mark::new("sensitive")))
            .set("ml", Value::tuple([SECRET, "b"].map(Value::from)).mark(Mark::new("sensitive")))
            .set("mm", Value::object(Map::from_iter([(SECRET, Value::from(SECRET))])).mark(Mark::new("sensitive")))
            .set("mo", Value::tuple([Value::from(1).mark(Mark::new("x")), Value::from(2)]));
        context
    })
}

/// Limits that are reached soon.
pub fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.steps = 20_000;
    limits.bytes = 1 << 20;
    limits.elements = 20_000;
    limits
}
