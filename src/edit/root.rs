//! The changes of the body of the file, as methods of the document.

use serde::Serialize;

use super::body::BlocksMut;
use super::document::Document;
use super::handles::{AttributeMut, BlockMut, ValueMut};
use super::labels::Labels;
use super::node::ROOT;
use super::position::Position;
use crate::error::Result;

/// The body of the file, for editing.
impl Document {
    /// Returns the value of an attribute of the file.
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "ports = [80]\n".parse()?;
    /// document.value("ports").expect("it exists").push(443)?;
    /// assert_eq!(document.to_string(), "ports = [80, 443]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value(&mut self, name: &str) -> Option<ValueMut<'_>> {
        self.root().into_value(name)
    }

    /// Returns an attribute of the file.
    pub fn attribute(&mut self, name: &str) -> Option<AttributeMut<'_>> {
        self.root().into_attribute(name)
    }

    /// Returns an iterator over all blocks of the file with a type, see
    /// [`BodyMut::blocks`](super::BodyMut::blocks).
    pub fn blocks(&mut self, block_type: &str) -> BlocksMut<'_> {
        self.blocks_of(ROOT, block_type)
    }

    /// Sets an attribute of the file, see [`BodyMut::set`](super::BodyMut::set).
    ///
    /// # Errors
    /// Returns the errors of [`BodyMut::set`](super::BodyMut::set).
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "port = 80\n".parse()?;
    /// document.set("port", 8080)?;
    /// assert_eq!(document.to_string(), "port = 8080\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: impl Serialize) -> Result<()> {
        self.root().set(name, value)
    }

    /// Removes an attribute of the file, see [`BodyMut::remove`](super::BodyMut::remove).
    ///
    /// # Errors
    /// Returns the errors of [`BodyMut::remove`](super::BodyMut::remove).
    pub fn remove(&mut self, name: &str) -> Result<bool> {
        self.root().remove(name)
    }

    /// Appends a block to the file, see [`BodyMut::append_block`](super::BodyMut::append_block).
    ///
    /// # Errors
    /// Returns the errors of [`BodyMut::append_block`](super::BodyMut::append_block).
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document = Document::new();
    /// document.append_block("service", ["web"])?.set("port", 80)?;
    /// assert_eq!(document.to_string(), "service \"web\" {\n  port = 80\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn append_block<K>(&mut self, block_type: &str, labels: impl Labels<K>) -> Result<BlockMut<'_>> {
        self.insert_block(ROOT, Position::Last, block_type, labels)
    }
}
