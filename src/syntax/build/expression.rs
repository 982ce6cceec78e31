//! Terms and what is taken from them: attributes, indexes, splats, calls.

use super::{BuildResult, Builder};
use crate::source::Span;
use crate::syntax::ast::tree::{
    ExprId, ExprKind, ForNode, FunctionCallNode, List, StepNode, StepNodeKind, Text,
};
use crate::syntax::grammar::Rule;
use crate::value::Number;

impl<'i> Builder<'i, '_> {
    /// A term with the steps after it.
    pub(super) fn traversal(&mut self) -> BuildResult<ExprId> {
        let mark = self.steps.len();
        let operand = self.term()?;
        let mut in_attr_splat = false;
        while let Some(rule) = self.peek() {
            let step = match rule {
                Rule::get_attr => {
                    self.get_attr()?;
                    continue;
                }
                Rule::index => self.index()?,
                Rule::legacy_index => self.legacy_index()?,
                Rule::full_splat => self.splat(rule, StepNodeKind::FullSplat)?,
                Rule::attr_splat if !in_attr_splat => self.splat(rule, StepNodeKind::AttrSplat)?,
                // A call of something that is not a name, or an attribute-only splat in another.
                Rule::function_arguments | Rule::function_namespace | Rule::attr_splat => {
                    return self.reject();
                }
                _ => break,
            };
            in_attr_splat = match step.kind {
                StepNodeKind::AttrSplat => true,
                StepNodeKind::GetAttr { .. } | StepNodeKind::LegacyIndex { .. } => in_attr_splat,
                StepNodeKind::Index { .. } | StepNodeKind::FullSplat => false,
            };
            self.steps.push(step);
        }
        if self.steps.len() == mark {
            return Ok(operand);
        }
        let start = self.tree.expr(operand).span;
        let span = self.steps.last().map_or(start, |last| start.to(last.span));
        let steps = self.tree.add_steps(&mut self.steps, mark);
        Ok(self.tree.add(span, ExprKind::Traversal { operand, steps }))
    }

    /// What is one token: a string, a number or a path.
    fn lexeme_term(&mut self) -> BuildResult<ExprId> {
        let span = self.lexeme(Rule::lexeme)?;
        match self.text.as_bytes()[span.start as usize] {
            b'"' => self.string(span),
            b'0'..=b'9' => self.number(span),
            _ => self.path(span),
        }
    }

    /// A keyword, a variable or the name of a function; attributes that follow without a gap become steps.
    fn path(&mut self, path: Span) -> BuildResult<ExprId> {
        if let Some(Rule::function_arguments | Rule::function_namespace) = self.peek() {
            return self.function_call(path);
        }
        let mut dots = self.dots(path);
        let root = match dots.next() {
            None => path,
            Some(first) => {
                self.attributes(first, dots, path.end);
                Span::new(path.start, first)
            }
        };
        let kind = match self.slice(root) {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "null" => ExprKind::Null,
            _ => ExprKind::Variable,
        };
        Ok(self.tree.add(root, kind))
    }

    /// Where the points of a path are.
    fn dots(&self, path: Span) -> impl Iterator<Item = u32> + use<'i> {
        self.slice(path).bytes().zip(path.start..).filter(|(byte, _)| *byte == b'.').map(|(_, at)| at)
    }

    /// The attributes after each point of a path.
    fn attributes(&mut self, first: u32, mut dots: impl Iterator<Item = u32>, end: u32) {
        let mut dot = Some(first);
        while let Some(start) = dot {
            dot = dots.next();
            let name = Span::new(start + 1, dot.unwrap_or(end));
            self.steps
                .push(StepNode { span: Span::new(start, name.end), kind: StepNodeKind::GetAttr { name } });
        }
    }

    fn function_call(&mut self, first: Span) -> BuildResult<ExprId> {
        if self.slice(first).contains('.') {
            return self.reject();
        }
        let mut name_span = first;
        let mut name = Text::verbatim(first);
        if self.peek() == Some(Rule::function_namespace) {
            let mut full = self.slice(first).to_owned();
            while self.peek() == Some(Rule::function_namespace) {
                let part = self.lexeme(Rule::function_namespace)?;
                full.push_str("::");
                full.push_str(self.slice(part));
                name_span = name_span.to(part);
            }
            name = self.tree.add_string(full);
        }
        let start = self.open_after_mark(Rule::function_arguments)?;
        let mark = self.exprs.len();
        let mut expand_last = false;
        while self.peek().is_some() {
            if self.optional(Rule::ellipsis)?.is_some() {
                expand_last = true;
            } else {
                let argument = self.expression()?;
                self.exprs.push(argument);
            }
        }
        let arguments_span = Span::new(start, self.close()?);
        let arguments = self.tree.add_exprs(&mut self.exprs, mark);
        let call = FunctionCallNode { name, name_span, arguments_span, arguments, expand_last };
        Ok(self.tree.add_call(first.to(arguments_span), call))
    }

    /// `.name`, or several of that without gaps.
    fn get_attr(&mut self) -> BuildResult<()> {
        let point = self.mark_before();
        let path = self.lexeme(Rule::get_attr)?;
        let first = self.dots(path).next();
        let name = Span::new(path.start, first.unwrap_or(path.end));
        self.steps.push(StepNode { span: point.to(name), kind: StepNodeKind::GetAttr { name } });
        if let Some(first) = first {
            self.attributes(first, self.dots(path).skip(1), path.end);
        }
        Ok(())
    }

    fn index(&mut self) -> BuildResult<StepNode> {
        let start = self.open_after_mark(Rule::index)?;
        let key = self.expression()?;
        Ok(StepNode { span: Span::new(start, self.close()?), kind: StepNodeKind::Index { key } })
    }

    /// `.0`: `.0.1` is one number to the lexer, and refused.
    fn legacy_index(&mut self) -> BuildResult<StepNode> {
        let point = self.mark_before();
        let number = self.lexeme(Rule::legacy_index)?;
        if self.slice(number).contains('.') {
            return self.reject();
        }
        let key = self.number(number)?;
        Ok(StepNode { span: point.to(number), kind: StepNodeKind::LegacyIndex { key } })
    }

    fn splat(&mut self, rule: Rule, kind: StepNodeKind) -> BuildResult<StepNode> {
        let mark = self.mark_before();
        Ok(StepNode { span: mark.to(self.lexeme(rule)?), kind })
    }

    fn term(&mut self) -> BuildResult<ExprId> {
        match self.peek() {
            Some(Rule::lexeme) => self.lexeme_term(),
            Some(Rule::template) => self.template(),
            Some(Rule::heredoc) => self.heredoc(),
            Some(Rule::tuple) => self.tuple(),
            Some(Rule::object) => self.object(),
            Some(Rule::parentheses) => self.parentheses(),
            _ => self.reject(),
        }
    }

    fn number(&mut self, span: Span) -> BuildResult<ExprId> {
        let text = self.slice(span);
        // Up to 18 digits always fit.
        if text.len() <= 18
            && let Ok(integer) = text.parse::<i64>()
        {
            return Ok(self.tree.add(span, ExprKind::Integer(integer)));
        }
        match Number::parse(text) {
            Ok(number) => Ok(self.tree.add_number(span, number)),
            Err(_) => self.reject(),
        }
    }

    fn tuple(&mut self) -> BuildResult<ExprId> {
        let start = self.open_after_mark(Rule::tuple)?;
        if self.peek() == Some(Rule::for_intro) {
            return self.for_expression(start, false);
        }
        self.reject_for()?;
        let elements = self.expressions()?;
        let span = Span::new(start, self.close()?);
        Ok(self.tree.add(span, ExprKind::Tuple(elements)))
    }

    fn object(&mut self) -> BuildResult<ExprId> {
        let start = self.open_after_mark(Rule::object)?;
        if self.peek() == Some(Rule::for_intro) {
            return self.for_expression(start, true);
        }
        self.reject_for()?;
        let items = self.expressions()?;
        let span = Span::new(start, self.close()?);
        Ok(self.tree.add(span, ExprKind::Object(items)))
    }

    /// A first element named `for` would be the keyword.
    fn reject_for(&self) -> BuildResult<()> {
        let first = self.current.filter(|edge| edge.is_start && edge.rule == Rule::lexeme);
        let name = first.and_then(|edge| self.slice(self.span_of(edge.at)).split('.').next());
        if name == Some("for") { self.reject() } else { Ok(()) }
    }

    /// Expressions up to the end of the enclosing rule. One ends where no operator follows, so the marks between
    /// them need no tokens.
    fn expressions(&mut self) -> BuildResult<List<ExprId>> {
        let mark = self.exprs.len();
        while self.peek().is_some() {
            let element = self.expression()?;
            self.exprs.push(element);
        }
        Ok(self.tree.add_exprs(&mut self.exprs, mark))
    }

    fn parentheses(&mut self) -> BuildResult<ExprId> {
        let start = self.open_after_mark(Rule::parentheses)?;
        let inner = self.expression()?;
        let span = Span::new(start, self.close()?);
        Ok(self.tree.add(span, ExprKind::Parentheses(inner)))
    }

    /// The rest of a tuple or object that is made by a `for` expression.
    fn for_expression(&mut self, start: u32, is_object: bool) -> BuildResult<ExprId> {
        self.open(Rule::for_intro)?;
        let first = self.lexeme(Rule::identifier)?;
        let second = self.optional(Rule::identifier)?;
        let collection = self.expression()?;
        self.close()?;
        let key = if is_object { Some(self.expression()?) } else { None };
        let value = self.expression()?;
        let group = self.optional(Rule::ellipsis)?.is_some();
        let condition = if self.peek() == Some(Rule::for_condition) {
            self.open(Rule::for_condition)?;
            let condition = self.expression()?;
            self.close()?;
            Some(condition)
        } else {
            None
        };
        let span = Span::new(start, self.close()?);
        let (key_name, value_name) = second.map_or((None, first), |second| (Some(first), second));
        let node = ForNode { key_name, value_name, collection, key, value, condition, group };
        Ok(self.tree.add_for(span, node))
    }
}
