//! Brackets matched by a stack: which ones are superfluous, and which ones lack their other half.
//! Where several could be the one, the layout decides.

use super::lines;
use crate::syntax::token::{Token, TokenKind};

/// The number of open brackets, or of tokens of a line, that are compared with a closing one.
const NEAR: usize = 64;

/// The line of a token.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Line {
    /// The index of its first token.
    pub(super) first: u32,
    pub(super) indentation: u32,
}

/// What is known of each token.
#[derive(Clone, Copy, Default)]
struct Bracket {
    is_unmatched: bool,
    is_culprit: bool,
    line: Line,
    /// The indentation of the first line in it.
    content: Option<u32>,
    /// The index of its closing bracket.
    close: u32,
    /// The last brace in it that is closed by one with another indentation.
    shifted: Option<u32>,
}

/// The brackets of a text.
pub(super) struct Matching(Vec<Bracket>);

impl Matching {
    pub(super) fn new(text: &str, tokens: &[Token]) -> Self {
        let mut matching = Self(Vec::with_capacity(tokens.len()));
        let mut open: Vec<usize> = Vec::new();
        let mut line = Line::default();
        // The last brace outside of all others that is closed by one with another indentation.
        let mut shifted = None;
        for (at, token) in tokens.iter().enumerate() {
            if !matches!(token.kind, TokenKind::Newline | TokenKind::Comment)
                && let Some(indentation) = lines::indentation(text, token.span.start)
            {
                line = Line { first: at as u32, indentation };
                if let Some(top) = open.last().filter(|_| !token.kind.closes()) {
                    matching.0[*top].content.get_or_insert(indentation);
                }
            }
            matching.0.push(Bracket { line, ..Bracket::default() });
            if token.kind.opens() {
                open.push(at);
            }
            if !token.kind.closes() {
                continue;
            }
            let Some(index) = matching.closed(text, tokens, at, open.len(), |index| open[index]) else {
                matching.0[at].is_unmatched = true;
                if let Some(brace) =
                    shifted.take_if(|brace| open.is_empty() && !matching.is_early(*brace as usize))
                {
                    let close = matching.0[matching.innermost(brace as usize, false)].close;
                    matching.0[close as usize].is_culprit = true;
                }
                continue;
            };
            open.drain(index + 1..).for_each(|at| matching.0[at].is_unmatched = true);
            let opening = open.remove(index);
            matching.0[opening].close = at as u32;
            let Bracket { line: begun, content, .. } = matching.0[opening];
            let is_late = begun.indentation < line.indentation && content <= Some(line.indentation);
            if token.kind == TokenKind::CloseBrace
                && begun.first < line.first
                && (is_late || matching.is_early(opening))
            {
                let outer = open.last().map_or(&mut shifted, |outer| &mut matching.0[*outer].shifted);
                *outer = Some(opening as u32);
            }
        }
        for at in open {
            matching.0[at].is_unmatched = true;
            let culprit = matching.innermost(at, true);
            matching.0[culprit].is_culprit = tokens[culprit].kind == TokenKind::OpenBrace;
        }
        matching
    }

    /// Returns whether the layout shows that a brace is the one without its other half.
    pub(super) fn is_culprit(&self, at: usize) -> bool {
        self.0[at].is_culprit
    }

    pub(super) fn is_unmatched(&self, at: usize) -> bool {
        self.0[at].is_unmatched
    }

    /// Returns whether a bracket is closed by one of its kind.
    pub(super) fn is_matched(&self, tokens: &[Token], at: usize) -> bool {
        let close = tokens[self.0[at].close as usize].kind;
        !self.is_unmatched(at) && tokens[at].kind.opposite() == Some(close)
    }

    pub(super) fn line(&self, at: usize) -> Line {
        self.0[at].line
    }

    /// Returns whether the closing brace of a brace has less indentation.
    fn is_early(&self, opening: usize) -> bool {
        let Bracket { line, close, .. } = self.0[opening];
        self.0[close as usize].line.indentation < line.indentation
    }

    /// Returns the innermost brace in another one that is closed too early, or too late, as all
    /// between them are.
    fn innermost(&self, mut brace: usize, is_early: bool) -> usize {
        while let Some(inner) =
            self.0[brace].shifted.filter(|inner| self.is_early(*inner as usize) == is_early)
        {
            brace = inner as usize;
        }
        brace
    }

    /// Returns which one of some open brackets a closing one closes. `opening` returns the index of
    /// the token of an open bracket.
    pub(super) fn closed(
        &self,
        text: &str,
        tokens: &[Token],
        at: usize,
        open: usize,
        opening: impl Fn(usize) -> usize,
    ) -> Option<usize> {
        let close = tokens[at].kind;
        let kind = |index: usize| tokens[opening(index)].kind;
        let line = |index: usize| self.line(opening(index));
        let closes = |index: &usize| kind(*index).opposite() == Some(close);
        let mut near = (0..open).rev().take(NEAR);
        if close.closes_template() {
            return near.find(closes);
        }
        let near = || (0..open).rev().take(NEAR).take_while(|index| !kind(*index).opens_template());
        let top = near().next()?;
        let own = near().find(closes);
        let Line { first, indentation } = self.line(at);
        if own != Some(top) && line(top).first == first {
            // The brackets after it on the line show whether it is superfluous or a wrong one.
            let surplus = surplus(text, &tokens[at + 1..]);
            match near().take_while(|index| line(*index).first == first).count() as i32 - surplus {
                0 if surplus > 0 => return None,
                1 => return Some(top),
                _ => return own,
            }
        }
        let is_aligned = |index: usize| line(index).indentation == indentation;
        let is_wrong = first == at as u32 && is_aligned(top) && !own.is_some_and(is_aligned);
        if is_wrong { Some(top) } else { own }
    }
}

/// Returns how many more closing than opening brackets are in the rest of a line. It is 2 for
/// `a})`.
fn surplus(text: &str, rest: &[Token]) -> i32 {
    let is_on_line = |token: &&Token| {
        !lines::ends_line(text, **token) && lines::indentation(text, token.span.start).is_none()
    };
    let count = |token: &Token| i32::from(token.kind.closes()) - i32::from(token.kind.opens());
    rest.iter().take(NEAR).take_while(is_on_line).map(count).sum()
}

/// Returns whether all brackets match.
pub(super) fn are_paired(tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    let matches = |token: &Token| match token.kind {
        kind if kind.opens() => {
            open.push(kind);
            true
        }
        kind if kind.closes() => open.pop().is_some_and(|opening| opening.opposite() == Some(kind)),
        _ => true,
    };
    tokens.iter().all(matches) && open.is_empty()
}

/// Returns the index of the matching bracket of each one, if all of them match.
pub(super) fn pairs(tokens: &[Token]) -> Option<Vec<u32>> {
    let mut pairs = vec![0; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind.opens() {
            open.push(index);
        } else if token.kind.closes() {
            let opening = open.pop().filter(|at| tokens[*at].kind.opposite() == Some(token.kind))?;
            (pairs[opening], pairs[index]) = (index as u32, opening as u32);
        }
    }
    open.is_empty().then_some(pairs)
}
