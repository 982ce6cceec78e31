//! An attribute that can be edited.

use serde::Serialize;

use super::document::Document;
use super::layout::Edit;
use super::names::Name;
use super::part::Part;
use super::path::Path;
use super::rename;
use super::text::check_name;
use super::update::Site;
use super::value::ValueMut;
use crate::error::Result;
use crate::syntax::ast;
use crate::syntax::format::ends_in_heredoc;
use crate::syntax::traversal::Traversal;

/// An attribute of a [`Document`], for editing.
#[derive(Debug)]
pub struct AttributeMut<'d> {
    document: &'d mut Document,
    path: Path,
    index: usize,
}

impl<'d> AttributeMut<'d> {
    pub(super) fn new(document: &'d mut Document, path: Path, index: usize) -> Self {
        Self { document, path, index }
    }

    /// Returns the position, for [`Document::edit_many`].
    pub fn site(&self) -> Site {
        Site { path: self.path.clone(), index: self.index, steps: Vec::new() }
    }

    /// Returns the attribute in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Attribute<'_> {
        match self.path.body(self.document.ast()).and_then(|body| body.item(self.index)) {
            Some(ast::BodyItem::Attribute(attribute)) => attribute,
            _ => unreachable!("the handle is of an attribute"),
        }
    }

    /// Sets the value, see [`BodyMut::set`](super::BodyMut::set).
    ///
    /// # Errors
    /// Returns an error if the value has no form as an expression.
    pub fn set(&mut self, value: impl Serialize) -> Result<()> {
        let value = self.document.value_text(&value)?;
        self.document.set_expression(&self.path, self.index, &value)
    }

    /// Returns the value, to edit its elements.
    pub fn value(&mut self) -> ValueMut<'_> {
        ValueMut::new(self.document, self.path.clone(), self.index)
    }

    /// Changes the name.
    ///
    /// # Errors
    /// Returns an error if the name is not an identifier, or if the body has another item of the
    /// name.
    pub fn rename(&mut self, to: &str) -> Result<()> {
        check_name(to)?;
        if self.document.find_again(&self.path, Name::Attribute(to)) == Some(self.index) {
            return Ok(());
        }
        self.document.check_attribute(&self.path, to)?;
        self.document.change_item(&self.path, self.index, |part, path, index| {
            let Some(ast::BodyItem::Attribute(attribute)) = part.item(path, index) else { return Ok(()) };
            let name = attribute.name_span().range();
            part.apply(vec![Edit::new(name, to)])
        })
    }

    /// Renames references in the value, see [`Document::rename`].
    ///
    /// # Errors
    /// Those of [`Document::rename`].
    pub fn rename_references(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.document.change_item(&self.path, self.index, |part, path, index| {
            let Some(ast::BodyItem::Attribute(attribute)) = part.item(path, index) else { return Ok(0) };
            let (edits, count) = rename::in_expressions([attribute.expression()], from, to)?;
            part.apply(edits)?;
            Ok(count)
        })
    }

    /// Removes the attribute with its comments.
    ///
    /// # Errors
    /// Returns an error if the rest would not be valid, which is not expected.
    pub fn remove(self) -> Result<()> {
        self.document.remove_item(&self.path, self.index)
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
        self.document.lead_comments(&self.path, self.index)
    }

    /// Replaces the comments before the attribute. An element that is already a comment, even a
    /// multi-line one, is kept as it is. In any other text, each line gets a `#`.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_lead_comments<S: AsRef<str>>(&mut self, comments: impl IntoIterator<Item = S>) -> Result<()> {
        self.document.set_lead_comments(&self.path, self.index, comments)
    }

    /// Returns the comment after the attribute on its line.
    pub fn line_comment(&self) -> Option<&str> {
        self.document.line_comment(&self.path, self.index)
    }

    /// Replaces the comment after the attribute on its line. No comment can follow a heredoc, so
    /// the comment is then placed before the attribute.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines.
    pub fn set_line_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_line_comment(&self.path, self.index, comment)
    }
}

impl Document {
    /// Sets the expression of an attribute.
    pub(super) fn set_expression(&mut self, path: &Path, index: usize, value: &str) -> Result<()> {
        if self.set_literal(path, index, &[], value) {
            return Ok(());
        }
        self.change_item(path, index, |part, path, index| {
            if ends_in_heredoc(value) {
                part.spread(path)?;
            }
            let edits = part.expression_edits(path, index, value);
            part.apply(edits)
        })
    }
}

impl Part<'_> {
    /// Returns whether an item is an attribute whose value ends with a heredoc.
    pub(super) fn is_heredoc_end(&self, path: &Path, index: usize) -> bool {
        match self.item(path, index) {
            Some(ast::BodyItem::Attribute(attribute)) => {
                ends_in_heredoc(&self.text().text[attribute.expression().span().range()])
            }
            _ => false,
        }
    }

    /// Returns the edits that set the expression of an attribute. The body of one that ends in a
    /// heredoc is [spread](Self::spread) already.
    pub(super) fn expression_edits(&self, path: &Path, index: usize, value: &str) -> Vec<Edit> {
        let Some(ast::BodyItem::Attribute(attribute)) = self.item(path, index) else { return Vec::new() };
        let text = self.text();
        let (item, mut span) = (attribute.span().range(), attribute.expression().span().range());
        let indent = text.indent(item.start);
        let mut new = self.expression(value, indent);
        let mut edits = Vec::new();
        if ends_in_heredoc(value) {
            let end = self.extent(path, index, 0).map_or(item.end, |(extent, _)| extent.end);
            let comment = text.text[span.end..end].trim();
            if !comment.is_empty() {
                let line = text.line_start(item.start);
                edits.push(Edit::new(line..line, [indent, comment, self.ending()].concat()));
            }
            let space = &text.text[end..];
            span.end = end + space.len() - space.trim_start_matches([' ', '\t']).len();
            if span.end == text.text.len() {
                new.push_str(self.ending());
            }
        }
        edits.push(Edit::new(span, new));
        edits
    }
}
