//! Analysis of expressions without evaluation.

use super::ast::{Expression, ExpressionKind as Kind, Postfix, Step, StepKind, TemplateForm, TemplatePart};
use super::traversal::{Traversal, TraversalStep};
use crate::source::Span;

impl<'t> Expression<'t> {
    /// Returns the expression as a traversal, see
    /// [`static_traversal`](crate::Expression::static_traversal). `a.b[0]` is a name with the steps
    /// `.b` and `[0]`; `a[b]` is none.
    pub(crate) fn static_traversal(self) -> Option<Traversal> {
        self.traversal(TraversalStep::literal)
    }

    /// Returns the expression as a name with steps that a function converts.
    fn traversal(self, convert: impl Fn(Step<'t>) -> Option<TraversalStep>) -> Option<Traversal> {
        let (root, postfix) = match self.kind() {
            Kind::Postfix(postfix) => (postfix.operand(), Some(postfix)),
            _ => (self, None),
        };
        let mut steps = Vec::with_capacity(1 + postfix.map_or(0, Postfix::len));
        steps.push(TraversalStep::Root { name: root.static_keyword()?.to_owned(), span: root.span() });
        for step in postfix.into_iter().flat_map(Postfix::steps) {
            steps.push(convert(step)?);
        }
        Some(Traversal::new(steps, self.source()))
    }

    /// Returns the expression as a single name, see
    /// [`static_keyword`](crate::Expression::static_keyword).
    pub(crate) fn static_keyword(self) -> Option<&'t str> {
        match self.kind() {
            Kind::Variable(name) => Some(name),
            // `true`, `false` and `null` count as keywords here.
            Kind::Null => Some("null"),
            Kind::Bool(true) => Some("true"),
            Kind::Bool(false) => Some("false"),
            _ => None,
        }
    }

    /// Returns the traversal of a text that holds nothing else: no parentheses, no older indexes,
    /// and splats only where they are allowed.
    pub(super) fn lone_traversal(self, allow_splats: bool) -> Option<Traversal> {
        self.traversal(|step| match step.kind() {
            StepKind::FullSplat if allow_splats => Some(TraversalStep::Splat { span: step.span() }),
            StepKind::Index(key) if !matches!(key.kind(), Kind::Number(_) | Kind::String(_)) => None,
            StepKind::GetAttr(_) | StepKind::Index(_) => TraversalStep::literal(step),
            _ => None,
        })
    }

    /// Returns the span of the start of the expression, for messages that show only the start: the
    /// opening bracket, or the first operand.
    pub(crate) fn start_span(self) -> Span {
        let span = self.span();
        let bracket = Span::new(span.start, (span.start + 1).min(span.end));
        match self.kind() {
            Kind::FunctionCall(call) => Span::new(span.start, call.arguments_span().start + 1),
            Kind::Tuple(_) | Kind::Object(_) | Kind::For(_) => bracket,
            Kind::Parentheses(inner) => inner.start_span(),
            Kind::Binary(binary) => binary.first().start_span(),
            Kind::Unary(unary) => unary.operators().next().map_or(span, |(_, span)| span),
            Kind::Conditional(conditional) => {
                conditional.arms().next().map_or(span, |(predicate, _)| predicate.start_span())
            }
            // An empty string is located at its end.
            Kind::String(_) if self.template_form() == Some(TemplateForm::Standalone) => span,
            Kind::String(_) if span.len() == 2 => Span::at(span.end),
            Kind::String(_) if span.len() > 2 => Span::new(span.start + 1, span.end - 1),
            Kind::Template(template) if template.unwrapped().is_none() => match template.parts().next() {
                Some((_, TemplatePart::Interpolation(inner))) => inner.start_span(),
                Some((_, TemplatePart::If(directive))) => directive.condition().start_span(),
                Some((_, TemplatePart::For(directive))) => directive.intro_span(),
                Some((span, TemplatePart::Literal(_))) => span,
                None => span,
            },
            Kind::Postfix(traversal) => {
                // A traversal starts at its last splat, otherwise at its operand.
                let is_splat =
                    |step: &Step<'_>| matches!(step.kind(), StepKind::AttrSplat | StepKind::FullSplat);
                traversal.steps().filter(is_splat).last().map_or(span, Step::span)
            }
            _ => span,
        }
    }
}
