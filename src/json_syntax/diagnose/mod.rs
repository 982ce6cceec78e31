//! Diagnostics for JSON texts that were rejected.
//!
//! The parser stops at the first mistake. Here the whole text is read again, in three passes: into
//! tokens, with missing and wrong quotes; over the brackets, which are completed; and over the
//! structure. Each pass reports its own mistakes and passes on a text as it was probably meant, so
//! one mistake gives one diagnostic.

mod bare;
mod grammar;
mod lexer;
mod property;
mod quotes;
mod token;

use crate::diag::{Code, Diagnostic};
use crate::limits::Limits;
use crate::source::Span;
use crate::syntax::{MAX_PROBLEMS, TokenKind, balance_values, too_many_problems, verify_corrections};
use crate::util::order::sort_by_position;
use lexer::Lexer;
use token::{GUESS, Token};

/// Returns the diagnostics of a text that the parser rejected at an offset. Of a text with more
/// parts than a valid one may have, only that location is shown, which bounds the memory.
pub(super) fn diagnose(text: &str, rejected: u32, limits: &Limits) -> Vec<Diagnostic> {
    let mut found = mistakes(text, rejected, limits);
    verify_corrections(text, &mut found, |text| mistakes(&text, 0, limits));
    if found.is_empty() {
        found.push(unreadable(rejected));
    }
    found
}

fn mistakes(text: &str, rejected: u32, limits: &Limits) -> Vec<Diagnostic> {
    let marks = text.bytes().filter(|byte| b",:[{}]".contains(byte)).count();
    if marks > limits.parts() {
        return vec![unreadable(rejected)];
    }
    let Lexer { tokens, mut diagnostics, is_cut, at, .. } = Lexer::read(text);
    // A string whose extent is a guess may contain the closing brackets.
    let is_cut = is_cut || tokens.last().is_some_and(|last| last.kind == GUESS);
    let (mut tokens, unmatched) = balance_values(text, tokens, is_cut);
    tokens.push(Token { kind: TokenKind::End, span: Span::at(at as u32) });
    diagnostics.extend(unmatched);
    let structure = grammar::check(text, &tokens, !diagnostics.is_empty());
    if let [only] = &structure[..]
        && only.code() == Some(Code::OtherFormat)
    {
        return structure;
    }
    diagnostics.extend(structure);
    sort_by_position(&mut diagnostics, |diagnostic| (diagnostic.position(), 0));
    if diagnostics.len() > MAX_PROBLEMS {
        let at = diagnostics[MAX_PROBLEMS].span().unwrap_or_default();
        diagnostics.truncate(MAX_PROBLEMS);
        diagnostics.push(too_many_problems(at));
    }
    diagnostics
}

fn unreadable(rejected: u32) -> Diagnostic {
    Diagnostic::new(Code::UnexpectedCharacter, "This cannot be read as JSON.").at(Span::at(rejected))
}
