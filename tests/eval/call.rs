//! Function calls, expansion, namespaces, special forms.

use crate::support::{errors, values};

#[test]
fn valid_calls_have_values() {
    values(&[
        (r#"upper("x")"#, r#""X""#),
        ("upper(5)", r#""5""#),
        (r#"upper(["x"]...)"#, r#""X""#),
        (r#"upper(["x"].*...)"#, r#""X""#),
        ("ns::double(21)", "42"),
        ("upper(string)", "unknown(string, not null)"),
        ("upper(any)", "unknown(string, not null)"),
        (r#"try(missing, "fallback")"#, r#""fallback""#),
        ("try(object.nam, object.name)", r#""web""#),
        ("try(number, 1)", "unknown(dynamic)"),
        ("can(missing)", "false"),
        ("can(n)", "true"),
        ("can(string)", "unknown(bool)"),
        ("[for x in objects : try(x.nam, x.id)]", "[1, 2]"),
    ]);
}

#[test]
fn invalid_calls_have_errors() {
    errors(&[
        (
            "upper(set...)",
            "Too many function arguments",
            "set",
            r#"The function "upper" takes only 1 argument, but 2 are given."#,
        ),
        (
            r#"uper("x")"#,
            "Call to unknown function",
            "uper",
            r#"There is no function named "uper". Did you mean "upper"?"#,
        ),
        (
            "ns::triple(1)",
            "Call to unknown function",
            "ns::triple",
            r#"There is no function named "ns::triple"."#,
        ),
        (
            "other::f()",
            "Call to unknown function",
            "other::f",
            r#"There are no functions in namespace "other::"."#,
        ),
        (
            "upper()",
            "Not enough function arguments",
            ")",
            r#"The function "upper" takes 1 argument. A value for "first" is missing."#,
        ),
        (
            r#"upper("a", "b")"#,
            "Too many function arguments",
            r#""b""#,
            r#"The function "upper" takes only 1 argument, but 2 are given."#,
        ),
        (
            "upper([])",
            "Invalid function argument",
            "[]",
            r#"Invalid value for "first" parameter: expected a string, found a list."#,
        ),
        (
            "upper(none)",
            "Invalid function argument",
            "none",
            r#"Invalid value for "first" parameter: argument must not be null."#,
        ),
        (
            "upper(none...)",
            "Invalid expanding argument value",
            "none",
            r#"The argument before "..." must be a list or set, but this is null."#,
        ),
        (
            r#"upper("x"...)"#,
            "Invalid expanding argument value",
            r#""x""#,
            r#"The argument before "..." must be a list or set, but this is a string."#,
        ),
        (
            r#"ns::double("x")"#,
            "Invalid function argument",
            r#""x""#,
            r#"Invalid value for "first" parameter: expected a number, found the string "x"."#,
        ),
        (
            "ns::double(1.5)",
            "Invalid function argument",
            "1.5",
            r#"Invalid value for "first" parameter: a whole number is required."#,
        ),
        (
            "try()",
            "Error in function call",
            "try()",
            r#"Call to function "try" failed: at least one argument is required."#,
        ),
        (
            "try(missing, upper([]))",
            "Error in function call",
            "try(missing, upper([]))",
            r#"Call to function "try" failed: none of the arguments has a value: 1:5: Unknown variable: There is no variable named "missing"; 1:20: Invalid function argument: Invalid value for "first" parameter: expected a string, found a list."#,
        ),
        (
            "can()",
            "Not enough function arguments",
            ")",
            r#"The function "can" takes 1 argument. A value for "expression" is missing."#,
        ),
    ]);
}
