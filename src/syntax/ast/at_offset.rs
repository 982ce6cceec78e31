//! The nodes at an offset, from the root to the innermost one.

use super::{Attribute, Block, Body, Expression, Label, Step};
use crate::source::Span;
use crate::syntax::visit::{self, Visitor};

/// A node of the syntax tree, see [`Body::nodes_at`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Node<'t> {
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
    /// An attribute, an index or a splat after an expression.
    Step(Step<'t>),
}

impl Node<'_> {
    /// Returns the bytes it covers.
    pub fn span(self) -> Span {
        match self {
            Self::Body(body) => body.span(),
            Self::Attribute(attribute) => attribute.span(),
            Self::Block(block) => block.span(),
            Self::Label(label) => label.span(),
            Self::Expression(expression) => expression.span(),
            Self::Step(step) => step.span(),
        }
    }
}

impl<'t> Body<'t> {
    /// Returns the nodes that cover the byte at an offset, from this body to the innermost node;
    /// none if the offset is outside of the body.
    ///
    /// ```
    /// use serde_hcl::ast::Node;
    ///
    /// let text = "service \"web\" {\n  port = base + 1\n}\n";
    /// let file = serde_hcl::parse_file(text).into_result()?;
    /// let body = file.ast().expect("it is in native syntax");
    /// let nodes = body.nodes_at(text.find("base").unwrap_or_default() as u32);
    /// let texts: Vec<_> = nodes.iter().map(|node| file.source().slice(node.span())).collect();
    /// assert_eq!(texts[3..], ["port = base + 1", "base + 1", "base"]);
    /// assert!(matches!(nodes[1], Node::Block(block) if block.block_type() == "service"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn nodes_at(self, offset: u32) -> Vec<Node<'t>> {
        let mut search = Search { offset, nodes: Vec::new() };
        search.visit_body(self);
        search.nodes
    }
}

struct Search<'t> {
    offset: u32,
    nodes: Vec<Node<'t>>,
}

impl<'t> Search<'t> {
    /// Adds a node if it covers the offset. Returns whether it does.
    fn enter(&mut self, node: Node<'t>) -> bool {
        let span = node.span();
        let is_here = span.start <= self.offset && self.offset < span.end;
        if is_here {
            self.nodes.push(node);
        }
        is_here
    }
}

impl<'t> Visitor<'t> for Search<'t> {
    fn visit_body(&mut self, body: Body<'t>) {
        if self.enter(Node::Body(body)) {
            visit::walk_body(self, body);
        }
    }

    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        if self.enter(Node::Attribute(attribute)) {
            visit::walk_attribute(self, attribute);
        }
    }

    fn visit_block(&mut self, block: Block<'t>) {
        if self.enter(Node::Block(block)) {
            visit::walk_block(self, block);
        }
    }

    fn visit_label(&mut self, label: Label<'t>) {
        self.enter(Node::Label(label));
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        if self.enter(Node::Expression(expression)) {
            visit::walk_expression(self, expression);
        }
    }

    fn visit_step(&mut self, step: Step<'t>) {
        if self.enter(Node::Step(step)) {
            visit::walk_step(self, step);
        }
    }
}
