//! The nodes of the tree of a document.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

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
    pub(super) generation: u32,
}

impl NodeId {
    pub(super) fn at(self) -> usize {
        self.index as usize
    }
}

/// The body of the file.
pub(super) const ROOT: NodeId = NodeId { index: 0, generation: 0 };

/// A range of the buffer of a document.
#[derive(Clone, Copy, Default, Debug)]
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

/// The text of a node that is not in its children.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Texts {
    /// The text between the previous node, or the start of the parent's content, and this one.
    pub(super) lead: Text,
    /// The text up to the content: `name =`, `type "label" {`, `[`, or a whole value.
    pub(super) head: Text,
    /// The content of a node that is not split, and otherwise the text after the last child.
    pub(super) tail: Text,
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) enum Kind {
    /// A removed node.
    #[default]
    Free,
    /// The body of the file.
    Root,
    Block,
    /// An attribute. Its child is the value.
    Attribute,
    /// An item of an object. Its child is the value.
    Entry,
    /// An expression that is not split, or one without children.
    Value,
    Tuple,
    Object,
    Call,
    /// Its children are the predicates and the results, in the order of the text.
    Conditional,
    Parentheses,
    /// A value of which parts were replaced. Its children are pieces of text.
    Pieces,
}

impl Kind {
    pub(super) fn is_item(self) -> bool {
        matches!(self, Self::Attribute | Self::Block)
    }

    /// Returns whether it is a body, or a block with a body.
    pub(super) fn is_body(self) -> bool {
        matches!(self, Self::Root | Self::Block)
    }

    /// Returns whether it is an expression.
    pub(super) fn is_value(self) -> bool {
        !matches!(self, Self::Free | Self::Root | Self::Block | Self::Attribute | Self::Entry)
    }
}

/// The lines that an insertion added around an item, and the comments that were there before.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Added {
    /// The number of comments right above the item that were there before it. They do not belong to
    /// it.
    pub(super) foreign: u32,
    /// The number of blank lines that were added before the item.
    pub(super) before: u16,
    /// The number of those that were added after it.
    pub(super) after: u16,
}

#[derive(Clone, Default, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Whether its text is split into that of its children.
    pub(super) is_split: bool,
    /// The vote of the gap before it, if those of its body were counted.
    pub(super) vote: i8,
    pub(super) generation: u32,
    /// The index of its parent.
    pub(super) parent: u32,
    /// The index among the children of its parent, as it was found last.
    pub(super) hint: u32,
    /// Most nodes are not split, so this takes no memory for them.
    pub(super) inner: Option<Box<Inner>>,
}

/// The children of a node, and facts that are kept for operations.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    pub(super) children: VecDeque<NodeId>,
    /// The index of the child that was found last.
    pub(super) cursor: u32,
    /// The children of a body or an object by their names, if there are many and they were
    /// searched for.
    pub(super) names: Option<Box<Names>>,
    /// How many of the blocks in a body are separated by blank lines, minus those that are not.
    pub(super) votes: Option<i32>,
    /// Facts about an inserted item that its text does not show.
    pub(super) added: Option<Added>,
}

impl Inner {
    const EMPTY: Self = Self { children: VecDeque::new(), cursor: 0, names: None, votes: None, added: None };
}

impl Node {
    pub(super) fn inner(&self) -> &Inner {
        static EMPTY: Inner = Inner::EMPTY;
        self.inner.as_deref().unwrap_or(&EMPTY)
    }

    pub(super) fn inner_mut(&mut self) -> &mut Inner {
        self.inner.get_or_insert_with(|| Box::new(Inner::EMPTY))
    }
}

/// The children of a body or an object by their names.
#[derive(Clone, Default, Debug)]
pub(super) struct Names(pub(super) HashMap<Box<str>, Found>);

/// The first node of a name in a body, or the last one of a key in an object, and the number of
/// those with the name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) node: NodeId,
    pub(super) count: u32,
}
