//! Specifications from JSON Schemas.

use std::collections::HashMap;
use std::ops::Bound;
use std::sync::Arc;

use super::domain::Domain;
use super::json_schema::{BOOL, NUMBER, TEMPLATE};
use super::shape::{Shape, Variant};
use super::{OpaqueForm, Spec, SpecKind, label_name};
use crate::error::Result;
use crate::value::{Number, Type, Value};

/// The maximum number of references and levels of a part of a schema.
const MAX_DEPTH: usize = 48;

/// The maximum number of parts that are read. Parts can be in others several times.
const MAX_PARTS: usize = 1 << 16;

impl Spec {
    /// Returns the specification of the configurations that a JSON Schema describes: one of
    /// [`to_json_schema`](Self::to_json_schema), or one of the values that an application reads
    /// from any format, such as a schema of the crate schemars.
    ///
    /// | schema | part of the specification |
    /// |---|---|
    /// | `boolean`, `number`, `integer`, `string`, several of them | an attribute |
    /// | `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum` | its [range](Self::range) |
    /// | `enum`, `const`, alternatives of them | an attribute with possible values |
    /// | `array`, `object` with `additionalProperties`, of attributes | an attribute: a list, set or map |
    /// | `object` with `properties` | a block |
    /// | `oneOf` or `anyOf` of such objects with a property that is another constant in each | an attribute or blocks of [any form](Self::opaque) that are checked: the content depends on the property |
    /// | `oneOf` or `anyOf` of other such objects | a block with the attributes and blocks of all of them |
    /// | `array` of blocks | blocks in a list |
    /// | `object` with `additionalProperties`, of blocks | blocks with labels, which can repeat if the blocks are in arrays |
    /// | `description`, `deprecated` | a [description](Self::description) |
    /// | `default` | a [default](Self::or) |
    /// | `$ref` into the schema, `allOf` | the schema that is referred to, all of them together |
    /// | anything else | an attribute or blocks of [any form](Self::opaque) |
    ///
    /// Blocks can also be an attribute with an object or a list. Null is possible for any attribute
    /// that is not required.
    ///
    /// These keywords are ignored, so a value that only they exclude is no error: `format`,
    /// `pattern`, `minLength`, `maxLength`, `minItems`, `minProperties`, `maxProperties`,
    /// `maxItems` other than 1 for blocks, `multipleOf`, `not`, `if`, `then`, `else`,
    /// `dependentRequired`, `dependentSchemas`, `patternProperties`, `propertyNames`,
    /// `unevaluatedProperties`, `unevaluatedItems`, `prefixItems`, `contains`, `$dynamicRef`,
    /// `title`, `examples`, and references to other files and to anchors.
    ///
    /// ```
    /// use serde_hcl::{Value, ext::Spec};
    ///
    /// let schema: Value = serde_json::from_str(
    ///     r##"{
    ///       "properties": {
    ///         "port": { "type": "integer", "minimum": 1, "description": "The port." },
    ///         "tls": { "$ref": "#/$defs/Tls" }
    ///       },
    ///       "required": ["port"],
    ///       "$defs": { "Tls": { "properties": { "cert": { "type": "string" } } } }
    ///     }"##,
    /// )?;
    /// let spec = Spec::from_json_schema(&schema)?;
    /// let port = &spec.child_attributes()[0];
    /// assert_eq!((port.name, port.is_required, port.description), ("port", true, Some("The port.")));
    /// assert_eq!(spec.child_blocks()[0].block_type, "tls");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error "Invalid specification" if the specification contradicts itself, see
    /// [`schema`](Self::schema).
    pub fn from_json_schema(schema: &Value) -> Result<Self> {
        let mut reader = Reader { root: schema, bodies: HashMap::new(), depth: 0, parts: 0 };
        let spec = reader.body(schema);
        spec.schema()?;
        Ok(spec)
    }
}

/// What a schema describes.
enum Form {
    Attribute(Type, Domain),
    Block(Spec),
    /// Blocks, and whether an attribute in place of them is a list, not one object.
    Blocks(Spec, bool),
    Labeled(Labeled),
    /// An attribute or blocks whose content depends on a constant property.
    Tagged(Arc<Shape>),
    Any,
}

/// Blocks with labels.
struct Labeled {
    labels: usize,
    body: Spec,
    /// Whether no two of them may have the same labels.
    are_unique: bool,
    /// The form of an attribute in place of them.
    attribute: Arc<Shape>,
}

struct Reader<'s> {
    root: &'s Value,
    /// The bodies of schemas by their references; none while one is read.
    bodies: HashMap<&'s str, Option<Spec>>,
    depth: usize,
    /// The number of parts that were read.
    parts: usize,
}

/// A property in all schemas of a body.
struct Property<'s> {
    name: &'s str,
    schemas: Vec<&'s Value>,
    is_required: bool,
}

impl<'s> Reader<'s> {
    /// Returns the schema that a reference leads to, with the reference.
    fn resolve(&self, mut schema: &'s Value) -> (&'s Value, Option<&'s str>) {
        let mut last = None;
        for _ in 0..MAX_DEPTH {
            let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { break };
            last = Some(reference);
            let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            schema = target.unwrap_or(&Value::NULL);
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
        let (mut properties, is_closed) = self.properties(schema, MAX_DEPTH);
        properties.retain(|property| property.name != "//" && !property.name.starts_with('$'));
        let mut content: Vec<Spec> = properties.iter().map(|property| self.property(property)).collect();
        if !is_closed {
            content.push(Spec::opaque_rest());
        }
        self.depth -= 1;
        let spec = Spec::tuple(content);
        self.bodies.extend(reference.map(|reference| (reference, Some(spec.clone()))));
        spec
    }

    /// Returns the properties of a schema, of all schemas in `allOf`, and of the alternatives,
    /// which are required if they are so in each alternative. Returns whether there are no others.
    fn properties(&mut self, schema: &'s Value, levels: usize) -> (Vec<Property<'s>>, bool) {
        self.parts += 1;
        if levels == 0 || self.parts >= MAX_PARTS {
            return (Vec::new(), false);
        }
        let (schema, _) = self.resolve(schema);
        let required: Vec<&str> = items(schema, "required").filter_map(Value::as_str).collect();
        let own = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let property = |(name, schema): (&'s str, &'s Value)| {
            let is_required = required.contains(&name);
            Property { name, schemas: vec![schema], is_required }
        };
        let mut all: Vec<Property<'_>> = own.map(property).collect();
        let is_certain = !["patternProperties", "if"].iter().any(|keyword| schema.get(keyword).is_some());
        let mut is_closed = schema.get("additionalProperties") == Some(&Value::FALSE) && is_certain;
        for part in items(schema, "allOf") {
            let (properties, is_part_closed) = self.properties(part, levels - 1);
            properties.into_iter().for_each(|property| add(&mut all, property));
            is_closed |= is_part_closed && is_certain;
        }
        for keyword in ["anyOf", "oneOf"] {
            let alternatives: Vec<_> = items(schema, keyword).filter(|schema| !is_null(schema)).collect();
            let Some(count) = Some(alternatives.len()).filter(|count| *count > 0) else { continue };
            let mut found: Vec<Property<'_>> = Vec::new();
            let mut are_closed = true;
            for alternative in alternatives {
                let (properties, is_alternative_closed) = self.properties(alternative, levels - 1);
                for property in properties {
                    match found.iter_mut().find(|known| known.name == property.name) {
                        Some(known) => {
                            known.is_required &= property.is_required;
                            known.schemas.extend(property.schemas);
                        }
                        None => found.push(property),
                    }
                }
                are_closed &= is_alternative_closed;
            }
            for mut property in found {
                // It may be in some alternatives only.
                property.is_required &= property.schemas.len() >= count;
                add(&mut all, property);
            }
            is_closed |= are_closed && is_certain && schema.get("properties").is_none();
        }
        (all, is_closed)
    }

    fn property(&mut self, property: &Property<'s>) -> Spec {
        let (name, is_required) = (property.name, property.is_required);
        let form = match property.schemas[..] {
            [only] => self.form(only),
            ref schemas => self.alternatives(schemas),
        };
        let schema = property.schemas[0];
        let or_null = |shape| if is_required { shape } else { Shape::optional(shape) };
        let spec = match form {
            Form::Attribute(ty, domain) => {
                let default = default(schema, &ty).filter(|_| !is_required);
                let spec = Spec::attribute(name, ty).with_wrapped(|spec| {
                    if let SpecKind::Attribute { domain: of_spec, .. } = spec.kind_mut() {
                        of_spec.clone_from(&domain);
                    }
                });
                match default {
                    Some(default) => spec.or(Spec::literal(default)),
                    None => spec,
                }
            }
            Form::Block(body) => {
                let object = body.object_shape();
                Spec::block(name, body).or_as_attribute(or_null(object))
            }
            Form::Blocks(body, is_list) => {
                let objects = shape_of_blocks(&body, is_list);
                Spec::block_list(name, .., body).or_as_attribute(or_null(objects))
            }
            Form::Labeled(Labeled { labels, body, are_unique, attribute }) => {
                let names = (0..labels).map(label_name);
                let blocks = if are_unique {
                    Spec::block_object(name, names, body)
                } else {
                    let names = names.enumerate().map(|(index, name)| Spec::label(index, name));
                    Spec::block_list(name, .., Spec::tuple(names.chain([body])))
                };
                blocks.or_as_attribute(or_null(attribute))
            }
            Form::Tagged(shape) => {
                let attribute = Shape::optional(shape);
                Spec::opaque(name).in_form(OpaqueForm { attribute, variants: None, may_repeat: false })
            }
            Form::Any => Spec::opaque(name),
        };
        let spec = if is_required { spec.required() } else { spec };
        let target = self.resolve(schema).0;
        let text = |schema: &'s Value| schema.get("description").and_then(Value::as_str);
        let description = text(schema).or_else(|| text(target));
        let is_deprecated = |schema: &Value| schema.get("deprecated") == Some(&Value::TRUE);
        let deprecated = (is_deprecated(schema) || is_deprecated(target)).then_some("Deprecated.");
        let texts: Vec<&str> = deprecated.into_iter().chain(description).collect();
        if texts.is_empty() { spec } else { spec.description(texts.join(" ")) }
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
            let schemas: Vec<&Value> = alternatives.as_array().unwrap_or_default().iter().collect();
            if let Some(shape) = self.tagged(&schemas) {
                return Form::Tagged(shape);
            }
            let objects = schemas.iter().filter(|it| !is_null(it) && !is_template(it));
            let are_objects = objects.clone().count() > 1
                && objects.clone().all(|it| self.resolve(it).0.get("properties").is_some());
            return if are_objects { Form::Block(self.body(schema)) } else { self.alternatives(&schemas) };
        }
        let all: Vec<&Value> = items(target, "allOf").collect();
        match all[..] {
            [] => {}
            [only] => return self.form(only),
            _ => return Form::Block(self.body(schema)),
        }
        let ty = target.get("type");
        let types = ty.and_then(Value::as_array).unwrap_or_default().iter().chain(ty);
        let types: Vec<&str> = types.filter_map(Value::as_str).filter(|ty| *ty != "null").collect();
        let pattern = target.get("pattern").and_then(Value::as_str);
        match types[..] {
            ["boolean"] => Form::Attribute(Type::Bool, Domain::default()),
            ["boolean", "string"] if pattern == Some(BOOL) => Form::Attribute(Type::Bool, Domain::default()),
            ["number" | "integer"] => Form::Attribute(Type::Number, numbers(target, types[0])),
            ["number" | "integer", "string"] if pattern == Some(NUMBER) => {
                Form::Attribute(Type::Number, numbers(target, types[0]))
            }
            ["object"] => self.map(target),
            ["array"] => self.array(target),
            [] => Form::Any,
            // Numbers and bools convert to strings.
            _ if types.iter().all(|ty| matches!(*ty, "string" | "boolean" | "number" | "integer"))
                && types.contains(&"string") =>
            {
                Form::Attribute(Type::String, Domain::default())
            }
            _ if types.iter().any(|ty| matches!(*ty, "object" | "array")) => Form::Any,
            _ => Form::Attribute(Type::Dynamic, Domain::default()),
        }
    }

    fn map(&mut self, schema: &'s Value) -> Form {
        let element = schema.get("additionalProperties").filter(|it| it.as_object().is_some());
        let Some(element) = element else { return Form::Any };
        match self.form(element) {
            Form::Attribute(ty, domain) => Form::Attribute(Type::map(ty), domain),
            Form::Block(body) => {
                let attribute = Arc::new(Shape::Map(body.object_shape()));
                Form::Labeled(Labeled { labels: 1, body, are_unique: true, attribute })
            }
            Form::Blocks(body, is_list) => {
                let attribute = Arc::new(Shape::Map(shape_of_blocks(&body, is_list)));
                Form::Labeled(Labeled { labels: 1, body, are_unique: false, attribute })
            }
            Form::Labeled(inner) => {
                let attribute = Arc::new(Shape::Map(inner.attribute));
                Form::Labeled(Labeled { labels: inner.labels + 1, attribute, ..inner })
            }
            Form::Tagged(shape) => Form::Tagged(Arc::new(Shape::Map(shape))),
            Form::Any => Form::Any,
        }
    }

    fn array(&mut self, schema: &'s Value) -> Form {
        let is_set = schema.get("uniqueItems") == Some(&Value::TRUE);
        let items = schema.get("items").filter(|it| it.as_object().is_some());
        match items.map(|items| self.form(items)) {
            Some(Form::Attribute(ty, domain)) if ty != Type::Dynamic => {
                Form::Attribute(if is_set { Type::set(ty) } else { Type::list(ty) }, domain)
            }
            Some(Form::Block(body) | Form::Blocks(body, _)) => {
                match schema.get("maxItems") == Some(&1.into()) {
                    true => Form::Block(body),
                    false => Form::Blocks(body, true),
                }
            }
            Some(Form::Tagged(shape)) => Form::Tagged(Arc::new(Shape::Sequence(shape))),
            // Arrays of objects are blocks in HCL JSON.
            Some(Form::Labeled(inner)) => {
                let attribute = Arc::new(Shape::Sequence(inner.attribute));
                Form::Labeled(Labeled { are_unique: false, attribute, ..inner })
            }
            _ => Form::Any,
        }
    }

    /// Returns the form of the content that depends on a property with a constant name in each of
    /// some schemas of objects.
    fn tagged(&mut self, schemas: &[&'s Value]) -> Option<Arc<Shape>> {
        let objects: Vec<&Value> = schemas.iter().copied().filter(|schema| !is_null(schema)).collect();
        let constant = |schema: &&'s Value, tag: &str| -> Option<&'s str> {
            let property = self.resolve(schema).0.get("properties")?.get(tag)?;
            match values(self.resolve(property).0)?[..] {
                [only] => only.as_str(),
                _ => None,
            }
        };
        let (first, _) = self.resolve(objects.first()?);
        let mut tags = first.get("properties")?.as_object()?.iter().map(|(name, _)| name);
        let tag = tags.find(|tag| objects.iter().all(|it| constant(it, tag).is_some()))?;
        let names: Vec<&str> = objects.iter().filter_map(|it| constant(it, tag)).collect();
        let mut variants: Vec<Variant> = Vec::with_capacity(names.len());
        for (name, schema) in names.into_iter().zip(objects) {
            if variants.iter().any(|variant| variant.name == name) {
                return None;
            }
            let body = self.body(schema);
            let content = Some(body.object_shape());
            variants.push(Variant { name: name.to_owned(), content, body: Some(body) });
        }
        let variants = variants.into();
        Some(Arc::new(Shape::Tagged { tag: tag.to_owned(), content: None, variants }))
    }

    /// Returns the form of a value that can be in an array, from the schemas of the value and of
    /// the array. The schemas of specifications have them beside templates.
    fn one_or_more(&mut self, one: &'s Value, other: &'s Value, has_template: bool) -> Option<Form> {
        if one.get("items") == Some(other) {
            return has_template.then(|| self.form(one));
        }
        if other.get("items") != Some(one) {
            return None;
        }
        match self.form(one) {
            Form::Block(_) => match self.form(other) {
                Form::Blocks(body, _) => Some(Form::Blocks(body, has_template)),
                form => Some(form),
            },
            form @ (Form::Attribute(..) | Form::Tagged(_)) if has_template => Some(form),
            Form::Labeled(blocks) if blocks.are_unique => {
                let attribute = if has_template { blocks.attribute } else { Arc::new(Shape::Any) };
                Some(Form::Labeled(Labeled { attribute, ..blocks }))
            }
            _ => None,
        }
    }

    fn alternatives(&mut self, schemas: &[&'s Value]) -> Form {
        let has_template = schemas.iter().any(|schema| is_template(schema));
        let schemas = schemas.iter().copied().filter(|schema| !is_null(schema) && !is_template(schema));
        let schemas: Vec<&Value> = schemas.collect();
        let enumerated: Option<Vec<_>> =
            schemas.iter().map(|schema| values(self.resolve(schema).0)).collect();
        if let Some(values) = enumerated.filter(|values| !values.is_empty()) {
            return possible(values.into_iter().flatten().collect());
        }
        if let Some(shape) = self.tagged(&schemas) {
            return Form::Tagged(shape);
        }
        if let [one, other] = schemas[..]
            && let Some(form) = self.one_or_more(one, other, has_template)
        {
            return form;
        }
        let forms: Vec<Form> = schemas.into_iter().map(|schema| self.form(schema)).collect();
        forms.into_iter().reduce(either).unwrap_or(Form::Any)
    }
}

/// Adds a property to those of a body. Where two schemas have it, the first one describes it.
fn add<'s>(all: &mut Vec<Property<'s>>, property: Property<'s>) {
    match all.iter_mut().find(|known| known.name == property.name) {
        Some(known) => known.is_required |= property.is_required,
        None => all.push(property),
    }
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

fn is_template(schema: &Value) -> bool {
    schema.get("pattern").and_then(Value::as_str) == Some(TEMPLATE)
}

/// Returns the elements of an array of a schema.
fn items<'s>(schema: &'s Value, keyword: &str) -> impl Iterator<Item = &'s Value> + use<'s> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the values of an enumeration.
fn values(schema: &Value) -> Option<Vec<&Value>> {
    let one = schema.get("const").map(|value| vec![value]);
    one.or_else(|| Some(schema.get("enum")?.as_array()?.iter().collect()))
}

/// Returns the form of an attribute with possible values.
fn possible(values: Vec<&Value>) -> Form {
    let values: Vec<Value> = values.into_iter().filter(|value| !value.is_null()).cloned().collect();
    let ty = values.first().map_or(Type::Dynamic, |value| value.ty().clone());
    let is_primitive = matches!(ty, Type::String | Type::Number | Type::Bool);
    match is_primitive && values.iter().all(|value| *value.ty() == ty) {
        true => Form::Attribute(ty, Domain { values, ..Domain::default() }),
        false => Form::Any,
    }
}

/// Returns the possible numbers of a schema.
fn numbers(schema: &Value, ty: &str) -> Domain {
    let number = |keyword: &str| schema.get(keyword).and_then(Value::as_number);
    let bound = |included: &str, excluded: &str| -> Bound<Number> {
        let excluded = number(excluded).map(|number| Bound::Excluded(number.clone()));
        let included = number(included).map(|number| Bound::Included(number.clone()));
        excluded.or(included).unwrap_or(Bound::Unbounded)
    };
    let range = (bound("minimum", "exclusiveMinimum"), bound("maximum", "exclusiveMaximum"));
    Domain { range, is_whole: ty == "integer", ..Domain::default() }
}

/// Returns a form that has the values of two others.
fn either(one: Form, other: Form) -> Form {
    match (one, other) {
        (Form::Attribute(one, mut domain), Form::Attribute(other, others)) => {
            let is_listed = !domain.values.is_empty() && !others.values.is_empty();
            domain.values.extend(others.values);
            let ty = if one == other { one } else { Type::Dynamic };
            let is_possible = is_listed && ty != Type::Dynamic;
            Form::Attribute(ty, if is_possible { domain } else { Domain::default() })
        }
        (Form::Block(one), Form::Blocks(..)) | (Form::Blocks(one, _), Form::Block(_)) => {
            Form::Blocks(one, false)
        }
        (Form::Labeled(one), Form::Labeled(other)) if one.labels == other.labels => {
            let are_unique = one.are_unique && other.are_unique;
            Form::Labeled(Labeled { are_unique, attribute: Arc::new(Shape::Any), ..one })
        }
        _ => Form::Any,
    }
}

/// Returns the form of an attribute in place of blocks: a list, or anything else that may be one.
fn shape_of_blocks(body: &Spec, is_list: bool) -> Arc<Shape> {
    Arc::new(if is_list { Shape::Sequence(body.object_shape()) } else { Shape::Any })
}

/// Returns the default value of an attribute, if it has the type.
fn default(schema: &Value, ty: &Type) -> Option<Value> {
    let value = schema.get("default")?;
    (value.ty() == ty && !value.is_null()).then(|| value.clone())
}
