//! Answers the conversion cases of the conformance suite.

use serde_hcl::Value;
use serde_hcl::ast::BinaryOperator;
use serde_hcl::value::{Conversion, PathStep, ValueError, can_convert, convert, unify};
use serde_json::{Value as Json, json};

use crate::codec::{Detail, Result, decode_type, decode_value, encode_type, encode_value};

/// The answer to a conversion case.
pub fn answer(case: &Json) -> Result<Json> {
    let encode_value = |value: &Value| encode_value(value, Detail::of(case));
    let pair = |name: &str| -> Option<(&Json, &Json)> { Some((case[name].get(0)?, case[name].get(1)?)) };
    if let (Some(from), Some(to)) = (case.get("from"), case.get("to")) {
        return Ok(match convert(&decode_value(from)?, &decode_type(to)?) {
            Ok(value) => json!({ "value": encode_value(&value) }),
            Err(error) => json!({ "error": encode_error(&error) }),
        });
    }
    if let Some(types) = case["unify"].as_array() {
        let types = types.iter().map(decode_type).collect::<Result<Vec<_>>>()?;
        let conversion = if case["mode"] == "unsafe" { Conversion::Lossy } else { Conversion::Safe };
        return Ok(unify(&types, conversion).map_or(Json::Null, |unified| encode_type(&unified)));
    }
    if let Some((from, to)) = pair("can_convert") {
        let (from, to) = (decode_type(from)?, decode_type(to)?);
        return Ok(json!({
            "safe": can_convert(&from, &to, Conversion::Safe),
            "unsafe": can_convert(&from, &to, Conversion::Lossy),
        }));
    }
    if let Some((left, right)) = pair("equal") {
        let (left, right) = (decode_value(left)?, decode_value(right)?);
        let equal = BinaryOperator::Equal.apply(&left, &right).map_err(|error| error.to_string())?;
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
        PathStep::Index(key) => json!({ "index": encode_value(key, Detail::Plain) }),
        _ => json!(null),
    });
    let steps: Vec<_> = steps.collect();
    if steps.is_empty() {
        json!({ "message": error.message() })
    } else {
        json!({ "message": error.message(), "path": steps })
    }
}
