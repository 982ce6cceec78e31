//! Terms, calls, and the attributes, indexes and splats after a term.

use super::{BuildResult, Builder};
use crate::source::Span;
use crate::syntax::ast::tree::{
    ExprId, ExprKind, ForIntro, ForNode, FunctionCallNode, List, StepNode, StepNodeKind, StringRef, push,
    seal,
};
use crate::syntax::grammar::Rule;
use crate::syntax::scan::terminals;
use crate::value::Number;

impl<'i> Builder<'i, '_> {
    /// Builds a term with the steps after it.
    pub(super) fn postfix(&mut self) -> BuildResult<ExprId> {
        let mark = self.steps.len();
        let mut operand = self.term()?;
        let mut in_attr_splat = false;
        while let Some(rule) = self.peek() {
            let step = match rule {
                Rule::get_attr => {
                    self.get_attr()?;
                    continue;
                }
                Rule::legacy_index => self.legacy_index()?,
                Rule::broken_tail => {
                    operand = self.broken_after(operand, mark)?;
                    in_attr_splat = false;
                    continue;
                }
                Rule::index | Rule::full_splat => self.bracket_or_splat(rule)?,
                Rule::attr_splat if !in_attr_splat => self.bracket_or_splat(rule)?,
                // A call of an expression that is not a name, or an attribute-only splat within
                // another one.
                Rule::function_arguments | Rule::function_name | Rule::attr_splat => {
                    return self.reject();
                }
                _ => break,
            };
            in_attr_splat = rule == Rule::attr_splat || in_attr_splat && rule == Rule::legacy_index;
            self.steps.push(step);
        }
        Ok(self.steps_from(operand, mark))
    }

    /// Adds the steps since `mark` to an operand, if there are any.
    fn steps_from(&mut self, operand: ExprId, mark: usize) -> ExprId {
        if self.steps.len() == mark {
            return operand;
        }
        let start = self.tree.expr(operand).span;
        let span = self.steps.last().map_or(start, |last| start.to(last.span));
        let steps = seal(&mut self.steps, mark, &mut self.tree.steps, self.tree.exprs.capacity() / 8);
        self.tree.add(span, ExprKind::Postfix { operand, steps })
    }

    /// Builds the error of an operand that broken text follows. After a dot, the text is in the
    /// place of a name.
    fn broken_after(&mut self, operand: ExprId, mark: usize) -> BuildResult<ExprId> {
        let before = self.terminal_before();
        let broken = self.lexeme(Rule::broken_tail)?;
        if self.slice(before) == "." {
            let kind = StepNodeKind::GetAttr { name: Span::at(before.end) };
            self.steps.push(StepNode { span: before, kind });
        }
        let operand = self.steps_from(operand, mark);
        let start = self.tree.expr(operand).span;
        let span = Span::new(start.start, start.end.max(broken.end));
        Ok(self.tree.add_error(span, Some(operand)))
    }

    /// Builds a term of one token, or the call of a function whose name it is.
    fn single_token(&mut self) -> BuildResult<ExprId> {
        let at = self.terminal(Rule::single_token)?;
        match self.peek() {
            Some(Rule::function_arguments | Rule::function_name) => self.function_call(at),
            _ => self.string_number_or_path(at),
        }
    }

    /// Builds a value of one token with the steps in it.
    pub(super) fn plain_value(&mut self, at: usize) -> BuildResult<ExprId> {
        let mark = self.steps.len();
        let root = self.string_number_or_path(at)?;
        Ok(self.steps_from(root, mark))
    }

    fn string_number_or_path(&mut self, at: usize) -> BuildResult<ExprId> {
        match self.terminals.get(at) {
            terminals::STRING => self.string(at),
            terminals::NUMBER => self.number(self.span_of(at)),
            terminal => Ok(self.path(terminal, self.span_of(at))),
        }
    }

    /// Builds `true`, `false`, `null` or a variable. The names after the first are attributes.
    fn path(&mut self, terminal: u8, path: Span) -> ExprId {
        let mut root = path;
        if terminal == terminals::PATH {
            let mut names = self.names(path);
            root = names.next().unwrap_or(path);
            self.attributes(root.end, names);
        }
        let kind = match self.slice(root) {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "null" => ExprKind::Null,
            _ => ExprKind::Variable,
        };
        self.tree.add(root, kind)
    }

    /// Returns the names of a path, which has a dot and nothing else between them.
    fn names(&self, path: Span) -> impl Iterator<Item = Span> + use<'i> {
        let mut start = path.start;
        self.slice(path).as_bytes().split(|byte| *byte == b'.').map(move |name| {
            let span = Span::new(start, start + name.len() as u32);
            start = span.end + 1;
            span
        })
    }

    /// Adds a step for each name. The dot of the first is at `start`.
    fn attributes(&mut self, mut start: u32, names: impl Iterator<Item = Span>) {
        for name in names {
            let kind = StepNodeKind::GetAttr { name };
            self.steps.push(StepNode { span: Span::new(start, name.end), kind });
            start = name.end;
        }
    }

    fn function_call(&mut self, at: usize) -> BuildResult<ExprId> {
        if let terminals::STRING | terminals::NUMBER | terminals::PATH = self.terminals.get(at) {
            return self.reject();
        }
        let first = self.span_of(at);
        let mut name_span = first;
        let mut name = StringRef::verbatim(first);
        if self.peek() == Some(Rule::function_name) {
            let mut full = self.slice(first).to_owned();
            while self.peek() == Some(Rule::function_name) {
                let part = self.lexeme(Rule::function_name)?;
                full.push_str("::");
                full.push_str(self.slice(part));
                name_span = name_span.to(part);
            }
            name = self.tree.add_string(full);
        }
        let start = self.terminal_before().start;
        self.open(Rule::function_arguments)?;
        let mark = self.exprs.len();
        let mut expand_last = false;
        while self.peek().is_some() {
            if self.optional(Rule::ellipsis)?.is_some() {
                expand_last = true;
            } else {
                self.element()?;
            }
        }
        let arguments_span = Span::new(start, self.close()?.end);
        let arguments = self.tree.add_exprs(&mut self.exprs, mark);
        let call = FunctionCallNode { name, name_span, arguments_span, arguments, expand_last };
        let index = push(&mut self.tree.calls, call);
        Ok(self.tree.add(first.to(arguments_span), ExprKind::FunctionCall(index)))
    }

    /// Adds the steps of `.name` or `.name.name`.
    fn get_attr(&mut self) -> BuildResult<()> {
        let (dot, path) = (self.terminal_before(), self.lexeme(Rule::get_attr)?);
        self.attributes(dot.start, self.names(path));
        Ok(())
    }

    /// Builds `[key]`, `[*]` or `.*`.
    fn bracket_or_splat(&mut self, rule: Rule) -> BuildResult<StepNode> {
        let start = self.terminal_before().start;
        self.open(rule)?;
        let kind = match rule {
            Rule::index => StepNodeKind::Index { key: self.expression()? },
            Rule::full_splat => StepNodeKind::FullSplat,
            _ => StepNodeKind::AttrSplat,
        };
        Ok(StepNode { span: Span::new(start, self.close()?.end), kind })
    }

    /// Builds `.0`. `.0.1` is invalid because `0.1` is one number.
    fn legacy_index(&mut self) -> BuildResult<StepNode> {
        let (dot, number) = (self.terminal_before(), self.lexeme(Rule::legacy_index)?);
        if self.slice(number).contains('.') {
            return self.reject();
        }
        let key = self.number(number)?;
        Ok(StepNode { span: dot.to(number), kind: StepNodeKind::LegacyIndex { key } })
    }

    fn term(&mut self) -> BuildResult<ExprId> {
        match self.peek() {
            Some(Rule::single_token) => self.single_token(),
            Some(rule @ (Rule::quoted_template | Rule::heredoc_template)) => self.delimited_template(rule),
            Some(rule @ Rule::tuple) => self.tuple_or_object(rule, ExprKind::Tuple),
            Some(rule @ Rule::object) => self.tuple_or_object(rule, ExprKind::Object),
            Some(Rule::parentheses) => self.parentheses(),
            Some(Rule::broken_term) => {
                let span = self.lexeme(Rule::broken_term)?;
                Ok(self.tree.add_error(span, None))
            }
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
        let Ok(number) = Number::parse(text) else { return self.reject() };
        let index = push(&mut self.tree.numbers, number);
        Ok(self.tree.add(span, ExprKind::Number(index)))
    }

    fn tuple_or_object(&mut self, rule: Rule, kind: fn(List<ExprId>) -> ExprKind) -> BuildResult<ExprId> {
        let start = self.open(rule)?;
        if self.peek() == Some(Rule::identifier) {
            return self.for_expr(start, rule == Rule::object);
        }
        self.reject_for()?;
        let parts = self.expressions()?;
        let span = Span::new(start, self.close()?.end);
        Ok(self.tree.add(span, kind(parts)))
    }

    /// Rejects `for` as the first name of a tuple or an object if it is the keyword. Testing
    /// this in the grammar takes 1 to 2 % of a parse.
    fn reject_for(&self) -> BuildResult<()> {
        let is_single = |rule| matches!(rule, Rule::single_token | Rule::plain_elements);
        let first = self.current.filter(|edge| edge.is_start && is_single(edge.rule));
        let after = first.and_then(|edge| self.slice(self.span_of(edge.at)).strip_prefix("for"));
        let is_for = after.is_some_and(|after| after.is_empty() || after.starts_with('.'));
        if is_for { self.reject() } else { Ok(()) }
    }

    /// Builds the expressions up to the end of the enclosing rule. The separators have no tokens:
    /// an expression ends where neither a tail nor an operator follows.
    fn expressions(&mut self) -> BuildResult<List<ExprId>> {
        let mark = self.exprs.len();
        while self.peek().is_some() {
            self.element()?;
        }
        Ok(self.tree.add_exprs(&mut self.exprs, mark))
    }

    /// Builds an element, a key or a value of an item, or a run of plain ones, and pushes it onto
    /// the stack.
    fn element(&mut self) -> BuildResult<()> {
        if let Some(rule @ (Rule::plain_elements | Rule::plain_attributes)) = self.peek() {
            // Values are separated by one terminal.
            for at in self.range(rule)?.step_by(2) {
                let value = self.plain_value(at)?;
                self.exprs.push(value);
            }
        } else {
            let element = self.expression()?;
            self.exprs.push(element);
        }
        Ok(())
    }

    fn parentheses(&mut self) -> BuildResult<ExprId> {
        let start = self.open(Rule::parentheses)?;
        let inner = self.expression()?;
        let span = Span::new(start, self.close()?.end);
        Ok(self.tree.add(span, ExprKind::Parentheses(inner)))
    }

    /// Builds a `for` expression, which begins at `start`.
    fn for_expr(&mut self, start: u32, is_object: bool) -> BuildResult<ExprId> {
        let intro = self.for_intro()?;
        let key = if is_object { Some(self.expression()?) } else { None };
        let value = self.expression()?;
        let group = is_object && self.optional(Rule::ellipsis)?.is_some();
        let condition = if self.peek().is_some() { Some(self.expression()?) } else { None };
        let span = Span::new(start, self.close()?.end);
        let index = push(&mut self.tree.fors, ForNode { intro, key, value, condition, group });
        Ok(self.tree.add(span, ExprKind::For(index)))
    }

    /// Builds the names and the collection of a `for` expression or directive. The first of two
    /// names is that of the key.
    pub(super) fn for_intro(&mut self) -> BuildResult<ForIntro> {
        let first = self.lexeme(Rule::identifier)?;
        let second = self.optional(Rule::identifier)?;
        let collection = self.expression()?;
        let (key_name, value_name) = second.map_or((None, first), |second| (Some(first), second));
        Ok(ForIntro { key_name, value_name, collection })
    }
}
