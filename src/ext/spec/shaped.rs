//! Conversion of attributes to values of a form.

use super::decode::Decoder;
use super::shape::{Shape, Variant};
use crate::body::Expression;
use crate::diag::Code;
use crate::redaction;
use crate::source::{Source, Span};
use crate::value::{ErrorKind, Map, Value, ValueError};

impl Decoder<'_> {
    /// Returns the value of an attribute in a form. The parts that are written out in the
    /// expression are evaluated one by one.
    pub(super) fn shaped(&mut self, shape: &Shape, expression: &Expression, name: &str) -> Value {
        let form = match shape {
            Shape::Any => return Value::UNKNOWN,
            shape if shape.is_by_label() => return Value::UNKNOWN,
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
        // The error about a marked value does not show it, but what is expected.
        if let Shape::Primitive(ty, _) = form
            && is_marked
            && let Err(error) = self.budget.convert(value.clone(), ty)
        {
            self.unsuitable(&error, &place, name);
            return Value::UNKNOWN;
        }
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
            Shape::Map(_) | Shape::Variants(_) | Shape::Tagged { .. } if is_json => {
                parts.iter().map(|part| self.shaped(shape, part, name)).collect()
            }
            Shape::Object { .. } if is_json && parts.len() == 1 => {
                return self.shaped(shape, &parts[0], name);
            }
            Shape::Object { .. } if is_json => return Value::UNKNOWN,
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
        if let Shape::Variants(variants) = shape {
            return self.variant(variants, entries, expression, name);
        }
        if let Shape::Tagged { tag, content, variants } = shape {
            return self.tagged((tag, content.as_deref(), variants), entries, expression, name);
        }
        if !matches!(shape, Shape::Map(_) | Shape::Object { .. }) {
            let types = entries.into_iter().map(|(key, _)| (key, Value::UNKNOWN)).collect::<Map>();
            return self.misfit(shape, &Value::object(types), expression, name);
        }
        if let Some(missing) = shape.missing(entries.iter().map(|(key, _)| key.as_str())) {
            self.unsuitable(&missing, &(expression.source().clone(), expression.span()), name);
        }
        for (key, part) in &entries {
            if let Some(detail) = shape.unexpected(key) {
                let place = (part.source().clone(), part.span());
                self.error(&place, Code::UnexpectedAttribute, detail);
            }
        }
        let values = entries.into_iter().map(|(key, part)| {
            let value = self.shaped(shape.field(&key).unwrap_or(&Shape::Any), &part, name);
            (key, value)
        });
        Value::object(values.collect::<Map>())
    }

    /// Returns the value of an object with the content of a variant.
    fn variant(
        &mut self,
        variants: &[Variant],
        mut entries: Vec<(String, Expression)>,
        expression: &Expression,
        name: &str,
    ) -> Value {
        let place = (expression.source().clone(), expression.span());
        if expression.ast().is_none() && entries.len() > 1 {
            // In JSON, these are several blocks.
            for entry in entries {
                self.variant(variants, vec![entry], expression, name);
            }
            return Value::UNKNOWN;
        }
        let Some((variant, part)) = entries.pop().filter(|_| entries.is_empty()) else {
            self.unsuitable(&"expected an object with one attribute, the name of a variant", &place, name);
            return Value::UNKNOWN;
        };
        if let Some(detail) = Shape::wrong_variant(variants, &variant, false) {
            let place = (part.source().clone(), part.span());
            self.error(&place, Code::UnexpectedValue, detail);
            return Value::UNKNOWN;
        }
        let found = variants.iter().find(|it| it.name == variant);
        match found.and_then(|found| found.content.clone()) {
            Some(content) => {
                let value = self.shaped(&content, &part, name);
                Value::object([(variant, value)].into_iter().collect::<Map>())
            }
            None => Value::UNKNOWN,
        }
    }

    /// Returns the value of an object with the name of a variant in an attribute.
    fn tagged(
        &mut self,
        (tag, content, variants): (&str, Option<&str>, &[Variant]),
        entries: Vec<(String, Expression)>,
        expression: &Expression,
        name: &str,
    ) -> Value {
        let place = (expression.source().clone(), expression.span());
        let Some((_, part)) = entries.iter().find(|(key, _)| key == tag) else {
            self.unsuitable(&format!("attribute {tag:?} is required"), &place, name);
            return Value::UNKNOWN;
        };
        let selected = self.evaluate(part, self.context).unmark_deep().0;
        let place_of_tag = (part.source().clone(), part.span());
        let Some(variant) = self.selected(variants, &selected, &place_of_tag) else { return Value::UNKNOWN };
        let Some(shape) = variant.content.clone() else { return Value::UNKNOWN };
        match content.map(|content| entries.iter().find(|(key, _)| key == content)) {
            None => return self.entries_shaped(&shape, entries, expression, name),
            Some(Some((_, part))) => _ = self.shaped(&shape, part, name),
            Some(None) if !matches!(*shape, Shape::Any | Shape::Optional(_)) => {
                let content = content.unwrap_or_default();
                self.unsuitable(&format!("attribute {content:?} is required"), &place, name);
            }
            Some(None) => {}
        }
        Value::UNKNOWN
    }

    /// Returns the variant of a name, and reports a name without a variant.
    pub(super) fn selected<'v>(
        &mut self,
        variants: &'v [Variant],
        name: &Value,
        place: &(Source, Span),
    ) -> Option<&'v Variant> {
        let name = name.as_str()?;
        if let Some(detail) = Shape::wrong_variant(variants, name, false) {
            self.error(place, Code::UnexpectedValue, detail);
        }
        variants.iter().find(|variant| variant.name == name)
    }

    /// Returns the entries of an object constructor whose keys are known.
    fn entries(&self, expression: &Expression) -> Option<Vec<(String, Expression)>> {
        let entries = expression.static_map().ok()?.into_iter().map(|(key, part)| {
            let name = match key.static_keyword().filter(|_| expression.ast().is_some()) {
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
            shape if shape.is_by_label() => return true,
            Shape::Optional(_) if value.is_null() => return true,
            Shape::Optional(inner) => inner,
            _ if value.is_null() => {
                return self.unsuitable(&"a value is required, but it is null", place, name);
            }
            other => other,
        };
        if let Some(reason) = shape.misfit(value) {
            return self.unsuitable(&reason, place, name);
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
                Err(error) => self.unsuitable(&error, place, name),
            };
        }
        if !value.is_known() {
            return true;
        }
        if let Shape::Variants(variants) = shape {
            return self.fits_variant(variants, value, place, name, is_marked);
        }
        if let (Shape::Tagged { tag, content, variants }, Some(object)) = (shape, value.as_object()) {
            let Some(selected) = object.get(tag) else {
                return self.unsuitable(&format!("attribute {tag:?} is required"), place, name);
            };
            if !selected.is_known() || selected.as_str().is_none() {
                return true;
            }
            let Some(variant) = self.selected(variants, selected, place) else { return false };
            let part = content.as_ref().map_or(Some(value), |content| object.get(content));
            return match (&variant.content, part) {
                (Some(shape), Some(part)) => self.fits(shape, part, place, name, is_marked),
                _ => true,
            };
        }
        if let (Shape::Object { .. }, Some(object)) = (shape, value.as_object())
            && let Some(missing) = shape.missing(object.iter().map(|(key, _)| key))
        {
            return self.unsuitable(&missing, place, name);
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
            Shape::Map(_) | Shape::Object { .. } => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    if let Some(shape) = shape.field(key) {
                        is_fit &= self.fits(shape, value, place, name, is_marked);
                    }
                    if let Some(detail) = shape.unexpected(key) {
                        self.error(place, Code::UnexpectedAttribute, detail);
                        is_fit = false;
                    }
                }
            }
            _ => {}
        }
        is_fit
    }

    fn fits_variant(
        &mut self,
        variants: &[Variant],
        value: &Value,
        place: &(Source, Span),
        name: &str,
        is_marked: bool,
    ) -> bool {
        let object = value.as_object().filter(|object| object.len() == 1);
        let (variant, content) = match (value.as_str(), object.and_then(|object| object.iter().next())) {
            (Some(variant), _) => (variant, None),
            (None, Some((variant, content))) => (variant, Some(content)),
            (None, None) => {
                let reason = format!("expected the name of a variant, found {}", value.ty().with_article());
                return self.unsuitable(&reason, place, name);
            }
        };
        if let Some(detail) = Shape::wrong_variant(variants, variant, content.is_none()) {
            self.error(place, Code::UnexpectedValue, detail);
            return false;
        }
        let shape = variants.iter().find(|it| it.name == variant).and_then(|it| it.content.clone());
        match (shape, content) {
            (Some(shape), Some(content)) => self.fits(&shape, content, place, name, is_marked),
            _ => true,
        }
    }

    /// Reports a value that does not have the form. Returns false.
    fn unsuitable(&mut self, reason: &impl std::fmt::Display, place: &(Source, Span), name: &str) -> bool {
        let error = ValueError::new(ErrorKind::Type, format!("{reason}"));
        let detail = format!("The value of {name:?} is unsuitable: {error}.");
        self.error(place, error.code_or(Code::TypeMismatch), detail);
        false
    }
}
