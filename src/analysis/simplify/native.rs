//! Replacements in expressions of the native syntax.

use super::facts::Facts;
use super::literal;
use crate::body::Replacements;
use crate::eval::{self, EvalContext, FirstPart};
use crate::func::Budget;
use crate::outcome::Outcome;
use crate::source::Span;
use crate::syntax::ast::{
    Binary, BinaryOperator, Conditional, Expression, ExpressionKind, Object, Postfix, StepKind, TemplateForm,
    UnaryOperator,
};
use crate::value::{Type, Value, convert};

/// Finds the replacements in one expression.
pub(super) struct Simplifier<'s> {
    pub(super) context: &'s EvalContext,
    pub(super) budget: &'s Budget,
    pub(super) facts: Facts<'s, 's>,
}

/// The result of an expression before it is known which of several is selected.
#[derive(PartialEq)]
enum Known {
    /// A null without a type.
    Null,
    /// A value of a type.
    Of(Type),
}

/// The last part of a conditional, which is selected if the predicates before it are false.
enum Tail<'t> {
    Result(Expression<'t>),
    /// From an offset to the end of the conditional, with its replacements.
    Conditional(u32, Replacements),
}

impl<'t> Tail<'t> {
    fn start(&self) -> u32 {
        match self {
            Self::Result(result) => result.span().start,
            Self::Conditional(start, _) => *start,
        }
    }

    fn result(&self) -> Option<Expression<'t>> {
        match self {
            Self::Result(result) => Some(*result),
            Self::Conditional(..) => None,
        }
    }
}

impl Simplifier<'_> {
    /// Adds the replacements in an expression, in ascending order.
    pub(super) fn expression(&self, expression: Expression<'_>, out: &mut Replacements) {
        let fact = self.facts.get(expression);
        if fact.is_constant {
            return;
        }
        // Values of these kinds keep the layout of their elements or lines.
        let keeps_layout = match expression.kind() {
            ExpressionKind::Tuple(_) | ExpressionKind::Object(_) => true,
            ExpressionKind::Template(template) => template.form() != TemplateForm::Quoted,
            _ => false,
        };
        if !keeps_layout && let Some(text) = self.value(expression).and_then(|value| self.literal(&value)) {
            self.replace(expression.span(), text, out);
            return;
        }
        self.parts(expression, out);
    }

    /// Returns the value of an expression if it is the same in every context with more variables,
    /// and has no errors.
    pub(super) fn value(&self, expression: Expression<'_>) -> Option<Value> {
        if !self.facts.get(expression).is_determined() {
            return None;
        }
        flawless(|| eval::evaluate_within(expression, self.context, self.budget))
    }

    /// Returns the literal of a value, if the budget allows it.
    pub(super) fn literal(&self, value: &Value) -> Option<String> {
        literal::native(value, self.budget)
    }

    fn replace(&self, span: Span, text: String, out: &mut Replacements) {
        out.push((span, text));
    }

    /// Adds the replacements in the parts of an expression that stays.
    fn parts(&self, expression: Expression<'_>, out: &mut Replacements) {
        match expression.kind() {
            ExpressionKind::Template(template) => self.template(template, expression.source(), out),
            ExpressionKind::Postfix(postfix) => self.postfix(postfix, out),
            // A special form can use the source text of its arguments, so they stay as they are.
            ExpressionKind::FunctionCall(call) if self.context.is_special_form(call.name()) => {}
            ExpressionKind::FunctionCall(call) => {
                call.arguments().for_each(|argument| self.expression(argument, out));
            }
            ExpressionKind::Tuple(tuple) => {
                tuple.elements().for_each(|element| self.expression(element, out));
            }
            ExpressionKind::Object(object) => self.object(object, out),
            ExpressionKind::For(node) => {
                self.expression(node.collection(), out);
                let parts = node.key().into_iter().chain([node.value()]).chain(node.condition());
                parts.for_each(|part| self.expression(part, out));
            }
            ExpressionKind::Unary(unary) => self.expression(unary.operand(), out),
            ExpressionKind::Binary(binary) => self.binary(binary, out),
            ExpressionKind::Conditional(conditional) => {
                self.conditional(conditional, expression.span(), out);
            }
            ExpressionKind::Parentheses(inner) => self.expression(inner, out),
            _ => {}
        }
    }

    /// Adds the replacements in a traversal: the operand with the first steps, and keys.
    fn postfix(&self, postfix: Postfix<'_>, out: &mut Replacements) {
        let operand = postfix.operand();
        // The steps after a splat are part of it.
        let is_known = |key: Expression<'_>| self.facts.get(key).is_determined();
        let first = postfix.steps().take_while(|step| match step.kind() {
            StepKind::GetAttr(_) => true,
            StepKind::Index(key) | StepKind::LegacyIndex(key) => is_known(key),
            _ => false,
        });
        let mut first = first.count();
        let is_determined = self.facts.get(operand).is_determined();
        // If all steps are known, the traversal has an error, or it would have been replaced as a
        // whole. Its steps are kept, so that the error stays.
        let value = if !is_determined || first == postfix.len() {
            None
        } else if first == 0 {
            self.value(operand)
        } else {
            flawless(|| {
                eval::evaluate_first_within(
                    FirstPart::Steps(postfix.part(0..first)),
                    self.context,
                    self.budget,
                )
            })
        };
        let literal = value.filter(|value| value.as_array().is_some() || value.as_object().is_some());
        match (literal.and_then(|value| self.literal(&value)), postfix.step(first.saturating_sub(1))) {
            (Some(text), last) => {
                let end = last.filter(|_| first > 0).map_or(operand.span(), |step| step.span());
                self.replace(operand.span().to(end), text, out);
            }
            (None, _) => {
                first = 0;
                // The operand itself is kept: the steps would apply to a negative number without
                // its sign.
                self.parts(operand, out);
            }
        }
        for step in postfix.steps().skip(first) {
            if let StepKind::Index(key) = step.kind() {
                self.expression(key, out);
            }
        }
    }

    fn object(&self, object: Object<'_>, out: &mut Replacements) {
        for item in object.items() {
            self.key(item.key, out);
            self.expression(item.value, out);
        }
    }

    /// Adds the replacements in the key of an object. The literals of other types than strings are
    /// names there.
    fn key(&self, key: Expression<'_>, out: &mut Replacements) {
        match key.kind() {
            ExpressionKind::Variable(_) | ExpressionKind::Postfix(_) => {}
            _ if self.facts.get(key).is_constant => {}
            _ => match self.value(key).filter(Value::is_string).and_then(|value| self.literal(&value)) {
                Some(text) => self.replace(key.span(), text, out),
                None => match key.kind() {
                    ExpressionKind::Parentheses(inner) => self.expression(inner, out),
                    _ => self.parts(key, out),
                },
            },
        }
    }

    /// Adds the replacements in operators of one level: the first operands together, and operands
    /// of `&&` and `||` that have no effect.
    fn binary(&self, binary: Binary<'_>, out: &mut Replacements) {
        let operands: Vec<_> =
            [binary.first()].into_iter().chain(binary.rest().map(|(_, operand)| operand)).collect();
        if let Some(neutral) = neutral_operand(binary) {
            return self.logical(&operands, neutral, out);
        }
        let known = operands.iter().take_while(|it| self.facts.get(**it).is_determined()).count();
        let mut rest = operands.as_slice();
        if (2..operands.len()).contains(&known) {
            let first = binary.part(known - 1);
            let value = flawless(|| {
                eval::evaluate_first_within(FirstPart::Operators(first), self.context, self.budget)
            });
            if let Some(text) = value.and_then(|value| self.literal(&value)) {
                self.replace(operands[0].span().to(operands[known - 1].span()), text, out);
                rest = &operands[known..];
            }
        }
        rest.iter().for_each(|operand| self.expression(*operand, out));
    }

    /// Adds the replacements in operands of `&&` or `||`. Each is converted to a bool, so an
    /// operand that is left alone has to be one.
    fn logical(&self, operands: &[Expression<'_>], neutral: bool, out: &mut Replacements) {
        let has_no_effect = |index: usize| self.condition(operands[index]) == Some(neutral);
        // Dropping an operand next to null would change the error or the result. Whether a marked
        // value is null must not be visible.
        let is_bool = |index: usize| match self.value(operands[index]) {
            Some(value) if value.is_marked() => false,
            Some(value) => value.is_bool() || *value.ty() == Type::Bool && value.is_never_null(),
            None => self.result(operands[index]) == Some(Known::Of(Type::Bool)),
        };
        let dropped = if has_no_effect(0) && is_bool(1) {
            Some(0)
        } else if has_no_effect(1) && is_bool(0) {
            Some(1)
        } else {
            None
        };
        let mut end = None;
        for (index, operand) in operands.iter().enumerate() {
            let span = operand.span();
            if dropped == Some(index) || index > 1 && has_no_effect(index) {
                // The operator is removed too: the one before the operand, or the one after the
                // first operand.
                match (end, operands.get(1)) {
                    (Some(end), _) => self.replace(Span::new(end, span.end), String::new(), out),
                    (None, Some(next)) => {
                        self.replace(Span::new(span.start, next.span().start), String::new(), out);
                    }
                    (None, None) => {}
                }
            } else {
                self.expression(*operand, out);
            }
            end = Some(span.end);
        }
    }

    /// Adds the replacements in a conditional, from the last predicate to the first.
    fn conditional(&self, conditional: Conditional<'_>, whole: Span, out: &mut Replacements) {
        let mut tail = Tail::Result(conditional.otherwise());
        let mut next = conditional.otherwise().span().start;
        for (predicate, result) in conditional.arms().rev() {
            let selected = self.condition(predicate);
            let other = || tail.result().and_then(|result| self.result_without_marks(result));
            match selected {
                Some(true) if self.is_kept(other(), || self.result(result)) => tail = Tail::Result(result),
                Some(false)
                    if self.is_kept(self.result_without_marks(result), || {
                        tail.result().and_then(|result| self.result(result))
                    }) => {}
                _ => {
                    let mut inner = Replacements::new();
                    self.expression(predicate, &mut inner);
                    self.expression(result, &mut inner);
                    self.tail(tail, next, whole, &mut inner);
                    tail = Tail::Conditional(predicate.span().start, inner);
                }
            }
            next = predicate.span().start;
        }
        self.tail(tail, next, whole, out);
    }

    /// Adds the replacements of the last part of a conditional, which began at an offset.
    fn tail(&self, tail: Tail<'_>, began: u32, whole: Span, out: &mut Replacements) {
        let start = tail.start();
        if began < start {
            self.replace(Span::new(began, start), String::new(), out);
        }
        match tail {
            Tail::Conditional(_, replacements) => out.extend(replacements),
            Tail::Result(result) => {
                self.expression(result, out);
                let (source, after) = (result.source(), Span::new(result.span().end, whole.end));
                if !after.is_empty() {
                    // The closing marker of a heredoc has to be followed by a newline.
                    let has_line = source.slice(result.span()).contains("<<");
                    self.replace(after, if has_line { "\n" } else { "" }.to_owned(), out);
                }
            }
        }
    }

    /// Returns whether a conditional with a known predicate has the selected result as it is: the
    /// results are converted to their common type.
    fn is_kept(&self, other: Option<Known>, selected: impl FnOnce() -> Option<Known>) -> bool {
        match other {
            None => false,
            Some(Known::Null) => true,
            other => selected() == other,
        }
    }

    /// Returns the value of a condition.
    pub(super) fn condition(&self, expression: Expression<'_>) -> Option<bool> {
        let value = self.value(expression).filter(|value| !value.contains_marks())?;
        convert(&value, &Type::Bool).ok()?.as_bool()
    }

    /// Returns the known facts about a value that has no errors and no marks, for any values of the
    /// missing variables.
    fn result_without_marks(&self, expression: Expression<'_>) -> Option<Known> {
        known(&self.value(expression).filter(|value| !value.contains_marks())?)
    }

    /// Returns the known facts about a value, unless it has errors.
    fn result(&self, expression: Expression<'_>) -> Option<Known> {
        if let Some(value) = self.value(expression) {
            return known(&value);
        }
        let ty = match expression.kind() {
            ExpressionKind::String(_) => Type::String,
            ExpressionKind::Template(template) => match template.unwrapped() {
                Some(inner) => return self.result(inner),
                None => Type::String,
            },
            ExpressionKind::Parentheses(inner) => return self.result(inner),
            ExpressionKind::Unary(unary) => match unary.operators().next()?.0 {
                UnaryOperator::Negate => Type::Number,
                UnaryOperator::Not => Type::Bool,
            },
            ExpressionKind::Binary(binary) => match binary.rest().last()?.0 {
                BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::Divide
                | BinaryOperator::Modulo => Type::Number,
                _ => Type::Bool,
            },
            _ => return None,
        };
        Some(Known::Of(ty))
    }
}

/// Returns the value of an evaluation without diagnostics. Whether there are some must not depend
/// on marked values, since the simplified text shows it.
fn flawless(evaluate: impl FnOnce() -> Outcome<Value>) -> Option<Value> {
    let (outcome, doubts) = eval::collect_doubts(evaluate);
    (outcome.diagnostics.is_empty() && doubts.is_empty()).then_some(outcome.value)
}

fn known(value: &Value) -> Option<Known> {
    match value.ty() {
        Type::Dynamic if value.is_null() => Some(Known::Null),
        Type::Dynamic => None,
        ty if ty.has_dynamic() && !value.is_wholly_known() => None,
        ty => Some(Known::Of(ty.clone())),
    }
}

/// Returns the operand of `&&` or of `||` that has no effect.
fn neutral_operand(binary: Binary<'_>) -> Option<bool> {
    match binary.rest().next()?.0 {
        BinaryOperator::And => Some(true),
        BinaryOperator::Or => Some(false),
        _ => None,
    }
}
