//! The nodes of the syntax tree as one type.

use super::{Attribute, Block, Body, Expression, Label, Name, ObjectKey, Step};
use crate::source::Span;
use crate::syntax::visit::{self, Visitor};

/// A node of the syntax tree.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) enum SyntaxNode<'t> {
    /// The body of a file or of a block.
    Body(Body<'t>),
    /// `name = value`
    Attribute(Attribute<'t>),
    /// `type "label" { … }`
    Block(Block<'t>),
    /// A label of a block.
    Label(Label<'t>),
    /// An expression of any kind.
    Expression(Expression<'t>),
    /// A key of an object that is a bare name.
    Name(Name<'t>),
    /// An attribute, an index or a splat after an expression.
    Step(Step<'t>),
}

impl<'t> SyntaxNode<'t> {
    /// Returns the bytes it covers.
    pub(in crate::syntax) fn span(self) -> Span {
        match self {
            Self::Body(body) => body.span(),
            Self::Attribute(attribute) => attribute.span(),
            Self::Block(block) => block.span(),
            Self::Label(label) => label.span(),
            Self::Expression(expression) => expression.span(),
            Self::Name(name) => name.span,
            Self::Step(step) => step.span(),
        }
    }

    /// Passes this node and those in it to a function, with their depth, from the outermost to the
    /// innermost. If the function returns `false`, those in the node are left out.
    pub(in crate::syntax) fn walk(self, enter: impl FnMut(SyntaxNode<'t>, usize) -> bool) {
        Walk { enter, depth: 0 }.visit(self);
    }
}

struct Walk<F> {
    enter: F,
    depth: usize,
}

impl<'t, F: FnMut(SyntaxNode<'t>, usize) -> bool> Walk<F> {
    fn visit(&mut self, node: SyntaxNode<'t>) {
        if !(self.enter)(node, self.depth) {
            return;
        }
        self.depth += 1;
        match node {
            SyntaxNode::Body(body) => visit::walk(self, body),
            SyntaxNode::Attribute(attribute) => visit::walk(self, attribute),
            SyntaxNode::Block(block) => visit::walk(self, block),
            SyntaxNode::Label(_) | SyntaxNode::Name(_) => {}
            SyntaxNode::Expression(expression) => visit::walk(self, expression),
            SyntaxNode::Step(step) => visit::walk(self, step),
        }
        self.depth -= 1;
    }
}

impl<'t, F: FnMut(SyntaxNode<'t>, usize) -> bool> Visitor<'t> for Walk<F> {
    fn visit_body(&mut self, body: Body<'t>) {
        self.visit(SyntaxNode::Body(body));
    }

    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        self.visit(SyntaxNode::Attribute(attribute));
    }

    fn visit_block(&mut self, block: Block<'t>) {
        self.visit(SyntaxNode::Block(block));
    }

    fn visit_label(&mut self, label: Label<'t>) {
        self.visit(SyntaxNode::Label(label));
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        self.visit(SyntaxNode::Expression(expression));
    }

    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        self.visit(match key {
            ObjectKey::Name(name) => SyntaxNode::Name(name),
            ObjectKey::Expression(expression) => SyntaxNode::Expression(expression),
        });
    }

    fn visit_step(&mut self, step: Step<'t>) {
        self.visit(SyntaxNode::Step(step));
    }
}
