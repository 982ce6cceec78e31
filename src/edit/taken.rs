//! Items that are taken out of a body, moved, and inserted.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::body::BodyMut;
use super::document::Document;
use super::insert::{BlankLines, InsertedKind};
use super::layout::shift;
use super::lines::is_blank;
use super::part::Excerpt;
use super::path::{Path, Position, Site, Target};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::syntax::ast::BodyItem;
use crate::syntax::format::with_line_endings;

/// An attribute or a block with its comments, outside of a document.
///
/// [`BlockMut::take`](super::BlockMut::take) and [`AttributeMut::take`](super::AttributeMut::take)
/// return it, and [`BodyMut::insert`] inserts it into a body of the same or of another document. It
/// can also be parsed from text. `Display` prints its text.
///
/// ```
/// use serde_hcl::edit::{Document, Item, Position};
///
/// let mut main: Document = "a = 1\n\n// The port.\nvariable \"port\" {\n  default = 80\n}\n".parse()?;
/// let mut variables = Document::new();
/// let port = main.block(["variable", "port"]).expect("the block exists").take()?;
/// variables.root().insert(Position::Last, port)?;
/// variables.root().insert(Position::First, "// Comments belong to the item.\nb = 2".parse::<Item>()?)?;
/// assert_eq!(main.to_string(), "a = 1\n");
/// assert_eq!(variables.to_string(), "\
/// // Comments belong to the item.
/// b = 2
///
/// // The port.
/// variable \"port\" {
///   default = 80
/// }
/// ");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Item {
    /// The item and its comments alone, without indentation. Its unit of indentation and its line
    /// endings are those of the document that it comes from.
    document: Document,
    blank: BlankLines,
}

impl Item {
    fn new(document: Document) -> Result<Self> {
        match document.item_count(&Path::default()) {
            1 => Ok(Self { document, blank: BlankLines::default() }),
            count => Err(Error::coded(
                Code::InvalidValue,
                format!("The text has {count} attributes and blocks. An item is exactly one."),
            )),
        }
    }

    /// Returns the attribute or block in the syntax tree, for reading.
    ///
    /// ```
    /// use serde_hcl::{ast::BodyItem, edit::Item};
    ///
    /// let item: Item = "port = 80".parse()?;
    /// assert!(matches!(item.ast(), BodyItem::Attribute(attribute) if attribute.name() == "port"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ast(&self) -> BodyItem<'_> {
        match self.document.chunks.target(0, &[]).and_then(Target::item) {
            Some(item) => item,
            None => unreachable!("the document has one item"),
        }
    }
}

/// Parses an attribute or a block with its comments.
impl FromStr for Item {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::new(text.parse()?)
    }
}

/// Prints the text with the comments, without indentation.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.document.fmt(f)
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Item").field(&self.to_string()).finish()
    }
}

impl BodyMut<'_> {
    /// Inserts an item with its comments at a position. It gets the indentation and the line
    /// endings of the document, and keeps the blank lines that were around it.
    ///
    /// # Errors
    /// Returns an error if there is no item at the position, or if the body has another attribute
    /// of its name, or an attribute and blocks would have the same name.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Position};
    ///
    /// let mut document: Document = "# First.\na = 1\nb = 2 # second\n".parse()?;
    /// let b = document.root().attribute("b").expect("it exists").take()?;
    /// document.root().insert(Position::First, b)?;
    /// assert_eq!(document.to_string(), "b = 2 # second\n# First.\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert(&mut self, position: Position, item: impl Borrow<Item>) -> Result<()> {
        let path = self.path().clone();
        self.document_mut().insert_item(&path, position, item.borrow())
    }
}

impl Document {
    /// Returns a copy of an item with its comments.
    pub(super) fn copy_item(&mut self, site: &Path) -> Result<Item> {
        let foreign = self.foreign_comments(site);
        self.change_once(site, |part, site| part.copy_item(site, foreign))
    }

    /// Returns a copy of an item to insert it into a body of the same document. It is not aligned
    /// with other lines, if the body is formatted when the text is needed.
    fn copy_for(&mut self, site: &Path, body: &Path) -> Result<Item> {
        let foreign = self.foreign_comments(site);
        let is_formatted = self.chunks.has_same_group(&site.0, &body.0);
        match is_formatted {
            true => self.change_item(site, |part, site| part.copy_item(site, foreign)),
            false => self.copy_item(site),
        }
    }

    /// Removes an item with its comments, and returns it.
    pub(super) fn take_item(&mut self, site: &Path) -> Result<Item> {
        let item = self.copy_item(site)?;
        self.remove_item(site)?;
        Ok(item)
    }

    fn insert_item(&mut self, path: &Path, position: Position, item: &Item) -> Result<()> {
        let kind = match item.ast() {
            BodyItem::Attribute(attribute) => {
                self.check_attribute(path, attribute.name())?;
                InsertedKind::Attribute
            }
            BodyItem::Block(block) => {
                self.check_block(path, block.block_type())?;
                InsertedKind::Block
            }
        };
        let blank = if self.layout().separate_blocks { item.blank } else { BlankLines::default() };
        self.insert(path, position, kind, blank, |part, path| part.item_lines(path, item))
    }

    /// Moves an item with its comments to a position in a body, which counts the items before it is
    /// moved.
    pub(super) fn move_item(&mut self, own: &Path, path: &Path, position: Position) -> Result<()> {
        if !self.has_body(path) || path.0.starts_with(&own.0) {
            return Err(Error::coded(
                Code::InvalidValue,
                "An attribute or a block can be moved to a body outside of it only.",
            ));
        }
        let count = self.item_count(path);
        position.check_in_body(count)?;
        let Some((body, index)) = own.parent() else { return Ok(()) };
        let new = position.index(count);
        if *path == body
            && (new == index || (new == index + 1 && (position != Position::Last || self.is_at_end(own)?)))
        {
            return Ok(());
        }
        // The path of the target and the position after the item is removed.
        let (mut target, mut position) = (path.clone(), position);
        let kept = |other: usize| if other > index { other - 1 } else { other };
        if let Some(other) = path.0.strip_prefix(body.0.as_slice()) {
            match other.first() {
                Some(other) => target.0[body.0.len()] = kept(*other),
                None => position = position.map(kept),
            }
        }
        self.edit(|document| {
            let item = document.copy_for(own, path)?;
            document.remove_item(own)?;
            document.insert_item(&target, position, &item)
        })
    }

    /// Moves an item before or after another one.
    pub(super) fn move_beside(
        &mut self,
        own: &Path,
        other: &Site,
        position: fn(usize) -> Position,
    ) -> Result<()> {
        let place = other.0.parent().filter(|_| self.target(&other.0).is_some_and(|it| it.item().is_some()));
        let Some((body, index)) = place else {
            return Err(Error::coded(Code::InvalidValue, "There is no attribute or block at the site."));
        };
        self.move_item(own, &body, position(index))
    }

    /// Returns whether the last item of a body stays where it is when it is moved to the end: no
    /// comment is after it, and it would get no line ending.
    fn is_at_end(&mut self, site: &Path) -> Result<bool> {
        let is_root = site.0.len() == 1;
        self.change_item(site, |part, site| {
            let end = part.extent(site, 0).map_or(0, |(extent, _)| extent.end);
            let body = site.parent().and_then(|(body, _)| body.body(part.ast()));
            let text = part.text();
            let after = body.map_or("", |body| &text.text[end..text.inside(body).end]);
            let separates = part.layout().separate_blocks;
            Ok(is_blank(after) && (separates || (is_root && !text.text.ends_with('\n'))))
        })
    }
}

impl Excerpt<'_> {
    fn copy_item(&self, site: &Path, foreign: usize) -> Result<Item> {
        let place = site.parent().and_then(|(body, index)| Some((body.body(self.ast())?, index)));
        let Some((body, index)) = place else { unreachable!("the handle is of an item") };
        let extent = self.text().extent(body, index, foreign);
        let text = self.text();
        let indent = text.indent(extent.span.start);
        // The extent begins after the indentation of its first line.
        let lines = shift(&[indent, &text.text[extent.span]].concat(), indent, "");
        let mut document = Document::parse(self.source(lines + self.ending()))?;
        document.unit = self.known_unit().map(str::to_owned);
        let mut item = Item::new(document)?;
        if let Some(lines) = extent.lines {
            let (before, after) = text.blank_around(body, &lines);
            let first_line = text.first_line(body).min(lines.start);
            let end = text.inside(body).end;
            let is_block = body.block_at(index).is_some();
            let is_wide = |index: Option<usize>| index.is_some_and(|index| text.is_wide_item(body, index));
            // No blank line beside a block is a choice, and so are any blank lines.
            let kept = |blank: Range<usize>, rest: Range<usize>, is_beside_block: bool| {
                let count = text.text[blank].matches('\n').count();
                (!is_blank(&text.text[rest]) && (count > 0 || is_beside_block)).then_some(count)
            };
            item.blank = BlankLines {
                before: kept(before, first_line..lines.start, is_block || is_wide(index.checked_sub(1))),
                after: kept(after, lines.end..end, is_block || is_wide(Some(index + 1))),
            };
        }
        Ok(item)
    }

    /// Returns the lines of an item for a body at a path. They are formatted only if the document
    /// that they come from had another indentation.
    fn item_lines(&self, path: &Path, item: &Item) -> String {
        let text = item.to_string();
        let text = text.trim_end_matches(['\r', '\n']);
        if let (Some(from), Some(to)) = (&item.document.unit, self.known_unit())
            && from != to
        {
            return self.body_lines(path, text);
        }
        let lines = shift(text, "", &self.item_indent(path));
        match item.document.chunks.ending() == self.ending() {
            true => lines,
            false => with_line_endings(&lines, self.ending()),
        }
    }
}
