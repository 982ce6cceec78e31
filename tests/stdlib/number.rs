//! Functions on numbers.

use crate::support::{failing, refused, values};

#[test]
fn abs_removes_the_sign() {
    values(&[("abs(-5.5)", "5.5"), ("abs(0)", "0"), ("abs(-1.5)", "1.5")]);
    refused(&[
        ("abs(null)", "null", "num", "argument must not be null"),
        ("abs([])", "[]", "num", "expected a number, found a list"),
        ("abs(true)", "true", "num", "expected a number, found a bool"),
    ]);
}

#[test]
fn ceil_rounds_up() {
    values(&[
        ("ceil(1.2)", "2"),
        ("ceil(5)", "5"),
        ("ceil(1.0)", "1"),
        ("ceil(-0.5)", "0"),
        ("ceil(1e30)", "1000000000000000000000000000000"),
    ]);
    refused(&[("ceil({})", "{}", "num", "expected a number, found an object")]);
}

#[test]
fn floor_rounds_down() {
    values(&[
        ("floor(1.0)", "1"),
        ("floor(-1.5)", "-2"),
        ("floor(-0.5)", "-1"),
        ("floor(123456789012345678901.5)", "123456789012345678901"),
    ]);
    refused(&[
        ("floor(null)", "null", "num", "argument must not be null"),
        ("floor([])", "[]", "num", "expected a number, found a list"),
        ("floor(true)", "true", "num", "expected a number, found a bool"),
    ]);
}

#[test]
fn int_removes_the_fraction() {
    values(&[("int(1.8)", "1"), ("int(-1.5)", "-1"), ("int(0.5)", "0"), (r#"int("2.7")"#, "2")]);
    refused(&[
        ("int(null)", "null", "num", "argument must not be null"),
        ("int([])", "[]", "num", "expected a number, found a list"),
    ]);
}

#[test]
fn signum_returns_the_sign() {
    values(&[("signum(-4)", "-1"), ("signum(5)", "1"), ("signum(0)", "0"), ("signum(-0)", "0")]);
    refused(&[("signum([])", "[]", "num", "expected a number, found a list")]);
}

#[test]
fn min_returns_the_least_number() {
    values(&[
        ("min(1, 1)", "1"),
        (r#"min(1, "0.5")"#, "0.5"),
        ("min(0.1, 0.2)", "0.1"),
        ("min(3, 1, 2)", "1"),
    ]);
    failing(&[("min()", "at least one number is required")]);
    refused(&[
        ("min(null)", "null", "numbers", "argument must not be null"),
        ("min([])", "[]", "numbers", "expected a number, found a list"),
        ("min(null, 1)", "null", "numbers", "argument must not be null"),
        (r#"min(1, "x")"#, r#""x""#, "numbers", r#"expected a number, found the string "x""#),
    ]);
}

#[test]
fn max_returns_the_greatest_number() {
    values(&[("max(5)", "5"), ("max(3, 1, 2)", "3"), (r#"max("10", 9)"#, "10")]);
    failing(&[("max()", "at least one number is required")]);
    refused(&[
        ("max(null)", "null", "numbers", "argument must not be null"),
        ("max({})", "{}", "numbers", "expected a number, found an object"),
        ("max(true)", "true", "numbers", "expected a number, found a bool"),
    ]);
}

#[test]
fn pow_raises_to_a_power() {
    values(&[
        ("pow(2, 10)", "1024"),
        ("pow(2, -1)", "0.5"),
        ("pow(2, 0.5)", "1.4142135623730951"),
        ("pow(-2, 3)", "-8"),
        ("pow(4, 0.5)", "2"),
        ("pow(10, 2)", "100"),
        (r#"pow(2, "3")"#, "8"),
        ("pow(0, -1)", "+Inf"),
        ("pow(2, 200)", "1606938044258990300000000000000000000000000000000000000000000"),
    ]);
    refused(&[("pow(null, 1)", "null", "num", "argument must not be null")]);
}

#[test]
fn log_returns_a_logarithm() {
    values(&[
        ("log(8, 2)", "3"),
        ("log(100, 10)", "2"),
        ("log(1, 10)", "0"),
        (r#"log("8", 2)"#, "3"),
        ("log(0, 10)", "-Inf"),
    ]);
    refused(&[("log(2, null)", "null", "base", "argument must not be null")]);
}

#[test]
fn parseint_reads_digits_of_a_base() {
    values(&[
        (r#"parseint("250", 10)"#, "250"),
        (r#"parseint("c0ffee", 16)"#, "12648430"),
        (r#"parseint("-7b", 16)"#, "-123"),
        (r#"parseint("110010", 2)"#, "50"),
        (r#"parseint("zZ", 62)"#, "2231"),
        (r#"parseint("+5", 10)"#, "5"),
        (r#"parseint("99999999999999999999999999", 10)"#, "99999999999999999999999999"),
        (r#"parseint("zz", 36)"#, "1295"),
    ]);
    refused(&[
        (r#"parseint("13", 2)"#, r#""13""#, "number", r#""13" is not a whole number of base 2"#),
        (r#"parseint(" 1", 10)"#, r#"" 1""#, "number", r#"" 1" is not a whole number of base 10"#),
        (r#"parseint("0x1", 16)"#, r#""0x1""#, "number", r#""0x1" is not a whole number of base 16"#),
        (r#"parseint("1_000", 10)"#, r#""1_000""#, "number", r#""1_000" is not a whole number of base 10"#),
        (r#"parseint("10", 63)"#, "63", "base", "the base must be a whole number from 2 to 62"),
        (r#"parseint("10", 1.5)"#, "1.5", "base", "the base must be a whole number from 2 to 62"),
        ("parseint(1.5, 10)", "1.5", "number", "expected a string, found a number"),
        ("parseint(null, 10)", "null", "number", "argument must not be null"),
        (r#"parseint("1", null)"#, "null", "base", "argument must not be null"),
        ("parseint([], 10)", "[]", "number", "expected a string, found a list"),
        (r#"parseint("-0x1", 16)"#, r#""-0x1""#, "number", r#""-0x1" is not a whole number of base 16"#),
    ]);
}
