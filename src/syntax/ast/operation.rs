//! Operators between and before operands.

use super::expression::{Binary, Conditional, Expression, ExpressionKind, Unary};
use super::tree::{BinaryOperator, UnaryNode, UnaryOperator};
use crate::source::Span;

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
    pub(crate) fn operator_spans(self) -> impl ExactSizeIterator<Item = Span> + Clone + 't {
        self.rest.in_vec(&self.tree.binary).iter().map(|node| node.span)
    }
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

#[cfg(test)]
mod tests {
    use super::super::ExpressionKind;

    #[test]
    fn operators_have_the_spans_of_their_texts() {
        for (text, expected) in [("a + /* x */ b - c", "+ -"), ("a<=b", "<=")] {
            let expression = crate::parse_expression(text).into_result().expect("it is valid");
            let ast = expression.ast().expect("it is native");
            let ExpressionKind::Binary(binary) = ast.kind() else { panic!("{text} is no operation") };
            let texts: Vec<_> = binary.operator_spans().map(|span| &text[span.range()]).collect();
            assert_eq!(texts.join(" "), expected);
        }
    }
}
