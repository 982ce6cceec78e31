//! The methods that handles of attributes and of blocks share.

use super::handles::{AttributeMut, BlockMut};
use super::node::NodeId;
use super::position::Position;
use super::taken::Item;
use crate::error::Result;

macro_rules! item_methods {
    ($($handle:ident),+) => {
        $(impl $handle<'_> {
            /// Returns the identity.
            pub fn id(&self) -> NodeId {
                self.id
            }

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

            /// Returns the text of the item with its comments, without indentation.
            ///
            /// # Errors
            /// Returns an error if the text is not valid by itself. No such text is known.
            ///
            /// ```
            /// use serde_hcl::edit::Document;
            ///
            /// let mut document: Document = "a {\n  # The block.\n  b {\n    n = 1\n  }\n}\n".parse()?;
            /// let mut a = document.block("a", ()).expect("the block exists");
            /// let text = a.body().block("b", ()).expect("the block exists").text()?;
            /// assert_eq!(text, "# The block.\nb {\n  n = 1\n}\n");
            /// # Ok::<(), serde_hcl::Error>(())
            /// ```
            pub fn text(&mut self) -> Result<String> {
                Ok(self.document.item_text(self.id) + self.document.ending())
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

            /// Returns the comments that belong to the item: those in the lines directly above it,
            /// and before it on its line.
            ///
            /// ```
            /// use serde_hcl::edit::Document;
            ///
            /// let mut document: Document = "# one\n# two\na = 1 # three\n".parse()?;
            /// let mut root = document.root();
            /// let mut a = root.attribute("a").expect("it exists");
            /// assert_eq!(a.leading_comments(), ["# one", "# two"]);
            /// a.set_leading_comments(["zero"])?;
            /// a.set_trailing_comment(None)?;
            /// assert_eq!(document.to_string(), "# zero\na = 1\n");
            /// # Ok::<(), serde_hcl::Error>(())
            /// ```
            pub fn leading_comments(&self) -> Vec<&str> {
                self.document.leading_comments(self.id)
            }

            /// Replaces the comments before the item. An element that is already a comment, even a
            /// multi-line one, is kept as it is. In any other text, each line gets a `#`.
            ///
            /// # Errors
            /// Returns an error if the document becomes too long.
            pub fn set_leading_comments<S: AsRef<str>>(
                &mut self,
                comments: impl IntoIterator<Item = S>,
            ) -> Result<()> {
                self.document.set_leading_comments(self.id, comments)
            }

            /// Returns the comment after the item on its line.
            pub fn trailing_comment(&self) -> Option<&str> {
                self.document.trailing_comment(self.id)
            }

            /// Replaces the comment after the item on its line. No comment can follow a heredoc, so
            /// the comment is then placed before the item.
            ///
            /// # Errors
            /// Returns an error if the comment has several lines.
            pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
                self.document.set_trailing_comment(self.id, comment)
            }
        })+
    };
}

item_methods!(AttributeMut, BlockMut);
