//! Evaluation: from expressions to values.
//!
//! After an error, an evaluation continues with an unknown value as the result, so that all errors
//! of an expression are reported. Each language construct has a file.

mod call;
mod call_site;
mod callable;
mod conditional;
pub(crate) mod context;
mod for_expr;
mod names;
mod nested;
mod object;
mod operator;
mod recovery;
mod report;
mod special;
mod template;
mod traversal;

pub(crate) use context::EvalContext;
pub use special::{SpecialCall, SpecialForm};

use std::borrow::Cow;

#[cfg(feature = "analysis")]
pub(crate) use operator::operator_types;
pub(crate) use recovery::{collect_failure_marks, share_failure_marks};
use report::Findings;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::func::{Budget, PartsLeft};
use crate::outcome::Outcome;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, ObjectKey, Postfix, Tuple};
use crate::syntax::traversal::Traversal;
use crate::value::{BYTES_IN_A_PART, ErrorKind, Marks, Type, Value, ValueError};

/// Evaluates an expression within a budget. The value of an expression with errors is unknown.
#[inline(always)]
pub(crate) fn evaluate_within(
    expression: Expression<'_>,
    context: &EvalContext,
    budget: &Budget,
) -> Outcome<Value> {
    let mut evaluator = Evaluator::new(context, budget);
    let value = evaluator.root(expression);
    Outcome { value, diagnostics: evaluator.into_diagnostics() }
}

/// Evaluates the key of an object within a budget.
pub(crate) fn evaluate_key_within(
    key: Expression<'_>,
    context: &EvalContext,
    budget: &Budget,
) -> Outcome<Value> {
    let mut evaluator = Evaluator::new(context, budget);
    let value = evaluator.root_key(key);
    Outcome { value, diagnostics: evaluator.into_diagnostics() }
}

/// Evaluates a part of an expression as [`evaluate_within`] does, such as an operand with some of
/// the steps after it.
#[cfg(feature = "analysis")]
pub(crate) fn evaluate_part_within(
    part: ExpressionKind<'_>,
    span: Span,
    context: &EvalContext,
    budget: &Budget,
) -> Outcome<Value> {
    let mut evaluator = Evaluator::new(context, budget);
    let value = evaluator.compound(part, span, &Locals::root(context));
    Outcome { value, diagnostics: evaluator.into_diagnostics() }
}

/// The variables of an expression: the names that the `for` expressions around it define, innermost
/// first, and those of the context.
struct Locals<'s> {
    context: &'s EvalContext,
    parent: Option<&'s Locals<'s>>,
    names: [Option<(&'s str, &'s Value)>; 2],
}

impl<'s> Locals<'s> {
    fn root(context: &'s EvalContext) -> Self {
        Self { context, parent: None, names: [None, None] }
    }

    #[inline]
    fn definition(&self, name: &str) -> Option<&Value> {
        let mut scope = self;
        // The outermost scope has no names.
        while let Some(parent) = scope.parent {
            for (defined, value) in scope.names.iter().flatten() {
                if *defined == name {
                    return Some(value);
                }
            }
            scope = parent;
        }
        self.context.variable(name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let scopes = std::iter::successors(Some(self), |scope| scope.parent);
        let names = scopes.flat_map(|scope| scope.names).flatten().map(|(name, _)| name);
        names.chain(self.context.variable_names())
    }
}

/// A variable, and the steps that are applied to it.
type Reference<'t> = (Expression<'t>, Option<Postfix<'t>>);

/// The length of a text that a step copies and normalizes without extra cost.
const SHORT_TEXT: usize = 16;

/// Returns the number of parts of values that take as much time as a text takes to be copied and
/// normalized.
fn text_parts(text: &str) -> u64 {
    let length = text.len() as u64;
    if text.is_ascii() { length / BYTES_IN_A_PART } else { length.saturating_mul(3) }
}

/// One evaluation: its resources and its diagnostics.
pub(crate) struct Evaluator<'c> {
    context: &'c EvalContext,
    pub(crate) budget: &'c Budget,
    /// The parts that the budget allows to process; none after this evaluation was stopped.
    parts: &'c PartsLeft,
    found: Findings,
    /// The number of loops around.
    loops: u32,
    /// The number of splats that are open.
    splats: u32,
    /// A splat failed, and only its type is needed.
    after_failure: bool,
    /// The condition of a `for` expression is evaluated without an element, to check it.
    checks_condition: bool,
    /// The marks of the values that determined whether operations failed, see [`recovery`].
    failure_marks: Marks,
    /// The number of expressions that may be in evaluation inside each other. Parsing limits the
    /// depth of one text, so this limits nested calls of functions.
    depth_limit: u32,
}

impl<'c> Evaluator<'c> {
    pub(crate) fn new(context: &'c EvalContext, budget: &'c Budget) -> Self {
        if !budget.is_in_use() {
            budget.begin();
        }
        let depth_limit = if budget.is_nested() { budget.limits().depth } else { u32::MAX };
        Self {
            context,
            budget,
            parts: if budget.is_stopped() { PartsLeft::none() } else { budget.parts_left() },
            found: Findings::default(),
            loops: 0,
            splats: 0,
            after_failure: false,
            checks_condition: false,
            failure_marks: Marks::NONE,
            depth_limit,
        }
    }

    /// Evaluates an expression that is not part of another one. Without inlining, the call takes a
    /// twentieth of the instructions for a variable (`benches/peers`, `evaluate a variable`).
    #[inline(always)]
    pub(crate) fn root(&mut self, expression: Expression<'_>) -> Value {
        let mark = self.mark();
        let value = self.evaluate(expression, &Locals::root(self.context));
        if mark < self.mark() {
            self.found.place_since(mark, expression.source());
        }
        value
    }

    /// Evaluates the key of an object.
    fn root_key(&mut self, key: Expression<'_>) -> Value {
        let mark = self.mark();
        let (value, _) = self.object_key(ObjectKey::new(key), &Locals::root(self.context));
        if mark < self.mark() {
            self.found.place_since(mark, key.source());
        }
        value
    }

    /// Returns the diagnostics.
    #[inline(always)]
    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        share_failure_marks(&self.failure_marks);
        self.found.into_diagnostics()
    }

    fn evaluate(&mut self, expression: Expression<'_>, scope: &Locals<'_>) -> Value {
        let span = expression.span();
        if self.step(span) { self.content(expression, scope) } else { Value::UNKNOWN }
    }

    /// Evaluates an expression whose step was counted.
    #[inline]
    fn content(&mut self, expression: Expression<'_>, scope: &Locals<'_>) -> Value {
        let span = expression.span();
        match expression.kind() {
            ExpressionKind::Null => Value::NULL,
            ExpressionKind::Bool(value) => Value::from(value),
            ExpressionKind::Number(literal) => Value::from(literal.value()),
            ExpressionKind::String(text) => self.text(text, span),
            ExpressionKind::Variable(name) => self.variable(name, (expression, None), scope).into_owned(),
            _ if !self.enter(span) => Value::UNKNOWN,
            kind => {
                let value = self.compound(kind, span, scope);
                self.leave();
                value
            }
        }
    }

    /// Evaluates an expression that contains others.
    #[inline(never)]
    fn compound(&mut self, kind: ExpressionKind<'_>, span: Span, scope: &Locals<'_>) -> Value {
        match kind {
            ExpressionKind::Template(template) => self.template(template, scope),
            ExpressionKind::Postfix(postfix) => self.traversal(postfix, scope).into_owned(),
            ExpressionKind::FunctionCall(call) => self.function_call(call, span, scope),
            ExpressionKind::Tuple(tuple) => self.tuple(tuple, span, scope),
            ExpressionKind::Object(object) => self.object(object, span, scope),
            ExpressionKind::For(for_expr) => self.for_expr(for_expr, scope),
            ExpressionKind::Unary(unary) => self.unary(unary, span, scope),
            ExpressionKind::Binary(binary) => self.binary(binary, scope),
            ExpressionKind::Conditional(conditional) => self.conditional(conditional, span, scope),
            ExpressionKind::Parentheses(inner) => self.evaluate(inner, scope),
            ExpressionKind::Error(_) => {
                let detail = "This is not a valid expression, so it has no value. Correct the mistake that was \
                              reported when the file was read.";
                self.error(span, Code::InvalidExpression, detail);
                Value::UNKNOWN
            }
            _ => unreachable!("expressions without inner ones were evaluated already"),
        }
    }

    /// Evaluates an expression whose value is only read. The value of a variable, or a part of it,
    /// is not cloned, because all threads that use the context share its reference counts.
    fn evaluate_to_read<'v>(&mut self, expression: Expression<'_>, scope: &'v Locals<'_>) -> Cow<'v, Value> {
        let span = expression.span();
        match expression.kind() {
            ExpressionKind::Variable(name) if self.step(span) => {
                self.variable(name, (expression, None), scope)
            }
            ExpressionKind::Postfix(postfix) if self.step(span) && self.enter(span) => {
                let value = self.traversal(postfix, scope);
                self.leave();
                value
            }
            ExpressionKind::Variable(_) | ExpressionKind::Postfix(_) => Cow::Owned(Value::UNKNOWN),
            _ => Cow::Owned(self.evaluate(expression, scope)),
        }
    }

    fn tuple(&mut self, tuple: Tuple<'_>, span: Span, scope: &Locals<'_>) -> Value {
        let elements = tuple.elements();
        if !self.produce(span, self.budget.take_sequence(elements.len())) {
            return Value::UNKNOWN;
        }
        Value::tuple(elements.map(|element| self.evaluate(element, scope)).collect::<Vec<_>>())
    }

    /// Returns a string of a text that may have to be brought into normal form.
    #[inline]
    pub(crate) fn text(&mut self, text: &str, span: Span) -> Value {
        let is_allowed = self.produce(span, self.budget.take_bytes(text.len()));
        if is_allowed && self.count_text(text, span) { Value::from(text) } else { Value::UNKNOWN }
    }

    /// Returns a name as a value.
    fn name(&mut self, name: &str, span: Span) -> Value {
        let is_allowed = self.produce(span, self.budget.take_bytes(name.len()));
        if !is_allowed || !self.count_text(name, span) {
            return Value::UNKNOWN;
        }
        self.budget.names().get(name).map_or_else(|| Value::from(name), Value::normal_string)
    }

    /// Returns the value of a variable, to which steps may be applied. The benchmark
    /// `evaluate_template` measures the short way.
    #[inline]
    fn variable<'v>(&mut self, name: &str, at: Reference<'_>, scope: &'v Locals<'_>) -> Cow<'v, Value> {
        match scope.definition(name) {
            Some(value) if name.len() <= SHORT_TEXT => Cow::Borrowed(value),
            _ => self.other_variable(name, at, scope),
        }
    }

    /// Returns the value of a variable whose name is long, or that a resolver supplies. If there is
    /// none, that is reported.
    #[inline(never)]
    fn other_variable<'v>(
        &mut self,
        name: &str,
        (variable, steps): Reference<'_>,
        scope: &'v Locals<'_>,
    ) -> Cow<'v, Value> {
        let span = variable.span();
        if !self.count_text(name, span) {
            return Cow::Owned(Value::UNKNOWN);
        }
        if let Some(value) = scope.definition(name) {
            return Cow::Borrowed(value);
        }
        let is_value = steps.is_none() && is_whole_value(variable.source().text(), span);
        // Only a resolver needs the steps.
        let steps = steps.filter(|_| self.context.has_resolver()).into_iter().flat_map(Postfix::steps);
        let traversal = Traversal::of_variable(name, span, steps, variable.source());
        match self.resolve(&traversal, span) {
            Ok(Some(value)) => return Cow::Owned(value),
            Ok(None) => self.no_variable(name, span, is_value, scope),
            Err(diagnostics) => self.not_resolved(diagnostics, &traversal, span),
        }
        Cow::Owned(Value::UNKNOWN)
    }

    /// Returns the value of the variable that a traversal starts at. Evaluations in a resolver are
    /// part of this one as far as its depth is concerned.
    fn resolve(&mut self, traversal: &Traversal, span: Span) -> Result<Option<Value>, Diagnostics> {
        if !self.enter(span) {
            return Err(Diagnostics::new());
        }
        let (result, failure_marks) =
            collect_failure_marks(|| self.budget.around(|| self.context.resolve(traversal)));
        self.failure_marks.add(&failure_marks);
        self.leave();
        result.map_err(Diagnostics::from)
    }

    /// Reports the diagnostics of a resolver.
    fn not_resolved(&mut self, diagnostics: Diagnostics, traversal: &Traversal, span: Span) {
        let is_explained = diagnostics.has_errors() || self.is_stopped();
        for diagnostic in diagnostics {
            // The spans that a resolver sets refer to the source of the traversal.
            self.push(match diagnostic.span() {
                Some(_) => diagnostic.in_source(traversal.source()),
                None if diagnostic.source().is_none() => diagnostic.at(span),
                None => diagnostic,
            });
        }
        if !is_explained {
            let detail = "This variable has no value, for a reason that the application does not give.";
            self.error(span, Code::UnknownVariable, detail);
        }
    }

    #[cold]
    fn no_variable(&mut self, name: &str, span: Span, is_value: bool, scope: &Locals<'_>) {
        let may_be_text = |diagnostic: Diagnostic, is_other: bool| match is_value && !is_other {
            true => diagnostic
                .with_help("If this is text, it needs double quotes.")
                .with_replacement(span, format!("\"{name}\"")),
            false => diagnostic,
        };
        let literal = literal_of_other_language(name);
        let literal = literal.map(|literal| format!(" This value is written {literal}."));
        if !self.has_variables(scope) {
            let is_other = literal.is_some();
            let detail = format!("Variables may not be used here.{}", literal.unwrap_or_default());
            let diagnostic = Diagnostic::new_public(Code::VariablesNotAllowed, detail).at(span);
            return self.push(
                may_be_text(diagnostic, is_other)
                    .with_note("EvalContext::set defines a variable. Options::context takes the context."),
            );
        }
        let (detail, is_other) = if self.context.callable(name).is_some() {
            (format!("{name:?} is a function, not a variable. Call it with its arguments: {name}(…)"), true)
        } else {
            let at = (span, Code::UnknownVariable);
            let hint = literal.unwrap_or_else(|| self.hint(name, &mut scope.names(), false, at));
            (format!("There is no variable named {name:?}.{hint}"), !hint.is_empty())
        };
        let diagnostic = Diagnostic::new_public(Code::UnknownVariable, detail).at(span);
        self.push(may_be_text(diagnostic, is_other));
    }

    /// Returns whether expressions in a scope may refer to variables.
    fn has_variables(&self, scope: &Locals<'_>) -> bool {
        self.context.allows_variables() || scope.parent.is_some()
    }

    /// Counts a step. Returns `false` if that was one too many.
    pub(crate) fn step(&mut self, span: Span) -> bool {
        self.parts.step() || self.too_long(span)
    }

    /// Counts steps for work on all parts of values. Returns `false` if those were too many.
    fn count_values<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>, span: Span) -> bool {
        let sizes = values.into_iter().map(Value::size);
        self.count_parts(sizes.fold(0, u64::saturating_add), span)
    }

    /// Counts steps for a long text. Returns `false` if those were too many.
    #[inline]
    fn count_text(&mut self, text: &str, span: Span) -> bool {
        text.len() <= SHORT_TEXT || self.count_parts(text_parts(text), span)
    }

    /// Counts steps for work on this many parts of values or types. Returns `false` if those were
    /// too many.
    pub(crate) fn count_parts(&mut self, parts: u64, span: Span) -> bool {
        self.parts.count(parts) || self.too_long(span)
    }

    /// Reports that there were too many steps. Returns `false`.
    #[cold]
    fn too_long(&mut self, span: Span) -> bool {
        let limit = self.budget.limits().steps;
        self.stop(|| {
            let detail = format!(
                "Evaluating this took more than the limit of {limit} steps. Make it smaller, or raise Limits::steps."
            );
            Diagnostic::new_public(Code::EvaluationTooLong, detail).at(span)
        });
        false
    }

    /// Begins an inner evaluation. Returns `false` if it is one level too deep.
    pub(crate) fn enter(&mut self, span: Span) -> bool {
        self.budget.enter(self.depth_limit) || self.too_deep(span)
    }

    /// Reports that something is one level too deep. Returns `false`.
    pub(crate) fn too_deep(&mut self, span: Span) -> bool {
        let limit = self.depth_limit;
        self.stop(|| {
            let detail = format!(
                "Functions or variables that use each other get more than {limit} expressions deep here. Let them end \
                 sooner, or raise Limits::depth."
            );
            Diagnostic::new_public(Code::EvaluationTooDeep, detail).at(span)
        });
        false
    }

    /// Returns whether it is part of another evaluation.
    pub(crate) fn is_nested(&self) -> bool {
        self.depth_limit < u32::MAX
    }

    /// Ends an evaluation that [`enter`](Self::enter) began.
    pub(crate) fn leave(&mut self) {
        self.budget.leave();
    }

    /// Returns whether it is a [static check](EvalContext::for_check).
    fn is_check(&self) -> bool {
        self.context.is_for_check()
    }

    fn is_stopped(&self) -> bool {
        self.budget.is_stopped()
    }

    /// Records that the size of a new value was taken from the budget. Returns `false` if it is too
    /// large.
    #[inline]
    pub(crate) fn produce(&mut self, span: Span, taken: Result<(), ValueError>) -> bool {
        if let Err(error) = taken {
            self.too_large(span, &error);
        }
        !self.is_stopped()
    }

    #[cold]
    fn too_large(&mut self, span: Span, error: &ValueError) {
        self.stop(|| {
            let detail = format!("{} Make it smaller, or raise the limits.", error.detail());
            Diagnostic::new_public(Code::ValueTooLarge, detail).at(span)
        });
    }

    fn convert(&self, value: Value, ty: &Type) -> Result<Value, ValueError> {
        // Parts of unknown type may turn out to have a type that converts.
        let is_open = self.is_check() && ty.has_dynamic() && value.facts().dynamic;
        match self.budget.convert(value, ty) {
            Err(error) if is_open && error.kind() != ErrorKind::Limit => {
                Ok(Value::unknown(ty.without_optional()))
            }
            result => result,
        }
    }
}

/// Returns whether a name is a whole value: that of an attribute or an item, an element, or an
/// argument.
fn is_whole_value(text: &str, span: Span) -> bool {
    let before = text[..span.start as usize].trim_end_matches([' ', '\t']);
    let after = text[span.end as usize..].trim_start_matches([' ', '\t', '\r']);
    let begins_value = match before.strip_suffix('=') {
        Some(before) => !before.ends_with(['=', '!', '<', '>']),
        None => before.is_empty() || before.ends_with([':', '[', ',', '(', '\n']),
    };
    let ends_value = |end: &&str| after.starts_with(*end);
    begins_value && (after.is_empty() || ["\n", ",", "]", "}", ")", "#", "//"].iter().any(ends_value))
}

/// Returns the literal for a word that has this meaning in other languages.
fn literal_of_other_language(word: &str) -> Option<&'static str> {
    match word {
        "nil" | "Nil" | "none" | "None" | "Null" | "NULL" | "undefined" => Some("null"),
        "True" | "TRUE" => Some("true"),
        "False" | "FALSE" => Some("false"),
        _ => None,
    }
}
