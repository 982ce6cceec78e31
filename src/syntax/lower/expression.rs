//! Terms and what is taken from them: attributes, indexes, splats, calls.

use super::{Lowered, Lowering, identifier_length};
use crate::source::Span;
use crate::syntax::ast::tree::{ExprId, ExprKind, ForNode, FunctionCallNode, List, StepKind, StepNode, Text};
use crate::syntax::grammar::Rule;
use crate::value::Number;

impl Lowering<'_, '_> {
    /// A term with the steps after it.
    pub(super) fn traversal(&mut self) -> Lowered<ExprId> {
        let mark = self.steps.len();
        let operand = match self.peek() {
            Some(Rule::path) => self.path()?,
            _ => self.term()?,
        };
        let mut in_attr_splat = false;
        while let Some(rule) = self.peek() {
            let kind = match rule {
                Rule::get_attr => self.get_attr()?,
                Rule::index => self.index()?,
                Rule::legacy_index => self.legacy_index()?,
                Rule::full_splat => self.splat(rule, StepKind::FullSplat)?,
                Rule::attr_splat if !in_attr_splat => self.splat(rule, StepKind::AttrSplat)?,
                // A call of something that is not a name, or an attribute-only splat in another.
                Rule::function_arguments | Rule::function_namespace | Rule::attr_splat => {
                    return self.refuse();
                }
                _ => break,
            };
            in_attr_splat = match kind.kind {
                StepKind::AttrSplat => true,
                StepKind::GetAttr { .. } | StepKind::LegacyIndex { .. } => in_attr_splat,
                StepKind::Index { .. } | StepKind::FullSplat => false,
            };
            self.steps.push(kind);
        }
        if self.steps.len() == mark {
            return Ok(operand);
        }
        let start = self.tree.expr(operand).span;
        let span = self.steps.last().map_or(start, |last| start.to(last.span));
        let steps = self.tree.add_steps(&mut self.steps, mark);
        Ok(self.tree.add(span, ExprKind::Traversal { operand, steps }))
    }

    /// A keyword, a variable or the name of a function; attributes that follow without a gap become steps.
    fn path(&mut self) -> Lowered<ExprId> {
        let path = self.lexeme(Rule::path)?;
        if let Some(Rule::function_arguments | Rule::function_namespace) = self.peek() {
            return self.function_call(path);
        }
        let mut root = path;
        let mut dots =
            self.slice(path).bytes().zip(path.start..).filter(|(byte, _)| *byte == b'.').map(|(_, at)| at);
        if let Some(mut dot) = dots.next() {
            root.end = dot;
            loop {
                let next = dots.next();
                let name = Span::new(dot + 1, next.unwrap_or(path.end));
                self.steps
                    .push(StepNode { span: Span::new(dot, name.end), kind: StepKind::GetAttr { name } });
                let Some(next) = next else { break };
                dot = next;
            }
        }
        let kind = match self.slice(root) {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "null" => ExprKind::Null,
            _ => ExprKind::Variable,
        };
        Ok(self.tree.add(root, kind))
    }

    fn function_call(&mut self, first: Span) -> Lowered<ExprId> {
        if self.slice(first).contains('.') {
            return self.refuse();
        }
        let mut name_span = first;
        let mut name = Text::verbatim(first);
        if self.peek() == Some(Rule::function_namespace) {
            let mut full = self.slice(first).to_owned();
            while self.peek() == Some(Rule::function_namespace) {
                self.open(Rule::function_namespace)?;
                let part = self.lexeme(Rule::identifier)?;
                full.push_str("::");
                full.push_str(self.slice(part));
                name_span = name_span.to(part);
                self.close()?;
            }
            name = self.tree.add_string(full);
        }
        let start = self.open(Rule::function_arguments)? - 1;
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

    fn get_attr(&mut self) -> Lowered<StepNode> {
        let start = self.here() - 1;
        self.advance();
        let name = self.lexeme(Rule::identifier)?;
        self.close()?;
        Ok(StepNode { span: Span::new(start, name.end), kind: StepKind::GetAttr { name } })
    }

    fn index(&mut self) -> Lowered<StepNode> {
        let start = self.open(Rule::index)? - 1;
        let key = self.expression()?;
        Ok(StepNode { span: Span::new(start, self.close()?), kind: StepKind::Index { key } })
    }

    /// `.0`: `.0.1` is one number to the lexer, and refused.
    fn legacy_index(&mut self) -> Lowered<StepNode> {
        let start = self.here() - 1;
        self.advance();
        let number = self.lexeme(Rule::number)?;
        self.close()?;
        if self.slice(number).contains('.') {
            return self.refuse();
        }
        let key = self.number(number)?;
        Ok(StepNode { span: Span::new(start, number.end), kind: StepKind::LegacyIndex { key } })
    }

    fn splat(&mut self, rule: Rule, kind: StepKind) -> Lowered<StepNode> {
        let inner = self.lexeme(rule)?;
        Ok(StepNode { span: Span::new(inner.start - 1, inner.end), kind })
    }

    fn term(&mut self) -> Lowered<ExprId> {
        match self.peek() {
            Some(Rule::quoted_literal) => self.quoted(),
            Some(Rule::number) => {
                let span = self.lexeme(Rule::number)?;
                self.number(span)
            }
            Some(Rule::heredoc) => self.heredoc(),
            Some(Rule::tuple) => self.tuple(),
            Some(Rule::object) => self.object(),
            Some(Rule::parentheses) => self.parentheses(),
            _ => self.refuse(),
        }
    }

    fn number(&mut self, span: Span) -> Lowered<ExprId> {
        let text = self.slice(span);
        if self.has_more_digits(span.end) {
            return self.refuse();
        }
        // Up to 18 digits always fit.
        if text.len() <= 18
            && let Ok(integer) = text.parse::<i64>()
        {
            return Ok(self.tree.add(span, ExprKind::Integer(integer)));
        }
        match Number::parse(text) {
            Ok(number) => Ok(self.tree.add_number(span, number)),
            Err(_) => self.refuse(),
        }
    }

    /// Whether the lexer would still take what follows as part of a number: `1.2.3` is one broken literal.
    fn has_more_digits(&self, end: u32) -> bool {
        let rest = self.text.as_bytes().get(end as usize..).unwrap_or_default();
        let points = rest.iter().take_while(|byte| **byte == b'.').count();
        match &rest[points..] {
            [b'e' | b'E', b'+' | b'-', digit, ..] | [b'e' | b'E', digit, ..] | [digit, ..] => {
                digit.is_ascii_digit()
            }
            [] => false,
        }
    }

    fn tuple(&mut self) -> Lowered<ExprId> {
        let start = self.open(Rule::tuple)? - 1;
        if self.peek() == Some(Rule::for_intro) {
            return self.for_expression(start, false);
        }
        self.refuse_for()?;
        let elements = self.expressions()?;
        let span = Span::new(start, self.close()?);
        Ok(self.tree.add(span, ExprKind::Tuple(elements)))
    }

    fn object(&mut self) -> Lowered<ExprId> {
        let start = self.open(Rule::object)? - 1;
        if self.peek() == Some(Rule::for_intro) {
            return self.for_expression(start, true);
        }
        self.refuse_for()?;
        let items = self.expressions()?;
        let span = Span::new(start, self.close()?);
        Ok(self.tree.add(span, ExprKind::Object(items)))
    }

    /// A first element named `for` would be the keyword.
    fn refuse_for(&self) -> Lowered<()> {
        let rest = &self.text[self.here() as usize..];
        if self.peek() == Some(Rule::path) && rest.starts_with("for") && identifier_length(rest) == 3 {
            return self.refuse();
        }
        Ok(())
    }

    /// Expressions up to the end of the enclosing rule. One ends where no operator follows, so the marks between
    /// them need no tokens.
    fn expressions(&mut self) -> Lowered<List<ExprId>> {
        let mark = self.exprs.len();
        while self.peek().is_some() {
            let element = self.expression()?;
            self.exprs.push(element);
        }
        Ok(self.tree.add_exprs(&mut self.exprs, mark))
    }

    fn parentheses(&mut self) -> Lowered<ExprId> {
        let start = self.open(Rule::parentheses)? - 1;
        let inner = self.expression()?;
        let span = Span::new(start, self.close()?);
        Ok(self.tree.add(span, ExprKind::Parentheses(inner)))
    }

    /// The rest of a tuple or object that is made by a `for` expression.
    fn for_expression(&mut self, start: u32, is_object: bool) -> Lowered<ExprId> {
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
