//! Recovery from a mistake: which tokens are skipped, and which are written in their place.
//!
//! The tokens that the walk reads are written to its output. After a mistake, the output is made
//! one that the grammar accepts: missing tokens are added with an empty span, and a token of broken
//! text stands for a missing or invalid operand, or follows the operand that it makes invalid.

use super::{Checker, lines};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Starts recovery, in which the next tokens can be invalid only because of skipped ones. The
    /// innermost expression is broken, unless [`Self::patch`] or [`Self::add_broken`] follows.
    pub(super) fn start_recovery(&mut self) {
        self.recovering = true;
        self.is_broken = true;
    }

    /// Sets whether newlines are tokens in the innermost open bracket.
    pub(super) fn set_newlines(&mut self, are_tokens: bool) {
        self.ends.last_mut().into_iter().for_each(|end| end.1 = are_tokens);
    }

    /// Returns the number of open brackets, quotes and sequences.
    pub(super) fn level(&self) -> usize {
        self.ends.len()
    }

    /// Skips past the closing marks of the brackets inside of a level.
    pub(super) fn leave(&mut self, level: usize) {
        while self.ends.len() > level
            && let Some((end, _)) = self.ends.pop()
        {
            self.is_broken = true;
            self.next = self.next.max(end as usize + 1);
        }
    }

    /// Writes a token that is not in the text, after the last one that was read.
    pub(super) fn add(&mut self, kind: TokenKind) {
        let span = Span::at(self.next.checked_sub(1).map_or(0, |last| self.tokens[last].span.end));
        self.out.push(Token { kind, span });
        self.added += usize::from(kind != TokenKind::Broken);
    }

    /// Writes broken text of no length: an operand is missing, or the one before is incomplete.
    pub(super) fn add_broken(&mut self) {
        self.add(TokenKind::Broken);
        self.is_broken = false;
    }

    /// Replaces the output since a mark by broken text, which begins at an offset and ends with the
    /// last token that was read or skipped.
    pub(super) fn patch(&mut self, mark: usize, start: u32) {
        self.out.truncate(mark);
        self.add_broken();
        if let Some(broken) = self.out.last_mut() {
            broken.span.start = start.min(broken.span.end);
        }
    }

    /// Moves to the next token of some kinds outside of further brackets, or to the
    /// closing mark of the innermost open bracket. Skipped text is broken text, joined with broken
    /// text before it.
    pub(super) fn skip_to(&mut self, stops: &[TokenKind]) {
        let mut skipped: Option<Span> = None;
        loop {
            let (token, next) = self.look();
            if token.kind == TokenKind::End || token.kind.closes() || stops.contains(&token.kind) {
                break;
            }
            self.next = if token.kind.opens() { self.pairs[next - 1] as usize + 1 } else { next };
            let end = self.tokens[self.next - 1].span;
            skipped = Some(skipped.unwrap_or(token.span).to(end));
        }
        match (skipped, self.out.last_mut()) {
            (Some(skipped), Some(last)) if last.kind == TokenKind::Broken => last.span.end = skipped.end,
            (Some(span), _) => self.out.push(Token { kind: TokenKind::Broken, span }),
            (None, _) => {}
        }
    }

    /// Skips the rest of an element of a list or an object, or of all if it is a misplaced `for`.
    /// Recovery ends after it.
    pub(super) fn skip_element(&mut self) {
        let is_for = self.at_keyword("for");
        self.skip_to(if is_for { &[] } else { &[TokenKind::Comma, TokenKind::Newline] });
        self.recovering = false;
    }

    /// Skips the rest of a bracket with one expression in it, and returns its closing mark.
    /// Recovery ends after it.
    pub(super) fn close_past(&mut self) -> Token {
        self.skip_to(&[]);
        self.recovering = false;
        self.read()
    }

    /// Skips past the closing mark of the innermost open bracket of a kind, and returns the mark.
    /// The bracket is broken.
    pub(super) fn skip_past(&mut self, end: TokenKind) -> Token {
        self.start_recovery();
        while let Some((index, _)) = self.ends.pop() {
            let close = self.tokens[index as usize];
            self.next = self.next.max(index as usize + 1);
            if close.kind == end {
                return close;
            }
        }
        self.next = self.tokens.len();
        self.end()
    }

    /// Skips to the end of a line.
    pub(super) fn skip_line(&mut self) {
        self.skip_to(&[TokenKind::Newline]);
    }

    /// Skips past the newline that ends an attribute or a block.
    pub(super) fn skip_item(&mut self) {
        self.skip_line();
        if self.peek_kind() == TokenKind::Newline {
            self.read();
        }
    }

    /// Skips past the newline that ends a line without an item. None of it is written but the
    /// newline.
    pub(super) fn drop_item(&mut self, mark: usize) {
        self.skip_line();
        self.out.truncate(mark);
        self.skip_item();
    }

    /// Makes the value of an attribute broken text if the grammar does not accept the attribute as
    /// it was written. The name is at the mark, and the equals sign after it.
    pub(super) fn check_written(&mut self, item: usize) {
        let value = item + 2;
        let accepts = |tokens: &[Token]| {
            let mut tree = ast::tree::Tree::new(self.source.clone());
            crate::syntax::read_repaired(tokens, &self.limits, &mut tree).is_ok()
        };
        if self.diagnostics.is_empty() || accepts(&self.out[item..]) {
            return;
        }
        let start = self.out.get(value).map_or(0, |token| token.span.start);
        let text = self.text;
        let newline = self.out.pop_if(|last| lines::ends_line(text, *last));
        let end = self.out.last().map_or(start, |token| token.span.end);
        self.out.truncate(value);
        self.out.push(Token { kind: TokenKind::Broken, span: Span::new(start.min(end), end) });
        self.out.extend(newline);
    }
}
