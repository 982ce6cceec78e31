//! The document: a tree over a text.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::OnceLock;

use super::gap::indent_of;
use super::layout::UNIT;
use super::node::{Added, Content, Form, Kind, Names, Node, ROOT, Text, Texts, item};
use crate::body::{File, parse_file};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::source::Source;
use crate::syntax::ast;

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
    /// The name of the source.
    pub(super) name: String,
    /// The text that was laid out last.
    pub(super) base: String,
    /// The texts that were added since then.
    added: String,
    pub(super) nodes: Vec<Node>,
    /// The texts of nodes that do not follow each other, by the indexes of the nodes.
    pub(super) texts: HashMap<u32, Texts>,
    /// The contents of nodes that are split.
    pub(super) contents: HashMap<u32, Box<Content>>,
    /// The names of bodies and objects with many children that were searched.
    pub(super) names: HashMap<u32, Names>,
    /// The indexes of nodes among the children of their parents, as they were found last.
    pub(super) hints: HashMap<u32, usize>,
    /// Facts about inserted items that their texts do not show.
    pub(super) added_lines: HashMap<u32, Added>,
    /// The nodes that were removed.
    pub(super) free: Vec<u32>,
    /// Whether the tree differs from the text that was laid out last.
    pub(super) is_changed: bool,
    /// The text of the changed tree. The next operation takes it over.
    pub(super) printed: OnceLock<String>,
    file: OnceLock<File>,
    pub(super) layout: Layout,
    /// The indentation of one level, from the first block that had one.
    pub(super) unit: Option<String>,
    /// The line ending of the first line, if it is known.
    pub(super) ending: OnceLock<&'static str>,
}

/// The length of the added texts from which on those that are not used any more are dropped.
const MUCH: usize = 1 << 20;

/// Settings for the blank lines of a [`Document`].
///
/// ```
/// use serde_hcl::edit::{Document, Layout};
///
/// let mut document: Document = "a {}\n\nb {}\n".parse()?;
/// document.set_layout(Layout::default().separate_blocks(false));
/// document.append_block("c", ())?;
/// assert_eq!(document.to_string(), "a {}\n\nb {}\nc {\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub(super) separate_blocks: bool,
    pub(super) separate_comments: bool,
    pub(super) merge_blank_lines: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self { separate_blocks: true, separate_comments: true, merge_blank_lines: true }
    }
}

impl Layout {
    /// Sets whether a new block gets blank lines around it, if other blocks in the document have
    /// them. The default is `true`.
    #[must_use]
    pub const fn separate_blocks(self, separate_blocks: bool) -> Self {
        Self { separate_blocks, ..self }
    }

    /// Sets whether a new item gets a blank line before it, if comments that belong to no item are
    /// in the line above. Without it, the comments belong to the new item when the text is read
    /// again. The default is `true`.
    #[must_use]
    pub const fn separate_comments(self, separate_comments: bool) -> Self {
        Self { separate_comments, ..self }
    }

    /// Sets whether the blank lines on both sides of a removed item are reduced to those of one
    /// side. The default is `true`.
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
        Self::of(&parse_file("").value)
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
        Ok(Self::of(&parse_file(source).into_result()?))
    }

    fn of(file: &File) -> Self {
        let source = file.body().source();
        let mut document = Self {
            name: source.name().to_owned(),
            base: source.text().to_owned(),
            added: String::new(),
            nodes: Vec::new(),
            texts: HashMap::new(),
            contents: HashMap::new(),
            names: HashMap::new(),
            hints: HashMap::new(),
            added_lines: HashMap::new(),
            free: Vec::new(),
            is_changed: false,
            printed: OnceLock::new(),
            file: OnceLock::new(),
            layout: Layout::default(),
            unit: unit_of(body_of(file)),
            ending: OnceLock::new(),
        };
        let items = body_of(file).items();
        // Some changes need no other memory.
        document.nodes.reserve_exact(items.len() * 9 / 8 + 1);
        let start = if source.text().starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let root = document.add(ROOT, Kind::Root, Texts { head: Text::new(0..start), ..Texts::default() });
        document.split_into(root, Form::Body, start..start, items.map(item), source.text().len(), 0);
        document
    }

    /// Returns the text in its current state.
    pub(super) fn text(&self) -> &str {
        if !self.is_changed {
            return &self.base;
        }
        self.printed.get_or_init(|| self.print())
    }

    /// Returns a text as a source with the name of the document.
    pub(super) fn source(&self, text: &str) -> Source {
        Source::new(self.name.as_str(), text)
    }

    /// Returns the file in its current state, for reading and evaluation. The first call after a
    /// change parses the whole text.
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
        self.file.get_or_init(|| parse_file(self.source(self.text())).value)
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

    /// Returns the indentation of one level.
    pub(super) fn unit(&self) -> &str {
        self.unit.as_deref().unwrap_or(UNIT)
    }

    /// Prepares for a change. The text that was printed last is the one to change.
    pub(super) fn change(&mut self) {
        self.adopt();
        if self.added.len() > MUCH.max(self.base.len()) {
            // Most of it is not used any more.
            _ = self.text();
            self.adopt();
        }
        self.file.take();
        self.is_changed = true;
    }

    /// Takes over the text that was printed last.
    pub(super) fn adopt(&mut self) {
        if let Some(text) = self.printed.take() {
            self.move_all_texts(&text);
            self.base = text;
            self.added.clear();
            self.is_changed = false;
        }
    }

    /// Returns the offset of the added texts. It is not the end of the other text, so that no range
    /// is in both.
    fn start_of_added(&self) -> usize {
        self.base.len() + 1
    }

    pub(super) fn slice(&self, text: Text) -> &str {
        let Range { start, end } = text.range();
        match start.checked_sub(self.start_of_added()) {
            Some(at) => &self.added[at..at + text.len()],
            None => &self.base[start..end],
        }
    }

    /// Adds a text. Returns its range.
    pub(super) fn store(&mut self, text: &str) -> Text {
        let start = self.start_of_added() + self.added.len();
        self.added.push_str(text);
        Text::new(start..start + text.len())
    }

    /// Returns an error if the document would be too long with a new text.
    pub(super) fn check_length(&self, text: &str) -> Result<()> {
        let length = i32::try_from((self.base.len() + self.added.len()).saturating_add(2 * text.len()));
        let error = |_| Error::coded(Code::TextTooLong, "A document has at most 2 GiB of text.");
        length.map(drop).map_err(error)
    }

    /// Makes a change if it is valid. Otherwise returns the errors that the text would have after
    /// it, or another error if there are none.
    pub(super) fn change_valid<T>(
        &mut self,
        is_valid: bool,
        otherwise: impl FnOnce() -> Error,
        change: impl FnOnce(&mut Self) -> T,
    ) -> Result<T> {
        if is_valid {
            return Ok(change(self));
        }
        let mut changed = self.clone();
        change(&mut changed);
        Err(parse_file(changed.source(changed.text())).into_result().err().unwrap_or_else(otherwise))
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
        f.write_str(self.text())
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document").field("file", self.file()).field("layout", &self.layout).finish()
    }
}

/// Returns the body of a file in native syntax.
fn body_of(file: &File) -> ast::Body<'_> {
    match file.ast() {
        Some(body) => body,
        None => unreachable!("a document is in native syntax"),
    }
}

/// Returns the indentation of one level: that of the first item of a block that has one.
pub(super) fn unit_of(root: ast::Body<'_>) -> Option<String> {
    let indent = |at: u32| indent_of(&root.tree().source.text()[..at as usize]);
    root.blocks().find_map(|block| {
        let mut starts = block.body().items().map(|item| item.span().start);
        let first = starts.find(|start| root.tree().begins_line(*start))?;
        let unit = indent(first).strip_prefix(indent(block.span().start))?;
        (!unit.is_empty()).then(|| unit.to_owned())
    })
}
