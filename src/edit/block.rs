//! A block that can be edited.

use serde::Serialize;

use super::handles::{BlockMut, BodyMut};
use super::labels::Labels;
use super::node::NodeId;
use super::position::Position;
use super::taken::Item;
use super::text::check_name;
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};

impl<'d> BlockMut<'d> {
    /// Returns the identity, which is also that of the body.
    pub fn id(&self) -> NodeId {
        self.id
    }

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
    /// let service = document.block(["service", "web", "api"]).expect("it exists");
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
    /// let mut block = document.block(["a", "x"]).expect("the block exists");
    /// block.set_type("b")?;
    /// block.set_labels(["y", "z"])?;
    /// assert_eq!(document.to_string(), "b \"y\" \"z\" {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_type(&mut self, block_type: &str) -> Result<()> {
        check_name(block_type)?;
        let body = self.document.node(self.id).parent;
        self.document.check_block(body, block_type)?;
        self.document.rename_item(self.id, block_type)
    }

    /// Replaces the labels. They are written in quotes. Comments between them stay.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_labels<K>(&mut self, labels: impl Labels<K>) -> Result<()> {
        self.document.set_labels(self.id, &labels.texts())
    }

    /// Removes the block with its comments.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n\n# The block.\nb {\n}\n\nc = 2\n".parse()?;
    /// document.block(["b"]).expect("the block exists").remove()?;
    /// assert_eq!(document.to_string(), "a = 1\n\nc = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove(self) -> Result<()> {
        self.document.remove_item(self.id);
        Ok(())
    }

    /// Removes the block with its comments, and returns it.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
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

    /// Returns the text of the block with its comments, without indentation.
    ///
    /// # Errors
    /// Returns an error if the text is not valid by itself. No such text is known.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a {\n  # The block.\n  b {\n    n = 1\n  }\n}\n".parse()?;
    /// let mut a = document.block(["a"]).expect("the block exists");
    /// let text = a.body().block(["b"]).expect("the block exists").text()?;
    /// assert_eq!(text, "# The block.\nb {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn text(&mut self) -> Result<String> {
        Ok(self.document.item_text(self.id) + self.document.ending())
    }

    /// Moves the block with its comments to the end of another body.
    ///
    /// # Errors
    /// Returns an error if the identity is not that of a body, if it is within the block, or if it
    /// has an attribute with the name of the block's type.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, NodeId};
    ///
    /// let mut document: Document = "a {\n  # The block.\n  b {\n    n = 1\n  }\n}\n".parse()?;
    /// let mut a = document.block(["a"]).expect("the block exists");
    /// a.body().block(["b"]).expect("the block exists").move_to(NodeId::default())?;
    /// assert_eq!(document.to_string(), "a {\n}\n\n# The block.\nb {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_to(self, body: NodeId) -> Result<()> {
        self.document.move_item(self.id, body, Position::Last)
    }

    /// Moves the block with its comments before another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_to`](Self::move_to), and an error if there is no item at
    /// of this identity.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n\nb {\n}\n\n# The block.\nc {\n}\n".parse()?;
    /// let b = document.block(["b"]).expect("the block exists").id();
    /// document.block(["c"]).expect("the block exists").move_before(b)?;
    /// assert_eq!(document.to_string(), "a = 1\n\n# The block.\nc {\n}\n\nb {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_before(self, other: NodeId) -> Result<()> {
        self.document.move_beside(self.id, other, Position::Before)
    }

    /// Moves the block with its comments after another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_before`](Self::move_before).
    pub fn move_after(self, other: NodeId) -> Result<()> {
        self.document.move_beside(self.id, other, Position::After)
    }

    /// Returns the comments before the block, see
    /// [`AttributeMut::leading_comments`](super::AttributeMut::leading_comments).
    pub fn leading_comments(&self) -> Vec<&str> {
        self.document.leading_comments(self.id)
    }

    /// Replaces the comments before the block, see
    /// [`AttributeMut::set_leading_comments`](super::AttributeMut::set_leading_comments).
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_leading_comments<S: AsRef<str>>(
        &mut self,
        comments: impl IntoIterator<Item = S>,
    ) -> Result<()> {
        self.document.set_leading_comments(self.id, comments)
    }

    /// Returns the comment after its closing brace.
    pub fn trailing_comment(&self) -> Option<&str> {
        self.document.trailing_comment(self.id)
    }

    /// Replaces the comment after its closing brace.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines.
    pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_trailing_comment(self.id, comment)
    }
}
