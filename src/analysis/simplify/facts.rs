//! The facts on which the value of each part of an expression depends.

use std::collections::HashMap;
use std::mem;

use foldhash::fast::RandomState;

use crate::eval::EvalContext;
use crate::source::Span;
use crate::syntax::ast::tree::ExprId;
use crate::syntax::ast::{BinaryOperator, Expression, ExpressionKind, Name, Postfix, StepKind, TemplatePart};
use crate::syntax::traversal::Traversal;
use crate::syntax::visit::{self, Scope, Visitor};
use crate::value::Value;

/// The facts about an expression.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    /// The level of the outermost `for` construct that defines a name in it; `OPEN` with a name
    /// that is not defined, and `CLOSED` if only names of the context are in it.
    level: usize,
    /// A variable in it is not wholly known.
    has_unknown: bool,
    /// It can have a value for unknown values and an error for known ones, since parts of it decide
    /// whether errors of other parts count, or it applies an operation to an unknown value.
    is_lazy: bool,
    /// It needs no computation.
    pub(super) is_constant: bool,
}

const OPEN: usize = 0;
const CLOSED: usize = usize::MAX;

impl Fact {
    const CONSTANT: Self = Self { level: CLOSED, has_unknown: false, is_lazy: false, is_constant: true };
    pub(super) const OPEN: Self = Self { level: OPEN, is_constant: false, ..Self::CONSTANT };

    /// Returns the fact of a variable.
    fn of_variable(value: &Value) -> Self {
        Self { has_unknown: !value.is_wholly_known(), is_constant: false, ..Self::CONSTANT }
    }

    fn and(self, other: Self) -> Self {
        Self {
            level: self.level.min(other.level),
            has_unknown: self.has_unknown || other.has_unknown,
            is_lazy: self.is_lazy || other.is_lazy,
            is_constant: self.is_constant && other.is_constant,
        }
    }

    /// Returns whether its value in the context is its value in every context with more variables.
    pub(super) fn is_determined(self) -> bool {
        self.level == CLOSED && !(self.has_unknown && self.is_lazy)
    }
}

/// The facts about the parts of an expression.
pub(super) type Facts = HashMap<ExprId, Fact, RandomState>;

/// Returns the facts about the parts of an expression. The reserved names are defined elsewhere,
/// even if the context defines them too.
pub(super) fn facts(expression: Expression<'_>, context: &EvalContext, reserved: &[String]) -> Facts {
    let (known, fact) = (Facts::default(), Fact::CONSTANT);
    let mut finder = Finder { context, reserved, known, fact, bound: Vec::new(), outer: Vec::new() };
    finder.visit_expression(expression);
    finder.known
}

struct Finder<'c, 't> {
    context: &'c EvalContext,
    reserved: &'c [String],
    known: Facts,
    /// The fact of the visited parts of the current expression.
    fact: Fact,
    /// The variables of the scopes around, each with the level of its scope.
    bound: Vec<(Name<'t>, usize)>,
    /// The facts of the visited parts of the expressions that the scopes around belong to.
    outer: Vec<Fact>,
}

impl<'t> Finder<'_, 't> {
    fn variable(&self, name: &str, at: Expression<'_>, steps: Option<Postfix<'_>>) -> Fact {
        if let Some((_, level)) = self.bound.iter().rev().find(|(bound, _)| bound.text == name) {
            return Fact { level: *level, is_constant: false, ..Fact::CONSTANT };
        }
        if self.reserved.iter().any(|reserved| reserved == name) {
            return Fact::OPEN;
        }
        if let Some(value) = self.context.variable(name) {
            return Fact::of_variable(value);
        }
        let steps = steps.into_iter().flat_map(Postfix::steps);
        let traversal = Traversal::of_variable(name, at.span(), steps, at.source());
        match self.context.resolve(&traversal) {
            Ok(Some(value)) => Fact::of_variable(&value),
            _ => Fact::OPEN,
        }
    }

    /// Returns the part of the value of a variable that a path of attributes leads to.
    fn part_of_variable(&self, postfix: Postfix<'_>) -> Option<&Value> {
        let ExpressionKind::Variable(name) = postfix.operand().kind() else { return None };
        let root = self.context.variable(name)?;
        postfix.steps().try_fold(root, |value, step| match step.kind() {
            StepKind::GetAttr(name) => value.as_object()?.get(name),
            _ => None,
        })
    }

    /// Visits an operand and its steps. A variable is an operand together with its steps.
    fn visit_parts(&mut self, postfix: Postfix<'t>) {
        let operand = postfix.operand();
        match operand.kind() {
            ExpressionKind::Variable(name) => {
                self.fact = self.variable(name, operand, Some(postfix));
                self.known.insert(operand.id(), self.fact);
            }
            _ => self.visit_expression(operand),
        }
        postfix.steps().for_each(|step| self.visit_step(step));
    }
}

impl<'t> Visitor<'t> for Finder<'_, 't> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        let outer = mem::replace(&mut self.fact, Fact::CONSTANT);
        match expression.kind() {
            ExpressionKind::Postfix(postfix) => self.visit_parts(postfix),
            _ => visit::walk(self, expression),
        }
        let mut fact = self.fact;
        let mut is_operation = false;
        match expression.kind() {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Tuple(_)
            | ExpressionKind::Object(_) => {}
            ExpressionKind::Variable(name) => fact = self.variable(name, expression, None),
            ExpressionKind::Postfix(postfix) => match self.part_of_variable(postfix) {
                Some(value) if fact.level == CLOSED => fact.has_unknown = !value.is_wholly_known(),
                _ => is_operation = true,
            },
            ExpressionKind::FunctionCall(call) => {
                // A function can have a result for unknown values and fail for known ones.
                fact.is_lazy = true;
                fact.is_constant = false;
                if !self.context.is_callable(call.name()) {
                    fact.level = OPEN;
                }
            }
            ExpressionKind::Template(_) => is_operation = true,
            ExpressionKind::Unary(unary) => is_operation = !unary.is_negative_number(),
            ExpressionKind::Binary(binary) => {
                let any = |test: fn(BinaryOperator) -> bool| binary.rest().any(|(it, _)| test(it));
                fact.is_lazy |= any(|it| matches!(it, BinaryOperator::And | BinaryOperator::Or));
                // Comparing values for equality never fails.
                is_operation = any(|it| !matches!(it, BinaryOperator::Equal | BinaryOperator::NotEqual));
                fact.is_constant = false;
            }
            ExpressionKind::Conditional(_) => {
                fact.is_lazy = true;
                fact.is_constant = false;
            }
            ExpressionKind::For(node) => {
                // The condition has to be a bool, even if the collection is empty.
                let condition = node.condition().and_then(|condition| self.known.get(&condition.id()));
                fact.is_lazy |= condition.is_some_and(|condition| condition.has_unknown);
                fact.is_constant = false;
            }
            ExpressionKind::Parentheses(_) => fact.is_constant = false,
            ExpressionKind::Error(_) => fact = Fact::OPEN,
        }
        if is_operation {
            // An operation can fail for the known values of an unknown operand.
            fact.is_lazy |= fact.has_unknown;
            fact.is_constant = false;
        }
        self.known.insert(expression.id(), fact);
        self.fact = outer.and(fact);
    }

    fn visit_template_part(&mut self, _span: Span, part: TemplatePart<'t>) {
        visit::walk(self, part);
        self.fact.is_lazy |= matches!(part, TemplatePart::If(_));
    }

    fn enter_scope(&mut self, scope: Scope<'t>) {
        self.outer.push(mem::replace(&mut self.fact, Fact::CONSTANT));
        self.bound.extend(scope.names().map(|name| (name, self.outer.len())));
    }

    fn leave_scope(&mut self, scope: Scope<'t>) {
        self.bound.truncate(self.bound.len() - scope.names().count());
        if self.fact.level == self.outer.len() {
            self.fact.level = CLOSED;
        }
        self.fact = self.outer.pop().map_or(self.fact, |outer| outer.and(self.fact));
    }
}
