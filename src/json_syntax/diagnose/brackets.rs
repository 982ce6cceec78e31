//! Brackets of rejected text that have no counterpart.
//!
//! Where brackets do not match, the indentation of lines and the number of brackets that follow
//! show which one is missing, wrong, or not needed. It is added, replaced or left out, so the
//! tokens that are passed on have brackets that match, and each mistake is reported once.

use super::token::{Bracket, Kind, Token};
use crate::diag::{Code, Diagnostic};
use crate::order::sort_by_position;
use crate::source::Span;

/// The number of diagnostics with a search for the position of a missing bracket, which takes time
/// for each token in between.
const LABELED: usize = 100;

/// The number of open brackets that are compared with each closing one.
const NEAR: usize = 200;

/// The number of further openers that a diagnostic shows.
const SHOWN: usize = 3;

/// Returns the tokens with brackets that match, and the diagnostics of those that did not.
///
/// Where the end of the text was not read, nothing is reported about brackets that are open there.
pub(super) fn balance(tokens: Vec<Token>, is_cut: bool) -> (Vec<Token>, Vec<Diagnostic>) {
    if is_balanced(&tokens) {
        return (tokens, Vec::new());
    }
    let mut balancer = Balancer {
        surplus: surplus(&tokens, |_| false),
        line_surplus: surplus(&tokens, |token| token.starts_line()),
        output: Vec::with_capacity(tokens.len() + 1),
        positions: Vec::with_capacity(tokens.len()),
        insertions: Vec::new(),
        open: Vec::new(),
        indent: 0,
        is_cut,
        diagnostics: Vec::new(),
        tokens,
    };
    for index in 0..balancer.tokens.len() {
        balancer.token(index);
    }
    (inserted(balancer.output, balancer.insertions), balancer.diagnostics)
}

/// Inserts tokens in front of those with an index.
fn inserted(tokens: Vec<Token>, mut insertions: Vec<(usize, Token)>) -> Vec<Token> {
    if insertions.is_empty() {
        return tokens;
    }
    sort_by_position(&mut insertions, |insertion| (insertion.0, 0));
    let mut insertions = insertions.into_iter().peekable();
    let mut output = Vec::with_capacity(tokens.len() + insertions.len());
    for (index, token) in tokens.into_iter().enumerate() {
        while let Some((_, added)) = insertions.next_if(|insertion| insertion.0 <= index) {
            output.push(added);
        }
        output.push(token);
    }
    output
}

fn is_balanced(tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    tokens.iter().all(|token| match token.kind {
        Kind::Open(bracket) => {
            open.push(bracket);
            true
        }
        Kind::Close(bracket) => open.pop() == Some(bracket),
        _ => true,
    }) && open.is_empty()
}

/// Returns for each token how many more closing than opening brackets come after it, up to the
/// next token that begins a part of its own.
fn surplus(tokens: &[Token], begins: impl Fn(&Token) -> bool) -> Vec<i32> {
    let mut after = 0;
    let mut surplus: Vec<i32> = tokens
        .iter()
        .rev()
        .map(|token| {
            let here = after;
            match token.kind {
                Kind::Open(_) => after -= 1,
                Kind::Close(_) => after += 1,
                _ => {}
            }
            if begins(token) {
                after = 0;
            }
            here
        })
        .collect();
    surplus.reverse();
    surplus
}

/// A bracket that is open.
struct Frame {
    bracket: Bracket,
    /// The index of its token in the input.
    token: usize,
    /// The columns in front of its line.
    indent: u32,
    /// Whether it is in the line of the current token.
    in_line: bool,
    /// The position where an opening bracket may be missing in it: the bracket, and the index in
    /// the output of the token that would follow it.
    gap: Option<(Bracket, usize)>,
}

struct Balancer {
    tokens: Vec<Token>,
    surplus: Vec<i32>,
    line_surplus: Vec<i32>,
    output: Vec<Token>,
    /// For each token that was read, its index in the output.
    positions: Vec<u32>,
    /// Brackets to add, and the indexes in the output that they are added before.
    insertions: Vec<(usize, Token)>,
    open: Vec<Frame>,
    /// The columns in front of the current line.
    indent: u32,
    is_cut: bool,
    diagnostics: Vec<Diagnostic>,
}

/// The repair of a closing bracket that does not match the innermost open one.
enum Repair {
    /// It closes the innermost bracket and is replaced by the matching one.
    Replace,
    /// It closes an outer bracket, and this number of inner ones is not closed.
    CloseInner(usize),
    /// It has no opening bracket.
    Remove,
}

impl Balancer {
    fn token(&mut self, index: usize) {
        let token = self.tokens[index];
        if let Some(indent) = token.indent {
            self.indent = indent;
            self.open.iter_mut().rev().take_while(|frame| frame.in_line).for_each(|it| it.in_line = false);
        }
        self.positions.push(self.output.len() as u32);
        match token.kind {
            Kind::Open(bracket) => {
                self.open.push(Frame {
                    bracket,
                    token: index,
                    indent: self.indent,
                    in_line: true,
                    gap: None,
                });
                self.output.push(token);
            }
            Kind::Close(bracket) => self.close(bracket, index),
            Kind::End => {
                self.end(token.span.start);
                self.output.push(token);
            }
            _ => {
                self.output.push(token);
                self.note_gap(index);
            }
        }
    }

    /// Records that the opening bracket of a value may be missing before the tokens so far: a value
    /// is followed by a colon, or an element by a comma in an object.
    fn note_gap(&mut self, index: usize) {
        let Some(frame) = self.open.last_mut().filter(|it| it.bracket == Bracket::Brace && it.gap.is_none())
        else {
            return;
        };
        let before = |count: usize| index.checked_sub(count).map(|at| self.tokens[at]);
        let (Some(colon), Some(value)) = (before(2), before(1)) else { return };
        if colon.kind != Kind::Colon || !value.is_scalar() {
            return;
        }
        let bracket = match self.tokens[index].kind {
            Kind::Colon => Bracket::Brace,
            Kind::Comma => {
                let next = self.tokens.get(index + 1).is_some_and(|next| next.is_scalar());
                let then = self.tokens.get(index + 2).map(|then| then.kind);
                if !next || !matches!(then, Some(Kind::Comma | Kind::Close(Bracket::Square))) {
                    return;
                }
                Bracket::Square
            }
            _ => return,
        };
        frame.gap = Some((bracket, self.output.len() - 2));
    }

    fn close(&mut self, bracket: Bracket, index: usize) {
        let token = self.tokens[index];
        match self.repair(bracket, index) {
            None => {
                self.open.pop();
                self.output.push(token);
            }
            Some(Repair::CloseInner(count)) => {
                for _ in 0..count {
                    self.close_missing(index);
                }
                self.open.pop();
                self.output.push(token);
            }
            Some(Repair::Replace) => {
                let Some(frame) = self.open.pop() else { return };
                let expected = frame.bracket;
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::MismatchedBracket,
                        format!(
                            "Found {:?}, but the {} is closed by {:?}.",
                            bracket.closing(),
                            expected.contents(),
                            expected.closing()
                        ),
                    )
                    .at(token.span)
                    .with_label(
                        self.tokens[frame.token].span,
                        format!("the {} begins here", expected.contents()),
                    )
                    .with_replacement(token.span, expected.closing()),
                );
                self.output.push(Token { kind: Kind::Close(expected), ..token });
            }
            Some(Repair::Remove) => self.remove(bracket, token),
        }
    }

    /// Returns the repair of a closing bracket, if it needs one.
    fn repair(&self, bracket: Bracket, index: usize) -> Option<Repair> {
        let Some(top) = self.open.last() else { return Some(Repair::Remove) };
        if let Some(indent) = self.tokens[index].indent
            && top.indent > indent
        {
            // The bracket is the first character of its line, so it matches the bracket whose line
            // has the same indentation.
            let frames = self.open.iter().rev().take(NEAR);
            let inner = frames.take_while(|frame| frame.indent > indent).count();
            let outer = self.open.len().checked_sub(inner + 1).map(|at| &self.open[at]);
            if outer.is_some_and(|it| it.indent == indent && it.bracket == bracket) {
                return Some(Repair::CloseInner(inner));
            }
        }
        if top.bracket == bracket {
            let is_deeper = self.tokens[index].indent.is_some_and(|indent| indent > top.indent);
            let has_gap = top.gap.is_some_and(|gap| gap.0 == bracket);
            let is_surplus = self.surplus[index] >= self.open.len() as i32;
            return (is_surplus && (is_deeper || has_gap)).then_some(Repair::Remove);
        }
        let below = self.open.len().checked_sub(2).map(|at| &self.open[at]);
        let fits_below = below.is_some_and(|frame| frame.bracket == bracket);
        // Compares the number of open brackets with the closing brackets that remain.
        let in_line = self.open.iter().rev().take(NEAR).take_while(|frame| frame.in_line).count() as i32;
        let by_count = |open: i32, surplus: i32| match open - surplus {
            0 => Some(Repair::Remove),
            1 => Some(Repair::Replace),
            2 if fits_below => Some(Repair::CloseInner(1)),
            _ => None,
        };
        by_count(self.open.len() as i32, self.surplus[index])
            .or_else(|| by_count(in_line, self.line_surplus[index]).filter(|_| in_line > 0))
            .or(Some(if fits_below { Repair::CloseInner(1) } else { Repair::Replace }))
    }

    /// Closes the innermost bracket before a token, which closes another one.
    fn close_missing(&mut self, index: usize) {
        let Some(frame) = self.open.pop() else { return };
        let gap = if self.diagnostics.len() < LABELED { self.end_of(&frame, index) } else { index };
        let position = self.tokens[gap - 1].span.end;
        let opener = self.tokens[frame.token].span;
        self.diagnostics.push(
            unclosed(frame.bracket, opener)
                .with_label(Span::at(position), format!("{:?} is expected here", frame.bracket.closing()))
                .with_replacement(Span::at(position), frame.bracket.closing()),
        );
        self.insertions
            .push((self.positions[gap] as usize, Token::added(Kind::Close(frame.bracket), position)));
    }

    /// Returns the index of the first token after the contents of an unclosed bracket: that of the
    /// first line that is not indented more than the line of the bracket, or `end`.
    fn end_of(&self, frame: &Frame, end: usize) -> usize {
        let mut depth = 0_i32;
        let inside = &self.tokens[frame.token + 1..end];
        let outside = inside.iter().position(|token| {
            match token.kind {
                Kind::Open(_) => depth += 1,
                Kind::Close(_) => depth -= 1,
                _ => {}
            }
            let is_inside = depth > i32::from(matches!(token.kind, Kind::Open(_)));
            !is_inside && token.indent.is_some_and(|indent| indent <= frame.indent)
        });
        outside.map_or(end, |at| frame.token + 1 + at)
    }

    /// Reports a closing bracket that closes nothing, or the opening bracket that it shows to be
    /// missing.
    fn remove(&mut self, bracket: Bracket, token: Token) {
        let gap = self.open.last_mut().and_then(|frame| frame.gap.take_if(|gap| gap.0 == bracket));
        if let Some((_, at)) = gap {
            let follows = self.output[at];
            let mut added = Token::added(Kind::Open(bracket), follows.span.start);
            added.is_added = false;
            self.insertions.push((at, added));
            self.output.push(token);
            let detail = format!("The {} has no opening {:?}.", bracket.contents(), bracket.opening());
            self.diagnostics.push(
                Diagnostic::new(Code::UnopenedBracket, detail)
                    .at(follows.span)
                    .with_label(token.span, "it is closed here")
                    .with_help(format!("Write {:?} before this.", bracket.opening()))
                    .with_replacement(Span::at(follows.span.start), bracket.opening()),
            );
            return;
        }
        let detail =
            format!("No {:?} is open that this {:?} could close.", bracket.opening(), bracket.closing());
        self.diagnostics.push(
            Diagnostic::new(Code::UnopenedBracket, detail)
                .at(token.span)
                .with_help("Remove the bracket, or open it before.")
                .with_replacement(token.span, ""),
        );
    }

    /// Closes all brackets at the end of the text. They are reported together, since the rest of
    /// the file is missing.
    fn end(&mut self, offset: u32) {
        if !self.is_cut {
            self.diagnostics.extend(self.unclosed_at_end(offset));
        }
        while let Some(frame) = self.open.pop() {
            self.output.push(Token::added(Kind::Close(frame.bracket), offset));
        }
    }

    fn unclosed_at_end(&self, offset: u32) -> Option<Diagnostic> {
        // An unterminated string may contain the missing brackets.
        let innermost = self.open.last().filter(|_| !self.output.last().is_some_and(|last| last.is_guess))?;
        let end = self.output.last().map_or(offset, |token| token.span.end);
        let missing: String = self.open.iter().rev().take(40).map(|frame| frame.bracket.closing()).collect();
        let opener = self.tokens[innermost.token].span;
        let mut diagnostic = unclosed(innermost.bracket, opener);
        for frame in self.open.iter().take(self.open.len() - 1).take(SHOWN) {
            let text = format!("the {} that begins here is not closed either", frame.bracket.contents());
            diagnostic = diagnostic.with_label(self.tokens[frame.token].span, text);
        }
        diagnostic =
            diagnostic.with_label(Span::at(end), format!("the file ends here, {missing:?} is expected"));
        if self.open.len() <= 40 {
            diagnostic = diagnostic.with_replacement(Span::at(end), missing);
        }
        Some(diagnostic)
    }
}

fn unclosed(bracket: Bracket, opener: Span) -> Diagnostic {
    let detail =
        format!("The {} that begins here has no closing {:?}.", bracket.contents(), bracket.closing());
    Diagnostic::new(Code::UnclosedBracket, detail).at(opener).with_help(format!(
        "Write {:?} where the {} ends.",
        bracket.closing(),
        bracket.contents()
    ))
}
