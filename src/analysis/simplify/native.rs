//! Replacements in expressions of the native syntax.

use std::mem;

use super::facts::{Fact, Facts, facts};
use super::literal;
use crate::body::Replacements;
use crate::eval::{self, EvalContext};
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::source::Span;
use crate::syntax::ast::{
    Attribute, Binary, BinaryOperator, Block, Conditional, Expression, ExpressionKind, ObjectKey, Postfix,
    StepKind, TemplateForm, UnaryOperator,
};
use crate::syntax::visit::{self, Scope, Visitor};
use crate::value::{Type, Value, convert};

/// Finds the replacements in expressions and bodies, in ascending order.
pub(super) struct Simplifier<'s> {
    context: &'s EvalContext,
    pub(super) budget: &'s Budget,
    /// The iterators of the enclosing dynamic blocks.
    reserved: Vec<String>,
    facts: Facts,
    pub(super) out: Replacements,
}

/// The last part of a conditional, which is selected if the predicates before it are false: a
/// result, or a conditional with its replacements.
struct Tail<'t> {
    start: u32,
    result: Option<Expression<'t>>,
    replacements: Replacements,
}

impl<'t> Tail<'t> {
    fn result(result: Expression<'t>) -> Self {
        Self { start: result.span().start, result: Some(result), replacements: Replacements::new() }
    }
}

impl<'t> Visitor<'t> for Simplifier<'_> {
    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        self.whole(attribute.expression());
    }

    fn visit_block(&mut self, block: Block<'t>) {
        visit::walk_dynamic_block(self, block);
    }

    fn enter_scope(&mut self, scope: Scope<'t>) {
        self.reserved.extend(scope.names().map(|name| name.text.to_owned()));
    }

    fn leave_scope(&mut self, scope: Scope<'t>) {
        self.reserved.truncate(self.reserved.len() - scope.names().count());
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        if self.fact(expression).is_constant {
            return;
        }
        // Values of these kinds keep the layout of their elements or lines.
        let keeps_layout = match expression.kind() {
            ExpressionKind::Tuple(_) | ExpressionKind::Object(_) => true,
            ExpressionKind::Template(template) => template.form() != TemplateForm::Quoted,
            _ => false,
        };
        match self.value(expression).filter(|_| !keeps_layout).and_then(|value| self.literal(&value)) {
            Some(text) => self.replace(expression.span(), text),
            None => self.parts(expression),
        }
    }

    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        if let ObjectKey::Expression(key) = key {
            self.key(key);
        }
    }
}

impl<'s> Simplifier<'s> {
    pub(super) fn new(context: &'s EvalContext, budget: &'s Budget) -> Self {
        let (reserved, out) = (Vec::new(), Replacements::new());
        Self { context, budget, reserved, facts: Facts::default(), out }
    }

    /// Adds the replacements in an expression that is not part of another one.
    pub(super) fn whole(&mut self, expression: Expression<'_>) {
        self.facts = facts(expression, self.context, &self.reserved);
        self.visit_expression(expression);
    }

    /// Returns the value of an expression that is not part of another one, unless it is a constant.
    pub(super) fn value_of_whole(&mut self, expression: Expression<'_>) -> Option<Value> {
        self.facts = facts(expression, self.context, &self.reserved);
        if self.fact(expression).is_constant { None } else { self.value(expression) }
    }

    fn fact(&self, expression: Expression<'_>) -> Fact {
        self.facts.get(&expression.id()).copied().unwrap_or(Fact::OPEN)
    }

    /// Adds the replacements in the parts of an expression that stays.
    fn parts(&mut self, expression: Expression<'_>) {
        match expression.kind() {
            ExpressionKind::Error(_) => {}
            ExpressionKind::Template(template) => self.template(template, expression.source()),
            ExpressionKind::Conditional(conditional) => self.conditional(conditional, expression.span()),
            ExpressionKind::Postfix(postfix) => self.postfix(postfix),
            ExpressionKind::Binary(binary) => self.binary(binary),
            // A special form can use the source text of its arguments.
            ExpressionKind::FunctionCall(call) if self.context.is_special_form(call.name()) => {}
            _ => visit::walk(self, expression),
        }
    }

    /// Adds the replacements in a traversal: of the operand with the first steps, and of keys.
    fn postfix(&mut self, postfix: Postfix<'_>) {
        let operand = postfix.operand();
        // The steps after a splat are part of it.
        let first = postfix.steps().take_while(|step| match step.kind() {
            StepKind::GetAttr(_) => true,
            StepKind::Index(key) | StepKind::LegacyIndex(key) => self.fact(key).is_determined(),
            _ => false,
        });
        let mut first = first.count();
        // If all steps are known, the traversal has an error, or it would have been replaced as a
        // whole. Its steps are kept, so that the error stays.
        let value = if !self.fact(operand).is_determined() || first == postfix.len() {
            None
        } else if first == 0 {
            self.value(operand)
        } else {
            self.value_of_part(ExpressionKind::Postfix(postfix.part(0..first)), operand.span())
        };
        let literal = value.filter(|value| value.as_array().is_some() || value.as_object().is_some());
        match literal.and_then(|value| self.literal(&value)) {
            Some(text) => {
                let last = first.checked_sub(1).and_then(|last| postfix.step(last));
                let end = last.map_or(operand.span(), |step| step.span());
                self.replace(operand.span().to(end), text);
            }
            None => {
                first = 0;
                // The operand itself is kept: the steps would apply to a negative number without
                // its sign.
                self.parts(operand);
            }
        }
        for step in postfix.steps().skip(first) {
            if let StepKind::Index(key) = step.kind() {
                self.visit_expression(key);
            }
        }
    }

    /// Adds the replacements in operands: the first ones are replaced together, and those of `&&`
    /// and `||` that have no effect are removed.
    fn binary(&mut self, binary: Binary<'_>) {
        let rest = binary.rest().map(|(_, operand)| operand);
        let operands: Vec<_> = [binary.first()].into_iter().chain(rest).collect();
        if let Some(neutral) = neutral_operand(binary) {
            return self.logical(&operands, neutral);
        }
        let mut known = operands.iter().take_while(|it| self.fact(**it).is_determined()).count();
        let mut text = None;
        let mut span = operands[0].span();
        if (2..operands.len()).contains(&known) {
            span = span.to(operands[known - 1].span());
            let value = self.value_of_part(ExpressionKind::Binary(binary.part(known - 1)), span);
            text = value.and_then(|value| self.literal(&value));
        }
        match text {
            Some(text) => self.replace(span, text),
            None => known = 0,
        }
        operands[known..].iter().for_each(|operand| self.visit_expression(*operand));
    }

    /// Returns the value of an expression if it is the same in every context with more variables,
    /// and has no errors.
    pub(super) fn value(&self, expression: Expression<'_>) -> Option<Value> {
        if !self.fact(expression).is_determined() {
            return None;
        }
        flawless(|| eval::evaluate_within(expression, self.context, self.budget))
    }

    fn value_of_part(&self, part: ExpressionKind<'_>, span: Span) -> Option<Value> {
        flawless(|| eval::evaluate_part_within(part, span, self.context, self.budget))
    }

    /// Returns the literal of a value, if the budget allows it.
    pub(super) fn literal(&self, value: &Value) -> Option<String> {
        literal::literal(value, false, self.budget)
    }

    pub(super) fn replace(&mut self, span: Span, text: String) {
        self.out.push((span, text));
    }

    pub(super) fn remove(&mut self, start: u32, end: u32) {
        self.replace(Span::new(start, end), String::new());
    }

    /// Adds the replacements in the key of an object. The literals of other types than strings are
    /// names there.
    fn key(&mut self, key: Expression<'_>) {
        match key.kind() {
            ExpressionKind::Postfix(_) => {}
            _ if self.fact(key).is_constant => {}
            _ => match self.value(key).filter(Value::is_string).and_then(|value| self.literal(&value)) {
                Some(text) => self.replace(key.span(), text),
                None => self.parts(key),
            },
        }
    }

    /// Adds the replacements in operands of `&&` or `||`. Each is converted to a bool, so an
    /// operand that is left alone has to be one. If `a` is `true`, `a && b == c` becomes `b == c`.
    fn logical(&mut self, operands: &[Expression<'_>], neutral: bool) {
        // Dropping an operand next to null would change the error or the result. Whether a marked
        // value is null must not be visible.
        let is_bool = |index: usize| match self.value(operands[index]) {
            Some(value) if value.is_marked() => false,
            Some(value) => value.is_bool() || *value.ty() == Type::Bool && value.is_never_null(),
            None => self.result(operands[index]) == Some(Type::Bool),
        };
        let has_no_effect = |index: usize| self.condition(operands[index]) == Some(neutral);
        let dropped = [(0, 1), (1, 0)].into_iter().find(|(it, other)| has_no_effect(*it) && is_bool(*other));
        let mut end = None;
        for (index, operand) in operands.iter().enumerate() {
            let span = operand.span();
            let is_dropped = dropped.is_some_and(|(dropped, _)| dropped == index);
            if !(is_dropped || index > 1 && self.condition(*operand) == Some(neutral)) {
                self.visit_expression(*operand);
            } else if let Some(end) = end {
                // The operator before the operand is removed too.
                self.remove(end, span.end);
            } else if let Some(next) = operands.get(1) {
                self.remove(span.start, next.span().start);
            }
            end = Some(span.end);
        }
    }

    /// Adds the replacements in a conditional, from the last predicate to the first. If `a` is
    /// `false`, `a ? "x" : "-${b}"` becomes `"-${b}"`.
    fn conditional(&mut self, conditional: Conditional<'_>, whole: Span) {
        let mut tail = Tail::result(conditional.otherwise());
        let mut next = tail.start;
        for (predicate, result) in conditional.arms().rev() {
            match self.condition(predicate) {
                Some(true) if self.is_kept(Some(result), tail.result) => tail = Tail::result(result),
                Some(false) if self.is_kept(tail.result, Some(result)) => {}
                _ => {
                    let outer = mem::take(&mut self.out);
                    self.visit_expression(predicate);
                    self.visit_expression(result);
                    self.tail(tail, next, whole);
                    let replacements = mem::replace(&mut self.out, outer);
                    tail = Tail { start: predicate.span().start, result: None, replacements };
                }
            }
            next = predicate.span().start;
        }
        self.tail(tail, next, whole);
    }

    /// Adds the replacements of the last part of a conditional, which began at an offset.
    fn tail(&mut self, tail: Tail<'_>, began: u32, whole: Span) {
        if began < tail.start {
            self.remove(began, tail.start);
        }
        self.out.extend(tail.replacements);
        let Some(result) = tail.result else { return };
        self.visit_expression(result);
        let (source, after) = (result.source(), Span::new(result.span().end, whole.end));
        if !after.is_empty() {
            // The closing marker of a heredoc has to be followed by a newline.
            let has_line = source.slice(result.span()).contains("<<");
            self.replace(after, if has_line { "\n" } else { "" }.to_owned());
        }
    }

    /// Returns whether a conditional with a known predicate has the selected result as it is: the
    /// results are converted to their common type.
    fn is_kept(&self, selected: Option<Expression<'_>>, other: Option<Expression<'_>>) -> bool {
        // The other result must have no errors and no marks.
        let other = other.and_then(|other| self.value(other)).filter(|other| !other.contains_marks());
        match other.as_ref().and_then(known) {
            None => false,
            Some(Type::Dynamic) => true,
            other => selected.and_then(|selected| self.result(selected)) == other,
        }
    }

    /// Returns the value of a condition.
    pub(super) fn condition(&self, expression: Expression<'_>) -> Option<bool> {
        let value = self.value(expression).filter(|value| !value.contains_marks())?;
        convert(&value, &Type::Bool).ok()?.as_bool()
    }

    /// Returns the type that an expression has for all values of the missing variables, unless it
    /// has errors. An untyped null has the dynamic pseudo-type.
    fn result(&self, expression: Expression<'_>) -> Option<Type> {
        if let Some(value) = self.value(expression) {
            return known(&value);
        }
        match expression.kind() {
            ExpressionKind::String(_) => Some(Type::String),
            ExpressionKind::Template(template) => match template.unwrapped() {
                Some(inner) => self.result(inner),
                None => Some(Type::String),
            },
            ExpressionKind::Parentheses(inner) => self.result(inner),
            ExpressionKind::Unary(unary) => match unary.operators().next()?.0 {
                UnaryOperator::Negate => Some(Type::Number),
                UnaryOperator::Not => Some(Type::Bool),
            },
            ExpressionKind::Binary(binary) => Some(eval::operator_types(binary.rest().last()?.0).1),
            _ => None,
        }
    }
}

/// Returns the value of an evaluation without diagnostics. Whether there are some must not depend
/// on marked values, since the simplified text shows it.
fn flawless(evaluate: impl FnOnce() -> Outcome<Value>) -> Option<Value> {
    let (outcome, failure_marks) = eval::collect_failure_marks(evaluate);
    (outcome.diagnostics.is_empty() && failure_marks.is_empty()).then_some(outcome.value)
}

/// Returns the type of a value, if it is known.
fn known(value: &Value) -> Option<Type> {
    let ty = value.ty();
    let is_known = match ty {
        Type::Dynamic => value.is_null(),
        _ => !ty.has_dynamic() || value.is_wholly_known(),
    };
    is_known.then(|| ty.clone())
}

/// Returns the operand of `&&` or of `||` that has no effect.
fn neutral_operand(binary: Binary<'_>) -> Option<bool> {
    match binary.rest().next()?.0 {
        BinaryOperator::And => Some(true),
        BinaryOperator::Or => Some(false),
        _ => None,
    }
}
