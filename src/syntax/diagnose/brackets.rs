//! Brackets of rejected text.
//!
//! After this pass every opening mark has its closing mark: missing ones are added with an empty
//! span, mismatched ones replaced, and those that close nothing removed. Each mistake is reported
//! once.
//!
//! An item of the outermost body whose brackets match is not changed. The others are repaired
//! twice. By the layout, a line that begins an item ends the round and square brackets before it,
//! and the braces that were opened on a line with at least its indentation. A brace at the start of
//! a line closes the one that was opened on a line with the same indentation. By the count, a
//! closing bracket closes the nearest one of its kind, and the layout only decides which one of
//! several is not closed. The repair with fewer mistakes is taken; if both have as many, it is
//! that by the layout.

use super::lines::{self, LineShape};
use super::matching::{self, Matching, NEAR};
use super::openers;
use super::reader::{Repaired, is_covered};
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
    if !pairs(&repaired.tokens).contains(&NONE) {
        return;
    }
    if has_bodies {
        openers::repair(text, repaired);
    }
    let tokens = std::mem::take(&mut repaired.tokens);
    let pairs = pairs(&tokens);
    let repair = |by_count: Option<Matching>| {
        let mut balancer = Balancer {
            text,
            tokens: &tokens,
            pairs: &pairs,
            by_count,
            out: Vec::with_capacity(tokens.len()),
            found: Vec::new(),
            items: Vec::new(),
            open: Vec::new(),
            has_bodies,
            line: 0,
            indentation: 0,
            in_value: false,
            brace_before: None,
            repaired,
        };
        balancer.tokens();
        balancer
    };
    let layout = repair(None);
    if layout.found.len() <= 1 {
        let Balancer { out, found, .. } = layout;
        repaired.tokens = out;
        return repaired.diagnostics.extend(found);
    }
    let count = repair(Some(Matching::of(text, &tokens)));
    // Where an item begins in both, the better repair of the text before it is taken.
    let mut chosen = Vec::with_capacity(layout.out.len());
    let mut found = Vec::new();
    let mut others = count.items.iter().peekable();
    let (mut from, mut other_from) = (Item::default(), Item::default());
    for item in &layout.items {
        while others.next_if(|other| other.token < item.token).is_some() {}
        let Some(other) = others.next_if(|other| other.token == item.token) else { continue };
        let is_better = other.found - other_from.found < item.found - from.found;
        let (repair, start, end) =
            if is_better { (&count, other_from, other) } else { (&layout, from, item) };
        chosen.extend_from_slice(&repair.out[start.out..end.out]);
        found.extend_from_slice(&repair.found[start.found..end.found]);
        (from, other_from) = (*item, *other);
    }
    repaired.tokens = chosen;
    repaired.diagnostics.extend(found);
}

/// The start of an item outside of all brackets: the index of its token, and the lengths of the
/// results before it.
#[derive(Clone, Copy, Default)]
struct Item {
    token: usize,
    out: usize,
    found: usize,
}

/// The number of further opening brackets that a diagnostic shows.
const SHOWN: usize = 20;

/// The index of a bracket that has no match.
const NONE: u32 = u32::MAX;

/// Returns the index of the matching bracket of each one, where the text between them is balanced.
pub(super) fn pairs(tokens: &[Token]) -> Vec<u32> {
    let mut pairs = vec![0; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind.opens() {
            open.push(index);
            pairs[index] = NONE;
        } else if token.kind.closes() {
            pairs[index] = NONE;
            match open.pop() {
                Some(opening) if tokens[opening].kind.opposite() == Some(token.kind) => {
                    pairs[opening] = index as u32;
                    pairs[index] = opening as u32;
                }
                // A bracket without a match: no bracket before it can match one after it.
                _ => open.clear(),
            }
        }
    }
    pairs
}

/// An opening mark without its closing mark so far.
#[derive(Clone, Copy)]
struct Open {
    /// Its index, and the token. One that is missing has the index of the next token.
    at: usize,
    token: Token,
    is_block: bool,
    /// Whether it belongs to a template or is in one.
    in_template: bool,
    /// The offset of the start of its line, and the indentation of that line.
    line: u32,
    indentation: u32,
    /// The indentation of the first line after it.
    content: Option<u32>,
    /// Its missing closing mark was reported, or follows from a reported mistake.
    is_reported: bool,
}

impl Open {
    fn is_brace(&self) -> bool {
        self.token.kind == TokenKind::OpenBrace
    }

    /// Returns whether it belongs to a template, where lines have no meaning.
    fn is_template(&self) -> bool {
        matches!(
            self.token.kind,
            TokenKind::OpenQuote | TokenKind::OpenHeredoc | TokenKind::Interpolation | TokenKind::Control
        )
    }

    /// Returns whether an item of a line with this indentation is outside of it.
    fn ends_before(&self, indentation: u32) -> bool {
        indentation <= self.indentation && self.content.is_none_or(|content| content > self.indentation)
    }
}

struct Balancer<'t, 'r> {
    text: &'t str,
    tokens: &'t [Token],
    pairs: &'t [u32],
    /// The matching brackets if the repair is by the count, not by the layout.
    by_count: Option<Matching>,
    out: Vec<Token>,
    found: Vec<Diagnostic>,
    /// The items that begin outside of all brackets, and the end.
    items: Vec<Item>,
    open: Vec<Open>,
    /// Whether the text has attributes and blocks, not only values.
    has_bodies: bool,
    /// The start and the indentation of the line.
    line: u32,
    indentation: u32,
    /// Whether the next token is in the value of an attribute, where a brace opens an object.
    in_value: bool,
    /// The index of the token before which the brace of a block is missing.
    brace_before: Option<usize>,
    repaired: &'r Repaired,
}

impl Balancer<'_, '_> {
    fn tokens(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            let begins_item = self.open.is_empty() && self.starts_line(at).is_some();
            if begins_item {
                self.items.push(Item { token: at, out: self.out.len(), found: self.found.len() });
            }
            if let Some(end) = begins_item.then(|| self.balanced_item(at)).flatten() {
                self.out.extend(&self.tokens[at..end]);
                at = end;
                self.in_value = false;
            } else {
                self.token(at);
                at += 1;
            }
        }
        // The missing brackets may be in the unterminated heredoc or comment.
        self.open.iter_mut().for_each(|open| open.is_reported |= self.repaired.is_cut);
        self.close_missing(0);
        let (out, found) = (self.out.len(), self.found.len());
        self.items.push(Item { token: self.tokens.len(), out, found });
    }

    /// Returns the indentation of the line that a token starts.
    fn starts_line(&self, at: usize) -> Option<u32> {
        let token = self.tokens[at];
        if matches!(token.kind, TokenKind::Newline | TokenKind::Comment) {
            return None;
        }
        lines::indentation(self.text, token.span.start)
    }

    /// Returns the index after the item that a token begins, if the brackets of the item match and
    /// none follows that closes nothing.
    fn balanced_item(&self, start: usize) -> Option<usize> {
        let indentation = self.starts_line(start);
        let mut at = start;
        while let Some(kind) = self.tokens.get(at).map(|token| token.kind) {
            let next = self.starts_line(at).filter(|_| at > start && !kind.closes());
            if next.is_some() && next <= indentation {
                break;
            }
            if kind.closes() || kind.opens() && self.pairs[at] == NONE {
                return None;
            }
            at = if kind.opens() { self.pairs[at] as usize } else { at } + 1;
        }
        Some(at)
    }

    fn token(&mut self, at: usize) {
        let token = self.tokens[at];
        if self.brace_before == Some(at) {
            let brace = Token { kind: TokenKind::OpenBrace, span: Span::at(self.end_of_out()) };
            self.push(at, brace, true);
            self.out.push(brace);
        }
        let start = self.starts_line(at);
        if let Some(indentation) = start.filter(|_| !self.is_in_template()) {
            self.indentation = indentation;
            self.line = token.span.start - indentation;
            self.line_start(at);
        }
        if token.kind.closes() {
            return self.close(at, start.is_some());
        } else if token.kind.opens() {
            self.push(at, token, false);
        } else if self.is_in_body() {
            self.in_value |= token.kind == TokenKind::Equals;
            self.in_value &= !self.ends_line(token);
        }
        self.out.push(token);
    }

    fn ends_line(&self, token: Token) -> bool {
        lines::ends_line(self.text, token)
    }

    fn is_in_body(&self) -> bool {
        self.has_bodies && self.open.last().is_none_or(|open| open.is_block)
    }

    fn push(&mut self, at: usize, token: Token, is_reported: bool) {
        let is_block = token.kind == TokenKind::OpenBrace && self.is_in_body() && !self.in_value;
        let mut open = Open {
            at,
            token,
            is_block,
            in_template: self.is_in_template(),
            line: self.line,
            indentation: self.indentation,
            content: None,
            is_reported: is_reported || is_covered(&self.repaired.covered, token.span),
        };
        open.in_template |= open.is_template();
        self.open.push(open);
    }

    fn is_in_template(&self) -> bool {
        self.open.last().is_some_and(|open| open.in_template)
    }

    /// Closes the brackets that cannot contain a line.
    fn line_start(&mut self, at: usize) {
        let shape = LineShape::of(self.text, self.tokens, at);
        let indentation = self.indentation;
        let ends = |open: &Open| match (shape, &self.by_count) {
            (LineShape::Other, _) => false,
            (LineShape::Attribute | LineShape::Block, by_count) if !open.is_brace() => {
                by_count.as_ref().is_none_or(|matching| matching.is_unmatched(open.at))
            }
            (_, None) => open.ends_before(indentation),
            (_, Some(matching)) => matching.lacks_brace(open.at) && indentation <= open.indentation,
        };
        let keep = self.open.iter().rposition(|open| !ends(open)).map_or(0, |last| last + 1);
        self.close_missing(keep);
        if let Some(open) = self.open.last_mut()
            && !self.tokens[at].kind.closes()
        {
            open.content.get_or_insert(indentation);
        }
        if shape == LineShape::Header && self.is_in_body() {
            self.missing_opening_brace(at);
        }
    }

    /// Adds the brace of the header of a block, if the next line is in its body.
    fn missing_opening_brace(&mut self, header: usize) {
        let count = |from: usize, ends: bool| {
            let rest = self.tokens[from..].iter().take_while(|token| self.ends_line(**token) == ends);
            from + rest.count()
        };
        let end = count(header, false);
        let next = count(end, true);
        if next >= self.tokens.len()
            || self.starts_line(next).is_none_or(|next| next <= self.indentation)
            || LineShape::of(self.text, self.tokens, next) == LineShape::Other
        {
            return;
        }
        let expected = Span::at(self.tokens[end - 1].span.end);
        let detail = "This block has no opening \"{\" on the line of its type and labels.";
        let found = Diagnostic::new(Code::MissingOpeningBrace, detail).at(expected);
        let found = found.with_label(self.tokens[header].span, "the block begins here");
        self.report(found.with_replacement(expected, " {"));
        self.brace_before = Some(end);
    }

    /// Handles a closing mark: it closes an open bracket, or it is removed.
    fn close(&mut self, at: usize, starts_line: bool) {
        let token = self.tokens[at];
        let is_covered = is_covered(&self.repaired.covered, token.span);
        let found = &self.text[token.span.range()];
        let closed = match &self.by_count {
            Some(matching) => self.closed_by_count(matching, token.kind, starts_line),
            None => self.closed_by(at, starts_line),
        };
        let Some(index) = closed else {
            let detail = format!("No bracket is open here that this {found:?} could close. Remove it.");
            if !is_covered {
                let diagnostic = Diagnostic::new(Code::UnopenedBracket, detail);
                self.report(diagnostic.at(token.span).with_replacement(token.span, ""));
            }
            return;
        };
        self.close_missing(index + 1);
        let open = self.open[index];
        let kind = open.token.kind.opposite().unwrap_or(token.kind);
        let is_wrong = kind != token.kind;
        if is_wrong && !open.is_reported && !is_covered {
            let (opening, wanted) = (&self.text[open.token.span.range()], written(kind));
            let detail = format!("This {found:?} closes a {opening:?}, which is closed by {wanted:?}.");
            let diagnostic = Diagnostic::new(Code::MismatchedBracket, detail)
                .at(token.span)
                .with_label(open.token.span, format!("this {opening:?} is open"));
            self.report(diagnostic.with_replacement(token.span, wanted));
        }
        self.out.push(if is_wrong { Token { kind, span: Span::at(token.span.start) } } else { token });
        self.open.pop();
    }

    /// Returns the index of the open bracket that a closing mark closes by the count.
    fn closed_by_count(&self, matching: &Matching, close: TokenKind, starts_line: bool) -> Option<usize> {
        // A brace that lacks its closing one is closed before the mark.
        let ends = self.open.iter().rev().take_while(|open| matching.lacks_brace(open.at)).count();
        let open = &self.open[..self.open.len() - ends];
        let is_wrong = !starts_line && open.last().is_some_and(|open| open.line == self.line);
        matching::closed(open.iter().map(|open| open.token.kind), close, is_wrong)
    }

    /// Returns how many more closing than opening brackets follow a token on its line.
    fn surplus(&self, at: usize) -> i32 {
        let rest = self.tokens[at + 1..].iter().take(NEAR);
        let is_on_line = |token: &&Token| {
            !self.ends_line(**token) && lines::indentation(self.text, token.span.start).is_none()
        };
        let count = |token: &Token| i32::from(token.kind.closes()) - i32::from(token.kind.opens());
        rest.take_while(is_on_line).map(count).sum()
    }

    /// Returns the index of the open bracket that a closing mark closes.
    fn closed_by(&self, at: usize, starts_line: bool) -> Option<usize> {
        let token = self.tokens[at];
        let top = self.open.len().checked_sub(1)?;
        let near = || (0..=top).rev().take(NEAR);
        let is_closed = |index: &usize| self.open[*index].token.kind.opposite() == Some(token.kind);
        if matches!(token.kind, TokenKind::CloseQuote | TokenKind::CloseHeredoc | TokenKind::SequenceEnd) {
            return near().find(is_closed);
        }
        let near = || near().take_while(|index| !self.open[*index].is_template());
        let innermost = &self.open[near().next()?];
        let on_line = |index: &usize| self.open[*index].line == self.line;
        if !is_closed(&top) && !starts_line {
            let surplus = self.surplus(at);
            // The brackets after it on the line show whether it is superfluous or a wrong one.
            match near().take_while(on_line).count() as i32 - surplus {
                0 if surplus > 0 => return None,
                1 => return Some(top),
                _ => {}
            }
        }
        let is_indented = innermost.indentation == self.indentation;
        if token.kind != TokenKind::CloseBrace {
            let matching = near().take_while(|index| !self.open[*index].is_block).find(is_closed);
            let is_top = !innermost.is_brace() || on_line(&top) || starts_line && is_indented;
            return matching.or(is_top.then_some(top));
        }
        let braces = || near().filter(|index| self.open[*index].is_brace());
        if self.is_in_template() || !starts_line {
            let brace = braces().find(|index| on_line(index) || self.is_in_template());
            return brace.or((!innermost.is_block).then_some(top));
        }
        let indentation = |index: &usize| self.open[*index].indentation;
        if let Some(index) = braces().find(|index| indentation(index) == self.indentation) {
            return Some(index);
        }
        if !innermost.is_brace() && is_indented {
            return Some(top);
        }
        let inner = braces().take_while(|index| indentation(index) > self.indentation).last();
        let index = inner.or_else(|| braces().next())?;
        // A brace at the indentation of the content does not close the block.
        let open = &self.open[index];
        let is_inside = open.content.is_some_and(|content| self.indentation >= content);
        (open.indentation > self.indentation || !is_inside).then_some(index)
    }

    /// Adds the closing marks of the brackets from an index on, and reports them together.
    fn close_missing(&mut self, keep: usize) {
        if keep >= self.open.len() {
            return;
        }
        let is_line_end = |token: &&Token| matches!(token.kind, TokenKind::Newline | TokenKind::Comment);
        let tail = self.out.len() - self.out.iter().rev().take_while(is_line_end).count();
        let mut tail = self.out.split_off(tail);
        let expected = Span::at(self.end_of_out());
        self.report_missing(keep, expected, &tail);
        while self.open.len() > keep
            && let Some(open) = self.open.pop()
        {
            if open.is_block && open.content.is_some() {
                self.out.append(&mut tail);
                if self.out.last().is_none_or(|last| !self.ends_line(*last)) {
                    self.out.push(Token { kind: TokenKind::Newline, span: expected });
                }
            }
            let end = Span::at(self.end_of_out());
            self.out.extend(open.token.kind.opposite().map(|kind| Token { kind, span: end }));
            if open.is_block && tail.is_empty() {
                self.out.push(Token { kind: TokenKind::Newline, span: end });
            }
            self.in_value &= !open.is_block;
        }
        self.out.append(&mut tail);
        self.in_value &= !self.is_in_body() || self.out.last().is_some_and(|last| !self.ends_line(*last));
    }

    fn report_missing(&mut self, keep: usize, expected: Span, tail: &[Token]) {
        let mut unreported = self.open[keep..].iter().rev().filter(|open| !open.is_reported);
        let Some(innermost) = unreported.next() else { return };
        let opening = &self.text[innermost.token.span.range()];
        let wanted = innermost.token.kind.opposite().map_or("", written);
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
            diagnostic = diagnostic.with_replacement(expected, missing.map(written).collect::<String>());
        }
        for outer in unreported.take(SHOWN) {
            diagnostic = diagnostic.with_label(outer.token.span, "this is not closed either");
        }
        if tail.first().is_some_and(|comment| self.text[comment.span.range()].contains(wanted)) {
            let help =
                format!("The {wanted:?} after it is in a comment, which goes on to the end of its line.");
            diagnostic = diagnostic.with_help(help);
        }
        self.report(diagnostic);
    }

    /// Returns the end of the last token of the output.
    fn end_of_out(&self) -> u32 {
        self.out.last().map_or(0, |token| token.span.end)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }
}

/// Returns a closing mark as it is written.
fn written(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::CloseParen => ")",
        TokenKind::CloseBracket => "]",
        TokenKind::CloseQuote => "\"",
        _ => "}",
    }
}
