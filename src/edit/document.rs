//! The document: a text with its syntax tree.

use std::fmt;
use std::str::FromStr;

use super::added::Additions;
use super::chunks::Chunks;
use super::group::Group;
use super::lines::{TextView, body_of};
use super::names::{Name, Names, attribute_conflict, names_of};
use super::path::{Path, Target};
use super::text::attribute_of_name;
use crate::body::{File, parse_file};
use crate::error::{Error, Result};
use crate::source::Source;
use crate::syntax::ast::{self, BodyItem};

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
/// root.append_block("service", ["web"])?.set("port", 80)?;
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

/// The kind and the length of a tuple or an object that is written out.
pub(super) struct Elements {
    pub(super) is_object: bool,
    pub(super) len: usize,
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
    pub const fn separate_blocks(self, separate_blocks: bool) -> Self {
        Self { separate_blocks, ..self }
    }

    /// Sets whether new items are separated from comments that belong to no item.
    #[must_use]
    pub const fn separate_comments(self, separate_comments: bool) -> Self {
        Self { separate_comments, ..self }
    }

    /// Sets whether the blank lines around a removed item are merged.
    #[must_use]
    pub const fn merge_blank_lines(self, merge_blank_lines: bool) -> Self {
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
        let unit = TextView::unit(body_of(&file));
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
    /// document.set_layout(Layout::default().separate_blocks(true));
    /// document.root().append_block("b", ())?;
    /// assert_eq!(document.to_string(), "a {\n}\n\nb {\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Applies several changes together. If the function returns an error, the document stays
    /// unchanged.
    ///
    /// Each change parses only the part of the document around it, as it does outside of a batch.
    ///
    /// # Errors
    /// Returns the error that the function returns.
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
}

/// Functions for the handles. Spans in items are those in their chunks.
impl Document {
    /// Returns the item or element at a path.
    pub(super) fn target(&self, path: &Path) -> Option<Target<'_>> {
        let (first, rest) = path.0.split_first()?;
        self.chunks.target(*first, rest)
    }

    /// Returns the body at a path, unless that is the root. Its items can be earlier ones, if it
    /// has a group.
    fn block_body(&self, path: &Path) -> Option<ast::Body<'_>> {
        self.chunks.outline(&path.0)?.body()
    }

    /// Returns the kind and the length of a tuple or an object that is written out.
    pub(super) fn elements(&self, site: &Path) -> Option<Elements> {
        let collection = self.chunks.outline(&site.0)?.collection()?;
        let len = self.chunks.group_of(&site.0).map_or(collection.len, Group::len);
        Some(Elements { is_object: collection.is_object, len })
    }

    /// Returns whether there is a body at a path.
    pub(super) fn has_body(&self, path: &Path) -> bool {
        path.0.is_empty() || self.block_body(path).is_some()
    }

    /// Returns the items of the body at a path.
    pub(super) fn items(&self, path: &Path) -> impl DoubleEndedIterator<Item = BodyItem<'_>> {
        let root = path.0.is_empty().then(|| self.chunks.items());
        let group = self.chunks.group_of(&path.0).filter(|_| !path.0.is_empty());
        let block = self.block_body(path).filter(|_| group.is_none()).map(ast::Body::items);
        let group = group.into_iter().flat_map(Group::items);
        root.into_iter().flatten().chain(group).chain(block.into_iter().flatten())
    }

    /// Returns the number of items of the body at a path.
    pub(super) fn item_count(&self, path: &Path) -> usize {
        match path.0.is_empty() {
            true => self.chunks.item_count(),
            false => {
                let own = || self.block_body(path).map_or(0, |body| body.items().len());
                self.chunks.group_of(&path.0).map_or_else(own, Group::len)
            }
        }
    }
}

/// Searches.
impl Document {
    /// Returns the index of the first item of a name in the body at a path.
    pub(super) fn find(&self, path: &Path, name: Name<'_>) -> Option<usize> {
        if let Some(group) = self.chunks.group_of(&path.0) {
            return group.find(&name.key(), false);
        }
        match self.names.of(path) {
            Some(indexes) => indexes.get(&name.key()).copied(),
            None => self.items(path).position(|item| name.is_of(item)),
        }
    }

    /// Returns the same as [`find`](Self::find), and prepares for more searches in the body.
    pub(super) fn find_again(&mut self, path: &Path, name: Name<'_>) -> Option<usize> {
        if self.chunks.group_of(&path.0).is_some() {
            return self.find(path, name);
        }
        let names = std::mem::take(&mut self.names);
        self.names = names.searched(path, self.item_count(path), || names_of(self.items(path)));
        self.find(path, name)
    }

    /// Returns the index of the last item of a key in an object, and prepares for more searches.
    pub(super) fn find_key(&mut self, object: &Path, key: &str) -> Option<usize> {
        if let Some(group) = self.chunks.group_of(&object.0) {
            return group.find(&[key.to_owned()], true);
        }
        let keys = std::mem::take(&mut self.keys);
        let collection = self.target(object).and_then(Target::collection)?;
        let keys = keys.searched(object, collection.len, || {
            collection.keys(0..collection.len).map(|(key, index)| (vec![key.to_owned()], index)).collect()
        });
        let found = match keys.of(object) {
            Some(indexes) => indexes.get(&vec![key.to_owned()]).copied(),
            None => collection.find(key),
        };
        self.keys = keys;
        found
    }

    /// Checks that no item of a body has the name of a new attribute.
    pub(super) fn check_attribute(&mut self, path: &Path, name: &str) -> Result<()> {
        attribute_conflict(name, |name| self.find_again(path, name))
    }

    /// Checks that no attribute of a body has the name of the type of a new block.
    pub(super) fn check_block(&mut self, path: &Path, block_type: &str) -> Result<()> {
        match self.find_again(path, Name::Attribute(block_type)) {
            Some(_) => Err(attribute_of_name(block_type, "Choose another type for the block.")),
            None => Ok(()),
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
