//! An attribute that can be edited.

use serde::Serialize;

use super::document::Document;
use super::names::Name;
use super::path::{Path, Site, Target};
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

    /// Renames references in the value, see [`Document::rename`].
    ///
    /// # Errors
    /// Those of [`Document::rename`].
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.document.change_item(&self.site, |part, site| part.rename_references(site, from, to))
    }

    /// Removes the attribute with its comments.
    ///
    /// # Errors
    /// Returns an error if the rest would not be valid, which is not expected.
    pub fn remove(self) -> Result<()> {
        self.document.remove_item(&self.site)
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
    /// assert_eq!(a.lead_comments(), ["# one", "# two"]);
    /// a.set_lead_comments(["zero"])?;
    /// a.set_line_comment(None)?;
    /// assert_eq!(document.to_string(), "# zero\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn lead_comments(&self) -> Vec<&str> {
        self.document.lead_comments(&self.site)
    }

    /// Replaces the comments before the attribute. An element that is already a comment, even a
    /// multi-line one, is kept as it is. In any other text, each line gets a `#`.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_lead_comments<S: AsRef<str>>(&mut self, comments: impl IntoIterator<Item = S>) -> Result<()> {
        self.document.set_lead_comments(&self.site, comments)
    }

    /// Returns the comment after the attribute on its line.
    pub fn line_comment(&self) -> Option<&str> {
        self.document.line_comment(&self.site)
    }

    /// Replaces the comment after the attribute on its line. No comment can follow a heredoc, so
    /// the comment is then placed before the attribute.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines.
    pub fn set_line_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_line_comment(&self.site, comment)
    }
}
