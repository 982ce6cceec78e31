//! Specifications from JSON Schemas: of configurations in HCL JSON, or of the values that an
//! application reads from any format.
//!
//! | schema | part of the specification |
//! |---|---|
//! | `boolean`, `number`, `integer`, `string`, several of them | an attribute |
//! | `enum`, `const`, alternatives of them | an attribute with possible values |
//! | `array`, `object` with `additionalProperties`, of attributes | an attribute: a list, set or map |
//! | `object` with `properties` | a block |
//! | `array` of blocks | blocks in a list |
//! | `object` with `additionalProperties`, of blocks | blocks with labels |
//! | anything else | an attribute or blocks of any form |

use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::Type;
use serde_hcl::ext::Spec;
use serde_json::Value;

/// The maximum number of references and levels of a part of a schema.
const MAX_DEPTH: usize = 48;

/// The maximum number of parts that are read. Parts can be in others several times.
const MAX_PARTS: usize = 1 << 16;

/// The pattern of templates in the schemas of [`Spec::to_json_schema`].
const TEMPLATE: &str = "[$%]\\{";

/// Returns the specification of the configurations that a schema describes.
pub(crate) fn spec(schema: &Value) -> Result<Spec, String> {
    let mut reader = Reader { root: schema, bodies: HashMap::new(), depth: 0, parts: 0 };
    let spec = reader.body(schema);
    spec.schema().map_err(|error| error.to_string())?;
    Ok(spec)
}

/// What a schema describes.
enum Form {
    Attribute(Type, Vec<serde_hcl::Value>),
    Block(Spec),
    Blocks(Spec),
    /// Blocks with a number of labels.
    Labeled(usize, Spec),
    Any,
}

struct Reader<'s> {
    root: &'s Value,
    /// The bodies of schemas by their references; none while one is read.
    bodies: HashMap<&'s str, Option<Spec>>,
    depth: usize,
    /// The number of parts that were read.
    parts: usize,
}

impl<'s> Reader<'s> {
    /// Returns the schema that a reference leads to, with the reference.
    fn resolve(&self, mut schema: &'s Value) -> (&'s Value, Option<&'s str>) {
        let mut last = None;
        for _ in 0..MAX_DEPTH {
            let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { break };
            last = Some(reference);
            let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            schema = target.unwrap_or(&Value::Null);
        }
        (schema, last)
    }

    /// Returns the specification of an object with known properties.
    fn body(&mut self, schema: &'s Value) -> Spec {
        let (schema, reference) = self.resolve(schema);
        if let Some(known) = reference.and_then(|reference| self.bodies.get(reference)) {
            // A schema in itself is not described again.
            return known.clone().unwrap_or_else(Spec::opaque_rest);
        }
        if self.depth >= MAX_DEPTH {
            return Spec::opaque_rest();
        }
        self.bodies.extend(reference.map(|reference| (reference, None)));
        self.depth += 1;
        let parts: Vec<&Value> = [schema].into_iter().chain(items(schema, "allOf")).collect();
        let parts: Vec<&Value> = parts.into_iter().map(|part| self.resolve(part).0).collect();
        let is_closed =
            parts.iter().any(|part| part.get("additionalProperties") == Some(&Value::Bool(false)));
        let is_certain = |part: &&Value| {
            !["patternProperties", "anyOf", "oneOf", "if"].iter().any(|keyword| part.get(keyword).is_some())
        };
        let mut content = Vec::new();
        for part in &parts {
            let required: Vec<&str> = items(part, "required").filter_map(Value::as_str).collect();
            for (name, property) in part.get("properties").and_then(Value::as_object).into_iter().flatten() {
                if name != "//" && !name.starts_with('$') {
                    let spec = self.property(name, property, required.contains(&name.as_str()));
                    content.push((name.clone(), spec));
                }
            }
        }
        if !is_closed || !parts.iter().all(is_certain) {
            content.push((String::new(), Spec::opaque_rest()));
        }
        self.depth -= 1;
        let spec = Spec::tuple(content.into_iter().map(|(_, spec)| spec));
        self.bodies.extend(reference.map(|reference| (reference, Some(spec.clone()))));
        spec
    }

    fn property(&mut self, name: &str, schema: &'s Value, is_required: bool) -> Spec {
        let spec = match self.form(schema) {
            Form::Attribute(ty, values) => {
                let default = default(schema, &ty).filter(|_| !is_required);
                let spec = Spec::attribute(name, ty).one_of(values);
                match default {
                    Some(default) => spec.or(Spec::literal(default)),
                    None => spec,
                }
            }
            Form::Block(body) => Spec::block(name, body),
            Form::Blocks(body) => Spec::block_list(name, .., body),
            Form::Labeled(labels, body) => {
                let label =
                    |index| if index == 0 { "name".to_owned() } else { format!("label {}", index + 1) };
                Spec::block_object(name, (0..labels).map(label), body)
            }
            Form::Any => Spec::opaque(name),
        };
        let spec = if is_required { spec.required() } else { spec };
        let text = |schema: &'s Value| schema.get("description").and_then(Value::as_str);
        let description = text(schema).or_else(|| text(self.resolve(schema).0));
        description.into_iter().fold(spec, Spec::description)
    }

    fn form(&mut self, schema: &'s Value) -> Form {
        if self.depth >= MAX_DEPTH || self.parts >= MAX_PARTS {
            return Form::Any;
        }
        self.parts += 1;
        self.depth += 1;
        let form = self.form_of(schema);
        self.depth -= 1;
        form
    }

    fn form_of(&mut self, schema: &'s Value) -> Form {
        let (target, _) = self.resolve(schema);
        if let Some(values) = values(target) {
            return possible(values);
        }
        if target.get("properties").is_some() {
            return Form::Block(self.body(schema));
        }
        if let Some(alternatives) = ["anyOf", "oneOf"].iter().find_map(|keyword| target.get(keyword)) {
            return self.alternatives(alternatives.as_array().map_or(&[][..], Vec::as_slice));
        }
        let all: Vec<&Value> = items(target, "allOf").collect();
        match all[..] {
            [] => {}
            [only] => return self.form(only),
            _ => return Form::Block(self.body(schema)),
        }
        let types: Vec<&str> = match target.get("type") {
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(ty)) => vec![ty],
            _ => Vec::new(),
        };
        let types: Vec<&str> = types.into_iter().filter(|ty| *ty != "null").collect();
        match types[..] {
            ["boolean"] => Form::Attribute(Type::Bool, Vec::new()),
            ["number" | "integer"] => Form::Attribute(Type::Number, Vec::new()),
            ["object"] => self.map(target),
            ["array"] => self.array(target),
            [] => Form::Any,
            // Numbers and bools convert to strings.
            _ if types.iter().all(|ty| matches!(*ty, "string" | "boolean" | "number" | "integer"))
                && types.contains(&"string") =>
            {
                Form::Attribute(Type::String, Vec::new())
            }
            _ if types.iter().any(|ty| matches!(*ty, "object" | "array")) => Form::Any,
            _ => Form::Attribute(Type::Dynamic, Vec::new()),
        }
    }

    fn map(&mut self, schema: &'s Value) -> Form {
        let Some(element) = schema.get("additionalProperties").filter(|it| it.is_object()) else {
            return Form::Any;
        };
        match self.form(element) {
            Form::Attribute(ty, values) => Form::Attribute(Type::map(ty), values),
            Form::Block(body) | Form::Blocks(body) => Form::Labeled(1, body),
            Form::Labeled(labels, body) => Form::Labeled(labels + 1, body),
            Form::Any => Form::Any,
        }
    }

    fn array(&mut self, schema: &'s Value) -> Form {
        let is_set = schema.get("uniqueItems") == Some(&Value::Bool(true));
        let form = schema.get("items").filter(|it| it.is_object()).map(|items| self.form(items));
        match form {
            Some(Form::Attribute(ty, values)) if ty != Type::Dynamic => {
                Form::Attribute(if is_set { Type::set(ty) } else { Type::list(ty) }, values)
            }
            Some(Form::Block(body) | Form::Blocks(body)) => Form::Blocks(body),
            // Arrays of objects are blocks in HCL JSON.
            Some(Form::Labeled(labels, body)) => Form::Labeled(labels, body),
            _ => Form::Any,
        }
    }

    fn alternatives(&mut self, schemas: &'s [Value]) -> Form {
        let is_null = |schema: &Value| schema.get("type").is_some_and(|ty| ty == "null");
        let is_template = |schema: &Value| schema.get("pattern").is_some_and(|pattern| pattern == TEMPLATE);
        let schemas = schemas.iter().filter(|schema| !is_null(schema) && !is_template(schema));
        let schemas: Vec<&Value> = schemas.collect();
        let enumerated: Option<Vec<_>> =
            schemas.iter().map(|schema| values(self.resolve(schema).0)).collect();
        if let Some(values) = enumerated.filter(|values| !values.is_empty()) {
            return possible(values.into_iter().flatten().collect());
        }
        let forms: Vec<Form> = schemas.into_iter().map(|schema| self.form(schema)).collect();
        forms.into_iter().reduce(either).unwrap_or(Form::Any)
    }
}

/// Returns the elements of an array of a schema.
fn items<'s>(schema: &'s Value, keyword: &str) -> impl Iterator<Item = &'s Value> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the values of an enumeration.
fn values(schema: &Value) -> Option<Vec<&Value>> {
    let one = schema.get("const").map(|value| vec![value]);
    one.or_else(|| Some(schema.get("enum")?.as_array()?.iter().collect()))
}

/// Returns the form of an attribute with possible values.
fn possible(values: Vec<&Value>) -> Form {
    let values = values.into_iter().filter(|value| !value.is_null());
    let values: Vec<_> = values.filter_map(|value| serde_hcl::Value::deserialize(value).ok()).collect();
    let ty = values.first().map_or(Type::Dynamic, |value| value.ty().clone());
    let is_primitive = matches!(ty, Type::String | Type::Number | Type::Bool);
    match is_primitive && values.iter().all(|value| *value.ty() == ty) {
        true => Form::Attribute(ty, values),
        false => Form::Any,
    }
}

/// Returns a form that has the values of two others.
fn either(one: Form, other: Form) -> Form {
    match (one, other) {
        (Form::Attribute(one, mut values), Form::Attribute(other, others)) => {
            let is_listed = !values.is_empty() && !others.is_empty();
            values.extend(others);
            let ty = if one == other { one } else { Type::Dynamic };
            let values = if is_listed && ty != Type::Dynamic { values } else { Vec::new() };
            Form::Attribute(ty, values)
        }
        (Form::Block(one), Form::Blocks(_)) | (Form::Blocks(one), Form::Block(_)) => Form::Blocks(one),
        (Form::Labeled(one, body), Form::Labeled(other, _)) if one == other => Form::Labeled(one, body),
        _ => Form::Any,
    }
}

/// Returns the default value of an attribute, if it has the type.
fn default(schema: &Value, ty: &Type) -> Option<serde_hcl::Value> {
    let value = serde_hcl::Value::deserialize(schema.get("default")?).ok()?;
    (value.ty() == ty && !value.is_null()).then_some(value)
}

#[cfg(test)]
mod tests {
    use serde_hcl::Type;
    use serde_hcl::ext::Spec;
    use serde_hcl::json;
    use serde_json::Value;

    /// Returns the reference page of a schema.
    fn page(schema: &str) -> String {
        let schema: Value = serde_json::from_str(schema).expect("it is JSON");
        super::spec(&schema).expect("it is valid").to_markdown()
    }

    #[test]
    fn properties_become_attributes_and_blocks() {
        let page = page(
            r##"{
              "properties": {
                "region": { "type": "string", "description": "Where it runs." },
                "level": { "oneOf": [{ "const": "low", "description": "Low." }, { "enum": ["high"] }] },
                "size": { "type": ["integer", "null"], "default": 1 },
                "tags": { "type": "object", "additionalProperties": { "type": "string" } },
                "zones": { "type": "array", "items": { "enum": ["a", "b"] }, "uniqueItems": true },
                "either": { "type": ["string", "number"] },
                "thing": true,
                "tls": { "anyOf": [{ "$ref": "#/$defs/Tls" }, { "type": "null" }] },
                "server": { "type": "array", "items": { "$ref": "#/$defs/Server" } },
                "disk": { "type": "object", "additionalProperties": { "$ref": "#/$defs/Tls" } }
              },
              "required": ["region", "tls"],
              "additionalProperties": false,
              "$defs": {
                "Tls": { "properties": { "cert": { "type": "string" } }, "additionalProperties": false },
                "Server": { "properties": { "next": { "$ref": "#/$defs/Server" } }, "additionalProperties": false }
              }
            }"##,
        );
        assert_eq!(
            page,
            "\
| attribute | type | required | description |
|---|---|---|---|
| `either` | string | no | |
| `level` | string | no | One of `\"low\"` or `\"high\"`. |
| `region` | string | yes | Where it runs. |
| `size` | number | no | The default is `1`. |
| `tags` | map(string) | no | |
| `zones` | set(string) | no | One of `\"a\"` or `\"b\"`. |
| `thing` | attribute or block of any form | no | |

| block | labels | number |
|---|---|---|
| [`disk`](#disk) | name | any |
| [`server`](#server) | none | any |
| [`tls`](#tls) | none | 1 |

## `disk`

| attribute | type | required |
|---|---|---|
| `cert` | string | no |

## `server`

| block | labels | number |
|---|---|---|
| [`server.next`](#servernext) | none | at most 1 |

## `server.next`

Other attributes and blocks can be present.

## `tls`

| attribute | type | required |
|---|---|---|
| `cert` | string | no |
"
        );
    }

    #[test]
    fn the_schema_of_a_specification_has_its_names_and_descriptions() {
        let disk = Spec::object([(
            "size",
            Spec::attribute("size", Type::String).required().description("The size."),
        )]);
        let spec = Spec::tuple([
            Spec::attribute("level", Type::String).one_of(["low", "high"]).or(Spec::literal("low")),
            Spec::attribute("on", Type::Bool).required(),
            Spec::block_map("disk", ["name"], disk).description("A disk."),
            Spec::opaque("plugin"),
        ]);
        let schema = json::to_string(&spec.to_json_schema()).expect("it is JSON");
        let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
        let read = super::spec(&schema).expect("it is valid");
        let attributes: Vec<_> =
            read.child_attributes().into_iter().map(|it| (it.name, it.is_required)).collect();
        assert_eq!(attributes, [("level", false), ("on", true)]);
        let level = &read.child_attributes()[0];
        assert_eq!((level.values.len(), level.default.and_then(|it| it.as_str())), (2, Some("low")));
        let disk = &read.child_blocks()[0];
        assert_eq!((disk.block_type, disk.labels.len(), disk.description), ("disk", 1, Some("A disk.")));
        assert_eq!(disk.nested.and_then(|it| it.description_of("size")), Some("The size."));
        assert_eq!((read.opaque_names(), read.is_open()), (vec!["plugin"], false));
    }

    #[test]
    fn a_schema_that_never_ends_is_read() {
        for schema in [
            r##"{ "$ref": "#" }"##,
            r##"{ "properties": { "a": { "$ref": "#" } } }"##,
            r##"{ "properties": { "a": { "$ref": "#/x" }, "b": { "$ref": "no" } }, "x": { "$ref": "#/x" } }"##,
            r##"{ "anyOf": [{ "$ref": "#" }, { "$ref": "#" }], "properties": { "a": { "items": { "$ref": "#" } } } }"##,
            r##"{ "properties": { "a": { "$ref": "#/x" } }, "x": { "anyOf": [{ "$ref": "#/x" }] } }"##,
        ] {
            assert!(page(schema).contains("Other attributes and blocks can be present."), "{schema}");
        }
    }

    #[test]
    fn a_schema_whose_parts_double_is_read() {
        let part = |at: usize| {
            let next = format!("{{ \"$ref\": \"#/$defs/{}\" }}", at + 1);
            format!("\"{at}\": {{ \"anyOf\": [{next}, {next}] }}")
        };
        let parts: Vec<_> = (0..40).map(part).collect();
        let schema = format!(
            "{{ \"properties\": {{ \"a\": {{ \"$ref\": \"#/$defs/0\" }} }}, \"$defs\": {{ {} }} }}",
            parts.join(", ")
        );
        assert!(page(&schema).contains("| `a` | attribute or block of any form | no |"));
    }
}
