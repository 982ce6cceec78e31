//! `for` expressions.

use crate::support::{errors, values};

#[test]
fn valid_for_expressions_have_values() {
    values(&[
        ("[for x in list : upper(x)]", r#"["A", "B", "C"]"#),
        (r#"[for i, x in list : "${i}=${x}"]"#, r#"["0=a", "1=b", "2=c"]"#),
        (r#"[for x in list : x if x != "b"]"#, r#"["a", "c"]"#),
        ("[for k, v in object : k]", r#"["name", "ports"]"#),
        ("[for x in set : x]", r#"["x", "y"]"#),
        ("{for x in list : x => upper(x)}", r#"{ a = "A", b = "B", c = "C" }"#),
        ("{for i, x in list : x => i if i > 0}", "{ b = 1, c = 2 }"),
        (r#"{for x in ["a", "b", "a"] : x => 1...}"#, "{ a = [1, 1], b = [1] }"),
        ("[for x in [] : missing]", "[]"),
        ("[for x in strings : x]", "unknown(dynamic)"),
        ("[for x in any : x]", "unknown(dynamic)"),
        ("[for x in [number, 1] : x + 1]", "[unknown(number, not null), 2]"),
        ("[for x in [number, 1] : x if x == 1]", "unknown(dynamic)"),
        ("{for x in [string] : x => 1}", "unknown(dynamic)"),
        ("{for k, v in {a = 1} : upper(k) => v}", "{ A = 1 }"),
        ("[for x in [1, 2] : [for y in [10, 20] : x * y]]", "[[10, 20], [20, 40]]"),
        ("[for x in list : n]", "[3, 3, 3]"),
    ]);
}

#[test]
fn invalid_for_expressions_have_errors() {
    errors(&[
        (
            "[for x in none : x]",
            "Iteration over null value",
            "none",
            "A 'for' expression iterates over a list, set, map or object, but this is null.",
        ),
        (
            r#"[for x in "text" : x]"#,
            "Iteration over non-iterable value",
            r#""text""#,
            "A 'for' expression iterates over a list, set, map or object, but this is a string.",
        ),
        (
            r#"{for x in ["a", "a"] : x => 1}"#,
            "Duplicate object key",
            "x",
            r#"Two different items produced the key "a" in this 'for' expression. If duplicates are expected, write an ellipsis (...) after the value to group the values by key."#,
        ),
        (
            "{for x in [none] : x => 1}",
            "Invalid object key",
            "x",
            "The key of an object must be a string, but this is null.",
        ),
        (
            "{for x in [[]] : x => 1}",
            "Invalid object key",
            "x",
            "This value cannot be a key: expected a string, found a list.",
        ),
        (
            "[for x in list : x if none]",
            "Invalid 'for' condition",
            "none",
            "The condition after 'if' must be true or false, but this is null.",
        ),
        (
            r#"[for x in [] : x if "maybe"]"#,
            "Invalid 'for' condition",
            r#""maybe""#,
            r#"This cannot be a condition: expected true or false, found the string "maybe"."#,
        ),
        ("[for x in list : y]", "Unknown variable", "y", r#"There is no variable named "y"."#),
    ]);
}
