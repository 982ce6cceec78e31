//! The tree of a JSON text: flat vectors of nodes that refer to each other by index, and views of
//! them.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use super::template::{Template, has_template};
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{List, push};
use crate::value::Number;

/// The index of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    /// A node that is not parsed yet.
    pub(super) const PENDING: Self = Self(u32::MAX);
}

/// The text of a string: a piece of the source if it has no escapes, otherwise a piece of the
/// tree's buffer.
#[derive(Clone, Copy, Debug)]
pub(super) enum StringText {
    /// It has no brace in it, and nothing but ASCII.
    Plain(Span),
    /// Another text without escapes.
    Verbatim(Span),
    /// A piece of the buffer.
    Unescaped { start: u32, len: u32 },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEntry {
    pub(super) span: Span,
    pub(super) kind: NodeKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum NodeKind {
    Null,
    Bool(bool),
    Integer(i64),
    Number(u32),
    String(StringText),
    Array(List<NodeId>),
    Object { members: List<MemberEntry>, has_distinct_names: bool },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct MemberEntry {
    pub(super) name: StringText,
    pub(super) name_span: Span,
    pub(super) value: NodeId,
}

/// The values of a JSON text.
pub(crate) struct Tree {
    pub(crate) source: Source,
    pub(super) nodes: Vec<NodeEntry>,
    pub(super) elements: Vec<NodeId>,
    pub(super) members: Vec<MemberEntry>,
    pub(super) numbers: Vec<Number>,
    pub(super) unescaped: String,
    /// The offsets of the strings with template sequences, ascending, and their templates once they
    /// were parsed.
    templates: Vec<(u32, OnceLock<Box<Template>>)>,
    /// The bytes of text whose templates can still be kept.
    template_bytes: usize,
}

/// The bytes of text whose templates are kept: parsed, a short one takes about 1 KB, and a long one
/// 20 bytes for each byte.
const TEMPLATE_BYTES: usize = 2 << 20;

/// The number of values that memory is reserved for in advance.
const MAX_ESTIMATE: usize = 1 << 16;

/// The bytes of text that a template counts as in addition to its own.
const TEMPLATE_COST: usize = 128;

impl Tree {
    pub(super) fn new(source: Source) -> Self {
        // An indented text has about this many values. A compact one has more. Powers of two, which
        // the limits are too, leave no capacity unused where a text is at its limit.
        let estimate = (source.text().len() / 32).next_power_of_two().min(MAX_ESTIMATE);
        Self {
            source,
            nodes: Vec::with_capacity(estimate),
            elements: Vec::new(),
            members: Vec::with_capacity(estimate),
            numbers: Vec::new(),
            unescaped: String::new(),
            templates: Vec::new(),
            template_bytes: TEMPLATE_BYTES,
        }
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    #[inline]
    pub(crate) fn member(&self, index: u32) -> Member<'_> {
        Member { tree: self, index }
    }

    pub(super) fn add(&mut self, span: Span, kind: NodeKind) -> NodeId {
        NodeId(push(&mut self.nodes, NodeEntry { span, kind }))
    }

    /// Adds an empty root in place of one that could not be read.
    pub(crate) fn add_empty_root(&mut self) -> NodeId {
        let span = Span::from(0..self.source.text().len());
        self.add(span, NodeKind::Array(List::default()))
    }

    /// Adds a place for the template of the string at an offset, if it has sequences and its text
    /// is not beyond those that are kept.
    pub(super) fn add_template(&mut self, offset: u32, text: StringText) {
        let cost = self.text(text).len() + TEMPLATE_COST;
        if cost <= self.template_bytes && has_template(self.text(text)) {
            self.template_bytes -= cost;
            self.templates.push((offset, OnceLock::new()));
        }
    }

    #[inline]
    pub(super) fn text(&self, text: StringText) -> &str {
        match text {
            StringText::Plain(span) | StringText::Verbatim(span) => self.source.slice(span),
            StringText::Unescaped { start, len } => &self.unescaped[start as usize..(start + len) as usize],
        }
    }
}

/// A value in the text.
#[derive(Clone, Copy)]
pub(crate) struct Node<'t> {
    tree: &'t Tree,
    id: NodeId,
}

/// The kind of a [`Node`].
#[derive(Clone, Copy)]
pub(crate) enum Kind<'t> {
    Null,
    Bool(bool),
    Integer(i64),
    Number(&'t Number),
    String(Str<'t>),
    Array(Array<'t>),
    Object(Object<'t>),
}

impl<'t> Node<'t> {
    pub(crate) fn id(self) -> NodeId {
        self.id
    }

    pub(crate) fn source(self) -> &'t Source {
        &self.tree.source
    }

    #[inline]
    fn entry(self) -> NodeEntry {
        self.tree.nodes[self.id.0 as usize]
    }

    /// Returns the bytes it covers.
    pub(crate) fn span(self) -> Span {
        self.entry().span
    }

    /// Returns the span for messages that show only the start: the opening bracket, or all of a
    /// scalar.
    pub(crate) fn start_span(self) -> Span {
        let span = self.span();
        if self.is_collection() { Span::new(span.start, span.start + 1) } else { span }
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind<'t> {
        let tree = self.tree;
        let NodeEntry { span, kind } = self.entry();
        match kind {
            NodeKind::Null => Kind::Null,
            NodeKind::Bool(value) => Kind::Bool(value),
            NodeKind::Integer(value) => Kind::Integer(value),
            NodeKind::Number(index) => Kind::Number(&tree.numbers[index as usize]),
            NodeKind::String(text) => Kind::String(Str { tree, span, text }),
            NodeKind::Array(elements) => Kind::Array(Array { tree, elements }),
            NodeKind::Object { members, has_distinct_names } => {
                Kind::Object(Object { tree, members, has_distinct_names })
            }
        }
    }

    /// Returns the members of an object, or of all objects of an array: such an array is read as
    /// one object where it is a body.
    pub(crate) fn members(self) -> impl Iterator<Item = Member<'t>> + Clone {
        let (indexes, elements) = match self.entry().kind {
            NodeKind::Object { members, .. } => (members.range(), &[][..]),
            NodeKind::Array(elements) => (0..0, elements.in_vec(&self.tree.elements)),
            _ => (0..0, &[][..]),
        };
        Members { tree: self.tree, indexes, elements: elements.iter() }
    }

    /// Returns the node itself, or its first element, that makes it neither an object nor an array
    /// of objects.
    pub(crate) fn first_non_object(self) -> Option<Node<'t>> {
        match self.kind() {
            Kind::Object(_) => None,
            Kind::Array(array) => array.elements().find(|it| !matches!(it.kind(), Kind::Object(_))),
            _ => Some(self),
        }
    }

    /// Returns whether it is an array or an object.
    #[inline]
    pub(crate) fn is_collection(self) -> bool {
        matches!(self.entry().kind, NodeKind::Array(_) | NodeKind::Object { .. })
    }

    #[inline]
    pub(crate) fn is_null(self) -> bool {
        matches!(self.entry().kind, NodeKind::Null)
    }
}

/// `[a, b]`
#[derive(Clone, Copy)]
pub(crate) struct Array<'t> {
    tree: &'t Tree,
    elements: List<NodeId>,
}

impl<'t> Array<'t> {
    pub(crate) fn elements(self) -> impl ExactSizeIterator<Item = Node<'t>> + Clone + 't {
        self.elements.in_vec(&self.tree.elements).iter().map(move |id| self.tree.node(*id))
    }

    pub(crate) fn element(self, index: usize) -> Option<Node<'t>> {
        self.elements.in_vec(&self.tree.elements).get(index).map(|id| self.tree.node(*id))
    }
}

/// `{"a": 1}`
#[derive(Clone, Copy)]
pub(crate) struct Object<'t> {
    tree: &'t Tree,
    members: List<MemberEntry>,
    has_distinct_names: bool,
}

impl<'t> Object<'t> {
    /// Returns whether the names of all members differ. For many members it may return `false`
    /// although they do, unless the names are in ascending order.
    pub(crate) fn has_distinct_names(self) -> bool {
        self.has_distinct_names
    }

    /// Returns the members in source order; of one name there may be several.
    #[inline]
    pub(crate) fn members(self) -> Members<'t> {
        Members { tree: self.tree, indexes: self.members.range(), elements: [].iter() }
    }
}

/// The members of an object, and of the objects among elements.
#[derive(Clone)]
pub(crate) struct Members<'t> {
    tree: &'t Tree,
    indexes: Range<u32>,
    elements: std::slice::Iter<'t, NodeId>,
}

impl<'t> Iterator for Members<'t> {
    type Item = Member<'t>;

    #[inline]
    fn next(&mut self) -> Option<Member<'t>> {
        loop {
            if let Some(index) = self.indexes.next() {
                return Some(self.tree.member(index));
            }
            if let NodeKind::Object { members, .. } = self.tree.node(*self.elements.next()?).entry().kind {
                self.indexes = members.range();
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (length, _) = self.indexes.size_hint();
        (length, self.elements.as_slice().is_empty().then_some(length))
    }
}

/// The members of an object have a known number. [`Node::members`] hides that there is this trait.
impl ExactSizeIterator for Members<'_> {}

/// A name and a value in an object.
#[derive(Clone, Copy)]
pub(crate) struct Member<'t> {
    tree: &'t Tree,
    index: u32,
}

impl<'t> Member<'t> {
    pub(crate) fn index(self) -> u32 {
        self.index
    }

    #[inline]
    fn entry(self) -> MemberEntry {
        self.tree.members[self.index as usize]
    }

    #[inline]
    pub(crate) fn name(self) -> Str<'t> {
        let entry = self.entry();
        Str { tree: self.tree, span: entry.name_span, text: entry.name }
    }

    #[inline]
    pub(crate) fn value(self) -> Node<'t> {
        Node { tree: self.tree, id: self.entry().value }
    }

    /// Returns the span of the name and the value.
    pub(crate) fn span(self) -> Span {
        self.entry().name_span.to(self.value().span())
    }
}

/// A string, or the name of a member.
#[derive(Clone, Copy)]
pub(crate) struct Str<'t> {
    tree: &'t Tree,
    span: Span,
    text: StringText,
}

impl<'t> Str<'t> {
    /// Returns the text with its escapes resolved.
    #[inline]
    pub(crate) fn text(self) -> &'t str {
        self.tree.text(self.text)
    }

    /// Returns the bytes it covers, quotes included.
    pub(crate) fn span(self) -> Span {
        self.span
    }

    pub(crate) fn source(self) -> &'t Source {
        &self.tree.source
    }

    /// Returns whether the text is its value: there is no template in it, nor anything that has to
    /// be normalized.
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        matches!(self.text, StringText::Plain(_)) || self.text().is_ascii() && !self.has_template()
    }

    /// Returns whether there is a template sequence in it, or an escape of one.
    #[inline]
    pub(crate) fn has_template(self) -> bool {
        !matches!(self.text, StringText::Plain(_)) && has_template(self.text())
    }

    /// Returns the place of its template in the tree, if it has one.
    pub(super) fn template(self) -> Option<&'t OnceLock<Box<Template>>> {
        let templates = &self.tree.templates;
        let at = templates.binary_search_by_key(&self.span.start, |(offset, _)| *offset).ok()?;
        Some(&templates[at].1)
    }

    /// Returns the span of its text, if the source contains it without escapes.
    #[inline]
    pub(crate) fn verbatim(self) -> Option<Span> {
        match self.text {
            StringText::Plain(span) | StringText::Verbatim(span) => Some(span),
            StringText::Unescaped { .. } => None,
        }
    }

    /// Returns the bytes between its quotes.
    pub(crate) fn inner(self) -> Span {
        Span::new(self.span.start + 1, self.span.end - 1)
    }
}

/// The text as it is written.
impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tree.source.slice(self.span()))
    }
}
