//! Attributes and blocks that can be edited.

use std::fmt;

use serde::Serialize;

use super::expr::Expr;
use super::handles::{AttributeMut, BlockMut, BodyMut, ItemKind, NodeMut, ValueMut};
use super::labels::Labels;
use super::node::NodeId;
use super::position::Position;
use super::taken::Item;
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

    /// Returns the comments that belong to the item or the element: those in the lines directly
    /// above it, and before it on its line.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "# one\n# two\na = 1 # three\n".parse()?;
    /// let mut a = document.attribute("a").expect("it exists");
    /// assert_eq!(a.leading_comments(), ["# one", "# two"]);
    /// a.set_leading_comments(["zero"])?;
    /// a.set_trailing_comment(None)?;
    /// assert_eq!(document.to_string(), "# zero\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn leading_comments(&self) -> Vec<&str> {
        self.document.leading_comments(self.document.commented(self.id))
    }

    /// Replaces the comments before the item or the element. A text that is already a comment, even
    /// a multi-line one, is kept as it is. In any other text, each line gets a `#`. An element that
    /// is not the first in its line gets them in its line, as `/* … */`.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long, or if a comment in a line contains `*/`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "ports = [80, 443]\n".parse()?;
    /// let mut ports = document.value("ports").expect("it exists");
    /// ports.get(1).expect("there are two").set_leading_comments(["TLS"])?;
    /// assert_eq!(document.to_string(), "ports = [80, /* TLS */ 443]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_leading_comments<S: AsRef<str>>(
        &mut self,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        let id = self.document.commented(self.id);
        self.document.set_leading_comments(id, comments)
    }

    /// Returns the comment after the item or the element on its line.
    pub fn trailing_comment(&self) -> Option<&str> {
        self.document.trailing_comment(self.document.commented(self.id))
    }

    /// Replaces the comment after the item or the element on its line. No comment can follow a
    /// heredoc, so the comment is then placed before the item. Before other text in the line, it is
    /// written as `/* … */`.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines, or if it is written as `/* … */` and
    /// contains `*/`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "tags = {\n  # The environment.\n  Env = \"dev\"\n}\n".parse()?;
    /// let mut tags = document.value("tags").expect("it exists");
    /// let mut env = tags.get("Env").expect("it has the key");
    /// assert_eq!(env.leading_comments(), ["# The environment."]);
    /// env.set_trailing_comment(Some("to be changed"))?;
    /// assert_eq!(env.trailing_comment(), Some("# to be changed"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
        let id = self.document.commented(self.id);
        self.document.set_trailing_comment(id, comment)
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

    /// Removes the item with its comments, and returns it.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be
    /// valid. No such document is known.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Position};
    ///
    /// // Sorts the blocks by their types and labels.
    /// let mut document: Document = "# Two.\nb \"y\" {\n}\n\nb \"x\" {\n}\n\na {\n}\n".parse()?;
    /// let mut blocks = Vec::new();
    /// for id in document.root().ids() {
    ///     let Some(block) = document.block_at(id) else { continue };
    ///     blocks.push((block.block_type().to_owned(), block.labels(), block.take()?));
    /// }
    /// blocks.sort_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1)));
    /// for (_, _, block) in blocks {
    ///     document.root().insert(Position::Last, block)?;
    /// }
    /// assert_eq!(document.to_string(), "a {\n}\n\nb \"x\" {\n}\n\n# Two.\nb \"y\" {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn take(self) -> Result<Item> {
        self.document.take_item(self.id)
    }

    /// Moves the item with its comments to another body: a block to the end, and an
    /// attribute to the position at which [`BodyMut::set`](super::BodyMut::set) adds a new
    /// one.
    ///
    /// # Errors
    /// Returns an error if the identity is not that of a body outside of the item, or if
    /// the body has another item of the name with which there would be a conflict.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, NodeId};
    ///
    /// let mut document: Document = "a {\n  # The block.\n  b {\n    n = 1\n  }\n}\n".parse()?;
    /// let mut a = document.block("a", ()).expect("the block exists");
    /// a.body().block("b", ()).expect("the block exists").move_to(NodeId::default())?;
    /// assert_eq!(document.to_string(), "a {\n}\n\n# The block.\nb {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_to(self, body: NodeId) -> Result<()> {
        self.document.move_to(self.id, body)
    }

    /// Moves the item with its comments before another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_to`](Self::move_to), and an error if there is no
    /// item of this identity.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n# The second.\nb = 2 # two\n".parse()?;
    /// let mut root = document.root();
    /// let a = root.attribute("a").expect("it exists").id();
    /// root.attribute("b").expect("it exists").move_before(a)?;
    /// assert_eq!(document.to_string(), "# The second.\nb = 2 # two\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_before(self, other: NodeId) -> Result<()> {
        self.document.move_beside(self.id, other, Position::Before)
    }

    /// Moves the item with its comments after another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_before`](Self::move_before).
    pub fn move_after(self, other: NodeId) -> Result<()> {
        self.document.move_beside(self.id, other, Position::After)
    }
}

/// Prints the text with the comments, without indentation.
impl<K: ItemKind> fmt::Display for NodeMut<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.document.item_text(self.id) + self.document.ending()))
    }
}
