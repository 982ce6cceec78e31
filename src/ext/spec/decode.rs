//! Conversion of the content of a body to a value.

use super::domain::Domain;
use super::inspect::{SpecScope, header, missing};
use super::shape::Shape;
use super::{Spec, SpecKind, Transformation};
use crate::body::{Attribute, Expression};
use crate::diag::{Code, Diagnostic, Diagnostics, Severity};
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::redaction;
use crate::source::{Source, Span};
use crate::value::{ErrorKind, Map, Type, Value, ValueError};

/// Returns the value of the content of a body, with the diagnostics of the content.
pub(super) fn decode(
    spec: &Spec,
    content: Outcome<SpecScope<'_>>,
    context: &EvalContext,
    budget: &Budget,
) -> Outcome<Value> {
    let mut decoder = Decoder { context, budget, diagnostics: content.diagnostics };
    let value = decoder.value(spec, &content.value);
    Outcome { value, diagnostics: decoder.diagnostics }
}

pub(super) struct Decoder<'c> {
    pub(super) context: &'c EvalContext,
    pub(super) budget: &'c Budget,
    pub(super) diagnostics: Diagnostics,
}

impl Decoder<'_> {
    /// Returns the value of an expression.
    pub(super) fn evaluate(&mut self, expression: &Expression, context: &EvalContext) -> Value {
        expression.evaluate_within(context, self.budget).keep_in(&mut self.diagnostics)
    }

    pub(super) fn error(&mut self, (source, span): &(Source, Span), code: Code, detail: String) {
        self.push(Diagnostic::new(code, detail).at(*span).in_source(source));
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn value(&mut self, spec: &Spec, scope: &SpecScope<'_>) -> Value {
        match spec.kind() {
            SpecKind::Object(attributes) => {
                let values = attributes.iter().map(|(name, spec)| (name.as_str(), self.value(spec, scope)));
                Value::object(values.collect::<Map>())
            }
            SpecKind::Tuple(elements) => {
                Value::tuple(elements.iter().map(|spec| self.value(spec, scope)).collect::<Vec<_>>())
            }
            SpecKind::Attribute { name, ty, domain, shape, .. } => match scope.content.attribute(name) {
                Some(attribute) => {
                    if let Some(shape) = shape {
                        return self.in_shape(shape, attribute, ty);
                    }
                    let value = self.attribute(attribute, ty, |error| {
                        format!("The value of {name:?} is unsuitable: {error}.")
                    });
                    self.possible(attribute, domain, value)
                }
                // A missing required attribute was already reported with the content.
                None => Value::null(ty.without_optional()),
            },
            SpecKind::Blocks(blocks) => self.blocks(blocks, scope),
            SpecKind::Label { index, .. } => {
                let label = scope.labels.get(*index);
                label.map_or_else(|| Value::unknown(Type::String), |label| label.value())
            }
            SpecKind::Literal(value) => value.clone(),
            SpecKind::Opaque { name: Some(name), form: Some(form), .. } => {
                self.check_opaque(name, form, scope);
                Value::UNKNOWN
            }
            SpecKind::Opaque { name: None, form: Some(form), .. } => {
                let labels = scope.labels;
                self.items_shaped(&form.attribute, &scope.opaque, labels, &missing(&scope.content));
                Value::UNKNOWN
            }
            SpecKind::Opaque { .. } => Value::UNKNOWN,
            SpecKind::Or { primary, default } => {
                let value = self.value(primary, scope);
                if value.is_null() { self.default(primary, default, scope) } else { value }
            }
            SpecKind::Transform { wrapped, with } => match self.checked(wrapped, scope) {
                (value, true) => self.transform(with, value, wrapped, scope),
                (_, false) => Value::unknown(spec.implied_type()),
            },
            SpecKind::Validate { wrapped, check } => {
                let (value, is_sound) = self.checked(wrapped, scope);
                if is_sound {
                    let _scope = redaction::scope(value.contains_marks());
                    self.add_located((check.0)(&value), wrapped, scope);
                }
                value
            }
        }
    }

    /// Returns the value of an attribute converted to a type. `describe` describes an error.
    pub(super) fn attribute(
        &mut self,
        attribute: &Attribute,
        ty: &Type,
        describe: impl FnOnce(&ValueError) -> String,
    ) -> Value {
        let value = self.evaluate(attribute.expression(), self.context);
        let is_open = self.context.is_for_check() && ty.has_dynamic() && value.facts().dynamic;
        self.budget.convert(value, ty).unwrap_or_else(|error| {
            if is_open && error.kind() != ErrorKind::Limit {
                // Parts of unknown type may turn out to have a type that converts.
                return Value::unknown(ty.without_optional());
            }
            let diagnostic = Diagnostic::new(error.code_or(Code::TypeMismatch), describe(&error));
            self.push(diagnostic.at(attribute.expression().span()).in_source(attribute.source()));
            Value::unknown(ty.without_optional())
        })
    }

    /// Returns the value of an attribute, if it is one of the possible ones.
    fn possible(&mut self, attribute: &Attribute, domain: &Domain, value: Value) -> Value {
        if domain.is_everything() {
            return value;
        }
        let is_marked = value.contains_marks();
        let plain = if is_marked { value.clone().unmark_deep().0 } else { value.clone() };
        let Some(detail) = domain.refusal(&plain, is_marked) else { return value };
        let place = (attribute.source().clone(), attribute.expression().span());
        self.error(&place, Code::UnexpectedValue, detail);
        Value::unknown(value.ty().clone())
    }

    /// Returns the value of an attribute in a form, and converted to a type if it can be.
    pub(super) fn in_shape(&mut self, shape: &Shape, attribute: &Attribute, ty: &Type) -> Value {
        let mark = self.diagnostics.len();
        let value = self.shaped(shape, attribute.expression(), attribute.name());
        if self.diagnostics.len() > mark {
            return Value::unknown(ty.without_optional());
        }
        self.budget.convert(value.clone(), ty).unwrap_or(value)
    }

    /// Returns the value in place of a null.
    fn default(&mut self, primary: &Spec, default: &Spec, scope: &SpecScope<'_>) -> Value {
        let value = self.value(default, scope);
        let ty = primary.implied_type();
        self.budget.convert(value, &ty).unwrap_or_else(|error| {
            let detail = format!("The default value is unsuitable: {error}.");
            let diagnostic = Diagnostic::new(error.code_or(Code::TypeMismatch), detail);
            self.add_located(diagnostic.into(), default, scope);
            Value::unknown(ty)
        })
    }

    /// Returns the value, and whether it has no errors.
    fn checked(&mut self, spec: &Spec, scope: &SpecScope<'_>) -> (Value, bool) {
        let mark = self.diagnostics.len();
        let value = self.value(spec, scope);
        let is_sound = self.diagnostics.iter().skip(mark).all(|new| new.severity() != Severity::Error);
        (value, is_sound)
    }

    fn transform(
        &mut self,
        with: &Transformation,
        value: Value,
        wrapped: &Spec,
        scope: &SpecScope<'_>,
    ) -> Value {
        match with {
            Transformation::Function(function) => {
                function.call_within(&[value], self.budget).unwrap_or_else(|error| {
                    let code = error.code_or(Code::TransformationFailed);
                    let diagnostic = Diagnostic::new(code, error.detail());
                    self.add_located(diagnostic.into(), wrapped, scope);
                    Value::unknown(with.implied_type(wrapped.implied_type()))
                })
            }
            Transformation::Expression { variable, expression, context } => {
                let mut context = EvalContext::child_of(context.clone());
                context.set(variable, value);
                self.evaluate(expression, &context)
            }
        }
    }

    /// Adds diagnostics about the value of a specification, with its location if they have none.
    fn add_located(&mut self, found: Diagnostics, spec: &Spec, scope: &SpecScope<'_>) {
        if found.is_empty() {
            return;
        }
        let (source, span) = spec.location(scope).unwrap_or_else(|| {
            let header_of = scope.block.map(header);
            header_of.unwrap_or_else(|| missing(&scope.content))
        });
        for diagnostic in found {
            self.diagnostics.push(match diagnostic.span() {
                Some(_) => diagnostic,
                None => diagnostic.at(span).in_source(&source),
            });
        }
    }
}
