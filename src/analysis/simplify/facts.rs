//! The facts on which the value of each part of an expression depends.

use std::collections::HashMap;

use crate::eval::EvalContext;
use crate::source::Span;
use crate::syntax::ast::tree::ExprId;
use crate::syntax::ast::{
    BinaryOperator, Expression, ExpressionKind, Object, Postfix, StepKind, Template, TemplatePart,
};
use crate::syntax::traversal::Traversal;
use crate::value::Value;

/// The names without which a value is not determined.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub(super) enum Dependence {
    /// Only names that the context defines.
    Closed,
    /// Also names that `for` constructs define, the outermost at this level.
    Bound(usize),
    /// Also names that are not defined.
    Open,
}

impl Dependence {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Bound(a), Self::Bound(b)) => Self::Bound(a.min(b)),
            (a, b) if a > b => a,
            (_, b) => b,
        }
    }

    /// Returns the dependence of a `for` construct of a level on a part in its scope.
    fn outside(self, level: usize) -> Self {
        if self == Self::Bound(level) { Self::Closed } else { self }
    }
}

/// The facts about an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) dependence: Dependence,
    /// A variable in it is not wholly known.
    has_unknown: bool,
    /// It can have a value for unknown values and an error for known ones, since parts of it decide
    /// whether errors of other parts count, or it applies an operation to an unknown value.
    is_lazy: bool,
    /// It needs no computation.
    pub(super) is_constant: bool,
}

impl Fact {
    const CONSTANT: Self =
        Self { dependence: Dependence::Closed, has_unknown: false, is_lazy: false, is_constant: true };
    const OPEN: Self = Self { dependence: Dependence::Open, is_constant: false, ..Self::CONSTANT };

    fn and(self, other: Self) -> Self {
        Self {
            dependence: self.dependence.and(other.dependence),
            has_unknown: self.has_unknown || other.has_unknown,
            is_lazy: self.is_lazy || other.is_lazy,
            is_constant: self.is_constant && other.is_constant,
        }
    }

    fn computed(self) -> Self {
        Self { is_constant: false, ..self }
    }

    /// Returns the fact of an operation, which can fail for the known values of an unknown operand.
    fn operation(self) -> Self {
        Self { is_lazy: self.is_lazy || self.has_unknown, ..self.computed() }
    }

    fn lazy(self) -> Self {
        Self { is_lazy: true, is_constant: false, ..self }
    }

    fn outside(self, level: usize) -> Self {
        Self { dependence: self.dependence.outside(level), is_constant: false, ..self }
    }

    /// Returns whether its value in the context is its value in every context with more variables.
    pub(super) fn is_determined(self) -> bool {
        self.dependence == Dependence::Closed && !(self.has_unknown && self.is_lazy)
    }
}

/// The facts about the parts of an expression.
pub(super) struct Facts<'c, 'n> {
    context: &'c EvalContext,
    /// Names that are defined elsewhere, even if the context defines them too.
    reserved: &'n [String],
    known: HashMap<ExprId, Fact, foldhash::fast::RandomState>,
}

/// The names that `for` constructs define, each with its level.
struct Scope<'t> {
    names: Vec<(&'t str, usize)>,
    level: usize,
}

impl<'t> Scope<'t> {
    fn level_of(&self, name: &str) -> Option<usize> {
        self.names.iter().rev().find(|(bound, _)| *bound == name).map(|(_, level)| *level)
    }
}

impl<'c, 'n> Facts<'c, 'n> {
    pub(super) fn of(expression: Expression<'_>, context: &'c EvalContext, reserved: &'n [String]) -> Self {
        let mut facts = Self { context, reserved, known: HashMap::default() };
        facts.visit(expression, &mut Scope { names: Vec::new(), level: 0 });
        facts
    }

    pub(super) fn get(&self, expression: Expression<'_>) -> Fact {
        self.known.get(&expression.id()).copied().unwrap_or(Fact::OPEN)
    }

    fn visit<'t>(&mut self, expression: Expression<'t>, scope: &mut Scope<'t>) -> Fact {
        let fact = self.fact(expression, scope);
        self.known.insert(expression.id(), fact);
        fact
    }

    fn all<'t>(&mut self, parts: impl IntoIterator<Item = Expression<'t>>, scope: &mut Scope<'t>) -> Fact {
        parts.into_iter().fold(Fact::CONSTANT, |fact, part| fact.and(self.visit(part, scope)))
    }

    fn fact<'t>(&mut self, expression: Expression<'t>, scope: &mut Scope<'t>) -> Fact {
        match expression.kind() {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_) => Fact::CONSTANT,
            ExpressionKind::Template(template) => self.template(template, scope).operation(),
            ExpressionKind::Variable(name) => self.variable(name, expression, None, scope),
            ExpressionKind::Postfix(postfix) => self.postfix(postfix, scope),
            ExpressionKind::FunctionCall(call) => {
                // A function can have a result for unknown values and fail for known ones.
                let arguments = self.all(call.arguments(), scope).lazy();
                let is_defined =
                    self.context.is_special_form(call.name()) || self.context.function(call.name()).is_some();
                if is_defined { arguments } else { arguments.and(Fact::OPEN) }
            }
            ExpressionKind::Tuple(tuple) => self.all(tuple.elements(), scope),
            ExpressionKind::Object(object) => self.object(object, scope),
            ExpressionKind::For(node) => {
                let collection = self.visit(node.collection(), scope);
                let body = self.bound([node.key_name(), Some(node.value_name())], scope, |facts, scope| {
                    let parts = facts.all(node.key().into_iter().chain([node.value()]), scope);
                    match node.condition() {
                        // The condition has to be a bool, even if the collection is empty.
                        Some(condition) => parts.and(facts.visit(condition, scope).operation()),
                        None => parts,
                    }
                });
                collection.and(body).computed()
            }
            ExpressionKind::Unary(unary) => {
                let is_literal = matches!(unary.operand().kind(), ExpressionKind::Number(_));
                let operand = self.visit(unary.operand(), scope);
                if is_literal && unary.operators().len() == 1 { operand } else { operand.operation() }
            }
            ExpressionKind::Binary(binary) => {
                let operands = [binary.first()].into_iter().chain(binary.rest().map(|(_, operand)| operand));
                let fact = self.all(operands, scope);
                let any = |test: fn(BinaryOperator) -> bool| binary.rest().any(|(it, _)| test(it));
                if any(|it| matches!(it, BinaryOperator::And | BinaryOperator::Or)) {
                    fact.lazy()
                } else if any(|it| !matches!(it, BinaryOperator::Equal | BinaryOperator::NotEqual)) {
                    fact.operation()
                } else {
                    // Comparing values for equality never fails.
                    fact.computed()
                }
            }
            ExpressionKind::Conditional(conditional) => {
                let arms = conditional.arms().flat_map(|(predicate, result)| [predicate, result]);
                self.all(arms.chain([conditional.otherwise()]), scope).lazy()
            }
            ExpressionKind::Parentheses(inner) => self.visit(inner, scope).computed(),
            ExpressionKind::Error(inner) => {
                inner.map(|inner| self.visit(inner, scope));
                Fact::OPEN
            }
        }
    }

    fn variable<'t>(
        &mut self,
        name: &str,
        expression: Expression<'t>,
        steps: Option<Postfix<'t>>,
        scope: &Scope<'t>,
    ) -> Fact {
        if let Some(level) = scope.level_of(name) {
            return Fact { dependence: Dependence::Bound(level), ..Fact::CONSTANT }.computed();
        }
        if self.reserved.iter().any(|reserved| reserved == name) {
            return Fact::OPEN;
        }
        let of = |is_known: bool| Fact { has_unknown: !is_known, ..Fact::CONSTANT }.computed();
        match self.context.variable(name) {
            Some(value) => of(value.is_wholly_known()),
            None if self.context.has_resolver() => {
                let steps = steps.into_iter().flat_map(Postfix::steps);
                let traversal = Traversal::of_variable(name, expression.span(), steps, expression.source());
                match self.context.resolve(&traversal) {
                    Ok(Some(value)) => of(value.is_wholly_known()),
                    _ => Fact::OPEN,
                }
            }
            None => Fact::OPEN,
        }
    }

    fn postfix<'t>(&mut self, postfix: Postfix<'t>, scope: &mut Scope<'t>) -> Fact {
        let operand = postfix.operand();
        let mut fact = match operand.kind() {
            ExpressionKind::Variable(name) => {
                let fact = self.variable(name, operand, Some(postfix), scope);
                self.known.insert(operand.id(), fact);
                fact
            }
            _ => self.visit(operand, scope),
        };
        for step in postfix.steps() {
            if let StepKind::Index(key) | StepKind::LegacyIndex(key) = step.kind() {
                fact = fact.and(self.visit(key, scope));
            }
        }
        match self.part_of_variable(postfix) {
            Some(value) if fact.dependence == Dependence::Closed => {
                Fact { has_unknown: !value.is_wholly_known(), ..fact }.computed()
            }
            _ => fact.operation(),
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

    /// Returns the facts of an object. The value of a key that is a name is the name.
    fn object<'t>(&mut self, object: Object<'t>, scope: &mut Scope<'t>) -> Fact {
        let mut fact = Fact::CONSTANT;
        for item in object.items() {
            if !matches!(item.key.kind(), ExpressionKind::Variable(_)) {
                fact = fact.and(self.visit(item.key, scope));
            }
            fact = fact.and(self.visit(item.value, scope));
        }
        fact
    }

    fn template<'t>(&mut self, template: Template<'t>, scope: &mut Scope<'t>) -> Fact {
        self.parts(template.parts(), scope)
    }

    fn parts<'t>(
        &mut self,
        parts: impl IntoIterator<Item = (Span, TemplatePart<'t>)>,
        scope: &mut Scope<'t>,
    ) -> Fact {
        parts.into_iter().fold(Fact::CONSTANT, |fact, (_, part)| fact.and(self.part(part, scope)))
    }

    fn part<'t>(&mut self, part: TemplatePart<'t>, scope: &mut Scope<'t>) -> Fact {
        match part {
            TemplatePart::Literal(_) => Fact::CONSTANT,
            TemplatePart::Interpolation(inner) => self.visit(inner, scope).operation(),
            TemplatePart::If(node) => {
                let condition = self.visit(node.condition(), scope);
                let parts = self.parts(node.then().chain(node.otherwise()), scope);
                condition.and(parts).lazy()
            }
            TemplatePart::For(node) => {
                let collection = self.visit(node.collection(), scope);
                let body = self.bound([node.key_name(), Some(node.value_name())], scope, |facts, scope| {
                    facts.parts(node.parts(), scope)
                });
                collection.and(body).computed()
            }
        }
    }

    /// Returns the facts of the parts of a `for` construct in which its names are defined.
    fn bound<'t>(
        &mut self,
        names: [Option<&'t str>; 2],
        scope: &mut Scope<'t>,
        parts: impl FnOnce(&mut Self, &mut Scope<'t>) -> Fact,
    ) -> Fact {
        scope.level += 1;
        let (level, outer) = (scope.level, scope.names.len());
        scope.names.extend(names.into_iter().flatten().map(|name| (name, level)));
        let fact = parts(self, scope);
        scope.names.truncate(outer);
        scope.level -= 1;
        fact.outside(level)
    }
}
