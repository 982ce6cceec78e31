//! Parsing in tests, and checks of tables.

use std::fmt::Debug;

use serde_hcl::{Expression, body::File};

use crate::{agreement, shape};
use test_support::rows::check_each;

#[track_caller]
pub fn file(text: &str) -> File {
    serde_hcl::parse_file(text).into_result().unwrap_or_else(|error| panic!("{error:#}\nin {text:?}"))
}

#[track_caller]
pub fn expression(text: &str) -> Expression {
    sound(text, serde_hcl::parse_expression(text))
}

#[track_caller]
pub fn template(text: &str) -> Expression {
    sound(text, serde_hcl::parse_template(text).map(Expression::from))
}

#[track_caller]
fn sound(text: &str, outcome: serde_hcl::Outcome<Expression>) -> Expression {
    match outcome.into_result() {
        Ok(expression) => expression,
        Err(error) => panic!("{error:#}\nin {text:?}"),
    }
}

/// Checks that each text is an expression of the shape next to it.
#[track_caller]
pub fn expressions_have_shapes(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        assert_eq!(shape::of(expression(text).ast().expect("it is native")), *expected, "for {text:?}");
        agreement::check_expression(text);
    });
}

/// Checks that each text is a template of the shape next to it.
#[track_caller]
pub fn templates_have_shapes(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        assert_eq!(shape::of(template(text).ast().expect("it is native")), *expected, "for {text:?}");
        agreement::check_template(text);
    });
}

/// Checks that each text is a file of the shape next to it.
#[track_caller]
pub fn files_have_shapes(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        assert_eq!(shape::of_body(file(text).ast().expect("it is native")), *expected, "for {text:?}");
        agreement::check_file(text);
    });
}

#[track_caller]
pub fn expressions_are_refused(table: &[&str]) {
    refused(table, |text| serde_hcl::parse_expression(text));
}

#[track_caller]
pub fn templates_are_refused(table: &[&str]) {
    refused(table, |text| serde_hcl::parse_template(text));
}

#[track_caller]
pub fn files_are_refused(table: &[&str]) {
    refused(table, |text| serde_hcl::parse_file(text));
}

#[track_caller]
fn refused<T: Debug>(table: &[&str], parse: impl Fn(&str) -> serde_hcl::Outcome<T>) {
    check_each(table, |text| {
        let outcome = parse(text);
        assert!(outcome.diagnostics.has_errors(), "{text:?} is taken as {:?}", outcome.value);
        agreement::check_explained(text, &outcome.diagnostics);
    });
}
