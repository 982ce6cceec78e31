//! The tokens of rejected text: those of native syntax, of which some kinds have another meaning.

use crate::source::Span;
pub(super) use crate::syntax::NativeToken as Token;
use crate::syntax::TokenKind;

/// A string, in any quotes.
pub(super) const STRING: TokenKind = TokenKind::StringLiteral;
/// A string of which the extent is a guess, since one of its quotes is missing. The text after it
/// is not reported.
pub(super) const GUESS: TokenKind = TokenKind::QuotedLiteral;
/// A number, a word, or other text without quotes.
pub(super) const BARE: TokenKind = TokenKind::Number;
/// Characters that are not part of JSON, such as `=` and `;`.
pub(super) const SYMBOL: TokenKind = TokenKind::Operator;

/// Returns the span between two offsets.
pub(super) fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}

/// Returns whether the text does not contain a bracket, which was added where it is missing.
pub(super) fn is_added(token: Token) -> bool {
    token.span.is_empty() && token.kind != TokenKind::End
}
