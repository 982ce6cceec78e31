//! The spaces between the tokens of a line.

use crate::syntax::token::{Token, TokenKind as Kind};

/// Returns the number of brackets that a token opens, or minus one for one that it closes.
pub(super) fn bracket_change(kind: Kind) -> isize {
    match kind {
        Kind::OpenBrace | Kind::OpenBracket | Kind::OpenParen | Kind::Control | Kind::Interpolation => 1,
        Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen | Kind::SequenceEnd => -1,
        _ => 0,
    }
}

/// Returns whether there is a space between two tokens of a cell. `before` is the token before
/// both.
///
/// The rules are those of the Go implementation, and their order matters.
#[inline]
pub(super) fn space_between(text: &str, before: Option<Token>, token: Token, after: Token) -> bool {
    let is_name = |token: Option<Token>| token.is_some_and(|token| token.kind == Kind::Identifier);
    match (token.kind, after.kind) {
        (_, Kind::Newline) => false,
        // A call.
        (Kind::Identifier, Kind::OpenParen) => false,
        (Kind::Dot, _) | (_, Kind::Dot) => false,
        // The name of a function in a namespace.
        (Kind::Identifier, Kind::DoubleColon) | (Kind::DoubleColon, Kind::Identifier) => false,
        (_, Kind::Comma | Kind::Ellipsis) => false,
        (Kind::Comma, _) => true,
        // Templates.
        (Kind::QuotedLiteral | Kind::StringLiteral | Kind::OpenQuote | Kind::OpenHeredoc, _)
        | (_, Kind::QuotedLiteral | Kind::StringLiteral | Kind::CloseQuote | Kind::CloseHeredoc) => false,
        // Empty lines in an unterminated string.
        (Kind::QuotedNewline, Kind::QuotedNewline) => false,
        // `[for x in [1, 2] : x]`: after `in`, the bracket is not an index.
        (Kind::Identifier, _) if is_name(before) && &text[token.span.range()] == "in" => true,
        (Kind::Identifier | Kind::Number, Kind::OpenBracket) => false,
        (kind, Kind::OpenBracket) if bracket_change(kind) < 0 => false,
        (Kind::Bang, _) => false,
        (Kind::Minus, _) => before.is_some_and(may_end_operand),
        (Kind::OpenBrace, Kind::CloseBrace) => false,
        (Kind::OpenBrace, _) | (_, Kind::CloseBrace) => true,
        // `${ { a = 1 } }`
        (Kind::Interpolation | Kind::Control, Kind::OpenBrace) => true,
        (Kind::CloseBrace, Kind::SequenceEnd) => true,
        (Kind::SequenceEnd, Kind::Interpolation | Kind::Control) => false,
        (kind, after) => bracket_change(kind) <= 0 && bracket_change(after) >= 0,
    }
}

/// Returns whether a `-` after the token subtracts. After an operator, a separator or an opening
/// bracket it is the sign of an operand. It is `true` for the `a` of `a - b`, and `false` for the
/// `(` of `(-b)`.
fn may_end_operand(token: Token) -> bool {
    !matches!(
        token.kind,
        Kind::OpenParen
            | Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::Equals
            | Kind::Colon
            | Kind::Comma
            | Kind::Question
            | Kind::Operator
            | Kind::Star
            | Kind::Minus
            | Kind::Bang
    )
}
