//! Functions that convert.

use crate::support::{refused, values};

#[test]
fn tostring_converts_primitives() {
    values(&[
        (r#"tostring("a")"#, r#""a""#),
        ("tostring(1.50)", r#""1.5""#),
        ("tostring(true)", r#""true""#),
        ("tostring(1e30)", r#""1000000000000000000000000000000""#),
        ("tostring(infinity)", r#""+Inf""#),
        ("tostring(null)", "null(string)"),
        ("tostring(some_number)", "unknown(string)"),
        ("tostring(any)", "unknown(string)"),
    ]);
}

#[test]
fn tonumber_reads_decimals() {
    values(&[
        (r#"tonumber("1.50")"#, "1.5"),
        (r#"tonumber("-1e3")"#, "-1000"),
        ("tonumber(2)", "2"),
        ("tonumber(no_string)", "null(number)"),
        ("tonumber(some_string)", "unknown(number)"),
        ("tonumber(any)", "unknown(number)"),
    ]);
}

#[test]
fn tobool_reads_words() {
    values(&[
        (r#"tobool("true")"#, "true"),
        (r#"tobool("0")"#, "false"),
        ("tobool(false)", "false"),
        ("tobool(null)", "null(bool)"),
        ("tobool(some_string)", "unknown(bool)"),
    ]);
}

#[test]
fn tolist_unifies_elements() {
    values(&[
        (r#"tolist([1, "a"])"#, r#"list(string)["1", "a"]"#),
        ("tolist(set)", r#"list(string)["x", "y"]"#),
        ("tolist(list)", r#"list(string)["a", "b", "c"]"#),
        ("tolist([])", "list(dynamic)[]"),
        ("tolist([null])", "list(dynamic)[null]"),
        (r#"tolist([[1], ["a"]])"#, r#"list(tuple([string]))[["1"], ["a"]]"#),
        ("tolist([any, 1])", "list(number)[unknown, 1]"),
        ("tolist(some_tuple)", "unknown(list(dynamic))"),
        ("tolist(null)", "null(list(dynamic))"),
        ("tolist(any)", "unknown(list(dynamic))"),
    ]);
}

#[test]
fn toset_drops_repeats() {
    values(&[
        (r#"toset(["b", "a", "b"])"#, r#"set(string)["a", "b"]"#),
        (r#"toset([1, 1.0, "1"])"#, r#"set(string)["1"]"#),
        (r#"toset([some_string, "a", some_string])"#, r#"set(string)["a", unknown, unknown]"#),
        ("toset(set)", r#"set(string)["x", "y"]"#),
        ("toset([])", "set(dynamic)[]"),
        ("toset(null)", "null(set(dynamic))"),
    ]);
}

#[test]
fn tomap_unifies_attributes() {
    values(&[
        (r#"tomap({ a = 1, b = "x" })"#, r#"map(string){ a = "1", b = "x" }"#),
        ("tomap(map)", r#"map(string){ b = "banana", a = "apple" }"#),
        ("tomap({})", "map(dynamic){}"),
        (
            r#"tomap({ a = { b = 1 }, c = { d = "x" } })"#,
            r#"map(map(string)){ a = { b = "1" }, c = { d = "x" } }"#,
        ),
        ("tomap({ a = null, b = 1 })", "map(number){ a = null, b = 1 }"),
        ("tomap(no_map)", "null(map(string))"),
        ("tomap(some_object)", "unknown(map(dynamic))"),
    ]);
}

#[test]
fn conversions_fail_where_there_is_none() {
    refused(&[
        ("tostring([1])", "[1]", "v", "expected a string, found a list"),
        ("tostring(some_list)", "some_list", "v", "expected a string, found a list of strings"),
        (r#"tonumber("x")"#, r#""x""#, "v", r#"expected a number, found the string "x""#),
        (r#"tonumber(" 1")"#, r#"" 1""#, "v", r#"expected a number, found the string " 1""#),
        ("tonumber(true)", "true", "v", "expected a number, found a bool"),
        (
            r#"tobool("True")"#,
            r#""True""#,
            "v",
            r#"expected true or false, found the string "True". Write true in lower case"#,
        ),
        ("tobool(1)", "1", "v", "expected a bool, found a number"),
        ("tolist([1, true])", "[1, true]", "v", "all list elements must have the same type"),
        (r#"tolist("a")"#, r#""a""#, "v", "expected a list of any single type, found a string"),
        ("tolist(some_string)", "some_string", "v", "expected a list of any single type, found a string"),
        ("toset({})", "{}", "v", "expected a set of any single type, found an object"),
        (
            "tomap({ a = 1, b = true })",
            "{ a = 1, b = true }",
            "v",
            "all map elements must have the same type",
        ),
        ("tomap([1])", "[1]", "v", "expected a map of any single type, found a list"),
    ]);
}

#[test]
fn assertnotnull_passes_values_through() {
    values(&[
        ("assertnotnull([1, null])", "[1, null(dynamic)]"),
        ("assertnotnull(some_string)", "unknown(string, not null)"),
        ("assertnotnull(any)", "unknown(dynamic)"),
    ]);
}

#[test]
fn assertnotnull_refuses_null() {
    refused(&[
        ("assertnotnull(null)", "null", "v", "argument must not be null"),
        ("assertnotnull(no_list)", "no_list", "v", "argument must not be null"),
    ]);
}
