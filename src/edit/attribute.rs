//! An attribute that can be edited.

use serde::Serialize;

use super::expr::Expr;
use super::handles::{AttributeMut, ValueMut};
use super::names::Name;
use super::node::NodeId;
use super::position::Position;
use super::taken::Item;
use super::text::check_name;
use crate::body::Expression;
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};
use crate::syntax::traversal::Traversal;

impl AttributeMut<'_> {
    /// Returns the identity.
    pub fn id(&self) -> NodeId {
        self.id
    }

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
        let id = self.document.value_of(self.id);
        self.document.set_value(id, &value)
    }

    /// Returns the value, to edit its elements.
    pub fn value(&mut self) -> ValueMut<'_> {
        let id = self.document.value_of(self.id);
        ValueMut { document: self.document, id }
    }

    /// Changes the name.
    ///
    /// # Errors
    /// Returns an error if the name is not an identifier, or if the body has another item of the
    /// name.
    pub fn rename(&mut self, to: &str) -> Result<()> {
        check_name(to)?;
        let body = self.document.node(self.id).parent;
        if self.document.find(body, Name::Attribute(to)) == Some(self.id) {
            return Ok(());
        }
        self.document.check_attribute(body, to)?;
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

    /// Removes the attribute with its comments.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
    pub fn remove(self) -> Result<()> {
        self.document.remove_item(self.id);
        Ok(())
    }

    /// Removes the attribute with its comments, and returns it.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Position};
    ///
    /// let mut document: Document = "a {\n  # The port.\n  port = 80\n}\n".parse()?;
    /// let mut a = document.block(["a"]).expect("the block exists");
    /// let port = a.body().attribute("port").expect("it exists").take()?;
    /// assert_eq!(port.to_string(), "# The port.\nport = 80\n");
    /// document.root().insert(Position::First, port)?;
    /// assert_eq!(document.to_string(), "# The port.\nport = 80\n\na {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn take(self) -> Result<Item> {
        self.document.take_item(self.id)
    }

    /// Returns the text of the attribute with its comments, without indentation.
    ///
    /// # Errors
    /// Returns an error if the text is not valid by itself. No such text is known.
    pub fn text(&mut self) -> Result<String> {
        Ok(self.document.item_text(self.id) + self.document.ending())
    }

    /// Moves the attribute with its comments to another body, to the position at which
    /// [`BodyMut::set`](super::BodyMut::set) adds a new attribute.
    ///
    /// # Errors
    /// Returns an error if the identity is not that of a body, or if it has another item of the
    /// name.
    pub fn move_to(self, body: NodeId) -> Result<()> {
        let is_body = self.document.body_at(body).is_some();
        let position = if is_body { self.document.position_of_attribute(body) } else { Position::Last };
        self.document.move_item(self.id, body, position)
    }

    /// Moves the attribute with its comments before another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_to`](Self::move_to), and an error if there is no item at
    /// of this identity.
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

    /// Moves the attribute with its comments after another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_before`](Self::move_before).
    pub fn move_after(self, other: NodeId) -> Result<()> {
        self.document.move_beside(self.id, other, Position::After)
    }

    /// Returns the comments that belong to the attribute: those in the lines directly above it, and
    /// before it on its line.
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

    /// Replaces the comments before the attribute. An element that is already a comment, even a
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

    /// Returns the comment after the attribute on its line.
    pub fn trailing_comment(&self) -> Option<&str> {
        self.document.trailing_comment(self.id)
    }

    /// Replaces the comment after the attribute on its line. No comment can follow a heredoc, so
    /// the comment is then placed before the attribute.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines.
    pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_trailing_comment(self.id, comment)
    }
}
