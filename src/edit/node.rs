//! The nodes of the tree of a document.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use crate::syntax::ast::BodyItem;

/// The identity of a body, a block, an attribute or a value in a [`Document`](super::Document).
///
/// It stays valid while other parts of the document change, also if the node itself is moved or
/// gets another value. The body of a block has the identity of the block; the default is that of
/// the body of the file.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "service {\n}\n".parse()?;
/// let service = document.block("service", ()).expect("it exists").id();
/// document.root().append_block("check", ())?;
/// document.body_at(service).expect("it still exists").set("port", 80)?;
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct NodeId {
    pub(super) index: u32,
    /// A removed node is used again with another number.
    pub(super) generation: u8,
}

/// The body of the file.
pub(super) const ROOT: NodeId = NodeId { index: 0, generation: 0 };

/// A range of the buffer of a document.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Text {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Text {
    pub(super) fn new(range: Range<usize>) -> Self {
        Self { start: range.start as u32, end: range.end as u32 }
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns the text with other offsets.
    pub(super) fn shifted(self, shift: isize) -> Self {
        let moved = |at: u32| (at as isize + shift) as u32;
        Self { start: moved(self.start), end: moved(self.end) }
    }

    /// Returns a part of the text.
    pub(super) fn part(self, range: Range<usize>) -> Self {
        Self { start: self.start + range.start as u32, end: self.start + range.end as u32 }
    }
}

/// The texts of a node.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Texts {
    /// The text between the previous node, or the start of the parent's content, and this one.
    pub(super) lead: Text,
    /// The text before the content: `name = `, `type "label" {`, or nothing.
    pub(super) head: Text,
    /// Comments that were added before the content.
    pub(super) comments: Text,
    /// The content, if it is not split: a value, or a body with its closing brace.
    pub(super) content: Text,
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) enum Kind {
    /// A removed node.
    #[default]
    Free,
    /// The body of the file.
    Root,
    Block,
    /// An attribute. Its content is the value.
    Attribute,
    /// An item of an object. Its content is the value.
    Entry,
    /// A value in another one, without a key, or a piece of its text.
    Element,
}

impl Kind {
    /// Returns whether it is a body, or a block with a body.
    pub(super) fn is_body(self) -> bool {
        matches!(self, Self::Root | Self::Block)
    }

    /// Returns whether its content is an expression.
    pub(super) fn is_value(self) -> bool {
        matches!(self, Self::Attribute | Self::Entry | Self::Element)
    }
}

/// The form of a content that is split.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) enum Form {
    /// An expression without children.
    #[default]
    Plain,
    Body,
    Tuple,
    Object,
    Call,
    /// Its children are the predicates and the results, in the order of the text.
    Conditional,
    Parentheses,
    /// A value of which parts were replaced. Its children are pieces of text.
    Pieces,
}

/// The lines that an insertion added around an item, and the comments that were there before.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Added {
    /// The number of comments right above the item that were there before it. They do not belong to
    /// it.
    pub(super) earlier_comments: u32,
    /// The number of blank lines that were added before the item.
    pub(super) before: u16,
    /// The number of those that were added after it.
    pub(super) after: u16,
}

/// A node. Most of them are not changed, and have texts that follow each other and nothing else, so
/// those of an item take 20 bytes.
#[derive(Clone, Default, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) generation: u8,
    /// The vote of the gap before it for blank lines between blocks, if those of its parent were
    /// counted.
    pub(super) vote: i8,
    /// The length of the head, or [`APART`].
    pub(super) head: u8,
    /// The starts of the lead and of the head, and the end of the content.
    pub(super) offsets: [u32; 3],
    /// The index of its parent.
    pub(super) parent: u32,
}

/// The length of the head of a node whose texts do not follow each other, or of a longer head.
pub(super) const APART: u8 = u8::MAX;

/// The content of a node that is split into children, and facts that are kept for operations.
#[derive(Clone, Default, Debug)]
pub(super) struct Content {
    pub(super) form: Form,
    /// The text before the children, and after them, such as brackets.
    pub(super) open: Text,
    pub(super) close: Text,
    pub(super) children: Children,
    /// The index of the child that was found last.
    pub(super) cursor: usize,
    /// The sum of the votes of the children of a body, if they were counted.
    pub(super) votes: Option<i32>,
}

/// The indexes of the children of a node.
#[derive(Clone, Default, Debug)]
pub(super) struct Children {
    /// Those that the content was split into.
    pub(super) range: Range<u32>,
    /// All of them, if others were added or some were removed.
    list: Option<VecDeque<u32>>,
}

impl Children {
    pub(super) fn new(list: VecDeque<u32>) -> Self {
        let start = list.front().copied().unwrap_or_default();
        let range = start..start + list.len() as u32;
        let is_range = list.iter().copied().eq(range.clone());
        Self { range, list: (!is_range).then_some(list) }
    }

    pub(super) fn len(&self) -> usize {
        self.list.as_ref().map_or(self.range.len(), VecDeque::len)
    }

    pub(super) fn get(&self, index: usize) -> Option<u32> {
        match &self.list {
            Some(list) => list.get(index).copied(),
            None => (index < self.range.len()).then(|| self.range.start + index as u32),
        }
    }

    /// Returns the children as a list that can be changed.
    pub(super) fn list(&mut self) -> &mut VecDeque<u32> {
        self.list.get_or_insert_with(|| self.range.clone().collect())
    }
}

/// The children of a body or an object by the hashes of their names.
pub(super) type Names = HashMap<u64, Found>;

/// The first node of a name in a body, or the last one of a key in an object, and the number of
/// those with the name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) node: u32,
    pub(super) count: u32,
}

/// The kind of a child in a text, its start, the end of its head, and its end.
pub(super) type Child = (Kind, usize, usize, usize);

/// Returns the offsets of an item.
pub(super) fn item(item: BodyItem<'_>) -> Child {
    let span = item.span().range();
    let (kind, head) = match item {
        BodyItem::Attribute(attribute) => (Kind::Attribute, attribute.expression().span().start as usize),
        BodyItem::Block(block) => (Kind::Block, block.body().span().start as usize + 1),
    };
    (kind, span.start, head, span.end)
}
