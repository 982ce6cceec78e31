//! Function calls.

use super::{Evaluator, Scope};
use crate::diag::did_you_mean;
use crate::func::Parameter;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, FunctionCall, StepKind, TemplatePart};
use crate::value::{Type, Value, ValueKind, convert};

/// An argument: an expression, or a value that an expanded argument held.
enum Argument<'t> {
    Expression(Expression<'t>),
    Expanded(Value, Span),
}

impl Argument<'_> {
    /// Where messages about it point: the start of what it is.
    fn subject(&self) -> Span {
        match self {
            Self::Expression(expression) => start_span(*expression),
            Self::Expanded(_, span) => *span,
        }
    }
}

impl Evaluator<'_> {
    pub(super) fn function_call(
        &mut self,
        call: FunctionCall<'_>,
        whole: Expression<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        let whole = whole.span();
        let context = self.context;
        let name = call.name();
        let Some(function) = context.get_function(name) else {
            if context.allows_functions() {
                let detail = match name.rsplit_once("::") {
                    Some((namespace, _)) if !has_namespace(context.function_names(), namespace) => {
                        format!("There are no functions in namespace {:?}.", format!("{namespace}::"))
                    }
                    _ => {
                        let hint = did_you_mean(name, context.function_names());
                        format!("There is no function named {name:?}.{hint}")
                    }
                };
                self.error_within(call.name_span(), whole, "Call to unknown function", detail);
            } else {
                self.error(whole, "Function calls not allowed", "Functions may not be called here.");
            }
            return Value::UNKNOWN;
        };
        let Some(arguments) = self.arguments(call, whole, scope) else { return Value::UNKNOWN };
        let parameters = function.parameters();
        if let Some(missing) = parameters.get(arguments.len()) {
            let at_least = if function.variadic().is_some() { "at least " } else { "" };
            let detail = format!(
                "Function {name:?} expects {at_least}{}. Missing value for {:?}.",
                count(parameters.len()),
                missing.name()
            );
            let end = call.arguments_span().end;
            self.error_within(Span::new(end - 1, end), whole, "Not enough function arguments", detail);
            return Value::UNKNOWN;
        }
        if let (None, Some(extra)) = (function.variadic(), arguments.get(parameters.len())) {
            let detail = format!("Function {name:?} expects only {}.", count(parameters.len()));
            self.error_within(extra.subject(), whole, "Too many function arguments", detail);
            return Value::UNKNOWN;
        }
        let parameter =
            |index: usize| -> Option<&Parameter> { parameters.get(index).or(function.variadic()) };
        let mark = self.mark();
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let value = match argument {
                Argument::Expression(expression) => self.evaluate(*expression, scope),
                Argument::Expanded(value, _) => value.clone(),
            };
            let Some(parameter) = parameter(index) else { continue };
            values.push(convert(&value, parameter.ty()).unwrap_or_else(|error| {
                let intro = format!("Invalid value for {:?} parameter", parameter.name());
                self.refused(argument.subject(), "Invalid function argument", &intro, &error);
                Value::unknown(parameter.ty().clone())
            }));
        }
        if self.failed_since(mark) {
            return Value::UNKNOWN;
        }
        function.invoke(values, &self.budget).unwrap_or_else(|error| {
            match error.argument().and_then(|index| Some((parameter(index)?, arguments.get(index)))) {
                Some((parameter, argument)) => {
                    let intro = format!("Invalid value for {:?} parameter", parameter.name());
                    let subject = argument.map_or(whole, Argument::subject);
                    self.refused(subject, "Invalid function argument", &intro, &error);
                }
                None => {
                    let subject = Span::new(whole.start, call.arguments_span().start + 1);
                    let intro = format!("Call to function {name:?} failed");
                    self.refused(subject, "Error in function call", &intro, &error);
                }
            }
            Value::UNKNOWN
        })
    }

    /// The arguments, the last one expanded where that is asked for. Nothing when that is not possible yet, or
    /// not at all, which is reported.
    fn arguments<'t>(
        &mut self,
        call: FunctionCall<'t>,
        whole: Span,
        scope: &Scope<'_>,
    ) -> Option<Vec<Argument<'t>>> {
        let mut arguments: Vec<Argument<'t>> = call.arguments().map(Argument::Expression).collect();
        let last = call.arguments().last().filter(|_| call.expands_last());
        let Some(last) = last else { return Some(arguments) };
        let mark = self.mark();
        let (value, marks) = self.evaluate(last, scope).unmark();
        if self.failed_since(mark) {
            return None;
        }
        let detail = match value.kind() {
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                arguments.pop();
                let expanded = items.iter().map(|item| item.clone().with_marks(&marks));
                arguments.extend(expanded.map(|item| Argument::Expanded(item, last.span())));
                return Some(arguments);
            }
            ValueKind::Unknown(Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_)) => return None,
            ValueKind::Null(Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
                "The expanding argument (indicated by ...) must not be null."
            }
            _ => "The expanding argument (indicated by ...) must be of a tuple, list, or set type.",
        };
        self.error_within(last.span(), whole, "Invalid expanding argument value", detail);
        None
    }
}

fn has_namespace<'n>(names: impl IntoIterator<Item = &'n str>, namespace: &str) -> bool {
    names.into_iter().any(|name| name.rsplit_once("::").is_some_and(|(prefix, _)| prefix == namespace))
}

fn count(arguments: usize) -> String {
    if arguments == 1 { "1 argument".to_owned() } else { format!("{arguments} arguments") }
}

/// The part of an expression that stands for it where only its start is to be shown.
fn start_span(expression: Expression<'_>) -> Span {
    let span = expression.span();
    let bracket = Span::new(span.start, (span.start + 1).min(span.end));
    match expression.kind() {
        ExpressionKind::FunctionCall(call) => Span::new(span.start, call.arguments_span().start + 1),
        ExpressionKind::Tuple(_) | ExpressionKind::Object(_) | ExpressionKind::For(_) => bracket,
        ExpressionKind::Binary(binary) => start_span(binary.first()),
        ExpressionKind::Unary(unary) => unary.operators().next().map_or(span, |(_, span)| span),
        ExpressionKind::Conditional(conditional) => {
            conditional.arms().next().map_or(span, |(predicate, _)| start_span(predicate))
        }
        ExpressionKind::String(_) if span.len() > 2 => Span::new(span.start + 1, span.end - 1),
        ExpressionKind::Template(template) if template.unwrapped().is_none() => {
            match template.parts().next() {
                Some((_, TemplatePart::Interpolation(inner))) => start_span(inner),
                Some((_, TemplatePart::If(directive))) => start_span(directive.condition()),
                Some((_, TemplatePart::For(directive))) => directive.intro_span(),
                Some((span, TemplatePart::Literal(_))) => span,
                None => span,
            }
        }
        ExpressionKind::Traversal(traversal) => {
            // A splat is shown by its mark; an index by a computed key, by what it is taken from.
            let splat = traversal
                .steps()
                .filter(|step| matches!(step.kind(), StepKind::AttrSplat | StepKind::FullSplat))
                .last();
            splat.map_or(span, |step| step.span())
        }
        _ => span,
    }
}
