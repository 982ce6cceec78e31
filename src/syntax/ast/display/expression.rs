//! Printing expressions.

use std::iter;

use super::{Gap, Printer};
use crate::source::Span;
use crate::syntax::ast::{
    Binary, BinaryOperator, Conditional, Expression, ExpressionKind, For, FunctionCall, Object, Postfix,
    Step, StepKind, TemplateForm, Unary,
};
use crate::syntax::visit::{Visitor, walk_expression};

/// Searches for the errors in an expression.
struct Errors(bool);

impl Errors {
    fn are_in(expression: Expression<'_>) -> bool {
        let mut errors = Self(false);
        errors.visit_expression(expression);
        errors.0
    }
}

impl<'t> Visitor<'t> for Errors {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        self.0 |= matches!(expression.kind(), ExpressionKind::Error(_));
        if !self.0 {
            walk_expression(self, expression);
        }
    }
}

impl<'t> Printer<'t> {
    /// Prints an expression, or the source of one with an error in it.
    pub(super) fn whole_expression(&mut self, expression: Expression<'t>) {
        if self.tree.has_errors && Errors::are_in(expression) {
            self.lines.leave_to_formatter();
            self.verbatim(expression.span());
        } else {
            self.expression(expression);
        }
    }

    #[inline]
    fn expression(&mut self, expression: Expression<'t>) {
        match expression.kind() {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::Variable(_) => self.verbatim(expression.span()),
            ExpressionKind::String(_) => self.template(expression.span(), expression.template_form(), None),
            ExpressionKind::Template(template) => {
                self.template(expression.span(), Some(template.form()), Some(template));
            }
            ExpressionKind::Postfix(postfix) => self.postfix(postfix),
            _ => self.compound(expression),
        }
    }

    /// Prints an expression that contains others.
    #[inline(never)]
    fn compound(&mut self, expression: Expression<'t>) {
        let span = expression.span();
        match expression.kind() {
            ExpressionKind::FunctionCall(call) => self.call(call),
            ExpressionKind::Tuple(tuple) => {
                let broken = self.is_broken(span, tuple.elements());
                self.bracketed(*b"[]", span, broken, |printer| {
                    printer.elements(tuple.elements(), broken);
                    if broken && tuple.elements().last().is_some_and(|last| !printer.ends_in_heredoc(last)) {
                        printer.token(",");
                    }
                });
            }
            ExpressionKind::Object(object) => self.object(object, span),
            ExpressionKind::For(node) => self.for_expression(node),
            ExpressionKind::Unary(unary) => self.unary(unary),
            ExpressionKind::Binary(binary) => self.binary(binary),
            ExpressionKind::Conditional(conditional) => self.conditional(conditional),
            ExpressionKind::Parentheses(inner) => {
                let broken = self.is_broken(span, iter::once(inner));
                self.bracketed(*b"()", span, broken, |printer| {
                    printer.gap(inner.span().start, Gap::inside(broken));
                    printer.expression(inner);
                });
            }
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Template(_)
            | ExpressionKind::Postfix(_)
            | ExpressionKind::Error(_) => {
                self.lines.leave_to_formatter();
                self.verbatim(span);
            }
        }
    }

    /// Prints a bracket and its content, with its line breaks. If there is one next to the brackets
    /// or between their elements, the brackets are at the ends of their lines.
    fn bracketed(
        &mut self,
        [open, close]: [u8; 2],
        span: Span,
        broken: bool,
        content: impl FnOnce(&mut Self),
    ) {
        let (start, end) = (span.start + 1, span.end - 1);
        self.open(open);
        self.at = start;
        let outer = std::mem::replace(&mut self.keeps_breaks, true);
        content(self);
        let is_empty = self.at == start;
        if !is_empty || self.has_comments(start, end) {
            let in_braces = open == b'{' && !is_empty;
            self.gap(end, if in_braces { Gap::inside_braces(broken) } else { Gap::inside(broken) });
        }
        self.keeps_breaks = outer;
        self.close(close);
        self.at = span.end;
    }

    /// Prints expressions with commas between them.
    fn elements(&mut self, elements: impl ExactSizeIterator<Item = Expression<'t>>, broken: bool) {
        for (index, element) in elements.enumerate() {
            let start = element.span().start;
            match index {
                0 => self.gap(start, Gap::inside(broken)),
                _ => {
                    // The closing marker of a heredoc ends its line, so the comma is in the next
                    // line.
                    if self.lines.ends_in_heredoc() {
                        self.lines.leave_to_formatter();
                        self.mark(",", start, Gap::Tight);
                    } else {
                        self.token(",");
                    }
                    self.gap(start, Gap::Space);
                }
            }
            self.expression(element);
        }
    }

    fn object(&mut self, object: Object<'t>, span: Span) {
        // The line ending after a heredoc also ends the item.
        let broken = self.is_broken(span, object.items().flat_map(|item| [item.key, item.value]))
            || self.has_break(span.start, span.end)
                && object.items().rev().skip(1).any(|item| self.ends_in_heredoc(item.value));
        self.bracketed(*b"{}", span, broken, |printer| {
            for (index, item) in object.items().enumerate() {
                let gap = match (index, broken) {
                    (0, _) => Gap::inside_braces(broken),
                    (_, true) => Gap::Line,
                    (_, false) => {
                        printer.token(",");
                        Gap::Space
                    }
                };
                printer.gap(item.key.span().start, gap);
                printer.keeps_breaks = false;
                printer.expression(item.key);
                printer.equals(item.value.span().start);
                printer.expression(item.value);
                printer.keeps_breaks = true;
            }
        });
    }

    pub(super) fn call(&mut self, call: FunctionCall<'t>) {
        self.at = call.name_span().start;
        self.token(call.name());
        self.at = call.name_span().end;
        let span = call.arguments_span();
        self.gap(span.start, Gap::Tight);
        let broken = self.is_broken(span, call.arguments());
        self.bracketed(*b"()", span, broken, |printer| {
            printer.elements(call.arguments(), broken);
            if call.expands_last() {
                printer.mark("...", span.end, Gap::Tight);
            }
        });
    }

    fn for_expression(&mut self, node: For<'t>) {
        let parts = [Some(node.collection()), node.key(), Some(node.value()), node.condition()];
        let broken = self.is_broken(node.span(), parts.into_iter().flatten());
        let brackets = if node.key().is_some() { *b"{}" } else { *b"[]" };
        self.bracketed(brackets, node.span(), broken, |printer| {
            let collection = node.collection();
            let gap = if node.key().is_some() { Gap::inside_braces(broken) } else { Gap::inside(broken) };
            printer.mark("for", collection.span().start, gap);
            if let Some(key) = node.key_name() {
                printer.token(" ");
                printer.token(key);
                printer.token(",");
            }
            printer.token(" ");
            printer.token(node.value_name());
            printer.token(" in");
            printer.after_keyword(collection, b"(");
            if let Some(key) = node.key() {
                printer.mark(":", key.span().start, Gap::Space);
                printer.spaced(key);
                printer.mark("=>", node.value().span().start, Gap::Space);
            } else {
                printer.mark(":", node.value().span().start, Gap::Space);
            }
            if node.key().is_some() {
                printer.after_keyword(node.value(), b"");
            } else {
                printer.spaced(node.value());
            }
            if node.groups() {
                let to = node.condition().map_or(node.span().end, |condition| condition.span().start);
                printer.mark("...", to, Gap::Tight);
            }
            if let Some(condition) = node.condition() {
                printer.mark("if", condition.span().start, Gap::Space);
                printer.after_keyword(condition, b"([");
            }
        });
    }

    /// Prints an expression after a keyword of a `for` expression or `=>`. There, the formatter
    /// treats a `-` as a subtraction, some brackets as those of a call or an index, and a variable
    /// `in` as the keyword.
    fn after_keyword(&mut self, expression: Expression<'t>, brackets: &[u8]) {
        let text = self.slice(expression.span());
        let first = text.bytes().next().unwrap_or_default();
        if first == b'-' || brackets.contains(&first) || text.starts_with("in") {
            self.lines.leave_to_formatter();
        }
        self.spaced(expression);
    }

    /// Prints an expression after a space.
    fn spaced(&mut self, expression: Expression<'t>) {
        self.gap(expression.span().start, Gap::Space);
        self.expression(expression);
    }

    fn unary(&mut self, unary: Unary<'t>) {
        for (operator, span) in unary.operators() {
            self.gap(span.start, Gap::Tight);
            self.token(operator.symbol());
            self.at = span.end;
        }
        self.gap(unary.operand().span().start, Gap::Tight);
        self.expression(unary.operand());
    }

    fn binary(&mut self, binary: Binary<'t>) {
        self.expression(binary.first());
        for ((operator, operand), span) in binary.rest().zip(binary.operator_spans()) {
            self.gap(span.start, Gap::Space);
            // There, the formatter treats `-` as a sign, so it sets the spaces.
            if operator == BinaryOperator::Subtract
                && (self.lines.is_fresh() || self.lines.last_byte() == b'*')
            {
                self.lines.leave_to_formatter();
            }
            self.token(operator.symbol());
            self.at = span.end;
            self.spaced(operand);
        }
    }

    fn conditional(&mut self, conditional: Conditional<'t>) {
        for (index, (predicate, result)) in conditional.arms().enumerate() {
            if index == 0 {
                self.expression(predicate);
            } else {
                self.mark(":", predicate.span().start, Gap::Space);
                self.spaced(predicate);
            }
            self.mark("?", result.span().start, Gap::Space);
            self.spaced(result);
        }
        let otherwise = conditional.otherwise();
        self.mark(":", otherwise.span().start, Gap::Space);
        self.spaced(otherwise);
    }

    pub(super) fn postfix(&mut self, postfix: Postfix<'t>) {
        match postfix.compact_path() {
            Some(path) => self.verbatim(path),
            None => self.steps(postfix),
        }
    }

    #[inline(never)]
    fn steps(&mut self, postfix: Postfix<'t>) {
        let operand = postfix.operand();
        self.expression(operand);
        let mut after_number = matches!(operand.kind(), ExpressionKind::Number(_));
        if after_number || self.lines.ends_in_heredoc() {
            self.lines.leave_to_formatter();
        }
        for step in postfix.steps() {
            let is_index = matches!(step.kind(), StepKind::Index(_) | StepKind::FullSplat);
            let gap = match () {
                // Without the space, `1 .0` and `a.1 .e5` would be read as one number.
                () if after_number && continues_number(step) => Gap::Space,
                // The formatter writes a space before an index, except after names and brackets.
                () if is_index && matches!(self.lines.last_byte(), b'*' | b'"') => Gap::Space,
                () => Gap::Tight,
            };
            self.gap(step.span().start, gap);
            self.step(step);
            after_number = matches!(step.kind(), StepKind::LegacyIndex(_));
        }
    }

    fn step(&mut self, step: Step<'t>) {
        let span = step.span();
        match step.kind() {
            StepKind::GetAttr(name) => self.after_dot(span, name),
            StepKind::LegacyIndex(key) => {
                self.lines.leave_to_formatter();
                self.after_dot(span, self.slice(key.span()));
            }
            StepKind::AttrSplat => self.after_dot(span, "*"),
            StepKind::FullSplat => self.token("[*]"),
            StepKind::Index(key) => {
                let broken = self.is_broken(span, iter::once(key));
                self.bracketed(*b"[]", span, broken, |printer| {
                    printer.gap(key.span().start, Gap::inside(broken));
                    printer.expression(key);
                });
            }
        }
        self.at = span.end;
    }

    fn after_dot(&mut self, step: Span, text: &str) {
        self.token(".");
        self.at = step.start + 1;
        self.gap(step.end - text.len() as u32, Gap::Tight);
        self.token(text);
    }

    /// Returns whether there is a line break between a bracket and its content, or in the content
    /// but not in brackets of its own.
    pub(super) fn is_broken(&self, span: Span, content: impl Iterator<Item = Expression<'t>>) -> bool {
        let (start, end) = (span.start + 1, span.end - 1);
        if !self.has_break(start, end) {
            return false;
        }
        match self.unbroken_end(start, content) {
            None => true,
            Some(at) if at == start => self.has_comments(start, end) && self.breaks_between(start, end),
            Some(at) => self.breaks_between(at, end),
        }
    }

    /// Prints the end of expressions that follow each other, unless there is a line break before or
    /// in one of them that is not in brackets of its own.
    fn unbroken_end(&self, mut from: u32, parts: impl Iterator<Item = Expression<'t>>) -> Option<u32> {
        for part in parts {
            if self.breaks_between(from, part.span().start) || self.is_broken_inside(part) {
                return None;
            }
            from = self.end_of(part);
        }
        Some(from)
    }

    fn is_broken_inside(&self, expression: Expression<'t>) -> bool {
        let start = expression.span().start;
        let end = match expression.kind() {
            ExpressionKind::Unary(unary) => self.unbroken_end(start, iter::once(unary.operand())),
            ExpressionKind::Binary(binary) => {
                let operands = binary.rest().map(|(_, operand)| operand);
                self.unbroken_end(start, iter::once(binary.first()).chain(operands))
            }
            ExpressionKind::Conditional(conditional) => {
                let arms = conditional.arms().flat_map(|(predicate, result)| [predicate, result]);
                self.unbroken_end(start, arms.chain([conditional.otherwise()]))
            }
            ExpressionKind::Postfix(postfix) => {
                self.unbroken_end(start, iter::once(postfix.operand())).and_then(|end| {
                    postfix.steps().try_fold(end, |from, step| {
                        let own = matches!(step.kind(), StepKind::Index(_));
                        let to = if own { step.span().start } else { step.span().end };
                        (!self.breaks_between(from, to)).then_some(step.span().end)
                    })
                })
            }
            ExpressionKind::FunctionCall(call) => {
                return self.breaks_between(call.name_span().start, call.arguments_span().start);
            }
            _ => return false,
        };
        end.is_none()
    }

    /// Returns the end of an expression, with the line break that a heredoc needs.
    fn end_of(&self, expression: Expression<'t>) -> u32 {
        let end = expression.span().end;
        let rest = self.text.as_bytes().get(end as usize..).unwrap_or_default();
        // A heredoc includes the end of its line.
        if !matches!(rest.first(), Some(b'\r' | b'\n')) || !self.ends_in_heredoc(expression) {
            return end;
        }
        rest.iter().position(|byte| *byte == b'\n').map_or(end, |at| end + at as u32 + 1)
    }

    fn ends_in_heredoc(&self, expression: Expression<'t>) -> bool {
        match expression.kind() {
            ExpressionKind::String(_) | ExpressionKind::Template(_) => {
                expression.template_form() == Some(TemplateForm::Heredoc)
            }
            ExpressionKind::Unary(unary) => self.ends_in_heredoc(unary.operand()),
            ExpressionKind::Binary(binary) => {
                binary.rest().last().is_some_and(|(_, operand)| self.ends_in_heredoc(operand))
            }
            ExpressionKind::Conditional(conditional) => self.ends_in_heredoc(conditional.otherwise()),
            _ => false,
        }
    }
}

/// Returns whether the lexer would take the start of a step as part of a number right before it.
fn continues_number(step: Step<'_>) -> bool {
    match step.kind() {
        StepKind::LegacyIndex(_) => true,
        StepKind::GetAttr(name) => {
            let exponent = name.strip_prefix(['e', 'E']).unwrap_or("");
            exponent.trim_start_matches('-').starts_with(|digit: char| digit.is_ascii_digit())
        }
        _ => false,
    }
}
