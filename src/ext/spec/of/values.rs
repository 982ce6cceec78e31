//! The forms and the types of values of types.

use std::mem;
use std::ops::Bound;
use std::sync::Arc;

use super::super::domain::Domain;
use super::super::shape::{Shape, ShapeField, Variant};
use super::form::{Form, Kind, Layer};
use super::types::Types;
use crate::protocol::REMAIN;
use crate::value::{Number, Type, Value};

impl Types {
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
    pub(super) fn field_shape(&mut self, form: &Form) -> Arc<Shape> {
        let shape = self.shape(form);
        if form.is_required { shape } else { Shape::optional(shape) }
    }

    /// Returns the form of a value of a type with parts. A type in itself has any form.
    pub(super) fn shape_of_type(&mut self, form: &Form) -> Arc<Shape> {
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

    /// Returns the type of an attribute; `None` if serde hides it.
    pub(super) fn ty(&mut self, form: &Form) -> Option<Type> {
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
    pub(super) fn variants(&self, form: &Form) -> &'static [&'static str] {
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
