//! Items that are taken out of a body, moved, and inserted.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::Serialize;

use super::document::Document;
use super::gap::{indent_of, is_blank};
use super::handles::BodyMut;
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
        match self.document.item_ast(self.id()) {
            Some(item) => item,
            None => unreachable!("the document has one item"),
        }
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
                self.document.split(self.id);
                let lines = shift(text, "", &self.document.item_indent(self.id));
                let ending = self.document.ending();
                let is_same = text.contains('\r') == (ending == "\r\n");
                if is_same { lines } else { with_line_endings(&lines, ending) }
            }
        };
        let new = NewLines { blank: *blank, ..NewLines::new(&lines, Some(kind)) };
        self.document.insert_lines(self.id, position, new).map(drop)
    }
}

impl Document {
    /// Returns the text of an item with its comments, without indentation.
    pub(super) fn item_text(&self, id: NodeId) -> String {
        let (body, index) = (self.parent(id), self.index_of(id));
        let (before, after) = (self.gap(body, index), self.gap(body, index + 1));
        let start = before.lead_start(self.foreign(id));
        let line = before.line_start(start);
        let indent = match line > 0 || before.is_start {
            true => indent_of(&before.text[line..]).to_owned(),
            false => self.line_indent(id),
        };
        let text = [&before.text[start..], &self.text_of(id), &after.text[..after.trail_end(0)]].concat();
        shift(&[&indent, text.as_str()].concat(), &indent, "")
    }

    /// Returns the blank lines around an item.
    fn blank_lines_around(&self, id: NodeId) -> BlankLines {
        let (body, index) = (self.parent(id), self.index_of(id));
        let Some(lines) = self.lines_of(body, index, self.foreign(id)) else { return [None; 2] };
        let is_block = self.kind(id) == Kind::Block;
        let is_wide = |index: Option<usize>| index.is_some_and(|index| self.is_wide(body, index));
        // No blank line beside a block is a choice, and so are any blank lines.
        let kept = |gap: usize, blank: Range<usize>, is_at_end: bool, beside: Option<usize>| {
            let count = self.gap(body, gap).text[blank].matches('\n').count();
            (!is_at_end && (count > 0 || is_block || is_wide(beside))).then_some(count)
        };
        [
            kept(index, lines.blank_before, lines.is_first, index.checked_sub(1)),
            kept(index + 1, lines.blank_after, lines.is_last, Some(index + 1)),
        ]
    }

    /// Removes an item with its comments, and returns it.
    pub(super) fn take_item(&mut self, id: NodeId) -> Result<Item> {
        let blank = self.blank_lines_around(id);
        let text = self.item_text(id) + self.ending();
        let mut document = Self::parse(self.source(&text))?;
        document.unit.clone_from(&self.unit);
        document.set_layout(self.layout);
        self.remove_node(id);
        Ok(Item { document, blank })
    }

    /// Moves an item with its comments to a position in a body, which counts the items before it is
    /// moved.
    pub(super) fn move_item(&mut self, id: NodeId, target: NodeId, position: Position) -> Result<()> {
        let parent = |at: &NodeId| (*at != ROOT).then(|| self.parent(*at));
        if !self.kind(target).is_body() || std::iter::successors(Some(target), parent).any(|at| at == id) {
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
        let put = |document: &mut Self| document.put_item(id, &text, target, position);
        self.change_valid(is_valid, "The item is not valid in this body.", put)
    }

    fn put_item(&mut self, id: NodeId, text: &str, target: NodeId, position: Position) {
        let blank = self.blank_lines_around(id);
        self.change();
        let (body, kind, index) = (self.parent(id), self.kind(id), self.find_index(id));
        self.detach(id);
        let position = if body == target { position.without(index) } else { position };
        let lines = shift(text, "", &self.item_indent(target));
        let new = NewLines { blank, node: Some(id), ..NewLines::new(&lines, Some(kind)) };
        self.put_lines(target, position, new);
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

    /// Moves an item to the position of a new one in another body.
    pub(super) fn move_to(&mut self, id: NodeId, body: NodeId) -> Result<()> {
        let is_attribute = self.kind(id) == Kind::Attribute && self.kind(body).is_body();
        let position = if is_attribute { self.position_of_attribute(body) } else { Position::Last };
        self.move_item(id, body, position)
    }

    /// Moves an item before or after another one.
    pub(super) fn move_beside(
        &mut self,
        id: NodeId,
        other: NodeId,
        position: fn(usize) -> Position,
    ) -> Result<()> {
        if !self.kind(other).is_item() {
            return Err(Error::message("There is no attribute or block with this identity."));
        }
        let (body, index) = (self.parent(other), self.find_index(other));
        self.move_item(id, body, position(index))
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
