//! Function calls.

use std::borrow::Cow;
use std::slice;

use super::call_site::{Argument, Arguments, CallSite};
use super::callable::Callable;
use super::report::Finding;
use super::special::{Evaluation, SpecialCall, SpecialForm};
use super::{Evaluator, Scope};
use crate::diag::{Code, Diagnostics};
use crate::func::{Function, Parameter};
use crate::outcome::Outcome;
use crate::redaction;
use crate::source::Span;
use crate::syntax::ast::{Expression, FunctionCall};
use crate::value::{ErrorKind, Marks, Type, Value, ValueError, ValueKind, convert};
use crate::words;

/// The number of arguments of a call that need no allocation.
const FEW: usize = 3;

impl Evaluator<'_> {
    pub(super) fn function_call(
        &mut self,
        call: FunctionCall<'_>,
        whole: Expression<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        let whole = whole.span();
        let context = self.context;
        let Some(callable) = context.callable(call.name()) else {
            self.unknown_function(call, whole);
            if self.is_check() {
                call.arguments().for_each(|argument| drop(self.evaluate(argument, scope)));
            }
            return Value::UNKNOWN;
        };
        let expanded;
        let last = if call.expands_last() { call.arguments().last() } else { None };
        let arguments = match last.map(|last| self.expanded(last, scope)) {
            None => Arguments::written(call),
            Some(Ok(elements)) => {
                expanded = elements;
                Arguments::expanded(call, &expanded)
            }
            Some(Err(Unexpanded { last, marks })) => {
                let own = last.map(|last| self.unexpanded(callable, call, &last, scope));
                return Value::UNKNOWN.with_marks(&marks).with_marks(&own.unwrap_or_default());
            }
        };
        let end = call.arguments_span().end;
        let site = CallSite { name: call.name(), whole, closing: Span::new(end - 1, end) };
        if !self.check_arity(callable, &arguments, &site) {
            return Value::UNKNOWN;
        }
        match callable {
            Callable::Function(function) => self.call(function, &arguments, &site, scope),
            Callable::SpecialForm(form) => {
                let arguments = arguments.all();
                self.special_form(form, &arguments, &site, scope)
            }
        }
    }

    fn unknown_function(&mut self, call: FunctionCall<'_>, whole: Span) {
        let context = self.context;
        if !context.allows_functions() {
            self.error(whole, Code::FunctionsNotAllowed, "Functions may not be called here.");
            return;
        }
        let name = call.name();
        let detail = match name.rsplit_once("::") {
            Some((namespace, _)) if !has_namespace(context.function_names(), namespace) => {
                format!("There are no functions in namespace {:?}.", format!("{namespace}::"))
            }
            _ => {
                let names = context.function_names();
                let hint = self.suggestion(name, names, call.name_span(), Code::UnknownFunction);
                if hint.is_empty() && context.variable(name).is_some() {
                    format!("{name:?} is a variable, not a function. Write it without parentheses.")
                } else {
                    format!("There is no function named {name:?}.{hint}")
                }
            }
        };
        self.public_error(call.name_span(), Code::UnknownFunction, detail);
    }

    fn check_arity(
        &mut self,
        callable: &Callable,
        arguments: &Arguments<'_, '_>,
        site: &CallSite<'_>,
    ) -> bool {
        let required = callable.required();
        let is_variadic = callable.is_variadic();
        if arguments.len() < required {
            let missing = callable.parameter_name(arguments.len()).unwrap_or_default();
            let at_least = if is_variadic { "at least " } else { "" };
            let detail = format!(
                "The function {:?} takes {at_least}{}. A value for {missing:?} is missing.",
                site.name,
                words::count(required, "argument")
            );
            self.public_error(site.closing, Code::MissingArgument, detail);
            return false;
        }
        if arguments.len() > required && !is_variadic {
            let given = arguments.len();
            let detail = match required {
                0 => format!("The function {:?} takes no arguments, but {given} are given.", site.name),
                _ => format!(
                    "The function {:?} takes only {}, but {given} are given.",
                    site.name,
                    words::count(required, "argument")
                ),
            };
            let detail = if given == 1 { detail.replace(" are given", " is given") } else { detail };
            let subject = arguments.subject(required).unwrap_or(site.whole);
            self.public_error(subject, Code::ExtraArgument, detail);
            return false;
        }
        true
    }

    fn call(
        &mut self,
        function: &Function,
        arguments: &Arguments<'_, '_>,
        site: &CallSite<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        if let Some(only) = arguments.only() {
            return self.call_with_one(function, only, arguments, site, scope);
        }
        let mark = self.mark();
        let mut few = [const { Value::NULL }; FEW];
        let mut many = Vec::new();
        let values = match few.get_mut(..arguments.len()) {
            Some(values) => values,
            None => {
                many.resize(arguments.len(), Value::NULL);
                &mut many
            }
        };
        let mut places = values.iter_mut().enumerate();
        for (expression, (index, place)) in arguments.expressions().zip(places.by_ref()) {
            *place = self.evaluate(expression, scope);
            if !self.accept(place, index, expression.span(), function, site) {
                return Value::UNKNOWN;
            }
        }
        for (value, (index, place)) in arguments.elements().iter().zip(places) {
            *place = value.clone();
            let subject = arguments.subject(index).unwrap_or(site.whole);
            if !self.accept(place, index, subject, function, site) {
                return Value::UNKNOWN;
            }
        }
        if self.failed_since(mark) {
            return Value::UNKNOWN;
        }
        values.iter().for_each(|value| self.doubt_all(value, site.whole));
        let is_open = self.are_open(values);
        let result = function.invoke_in_place(values, self.budget);
        self.note_stop();
        result.unwrap_or_else(|error| self.failed_call(&error, is_open, function, arguments, site))
    }

    /// Calls a function with one argument. The value of a variable, or a part of it, is not cloned.
    fn call_with_one(
        &mut self,
        function: &Function,
        expression: Expression<'_>,
        arguments: &Arguments<'_, '_>,
        site: &CallSite<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        let mark = self.mark();
        let mut argument = self.evaluate_to_read(expression, scope);
        if argument.contains_marks() {
            self.doubt_all(&argument, site.whole);
            argument = Cow::Owned(argument.into_owned());
        }
        if !self.charge(&argument, function, site) {
            return Value::UNKNOWN;
        }
        if let Some(parameter) = function.parameter(0)
            && !convert::is_already(&argument, parameter.ty())
        {
            argument = Cow::Owned(self.argument(argument.into_owned(), parameter, expression.span()));
        }
        if self.failed_since(mark) {
            return Value::UNKNOWN;
        }
        let is_open = self.are_open(slice::from_ref(&*argument));
        let result = match argument {
            Cow::Owned(mut argument) => function.invoke_in_place(slice::from_mut(&mut argument), self.budget),
            Cow::Borrowed(argument) => function.invoke_plain(slice::from_ref(argument), self.budget),
        };
        self.note_stop();
        result.unwrap_or_else(|error| self.failed_call(&error, is_open, function, arguments, site))
    }

    /// Returns whether values of unknown type may turn out to have a type with which a call
    /// succeeds.
    #[inline]
    fn are_open(&self, values: &[Value]) -> bool {
        self.is_check() && values.iter().any(|value| value.facts().dynamic)
    }

    /// Reports the error of a call, and returns its value.
    #[cold]
    fn failed_call(
        &mut self,
        error: &ValueError,
        is_open: bool,
        function: &Function,
        arguments: &Arguments<'_, '_>,
        site: &CallSite<'_>,
    ) -> Value {
        if is_open && error.kind() != ErrorKind::Limit {
            return Value::UNKNOWN;
        }
        match error.argument().filter(|index| function.parameter(*index).is_some()) {
            // The message already names the parameter.
            Some(index) => {
                let subject = arguments.subject(index).unwrap_or(site.whole);
                self.refused(subject, Code::InvalidArgument, "", error);
            }
            None => self.push(site.failed(error)),
        }
        Value::UNKNOWN
    }

    /// Converts the argument at an index to the type of its parameter, and charges the time that
    /// the function takes for it. Returns `false` if there are too few steps.
    #[inline]
    fn accept(
        &mut self,
        argument: &mut Value,
        index: usize,
        subject: Span,
        function: &Function,
        site: &CallSite<'_>,
    ) -> bool {
        if !self.charge(argument, function, site) {
            return false;
        }
        if let Some(parameter) = function.parameter(index)
            && !convert::is_already(argument, parameter.ty())
        {
            *argument = self.argument(std::mem::take(argument), parameter, subject);
        }
        true
    }

    /// Charges the time that a function takes for an argument. Returns `false` if there are too few
    /// steps.
    #[inline]
    fn charge(&mut self, argument: &Value, function: &Function, site: &CallSite<'_>) -> bool {
        if !function.is_constant_time() && !self.look_at_parts(argument.size(), site.whole) {
            return false;
        }
        // Most functions take and return strings.
        argument.as_str().is_none_or(|text| self.look_at_text(text, site.whole))
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
        call: FunctionCall<'_>,
        last: &Value,
        scope: &Scope<'_>,
    ) -> Marks {
        let count = call.arguments().len() - 1;
        let others = call.arguments().take(count);
        let mut marks = Marks::NONE;
        let function = match callable {
            Callable::Function(function) if self.is_check() => function,
            _ => {
                let mark = self.mark();
                others.for_each(|other| marks.add(&self.evaluate(other, scope).all_marks()));
                self.take_since(mark);
                return marks;
            }
        };
        for (index, other) in others.enumerate() {
            let value = self.evaluate(other, scope);
            marks.add(&value.all_marks());
            if let Some(parameter) = function.parameter(index) {
                self.argument(value, parameter, other.span());
            }
        }
        if let (Some(parameter), Some(expression)) = (function.parameter(count), call.arguments().last()) {
            let mark = self.mark();
            let (_, element) = last.unknown_entry();
            self.argument(element, parameter, expression.span());
            self.only_possible_since(mark);
        }
        marks
    }

    fn special_form(
        &mut self,
        form: &SpecialForm,
        arguments: &[Argument<'_>],
        site: &CallSite<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        let _scope = redaction::scope(false);
        let mut evaluation = InScope { evaluator: self, scope };
        let call = SpecialCall::new(form, arguments, site, &mut evaluation);
        let result = call.run();
        let doubts = call.into_doubts();
        self.doubt_marks(&doubts);
        self.note_stop();
        match result {
            Ok(value) => value,
            Err(diagnostics) => {
                diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
                Value::UNKNOWN
            }
        }
    }

    /// Returns the elements of an argument that is followed by `...`. The error is that it cannot
    /// be expanded yet, or that it cannot be expanded at all, which is reported.
    #[inline(never)]
    fn expanded(&mut self, last: Expression<'_>, scope: &Scope<'_>) -> Result<Vec<Value>, Unexpanded> {
        let mark = self.mark();
        let value = self.evaluate(last, scope).countable();
        let (value, marks) = value.unmark();
        self.doubt_marks(&marks);
        let value = self.spread(value, last.span());
        if self.failed_since(mark) {
            return Err(Unexpanded::default());
        }
        let detail = match value.kind() {
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                let is_allowed = self.look_at([&value], last.span());
                if !is_allowed || !self.produce(last.span(), |budget| budget.take_sequence(items.len())) {
                    return Err(Unexpanded::default());
                }
                return Ok(items.iter().map(|item| item.clone().with_marks(&marks)).collect());
            }
            ValueKind::Unknown(Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
                return Err(Unexpanded { last: Some(value), marks });
            }
            ValueKind::Null(Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
                "The argument before \"...\" must be a list, set or tuple, but this is null.".to_owned()
            }
            _ => format!(
                "The argument before \"...\" must be a list, set or tuple, but this is {}.",
                value.ty().with_article()
            ),
        };
        self.public_error(last.span(), Code::InvalidExpansion, detail);
        Err(Unexpanded::default())
    }
}

/// The last argument if it is to be expanded but not known yet, and its marks.
#[derive(Default)]
struct Unexpanded {
    last: Option<Value>,
    marks: Marks,
}

struct InScope<'e, 'c, 's> {
    evaluator: &'e mut Evaluator<'c>,
    scope: &'s Scope<'s>,
}

impl Evaluation for InScope<'_, '_, '_> {
    fn evaluate(&mut self, argument: &Argument<'_>) -> (Outcome<Value>, Marks) {
        match argument {
            Argument::Expanded(value, _) => (Outcome::from(value.clone()), Marks::NONE),
            Argument::Expression(expression) => {
                let mark = self.evaluator.mark();
                let (value, doubts) =
                    self.evaluator.watch(|evaluator| evaluator.evaluate(*expression, self.scope));
                let mut findings = self.evaluator.take_since(mark);
                // A special form may recover from errors of its arguments, so possible errors are
                // not reported.
                findings.retain(|finding| !finding.is_possible());
                let diagnostics: Vec<_> = findings.into_iter().map(Finding::into_diagnostic).collect();
                let diagnostics = Diagnostics::from(diagnostics).in_source(expression.source());
                (Outcome { value, diagnostics }, doubts)
            }
        }
    }
}

fn has_namespace<'n>(names: impl IntoIterator<Item = &'n str>, namespace: &str) -> bool {
    names.into_iter().any(|name| name.rsplit_once("::").is_some_and(|(prefix, _)| prefix == namespace))
}
