//! The conversion cases of the conformance suite, if it is next to the project.

use std::fs;

use serde_json::{Value as Json, json};

use test_support::conversion::answer;

/// Cases with these tags are doubtful in the Go implementation, or this crate differs on purpose.
const NOT_COUNTED: [&str; 3] = ["quirk", "own", "refinement"];

#[test]
fn conversion_cases_agree() {
    let Ok(cases) = fs::read_to_string(test_support::root().join("../shared/conformance/convert.jsonl"))
    else {
        return;
    };
    let mut failures = Vec::new();
    for line in cases.lines() {
        let case: Json = serde_json::from_str(line).expect("a case is JSON");
        let tagged = |tag: &str| case["tags"].as_array().is_some_and(|tags| tags.contains(&json!(tag)));
        if NOT_COUNTED.into_iter().any(tagged) {
            continue;
        }
        let got = answer(&case).unwrap_or_else(|problem| json!({ "problem": problem }));
        if !agrees(&got, &case["expect"], tagged("negative-zero")) {
            failures.push(format!("{case}\n     got {got}"));
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

/// The same value, or an error with the same path.
fn agrees(got: &Json, want: &Json, negative_zero: bool) -> bool {
    match (got.get("error"), want.get("error")) {
        (Some(got), Some(want)) => got.get("path") == want.get("path"),
        (None, None) if negative_zero => got["value"]["number"] == "0",
        (None, None) => got == want,
        _ => false,
    }
}
