//! Builds the syntax tree from the tokens that the grammar yields.
//!
//! The tokens are a flat sequence of starts and ends of rules, which is read once. The grammar
//! accepts slightly more than the language: numbers such as `1.2.3`, invalid escape sequences,
//! repeated attributes, a tuple or an object whose first name is `for`, calls of something that is
//! no name. The builder rejects those.

mod expression;
mod operator;
mod string;
mod structure;
mod template;

use std::ops::Range;

use pest::Token;
use pest::iterators::Tokens;

use super::ast::tree::{
    BinaryNode, BodyId, BodyNode, ExprId, ItemNode, LabelNode, StepNode, TemplateForm, Tree, UnaryNode,
};
use super::grammar::{self, Rule};
use super::scan::terminals::Terminals;
use crate::source::Span;
use template::{LiteralText, Piece};

/// The text is invalid although the grammar accepts it. The offset is the location of the mistake.
#[derive(Debug)]
pub(super) struct Rejected(pub(super) u32);

type BuildResult<T> = Result<T, Rejected>;

pub(super) struct Builder<'i, 't> {
    tokens: Option<Tokens<'i, Rule>>,
    /// The next start or end of a rule.
    current: Option<Edge>,
    /// The text of the source.
    text: &'i str,
    /// The input of the grammar.
    terminals: &'i Terminals,
    tree: &'t mut Tree,
    exprs: Vec<ExprId>,
    steps: Vec<StepNode>,
    unary: Vec<UnaryNode>,
    binary: Vec<BinaryNode>,
    items: Vec<ItemNode>,
    labels: Vec<LabelNode>,
    /// Empty vectors whose capacity the next template uses.
    pieces: Vec<Piece>,
    literals: Vec<LiteralText>,
    leading: Vec<usize>,
    /// The capacity for the text of the next string.
    unescaped: String,
}

/// The start or the end of a rule.
#[derive(Clone, Copy)]
struct Edge {
    rule: Rule,
    /// The index of the terminal after it.
    at: usize,
    is_start: bool,
}

impl<'i, 't> Builder<'i, 't> {
    /// Creates a builder of the terminals of a text, or of a chunk of it, that adds to a tree. The
    /// items are those of the chunks before.
    pub(super) fn new(
        text: &'i str,
        terminals: &'i Terminals,
        tree: &'t mut Tree,
        items: Vec<ItemNode>,
    ) -> Self {
        Self {
            tokens: None,
            current: None,
            text,
            terminals,
            tree,
            exprs: Vec::new(),
            steps: Vec::new(),
            unary: Vec::new(),
            binary: Vec::new(),
            items,
            labels: Vec::new(),
            pieces: Vec::new(),
            literals: Vec::new(),
            leading: Vec::new(),
            unescaped: String::new(),
        }
    }

    /// Parses the terminals with a rule of the grammar, and continues with its tokens.
    fn read(&mut self, rule: Rule) -> BuildResult<()> {
        let pairs =
            grammar::parse(rule, self.terminals.text()).map_err(|at| Rejected(self.span_of(at).start))?;
        self.tokens = Some(pairs.tokens());
        self.advance();
        self.open(rule)?;
        Ok(())
    }

    /// Parses a chunk of a file, and builds its attributes and blocks. Returns them after those of
    /// the chunks before.
    pub(super) fn file_items(mut self) -> BuildResult<Vec<ItemNode>> {
        self.read(Rule::file)?;
        self.items_of_body()?;
        // An unknown operator ends an expression early, so the end of the file is checked.
        if matches!(self.peek(), None | Some(Rule::EOI)) { Ok(self.items) } else { self.reject() }
    }

    /// Builds the body of a file from all items.
    pub(super) fn file(mut self) -> BuildResult<BodyId> {
        let (items, has_distinct_names) = self.seal_items(0)?;
        let span = Span::new(0, self.text.len() as u32);
        Ok(self.tree.add_body(BodyNode { span, items, has_distinct_names }))
    }

    /// Parses and builds a single expression.
    pub(super) fn lone_expression(mut self) -> BuildResult<ExprId> {
        self.read(Rule::single_expression)?;
        self.expression()
    }

    /// Parses and builds a single template.
    pub(super) fn lone_template(mut self) -> BuildResult<ExprId> {
        self.read(Rule::single_template)?;
        let span = Span::new(0, self.text.len() as u32);
        self.template_parts(span, TemplateForm::Standalone)
    }

    /// Moves to the next start or end of a rule.
    #[inline]
    fn advance(&mut self) {
        self.current = self.tokens.as_mut().and_then(Iterator::next).map(|token| match token {
            Token::Start { rule, pos } => Edge { rule, at: pos.pos(), is_start: true },
            Token::End { rule, pos } => Edge { rule, at: pos.pos(), is_start: false },
        });
    }

    /// Returns the span of a terminal. After the last one, it is the end of the text.
    fn span_of(&self, terminal: usize) -> Span {
        self.terminals.span(terminal).unwrap_or(Span::at(self.text.len() as u32))
    }

    fn slice(&self, span: Span) -> &'i str {
        &self.text[span.range()]
    }

    /// Returns the rule that starts here, if one does.
    fn peek(&self) -> Option<Rule> {
        self.current.filter(|edge| edge.is_start).map(|edge| edge.rule)
    }

    /// Returns the index of the terminal after the current edge.
    fn here(&self) -> usize {
        self.current.map_or(usize::MAX, |edge| edge.at)
    }

    fn reject<T>(&self) -> BuildResult<T> {
        Err(Rejected(self.span_of(self.here()).start))
    }

    /// Enters a rule that must start here, and returns where it starts in the source.
    fn open(&mut self, rule: Rule) -> BuildResult<u32> {
        match self.current {
            Some(edge) if edge.is_start && edge.rule == rule => {
                self.advance();
                Ok(self.span_of(edge.at).start)
            }
            _ => self.reject(),
        }
    }

    /// Leaves the rule that must end here, and returns its last terminal.
    fn close(&mut self) -> BuildResult<Span> {
        match self.current {
            Some(edge) if !edge.is_start => {
                self.advance();
                Ok(self.span_of(edge.at.wrapping_sub(1)))
            }
            _ => self.reject(),
        }
    }

    /// Reads a rule of one terminal and returns its index.
    fn terminal(&mut self, rule: Rule) -> BuildResult<usize> {
        let Some(Edge { at, .. }) = self.current.filter(|edge| edge.is_start && edge.rule == rule) else {
            return self.reject();
        };
        // The start and the end of the rule.
        self.advance();
        self.advance();
        Ok(at)
    }

    /// Reads a rule of one terminal and returns its span.
    fn lexeme(&mut self, rule: Rule) -> BuildResult<Span> {
        self.terminal(rule).map(|at| self.span_of(at))
    }

    /// Reads a rule without inner rules and returns the indexes of its terminals.
    fn range(&mut self, rule: Rule) -> BuildResult<Range<usize>> {
        let start = self.here();
        self.open(rule)?;
        let end = self.here();
        self.close()?;
        Ok(start..end)
    }

    /// Returns the span of the terminal before the current edge.
    fn terminal_before(&self) -> Span {
        self.span_of(self.here().wrapping_sub(1))
    }

    /// Reads a rule without inner rules, if it starts here.
    fn optional(&mut self, rule: Rule) -> BuildResult<Option<Span>> {
        if self.peek() == Some(rule) { self.lexeme(rule).map(Some) } else { Ok(None) }
    }
}
