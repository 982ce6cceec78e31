//! The names that `for` and `dynamic` blocks bind.

use serde_hcl::ast::visit::{self, Visitor};
use serde_hcl::ast::{Block, Expression, ExpressionKind, For, ObjectItem, TemplateFor};
use serde_hcl::{Span, parse_expression};

use crate::document::Document;

/// The type of blocks that generate blocks, and the names of their attributes.
const DYNAMIC: &str = "dynamic";
const FOR_EACH: &str = "for_each";
const ITERATOR: &str = "iterator";

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
    let mut locals =
        Locals { text: document.text(), found: Vec::new(), bound: Vec::new(), names: Vec::new() };
    locals.visit_body(body);
    Some(locals)
}

struct Locals<'t> {
    text: &'t str,
    found: Vec<Local<'t>>,
    /// The indexes of those that are bound here.
    bound: Vec<usize>,
    /// All variables and bound names.
    names: Vec<(&'t str, Span)>,
}

impl<'t> Locals<'t> {
    /// Visits a part in which names are bound.
    fn within(
        &mut self,
        bindings: impl Iterator<Item = Span>,
        is_free: bool,
        scope: Span,
        visit: impl FnOnce(&mut Self),
    ) {
        let outer = self.bound.len();
        for binding in bindings {
            let name = &self.text[binding.range()];
            self.bound.push(self.found.len());
            self.names.push((name, binding));
            self.found.push(Local { name, binding, uses: Vec::new(), is_free, scope });
        }
        visit(self);
        self.bound.truncate(outer);
    }
}

impl<'t> Visitor<'t> for Locals<'t> {
    fn visit_block(&mut self, block: Block<'t>) {
        let label = block.labels().next().filter(|_| block.block_type() == DYNAMIC);
        let Some(label) = label else { return visit::walk_block(self, block) };
        let iterator = block.body().attribute(ITERATOR).map(|it| it.expression());
        let iterator = iterator.filter(|it| matches!(it.kind(), ExpressionKind::Variable(_)));
        let (binding, is_free) = match iterator {
            Some(name) => (name.span(), true),
            // A name in quotes.
            None if label.is_quoted() => (Span::new(label.span().start + 1, label.span().end - 1), false),
            None => (label.span(), false),
        };
        for attribute in block.body().attributes().filter(|it| it.name() == FOR_EACH) {
            self.visit_attribute(attribute);
        }
        self.within([binding].into_iter(), is_free, block.span(), |it| {
            let attributes = block.body().attributes();
            let inner = attributes.filter(|it| ![FOR_EACH, ITERATOR].contains(&it.name()));
            inner.for_each(|attribute| it.visit_attribute(attribute));
            block.body().blocks().for_each(|block| it.visit_block(block));
        });
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        if let ExpressionKind::Variable(name) = expression.kind() {
            self.names.push((name, expression.span()));
            let local = self.bound.iter().rev().find(|at| self.found[**at].name == name);
            if let Some(local) = local {
                self.found[*local].uses.push(expression.span());
            }
        }
        visit::walk_expression(self, expression);
    }

    fn visit_object_item(&mut self, item: ObjectItem<'t>) {
        // A bare name as a key is a string.
        if !matches!(item.key.kind(), ExpressionKind::Variable(_)) {
            self.visit_expression(item.key);
        }
        self.visit_expression(item.value);
    }

    fn visit_for(&mut self, node: For<'t>) {
        self.visit_expression(node.collection());
        self.within(node.name_spans(), true, node.span(), |it| {
            let parts = [node.key(), Some(node.value()), node.condition()];
            parts.into_iter().flatten().for_each(|part| it.visit_expression(part));
        });
    }

    fn visit_template_for(&mut self, node: TemplateFor<'t>) {
        self.visit_expression(node.collection());
        let end = node.parts().last().map_or(node.intro_span(), |(span, _)| span);
        self.within(node.name_spans(), true, node.intro_span().to(end), |it| {
            node.parts().for_each(|(span, part)| it.visit_template_part(span, part));
        });
    }
}
