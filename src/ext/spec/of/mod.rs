//! Specifications of Rust types, found by running their `Deserialize` implementations.
//!
//! A run follows a path of fields and elements into the type and stops at its end, so no values of
//! the type are needed. There is one run for each field of each struct.

mod dummy;
mod run;

use std::collections::HashMap;

use serde::de::Deserialize;

use super::{Spec, SpecKind};
use crate::protocol::{LabelField, REMAIN};
use crate::value::Type;
use run::{Found, Goal, Kind, Leaf, Stop, Wrapper, run};

/// The maximum number of types with parts that are visited.
const MAX_NODES: usize = 4096;

/// The maximum length of the paths to them.
const MAX_PATH: usize = 32;

impl Spec {
    /// Returns the specification of the configurations that a type is decoded from: an object with
    /// the fields of a struct. Nothing is decoded for it.
    ///
    /// The specification has the form in which the type is written by
    /// [`to_string`](crate::to_string) with
    /// [`structs_as_blocks`](crate::WriteOptions::structs_as_blocks). Decoding takes further forms,
    /// such as an attribute with an object in place of a block.
    ///
    /// | field | part of the specification |
    /// |---|---|
    /// | bool, number, string, enum without data | an attribute of that type; of a string for an enum |
    /// | sequence or map of such, tuple | an attribute of a list, map or tuple type |
    /// | struct | the block of a type |
    /// | sequence of structs | blocks in a list |
    /// | map of structs | blocks in a map by a label, or by several labels for maps in maps |
    /// | [`Labeled`](crate::Labeled), sequence of them | a block or blocks with labels |
    /// | `$label`, `$label.0` | a label of the block |
    /// | what serde hides | [opaque](Self::opaque) |
    ///
    /// An attribute or block is required if the type cannot be decoded without it. Serde does not
    /// give default values. It hides the form of fields that decode any value, such as
    /// [`Value`](crate::Value), of enums with data, of structs with flattened fields, and of types
    /// whose own implementation requests any value. Where a type contains itself, the inner one is
    /// opaque.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Type, ext::spec::Spec};
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
        let root = types.form(run::<T>(&[], Goal::Look), &[]);
        let mut next = 0;
        while next < types.nodes.len() {
            types.look_at::<T>(next);
            next += 1;
        }
        types.body_of(&root)
    }

    /// Returns a specification of an attribute or of blocks of which only the name is known. They
    /// are not read, and their value is unknown.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::spec::Spec, parse_file, value};
    ///
    /// let spec = Spec::object([("name", Spec::attribute("name", Type::String)), ("plugin", Spec::opaque("plugin"))]);
    /// let file = parse_file("name = \"a\"\nplugin \"x\" {\n  any = thing\n}\n").into_result()?;
    /// assert_eq!(spec.decode(&file.body(), &EvalContext::new()).into_result()?["name"], value!("a"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn opaque(name: impl Into<String>) -> Self {
        Self::new(SpecKind::Opaque(Some(name.into())))
    }

    /// Returns a specification of any other attributes and blocks of a body, which are not read.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::spec::Spec, parse_file};
    ///
    /// let spec = Spec::tuple([Spec::attribute("name", Type::String), Spec::opaque_rest()]);
    /// let file = parse_file("name = \"a\"\nany = thing\n").into_result()?;
    /// assert!(spec.decode(&file.body(), &EvalContext::new()).into_result().is_ok());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn opaque_rest() -> Self {
        Self::new(SpecKind::Opaque(None))
    }
}

/// The form of a value.
#[derive(Clone, Debug)]
struct Form {
    wrappers: Vec<Wrapper>,
    end: End,
}

#[derive(Clone, Debug)]
enum End {
    Primitive(Type),
    Opaque,
    Unit,
    Node(usize),
}

/// A type with parts.
struct Node {
    kind: Kind,
    path: Vec<usize>,
    parts: Vec<Part>,
    /// Its specification, once it is made.
    spec: Option<Spec>,
    is_open: bool,
}

struct Part {
    form: Form,
    is_required: bool,
}

#[derive(Default)]
struct Types {
    nodes: Vec<Node>,
    /// Structs and enums by their types and the addresses of their names.
    known: HashMap<(&'static str, usize), usize>,
}

impl Types {
    /// Returns the form that a run along a path found.
    fn form(&mut self, found: Found, path: &[usize]) -> Form {
        let end = match found.leaf {
            Leaf::Primitive(ty) => End::Primitive(ty),
            Leaf::Opaque => End::Opaque,
            Leaf::Unit => End::Unit,
            Leaf::Node(kind) => self.node(kind, path),
        };
        Form { wrappers: found.wrappers, end }
    }

    fn node(&mut self, kind: Kind, path: &[usize]) -> End {
        let key = match &kind {
            Kind::Struct { ty, fields: names } | Kind::Enum { ty, variants: names } => {
                Some((*ty, names.as_ptr() as usize))
            }
            Kind::Tuple(_) | Kind::Labeled => None,
        };
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            return End::Node(*known);
        }
        if self.nodes.len() >= MAX_NODES || path.len() >= MAX_PATH {
            return End::Opaque;
        }
        let index = self.nodes.len();
        if let Some(key) = key {
            self.known.insert(key, index);
        }
        self.nodes.push(Node { kind, path: path.to_vec(), parts: Vec::new(), spec: None, is_open: false });
        End::Node(index)
    }

    /// Visits all parts of a type.
    fn look_at<'de, T: Deserialize<'de>>(&mut self, index: usize) {
        let (kind, mut path) = (self.nodes[index].kind.clone(), self.nodes[index].path.clone());
        for part in 0..kind.len() {
            path.push(part);
            let form = self.form(run::<T>(&path, Goal::Look), &path);
            path.pop();
            self.nodes[index].parts.push(Part { form, is_required: false });
        }
        let Kind::Struct { fields, .. } = kind else { return };
        let mut given = Vec::new();
        // Adds the missing field and runs again, until none is missing or the same one is reported
        // again.
        while let Some(Stop::Missing(name)) = run::<T>(&path, Goal::Give(&given)).end
            && let Some(field) = fields.iter().position(|field| *field == name)
            && !given.contains(&field)
        {
            given.push(field);
        }
        for field in given {
            // A field with an alias can be set by the other name.
            let has_alias = (0..fields.len()).any(|other| {
                other != field
                    && matches!(run::<T>(&path, Goal::Give(&[other, field])).end, Some(Stop::Duplicate))
            });
            self.nodes[index].parts[field].is_required = !has_alias;
        }
    }

    /// Returns the specification of a body.
    fn body_of(&mut self, form: &Form) -> Spec {
        match form.end {
            End::Node(index) if form.layers().is_empty() => self.spec(index),
            _ => Spec::opaque_rest(),
        }
    }

    /// Returns the specification of a struct.
    fn spec(&mut self, index: usize) -> Spec {
        if let Some(spec) = &self.nodes[index].spec {
            return spec.clone();
        }
        if self.nodes[index].is_open || !matches!(self.nodes[index].kind, Kind::Struct { .. }) {
            return Spec::opaque_rest();
        }
        self.nodes[index].is_open = true;
        let parts = std::mem::take(&mut self.nodes[index].parts);
        let Kind::Struct { fields, .. } = self.nodes[index].kind else { return Spec::opaque_rest() };
        let attributes = fields.iter().zip(&parts).map(|(name, part)| (*name, self.field(name, part)));
        let spec = Spec::object(attributes.collect::<Vec<_>>());
        self.nodes[index].parts = parts;
        self.nodes[index].is_open = false;
        self.nodes[index].spec = Some(spec.clone());
        spec
    }

    /// Returns the specification of a field.
    fn field(&mut self, name: &str, part: &Part) -> Spec {
        match LabelField::parse(name) {
            Some(LabelField::All) => return Spec::literal(crate::Value::NULL),
            Some(field) => {
                let index = field.index().unwrap_or(0);
                return Spec::label(index, label_name(index));
            }
            None if name == REMAIN => return Spec::opaque_rest(),
            None => {}
        }
        let spec = self.item(name, &part.form);
        if part.is_required { spec.required() } else { spec }
    }

    /// Returns the specification of an attribute or of blocks.
    fn item(&mut self, name: &str, form: &Form) -> Spec {
        let layers = form.layers();
        let is_attribute = form.wrappers.contains(&Wrapper::Attribute);
        let End::Node(index) = form.end else {
            return match self.ty(form) {
                Some(ty) => Spec::attribute(name, ty),
                None => Spec::opaque(name),
            };
        };
        let (nested, labels) = match self.nodes[index].kind {
            Kind::Struct { .. } if self.is_fit(index) => (Some(self.spec(index)), 0),
            Kind::Struct { .. } if !is_attribute => return Spec::opaque(name),
            Kind::Labeled => self.labeled(index),
            _ => (None, 0),
        };
        let nested = nested.filter(|_| !is_attribute);
        match (nested, layers.as_slice()) {
            (Some(nested), []) => Spec::block(name, nested),
            (Some(nested), [Wrapper::Sequence]) => Spec::block_list(name, .., nested),
            (Some(nested), maps) if labels == 0 && maps.iter().all(|it| *it == Wrapper::Map) => {
                Spec::block_map(name, (0..maps.len()).map(label_name), nested)
            }
            (Some(_), _) => Spec::opaque(name),
            (None, _) => match self.ty(form) {
                Some(ty) => Spec::attribute(name, ty),
                None => Spec::opaque(name),
            },
        }
    }

    /// Returns whether blocks of a struct have a fixed number of labels, and it is not inside of
    /// itself.
    fn is_fit(&self, index: usize) -> bool {
        let node = &self.nodes[index];
        let Kind::Struct { fields, .. } = node.kind else { return false };
        !node.is_open && !fields.iter().any(|name| LabelField::parse(name) == Some(LabelField::All))
    }

    /// Returns the specification of the body of a labeled block, with its labels, and their number.
    fn labeled(&mut self, index: usize) -> (Option<Spec>, usize) {
        let (Some(labels), Some(body)) = (
            self.nodes[index].parts.first().map(|part| part.form.clone()),
            self.nodes[index].parts.get(1).map(|part| part.form.clone()),
        ) else {
            return (None, 0);
        };
        let count = match labels.end {
            _ if !labels.layers().is_empty() => return (None, 0),
            End::Primitive(_) => 1,
            End::Node(index) => match self.nodes[index].kind {
                Kind::Tuple(len) => len,
                Kind::Enum { .. } => 1,
                _ => return (None, 0),
            },
            _ => return (None, 0),
        };
        let body = match body.end {
            End::Node(index) if body.layers().is_empty() && self.is_fit(index) => self.spec(index),
            _ => Spec::opaque_rest(),
        };
        let labels = (0..count).map(|at| (format!("$label.{at}"), Spec::label(at, label_name(at))));
        (Some(Spec::object(labels.chain([("$body".to_owned(), body)]))), count)
    }

    /// Returns the type of an attribute; `None` if serde hides it.
    fn ty(&mut self, form: &Form) -> Option<Type> {
        let inner = match form.end {
            End::Primitive(ref ty) => ty.clone(),
            End::Opaque | End::Unit if form.layers().is_empty() => return None,
            End::Opaque | End::Unit => Type::Dynamic,
            End::Node(index) => {
                if self.nodes[index].is_open {
                    return None;
                }
                self.nodes[index].is_open = true;
                let ty = self.node_type(index);
                self.nodes[index].is_open = false;
                ty?
            }
        };
        Some(form.layers().iter().rev().fold(inner, |ty, wrapper| match wrapper {
            Wrapper::Map => Type::map(ty),
            _ => Type::list(ty),
        }))
    }

    fn node_type(&mut self, index: usize) -> Option<Type> {
        let parts = std::mem::take(&mut self.nodes[index].parts);
        let ty = match self.nodes[index].kind {
            Kind::Enum { .. } => {
                parts.iter().all(|part| matches!(part.form.end, End::Unit)).then_some(Type::String)
            }
            Kind::Tuple(_) => {
                let types = parts.iter().map(|part| self.ty(&part.form));
                types.collect::<Option<Vec<_>>>().map(Type::tuple)
            }
            Kind::Struct { fields, .. } => {
                let types = fields
                    .iter()
                    .zip(&parts)
                    .map(|(name, part)| Some((*name, self.ty(&part.form).unwrap_or(Type::Dynamic))));
                let types = types.collect::<Option<Vec<_>>>();
                let optional = fields.iter().zip(&parts).filter(|(_, part)| !part.is_required);
                let optional: Vec<_> = optional.map(|(name, _)| *name).collect();
                types.map(|types| Type::object_with_optional(types, optional))
            }
            Kind::Labeled => None,
        };
        self.nodes[index].parts = parts;
        ty
    }
}

impl Form {
    /// Returns the collections around the value.
    fn layers(&self) -> Vec<Wrapper> {
        let is_layer = |it: &&Wrapper| matches!(it, Wrapper::Sequence | Wrapper::Map);
        self.wrappers.iter().filter(is_layer).copied().collect()
    }
}

/// Returns the name of a label for messages.
fn label_name(index: usize) -> String {
    if index == 0 { "name".to_owned() } else { format!("label {}", index + 1) }
}
