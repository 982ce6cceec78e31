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
//! of `other_languages`: which construct of another language may be written there, and the message
//! for it.
//!
//! The grammar and the `Checker` must accept the same language; `tests/syntax/agreement.rs`
//! compares them.

mod body;
mod brackets;
mod characters;
mod collection;
mod corrections;
mod doubled_brackets;
mod escape;
mod expected;
mod expression;
mod extent;
mod for_expr;
mod heredoc;
mod item;
mod lines;
mod lone_brackets;
mod matching;
mod multiline;
mod number;
mod opening_brackets;
mod other_formats;
mod other_languages;
mod quotes;
mod reader;
mod recovery;
mod surplus;
mod template;
mod traversal;
mod unclosed;
mod unquoted;
mod value;

use std::borrow::Cow;

use super::lexer::SourceKind;
use super::token::{Token, TokenKind};
use crate::diag::{Code, Diagnostic};
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::util::order::sort_by_position;
pub(crate) use brackets::balance_values;
pub(crate) use characters::{Confusable, confusable};
pub(crate) use corrections::verify as verify_corrections;
pub(crate) use escape::escape_sequence;
use expected::role;
pub(crate) use extent::words_end;
pub(crate) use lines::{end_of_known_line, indentation};
pub(crate) use multiline::LaterLines;
pub(crate) use number::{not_a_number, unquoted, with_commas, with_spaces};
pub(crate) use other_formats::Conflicts;
pub(crate) use quotes::{closing_quote, closing_quotes, triple_quotes, wrong_string};
use reader::{Repaired, is_explained};
pub(crate) use unclosed::text_of_unclosed;

/// How many mistakes can be found at one token before it is skipped.
const MAX_MISTAKES_OF_A_TOKEN: usize = 64;

/// Returns the diagnostics of a file, and its tokens after repair.
pub(super) fn file(source: &Source, limits: &Limits) -> (Vec<Diagnostic>, Vec<Token>) {
    diagnose(source, SourceKind::Body, limits, |checker| checker.file())
}

/// Returns the diagnostics of a single expression.
pub(crate) fn expression(source: &Source, limits: &Limits) -> Vec<Diagnostic> {
    let check = |checker: &mut Checker<'_>| {
        let found = checker.expression_until(role::ALONE, TokenKind::End, "");
        found.into_iter().for_each(|found| checker.push(found));
    };
    diagnose(source, SourceKind::Expression, limits, check).0
}

/// Returns the diagnostics of a single template.
pub(super) fn template(source: &Source, limits: &Limits, form: SourceKind) -> Vec<Diagnostic> {
    diagnose(source, form, limits, |checker| checker.template(TokenKind::End)).0
}

/// Returns the diagnostics of a single traversal.
pub(crate) fn traversal(source: &Source, limits: &Limits, allow_splats: bool) -> Vec<Diagnostic> {
    diagnose(source, SourceKind::Expression, limits, |checker| checker.lone_traversal(allow_splats)).0
}

/// Returns the diagnostics of a text that a function checks, and its tokens after repair.
fn diagnose(
    source: &Source,
    form: SourceKind,
    limits: &Limits,
    check: impl Fn(&mut Checker<'_>),
) -> (Vec<Diagnostic>, Vec<Token>) {
    let run = |source: &Source| {
        let mut checker = Checker::new(source, form, limits);
        check(&mut checker);
        let tokens = std::mem::take(&mut checker.out);
        (checker.found(), tokens)
    };
    let (mut found, tokens) = run(source);
    corrections::doubt_by_items(source.text(), &mut found);
    verify_corrections(source.text(), &mut found, |text| run(&Source::new("", text)).0);
    (found, tokens)
}

/// Checks the tokens of a text.
#[derive(Default)]
struct Checker<'t> {
    source: Source,
    text: &'t str,
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
    /// The index of the closing mark for each opening one.
    pairs: Vec<u32>,
    /// For all that is open, the index of its closing mark, and whether newlines are tokens in it.
    /// The innermost is last.
    ends: Vec<(u32, bool)>,
    /// Whether newlines are tokens outside of all brackets.
    has_lines: bool,
    /// The number of mistakes so far, reported or not.
    failures: usize,
    /// The token of the last mistakes, by its index, and how many they were.
    stuck: (usize, usize),
    /// Whether tokens were skipped since the last attribute or block began. Later tokens may be
    /// invalid only for that reason, and are not reported.
    recovering: bool,
    /// Whether tokens were written since the start of the innermost expression that the grammar
    /// does not accept.
    is_broken: bool,
    /// The number of tokens that were written in the innermost bracket, but are not in the text.
    added: usize,
    /// The tokens of the text that the walk returns.
    out: Vec<Token>,
    depth: u32,
    limits: Limits,
    /// The role of the innermost expression.
    role: u16,
    /// The interpolations of heredocs, in which text may be meant for another program.
    interpolations: Vec<Span>,
    /// The parts of the text in which other mistakes would only follow from a reported one.
    explained: Vec<Span>,
    /// The diagnostic of the lines before the next one that are in another format.
    other_format: Option<usize>,
    /// The diagnostics of the tags of template languages, each of another kind.
    tags: Vec<usize>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Checker<'t> {
    fn new(source: &'t Source, form: SourceKind, limits: &Limits) -> Self {
        let text = source.text();
        let mut repaired = reader::tokens(text, form, source.invalid_utf8().is_some());
        characters::repair(text, &mut repaired);
        brackets::balance(text, &mut repaired, true);
        let Repaired { mut tokens, mut diagnostics, explained, .. } = repaired;
        tokens.push(Token { kind: TokenKind::End, span: Span::at(text.len() as u32) });
        diagnostics.truncate(super::MAX_PROBLEMS);
        Self {
            source: source.clone(),
            text,
            pairs: matching::pairs(&tokens).unwrap_or_default(),
            tokens,
            has_lines: form == SourceKind::Body,
            limits: *limits,
            role: role::ATTRIBUTE,
            explained,
            diagnostics,
            ..Self::default()
        }
    }

    /// Returns the diagnostics in the order of their locations.
    fn found(self) -> Vec<Diagnostic> {
        let mut found = self.diagnostics;
        for diagnostic in &mut found {
            let is_literal = is_explained(&self.interpolations, diagnostic.span().unwrap_or_default());
            if is_literal && !diagnostic.help().any(|help| help.contains("$${")) {
                *diagnostic = diagnostic.clone().with_help(value::LITERAL);
            }
        }
        // Invalid UTF-8 is reported even where any character is allowed, such as in comments.
        if let Some(at) = self.source.invalid_utf8()
            && !found.iter().any(|diagnostic| diagnostic.code() == Some(Code::InvalidEncoding))
        {
            found.push(characters::invalid_encoding().at(Span::new(at, at + 1)));
        }
        sort_by_position(&mut found, |diagnostic| (diagnostic.position(), 0));
        found
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn counts_newlines(&self) -> bool {
        self.ends.last().map_or(self.has_lines, |end| end.1)
    }

    /// Returns the next token and the index after it. Comments are skipped, and newlines where they
    /// have no meaning. A line comment is also the newline at its end.
    fn look(&self) -> (Token, usize) {
        for (index, token) in self.tokens.iter().enumerate().skip(self.next) {
            match token.kind {
                _ if lines::ends_line(self.text, *token) => {
                    if self.counts_newlines() {
                        return (Token { kind: TokenKind::Newline, ..*token }, index + 1);
                    }
                }
                TokenKind::Comment => {}
                _ => return (*token, index + 1),
            }
        }
        (self.end(), self.tokens.len())
    }

    fn end(&self) -> Token {
        self.tokens[self.tokens.len() - 1]
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

    /// Updates the open brackets after a token, the one before the next, was passed. Newlines are
    /// tokens in braces.
    fn enter_or_leave(&mut self, kind: TokenKind) {
        if kind.opens() {
            self.ends.push((self.pairs[self.next - 1], kind == TokenKind::OpenBrace));
        } else if kind.closes() {
            self.ends.pop();
        }
    }

    /// Returns the span of the token that was read last.
    fn previous(&self) -> Span {
        self.tokens[..self.next].last().map_or_else(|| self.peek().span, |token| token.span)
    }

    /// Returns whether the next token is a keyword.
    fn at_keyword(&self, keyword: &str) -> bool {
        let next = self.peek();
        next.kind == TokenKind::Identifier && self.slice(next.span) == keyword
    }

    /// Reports a mistake. Too many mistakes end the walk.
    fn push(&mut self, diagnostic: Diagnostic) {
        self.failures += 1;
        self.pass_stuck_token();
        let at = diagnostic.span().unwrap_or_default();
        if is_explained(&self.explained, at) || self.is_at_reported(at) {
            return self.start_recovery();
        }
        self.diagnostics.push(diagnostic);
        if self.diagnostics.len() >= super::MAX_PROBLEMS && self.next < self.tokens.len() {
            self.diagnostics.push(super::too_many_problems(at));
            self.next = self.tokens.len();
            self.start_recovery();
        }
    }

    /// Skips a token that is reported again and again, since nothing reads it. So each walk ends.
    fn pass_stuck_token(&mut self) {
        if self.stuck.0 != self.next {
            self.stuck = (self.next, 0);
        }
        self.stuck.1 += 1;
        if self.stuck.1 > MAX_MISTAKES_OF_A_TOKEN && self.next < self.tokens.len() {
            self.next += 1;
            self.enter_or_leave(self.tokens[self.next - 1].kind);
        }
    }

    /// Joins the mistake that was reported after a mark with the first one of its kind in a list,
    /// whose mistakes begin at another mark.
    fn join_repeated(&mut self, list: usize, mark: usize) {
        let (before, found) = self.diagnostics.split_at_mut(mark);
        let Some(repeated) = found.first() else { return };
        if let Some(first) = before[list..].iter_mut().find(|first| first.detail() == repeated.detail()) {
            first.add_repeated(repeated);
            self.diagnostics.remove(mark);
        }
    }

    fn is_name(&self, span: Span) -> bool {
        self.slice(span).starts_with(|first: char| first.is_alphabetic() || first == '_')
    }

    /// Reports a mistake with a message of its own.
    fn report(&mut self, code: Code, at: Span, detail: impl Into<Cow<'static, str>>) {
        self.push(Diagnostic::new(code, detail).at(at));
    }

    /// Reports a mistake, unless it may follow from an earlier one.
    fn push_first(&mut self, diagnostic: Diagnostic) {
        if !self.recovering {
            self.push(diagnostic);
        }
    }

    /// Returns whether a span begins with a closing mark that is missing, or with broken text. Both
    /// were reported.
    fn is_at_reported(&self, span: Span) -> bool {
        let next = self.peek();
        let is_missing = next.kind.closes() && next.span.is_empty() && span.start >= next.span.start;
        is_missing || next.kind == TokenKind::Broken && span.start == next.span.start
    }

    /// Returns whether there were mistakes since a number of them and tokens may have been skipped.
    fn recovering_since(&self, failures: usize) -> bool {
        self.recovering && self.failures > failures
    }

    /// Enters a nesting level. Beyond the limit it reports that, moves to the end of the text and
    /// returns false.
    fn descend(&mut self, opening: Span) -> bool {
        if self.depth >= self.limits.depth {
            if self.next < self.tokens.len() {
                self.push(super::nesting_too_deep(opening, self.limits.depth));
            }
            self.next = self.tokens.len();
            self.start_recovery();
            return false;
        }
        self.depth += 1;
        true
    }
}
