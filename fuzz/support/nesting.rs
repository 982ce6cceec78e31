//! The nesting of a syntax tree in the rules of the grammar that recurse.

use serde_hcl::Span;
use serde_hcl::ast::visit::{Visitor, walk};
use serde_hcl::ast::{Block, Expression, ExpressionKind, Step, StepKind, TemplatePart};

#[derive(Default)]
pub struct Nesting {
    now: u32,
    deepest: u32,
}

impl Nesting {
    /// The pass over the text must never count less. It may count a little more: heredocs without
    /// sequences, `[*]`, the conditions of directives.
    pub fn check(&self, scanned: u32, text: &str) {
        assert!(self.deepest <= scanned, "{} levels, {scanned} were seen in {text:?}", self.deepest);
        assert!(scanned <= self.deepest + 3, "{} levels, {scanned} were seen in {text:?}", self.deepest);
    }

    fn inside(&mut self, walk: impl FnOnce(&mut Self)) {
        self.now += 1;
        self.deepest = self.deepest.max(self.now);
        walk(self);
        self.now -= 1;
    }
}

impl<'t> Visitor<'t> for Nesting {
    fn visit_block(&mut self, block: Block<'t>) {
        self.inside(|it| walk(it, block));
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        match expression.kind() {
            ExpressionKind::Parentheses(_)
            | ExpressionKind::Tuple(_)
            | ExpressionKind::Object(_)
            | ExpressionKind::For(_)
            | ExpressionKind::FunctionCall(_)
            | ExpressionKind::Template(_) => self.inside(|it| walk(it, expression)),
            // Only the operand between `?` and `:` nests.
            ExpressionKind::Conditional(conditional) => {
                for (predicate, result) in conditional.arms() {
                    self.visit_expression(predicate);
                    self.inside(|it| it.visit_expression(result));
                }
                self.visit_expression(conditional.otherwise());
            }
            _ => walk(self, expression),
        }
    }

    fn visit_step(&mut self, step: Step<'t>) {
        match step.kind() {
            StepKind::Index(_) => self.inside(|it| walk(it, step)),
            _ => walk(self, step),
        }
    }

    fn visit_template_part(&mut self, _: Span, part: TemplatePart<'t>) {
        match part {
            TemplatePart::Interpolation(_) | TemplatePart::If(_) | TemplatePart::For(_) => {
                self.inside(|it| walk(it, part))
            }
            _ => walk(self, part),
        }
    }
}
