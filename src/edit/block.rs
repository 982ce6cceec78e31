//! A block that can be edited.

use serde::Serialize;

use super::handles::{BlockMut, BodyMut};
use super::labels::Labels;
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};

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
