//! Evaluation: from expressions to values.
//!
//! An evaluation goes on after an error with an unknown value in the place of the result, so that all errors of an
//! expression come out together. One file a language construct.

mod call;
mod conditional;
mod context;
mod for_expr;
mod object;
mod operator;
mod special;
mod template;
mod traversal;

use std::borrow::Cow;
use std::collections::HashSet;

pub use context::EvalContext;
pub use special::{SpecialCall, SpecialForm};

use crate::diag::{Category, Diagnostic, Diagnostics, Severity, did_you_mean};
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, Tuple};
use crate::value::{ErrorKind, Number, Type, Value, ValueError, ValueKind, convert, convert_within};

/// Evaluates an expression; errors leave an unknown value behind.
pub(crate) fn evaluate(expression: Expression<'_>, context: &EvalContext) -> Outcome<Value> {
    let mut evaluator = Evaluator::new(context);
    let value = evaluator.root(expression);
    Outcome { value, diagnostics: evaluator.into_diagnostics() }
}

/// The names that `for` expressions around the current one define, innermost first.
struct Scope<'s> {
    parent: Option<&'s Scope<'s>>,
    names: [Option<(&'s str, &'s Value)>; 2],
}

impl Scope<'_> {
    const ROOT: Scope<'static> = Scope { parent: None, names: [None, None] };

    fn get(&self, name: &str) -> Option<&Value> {
        let mut next = Some(self);
        while let Some(scope) = next {
            for (defined, value) in scope.names.iter().flatten() {
                if *defined == name {
                    return Some(value);
                }
            }
            next = scope.parent;
        }
        None
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let scopes = std::iter::successors(Some(self), |scope| scope.parent);
        scopes.flat_map(|scope| scope.names).flatten().map(|(name, _)| name)
    }
}

/// The places and summaries of what the rounds of a loop gave.
#[derive(Default)]
struct Told(HashSet<(Option<Span>, String)>);

/// One evaluation: what it may use, and what was found wrong.
pub(crate) struct Evaluator<'c> {
    context: &'c EvalContext,
    budget: Budget,
    diagnostics: Vec<Diagnostic>,
    steps_left: u64,
    /// A limit was exceeded: nothing more is evaluated, so that the end comes soon.
    stopped: bool,
}

impl<'c> Evaluator<'c> {
    pub(crate) fn new(context: &'c EvalContext) -> Self {
        Self {
            context,
            budget: Budget::new(context.limits_in_force()),
            diagnostics: Vec::new(),
            steps_left: context.limits_in_force().steps,
            stopped: false,
        }
    }

    /// The value of an expression that stands in no other one.
    pub(crate) fn root(&mut self, expression: Expression<'_>) -> Value {
        let mark = self.mark();
        let value = self.evaluate(expression, &Scope::ROOT);
        let found = self.diagnostics.split_off(mark);
        self.diagnostics.extend(found.into_iter().map(|it| it.in_source(expression.source())));
        value
    }

    /// Takes what was found wrong so far.
    pub(crate) fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// What was found wrong.
    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        Diagnostics::from(self.diagnostics)
    }
}

impl Evaluator<'_> {
    fn evaluate(&mut self, expression: Expression<'_>, scope: &Scope<'_>) -> Value {
        if !self.step(expression.span()) {
            return Value::UNKNOWN;
        }
        match expression.kind() {
            ExpressionKind::Null => Value::NULL,
            ExpressionKind::Bool(value) => Value::from(value),
            ExpressionKind::Integer(value) => Value::from(value),
            ExpressionKind::Number(number) => Value::from(Number::clone(number)),
            ExpressionKind::String(text) => Value::from(text),
            ExpressionKind::Template(template) => self.template(template, scope),
            ExpressionKind::Variable(name) => self.variable(name, expression.span(), scope),
            ExpressionKind::Traversal(traversal) => self.traversal(traversal, scope),
            ExpressionKind::FunctionCall(call) => self.function_call(call, expression, scope),
            ExpressionKind::Tuple(tuple) => self.tuple(tuple, expression.span(), scope),
            ExpressionKind::Object(object) => self.object(object, scope),
            ExpressionKind::For(for_expr) => self.for_expr(for_expr, scope),
            ExpressionKind::Unary(unary) => self.unary(unary, expression.span(), scope),
            ExpressionKind::Binary(binary) => self.binary(binary, scope),
            ExpressionKind::Conditional(conditional) => {
                self.conditional(conditional, expression.span(), scope)
            }
            ExpressionKind::Parentheses(inner) => self.evaluate(inner, scope),
        }
    }

    fn tuple(&mut self, tuple: Tuple<'_>, span: Span, scope: &Scope<'_>) -> Value {
        let elements = tuple.elements();
        if !self.produce(span, |budget| budget.take_elements(elements.len() as u64)) {
            return Value::UNKNOWN;
        }
        Value::tuple(elements.map(|element| self.evaluate(element, scope)).collect::<Vec<_>>())
    }

    fn variable(&mut self, name: &str, span: Span, scope: &Scope<'_>) -> Value {
        if let Some(value) = scope.get(name) {
            return value.clone();
        }
        if let Some(value) = self.context.variable(name) {
            return value;
        }
        let is_allowed = self.context.allows_variables() || scope.parent.is_some();
        if is_allowed {
            let hint = did_you_mean(name, scope.names().chain(self.context.variable_names()));
            let detail = format!("There is no variable named {name:?}.{hint}");
            self.error(span, "Unknown variable", detail);
        } else {
            self.error(span, "Variables not allowed", "Variables may not be used here.");
        }
        Value::UNKNOWN
    }

    /// Counts a step; false when that was one too many.
    pub(crate) fn step(&mut self, span: Span) -> bool {
        match self.steps_left.checked_sub(1) {
            Some(left) => self.steps_left = left,
            None => self.stop(span),
        }
        !self.stopped
    }

    #[cold]
    fn stop(&mut self, span: Span) {
        if !std::mem::replace(&mut self.stopped, true) {
            let detail = format!(
                "Evaluating this took more than the limit of {} steps. Make it smaller, or raise Limits::steps.",
                self.context.limits_in_force().steps
            );
            self.push(Diagnostic::error(Category::Limit, "Evaluation too long", detail).at(span));
        }
    }

    /// Takes off the budget what is about to be produced; false when that is too much.
    fn produce(&mut self, span: Span, take: impl FnOnce(&Budget) -> Result<(), ValueError>) -> bool {
        if let Err(error) = take(&self.budget)
            && !self.stopped
        {
            self.stopped = true;
            let detail = format!("{} Make it smaller, or raise the limits.", error.detail());
            self.push(Diagnostic::error(Category::Limit, "Value too large", detail).at(span));
        }
        !self.stopped
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, subject: Span, summary: &'static str, detail: impl Into<Cow<'static, str>>) {
        self.push(Diagnostic::error(Category::Eval, summary, detail).at(subject));
    }

    fn error_within(
        &mut self,
        subject: Span,
        context: Span,
        summary: &'static str,
        detail: impl Into<Cow<'static, str>>,
    ) {
        self.push(Diagnostic::error(Category::Eval, summary, detail).at(subject).within(context));
    }

    /// Reports what an operation on values refused.
    fn refused(&mut self, subject: Span, summary: &'static str, intro: &str, error: &ValueError) {
        let category = if error.kind() == ErrorKind::Limit { Category::Limit } else { Category::Eval };
        let detail = if intro.is_empty() { error.detail() } else { format!("{intro}: {error}.") };
        self.push(Diagnostic::error(category, summary, detail).at(subject));
    }

    /// How many diagnostics there are, to ask later whether there are new errors, or to drop the new ones.
    fn mark(&self) -> usize {
        self.diagnostics.len()
    }

    /// Drops the diagnostics since a mark that an earlier round of a loop gave too.
    fn tell_once(&mut self, mark: usize, told: &mut Told) {
        if mark < self.diagnostics.len() && !self.stopped {
            let new = self.diagnostics.split_off(mark);
            let new = new.into_iter().filter(|new| told.0.insert((new.subject(), new.summary().to_owned())));
            self.diagnostics.extend(new);
        }
    }

    fn failed_since(&self, mark: usize) -> bool {
        self.diagnostics[mark..].iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Takes the diagnostics since a mark away; what exceeded a limit cannot be taken back.
    fn take_since(&mut self, mark: usize) -> Vec<Diagnostic> {
        if self.stopped { Vec::new() } else { self.diagnostics.split_off(mark) }
    }

    fn convert(&self, value: &Value, ty: &Type) -> Result<Value, ValueError> {
        convert_within(value, ty, self.budget.limits())
    }

    /// The boolean that a condition stands for: `Ok(None)` when it is unknown.
    fn boolean(value: &Value) -> Result<Option<bool>, ValueError> {
        match value.kind() {
            ValueKind::Bool(value) => Ok(Some(value)),
            _ => Ok(convert(value, &Type::Bool)?.as_bool()),
        }
    }
}
