//! The forms of values that the types of the language describe only in part: lists whose elements
//! have several types, captures in objects, and limits of the parts of objects and tuples.

use std::sync::Arc;

use super::decode::Decoder;
use super::domain::Domain;
use crate::body::Expression;
use crate::diag::Code;
use crate::redaction;
use crate::source::{Source, Span};
use crate::value::{ErrorKind, Map, Type, Value, ValueError};

/// The form of a value.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Any value. It is not evaluated, since it can be a capture.
    Any,
    /// A value that is converted to a primitive type.
    Primitive(Type, Domain),
    /// A null, or another form.
    Optional(Arc<Self>),
    /// An empty list or object.
    Empty,
    Sequence(Arc<Self>),
    Map(Arc<Self>),
    Tuple(Vec<Arc<Self>>),
    Object(Vec<ShapeField>),
}

/// An attribute of an object. Others are ignored.
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

    /// Returns whether a block can be decoded as such a value.
    pub(super) fn may_be_block(&self) -> bool {
        match self {
            Self::Any | Self::Map(_) | Self::Object(_) | Self::Tuple(_) => true,
            Self::Optional(inner) | Self::Sequence(inner) => inner.may_be_block(),
            Self::Primitive(_, domain) => !domain.values.is_empty(),
            Self::Empty => false,
        }
    }

    /// Returns whether it is a map, whose entries can be the items of a block.
    pub(super) fn is_map(&self) -> bool {
        self.element_of_map().is_some()
    }

    pub(super) fn element_of_map(&self) -> Option<&Self> {
        match self {
            Self::Optional(inner) => inner.element_of_map(),
            Self::Map(element) => Some(element),
            _ => None,
        }
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

    fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(element) => Some(element),
            Self::Object(fields) => fields.iter().find(|field| field.name == name).map(|it| &*it.shape),
            _ => None,
        }
    }

    /// Returns the reason why a value does not have the form, apart from its parts.
    fn misfit(&self, value: &Value) -> Option<String> {
        let ty = value.ty();
        let (is_fit, expected) = match (self, ty) {
            (_, Type::Dynamic) => (true, ""),
            (Self::Sequence(_) | Self::Tuple(_), ty) => {
                (matches!(ty, Type::List(_) | Type::Set(_) | Type::Tuple(_)), "a list")
            }
            (Self::Map(_) | Self::Object(_), ty) => {
                (matches!(ty, Type::Map(_) | Type::Object(_)), "an object")
            }
            (Self::Empty, _) => (value.len() == Some(0) || !value.is_known(), "blocks, or an empty list"),
            (Self::Any | Self::Optional(_) | Self::Primitive(..), _) => (true, ""),
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

    /// Returns the first required attribute that a list of names lacks.
    fn missing<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
        let Self::Object(fields) = self else { return None };
        let mut required = fields.iter().filter(|field| field.is_required);
        let missing = required.find(|field| !names.clone().any(|name| name == field.name))?;
        Some(format!("attribute {:?} is required", missing.name))
    }
}

impl Decoder<'_> {
    /// Returns the value of an attribute in a form. The parts that are written out in the
    /// expression are evaluated one by one.
    pub(super) fn shaped(&mut self, shape: &Shape, expression: &Expression, name: &str) -> Value {
        let form = match shape {
            Shape::Any => return Value::UNKNOWN,
            Shape::Optional(inner) if matches!(**inner, Shape::Any) => return Value::UNKNOWN,
            Shape::Optional(inner) => inner,
            form => form,
        };
        if let Ok(parts) = expression.static_list() {
            return self.list(form, &parts, expression, name);
        }
        if let Some(entries) = self.entries(expression) {
            return self.entries_shaped(form, entries, expression, name);
        }
        let value = self.evaluate(expression, self.context);
        let is_marked = value.contains_marks();
        let plain = if is_marked { value.clone().unmark_deep().0 } else { value.clone() };
        let place = (expression.source().clone(), expression.span());
        let _scope = redaction::scope(is_marked);
        match self.fits(shape, &plain, &place, name, is_marked) {
            true => value,
            false => Value::UNKNOWN,
        }
    }

    fn list(&mut self, shape: &Shape, parts: &[Expression], expression: &Expression, name: &str) -> Value {
        let is_json = expression.ast().is_none();
        let values: Vec<Value> = match shape {
            Shape::Sequence(element) => parts.iter().map(|part| self.shaped(element, part, name)).collect(),
            Shape::Tuple(shapes) if shapes.len() == parts.len() => {
                parts.iter().zip(shapes).map(|(part, shape)| self.shaped(shape, part, name)).collect()
            }
            // In JSON, an array of objects is the same as blocks.
            Shape::Map(_) if is_json => parts.iter().map(|part| self.shaped(shape, part, name)).collect(),
            Shape::Object(_) if is_json && parts.len() == 1 => {
                return self.shaped(shape, &parts[0], name);
            }
            Shape::Object(_) if is_json => return Value::UNKNOWN,
            _ => {
                let types = parts.iter().map(|_| Value::UNKNOWN).collect::<Vec<_>>();
                return self.misfit(shape, &Value::tuple(types), expression, name);
            }
        };
        Value::tuple(values)
    }

    fn entries_shaped(
        &mut self,
        shape: &Shape,
        entries: Vec<(String, Expression)>,
        expression: &Expression,
        name: &str,
    ) -> Value {
        if let Shape::Sequence(element) = shape
            && expression.ast().is_none()
        {
            return Value::tuple(vec![self.entries_shaped(element, entries, expression, name)]);
        }
        if !matches!(shape, Shape::Map(_) | Shape::Object(_)) {
            let types = entries.into_iter().map(|(key, _)| (key, Value::UNKNOWN)).collect::<Map>();
            return self.misfit(shape, &Value::object(types), expression, name);
        }
        if let Some(missing) = shape.missing(entries.iter().map(|(key, _)| key.as_str())) {
            self.unsuitable(&missing, &(expression.source().clone(), expression.span()), name);
        }
        let values = entries.into_iter().map(|(key, part)| {
            let value = self.shaped(shape.field(&key).unwrap_or(&Shape::Any), &part, name);
            (key, value)
        });
        Value::object(values.collect::<Map>())
    }

    /// Returns the entries of an object constructor whose keys are known.
    fn entries(&self, expression: &Expression) -> Option<Vec<(String, Expression)>> {
        let entries = expression.static_map().ok()?.into_iter().map(|(key, part)| {
            let name = match key.static_keyword().filter(|_| !expression.ast().is_none()) {
                Some(name) => name,
                None => key.evaluate_within(self.context, self.budget).value.as_str()?.to_owned(),
            };
            Some((name, part))
        });
        entries.collect()
    }

    fn misfit(&mut self, shape: &Shape, value: &Value, expression: &Expression, name: &str) -> Value {
        let place = (expression.source().clone(), expression.span());
        match shape.misfit(value) {
            Some(reason) => {
                self.unsuitable(&reason, &place, name);
                Value::UNKNOWN
            }
            // A single value converts to no list and no object, which reports an error.
            None => {
                self.fits(shape, value, &place, name, false);
                value.clone()
            }
        }
    }

    /// Reports the parts of a value that do not have a form. Returns whether there are none.
    fn fits(
        &mut self,
        shape: &Shape,
        value: &Value,
        place: &(Source, Span),
        name: &str,
        is_marked: bool,
    ) -> bool {
        let shape = match shape {
            Shape::Any => return true,
            Shape::Optional(_) if value.is_null() => return true,
            Shape::Optional(inner) => inner,
            _ if value.is_null() => {
                self.unsuitable(&"a value is required, but it is null", place, name);
                return false;
            }
            other => other,
        };
        if let Some(reason) = shape.misfit(value) {
            self.unsuitable(&reason, place, name);
            return false;
        }
        if let Shape::Primitive(ty, domain) = shape {
            return match self.budget.convert(value.clone(), ty) {
                Ok(converted) => match domain.refusal(&converted, is_marked) {
                    Some(detail) => {
                        self.error(place, Code::UnexpectedValue, detail);
                        false
                    }
                    None => true,
                },
                Err(error) => {
                    self.unsuitable(&error, place, name);
                    false
                }
            };
        }
        if !value.is_known() {
            return true;
        }
        if let (Shape::Object(_), Some(object)) = (shape, value.as_object())
            && let Some(missing) = shape.missing(object.iter().map(|(key, _)| key))
        {
            self.unsuitable(&missing, place, name);
            return false;
        }
        let mut is_fit = true;
        match shape {
            Shape::Sequence(element) => {
                for (_, value) in value.iter() {
                    is_fit &= self.fits(element, value, place, name, is_marked);
                }
            }
            Shape::Tuple(shapes) => {
                for ((_, value), shape) in value.iter().zip(shapes) {
                    is_fit &= self.fits(shape, value, place, name, is_marked);
                }
            }
            Shape::Map(_) | Shape::Object(_) => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    if let Some(shape) = shape.field(key) {
                        is_fit &= self.fits(shape, value, place, name, is_marked);
                    }
                }
            }
            Shape::Any | Shape::Optional(_) | Shape::Primitive(..) | Shape::Empty => {}
        }
        is_fit
    }

    fn unsuitable(&mut self, reason: &impl std::fmt::Display, place: &(Source, Span), name: &str) {
        let error = ValueError::new(ErrorKind::Type, format!("{reason}"));
        let detail = format!("The value of {name:?} is unsuitable: {error}.");
        self.error(place, error.code_or(Code::TypeMismatch), detail);
    }
}
