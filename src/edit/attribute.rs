//! An attribute that can be edited.

use serde::Serialize;

use super::document::Document;
use super::expr::Expr;
use super::names::Name;
use super::path::{Path, Position, Site, Target};
use super::taken::Item;
use super::text::check_name;
use super::value::ValueMut;
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};
use crate::syntax::traversal::Traversal;

/// An attribute of a [`Document`], for editing.
#[derive(Debug)]
pub struct AttributeMut<'d> {
    document: &'d mut Document,
    site: Path,
}

impl<'d> AttributeMut<'d> {
    pub(super) fn new(document: &'d mut Document, site: Path) -> Self {
        Self { document, site }
    }

    /// Returns the position, for [`Document::edit_many`].
    pub fn site(&self) -> Site {
        Site(self.site.clone())
    }

    /// Returns the attribute in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Attribute<'_> {
        match self.site.target(self.document.ast()) {
            Some(Target::Item(BodyItem::Attribute(attribute))) => attribute,
            _ => unreachable!("the handle is of an attribute"),
        }
    }

    /// Sets the value, see [`BodyMut::set`](super::BodyMut::set).
    ///
    /// # Errors
    /// Returns an error if the value has no form as an expression.
    pub fn set(&mut self, value: impl Serialize) -> Result<()> {
        self.document.set_value(&self.site, &value)
    }

    /// Returns the value, to edit its elements.
    pub fn value(&mut self) -> ValueMut<'_> {
        ValueMut::new(self.document, self.site.clone())
    }

    /// Changes the name.
    ///
    /// # Errors
    /// Returns an error if the name is not an identifier, or if the body has another item of the
    /// name.
    pub fn rename(&mut self, to: &str) -> Result<()> {
        check_name(to)?;
        let Some((body, index)) = self.site.parent() else { return Ok(()) };
        if self.document.find_again(&body, Name::Attribute(to)) == Some(index) {
            return Ok(());
        }
        self.document.check_attribute(&body, to)?;
        self.document.change_item(&self.site, |part, site| part.rename(site, to))
    }

    /// Renames references in the value, see [`Document::rename_references`].
    ///
    /// # Errors
    /// Returns the same errors as [`Document::rename_references`].
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.document.change_item(&self.site, |part, site| part.rename_references(site, from, to))
    }

    /// Replaces expressions in the value, see [`BodyMut::rewrite_expressions`].
    ///
    /// # Errors
    /// Returns the same errors as [`Document::rewrite_expressions`].
    ///
    /// [`BodyMut::rewrite_expressions`]: super::BodyMut::rewrite_expressions
    pub fn rewrite_expressions(
        &mut self,
        rewrite: impl FnMut(ast::Expression<'_>) -> Option<Expr>,
    ) -> Result<usize> {
        self.document.change_once(&self.site, |part, site| part.rewrite_expressions(site, rewrite))
    }

    /// Removes the attribute with its comments.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the rest of the document would not be valid. No
    /// such document is known.
    pub fn remove(self) -> Result<()> {
        self.document.remove_item(&self.site)
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
        self.document.take_item(&self.site)
    }

    /// Returns the text of the attribute with its comments, without indentation.
    ///
    /// # Errors
    /// Returns an error if the text is not valid by itself. No such text is known.
    pub fn text(&mut self) -> Result<String> {
        self.document.copy_item(&self.site).map(|item| item.to_string())
    }

    /// Moves the attribute with its comments to another body, to the position at which
    /// [`BodyMut::set`](super::BodyMut::set) adds a new attribute.
    ///
    /// # Errors
    /// Returns an error if there is no body at the path, or if it has another item of the name.
    pub fn move_to(self, path: &Path) -> Result<()> {
        let position = Position::of_new_attribute(self.document.items(path), self.document.item_count(path));
        self.document.move_item(&self.site, path, position)
    }

    /// Moves the attribute with its comments before another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_to`](Self::move_to), and an error if there is no item at
    /// the site.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n# The second.\nb = 2 # two\n".parse()?;
    /// let mut root = document.root();
    /// let a = root.attribute("a").expect("it exists").site();
    /// root.attribute("b").expect("it exists").move_before(&a)?;
    /// assert_eq!(document.to_string(), "# The second.\nb = 2 # two\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_before(self, other: &Site) -> Result<()> {
        self.document.move_beside(&self.site, other, Position::Before)
    }

    /// Moves the attribute with its comments after another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_before`](Self::move_before).
    pub fn move_after(self, other: &Site) -> Result<()> {
        self.document.move_beside(&self.site, other, Position::After)
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
        self.document.leading_comments(&self.site)
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
        self.document.set_leading_comments(&self.site, comments)
    }

    /// Returns the comment after the attribute on its line.
    pub fn trailing_comment(&self) -> Option<&str> {
        self.document.trailing_comment(&self.site)
    }

    /// Replaces the comment after the attribute on its line. No comment can follow a heredoc, so
    /// the comment is then placed before the attribute.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines.
    pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_trailing_comment(&self.site, comment)
    }
}
