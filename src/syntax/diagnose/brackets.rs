//! Brackets of rejected text.
//!
//! After this pass every opening mark has its closing mark: missing ones are added with an empty
//! span, mismatched ones replaced, and those that close nothing removed. Each mistake is reported
//! once.
//!
//! A closing bracket closes the nearest one of its kind. The layout only decides which one of
//! several is not closed or superfluous, and where a bracket that is not closed ends: a line that
//! begins an item ends round and square brackets, and braces that were opened on a line with at
//! least its indentation.

use super::lines::{self, LineShape};
use super::lone_brackets::{mismatched, unopened};
use super::matching::{Matching, are_paired};
use super::opening_brackets;
use super::reader::{Repaired, is_explained};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// Returns the tokens of objects and arrays with missing brackets and without superfluous ones, and
/// the diagnostics of these. `is_cut` is whether the end of the text may contain closing brackets.
pub(crate) fn balance_values(text: &str, tokens: Vec<Token>, is_cut: bool) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut repaired = Repaired { tokens, is_cut, ..Repaired::default() };
    balance(text, &mut repaired, false);
    (repaired.tokens, repaired.diagnostics)
}

/// Adds missing brackets and removes superfluous ones. `has_bodies` is whether the text may have
/// attributes and blocks, not only values.
pub(super) fn balance(text: &str, repaired: &mut Repaired, has_bodies: bool) {
    if are_paired(&repaired.tokens) {
        return;
    }
    if has_bodies && opening_brackets::repair(text, repaired) {
        return;
    }
    let tokens = std::mem::take(&mut repaired.tokens);
    let matching = Matching::new(text, &tokens);
    let open = Vec::new();
    Balancer { text, tokens: &tokens, matching, open, has_bodies, in_value: false, out: repaired }.tokens();
}

/// The number of further opening brackets that a diagnostic shows.
const SHOWN: usize = 20;

/// An opening mark without its closing mark so far.
#[derive(Clone, Copy)]
struct Open {
    /// Its index, and the token.
    at: usize,
    token: Token,
    is_block: bool,
    /// Whether it belongs to a template or is in one, where lines have no meaning.
    in_template: bool,
    /// Its missing closing mark was reported, or follows from a reported mistake.
    is_reported: bool,
    /// The number of open braces up to this one that lack their closing one, without others between
    /// them.
    culprits: usize,
}

struct Balancer<'t, 'r> {
    text: &'t str,
    tokens: &'t [Token],
    matching: Matching,
    open: Vec<Open>,
    /// Whether the text has attributes and blocks, not only values.
    has_bodies: bool,
    /// Whether the next token is in the value of an attribute, where a brace opens an object.
    in_value: bool,
    /// The result so far.
    out: &'r mut Repaired,
}

impl Balancer<'_, '_> {
    fn tokens(&mut self) {
        (0..self.tokens.len()).for_each(|at| self.token(at));
        // The missing brackets may be in the unterminated heredoc or comment.
        self.open.iter_mut().for_each(|open| open.is_reported |= self.out.is_cut);
        self.close_missing(0);
    }

    fn token(&mut self, at: usize) {
        let token = self.tokens[at];
        if self.matching.line(at).first == at as u32 && !self.is_in_template() {
            self.line_start(at);
        }
        if token.kind.closes() {
            return self.close(at);
        } else if token.kind.opens() {
            self.open(at, token);
        } else if self.is_in_body() {
            self.in_value |= token.kind == TokenKind::Equals;
            self.in_value &= !self.ends_line(token);
        }
        self.out.tokens.push(token);
    }

    fn ends_line(&self, token: Token) -> bool {
        lines::ends_line(self.text, token)
    }

    fn is_in_body(&self) -> bool {
        self.has_bodies && self.open.last().is_none_or(|open| open.is_block)
    }

    fn open(&mut self, at: usize, token: Token) {
        let is_block = token.kind == TokenKind::OpenBrace && self.is_in_body() && !self.in_value;
        // The walk reports a brace that begins no block.
        let is_lone = is_block
            && self.out.is_file
            && self.matching.line(at).first == at as u32
            && at.checked_sub(1).is_none_or(|before| {
                let first = self.matching.line(before).first as usize;
                LineShape::from_tokens(self.text, self.tokens, first) != LineShape::Header
            });
        // A comment without its end may contain the closing mark.
        let is_commented = self.out.commented.is_some_and(|end| token.span.start < end);
        self.open.push(Open {
            at,
            token,
            is_block,
            in_template: self.is_in_template() || token.kind.opens_template(),
            is_reported: is_lone || is_commented || is_explained(&self.out.explained, token.span),
            culprits: if self.matching.is_culprit(at) { self.culprits() + 1 } else { 0 },
        });
    }

    fn culprits(&self) -> usize {
        self.open.last().map_or(0, |open| open.culprits)
    }

    fn is_in_template(&self) -> bool {
        self.open.last().is_some_and(|open| open.in_template)
    }

    /// Closes the brackets that cannot contain a line.
    fn line_start(&mut self, at: usize) {
        let shape = LineShape::from_tokens(self.text, self.tokens, at);
        let ends = |open: &Open| match shape {
            LineShape::Other => false,
            LineShape::Attribute | LineShape::Block if open.token.kind != TokenKind::OpenBrace => {
                self.matching.is_unmatched(open.at)
            }
            _ => {
                let line = |at: usize| self.matching.line(at).indentation;
                self.matching.is_culprit(open.at) && line(at) <= line(open.at)
            }
        };
        let keep = self.open.iter().rposition(|open| !ends(open)).map_or(0, |last| last + 1);
        self.close_missing(keep);
    }

    /// Handles a closing mark: it closes an open bracket, or it is removed.
    fn close(&mut self, at: usize) {
        let token = self.tokens[at];
        let is_explained = is_explained(&self.out.explained, token.span)
            || self.out.commented.is_some_and(|end| end <= token.span.start);
        // A brace that lacks its closing one is closed before the mark.
        let open = self.open.len() - self.culprits();
        let closes = |index: usize| self.open[index].at;
        let closed = self.matching.closed(self.text, self.tokens, at, open, closes);
        let Some(index) = closed.filter(|_| !self.matching.is_culprit(at)) else {
            if !is_explained {
                self.out.diagnostics.push(unopened(self.text, token.span));
            }
            return;
        };
        self.close_missing(index + 1);
        let open = self.open[index];
        let kind = open.token.kind.opposite().unwrap_or(token.kind);
        let is_wrong = kind != token.kind;
        if is_wrong && !open.is_reported && !is_explained {
            self.out.diagnostics.push(mismatched(self.text, token.span, open.token.span, kind));
        }
        self.out.tokens.push(if is_wrong { Token { kind, span: Span::at(token.span.start) } } else { token });
        self.open.pop();
    }

    /// Adds the closing marks of the brackets from an index on, and reports them together.
    fn close_missing(&mut self, keep: usize) {
        if keep >= self.open.len() {
            return;
        }
        let is_line_end = |token: &Token| matches!(token.kind, TokenKind::Newline | TokenKind::Comment);
        let tail = self.out.tokens.iter().rposition(|token| !is_line_end(token)).map_or(0, |last| last + 1);
        let mut tail = self.out.tokens.split_off(tail);
        let expected = Span::at(self.out.tokens.last().map_or(0, |token| token.span.end));
        self.report_missing(keep, expected, &tail);
        let missing = self.open.split_off(keep);
        for open in missing.iter().rev() {
            self.out.tokens.extend(open.token.kind.opposite().map(|kind| Token { kind, span: expected }));
        }
        if missing[0].is_block && tail.is_empty() {
            self.out.tokens.push(Token { kind: TokenKind::Newline, span: expected });
        }
        self.in_value &= !missing.iter().any(|open| open.is_block);
        self.out.tokens.append(&mut tail);
        self.in_value &=
            !self.is_in_body() || self.out.tokens.last().is_some_and(|last| !self.ends_line(*last));
    }

    fn report_missing(&mut self, keep: usize, expected: Span, tail: &[Token]) {
        let mut unreported = self.open[keep..].iter().rev().filter(|open| !open.is_reported);
        let Some(innermost) = unreported.next() else { return };
        let opening = &self.text[innermost.token.span.range()];
        let wanted = innermost.token.kind.opposite().map_or("", TokenKind::written);
        let (code, detail) = match innermost.is_block {
            true => (Code::UnclosedBlock, format!("This block has no closing {wanted:?}.")),
            false => (Code::UnclosedBracket, format!("This {opening:?} has no closing {wanted:?}.")),
        };
        let is_at_end = self.tokens.last().is_none_or(|last| last.span.end <= expected.end);
        let place = if is_at_end && !self.has_bodies { "before the end of the text" } else { "here" };
        let mut diagnostic = Diagnostic::new(code, detail)
            .at(innermost.token.span)
            .with_label(expected, format!("{wanted:?} is expected {place}"));
        if !self.has_bodies {
            let missing = self.open[keep..].iter().rev().filter_map(|open| open.token.kind.opposite());
            diagnostic =
                diagnostic.with_replacement(expected, missing.map(TokenKind::written).collect::<String>());
        }
        for outer in unreported.take(SHOWN) {
            diagnostic = diagnostic.with_label(outer.token.span, "this is not closed either");
        }
        if tail.first().is_some_and(|comment| self.text[comment.span.range()].contains(wanted)) {
            let help =
                format!("The {wanted:?} after it is in a comment, which goes on to the end of its line.");
            diagnostic = diagnostic.with_help(help);
        }
        self.out.diagnostics.push(diagnostic);
    }
}
