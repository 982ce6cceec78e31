//! Templates: literals, interpolations and directives, put together to a string.

use std::borrow::Cow;

use super::for_expr::Names;
use super::{Evaluator, Scope};
use crate::diag::Code;
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Template, TemplateFor, TemplateIf, TemplatePart};
use crate::value::{Marks, Type, Value};

/// The number of bytes that an unknown string keeps of its known beginning.
const LONGEST_PREFIX: usize = 128;

/// The text so far, whether all of it is known, and the marks of its parts. Of an unknown text it
/// is the part before the first unknown value.
#[derive(Default)]
struct Output {
    text: String,
    is_unknown: bool,
    marks: Marks,
}

impl Output {
    fn into_value(self) -> Value {
        let value = if self.is_unknown { self.unknown() } else { Value::from(self.text) };
        value.with_marks(&self.marks)
    }

    /// Returns a string with a known beginning: the text before the first unknown part.
    fn unknown(&self) -> Value {
        let mut end = self.text.len().min(LONGEST_PREFIX);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let known = self.text.get(..end).unwrap_or_default();
        let value = Value::unknown(Type::String).refine().not_null().partial_prefix(known).build();
        value.unwrap_or_else(|_| Value::unknown_not_null(Type::String))
    }
}

impl Evaluator<'_> {
    /// Evaluates a template. One that is a single interpolation has that expression's value; any
    /// other is a string.
    pub(super) fn template(&mut self, template: Template<'_>, scope: &Scope<'_>) -> Value {
        if let Some(only) = template.unwrapped() {
            return self.evaluate(only, scope);
        }
        self.parts(template.parts(), scope)
    }

    fn parts<'t>(
        &mut self,
        parts: impl Iterator<Item = (Span, TemplatePart<'t>)>,
        scope: &Scope<'_>,
    ) -> Value {
        let mut output = Output::default();
        for (span, part) in parts {
            if !self.step(span) {
                return Value::unknown(Type::String);
            }
            let (value, span) = match part {
                TemplatePart::Literal(text) => {
                    self.append_text(text, span, &mut output);
                    continue;
                }
                TemplatePart::Interpolation(inner) => (self.evaluate_to_read(inner, scope), inner.span()),
                TemplatePart::If(directive) => (Cow::Owned(self.template_if(directive, scope)), span),
                TemplatePart::For(directive) => (Cow::Owned(self.template_for(directive, span, scope)), span),
            };
            self.append(&value, span, &mut output);
        }
        output.into_value()
    }

    /// Appends a value as text.
    fn append(&mut self, value: &Value, span: Span, output: &mut Output) {
        output.marks.add(value.marks());
        self.doubt(value);
        if let Some(text) = value.as_str() {
            self.append_text(text, span, output);
            return;
        }
        if value.is_null() {
            let detail = "A value in a template must be a string, number or bool, but this is null.";
            self.error(span, Code::InvalidInterpolatedValue, detail);
            return;
        }
        if value.is_unknown() {
            output.is_unknown = true;
            if !self.is_check() {
                return;
            }
        }
        match self.convert(value.clone(), &Type::String) {
            Ok(text) => self.append_text(text.as_str().unwrap_or_default(), span, output),
            Err(error) => {
                let intro = "The value cannot be included in a string template";
                self.refused(span, Code::InvalidInterpolatedValue, intro, &error);
            }
        }
    }

    fn append_text(&mut self, text: &str, span: Span, output: &mut Output) {
        let is_allowed = self.look_at_text(text, span);
        if is_allowed && !output.is_unknown && self.produce(span, |budget| budget.take_bytes(text.len())) {
            output.text.push_str(text);
        }
    }

    fn template_if(&mut self, directive: TemplateIf<'_>, scope: &Scope<'_>) -> Value {
        let mark = self.mark();
        let (then, then_doubts) = self.watch(|evaluator| evaluator.parts(directive.then(), scope));
        let then_diagnostics = self.take_since(mark);
        let (otherwise, otherwise_doubts) =
            self.watch(|evaluator| evaluator.parts(directive.otherwise(), scope));
        let otherwise_diagnostics = self.take_since(mark);
        let (condition, marks) = self.evaluate(directive.condition(), scope).unmark_deep();
        self.doubt_marks(&marks);
        let redaction = redaction::scope(!marks.is_empty());
        let selected = self.condition(&condition, directive.condition().span());
        drop(redaction);
        let mut marks = marks;
        marks.add(then.marks());
        marks.add(otherwise.marks());
        if selected != Some(true) {
            marks.add(&then_doubts);
        }
        if selected != Some(false) {
            marks.add(&otherwise_doubts);
        }
        let value = match selected {
            None => {
                self.keep_possible(then_diagnostics);
                self.keep_possible(otherwise_diagnostics);
                Value::unknown_not_null(Type::String)
            }
            Some(true) => {
                self.give_back(then_diagnostics);
                then
            }
            Some(false) => {
                self.give_back(otherwise_diagnostics);
                otherwise
            }
        };
        value.with_marks(&marks)
    }

    fn template_for(&mut self, directive: TemplateFor<'_>, whole: Span, scope: &Scope<'_>) -> Value {
        let collection = self.evaluate(directive.collection(), scope);
        let Some((collection, marks)) = self.iterable(collection, directive.collection().span(), "directive")
        else {
            return Value::unknown(Type::String);
        };
        // The elements carry no marks of their own.
        let _scope = redaction::scope(!marks.is_empty());
        let mut output = Output { marks, is_unknown: collection.is_unknown(), ..Output::default() };
        let names = Names { key: directive.key_name(), value: directive.value_name() };
        if collection.is_unknown() && self.is_check() {
            let body = self.for_any_element(names, &collection, scope, |evaluator, child| {
                evaluator.parts(directive.parts(), child)
            });
            output.marks.add(&body.all_marks());
        } else if collection.is_unknown() {
            let body = self.for_unknown_element(names, scope, |evaluator, child| {
                evaluator.parts(directive.parts(), child).all_marks()
            });
            output.marks.add(&body);
        }
        self.begin_loop();
        for (key, value) in collection.iter() {
            let mark = self.mark();
            if !self.step(whole) {
                break;
            }
            let child = names.bind(&key, value, scope);
            let result = self.parts(directive.parts(), &child);
            self.append(&result, whole, &mut output);
            self.end_round(mark);
            if self.is_stopped() {
                break;
            }
        }
        self.end_loop();
        output.into_value()
    }
}
