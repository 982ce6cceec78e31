//! Diagnostics for text that the grammar rejects.
//!
//! The grammar stops at the first mistake and cannot explain it. Here the text is read in steps,
//! each of which reports its mistakes and repairs them for the next:
//!
//! 1. `reader` reads the tokens, and ends strings, heredocs and comments that have no end.
//! 2. `characters` reports the characters that are not part of the language.
//! 3. `brackets` adds missing brackets and removes superfluous ones.
//! 4. The `Checker` is a recursive descent over the tokens that reports every other mistake, skips
//!    to the end of the element, attribute or block that has it, and continues there (panic-mode
//!    recovery). It builds no tree. For a file it returns the tokens with broken text as tokens of
//!    its own, so that the grammar accepts them.
//!
//! The `Checker` passes the role of each expression, such as an argument or an index, to the tables
//! of `foreign`: which construct of another language may be written there, and the message for it.
//!
//! The grammar and the `Checker` must accept the same language; `tests/syntax/agreement.rs`
//! compares them.

mod body;
mod brackets;
mod characters;
mod collection;
mod escape;
mod expected;
mod expression;
mod extent;
mod for_expr;
mod foreign;
mod heredoc;
mod item;
mod lines;
mod number;
mod pasted;
mod quotes;
mod reader;
mod recovery;
mod template;
mod traversal;
mod unclosed;
mod value;

use super::lexer::SourceKind;
use super::token::{Token, TokenKind};
use crate::diag::{Code, Diagnostic};
use crate::limits::Limits;
use crate::order::sort_by_position;
use crate::source::{Source, Span};
pub(crate) use brackets::balance_values;
pub(crate) use characters::confusable;
use expected::role;
pub(crate) use number::{not_a_number, unquoted, with_commas, with_spaces};
pub(crate) use quotes::{closing_quotes, name_of_quotes};
use reader::{Repaired, is_covered};

/// Returns the diagnostics of a file, and its tokens after repair.
pub(super) fn file(source: &Source, limits: &Limits) -> (Vec<Diagnostic>, Vec<Token>) {
    let mut checker = Checker::new(source, SourceKind::Body, limits);
    checker.file();
    let tokens = std::mem::take(&mut checker.out);
    (checker.found(), tokens)
}

/// Returns the diagnostics of a single expression.
pub(crate) fn expression(source: &Source, limits: &Limits) -> Vec<Diagnostic> {
    let mut checker = Checker::new(source, SourceKind::Expression, limits);
    checker.newlines.push(false);
    let value = checker.expression_in(role::ALONE);
    let next = checker.peek();
    if value.is_some() && next.kind != TokenKind::End && !checker.recovering {
        let found = checker.no_end(role::ALONE, next, "");
        checker.push(found);
    }
    checker.found()
}

/// Returns the diagnostics of a single template.
pub(super) fn template(source: &Source, limits: &Limits, form: SourceKind) -> Vec<Diagnostic> {
    let mut checker = Checker::new(source, form, limits);
    checker.template(TokenKind::End);
    checker.found()
}

/// Returns the diagnostics of a single traversal.
pub(crate) fn traversal(source: &Source, limits: &Limits, allow_splats: bool) -> Vec<Diagnostic> {
    let mut checker = Checker::new(source, SourceKind::Expression, limits);
    checker.newlines.push(false);
    checker.lone_traversal(allow_splats);
    checker.found()
}

/// Checks the tokens of a text.
struct Checker<'t> {
    source: &'t Source,
    text: &'t str,
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
    /// The index of the closing mark for each opening one.
    pairs: Vec<u32>,
    /// The indexes of the closing marks of all that is open. The innermost is last.
    ends: Vec<u32>,
    /// The number of mistakes so far, reported or not.
    failures: usize,
    /// Whether newlines are tokens, for each open bracket. The innermost is last.
    newlines: Vec<bool>,
    /// Whether tokens were skipped since the last attribute or block began. Later tokens may be
    /// invalid only for that reason, and are not reported.
    recovering: bool,
    /// Whether tokens were written since the start of the innermost expression that the grammar
    /// does not accept.
    torn: bool,
    /// The number of tokens that were written in the innermost bracket, but are not in the text.
    added: usize,
    /// The tokens of the text that the walk returns.
    out: Vec<Token>,
    depth: u32,
    limit: u32,
    /// The role of the innermost expression.
    role: u16,
    /// The number of sequences of templates around the next token.
    templates: u32,
    /// The interpolations of heredocs.
    interpolations: Vec<Span>,
    /// The parts of the text in which other mistakes would only follow from a reported one.
    covered: Vec<Span>,
    /// The offsets of mistakes that were reported before the walk.
    repairs: Vec<u32>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Checker<'t> {
    fn new(source: &'t Source, form: SourceKind, limits: &Limits) -> Self {
        let text = source.text();
        let mut repaired = reader::tokens(text, form, source.invalid_utf8().is_some());
        characters::repair(text, &mut repaired);
        brackets::balance(text, &mut repaired);
        let Repaired { mut tokens, mut diagnostics, covered, .. } = repaired;
        tokens.push(Token { kind: TokenKind::End, span: Span::at(text.len() as u32) });
        let pairs = brackets::pairs(&tokens);
        let interpolations = interpolations_of_heredocs(&tokens, &pairs);
        diagnostics.truncate(super::MAX_PROBLEMS);
        let mut repairs: Vec<u32> =
            diagnostics.iter().filter_map(Diagnostic::subject).map(|subject| subject.start).collect();
        repairs.sort_unstable();
        // Invalid UTF-8 is reported even where any character is allowed, such as in comments.
        if let Some(at) = source.invalid_utf8()
            && !diagnostics.iter().any(|diagnostic| diagnostic.code() == Some(Code::InvalidEncoding))
        {
            diagnostics.insert(0, characters::invalid_encoding().at(Span::new(at, at + 1)));
        }
        Self {
            source,
            text,
            tokens,
            next: 0,
            pairs,
            ends: Vec::new(),
            failures: 0,
            newlines: vec![true],
            recovering: false,
            torn: false,
            added: 0,
            out: Vec::new(),
            depth: 0,
            limit: limits.depth,
            role: role::ATTRIBUTE,
            templates: 0,
            interpolations,
            covered,
            repairs,
            diagnostics,
        }
    }

    /// Returns the diagnostics in the order of their locations.
    fn found(self) -> Vec<Diagnostic> {
        let mut found = self.diagnostics;
        for diagnostic in &mut found {
            let is_literal = is_covered(&self.interpolations, diagnostic.subject().unwrap_or_default());
            if is_literal && !diagnostic.help().any(|help| help.contains("$${")) {
                *diagnostic = diagnostic.clone().with_help(value::LITERAL);
            }
        }
        sort_by_position(&mut found, |diagnostic| (diagnostic.position(), 0));
        found
    }

    /// Returns whether there is no mistake in a part of the text that was reported before the walk.
    fn is_intact(&self, part: Span) -> bool {
        let from = self.repairs.partition_point(|at| *at < part.start);
        self.repairs.get(from).is_none_or(|at| *at >= part.end)
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn counts_newlines(&self) -> bool {
        self.newlines.last().copied().unwrap_or(true)
    }

    /// Returns the next token and the index after it. Comments are skipped, and newlines where they
    /// have no meaning. A line comment is also the newline at its end.
    fn look(&self) -> (Token, usize) {
        for (index, token) in self.tokens.iter().enumerate().skip(self.next) {
            match token.kind {
                TokenKind::Comment if self.counts_newlines() && self.slice(token.span).ends_with('\n') => {
                    return (Token { kind: TokenKind::Newline, ..*token }, index + 1);
                }
                TokenKind::Comment => {}
                TokenKind::Newline if !self.counts_newlines() => {}
                _ => return (*token, index + 1),
            }
        }
        (self.end(), self.tokens.len())
    }

    fn end(&self) -> Token {
        let end = self.text.len() as u32;
        self.tokens.last().copied().unwrap_or(Token { kind: TokenKind::End, span: Span::at(end) })
    }

    fn peek(&self) -> Token {
        self.look().0
    }

    fn peek_kind(&self) -> TokenKind {
        self.peek().kind
    }

    fn read(&mut self) -> Token {
        let (token, next) = self.look();
        self.out.extend_from_slice(&self.tokens[self.next..next]);
        self.next = next;
        self.enter_or_leave(token.kind);
        token
    }

    /// Updates the open brackets after a token, the one before the next, was passed.
    fn enter_or_leave(&mut self, kind: TokenKind) {
        if kind.opens() {
            self.ends.push(self.pairs[self.next - 1]);
        } else if kind.closes() {
            self.ends.pop();
        }
    }

    /// Returns the span of the token that was read last.
    fn previous(&self) -> Span {
        self.next
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or_else(|| self.peek().span, |token| token.span)
    }

    /// Returns whether the next token is a keyword.
    fn at_keyword(&self, keyword: &str) -> bool {
        let next = self.peek();
        next.kind == TokenKind::Identifier && self.slice(next.span) == keyword
    }

    /// Reports a mistake. Too many mistakes end the walk.
    fn push(&mut self, diagnostic: Diagnostic) {
        self.failures += 1;
        let at = diagnostic.subject().unwrap_or_default();
        if is_covered(&self.covered, at) || self.is_at_reported(at) {
            return self.start_recovery();
        }
        self.diagnostics.push(diagnostic);
        if self.diagnostics.len() >= super::MAX_PROBLEMS && self.next < self.tokens.len() {
            self.diagnostics.push(super::too_many_problems(at));
            self.next = self.tokens.len();
            self.start_recovery();
        }
    }

    /// Returns whether a span begins with a closing mark that is missing, or with broken text. Both
    /// were reported.
    fn is_at_reported(&self, span: Span) -> bool {
        let next = self.peek();
        let is_missing = next.kind.closes() && next.span.is_empty() && span.start >= next.span.start;
        is_missing || next.kind == TokenKind::Broken && span.start == next.span.start
    }

    fn mark(&self) -> usize {
        self.failures
    }

    fn failed_since(&self, mark: usize) -> bool {
        self.failures > mark
    }

    /// Returns whether a mistake was reported since a mark and tokens may have been skipped.
    fn recovering_since(&self, mark: usize) -> bool {
        self.recovering && self.failed_since(mark)
    }

    /// Enters a nesting level. Beyond the limit it reports that, moves to the end of the text and
    /// returns false.
    fn descend(&mut self, opening: Span) -> bool {
        if self.depth >= self.limit {
            if self.next < self.tokens.len() {
                self.push(super::nesting_too_deep(opening, self.limit));
            }
            self.next = self.tokens.len();
            self.start_recovery();
            return false;
        }
        self.depth += 1;
        true
    }

    fn ascend(&mut self) {
        self.depth -= 1;
    }
}

/// Returns the interpolations of heredocs, in which text may be meant for another program.
fn interpolations_of_heredocs(tokens: &[Token], pairs: &[u32]) -> Vec<Span> {
    let mut found = Vec::new();
    let (mut at, mut heredoc_end) = (0, 0);
    while let Some(token) = tokens.get(at) {
        match token.kind {
            TokenKind::OpenHeredoc => heredoc_end = pairs[at] as usize,
            TokenKind::Interpolation if at < heredoc_end => {
                at = pairs[at] as usize;
                found.push(token.span.to(tokens[at].span));
            }
            _ => {}
        }
        at += 1;
    }
    found
}
