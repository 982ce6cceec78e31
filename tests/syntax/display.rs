//! Printing: what comes out in which style, and that it is read back as the same tree.

use serde_json::Value;

use crate::support::{expression, file};
use crate::{corpus, shape};

/// Printing a file keeps its tree and its comments, and printing the result changes nothing.
fn survives(name: &str, file: &serde_hcl::File) {
    let printed = file.to_string();
    let again = crate::support::file(&printed);
    assert_eq!(shape::of_body(again.ast()), shape::of_body(file.ast()), "{name}:\n{printed}");
    assert_eq!(again.to_string(), printed, "{name}: printed twice");
    let comments = |file: &serde_hcl::File| -> Vec<String> {
        file.comments().map(|span| file.source().slice(span).to_owned()).collect()
    };
    assert_eq!(comments(&again), comments(file), "{name}:\n{printed}");
}

fn expression_survives(name: &str, expression: &serde_hcl::Expression) {
    let printed = expression.to_string();
    let again = crate::support::expression(&printed);
    assert_eq!(shape::of(again.ast()), shape::of(expression.ast()), "{name}: {printed}");
    assert_eq!(again.to_string(), printed, "{name}: printed twice");
}

#[test]
fn files_that_people_wrote_survive() {
    for case in corpus::cases("native").into_iter().filter(|case| case.expected["ok"] == true) {
        survives(&case.name, &serde_hcl::parse_file(case.source).value);
    }
}

#[test]
fn templates_that_people_wrote_are_printed_as_they_are() {
    for case in corpus::cases("template").into_iter().filter(|case| case.expected["ok"] == true) {
        let template = serde_hcl::parse_template(case.source.clone()).value.expect("it is sound");
        assert_eq!(template.to_string(), case.source.text(), "{}", case.name);
    }
}

#[test]
fn conformance_cases_survive() {
    for row in rows("structure") {
        let Some(text) = row["src"].as_str() else { continue };
        if let Ok(file) = serde_hcl::parse_file(text).into_result() {
            survives(text, &file);
        }
    }
    for row in rows("expr").into_iter().chain(rows("functions")).chain(rows("static")) {
        let Some(text) = row["expr"].as_str() else { continue };
        if let Ok(Some(expression)) = serde_hcl::parse_expression(text).into_result() {
            expression_survives(text, &expression);
        }
    }
    for row in rows("template") {
        let Some(text) = row["template"].as_str() else { continue };
        if let Ok(Some(template)) = serde_hcl::parse_template(text).into_result() {
            assert_eq!(template.to_string(), text);
        }
    }
}

fn rows(kind: &str) -> Vec<Value> {
    let path = corpus::shared().join("conformance").join(kind).with_extension("jsonl");
    let Ok(rows) = std::fs::read_to_string(path) else { return Vec::new() };
    rows.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect()
}

#[track_caller]
fn files_are_printed(table: &[(&str, &str)]) {
    for (text, expected) in table {
        let file = file(text);
        assert_eq!(file.to_string(), *expected, "for {text:?}");
        survives(text, &file);
    }
}

#[track_caller]
fn expressions_are_printed(table: &[(&str, &str)]) {
    for (text, expected) in table {
        let expression = expression(text);
        assert_eq!(expression.to_string(), *expected, "for {text:?}");
        expression_survives(text, &expression);
    }
}
