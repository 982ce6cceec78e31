//! The arena behind the syntax tree: flat vectors of nodes that refer to each other by index.
//!
//! The number of allocations does not depend on the size of the file. The arena is dropped and
//! cloned without recursion. An expression can be represented by a tree and an index.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Weak};

use super::name::Name;
use crate::source::{Source, Span};
use crate::util::name_index::NameIndex;
use crate::value::Number;

/// The index of an expression node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ExprId(pub(super) u32);

/// The index of a body node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BodyId(pub(crate) u32);

/// A run of entries in one of the tree's vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { start: 0, len: 0, of: PhantomData }
    }
}

impl<T> List<T> {
    /// Returns some of the entries.
    pub(super) fn part(self, range: Range<usize>) -> Self {
        Self { start: self.start + range.start as u32, len: range.len() as u32, of: PhantomData }
    }

    pub(crate) fn in_vec(self, all: &[T]) -> &[T] {
        &all[self.start as usize..(self.start + self.len) as usize]
    }
}

/// A string: a piece of the source without changes, or a string of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StringRef(Span);

impl StringRef {
    /// Marks a span that is an index into the tree's strings: no text of this crate is that long.
    const OWNED: u32 = u32::MAX;

    pub(crate) fn verbatim(span: Span) -> Self {
        Self(span)
    }

    /// Returns the span with exactly this text.
    #[inline]
    pub(crate) fn verbatim_span(self) -> Option<Span> {
        (self.0.end != Self::OWNED).then_some(self.0)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ExprNode {
    pub(crate) span: Span,
    pub(crate) kind: ExprKind,
}

/// The kind of an expression node; [`super::ExpressionKind`] is its public form. An integer of 32
/// bits is the index of a node in a vector of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExprKind {
    Null,
    Bool(bool),
    // An integer of up to 18 digits: nearly all numbers.
    Integer(i64),
    Number(u32),
    String(StringRef, TemplateForm),
    Template(List<ExprId>, TemplateForm),
    Variable,
    Postfix { operand: ExprId, steps: List<StepNode> },
    FunctionCall(u32),
    Tuple(List<ExprId>),
    // Keys and values in turn.
    Object(List<ExprId>),
    For(u32),
    Unary { operators: List<UnaryNode>, operand: ExprId },
    Binary { first: ExprId, rest: List<BinaryNode> },
    // Predicates and results in turn, then the last result.
    Conditional(List<ExprId>),
    Parentheses(ExprId),
    Error(Option<ExprId>),
    TemplateLiteral(StringRef),
    Interpolation(ExprId),
    TemplateIf(u32),
    TemplateFor(u32),
}

/// The delimiters of a template in its source.
///
/// ```
/// use serde_hcl::ast::TemplateForm;
///
/// let expression = serde_hcl::parse_expression("\"web\"").into_result()?;
/// let form = expression.ast().and_then(|it| it.template_form());
/// assert_eq!(form, Some(TemplateForm::Quoted));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TemplateForm {
    /// Between quotes: `"…"`.
    Quoted,
    /// Between markers: `<<EOT` and `EOT`, or `<<-EOT` and `EOT`.
    Heredoc,
    /// Not delimited: a template file, or a string of HCL JSON. Its text is the whole source.
    Standalone,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct StepNode {
    pub(crate) span: Span,
    pub(crate) kind: StepNodeKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum StepNodeKind {
    GetAttr { name: Span },
    LegacyIndex { key: ExprId },
    Index { key: ExprId },
    AttrSplat,
    FullSplat,
}

/// `-` or `!` before an operand.
///
/// ```
/// assert_eq!(serde_hcl::ast::UnaryOperator::Not.symbol(), "!");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
}

/// An operator between two operands.
///
/// ```
/// use serde_hcl::ast::BinaryOperator;
///
/// assert_eq!(BinaryOperator::LessOrEqual.symbol(), "<=");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the operations")]
pub enum BinaryOperator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// The operators in their order, each with its symbol and its level.
const BINARY_OPERATORS: [(BinaryOperator, &str, u8); 13] = [
    (BinaryOperator::Or, "||", 1),
    (BinaryOperator::And, "&&", 2),
    (BinaryOperator::Equal, "==", 3),
    (BinaryOperator::NotEqual, "!=", 3),
    (BinaryOperator::Less, "<", 4),
    (BinaryOperator::LessOrEqual, "<=", 4),
    (BinaryOperator::Greater, ">", 4),
    (BinaryOperator::GreaterOrEqual, ">=", 4),
    (BinaryOperator::Add, "+", 5),
    (BinaryOperator::Subtract, "-", 5),
    (BinaryOperator::Multiply, "*", 6),
    (BinaryOperator::Divide, "/", 6),
    (BinaryOperator::Modulo, "%", 6),
];

impl BinaryOperator {
    /// Returns the level of precedence, from 1 for `||` to 6 for `*`.
    pub(crate) fn level(self) -> u8 {
        BINARY_OPERATORS[self as usize].2
    }

    /// Returns the operator as it is written.
    pub fn symbol(self) -> &'static str {
        BINARY_OPERATORS[self as usize].1
    }

    pub(crate) fn from_symbol(symbol: &str) -> Option<Self> {
        BINARY_OPERATORS.iter().find(|(_, written, _)| *written == symbol).map(|(operator, ..)| *operator)
    }
}

impl UnaryOperator {
    /// Returns the operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Not => "!",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct UnaryNode {
    pub(crate) operator: UnaryOperator,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryNode {
    pub(crate) operator: BinaryOperator,
    pub(crate) span: Span,
    pub(crate) operand: ExprId,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionCallNode {
    pub(crate) name: StringRef,
    pub(crate) name_span: Span,
    pub(crate) arguments_span: Span,
    pub(crate) arguments: List<ExprId>,
    pub(crate) expand_last: bool,
}

/// The names that a `for` expression or directive binds, and its collection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForIntro {
    pub(crate) key_name: Option<Span>,
    pub(crate) value_name: Span,
    pub(crate) collection: ExprId,
}

impl ForIntro {
    /// Returns the names of the variables, that of the key first.
    pub(super) fn names(self, source: &Source) -> [Option<Name<'_>>; 2] {
        [self.key_name, Some(self.value_name)]
            .map(|span| span.map(|span| Name { text: source.slice(span), span }))
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ForNode {
    pub(crate) intro: ForIntro,
    pub(crate) key: Option<ExprId>,
    pub(crate) value: ExprId,
    pub(crate) condition: Option<ExprId>,
    pub(crate) group: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateIfNode {
    pub(crate) span: Span,
    pub(crate) condition: ExprId,
    pub(crate) then: List<ExprId>,
    pub(crate) otherwise: Option<List<ExprId>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateForNode {
    pub(crate) span: Span,
    pub(crate) intro: ForIntro,
    pub(crate) parts: List<ExprId>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyNode {
    pub(crate) span: Span,
    pub(crate) items: List<ItemNode>,
    /// Whether no two items have the same name. For many items it may be `false` although they do
    /// not.
    pub(crate) has_distinct_names: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemNode {
    pub(crate) span: Span,
    pub(crate) name: Span,
    pub(crate) kind: ItemKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ItemKind {
    Attribute(ExprId),
    Block { labels: List<LabelNode>, body: BodyId },
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelNode {
    pub(crate) span: Span,
    pub(crate) text: StringRef,
}

/// A parsed text: its source and all nodes.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) source: Source,
    pub(in crate::syntax) exprs: Vec<ExprNode>,
    pub(super) expr_lists: Vec<ExprId>,
    pub(in crate::syntax) steps: Vec<StepNode>,
    pub(in crate::syntax) unary: Vec<UnaryNode>,
    pub(in crate::syntax) binary: Vec<BinaryNode>,
    pub(in crate::syntax) calls: Vec<FunctionCallNode>,
    pub(in crate::syntax) fors: Vec<ForNode>,
    pub(in crate::syntax) template_ifs: Vec<TemplateIfNode>,
    pub(in crate::syntax) template_fors: Vec<TemplateForNode>,
    pub(super) bodies: Vec<BodyNode>,
    pub(in crate::syntax) items: Vec<ItemNode>,
    pub(in crate::syntax) labels: Vec<LabelNode>,
    pub(super) strings: Vec<Box<str>>,
    pub(in crate::syntax) numbers: Vec<Number>,
    pub(crate) comments: Vec<Span>,
    /// The depth of the nesting, as [`Limits::depth`](crate::Limits::depth) counts it.
    pub(crate) depth: u32,
    /// Whether some expressions are errors.
    pub(crate) has_errors: bool,
    /// The names of the items of each body, for look-ups.
    pub(super) names: NameIndex,
    shared: Shared,
}

/// The shared tree that a tree is, so that a view can become a handle.
#[derive(Debug, Default)]
struct Shared(Weak<Tree>);

/// A copy is another tree.
impl Clone for Shared {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Tree {
    /// Returns the tree as one that handles share.
    pub(crate) fn share(self) -> Arc<Self> {
        Arc::new_cyclic(|tree| Self { shared: Shared(tree.clone()), ..self })
    }

    /// Returns the tree that handles share.
    pub(crate) fn shared(&self) -> Arc<Self> {
        self.shared.0.upgrade().unwrap_or_else(|| self.clone().share())
    }

    /// Returns the index of an item, which is one of this tree.
    pub(crate) fn index_of(&self, item: &ItemNode) -> u32 {
        let bytes = std::ptr::from_ref(item).addr() - self.items.as_ptr().addr();
        (bytes / size_of::<ItemNode>()) as u32
    }
}

/// Moves the nodes that were pushed on a stack since `mark` to the end of a vector, as a list. The
/// first list reserves capacity for `expected` nodes, which saves 2 to 5 % of the instructions to
/// parse a file of 1 KB (benches `parse_terraform` and `parse_service`).
#[inline]
pub(crate) fn seal<T: Copy>(stack: &mut Vec<T>, mark: usize, into: &mut Vec<T>, expected: usize) -> List<T> {
    if into.capacity() == 0 {
        into.reserve(expected);
    }
    let start = into.len() as u32;
    into.extend_from_slice(&stack[mark..]);
    stack.truncate(mark);
    List { start, len: into.len() as u32 - start, of: PhantomData }
}

/// Adds a node to a vector, and returns its index.
pub(crate) fn push<T>(nodes: &mut Vec<T>, node: T) -> u32 {
    nodes.push(node);
    nodes.len() as u32 - 1
}

/// Functions for the builder.
impl Tree {
    // The default source would be an allocation for each parse.
    pub(crate) fn new(source: Source) -> Self {
        Self {
            source,
            exprs: Vec::new(),
            expr_lists: Vec::new(),
            steps: Vec::new(),
            unary: Vec::new(),
            binary: Vec::new(),
            calls: Vec::new(),
            fors: Vec::new(),
            template_ifs: Vec::new(),
            template_fors: Vec::new(),
            bodies: Vec::new(),
            items: Vec::new(),
            labels: Vec::new(),
            strings: Vec::new(),
            numbers: Vec::new(),
            comments: Vec::new(),
            depth: 0,
            has_errors: false,
            names: NameIndex::default(),
            shared: Shared::default(),
        }
    }

    /// Reserves capacity for numbers of expressions and of attributes and blocks.
    pub(crate) fn reserve(&mut self, expressions: usize, items: usize) {
        self.exprs.reserve(expressions);
        self.items.reserve(items);
        self.bodies.reserve(items / 4 + 1);
    }

    pub(crate) fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        ExprId(push(&mut self.exprs, ExprNode { span, kind }))
    }

    pub(crate) fn add_error(&mut self, span: Span, inner: Option<ExprId>) -> ExprId {
        self.has_errors = true;
        self.add(span, ExprKind::Error(inner))
    }

    #[inline]
    pub(crate) fn add_exprs(&mut self, stack: &mut Vec<ExprId>, mark: usize) -> List<ExprId> {
        seal(stack, mark, &mut self.expr_lists, self.exprs.capacity() / 4)
    }

    pub(crate) fn add_body(&mut self, body: BodyNode) -> BodyId {
        BodyId(push(&mut self.bodies, body))
    }

    pub(crate) fn add_string(&mut self, text: impl Into<Box<str>>) -> StringRef {
        StringRef(Span::new(push(&mut self.strings, text.into()), StringRef::OWNED))
    }

    /// Sets the span of a node that was not known when it was created.
    pub(crate) fn respan(&mut self, id: ExprId, span: Span) -> ExprId {
        self.exprs[id.0 as usize].span = span;
        id
    }
}

/// Functions for the views.
impl Tree {
    #[inline]
    pub(crate) fn expr(&self, id: ExprId) -> &ExprNode {
        &self.exprs[id.0 as usize]
    }

    pub(crate) fn number(&self, index: u32) -> &Number {
        &self.numbers[index as usize]
    }

    #[inline]
    pub(crate) fn text(&self, text: StringRef) -> &str {
        match text.verbatim_span() {
            Some(span) => self.source.slice(span),
            None => &self.strings[text.0.start as usize],
        }
    }
}
