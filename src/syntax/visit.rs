//! Walking the syntax tree.
//!
//! A [`Visitor`] has methods for the nodes of a tree. By default, each visits the children of its
//! node in source order. Override the methods for the nodes of interest, and call [`walk`] to visit
//! their children.
//!
//! A [`Scope`] is entered before the parts of a `for` in which its names are variables, and left
//! after them. A visitor that resolves names keeps a stack of the scopes.
//!
//! ```
//! use serde_hcl::ast::visit::{Visitor, walk};
//! use serde_hcl::ast::{Expression, ExpressionKind};
//!
//! /// Collects the names of all variables.
//! #[derive(Default)]
//! struct References<'t>(Vec<&'t str>);
//!
//! impl<'t> Visitor<'t> for References<'t> {
//!     fn visit_expression(&mut self, expression: Expression<'t>) {
//!         if let ExpressionKind::Variable(name) = expression.kind() {
//!             self.0.push(name);
//!         }
//!         walk(self, expression);
//!     }
//! }
//!
//! let file = serde_hcl::parse_file("a = var.x + 1\nb {\n  c = [local.y, \"${each.key}\"]\n}\n")
//!     .into_result()?;
//! let mut references = References::default();
//! references.visit_body(file.ast().expect("it is in native syntax"));
//! assert_eq!(references.0, ["var", "local", "each"]);
//! # Ok::<(), serde_hcl::Error>(())
//! ```

use super::ast::{
    Attribute, Binary, Block, Body, BodyItem, Conditional, Expression, ExpressionKind as Kind, For,
    FunctionCall, Label, Object, ObjectItem, ObjectKey, Postfix, Step, StepKind, Template, TemplateFor,
    TemplateIf, TemplatePart, Tuple, Unary,
};
use super::scope::{DYNAMIC, FOR_EACH, ITERATOR};
use crate::source::Span;

pub use super::scope::Scope;

/// Callbacks for the nodes of a syntax tree. By default, every method visits the children of its
/// node.
///
/// ```
/// use serde_hcl::ast::visit::{Visitor, walk};
/// use serde_hcl::ast::{Expression, ExpressionKind};
///
/// /// Counts the calls of functions.
/// struct Calls(usize);
///
/// impl<'t> Visitor<'t> for Calls {
///     fn visit_expression(&mut self, expression: Expression<'t>) {
///         if let ExpressionKind::FunctionCall(_) = expression.kind() {
///             self.0 += 1;
///         }
///         walk(self, expression);
///     }
/// }
///
/// let file = serde_hcl::parse_file("a = upper(trim(b))\n").into_result()?;
/// let mut calls = Calls(0);
/// calls.visit_body(file.ast().expect("it is in native syntax"));
/// assert_eq!(calls.0, 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub trait Visitor<'t> {
    /// Visits the items of a file or of a block.
    fn visit_body(&mut self, body: Body<'t>) {
        walk(self, body);
    }

    /// Visits `name = value`.
    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        walk(self, attribute);
    }

    /// Visits `type "label" { … }`.
    fn visit_block(&mut self, block: Block<'t>) {
        walk(self, block);
    }

    /// Visits a label of a block.
    fn visit_label(&mut self, _label: Label<'t>) {}

    /// Visits any expression. Its [kind](Expression::kind) has its parts.
    fn visit_expression(&mut self, expression: Expression<'t>) {
        walk(self, expression);
    }

    /// Visits one step after an operand, such as `.name` or `[0]`.
    fn visit_step(&mut self, step: Step<'t>) {
        walk(self, step);
    }

    /// Visits a key of an object.
    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        walk(self, key);
    }

    /// Visits a part of a template with its span.
    fn visit_template_part(&mut self, _span: Span, part: TemplatePart<'t>) {
        walk(self, part);
    }

    /// Is called before the parts of a construct in which its names are variables.
    fn enter_scope(&mut self, _scope: Scope<'t>) {}

    /// Is called after these parts.
    fn leave_scope(&mut self, _scope: Scope<'t>) {}
}

/// A node of a syntax tree, whose children [`walk`] visits.
///
/// ```
/// use serde_hcl::ast::visit::{Node, Visitor, walk};
/// use serde_hcl::ast::Expression;
///
/// /// Returns the number of expressions in a node.
/// fn count<'t>(node: impl Node<'t>) -> usize {
///     struct Count(usize);
///
///     impl<'t> Visitor<'t> for Count {
///         fn visit_expression(&mut self, expression: Expression<'t>) {
///             self.0 += 1;
///             walk(self, expression);
///         }
///     }
///
///     let mut found = Count(0);
///     walk(&mut found, node);
///     found.0
/// }
///
/// let file = serde_hcl::parse_file("a = [1, 2]\nb = 3\n").into_result()?;
/// let body = file.ast().expect("it is in native syntax");
/// assert_eq!(count(body), 4);
/// assert_eq!(count(body.attribute("a").expect("it is there")), 3);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub trait Node<'t>: sealed::Sealed {
    #[doc(hidden)]
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V);
}

/// Visits the children of a node, in source order where an implementation of [`Node`] does not
/// have another one.
pub fn walk<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, node: impl Node<'t>) {
    node.walk(visitor);
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! nodes {
    ($($node:ident),+) => {
        $(impl sealed::Sealed for $node<'_> {})+
    };
}

nodes!(
    Body,
    Attribute,
    Block,
    Expression,
    Postfix,
    Step,
    FunctionCall,
    Tuple,
    Object,
    ObjectItem,
    ObjectKey,
    For,
    Unary,
    Binary,
    Conditional,
    Template,
    TemplatePart,
    TemplateIf,
    TemplateFor
);

/// Visits the items of a body.
impl<'t> Node<'t> for Body<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        for item in self.items() {
            match item {
                BodyItem::Attribute(attribute) => visitor.visit_attribute(attribute),
                BodyItem::Block(block) => visitor.visit_block(block),
            }
        }
    }
}

/// Visits the value of an attribute.
impl<'t> Node<'t> for Attribute<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_expression(self.expression());
    }
}

/// Visits the labels and the body of a block. A dynamic block is visited like any other, see
/// [`walk_dynamic_block`].
impl<'t> Node<'t> for Block<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        self.labels().for_each(|label| visitor.visit_label(label));
        visitor.visit_body(self.body());
    }
}

/// Visits a block in an application that expands dynamic blocks. The collection of a dynamic block
/// is visited first, and the other items in the scope of the iterator. Its name is not visited.
/// Other blocks are visited by [`walk`].
///
/// ```
/// use serde_hcl::ast::visit::{Scope, Visitor, walk_dynamic_block};
/// use serde_hcl::ast::{Block, Expression, ExpressionKind};
///
/// /// Collects the variables that are not iterators.
/// #[derive(Default)]
/// struct Free<'t> {
///     scopes: Vec<Scope<'t>>,
///     names: Vec<&'t str>,
/// }
///
/// impl<'t> Visitor<'t> for Free<'t> {
///     fn visit_block(&mut self, block: Block<'t>) {
///         walk_dynamic_block(self, block);
///     }
///
///     fn visit_expression(&mut self, expression: Expression<'t>) {
///         let ExpressionKind::Variable(name) = expression.kind() else {
///             return serde_hcl::ast::visit::walk(self, expression);
///         };
///         if !self.scopes.iter().flat_map(|scope| scope.names()).any(|it| it.text == name) {
///             self.names.push(name);
///         }
///     }
///
///     fn enter_scope(&mut self, scope: Scope<'t>) {
///         self.scopes.push(scope);
///     }
///
///     fn leave_scope(&mut self, _scope: Scope<'t>) {
///         self.scopes.pop();
///     }
/// }
///
/// let text = r#"
/// dynamic "port" {
///   for_each = ports
///   content {
///     number = port.value + base
///   }
/// }
/// "#;
/// let file = serde_hcl::parse_file(text).into_result()?;
/// let mut free = Free::default();
/// free.visit_body(file.ast().expect("it is in native syntax"));
/// assert_eq!(free.names, ["ports", "base"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn walk_dynamic_block<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, block: Block<'t>) {
    let scope = Scope::DynamicBlock(block);
    if block.block_type() != DYNAMIC || scope.names().next().is_none() {
        return walk(visitor, block);
    }
    block.labels().for_each(|label| visitor.visit_label(label));
    let is_collection = |attribute: &Attribute<'_>| attribute.name() == FOR_EACH;
    block.body().attributes().filter(is_collection).for_each(|it| visitor.visit_attribute(it));
    visitor.enter_scope(scope);
    for item in block.body().items() {
        match item {
            BodyItem::Attribute(it) if [FOR_EACH, ITERATOR].contains(&it.name()) => {}
            BodyItem::Attribute(attribute) => visitor.visit_attribute(attribute),
            BodyItem::Block(block) => visitor.visit_block(block),
        }
    }
    visitor.leave_scope(scope);
}

/// Visits the parts of an expression.
impl<'t> Node<'t> for Expression<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        match self.kind() {
            Kind::Null
            | Kind::Bool(_)
            | Kind::Number(_)
            | Kind::String(_)
            | Kind::Variable(_)
            | Kind::Error(None) => {}
            Kind::Template(template) => walk(visitor, template),
            Kind::Postfix(postfix) => walk(visitor, postfix),
            Kind::FunctionCall(call) => walk(visitor, call),
            Kind::Tuple(tuple) => walk(visitor, tuple),
            Kind::Object(object) => walk(visitor, object),
            Kind::For(node) => walk(visitor, node),
            Kind::Unary(unary) => walk(visitor, unary),
            Kind::Binary(binary) => walk(visitor, binary),
            Kind::Conditional(conditional) => walk(visitor, conditional),
            Kind::Parentheses(inner) | Kind::Error(Some(inner)) => {
                visitor.visit_expression(inner);
            }
        }
    }
}

/// Visits the operand of a postfix expression, then its steps.
impl<'t> Node<'t> for Postfix<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_expression(self.operand());
        self.steps().for_each(|step| visitor.visit_step(step));
    }
}

/// Visits the key of a step that is an index.
impl<'t> Node<'t> for Step<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        match self.kind() {
            StepKind::Index(key) | StepKind::LegacyIndex(key) => visitor.visit_expression(key),
            StepKind::GetAttr(_) | StepKind::AttrSplat | StepKind::FullSplat => {}
        }
    }
}

/// Visits the arguments of a call.
impl<'t> Node<'t> for FunctionCall<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        self.arguments().for_each(|argument| visitor.visit_expression(argument));
    }
}

/// Visits the elements of a tuple.
impl<'t> Node<'t> for Tuple<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        self.elements().for_each(|element| visitor.visit_expression(element));
    }
}

/// Visits the items of an object.
impl<'t> Node<'t> for Object<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        self.items().for_each(|item| walk(visitor, item));
    }
}

/// Visits a key, then its value.
impl<'t> Node<'t> for ObjectItem<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_object_key(self.key);
        visitor.visit_expression(self.value);
    }
}

/// Visits a key that is an expression.
impl<'t> Node<'t> for ObjectKey<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        match self {
            ObjectKey::Name(_) => {}
            ObjectKey::Expression(expression) => visitor.visit_expression(expression),
        }
    }
}

/// Visits the collection, then key, value and condition in the scope of the names.
impl<'t> Node<'t> for For<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_expression(self.collection());
        visitor.enter_scope(Scope::For(self));
        [self.key(), Some(self.value()), self.condition()]
            .into_iter()
            .flatten()
            .for_each(|part| visitor.visit_expression(part));
        visitor.leave_scope(Scope::For(self));
    }
}

/// Visits the operand.
impl<'t> Node<'t> for Unary<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_expression(self.operand());
    }
}

/// Visits the operands.
impl<'t> Node<'t> for Binary<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_expression(self.first());
        for (_, operand) in self.rest() {
            visitor.visit_expression(operand);
        }
    }
}

/// Visits predicates and results in turn, then the last result.
impl<'t> Node<'t> for Conditional<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        for (predicate, result) in self.arms() {
            visitor.visit_expression(predicate);
            visitor.visit_expression(result);
        }
        visitor.visit_expression(self.otherwise());
    }
}

/// Visits the parts of a template.
impl<'t> Node<'t> for Template<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        self.parts().for_each(|(span, part)| visitor.visit_template_part(span, part));
    }
}

/// Visits the expressions in a part of a template.
impl<'t> Node<'t> for TemplatePart<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        match self {
            TemplatePart::Literal(_) => {}
            TemplatePart::Interpolation(expression) => visitor.visit_expression(expression),
            TemplatePart::If(node) => walk(visitor, node),
            TemplatePart::For(node) => walk(visitor, node),
        }
    }
}

/// Visits the condition, then the parts of both branches.
impl<'t> Node<'t> for TemplateIf<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_expression(self.condition());
        self.then().chain(self.otherwise()).for_each(|(span, part)| visitor.visit_template_part(span, part));
    }
}

/// Visits the collection, then the parts in the scope of the names.
impl<'t> Node<'t> for TemplateFor<'t> {
    fn walk<V: Visitor<'t> + ?Sized>(self, visitor: &mut V) {
        visitor.visit_expression(self.collection());
        visitor.enter_scope(Scope::TemplateFor(self));
        self.parts().for_each(|(span, part)| visitor.visit_template_part(span, part));
        visitor.leave_scope(Scope::TemplateFor(self));
    }
}
