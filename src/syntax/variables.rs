//! The references of an expression: variables of the root scope, and functions.

use super::ast::{Expression, ExpressionKind, For, ObjectItem, Postfix, Step, SyntaxNode, TemplateFor};
use super::traversal::Traversal;
use super::visit::{self, Visitor};
use crate::source::{Source, Span};

/// A function that is called, see [`Expression::calls`](crate::Expression::calls).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FunctionName {
    /// Its name, with its namespace: `ns::name`.
    pub name: String,
    /// The location of the name.
    pub span: Span,
}

impl Expression<'_> {
    /// Returns the variables of the root scope that it refers to, see
    /// [`variables`](crate::Expression::variables).
    pub fn variables(self) -> Vec<Traversal> {
        let mut variables = Variables { source: self.source(), found: Vec::new(), bound: Vec::new() };
        variables.visit_expression(self);
        variables.found
    }

    /// Returns the functions that it calls, see [`calls`](crate::Expression::calls).
    pub fn calls(self) -> Vec<FunctionName> {
        let mut calls = Vec::new();
        SyntaxNode::Expression(self).walk(|node, _| {
            if let SyntaxNode::Expression(expression) = node
                && let ExpressionKind::FunctionCall(call) = expression.kind()
            {
                calls.push(FunctionName { name: call.name().into(), span: call.name_span() });
            }
            true
        });
        calls
    }
}

struct Variables<'t> {
    source: &'t Source,
    found: Vec<Traversal>,
    /// The names that the `for`s around the current node bind.
    bound: Vec<&'t str>,
}

impl<'t> Variables<'t> {
    /// Adds a reference, unless its name is bound here.
    fn refer(&mut self, name: &'t str, span: Span, steps: impl Iterator<Item = Step<'t>>) {
        if !self.bound.contains(&name) {
            self.found.push(Traversal::of_variable(name, span, steps, self.source));
        }
    }

    /// Binds the names of a `for`. Returns the number of names that were bound before.
    fn bind(&mut self, key: Option<&'t str>, value: &'t str) -> usize {
        let outer = self.bound.len();
        self.bound.extend(key);
        self.bound.push(value);
        outer
    }
}

impl<'t> Visitor<'t> for Variables<'t> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        if let ExpressionKind::Variable(name) = expression.kind() {
            self.refer(name, expression.span(), std::iter::empty());
        }
        visit::walk_expression(self, expression);
    }

    fn visit_postfix(&mut self, postfix: Postfix<'t>) {
        let operand = postfix.operand();
        match operand.kind() {
            ExpressionKind::Variable(name) => self.refer(name, operand.span(), postfix.steps()),
            _ => self.visit_expression(operand),
        }
        postfix.steps().for_each(|step| self.visit_step(step));
    }

    fn visit_object_item(&mut self, item: ObjectItem<'t>) {
        // A bare name as a key is a string, not a reference.
        if !matches!(item.key.kind(), ExpressionKind::Variable(_)) {
            self.visit_expression(item.key);
        }
        self.visit_expression(item.value);
    }

    fn visit_for(&mut self, node: For<'t>) {
        self.visit_expression(node.collection());
        let outer = self.bind(node.key_name(), node.value_name());
        let parts = [node.key(), Some(node.value()), node.condition()];
        parts.into_iter().flatten().for_each(|part| self.visit_expression(part));
        self.bound.truncate(outer);
    }

    fn visit_template_for(&mut self, node: TemplateFor<'t>) {
        self.visit_expression(node.collection());
        let outer = self.bind(node.key_name(), node.value_name());
        node.parts().for_each(|(span, part)| self.visit_template_part(span, part));
        self.bound.truncate(outer);
    }
}
