//! Brackets of rejected text that have no counterpart.

use super::token::{Bracket, Kind, Token};
use crate::diag::Diagnostic;
use crate::syntax::{NativeToken, TokenKind, balance_values};

/// Returns the tokens with brackets that match, and the diagnostics of those that did not. Where
/// the end of the text was not read, nothing is reported about brackets that are open there.
pub(super) fn balance(text: &str, mut tokens: Vec<Token>, is_cut: bool) -> (Vec<Token>, Vec<Diagnostic>) {
    let end = tokens.pop();
    // A string whose extent is a guess may contain the closing brackets.
    let is_cut = is_cut || tokens.last().is_some_and(|last| last.is_guess);
    let native =
        tokens.iter().map(|token| NativeToken { kind: native(token.kind), span: token.span }).collect();
    let (balanced, diagnostics) = balance_values(text, native, is_cut);
    let mut tokens = tokens.into_iter().peekable();
    let mut output: Vec<Token> = Vec::with_capacity(balanced.len() + 1);
    for token in balanced {
        let kind = match token.kind {
            TokenKind::CloseBrace => Kind::Close(Bracket::Brace),
            TokenKind::CloseBracket => Kind::Close(Bracket::Square),
            _ => Kind::End,
        };
        while tokens.next_if(|read| read.span.start < token.span.start).is_some() {}
        output.push(match tokens.next_if(|read| read.span == token.span) {
            Some(read) => read,
            None => Token::added(kind, token.span.start),
        });
    }
    output.extend(end);
    (output, diagnostics)
}

/// Returns the kind of a token in native syntax.
fn native(kind: Kind) -> TokenKind {
    match kind {
        Kind::Open(Bracket::Brace) => TokenKind::OpenBrace,
        Kind::Open(Bracket::Square) => TokenKind::OpenBracket,
        Kind::Close(Bracket::Brace) => TokenKind::CloseBrace,
        Kind::Close(Bracket::Square) => TokenKind::CloseBracket,
        Kind::Colon => TokenKind::Colon,
        Kind::Comma => TokenKind::Comma,
        Kind::String | Kind::Bare => TokenKind::StringLiteral,
        Kind::Symbol | Kind::End => TokenKind::Operator,
    }
}
