//! An attribute that can be edited.

use serde::Serialize;

use super::expr::Expr;
use super::handles::{AttributeMut, ValueMut};
use crate::body::Expression;
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};
use crate::syntax::traversal::Traversal;

impl<'d> AttributeMut<'d> {
    /// Returns the name.
    pub fn name(&self) -> &str {
        self.document.name(self.id)
    }

    /// Returns the expression of the value, without parsing the rest of the document.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = [1, 2]\n".parse()?;
    /// let value = document.root().attribute("a").expect("it exists").expression().static_list()?;
    /// assert_eq!(value.len(), 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression(&mut self) -> Expression {
        self.value().expression()
    }

    /// Returns the attribute in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Attribute<'_> {
        match self.document.item_ast(self.id) {
            Some(BodyItem::Attribute(attribute)) => attribute,
            _ => unreachable!("the handle is of an attribute"),
        }
    }

    /// Sets the value, see [`BodyMut::set`](super::BodyMut::set).
    ///
    /// # Errors
    /// Returns an error if the value has no form as an expression.
    pub fn set(&mut self, value: impl Serialize) -> Result<()> {
        self.value().set(value)
    }

    /// Returns the value, to edit its elements.
    pub fn value(&mut self) -> ValueMut<'_> {
        AttributeMut { document: self.document, id: self.id }.into_value()
    }

    pub(super) fn into_value(self) -> ValueMut<'d> {
        let id = self.document.value_of(self.id);
        ValueMut { document: self.document, id }
    }

    /// Changes the name.
    ///
    /// # Errors
    /// Returns an error if the name is not an identifier, or if the body has another item of the
    /// name.
    pub fn rename(&mut self, to: &str) -> Result<()> {
        self.document.rename_item(self.id, to)
    }

    /// Renames references in the value, see
    /// [`Document::rename_references`](super::Document::rename_references).
    ///
    /// # Errors
    /// Returns the same errors as
    /// [`Document::rename_references`](super::Document::rename_references).
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.document.rename_in(self.id, from, to)
    }

    /// Replaces expressions in the value, see [`BodyMut::rewrite_expressions`].
    ///
    /// # Errors
    /// Returns the same errors as
    /// [`Document::rewrite_expressions`](super::Document::rewrite_expressions).
    ///
    /// [`BodyMut::rewrite_expressions`]: super::BodyMut::rewrite_expressions
    pub fn rewrite_expressions(
        &mut self,
        rewrite: impl FnMut(ast::Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        self.document.rewrite_in(self.id, rewrite)
    }
}
