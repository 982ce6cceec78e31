//! Brackets matched by a stack, without regard to the layout: which ones are superfluous, and which
//! ones lack their other half.

use super::lines;
use crate::syntax::token::{Token, TokenKind};

/// The number of open brackets that are compared with a closing one.
pub(super) const NEAR: usize = 64;

/// What is known of each token.
#[derive(Clone, Copy, Default)]
struct Bracket {
    is_unmatched: bool,
    lacks_brace: bool,
    /// The indentation of its line, and the index of the first token of that line.
    indentation: u32,
    line: u32,
    /// The indexes of its closing bracket, and of the opening bracket that was closed last in it.
    /// None is at 0, where nothing can be in another bracket.
    close: u32,
    last_child: u32,
}

/// The brackets of a text.
pub(super) struct Matching(Vec<Bracket>);

impl Matching {
    pub(super) fn of(text: &str, tokens: &[Token]) -> Self {
        let mut all: Vec<Bracket> = Vec::with_capacity(tokens.len());
        let mut open: Vec<usize> = Vec::new();
        let (mut indentation, mut line) = (0, 0);
        for (at, token) in tokens.iter().enumerate() {
            if !matches!(token.kind, TokenKind::Newline | TokenKind::Comment)
                && let Some(spaces) = lines::indentation(text, token.span.start)
            {
                (indentation, line) = (spaces, at as u32);
            }
            all.push(Bracket { indentation, line, ..Bracket::default() });
            if token.kind.opens() {
                open.push(at);
                continue;
            } else if !token.kind.closes() {
                continue;
            }
            let kinds = open.iter().map(|at| tokens[*at].kind);
            let is_wrong = open.last().is_some_and(|top| all[*top].line == line && line < at as u32);
            match closed(kinds, token.kind, is_wrong) {
                Some(index) => {
                    open.drain(index + 1..).for_each(|at| all[at].is_unmatched = true);
                    if let Some(opening) = open.pop() {
                        all[opening].close = at as u32;
                        open.last().into_iter().for_each(|outer| all[*outer].last_child = opening as u32);
                    }
                }
                None => all[at].is_unmatched = true,
            }
        }
        let mut matching = Self(all);
        for at in open {
            matching.0[at].is_unmatched = true;
            let culprit = matching.culprit(tokens, at);
            matching.0[culprit].lacks_brace = tokens[culprit].kind == TokenKind::OpenBrace;
        }
        matching
    }

    /// Returns whether the layout shows that a brace is the one that is not closed.
    pub(super) fn lacks_brace(&self, at: usize) -> bool {
        self.0[at].lacks_brace
    }

    pub(super) fn is_unmatched(&self, at: usize) -> bool {
        self.0[at].is_unmatched
    }

    /// Returns the innermost brace that lacks its closing one if an outer one is unmatched: each
    /// brace between them is closed by one with less indentation, which is that of the next one.
    fn culprit(&self, tokens: &[Token], unmatched: usize) -> usize {
        let mut culprit = unmatched;
        loop {
            let child = self.0[culprit].last_child as usize;
            let (opening, closing) = (self.0[child], self.0[self.0[child].close as usize]);
            if child == 0
                || tokens[child].kind != TokenKind::OpenBrace
                || opening.line >= closing.line
                || opening.indentation <= closing.indentation
            {
                return culprit;
            }
            culprit = child;
        }
    }
}

/// Returns the index of the open bracket that a closing one closes. `is_wrong` is whether it closes
/// the innermost one even if that is of another kind.
pub(super) fn closed(
    open: impl DoubleEndedIterator<Item = TokenKind> + ExactSizeIterator,
    close: TokenKind,
    is_wrong: bool,
) -> Option<usize> {
    let is_template = |kind: TokenKind| {
        use TokenKind::{Control, Interpolation, OpenHeredoc, OpenQuote};
        matches!(kind, OpenQuote | OpenHeredoc | Interpolation | Control)
    };
    let ends_template =
        matches!(close, TokenKind::CloseQuote | TokenKind::CloseHeredoc | TokenKind::SequenceEnd);
    for (depth, (index, kind)) in open.enumerate().rev().take(NEAR).enumerate() {
        if kind.opposite() == Some(close) || is_wrong && depth == 0 && !ends_template && !is_template(kind) {
            return Some(index);
        } else if !ends_template && is_template(kind) {
            return None;
        }
    }
    None
}
