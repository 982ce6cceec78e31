//! Operators. The grammar yields a flat list of operands; precedence climbing makes a tree of it.

use super::{BuildResult, Builder};
use crate::source::Span;
use crate::syntax::ast::tree::{
    BinaryNode, BinaryOperator, ExprId, ExprKind, UnaryNode, UnaryOperator, seal,
};
use crate::syntax::grammar::Rule;

impl Builder<'_, '_> {
    /// Builds an expression: an operation, and the results of a conditional.
    pub(super) fn expression(&mut self) -> BuildResult<ExprId> {
        let first = self.operation(1)?;
        match self.peek() {
            Some(Rule::conditional_result) => self.conditional(first),
            _ => Ok(first),
        }
    }

    /// Builds a conditional after its predicate. A conditional as the last result extends the same
    /// list. `a ? b : c ? d : e` is the list of `a`, `b`, `c`, `d` and `e`.
    fn conditional(&mut self, predicate: ExprId) -> BuildResult<ExprId> {
        let start = self.tree.expr(predicate).span;
        let mark = self.exprs.len();
        self.exprs.push(predicate);
        while let Some(Rule::conditional_result) = self.peek() {
            self.open(Rule::conditional_result)?;
            let result = self.expression()?;
            self.exprs.push(result);
            self.close()?;
            let next = self.operation(1)?;
            self.exprs.push(next);
        }
        let span = self.exprs.last().map_or(start, |last| start.to(self.tree.expr(*last).span));
        let arms = self.tree.add_exprs(&mut self.exprs, mark);
        Ok(self.tree.add(span, ExprKind::Conditional(arms)))
    }

    /// Builds operands with operators of at least `level` between them. Operators of one level
    /// become one node. `a + b * c + d` is one sum of `a`, the product of `b` and `c`, and `d`.
    fn operation(&mut self, level: u8) -> BuildResult<ExprId> {
        let mut first = self.operand()?;
        let mut next = self.peek_binary();
        while let Some((operator, _)) = next
            && operator.level() >= level
        {
            let level = operator.level();
            let mark = self.binary.len();
            while let Some((operator, span)) = next
                && operator.level() == level
            {
                let operand = self.operation(level + 1)?;
                self.binary.push(BinaryNode { operator, span, operand });
                next = self.peek_binary();
            }
            let start = self.tree.expr(first).span;
            let span = self.binary.last().map_or(start, |last| start.to(self.tree.expr(last.operand).span));
            let rest = seal(&mut self.binary, mark, &mut self.tree.binary, self.tree.exprs.capacity() / 8);
            first = self.tree.add(span, ExprKind::Binary { first, rest });
        }
        Ok(first)
    }

    /// Returns the binary operator before the operand that starts here. The grammar yields no
    /// tokens for binary operators: the terminal before an operand that follows another one is the
    /// operator. An ellipsis and the end of the text are not operands, and can be after the star of
    /// a splat.
    fn peek_binary(&self) -> Option<(BinaryOperator, Span)> {
        let is_operand = |rule| !matches!(rule, Rule::ellipsis | Rule::EOI);
        let operand = self.current.filter(|edge| edge.is_start && is_operand(edge.rule))?;
        let operator = operand.at.checked_sub(1)?;
        if !self.terminals.is_binary_operator(operator) {
            return None;
        }
        let span = self.span_of(operator);
        Some((BinaryOperator::from_symbol(self.slice(span))?, span))
    }

    /// Builds a term with the signs before it.
    fn operand(&mut self) -> BuildResult<ExprId> {
        if self.peek() != Some(Rule::unary_operator) {
            return self.postfix();
        }
        let start = self.span_of(self.here());
        let mark = self.unary.len();
        while let Some(span) = self.optional(Rule::unary_operator)? {
            let operator = if self.slice(span) == "-" { UnaryOperator::Negate } else { UnaryOperator::Not };
            self.unary.push(UnaryNode { operator, span });
        }
        let operand = self.postfix()?;
        let operators = seal(&mut self.unary, mark, &mut self.tree.unary, self.tree.exprs.capacity() / 32);
        let span = start.to(self.tree.expr(operand).span);
        Ok(self.tree.add(span, ExprKind::Unary { operators, operand }))
    }
}
