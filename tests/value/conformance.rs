//! The conversion cases of the conformance suite, where it lies beside the project.

use std::fs;

use serde_hcl::value::{PathStep, Safety, ValueError, can_convert, convert, ops, unify};
use serde_json::{Value as Json, json};

use crate::codec::{self, Result, decode_type, decode_value, encode_type, encode_value};

/// Cases with these tags are doubtful in the reference, or this crate chooses otherwise.
const NOT_COUNTED: [&str; 3] = ["quirk", "own", "refinement"];

#[test]
fn conversion_cases_agree() {
    let Ok(cases) =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/conformance/convert.jsonl"))
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

fn answer(case: &Json) -> Result<Json> {
    let pair = |name: &str| -> Option<(&Json, &Json)> { Some((case[name].get(0)?, case[name].get(1)?)) };
    if let (Some(from), Some(to)) = (case.get("from"), case.get("to")) {
        return Ok(match convert(&decode_value(from)?, &decode_type(to)?) {
            Ok(value) => json!({ "value": encode_value(&value) }),
            Err(error) => json!({ "error": encode_error(&error) }),
        });
    }
    if let Some(types) = case["unify"].as_array() {
        let types = types.iter().map(decode_type).collect::<Result<Vec<_>>>()?;
        let safety = if case["mode"] == "unsafe" { Safety::Unsafe } else { Safety::Safe };
        return Ok(unify(&types, safety).map_or(Json::Null, |unified| encode_type(unified.ty())));
    }
    if let Some((from, to)) = pair("can_convert") {
        let (from, to) = (decode_type(from)?, decode_type(to)?);
        return Ok(json!({
            "safe": can_convert(&from, &to, Safety::Safe),
            "unsafe": can_convert(&from, &to, Safety::Unsafe),
        }));
    }
    if let Some((left, right)) = pair("equal") {
        let (left, right) = (decode_value(left)?, decode_value(right)?);
        let equal = ops::equal(&left, &right).map_err(|error| error.to_string())?;
        return Ok(json!({ "equal": encode_value(&equal), "identical": left == right }));
    }
    if let Some((left, right)) = pair("types_equal") {
        return Ok(json!({ "bool": decode_type(left)? == decode_type(right)? }));
    }
    if let Some(ty) = case.get("friendly") {
        return Ok(json!(decode_type(ty)?.to_string()));
    }
    if let Some(value) = case.get("roundtrip") {
        return Ok(json!({ "value": encode_value(&decode_value(value)?) }));
    }
    Err("not a conversion case".to_owned())
}

fn encode_error(error: &ValueError) -> Json {
    let steps = error.path().iter().map(|step| match step {
        PathStep::Attribute(name) => json!({ "attr": **name }),
        PathStep::Index(key) => json!({ "index": codec::encode_value(key) }),
        _ => json!(null),
    });
    let steps: Vec<_> = steps.collect();
    if steps.is_empty() {
        json!({ "message": error.message() })
    } else {
        json!({ "message": error.message(), "path": steps })
    }
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
