//! A block that can be edited.

use serde::Serialize;

use super::body::BodyMut;
use super::document::Document;
use super::labels::Labels;
use super::layout::Edit;
use super::names::Name;
use super::part::Excerpt;
use super::path::{Path, Position, Site, Target};
use super::taken::Item;
use super::text::check_name;
use crate::error::Result;
use crate::syntax::ast::{self, BodyItem};
use crate::value::quoted;

impl Document {
    /// Returns the first block of a body with a type and labels, which are the elements of `name`.
    pub(super) fn find_block<S: AsRef<str>>(
        &mut self,
        path: &Path,
        name: impl IntoIterator<Item = S>,
    ) -> Option<BlockMut<'_>> {
        let name: Vec<S> = name.into_iter().collect();
        let (block_type, labels) = name.split_first()?;
        let labels: Vec<&str> = labels.iter().map(AsRef::as_ref).collect();
        let index = self.find_again(path, Name::Block(block_type.as_ref(), &labels))?;
        Some(BlockMut::new(self, path.child(index)))
    }
}

impl Excerpt<'_> {
    /// Replaces the labels of a block.
    fn set_labels(&mut self, site: &Path, labels: &[String]) -> Result<()> {
        let Some(Target::Item(BodyItem::Block(block))) = self.target(site) else { return Ok(()) };
        let text = self.text().text;
        let mut spans = block.labels().map(|label| label.span().range());
        let mut end = block.type_span().end as usize;
        let mut edits = Vec::new();
        let mut new = String::new();
        for label in labels {
            let label = quoted(label).to_string();
            if let Some(span) = spans.next() {
                end = span.end;
                edits.push(Edit::new(span, label));
            } else {
                new = new + " " + &label;
            }
        }
        edits.extend(spans.map(|span| {
            let before = text[..span.start].trim_end_matches([' ', '\t']).len();
            Edit::new(before..span.end, "")
        }));
        if !new.is_empty() {
            edits.push(Edit::new(end..end, new));
        }
        self.apply(edits)
    }
}

/// A block of a [`Document`], for editing.
#[derive(Debug)]
pub struct BlockMut<'d> {
    document: &'d mut Document,
    site: Path,
}

impl<'d> BlockMut<'d> {
    pub(super) fn new(document: &'d mut Document, site: Path) -> Self {
        Self { document, site }
    }

    /// Returns the position, for [`Document::edit_many`].
    pub fn site(&self) -> Site {
        Site(self.site.clone())
    }

    /// Returns the block in the syntax tree, for reading.
    pub fn ast(&self) -> ast::Block<'_> {
        match self.site.target(self.document.ast()) {
            Some(Target::Item(BodyItem::Block(block))) => block,
            _ => unreachable!("the handle is of a block"),
        }
    }

    /// Returns the body.
    pub fn body(&mut self) -> BodyMut<'_> {
        BodyMut::new(self.document, self.site.clone())
    }

    /// Returns the body, for as long as the document is borrowed.
    pub fn into_body(self) -> BodyMut<'d> {
        BodyMut::new(self.document, self.site)
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
        if let Some((body, _)) = self.site.parent() {
            self.document.check_block(&body, block_type)?;
        }
        self.document.change_item(&self.site, |part, site| part.rename(site, block_type))
    }

    /// Replaces the labels. They are written in quotes. Comments between them stay.
    ///
    /// # Errors
    /// Returns an error if the document becomes too long.
    pub fn set_labels<K>(&mut self, labels: impl Labels<K>) -> Result<()> {
        let labels = labels.texts();
        self.document.change_item(&self.site, |part, site| part.set_labels(site, &labels))
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
        self.document.remove_item(&self.site)
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
    /// let mut root = document.root();
    /// let count = root.ast().items().len();
    /// let mut blocks = Vec::new();
    /// for index in (0..count).rev() {
    ///     let Some(block) = root.block_at(index) else { continue };
    ///     let labels: Vec<String> = block.ast().labels().map(|label| label.text().to_owned()).collect();
    ///     blocks.push((block.ast().block_type().to_owned(), labels, block.take()?));
    /// }
    /// blocks.sort_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1)));
    /// for (_, _, block) in blocks {
    ///     root.insert(Position::Last, block)?;
    /// }
    /// assert_eq!(document.to_string(), "a {\n}\n\nb \"x\" {\n}\n\n# Two.\nb \"y\" {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn take(self) -> Result<Item> {
        self.document.take_item(&self.site)
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
        self.document.copy_item(&self.site).map(|item| item.to_string())
    }

    /// Moves the block with its comments to the end of another body.
    ///
    /// # Errors
    /// Returns an error if there is no body at the path, if it is within the block, or if it has an
    /// attribute with the name of the block's type.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Path};
    ///
    /// let mut document: Document = "a {\n  # The block.\n  b {\n    n = 1\n  }\n}\n".parse()?;
    /// let mut a = document.block(["a"]).expect("the block exists");
    /// a.body().block(["b"]).expect("the block exists").move_to(&Path::default())?;
    /// assert_eq!(document.to_string(), "a {\n}\n\n# The block.\nb {\n  n = 1\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_to(self, path: &Path) -> Result<()> {
        self.document.move_item(&self.site, path, Position::Last)
    }

    /// Moves the block with its comments before another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_to`](Self::move_to), and an error if there is no item at
    /// the site.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n\nb {\n}\n\n# The block.\nc {\n}\n".parse()?;
    /// let b = document.block(["b"]).expect("the block exists").site();
    /// document.block(["c"]).expect("the block exists").move_before(&b)?;
    /// assert_eq!(document.to_string(), "a = 1\n\n# The block.\nc {\n}\n\nb {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_before(self, other: &Site) -> Result<()> {
        self.document.move_beside(&self.site, other, Position::Before)
    }

    /// Moves the block with its comments after another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_before`](Self::move_before).
    pub fn move_after(self, other: &Site) -> Result<()> {
        self.document.move_beside(&self.site, other, Position::After)
    }

    /// Returns the comments before the block, see
    /// [`AttributeMut::leading_comments`](super::AttributeMut::leading_comments).
    pub fn leading_comments(&self) -> Vec<&str> {
        self.document.leading_comments(&self.site)
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
        self.document.set_leading_comments(&self.site, comments)
    }

    /// Returns the comment after its closing brace.
    pub fn trailing_comment(&self) -> Option<&str> {
        self.document.trailing_comment(&self.site)
    }

    /// Replaces the comment after its closing brace.
    ///
    /// # Errors
    /// Returns an error if the comment has several lines.
    pub fn set_trailing_comment(&mut self, comment: Option<&str>) -> Result<()> {
        self.document.set_trailing_comment(&self.site, comment)
    }
}

/// An iterator over the blocks of one type in a body.
#[derive(Debug)]
pub struct BlocksMut<'d> {
    document: &'d mut Document,
    path: Path,
    /// The indexes of the blocks that come next, in reverse.
    indexes: Vec<usize>,
    /// The number of items of the body when the indexes were right.
    count: usize,
}

impl<'d> BlocksMut<'d> {
    pub(super) fn new(document: &'d mut Document, path: Path, mut indexes: Vec<usize>) -> Self {
        indexes.reverse();
        let count = document.item_count(&path);
        Self { document, path, indexes, count }
    }

    /// Returns the next block. The previous block may have been removed.
    pub fn next_block(&mut self) -> Option<BlockMut<'_>> {
        let count = self.document.item_count(&self.path);
        let index = self.indexes.pop()?.checked_sub(self.count.saturating_sub(count))?;
        self.document.block_at(&self.path, index)
    }
}
