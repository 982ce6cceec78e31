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
use crate::value::{ErrorKind, Number, Type, Value, ValueError, ValueKind, convert};

/// Evaluates an expression within a budget; errors leave an unknown value behind.
pub(crate) fn evaluate_within(
    expression: Expression<'_>,
    context: &EvalContext,
    budget: &Budget,
) -> Outcome<Value> {
    let mut evaluator = Evaluator::new(context, budget);
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
    budget: &'c Budget,
    diagnostics: Vec<Diagnostic>,
    /// How many splats are open.
    splats: u32,
    /// A splat failed, and only its type is wanted.
    after_failure: bool,
    /// How many expressions may be in evaluation inside each other. What one text nests was bounded when it was parsed, so
    /// this bounds what calls of functions put together.
    depth_limit: u32,
}

impl<'c> Evaluator<'c> {
    pub(crate) fn new(context: &'c EvalContext, budget: &'c Budget) -> Self {
        let depth_limit = if budget.is_nested() {
            budget.limits().depth
        } else {
            budget.begin();
            u32::MAX
        };
        Self { context, budget, diagnostics: Vec::new(), splats: 0, after_failure: false, depth_limit }
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
        let span = expression.span();
        if !self.step(span) {
            return Value::UNKNOWN;
        }
        match expression.kind() {
            ExpressionKind::Null => Value::NULL,
            ExpressionKind::Bool(value) => Value::from(value),
            ExpressionKind::Integer(value) => Value::from(value),
            ExpressionKind::Number(number) => Value::from(Number::clone(number)),
            ExpressionKind::String(text) => Value::from(text),
            ExpressionKind::Variable(name) => self.variable(name, span, scope),
            _ if !self.enter(span) => Value::UNKNOWN,
            _ => {
                let value = self.compound(expression, scope);
                self.leave();
                value
            }
        }
    }

    /// The value of an expression that has others in it.
    #[inline(never)]
    fn compound(&mut self, expression: Expression<'_>, scope: &Scope<'_>) -> Value {
        let span = expression.span();
        match expression.kind() {
            ExpressionKind::Template(template) => self.template(template, scope),
            ExpressionKind::Traversal(traversal) => self.traversal(traversal, scope),
            ExpressionKind::FunctionCall(call) => self.function_call(call, expression, scope),
            ExpressionKind::Tuple(tuple) => self.tuple(tuple, span, scope),
            ExpressionKind::Object(object) => self.object(object, scope),
            ExpressionKind::For(for_expr) => self.for_expr(for_expr, scope),
            ExpressionKind::Unary(unary) => self.unary(unary, span, scope),
            ExpressionKind::Binary(binary) => self.binary(binary, scope),
            ExpressionKind::Conditional(conditional) => self.conditional(conditional, span, scope),
            ExpressionKind::Parentheses(inner) => self.evaluate(inner, scope),
            _ => unreachable!("what has no others in it was evaluated already"),
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
        self.context.variable(name).unwrap_or_else(|| self.no_variable(name, span, scope))
    }

    #[cold]
    fn no_variable(&mut self, name: &str, span: Span, scope: &Scope<'_>) -> Value {
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
        let is_allowed = self.budget.step();
        if !is_allowed {
            self.too_long(span);
        }
        is_allowed
    }

    /// Counts steps for work on all parts of values; false when those were too many.
    fn look_at<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>, span: Span) -> bool {
        let sizes = values.into_iter().map(|value| value.facts().size);
        self.look_at_parts(sizes.fold(0, u64::saturating_add), span)
    }

    /// Counts steps for work on so many parts of values or types; false when those were too many.
    fn look_at_parts(&mut self, parts: u64, span: Span) -> bool {
        let is_allowed = self.budget.look_at(parts);
        if !is_allowed {
            self.too_long(span);
        }
        is_allowed
    }

    #[cold]
    fn too_long(&mut self, span: Span) {
        let limit = self.budget.limits().steps;
        self.stop(span, "Evaluation too long", || {
            format!(
                "Evaluating this took more than the limit of {limit} steps. Make it smaller, or raise Limits::steps."
            )
        });
    }

    /// Begins what is evaluated inside of something else; false when that is one level too deep.
    pub(crate) fn enter(&mut self, span: Span) -> bool {
        let is_allowed = self.budget.enter(self.depth_limit);
        if !is_allowed {
            self.too_deep(span);
        }
        is_allowed
    }

    /// Reports that something is one level too deep.
    pub(crate) fn too_deep(&mut self, span: Span) {
        let limit = self.depth_limit;
        self.stop(span, "Evaluation too deep", || {
            format!(
                "Functions that call each other get more than {limit} expressions deep here. Let them end sooner, or raise \
                 Limits::depth."
            )
        });
    }

    /// Whether it is part of another evaluation.
    pub(crate) fn is_nested(&self) -> bool {
        self.depth_limit < u32::MAX
    }

    /// Ends what was [entered](Self::enter).
    pub(crate) fn leave(&mut self) {
        self.budget.leave();
    }

    /// Reports that a limit was exceeded. Nothing more is evaluated then, so that the end comes soon.
    fn stop(&mut self, span: Span, summary: &'static str, detail: impl FnOnce() -> String) {
        if self.budget.stop() {
            self.push(Diagnostic::error(Category::Limit, summary, detail()).at(span));
        }
    }

    fn is_stopped(&self) -> bool {
        self.budget.is_stopped()
    }

    /// Takes off the budget what is about to be produced; false when that is too much.
    fn produce(&mut self, span: Span, take: impl FnOnce(&Budget) -> Result<(), ValueError>) -> bool {
        if let Err(error) = take(self.budget) {
            self.stop(span, "Value too large", || {
                format!("{} Make it smaller, or raise the limits.", error.detail())
            });
        }
        !self.is_stopped()
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
        if mark < self.diagnostics.len() {
            let new = self.take_since(mark);
            let new = new.into_iter().filter(|new| told.0.insert((new.subject(), new.summary().to_owned())));
            self.diagnostics.extend(new);
        }
    }

    fn failed_since(&self, mark: usize) -> bool {
        self.diagnostics[mark..].iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Takes the diagnostics since a mark away; what exceeded a limit cannot be taken back.
    fn take_since(&mut self, mark: usize) -> Vec<Diagnostic> {
        if self.is_stopped() { Vec::new() } else { self.diagnostics.split_off(mark) }
    }

    fn convert(&self, value: Value, ty: &Type) -> Result<Value, ValueError> {
        self.budget.convert(value, ty)
    }

    /// The boolean that a condition stands for: `Ok(None)` when it is unknown.
    fn boolean(value: &Value) -> Result<Option<bool>, ValueError> {
        match value.kind() {
            ValueKind::Bool(value) => Ok(Some(value)),
            _ => Ok(convert(value, &Type::Bool)?.as_bool()),
        }
    }
}
