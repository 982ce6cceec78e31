//! Operators, with short circuits, nulls and unknown operands.

use serde_hcl::{EvalContext, Function, Value, value};

use crate::support::{errors, parse, values};

#[test]
fn valid_operations_have_values() {
    values(&[
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("7 % 4", "3"),
        ("-7 % 4", "-3"),
        ("1 / 3 * 3 == 1", "true"),
        (r#""5" + 1"#, "6"),
        ("0.1 + 0.2", "0.3"),
        ("10 - 3 - 2", "5"),
        ("1 / 0", "+Inf"),
        ("-n", "-3"),
        ("--n", "3"),
        ("!t", "false"),
        ("!!t", "true"),
        ("1 < 2", "true"),
        ("2 >= 2", "true"),
        (r#""10" > 9"#, "true"),
        (r#"1 == "1""#, "false"),
        ("n == 3", "true"),
        ("none == null", "true"),
        ("no_number == null", "true"),
        (r#""a" != "b""#, "true"),
        ("t && false", "false"),
        ("null && true", "false"),
        ("true && null", "false"),
        ("null || true", "true"),
        ("false && missing", "false"),
        ("missing && false", "false"),
        ("true || missing", "true"),
        ("missing || true", "true"),
        ("bool && false", "false"),
        ("bool || true", "true"),
        ("bool && true", "unknown(bool, not null)"),
        ("number + 1", "unknown(number, not null)"),
        ("number == 1", "unknown(bool, not null)"),
        ("number < 1", "unknown(bool, not null)"),
        ("any + 1", "unknown(number, not null)"),
        ("any == 1", "unknown(bool, not null)"),
        (r#"string == "a""#, "unknown(bool, not null)"),
        (r#"[number] == ["a"]"#, "false"),
        ("[number, 1] == [2, 2]", "unknown(bool, not null)"),
        ("170141183460469231731687303715884105727 + 1", "170141183460469231731687303715884105728"),
    ]);
}

#[test]
fn invalid_operations_have_errors() {
    errors(&[
        (
            "1 + true",
            "Invalid operand",
            "true",
            "Unsuitable value for right operand: expected a number, found a bool.",
        ),
        ("1 + none", "Operation failed", "none", "The right operand is null."),
        (
            r#""x" * 2"#,
            "Invalid operand",
            r#""x""#,
            r#"Unsuitable value for left operand: expected a number, found the string "x"."#,
        ),
        (
            "5 % 0",
            "Operation failed",
            "5 % 0",
            "This has no result: the remainder of a division by zero, or of zero and infinity, is undefined.",
        ),
        (
            "0 / 0",
            "Operation failed",
            "0 / 0",
            "This has no result: zero divided by zero has no result, nor has infinity divided by infinity.",
        ),
        (
            "true && 5",
            "Invalid operand",
            "5",
            "Unsuitable value for right operand: expected a bool, found a number.",
        ),
        (
            r#"!"maybe""#,
            "Invalid operand",
            r#""maybe""#,
            r#"Unsuitable value for unary operand: expected true or false, found the string "maybe"."#,
        ),
        ("1 < none", "Operation failed", "none", "The right operand is null."),
    ]);
}

/// Operators of all levels, each within the right operand of the one before, at the maximum depth.
#[test]
fn all_levels_nest_on_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let levels = serde_hcl::Limits::DEFAULT.depth as usize;
        let text =
            format!("{}1{}", "true || true && 1 == 1 < 1 + 1 * -f(".repeat(levels), ")".repeat(levels));
        let mut context = EvalContext::new();
        context.set_function("f", Function::from_fn(|_: Value| 1));
        assert_eq!(parse(&text).evaluate(&context).expect("no error"), value!(true));
    });
    thread.expect("a thread starts").join().expect("the stack is large enough");
}
