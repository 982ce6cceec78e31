//! Replacing expressions wherever they are.

use super::super::document::Document;
use super::super::expr::{CONDITIONAL, Expr, OPERAND, Place, UNARY};
use super::super::layout::Edit;
use super::super::part::Excerpt;
use super::super::path::{Path, Target};
use super::plan::Plan;
use crate::error::{Error, Result};
use crate::syntax::ast::visit::{Visitor, walk_expression};
use crate::syntax::ast::{
    Binary, Body, BodyItem, Conditional, Expression, ObjectItem, Postfix, Step, StepKind, Tuple, Unary,
};

impl Document {
    /// Replaces expressions: all those for which a function returns another one. Returns the number
    /// of replacements.
    ///
    /// The function is called for each expression, before those in it. If it returns a replacement,
    /// that is not visited, nor are the parts of the expression that it replaces. Otherwise the
    /// parts follow, in the order of the text: operands, arguments, elements, the values of
    /// objects, the expressions in templates, and so on. The name of a variable, such as `var` in
    /// `var.x`, is an expression too.
    ///
    /// Literal parts of templates, keys of objects that are bare names, numbers after a dot (`a.0`)
    /// and labels are not expressions. Keys in quotes or parentheses are visited. To change the
    /// text of a template, replace the whole template.
    ///
    /// A replacement gets parentheses where the precedence of operators needs them. Comments around
    /// an expression stay, and [`Expr::with_comment`] adds one. Replacements are made together, as
    /// those of [`edit_many`](Self::edit_many), in linear time. `Expr::from` copies a part of the
    /// expression that is replaced.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if a replacement has an error, such as a name that is
    /// not an identifier, or if the result is nested too deep.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Expr};
    ///
    /// let mut document: Document = "\
    /// zone = \"eu-1\"
    /// network {
    ///   name  = \"net-${lower(\"eu-1\")}\"
    ///   zones = [\"eu-1\", \"eu-2\"] # of the network
    /// }
    /// ".parse()?;
    /// let count = document.rewrite_expressions(|expression| {
    ///     let name = expression.as_str().filter(|name| *name == "eu-1")?;
    ///     Some(Expr::variable("var").attr("zone").with_comment(name))
    /// })?;
    /// assert_eq!(count, 3);
    /// assert_eq!(document.to_string(), "\
    /// zone = /* eu-1 */ var.zone
    /// network {
    ///   name  = \"net-${lower(/* eu-1 */ var.zone)}\"
    ///   zones = [/* eu-1 */ var.zone, \"eu-2\"] # of the network
    /// }
    /// ");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rewrite_expressions(
        &mut self,
        rewrite: impl FnMut(Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        self.change_body(&Path::default(), |part, path| part.rewrite_expressions(path, rewrite))
    }
}

impl Excerpt<'_> {
    /// Replaces expressions in a body, or in the value of an attribute. Returns their number.
    pub(in super::super) fn rewrite_expressions(
        &mut self,
        place: &Path,
        mut rewrite: impl FnMut(Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        let mut rewriter =
            Rewriter { part: self, rewrite: &mut rewrite, plan: Plan::default(), count: 0, error: None };
        match place.body(self.ast()) {
            Some(body) => rewriter.body(body, place),
            None => {
                let value = self.target(place).and_then(Target::value);
                value.into_iter().for_each(|value| rewriter.value(value, place));
            }
        }
        let Rewriter { plan, count, error, .. } = rewriter;
        error.map_or(Ok(()), Err)?;
        plan.execute(self)?;
        Ok(count)
    }
}

struct Rewriter<'r, 'p> {
    part: &'r Excerpt<'p>,
    rewrite: &'r mut dyn FnMut(Expression<'_>) -> Option<Expr>,
    plan: Plan,
    count: usize,
    /// The first error of a replacement.
    error: Option<Error>,
}

impl Rewriter<'_, '_> {
    fn body(&mut self, body: Body<'_>, path: &Path) {
        for (index, item) in body.items().enumerate() {
            let path = path.child(index);
            match item {
                BodyItem::Attribute(attribute) => self.value(attribute.expression(), &path),
                BodyItem::Block(block) => self.body(block.body(), &path),
            }
        }
    }

    /// Visits the whole value of an attribute.
    fn value(&mut self, value: Expression<'_>, site: &Path) {
        match self.replacement(value, Expr::whole) {
            Some(text) => _ = self.plan.values.insert(site.clone(), text),
            None => walk_expression(self, value),
        }
    }

    /// Visits an expression in a place of another one.
    fn part(&mut self, expression: Expression<'_>, place: Place) {
        let Some(text) = self.replacement(expression, |new| new.placed(place)) else {
            return walk_expression(self, expression);
        };
        let span = expression.span().range();
        let text = self.part.expression(&text, self.part.text().indent(span.start));
        self.plan.ranges.push(Edit::new(span, text));
    }

    fn replacement(
        &mut self,
        expression: Expression<'_>,
        text: impl FnOnce(&Expr) -> Result<String>,
    ) -> Option<String> {
        let new = (self.rewrite)(expression)?;
        self.count += 1;
        Some(text(&new).unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            String::new()
        }))
    }
}

impl<'t> Visitor<'t> for Rewriter<'_, '_> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        self.part(expression, Place::Operand(CONDITIONAL));
    }

    fn visit_postfix(&mut self, postfix: Postfix<'t>) {
        self.part(postfix.operand(), Place::Operand(OPERAND));
        postfix.steps().for_each(|step| self.visit_step(step));
    }

    fn visit_step(&mut self, step: Step<'t>) {
        if let StepKind::Index(key) = step.kind() {
            self.visit_expression(key);
        }
    }

    fn visit_tuple(&mut self, tuple: Tuple<'t>) {
        tuple.elements().for_each(|element| self.part(element, Place::Element));
    }

    fn visit_object_item(&mut self, item: ObjectItem<'t>) {
        if item.key.static_keyword().is_none() {
            self.part(item.key, Place::Key);
        }
        self.visit_expression(item.value);
    }

    fn visit_unary(&mut self, unary: Unary<'t>) {
        self.part(unary.operand(), Place::Operand(UNARY));
    }

    fn visit_binary(&mut self, binary: Binary<'t>) {
        let level = binary.rest().next().map_or(CONDITIONAL, |(operator, _)| operator.level());
        self.part(binary.first(), Place::Operand(level));
        binary.rest().for_each(|(_, operand)| self.part(operand, Place::Operand(level + 1)));
    }

    fn visit_conditional(&mut self, conditional: Conditional<'t>) {
        for (predicate, result) in conditional.arms() {
            self.part(predicate, Place::Operand(CONDITIONAL + 1));
            self.visit_expression(result);
        }
        self.visit_expression(conditional.otherwise());
    }
}
