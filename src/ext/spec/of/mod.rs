//! Specifications of Rust types, found by running their `Deserialize` implementations.
//!
//! A run follows a path of fields and elements into the type and stops at its end, so no values of
//! the type are needed. There is one run for each field of each struct.

mod infer;
mod run;
mod stop;
mod tree;

use std::collections::HashMap;
use std::mem;
use std::ops::Bound;
use std::rc::Rc;
use std::sync::Arc;

use serde::de::Deserialize;

use super::domain::Domain;
use super::shape::{Shape, ShapeField, Variant};
use super::{OpaqueForm, Spec, SpecKind};
use crate::protocol::{LabelField, REMAIN};
use crate::value::{Name, Number, Type, Value};
use infer::Inference;
use run::{ATTEMPTS, Form, Given, Kind, Layer, OTHER_FIELD, Step, VARIANT, pass, run};
use stop::Stop;
use tree::Tree;

/// The maximum number of types with parts that are visited.
const MAX_TYPES: usize = 4096;

/// The maximum length of the paths to them.
const MAX_PATH: usize = 32;

impl Spec {
    /// Returns the specification of the configurations that a type is decoded from: an object with
    /// the fields of a struct. Nothing is decoded for it.
    ///
    /// The specification has the form in which the type is written by
    /// [`to_string`](crate::to_string) with
    /// [`structs_as_blocks`](crate::WriteOptions::structs_as_blocks). It also accepts the other
    /// forms that the type is decoded from: an attribute with an object or a list in place of
    /// blocks, an empty list in place of no blocks, and blocks in place of a map, which are not
    /// read. The schemas and pages that are made from it have the first form only.
    ///
    /// | field | part of the specification |
    /// |---|---|
    /// | bool, number, string, char | an attribute of that type, with the [`range`](Self::range) of an integer |
    /// | enum without data | an attribute of a string that is [one of](Self::one_of) the variants |
    /// | sequence or map of such, tuple | an attribute of a list, map or tuple type; its elements can have several types |
    /// | struct | the block of a type |
    /// | sequence of structs | blocks in a list |
    /// | map of structs | blocks in a map by a label, or by several labels for maps in maps |
    /// | [`Labeled`](crate::de::Labeled), sequence of them | a block or blocks with labels |
    /// | `$label`, `$label.0` | a label of the block |
    /// | externally tagged enum with data, sequence of such | [opaque](Self::opaque), but checked: the variant by the name or by the first label of a block, and its content |
    /// | internally or adjacently tagged enum, `tag = "$label"` | opaque, but checked: the variant by the attribute or the label, and its content |
    /// | fields beside and below `flatten` | those that are required, or all with `deny_unknown_fields` |
    /// | see below | [opaque](Self::opaque) |
    ///
    /// Unknown names are warnings unless the type has `deny_unknown_fields`, as with
    /// [`lenient`](Self::lenient). An attribute that is required must not be null, unless its type
    /// accepts null.
    ///
    /// Types that serde decodes from its buffers are found by passing values to them: their errors
    /// name the fields and variants. A required field beside or below `flatten` can have another
    /// name, an alias, so it is no error to leave it out of a body with unknown names.
    ///
    /// Serde hides doc comments: [`describe`](Self::describe) adds descriptions. An attribute or
    /// block is required if the type cannot be decoded without it. Serde does not
    /// give default values. For a field after one whose type takes only some texts, such as a URL,
    /// several common texts are tried to find out if it is required.
    ///
    /// The parts in this table are opaque, so errors in them are found by decoding only:
    ///
    /// | field | reason |
    /// |---|---|
    /// | [`Value`](crate::Value), captures such as [`Expression`](crate::Expression), types whose own implementation requests any value | any value is possible |
    /// | optional fields beside and below `flatten`, and of the variants of an internally tagged enum, without `deny_unknown_fields` | serde hides their names |
    /// | an untagged enum | serde hides the variants |
    /// | a map of an enum as the root | not described |
    /// | a type in itself | it would have no end |
    /// | a struct with `$labels`, maps of sequences of structs, sequences of maps of them | a block has no such form in a specification |
    /// | conversions such as those of `try_from`, `IpAddr` or a URL, the keys of maps | known to the type only |
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Type, ext::Spec};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     region: String,
    ///     #[serde(default)]
    ///     tags: BTreeMap<String, String>,
    ///     service: BTreeMap<String, Service>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Service {
    ///     port: Option<u16>,
    /// }
    ///
    /// let spec = Spec::of::<Config>();
    /// let attributes = spec.child_attributes();
    /// assert_eq!((attributes[0].name, attributes[0].is_required), ("region", true));
    /// assert_eq!((attributes[1].name, attributes[1].is_required), ("tags", false));
    /// assert_eq!(attributes[1].ty, &Type::map(Type::String));
    /// let services = &spec.child_blocks()[0];
    /// assert_eq!((services.block_type, services.labels.len()), ("service", 1));
    /// assert_eq!(services.nested.map(|it| it.child_attributes()[0].ty), Some(&Type::Number));
    /// ```
    pub fn of<'de, T: Deserialize<'de>>() -> Self {
        let mut types = Types::default();
        let root = types.form::<T>(run::<T>(&[], None).0, &[]);
        let mut next = 0;
        while next < types.all.len() {
            types.visit::<T>(next);
            next += 1;
        }
        match root.kind {
            Kind::Struct { .. } | Kind::Known(_) if root.layers.is_empty() => types.spec(root.index),
            Kind::Enum { .. } if matches!(root.layers[..], [] | [Layer::Sequence]) => {
                types.spec_of_variants(&root)
            }
            Kind::Inferred(shape) if root.layers.is_empty() => Self::of_rest(shape),
            _ => Self::opaque_rest(),
        }
    }

    /// Returns a specification of an attribute or of blocks of which only the name is known. They
    /// are not read, and their value is unknown.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::Spec, parse_file, value};
    ///
    /// let spec = Spec::object([
    ///     ("name", Spec::attribute("name", Type::String)),
    ///     ("plugin", Spec::opaque("plugin")),
    /// ]);
    /// let file = parse_file("name = \"a\"\nplugin \"x\" {\n  any = thing\n}\n").into_result()?;
    /// assert_eq!(spec.decode(file.body(), &EvalContext::new()).into_result()?["name"], value!("a"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn opaque(name: impl Name) -> Self {
        let name = Some(name.into_string());
        Self::new(SpecKind::Opaque { name, is_required: false, form: None, hides_names: false })
    }

    /// Returns a specification of any other attributes and blocks of a body, which are not read.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::Spec, parse_file};
    ///
    /// let spec = Spec::tuple([Spec::attribute("name", Type::String), Spec::opaque_rest()]);
    /// let file = parse_file("name = \"a\"\nany = thing\n").into_result()?;
    /// assert!(spec.decode(file.body(), &EvalContext::new()).into_result().is_ok());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn opaque_rest() -> Self {
        Self::new(SpecKind::Opaque { name: None, is_required: false, form: None, hides_names: false })
    }

    /// Returns an opaque specification whose attribute and blocks have a form.
    pub(super) fn in_form(self, known: OpaqueForm) -> Self {
        self.with_wrapped(|spec| {
            if let SpecKind::Opaque { form, .. } = spec.kind_mut() {
                *form = Some(known.clone());
            }
        })
    }

    /// Returns a specification of all attributes and blocks of a body, which have the form of an
    /// object.
    fn of_rest(attribute: Arc<Shape>) -> Self {
        let form = Some(OpaqueForm { attribute, variants: None, may_repeat: false });
        Self::new(SpecKind::Opaque { name: None, is_required: false, form, hides_names: false })
    }

    /// Returns a specification of the attributes and blocks that serde hides, some of which can be
    /// other names of those that are required.
    fn hidden() -> Self {
        Self::new(SpecKind::Opaque { name: None, is_required: false, form: None, hides_names: true })
    }
}

/// A type with parts.
struct VisitedType {
    kind: Kind,
    path: Vec<Step>,
    parts: Rc<[Form]>,
    /// The contents of the variants of an enum that has the variant in another field, and whether
    /// they are required.
    contents: Rc<[(Form, bool)]>,
    /// Whether other names are errors.
    is_closed: bool,
    /// Its specification, once it is made.
    spec: Option<Spec>,
    /// Its form as a value, once it is made.
    shape: Option<Arc<Shape>>,
    is_open: bool,
}

#[derive(Default)]
struct Types {
    all: Vec<VisitedType>,
    /// Structs and enums by their types and the addresses of their names.
    known: HashMap<(&'static str, usize), usize>,
}

impl Types {
    /// Returns the form that a run along a path found, with the index of its type.
    fn form<'de, T: Deserialize<'de>>(&mut self, mut form: Form, path: &[Step]) -> Form {
        let key = match form.kind {
            Kind::Buffered => {
                let shape = Inference::new().form(&|tree| pass::<T>(path, &in_layers(&form, tree)), 0).shape;
                form.kind = Kind::Inferred(shape);
                return form;
            }
            Kind::Flat(ty) => Some((ty, 0)),
            // The fields of a variant have no type of their own.
            Kind::Struct { name: VARIANT, .. } => None,
            Kind::Struct { ty, fields: names, .. } | Kind::Enum { ty, variants: names, .. } => {
                Some((ty, names.as_ptr() as usize))
            }
            Kind::Tuple(_) | Kind::Labeled => None,
            _ => return form,
        };
        form.index = self.all.len();
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            form.index = *known;
        } else if self.all.len() >= MAX_TYPES || path.len() >= MAX_PATH {
            form.kind = Kind::Opaque;
        } else {
            self.known.extend(key.map(|key| (key, form.index)));
            let (kind, path) = (form.kind.clone(), path.to_vec());
            let is_flat = matches!(kind, Kind::Flat(_));
            self.all.push(VisitedType {
                kind,
                path,
                parts: Rc::default(),
                contents: Rc::default(),
                is_closed: false,
                spec: None,
                shape: None,
                is_open: false,
            });
            if is_flat {
                self.visit_flat::<T>(&form);
            }
        }
        if let Kind::Flat(_) = form.kind {
            form.kind = self.all[form.index].kind.clone();
        }
        form
    }

    /// Finds the fields of a struct with flattened fields.
    fn visit_flat<'de, T: Deserialize<'de>>(&mut self, form: &Form) {
        let mut path = self.all[form.index].path.clone();
        let inference = Inference::new();
        let take = |tree: Tree| pass::<T>(&path, &in_layers(form, tree));
        let (fields, _) = inference.fields(&take, Vec::new(), 0);
        self.all[form.index].is_closed = fields.is_closed;
        self.all[form.index].kind = Kind::Known(fields.all.iter().map(|field| field.name).collect());
        let maps = form.maps();
        let mut parts = Vec::with_capacity(fields.all.len());
        for field in fields.all {
            path.push(Step::Field(field.name, maps));
            let mut part = run::<T>(&path, None).0;
            part = match part.kind {
                // A flattened field, or one of a type that is buffered itself.
                Kind::Buffered if part.layers.is_empty() => {
                    Form { kind: Kind::Inferred(field.form.shape), ..Form::default() }
                }
                _ => self.form::<T>(part, &path),
            };
            part.is_required = field.is_required;
            parts.push(part);
            path.pop();
        }
        self.all[form.index].parts = parts.into();
    }

    /// Visits all parts of a type.
    fn visit<'de, T: Deserialize<'de>>(&mut self, index: usize) {
        let (kind, mut path) = (self.all[index].kind.clone(), self.all[index].path.clone());
        let mut parts = Vec::with_capacity(kind.len() + 1);
        // The part after the last variant of an enum is a variant of any other name.
        for part in 0..kind.len() + usize::from(matches!(kind, Kind::Enum { .. })) {
            path.push(Step::Part(part));
            parts.push(self.form::<T>(run::<T>(&path, None).0, &path));
            path.pop();
        }
        if let Kind::Known(_) = kind {
            // Its fields were visited when it was found.
            return;
        }
        self.all[index].is_closed =
            matches!(run::<T>(&path, Some(&[given(OTHER_FIELD)])), (_, Some(Stop::Unknown(_))));
        let mut required: Vec<Given> = Vec::new();
        if let Kind::Struct { fields, .. } = kind {
            // Adds the missing field and runs again, until none is missing, the same one is
            // reported again, or no value can be made for one.
            let mut stop = run::<T>(&path, Some(&required)).1;
            while let Some(Stop::Missing(name)) = stop
                && let Some(field) = fields.iter().position(|field| *field == name)
                && required.iter().all(|given| given.field != field)
            {
                required.push(given(field));
                for attempt in 0..ATTEMPTS {
                    if let Some(last) = required.last_mut() {
                        last.attempt = attempt;
                    }
                    stop = run::<T>(&path, Some(&required)).1;
                    if !matches!(stop, Some(Stop::Other)) {
                        break;
                    }
                }
            }
        }
        for field in required {
            // A field with an alias can be set by the other name.
            let has_alias = (0..parts.len()).any(|other| {
                let both = [given(other), field];
                other != field.field && matches!(run::<T>(&path, Some(&both)), (_, Some(Stop::Duplicate)))
            });
            parts[field.field].is_required = !has_alias;
        }
        if let Kind::Struct { name, fields: &[tag, content], .. } = kind
            && let Kind::Enum { name: tagged, .. } = parts[0].kind
            && name == tagged
        {
            // An adjacently tagged enum, some variants of which have no content.
            parts[1].is_required = false;
            self.all[index].contents = self.contents::<T>(&mut path, &parts[0], tag, content);
        }
        self.all[index].parts = parts.into();
    }

    /// Returns the contents of the variants of an enum that has the variant in another field.
    fn contents<'de, T: Deserialize<'de>>(
        &mut self,
        path: &mut Vec<Step>,
        tags: &Form,
        tag: &'static str,
        content: &'static str,
    ) -> Rc<[(Form, bool)]> {
        let Kind::Enum { variants, .. } = tags.kind else { return Rc::default() };
        let mut contents = Vec::with_capacity(variants.len());
        for variant in variants {
            let entry = Tree::Map(vec![(tag.to_owned(), Tree::text(variant))]);
            let is_required = match path.is_empty() {
                false => matches!(pass::<T>(path, &entry), Err(Stop::Missing(name)) if name == content),
                true => false,
            };
            path.push(Step::Content { tag, variant, content });
            contents.push((self.form::<T>(run::<T>(path, None).0, path), is_required));
            path.pop();
        }
        contents.into()
    }

    /// Returns the names of the fields of a struct; `None` for any other type.
    fn fields(&self, index: usize) -> Option<Vec<&'static str>> {
        match &self.all[index].kind {
            Kind::Struct { fields, .. } => Some(fields.to_vec()),
            Kind::Known(names) => Some(names.to_vec()),
            _ => None,
        }
    }

    /// Returns the specification of a body whose attributes and blocks have the names of variants.
    fn spec_of_variants(&mut self, form: &Form) -> Spec {
        let Shape::Variants(variants) = &*self.shape_of_type(form) else { return Spec::opaque_rest() };
        Spec::object(variants.iter().map(|variant| {
            let any = || Arc::new(Shape::Any);
            let attribute = variant.content.clone().unwrap_or_else(any);
            let form = OpaqueForm { attribute, variants: None, may_repeat: !form.layers.is_empty() };
            (variant.name.clone(), Spec::opaque(&*variant.name).in_form(form))
        }))
    }

    /// Returns the specification of a struct.
    fn spec(&mut self, index: usize) -> Spec {
        let Some(fields) = self.fields(index) else { return Spec::opaque_rest() };
        let ty = &mut self.all[index];
        if let Some(spec) = &ty.spec {
            return spec.clone();
        }
        if mem::replace(&mut ty.is_open, true) {
            return Spec::opaque_rest();
        }
        let parts = ty.parts.clone();
        let is_hidden = matches!(ty.kind, Kind::Known(_)) && !ty.is_closed;
        let attributes =
            fields.iter().zip(&*parts).map(|(name, part)| (*name, self.field(name, part, is_hidden)));
        let mut attributes: Vec<_> = attributes.collect();
        if is_hidden {
            attributes.push(("$hidden", Spec::hidden()));
        }
        let spec = Spec::object(attributes);
        let spec = if is_hidden || self.all[index].is_closed { spec } else { spec.lenient() };
        self.all[index].is_open = false;
        self.all[index].spec = Some(spec.clone());
        spec
    }

    /// Returns the specification of a field. One that can have another name, which is hidden, can
    /// lack its blocks.
    fn field(&mut self, name: &str, form: &Form, is_hidden: bool) -> Spec {
        match LabelField::parse(name).map(LabelField::index) {
            Some(None) => Spec::literal(crate::Value::NULL),
            Some(Some(index)) => Spec::label(index, label_name(index)),
            None if name == REMAIN => Spec::opaque_rest(),
            None => {
                let spec = self.item(name, form);
                let may_be_missing = is_hidden && matches!(spec.kind(), SpecKind::Blocks(_));
                if form.is_required && !may_be_missing { spec.required() } else { spec }
            }
        }
    }

    /// Returns the specification of an attribute or of blocks.
    fn item(&mut self, name: &str, form: &Form) -> Spec {
        let nested = match form.kind {
            _ if form.is_attribute => None,
            Kind::Struct { .. } | Kind::Known(_) if self.is_fit(form.index) => {
                Some((self.spec(form.index), 0))
            }
            Kind::Struct { .. } if !self.all[form.index].contents.is_empty() => None,
            Kind::Struct { .. } | Kind::Known(_) => return Spec::opaque(name),
            Kind::Labeled => self.labeled(form.index),
            _ => None,
        };
        let blocks = match (nested, &form.layers[..]) {
            (Some((nested, _)), []) => Spec::block(name, nested),
            (Some((nested, _)), [Layer::Sequence]) => Spec::block_list(name, .., nested),
            (Some((nested, 0)), maps) if maps.iter().all(|layer| *layer == Layer::Map) => {
                Spec::block_map(name, (0..maps.len()).map(label_name), nested)
            }
            (Some(_), _) => return Spec::opaque(name),
            (None, _) => return self.attribute(name, form),
        };
        // The labels of a block have no place in an attribute.
        let attribute = if form.is_block || self.has_labels(form) {
            let none = Arc::new(if form.layers.is_empty() { Shape::Null } else { Shape::Empty });
            if form.is_required { none } else { Shape::optional(none) }
        } else {
            self.field_shape(form)
        };
        blocks.or_as_attribute(attribute)
    }

    /// Returns the specification of an attribute.
    fn attribute(&mut self, name: &str, form: &Form) -> Spec {
        let ty = self.ty(form);
        let form_of_value = self.field_shape(form);
        let Some(ty) = ty else {
            let variants = match form.layers[..] {
                [] | [Layer::Sequence] if !form.is_attribute => self.shape_variants(form),
                _ => None,
            };
            return Spec::opaque(name).in_form(OpaqueForm {
                attribute: form_of_value,
                variants,
                may_repeat: false,
            });
        };
        let spec = Spec::attribute(name, ty);
        spec.with_wrapped(|spec| {
            let SpecKind::Attribute { domain, shape, may_be_blocks, .. } = spec.kind_mut() else { return };
            *domain = form_of_value.domain().cloned().unwrap_or_default();
            *shape = Some(form_of_value.clone());
            *may_be_blocks = !form.is_attribute && form_of_value.may_be_block();
        })
    }

    /// Returns the variants of an enum with data.
    fn shape_variants(&mut self, form: &Form) -> Option<Arc<[Variant]>> {
        match (&form.kind, self.all.get(form.index)?.shape.as_deref()?) {
            (Kind::Enum { .. }, Shape::Variants(variants)) => Some(variants.clone()),
            _ => None,
        }
    }

    /// Returns whether blocks have labels in addition to the keys of maps.
    fn has_labels(&self, form: &Form) -> bool {
        self.fields(form.index).is_none() || self.has_label_fields(form.index)
    }

    fn has_label_fields(&self, index: usize) -> bool {
        let fields = self.fields(index).unwrap_or_default();
        fields.iter().any(|name| LabelField::parse(name).is_some())
    }

    /// Returns the form of a value.
    fn shape(&mut self, form: &Form) -> Arc<Shape> {
        let inner = match &form.kind {
            Kind::Bool => Arc::new(Shape::Primitive(Type::Bool, Domain::default())),
            Kind::Number(range) => {
                let range = range.map(|(least, most)| {
                    (Bound::Included(Number::from(least)), Bound::Included(Number::from(most)))
                });
                let is_whole = range.is_some();
                let range = range.unwrap_or((Bound::Unbounded, Bound::Unbounded));
                Arc::new(Shape::Primitive(Type::Number, Domain { range, is_whole, ..Domain::default() }))
            }
            Kind::Character => {
                let domain = Domain { is_character: true, ..Domain::default() };
                Arc::new(Shape::Primitive(Type::String, domain))
            }
            Kind::String => Arc::new(Shape::Primitive(Type::String, Domain::default())),
            Kind::Opaque | Kind::Buffered | Kind::Flat(_) | Kind::Unit | Kind::Labeled => {
                Arc::new(Shape::Any)
            }
            Kind::Inferred(shape) => shape.clone(),
            Kind::Struct { .. } | Kind::Known(_) | Kind::Enum { .. } | Kind::Tuple(_) => {
                self.shape_of_type(form)
            }
        };
        let optional = |shape: Arc<Shape>, level: usize| match form.options & (1 << level) {
            0 => shape,
            _ => Shape::optional(shape),
        };
        let inner = optional(inner, form.layers.len());
        form.layers.iter().enumerate().rev().fold(inner, |shape, (level, layer)| {
            let shape = match layer {
                Layer::Map => Shape::Map(shape),
                Layer::Sequence => Shape::Sequence(shape),
            };
            optional(Arc::new(shape), level)
        })
    }

    /// Returns the form of the value of a field. A null counts as not set.
    fn field_shape(&mut self, form: &Form) -> Arc<Shape> {
        let shape = self.shape(form);
        if form.is_required { shape } else { Shape::optional(shape) }
    }

    /// Returns the form of a value of a type with parts. A type in itself has any form.
    fn shape_of_type(&mut self, form: &Form) -> Arc<Shape> {
        let ty = &mut self.all[form.index];
        if let Some(shape) = &ty.shape {
            return shape.clone();
        }
        if mem::replace(&mut ty.is_open, true) {
            return Arc::new(Shape::Any);
        }
        let (kind, parts, contents) = (ty.kind.clone(), ty.parts.clone(), ty.contents.clone());
        let shape = match kind {
            Kind::Struct { fields: &[tag, content], .. } if !contents.is_empty() => {
                let Kind::Enum { variants: names, .. } = parts[0].kind else { return Arc::new(Shape::Any) };
                let variants = names.iter().zip(&*contents).map(|(name, (form, is_required))| {
                    let shape = self.shape(form);
                    let content = if *is_required { shape } else { Shape::optional(shape) };
                    Variant { name: (*name).to_owned(), content: Some(content), body: None }
                });
                let variants = variants.collect();
                Shape::Tagged { tag: tag.to_owned(), content: Some(content.to_owned()), variants }
            }
            Kind::Tuple(_) => Shape::Tuple(parts.iter().map(|part| self.shape(part)).collect()),
            Kind::Struct { .. } | Kind::Known(_) if !self.has_label_fields(form.index) => {
                let fields = self.fields(form.index).unwrap_or_default();
                let is_closed = self.all[form.index].is_closed && !fields.contains(&REMAIN);
                let is_partial = !is_closed && matches!(kind, Kind::Known(_));
                let fields = fields.iter().zip(&*parts).filter(|(name, _)| **name != REMAIN);
                let field = |(name, part): (&&'static str, &Form)| ShapeField {
                    name: (*name).to_owned(),
                    shape: self.field_shape(part),
                    is_required: part.is_required,
                };
                Shape::Object { fields: fields.map(field).collect(), is_closed, is_partial }
            }
            Kind::Enum { variants, .. }
                if parts.iter().take(variants.len()).all(|part| matches!(part.kind, Kind::Unit)) =>
            {
                let values = self.variants(form).iter().map(|name| Value::from(*name)).collect();
                Shape::Primitive(Type::String, Domain { values, ..Domain::default() })
            }
            Kind::Enum { variants, .. } if parts.last().is_some_and(|it| !matches!(it.kind, Kind::Unit)) => {
                let all = variants.iter().zip(&*parts).map(|(name, part)| Variant {
                    name: (*name).to_owned(),
                    content: (!matches!(part.kind, Kind::Unit)).then(|| self.shape(part)),
                    body: match part.kind {
                        Kind::Struct { .. } | Kind::Known(_)
                            if part.layers.is_empty() && self.is_fit(part.index) =>
                        {
                            Some(self.spec(part.index))
                        }
                        _ => None,
                    },
                });
                Shape::Variants(all.collect())
            }
            _ => Shape::Any,
        };
        let (shape, ty) = (Arc::new(shape), &mut self.all[form.index]);
        ty.is_open = false;
        ty.shape = Some(shape.clone());
        shape
    }

    /// Returns whether blocks of a struct have a fixed number of labels, and it is not inside of
    /// itself.
    fn is_fit(&self, index: usize) -> bool {
        let (ty, Some(fields)) = (&self.all[index], self.fields(index)) else { return false };
        let is_optional = |at: usize| {
            matches!(ty.kind, Kind::Known(_)) && ty.parts.get(at).is_some_and(|part| !part.is_required)
        };
        // A label field that is hidden and optional would be another number of labels.
        let has_any = fields.iter().enumerate().any(|(at, name)| match LabelField::parse(name) {
            Some(LabelField::All) => true,
            Some(_) => is_optional(at),
            None => false,
        });
        !ty.is_open && !has_any && ty.contents.is_empty()
    }

    /// Returns the specification of the body of a labeled block, with its labels, and their number.
    fn labeled(&mut self, index: usize) -> Option<(Spec, usize)> {
        let parts = self.all[index].parts.clone();
        let [labels, body] = &*parts else { return None };
        let count = match labels.kind {
            _ if !labels.layers.is_empty() => return None,
            Kind::Number(_) | Kind::Bool | Kind::Character | Kind::String | Kind::Enum { .. } => 1,
            Kind::Tuple(len) => len,
            _ => return None,
        };
        let body = match body.kind {
            Kind::Struct { .. } | Kind::Known(_) if body.layers.is_empty() && self.is_fit(body.index) => {
                self.spec(body.index)
            }
            _ => Spec::opaque_rest(),
        };
        let labels = (0..count).map(|at| (format!("$label.{at}"), Spec::label(at, label_name(at))));
        Some((Spec::object(labels.chain([("$body".to_owned(), body)])), count))
    }

    /// Returns the type of an attribute; `None` if serde hides it.
    fn ty(&mut self, form: &Form) -> Option<Type> {
        let inner = match &form.kind {
            Kind::Bool => Type::Bool,
            Kind::Number(_) => Type::Number,
            Kind::Character | Kind::String => Type::String,
            Kind::Inferred(shape) if form.layers.is_empty() || !matches!(**shape, Shape::Any) => {
                shape.ty()?
            }
            Kind::Inferred(_) => Type::Dynamic,
            Kind::Opaque | Kind::Buffered | Kind::Flat(_) | Kind::Unit if form.layers.is_empty() => {
                return None;
            }
            Kind::Opaque | Kind::Buffered | Kind::Flat(_) | Kind::Unit => Type::Dynamic,
            // The content depends on the variant.
            Kind::Struct { .. } if !self.all[form.index].contents.is_empty() => return None,
            _ if mem::replace(&mut self.all[form.index].is_open, true) => return None,
            kind => {
                let ty = self.type_of_parts(kind, form.index);
                self.all[form.index].is_open = false;
                ty?
            }
        };
        Some(form.layers.iter().rev().fold(inner, |ty, layer| match layer {
            Layer::Map => Type::map(ty),
            Layer::Sequence => Type::list(ty),
        }))
    }

    /// Returns the names of the variants of an enum, unless it takes any name.
    fn variants(&self, form: &Form) -> &'static [&'static str] {
        match (&form.kind, self.all.get(form.index).and_then(|ty| ty.parts.last())) {
            (Kind::Enum { variants, .. }, Some(other)) if !matches!(other.kind, Kind::Unit) => variants,
            _ => &[],
        }
    }

    fn type_of_parts(&mut self, kind: &Kind, index: usize) -> Option<Type> {
        let parts = self.all[index].parts.clone();
        match kind {
            Kind::Enum { variants, .. } => {
                let mut parts = parts.iter().take(variants.len());
                parts.all(|part| matches!(part.kind, Kind::Unit)).then_some(Type::String)
            }
            Kind::Tuple(_) => {
                let types = parts.iter().map(|part| self.ty(part).unwrap_or(Type::Dynamic));
                Some(Type::tuple(types.collect::<Vec<_>>()))
            }
            Kind::Struct { fields, .. } => {
                let fields = || fields.iter().copied().zip(&*parts);
                let types = fields().map(|(name, part)| (name, self.ty(part).unwrap_or(Type::Dynamic)));
                let optional = fields().filter(|(_, part)| !part.is_required).map(|(name, _)| name);
                Some(Type::object_with_optional(types.collect::<Vec<_>>(), optional))
            }
            _ => None,
        }
    }
}

/// Returns a value in the sequences and maps of a form.
fn in_layers(form: &Form, tree: Tree) -> Tree {
    form.layers.iter().rev().fold(tree, |tree, layer| match layer {
        Layer::Sequence => Tree::Sequence(vec![tree]),
        Layer::Map => Tree::Map(vec![("a".to_owned(), tree)]),
    })
}

fn given(field: usize) -> Given {
    Given { field, attempt: 0 }
}

/// Returns the name of a label for messages.
fn label_name(index: usize) -> String {
    if index == 0 { "name".to_owned() } else { format!("label {}", index + 1) }
}
