//! The types with parts that are in a type, each visited once.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use serde::de::Deserialize;

use super::super::Spec;
use super::super::shape::Shape;
use super::form::{Form, Kind, Layer};
use super::infer::Inference;
use super::path::{ATTEMPTS, Given, OTHER_FIELD, Step, VARIANT};
use super::run::{pass, run};
use super::stop::Stop;
use super::tree::Tree;

/// The maximum number of types with parts that are visited.
const MAX_TYPES: usize = 4096;

/// The maximum length of the paths to them.
const MAX_PATH: usize = 32;

/// A type with parts.
#[derive(Default)]
pub(super) struct VisitedType {
    pub(super) kind: Kind,
    pub(super) path: Vec<Step>,
    pub(super) parts: Rc<[Form]>,
    /// The contents of the variants of an enum that has the variant in another field, and whether
    /// they are required.
    pub(super) contents: Rc<[(Form, bool)]>,
    /// Whether other names are errors.
    pub(super) is_closed: bool,
    /// Its specification, once it is made.
    pub(super) spec: Option<Spec>,
    /// Its form as a value, once it is made.
    pub(super) shape: Option<Arc<Shape>>,
    pub(super) is_open: bool,
}

#[derive(Default)]
pub(super) struct Types {
    pub(super) all: Vec<VisitedType>,
    /// Structs and enums by their types and the addresses of their names.
    pub(super) known: HashMap<(&'static str, usize), usize>,
}

impl Types {
    /// Returns the form that a run along a path found, with the index of its type.
    pub(super) fn form<'de, T: Deserialize<'de>>(&mut self, mut form: Form, path: &[Step]) -> Form {
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
            self.all.push(VisitedType { kind, path, ..VisitedType::default() });
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
    pub(super) fn visit<'de, T: Deserialize<'de>>(&mut self, index: usize) {
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
    pub(super) fn fields(&self, index: usize) -> Option<Vec<&'static str>> {
        match &self.all[index].kind {
            Kind::Struct { fields, .. } => Some(fields.to_vec()),
            Kind::Known(names) => Some(names.to_vec()),
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
