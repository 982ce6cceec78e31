//! The tree of a JSON text: flat vectors of nodes that refer to each other by index, and views of
//! them.

use std::fmt;
use std::sync::OnceLock;

use super::string;
use super::template::{Template, has_template};
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{List, push};
use crate::util::name_index::NameIndex;
use crate::value::{Number, Value};

/// The index of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

/// Where the text of a string is.
#[derive(Clone, Copy, Debug)]
pub(super) enum StringText {
    /// In the source. It has no brace in it, and nothing but ASCII.
    Plain,
    /// In the source: another text without escapes.
    Verbatim,
    /// At an index of [`Tree::unescaped`].
    Unescaped(u32),
}

/// The span of the name of a member. Offsets have 31 bits; the highest bit of the start is set if
/// the text is not [`StringText::Plain`].
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct NameSpan(Span);

impl NameSpan {
    const NOT_PLAIN: u32 = 1 << 31;

    pub(super) fn new(span: Span, text: StringText) -> Self {
        let flag = if let StringText::Plain = text { 0 } else { Self::NOT_PLAIN };
        Self(Span::new(span.start | flag, span.end))
    }

    fn span(self) -> Span {
        Span::new(self.0.start & !Self::NOT_PLAIN, self.0.end)
    }

    fn is_plain(self) -> bool {
        self.0.start & Self::NOT_PLAIN == 0
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEntry {
    /// The name, if it is the value of a member.
    pub(super) name: NameSpan,
    pub(super) span: Span,
    pub(super) kind: NodeKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum NodeKind {
    Null,
    Bool(bool),
    Integer(PackedInteger),
    Number(u32),
    String(StringText),
    Array(List<NodeId>),
    Object { members: List<NodeId>, has_distinct_names: bool },
}

/// An integer that is aligned as the other kinds are, so that a node takes 28 bytes instead of 40.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedInteger([u32; 2]);

impl From<i64> for PackedInteger {
    fn from(integer: i64) -> Self {
        Self([integer as u32, (integer >> 32) as u32])
    }
}

impl PackedInteger {
    fn get(self) -> i64 {
        let [low, high] = self.0.map(i64::from);
        low | high << 32
    }
}

/// A text whose escapes were replaced.
pub(super) struct Unescaped {
    /// The offset of the string in the source.
    offset: u32,
    text: Span,
}

/// The values of a JSON text, or the parts of a value.
pub(crate) struct Tree {
    pub(crate) source: Source,
    pub(super) nodes: Vec<NodeEntry>,
    /// The elements of arrays and the values of members.
    pub(super) children: Vec<NodeId>,
    pub(super) numbers: Vec<Number>,
    /// The texts whose escapes were replaced, in the order of their offsets, and their bytes.
    unescaped: Vec<Unescaped>,
    unescaped_text: String,
    /// The offsets of the strings with template sequences, ascending, and their templates once they
    /// were parsed.
    templates: Vec<(u32, OnceLock<Box<Template>>)>,
    /// The bytes of text whose templates can still be kept.
    template_bytes: usize,
    /// The values of the nodes, if it is the tree of a value.
    pub(super) values: Vec<Value>,
    /// The names of the members of each object, for look-ups.
    pub(super) names: NameIndex,
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
            children: Vec::with_capacity(estimate),
            numbers: Vec::new(),
            unescaped: Vec::new(),
            unescaped_text: String::new(),
            templates: Vec::new(),
            template_bytes: TEMPLATE_BYTES,
            values: Vec::new(),
            names: NameIndex::default(),
        }
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    /// Returns the member with the value of an index.
    #[inline]
    pub(crate) fn member(&self, index: u32) -> Member<'_> {
        Member { tree: self, id: NodeId(index) }
    }

    pub(super) fn add(&mut self, span: Span, kind: NodeKind) -> NodeId {
        NodeId(push(&mut self.nodes, NodeEntry { name: NameSpan::default(), span, kind }))
    }

    /// Returns whether it is the tree of a value, and not of a text.
    pub(crate) fn is_value(&self) -> bool {
        !self.values.is_empty()
    }

    /// Adds an empty root in place of one that could not be read.
    pub(crate) fn add_empty_root(&mut self) -> NodeId {
        let span = Span::from(0..self.source.text().len());
        self.add(span, NodeKind::Array(List::default()))
    }

    /// Adds the text of a string with escapes.
    pub(super) fn add_unescaped(&mut self, span: Span) -> StringText {
        let start = self.unescaped_text.len() as u32;
        string::unescape(self.source.slice(inner(span)), &mut self.unescaped_text, |_, _| {});
        let text = Span::new(start, self.unescaped_text.len() as u32);
        StringText::Unescaped(push(&mut self.unescaped, Unescaped { offset: span.start, text }))
    }

    /// Adds a place for the template of a string, if it has sequences and its text is not beyond
    /// those that are kept.
    pub(super) fn add_template(&mut self, span: Span, text: StringText) {
        let text = self.text(span, text);
        let cost = text.len() + TEMPLATE_COST;
        if cost <= self.template_bytes && has_template(text) {
            self.template_bytes -= cost;
            self.templates.push((span.start, OnceLock::new()));
        }
    }

    #[inline]
    fn text(&self, span: Span, text: StringText) -> &str {
        match text {
            StringText::Plain | StringText::Verbatim => self.source.slice(inner(span)),
            StringText::Unescaped(index) => &self.unescaped_text[self.unescaped[index as usize].text.range()],
        }
    }

    #[inline]
    pub(super) fn name(&self, name: NameSpan) -> Str<'_> {
        let span = name.span();
        let text = if name.is_plain() { StringText::Plain } else { self.text_of_name(span) };
        Str { tree: self, span, text }
    }

    #[inline(never)]
    fn text_of_name(&self, span: Span) -> StringText {
        match self.unescaped.binary_search_by_key(&span.start, |it| it.offset) {
            Ok(index) => StringText::Unescaped(index as u32),
            Err(_) => StringText::Verbatim,
        }
    }
}

/// Returns the bytes between quotes.
fn inner(span: Span) -> Span {
    Span::new(span.start + 1, span.end - 1)
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

/// Compares the content: names in their order, not spans.
impl<'t> PartialEq for Kind<'t> {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Integer(a), Self::Integer(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Integer(integer), Self::Number(number))
            | (Self::Number(number), Self::Integer(integer)) => *number == Number::from(integer),
            (Self::String(a), Self::String(b)) => a.text() == b.text(),
            (Self::Array(a), Self::Array(b)) => a.elements().map(Node::kind).eq(b.elements().map(Node::kind)),
            (Self::Object(a), Self::Object(b)) => {
                let content = |it: Member<'t>| (it.name().text(), it.value().kind());
                a.members().map(content).eq(b.members().map(content))
            }
            _ => false,
        }
    }
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
        let NodeEntry { span, kind, .. } = self.entry();
        match kind {
            NodeKind::Null => Kind::Null,
            NodeKind::Bool(value) => Kind::Bool(value),
            NodeKind::Integer(value) => Kind::Integer(value.get()),
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
        let (members, elements) = match self.entry().kind {
            NodeKind::Object { members, .. } => (members.in_vec(&self.tree.children), &[][..]),
            NodeKind::Array(elements) => (&[][..], elements.in_vec(&self.tree.children)),
            _ => (&[][..], &[][..]),
        };
        Members { tree: self.tree, members: members.iter(), elements: elements.iter() }
    }

    /// Returns the value, if it is part of one and not of a text.
    #[inline]
    pub(super) fn value(self) -> Option<&'t Value> {
        self.tree.values.get(self.id.0 as usize)
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
        self.elements.in_vec(&self.tree.children).iter().map(move |id| self.tree.node(*id))
    }

    pub(crate) fn element(self, index: usize) -> Option<Node<'t>> {
        self.elements.in_vec(&self.tree.children).get(index).map(|id| self.tree.node(*id))
    }
}

/// `{"a": 1}`
#[derive(Clone, Copy)]
pub(crate) struct Object<'t> {
    pub(super) tree: &'t Tree,
    members: List<NodeId>,
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
        Members {
            tree: self.tree,
            members: self.members.in_vec(&self.tree.children).iter(),
            elements: [].iter(),
        }
    }

    /// Returns the member at a position, which has to be one.
    pub(super) fn member_at(self, position: usize) -> Member<'t> {
        Member { tree: self.tree, id: self.members.in_vec(&self.tree.children)[position] }
    }
}

/// The members of an object, and of the objects among elements.
#[derive(Clone)]
pub(crate) struct Members<'t> {
    tree: &'t Tree,
    members: std::slice::Iter<'t, NodeId>,
    elements: std::slice::Iter<'t, NodeId>,
}

impl<'t> Iterator for Members<'t> {
    type Item = Member<'t>;

    #[inline]
    fn next(&mut self) -> Option<Member<'t>> {
        loop {
            if let Some(id) = self.members.next() {
                return Some(Member { tree: self.tree, id: *id });
            }
            if let NodeKind::Object { members, .. } = self.tree.node(*self.elements.next()?).entry().kind {
                self.members = members.in_vec(&self.tree.children).iter();
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.members.len();
        (length, self.elements.as_slice().is_empty().then_some(length))
    }
}

/// The members of an object have a known number. [`Node::members`] hides that there is this trait.
impl ExactSizeIterator for Members<'_> {}

/// A name and a value in an object.
#[derive(Clone, Copy)]
pub(crate) struct Member<'t> {
    tree: &'t Tree,
    /// The value.
    id: NodeId,
}

impl<'t> Member<'t> {
    pub(crate) fn index(self) -> u32 {
        self.id.0
    }

    #[inline]
    pub(crate) fn name(self) -> Str<'t> {
        self.tree.name(self.value().entry().name)
    }

    #[inline]
    pub(crate) fn value(self) -> Node<'t> {
        self.tree.node(self.id)
    }

    /// Returns the span of the name and the value.
    pub(crate) fn span(self) -> Span {
        self.name().span().to(self.value().span())
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
        self.tree.text(self.span, self.text)
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
        matches!(self.text, StringText::Plain) || self.text().is_ascii() && !self.has_template()
    }

    /// Returns whether there is a template sequence in it, or an escape of one.
    #[inline]
    pub(crate) fn has_template(self) -> bool {
        !matches!(self.text, StringText::Plain) && has_template(self.text())
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
            StringText::Plain | StringText::Verbatim => Some(self.inner()),
            StringText::Unescaped(_) => None,
        }
    }

    /// Returns the bytes between its quotes.
    pub(crate) fn inner(self) -> Span {
        inner(self.span)
    }
}

/// The text as it is written.
impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tree.source.slice(self.span()))
    }
}
