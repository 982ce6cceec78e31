//! Renaming items and references.

use super::document::Document;
use super::layout::Edit;
use super::part::Excerpt;
use super::path::{Path, Target};
use super::text::key_text;
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::visit::Visitor;
use crate::syntax::ast::{self, BodyItem};
use crate::syntax::traversal::{Traversal, TraversalStep};
use crate::value::{is_identifier, quoted};

impl Document {
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
        self.change_all(|part| part.rename_references(&Path::default(), from, to))
    }
}

impl Excerpt<'_> {
    /// Replaces the name of an attribute, the type of a block, or the key of an item of an object.
    pub(super) fn rename(&mut self, item: &Path, to: &str) -> Result<()> {
        let span = match self.target(item) {
            Some(Target::Item(BodyItem::Attribute(attribute))) => attribute.name_span(),
            Some(Target::Item(BodyItem::Block(block))) => block.type_span(),
            _ => {
                let key = item.parent().and_then(|(object, index)| self.collection(&object)?.key(index));
                let Some(key) = key else { return Ok(()) };
                // A key in quotes keeps them.
                let to = if key.as_str().is_some() { quoted(to).to_string() } else { key_text(to) };
                return self.apply(vec![Edit::new(key.span().range(), to)]);
            }
        };
        self.apply(vec![Edit::new(span.range(), to)])
    }

    /// Renames references in an attribute, or in a body and all blocks in it. Returns their number.
    pub(super) fn rename_references(
        &mut self,
        place: &Path,
        from: &Traversal,
        to: &Traversal,
    ) -> Result<usize> {
        let (from, to) = (names(from)?, names(to)?);
        let mut expressions = Expressions::default();
        match place.body(self.ast()) {
            Some(body) => expressions.visit_body(body),
            None => expressions.0.extend(self.target(place).and_then(Target::value)),
        }
        let mut edits = Vec::new();
        let mut count = 0;
        for reference in expressions.0.into_iter().flat_map(ast::Expression::variables) {
            let is_renamed = reference.steps.len() >= from.len()
                && reference.steps.iter().zip(&from).all(|(step, name)| name_of(step) == Some(name));
            if is_renamed {
                count += 1;
                rename(&reference.steps[..from.len()], &to, &mut edits);
            }
        }
        self.apply(edits)?;
        Ok(count)
    }
}

/// Replaces the names of steps. The text between them, such as comments, stays.
fn rename(steps: &[TraversalStep], to: &[String], edits: &mut Vec<Edit>) {
    for (index, step) in steps.iter().enumerate() {
        let mut span = step.span().range();
        let is_last = index + 1 == steps.len();
        let text = match to.get(index..) {
            Some(rest) if is_last && rest.len() > 1 => rest.join("."),
            Some([name, ..]) => name.clone(),
            _ => String::new(),
        };
        // The span of an attribute step includes the dot and white space after it.
        if index > 0 && !text.is_empty() {
            span.start = span.end - name_of(step).map_or(0, str::len);
        }
        if name_of(step) != Some(text.as_str()) {
            edits.push(Edit::new(span, text));
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
fn names(traversal: &Traversal) -> Result<Vec<String>> {
    let names: Option<Vec<String>> =
        traversal.steps.iter().map(|step| Some(name_of(step)?.to_owned())).collect();
    match names.filter(|names| !names.is_empty() && names.iter().all(|name| is_identifier(name))) {
        Some(names) => Ok(names),
        None => Err(Error::coded(
            Code::InvalidTraversal,
            format!("The reference \"{traversal}\" has other steps than names. Only names can be renamed."),
        )),
    }
}

/// The expressions of all attributes.
#[derive(Default)]
struct Expressions<'t>(Vec<ast::Expression<'t>>);

impl<'t> Visitor<'t> for Expressions<'t> {
    fn visit_attribute(&mut self, attribute: ast::Attribute<'t>) {
        self.0.push(attribute.expression());
    }
}
