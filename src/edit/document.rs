//! The document: a text with its syntax tree.

use std::fmt;
use std::str::FromStr;

use super::added::Additions;
use super::block::BlockMut;
use super::body::BodyMut;
use super::chunks::{Chunks, body_of};
use super::names::Names;
use super::part::unit;
use super::path::{Path, Target};
use crate::body::{File, parse_file};
use crate::error::{Error, Result};
use crate::source::Source;
use crate::syntax::ast::{self, BodyItem};
use crate::syntax::format::format_printed;
use crate::syntax::traversal::Traversal;

/// A configuration in native syntax that can be edited.
///
/// `Display` prints its text, byte for byte as it was read where nothing was changed.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document = Document::new();
/// let mut root = document.root();
/// root.set("region", "eu")?;
/// root.append_block("service", &["web"])?.set("port", 80)?;
/// assert_eq!(document.to_string(), "region = \"eu\"\n\nservice \"web\" {\n  port = 80\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Document {
    pub(super) chunks: Chunks,
    layout: Layout,
    /// The indentation of one level, from the first block that had one.
    pub(super) unit: Option<String>,
    pub(super) additions: Additions,
    pub(super) names: Names,
    pub(super) keys: Names,
}

/// Settings for the blank lines of a [`Document`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// Whether a new block gets blank lines around it, if other blocks in the document have them.
    /// The default is `true`.
    pub separate_blocks: bool,
    /// Whether a new item gets a blank line before it, if comments that belong to no item are in
    /// the line above. Without it, the comments belong to the new item when the text is read again.
    /// The default is `true`.
    pub separate_comments: bool,
    /// Whether the blank lines on both sides of a removed item are reduced to those of one side.
    /// The default is `true`.
    pub merge_blank_lines: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self { separate_blocks: true, separate_comments: true, merge_blank_lines: true }
    }
}

impl Layout {
    /// Sets whether new blocks are separated by blank lines.
    #[must_use]
    pub const fn with_separate_blocks(self, separate_blocks: bool) -> Self {
        Self { separate_blocks, ..self }
    }

    /// Sets whether new items are separated from comments that belong to no item.
    #[must_use]
    pub const fn with_separate_comments(self, separate_comments: bool) -> Self {
        Self { separate_comments, ..self }
    }

    /// Sets whether the blank lines around a removed item are merged.
    #[must_use]
    pub const fn with_merge_blank_lines(self, merge_blank_lines: bool) -> Self {
        Self { merge_blank_lines, ..self }
    }
}

impl Document {
    /// Creates an empty document.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document = Document::new();
    /// document.root().set("port", 80)?;
    /// assert_eq!(document.to_string(), "port = 80\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::of(parse_file("").value)
    }

    /// Parses a document.
    ///
    /// # Errors
    /// Returns all syntax errors.
    ///
    /// ```
    /// use serde_hcl::{Source, edit::Document};
    ///
    /// let error = Document::parse(Source::new("main.hcl", "a = \n")).unwrap_err();
    /// assert!(error.to_string().starts_with("main.hcl:1:"));
    /// ```
    pub fn parse(source: impl Into<Source>) -> Result<Self> {
        Ok(Self::of(parse_file(source).into_result()?))
    }

    fn of(file: File) -> Self {
        let unit = unit(body_of(&file));
        Self {
            chunks: Chunks::of(file),
            layout: Layout::default(),
            unit,
            additions: Additions::default(),
            names: Names::default(),
            keys: Names::default(),
        }
    }

    /// Returns the file in its current state, for reading and evaluation. After a change, the first
    /// call parses the whole text.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n".parse()?;
    /// document.root().set("b", 2)?;
    /// assert_eq!(document.file().body().attributes().count(), 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn file(&self) -> &File {
        self.chunks.file()
    }

    /// Returns the body of the file in the syntax tree, see [`file`](Self::file).
    ///
    /// ```
    /// let document: serde_hcl::edit::Document = "a = 1\nb = 2\n".parse()?;
    /// assert_eq!(document.ast().attributes().count(), 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ast(&self) -> ast::Body<'_> {
        body_of(self.file())
    }

    /// Returns the settings of the layout.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Sets the settings of the layout.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Layout};
    ///
    /// let mut document: Document = "a {\n}\n".parse()?;
    /// document.set_layout(Layout::default().with_separate_blocks(true));
    /// document.root().append_block("b", &[])?;
    /// assert_eq!(document.to_string(), "a {\n}\n\nb {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Returns the body of the file.
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "port = 80\n".parse()?;
    /// document.root().set("port", 8080)?;
    /// assert_eq!(document.to_string(), "port = 8080\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn root(&mut self) -> BodyMut<'_> {
        BodyMut::new(self, Path::default())
    }

    /// Returns the first block of the file with a type and labels, which are the elements of
    /// `name`.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "service web {\n}\n".parse()?;
    /// assert!(document.block(["service", "web"]).is_some());
    /// assert!(document.block(["service", "db"]).is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block<S: AsRef<str>>(&mut self, name: impl IntoIterator<Item = S>) -> Option<BlockMut<'_>> {
        self.find_block(&Path::default(), name)
    }

    /// Returns the body at a path, if there is one.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "service {\n}\n".parse()?;
    /// let path = document.block(["service"]).expect("it exists").body().path().clone();
    /// document.root().set("region", "eu")?;
    /// document.body_at(&path).expect("it still exists").set("port", 80)?;
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn body_at(&mut self, path: &Path) -> Option<BodyMut<'_>> {
        self.has_body(path).then(|| BodyMut::new(self, path.clone()))
    }

    /// Returns the block that is the item of an index of the body at a path, if there is one.
    pub fn block_at(&mut self, path: &Path, index: usize) -> Option<BlockMut<'_>> {
        let site = path.child(index);
        self.target(&site)?.body()?;
        Some(BlockMut::new(self, site))
    }

    /// Applies several changes together. If the function returns an error, the document stays
    /// unchanged.
    ///
    /// Each change parses only the part of the document around it, as it does outside of a batch.
    ///
    /// # Errors
    /// Those of the function.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = 1\n".parse()?;
    /// let result = document.edit(|document| {
    ///     document.root().set("b", 2)?;
    ///     document.root().set("no name", 3)
    /// });
    /// assert!(result.is_err());
    /// assert_eq!(document.to_string(), "a = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn edit<T>(&mut self, edit: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = self.clone();
        let result = edit(self);
        if result.is_err() {
            *self = before;
        }
        result
    }

    /// Formats the whole document, as [`format()`](crate::format()) does.
    ///
    /// # Errors
    /// Returns an error if the document became too long.
    ///
    /// ```
    /// let mut document: serde_hcl::edit::Document = "a=1\nlonger   = 2\n".parse()?;
    /// document.format()?;
    /// assert_eq!(document.to_string(), "a      = 1\nlonger = 2\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn format(&mut self) -> Result<()> {
        self.change_all(|part| {
            let (text, start) = (part.text().text, part.text().start());
            let formatted = [&text[..start], &format_printed(&text[start..])].concat();
            part.accept(formatted)
        })?;
        self.unit = unit(self.ast());
        Ok(())
    }

    /// Renames a variable or a part of it wherever expressions refer to it: references that begin
    /// with the names of `from` begin with those of `to` instead. Returns the number of references
    /// that were changed.
    ///
    /// Names that a `for` binds are no references, nor are bare names that are the keys of objects.
    ///
    /// # Errors
    /// Returns an error if one of the traversals has other steps than names.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let mut document: Document = "a = var.old[0]\nb = \"${var.old}-${var.other}\"\n".parse()?;
    /// assert_eq!(document.rename(&"var.old".parse()?, &"var.new".parse()?)?, 2);
    /// assert_eq!(document.to_string(), "a = var.new[0]\nb = \"${var.new}-${var.other}\"\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename(&mut self, from: &Traversal, to: &Traversal) -> Result<usize> {
        self.change_all(|part| part.rename_references(&Path::default(), from, to))
    }
}

/// Functions for the handles. Spans in items are those in their chunks.
impl Document {
    /// Returns the item or element at a path.
    pub(super) fn target(&self, path: &Path) -> Option<Target<'_>> {
        let (first, rest) = path.0.split_first()?;
        Target::Item(self.chunks.item(*first)?).inner(rest)
    }

    /// Returns the body at a path, unless that is the root.
    fn block_body(&self, path: &Path) -> Option<ast::Body<'_>> {
        self.target(path)?.body()
    }

    /// Returns whether there is a body at a path.
    pub(super) fn has_body(&self, path: &Path) -> bool {
        path.0.is_empty() || self.block_body(path).is_some()
    }

    /// Returns the items of the body at a path.
    pub(super) fn items(&self, path: &Path) -> impl Iterator<Item = BodyItem<'_>> {
        let root = path.0.is_empty().then(|| self.chunks.items());
        let block = self.block_body(path).map(ast::Body::items);
        root.into_iter().flatten().chain(block.into_iter().flatten())
    }

    /// Returns the number of items of the body at a path.
    pub(super) fn item_count(&self, path: &Path) -> usize {
        match path.0.is_empty() {
            true => self.chunks.item_count(),
            false => self.block_body(path).map_or(0, |body| body.items().len()),
        }
    }
}

impl Default for Document {
    fn default() -> Self {
        Self::new()
    }
}

/// Parses a document, as [`Document::parse`] does.
impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

/// Prints the text.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chunks.as_slice().iter().try_for_each(|chunk| f.write_str(&chunk.text()))
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document").field("file", self.file()).field("layout", &self.layout).finish()
    }
}
