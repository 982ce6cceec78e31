//! Replacing expressions and references wherever they are.

use super::document::Document;
use super::expr::{CONDITIONAL, Expr, OPERAND, Place, UNARY};
use super::node::{NodeId, ROOT};
use super::text::{Part, with_parts};
use crate::body::parse_file;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::visit::{Visitor, walk};
use crate::syntax::ast::{Body, BodyItem, Expression, ExpressionKind, ObjectKey, Step, StepKind};
use crate::syntax::traversal::{Traversal, TraversalStep};
use crate::value::is_identifier;

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
    /// an expression stay, and [`Expr::with_comment`] adds one. `Expr::from` copies a part of the
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
        self.rewrite_in(ROOT, rewrite)
    }

    /// Renames a variable or a part of it wherever expressions refer to it: references that begin
    /// with the names of `from` begin with those of `to` instead. Returns the number of references
    /// that were changed.
    ///
    /// Names that a `for` binds are not references, and neither are bare names that are the keys of
    /// objects.
    ///
    /// # Errors
    /// Returns an error if one of the traversals has other steps than names.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = var.old[0]\nb = \"${var.old}-${var.other}\"\n".parse()?;
    /// assert_eq!(document.rename_references(&"var.old".parse()?, &"var.new".parse()?)?, 2);
    /// assert_eq!(document.to_string(), "a = var.new[0]\nb = \"${var.new}-${var.other}\"\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.rename_in(ROOT, from, to)
    }

    /// Replaces expressions in a body, or in the value of an attribute. Returns their number.
    pub(super) fn rewrite_in(
        &mut self,
        place: NodeId,
        mut rewrite: impl FnMut(Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        let mut count = 0;
        self.replace_in(place, &mut |value| {
            let mut rewriter = Rewriter { rewrite: &mut rewrite, parts: Vec::new(), error: None };
            rewriter.part(value, Place::Whole);
            count += rewriter.parts.len();
            rewriter.error.map_or(Ok(rewriter.parts), Err)
        })?;
        Ok(count)
    }

    /// Renames references in a body, or in the value of an attribute. Returns their number.
    pub(super) fn rename_in(&mut self, place: NodeId, from: &Traversal, to: &Traversal) -> Result<usize> {
        let (from, to) = (names(from)?, names(to)?);
        let mut count = 0;
        self.replace_in(place, &mut |value| {
            let mut parts = Vec::new();
            for reference in value.variables() {
                let is_renamed = reference.steps.len() >= from.len()
                    && reference.steps.iter().zip(&from).all(|(step, name)| name_of(step) == Some(*name));
                if is_renamed {
                    count += 1;
                    rename(&reference.steps[..from.len()], &to, &mut parts);
                }
            }
            Ok(parts)
        })?;
        Ok(count)
    }

    /// Replaces the parts of values that a function returns for each attribute in a body, or for
    /// one attribute. If there is an error, nothing is changed.
    fn replace_in(
        &mut self,
        place: NodeId,
        parts: &mut dyn FnMut(Expression<'_>) -> Result<Vec<Part>>,
    ) -> Result<()> {
        self.adopt();
        let file = match place {
            ROOT => self.file().clone(),
            _ => parse_file(self.source(&(self.text_of(place) + "\n"))).value,
        };
        self.adopt();
        let Some(body) = file.ast() else { return Ok(()) };
        let mut found = Vec::new();
        let mut is_valid = true;
        each_value(body, &mut Vec::new(), &mut |path, value| {
            let mut parts = parts(value)?;
            if parts.is_empty() {
                return Ok(());
            }
            // The text of an item has this one item.
            let path = if place == ROOT { path } else { &path[1..] };
            let item = path.iter().try_fold(place, |item, index| self.nth(item, *index));
            let Some(item) = item else { return Ok(()) };
            let span = value.span().range();
            parts.sort_by_key(|(range, _)| range.start);
            for (range, _) in &mut parts {
                *range = range.start - span.start..range.end - span.start;
            }
            let text = with_parts(value.source().slice(value.span()), &parts);
            is_valid = is_valid && self.is_valid_value(self.parent(item), Some(item), &text)?;
            found.push((item, span.len(), parts));
            Ok(())
        })?;
        let otherwise = || Error::message("The expression is not valid here.");
        self.change_valid(is_valid, otherwise, |document| document.replace_all(&found))
    }

    /// Replaces parts of values, whose lengths are given.
    fn replace_all(&mut self, values: &[(NodeId, usize, Vec<Part>)]) {
        self.change();
        for (value, length, parts) in values {
            match parts.as_slice() {
                [(range, text)] if range.len() == *length => self.put_value(*value, text),
                _ => {
                    let indent = || self.content_indent(*value);
                    let lines = |(range, text): &Part| (range.clone(), self.value_lines(text, indent));
                    let parts: Vec<Part> = parts.iter().map(lines).collect();
                    self.replace_parts(*value, &parts);
                }
            }
        }
    }
}

/// Calls a function with the value of each attribute in a body, and the indexes of the items that
/// lead to it.
fn each_value<'t>(
    body: Body<'t>,
    path: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize], Expression<'t>) -> Result<()>,
) -> Result<()> {
    for (index, item) in body.items().enumerate() {
        path.push(index);
        match item {
            BodyItem::Attribute(attribute) => visit(path, attribute.expression())?,
            BodyItem::Block(block) => each_value(block.body(), path, visit)?,
        }
        path.pop();
    }
    Ok(())
}

struct Rewriter<'r> {
    rewrite: &'r mut dyn FnMut(Expression<'_>) -> Option<Expr>,
    parts: Vec<Part>,
    /// The first error of a replacement.
    error: Option<Error>,
}

impl Rewriter<'_> {
    /// Visits an expression in a place.
    fn part(&mut self, expression: Expression<'_>, place: Place) {
        match (self.rewrite)(expression).map(|new| new.placed(place)) {
            Some(Ok(text)) => self.parts.push((expression.span().range(), text)),
            Some(Err(error)) => _ = self.error.get_or_insert(error),
            None => self.parts_of(expression),
        }
    }

    /// Visits the parts of an expression. The place of a part determines whether its new text needs
    /// parentheses.
    fn parts_of(&mut self, expression: Expression<'_>) {
        match expression.kind() {
            ExpressionKind::Postfix(postfix) => {
                self.part(postfix.operand(), Place::Operand(OPERAND));
                postfix.steps().for_each(|step| self.visit_step(step));
            }
            ExpressionKind::Tuple(tuple) => {
                tuple.elements().for_each(|element| self.part(element, Place::Element));
            }
            ExpressionKind::Unary(unary) => self.part(unary.operand(), Place::Operand(UNARY)),
            ExpressionKind::Binary(binary) => {
                let level = binary.rest().next().map_or(CONDITIONAL, |(operator, _)| operator.level());
                self.part(binary.first(), Place::Operand(level));
                binary.rest().for_each(|(_, operand)| self.part(operand, Place::Operand(level + 1)));
            }
            ExpressionKind::Conditional(conditional) => {
                for (predicate, result) in conditional.arms() {
                    self.part(predicate, Place::Operand(CONDITIONAL + 1));
                    self.visit_expression(result);
                }
                self.visit_expression(conditional.otherwise());
            }
            _ => walk(self, expression),
        }
    }
}

impl<'t> Visitor<'t> for Rewriter<'_> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        self.part(expression, Place::Operand(CONDITIONAL));
    }

    fn visit_step(&mut self, step: Step<'t>) {
        if let StepKind::Index(key) = step.kind() {
            self.visit_expression(key);
        }
    }

    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        if let ObjectKey::Expression(key) = key {
            self.part(key, Place::Key);
        }
    }
}

/// Replaces the names of steps. The text between them, such as comments, stays.
fn rename(steps: &[TraversalStep], to: &[&str], parts: &mut Vec<Part>) {
    for (index, step) in steps.iter().enumerate() {
        let mut span = step.span().range();
        let is_last = index + 1 == steps.len();
        let text = match to.get(index..) {
            Some(rest) if is_last && rest.len() > 1 => rest.join("."),
            Some([name, ..]) => (*name).to_owned(),
            _ => String::new(),
        };
        // The span of an attribute step includes the dot and white space after it.
        if index > 0 && !text.is_empty() {
            span.start = span.end - name_of(step).map_or(0, str::len);
        }
        if name_of(step) != Some(text.as_str()) {
            parts.push((span, text));
        }
    }
}

fn name_of(step: &TraversalStep) -> Option<&str> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. } => Some(name),
        _ => None,
    }
}

/// Returns the names of a traversal that has no other steps.
fn names(traversal: &Traversal) -> Result<Vec<&str>> {
    let names: Option<Vec<&str>> = traversal.steps.iter().map(name_of).collect();
    let names = names.filter(|names| !names.is_empty() && names.iter().all(|name| is_identifier(name)));
    names.ok_or_else(|| {
        let detail =
            format!("The reference \"{traversal}\" has other steps than names. Only names can be renamed.");
        Error::coded(Code::InvalidTraversal, detail)
    })
}
