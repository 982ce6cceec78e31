//! Function calls, expansion, namespaces, special forms.

use crate::support::{errors, values};

#[test]
fn have_values() {
    values(&[
        (r#"upper("x")"#, r#""X""#),
        ("upper(5)", r#""5""#),
        (r#"upper(["x"]...)"#, r#""X""#),
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
fn have_errors() {
    errors(&[
        (
            "upper(set...)",
            "Too many function arguments",
            "set",
            r#"Function "upper" expects only 1 argument."#,
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
            r#"There is no function named "ns::triple". Expected "upper", "ns::double", "try" or "can"."#,
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
            r#"Function "upper" expects 1 argument. Missing value for "first"."#,
        ),
        (
            r#"upper("a", "b")"#,
            "Too many function arguments",
            "b",
            r#"Function "upper" expects only 1 argument."#,
        ),
        (
            "upper([])",
            "Invalid function argument",
            "[",
            r#"Invalid value for "first" parameter: string required, but have tuple."#,
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
            "The expanding argument (indicated by ...) must not be null.",
        ),
        (
            r#"upper("x"...)"#,
            "Invalid expanding argument value",
            r#""x""#,
            "The expanding argument (indicated by ...) must be of a tuple, list, or set type.",
        ),
        (
            r#"ns::double("x")"#,
            "Invalid function argument",
            "x",
            r#"Invalid value for "first" parameter: a number is required."#,
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
            "try(",
            r#"Call to function "try" failed: at least one argument is required."#,
        ),
        (
            "try(missing, upper([]))",
            "Error in function call",
            "try(",
            r#"Call to function "try" failed: none of the arguments has a value: 1:5: Unknown variable: There is no variable named "missing"; 1:20: Invalid function argument: Invalid value for "first" parameter: string required, but have tuple."#,
        ),
        (
            "can()",
            "Not enough function arguments",
            ")",
            r#"Function "can" expects 1 argument. Missing value for "expression"."#,
        ),
    ]);
}
