//! Expressions.

use std::fmt;
use std::ops::Range;

use super::tree::{
    BinaryNode, ExprId, ExprKind, ForNode, FunctionCallNode, List, StepNode, StepNodeKind, TemplateForm,
    Tree, UnaryNode,
};
use crate::source::{Source, Span};
use crate::value::Number;

/// An expression: its location and its [kind](Self::kind).
///
/// ```
/// use serde_hcl::ast::{BinaryOperator, ExpressionKind};
///
/// let expression = serde_hcl::parse_expression("a + 2").into_result()?;
/// let Some(ExpressionKind::Binary(sum)) = expression.ast().map(|it| it.kind()) else { panic!() };
/// assert!(matches!(sum.first().kind(), ExpressionKind::Variable("a")));
/// let (operator, right) = sum.rest().next().expect("there is one");
/// assert_eq!((operator, right.to_string().as_str()), (BinaryOperator::Add, "2"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Expression<'t> {
    pub(super) tree: &'t Tree,
    id: ExprId,
}

/// The kind of an [`Expression`].
///
/// ```
/// use serde_hcl::ast::{Expression, ExpressionKind};
///
/// fn depth(expression: Expression<'_>) -> usize {
///     1 + match expression.kind() {
///         ExpressionKind::Tuple(tuple) => tuple.elements().map(depth).max().unwrap_or(0),
///         ExpressionKind::Parentheses(inner) => depth(inner),
///         _ => 0,
///     }
/// }
///
/// let expression = serde_hcl::parse_expression("[1, [2, (3)]]").into_result()?;
/// assert_eq!(expression.ast().map(depth), Some(4));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
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
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, TemplatePart};
///
/// let expression = serde_hcl::parse_expression("\"${host}:80\"").into_result()?;
/// let Some(ExpressionKind::Template(template)) = expression.ast().map(|it| it.kind()) else {
///     panic!("it has an interpolation")
/// };
/// let parts: Vec<_> = template.parts().map(|(_, part)| part).collect();
/// assert!(matches!(parts[..], [TemplatePart::Interpolation(_), TemplatePart::Literal(":80")]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
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
    #[inline]
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
/// let Some(ExpressionKind::Number(literal)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
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
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("a.b[0]").into_result()?;
/// let Some(ExpressionKind::Postfix(path)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// assert_eq!(path.operand().to_string(), "a");
/// assert_eq!(path.steps().len(), 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
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
    pub(crate) fn len(self) -> usize {
        self.steps.in_vec(&self.tree.steps).len()
    }

    /// Returns the step of an index.
    pub(crate) fn step(self, index: usize) -> Option<Step<'t>> {
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
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("a.b[0]").into_result()?;
/// let Some(ExpressionKind::Postfix(path)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let steps: Vec<_> = path.steps().map(|it| expression.source().slice(it.span())).collect();
/// assert_eq!(steps, [".b", "[0]"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Step<'t> {
    pub(super) tree: &'t Tree,
    node: &'t StepNode,
}

/// The kind of a [`Step`].
///
/// ```
/// use serde_hcl::ast::{ExpressionKind, StepKind};
///
/// let expression = serde_hcl::parse_expression("a.b[0].*.c").into_result()?;
/// let Some(ExpressionKind::Postfix(postfix)) = expression.ast().map(|it| it.kind()) else {
///     panic!("it has steps")
/// };
/// let steps: Vec<_> = postfix.steps().map(|step| step.kind()).collect();
/// assert!(matches!(steps[0], StepKind::GetAttr("b")));
/// assert!(matches!(steps[1..3], [StepKind::Index(_), StepKind::AttrSplat]));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
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
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("max(1, xs...)").into_result()?;
/// let Some(ExpressionKind::FunctionCall(call)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// assert_eq!((call.name(), call.arguments().len()), ("max", 2));
/// assert!(call.expands_last());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
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

    /// Returns whether the elements of the last argument are arguments: `f(xs...)`.
    ///
    /// ```
    /// use serde_hcl::{ast::ExpressionKind, parse_expression};
    ///
    /// let call = parse_expression("max(ports...)").into_result()?;
    /// let call = call.ast().map(|call| call.kind());
    /// let Some(ExpressionKind::FunctionCall(call)) = call else { unreachable!() };
    /// assert!(call.expands_last());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expands_last(self) -> bool {
        self.node.expand_last
    }
}

/// `[a, b]`
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("[a, 1 + 1]").into_result()?;
/// let Some(ExpressionKind::Tuple(tuple)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let elements: Vec<_> = tuple.elements().map(|it| it.to_string()).collect();
/// assert_eq!(elements, ["a", "1 + 1"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tuple<'t> {
    pub(super) tree: &'t Tree,
    pub(super) span: Span,
    pub(super) elements: List<ExprId>,
}

/// `{ key = value }`
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("{ a = 1, b = 2 }").into_result()?;
/// let Some(ExpressionKind::Object(object)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// let values: Vec<_> = object.items().map(|item| item.value.to_string()).collect();
/// assert_eq!(values, ["1", "2"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Object<'t> {
    pub(super) tree: &'t Tree,
    pub(super) span: Span,
    pub(super) items: List<ExprId>,
}

/// `[for v in xs : v if c]` or `{for k, v in xs : k => v... if c}`
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let text = "{ for k, v in xs : k => v if v > 1 }";
/// let expression = serde_hcl::parse_expression(text).into_result()?;
/// let Some(ExpressionKind::For(each)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// assert_eq!(each.collection().to_string(), "xs");
/// assert_eq!(each.condition().map(|it| it.to_string()).as_deref(), Some("v > 1"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct For<'t> {
    pub(super) tree: &'t Tree,
    pub(super) span: Span,
    pub(super) node: &'t ForNode,
}

/// Signs before an operand: `!-x`.
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("!ready").into_result()?;
/// let Some(ExpressionKind::Unary(unary)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// assert_eq!(unary.operators().count(), 1);
/// assert_eq!(unary.operand().to_string(), "ready");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Unary<'t> {
    pub(super) tree: &'t Tree,
    pub(super) operators: List<UnaryNode>,
    pub(super) operand: ExprId,
}

/// Operands with operators of one precedence level between them, applied from left to right.
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("a + b - c").into_result()?;
/// let Some(ExpressionKind::Binary(sum)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// assert_eq!(sum.first().to_string(), "a");
/// assert_eq!(sum.rest().count(), 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Binary<'t> {
    pub(super) tree: &'t Tree,
    pub(super) first: ExprId,
    pub(super) rest: List<BinaryNode>,
}

/// `predicate ? result : predicate ? result : … : result`
///
/// ```
/// use serde_hcl::ast::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("a ? 1 : b ? 2 : 3").into_result()?;
/// let Some(ExpressionKind::Conditional(choice)) = expression.ast().map(|it| it.kind()) else {
///     unreachable!()
/// };
/// assert_eq!(choice.arms().count(), 2);
/// assert_eq!(choice.otherwise().to_string(), "3");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Conditional<'t> {
    pub(super) tree: &'t Tree,
    pub(super) arms: List<ExprId>,
}

pub(super) fn expressions(
    tree: &Tree,
    list: List<ExprId>,
) -> impl ExactSizeIterator<Item = Expression<'_>> + Clone {
    list.in_vec(&tree.expr_lists).iter().map(move |id| Expression::new(tree, *id))
}
