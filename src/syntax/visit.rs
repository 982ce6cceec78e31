//! Walking the syntax tree.
//!
//! A [`Visitor`] has a method for each kind of node. By default, it visits the children of the node
//! in source order. Override the methods for the nodes of interest, and call the `walk_` function
//! of the same name to visit their children.
//!
//! A [`Scope`] is entered before the parts of a `for` in which its names are variables, and left
//! after them. A visitor that resolves names keeps a stack of the scopes.
//!
//! ```
//! use serde_hcl::ast::visit::{Visitor, walk_expression};
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
//!         walk_expression(self, expression);
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
/// use serde_hcl::ast::visit::{Visitor, walk_function_call};
/// use serde_hcl::ast::FunctionCall;
///
/// /// Counts the calls of functions.
/// struct Calls(usize);
///
/// impl<'t> Visitor<'t> for Calls {
///     fn visit_function_call(&mut self, call: FunctionCall<'t>) {
///         self.0 += 1;
///         walk_function_call(self, call);
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
        walk_body(self, body);
    }

    /// Visits `name = value`.
    fn visit_attribute(&mut self, attribute: Attribute<'t>) {
        walk_attribute(self, attribute);
    }

    /// Visits `type "label" { … }`.
    fn visit_block(&mut self, block: Block<'t>) {
        walk_block(self, block);
    }

    /// Visits a label of a block.
    fn visit_label(&mut self, _label: Label<'t>) {}

    /// Visits any expression. The default calls the method of its kind, if there is one.
    fn visit_expression(&mut self, expression: Expression<'t>) {
        walk_expression(self, expression);
    }

    /// Visits an operand and the steps after it.
    fn visit_postfix(&mut self, postfix: Postfix<'t>) {
        walk_postfix(self, postfix);
    }

    /// Visits one step of a postfix expression.
    fn visit_step(&mut self, step: Step<'t>) {
        walk_step(self, step);
    }

    /// Visits `name(arguments)`.
    fn visit_function_call(&mut self, call: FunctionCall<'t>) {
        walk_function_call(self, call);
    }

    /// Visits `[a, b]`.
    fn visit_tuple(&mut self, tuple: Tuple<'t>) {
        walk_tuple(self, tuple);
    }

    /// Visits `{ key = value }`.
    fn visit_object(&mut self, object: Object<'t>) {
        walk_object(self, object);
    }

    /// Visits a key and a value of an object.
    fn visit_object_item(&mut self, item: ObjectItem<'t>) {
        walk_object_item(self, item);
    }

    /// Visits a key of an object.
    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        walk_object_key(self, key);
    }

    /// Visits `[for …]` or `{for …}`.
    fn visit_for(&mut self, node: For<'t>) {
        walk_for(self, node);
    }

    /// Visits signs before an operand.
    fn visit_unary(&mut self, unary: Unary<'t>) {
        walk_unary(self, unary);
    }

    /// Visits operands with operators of one level between them.
    fn visit_binary(&mut self, binary: Binary<'t>) {
        walk_binary(self, binary);
    }

    /// Visits `predicate ? result : result`.
    fn visit_conditional(&mut self, conditional: Conditional<'t>) {
        walk_conditional(self, conditional);
    }

    /// Visits a template that is more than one literal.
    fn visit_template(&mut self, template: Template<'t>) {
        walk_template(self, template);
    }

    /// Visits a part of a template with its span.
    fn visit_template_part(&mut self, _span: Span, part: TemplatePart<'t>) {
        walk_template_part(self, part);
    }

    /// Visits `%{if …}…%{endif}`.
    fn visit_template_if(&mut self, node: TemplateIf<'t>) {
        walk_template_if(self, node);
    }

    /// Visits `%{for …}…%{endfor}`.
    fn visit_template_for(&mut self, node: TemplateFor<'t>) {
        walk_template_for(self, node);
    }

    /// Is called before the parts of a construct in which its names are variables.
    fn enter_scope(&mut self, _scope: Scope<'t>) {}

    /// Is called after these parts.
    fn leave_scope(&mut self, _scope: Scope<'t>) {}
}

/// Visits the items of a body.
pub fn walk_body<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, body: Body<'t>) {
    for item in body.items() {
        match item {
            BodyItem::Attribute(attribute) => visitor.visit_attribute(attribute),
            BodyItem::Block(block) => visitor.visit_block(block),
        }
    }
}

/// Visits the value of an attribute.
pub fn walk_attribute<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, attribute: Attribute<'t>) {
    visitor.visit_expression(attribute.expression());
}

/// Visits the labels and the body of a block. A dynamic block is visited like any other, see
/// [`walk_dynamic_block`].
pub fn walk_block<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, block: Block<'t>) {
    block.labels().for_each(|label| visitor.visit_label(label));
    visitor.visit_body(block.body());
}

/// Visits a block in an application that expands dynamic blocks. The collection of a dynamic block
/// is visited first, and the other items in the scope of the iterator. Its name is not visited.
/// Other blocks are visited by [`walk_block`].
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
///             return serde_hcl::ast::visit::walk_expression(self, expression);
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
        return walk_block(visitor, block);
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
pub fn walk_expression<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, expression: Expression<'t>) {
    match expression.kind() {
        Kind::Null
        | Kind::Bool(_)
        | Kind::Number(_)
        | Kind::String(_)
        | Kind::Variable(_)
        | Kind::Error(None) => {}
        Kind::Template(template) => visitor.visit_template(template),
        Kind::Postfix(postfix) => visitor.visit_postfix(postfix),
        Kind::FunctionCall(call) => visitor.visit_function_call(call),
        Kind::Tuple(tuple) => visitor.visit_tuple(tuple),
        Kind::Object(object) => visitor.visit_object(object),
        Kind::For(node) => visitor.visit_for(node),
        Kind::Unary(unary) => visitor.visit_unary(unary),
        Kind::Binary(binary) => visitor.visit_binary(binary),
        Kind::Conditional(conditional) => visitor.visit_conditional(conditional),
        Kind::Parentheses(inner) | Kind::Error(Some(inner)) => {
            visitor.visit_expression(inner);
        }
    }
}

/// Visits the operand of a postfix expression, then its steps.
pub fn walk_postfix<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, postfix: Postfix<'t>) {
    visitor.visit_expression(postfix.operand());
    postfix.steps().for_each(|step| visitor.visit_step(step));
}

/// Visits the key of a step that is an index.
pub fn walk_step<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, step: Step<'t>) {
    match step.kind() {
        StepKind::Index(key) | StepKind::LegacyIndex(key) => visitor.visit_expression(key),
        StepKind::GetAttr(_) | StepKind::AttrSplat | StepKind::FullSplat => {}
    }
}

/// Visits the arguments of a call.
pub fn walk_function_call<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, call: FunctionCall<'t>) {
    call.arguments().for_each(|argument| visitor.visit_expression(argument));
}

/// Visits the elements of a tuple.
pub fn walk_tuple<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, tuple: Tuple<'t>) {
    tuple.elements().for_each(|element| visitor.visit_expression(element));
}

/// Visits the items of an object.
pub fn walk_object<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, object: Object<'t>) {
    object.items().for_each(|item| visitor.visit_object_item(item));
}

/// Visits a key, then its value.
pub fn walk_object_item<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, item: ObjectItem<'t>) {
    visitor.visit_object_key(item.key);
    visitor.visit_expression(item.value);
}

/// Visits a key that is an expression.
pub fn walk_object_key<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, key: ObjectKey<'t>) {
    match key {
        ObjectKey::Name(_) => {}
        ObjectKey::Expression(expression) => visitor.visit_expression(expression),
    }
}

/// Visits the collection, then key, value and condition in the scope of the names.
pub fn walk_for<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, node: For<'t>) {
    visitor.visit_expression(node.collection());
    visitor.enter_scope(Scope::For(node));
    [node.key(), Some(node.value()), node.condition()]
        .into_iter()
        .flatten()
        .for_each(|part| visitor.visit_expression(part));
    visitor.leave_scope(Scope::For(node));
}

/// Visits the operand.
pub fn walk_unary<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, unary: Unary<'t>) {
    visitor.visit_expression(unary.operand());
}

/// Visits the operands.
pub fn walk_binary<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, binary: Binary<'t>) {
    visitor.visit_expression(binary.first());
    for (_, operand) in binary.rest() {
        visitor.visit_expression(operand);
    }
}

/// Visits predicates and results in turn, then the last result.
pub fn walk_conditional<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, conditional: Conditional<'t>) {
    for (predicate, result) in conditional.arms() {
        visitor.visit_expression(predicate);
        visitor.visit_expression(result);
    }
    visitor.visit_expression(conditional.otherwise());
}

/// Visits the parts of a template.
pub fn walk_template<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, template: Template<'t>) {
    template.parts().for_each(|(span, part)| visitor.visit_template_part(span, part));
}

/// Visits the expressions in a part of a template.
pub fn walk_template_part<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, part: TemplatePart<'t>) {
    match part {
        TemplatePart::Literal(_) => {}
        TemplatePart::Interpolation(expression) => visitor.visit_expression(expression),
        TemplatePart::If(node) => visitor.visit_template_if(node),
        TemplatePart::For(node) => visitor.visit_template_for(node),
    }
}

/// Visits the condition, then the parts of both branches.
pub fn walk_template_if<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, node: TemplateIf<'t>) {
    visitor.visit_expression(node.condition());
    node.then().chain(node.otherwise()).for_each(|(span, part)| visitor.visit_template_part(span, part));
}

/// Visits the collection, then the parts in the scope of the names.
pub fn walk_template_for<'t, V: Visitor<'t> + ?Sized>(visitor: &mut V, node: TemplateFor<'t>) {
    visitor.visit_expression(node.collection());
    visitor.enter_scope(Scope::TemplateFor(node));
    node.parts().for_each(|(span, part)| visitor.visit_template_part(span, part));
    visitor.leave_scope(Scope::TemplateFor(node));
}
