//! The references of an expression: variables of the root scope, and functions.

use super::ast::{Expression, ExpressionKind, Name, Step, SyntaxNode};
use super::traversal::{Traversal, TraversalStep};
use super::visit::{self, Scope, Visitor};
use crate::source::{Source, Span};

impl Expression<'_> {
    /// Returns the variables of the root scope that it refers to, see
    /// [`variables`](crate::Expression::variables). `[for x in a.b : x + c]` refers to `a.b` and
    /// `c`.
    pub(crate) fn variables(self) -> Vec<Traversal> {
        let mut variables = Variables { source: self.source(), found: Vec::new(), bound: Vec::new() };
        variables.visit_expression(self);
        variables.found
    }

    /// Returns the functions that it calls, see [`calls`](crate::Expression::calls).
    pub(crate) fn calls(self) -> Vec<Traversal> {
        let mut calls = Vec::new();
        SyntaxNode::Expression(self).walk(|node, _| {
            if let SyntaxNode::Expression(expression) = node
                && let ExpressionKind::FunctionCall(call) = expression.kind()
            {
                let name = TraversalStep::Root { name: call.name().into(), span: call.name_span() };
                calls.push(Traversal::new(vec![name], self.source()));
            }
            true
        });
        calls
    }
}

struct Variables<'t> {
    source: &'t Source,
    found: Vec<Traversal>,
    /// The variables of the scopes around the current node.
    bound: Vec<Name<'t>>,
}

impl<'t> Variables<'t> {
    /// Adds a reference, unless it refers to a variable of a scope.
    fn refer(&mut self, name: &'t str, span: Span, steps: impl Iterator<Item = Step<'t>>) {
        if !self.bound.iter().any(|bound| bound.text == name) {
            self.found.push(Traversal::of_variable(name, span, steps, self.source));
        }
    }
}

impl<'t> Visitor<'t> for Variables<'t> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        match expression.kind() {
            ExpressionKind::Variable(name) => self.refer(name, expression.span(), std::iter::empty()),
            ExpressionKind::Postfix(postfix) => {
                let operand = postfix.operand();
                match operand.kind() {
                    ExpressionKind::Variable(name) => self.refer(name, operand.span(), postfix.steps()),
                    _ => self.visit_expression(operand),
                }
                postfix.steps().for_each(|step| self.visit_step(step));
            }
            _ => visit::walk(self, expression),
        }
    }

    fn enter_scope(&mut self, scope: Scope<'t>) {
        self.bound.extend(scope.names());
    }

    fn leave_scope(&mut self, scope: Scope<'t>) {
        self.bound.truncate(self.bound.len() - scope.names().count());
    }
}
