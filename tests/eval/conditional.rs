//! Conditionals: the results have one type, and the condition selects one.

use serde_hcl::{EvalContext, Value};

use crate::support::{errors, parse, values};

#[test]
fn valid_conditionals_have_values() {
    values(&[
        ("t ? 1 : 2", "1"),
        ("false ? 1 : 2", "2"),
        (r#"t ? 1 : "a""#, r#""1""#),
        ("t ? null : 1", "null(number)"),
        ("false ? null : 1", "1"),
        ("bool ? 1 : 2", "unknown(number, not null, >= 1, <= 2)"),
        (r#"bool ? "a" : 1"#, "unknown(string, not null)"),
        ("bool ? none : none", "null(dynamic)"),
        ("any ? 1 : 2", "unknown(number, not null, >= 1, <= 2)"),
        (r#"t ? [1] : [2, "x"]"#, r#"list(string)["1"]"#),
        (r#"t ? {a = 1} : {b = "x"}"#, r#"map(string){ a = "1" }"#),
        (r#"t ? list : ["z"]"#, r#"list(string)["a", "b", "c"]"#),
        ("t ? any : 1", "unknown(dynamic)"),
        ("t ? 1 : missing", "1"),
        (r#"n > 2 ? "big" : n > 1 ? "middle" : "small""#, r#""big""#),
        (r#""true" ? 1 : 2"#, "1"),
    ]);
}

#[test]
fn invalid_conditionals_have_errors() {
    errors(&[
        ("none ? 1 : 2", "Null condition", "none", "A condition must be true or false, but this is null."),
        (
            "5 ? 1 : 2",
            "Incorrect condition type",
            "5",
            "This cannot be a condition: expected a bool, found a number.",
        ),
        (
            "t ? [1] : 1",
            "Inconsistent conditional result types",
            "[1] : 1",
            "Both results of a conditional must have the same type. The result if true is a list, but the result if false is a number.",
        ),
        ("missing ? 1 : 2", "Unknown variable", "missing", r#"There is no variable named "missing"."#),
        ("t ? missing : 1", "Unknown variable", "missing", r#"There is no variable named "missing"."#),
    ]);
}

/// Results of the same type need no unification, at any depth.
#[test]
fn conditionals_of_one_type_accept_any_depth() {
    let deep = (0..300).fold(Value::from(1), |inner, _| Value::tuple([inner]));
    let mut context = EvalContext::new();
    context.set("deep", deep.clone());
    assert_eq!(parse("true ? deep : deep").evaluate(&context).expect("no error"), deep);
}
