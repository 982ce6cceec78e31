//! The specifications of the bodies of types.

use std::mem;
use std::sync::Arc;

use super::super::shape::{Shape, Variant};
use super::super::{OpaqueForm, Spec, SpecKind, label_name};
use super::form::{Form, Kind, Layer};
use super::types::Types;
use crate::protocol::{LabelField, REMAIN};

impl Types {
    /// Returns the specification of a body whose attributes and blocks have the names of variants.
    pub(super) fn spec_of_variants(&mut self, form: &Form) -> Spec {
        let Shape::Variants(variants) = &*self.shape_of_type(form) else { return Spec::opaque_rest() };
        Spec::object(variants.iter().map(|variant| {
            let any = || Arc::new(Shape::Any);
            let attribute = variant.content.clone().unwrap_or_else(any);
            let form = OpaqueForm { attribute, variants: None, may_repeat: !form.layers.is_empty() };
            (variant.name.clone(), Spec::opaque(&*variant.name).in_form(form))
        }))
    }

    /// Returns the specification of a struct.
    pub(super) fn spec(&mut self, index: usize) -> Spec {
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
    pub(super) fn field(&mut self, name: &str, form: &Form, is_hidden: bool) -> Spec {
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

    pub(super) fn has_label_fields(&self, index: usize) -> bool {
        let fields = self.fields(index).unwrap_or_default();
        fields.iter().any(|name| LabelField::parse(name).is_some())
    }

    /// Returns whether blocks of a struct have a fixed number of labels, and it is not inside of
    /// itself.
    pub(super) fn is_fit(&self, index: usize) -> bool {
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
}
