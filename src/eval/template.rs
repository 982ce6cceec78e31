//! Templates: literals, interpolations and directives, put together to a string.

use std::borrow::Cow;

use super::{Evaluator, Locals};
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
    fn value(&self) -> Value {
        let value = if self.is_unknown { self.unknown() } else { Value::from(self.text.as_str()) };
        value.with_marks(&self.marks)
    }

    /// Returns a string with a known beginning: the text before the first unknown part. The result
    /// of `"a-${x}-b"` with an unknown `x` begins with `a-`.
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
    pub(super) fn template(&mut self, template: Template<'_>, scope: &Locals<'_>) -> Value {
        if let Some(only) = template.unwrapped() {
            return self.evaluate(only, scope);
        }
        self.parts(template.parts(), scope)
    }

    fn parts<'t>(
        &mut self,
        parts: impl Iterator<Item = (Span, TemplatePart<'t>)>,
        scope: &Locals<'_>,
    ) -> Value {
        let mut output = Output { text: self.budget.take_buffer(), ..Output::default() };
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
                TemplatePart::If(directive) => (Cow::Owned(self.template_if(directive, span, scope)), span),
                TemplatePart::For(directive) => (Cow::Owned(self.template_for(directive, span, scope)), span),
            };
            self.append(&value, span, &mut output);
        }
        let value = output.value();
        self.budget.keep_buffer(output.text);
        value
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
        let is_allowed = self.count_text(text, span);
        if is_allowed && !output.is_unknown && self.produce(span, self.budget.take_bytes(text.len())) {
            output.text.push_str(text);
        }
    }

    fn template_if(&mut self, directive: TemplateIf<'_>, span: Span, scope: &Locals<'_>) -> Value {
        let mut arms = [
            self.attempt(span, |evaluator| evaluator.parts(directive.then(), scope)),
            self.attempt(span, |evaluator| evaluator.parts(directive.otherwise(), scope)),
        ];
        let (condition, mut marks) = self.evaluate(directive.condition(), scope).unmark_deep();
        self.failure_marks.add(&marks);
        let redaction = redaction::scope(!marks.is_empty());
        let selected = self.condition(&condition, directive.condition().span());
        drop(redaction);
        arms.iter().for_each(|arm| marks.add(arm.value.marks()));
        self.report_arms(selected, &mut arms, &mut marks);
        let [then, otherwise] = arms;
        let value = match selected {
            None => Value::unknown_not_null(Type::String),
            Some(true) => then.value,
            Some(false) => otherwise.value,
        };
        value.with_marks(&marks)
    }

    fn template_for(&mut self, directive: TemplateFor<'_>, whole: Span, scope: &Locals<'_>) -> Value {
        let names = [Some(directive.value_name()), directive.key_name()];
        let each = self.each("directive", names, directive.collection(), whole, scope);
        let Some((each, marks)) = each else { return Value::unknown(Type::String) };
        // The elements carry no marks of their own.
        let _scope = redaction::scope(!marks.is_empty());
        let mut output = Output { marks, is_unknown: each.collection.is_unknown(), ..Output::default() };
        if output.is_unknown {
            let body = |evaluator: &mut Self, child: &Locals<'_>| evaluator.parts(directive.parts(), child);
            output.marks.add(&self.for_unknown_element(&each, body).all_marks());
        }
        self.for_each(&each, &mut |evaluator, child| {
            let result = evaluator.parts(directive.parts(), child);
            evaluator.append(&result, whole, &mut output);
            false
        });
        output.value()
    }
}
