//! Items that are taken out of a body, moved, and inserted.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::Serialize;

use super::document::Document;
use super::gap::{indent_of, is_blank};
use super::handles::{BodyMut, ItemKind, NodeMut};
use super::items::{BlankLines, NewLines};
use super::labels::Labels;
use super::node::{Kind, NodeId, ROOT};
use super::position::Position;
use super::text::{block_header, check_name, shift};
use crate::error::{Error, Result};
use crate::ser::expression_text;
use crate::syntax::ast::BodyItem;
use crate::syntax::format::with_line_endings;

/// An attribute or a block with its comments, outside of a document.
///
/// It is created by [`attribute`](Self::attribute) or [`block`](Self::block), parsed from text, or
/// taken out of a document by [`NodeMut::take`](super::NodeMut::take). [`BodyMut::insert`] inserts
/// it into a body. `Display` prints its text. Items are equal if they are printed in the same way
/// in canonical style.
///
/// ```
/// use serde_hcl::edit::{Document, Item, Position};
///
/// let mut main: Document =
///     "a = 1\n\n// The port.\nvariable \"port\" {\n  default = 80\n}\n".parse()?;
/// let mut variables = Document::new();
/// let port = main.block("variable", ["port"]).expect("the block exists").take()?;
/// variables.root().insert(Position::Last, port)?;
/// variables
///     .root()
///     .insert(Position::First, "// Comments belong to the item.\nb = 2".parse::<Item>()?)?;
/// assert_eq!(main.to_string(), "a = 1\n");
/// assert_eq!(
///     variables.to_string(),
///     "\
/// // Comments belong to the item.
/// b = 2
///
/// // The port.
/// variable \"port\" {
///   default = 80
/// }
/// "
/// );
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
    /// Creates an attribute.
    ///
    /// # Errors
    /// Returns an error if the name is not an identifier, or if the value has no form as an
    /// expression.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Item, Position};
    ///
    /// let item = Item::attribute("port", 80)?;
    /// assert_eq!(item, "port=80".parse()?);
    /// let mut document = Document::new();
    /// document.root().insert(Position::Last, item)?;
    /// assert_eq!(document.to_string(), "port = 80\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attribute(name: &str, value: impl Serialize) -> Result<Self> {
        check_name(name)?;
        format!("{name} = {}\n", expression_text(&value, true)?).parse()
    }

    /// Creates an empty block. Its labels are `()`, or anything that iterates over texts.
    ///
    /// # Errors
    /// Returns an error if the type is not an identifier.
    ///
    /// ```
    /// use serde_hcl::edit::{Item, Position};
    ///
    /// let mut service = Item::block("service", ["web"])?;
    /// let mut body = service.body().expect("it is a block");
    /// body.set("port", 80)?;
    /// body.insert(Position::Last, Item::block("check", ())?)?;
    /// assert_eq!(service.to_string(), "service \"web\" {\n  port = 80\n\n  check {\n  }\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block<K>(block_type: &str, labels: impl Labels<K>) -> Result<Self> {
        (block_header(block_type, &labels.texts())? + "\n}\n").parse()
    }

    fn id(&self) -> NodeId {
        self.document.child(ROOT, 0).unwrap_or_default()
    }

    /// Returns the body, for editing, if the item is a block.
    pub fn body(&mut self) -> Option<BodyMut<'_>> {
        let id = self.id();
        self.document.body_at(id)
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
        self.document.item_ast(self.id()).unwrap_or_else(|| unreachable!("the document has one item"))
    }
}

/// Parses an attribute or a block with its comments.
impl FromStr for Item {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let document: Document = text.parse()?;
        match document.count(ROOT) {
            1 => Ok(Self { document, blank: [None; 2] }),
            count => {
                let detail = format!("The text has {count} attributes and blocks. An item is exactly one.");
                Err(Error::message(detail))
            }
        }
    }
}

/// Compares the items in canonical style, with their comments.
impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.document.ast().to_string() == other.document.ast().to_string()
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
        let Item { document: inner, blank } = item.borrow();
        let id = item.borrow().id();
        let kind = inner.kind(id);
        self.document.check_item(self.id, kind, inner.name(id))?;
        self.document.change();
        let text = inner.to_string();
        let text = text.trim_end_matches(['\r', '\n']);
        let lines = match (&inner.unit, &self.document.unit) {
            (Some(old), Some(new)) if old != new => self.document.body_lines(self.id, text),
            _ => {
                let lines = shift(text, "", &self.document.item_indent(self.id));
                let ending = self.document.ending();
                let is_same = text.contains('\r') == (ending == "\r\n");
                if is_same { lines } else { with_line_endings(&lines, ending) }
            }
        };
        let new = NewLines { text: &lines, kind: Some(kind), blank: *blank, node: None };
        self.document.insert_lines(self.id, position, new).map(drop)
    }
}

/// Attributes and blocks.
impl<K: ItemKind> NodeMut<'_, K> {
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
        let (outer, id) = (self.document, self.id);
        let blank = outer.blank_lines_around(id);
        let text = outer.item_text(id) + outer.ending();
        let mut document = Document::parse(outer.source(&text))?;
        document.unit.clone_from(&outer.unit);
        document.set_layout(outer.layout);
        outer.remove_node(id);
        Ok(Item { document, blank })
    }

    /// Moves the item with its comments to another body: a block to the end, and an
    /// attribute to the position at which [`BodyMut::set`] adds a new
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
        let is_attribute =
            self.document.kind(self.id) == Kind::Attribute && self.document.kind(body).is_body();
        let position = if is_attribute { self.document.position_of_attribute(body) } else { Position::Last };
        self.document.move_item(self.id, body, position)
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
        self.move_beside(other, Position::Before)
    }

    /// Moves the item with its comments after another item.
    ///
    /// # Errors
    /// Returns the same errors as [`move_before`](Self::move_before).
    pub fn move_after(self, other: NodeId) -> Result<()> {
        self.move_beside(other, Position::After)
    }

    fn move_beside(self, other: NodeId, position: fn(usize) -> Position) -> Result<()> {
        if !matches!(self.document.kind(other), Kind::Attribute | Kind::Block) {
            return Err(Error::message("There is no attribute or block with this identity."));
        }
        let (body, index) = (self.document.parent(other), self.document.find_index(other));
        self.document.move_item(self.id, body, position(index))
    }
}

impl Document {
    /// Returns the text of an item with its comments, without indentation.
    pub(super) fn item_text(&self, id: NodeId) -> String {
        let (body, index) = (self.parent(id), self.index_of(id));
        let (before, after) = (self.gap(body, index), self.gap(body, index + 1));
        let start = before.lead_start(self.earlier_comments(id));
        let indent = match before.line_start(start) > 0 || before.is_start {
            true => indent_of(&before.text[..start]).to_owned(),
            false => self.line_indent(id),
        };
        let text = [&before.text[start..], &self.text_of(id), &after.text[..after.trail_end(0)]].concat();
        shift(&[&indent, text.as_str()].concat(), &indent, "")
    }

    /// Returns the blank lines around an item.
    fn blank_lines_around(&self, id: NodeId) -> BlankLines {
        let (body, index) = (self.parent(id), self.index_of(id));
        let Some(lines) = self.lines_of(body, index, self.earlier_comments(id)) else { return [None; 2] };
        let is_block = self.kind(id) == Kind::Block;
        // No blank line beside a block is a choice, and so are any blank lines.
        let kept = |gap: usize, blank: Range<usize>, is_at_end: bool, beside: Option<usize>| {
            let count = self.gap(body, gap).text[blank].matches('\n').count();
            (!is_at_end && (count > 0 || is_block || self.is_wide(body, beside))).then_some(count)
        };
        [
            kept(index, lines.blank_before, lines.is_first, index.checked_sub(1)),
            kept(index + 1, lines.blank_after, lines.is_last, Some(index + 1)),
        ]
    }

    /// Moves an item with its comments to a position in a body, which counts the items before it is
    /// moved.
    pub(super) fn move_item(&mut self, id: NodeId, target: NodeId, position: Position) -> Result<()> {
        if !self.kind(target).is_body() || self.ancestors(target).any(|at| at == id) {
            let detail = "An attribute or a block can be moved to a body outside of it only.";
            return Err(Error::message(detail));
        }
        self.split(target);
        let count = self.count(target);
        position.check(count, "body", "attributes and blocks")?;
        let (body, index) = (self.parent(id), self.find_index(id));
        let new = position.index(count);
        if target == body
            && (new == index || (new == index + 1 && (position != Position::Last || self.is_at_end(id))))
        {
            return Ok(());
        }
        if target != body {
            let name = self.name(id).to_owned();
            self.check_item(target, self.kind(id), &name)?;
        }
        let text = self.item_text(id);
        let is_valid = self.are_valid_items(target, &text)?;
        let otherwise = || Error::message("The item is not valid in this body.");
        self.change_valid(is_valid, otherwise, |document| {
            let blank = document.blank_lines_around(id);
            document.change();
            document.detach(id);
            let position = if body == target { position.without(index) } else { position };
            let lines = shift(&text, "", &document.item_indent(target));
            let kind = Some(document.kind(id));
            let new = NewLines { text: &lines, kind, blank, node: Some(id) };
            document.put_lines(target, position, new);
        })
    }

    /// Exchanges items of a body with their comments, so that those of some indexes have this
    /// order.
    pub(super) fn reorder(&mut self, body: NodeId, order: &[usize]) {
        self.change();
        let mut places = order.to_vec();
        places.sort_unstable();
        let count = self.count(body);
        // The comments after the item before each gap, those before the item after it, and the
        // rest.
        let parts = |index: usize| {
            let gap = self.gap(body, index);
            let end = if index == 0 { 0 } else { gap.trail_end(0) };
            let start = if index == count { gap.text.len() } else { gap.lead_start(0).max(end) };
            [&gap.text[..end], &gap.text[end..start], &gap.text[start..]].map(str::to_owned)
        };
        let mut gaps: Vec<[String; 3]> = (0..=count).map(parts).collect();
        let (old, children) = (gaps.clone(), self.ids(body));
        for (place, index) in places.iter().zip(order) {
            gaps[*place][2].clone_from(&old[*index][2]);
            gaps[place + 1][0].clone_from(&old[index + 1][0]);
            self.content_mut(body).children.list()[*place] = children[*index].index;
            let text = self.text_of(children[*index]);
            self.replace_spaces(children[*index], &text);
        }
        for (index, gap) in gaps.iter().enumerate() {
            if *gap != old[index] || places.contains(&index) {
                self.write_gap(body, index, &gap.concat());
            }
        }
        self.names.remove(&body.index);
        self.count_votes(body, 0..count);
        self.ending.take();
    }

    /// Returns whether the last item of a body stays where it is when it is moved to the end: no
    /// comment is after it, and it would get no line ending.
    fn is_at_end(&self, id: NodeId) -> bool {
        let body = self.parent(id);
        let after = self.gap(body, self.index_of(id) + 1);
        let rest = &after.text[after.trail_end(0)..after.end];
        is_blank(rest) && (self.layout.separate_blocks || (body == ROOT && !after.text.ends_with('\n')))
    }
}
