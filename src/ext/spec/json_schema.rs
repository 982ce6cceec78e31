//! Specifications as JSON Schemas of HCL JSON.

use std::ops::Bound;

use super::Spec;
use super::domain::Domain;
use super::inspect::ChildBlocks;
use super::shape::{Shape, ShapeField, Variant};
use crate::value::{Map, Number, Type, Value};

/// The version of JSON Schema.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The pattern of templates.
pub(super) const TEMPLATE: &str = "[$%]\\{";

/// The pattern of strings that may convert to a number, and of templates.
pub(super) const NUMBER: &str = "[0-9]|[$%]\\{";

/// The pattern of strings that convert to a bool, and of templates.
pub(super) const BOOL: &str = "^(true|false|1|0)$|[$%]\\{";

/// The levels of objects and lists in a value that are described.
const MAX_LEVELS: usize = 16;

/// JSON Schema.
impl Spec {
    /// Returns a JSON Schema (draft 2020-12) of the HCL JSON form of the bodies, for editors and
    /// other tools. A template is accepted in place of any value, and a string in place of a number
    /// or a bool that it converts to. [`from_json_schema`](Self::from_json_schema) reads such a
    /// schema. It accepts any content of blocks whose first label is the variant of an enum.
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
    ///     Some(r#"{"type":["number","string"],"pattern":"[0-9]|[$%]\\{"}"#)
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
            let is_optional = !attribute.is_required;
            let schema = match attribute.shape {
                Some(shape) => of_shape(shape, is_optional, 0),
                None => of_type(attribute.ty, is_optional, attribute.domain),
            };
            let schema = annotated(schema, "default", default.cloned());
            properties.push((attribute.name, described(schema, attribute.description)));
            if attribute.is_required {
                required.push(attribute.name);
            }
        }
        for (name, form) in self.opaque_forms() {
            let schema = form.map_or(Value::TRUE, |form| of_shape(&form.attribute, true, 0));
            let may_repeat = form.is_some_and(|form| form.may_repeat);
            let schema = if may_repeat { one_or_more(schema) } else { schema };
            properties.push((name, described(schema, self.description_of(name))));
        }
        required.extend(self.required_opaque_names());
        for blocks in self.child_blocks() {
            properties.push((blocks.block_type, described(of_blocks(&blocks), blocks.description)));
            if blocks.at_least > 0 {
                required.push(blocks.block_type);
            }
        }
        // The root of a file can be an array of objects, which are read as one.
        let ty = if schema.is_empty() { Value::from("object") } else { Value::from(vec!["object", "array"]) };
        schema.extend([("type", ty), ("properties", object(properties))]);
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
        None => of_name("object"),
    };
    let is_alone = blocks.are_unique || blocks.labels.is_empty() && blocks.at_most == Some(1);
    let body = if is_alone { at_most_one(body) } else { one_or_more(body) };
    let all = blocks.labels.iter().fold(body, |inner, _| {
        one_or_more(object([("type", Value::from("object")), ("additionalProperties", inner)]))
    });
    // Without blocks, the property is null or left out.
    let null = (blocks.at_least == 0).then(|| of_name("null"));
    let template = blocks.attribute.is_some().then(template);
    if null.is_none() && template.is_none() {
        return all;
    }
    any_of(alternatives(all).into_iter().chain(template).chain(null))
}

/// Returns the schema of a value that can be in an array.
fn one_or_more(schema: Value) -> Value {
    let array = object([("type", Value::from("array")), ("items", schema.clone())]);
    any_of([schema, array])
}

/// Returns the schema of a value that can be alone in an array.
fn at_most_one(schema: Value) -> Value {
    let array = [("type", "array".into()), ("items", schema.clone()), ("maxItems", Value::from(1))];
    any_of([schema, object(array)])
}

fn any_of(schemas: impl IntoIterator<Item = Value>) -> Value {
    object([("anyOf", Value::tuple(schemas))])
}

fn of_name(name: &str) -> Value {
    object([("type", Value::from(name))])
}

fn of_names(names: &[&str], is_optional: bool) -> Value {
    let null = is_optional.then_some("null");
    let names: Vec<&str> = names.iter().copied().chain(null).collect();
    object([("type", Value::from(names))])
}

/// Returns the schema of texts with templates.
fn template() -> Value {
    object([("type", Value::from("string")), ("pattern", Value::from(TEMPLATE))])
}

/// Returns the schema of the values of a schema, of templates, and of null.
fn or_template(schema: Value, is_optional: bool) -> Value {
    let others = [template()].into_iter().chain(is_optional.then(|| of_name("null")));
    any_of(alternatives(schema).into_iter().chain(others))
}

/// Returns the alternatives of a schema.
fn alternatives(schema: Value) -> Vec<Value> {
    let is_only = schema.as_object().is_some_and(|keywords| keywords.len() == 1);
    let all = schema.get("anyOf").filter(|_| is_only).and_then(Value::as_array).map(<[_]>::to_vec);
    all.unwrap_or_else(|| vec![schema])
}

/// Returns the schema of the values of a form.
fn of_shape(shape: &Shape, is_optional: bool, level: usize) -> Value {
    if level > MAX_LEVELS || shape.is_by_label() {
        return Value::TRUE;
    }
    let inner = |shape: &Shape| of_shape(shape, false, level + 1);
    match shape {
        Shape::Any => Value::TRUE,
        Shape::Optional(shape) => of_shape(shape, true, level + 1),
        Shape::Primitive(ty, domain) => of_type(ty, is_optional, domain),
        Shape::Null => of_name("null"),
        Shape::Empty => {
            object([("type", Value::from(vec!["array", "object"])), ("maxItems", Value::from(0))])
        }
        Shape::Sequence(element) => {
            let items = inner(element);
            let array = object([("type", Value::from("array")), ("items", items.clone())]);
            match element.may_be_block() && !element.is_primitive() {
                // One block, without an array around it.
                true => or_template(any_of([array, items]), is_optional),
                false => or_template(array, is_optional),
            }
        }
        Shape::Map(element) => {
            let entries = inner(element);
            let map = object([("type", Value::from("object")), ("additionalProperties", entries)]);
            or_template(one_or_more(map), is_optional)
        }
        Shape::Variants(variants) => {
            let names = variants.iter().filter(|it| {
                it.content.as_deref().is_none_or(|it| matches!(it, Shape::Any | Shape::Optional(_)))
            });
            let names: Vec<&str> = names.map(|variant| variant.name.as_str()).collect();
            let names = (!names.is_empty()).then(|| object([("enum", Value::from(names))]));
            let content = |content: &Option<_>| content.as_deref().map_or(Value::TRUE, &inner);
            let properties = variants.iter().map(|it| (it.name.as_str(), content(&it.content)));
            let one = object([
                ("type", Value::from("object")),
                ("properties", object(properties)),
                ("additionalProperties", Value::FALSE),
                ("minProperties", Value::from(1)),
            ]);
            let null = is_optional.then(|| of_name("null"));
            let forms = alternatives(one_or_more(one)).into_iter().chain([template()]);
            any_of(names.into_iter().chain(forms).chain(null))
        }
        Shape::Tagged { tag, content, variants } => {
            let variant = |variant: &Variant| {
                let tag_of = object([("const", Value::from(variant.name.as_str()))]);
                match (content, variant.content.as_deref()) {
                    (Some(content), shape) => {
                        let shape = shape.map_or(Value::TRUE, &inner);
                        let properties = [(tag.as_str(), tag_of), (content.as_str(), shape)];
                        object([("properties", object(properties))])
                    }
                    (None, Some(Shape::Object { fields, is_closed, .. })) => {
                        let fields = fields.iter().filter(|field| field.name != *tag);
                        object(of_fields(fields, *is_closed, Some((tag, tag_of)), level))
                    }
                    (None, shape) => {
                        let shape = shape.map_or(Value::TRUE, &inner);
                        let properties = object([("properties", object([(tag.as_str(), tag_of)]))]);
                        object([("allOf", Value::tuple([properties, shape]))])
                    }
                }
            };
            let one = object([
                ("type", Value::from("object")),
                ("required", Value::from(vec![tag.as_str()])),
                ("anyOf", Value::tuple(variants.iter().map(variant).collect::<Vec<_>>())),
            ]);
            or_template(at_most_one(one), is_optional)
        }
        Shape::Tuple(shapes) => or_template(tuple(shapes.iter().map(|shape| inner(shape))), is_optional),
        Shape::Object { fields, is_closed, .. } => {
            let fields = of_fields(fields.iter(), *is_closed, None, level);
            let ty = [("type", Value::from("object"))];
            or_template(at_most_one(object(ty.into_iter().chain(fields))), is_optional)
        }
    }
}

/// Returns the keywords about the fields of an object, with the schema of one before them.
fn of_fields<'s>(
    fields: impl Iterator<Item = &'s ShapeField> + Clone,
    is_closed: bool,
    first: Option<(&'s str, Value)>,
    level: usize,
) -> Vec<(&'static str, Value)> {
    let property = |field: &'s ShapeField| (&*field.name, of_shape(&field.shape, false, level + 1));
    let properties = first.into_iter().chain(fields.clone().map(property));
    let mut schema = vec![("properties", object(properties))];
    let required: Vec<&str> = fields.filter(|field| field.is_required).map(|field| &*field.name).collect();
    if !required.is_empty() {
        schema.push(("required", Value::from(required)));
    }
    if is_closed {
        schema.push(("additionalProperties", Value::FALSE));
    }
    schema
}

fn tuple(items: impl Iterator<Item = Value>) -> Value {
    let items: Vec<Value> = items.collect();
    let length = Value::from(items.len());
    object([
        ("type", Value::from("array")),
        ("prefixItems", Value::tuple(items)),
        ("minItems", length.clone()),
        ("maxItems", length),
    ])
}

/// Returns the schema of the values that are converted to a type. `domain` has the possible ones,
/// or the possible elements.
fn of_type(ty: &Type, is_optional: bool, domain: &Domain) -> Value {
    match ty {
        Type::Bool | Type::Number | Type::String if !domain.values.is_empty() => {
            let null = is_optional.then_some(Value::NULL);
            let values: Vec<Value> = domain.values.iter().cloned().chain(null).collect();
            any_of([object([("enum", Value::tuple(values))]), template()])
        }
        Type::Bool => {
            annotated(of_names(&["boolean", "string"], is_optional), "pattern", Some(Value::from(BOOL)))
        }
        Type::Number => of_number(domain, is_optional),
        Type::String if domain.is_character => {
            let one = || Some(Value::from(1));
            let character = annotated(of_name("string"), "minLength", one());
            or_template(annotated(character, "maxLength", one()), is_optional)
        }
        Type::String => of_names(&["string", "number", "boolean"], is_optional),
        Type::List(element) | Type::Set(element) => {
            let items = of_type(element, true, domain);
            or_template(object([("type", Value::from("array")), ("items", items)]), is_optional)
        }
        Type::Map(element) => {
            let values = of_type(element, true, domain);
            let map = object([("type", Value::from("object")), ("additionalProperties", values)]);
            or_template(map, is_optional)
        }
        Type::Tuple(elements) => {
            let domain = Domain::default();
            or_template(tuple(elements.iter().map(|element| of_type(element, true, &domain))), is_optional)
        }
        Type::Object(attributes) => {
            let domain = Domain::default();
            let properties = attributes.iter().map(|(name, ty)| (name, of_type(ty, true, &domain)));
            let required = attributes.iter().map(|(name, _)| name);
            let required: Vec<&str> = required.filter(|name| !attributes.is_optional(name)).collect();
            let schema = object([
                ("type", Value::from("object")),
                ("properties", object(properties)),
                ("required", Value::from(required)),
            ]);
            or_template(schema, is_optional)
        }
        _ => Value::TRUE,
    }
}

fn of_number(domain: &Domain, is_optional: bool) -> Value {
    let name = if domain.is_whole { "integer" } else { "number" };
    let schema = annotated(of_names(&[name, "string"], is_optional), "pattern", Some(Value::from(NUMBER)));
    let bound = |schema: Value, bound: &Bound<Number>, [included, excluded]: [&str; 2]| match bound {
        Bound::Included(number) => annotated(schema, included, Some(Value::from(number.clone()))),
        Bound::Excluded(number) => annotated(schema, excluded, Some(Value::from(number.clone()))),
        Bound::Unbounded => schema,
    };
    let (least, most) = &domain.range;
    let schema = bound(schema, least, ["minimum", "exclusiveMinimum"]);
    bound(schema, most, ["maximum", "exclusiveMaximum"])
}

fn object<'n>(entries: impl IntoIterator<Item = (&'n str, Value)>) -> Value {
    Value::object(entries.into_iter().collect::<Map>())
}
