//! Expressions.

use std::fmt;
use std::ops::Range;

use super::name::Name;
use super::tree::{
    BinaryNode, BinaryOperator, ExprId, ExprKind, ForNode, FunctionCallNode, List, StepNode, StepNodeKind,
    TemplateForm, Tree, UnaryNode, UnaryOperator,
};
use crate::source::{Source, Span};
use crate::value::Number;

/// An expression: its location and its [kind](Self::kind).
#[derive(Clone, Copy)]
pub struct Expression<'t> {
    pub(super) tree: &'t Tree,
    id: ExprId,
}

/// The kind of an [`Expression`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ExpressionKind<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A numeric literal.
    Number(NumberLiteral<'t>),
    /// A template of literal text alone, in any [form](Expression::template_form): a string.
    String(&'t str),
    /// Any other template.
    Template(Template<'t>),
    /// A variable by itself.
    Variable(&'t str),
    /// An operand with attributes, indexes and splats after it.
    Postfix(Postfix<'t>),
    /// `name(arguments)`
    FunctionCall(FunctionCall<'t>),
    /// `[a, b]`
    Tuple(Tuple<'t>),
    /// `{ key = value }`
    Object(Object<'t>),
    /// `[for …]` or `{for …}`
    For(For<'t>),
    /// Signs before an operand.
    Unary(Unary<'t>),
    /// Operands with operators of one level between them.
    Binary(Binary<'t>),
    /// `predicate ? result : result`
    Conditional(Conditional<'t>),
    /// `(expression)`
    Parentheses(Expression<'t>),
    /// Text that is not an expression, in the tree of a rejected file. The mistake was reported
    /// when the file was parsed. A mistake after or within an expression leaves that expression in
    /// the tree: `a.` is a postfix expression whose last attribute has an empty name.
    Error(Option<Expression<'t>>),
}

/// A quoted template, a heredoc, or a standalone template.
#[derive(Clone, Copy)]
pub struct Template<'t> {
    pub(super) tree: &'t Tree,
    pub(super) span: Span,
    pub(super) parts: List<ExprId>,
    pub(super) form: TemplateForm,
}

impl<'t> Expression<'t> {
    pub(crate) fn new(tree: &'t Tree, id: ExprId) -> Self {
        Self { tree, id }
    }

    pub(crate) fn id(self) -> ExprId {
        self.id
    }

    pub(crate) fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Returns the bytes it covers.
    pub fn span(self) -> Span {
        self.tree.expr(self.id).span
    }

    /// Returns its source.
    pub fn source(self) -> &'t Source {
        &self.tree.source
    }

    /// Returns its kind, with its parts.
    // Once inlined, parts that the caller does not use cost nothing. Without optimization, inlining
    // would only use more stack.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn kind(self) -> ExpressionKind<'t> {
        use ExpressionKind as Kind;
        let tree = self.tree;
        let node = tree.expr(self.id);
        match node.kind {
            ExprKind::Null => Kind::Null,
            ExprKind::Bool(value) => Kind::Bool(value),
            ExprKind::Integer(_) | ExprKind::Number(_) => Kind::Number(NumberLiteral(self)),
            ExprKind::String(text, _) => Kind::String(tree.text(text)),
            ExprKind::Template(parts, form) => {
                Kind::Template(Template { tree, span: node.span, parts, form })
            }
            ExprKind::Variable => Kind::Variable(tree.source.slice(node.span)),
            ExprKind::Postfix { operand, steps } => Kind::Postfix(Postfix { tree, operand, steps }),
            ExprKind::FunctionCall(index) => {
                Kind::FunctionCall(FunctionCall { tree, node: &tree.calls[index as usize] })
            }
            ExprKind::Tuple(elements) => Kind::Tuple(Tuple { tree, span: node.span, elements }),
            ExprKind::Object(items) => Kind::Object(Object { tree, span: node.span, items }),
            ExprKind::For(index) => {
                Kind::For(For { tree, span: node.span, node: &tree.fors[index as usize] })
            }
            ExprKind::Unary { operators, operand } => Kind::Unary(Unary { tree, operators, operand }),
            ExprKind::Binary { first, rest } => Kind::Binary(Binary { tree, first, rest }),
            ExprKind::Conditional(arms) => Kind::Conditional(Conditional { tree, arms }),
            ExprKind::Parentheses(inner) => Kind::Parentheses(Self { tree, id: inner }),
            ExprKind::Error(inner) => Kind::Error(inner.map(|id| Self { tree, id })),
            ExprKind::TemplateLiteral(_)
            | ExprKind::Interpolation(_)
            | ExprKind::TemplateIf(_)
            | ExprKind::TemplateFor(_) => {
                unreachable!("parts of a template are visited only through the template")
            }
        }
    }

    /// Returns the text of a string: a template of literal text alone, in quotes or as a heredoc.
    /// [`template_form`](Self::template_form) distinguishes these.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("<<EOT\none\ntwo\nEOT\n").into_result()?;
    /// assert_eq!(expression.ast().and_then(|expression| expression.as_str()), Some("one\ntwo\n"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn as_str(self) -> Option<&'t str> {
        let ExprKind::String(text, _) = self.tree.expr(self.id).kind else { return None };
        Some(self.tree.text(text))
    }

    /// Returns how a string or a template is delimited in the source, or `None` for other
    /// expressions.
    ///
    /// ```
    /// use serde_hcl::ast::TemplateForm;
    ///
    /// let expression = serde_hcl::parse_expression("<<EOT\ntext\nEOT\n").into_result()?;
    /// let form = expression.ast().and_then(|expression| expression.template_form());
    /// assert_eq!(form, Some(TemplateForm::Heredoc));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn template_form(self) -> Option<TemplateForm> {
        let (ExprKind::String(_, form) | ExprKind::Template(_, form)) = self.tree.expr(self.id).kind else {
            return None;
        };
        Some(form)
    }
}

/// A numeric literal.
///
/// ```
/// use serde_hcl::{Number, ast::ExpressionKind};
///
/// let expression = serde_hcl::parse_expression("1.50").into_result()?;
/// let Some(ExpressionKind::Number(literal)) = expression.ast().map(|it| it.kind()) else { unreachable!() };
/// assert_eq!(literal.value(), "1.5".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct NumberLiteral<'t>(Expression<'t>);

impl NumberLiteral<'_> {
    /// Returns the number.
    #[inline]
    pub fn value(self) -> Number {
        match self.0.tree.expr(self.0.id).kind {
            ExprKind::Integer(value) => Number::from(value),
            ExprKind::Number(index) => self.0.tree.number(index).clone(),
            _ => unreachable!("a view of a number has a node of a number"),
        }
    }
}

/// Writes the number.
impl fmt::Display for NumberLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value(), f)
    }
}

impl fmt::Debug for NumberLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An operand and the steps after it, in order: `a.b[0].*.c`.
#[derive(Clone, Copy)]
pub struct Postfix<'t> {
    pub(super) tree: &'t Tree,
    operand: ExprId,
    steps: List<StepNode>,
}

impl<'t> Postfix<'t> {
    pub(super) fn span(self) -> Span {
        self.steps().fold(self.operand().span(), |operand, step| operand.to(step.span()))
    }

    /// Returns the operand of the first step.
    pub fn operand(self) -> Expression<'t> {
        Expression::new(self.tree, self.operand)
    }

    /// Returns the number of steps.
    pub fn len(self) -> usize {
        self.steps.in_vec(&self.tree.steps).len()
    }

    /// Returns `false`, since there is at least one step.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the step of an index.
    pub fn step(self, index: usize) -> Option<Step<'t>> {
        self.steps.in_vec(&self.tree.steps).get(index).map(|node| Step { tree: self.tree, node })
    }

    /// Returns the expression with some of the steps only.
    pub(crate) fn part(self, steps: Range<usize>) -> Self {
        Self { steps: self.steps.part(steps), ..self }
    }

    /// Returns the span of a variable with attributes if nothing but dots is between the names. It
    /// is that of `a.b` for `a.b`, and there is none for `a . b` and `a[0]`.
    pub(super) fn compact_path(self) -> Option<Span> {
        let root = self.tree.expr(self.operand);
        let mut path = matches!(root.kind, ExprKind::Variable).then_some(root.span)?;
        for step in self.steps.in_vec(&self.tree.steps) {
            match step.kind {
                StepNodeKind::GetAttr { name }
                    if step.span.start == path.end && name.start == path.end + 1 =>
                {
                    path.end = name.end;
                }
                _ => return None,
            }
        }
        Some(path)
    }

    /// Returns the steps in order.
    pub fn steps(self) -> impl ExactSizeIterator<Item = Step<'t>> + Clone + 't {
        self.steps.in_vec(&self.tree.steps).iter().map(move |node| Step { tree: self.tree, node })
    }
}

/// One step of a [`Postfix`].
#[derive(Clone, Copy)]
pub struct Step<'t> {
    pub(super) tree: &'t Tree,
    node: &'t StepNode,
}

/// The kind of a [`Step`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum StepKind<'t> {
    /// `.name`
    GetAttr(&'t str),
    /// `.0`, the older form of `[0]`
    LegacyIndex(Expression<'t>),
    /// `[key]`
    Index(Expression<'t>),
    /// `.*`: the attribute steps after it apply to each element.
    AttrSplat,
    /// `[*]`: all steps after it apply to each element.
    FullSplat,
}

impl<'t> Step<'t> {
    /// Returns the bytes it covers, with its dot or brackets.
    pub fn span(self) -> Span {
        self.node.span
    }

    /// Returns its kind.
    pub fn kind(self) -> StepKind<'t> {
        match self.node.kind {
            StepNodeKind::GetAttr { name } => StepKind::GetAttr(self.tree.source.slice(name)),
            StepNodeKind::LegacyIndex { key } => StepKind::LegacyIndex(Expression::new(self.tree, key)),
            StepNodeKind::Index { key } => StepKind::Index(Expression::new(self.tree, key)),
            StepNodeKind::AttrSplat => StepKind::AttrSplat,
            StepNodeKind::FullSplat => StepKind::FullSplat,
        }
    }
}

/// `name(arguments)`
#[derive(Clone, Copy)]
pub struct FunctionCall<'t> {
    pub(super) tree: &'t Tree,
    node: &'t FunctionCallNode,
}

impl<'t> FunctionCall<'t> {
    /// Returns the function's name, with its namespace: `ns::name`.
    pub fn name(self) -> &'t str {
        self.tree.text(self.node.name)
    }

    /// Returns the span of the name.
    pub fn name_span(self) -> Span {
        self.node.name_span
    }

    /// Returns the bytes of the arguments, parentheses included.
    pub fn arguments_span(self) -> Span {
        self.node.arguments_span
    }

    /// Returns the arguments in order.
    pub fn arguments(self) -> impl ExactSizeIterator<Item = Expression<'t>> + Clone + 't {
        expressions(self.tree, self.node.arguments)
    }

    /// Returns the argument at an index.
    #[inline]
    pub(crate) fn argument(self, index: usize) -> Option<Expression<'t>> {
        let id = self.node.arguments.in_vec(&self.tree.expr_lists).get(index)?;
        Some(Expression::new(self.tree, *id))
    }

    /// Returns whether the last argument is followed by `...`, so that its elements are arguments.
    pub fn expands_last(self) -> bool {
        self.node.expand_last
    }
}

/// `[a, b]`
#[derive(Clone, Copy)]
pub struct Tuple<'t> {
    pub(super) tree: &'t Tree,
    pub(super) span: Span,
    elements: List<ExprId>,
}

impl<'t> Tuple<'t> {
    /// Returns the elements in order.
    pub fn elements(self) -> impl ExactSizeIterator<Item = Expression<'t>> + Clone + 't {
        expressions(self.tree, self.elements)
    }

    /// Returns the element of an index.
    #[cfg(feature = "edit")]
    pub(crate) fn element(self, index: usize) -> Option<Expression<'t>> {
        let id = self.elements.in_vec(&self.tree.expr_lists).get(index)?;
        Some(Expression::new(self.tree, *id))
    }
}

/// `{ key = value }`
#[derive(Clone, Copy)]
pub struct Object<'t> {
    pub(super) tree: &'t Tree,
    pub(super) span: Span,
    items: List<ExprId>,
}

/// A key and a value of an [`Object`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ObjectItem<'t> {
    /// The key.
    pub key: ObjectKey<'t>,
    /// The value.
    pub value: Expression<'t>,
}

/// The key of an item of an [`Object`].
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, ObjectKey};
///
/// let expression = serde_hcl::parse_expression("{ a = 1, (a) = 2, \"a\" = 3 }").into_result()?;
/// let Some(ExpressionKind::Object(object)) = expression.ast().map(|it| it.kind()) else { unreachable!() };
/// let names: Vec<_> = object.items().map(|item| matches!(item.key, ObjectKey::Name(_))).collect();
/// assert_eq!(names, [true, false, false]);
/// let texts: Vec<_> = object.items().map(|item| item.key.as_str()).collect();
/// assert_eq!(texts, [Some("a"), None, Some("a")]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ObjectKey<'t> {
    /// A bare name, which is the key, as in `{ a = 1 }`. The words `true`, `false` and `null` are
    /// names here.
    Name(Name<'t>),
    /// An expression, whose value is the key, as in `{ (a) = 1 }` and `{ "a" = 1 }`.
    Expression(Expression<'t>),
}

impl<'t> ObjectKey<'t> {
    /// Returns an expression as a key.
    pub(crate) fn new(key: Expression<'t>) -> Self {
        match key.static_keyword() {
            Some(text) => Self::Name(Name { text, span: key.span() }),
            None => Self::Expression(key),
        }
    }

    /// Returns the bytes it covers.
    pub fn span(self) -> Span {
        match self {
            Self::Name(name) => name.span,
            Self::Expression(expression) => expression.span(),
        }
    }

    /// Returns the text of a name, or of a string without template sequences.
    pub fn as_str(self) -> Option<&'t str> {
        match self {
            Self::Name(name) => Some(name.text),
            Self::Expression(expression) => expression.as_str(),
        }
    }
}

impl<'t> Object<'t> {
    /// Returns the items in source order.
    pub fn items(self) -> impl ExactSizeIterator<Item = ObjectItem<'t>> + DoubleEndedIterator + Clone + 't {
        self.expressions().map(|(key, value)| ObjectItem { key: ObjectKey::new(key), value })
    }

    /// Returns the items with their keys as the expressions that they would be elsewhere: a name is
    /// a variable.
    pub(crate) fn expressions(
        self,
    ) -> impl ExactSizeIterator<Item = (Expression<'t>, Expression<'t>)> + DoubleEndedIterator + Clone + 't
    {
        let pairs = self.items.in_vec(&self.tree.expr_lists).chunks_exact(2);
        pairs.map(move |pair| (Expression::new(self.tree, pair[0]), Expression::new(self.tree, pair[1])))
    }

    /// Returns the value of a key that is written as a name or as a string without template
    /// sequences. Of several, the last one counts, as in the value of the object.
    ///
    /// ```
    /// use serde_hcl::ast::ExpressionKind;
    ///
    /// let expression = serde_hcl::parse_expression("{ a = 1, \"b c\" = x, (d) = 3 }").into_result()?;
    /// let Some(ExpressionKind::Object(object)) = expression.ast().map(|it| it.kind()) else { unreachable!() };
    /// assert_eq!(object.get("b c").map(|value| value.to_string()).as_deref(), Some("x"));
    /// assert!(object.get("d").is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn get(self, key: &str) -> Option<Expression<'t>> {
        self.items().rev().find(|item| item.key.as_str() == Some(key)).map(|item| item.value)
    }
}

/// `[for v in xs : v if c]` or `{for k, v in xs : k => v... if c}`
#[derive(Clone, Copy)]
pub struct For<'t> {
    pub(super) tree: &'t Tree,
    span: Span,
    node: &'t ForNode,
}

impl<'t> For<'t> {
    /// Returns the bytes it covers, brackets included.
    pub fn span(self) -> Span {
        self.span
    }

    /// Returns the name of the variable for the key or index, if there is one.
    pub fn key_name(self) -> Option<&'t str> {
        self.node.intro.key_name.map(|span| self.tree.source.slice(span))
    }

    /// Returns the name of the variable for the element.
    pub fn value_name(self) -> &'t str {
        self.tree.source.slice(self.node.intro.value_name)
    }

    /// Returns these names where they are defined.
    pub(in crate::syntax) fn names(self) -> [Option<Name<'t>>; 2] {
        self.node.intro.names(&self.tree.source)
    }

    /// Returns the collection.
    pub fn collection(self) -> Expression<'t> {
        Expression::new(self.tree, self.node.intro.collection)
    }

    /// Returns the key of each result, or `None` if the result is a tuple.
    pub fn key(self) -> Option<Expression<'t>> {
        self.node.key.map(|id| Expression::new(self.tree, id))
    }

    /// Returns the value of each result.
    pub fn value(self) -> Expression<'t> {
        Expression::new(self.tree, self.node.value)
    }

    /// Returns the condition that selects elements.
    pub fn condition(self) -> Option<Expression<'t>> {
        self.node.condition.map(|id| Expression::new(self.tree, id))
    }

    /// Returns whether values of equal keys are grouped into tuples (`...`).
    pub fn groups(self) -> bool {
        self.node.group
    }
}

/// Signs before an operand: `!-x`.
#[derive(Clone, Copy)]
pub struct Unary<'t> {
    pub(super) tree: &'t Tree,
    operators: List<UnaryNode>,
    operand: ExprId,
}

impl<'t> Unary<'t> {
    /// Returns the operators with their spans, from left to right; the last is applied first.
    pub fn operators(
        self,
    ) -> impl ExactSizeIterator<Item = (UnaryOperator, Span)> + DoubleEndedIterator + Clone + 't {
        self.operators.in_vec(&self.tree.unary).iter().map(|node| (node.operator, node.span))
    }

    /// Returns the operand.
    pub fn operand(self) -> Expression<'t> {
        Expression::new(self.tree, self.operand)
    }

    /// Returns whether it is a number with a minus sign.
    pub(crate) fn is_negative_number(self) -> bool {
        let operators = self.operators.in_vec(&self.tree.unary);
        matches!(operators, [UnaryNode { operator: UnaryOperator::Negate, .. }])
            && matches!(self.operand().kind(), ExpressionKind::Number(_))
    }
}

/// Operands with operators of one precedence level between them, applied from left to right.
#[derive(Clone, Copy)]
pub struct Binary<'t> {
    pub(super) tree: &'t Tree,
    first: ExprId,
    rest: List<BinaryNode>,
}

impl<'t> Binary<'t> {
    /// Returns the leftmost operand.
    pub fn first(self) -> Expression<'t> {
        Expression::new(self.tree, self.first)
    }

    /// Returns each operator with the operand on its right, from left to right.
    pub fn rest(self) -> impl ExactSizeIterator<Item = (BinaryOperator, Expression<'t>)> + Clone + 't {
        let rest = self.rest.in_vec(&self.tree.binary).iter();
        rest.map(move |node| (node.operator, Expression::new(self.tree, node.operand)))
    }

    /// Returns the expression with the first operators only.
    #[cfg(feature = "analysis")]
    pub(crate) fn part(self, operators: usize) -> Self {
        Self { rest: self.rest.part(0..operators), ..self }
    }

    /// Returns the spans of the operators, from left to right.
    pub fn operator_spans(self) -> impl ExactSizeIterator<Item = Span> + Clone + 't {
        self.rest.in_vec(&self.tree.binary).iter().map(|node| node.span)
    }
}

/// `predicate ? result : predicate ? result : … : result`
#[derive(Clone, Copy)]
pub struct Conditional<'t> {
    pub(super) tree: &'t Tree,
    arms: List<ExprId>,
}

impl<'t> Conditional<'t> {
    /// Returns each predicate with the result it selects, in order.
    pub fn arms(
        self,
    ) -> impl ExactSizeIterator<Item = (Expression<'t>, Expression<'t>)> + DoubleEndedIterator + Clone + 't
    {
        let arms = self.arms.in_vec(&self.tree.expr_lists).chunks_exact(2);
        arms.map(move |pair| (Expression::new(self.tree, pair[0]), Expression::new(self.tree, pair[1])))
    }

    /// Returns the result when no predicate is true.
    pub fn otherwise(self) -> Expression<'t> {
        let arms = self.arms.in_vec(&self.tree.expr_lists);
        Expression::new(self.tree, arms[arms.len() - 1])
    }
}

fn expressions(tree: &Tree, list: List<ExprId>) -> impl ExactSizeIterator<Item = Expression<'_>> + Clone {
    list.in_vec(&tree.expr_lists).iter().map(move |id| Expression::new(tree, *id))
}
