//! Bodies, attributes and blocks: handles that keep the parsed text alive.

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::OnceLock;

use super::by_syntax::BySyntax;
use super::consumed::Consumed;
use super::expression::Expression;
use super::iteration::Iteration;
use super::label::Label;
use crate::diag::Diagnostics;
use crate::eval::EvalContext;
use crate::json_syntax::{self, NodeId};
use crate::source::{Source, Span};
use crate::syntax::ast;
use crate::syntax::ast::tree::{BodyId, Tree};
use crate::util::lazy_map::LazyMap;
use crate::util::ordered::OrderedMap;

/// The attributes and blocks of a file or of a block, in either syntax.
///
/// A body is a handle: cloning it is cheap, and it keeps the parsed text alive.
/// Specification: information model, "Structural Elements".
///
/// ```
/// use serde_hcl::{EvalContext, parse_file};
///
/// let file = parse_file("port = 80\nservice \"web\" {\n  size = 2 * 3\n}\n").into_result()?;
/// let body = file.body();
/// let port = body.attribute("port").expect("it exists");
/// assert_eq!(port.expression().evaluate(&EvalContext::new())?, 80);
/// let service = body.blocks_of_type("service").next().expect("it exists");
/// assert_eq!(service.labels(), ["web"]);
/// assert!(service.body().attribute("size").is_some());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Body {
    pub(super) kind: BodyKind,
}

#[derive(Clone)]
pub(super) enum BodyKind {
    Single(BodyPart),
    Merged { parts: Arc<[BodyPart]>, source: Source },
}

/// A body in a single text.
#[derive(Clone)]
pub(super) struct BodyPart {
    pub(super) node: BySyntax<(Arc<Tree>, BodyId), (Arc<json_syntax::Tree>, NodeId)>,
    /// The names that were taken out of the body, see [`Body::partial_content`].
    pub(super) consumed: Option<Arc<Consumed>>,
    /// The expansion of its dynamic blocks and its variables, if it has any.
    pub(super) expansion: Option<Arc<Expansion>>,
    /// The overlay that it is a part of, see [`Body::overlay`].
    pub(super) overlaid: Option<Arc<Overlaid>>,
}

/// A [`BodyPart`], borrowed: of a handle, or of a tree.
#[derive(Clone, Copy)]
pub(crate) struct BodyPartView<'b> {
    pub(super) node: BodyNode<'b>,
    pub(super) consumed: Option<&'b Arc<Consumed>>,
    pub(super) expansion: Option<&'b Arc<Expansion>>,
    pub(super) overlaid: Option<&'b Arc<Overlaid>>,
}

/// A tree and the index of a body in it.
pub(super) type BodyNode<'b> = BySyntax<(&'b Arc<Tree>, BodyId), (&'b Arc<json_syntax::Tree>, NodeId)>;

/// The expansion of the dynamic blocks of a body, with the variables of its own, such as iterators.
pub(crate) struct Expansion {
    /// The context of the collections and labels. Without it, dynamic blocks stay as they are
    /// written.
    pub(super) context: Option<Arc<EvalContext>>,
    pub(super) iteration: Option<Arc<Iteration>>,
    /// Found by decoding: the blocks of each dynamic block in source order.
    pub(super) decoded: OnceLock<Result<Vec<Vec<Block>>, Diagnostics>>,
    /// The expansions of the bodies of inner blocks that were decoded, by the index of their nodes.
    pub(super) inner: LazyMap<Arc<Expansion>>,
}

/// The position of a part in an overlay.
#[derive(Clone, Default)]
pub(super) struct Overlaid {
    /// Whether its items override those of the parts before it.
    pub(super) overrides: bool,
    /// The changes that an overlay makes to blocks, by the index of the node of their body, and to
    /// the values of JSON properties. Those without an entry are unchanged.
    pub(super) changes: OrderedMap<u32, Change>,
}

#[derive(Clone)]
pub(super) enum Change {
    /// Overridden as a whole.
    Dropped,
    /// A part of a block of an earlier body.
    Moved,
    /// A block in native syntax, with others merged in it.
    Block(Box<Block>),
    /// The body of a block in HCL JSON, with others merged in it.
    Body(Body),
}

impl Overlaid {
    /// Returns whether a block or a value is part of the overlay where it is written.
    pub(super) fn has_block(&self, node: u32) -> bool {
        !matches!(self.change(node), Some(Change::Dropped | Change::Moved))
    }

    /// Returns whether the value of a JSON property is part of the overlay.
    pub(super) fn has_value(&self, node: NodeId) -> bool {
        !matches!(self.change(node.0), Some(Change::Dropped))
    }

    /// Returns the block that others were merged in.
    pub(super) fn block(&self, node: u32) -> Option<&Block> {
        match self.change(node)? {
            Change::Block(block) => Some(block),
            _ => None,
        }
    }

    /// Returns the body of a block in HCL JSON that others were merged in.
    pub(super) fn body(&self, node: NodeId) -> Option<&Body> {
        match self.change(node.0)? {
            Change::Body(body) => Some(body),
            _ => None,
        }
    }
}

impl Body {
    pub(super) fn of_node(node: BodyNode<'_>) -> Self {
        Self::from(BodyPartView::new(node).handle())
    }

    /// Returns the bodies in single texts that it consists of.
    pub(super) fn parts(&self) -> impl DoubleEndedIterator<Item = BodyPartView<'_>> {
        self.part_handles().iter().map(BodyPart::view)
    }

    pub(super) fn part_handles(&self) -> &[BodyPart] {
        match &self.kind {
            BodyKind::Single(part) => std::slice::from_ref(part),
            BodyKind::Merged { parts, .. } => parts,
        }
    }

    /// Returns the bodies that were merged in it, or the body itself if it is not merged.
    pub(crate) fn single_bodies(&self) -> impl Iterator<Item = Self> {
        self.parts().map(|part| Self::from(part.handle()))
    }

    /// Returns one body with the content of several bodies in their order, for example of all files
    /// in a directory. An attribute that is set in more than one of them is reported when the
    /// content is read.
    ///
    /// ```
    /// use serde_hcl::{
    ///     Body, Source,
    ///     body::{AttributeSchema, BodySchema},
    ///     parse_file,
    /// };
    ///
    /// let one = parse_file(Source::new("one.hcl", "a = 1\n")).into_result()?;
    /// let two = parse_file(Source::new("two.hcl", "a = 2\n")).into_result()?;
    /// let body = Body::merge([one.body(), two.body()]);
    /// let schema = BodySchema::new([AttributeSchema::required("a")], [])?;
    /// let error = body.content(&schema).into_result().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "two.hcl:1:1: Attribute set more than once: The attribute \"a\" is already set. Remove \
    ///      one of the two."
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn merge(bodies: impl IntoIterator<Item: Borrow<Self>>) -> Self {
        Self::of_parts(bodies.into_iter().flat_map(|body| body.borrow().part_handles().to_vec()).collect())
    }

    /// Creates a merged body of the given parts.
    pub(super) fn of_parts(parts: Vec<BodyPart>) -> Self {
        let source = parts.first().map_or_else(Source::default, |part| part.view().source().clone());
        Self { kind: BodyKind::Merged { parts: parts.into(), source } }
    }

    /// Returns the body with each of its parts replaced.
    pub(super) fn map_parts(&self, replace: impl Fn(&BodyPart) -> BodyPart) -> Self {
        match &self.kind {
            BodyKind::Single(part) => Self::from(replace(part)),
            BodyKind::Merged { parts, .. } => Self::of_parts(parts.iter().map(replace).collect()),
        }
    }

    /// Returns the body in the syntax tree, or `None` if it is in JSON syntax, merged, or the rest
    /// that [`partial_content`](Self::partial_content) leaves. Such a body has
    /// [`attributes`](Self::attributes) and [`blocks`](Self::blocks).
    pub fn ast(&self) -> Option<ast::Body<'_>> {
        match &self.kind {
            BodyKind::Single(BodyPart { node: BySyntax::Native((tree, id)), consumed: None, .. }) => {
                Some(ast::Body::new(tree, *id))
            }
            _ => None,
        }
    }

    /// Returns the source. For merged bodies, it is the source of the first one.
    pub fn source(&self) -> &Source {
        match &self.kind {
            BodyKind::Single(part) => part.view().source(),
            BodyKind::Merged { source, .. } => source,
        }
    }

    /// Returns the span. For an [overlay](Self::overlay), it is the span of the first body; for
    /// other merged bodies, it is empty.
    pub fn span(&self) -> Span {
        match &self.kind {
            BodyKind::Single(part) => part.view().span(),
            BodyKind::Merged { parts, .. } => match parts.first() {
                Some(part) if part.overlaid.is_some() => part.view().span(),
                _ => Span::default(),
            },
        }
    }

    /// Returns the location for messages about missing items: the start of a native body, the
    /// closing brace of a JSON object.
    pub fn missing_span(&self) -> Span {
        self.parts().next().map_or_else(Span::default, BodyPartView::missing_span)
    }

    /// Returns whether all of it is in native syntax.
    pub(crate) fn is_native(&self) -> bool {
        self.parts().all(|part| matches!(part.node, BySyntax::Native(_)))
    }

    /// Returns the text of a body in HCL JSON of which nothing was taken.
    pub(crate) fn json_text(&self) -> Option<&str> {
        match &self.kind {
            BodyKind::Single(BodyPart { node: BySyntax::Json((tree, id)), consumed: None, .. }) => {
                Some(tree.source.slice(tree.node(*id).span()))
            }
            _ => None,
        }
    }
}

impl From<BodyPart> for Body {
    fn from(part: BodyPart) -> Self {
        Self { kind: BodyKind::Single(part) }
    }
}

impl BodyPart {
    pub(super) fn view(&self) -> BodyPartView<'_> {
        let node = match &self.node {
            BySyntax::Native((tree, id)) => BySyntax::Native((tree, *id)),
            BySyntax::Json((tree, id)) => BySyntax::Json((tree, *id)),
        };
        BodyPartView {
            node,
            consumed: self.consumed.as_ref(),
            expansion: self.expansion.as_ref(),
            overlaid: self.overlaid.as_ref(),
        }
    }
}

impl<'b> BodyPartView<'b> {
    pub(super) fn new(node: BodyNode<'b>) -> Self {
        Self { node, consumed: None, expansion: None, overlaid: None }
    }

    /// Returns the expansion of its dynamic blocks, if they are expanded.
    pub(super) fn expanding(self) -> Option<&'b Arc<Expansion>> {
        self.expansion.filter(|expansion| expansion.expands())
    }

    /// Returns the variables of the body, such as iterators of the dynamic blocks that it is in.
    pub(super) fn iteration(self) -> Option<&'b Arc<Iteration>> {
        self.expansion?.iteration()
    }

    /// Returns a handle to the body.
    pub(super) fn handle(self) -> BodyPart {
        let node = match self.node {
            BySyntax::Native((tree, id)) => BySyntax::Native((tree.clone(), id)),
            BySyntax::Json((tree, id)) => BySyntax::Json((tree.clone(), id)),
        };
        BodyPart {
            node,
            consumed: self.consumed.cloned(),
            expansion: self.expansion.cloned(),
            overlaid: self.overlaid.cloned(),
        }
    }

    pub(super) fn source(self) -> &'b Source {
        match self.node {
            BySyntax::Native((tree, _)) => &tree.source,
            BySyntax::Json((tree, _)) => &tree.source,
        }
    }

    pub(super) fn span(self) -> Span {
        match self.node {
            BySyntax::Native((tree, id)) => ast::Body::new(tree, id).span(),
            BySyntax::Json((tree, id)) => tree.node(id).span(),
        }
    }

    pub(super) fn missing_span(self) -> Span {
        let span = self.span();
        match self.node {
            BySyntax::Native((tree, _)) => {
                let has_bom = span.start == 0 && tree.source.text().starts_with('\u{feff}');
                Span::at(if has_bom { 3 } else { span.start })
            }
            BySyntax::Json((tree, id)) => match tree.node(id).kind() {
                json_syntax::Kind::Object(_) => Span::new(span.end - 1, span.end),
                _ => tree.node(id).start_span(),
            },
        }
    }

    /// Returns the handle to the body of a block in this one.
    pub(super) fn inner_body(self, node: BodyNode<'_>) -> Body {
        let expansion = self.expansion.map(|it| it.of_inner_body());
        Body::from(BodyPart { expansion, ..BodyPartView::new(node).handle() })
    }
}

/// An attribute or a block, see [`Body::items`].
///
/// ```
/// use serde_hcl::{body::BodyItem, parse_file};
///
/// let file = parse_file("a = 1\nb {}\n").into_result()?;
/// for item in file.body().items() {
///     match item {
///         BodyItem::Attribute(attribute) => assert_eq!(attribute.name(), "a"),
///         BodyItem::Block(block) => assert_eq!(block.block_type(), "b"),
///     }
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum BodyItem {
    /// A name and a value.
    Attribute(Attribute),
    /// A type, labels and a body.
    Block(Block),
}

impl BodyItem {
    /// Returns the span.
    pub fn span(&self) -> Span {
        match self {
            Self::Attribute(attribute) => attribute.span(),
            Self::Block(block) => block.span(),
        }
    }

    /// Returns the source.
    pub fn source(&self) -> &Source {
        match self {
            Self::Attribute(attribute) => attribute.source(),
            Self::Block(block) => block.source(),
        }
    }

    /// Returns the name of an attribute or the type of a block, with its span.
    #[cfg(feature = "analysis")]
    pub(crate) fn name(&self) -> (&str, Span) {
        match self {
            Self::Attribute(attribute) => (attribute.name(), attribute.name_span()),
            Self::Block(block) => (block.block_type(), block.type_span()),
        }
    }
}

/// An attribute: a name and a value.
///
/// Specification: information model, "Structural Elements".
///
/// ```
/// use serde_hcl::EvalContext;
///
/// let file = serde_hcl::parse_file("port = base + 1\n").into_result()?;
/// let attribute = file.body().attribute("port").expect("it exists");
/// assert_eq!(attribute.name(), "port");
/// let mut context = EvalContext::new();
/// context.set("base", 8000);
/// assert_eq!(attribute.expression().evaluate(&context)?, 8001);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name in JSON. In native syntax, it is the text of its span.
    pub(super) name: Option<Arc<str>>,
    pub(super) name_span: Span,
    pub(super) span: Span,
    pub(super) expression: Expression,
    /// Its index in the tree of the native syntax.
    pub(super) item: Option<u32>,
}

impl Attribute {
    /// Returns the name.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.source().slice(self.name_span))
    }

    /// Returns whether it has a name. Names of different lengths are not compared.
    pub(super) fn is_named(&self, name: &str) -> bool {
        (self.name.is_some() || self.name_span.range().len() == name.len()) && self.name() == name
    }

    /// Returns the span of its name.
    pub fn name_span(&self) -> Span {
        self.name_span
    }

    /// Returns the span, from its name to the end of its value.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the source.
    pub fn source(&self) -> &Source {
        self.expression.source()
    }

    /// Returns the value as an unevaluated expression.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, parse_file};
    ///
    /// let body = parse_file("port = 40 * 2\n").into_result()?.body().clone();
    /// let attribute = body.attribute("port").expect("it exists");
    /// assert_eq!(attribute.expression().evaluate(&EvalContext::new())?, 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression(&self) -> &Expression {
        &self.expression
    }
}

/// An attribute that is found by its name.
#[derive(Clone)]
pub(super) struct Named(pub(super) Attribute);

impl Borrow<str> for Named {
    fn borrow(&self) -> &str {
        self.0.name()
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Named {}

impl Hash for Named {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

/// A block: a type, labels and a body.
///
/// Specification: information model, "Structural Elements".
///
/// ```
/// let file = serde_hcl::parse_file("service \"web\" \"eu\" {\n  port = 80\n}\n").into_result()?;
/// let block = file.body().blocks().next().expect("it exists");
/// assert_eq!(block.block_type(), "service");
/// assert_eq!(block.labels(), ["web", "eu"]);
/// assert_eq!(block.body().attributes().len(), 1);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Block {
    /// The type in JSON, and of a generated block. In native syntax, it is the text of its span.
    pub(in crate::body) block_type: Option<Arc<str>>,
    pub(in crate::body) type_span: Span,
    pub(in crate::body) labels: Vec<Label>,
    pub(in crate::body) span: Span,
    pub(in crate::body) body: Body,
    /// Its index in the tree of the native syntax, if it is written there.
    pub(in crate::body) item: Option<u32>,
}

impl Block {
    /// Returns the type.
    pub fn block_type(&self) -> &str {
        self.block_type.as_deref().unwrap_or_else(|| self.source().slice(self.type_span))
    }

    /// Returns the span of its type.
    pub fn type_span(&self) -> Span {
        self.type_span
    }

    /// Returns the labels in order.
    ///
    /// ```
    /// let body = serde_hcl::parse_file("service \"web\" {\n}\n").into_result()?.body().clone();
    /// let block = body.blocks().next().expect("it exists");
    /// assert_eq!((block.block_type(), block.labels()[0].text()), ("service", "web"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Returns the span, from its type to its closing brace; in HCL JSON its body.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the comments before the block that belong to it, with their marks, as those of
    /// [`ast::Block`](crate::ast::Block::leading_comments). A block of an
    /// [`overlay`](Body::overlay) has those of the block that is overridden, and a block of HCL
    /// JSON has none.
    ///
    /// ```
    /// let text = "# The region.\nvariable \"region\" {\n  default = \"eu\"\n}\n";
    /// let base = serde_hcl::parse_file(text).into_result()?;
    /// let local = serde_hcl::parse_file("variable \"region\" {\n  default = \"us\"\n}\n");
    /// let body = serde_hcl::Body::overlay([base.body(), local.into_result()?.body()]);
    /// let block = body.blocks().next().expect("it exists");
    /// assert_eq!(block.leading_comments(), ["# The region."]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn leading_comments(&self) -> Vec<&str> {
        match self.body.part_handles().first().map(|part| &part.node) {
            Some(BySyntax::Native((tree, _))) => {
                let spans = tree.leading_comments(self.span.start).iter();
                spans.map(|span| tree.source.slice(*span)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the span of its type and labels, for messages about it. In HCL JSON, where these are
    /// not adjacent, it is the start of the body. For a block that a dynamic block generates, it is
    /// the type.
    pub fn header_span(&self) -> Span {
        match (&self.body.kind, self.labels.last()) {
            // A written JSON block has the span of its body; a generated block has not.
            (BodyKind::Single(BodyPart { node: BySyntax::Json((tree, id)), .. }), _)
                if tree.node(*id).span() == self.span =>
            {
                tree.node(*id).start_span()
            }
            (_, Some(label)) if self.span.start == self.type_span.start => self.type_span.to(label.span),
            _ => self.type_span,
        }
    }

    /// Returns the source.
    pub fn source(&self) -> &Source {
        self.body.source()
    }

    /// Returns the body.
    ///
    /// ```
    /// let body =
    ///     serde_hcl::parse_file("service \"web\" {\n  port = 80\n}\n").into_result()?.body().clone();
    /// let block = body.blocks().next().expect("it exists");
    /// assert!(block.body().attribute("port").is_some());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the block with another body.
    pub(crate) fn with_body(&self, body: Body) -> Self {
        Self { body, ..self.clone() }
    }
}
