//! Files written by people, compared with the results of the Go implementation. Skipped
//! if they are not available.

use std::path::PathBuf;

use serde_hcl::ast::Body;
use serde_hcl::{Source, diag::Diagnostics};
use serde_json::{Value, json};

use test_support::rows::check_each;

/// A row of the expectations, and the file it is about.
pub struct Case {
    pub name: String,
    pub source: Source,
    pub expected: Value,
}

/// All files of a kind: `native` or `template`.
pub fn cases(kind: &str) -> Vec<Case> {
    let directory = shared().join("corpus");
    let Ok(rows) = std::fs::read_to_string(directory.join("expected.jsonl")) else { return Vec::new() };
    let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).expect("a row is JSON"));
    rows.filter(|row| row["kind"] == kind)
        .map(|expected| {
            let name = expected["file"].as_str().expect("a row names its file").to_owned();
            let source = Source::read(directory.join(&name)).expect("the file is there");
            Case { name, source, expected }
        })
        .collect()
}

/// The valid files in the native syntax.
pub fn valid_native() -> impl Iterator<Item = Case> {
    cases("native").into_iter().filter(|case| case.expected["ok"] == true)
}

/// The folder with cases and files that are not part of the project.
pub fn shared() -> PathBuf {
    test_support::root().join("../shared")
}

#[test]
fn files_are_taken_or_refused_like_the_reference_does() {
    let check = |case: Case, diagnostics: Diagnostics| {
        assert_eq!(!diagnostics.has_errors(), case.expected["ok"], "{}: {diagnostics}", case.name);
    };
    check_each(cases("native").into_iter().step_by(test_support::step(4)), |case| {
        let outcome = serde_hcl::parse_file(case.source.clone());
        check(case, outcome.diagnostics);
    });
    check_each(cases("template"), |case| {
        let outcome = serde_hcl::parse_template(case.source.clone());
        check(case, outcome.diagnostics);
    });
}

#[test]
fn bodies_have_the_structure_and_locations_of_go() {
    for case in cases("native").into_iter().filter(|case| case.expected["ok"] == true) {
        let file = serde_hcl::parse_file(case.source).value;
        let (mut actual, mut expected) = (Vec::new(), Vec::new());
        describe(file.ast().expect("it is native"), &mut actual);
        describe_expected(&case.expected["body"], &mut expected);
        let difference = actual.iter().zip(&expected).find(|(actual, expected)| actual != expected);
        assert_eq!(difference, None, "{}", case.name);
        assert_eq!(actual.len(), expected.len(), "{}", case.name);
    }
}

/// A line for each attribute, with the bytes of its name and value, and for each block, attributes
/// first.
fn describe(body: Body<'_>, lines: &mut Vec<String>) {
    for attribute in body.attributes() {
        let (name, value) = (attribute.name_span(), attribute.expression().span());
        lines.push(format!(
            "{} {}..{} {}..{}",
            attribute.name(),
            name.start,
            name.end,
            value.start,
            value.end
        ));
    }
    for block in body.blocks() {
        let labels: Vec<_> = block.labels().map(|label| label.text()).collect();
        lines.push(format!("{} {}", block.block_type(), json!(labels)));
        describe(block.body(), lines);
        lines.push("}".into());
    }
}

fn describe_expected(body: &Value, lines: &mut Vec<String>) {
    for row in body["attrs"].as_array().into_iter().flatten() {
        let (name, value) = (&row["name_range"], &row["expr_range"]);
        let text = row["name"].as_str().unwrap_or_default();
        lines.push(format!("{text} {}..{} {}..{}", name[2], name[5], value[2], value[5]));
    }
    for row in body["blocks"].as_array().into_iter().flatten() {
        lines.push(format!("{} {}", row["type"].as_str().unwrap_or_default(), row["labels"]));
        describe_expected(&row["body"], lines);
        lines.push("}".into());
    }
}
