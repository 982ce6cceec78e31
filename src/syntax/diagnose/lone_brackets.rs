//! Closing brackets whose opening one is missing or another one, and that the text around them
//! explains: the value or the element before such a bracket shows where the opening one belongs.

use super::lines::{self, LineShape};
use super::matching::Line;
use super::reader::Repaired;
use super::surplus::Surplus;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::util::order::sort_by_position;

/// The number of open brackets that are compared with a closing one, and of the tokens of a header.
const NEAR: usize = 64;

/// Adds missing opening brackets, replaces wrong ones, and puts swapped ones in order. Returns
/// whether there were any.
pub(super) fn repair(text: &str, repaired: &mut Repaired) -> bool {
    let tokens = std::mem::take(&mut repaired.tokens);
    let mut finder = Finder { text, tokens: &tokens, out: std::mem::take(repaired), ..Finder::default() };
    (0..tokens.len()).for_each(|at| finder.token(at));
    let Finder { mut added, replaced, mut removed, out, .. } = finder;
    *repaired = out;
    sort_by_position(&mut removed, |at| (*at, 0));
    let is_changed = !(added.is_empty() && replaced.is_empty() && removed.is_empty());
    sort_by_position(&mut added, |(at, _)| (*at, 0));
    let mut tokens = tokens;
    replaced.into_iter().for_each(|(at, kind)| tokens[at].kind = kind);
    sort_by_position(&mut repaired.explained, |part| (part.start as usize, 0));
    repaired.tokens = with_changes(tokens, added, &removed);
    is_changed
}

/// The number of changes up to which tokens are changed in place, without a copy.
const FEW: usize = 16;

/// Returns tokens with others before some of their indexes, and without some.
fn with_changes(mut tokens: Vec<Token>, added: Vec<(usize, Token)>, removed: &[usize]) -> Vec<Token> {
    if added.len() + removed.len() <= FEW {
        // No token is both: from the end on, the indexes before a change stay valid.
        let (mut added, mut removed) = (added, removed.to_vec());
        loop {
            match (added.last(), removed.last()) {
                (Some((at, _)), last) if last.is_none_or(|last| at > last) => {
                    added.pop().into_iter().for_each(|(at, token)| tokens.insert(at, token));
                }
                (_, Some(_)) => removed.pop().into_iter().for_each(|at| _ = tokens.remove(at)),
                (_, None) => return tokens,
            }
        }
    }
    let mut changed = Vec::with_capacity(tokens.len() + added.len());
    let (mut added, mut removed) = (added.into_iter().peekable(), removed.iter().peekable());
    for (at, token) in tokens.into_iter().enumerate() {
        while let Some((_, opening)) = added.next_if(|(before, _)| *before == at) {
            changed.push(opening);
        }
        if removed.next_if(|removed| **removed == at).is_none() {
            changed.push(token);
        }
    }
    changed
}

/// The innermost open bracket, or the text outside of all brackets.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The index of the bracket.
    pub(super) at: usize,
    pub(super) line: Line,
    /// In round or square brackets, the first token of the element.
    pub(super) element: usize,
    /// In round or square brackets, the first token of the first element with a name.
    pub(super) named: Option<usize>,
    /// In braces, the first token of the value that was begun on this line.
    pub(super) value: Option<usize>,
    /// Whether that is a name with an equals sign after it.
    pub(super) has_named_value: bool,
    /// Whether a comma follows a part of the value.
    pub(super) has_comma: bool,
    /// Whether brackets are in the value, by the kind that closes them.
    pub(super) has_group: Option<TokenKind>,
    /// Whether an equals sign or a colon was found in braces, or an arrow in brackets.
    pub(super) has_items: bool,
}

#[derive(Default)]
pub(super) struct Finder<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) open: Vec<(TokenKind, Frame)>,
    /// The text outside of all brackets.
    pub(super) root: Frame,
    /// The brackets or quotes that were closed last: the indexes of the two marks.
    pub(super) last_group: (usize, usize),
    pub(super) line: Line,
    /// The surplus in the innermost item without indentation.
    pub(super) surplus: Surplus,
    /// The first token of the next item without indentation.
    pub(super) next_item: usize,
    /// The last bracket that is right after an equal one.
    pub(super) doubled: Option<usize>,
    pub(super) added: Vec<(usize, Token)>,
    pub(super) replaced: Vec<(usize, TokenKind)>,
    pub(super) removed: Vec<usize>,
    pub(super) out: Repaired,
}

impl Finder<'_> {
    pub(super) fn top(&mut self) -> (TokenKind, &mut Frame) {
        match self.open.last_mut() {
            Some((kind, frame)) => (*kind, frame),
            None => (TokenKind::OpenBrace, &mut self.root),
        }
    }

    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |token| token.kind)
    }

    pub(super) fn ends_line(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| lines::ends_line(self.text, *token))
    }

    /// Returns whether the tokens of a line before an index are the header of a block.
    pub(super) fn is_header(&self, line: Line, end: usize) -> bool {
        let header = self.tokens.get(line.first as usize..end).unwrap_or_default();
        header.len() <= NEAR && LineShape::from_tokens(self.text, header, 0) == LineShape::Header
    }

    pub(super) fn indentation(&self, at: usize) -> Option<u32> {
        lines::indentation(self.text, self.tokens[at].span.start)
    }

    /// Returns the index of the first token of the next item without indentation.
    fn next_item_after(&self, at: usize) -> usize {
        let begins_item = |next: &usize| {
            self.kind(*next) == TokenKind::Identifier
                && self.ends_line(*next - 1)
                && self.indentation(*next) == Some(0)
                && matches!(
                    LineShape::from_tokens(self.text, self.tokens, *next),
                    LineShape::Attribute | LineShape::Block
                )
        };
        (at + 1..self.tokens.len()).find(begins_item).unwrap_or(self.tokens.len())
    }

    /// Returns the index of the first token of the name or the string before a token.
    fn key_before(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1)?;
        match self.kind(before) {
            TokenKind::Identifier => Some(before),
            TokenKind::CloseQuote | TokenKind::CloseParen if self.last_group.1 == before => {
                Some(self.last_group.0)
            }
            _ => None,
        }
    }

    fn token(&mut self, at: usize) {
        let kind = self.tokens[at].kind;
        if at == self.next_item {
            self.next_item = self.next_item_after(at);
            self.surplus = Surplus::count(&self.tokens[at..self.next_item]);
            self.doubled = None;
        }
        if at == 0 || self.ends_line(at - 1) {
            let indentation = self.indentation(at).unwrap_or_default();
            self.line = Line { first: at as u32, indentation };
        }
        if kind.closes() {
            return self.close(at);
        } else if kind.opens() {
            if self.is_doubled(at) {
                return;
            }
            self.is_call_without_opening(at);
            return self.open(kind, at, at + 1);
        }
        if self.is_unclosed_key(at) {
            self.last_group = (self.tokens.len(), self.tokens.len());
        }
        let key = self.key_before(at);
        let ends_line = self.ends_line(at);
        // A line with no more indentation begins an attribute after an unclosed bracket.
        let begun = self.open.last().map_or(self.line, |(_, frame)| frame.line);
        let is_inside = begun == self.line || self.line.indentation > begun.indentation;
        let (outer, frame) = self.top();
        let is_braces = outer == TokenKind::OpenBrace;
        match kind {
            _ if ends_line && is_braces => {
                *frame =
                    Frame { at: frame.at, line: frame.line, has_items: frame.has_items, ..Frame::default() };
            }
            _ if ends_line => frame.element += usize::from(frame.element == at),
            TokenKind::FatArrow => frame.has_items = true,
            TokenKind::Comma if is_braces => frame.has_comma = true,
            TokenKind::Comma => (frame.element, frame.has_comma) = (at + 1, true),
            TokenKind::Equals | TokenKind::Colon if is_braces => {
                frame.has_items = true;
                if key.is_some() && frame.value == key {
                    frame.has_named_value = true;
                } else if !frame.has_named_value {
                    (frame.value, frame.has_comma, frame.has_group) = (Some(at + 1), false, None);
                }
            }
            TokenKind::Equals | TokenKind::Colon if key == Some(frame.element) && is_inside => {
                frame.named.get_or_insert(frame.element);
            }
            _ => {}
        }
    }

    fn close(&mut self, at: usize) {
        let kind = self.tokens[at].kind;
        let is_own = |(opening, _): &(TokenKind, Frame)| opening.opposite() == Some(kind);
        if kind.closes_template() {
            if let Some(index) = self.open.iter().rposition(is_own) {
                self.pop(index, at);
            }
            return;
        }
        if at > 0 && self.kind(at - 1) == kind && self.tokens[at - 1].span.end == self.tokens[at].span.start {
            self.doubled = Some(at);
        }
        let (opening, frame) = self.top();
        let frame = *frame;
        if opening.opens_template() {
            return;
        }
        let is_matched = self.open.last().is_some_and(is_own);
        if self.is_doubled_call(at) || self.is_opening_brace(at, opening) {
            return;
        }
        if is_matched && !self.is_surplus(at, &frame) {
            return self.pop(self.open.len() - 1, at);
        }
        if self.is_swapped(at)
            || self.is_without_opening(at, opening, &frame)
            || self.is_in_wrong_bracket(at, opening, &frame)
            || self.is_exchanged(at, opening, &frame)
            || self.is_repeated(at)
            || self.is_superfluous(at, opening, &frame)
        {
            return;
        }
        let near = self.open.len().saturating_sub(NEAR);
        let is_on_line = !self.open.is_empty() && frame.line == self.line;
        let outer = self.open[near..].iter().rposition(|it| it.0.opens_template() || is_own(it));
        match outer.map(|index| near + index) {
            _ if is_on_line => self.pop(self.open.len() - 1, at),
            Some(index) if is_own(&self.open[index]) => self.pop(index, at),
            _ => {}
        }
    }

    /// Reports a closing bracket of another kind than the open one, if there is one such bracket
    /// too many, and one of the other kind is missing.
    fn is_exchanged(&mut self, at: usize, opening: TokenKind, frame: &Frame) -> bool {
        let Some(wanted) = opening.opposite().filter(|_| !self.open.is_empty()) else { return false };
        if !self.surplus.is_exchanged(self.kind(at), wanted) {
            return false;
        }
        let (span, opened) = (self.tokens[at].span, self.tokens[frame.at].span);
        self.out.diagnostics.push(mismatched(self.text, span, opened, wanted));
        self.replaced.push((at, wanted));
        self.surplus = Surplus::default();
        self.pop(self.open.len() - 1, at);
        true
    }

    /// Opens a bracket whose first element begins at a token.
    pub(super) fn open(&mut self, kind: TokenKind, at: usize, element: usize) {
        self.open.push((kind, Frame { at, line: self.line, element, ..Frame::default() }));
    }

    /// Closes the brackets from an index on.
    pub(super) fn pop(&mut self, index: usize, at: usize) {
        self.last_group = (self.open[index].1.at, at);
        self.open.truncate(index);
        let kind = self.kind(at);
        let (_, frame) = self.top();
        frame.has_group = frame.has_group.filter(|group| *group == TokenKind::CloseParen).or(Some(kind));
    }

    /// Returns whether a brace closes an object without its opening brace, and not the block around
    /// it.
    fn is_surplus(&self, at: usize, frame: &Frame) -> bool {
        self.kind(at) == TokenKind::CloseBrace
            && frame.has_named_value
            && frame.line != self.line
            && self.surplus.braces < 0
    }

    /// Reports two closing brackets in the wrong order: `f({ … )}`.
    fn is_swapped(&mut self, at: usize) -> bool {
        let [.., (outer, _), (inner, frame)] = self.open[..] else { return false };
        let Some([first, second]) = self.tokens.get(at..at + 2) else { return false };
        let is_swapped = self.surplus == Surplus::default()
            && inner.opposite() == Some(second.kind)
            && outer.opposite() == Some(first.kind)
            && first.span.end == second.span.start
            && self.open[self.open.len() - 2].1.line == frame.line;
        if !is_swapped {
            return false;
        }
        let span = first.span.to(second.span);
        let written = |span: Span| &self.text[span.range()];
        let (first_written, second_written) = (written(first.span), written(second.span));
        let order = format!("{second_written}{first_written}");
        let detail = format!(
            "The closing brackets {first_written:?} and {second_written:?} are in the wrong order. Write {order:?}."
        );
        let found = Diagnostic::new(Code::MismatchedBracket, detail)
            .at(span)
            .with_label(
                self.tokens[frame.at].span,
                format!("this {:?} is open", written(self.tokens[frame.at].span)),
            )
            .with_replacement(span, order);
        self.replaced.extend([(at, second.kind), (at + 1, first.kind)]);
        // The second one closes the outer bracket.
        self.open.pop();
        let last = self.open.len() - 1;
        self.open[last].0 = inner;
        self.out.diagnostics.push(found);
        true
    }

    /// Reports a closing bracket after a value or an element without its opening one:
    /// `a = "b", "c"]`.
    fn is_without_opening(&mut self, at: usize, opening: TokenKind, frame: &Frame) -> bool {
        let kind = self.kind(at);
        let Some(wanted) = kind.opposite() else { return false };
        let place = match (opening, kind) {
            (_, TokenKind::CloseBracket) if self.is_index(at) => Some(at - 1),
            (TokenKind::OpenParen, TokenKind::CloseBracket) if self.is_for(frame.element) => {
                Some(frame.element)
            }
            (TokenKind::OpenBrace, TokenKind::CloseBrace) => frame.value.filter(|_| frame.has_named_value),
            (TokenKind::OpenBrace, _) if self.open.is_empty() || !self.is_end_of(at, frame) => {
                let is_doubled = frame.has_group == Some(kind) && !frame.has_comma;
                frame.value.filter(|value| *value <= at && !is_doubled)
            }
            (_, TokenKind::CloseBrace) if !self.is_end_of(at, frame) => frame.named,
            _ => None,
        };
        let Some(place) = place else { return false };
        let is_call = |at: usize| {
            self.kind(at) == TokenKind::Identifier
                && matches!(
                    self.kind(at + 1),
                    TokenKind::OpenQuote | TokenKind::Number | TokenKind::Identifier
                )
        };
        let (open, close) = (wanted.written(), kind.written());
        let closing = self.tokens[at].span;
        let missing = |place: Span, detail: String| Diagnostic::new(Code::UnopenedBracket, detail).at(place);
        if wanted == TokenKind::OpenParen && !is_call(place) {
            let detail = format!("The opening {open:?} of this {close:?} is missing.");
            let found = missing(closing, detail).with_help(
                "Write \"(\" after the name of a function or before an expression, or remove the \")\".",
            );
            self.out.explained.push(self.tokens[place].span.to(closing));
            self.removed.push(at);
            self.out.diagnostics.push(found);
            return true;
        }
        let before = place + usize::from(wanted == TokenKind::OpenParen);
        let Span { start, end } = self.tokens[place].span;
        let expected = Span::at(if wanted == TokenKind::OpenParen { end } else { start });
        let replaced = match wanted {
            TokenKind::OpenParen => Span::new(expected.start, self.tokens[before].span.start),
            _ => expected,
        };
        let written = if wanted == TokenKind::OpenBrace { "{ " } else { open };
        let found = missing(expected, missing_opening(wanted))
            .with_label(closing, "this closes it")
            .with_replacement(replaced, written);
        self.added.push((before, Token { kind: wanted, span: expected }));
        self.out.diagnostics.push(found);
        let (_, frame) = self.top();
        (frame.value, frame.named, frame.has_named_value) = (None, None, false);
        self.last_group = (before, at);
        true
    }

    /// Returns whether a number after a value and before a bracket is an index: `a.b 0]`.
    fn is_index(&self, at: usize) -> bool {
        use TokenKind::{CloseBracket, CloseParen, Identifier, Number};
        at >= 2
            && self.kind(at - 1) == Number
            && matches!(self.kind(at - 2), Identifier | CloseParen | CloseBracket)
    }

    pub(super) fn is_for(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| &self.text[token.span.range()] == "for")
    }

    /// Returns whether a closing brace ends the list that it is in.
    fn is_end_of(&self, at: usize, list: &Frame) -> bool {
        match self.indentation(at) {
            Some(indentation) => indentation == list.line.indentation,
            None => {
                let next = self.kind(at + 1);
                let ends_outer = next.closes() && Some(next) != self.kind(list.at).opposite();
                list.line == self.line && (ends_outer || self.ends_line(at + 1))
            }
        }
    }

    /// Reports a list that is closed as an object, or an object that is closed as a list, where the
    /// content shows that the closing bracket is the right one.
    fn is_in_wrong_bracket(&mut self, at: usize, opening: TokenKind, frame: &Frame) -> bool {
        if self.open.is_empty() {
            return false;
        }
        let is_value = frame.at.checked_sub(1).is_some_and(|before| {
            use TokenKind::{Colon, Comma, Equals, OpenBracket, OpenParen};
            matches!(self.kind(before), Equals | Colon | Comma | OpenBracket | OpenParen)
        });
        let before = frame.at.saturating_sub(1);
        let is_called = self.kind(before) == TokenKind::Identifier
            && self.tokens[before].span.end == self.tokens[frame.at].span.start
            && (frame.has_comma || frame.line != self.line);
        let is_header = (frame.at + 1 == at || self.ends_line(frame.at + 1))
            && self.is_end_of(at, frame)
            && self.is_header(frame.line, frame.at);
        let (kind, detail) = match (opening, self.kind(at)) {
            (TokenKind::OpenBracket | TokenKind::OpenParen, TokenKind::CloseBrace) if is_header => {
                (TokenKind::OpenBrace, "")
            }
            (TokenKind::OpenBracket, TokenKind::CloseParen) if is_called => (
                TokenKind::OpenParen,
                "This \"[\" is closed by \")\". The arguments of a function begin with \"(\".",
            ),
            (TokenKind::OpenBracket, TokenKind::CloseBrace) if frame.has_items && is_value => {
                let detail =
                    "This \"[\" is closed by \"}\", and its elements have keys. An object begins with \"{\".";
                (TokenKind::OpenBrace, detail)
            }
            (TokenKind::OpenBracket, TokenKind::CloseBrace) if frame.named.is_some() && is_value => {
                let detail = "This \"[\" is closed by \"}\", and its elements have names. An object begins with \"{\".";
                (TokenKind::OpenBrace, detail)
            }
            (TokenKind::OpenBrace, TokenKind::CloseBracket)
                if !frame.has_items && is_value && self.is_end_of(at, frame) =>
            {
                let detail = "This \"{\" is closed by \"]\", and its elements have no names. A list begins with \"[\".";
                (TokenKind::OpenBracket, detail)
            }
            (TokenKind::OpenParen, TokenKind::CloseBracket)
                if frame.has_comma && is_value && frame.line == self.line =>
            {
                let detail =
                    "This \"(\" is closed by \"]\", and several values are in it. A list begins with \"[\".";
                (TokenKind::OpenBracket, detail)
            }
            _ => return false,
        };
        let span = self.tokens[frame.at].span;
        let found = match is_header {
            true => wrong_brace(self.text, span),
            false => Diagnostic::new(Code::MismatchedBracket, detail)
                .at(span)
                .with_label(self.tokens[at].span, "this closes it"),
        };
        let found = found.with_replacement(span, kind.written());
        self.replaced.push((frame.at, kind));
        self.out.diagnostics.push(found);
        self.pop(self.open.len() - 1, at);
        true
    }
}

/// Returns the diagnostic for the second of two braces at the start of an object.
pub(super) fn doubled_brace(span: Span) -> Diagnostic {
    let detail = "An object begins with one \"{\" and ends with one \"}\".";
    Diagnostic::new(Code::UnsupportedSyntax, detail).at(span)
}

/// Returns the diagnostic for another mark in the place of the opening brace of a block.
pub(super) fn wrong_brace(text: &str, span: Span) -> Diagnostic {
    let found = &text[span.range()];
    let detail = format!("The body of a block begins with \"{{\", not with {found:?}.");
    Diagnostic::new(Code::InvalidBlockHeader, detail).at(span)
}

/// Returns the diagnostic for the second of two braces at the start of a block.
pub(super) fn doubled_brace_of_block(span: Span) -> Diagnostic {
    let detail = "The body of a block begins with one \"{\", not with two.";
    Diagnostic::new(Code::InvalidBlockHeader, detail).at(span)
}

/// Returns the diagnostic for a block whose opening brace is missing.
pub(super) fn missing_brace_of_block(expected: Span) -> Diagnostic {
    let detail = "This block has no opening \"{\" on the line of its type and labels.";
    Diagnostic::new(Code::MissingOpeningBrace, detail).at(expected)
}

/// Returns the message for a value whose opening bracket is missing.
pub(super) fn missing_opening(kind: TokenKind) -> String {
    let (open, close) = (kind.written(), kind.opposite().map_or("", TokenKind::written));
    format!("The opening {open:?} is missing here: the {close:?} after the value has none.")
}

/// Returns the diagnostic for a closing bracket that closes nothing.
pub(super) fn unopened(text: &str, span: Span) -> Diagnostic {
    let found = &text[span.range()];
    let detail = format!("No bracket is open here that this {found:?} could close. Remove it.");
    Diagnostic::new(Code::UnopenedBracket, detail).at(span).with_replacement(span, "")
}

/// Returns the diagnostic for a closing bracket of another kind than the open one.
pub(super) fn mismatched(text: &str, span: Span, opened: Span, wanted: TokenKind) -> Diagnostic {
    let (found, opening, wanted) = (&text[span.range()], &text[opened.range()], wanted.written());
    let detail = format!("This {found:?} closes a {opening:?}, which is closed by {wanted:?}.");
    Diagnostic::new(Code::MismatchedBracket, detail)
        .at(span)
        .with_label(opened, format!("this {opening:?} is open"))
        .with_replacement(span, wanted)
}
