//! Templates: interpolation, directives, strip markers, unwrapping.

use crate::support::{errors, values};

#[test]
fn valid_templates_have_values() {
    values(&[
        (r#""plain""#, r#""plain""#),
        (r#""n is ${n}""#, r#""n is 3""#),
        (r#""${n}""#, "3"),
        (r#""${list}""#, r#"list(string)["a", "b", "c"]"#),
        (r#""${none}""#, "null(dynamic)"),
        (r#""x${true}${1.50}""#, r#""xtrue1.5""#),
        (r#""$${n} %%{n}""#, r#""$${n} %%{n}""#),
        (r#""${string}!""#, "unknown(string, not null)"),
        (r#""a${any}""#, "unknown(string, not null)"),
        (r#""%{ if t }yes%{ else }no%{ endif }""#, r#""yes""#),
        (r#""%{ if !t }yes%{ endif }""#, r#""""#),
        (r#""%{ for x in list }${x},%{ endfor }""#, r#""a,b,c,""#),
        (r#""%{ for i, x in list }${i}${x}%{ endfor }""#, r#""0a1b2c""#),
        (r#""%{ for x in strings }${x}%{ endfor }""#, "unknown(string, not null)"),
        (r#""%{ if bool }a%{ else }b%{ endif }""#, "unknown(string, not null)"),
        (r#"" a ${~ s ~} b ""#, r#"" atextb ""#),
        (r#""${"${"deep"}"}""#, r#""deep""#),
    ]);
}

#[test]
fn invalid_templates_have_errors() {
    errors(&[
        (
            r#""x${none}""#,
            "Invalid template interpolation value",
            "none",
            "A value in a template must be a string, number or bool, but this is null.",
        ),
        (
            r#""x${list}""#,
            "Invalid template interpolation value",
            "list",
            "The value cannot be included in a string template: expected a string, found a list of strings.",
        ),
        (
            r#""x${object}""#,
            "Invalid template interpolation value",
            "object",
            "The value cannot be included in a string template: expected a string, found an object.",
        ),
        (
            r#""%{ if none }a%{ endif }""#,
            "Null condition",
            "none",
            "A condition must be true or false, but this is null.",
        ),
        (
            r#""%{ if 5 }a%{ endif }""#,
            "Incorrect condition type",
            "5",
            "This cannot be a condition: expected a bool, found a number.",
        ),
        (
            r#""%{ for x in 5 }a%{ endfor }""#,
            "Iteration over non-iterable value",
            "5",
            "A 'for' directive iterates over a list, set, map or object, but this is a number.",
        ),
    ]);
}
