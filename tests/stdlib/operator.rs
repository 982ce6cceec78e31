//! Operators as functions.

use crate::support::{refused, values};

#[test]
fn equality_compares_without_conversion() {
    values(&[
        ("equal(1, 1.0)", "true"),
        (r#"equal(1, "1")"#, "false"),
        ("equal(no_string, null)", "true"),
        ("equal({ a = [1] }, { a = [1] })", "true"),
        ("equal(some_number, 1)", "unknown(bool, not null)"),
        (r#"equal(some_number, "1")"#, "false"),
        ("notequal(1, 2)", "true"),
        ("notequal(null, 1)", "true"),
        ("notequal(any, any)", "unknown(bool, not null)"),
    ]);
}

#[test]
fn comparison_goes_by_numbers() {
    values(&[
        (r#"lessthan(1, "2")"#, "true"),
        ("lessthan(2, 2)", "false"),
        ("lessthanorequalto(2, 2)", "true"),
        ("greaterthan(infinity, 1e300)", "true"),
        ("greaterthan(1, 2)", "false"),
        ("greaterthanorequalto(2, 2)", "true"),
        ("lessthan(some_number, 1)", "unknown(bool, not null)"),
        ("lessthan(any, 1)", "unknown(bool, not null)"),
    ]);
}

#[test]
fn logic_is_unknown_with_any_unknown_argument() {
    values(&[
        ("not(true)", "false"),
        (r#"not("false")"#, "true"),
        ("not(some_bool)", "unknown(bool, not null)"),
        ("not(any)", "unknown(bool, not null)"),
        ("and(true, true)", "true"),
        (r#"and("true", false)"#, "false"),
        ("and(false, some_bool)", "unknown(bool, not null)"),
        ("or(false, false)", "false"),
        (r#"or(false, "true")"#, "true"),
        ("or(true, some_bool)", "unknown(bool, not null)"),
        ("or(any, true)", "unknown(bool, not null)"),
    ]);
}

#[test]
fn operators_refuse_nulls_and_other_types() {
    refused(&[
        ("lessthan(null, 1)", "null", "a", "argument must not be null"),
        (r#"greaterthan("x", 1)"#, r#""x""#, "a", r#"expected a number, found the string "x""#),
        ("and(true, null)", "null", "b", "argument must not be null"),
        ("or(null, true)", "null", "a", "argument must not be null"),
        ("and(1, true)", "1", "a", "expected a bool, found a number"),
        ("not(null)", "null", "val", "argument must not be null"),
        (r#"not("x")"#, r#""x""#, "val", r#"expected true or false, found the string "x""#),
    ]);
}
