//! The names that `for` and `dynamic` blocks bind.

use serde_hcl::ast::visit::{self, Scope, Visitor};
use serde_hcl::ast::{Block, Expression, ExpressionKind, Name};
use serde_hcl::{Span, parse_expression};

use crate::document::Document;

/// A name that is bound in a part of a document.
pub(crate) struct Local<'t> {
    pub(crate) name: &'t str,
    /// The name where it is bound.
    pub(crate) binding: Span,
    /// The names that refer to it, in the order of the text.
    pub(crate) uses: Vec<Span>,
    /// Whether the name of the binding has no other meaning.
    pub(crate) is_free: bool,
    /// The expression, the directive or the block that binds it.
    scope: Span,
}

/// Returns the bound name at an offset of a document in native syntax.
pub(crate) fn at(document: &Document, offset: u32) -> Option<Local<'_>> {
    let found = all(document)?.found;
    let touches = |span: &Span| span.start <= offset && offset <= span.end;
    found.into_iter().find(|local| touches(&local.binding) || local.uses.iter().any(touches))
}

/// Returns whether a bound name can have another name: one that is a variable, and that nothing in
/// its part of the document has.
pub(crate) fn can_be(document: &Document, local: &Local<'_>, name: &str) -> bool {
    let is_variable = parse_expression(name).into_result().is_ok_and(|expression| {
        let kind = expression.ast().map(|ast| ast.kind());
        matches!(kind, Some(ExpressionKind::Variable(variable)) if variable == name)
    });
    let names = all(document).map(|all| all.names).unwrap_or_default();
    is_variable && !names.iter().any(|(other, span)| *other == name && local.scope.contains(*span))
}

fn all(document: &Document) -> Option<Locals<'_>> {
    let body = document.file().ast()?;
    let mut locals = Locals { found: Vec::new(), bound: Vec::new(), names: Vec::new() };
    locals.visit_body(body);
    Some(locals)
}

struct Locals<'t> {
    found: Vec<Local<'t>>,
    /// The indexes of those that are bound here.
    bound: Vec<usize>,
    /// All variables and bound names.
    names: Vec<(&'t str, Span)>,
}

impl<'t> Visitor<'t> for Locals<'t> {
    fn visit_block(&mut self, block: Block<'t>) {
        visit::walk_dynamic_block(self, block);
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        if let ExpressionKind::Variable(name) = expression.kind() {
            self.names.push((name, expression.span()));
            let local = self.bound.iter().rev().find(|at| self.found[**at].name == name);
            if let Some(local) = local {
                self.found[*local].uses.push(expression.span());
            }
        }
        visit::walk(self, expression);
    }

    fn enter_scope(&mut self, scope: Scope<'t>) {
        for Name { text: name, span: binding, .. } in scope.names() {
            let is_label = matches!(scope, Scope::DynamicBlock(block)
                if block.labels().any(|label| label.span().contains(binding)));
            self.bound.push(self.found.len());
            self.names.push((name, binding));
            let (uses, is_free) = (Vec::new(), !is_label);
            self.found.push(Local { name, binding, uses, is_free, scope: scope.span() });
        }
    }

    fn leave_scope(&mut self, scope: Scope<'t>) {
        self.bound.truncate(self.bound.len() - scope.names().count());
    }
}
