//! Specifications as JSON Schemas of HCL JSON.

use super::Spec;
use super::inspect::ChildBlocks;
use crate::value::{Map, Type, Value};

/// The version of JSON Schema.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// JSON Schema.
impl Spec {
    /// Returns a JSON Schema (draft 2020-12) of the HCL JSON form of the bodies, for editors and
    /// other tools. A string is accepted in place of any other value, since it can be a template.
    ///
    /// ```
    /// use serde_hcl::{Type, ext::Spec, json};
    ///
    /// let disk = Spec::object([("size", Spec::attribute("size", Type::Number).required())]);
    /// let spec = Spec::object([("disks", Spec::block_map("disk", ["name"], disk))]);
    /// let schema = spec.to_json_schema();
    /// let size =
    ///     schema.pointer("/properties/disk/anyOf/0/additionalProperties/anyOf/0/properties/size");
    /// assert_eq!(
    ///     size.map(|it| json::to_string(it)).transpose()?.as_deref(),
    ///     Some("{\"type\":[\"number\",\"string\"]}")
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_json_schema(&self) -> Value {
        self.body_schema_in_json(vec![("$schema", Value::from(DIALECT))])
    }

    fn body_schema_in_json(&self, mut schema: Vec<(&str, Value)>) -> Value {
        let mut properties = vec![("//", Value::TRUE)];
        let mut required = Vec::new();
        for attribute in self.child_attributes() {
            let default =
                attribute.default.filter(|value| value.is_wholly_known() && !value.contains_marks());
            let schema = of_type(attribute.ty, !attribute.is_required, attribute.values);
            let schema = annotated(schema, "default", default.cloned());
            properties.push((attribute.name, described(schema, attribute.description)));
            if attribute.is_required {
                required.push(attribute.name);
            }
        }
        for name in self.opaque_names() {
            properties.push((name, described(Value::TRUE, self.description_of(name))));
        }
        required.extend(self.required_opaque_names());
        for blocks in self.child_blocks() {
            properties.push((blocks.block_type, described(of_blocks(&blocks), blocks.description)));
            if blocks.at_least > 0 {
                required.push(blocks.block_type);
            }
        }
        schema.extend([("type", Value::from("object")), ("properties", object(properties))]);
        if !required.is_empty() {
            required.dedup();
            schema.push(("required", Value::from(required)));
        }
        if !self.is_open() && !self.is_lenient() {
            schema.push(("additionalProperties", Value::FALSE));
        }
        object(schema)
    }
}

fn described(schema: Value, text: Option<&str>) -> Value {
    annotated(schema, "description", text.map(Value::from))
}

/// Returns a schema with a further keyword.
fn annotated(schema: Value, keyword: &str, value: Option<Value>) -> Value {
    let Some(value) = value else { return schema };
    let own = schema.as_object().into_iter().flatten().map(|(name, value)| (name, value.clone()));
    object(own.chain([(keyword, value)]))
}

fn of_blocks(blocks: &ChildBlocks<'_>) -> Value {
    let body = match blocks.nested {
        Some(nested) => nested.body_schema_in_json(Vec::new()),
        None => object([("type", Value::from("object"))]),
    };
    blocks.labels.iter().fold(one_or_more(body), |inner, _| {
        one_or_more(object([("type", Value::from("object")), ("additionalProperties", inner)]))
    })
}

/// Returns the schema of a value that can be in an array.
fn one_or_more(schema: Value) -> Value {
    let array = object([("type", Value::from("array")), ("items", schema.clone())]);
    object([("anyOf", Value::from(vec![schema, array]))])
}

/// Returns the schema of the values that are converted to a type. `values` are the possible ones,
/// or the possible elements, if there are any.
fn of_type(ty: &Type, is_optional: bool, values: &[Value]) -> Value {
    let primitive = |names: &[&str]| {
        let null = is_optional.then_some("null");
        let names: Vec<&str> = names.iter().copied().chain(null).collect();
        object([("type", Value::from(names))])
    };
    let or_template = |schema| object([("anyOf", Value::from(vec![schema, primitive(&["string"])]))]);
    match ty {
        Type::Bool | Type::Number | Type::String if !values.is_empty() => {
            let null = is_optional.then_some(Value::NULL);
            let values: Vec<Value> = values.iter().cloned().chain(null).collect();
            let template = [("type", Value::from("string")), ("pattern", Value::from("[$%]\\{"))];
            object([("anyOf", Value::from(vec![object([("enum", Value::tuple(values))]), object(template)]))])
        }
        Type::Bool => primitive(&["boolean", "string"]),
        Type::Number => primitive(&["number", "string"]),
        Type::String => primitive(&["string", "number", "boolean"]),
        Type::List(element) | Type::Set(element) => {
            let items = of_type(element, true, values);
            or_template(object([("type", Value::from("array")), ("items", items)]))
        }
        Type::Map(element) => {
            let values = of_type(element, true, values);
            or_template(object([("type", Value::from("object")), ("additionalProperties", values)]))
        }
        Type::Tuple(elements) => {
            let items: Vec<Value> = elements.iter().map(|element| of_type(element, true, &[])).collect();
            let length = Value::from(items.len());
            or_template(object([
                ("type", Value::from("array")),
                ("prefixItems", Value::from(items)),
                ("minItems", length.clone()),
                ("maxItems", length),
            ]))
        }
        Type::Object(attributes) => {
            let properties = attributes.iter().map(|(name, ty)| (name, of_type(ty, true, &[])));
            let required = attributes.iter().map(|(name, _)| name);
            let required: Vec<&str> = required.filter(|name| !attributes.is_optional(name)).collect();
            or_template(object([
                ("type", Value::from("object")),
                ("properties", object(properties)),
                ("required", Value::from(required)),
            ]))
        }
        _ => Value::TRUE,
    }
}

fn object<'n>(entries: impl IntoIterator<Item = (&'n str, Value)>) -> Value {
    Value::object(entries.into_iter().collect::<Map>())
}
