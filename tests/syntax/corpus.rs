//! Files written by people, compared with the results of the Go implementation. Skipped
//! if they are not available.

use std::path::PathBuf;
use std::sync::LazyLock;

use serde_hcl::ast::Body;
use serde_hcl::{Source, diag::Diagnostics};
use serde_json::{Value, json};

use test_support::rows::check_each;

/// A row of the expectations, and the file it is about.
pub struct Case {
    pub name: &'static str,
    pub source: Source,
    pub expected: &'static Value,
}

/// The expectations of all files. They are 7 MB of JSON, so the tests share them.
static ROWS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let rows = std::fs::read_to_string(shared().join("corpus/expected.jsonl")).unwrap_or_default();
    rows.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect()
});

/// The files of a kind, `native` or `template`: one of `quick` of them in a quick test, or all.
pub fn cases(kind: &str, quick: usize) -> impl Iterator<Item = Case> {
    cases_that(move |row| row["kind"] == kind, quick)
}

/// The valid files of a kind: one of `quick` of them in a quick test, or all.
pub fn valid_cases(kind: &str, quick: usize) -> impl Iterator<Item = Case> {
    cases_that(move |row| row["kind"] == kind && row["ok"] == true, quick)
}

fn cases_that(fits: impl Fn(&Value) -> bool, quick: usize) -> impl Iterator<Item = Case> {
    let rows = ROWS.iter().filter(move |row| fits(row)).step_by(test_support::step(quick));
    rows.map(|expected| {
        let name = expected["file"].as_str().expect("a row names its file");
        let source = Source::read(shared().join("corpus").join(name)).expect("the file is there");
        Case { name, source, expected }
    })
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
    check_each(cases("native", 4), |case| {
        let outcome = serde_hcl::parse_file(case.source.clone());
        check(case, outcome.diagnostics);
    });
    check_each(cases("template", 1), |case| {
        let outcome = serde_hcl::parse_template(case.source.clone());
        check(case, outcome.diagnostics);
    });
}

#[test]
fn bodies_have_the_structure_and_locations_of_go() {
    for case in valid_cases("native", 2) {
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
