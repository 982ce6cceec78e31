//! Expressions: literals straight from the syntax, everything else through its value.

use std::any::type_name;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Visitor};

use super::any::AnyDeserializer;
use super::enums::Variant;
use super::findings::Slot;
use super::forms::{Part, is_buffer, is_convertible};
use super::forward::{forward, scalars};
use super::members::Members;
use super::number::{NumberHint, Scalar, visit_number};
use super::progress::Progress;
use super::record::Record;
use super::sample;
use super::sequence::{Elements, SequenceAccess};
use super::spanned::visit_spanned;
use super::stand_in::{is_stand_in, is_stand_in_value, stand_in, stand_in_value};
use super::target::{Request, Target};
use super::value::{ValueDeserializer, computed_capture};
use super::{Context, Name, Names, locate, value};
use crate::body::{ComputedEntry, ExpressionView, ItemView, ItemViewKind, Literal, NameView, Template};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::{
    self, ATTRIBUTE, BLOCK, BODY, EXPRESSION, LABELED, MANY, NUMBER, TEMPLATE, TRAVERSAL, VALUE, WHOLE_BLOCK,
};
use crate::syntax::ast::display::escaped;
use crate::util::rare::Rare;
use crate::value::{Number, Value};

/// Evaluates an expression. If no variables are defined, a bare word is reported as a string
/// without quotes.
fn evaluate(expression: ExpressionView<'_>, context: Context<'_, '_>) -> Result<Value> {
    match expression.evaluate(context.settings.context, &context.settings.budget) {
        Ok(value) => Ok(value),
        Err(error) => not_evaluated(expression, context, error),
    }
}

#[cold]
fn not_evaluated(expression: ExpressionView<'_>, context: Context<'_, '_>, error: Error) -> Result<Value> {
    if is_stand_in(expression) {
        return Ok(stand_in_value().clone());
    }
    let is_text = expression.is_word() && !context.settings.context.allows_variables();
    Err(if is_text { error.with_hint(" Text is written in double quotes.") } else { error })
}

pub(super) struct ExpressionDeserializer<'de, 'c> {
    expression: ExpressionView<'c>,
    context: Context<'de, 'c>,
    /// The value, if it was already evaluated.
    value: Rare<Result<Value>>,
    /// The type of the option around it, if null may be `None`. The content of the option may
    /// capture the expression, so nothing is evaluated before it requests a value.
    option: Option<&'static str>,
}

impl<'de, 'c> ExpressionDeserializer<'de, 'c> {
    pub(super) fn new(expression: ExpressionView<'c>, context: Context<'de, 'c>) -> Self {
        Self { expression, context, value: Rare::default(), option: None }
    }

    /// Evaluates the expression, and decodes its value.
    fn evaluated<V: Visitor<'de>>(
        self,
        visitor: V,
        method: impl FnOnce(ValueDeserializer<'de, '_>, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        self.with_value(false, visitor, method)
    }

    /// Evaluates the expression and decodes its value; `is_kept` if the result is the value itself.
    /// Literals are the most frequent expressions. A separate function keeps the code for them
    /// small.
    #[inline(never)]
    fn with_value<V: Visitor<'de>>(
        self,
        is_kept: bool,
        visitor: V,
        method: impl FnOnce(ValueDeserializer<'de, '_>, V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        let expression = self.expression;
        let (value, context) = self.charged(is_kept)?;
        match method(ValueDeserializer::new(&value, context), visitor) {
            Ok(value) => Ok(value),
            Err(error) => Err(error.at(expression.span(), expression.source())),
        }
    }

    /// Returns the value, charged unless it `is_kept`, and the context in which it is decoded.
    fn charged(self, is_kept: bool) -> Result<(Value, Context<'de, 'c>)> {
        let (expression, context) = (self.expression, self.context);
        let value = self.into_value()?;
        // Decoding copies shared parts, unless the result is the value itself, so all parts are
        // charged.
        if !is_kept && let Err(error) = context.settings.budget.take_all_of(&value) {
            let error = Error::coded(Code::ValueTooLarge, error.detail());
            return Err(error.at(expression.span(), expression.source()));
        }
        let context = match is_stand_in_value(&value) {
            true => Context { record: None, slot: None, is_strict: false, ..context },
            false => context,
        };
        Ok((value, context))
    }

    /// Returns the value.
    fn into_value(self) -> Result<Value> {
        let value = self.value.into_inner();
        let value = value.map_or_else(|| evaluate(self.expression, self.context), |value| *value)?;
        match (self.option, self.context.record) {
            (Some(option), Some(record)) if value.is_null() => Err(record.record_none(option)),
            _ => Ok(value),
        }
    }

    /// Returns whether it is decoded as `None`. A value that is evaluated for this is kept.
    fn is_none(&mut self) -> bool {
        match self.expression.literal() {
            Some(literal) => matches!(literal, Literal::Null),
            None if self.expression.is_collection() => false,
            None => {
                let evaluated = || Box::new(evaluate(self.expression, self.context));
                let value = self.value.get_or_insert_with(evaluated);
                value.as_ref().as_ref().is_ok_and(|value| value.is_null() || is_stand_in_value(value))
            }
        }
    }

    fn visit_text<V: Visitor<'de>>(self, text: NameView<'_>, visitor: V) -> Result<V::Value> {
        match text.in_input(self.context.settings.input) {
            Ok(borrowed) => visitor.visit_borrowed_str(borrowed),
            Err(text) => visitor.visit_str(text),
        }
    }

    #[inline(always)]
    pub(super) fn visit_scalar<V: Visitor<'de>>(self, scalar: Scalar, visitor: V) -> Result<V::Value> {
        match scalar {
            Scalar::Number(NumberHint::Integer) => {
                if let Some(integer) = self.expression.native_integer() {
                    return visitor.visit_i64(integer);
                }
            }
            Scalar::Text => match self.expression.native_text(self.context.settings.input) {
                Some(Ok(borrowed)) => return visitor.visit_borrowed_str(borrowed),
                Some(Err(text)) => return visitor.visit_str(text),
                None => {}
            },
            Scalar::Bool | Scalar::Number(_) => {}
            Scalar::Char | Scalar::Bytes => return self.converted(scalar, visitor),
        }
        match (scalar, self.expression.literal()) {
            (Scalar::Bool, Some(Literal::Bool(value))) => visitor.visit_bool(value),
            (Scalar::Text, Some(Literal::String(text))) => self.visit_text(text, visitor),
            (Scalar::Number(NumberHint::Integer), Some(Literal::Integer(value))) => visitor.visit_i64(value),
            (Scalar::Number(hint), Some(Literal::Integer(value))) => {
                visit_number(&Number::from(value), hint, visitor)
            }
            (Scalar::Number(hint), Some(Literal::Number(number))) => visit_number(number, hint, visitor),
            _ => self.converted(scalar, visitor),
        }
    }

    fn converted<V: Visitor<'de>>(self, scalar: Scalar, visitor: V) -> Result<V::Value> {
        self.evaluated(visitor, |value, visitor| value.visit_scalar(scalar, visitor))
    }

    fn visit_tuple<V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        let slot = Slot::default();
        match self.expression.elements() {
            Some(elements) => {
                let is_tuple = matches!(request, Request::Elements(1..));
                // The parts of a tuple have no form as blocks.
                let context = if is_tuple { self.context.lenient() } else { self.context };
                let elements = EachExpression { last: elements.clone(), elements };
                SequenceAccess::new(elements, is_tuple, context, &slot).visit(visitor)
            }
            None => self.evaluated(visitor, |value, visitor| value.visit(visitor, request)),
        }
    }

    /// Returns whether it is refused in place of a block.
    fn is_refused_as_block(&self) -> bool {
        self.context.is_strict && !is_stand_in(self.expression)
    }

    /// Visits an object by its entries, so that errors have the locations of their values.
    fn visit_entries<V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        match self.expression.entries() {
            None if self.expression.is_object() => self.visit_computed_entries(visitor, request),
            entries => self.visit_object(entries, visitor, request),
        }
    }

    /// Visits an object some of whose keys have to be evaluated. If a key fails, has a mark or is
    /// repeated, the object is evaluated as a whole.
    #[inline(never)]
    fn visit_computed_entries<V: Visitor<'de>>(self, visitor: V, request: Request) -> Result<V::Value> {
        let settings = self.context.settings;
        let entries = self.expression.computed_entries(settings.context, &settings.budget)?;
        let Some(entries) = entries else { return self.visit_object(None, visitor, request) };
        self.visit_object(Some(computed_items(&entries)), visitor, request)
    }

    /// Visits an object, which is refused for a type with flattened fields and an internally tagged
    /// one where those are blocks. Whether it is one is known only after it was decoded.
    fn visit_object<V: Visitor<'de>>(
        self,
        entries: Option<Vec<ItemView<'_>>>,
        visitor: V,
        request: Request,
    ) -> Result<V::Value> {
        let (is_strict, object, context) = (self.is_refused_as_block(), self.expression, self.context);
        let target = &Target::new::<V>(context.record, request);
        let decoded = match entries {
            Some(entries) => {
                let members = Members::of_object(object, entries, target, context)?;
                let explain = &|error| locate::in_items(error, None, &members.items.list(), "", context);
                members.visit(target, context, visitor, explain)
            }
            None => self.evaluated(visitor, |value, visitor| value.visit(visitor, request)),
        }?;
        if is_strict && target.is_hidden() { Err(Error::attribute_for_block()) } else { Ok(decoded) }
    }

    /// Visits the value for a buffer. If its type may require a conversion, or if it cannot be
    /// evaluated and it may be that no field takes it, the buffer gets a marker at first.
    #[cold]
    fn visit_buffer<V: Visitor<'de>>(mut self, record: &'c Record, visitor: V) -> Result<V::Value> {
        let value = self.value.take().map(|value| *value);
        let value = value.unwrap_or_else(|| evaluate(self.expression, self.context));
        let is_optional = value.is_err() && self.context.has_flat;
        if is_optional || record.converts() && value.as_ref().is_ok_and(is_convertible) {
            let part = Part::of_value(self.expression.source(), self.expression.span());
            let number = record.forms.number(part);
            if is_optional {
                record.forms.record_optional(number);
            }
            let Some(form) = record.forms.form(number) else {
                return record.visit_marker(number, None, visitor);
            };
            if let Some(converted) = value.as_ref().ok().and_then(|value| form.convert(value)) {
                return ValueDeserializer::new(&converted, self.context).deserialize_any(visitor);
            }
        }
        self.value = Some(Box::new(value)).into();
        self.visit_any(visitor)
    }

    fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.expression.literal() {
            Some(Literal::Null) if self.option.is_none() => visitor.visit_unit(),
            Some(Literal::Bool(value)) => visitor.visit_bool(value),
            Some(Literal::Integer(value)) => visitor.visit_i64(value),
            Some(Literal::Number(number)) => visit_number(number, NumberHint::Any, visitor),
            Some(Literal::String(text)) if self.context.settings.rules.expressions_are_strings => {
                visitor.visit_string(escaped(text.text))
            }
            Some(Literal::String(text)) => self.visit_text(text, visitor),
            Some(Literal::Null) => self.visit_object(None, visitor, Request::Any),
            None if self.expression.elements().is_some() => self.deserialize_seq(visitor),
            None if self.context.settings.rules.expressions_are_strings => self.visit_template(visitor),
            None => self.visit_entries(visitor, Request::Any),
        }
    }

    /// Visits an object whose keys are templates, or the text of a template that has the value of
    /// the expression.
    #[cold]
    fn visit_template<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let is_literal_only = self.context.settings.context.is_literal_only();
        if let Some(entries) = self.expression.template_entries(is_literal_only) {
            return self.visit_object(Some(computed_items(&entries)), visitor, Request::Any);
        }
        match self.expression.as_template(is_literal_only) {
            Some(text) if !self.expression.is_negative_number() => visitor.visit_string(text),
            _ => self.visit_object(None, visitor, Request::Any),
        }
    }
}

impl<'de> Deserializer<'de> for ExpressionDeserializer<'de, '_> {
    type Error = Error;

    forward! { unit_struct tuple_struct ignored_any }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.context.record {
            Some(record)
                if (self.context.has_flat || record.converts())
                    && !self.expression.is_collection()
                    && !is_stand_in(self.expression)
                    && is_buffer(&visitor) =>
            {
                self.visit_buffer(record, visitor)
            }
            _ => self.visit_any(visitor),
        }
    }

    scalars! {}

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.evaluated(visitor, |value, visitor| value.deserialize_unit(visitor))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.context.record.inspect(|record| record.note_identifier());
        self.deserialize_str(visitor)
    }

    /// Visits null as `None`, unless the expression is captured. The value is kept for the next
    /// call. Its error is reported when the value is used.
    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let record = self.context.record;
        let option = self.option.unwrap_or(type_name::<V>());
        let is_known = self.option.is_none() && record.is_none_or(|record| record.has_none(option));
        if !is_known && !is_stand_in(self.expression) {
            visitor.visit_some(Self { option: Some(option), ..self })
        } else if self.is_none() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_tuple(visitor, Request::Elements(0))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.visit_tuple(visitor, Request::Elements(length))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_entries(visitor, Request::Map)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: Name, fields: Names, visitor: V) -> Result<V::Value> {
        if serde_spanned::de::is_spanned(name) {
            let place = (self.expression.span().range(), Some(self.expression.source()));
            let settings = self.context.settings;
            return visit_spanned(AnyDeserializer::Expression(self), settings, place, fields, visitor);
        }
        if self.is_refused_as_block() {
            return Err(Error::attribute_for_block().at(self.expression.span(), self.expression.source()));
        }
        self.visit_entries(visitor, Request::Struct(fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(self, name: Name, variants: Names, visitor: V) -> Result<V::Value> {
        let (entries, settings) = (self.expression.entries(), self.context.settings);
        let computed = match entries {
            None if self.expression.is_object() => {
                self.expression.computed_entries(settings.context, &settings.budget)?
            }
            _ => None,
        };
        let entry = match (entries.as_deref(), computed.as_deref()) {
            (Some([ItemView { name, kind: ItemViewKind::Attribute(value) }]), _) => Some((*name, *value)),
            (_, Some([(text, span, value)])) => Some((NameView::computed(text, *span), *value)),
            _ => None,
        };
        match entry {
            Some((name, value)) => {
                let (context, source) = (self.context, value.source());
                let content = AnyDeserializer::Expression(Self::new(value, context));
                let variant = Variant::new(context.key(name), source, content);
                match visitor.visit_enum(variant) {
                    Ok(value) => Ok(value),
                    Err(error) => Err(locate::in_expression(error, value, context).in_variant(name)),
                }
            }
            None => self.evaluated(visitor, |value, visitor| value.deserialize_enum(name, variants, visitor)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match name {
            VALUE => {
                let expression = self.expression;
                let result = value::give(self.into_value()?, visitor);
                result.map_err(|error: Error| error.at(expression.span(), expression.source()))
            }
            NUMBER => self
                .with_value(true, visitor, |value, visitor| value.deserialize_newtype_struct(name, visitor)),
            EXPRESSION | TEMPLATE | TRAVERSAL if self.expression.is_value() => Err(computed_capture()),
            EXPRESSION => protocol::give(self.expression.handle(), visitor),
            TEMPLATE => protocol::give(Template::try_from(self.expression.handle())?, visitor),
            TRAVERSAL => protocol::give(self.expression.handle().static_reference()?, visitor),
            BODY | WHOLE_BLOCK if self.option.is_some() && is_null(self.expression, self.context) => {
                self.evaluated(visitor, |value, visitor| value.deserialize_newtype_struct(name, visitor))
            }
            BODY | WHOLE_BLOCK => Err(Error::attribute_for_block()),
            ATTRIBUTE => {
                let attribute = Self { context: self.context.lenient(), ..self };
                visitor.visit_newtype_struct(attribute).map_err(Error::of_attribute)
            }
            BLOCK if !is_stand_in(self.expression) && !is_null(self.expression, self.context) => {
                Err(Error::attribute_for_block())
            }
            MANY if self.expression.elements().is_some() => self.deserialize_seq(visitor),
            MANY if self.expression.is_object() || self.expression.literal().is_some() => {
                visitor.visit_some(self)
            }
            MANY => self.evaluated(visitor, |value, visitor| value.deserialize_newtype_struct(name, visitor)),
            LABELED if self.is_refused_as_block() => Err(Error::attribute_for_block()),
            _ => visitor.visit_newtype_struct(self),
        }
    }
}

/// The elements of a tuple constructor.
struct EachExpression<I> {
    elements: I,
    /// The elements from the current one on.
    last: I,
}

impl<'de, 'c, I: ExactSizeIterator<Item = ExpressionView<'c>> + Clone> Elements<'de, 'c>
    for EachExpression<I>
{
    fn left(&self, _: usize) -> usize {
        self.elements.len()
    }

    #[inline]
    fn advance(&mut self, mut taken: usize, progress: &Progress<'c>) -> Option<usize> {
        self.last = self.elements.clone();
        self.elements.next()?;
        while progress.skips(taken) {
            self.last = self.elements.clone();
            self.elements.next()?;
            taken += 1;
        }
        Some(taken)
    }

    fn next<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
        context: Context<'de, 'c>,
        progress: &mut Progress<'c>,
    ) -> Result<Option<T::Value>> {
        let Some(element) = self.last.clone().next() else { return Ok(None) };
        match seed.deserialize(ExpressionDeserializer::new(element, context)) {
            Ok(element) => Ok(Some(element)),
            Err(error) => {
                let error = locate::in_expression(error, element, context);
                Err(progress.fail_or_leave_out(error, type_name::<T::Value>()))
            }
        }
    }

    fn step_back(&mut self) {
        self.elements = self.last.clone();
    }
}

/// Returns the computed entries of an object as its items.
fn computed_items<'e>(entries: &'e [ComputedEntry<'e>]) -> Vec<ItemView<'e>> {
    let item = |(text, span, value): &'e ComputedEntry<'e>| ItemView {
        name: NameView::computed(text, *span),
        kind: ItemViewKind::Attribute(*value),
    };
    entries.iter().map(item).collect()
}

/// Decodes a stand-in.
#[cold]
pub(super) fn decode_stand_in<'de, T: Deserialize<'de>>(context: Context<'de, '_>) -> Result<T> {
    sample::attempt(context.record, || T::deserialize(ExpressionDeserializer::new(stand_in(), context)))
}

/// Returns whether the value of an expression is null.
pub(super) fn is_null(expression: ExpressionView<'_>, context: Context<'_, '_>) -> bool {
    match expression.literal() {
        Some(literal) => matches!(literal, Literal::Null),
        None if expression.is_collection() => false,
        None => evaluate(expression, context).is_ok_and(|value| value.is_null()),
    }
}
