//! Expressions: literals straight from the syntax, everything else through its value.

use super::any::AnyDeserializer;
use super::decode::Decode;
use super::enums::Variant;
use super::findings::Slot;
use super::forms::{Part, is_buffer, is_convertible};
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
use super::visitor::{self, AnySeed, AnyVisitor, Primitive};
use super::{Context, Name, Names, locate, value};
use crate::body::{ComputedEntry, ExpressionView, ItemView, ItemViewKind, Literal, NameView, Template};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::protocol::{
    ATTRIBUTE, BLOCK, BODY, EXPRESSION, LABELED, MANY, NUMBER, TEMPLATE, TRAVERSAL, VALUE, WHOLE_BLOCK,
};
use crate::syntax::ast::display::escaped;
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
    value: Option<Result<Value>>,
    /// The type of the option around it, if null may be `None`. The content of the option may
    /// capture the expression, so nothing is evaluated before it requests a value.
    option: Option<&'static str>,
}

impl<'de, 'c> ExpressionDeserializer<'de, 'c> {
    pub(super) fn new(expression: ExpressionView<'c>, context: Context<'de, 'c>) -> Self {
        Self { expression, context, value: None, option: None }
    }

    /// Evaluates the expression, and decodes its value.
    fn evaluated(self, decode: impl FnOnce(ValueDeserializer<'de, '_>) -> Result<()>) -> Result<()> {
        self.with_value(false, decode)
    }

    /// Evaluates the expression and decodes its value; `is_kept` if the result is the value itself.
    /// Literals are the most frequent expressions. A separate function keeps the code for them
    /// small.
    #[inline(never)]
    fn with_value(
        self,
        is_kept: bool,
        decode: impl FnOnce(ValueDeserializer<'de, '_>) -> Result<()>,
    ) -> Result<()> {
        let expression = self.expression;
        let (value, context) = self.charged(is_kept)?;
        let result = decode(ValueDeserializer::new(&value, context));
        result.map_err(|error| error.at(expression.span(), expression.source()))
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
        let value = self.value.unwrap_or_else(|| evaluate(self.expression, self.context))?;
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
                let value = self.value.get_or_insert_with(|| evaluate(self.expression, self.context));
                value.as_ref().is_ok_and(|value| value.is_null() || is_stand_in_value(value))
            }
        }
    }

    fn visit_text(self, text: NameView<'_>, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        match text.in_input(self.context.settings.input) {
            Ok(borrowed) => visitor.visit(Primitive::BorrowedStr(borrowed)),
            Err(text) => visitor.visit(Primitive::Str(text)),
        }
    }

    pub(super) fn visit_scalar(self, scalar: Scalar, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        match scalar {
            Scalar::Number(NumberHint::Integer) => {
                if let Some(integer) = self.expression.native_integer() {
                    return visitor.visit(Primitive::I64(integer));
                }
            }
            Scalar::Text => match self.expression.native_text(self.context.settings.input) {
                Some(Ok(borrowed)) => return visitor.visit(Primitive::BorrowedStr(borrowed)),
                Some(Err(text)) => return visitor.visit(Primitive::Str(text)),
                None => {}
            },
            Scalar::Bool | Scalar::Number(_) => {}
            Scalar::Char | Scalar::Bytes => return self.converted(scalar, visitor),
        }
        match (scalar, self.expression.literal()) {
            (Scalar::Bool, Some(Literal::Bool(value))) => visitor.visit(Primitive::Bool(value)),
            (Scalar::Text, Some(Literal::String(text))) => self.visit_text(text, visitor),
            (Scalar::Number(NumberHint::Integer), Some(Literal::Integer(value))) => {
                visitor.visit(Primitive::I64(value))
            }
            (Scalar::Number(hint), Some(Literal::Integer(value))) => {
                visit_number(&Number::from(value), hint, visitor)
            }
            (Scalar::Number(hint), Some(Literal::Number(number))) => visit_number(number, hint, visitor),
            _ => self.converted(scalar, visitor),
        }
    }

    fn converted(self, scalar: Scalar, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.evaluated(|value| value.visit_scalar(scalar, visitor))
    }

    fn visit_tuple(self, visitor: &mut dyn AnyVisitor<'de>, request: Request) -> Result<()> {
        let slot = Slot::default();
        match self.expression.elements() {
            Some(elements) => {
                let is_tuple = matches!(request, Request::Elements(1..));
                // The parts of a tuple have no form as blocks.
                let context = if is_tuple { self.context.lenient() } else { self.context };
                let mut elements = EachExpression { last: elements.clone(), elements };
                SequenceAccess::new(&mut elements, is_tuple, context, &slot).visit(visitor)
            }
            None => self.evaluated(|value| value.visit(visitor, request)),
        }
    }

    /// Returns whether it is refused in place of a block.
    fn is_refused_as_block(&self) -> bool {
        self.context.is_strict && !is_stand_in(self.expression)
    }

    /// Visits an object by its entries, so that errors have the locations of their values.
    fn visit_entries(self, visitor: &mut dyn AnyVisitor<'de>, request: Request) -> Result<()> {
        match self.expression.entries() {
            None if self.expression.is_object() => self.visit_computed_entries(visitor, request),
            entries => self.visit_object(entries, visitor, request),
        }
    }

    /// Visits an object some of whose keys have to be evaluated. If a key fails, has a mark or is
    /// repeated, the object is evaluated as a whole.
    #[inline(never)]
    fn visit_computed_entries(self, visitor: &mut dyn AnyVisitor<'de>, request: Request) -> Result<()> {
        let settings = self.context.settings;
        let entries = self.expression.computed_entries(settings.context, &settings.budget)?;
        let Some(entries) = entries else { return self.visit_object(None, visitor, request) };
        self.visit_object(Some(computed_items(&entries)), visitor, request)
    }

    /// Visits an object, which is refused for a type with flattened fields and an internally tagged
    /// one where those are blocks. Whether it is one is known only after it was decoded.
    fn visit_object(
        self,
        entries: Option<Vec<ItemView<'_>>>,
        visitor: &mut dyn AnyVisitor<'de>,
        request: Request,
    ) -> Result<()> {
        let (is_strict, object, context) = (self.is_refused_as_block(), self.expression, self.context);
        let target = &Target::new(visitor.type_name(), context.record, request);
        let decoded = match entries {
            Some(entries) => {
                let members = Members::of_object(object, entries, target, context)?;
                let explain = &|error| locate::in_items(error, None, &members.items.list(), "", context);
                members.visit(target, context, visitor, explain)
            }
            None => self.evaluated(|value| value.visit(visitor, request)),
        }?;
        if is_strict && target.is_hidden() { Err(Error::attribute_for_block()) } else { Ok(decoded) }
    }

    /// Visits the value for a buffer. If its type may require a conversion, or if it cannot be
    /// evaluated and it may be that no field takes it, the buffer gets a marker at first.
    #[cold]
    #[inline(never)]
    fn visit_buffer(mut self, record: &'c Record, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let value = self.value.take().unwrap_or_else(|| evaluate(self.expression, self.context));
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
                return ValueDeserializer::new(&converted, self.context).decode_any(visitor);
            }
        }
        self.value = Some(value);
        self.visit_any(visitor)
    }

    fn visit_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        match self.expression.literal() {
            Some(Literal::Null) if self.option.is_none() => visitor.visit(Primitive::Unit),
            Some(Literal::Bool(value)) => visitor.visit(Primitive::Bool(value)),
            Some(Literal::Integer(value)) => visitor.visit(Primitive::I64(value)),
            Some(Literal::Number(number)) => visit_number(number, NumberHint::Any, visitor),
            Some(Literal::String(text)) if self.context.settings.rules.expressions_are_strings => {
                visitor.visit(Primitive::String(escaped(text.text)))
            }
            Some(Literal::String(text)) => self.visit_text(text, visitor),
            Some(Literal::Null) => self.visit_object(None, visitor, Request::Any),
            None if self.expression.elements().is_some() => self.decode_seq(visitor),
            None if self.context.settings.rules.expressions_are_strings => self.visit_template(visitor),
            None => self.visit_entries(visitor, Request::Any),
        }
    }

    /// Visits an object whose keys are templates, or the text of a template that has the value of
    /// the expression.
    #[cold]
    fn visit_template(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let is_literal_only = self.context.settings.context.is_literal_only();
        if let Some(entries) = self.expression.template_entries(is_literal_only) {
            return self.visit_object(Some(computed_items(&entries)), visitor, Request::Any);
        }
        match self.expression.as_template(is_literal_only) {
            Some(text) if !self.expression.is_negative_number() => visitor.visit(Primitive::String(text)),
            _ => self.visit_object(None, visitor, Request::Any),
        }
    }
}

impl<'de> Decode<'de> for ExpressionDeserializer<'de, '_> {
    #[inline(never)]
    fn decode_any(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        match self.context.record {
            Some(record)
                if (self.context.has_flat || record.converts())
                    && !self.expression.is_collection()
                    && !is_stand_in(self.expression)
                    && is_buffer(visitor.expected()) =>
            {
                self.visit_buffer(record, visitor)
            }
            _ => self.visit_any(visitor),
        }
    }

    fn decode_scalar(self, scalar: Scalar, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.visit_scalar(scalar, visitor)
    }

    fn decode_unit(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.evaluated(|value| value.decode_unit(visitor))
    }

    fn decode_identifier(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.context.record.inspect(|record| record.note_identifier());
        self.decode_scalar(Scalar::Text, visitor)
    }

    /// Visits null as `None`, unless the expression is captured. The value is kept for the next
    /// call. Its error is reported when the value is used.
    fn decode_option(mut self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        let record = self.context.record;
        let option = self.option.unwrap_or(visitor.type_name());
        let is_known = self.option.is_none() && record.is_none_or(|record| record.has_none(option));
        if !is_known && !is_stand_in(self.expression) {
            visitor.visit_some(AnyDeserializer::Expression(Self { option: Some(option), ..self }))
        } else if self.is_none() {
            visitor.visit(Primitive::None)
        } else {
            visitor.visit_some(AnyDeserializer::Expression(self))
        }
    }

    #[inline(never)]
    fn decode_seq(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.visit_tuple(visitor, Request::Elements(0))
    }

    fn decode_tuple(self, length: usize, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.visit_tuple(visitor, Request::Elements(length))
    }

    #[inline(never)]
    fn decode_map(self, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        self.visit_entries(visitor, Request::Map)
    }

    #[inline(never)]
    fn decode_struct(self, name: Name, fields: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
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

    #[inline(never)]
    fn decode_enum(self, name: Name, variants: Names, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
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
                visitor
                    .visit_enum(variant)
                    .map_err(|error| locate::in_expression(error, value, context).in_variant(name))
            }
            None => self.evaluated(|value| value.decode_enum(name, variants, visitor)),
        }
    }

    #[inline(never)]
    fn decode_newtype_struct(self, name: &'static str, visitor: &mut dyn AnyVisitor<'de>) -> Result<()> {
        match name {
            VALUE => {
                let expression = self.expression;
                let result = value::give(self.into_value()?, visitor);
                result.map_err(|error: Error| error.at(expression.span(), expression.source()))
            }
            NUMBER => self.with_value(true, |value| value.decode_newtype_struct(name, visitor)),
            EXPRESSION | TEMPLATE | TRAVERSAL if self.expression.is_value() => Err(computed_capture()),
            EXPRESSION => visitor::give(self.expression.handle(), visitor),
            TEMPLATE => visitor::give(Template::try_from(self.expression.handle())?, visitor),
            TRAVERSAL => visitor::give(self.expression.handle().static_reference()?, visitor),
            BODY | WHOLE_BLOCK if self.option.is_some() && is_null(self.expression, self.context) => {
                self.evaluated(|value| value.decode_newtype_struct(name, visitor))
            }
            BODY | WHOLE_BLOCK => Err(Error::attribute_for_block()),
            ATTRIBUTE => {
                let attribute = Self { context: self.context.lenient(), ..self };
                visitor
                    .visit_newtype_struct(AnyDeserializer::Expression(attribute))
                    .map_err(Error::of_attribute)
            }
            BLOCK if !is_stand_in(self.expression) && !is_null(self.expression, self.context) => {
                Err(Error::attribute_for_block())
            }
            MANY if self.expression.elements().is_some() => self.decode_seq(visitor),
            MANY if self.expression.is_object() || self.expression.literal().is_some() => {
                visitor.visit_some(AnyDeserializer::Expression(self))
            }
            MANY => self.evaluated(|value| value.decode_newtype_struct(name, visitor)),
            LABELED if self.is_refused_as_block() => Err(Error::attribute_for_block()),
            _ => visitor.visit_newtype_struct(AnyDeserializer::Expression(self)),
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

    fn next(
        &mut self,
        seed: &mut dyn AnySeed<'de>,
        context: Context<'de, 'c>,
        progress: &mut Progress<'c>,
    ) -> Result<bool> {
        let Some(element) = self.last.clone().next() else { return Ok(false) };
        let part = ExpressionDeserializer::new(element, context);
        seed.deserialize(AnyDeserializer::Expression(part)).map(|()| true).map_err(|error| {
            let error = locate::in_expression(error, element, context);
            progress.fail_or_leave_out(error, seed.type_name())
        })
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
pub(super) fn decode_stand_in<'de>(seed: &mut dyn AnySeed<'de>, context: Context<'de, '_>) -> Result<()> {
    sample::attempt(context.record, seed.type_name(), &mut || {
        seed.deserialize(AnyDeserializer::Expression(ExpressionDeserializer::new(stand_in(), context)))
    })
}

/// Returns whether the value of an expression is null.
pub(super) fn is_null(expression: ExpressionView<'_>, context: Context<'_, '_>) -> bool {
    match expression.literal() {
        Some(literal) => matches!(literal, Literal::Null),
        None if expression.is_collection() => false,
        None => evaluate(expression, context).is_ok_and(|value| value.is_null()),
    }
}
