//! Diagnostics for text that the grammar rejects.
//!
//! The grammar stops at the first mistake and cannot explain it. The `Checker` is a recursive
//! descent over the tokens that reports every mistake, skips to the end of the bracket, attribute
//! or block that has it, and continues there (panic-mode recovery). It builds no tree. For a file
//! it returns which attributes and blocks are valid, and the grammar parses those one by one.
//!
//! The grammar and the `Checker` must accept the same language; `tests/syntax/agreement.rs`
//! compares them.

mod body;
mod expression;
mod for_expr;
mod lexical;
mod literal;
mod lone_traversal;
mod template;
mod traversal;

use super::lexer::{Lexer, SourceKind};
use super::token::{Token, TokenKind};
use crate::diag::{Category, Code, Diagnostic};
use crate::limits::Limits;
use crate::source::{Source, Span};
pub(crate) use body::{Outline, OutlineItem};

/// Returns the diagnostics of a file, and its valid attributes and blocks.
pub(crate) fn file(source: &Source, limits: &Limits) -> (Vec<Diagnostic>, Outline) {
    let mut checker = Checker::new(source, SourceKind::Body, limits);
    let outline = checker.body(TokenKind::End);
    (checker.diagnostics, outline)
}

/// Returns the diagnostics of a single expression.
pub(crate) fn expression(source: &Source, limits: &Limits) -> Vec<Diagnostic> {
    let mut checker = Checker::new(source, SourceKind::Expression, limits);
    checker.newlines.push(false);
    checker.expression();
    let next = checker.peek();
    if next.kind != TokenKind::End && !checker.recovering {
        let detail = "The expression ends before this. Remove what follows, or connect it by an operator.";
        checker.error(next.span, "Extra characters after expression", detail);
    }
    checker.diagnostics
}

/// Returns the diagnostics of a single template.
pub(super) fn template(source: &Source, limits: &Limits, form: SourceKind) -> Vec<Diagnostic> {
    let mut checker = Checker::new(source, form, limits);
    checker.template(TokenKind::End);
    checker.diagnostics
}

/// Returns the diagnostics of a single traversal.
pub(crate) fn traversal(source: &Source, limits: &Limits, allow_splats: bool) -> Vec<Diagnostic> {
    let mut checker = Checker::new(source, SourceKind::Expression, limits);
    checker.newlines.push(false);
    checker.lone_traversal(allow_splats);
    checker.diagnostics
}

/// Checks the tokens of a text.
struct Checker<'t> {
    source: &'t Source,
    text: &'t str,
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
    /// Whether newlines are tokens, for each open bracket. The innermost is last.
    newlines: Vec<bool>,
    /// Whether tokens were skipped since the last attribute or block began. Later tokens can be
    /// invalid only for that reason, and are not reported.
    recovering: bool,
    /// The number of recoveries, reported or not. An attribute or block with a recovery is invalid.
    recoveries: u32,
    depth: u32,
    limit: u32,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Checker<'t> {
    fn new(source: &'t Source, form: SourceKind, limits: &Limits) -> Self {
        let text = source.text();
        let lexer = || Lexer::new(text, form, source.invalid_utf8().is_some());
        // Counting first keeps the peak memory low: a vector that grows can have twice the capacity
        // that it needs.
        let mut tokens = Vec::with_capacity(lexer().count() + 1);
        tokens.extend(lexer());
        tokens.push(Token { kind: TokenKind::End, span: Span::at(text.len() as u32) });
        let mut diagnostics = lexical::invalid_tokens(text, &tokens);
        // Bytes that are not UTF-8 are reported even where any character is valid, as in comments.
        if let Some(at) = source.invalid_utf8()
            && !diagnostics.iter().any(|diagnostic| diagnostic.code() == Some(Code::InvalidEncoding))
        {
            diagnostics.insert(0, lexical::invalid_encoding().at(Span::new(at, at + 1)));
        }
        Self {
            source,
            text,
            tokens,
            next: 0,
            newlines: vec![true],
            recovering: false,
            recoveries: 0,
            depth: 0,
            limit: limits.depth,
            diagnostics,
        }
    }

    fn slice(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    fn line_of(&self, span: Span) -> u32 {
        self.source.pos(span.start).line
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
        self.next = next;
        token
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

    /// Reports a mistake. The walk is at its end after too many.
    fn push(&mut self, diagnostic: Diagnostic) {
        let at = diagnostic.subject().unwrap_or_default();
        self.diagnostics.push(diagnostic);
        if self.diagnostics.len() >= super::MAX_PROBLEMS && self.next < self.tokens.len() {
            self.diagnostics.push(super::too_many_problems(at));
            self.next = self.tokens.len();
            self.start_recovery();
        }
    }

    fn error(&mut self, subject: Span, summary: &'static str, detail: impl Into<String>) {
        self.push(Diagnostic::error(Category::Syntax, summary, detail.into()).at(subject));
    }

    fn error_within(
        &mut self,
        subject: Span,
        context: Span,
        summary: &'static str,
        detail: impl Into<String>,
    ) {
        self.push(Diagnostic::error(Category::Syntax, summary, detail.into()).at(subject).within(context));
    }

    fn mark(&self) -> usize {
        self.diagnostics.len()
    }

    fn failed_since(&self, mark: usize) -> bool {
        self.diagnostics.len() > mark
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

    /// Starts recovery, in which the next tokens can be invalid only because of skipped ones.
    fn start_recovery(&mut self) {
        self.recovering = true;
        self.recoveries += 1;
    }

    /// Skips past the closing mark of the innermost open bracket, and returns the mark.
    fn skip_past(&mut self, end: TokenKind) -> Token {
        self.start_recovery();
        let start = end.opposite();
        let mut nesting = 0_u32;
        loop {
            let token = self.read();
            let kind = match token.kind {
                TokenKind::Control if end == TokenKind::SequenceEnd => TokenKind::Interpolation,
                kind => kind,
            };
            if kind == TokenKind::End {
                return token;
            }
            if kind == end {
                match nesting.checked_sub(1) {
                    None => return token,
                    Some(less) => nesting = less,
                }
            } else if Some(kind) == start {
                nesting += 1;
            }
        }
    }

    /// Skips past the next opening mark of a kind, and past its closing mark.
    fn skip_brackets(&mut self, start: TokenKind) {
        loop {
            let kind = self.read().kind;
            if kind == start || kind == TokenKind::End {
                break;
            }
        }
        if let Some(end) = start.opposite() {
            self.skip_past(end);
        }
    }

    /// Skips past the newline that ends the innermost attribute or block.
    fn skip_item(&mut self) {
        self.start_recovery();
        let mut open: Vec<TokenKind> = Vec::new();
        loop {
            let kind = self.read().kind;
            match kind {
                TokenKind::Newline if open.is_empty() => return,
                TokenKind::End => return,
                TokenKind::OpenBrace
                | TokenKind::OpenBracket
                | TokenKind::OpenParen
                | TokenKind::OpenQuote
                | TokenKind::OpenHeredoc
                | TokenKind::Interpolation
                | TokenKind::Control => open.push(kind),
                TokenKind::CloseBrace
                | TokenKind::CloseBracket
                | TokenKind::CloseParen
                | TokenKind::CloseQuote
                | TokenKind::CloseHeredoc
                | TokenKind::SequenceEnd => {
                    while open.pop().is_some_and(|opener| opener.opposite() != Some(kind)) {}
                }
                _ => {}
            }
        }
    }
}
