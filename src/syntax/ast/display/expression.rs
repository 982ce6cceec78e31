//! Printing expressions.

use std::iter;

use super::printer::{Gap, Printer};
use crate::source::Span;
use crate::syntax::ast::{
    Binary, BinaryOperator, Conditional, Expression, ExpressionKind as Kind, For, FunctionCall, Object,
    Postfix, Step, StepKind, SyntaxNode, TemplateForm, Unary,
};
use crate::syntax::visit::{Visitor, walk};

/// Returns whether an expression has errors in it.
fn has_errors(expression: Expression<'_>) -> bool {
    let mut found = false;
    SyntaxNode::Expression(expression).walk(|node, _| {
        found |= matches!(node, SyntaxNode::Expression(it) if matches!(it.kind(), Kind::Error(_)));
        !found
    });
    found
}

impl<'t> Printer<'t> {
    /// Prints an expression, or the source of one with an error in it.
    pub(super) fn whole_expression(&mut self, expression: Expression<'t>) {
        if self.tree.has_errors && has_errors(expression) {
            self.raw(expression.span());
        } else {
            self.expression(expression);
        }
    }

    #[inline]
    fn expression(&mut self, expression: Expression<'t>) {
        match expression.kind() {
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Variable(_) => {
                self.verbatim(expression.span())
            }
            Kind::String(_) => self.template(expression, None),
            Kind::Template(template) => self.template(expression, Some(template)),
            Kind::Postfix(postfix) => self.postfix(postfix),
            _ => self.compound(expression),
        }
    }

    /// Prints an expression that contains others.
    #[inline(never)]
    fn compound(&mut self, expression: Expression<'t>) {
        let span = expression.span();
        match expression.kind() {
            Kind::FunctionCall(call) => self.call(call),
            Kind::Tuple(tuple) => {
                let broken = self.is_broken(span, tuple.elements());
                self.bracketed(['[', ']'], span, broken, |printer| {
                    printer.elements(tuple.elements(), broken);
                    if broken && tuple.elements().last().is_some_and(|last| !ends_in_heredoc(last)) {
                        printer.lines.push(",");
                    }
                });
            }
            Kind::Object(object) => self.object(object, span),
            Kind::For(node) => self.for_expression(node),
            Kind::Unary(unary) => self.unary(unary),
            Kind::Binary(binary) => self.binary(binary),
            Kind::Conditional(conditional) => self.conditional(conditional),
            Kind::Parentheses(inner) => self.bracketed_one(['(', ')'], span, inner),
            _ => self.raw(span),
        }
    }

    /// Prints a piece of the source as the formatter formats it.
    fn raw(&mut self, span: Span) {
        self.lines.leave_to_formatter();
        self.verbatim(span);
    }

    /// Prints a bracket and its content, with its line breaks. If there is one next to the brackets
    /// or between their elements, the brackets are at the ends of their lines.
    fn bracketed(&mut self, brackets: [char; 2], span: Span, broken: bool, content: impl FnOnce(&mut Self)) {
        let [open, close] = brackets;
        let (start, end) = (span.start + 1, span.end - 1);
        self.lines.open(open);
        self.at = start;
        let outer = std::mem::replace(&mut self.keeps_breaks, true);
        content(self);
        let is_empty = self.at == start;
        if !is_empty || !self.comments_in(start, end).is_empty() {
            self.gap(end, Gap::inside(if is_empty { '(' } else { open }, broken));
        }
        self.keeps_breaks = outer;
        self.lines.close(close);
        self.at = span.end;
    }

    /// Prints an expression in brackets.
    fn bracketed_one(&mut self, brackets: [char; 2], span: Span, inner: Expression<'t>) {
        let broken = self.is_broken(span, iter::once(inner));
        self.bracketed(brackets, span, broken, |printer| {
            printer.gap(inner.span().start, Gap::inside('(', broken));
            printer.expression(inner);
        });
    }

    /// Prints expressions with commas between them.
    fn elements(&mut self, elements: impl ExactSizeIterator<Item = Expression<'t>>, broken: bool) {
        for (index, element) in elements.enumerate() {
            let start = element.span().start;
            let gap = match index {
                0 => Gap::inside('(', broken),
                // The closing marker of a heredoc ends its line, so the comma is in the next line.
                _ if self.lines.ends_in_heredoc() => {
                    self.lines.leave_to_formatter();
                    self.mark(",", start, Gap::Tight);
                    Gap::Space
                }
                _ => {
                    self.lines.push(",");
                    Gap::Space
                }
            };
            self.gap(start, gap);
            self.expression(element);
        }
    }

    fn object(&mut self, object: Object<'t>, span: Span) {
        // The line ending after a heredoc also ends the item.
        let broken = self.is_broken(span, object.expressions().flat_map(|(key, value)| [key, value]))
            || self.has_break(span.start, span.end)
                && object.items().rev().skip(1).any(|item| ends_in_heredoc(item.value));
        self.bracketed(['{', '}'], span, broken, |printer| {
            for (index, (key, value)) in object.expressions().enumerate() {
                let gap = match (index, broken) {
                    (0, _) => Gap::inside('{', broken),
                    (_, true) => Gap::Line,
                    (_, false) => {
                        printer.lines.push(",");
                        Gap::Space
                    }
                };
                printer.gap(key.span().start, gap);
                printer.keeps_breaks = false;
                printer.expression(key);
                printer.equals(value.span().start);
                printer.expression(value);
                printer.keeps_breaks = true;
            }
        });
    }

    pub(super) fn call(&mut self, call: FunctionCall<'t>) {
        self.lines.push(call.name());
        self.at = call.name_span().end;
        let span = call.arguments_span();
        self.gap(span.start, Gap::Tight);
        let broken = self.is_broken(span, call.arguments());
        self.bracketed(['(', ')'], span, broken, |printer| {
            printer.elements(call.arguments(), broken);
            if call.expands_last() {
                printer.mark("...", span.end, Gap::Tight);
            }
        });
    }

    fn for_expression(&mut self, node: For<'t>) {
        let parts = [Some(node.collection()), node.key(), Some(node.value()), node.condition()];
        let broken = self.is_broken(node.span(), parts.into_iter().flatten());
        let brackets = if node.key().is_some() { ['{', '}'] } else { ['[', ']'] };
        self.bracketed(brackets, node.span(), broken, |printer| {
            let collection = node.collection();
            printer.mark("for", collection.span().start, Gap::inside(brackets[0], broken));
            let key_name = node.key_name().map_or([""; 3], |key| [" ", key, ","]);
            for piece in key_name.into_iter().chain([" ", node.value_name(), " in"]) {
                printer.lines.push(piece);
            }
            printer.after_keyword(collection);
            if let Some(key) = node.key() {
                printer.after_mark(":", key);
            }
            let mark = if node.key().is_some() { "=>" } else { ":" };
            printer.mark(mark, node.value().span().start, Gap::Space);
            printer.after_keyword(node.value());
            if node.groups() {
                let to = node.condition().map_or(node.span().end, |condition| condition.span().start);
                printer.mark("...", to, Gap::Tight);
            }
            if let Some(condition) = node.condition() {
                printer.mark("if", condition.span().start, Gap::Space);
                printer.after_keyword(condition);
            }
        });
    }

    /// Prints an expression after a keyword or a mark of a `for` expression. There, the formatter
    /// treats a `-` as a subtraction, some brackets as those of a call or an index, and a variable
    /// `in` as the keyword.
    fn after_keyword(&mut self, expression: Expression<'t>) {
        let text = self.slice(expression.span());
        if text.starts_with(['-', '(', '[']) || text.starts_with("in") {
            self.lines.leave_to_formatter();
        }
        self.spaced(expression);
    }

    /// Prints an expression after a space.
    fn spaced(&mut self, expression: Expression<'t>) {
        self.gap(expression.span().start, Gap::Space);
        self.expression(expression);
    }

    /// Prints a mark and the expression after it.
    fn after_mark(&mut self, mark: &str, expression: Expression<'t>) {
        self.mark(mark, expression.span().start, Gap::Space);
        self.spaced(expression);
    }

    fn unary(&mut self, unary: Unary<'t>) {
        for (operator, span) in unary.operators() {
            self.gap(span.start, Gap::Tight);
            self.lines.push(operator.symbol());
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
                && (!self.lines.takes_space() || self.lines.last_byte() == Some(b'*'))
            {
                self.lines.leave_to_formatter();
            }
            self.lines.push(operator.symbol());
            self.at = span.end;
            self.spaced(operand);
        }
    }

    fn conditional(&mut self, conditional: Conditional<'t>) {
        for (index, (predicate, result)) in conditional.arms().enumerate() {
            match index {
                0 => self.expression(predicate),
                _ => self.after_mark(":", predicate),
            }
            self.after_mark("?", result);
        }
        self.after_mark(":", conditional.otherwise());
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
        let mut after_number = matches!(operand.kind(), Kind::Number(_));
        if after_number || self.lines.ends_in_heredoc() {
            self.lines.leave_to_formatter();
        }
        for step in postfix.steps() {
            let is_index = matches!(step.kind(), StepKind::Index(_) | StepKind::FullSplat);
            let gap = match () {
                // Without the space, `1 .0` and `a.1 .e5` would be read as one number.
                () if after_number && continues_number(step) => Gap::Space,
                // The formatter writes a space before an index, except after names and brackets.
                () if is_index && matches!(self.lines.last_byte(), Some(b'*' | b'"')) => Gap::Space,
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
            StepKind::FullSplat => self.lines.push("[*]"),
            StepKind::Index(key) => self.bracketed_one(['[', ']'], span, key),
        }
        self.at = span.end;
    }

    fn after_dot(&mut self, step: Span, text: &str) {
        self.lines.push(".");
        self.at = step.start + 1;
        self.gap(step.end - text.len() as u32, Gap::Tight);
        self.lines.push(text);
    }

    /// Returns whether there is a line break between a bracket and its content, or in the content
    /// but not in brackets of its own.
    pub(super) fn is_broken(&self, span: Span, content: impl Iterator<Item = Expression<'t>>) -> bool {
        let (start, end) = (span.start + 1, span.end - 1);
        if !self.has_break(start, end) {
            return false;
        }
        let mut search = Breaks { printer: self, from: start, is_found: false };
        for part in content {
            search.visit_expression(part);
            if search.is_found {
                return true;
            }
        }
        if search.from == start && self.comments_in(start, end).is_empty() {
            return false;
        }
        self.breaks_between(search.from, end)
    }

    /// Returns the end of an expression, with the line break that a heredoc needs.
    fn end_of(&self, expression: Expression<'t>) -> u32 {
        let end = expression.span().end;
        let rest = self.text.as_bytes().get(end as usize..).unwrap_or_default();
        // A heredoc includes the end of its line.
        if !matches!(rest.first(), Some(b'\r' | b'\n')) || !ends_in_heredoc(expression) {
            return end;
        }
        rest.iter().position(|byte| *byte == b'\n').map_or(end, |at| end + at as u32 + 1)
    }
}

/// Returns whether an expression ends in a heredoc, after which its line has to end.
pub(super) fn ends_in_heredoc(expression: Expression<'_>) -> bool {
    match expression.kind() {
        Kind::String(_) | Kind::Template(_) => expression.template_form() == Some(TemplateForm::Heredoc),
        Kind::Unary(unary) => ends_in_heredoc(unary.operand()),
        Kind::Binary(binary) => binary.rest().last().is_some_and(|(_, operand)| ends_in_heredoc(operand)),
        Kind::Conditional(conditional) => ends_in_heredoc(conditional.otherwise()),
        _ => false,
    }
}

/// A search for line breaks in expressions that are not in brackets of their own.
struct Breaks<'p, 't> {
    printer: &'p Printer<'t>,
    /// The end of the text that was searched.
    from: u32,
    is_found: bool,
}

impl Breaks<'_, '_> {
    /// Searches the text before a part, and skips the part.
    fn pass(&mut self, part: Span) {
        self.is_found = self.is_found || self.printer.breaks_between(self.from, part.start);
        self.from = part.end;
    }
}

impl<'t> Visitor<'t> for Breaks<'_, 't> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        self.pass(Span::at(expression.span().start));
        match expression.kind() {
            Kind::Unary(_) | Kind::Binary(_) | Kind::Conditional(_) | Kind::Postfix(_) if !self.is_found => {
                walk(self, expression);
            }
            Kind::FunctionCall(call) => self.pass(Span::at(call.arguments_span().start)),
            _ => {}
        }
        self.from = self.printer.end_of(expression);
    }

    fn visit_step(&mut self, step: Step<'t>) {
        let Span { start, end } = step.span();
        let searched = if matches!(step.kind(), StepKind::Index(_)) { start } else { end };
        self.pass(Span::new(searched, end));
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
