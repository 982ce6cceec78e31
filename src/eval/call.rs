//! Function calls.

use std::borrow::Cow;
use std::{mem, slice};

use super::call_site::Call;
use super::callable::Callable;
use super::report::certain;
use super::special::SpecialForm;
use super::{Evaluator, Locals};
use crate::diag::{Code, Diagnostic};
use crate::func::{Function, Parameter};
use crate::outcome::Outcome;
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Expression, FunctionCall};
use crate::util::words;
use crate::value::{ErrorKind, Marks, Type, Value, ValueError, ValueKind, convert};

/// The number of arguments of a call that need no allocation.
const FEW: usize = 3;

impl Evaluator<'_> {
    pub(super) fn function_call(&mut self, node: FunctionCall<'_>, span: Span, scope: &Locals<'_>) -> Value {
        let context = self.context;
        let Some(callable) = context.callable(node.name()) else {
            self.unknown_function(node, span);
            if self.is_check() {
                node.arguments().for_each(|argument| drop(self.evaluate(argument, scope)));
            }
            return Value::UNKNOWN;
        };
        let mut call = Call { node, span, written: node.arguments().len(), elements: Vec::new() };
        if node.expands_last()
            && let Some(last) = node.arguments().last()
        {
            call.written -= 1;
            match self.expanded(last, scope) {
                Ok(elements) => call.elements = elements,
                Err((last, marks)) => {
                    let own = last.map(|last| self.unexpanded(callable, &call, &last, scope));
                    return Value::UNKNOWN.with_marks(&marks).with_marks(&own.unwrap_or_default());
                }
            }
        }
        if !self.check_arity(callable, &call) {
            return Value::UNKNOWN;
        }
        match callable {
            Callable::Function(function) => self.call(function, &call, scope),
            Callable::SpecialForm(form) => self.special_form(form, &call, scope),
        }
    }

    fn unknown_function(&mut self, call: FunctionCall<'_>, whole: Span) {
        let context = self.context;
        if !context.allows_functions() {
            let detail = "Functions may not be called here.";
            let diagnostic = Diagnostic::new_public(Code::FunctionsNotAllowed, detail).at(whole);
            return self.push(diagnostic.with_note(
                "EvalContext::set_function defines a function, and stdlib::register the standard ones. Options::context takes the context.",
            ));
        }
        let name = call.name();
        let is_known = |own: &str| context.function_names().any(|name| namespace(name) == Some(own));
        let detail = match namespace(name).filter(|own| !is_known(own)) {
            Some(own) => format!("There are no functions in namespace {:?}.", format!("{own}::")),
            None => {
                let at = (call.name_span(), Code::UnknownFunction);
                let hint = self.hint(name, &mut context.function_names(), false, at);
                if hint.is_empty() && context.variable(name).is_some() {
                    format!("{name:?} is a variable, not a function. Write it without parentheses.")
                } else {
                    format!("There is no function named {name:?}.{hint}")
                }
            }
        };
        self.error(call.name_span(), Code::UnknownFunction, detail);
    }

    fn check_arity(&mut self, callable: &Callable, call: &Call<'_>) -> bool {
        let (name, given) = (call.node.name(), call.len());
        let (required, is_variadic) = callable.arity();
        let expected = || words::count(required, "argument");
        if given < required {
            let missing = callable.parameter_name(given).unwrap_or_default();
            let at_least = if is_variadic { "at least " } else { "" };
            let detail = format!(
                "The function {name:?} takes {at_least}{}. A value for {missing:?} is missing.",
                expected()
            );
            let end = call.node.arguments_span().end;
            self.error(Span::new(end - 1, end), Code::MissingArgument, detail);
            return false;
        }
        if given > required && !is_variadic {
            let expected =
                if required == 0 { "no arguments".to_owned() } else { format!("only {}", expected()) };
            let are = if given == 1 { "is" } else { "are" };
            let detail = format!("The function {name:?} takes {expected}, but {given} {are} given.");
            self.error(call.subject(required), Code::ExtraArgument, detail);
            return false;
        }
        true
    }

    fn call(&mut self, function: &Function, call: &Call<'_>, scope: &Locals<'_>) -> Value {
        if call.len() == 1
            && let Some((only, None)) = call.argument(0)
        {
            return self.call_with_one(function, only, call, scope);
        }
        let mark = self.mark();
        let mut few = [const { Value::NULL }; FEW];
        let mut many = Vec::new();
        let values = match few.get_mut(..call.len()) {
            Some(values) => values,
            None => {
                many.resize(call.len(), Value::NULL);
                &mut many
            }
        };
        for (index, place) in values.iter_mut().enumerate() {
            let Some((expression, element)) = call.argument(index) else { break };
            let value = element.cloned().unwrap_or_else(|| self.evaluate(expression, scope));
            let mut value = Cow::Owned(value);
            if !self.accept(&mut value, index, function, call) {
                return Value::UNKNOWN;
            }
            *place = value.into_owned();
        }
        if self.failed_since(mark) {
            return Value::UNKNOWN;
        }
        values.iter().for_each(|value| self.doubt_all(value, call.span));
        let is_open = self.are_open(values);
        let result = function.invoke_in_place(values, self.budget);
        self.called(result, is_open, function, call)
    }

    /// Calls a function with one argument. The value of a variable, or a part of it, is not cloned.
    fn call_with_one(
        &mut self,
        function: &Function,
        expression: Expression<'_>,
        call: &Call<'_>,
        scope: &Locals<'_>,
    ) -> Value {
        let mark = self.mark();
        let mut argument = self.evaluate_to_read(expression, scope);
        if argument.contains_marks() {
            self.doubt_all(&argument, call.span);
            argument = Cow::Owned(argument.into_owned());
        }
        if !self.accept(&mut argument, 0, function, call) || self.failed_since(mark) {
            return Value::UNKNOWN;
        }
        let is_open = self.are_open(slice::from_ref(&*argument));
        let result = match argument {
            Cow::Owned(mut argument) => function.invoke_in_place(slice::from_mut(&mut argument), self.budget),
            Cow::Borrowed(argument) => function.invoke_plain(slice::from_ref(argument), self.budget),
        };
        self.called(result, is_open, function, call)
    }

    /// Returns whether values of unknown type may turn out to have a type with which a call
    /// succeeds.
    #[inline]
    fn are_open(&self, values: &[Value]) -> bool {
        self.is_check() && values.iter().any(|value| value.facts().dynamic)
    }

    /// Returns the value of a call, and reports its error.
    #[inline]
    fn called(
        &mut self,
        result: Result<Value, ValueError>,
        is_open: bool,
        function: &Function,
        call: &Call<'_>,
    ) -> Value {
        self.note_stop();
        result.unwrap_or_else(|error| {
            match error.argument().filter(|index| function.parameter(*index).is_some()) {
                _ if is_open && error.kind() != ErrorKind::Limit => {}
                // The message already names the parameter.
                Some(index) => self.refused(call.subject(index), Code::InvalidArgument, "", &error),
                None => self.push(call.failed(&error)),
            }
            Value::UNKNOWN
        })
    }

    /// Converts the argument at an index to the type of its parameter, and charges the time that
    /// the function takes for it. Returns `false` if there are too few steps.
    #[inline]
    fn accept(
        &mut self,
        argument: &mut Cow<'_, Value>,
        index: usize,
        function: &Function,
        call: &Call<'_>,
    ) -> bool {
        if !function.is_constant_time() && !self.count_parts(argument.size(), call.span) {
            return false;
        }
        // Most functions take and return strings.
        if argument.as_str().is_some_and(|text| !self.count_text(text, call.span)) {
            return false;
        }
        if let Some(parameter) = function.parameter(index)
            && !convert::is_already(argument, parameter.ty())
        {
            let value = mem::take(argument).into_owned();
            *argument = Cow::Owned(self.argument(value, parameter, call.subject(index)));
        }
        true
    }

    /// Converts an argument to the type of its parameter.
    fn argument(&mut self, value: Value, parameter: &Parameter, subject: Span) -> Value {
        self.convert(value, parameter.ty()).unwrap_or_else(|error| {
            let intro = format!("Invalid value for {:?} parameter", parameter.name());
            self.refused(subject, Code::InvalidArgument, &intro, &error);
            Value::unknown(parameter.ty().clone())
        })
    }

    /// Returns the marks of the arguments before one that cannot be expanded yet. A static check
    /// checks all of them.
    fn unexpanded(
        &mut self,
        callable: &Callable,
        call: &Call<'_>,
        last: &Value,
        scope: &Locals<'_>,
    ) -> Marks {
        let mark = self.mark();
        let parameter = |index: usize| match callable {
            Callable::Function(function) => function.parameter(index),
            Callable::SpecialForm(_) => None,
        };
        let is_checked = self.is_check() && matches!(callable, Callable::Function(_));
        let mut marks = Marks::NONE;
        for (index, other) in call.node.arguments().take(call.written).enumerate() {
            let value = self.evaluate(other, scope);
            marks.add(&value.all_marks());
            if let Some(parameter) = parameter(index).filter(|_| is_checked) {
                self.argument(value, parameter, other.span());
            }
        }
        if !is_checked {
            self.take_since(mark);
        } else if let (Some(parameter), Some(last_written)) =
            (parameter(call.written), call.node.argument(call.written))
        {
            let mark = self.mark();
            let (_, element) = last.unknown_entry();
            self.argument(element, parameter, last_written.span());
            self.only_possible_since(mark);
        }
        marks
    }

    fn special_form(&mut self, form: &SpecialForm, call: &Call<'_>, scope: &Locals<'_>) -> Value {
        let _scope = redaction::scope(false);
        let (result, failure_marks) = form.run(call, &mut |expression| {
            let attempt = self.attempt_at(expression, scope);
            let diagnostics = certain(attempt.findings).in_source(expression.source());
            (Outcome { value: attempt.value, diagnostics }, attempt.failure_marks)
        });
        self.failure_marks.add(&failure_marks);
        self.note_stop();
        result.unwrap_or_else(|diagnostics| {
            diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
            Value::UNKNOWN
        })
    }

    /// Returns the elements of an argument that is followed by `...`. The error is the value that
    /// cannot be expanded yet and its marks, or no value if it cannot be expanded at all, which is
    /// reported.
    #[inline(never)]
    fn expanded(
        &mut self,
        last: Expression<'_>,
        scope: &Locals<'_>,
    ) -> Result<Vec<Value>, (Option<Value>, Marks)> {
        let mark = self.mark();
        let (value, marks) = self.evaluate(last, scope).countable().unmark();
        self.failure_marks.add(&marks);
        let value = self.spread(value, last.span());
        let invalid = (None, Marks::NONE);
        if self.failed_since(mark) {
            return Err(invalid);
        }
        let found = match value.kind() {
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                let is_allowed = self.count_values([&value], last.span())
                    && self.produce(last.span(), self.budget.take_sequence(items.len()));
                let items = items.iter().map(|item| item.clone().with_marks(&marks));
                return if is_allowed { Ok(items.collect()) } else { Err(invalid) };
            }
            ValueKind::Unknown(Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
                return Err((Some(value), marks));
            }
            ValueKind::Null(Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
                "null".to_owned()
            }
            _ => value.ty().with_article(),
        };
        let detail = format!("The argument before \"...\" must be a list or set, but this is {found}.");
        self.error(last.span(), Code::InvalidExpansion, detail);
        Err(invalid)
    }
}

fn namespace(name: &str) -> Option<&str> {
    name.rsplit_once("::").map(|(namespace, _)| namespace)
}
