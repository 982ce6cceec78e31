//! Bodies, attributes and blocks.

use super::Expression;
use super::tree::{BodyId, ItemKind, ItemNode, LabelNode, List, Tree};
use crate::source::Span;

/// The attributes and blocks of a file or of a block.
///
/// ```
/// let file = serde_hcl::parse_file("a = 1\nb {\n  c = 2\n}\n").into_result()?;
/// let body = file.ast().expect("it is in native syntax");
/// assert_eq!(body.items().count(), 2);
/// assert_eq!(body.attribute("a").map(|it| it.expression().to_string()).as_deref(), Some("1"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Body<'t> {
    pub(super) tree: &'t Tree,
    id: BodyId,
}

impl<'t> Body<'t> {
    pub(crate) fn new(tree: &'t Tree, id: BodyId) -> Self {
        Self { tree, id }
    }

    pub(crate) fn id(self) -> BodyId {
        self.id
    }

    pub(crate) fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Returns the bytes it covers: the whole file, or the braces of a block and their content.
    pub fn span(self) -> Span {
        self.tree.bodies[self.id.0 as usize].span
    }

    /// Returns the span between the braces of a block. In a rejected file, braces may be missing.
    pub(super) fn inside(self) -> Span {
        let Span { start, end } = self.span();
        let has_open = self.tree.source.slice(Span::new(start, end)).starts_with('{');
        let start = start + u32::from(has_open);
        let last = self.items().next_back().map_or(start, |item| item.span().end);
        let has_close = last < end && self.tree.source.text().as_bytes()[end as usize - 1] == b'}';
        Span::new(start, end - u32::from(has_close))
    }

    /// Returns the attributes and blocks in source order.
    pub fn items(self) -> impl ExactSizeIterator<Item = BodyItem<'t>> + DoubleEndedIterator + Clone + 't {
        self.nodes().iter().map(move |node| BodyItem::new(self.tree, node))
    }

    /// Returns the nodes of the items.
    pub(crate) fn nodes(self) -> &'t [ItemNode] {
        self.tree.bodies[self.id.0 as usize].items.in_vec(&self.tree.items)
    }

    /// Returns whether no two items have the same name. For many items it may return `false`
    /// although they do not.
    pub(crate) fn has_distinct_names(self) -> bool {
        self.tree.bodies[self.id.0 as usize].has_distinct_names
    }

    /// Returns the item of an index.
    #[cfg(feature = "edit")]
    pub(crate) fn item(self, index: usize) -> Option<BodyItem<'t>> {
        self.nodes().get(index).map(|node| BodyItem::new(self.tree, node))
    }

    /// Returns the block that is the item of an index.
    #[cfg(feature = "edit")]
    pub(crate) fn block_at(self, index: usize) -> Option<Block<'t>> {
        if let BodyItem::Block(block) = self.item(index)? { Some(block) } else { None }
    }

    /// Returns the attributes in source order.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'t>> + Clone + 't {
        self.items().filter_map(|item| if let BodyItem::Attribute(it) = item { Some(it) } else { None })
    }

    /// Returns the blocks in source order.
    pub fn blocks(self) -> impl Iterator<Item = Block<'t>> + Clone + 't {
        self.items().filter_map(|item| if let BodyItem::Block(it) = item { Some(it) } else { None })
    }
}

/// An attribute or a block.
///
/// ```
/// use serde_hcl::ast::BodyItem;
///
/// let file = serde_hcl::parse_file("a = 1\nb {}\n").into_result()?;
/// let body = file.ast().expect("it is in native syntax");
/// let names: Vec<_> = body
///     .items()
///     .map(|item| match item {
///         BodyItem::Attribute(attribute) => attribute.name(),
///         BodyItem::Block(block) => block.block_type(),
///     })
///     .collect();
/// assert_eq!(names, ["a", "b"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BodyItem<'t> {
    /// `name = value`
    Attribute(Attribute<'t>),
    /// `type "label" { … }`
    Block(Block<'t>),
}

impl<'t> BodyItem<'t> {
    pub(crate) fn new(tree: &'t Tree, node: &'t ItemNode) -> Self {
        match node.kind {
            ItemKind::Attribute(_) => Self::Attribute(Attribute { tree, node }),
            ItemKind::Block { .. } => Self::Block(Block { tree, node }),
        }
    }

    /// Returns the item of an index in its tree.
    pub(crate) fn at(tree: &'t Tree, index: u32) -> Self {
        Self::new(tree, &tree.items[index as usize])
    }

    /// Returns the bytes it covers.
    pub fn span(self) -> Span {
        match self {
            Self::Attribute(attribute) => attribute.span(),
            Self::Block(block) => block.span(),
        }
    }
}

/// An attribute definition: `name = value`.
///
/// ```
/// let file = serde_hcl::parse_file("# The port.\nport = 80 # of the server\n").into_result()?;
/// let body = file.ast().expect("it is in native syntax");
/// let port = body.attribute("port").expect("it is there");
/// assert_eq!(port.expression().to_string(), "80");
/// assert_eq!(port.leading_comments().collect::<Vec<_>>(), ["# The port."]);
/// assert_eq!(port.trailing_comment(), Some("# of the server"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Attribute<'t> {
    pub(super) tree: &'t Tree,
    node: &'t ItemNode,
}

impl<'t> Attribute<'t> {
    pub(crate) fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Returns the index of its node in the tree.
    pub(crate) fn index(self) -> u32 {
        self.tree.index_of(self.node)
    }

    /// Returns the bytes it covers, from its name to the end of its value.
    pub fn span(self) -> Span {
        self.node.span
    }

    /// Returns the name.
    pub fn name(self) -> &'t str {
        self.tree.source.slice(self.node.name)
    }

    /// Returns the span of the name.
    pub fn name_span(self) -> Span {
        self.node.name
    }

    /// Returns the value.
    pub fn expression(self) -> Expression<'t> {
        match self.node.kind {
            ItemKind::Attribute(id) => Expression::new(self.tree, id),
            ItemKind::Block { .. } => unreachable!("a view of an attribute has an attribute node"),
        }
    }
}

/// A block: a type, labels, and a body.
///
/// ```
/// use serde_hcl::ast::BodyItem;
///
/// let file = serde_hcl::parse_file("b \"x\" {\n  c = 2\n}\n").into_result()?;
/// let body = file.ast().expect("it is in native syntax");
/// let Some(BodyItem::Block(block)) = body.items().next() else { panic!("it is a block") };
/// assert_eq!(block.labels().map(|label| label.text()).collect::<Vec<_>>(), ["x"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Block<'t> {
    pub(super) tree: &'t Tree,
    node: &'t ItemNode,
}

impl<'t> Block<'t> {
    pub(crate) fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Returns the index of its node in the tree.
    pub(crate) fn index(self) -> u32 {
        self.tree.index_of(self.node)
    }

    /// Returns the bytes it covers, from its type to its closing brace.
    pub fn span(self) -> Span {
        self.node.span
    }

    /// Returns the type.
    pub fn block_type(self) -> &'t str {
        self.tree.source.slice(self.node.name)
    }

    /// Returns the span of the type.
    pub fn type_span(self) -> Span {
        self.node.name
    }

    /// Returns the labels in order.
    #[inline]
    pub fn labels(self) -> impl ExactSizeIterator<Item = Label<'t>> + Clone + 't {
        self.parts().0.in_vec(&self.tree.labels).iter().map(move |node| Label { tree: self.tree, node })
    }

    /// Returns the label at an index.
    pub(crate) fn label(self, index: usize) -> Option<Label<'t>> {
        let node = self.parts().0.in_vec(&self.tree.labels).get(index)?;
        Some(Label { tree: self.tree, node })
    }

    /// Returns its body.
    pub fn body(self) -> Body<'t> {
        Body::new(self.tree, self.parts().1)
    }

    #[inline]
    fn parts(self) -> (List<LabelNode>, BodyId) {
        match self.node.kind {
            ItemKind::Block { labels, body } => (labels, body),
            ItemKind::Attribute(_) => unreachable!("a view of a block has a block node"),
        }
    }
}

/// A label of a block, quoted or bare.
///
/// ```
/// let file = serde_hcl::parse_file("service \"web\" {}\n").into_result()?;
/// let body = file.ast().expect("it is in native syntax");
/// let block = body.blocks().next().expect("it is there");
/// let label = block.labels().next().expect("it has one");
/// assert_eq!((label.text(), label.is_quoted()), ("web", true));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Label<'t> {
    pub(super) tree: &'t Tree,
    node: &'t LabelNode,
}

impl<'t> Label<'t> {
    /// Returns the bytes it covers, quotes included.
    pub fn span(self) -> Span {
        self.node.span
    }

    /// Returns the text, with escapes resolved.
    pub fn text(self) -> &'t str {
        self.tree.text(self.node.text)
    }

    /// Returns whether it is written in quotes.
    ///
    /// ```
    /// use serde_hcl::parse_file;
    ///
    /// let file = parse_file("rule tcp \"80\" {}\n").into_result()?;
    /// let rule = file.ast().and_then(|body| body.blocks().next()).expect("there is a block");
    /// let quoted: Vec<_> = rule.labels().map(|label| label.is_quoted()).collect();
    /// assert_eq!(quoted, [false, true]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_quoted(self) -> bool {
        self.tree.source.slice(self.node.span).starts_with('"')
    }

    pub(crate) fn verbatim_span(self) -> Option<Span> {
        self.node.text.verbatim_span()
    }
}
