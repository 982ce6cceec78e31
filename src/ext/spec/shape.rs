//! The forms of values that the types of the language describe only in part: lists whose elements
//! have several types, captures in objects, and limits of the parts of objects and tuples.

use std::sync::Arc;

use super::domain::Domain;
use super::{Spec, SpecKind};
use crate::diag::{name_hint, name_suggestion};
use crate::protocol::LabelField;
use crate::value::{Type, Value};

/// The form of a value.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Any value. It is not evaluated, since it can be a capture.
    Any,
    /// A value that is converted to a primitive type.
    Primitive(Type, Domain),
    /// A null, or another form.
    Optional(Arc<Self>),
    /// A null in place of a block, which has no other form.
    Null,
    /// An empty list or object.
    Empty,
    Sequence(Arc<Self>),
    Map(Arc<Self>),
    Tuple(Vec<Arc<Self>>),
    /// The name of a variant without content, or an object with the content of one variant.
    Variants(Arc<[Variant]>),
    /// An object with the name of a variant in an attribute, and its content in another one or
    /// beside it.
    Tagged {
        tag: String,
        content: Option<String>,
        variants: Arc<[Variant]>,
    },
    Object {
        fields: Vec<ShapeField>,
        /// Whether other attributes are errors.
        is_closed: bool,
        /// Whether other attributes can be other names of the required ones.
        is_partial: bool,
    },
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) name: String,
    /// The form of its content; `None` if it has only a name.
    pub(super) content: Option<Arc<Shape>>,
    /// The specification of the body of its blocks, if it is not of any form.
    pub(super) body: Option<Spec>,
}

/// An attribute of an object.
#[derive(Clone, Debug)]
pub(super) struct ShapeField {
    pub(super) name: String,
    pub(super) shape: Arc<Shape>,
    pub(super) is_required: bool,
}

impl Shape {
    /// Returns the form of a value that can be null.
    pub(super) fn optional(shape: Arc<Self>) -> Arc<Self> {
        if matches!(*shape, Self::Optional(_)) { shape } else { Arc::new(Self::Optional(shape)) }
    }

    /// Returns the form of the values of a type, of which these or their elements are possible.
    pub(super) fn of_type(ty: &Type, domain: &Domain) -> Arc<Self> {
        let inner = |element: &Type| Self::optional(Self::of_type(element, domain));
        Arc::new(match ty {
            Type::Bool | Type::Number | Type::String => Self::Primitive(ty.clone(), domain.clone()),
            Type::List(element) | Type::Set(element) => Self::Sequence(inner(element)),
            Type::Map(element) => Self::Map(inner(element)),
            _ => Self::Any,
        })
    }

    /// Returns whether a label of a block has the name of the variant. An object has no place for
    /// it, apart from the objects of HCL JSON that are blocks.
    pub(super) fn is_by_label(&self) -> bool {
        match self {
            Self::Optional(inner) | Self::Sequence(inner) | Self::Map(inner) => inner.is_by_label(),
            Self::Tagged { tag, .. } => LabelField::parse(tag).is_some(),
            _ => false,
        }
    }

    /// Returns whether a block can be decoded as such a value.
    pub(super) fn may_be_block(&self) -> bool {
        match self {
            Self::Any | Self::Variants(_) | Self::Tagged { .. } | Self::Map(_) => true,
            Self::Object { .. } | Self::Tuple(_) => true,
            Self::Optional(inner) | Self::Sequence(inner) => inner.may_be_block(),
            Self::Primitive(_, domain) => !domain.values.is_empty(),
            Self::Null | Self::Empty => false,
        }
    }

    fn without_optional(&self) -> &Self {
        if let Self::Optional(inner) = self { inner.without_optional() } else { self }
    }

    /// Returns whether it is an enum with data that only one block is decoded as.
    pub(super) fn is_single_enum(&self) -> bool {
        matches!(self.without_optional(), Self::Variants(_) | Self::Tagged { .. })
    }

    pub(super) fn is_primitive(&self) -> bool {
        matches!(self.without_optional(), Self::Primitive(..))
    }

    /// Returns the form of the entries of a map, which can be the items of a block.
    pub(super) fn element_of_map(&self) -> Option<&Self> {
        if let Self::Map(element) = self.without_optional() { Some(element) } else { None }
    }

    /// Returns the domain of a primitive value, or of those in sequences and maps; `None` for any
    /// other form.
    pub(super) fn domain(&self) -> Option<&Domain> {
        match self {
            Self::Primitive(_, domain) => Some(domain),
            Self::Optional(inner) | Self::Sequence(inner) | Self::Map(inner) => inner.domain(),
            _ => None,
        }
    }

    /// Returns the error about the name of a variant that there is not, or that has content if the
    /// name is alone.
    pub(super) fn wrong_variant(variants: &[Variant], name: &str, is_alone: bool) -> Option<String> {
        let found = variants.iter().find(|variant| variant.name == name);
        let names = || variants.iter().map(|variant| variant.name.as_str());
        match found {
            None => Some(format!("{name:?} is not possible here.{}", name_hint(name, names()))),
            // A content that can be null, or that is hidden, can be left out.
            Some(Variant { content: Some(content), .. })
                if is_alone && !matches!(**content, Self::Any | Self::Optional(_)) =>
            {
                Some(format!("{name:?} needs a value: write {{ {name} = … }}."))
            }
            Some(_) => None,
        }
    }

    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(element) => Some(element),
            Self::Object { fields, .. } => {
                fields.iter().find(|field| field.name == name).map(|it| &*it.shape)
            }
            _ => None,
        }
    }

    /// Returns the reason why a value does not have the form, apart from its parts.
    pub(super) fn misfit(&self, value: &Value) -> Option<String> {
        let ty = value.ty();
        let (is_fit, expected) = match (self, ty) {
            (_, Type::Dynamic) => (true, ""),
            (Self::Sequence(_) | Self::Tuple(_), ty) => {
                (matches!(ty, Type::List(_) | Type::Set(_) | Type::Tuple(_)), "a list")
            }
            (Self::Map(_) | Self::Object { .. } | Self::Tagged { .. }, ty) => {
                (matches!(ty, Type::Map(_) | Type::Object(_)), "an object")
            }
            (Self::Null, _) => (!value.is_known(), "a block"),
            (Self::Empty, _) => (value.len() == Some(0) || !value.is_known(), "blocks, or an empty list"),
            (Self::Any | Self::Variants(_) | Self::Optional(_) | Self::Primitive(..), _) => (true, ""),
        };
        if !is_fit {
            return Some(format!("expected {expected}, found {}", ty.with_article()));
        }
        match (self, value.len()) {
            (Self::Tuple(shapes), Some(len)) if shapes.len() != len => {
                Some(format!("expected {} elements, found {len}", shapes.len()))
            }
            _ => None,
        }
    }

    /// Returns the error about an attribute that an object does not have.
    pub(super) fn unexpected(&self, name: &str) -> Option<String> {
        let Self::Object { fields, is_closed: true, .. } = self else { return None };
        let names = || fields.iter().map(|field| field.name.as_str());
        let is_known = names().any(|known| known == name);
        let hint = || name_hint(name, names());
        (!is_known).then(|| format!("No attribute named {name:?} is expected here.{}", hint()))
    }

    /// Returns the first required attribute that a list of names lacks.
    pub(super) fn missing<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
        let missing = self.missing_field(names)?;
        Some(format!("attribute {missing:?} is required"))
    }

    /// Returns the name of the first required attribute that a list of names lacks. One for which
    /// an unexpected name is meant is no second error.
    pub(super) fn missing_field<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> Option<&str> {
        let Self::Object { fields, is_partial, is_closed } = self else { return None };
        let is_known = |name: &str| fields.iter().any(|field| field.name == name);
        if *is_partial && !names.clone().all(is_known) {
            return None;
        }
        let is_there = |field: &ShapeField| {
            let mut unexpected = names.clone().filter(|name| *is_closed && !is_known(name));
            names.clone().any(|name| name == field.name)
                || unexpected.any(|name| name_suggestion(name, [&*field.name]).is_some())
        };
        Some(&fields.iter().find(|field| field.is_required && !is_there(field))?.name)
    }

    /// Returns the type of a primitive value, or of a list or map of them.
    pub(super) fn ty(&self) -> Option<Type> {
        match self {
            Self::Primitive(ty, _) => Some(ty.clone()),
            Self::Optional(inner) => inner.ty(),
            Self::Sequence(element) => element.ty().map(Type::list),
            Self::Map(element) => element.ty().map(Type::map),
            _ => None,
        }
    }
}

impl Spec {
    /// Returns the form of an object with the attributes and blocks of a body.
    pub(super) fn object_shape(&self) -> Arc<Shape> {
        let field = |name: &str, shape: Arc<Shape>, is_required: bool| {
            let shape = if is_required { shape } else { Shape::optional(shape) };
            ShapeField { name: name.to_owned(), shape, is_required }
        };
        let any = || Arc::new(Shape::Any);
        let mut fields = Vec::new();
        self.walk(&mut |part| match part.kind() {
            SpecKind::Attribute { name, ty, is_required, domain, shape, .. } => {
                let shape = shape.clone().unwrap_or_else(|| Shape::of_type(ty, domain));
                fields.push(field(name, shape, *is_required));
            }
            SpecKind::Blocks(blocks) => {
                let shape = blocks.attribute.clone().unwrap_or_else(any);
                fields.push(field(&blocks.block_type, shape, blocks.count.least > 0));
            }
            SpecKind::Opaque { name: Some(name), is_required, form, .. } => {
                let shape = form.as_ref().map_or_else(any, |form| form.attribute.clone());
                fields.push(field(name, shape, *is_required));
            }
            _ => {}
        });
        let is_closed = !self.is_open() && !self.is_lenient();
        Arc::new(Shape::Object { fields, is_closed, is_partial: false })
    }

    /// Returns a specification of blocks, or of an attribute of a form in place of them.
    pub(super) fn or_as_attribute(self, form: Arc<Shape>) -> Self {
        self.with_wrapped(|spec| {
            if let SpecKind::Blocks(blocks) = spec.kind_mut() {
                blocks.attribute = Some(form.clone());
            }
        })
    }
}
