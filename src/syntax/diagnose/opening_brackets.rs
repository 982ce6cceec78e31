//! Opening brackets that are missing, doubled, or written as another mark. Their closing brackets
//! would be superfluous, and all after them would be in another block.

use super::lines::{self, LineShape};
use super::lone_brackets::{
    self, doubled_brace_of_block, missing_brace_of_block, missing_opening, wrong_brace,
};
use super::matching::{Matching, are_paired};
use super::reader::Repaired;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// The number of tokens in which the closing bracket is looked for.
const NEAR: usize = 4096;

/// Adds missing opening brackets, and replaces wrong ones. Returns whether all brackets are known
/// to match now.
pub(super) fn repair(text: &str, repaired: &mut Repaired) -> bool {
    if lone_brackets::repair(text, repaired) && are_paired(&repaired.tokens) {
        return true;
    }
    let tokens = std::mem::take(&mut repaired.tokens);
    let matching = Matching::new(text, &tokens);
    let orphan = (0..tokens.len()).rfind(|at| tokens[*at].kind.closes() && matching.is_unmatched(*at));
    let mut out = Vec::with_capacity(tokens.len());
    // The first token of the line, and the last one that is not a comment.
    let (mut first, mut last) = (0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let is_end = lines::ends_line(text, *token);
        if !is_end && token.kind != TokenKind::Comment {
            last = at;
        }
        out.push(*token);
        if !is_end {
            continue;
        }
        let line = Line { text, tokens: &tokens, first, last, next: at + 1 };
        first = at + 1;
        let has_text = line.first <= last;
        if has_text && let Some(diagnostic) = line.doubled_brace(&matching) {
            out.remove(out.len() - 1 - (at - last));
            repaired.diagnostics.push(diagnostic);
            continue;
        }
        let opening = || {
            let found = line.wrong_brace(&matching).or_else(|| line.missing_brace());
            found.or_else(|| line.missing_opening(orphan > Some(at)))
        };
        if let Some((kind, diagnostic)) = has_text.then(opening).flatten() {
            let span = Span::at(tokens[last].span.end);
            let end = out.len() - (at - last);
            match diagnostic.span() {
                // It is in the place of the last token.
                Some(subject) if !subject.is_empty() => out[end - 1].kind = kind,
                _ => out.insert(end, Token { kind, span }),
            }
            repaired.diagnostics.push(diagnostic);
        }
    }
    repaired.tokens = out;
    false
}

/// A line: the indexes of its first token, of its last one without comments, and of the token after
/// its end.
struct Line<'t> {
    text: &'t str,
    tokens: &'t [Token],
    first: usize,
    last: usize,
    next: usize,
}

type Opening = (TokenKind, Diagnostic);

impl Line<'_> {
    fn indentation(&self, at: usize) -> Option<u32> {
        lines::indentation(self.text, self.tokens.get(at)?.span.start)
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |token| token.kind)
    }

    /// Returns the index of the first token of the next line with text.
    fn next_line(&self) -> usize {
        let is_blank = |at: &usize| matches!(self.kind(*at), TokenKind::Newline | TokenKind::Comment);
        (self.next..self.tokens.len()).find(|at| !is_blank(at)).unwrap_or(self.tokens.len())
    }

    /// Returns whether the next line has more indentation.
    fn is_followed_by_content(&self) -> bool {
        self.indentation(self.next_line()) > self.indentation(self.first)
    }

    /// Returns the index of the bracket that begins the next line with at most the indentation of
    /// this one, if that has the same indentation.
    fn closing_line(&self) -> Option<usize> {
        let indentation = self.indentation(self.first);
        let at = (self.next..self.tokens.len()).take(NEAR).find(|at| {
            use TokenKind::{CloseHeredoc, Comment, Newline, StringLiteral};
            !matches!(self.kind(*at), Newline | Comment | StringLiteral | CloseHeredoc)
                && self.indentation(*at).is_some_and(|next| Some(next) <= indentation)
        })?;
        let closes = matches!(self.kind(at), TokenKind::CloseBrace | TokenKind::CloseBracket);
        (closes && self.indentation(at) == indentation && self.is_followed_by_content()).then_some(at)
    }

    /// Recognizes a mark in the place of the brace of a block, such as `service "web":`.
    fn wrong_brace(&self, matching: &Matching) -> Option<Opening> {
        let Self { first, last, .. } = *self;
        let token = self.tokens[last];
        let is_wrong = match token.kind {
            TokenKind::Colon if last == first + 1 => self.closing_line().is_some(),
            TokenKind::Colon => last > first,
            TokenKind::OpenParen | TokenKind::OpenBracket => {
                last > first + 1 && !matching.is_matched(self.tokens, last)
            }
            _ => false,
        };
        let header = &self.tokens[first..last];
        if !is_wrong
            || LineShape::from_tokens(self.text, header, 0) != LineShape::Header
            || !self.is_followed_by_content()
        {
            return None;
        }
        let found = wrong_brace(self.text, token.span);
        let gap = if header.last()?.span.end == token.span.start { " {" } else { "{" };
        Some((TokenKind::OpenBrace, found.with_replacement(token.span, gap)))
    }

    /// Recognizes the header of a block without its brace.
    fn missing_brace(&self) -> Option<Opening> {
        let is_header = LineShape::from_tokens(self.text, self.tokens, self.first) == LineShape::Header;
        let close = is_header.then(|| self.closing_line()).flatten()?;
        let is_body = LineShape::from_tokens(self.text, self.tokens, self.next_line()) != LineShape::Other;
        if self.kind(close) != TokenKind::CloseBrace || !is_body {
            return None;
        }
        let expected = Span::at(self.tokens[self.last].span.end);
        let found = missing_brace_of_block(expected)
            .with_label(self.tokens[self.first].span, "the block begins here");
        Some((TokenKind::OpenBrace, found.with_replacement(expected, " {")))
    }

    /// Recognizes two braces at the start of the body of a block, one of which is not closed.
    fn doubled_brace(&self, matching: &Matching) -> Option<Diagnostic> {
        let [.., first, second] = &self.tokens[self.first..=self.last] else { return None };
        let is_doubled = [first.kind, second.kind] == [TokenKind::OpenBrace; 2]
            && first.span.end == second.span.start
            && (matching.is_culprit(self.last) || matching.is_culprit(self.last - 1))
            && LineShape::from_tokens(self.text, &self.tokens[self.first..self.last], 0) == LineShape::Block;
        is_doubled.then(|| doubled_brace_of_block(second.span).with_correction(second.span, ""))
    }

    /// Recognizes a value or an argument without its opening bracket, but with the closing one.
    fn missing_opening(&self, has_orphan: bool) -> Option<Opening> {
        let close = match self.kind(self.last) {
            TokenKind::Equals if has_orphan => self.closing_line()?,
            TokenKind::OpenParen => self.end_of_argument()?,
            _ => return None,
        };
        let kind = self.kind(close).opposite()?;
        let before = self.tokens[self.last].span;
        let found = Diagnostic::new(Code::MissingValue, missing_opening(kind))
            .at(Span::at(before.end))
            .with_label(self.tokens[close].span, "this closes it");
        let space = if self.kind(self.last) == TokenKind::Equals { " " } else { "" };
        Some((kind, found.with_replacement(Span::at(before.end), format!("{space}{}", kind.written()))))
    }

    /// Returns the index of a brace or bracket before the closing parenthesis of the one at the end
    /// of the line, if that was not opened in it.
    fn end_of_argument(&self) -> Option<usize> {
        let mut depth = 0_u32;
        for (at, token) in self.tokens.iter().enumerate().skip(self.last + 1).take(NEAR) {
            let is_argument_end = matches!(token.kind, TokenKind::CloseBrace | TokenKind::CloseBracket);
            match token.kind {
                kind if kind.opens() => depth += 1,
                kind if kind.closes() && depth > 0 => depth -= 1,
                kind if kind.closes() => {
                    return (is_argument_end && self.kind(at + 1) == TokenKind::CloseParen).then_some(at);
                }
                _ => {}
            }
        }
        None
    }
}
