//! Values and types in the JSON form in which conformance cases write them.

use std::ops::Bound;

use serde_hcl::value::{Mark, Marks, ValueError};
use serde_hcl::{Map, Number, Type, Value, ValueKind};
use serde_json::{Value as Json, json};

/// A case that does not follow the form, or a value that cannot be.
pub type Result<T> = std::result::Result<T, String>;

/// How much of a value is written.
#[derive(Clone, Copy, PartialEq)]
pub enum Detail {
    /// Neither marks nor the refinements of unknown values.
    Plain,
    Full,
}

impl Detail {
    /// The settings of a case.
    pub fn of(case: &Json) -> Self {
        if case["full_values"] == true { Self::Full } else { Self::Plain }
    }
}

pub fn decode_type(json: &Json) -> Result<Type> {
    if let Some(name) = json.as_str() {
        return match name {
            "string" => Ok(Type::String),
            "number" => Ok(Type::Number),
            "bool" => Ok(Type::Bool),
            "dynamic" => Ok(Type::Dynamic),
            _ => Err(format!("no type {name:?}")),
        };
    }
    match array(json)? {
        [kind, of] if kind == "list" => Ok(Type::list(decode_type(of)?)),
        [kind, of] if kind == "set" => Ok(Type::set(decode_type(of)?)),
        [kind, of] if kind == "map" => Ok(Type::map(decode_type(of)?)),
        [kind, of] if kind == "tuple" => {
            Ok(Type::tuple(array(of)?.iter().map(decode_type).collect::<Result<Vec<_>>>()?))
        }
        [kind, of, optional @ ..] if kind == "object" => {
            let attributes = object(of)?.iter().map(|(name, ty)| Ok((name.as_str(), decode_type(ty)?)));
            let optional = optional.first().map(array).transpose()?.unwrap_or(&[]);
            Ok(Type::object_with_optional(
                attributes.collect::<Result<Vec<_>>>()?,
                optional.iter().filter_map(Json::as_str),
            ))
        }
        _ => Err(format!("no type {json}")),
    }
}

pub fn encode_type(ty: &Type) -> Json {
    match ty {
        Type::String => json!("string"),
        Type::Number => json!("number"),
        Type::Bool => json!("bool"),
        Type::Dynamic => json!("dynamic"),
        Type::List(element) => json!(["list", encode_type(element)]),
        Type::Set(element) => json!(["set", encode_type(element)]),
        Type::Map(element) => json!(["map", encode_type(element)]),
        Type::Tuple(elements) => {
            json!(["tuple", elements.iter().map(encode_type).collect::<Vec<_>>()])
        }
        Type::Object(object) => {
            let attributes: serde_json::Map<_, _> =
                object.iter().map(|(name, ty)| (name.to_owned(), encode_type(ty))).collect();
            let optional: Vec<_> = object.optional().collect();
            if optional.is_empty() {
                json!(["object", attributes])
            } else {
                json!(["object", attributes, optional])
            }
        }
        other => json!(other.to_string()),
    }
}

pub fn decode_value(json: &Json) -> Result<Value> {
    let fields = object(json)?;
    if let Some(inner) = fields.get("marked") {
        let names = array(&json["marks"])?.iter().filter_map(Json::as_str);
        let marks: Marks = names.map(Mark::new).collect();
        return Ok(decode_value(inner)?.with_marks(&marks));
    }
    if let Some(ty) = fields.get("unknown") {
        return decode_unknown(decode_type(ty)?, json);
    }
    let (kind, content) = fields.iter().next().ok_or("an empty value")?;
    match kind.as_str() {
        "null" => Ok(Value::null(decode_type(content)?)),
        "string" => Ok(Value::from(content.as_str().ok_or("no string")?)),
        "bool" => Ok(Value::from(content.as_bool().ok_or("no bool")?)),
        "number" => decode_number(content).map(Value::from),
        "tuple" => decode_values(content).map(Value::tuple),
        "object" => decode_map(content).map(Value::object),
        "list" | "set" | "map" => {
            let [element, content] = array(content)? else { return Err("no collection".to_owned()) };
            let element = decode_type(element)?;
            let made = match kind.as_str() {
                "list" => Value::list(element, decode_values(content)?),
                "set" => Value::set(element, decode_values(content)?),
                _ => Value::map(element, decode_map(content)?),
            };
            made.map_err(|error: ValueError| error.to_string())
        }
        _ => Err(format!("no value {json}")),
    }
}

/// An unknown value with the refinements beside its type.
fn decode_unknown(ty: Type, json: &Json) -> Result<Value> {
    let mut refined = Value::unknown(ty).refine();
    if json["not_null"] == true {
        refined = refined.not_null();
    }
    if let Some(bound) = json.get("min") {
        let number = decode_number(&bound["number"])?;
        let min = if bound["inclusive"] == true { Bound::Included(number) } else { Bound::Excluded(number) };
        refined = refined.range((min, Bound::Unbounded));
    }
    if let Some(bound) = json.get("max") {
        let number = decode_number(&bound["number"])?;
        let max = if bound["inclusive"] == true { Bound::Included(number) } else { Bound::Excluded(number) };
        refined = refined.range((Bound::Unbounded, max));
    }
    if let Some(prefix) = json["prefix"].as_str() {
        refined = refined.prefix(prefix);
    }
    let length = |key: &str| json[key].as_u64().and_then(|length| usize::try_from(length).ok());
    if let Some(least) = length("min_length") {
        refined = refined.length(least..);
    }
    if let Some(most) = length("max_length") {
        refined = refined.length(..=most);
    }
    refined.build().map_err(|error| error.to_string())
}

pub fn encode_value(value: &Value, detail: Detail) -> Json {
    let names = value.marks().iter().map(Mark::name);
    if detail == Detail::Full && value.is_marked() {
        let names: Vec<_> = names.collect();
        return json!({ "marked": encode_value(&value.clone().unmark().0, detail), "marks": names });
    }
    let element = || value.ty().element().map_or(Json::Null, encode_type);
    match value.kind() {
        ValueKind::Null(ty) => json!({ "null": encode_type(ty) }),
        ValueKind::Unknown(ty) if detail == Detail::Full => encode_unknown(value, ty),
        ValueKind::Unknown(ty) => json!({ "unknown": encode_type(ty) }),
        ValueKind::Bool(bool) => json!({ "bool": bool }),
        ValueKind::String(string) => json!({ "string": string }),
        ValueKind::Number(number) => json!({ "number": encode_number(number) }),
        ValueKind::List(items) => json!({ "list": [element(), encode_values(items, detail)] }),
        ValueKind::Set(items) => {
            let mut items = encode_values(items, detail);
            items.sort_by_cached_key(Json::to_string);
            json!({ "set": [element(), items] })
        }
        ValueKind::Map(map) => json!({ "map": [element(), encode_map(map, detail)] }),
        ValueKind::Tuple(items) => json!({ "tuple": encode_values(items, detail) }),
        ValueKind::Object(map) => json!({ "object": encode_map(map, detail) }),
        ValueKind::Capsule(_) => json!({ "capsule": value.ty().to_string() }),
        other => panic!("the format has no {other:?}"),
    }
}

fn encode_unknown(value: &Value, ty: &Type) -> Json {
    let mut encoded = json!({ "unknown": encode_type(ty) });
    let refinement = value.refinement();
    if refinement.is_not_null() {
        encoded["not_null"] = json!(true);
    }
    let (min, max) = refinement.range();
    for (key, bound) in [("min", min), ("max", max)] {
        let (Bound::Included(number) | Bound::Excluded(number)) = bound else { continue };
        if number.is_finite() {
            let inclusive = matches!(bound, Bound::Included(_));
            encoded[key] = json!({ "number": encode_number(number), "inclusive": inclusive });
        }
    }
    if !refinement.prefix().is_empty() {
        encoded["prefix"] = json!(refinement.prefix());
    }
    let (min, max) = refinement.length();
    if min > 0 {
        encoded["min_length"] = json!(min);
    }
    if let Some(max) = max {
        encoded["max_length"] = json!(max);
    }
    encoded
}

fn decode_number(json: &Json) -> Result<Number> {
    match json.as_str().ok_or("no number")? {
        "inf" => Ok(Number::INFINITY),
        "-inf" => Ok(Number::NEG_INFINITY),
        text => text.parse().map_err(|error: ValueError| error.to_string()),
    }
}

fn encode_number(number: &Number) -> String {
    match number {
        _ if *number == Number::INFINITY => "inf".to_owned(),
        _ if *number == Number::NEG_INFINITY => "-inf".to_owned(),
        _ => number.to_string(),
    }
}

fn decode_values(json: &Json) -> Result<Vec<Value>> {
    array(json)?.iter().map(decode_value).collect()
}

fn decode_map(json: &Json) -> Result<Map> {
    object(json)?.iter().map(|(key, value)| Ok((key.as_str(), decode_value(value)?))).collect()
}

fn encode_values(items: &[Value], detail: Detail) -> Vec<Json> {
    items.iter().map(|item| encode_value(item, detail)).collect()
}

fn encode_map(map: &Map, detail: Detail) -> serde_json::Map<String, Json> {
    map.iter().map(|(key, value)| (key.to_owned(), encode_value(value, detail))).collect()
}

fn array(json: &Json) -> Result<&[Json]> {
    json.as_array().map(Vec::as_slice).ok_or_else(|| format!("no array: {json}"))
}

fn object(json: &Json) -> Result<&serde_json::Map<String, Json>> {
    json.as_object().ok_or_else(|| format!("no object: {json}"))
}
