//! Attributes and blocks that can be edited.

use std::fmt;

use serde::Serialize;

use super::expr::Expr;
use super::handles::{AttributeMut, BlockMut, BodyMut, ItemKind, NodeMut, ValueMut};
use super::labels::Labels;
use super::node::NodeId;
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};
use crate::syntax::traversal::Traversal;

impl AttributeMut<'_> {
    /// Returns the name.
    pub fn name(&self) -> &str {
        self.document.name(self.id)
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
        ValueMut::new(self.document, self.id)
    }

    /// Changes the name.
    ///
    /// # Errors
    /// Returns an error if the name is not an identifier, or if the body has another item of the
    /// name.
    pub fn rename(&mut self, to: &str) -> Result<()> {
        self.document.rename_item(self.id, to)
    }

    /// Renames references in the value, see [`BodyMut::rename_references`].
    ///
    /// # Errors
    /// Returns the same errors as [`BodyMut::rename_references`].
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.document.rename_in(self.id, from, to)
    }

    /// Replaces expressions in the value, see [`BodyMut::rewrite_expressions`]. Their spans are not
    /// those in the document.
    ///
    /// # Errors
    /// Returns the same errors as [`BodyMut::rewrite_expressions`].
    pub fn rewrite_expressions(
        &mut self,
        rewrite: impl FnMut(ast::Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        self.document.rewrite_in(self.id, rewrite)
    }
}

impl<'d> BlockMut<'d> {
    /// Returns the type.
    pub fn block_type(&self) -> &str {
        self.document.name(self.id)
    }

    /// Returns the texts of the labels.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "service \"web\" api {}\n".parse()?;
    /// let service = document.block("service", ["web", "api"]).expect("it exists");
    /// assert_eq!(service.block_type(), "service");
    /// assert_eq!(service.labels(), ["web", "api"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn labels(&self) -> Vec<String> {
        self.document.labels(self.id)
    }

    /// Returns the block in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Block<'_> {
        match self.document.item_ast(self.id) {
            Some(BodyItem::Block(block)) => block,
            _ => unreachable!("the handle is of a block"),
        }
    }

    /// Returns the body.
    pub fn body(&mut self) -> BodyMut<'_> {
        BodyMut { document: self.document, id: self.id }
    }

    /// Returns the body, for as long as the document is borrowed.
    pub fn into_body(self) -> BodyMut<'d> {
        BodyMut { document: self.document, id: self.id }
    }

    /// Sets an attribute of its body, see [`BodyMut::set`].
    ///
    /// # Errors
    /// Returns the same errors as [`BodyMut::set`].
    pub fn set(&mut self, name: &str, value: impl Serialize) -> Result<()> {
        self.body().set(name, value)
    }

    /// Changes the type.
    ///
    /// # Errors
    /// Returns an error if the type is not an identifier, or if the body that the block is in has
    /// an attribute of the name.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a x {}\n".parse()?;
    /// let mut block = document.block("a", ["x"]).expect("the block exists");
    /// block.set_type("b")?;
    /// block.set_labels(["y", "z"])?;
    /// assert_eq!(document.to_string(), "b \"y\" \"z\" {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_type(&mut self, block_type: &str) -> Result<()> {
        self.document.rename_item(self.id, block_type)
    }

    /// Replaces the labels. They are written in quotes. Comments between them stay.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_labels<K>(&mut self, labels: impl Labels<K>) -> Result<()> {
        self.document.set_labels(self.id, &labels.texts().into_iter().map(Some).collect::<Vec<_>>())
    }
}

/// Attributes, blocks and values.
impl<K> NodeMut<'_, K> {
    /// Returns the identity. That of the value of an attribute is the identity of the attribute.
    pub fn id(&self) -> NodeId {
        self.id
    }
}

/// Attributes and blocks.
impl<K: ItemKind> NodeMut<'_, K> {
    /// Removes the item with its comments.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be
    /// valid. No such document is known.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n\n# The block.\nb {\n}\n\nc = 2\n".parse()?;
    /// document.block("b", ()).expect("the block exists").remove()?;
    /// assert_eq!(document.to_string(), "a = 1\n\nc = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove(self) -> Result<()> {
        self.document.remove_node(self.id);
        Ok(())
    }
}

/// Prints the text with the comments, without indentation.
impl<K: ItemKind> fmt::Display for NodeMut<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.document.item_text(self.id) + self.document.ending()))
    }
}
